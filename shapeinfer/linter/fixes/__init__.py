"""Fixes: the changes that fix findings, and models under them.

A fix knows one finding and the model it was found in, and says what is to be changed; it does not know
bytes, files or formats, and it changes nothing that its finding does not name. Begin with ``plan.py`` (which
code has which fix), then ``settle.py``, which applies fixes until nothing is left to fix.
"""
