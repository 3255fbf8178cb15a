"""Outcomes that are used again: at other nodes of a run (instances.py, repeats.py), in later runs
(outcomes.py), and after edits of a graph (incremental.py)."""
