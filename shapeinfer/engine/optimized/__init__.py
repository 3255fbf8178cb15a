"""What ONNX Runtime's usual optimizations leave out of a model: branches of Ifs, and nodes before a Shape.

It knows nothing of what operators demand. Begin with folded.py."""
