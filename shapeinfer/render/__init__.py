"""Reports, contracts and tables as text: the only code that formats.

This wing turns data from ``reports`` and ``jobs`` into strings. It must not read models, call the engine
or write files. Begin with ``text.py`` (text for people, escaping of names from models) and ``format.py`` (the
interface of lint's formats); ``formats/`` has one file for each format.
"""
