"""Words and numbers that attributes and sizes are changed to."""

from __future__ import annotations

# Sizes: small ones are common in what fails.
NUMBERS = (0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7)

# Values that some attribute of some operator knows, and some that none does.
STRINGS = (
    "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID", "", "constant", "reflect", "edge", "wrap", "nearest", "linear",
    "cubic", "bilinear", "bicubic", "zeros", "border", "reflection", "avg", "max", "none", "add", "mul", "min", "mean",
    "sum", "half_pixel", "asymmetric", "align_corners", "tf_crop_and_resize", "output_half_pixel", "floor", "ceil",
    "round_prefer_floor", "forward", "reverse", "bidirectional", "Relu", "Tanh", "Sigmoid", "gelu", "silu", "relu",
    "tanh", "DCR", "CRD", "ij,jk->ik", "ii->i", "left", "right", "stretch", "not_larger", "a", "[a-z]+", "(", "RGB",
    "SUM", "NONE", "SOFTMAX", "LOGISTIC", "BRANCH_LEQ", "LEAF", "LINEAR", "POLY", "RBF", "MAX", "L1", "L2", "exact",
    "LOWER", "UPPER", "DENSE", "up", "even", "x",
)  # fmt: skip

# Numbers at the limits of what is stored in 32 and 64 bits, and beyond the size of any axis.
FAR = (2**31 - 1, -(2**31), 2**63 - 1, 10**9, -100, 64, 2**32 + 1, -(2**63), 2**32, 2**31)
