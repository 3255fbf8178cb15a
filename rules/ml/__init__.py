"""Rules of ai.onnx.ml: classical machine learning."""
