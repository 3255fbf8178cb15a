"""Answers about targets: which releases load a model, and the ranges of sizes that an engine is built for.

This wing formats what ``jobs/targets.py`` and ``jobs/ranges`` found; it decides nothing. Begin with
``releases.py``.
"""
