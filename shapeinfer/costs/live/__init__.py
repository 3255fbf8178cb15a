"""How many bytes are alive at once: liveness of values, sums of bytes over open sizes, peaks among them.

It knows graphs, facts and places; it knows no formula of an operator beyond which are views. Begin reading in
``memory.py``, then ``liveness.py`` (from when to when) and ``peak.py`` (which sums matter).
"""
