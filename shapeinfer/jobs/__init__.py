"""The public verbs, one file each: infer, annotate, check, diff, show, explain, and onnx's drop-in
functions.

A job computes its answer with the engine, the contract and the reports. It must not format output or read
the command line. Begin with ``infer.py``, whose ``Result`` most other jobs use; linting is in ``linter``.
"""
