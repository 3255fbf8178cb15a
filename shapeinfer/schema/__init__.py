"""What ONNX and ONNX Runtime declare of each operator version: arity, attributes and element types.

This wing knows the generated snapshots and how to hold a node against them; it knows no rule's
shapes and no engine. Begin with ``schema.py`` (look-up) and ``conform.py`` (a node against its
schema); ``onnx_data.py`` and ``onnxruntime_data.py`` are generated.
"""
