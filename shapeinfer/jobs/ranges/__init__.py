"""The sizes that other tools are told of: shape ranges for TensorRT, dynamic shapes for torch.

This package turns a contract into what each tool can express; it prints nothing. Begin with ``torch.py``.
"""
