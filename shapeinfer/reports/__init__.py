"""Diagnostics, interfaces and reports as pydantic models, and how they are built.

This wing knows findings, places and facts. It must not know jobs, policies or formats.
Begin with ``diagnostic.py`` (the models) and ``build.py`` (from plain findings to diagnostics).
"""
