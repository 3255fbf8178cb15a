"""Codes of SI2: ranks, sizes and axes."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, WARNING, define

WRONG_RANK = define(
    "SI201",
    "wrong-rank",
    ERROR,
    "an input has a rank that the operator does not take",
    "The operator is not defined for that many axes.",
    "Squeeze, unsqueeze or reshape the input.",
)
AXIS_OUT_OF_RANGE = define(
    "SI202",
    "axis-out-of-range",
    ERROR,
    "an axis lies outside the input's rank",
    "Axes count from 0, or from -1 at the back.",
    "Give an axis within the range of the message.",
)
DUPLICATE_AXIS = define(
    "SI203",
    "duplicate-axis",
    ERROR,
    "an axis is named twice",
    "Each axis can be treated once.",
    "Drop the second mention; mind that -1 is the last axis too.",
)
NOT_A_PERMUTATION = define(
    "SI204",
    "not-a-permutation",
    ERROR,
    "perm does not name each axis once",
    "Transpose needs an order of all axes.",
    "List every axis of the input exactly once.",
)
RESHAPE_ELEMENT_COUNT = define(
    "SI205",
    "reshape-element-count",
    ERROR,
    "the target shape holds another number of elements",
    "Reshape keeps every element: both shapes must hold as many.",
    "Often a size was fixed at export that is not fixed at run time: use -1 or 0 in the target there.",
)
RESHAPE_TARGET = define(
    "SI206",
    "reshape-target",
    ERROR,
    "the target of a Reshape is no shape",
    "At most one -1, none below, and 0 only where the input has that axis.",
    "Mend the target.",
)
BROADCAST_MISMATCH = define(
    "SI207",
    "broadcast-mismatch",
    ERROR,
    "two sizes can't be broadcast together",
    "Sizes on one axis must be equal, or one of them 1.",
    "Check which side has the wrong size; an axis may have to be inserted (Unsqueeze).",
)
CONTRACTION_MISMATCH = define(
    "SI208",
    "contraction-mismatch",
    ERROR,
    "the sizes that are multiplied and summed over differ",
    "A product of matrices sums over one axis of both, of one size.",
    "Check the weight's layout (a transpose may be missing), or the size of what comes in.",
)
CONCAT_MISMATCH = define(
    "SI209",
    "concat-mismatch",
    ERROR,
    "pieces differ off the axis on which they are joined",
    "Pieces can only be joined if all other axes agree.",
    "Often an odd size was halved and doubled on one side: pad the input to a multiple.",
)
SPLIT_SUM = define(
    "SI210",
    "split-sum",
    ERROR,
    "the pieces of a split do not add up to the axis",
    "Split cuts the axis up completely.",
    "Make the sizes add up, or leave them out for equal pieces.",
)
CHANNEL_MISMATCH = define(
    "SI211",
    "channel-mismatch",
    ERROR,
    "the number of channels is not what the weight was made for",
    "A convolution's weight fixes the channels of its input.",
    "Check the input's layout (NCHW) and the group attribute.",
)
GROUP_MISMATCH = define(
    "SI212",
    "group-mismatch",
    ERROR,
    "channels can't be divided into that many groups",
    "Each group gets as many channels as any other.",
    "Choose a group count that divides the channels.",
)
WINDOW_TOO_LARGE = define(
    "SI213",
    "window-too-large",
    ERROR,
    "the window does not fit into the padded input",
    "There is no place at which it could be put.",
    "Give a larger input, more padding or a smaller kernel.",
)
PARAMETER_SIZE = define(
    "SI214",
    "parameter-size",
    ERROR,
    "a parameter has another size than the input asks for",
    "Scales, biases and zero points go with an axis of the input.",
    "Check that the parameter belongs to this layer.",
)
SQUEEZE_SIZE = define(
    "SI215",
    "squeeze-not-one",
    ERROR,
    "an axis to be squeezed is not of size 1",
    "Only an axis of size 1 can be dropped without losing elements.",
    "Squeeze another axis, or reshape.",
)
NEGATIVE_SIZE = define(
    "SI216",
    "negative-size",
    ERROR,
    "a size comes out below zero",
    "A tensor can't have fewer than no elements.",
    "Check the arithmetic that the message shows.",
)
SIZE_MISMATCH = define(
    "SI217",
    "size-mismatch",
    ERROR,
    "two sizes that must agree differ",
    "The operator pairs up the two axes.",
    "Check which of the two inputs has the wrong size.",
)
NOT_DIVISIBLE = define(
    "SI218",
    "not-divisible",
    ERROR,
    "a size is not a multiple of what it is divided into",
    "The operator cuts the axis into equal parts.",
    "Choose a size that is a multiple.",
)
LIST_LENGTH = define(
    "SI219",
    "list-length",
    ERROR,
    "a list has another length than the rank asks for",
    "There is one entry for each axis (two for begin and end).",
    "Give as many entries as the message says.",
)
ELEMENT_SHAPE = define(
    "SI220",
    "sequence-element",
    ERROR,
    "items of a sequence do not fit what is done with them",
    "They are stacked, joined or replaced as if they were alike.",
    "Check what was put into the sequence.",
)
DECLARED_SHAPE = define(
    "SI221",
    "declared-shape-conflict",
    WARNING,
    "a value is declared with another shape than it has",
    "The runtime runs it and ignores the declaration; tools that trust it plan wrong sizes.",
    "Mend or remove the declaration: annotate writes the inferred one.",
)
BRANCH_RANK = define(
    "SI223",
    "branch-rank",
    WARNING,
    "branches of an If make different ranks",
    "The rank of the result depends on data, so nothing after it can be planned.",
    "Make both branches agree, for example by an Unsqueeze in one.",
)
EINSUM_EQUATION = define(
    "SI225",
    "einsum-equation",
    ERROR,
    "the equation does not fit the inputs",
    "Every input needs a term with one letter for each of its axes.",
    "Mend the equation.",
)
EMPTY_REDUCTION = define(
    "SI226",
    "empty-input",
    ERROR,
    "an operation that needs at least one element gets none",
    "There is no result for no elements.",
    "Give a larger input.",
)
SIZE_LIMIT = define(
    "SI227",
    "size-limit",
    ERROR,
    "a size lies beyond what a table or a limit allows",
    "Reading past the end of a table fails.",
    "Give a smaller input, or export with a larger table.",
)
PAD_TOO_LARGE = define(
    "SI228",
    "pad-too-large",
    ERROR,
    "more padding is copied from an axis than the axis has",
    "Reflection mirrors at most size - 1 elements, and an empty axis has none to repeat.",
    "Give a larger input or less padding, or pad with a constant.",
)
ALWAYS_EMPTY = define(
    "SI229",
    "always-empty",
    INFO,
    "a node makes a tensor without elements, whatever the inputs",
    "It may be meant (no padding, an empty cache), or a size has gone wrong.",
    "Look at the sizes in the message.",
    default=False,
)
UNKNOWN_RANK = define(
    "SI230",
    "unknown-rank",
    INFO,
    "not even the rank of a value is known",
    "Nothing that follows from it can be checked.",
    "Declare it in value_info, or make the rank independent of data.",
)
DATA_DEPENDENT = define(
    "SI231",
    "data-dependent-size",
    INFO,
    "a size depends on more than the sizes of the inputs",
    "It can't be planned ahead, and runtimes with static shapes do not take it.",
    "Nothing to mend where it is meant; a bound (TopK, a fixed number of rounds) makes it plannable.",
    default=False,
)
