"""What ONNX Runtime knows when it loads a model, which is less than we know: the ranks and contents that it
does not infer, and what it refuses of nodes in bodies that may never run.

It knows nothing of what single operators demand. Begin with seen.py (sizes) and ranks.py;
refused_data.py was measured."""
