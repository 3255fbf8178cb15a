"""Arithmetic that the rules of layers share: convolutions, attention, products, quantization."""
