"""Models that a program holds and edits: sessions, and ``onnx_ir`` models."""
