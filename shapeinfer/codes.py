"""Every diagnostic code: its severity, what is wrong, why it matters, how to mend it.

Codes are never renumbered nor reused. A rule names codes of SI1 to SI3; the message of the single
finding, with both sides' values, belongs to the rule.
"""

from __future__ import annotations

ERROR, WARNING, INFO = "error", "warning", "info"
SEVERITIES = (ERROR, WARNING, INFO)


class Code:
    """One kind of finding. ``severity`` is what it has where the finding does not say otherwise."""

    __slots__ = ("at_load", "help", "id", "severity", "slug", "title", "why")

    def __init__(self, id_: str, slug: str, severity: str, title: str, why: str, help_: str) -> None:
        # A loader meets what is wrong with structure and types even in a body that never runs.
        self.at_load = id_[:3] in ("SI0", "SI1")
        self.id = id_
        self.slug = slug
        self.severity = severity
        self.title = title
        self.why = why
        self.help = help_

    def __repr__(self) -> str:
        return f"{self.id} {self.slug}"


CODES: dict[str, Code] = {}


def _code(id_: str, slug: str, severity: str, title: str, why: str, help_: str) -> Code:
    code = CODES[id_] = Code(id_, slug, severity, title, why, help_)
    return code


def find(text: str) -> Code | None:
    """The code with this id or slug, in any case."""
    wanted = text.strip().lower()
    return next((c for c in CODES.values() if wanted in (c.id.lower(), c.slug)), None)


# --- SI0: structure ---------------------------------------------------------------------------

UNREADABLE = _code(
    "SI001",
    "unreadable-model",
    ERROR,
    "the file can't be read as a model",
    "Nothing in it can be looked at, and no runtime will load it.",
    "Export the model again, or copy it again: the byte offset says where reading stopped.",
)
NO_GRAPH = _code(
    "SI002",
    "no-graph",
    ERROR,
    "the model has no graph",
    "A model without a graph has nothing to run.",
    "Check that the file is a model and not, say, a tensor.",
)
MISSING_OPSET = _code(
    "SI003",
    "missing-opset-import",
    ERROR,
    "a domain is used that the model does not import",
    "Without an opset version nobody can tell which version of the operator is meant.",
    "Add the domain to opset_import.",
)
OPSET_CONFLICT = _code(
    "SI004",
    "conflicting-opset-imports",
    WARNING,
    "one domain is imported at two versions",
    "Readers differ in which of the versions they take.",
    "Keep one import for each domain.",
)
NEWER_OPSET = _code(
    "SI005",
    "newer-opset",
    INFO,
    "the model imports an opset newer than this tool knows",
    "Operators are judged by the newest version that is known.",
    "Update shapeinfer.",
)
UNDEFINED_INPUT = _code(
    "SI006",
    "undefined-input",
    ERROR,
    "a node reads a value that nobody makes",
    "The runtime refuses to load a graph with a missing value.",
    "Check the spelling, and that no node was dropped when the graph was edited.",
)
UNDEFINED_OUTPUT = _code(
    "SI007",
    "undefined-output",
    ERROR,
    "a graph output is made by no node, input or initializer",
    "The runtime refuses to load it.",
    "Rename the output, or add the node that makes it.",
)
CYCLE = _code(
    "SI008",
    "cycle",
    ERROR,
    "nodes wait for each other in a circle",
    "No order exists in which they could run.",
    "Break the circle that the message lists.",
)
UNSORTED = _code(
    "SI009",
    "unsorted-nodes",
    WARNING,
    "nodes do not stand in the order in which they run",
    "The format asks for sorted nodes; ONNX Runtime sorts them itself, other tools refuse the file.",
    "Save the model through a tool that sorts it.",
)
REDEFINED = _code(
    "SI010",
    "redefined-value",
    ERROR,
    "two places make a value of the same name",
    "A name stands for one value in a graph (SSA).",
    "Rename one of the two.",
)
RECURSIVE_FUNCTION = _code(
    "SI011",
    "recursive-function",
    ERROR,
    "a function calls itself",
    "Functions are expanded in place, and this one has no end.",
    "Write the repetition as a Loop.",
)
UNKNOWN_OPERATOR = _code(
    "SI012",
    "unknown-operator",
    ERROR,
    "the domain has no operator of that name at the imported opset",
    "No runtime can run what the specification does not have at this version.",
    "Check the spelling and the opset import: the message names the versions that have it.",
)
CUSTOM_OPERATOR = _code(
    "SI013",
    "custom-operator",
    INFO,
    "an operator of a domain for which there is no rule",
    "What it makes is unknown, and so is what follows from it.",
    "Write a rule for it (README: adding a rule), or declare its outputs in value_info.",
)
DEPRECATED = _code(
    "SI014",
    "deprecated-operator",
    WARNING,
    "the operator is deprecated at the imported opset",
    "Runtimes drop deprecated operators.",
    "Export with its successor.",
)
INPUT_COUNT = _code(
    "SI015",
    "wrong-input-count",
    ERROR,
    "a node has too few or too many inputs",
    "The operator does not exist in that form.",
    "Compare the node with the operator's page.",
)
OUTPUT_COUNT = _code(
    "SI016",
    "wrong-output-count",
    ERROR,
    "a node has too few or too many outputs",
    "The operator does not exist in that form.",
    "Compare the node with the operator's page.",
)
UNKNOWN_ATTRIBUTE = _code(
    "SI017",
    "unknown-attribute",
    ERROR,
    "the operator has no such attribute at this version",
    "The runtime refuses an attribute that it does not know.",
    "Check the spelling, and the opset at which the attribute came or went.",
)
MISSING_ATTRIBUTE = _code(
    "SI018",
    "missing-attribute",
    ERROR,
    "a required attribute is missing",
    "The operator is not defined without it.",
    "Set it.",
)
ATTRIBUTE_TYPE = _code(
    "SI019",
    "attribute-type",
    ERROR,
    "an attribute has another type than the operator takes",
    "The runtime refuses it.",
    "Write it with the type that the message names.",
)
DUPLICATE_ATTRIBUTE = _code(
    "SI020",
    "duplicate-attribute",
    WARNING,
    "an attribute is given twice, or with two kinds of value",
    "Readers differ in which they take.",
    "Keep one.",
)
EXTERNAL_DATA = _code(
    "SI022",
    "external-data-missing",
    WARNING,
    "a file with weights is not where the model says",
    "The shapes can be checked without it; the model can't be run.",
    "Ship the file beside the model, under the name in the message.",
)
PAYLOAD = _code(
    "SI023",
    "payload-mismatch",
    ERROR,
    "a tensor's contents do not fit its dims",
    "The runtime refuses to load the tensor.",
    "Write the tensor again: dims and contents must agree.",
)
IR_VERSION = _code(
    "SI024",
    "newer-ir-version",
    INFO,
    "the file's IR version is newer than this tool knows",
    "New kinds of content may be overlooked.",
    "Update shapeinfer.",
)
UNBOUND_ATTRIBUTE = _code(
    "SI025",
    "unbound-attribute",
    ERROR,
    "a function's body refers to an attribute that the call does not give",
    "The attribute has no value there.",
    "Give it at the call, or a default in the function.",
)
NOT_INFERRED = _code(
    "SI026",
    "not-inferred",
    INFO,
    "there is no rule yet for this operator at this version",
    "What it makes is unknown, and so is what follows from it.",
    "Declare its outputs in value_info.",
)
MISSING_INPUT = _code(
    "SI027",
    "missing-input",
    ERROR,
    "a required input is left out",
    "The operator is not defined without it.",
    "Connect it.",
)

RULE_FAILED = _code(
    "SI029",
    "rule-failed",
    INFO,
    "our own rule stumbled over this node",
    "What it makes is unknown here. This is a bug of shapeinfer, not of the model.",
    "Please report it with the model, or the node and the shapes of its inputs.",
)

TOO_DEEP = _code(
    "SI030",
    "too-deep",
    INFO,
    "bodies or functions nest too deep to be followed",
    "What lies below is unknown.",
    "Flatten the model.",
)
EARLY_OPERATOR = _code(
    "SI031",
    "early-operator",
    WARNING,
    "an operator is used below the opset that introduced it",
    "ONNX Runtime registers some operators earlier than the standard; other runtimes refuse the model.",
    "Raise the opset import to the one that has the operator.",
)

STALE_SUPPRESSION = _code(
    "SI090",
    "stale-suppression",
    WARNING,
    "a suppression in the model suppresses nothing",
    "It would hide the next finding of its kind, which nobody has looked at.",
    "Take the selector out of the metadata entry shapeinfer.ignore.",
)
BAD_SUPPRESSION = _code(
    "SI091",
    "bad-suppression",
    WARNING,
    "a suppression in the model names no code",
    "What it was meant to suppress is reported all the same.",
    "Write codes, beginnings of codes or slugs, with commas, and a reason after a colon: SI205: why.",
)
NOT_EXAMINED = _code(
    "SI092",
    "not-examined",
    WARNING,
    "the file could not be examined",
    "Nothing is known of the model: memory ran out, or shapeinfer made a mistake.",
    "Examine it alone. If that fails too, please report it, with the model or its graph without weights.",
)

# --- SI1: types -------------------------------------------------------------------------------

TYPE_NOT_ALLOWED = _code(
    "SI101",
    "type-not-allowed",
    ERROR,
    "the operator does not take this type at this version",
    "The runtime has no kernel for it and refuses to load the model.",
    "Cast the input, or raise the opset to the version that allows the type.",
)
TYPE_CONFLICT = _code(
    "SI102",
    "type-conflict",
    ERROR,
    "inputs that must have one type have two",
    "The runtime refuses to load it.",
    "Cast one of them: the message names both.",
)
DECLARED_TYPE = _code(
    "SI103",
    "declared-type-conflict",
    ERROR,
    "a value is declared with another type than it has",
    "The runtime compares the two when it loads the model, and refuses.",
    "Mend or remove the declaration.",
)
BODY_TYPE = _code(
    "SI104",
    "body-type-conflict",
    ERROR,
    "branches, or the rounds of a loop, make different types",
    "A value has one type.",
    "Cast inside the body.",
)
WRONG_KIND = _code(
    "SI105",
    "wrong-kind",
    ERROR,
    "a tensor was needed and something else came, or the reverse",
    "The runtime refuses to load it.",
    "Compare the node with the operator's page.",
)

# --- SI2: shapes ------------------------------------------------------------------------------

WRONG_RANK = _code(
    "SI201",
    "wrong-rank",
    ERROR,
    "an input has a rank that the operator does not take",
    "The operator is not defined for that many axes.",
    "Squeeze, unsqueeze or reshape the input.",
)
AXIS_OUT_OF_RANGE = _code(
    "SI202",
    "axis-out-of-range",
    ERROR,
    "an axis lies outside the input's rank",
    "Axes count from 0, or from -1 at the back.",
    "Give an axis within the range of the message.",
)
DUPLICATE_AXIS = _code(
    "SI203",
    "duplicate-axis",
    ERROR,
    "an axis is named twice",
    "Each axis can be treated once.",
    "Drop the second mention; mind that -1 is the last axis too.",
)
NOT_A_PERMUTATION = _code(
    "SI204",
    "not-a-permutation",
    ERROR,
    "perm does not name each axis once",
    "Transpose needs an order of all axes.",
    "List every axis of the input exactly once.",
)
RESHAPE_ELEMENT_COUNT = _code(
    "SI205",
    "reshape-element-count",
    ERROR,
    "the target shape holds another number of elements",
    "Reshape keeps every element: both shapes must hold as many.",
    "Often a size was fixed at export that is not fixed at run time: use -1 or 0 in the target there.",
)
RESHAPE_TARGET = _code(
    "SI206",
    "reshape-target",
    ERROR,
    "the target of a Reshape is no shape",
    "At most one -1, none below, and 0 only where the input has that axis.",
    "Mend the target.",
)
BROADCAST_MISMATCH = _code(
    "SI207",
    "broadcast-mismatch",
    ERROR,
    "two sizes can't be broadcast together",
    "Sizes on one axis must be equal, or one of them 1.",
    "Check which side has the wrong size; an axis may have to be inserted (Unsqueeze).",
)
CONTRACTION_MISMATCH = _code(
    "SI208",
    "contraction-mismatch",
    ERROR,
    "the sizes that are multiplied and summed over differ",
    "A product of matrices sums over one axis of both, of one size.",
    "Check the weight's layout (a transpose may be missing), or the size of what comes in.",
)
CONCAT_MISMATCH = _code(
    "SI209",
    "concat-mismatch",
    ERROR,
    "pieces differ off the axis on which they are joined",
    "Pieces can only be joined if all other axes agree.",
    "Often an odd size was halved and doubled on one side: pad the input to a multiple.",
)
SPLIT_SUM = _code(
    "SI210",
    "split-sum",
    ERROR,
    "the pieces of a split do not add up to the axis",
    "Split cuts the axis up completely.",
    "Make the sizes add up, or leave them out for equal pieces.",
)
CHANNEL_MISMATCH = _code(
    "SI211",
    "channel-mismatch",
    ERROR,
    "the number of channels is not what the weight was made for",
    "A convolution's weight fixes the channels of its input.",
    "Check the input's layout (NCHW) and the group attribute.",
)
GROUP_MISMATCH = _code(
    "SI212",
    "group-mismatch",
    ERROR,
    "channels can't be divided into that many groups",
    "Each group gets as many channels as any other.",
    "Choose a group count that divides the channels.",
)
WINDOW_TOO_LARGE = _code(
    "SI213",
    "window-too-large",
    ERROR,
    "the window does not fit into the padded input",
    "There is no place at which it could be put.",
    "Give a larger input, more padding or a smaller kernel.",
)
PARAMETER_SIZE = _code(
    "SI214",
    "parameter-size",
    ERROR,
    "a parameter has another size than the input asks for",
    "Scales, biases and zero points go with an axis of the input.",
    "Check that the parameter belongs to this layer.",
)
SQUEEZE_SIZE = _code(
    "SI215",
    "squeeze-not-one",
    ERROR,
    "an axis to be squeezed is not of size 1",
    "Only an axis of size 1 can be dropped without losing elements.",
    "Squeeze another axis, or reshape.",
)
NEGATIVE_SIZE = _code(
    "SI216",
    "negative-size",
    ERROR,
    "a size comes out below zero",
    "A tensor can't have fewer than no elements.",
    "Check the arithmetic that the message shows.",
)
SIZE_MISMATCH = _code(
    "SI217",
    "size-mismatch",
    ERROR,
    "two sizes that must agree differ",
    "The operator pairs up the two axes.",
    "Check which of the two inputs has the wrong size.",
)
NOT_DIVISIBLE = _code(
    "SI218",
    "not-divisible",
    ERROR,
    "a size is not a multiple of what it is divided into",
    "The operator cuts the axis into equal parts.",
    "Choose a size that is a multiple.",
)
LIST_LENGTH = _code(
    "SI219",
    "list-length",
    ERROR,
    "a list has another length than the rank asks for",
    "There is one entry for each axis (two for begin and end).",
    "Give as many entries as the message says.",
)
ELEMENT_SHAPE = _code(
    "SI220",
    "sequence-element",
    ERROR,
    "items of a sequence do not fit what is done with them",
    "They are stacked, joined or replaced as if they were alike.",
    "Check what was put into the sequence.",
)
DECLARED_SHAPE = _code(
    "SI221",
    "declared-shape-conflict",
    WARNING,
    "a value is declared with another shape than it has",
    "The runtime runs it and ignores the declaration; tools that trust it plan wrong sizes.",
    "Mend or remove the declaration: annotate writes the inferred one.",
)
BRANCH_RANK = _code(
    "SI223",
    "branch-rank",
    WARNING,
    "branches of an If make different ranks",
    "The rank of the result depends on data, so nothing after it can be planned.",
    "Make both branches agree, for example by an Unsqueeze in one.",
)
EINSUM_EQUATION = _code(
    "SI225",
    "einsum-equation",
    ERROR,
    "the equation does not fit the inputs",
    "Every input needs a term with one letter for each of its axes.",
    "Mend the equation.",
)
EMPTY_REDUCTION = _code(
    "SI226",
    "empty-input",
    ERROR,
    "an operation that needs at least one element gets none",
    "There is no result for no elements.",
    "Give a larger input.",
)
SIZE_LIMIT = _code(
    "SI227",
    "size-limit",
    ERROR,
    "a size lies beyond what a table or a limit allows",
    "Reading past the end of a table fails.",
    "Give a smaller input, or export with a larger table.",
)
PAD_TOO_LARGE = _code(
    "SI228",
    "pad-too-large",
    ERROR,
    "more padding is copied from an axis than the axis has",
    "Reflection mirrors at most size - 1 elements, and an empty axis has none to repeat.",
    "Give a larger input or less padding, or pad with a constant.",
)

# --- SI3: values ------------------------------------------------------------------------------

INDEX_OUT_OF_RANGE = _code(
    "SI301",
    "index-out-of-range",
    ERROR,
    "an index lies outside the axis it points into",
    "The runtime refuses to read there.",
    "Indices go from -n to n-1 for an axis of size n.",
)
ZERO_STEP = _code(
    "SI302",
    "zero-step",
    ERROR,
    "a step or divisor is zero",
    "Nothing can be stepped or divided by zero.",
    "Give another value.",
)
VALUE_NOT_ALLOWED = _code(
    "SI303",
    "value-not-allowed",
    ERROR,
    "an attribute or constant has a value that the operator does not take",
    "The operator is not defined for it.",
    "Give one of the values that the message names.",
)
CLIP_BOUNDS = _code(
    "SI305",
    "clip-bounds",
    WARNING,
    "the bounds of a Clip are in the wrong order or no scalars",
    "With min above max every element becomes max.",
    "Swap the bounds.",
)
OVERFLOW = _code(
    "SI306",
    "integer-overflow",
    WARNING,
    "shape arithmetic leaves the range of its integer type",
    "The result wraps around and no longer says what was meant.",
    "Compute in int64, or with smaller numbers.",
)
RUNTIME_DIFFERS = _code(
    "SI307",
    "runtime-differs",
    WARNING,
    "the specification and the runtimes disagree about this",
    "The model runs differently, or not at all, depending on who runs it (docs/disagreements.md).",
    "Write it in a form about which all agree.",
)
INEXACT_FLOAT = _code(
    "SI308",
    "inexact-float-size",
    INFO,
    "a size is computed through floats that can't hold it exactly",
    "From some size on the result differs from exact arithmetic.",
    "Compute sizes with integers.",
)

# --- SI4: the contract ------------------------------------------------------------------------

UNSATISFIABLE = _code(
    "SI401",
    "unsatisfiable-contract",
    ERROR,
    "no sizes can satisfy what the model demands of its inputs",
    "Two demands exclude each other.",
    "The message names both: one of them is wrong.",
)
ASSUMED_SIZE = _code(
    "SI402",
    "assumed-size",
    INFO,
    "a printed size holds only where this does",
    "Where it does not hold the run may work, with another shape.",
    "Nothing to mend; check the sizes you run.",
)
INPUT_REFUSED = _code(
    "SI403",
    "input-refused",
    ERROR,
    "an input is given another type, rank or size than the model declares",
    "The runtime turns it away before anything runs.",
    "Give what is declared, or export with a dynamic dim.",
)
SYMBOLS_TIED = _code(
    "SI404",
    "symbols-tied",
    WARNING,
    "two symbols that are declared apart must fit together",
    "Whoever reads the interface takes them for free, and some sizes fail.",
    "Give both dims one name at export, or tell your users.",
)
SYMBOL_FIXED = _code(
    "SI405",
    "symbol-fixed",
    WARNING,
    "a symbol can only be one size",
    "The interface promises a free size, and every other one fails.",
    "Declare the number, or export again with a dynamic dim that is one.",
)
