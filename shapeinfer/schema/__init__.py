"""The schemas of ONNX and ONNX Runtime: arity, attributes and element types of each operator version.

This wing knows the generated snapshots and how to check a node against them. It must not know shapes or
the engine. Begin with ``schema.py`` (look-up) and ``conform.py`` (a node against its
schema); ``onnx_data.py`` and ``onnxruntime_data.py`` are generated.
"""
