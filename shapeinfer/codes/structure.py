"""Codes of SI0: the structure of the file, its graphs, nodes and stored tensors."""

from __future__ import annotations

from shapeinfer.codes.code import EITHER, ERROR, INFO, SAFE, UNSAFE, WARNING, Fix, define

UNREADABLE = define(
    "SI001",
    "unreadable-model",
    ERROR,
    "the file can't be read as a model",
    "It can't be checked, and no runtime can load it.",
    "Export the model again, or copy it again: the byte offset says where reading stopped.",
)
NO_GRAPH = define(
    "SI002",
    "no-graph",
    ERROR,
    "the model has no graph",
    "A model without a graph has nothing to run.",
    "Check that the file is a model and not, for example, a tensor.",
)
MISSING_OPSET = define(
    "SI003",
    "missing-opset-import",
    ERROR,
    "a domain is used that the model does not import",
    "Without an opset version it is undefined which version of the operator is meant.",
    "Add the domain to opset_import.",
    fix=Fix(
        EITHER,
        "Adds the import: version 1 of com.microsoft and of the domains of the model's functions; in a "
        "function, the version that the model imports. For other domains the version is a guess "
        "(unsafe): the newest that the file's IR version was made for, or 1.",
    ),
)
OPSET_CONFLICT = define(
    "SI004",
    "conflicting-opset-imports",
    WARNING,
    "one domain is imported at two versions",
    "Some tools use the first version, others the last.",
    "Keep one import for each domain.",
    fix=Fix(UNSAFE, "Keeps the last import of the domain, which is the one that ONNX Runtime uses."),
)
NEWER_OPSET = define(
    "SI005",
    "newer-opset",
    INFO,
    "the model imports an opset newer than this tool knows",
    "Operators are checked by the newest version that is known.",
    "Update shapeinfer.",
)
UNDEFINED_INPUT = define(
    "SI006",
    "undefined-input",
    ERROR,
    "a node reads a value that is not defined",
    "The runtime refuses to load a graph with a missing value.",
    "Check the spelling, and whether a node or an initializer was removed when the graph was edited.",
)
UNDEFINED_OUTPUT = define(
    "SI007",
    "undefined-output",
    ERROR,
    "a graph output is not defined by any node, input or initializer",
    "The runtime refuses to load it.",
    "Rename the output, or add the node that computes it.",
)
CYCLE = define(
    "SI008",
    "cycle",
    ERROR,
    "nodes depend on each other in a cycle",
    "There is no order in which they could run.",
    "Break the cycle that the message lists.",
)
UNSORTED = define(
    "SI009",
    "unsorted-nodes",
    WARNING,
    "nodes are not in topological order",
    "The format requires sorted nodes. ONNX Runtime sorts those of the main graph itself; it refuses "
    "unsorted bodies and functions, so that these are errors. Other tools refuse the file.",
    "Sort the nodes, so that each follows the nodes whose outputs it reads.",
    fix=Fix(SAFE, "Sorts the nodes."),
)
REDEFINED = define(
    "SI010",
    "redefined-value",
    ERROR,
    "a value is defined twice under one name",
    "Each name may be defined only once in a graph (SSA).",
    "Rename one of the two.",
    fix=Fix(
        SAFE,
        "Removes a node that repeats an earlier one: the same operator, attributes, inputs and "
        "outputs. Two different values of one name are not touched.",
    ),
)
RECURSIVE_FUNCTION = define(
    "SI011",
    "recursive-function",
    ERROR,
    "a function calls itself",
    "Runtimes replace each call by the function's body, and here that never ends.",
    "Use a Loop instead.",
)
UNKNOWN_OPERATOR = define(
    "SI012",
    "unknown-operator",
    ERROR,
    "the imported opset has no operator of that name",
    "The specification does not define this operator at this version, so no runtime can run it.",
    "Check the spelling and the opset import: the message names the versions that define it.",
)
CUSTOM_OPERATOR = define(
    "SI013",
    "custom-operator",
    INFO,
    "there is no rule for an operator of a custom domain",
    "Its outputs are unknown, and so is everything computed from them.",
    "Write a rule for it (README: adding a rule), or declare its outputs in value_info.",
)
DEPRECATED = define(
    "SI014",
    "deprecated-operator",
    ERROR,
    "the operator is deprecated at the imported opset",
    "A deprecated operator is no longer part of the standard, and runtimes refuse to load it. It is a "
    "warning "
    "where ONNX Runtime still accepts the operator.",
    "Export with the operator that replaces it.",
)
INPUT_COUNT = define(
    "SI015",
    "wrong-input-count",
    ERROR,
    "a node has too few or too many inputs",
    "The operator is not defined for this number of inputs.",
    "Compare the node with the operator's specification.",
)
OUTPUT_COUNT = define(
    "SI016",
    "wrong-output-count",
    ERROR,
    "a node has too few or too many outputs",
    "The operator is not defined for this number of outputs.",
    "Compare the node with the operator's specification.",
)
UNKNOWN_ATTRIBUTE = define(
    "SI017",
    "unknown-attribute",
    ERROR,
    "the operator has no such attribute at this version",
    "The runtime refuses an attribute that it does not know.",
    "Check the spelling, and the opset that added or removed the attribute.",
)
MISSING_ATTRIBUTE = define(
    "SI018",
    "missing-attribute",
    ERROR,
    "a required attribute is missing",
    "The operator is not defined without it.",
    "Set the attribute.",
)
ATTRIBUTE_TYPE = define(
    "SI019",
    "attribute-type",
    ERROR,
    "an attribute does not have the type that the operator requires",
    "The runtime refuses to load it.",
    "Write it with the type that the message names.",
)
DUPLICATE_ATTRIBUTE = define(
    "SI020",
    "duplicate-attribute",
    ERROR,
    "an attribute is given twice, or with two kinds of value",
    "ONNX Runtime refuses to load the model. Of a Constant, and of nodes in functions, it takes one of them, "
    "where other tools may take another: a warning.",
    "Keep one of them.",
    fix=Fix(EITHER, "Keeps the last of the attributes. Unsafe if their values differ."),
)
EXTERNAL_DATA = define(
    "SI022",
    "external-data-missing",
    WARNING,
    "a file with weights is not where the model says",
    "The shapes can be checked without it; the model can't be run.",
    "Put the file beside the model, under the name in the message.",
)
PAYLOAD = define(
    "SI023",
    "payload-mismatch",
    ERROR,
    "the amount of data in a tensor does not fit its dims",
    "The runtime refuses to load the tensor.",
    "Write the tensor again, with data for exactly the elements of its dims.",
)
IR_VERSION = define(
    "SI024",
    "newer-ir-version",
    INFO,
    "the file's IR version is newer than this tool knows",
    "Content that was added to the format since then is not checked.",
    "Update shapeinfer.",
)
UNBOUND_ATTRIBUTE = define(
    "SI025",
    "unbound-attribute",
    WARNING,
    "an attribute refers to a function's attribute, but the node is not inside a function",
    "Outside a function the reference has no value: ONNX Runtime uses 0 or an empty list, other tools refuse "
    "the model.",
    "Give the attribute a value, or move the node into the function.",
)
NOT_INFERRED = define(
    "SI026",
    "not-inferred",
    INFO,
    "nothing can be inferred for this operator: it is a compiled part of the graph, or has no rule",
    "Its outputs are unknown, and so is everything computed from them.",
    "Lint the model before parts of it are compiled, or declare the operator's outputs in value_info.",
)
MISSING_INPUT = define(
    "SI027",
    "missing-input",
    ERROR,
    "a required input is left out",
    "The operator is not defined without it.",
    "Connect the input.",
)
RULE_FAILED = define(
    "SI029",
    "rule-failed",
    INFO,
    "the rule for this operator failed with an exception",
    "The outputs of this node are unknown. This is a bug in shapeinfer, not in the model.",
    "Please report it with the model, or the node and the shapes of its inputs.",
)
TOO_DEEP = define(
    "SI030",
    "too-deep",
    INFO,
    "bodies or functions are nested too deeply to be examined",
    "Everything below this depth is unknown.",
    "Flatten the model.",
)
EARLY_OPERATOR = define(
    "SI031",
    "early-operator",
    WARNING,
    "an operator is used below the opset that introduced it",
    "ONNX Runtime supports some operators earlier than the standard; other runtimes refuse the model. At a "
    "layer normalization in a function it crashes when it loads the model, and this is an error then.",
    "Raise the opset import to the version that introduced the operator.",
    fix=Fix(
        SAFE, "Raises the opset import, if every other node of the model keeps the version of its operator."
    ),
)
DEAD_NODES = define(
    "SI032",
    "dead-nodes",
    INFO,
    "no output depends on these nodes",
    "They cost space and time without any effect, and ONNX Runtime runs them: if one fails, every run "
    "fails. Often an output was forgotten.",
    "Remove them, or add their results to the graph's outputs.",
    fix=Fix(SAFE, "Removes the nodes, and what is declared about their outputs."),
)
UNUSED_INITIALIZERS = define(
    "SI033",
    "unused-initializers",
    INFO,
    "no node reads these initializers",
    "They make the file larger and have no effect.",
    "Remove them.",
    fix=Fix(
        SAFE,
        "Removes the initializers. Those that are also inputs, or that a quantization annotation "
        "names, stay.",
    ),
)
UNUSED_FUNCTIONS = define(
    "SI034",
    "unused-functions",
    INFO,
    "no node calls these functions",
    "They have no effect. Perhaps a node should call one, but has another name or domain.",
    "Remove them, or fix the call: domain, name and overload must all agree.",
    fix=Fix(SAFE, "Removes the functions."),
)
UNUSED_INPUTS = define(
    "SI035",
    "unused-inputs",
    INFO,
    "no node reads these graph inputs",
    "Callers must provide them without effect. Often tracing dropped the code that used them, for example a "
    "mask.",
    "Remove them, or find out which part of the model should read them.",
    fix=Fix(UNSAFE, "Removes the inputs: callers that provide them will fail."),
)
OVERRIDABLE = define(
    "SI036",
    "overridable-initializers",
    INFO,
    "initializers are also graph inputs, so callers may replace them",
    "Since IR version 4 they are only default values, so runtimes may not treat them as constants and fold "
    "them.",
    "Export with keep_initializers_as_inputs=False, or remove them from the inputs.",
    fix=Fix(UNSAFE, "Removes them from the inputs: callers that replace them will fail."),
)
SHADOWED = define(
    "SI037",
    "shadowed-name",
    WARNING,
    "a node in a body gives its output the name of a value outside the body",
    "The format forbids it. ONNX Runtime refuses it if the outer value is defined before the body runs.",
    "Rename the value in the body.",
    fix=Fix(
        SAFE,
        "Gives the value in the body a new name, if nothing before it in the body reads the outer value.",
    ),
)
UNNAMED_NODES = define(
    "SI038",
    "unnamed-nodes",
    INFO,
    "nodes have no name",
    "Profiles, error messages and quantisation lists can only refer to them by position.",
    "Name them at export.",
    default=False,
    fix=Fix(SAFE, "Names each node after its operator and its position: `Relu_3`."),
)
DUPLICATE_NODE_NAME = define(
    "SI039",
    "duplicate-node-name",
    ERROR,
    "two nodes of one graph have the same name",
    "The format requires unique names, and ONNX Runtime refuses to load the model (except for Constant "
    "nodes).",
    "Rename one of them, or remove both names.",
    fix=Fix(SAFE, "Appends a number to the names of all of these nodes but the first."),
)
EXTERNAL_PATH = define(
    "SI040",
    "external-data-path",
    WARNING,
    "a path to weights leads outside the model's folder",
    "The format forbids absolute paths and '..'. Newer versions of ONNX Runtime refuse them, and symbolic "
    "links too.",
    "Put the file beside the model, under a relative path.",
)
EXTERNAL_SIZE = define(
    "SI041",
    "external-data-size",
    WARNING,
    "a file with weights is shorter than the tensors in it",
    "A runtime would read past the end of the file. An incomplete copy or a Git LFS pointer looks like this.",
    "Copy the file again, or fetch it (git lfs pull).",
)
EXTERNAL_OVERLAP = define(
    "SI042",
    "external-data-overlap",
    WARNING,
    "the data of two tensors overlap partly in a file",
    "Tied weights share all their bytes; a partial overlap is nearly always a wrong offset.",
    "Write the external data again.",
)
FILE_TOO_LARGE = define(
    "SI043",
    "file-too-large",
    ERROR,
    "the file is 2 GiB or larger",
    "Protobuf can't read messages of that size, so no runtime can load the model.",
    "Save the weights as external data.",
)
DUPLICATE_FUNCTION = define(
    "SI044",
    "duplicate-function",
    ERROR,
    "two functions have the same domain, name and overload",
    "A call could mean either one. ONNX Runtime refuses to load the model.",
    "Rename one of them, or give it another overload.",
    fix=Fix(SAFE, "Keeps the last of the functions, if all are equal."),
)
DUPLICATE_INITIALIZER = define(
    "SI045",
    "duplicate-initializer",
    WARNING,
    "two initializers have the same name",
    "The format forbids it. ONNX Runtime uses the last one, other tools may use the first.",
    "Keep one of them.",
    fix=Fix(
        EITHER,
        "Keeps the last of the initializers, which is the one that ONNX Runtime uses. Unsafe if they differ.",
    ),
)
UNTYPED_INPUT = define(
    "SI046",
    "untyped-input",
    ERROR,
    "a graph input has no type",
    "The runtime must know the type of each input, and refuses to load the model.",
    "Declare the input's type.",
)
UNUSED_IMPORTS = define(
    "SI047",
    "unused-imports",
    INFO,
    "no node uses these imported domains",
    "A runtime that does not know the domain may refuse the model without need.",
    "Remove the import.",
    default=False,
    fix=Fix(SAFE, "Removes the imports."),
)
INITIALIZER_TYPE = define(
    "SI048",
    "initializer-type",
    ERROR,
    "an initializer has no element type, or differs from the declared input of the same name",
    "The runtime compares the stored tensor with the declaration, and refuses to load the model.",
    "Store the tensor with the declared type and shape, or declare the type and shape that it has.",
    fix=Fix(UNSAFE, "Declares the input with the type and shape of the stored tensor."),
)
UNNAMED_GRAPH = define(
    "SI049",
    "unnamed-graph",
    WARNING,
    "a graph has no name",
    "The format requires a name, and onnx.checker refuses the model without one. ONNX Runtime loads a main "
    "graph without one, and refuses a body: an error.",
    "Name the graph.",
    fix=Fix(SAFE, "Names the graph: `main_graph`, and a body after its attribute."),
)
REPEATED_NODES = define(
    "SI050",
    "repeated-nodes",
    INFO,
    "nodes compute what other nodes have computed already",
    "The same operator on the same inputs with the same attributes gives the same values again.",
    "Use the values of the first node.",
    default=False,
    fix=Fix(
        SAFE,
        "Removes the later nodes, and their readers read the outputs of the first. Operators that depend on "
        "random numbers, have bodies, or are not ONNX's own are not compared.",
    ),
)
INCOMPLETE = define(
    "SI051",
    "incomplete-model",
    ERROR,
    "the model lacks its IR version or outputs, a name of a function's input, or inputs for initializers",
    "A runtime refuses a file without an IR version or with such a function, and each run of a model without "
    "outputs. Below IR version 4 it refuses an initializer that is no input, if no node reads it or it is a "
    "body's.",
    "Save the model with the onnx package, or declare what it computes as outputs. Remove initializers that "
    "nothing reads, or raise the IR version to 4.",
)
