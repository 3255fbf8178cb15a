"""What a model costs: parameters, multiply-accumulates, bytes read, written and alive, as dims of its inputs'
sizes.

This wing knows what the engine found (facts of every value, what its bodies hold) and one small formula for
each operator; it must not know commands or formats, and returns "unknown" where it
has no formula. Begin reading in ``model.py``, which adds up a whole model; ``operators/`` holds the formulas.
"""
