"""Codes of SI2: ranks, sizes and axes."""

from __future__ import annotations

from shapeinfer.codes.code import EITHER, ERROR, INFO, WARNING, Fix, define

WRONG_RANK = define(
    "SI201",
    "wrong-rank",
    ERROR,
    "an input has a rank that the operator does not allow",
    "The operator is not defined for that many axes.",
    "Squeeze, unsqueeze or reshape the input.",
)
AXIS_OUT_OF_RANGE = define(
    "SI202",
    "axis-out-of-range",
    ERROR,
    "an axis is out of range for the input's rank",
    "An input of rank r has the axes 0 to r-1; negative axes, from -1 to -r, count from the last one.",
    "Use an axis in the range that the message gives.",
)
DUPLICATE_AXIS = define(
    "SI203",
    "duplicate-axis",
    ERROR,
    "an axis is listed twice",
    "The operator can process each axis only once.",
    "Remove one of the two; note that a negative axis and a positive axis may be the same one.",
)
NOT_A_PERMUTATION = define(
    "SI204",
    "not-a-permutation",
    ERROR,
    "perm does not list each axis exactly once",
    "Transpose needs a permutation of all axes.",
    "List every axis of the input exactly once.",
)
RESHAPE_ELEMENT_COUNT = define(
    "SI205",
    "reshape-element-count",
    ERROR,
    "the target shape and the data have different numbers of elements",
    "Reshape keeps every element, so both shapes must hold the same number.",
    "Often the export fixed a size that varies at run time: use -1 or 0 for it in the target.",
)
RESHAPE_TARGET = define(
    "SI206",
    "reshape-target",
    ERROR,
    "the target of a Reshape is not a valid shape",
    "A target may contain one -1 but no lower number, and 0 only at axes that the input has.",
    "Fix the target shape.",
)
BROADCAST_MISMATCH = define(
    "SI207",
    "broadcast-mismatch",
    ERROR,
    "two sizes can't be broadcast together",
    "On each axis the sizes must be equal, or one of them must be 1.",
    "Check which side has the wrong size. Perhaps an axis is missing (Unsqueeze).",
)
CONTRACTION_MISMATCH = define(
    "SI208",
    "contraction-mismatch",
    ERROR,
    "the sizes of the axes that are summed over differ",
    "A matrix product sums over one axis of each input, and both must have the same size.",
    "Check the weight's layout (a transpose may be missing) and the size of the input.",
)
CONCAT_MISMATCH = define(
    "SI209",
    "concat-mismatch",
    ERROR,
    "the inputs of a Concat differ on another axis than the one they are joined on",
    "Inputs can only be joined if all other axes have the same size.",
    "Check which of them has the wrong size. An odd size that is halved and doubled again has grown by 1: "
    "pad the input to a multiple.",
)
SPLIT_SUM = define(
    "SI210",
    "split-sum",
    ERROR,
    "the sizes of a split do not add up to the size of the axis",
    "Split must use the whole axis.",
    "Make the sizes add up, or leave them out for equal pieces.",
)
CHANNEL_MISMATCH = define(
    "SI211",
    "channel-mismatch",
    ERROR,
    "the input does not have the number of channels that the weight requires",
    "A convolution's weight determines how many channels its input must have.",
    "Check the input's layout (NCHW) and the group attribute.",
)
GROUP_MISMATCH = define(
    "SI212",
    "group-mismatch",
    ERROR,
    "the number of channels is not a multiple of the number of groups",
    "All groups must have the same number of channels.",
    "Choose a number of groups that divides the number of channels.",
)
WINDOW_TOO_LARGE = define(
    "SI213",
    "window-too-large",
    ERROR,
    "the window does not fit into the padded input",
    "The window must fit at least once.",
    "Give a larger input, more padding or a smaller kernel.",
)
PARAMETER_SIZE = define(
    "SI214",
    "parameter-size",
    ERROR,
    "the size of a parameter does not fit the input",
    "Scales, biases and zero points must have the size of an axis of the input.",
    "Check that the parameter belongs to this layer.",
)
SQUEEZE_SIZE = define(
    "SI215",
    "squeeze-not-one",
    ERROR,
    "an axis that Squeeze removes does not have size 1",
    "Only an axis of size 1 can be removed without losing elements.",
    "Squeeze another axis, or reshape.",
)
NEGATIVE_SIZE = define(
    "SI216",
    "negative-size",
    ERROR,
    "a computed size is negative",
    "The size of an axis can't be below 0.",
    "Check the arithmetic that the message shows.",
)
SIZE_MISMATCH = define(
    "SI217",
    "size-mismatch",
    ERROR,
    "two sizes that must agree differ",
    "The operator pairs the elements of the two axes.",
    "Check which of the two inputs has the wrong size.",
)
NOT_DIVISIBLE = define(
    "SI218",
    "not-divisible",
    ERROR,
    "a size is not a multiple of the number that must divide it",
    "The operator divides the axis into equal parts.",
    "Choose a size that is a multiple.",
)
LIST_LENGTH = define(
    "SI219",
    "list-length",
    ERROR,
    "the length of a list does not fit the rank",
    "The list needs one entry for each axis, or two for begin and end.",
    "Give the number of entries that the message says.",
)
ELEMENT_SHAPE = define(
    "SI220",
    "sequence-element",
    ERROR,
    "items of a sequence have shapes that do not fit together",
    "The operator that stacks, joins or replaces them needs items of equal shape.",
    "Check what was put into the sequence.",
)
DECLARED_SHAPE = define(
    "SI221",
    "declared-shape-conflict",
    WARNING,
    "the declared shape of a value is not the shape that it has",
    "ONNX Runtime plans its buffers by the declaration and may fail to reuse one; other tools trust it too.",
    "Fix or remove the declaration; `shapeinfer annotate` writes the inferred shape.",
    fix=Fix(
        EITHER,
        "Replaces each declared size that contradicts the inferred one; the others stay, but numbers for "
        "open sizes of what a branch or a Scan's body makes, which ONNX Runtime enforces. In a function, "
        "where sizes depend on the call, it removes the declaration. Unsafe of what a Loop collects, for "
        "without a round the declared sizes are those of the result, and beside a mistake in a body, or "
        "numbers that it declares of what goes in, which a loader could then see.",
    ),
)
BRANCH_RANK = define(
    "SI223",
    "branch-rank",
    WARNING,
    "branches of an If give a value different ranks",
    "The rank of the result depends on data, so the shapes computed from it are unknown.",
    "Make both ranks equal, for example with an Unsqueeze in one branch.",
)
EINSUM_EQUATION = define(
    "SI225",
    "einsum-equation",
    ERROR,
    "the equation does not fit the inputs",
    "Every input needs a term with one letter for each of its axes.",
    "Fix the equation.",
)
EMPTY_REDUCTION = define(
    "SI226",
    "empty-input",
    ERROR,
    "an operator that needs at least one element gets an empty input",
    "The result is not defined for an empty input.",
    "Give a larger input.",
)
SIZE_LIMIT = define(
    "SI227",
    "size-limit",
    ERROR,
    "a size is larger than a table or a limit allows",
    "Reading past the end of a table fails.",
    "Give a smaller input, or export with a larger table.",
)
PAD_TOO_LARGE = define(
    "SI228",
    "pad-too-large",
    ERROR,
    "the padding copies more elements from an axis than it has",
    "Mode reflect can pad at most size - 1 elements, and an empty axis has no element to repeat.",
    "Give a larger input or less padding, or pad with a constant.",
)
ALWAYS_EMPTY = define(
    "SI229",
    "always-empty",
    INFO,
    "an output of a node is empty for all inputs",
    "This may be intended (no padding, an empty cache), or a size is wrong.",
    "Check the sizes in the message.",
    default=False,
)
UNKNOWN_RANK = define(
    "SI230",
    "unknown-rank",
    INFO,
    "the rank of a value is unknown",
    "The values computed from it can't be checked.",
    "Declare the shape in value_info, or make the rank independent of data.",
)
DATA_DEPENDENT = define(
    "SI231",
    "data-dependent-size",
    INFO,
    "a size depends on more than the sizes of the inputs",
    "Memory can't be planned for it, and runtimes that need static shapes refuse it.",
    "Nothing to fix if this is intended. An upper bound (TopK, a fixed trip count) allows planning.",
    default=False,
)
