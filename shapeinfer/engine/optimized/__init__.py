"""What ONNX Runtime's usual optimizations change: they leave out branches of Ifs and nodes before a Shape,
and complete the target of a Reshape.

It knows nothing of what operators demand. Begin with folded.py."""
