"""Which releases of a runtime load a model: tables made from published wheels, and models held against them.

This wing knows what each release has and how the runtime decides; it must not know how anything is shown, and
its tables are imported only where somebody names a target. Begin with ``match.py``, whose docstring says how
it is decided, then ``obstacles.py``; ``onnxruntime_data.py`` and ``newest.py`` are generated.
"""
