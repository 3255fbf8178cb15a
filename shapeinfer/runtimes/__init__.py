"""Which releases of a runtime load a model: tables generated from published wheels, and nodes held against them.

It knows what each release has and how the runtime decides; it must not know how anything is shown, and it is
imported only where somebody names a target. Begin with match.py, whose docstring says how it is decided.
"""
