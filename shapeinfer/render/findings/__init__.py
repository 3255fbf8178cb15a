"""Findings as text for people: which of them are told together, and the blocks of lines."""
