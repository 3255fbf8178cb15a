"""ONNX's protobuf messages out of and into the wire format, without their payloads.

These rooms know bytes and fields; what a message means for a model stands in
``model/structure.py``. Begin with ``wire.py`` (varints and fields), then ``decode.py`` (a model and
its graphs) and ``nodes.py`` (where most of a file's time is spent).
"""
