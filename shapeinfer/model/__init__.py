"""Models: read without their weights, written back annotated, and seen as a graph."""
