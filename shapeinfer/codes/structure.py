"""Codes of SI0: how the file, its graphs, nodes and stored tensors are put together."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, WARNING, define

UNREADABLE = define(
    "SI001",
    "unreadable-model",
    ERROR,
    "the file can't be read as a model",
    "Nothing in it can be looked at, and no runtime will load it.",
    "Export the model again, or copy it again: the byte offset says where reading stopped.",
)
NO_GRAPH = define(
    "SI002",
    "no-graph",
    ERROR,
    "the model has no graph",
    "A model without a graph has nothing to run.",
    "Check that the file is a model and not, say, a tensor.",
)
MISSING_OPSET = define(
    "SI003",
    "missing-opset-import",
    ERROR,
    "a domain is used that the model does not import",
    "Without an opset version nobody can tell which version of the operator is meant.",
    "Add the domain to opset_import.",
)
OPSET_CONFLICT = define(
    "SI004",
    "conflicting-opset-imports",
    WARNING,
    "one domain is imported at two versions",
    "Readers differ in which of the versions they take.",
    "Keep one import for each domain.",
)
NEWER_OPSET = define(
    "SI005",
    "newer-opset",
    INFO,
    "the model imports an opset newer than this tool knows",
    "Operators are judged by the newest version that is known.",
    "Update shapeinfer.",
)
UNDEFINED_INPUT = define(
    "SI006",
    "undefined-input",
    ERROR,
    "a node reads a value that nobody makes",
    "The runtime refuses to load a graph with a missing value.",
    "Check the spelling, and that no node was dropped when the graph was edited.",
)
UNDEFINED_OUTPUT = define(
    "SI007",
    "undefined-output",
    ERROR,
    "a graph output is made by no node, input or initializer",
    "The runtime refuses to load it.",
    "Rename the output, or add the node that makes it.",
)
CYCLE = define(
    "SI008",
    "cycle",
    ERROR,
    "nodes wait for each other in a circle",
    "No order exists in which they could run.",
    "Break the circle that the message lists.",
)
UNSORTED = define(
    "SI009",
    "unsorted-nodes",
    WARNING,
    "nodes do not stand in the order in which they run",
    "The format asks for sorted nodes; ONNX Runtime sorts them itself, other tools refuse the file.",
    "Save the model through a tool that sorts it.",
)
REDEFINED = define(
    "SI010",
    "redefined-value",
    ERROR,
    "two places make a value of the same name",
    "A name stands for one value in a graph (SSA).",
    "Rename one of the two.",
)
RECURSIVE_FUNCTION = define(
    "SI011",
    "recursive-function",
    ERROR,
    "a function calls itself",
    "Functions are expanded in place, and this one has no end.",
    "Write the repetition as a Loop.",
)
UNKNOWN_OPERATOR = define(
    "SI012",
    "unknown-operator",
    ERROR,
    "the domain has no operator of that name at the imported opset",
    "No runtime can run what the specification does not have at this version.",
    "Check the spelling and the opset import: the message names the versions that have it.",
)
CUSTOM_OPERATOR = define(
    "SI013",
    "custom-operator",
    INFO,
    "an operator of a domain for which there is no rule",
    "What it makes is unknown, and so is what follows from it.",
    "Write a rule for it (README: adding a rule), or declare its outputs in value_info.",
)
DEPRECATED = define(
    "SI014",
    "deprecated-operator",
    ERROR,
    "the operator is deprecated at the imported opset",
    "An operator leaves the standard with the version that deprecates it, and what loads the model refuses "
    "it. It is a warning where ONNX Runtime takes it all the same.",
    "Export with its successor.",
)
INPUT_COUNT = define(
    "SI015",
    "wrong-input-count",
    ERROR,
    "a node has too few or too many inputs",
    "The operator does not exist in that form.",
    "Compare the node with the operator's page.",
)
OUTPUT_COUNT = define(
    "SI016",
    "wrong-output-count",
    ERROR,
    "a node has too few or too many outputs",
    "The operator does not exist in that form.",
    "Compare the node with the operator's page.",
)
UNKNOWN_ATTRIBUTE = define(
    "SI017",
    "unknown-attribute",
    ERROR,
    "the operator has no such attribute at this version",
    "The runtime refuses an attribute that it does not know.",
    "Check the spelling, and the opset at which the attribute came or went.",
)
MISSING_ATTRIBUTE = define(
    "SI018",
    "missing-attribute",
    ERROR,
    "a required attribute is missing",
    "The operator is not defined without it.",
    "Set it.",
)
ATTRIBUTE_TYPE = define(
    "SI019",
    "attribute-type",
    ERROR,
    "an attribute has another type than the operator takes",
    "The runtime refuses it.",
    "Write it with the type that the message names.",
)
DUPLICATE_ATTRIBUTE = define(
    "SI020",
    "duplicate-attribute",
    WARNING,
    "an attribute is given twice, or with two kinds of value",
    "Readers differ in which they take.",
    "Keep one.",
)
EXTERNAL_DATA = define(
    "SI022",
    "external-data-missing",
    WARNING,
    "a file with weights is not where the model says",
    "The shapes can be checked without it; the model can't be run.",
    "Ship the file beside the model, under the name in the message.",
)
PAYLOAD = define(
    "SI023",
    "payload-mismatch",
    ERROR,
    "a tensor's contents do not fit its dims",
    "The runtime refuses to load the tensor.",
    "Write the tensor again: dims and contents must agree.",
)
IR_VERSION = define(
    "SI024",
    "newer-ir-version",
    INFO,
    "the file's IR version is newer than this tool knows",
    "New kinds of content may be overlooked.",
    "Update shapeinfer.",
)
UNBOUND_ATTRIBUTE = define(
    "SI025",
    "unbound-attribute",
    WARNING,
    "an attribute refers to an attribute of a function, and stands in none",
    "There is nothing it could refer to: ONNX Runtime reads 0 or an empty list, others refuse it.",
    "Give the attribute a value, or move the node into the function.",
)
NOT_INFERRED = define(
    "SI026",
    "not-inferred",
    INFO,
    "nothing can be inferred of this operator: it stands for a part that was compiled, or has no rule",
    "What it makes is unknown, and so is what follows from it.",
    "Lint the model before a part of it is compiled, and declare what that part makes in value_info.",
)
MISSING_INPUT = define(
    "SI027",
    "missing-input",
    ERROR,
    "a required input is left out",
    "The operator is not defined without it.",
    "Connect it.",
)
RULE_FAILED = define(
    "SI029",
    "rule-failed",
    INFO,
    "our own rule stumbled over this node",
    "What it makes is unknown here. This is a bug of shapeinfer, not of the model.",
    "Please report it with the model, or the node and the shapes of its inputs.",
)
TOO_DEEP = define(
    "SI030",
    "too-deep",
    INFO,
    "bodies or functions nest too deep to be followed",
    "What lies below is unknown.",
    "Flatten the model.",
)
EARLY_OPERATOR = define(
    "SI031",
    "early-operator",
    WARNING,
    "an operator is used below the opset that introduced it",
    "ONNX Runtime registers some operators earlier than the standard; other runtimes refuse the model.",
    "Raise the opset import to the one that has the operator.",
)
DEAD_NODES = define(
    "SI032",
    "dead-nodes",
    INFO,
    "nodes make values that no output needs",
    "They cost space, and often time, and change nothing; often an output was forgotten.",
    "Remove them, or name what they make among the outputs.",
)
UNUSED_INITIALIZERS = define(
    "SI033",
    "unused-initializers",
    INFO,
    "initializers that nothing reads",
    "They make the file larger and change nothing.",
    "Remove them.",
)
UNUSED_FUNCTIONS = define(
    "SI034",
    "unused-functions",
    INFO,
    "functions that nothing calls",
    "They change nothing; a node that should call one may have another name or domain.",
    "Remove them, or mend the call: domain, name and overload must all agree.",
)
UNUSED_INPUTS = define(
    "SI035",
    "unused-inputs",
    INFO,
    "graph inputs that nothing reads",
    "Callers must feed them for nothing; often tracing has lost what used them, such as a mask.",
    "Remove them, or look for what should have read them.",
)
OVERRIDABLE = define(
    "SI036",
    "overridable-initializers",
    INFO,
    "initializers are inputs too, so that callers may replace them",
    "Since IR version 4 this makes them defaults: no runtime may fold them into other nodes.",
    "Export with keep_initializers_as_inputs=False, or remove them from the inputs.",
)
SHADOWED = define(
    "SI037",
    "shadowed-name",
    WARNING,
    "a node in a body gives its output the name of a value around the body",
    "The format forbids it; ONNX Runtime refuses it where the outer value is there before the body runs.",
    "Rename the value in the body.",
)
UNNAMED_NODES = define(
    "SI038",
    "unnamed-nodes",
    INFO,
    "nodes have no name",
    "Profiles, error messages and quantisation lists can only name them by their position.",
    "Name them at export.",
    default=False,
)
DUPLICATE_NODE_NAME = define(
    "SI039",
    "duplicate-node-name",
    ERROR,
    "two nodes of one graph have the same name",
    "The format wants them unique, and ONNX Runtime refuses to load it (but for Constant nodes).",
    "Rename one of them, or leave both without a name.",
)
EXTERNAL_PATH = define(
    "SI040",
    "external-data-path",
    WARNING,
    "weights are looked for outside of the model's folder",
    "The format forbids absolute paths and '..'; newer versions of ONNX Runtime refuse them, and links too.",
    "Put the file beside the model, under a relative path.",
)
EXTERNAL_SIZE = define(
    "SI041",
    "external-data-size",
    WARNING,
    "a file with weights is shorter than the tensors in it",
    "A run would read past its end. A copy cut short looks like this, or a Git LFS pointer.",
    "Copy the file again, or fetch it (git lfs pull).",
)
EXTERNAL_OVERLAP = define(
    "SI042",
    "external-data-overlap",
    WARNING,
    "two tensors share a part of a file, but not all of it",
    "Tied weights share the same bytes; half of them in common is nearly always a wrong offset.",
    "Write the external data again.",
)
FILE_TOO_LARGE = define(
    "SI043",
    "file-too-large",
    ERROR,
    "the file has 2 GiB or more",
    "Protobuf reads no message of that size, so no runtime loads it.",
    "Save the weights as external data.",
)
DUPLICATE_FUNCTION = define(
    "SI044",
    "duplicate-function",
    ERROR,
    "two functions have the same domain, name and overload",
    "A call could mean either; ONNX Runtime refuses to load it.",
    "Rename one of them, or give it another overload.",
)
DUPLICATE_INITIALIZER = define(
    "SI045",
    "duplicate-initializer",
    WARNING,
    "two initializers have the same name",
    "The format forbids it; ONNX Runtime takes the last one, others may take the first.",
    "Keep one.",
)
UNTYPED_INPUT = define(
    "SI046",
    "untyped-input",
    ERROR,
    "a graph input has no type",
    "The runtime must know the type of what it is fed, and refuses to load it.",
    "Declare the input's type.",
)
UNUSED_IMPORTS = define(
    "SI047",
    "unused-imports",
    INFO,
    "domains are imported that no node uses",
    "A runtime that does not know the domain may refuse the model for nothing.",
    "Remove the import.",
    default=False,
)
INITIALIZER_TYPE = define(
    "SI048",
    "initializer-type",
    ERROR,
    "an initializer has no element type, or not what the input of its name declares",
    "The runtime checks what a model holds against what it declares, and refuses to load it.",
    "Store the tensor with the type and shape that are declared, or declare those that it has.",
)
