"""Nodes that ONNX Runtime's usual optimizations write anew.

See ``completed.py`` for the target that a Reshape takes, ``contiguous.py`` for Reshapes in a row,
``sliced.py`` for Gathers of a Range, and ``either_way.py`` for what runs meet with and without."""
