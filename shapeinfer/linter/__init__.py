"""Lint: checks beyond those of the rules, and a project's policy for findings.

This wing finds the files to lint and their findings, and decides which findings count (selection,
suppressions, baseline, settings). It must not print anything. Begin with ``lint.py`` (one model), then
``judge.py`` (one file under a policy).
"""
