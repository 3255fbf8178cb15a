"""Lint: checks beyond what rules require, and a project's policy over what was found.

This wing knows which findings a file has, which of them count (selection, suppressions, baseline,
settings) and which files are meant; it prints nothing. Begin with ``lint.py`` (one model), then
``judge.py`` (one file under a policy).
"""
