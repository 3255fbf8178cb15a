"""What ONNX Runtime's usual optimizations leave out of a model: branches of Ifs, nodes before a Shape, and
Transposes before a MatMul.

It knows nothing of what operators demand. Begin with folded.py."""
