"""Demands that are no conditions over sizes as they are stated, found by running the engine with some sizes.

This room of the contracts asks the engine again, with a size bound or bounded. Begin with ``runs.py``, which
says how; ``lengths.py``, ``dropped.py`` and ``small.py`` say what is asked, and when.
"""
