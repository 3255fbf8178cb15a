"""Rules of ONNX Runtime's own domains: com.microsoft, com.microsoft.nchwc and com.ms.internal.nhwc."""
