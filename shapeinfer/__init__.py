"""Static shape and type inference for ONNX models."""
