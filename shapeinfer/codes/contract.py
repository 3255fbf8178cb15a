"""Codes of SI4: what the interface promises, and what the model demands of its inputs."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, WARNING, define

UNSATISFIABLE = define(
    "SI401",
    "unsatisfiable-contract",
    ERROR,
    "no sizes can satisfy what the model demands of its inputs",
    "Two demands exclude each other.",
    "The message names both: one of them is wrong.",
)
ASSUMED_SIZE = define(
    "SI402",
    "assumed-size",
    INFO,
    "a printed size holds only where this does",
    "Where it does not hold the run may work, with another shape.",
    "Nothing to mend; check the sizes you run.",
)
INPUT_REFUSED = define(
    "SI403",
    "input-refused",
    ERROR,
    "an input is given another type, rank or size than the model declares",
    "The runtime turns it away before anything runs.",
    "Give what is declared, or export with a dynamic dim.",
)
SYMBOLS_TIED = define(
    "SI404",
    "symbols-tied",
    WARNING,
    "two symbols that are declared apart must fit together",
    "Whoever reads the interface takes them for free, and some sizes fail.",
    "Give both dims one name at export, or tell your users.",
)
SYMBOL_FIXED = define(
    "SI405",
    "symbol-fixed",
    WARNING,
    "a symbol can only be one size",
    "The interface promises a free size, and every other one fails.",
    "Declare the number, or export again with a dynamic dim that is one.",
)
TWO_SIZES = define(
    "SI406",
    "symbol-two-sizes",
    WARNING,
    "one dim name on the outputs stands for two sizes",
    "Whoever reads the interface takes the two for equal; ONNX Runtime plans buffers by these names, and may "
    "fail to reuse one.",
    "Give each size a name of its own.",
)
DIM_NAMES = define(
    "SI407",
    "dim-names",
    INFO,
    "a dim of the interface has no name, or one that a tool made up",
    "Nobody can tell which sizes belong together, and check can't be told of them by name.",
    "Name the dynamic dims at export.",
    default=False,
)
