"""What leaves the program: diagnostics, interfaces and reports as pydantic models, and how they are built.

This wing knows findings, places and facts; it knows no job, no policy and no format.
Begin with ``diagnostic.py`` (the models) and ``build.py`` (from plain findings to diagnostics).
"""
