"""ONNX's protobuf messages out of and into the wire format, without their payloads.

These modules know bytes and fields; the meaning of messages for a model is in
``model/structure.py``. Begin with ``wire.py`` (varints and fields), then ``decode.py`` (a model and
its graphs) and ``nodes.py`` (where most of a file's time is spent).
"""
