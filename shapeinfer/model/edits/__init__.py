"""Edits of a model: what is to change, and the new file made of the old one's bytes.

These modules know which fields of a file hold what an edit names, and copy the rest without decoding it; they
do not know why something is changed. Begin with ``edit.py`` (what can be changed), then ``apply.py``, which
walks the model, and ``body.py`` for the fields of a graph.
"""
