"""Reshapes whose targets ONNX Runtime's usual optimizations change.

See ``completed.py`` for the target that they take, and ``contiguous.py`` for Reshapes in a row."""
