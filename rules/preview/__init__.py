"""Rules of the preview domains: ai.onnx.preview and ai.onnx.preview.training."""
