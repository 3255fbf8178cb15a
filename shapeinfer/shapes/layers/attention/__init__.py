"""Attention: heads, caches of keys and values, states, and what the specification's function computes."""
