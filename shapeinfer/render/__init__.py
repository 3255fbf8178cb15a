"""Reports, contracts and tables as text: the only code that formats.

This wing is handed data from ``reports`` and ``jobs`` and returns strings; it reads no model, asks no
engine and writes no file. Begin with ``text.py`` (blocks for people, and what makes a model's names safe
to show) and ``format.py`` (what a format of ``lint`` is); ``formats/`` has one room for each format.
"""
