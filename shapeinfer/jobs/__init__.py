"""The public verbs, one room each: infer, annotate, check, diff, show, explain, and onnx's drop-in
functions.

A job asks the engine, the contract and the reports for its answer; it formats nothing and reads no
command line. Begin with ``infer.py``, whose ``Result`` most other jobs start from; linting has a
wing of its own.
"""
