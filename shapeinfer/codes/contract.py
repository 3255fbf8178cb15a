"""Codes of SI4: the declared interface, and what the model demands of its inputs."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, SAFE, UNSAFE, WARNING, Fix, define

UNSATISFIABLE = define(
    "SI401",
    "unsatisfiable-contract",
    ERROR,
    "no input sizes satisfy all constraints of the model",
    "The constraints contradict each other, so no run can succeed.",
    "The message lists the constraints: one of them is wrong.",
)
ASSUMED_SIZE = define(
    "SI402",
    "assumed-size",
    INFO,
    "a printed size is correct only under this condition",
    "If the condition is false the model may still run, but with another shape.",
    "Nothing to fix; check that the sizes you use satisfy it.",
)
INPUT_REFUSED = define(
    "SI403",
    "input-refused",
    ERROR,
    "the given type, rank or size of an input is not the declared one",
    "The runtime refuses such an input before it runs any node.",
    "Use the declared type and shape, or export with a dynamic dim.",
)
SYMBOLS_TIED = define(
    "SI404",
    "symbols-tied",
    WARNING,
    "two dims with different names depend on each other",
    "By the declared interface any two sizes are allowed, but some combinations fail.",
    "Give both dims the same name at export, or document the constraint.",
    fix=Fix(
        UNSAFE,
        "Gives both dims the first of the names, if the two sizes must be equal: callers that bind "
        "dims by name must use it.",
    ),
)
SYMBOL_FIXED = define(
    "SI405",
    "symbol-fixed",
    WARNING,
    "a dim is declared as free, but only one size is possible",
    "By the declared interface any size is allowed, but every other size fails. A dim that may also be 1, "
    "because it is broadcast, is told only where its name stands on several axes of inputs.",
    "Declare that size as a number, or export again so that the graph does not fix it.",
    fix=Fix(UNSAFE, "Declares the size as a number: callers that bind the dim by name will fail."),
)
TWO_SIZES = define(
    "SI406",
    "symbol-two-sizes",
    WARNING,
    "one dim name is used for two different sizes",
    "Equal names mean equal sizes: users allocate wrong buffers, and ONNX Runtime, which plans its buffers "
    "by "
    "these names, may fail to reuse one.",
    "Give each size its own name.",
    fix=Fix(SAFE, "Declares the inferred size on the output, as an expression over the dims of the inputs."),
)
DIM_NAMES = define(
    "SI407",
    "dim-names",
    INFO,
    "a dim of an input or output has no name, or a generated name",
    "Such a name does not tell which sizes are equal, and `check --dim` needs a name.",
    "Name the dynamic dims at export.",
    default=False,
    fix=Fix(
        SAFE,
        "Names the dims that have no name: those of inputs after the input and the axis (`x_d0`), "
        "those of outputs after what they are. Generated names stay.",
    ),
)
DECLARED_FOR = define(
    "SI408",
    "declared-for-some-sizes",
    WARNING,
    "values are declared with sizes that they have at some sizes of the inputs only",
    "ONNX Runtime plans by the declared sizes which values share a buffer: a run at other sizes may end with "
    '"Shape mismatch attempting to re-use buffer".',
    "Declare the sizes that are inferred, as `shapeinfer annotate` does, or remove the declarations.",
    fix=Fix(SAFE, "Declares the inferred sizes."),
)
