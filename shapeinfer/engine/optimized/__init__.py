"""What ONNX Runtime's usual optimizations change: they leave out branches of Ifs, nodes before a Shape, and
Transposes before a MatMul; they complete the target of a Reshape, and make Slices of Gathers.

It knows nothing of what operators demand. Begin with reported.py."""
