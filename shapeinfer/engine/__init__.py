"""The visit: a model's nodes in order, facts in, facts out, with bodies and functions entered.

This wing asks rules and instantiates their outcomes at places; it knows no contract, no report and
no command. Begin with ``engine.py``, then ``operator.py`` (what one node becomes) and ``run.py``
(what a visit leaves).
"""
