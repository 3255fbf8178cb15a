"""Visits a model's nodes in order and infers the facts of their outputs, through bodies and functions.

This wing calls the rules and instantiates their outcomes at places. It must not know the contract, reports
or commands. Begin with ``engine.py``, then ``operator.py`` (the outcome of one node) and ``run.py`` (the
result).
"""
