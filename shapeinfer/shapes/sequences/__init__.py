"""Arithmetic that the rules of sequences share: positions, items, and what they begin and end with."""
