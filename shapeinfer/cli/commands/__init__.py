"""The commands, one module each: ``EXAMPLES``, ``add_arguments(parser)``, ``run(options)`` -> exit code."""

from __future__ import annotations

COMMANDS = {
    "lint": "what is wrong with a model, where, and why",
    "annotate": "write inferred shapes into a model",
    "check": "will the model run with these sizes?",
    "show": "the type and shape of every value",
    "report": "everything about a model on one page, or as one JSON document",
    "cost": "what a model costs: parameters, multiply-accumulates, memory",
    "contract": "what the model demands of its inputs' sizes",
    "targets": "which releases of a runtime load the model",
    "profile": "min, opt and max shapes for TensorRT",
    "diff": "the breaking changes between two versions of a model",
    "explain": "what a code means",
    "codes": "list all codes",
    "completion": "print a completion script for your shell",
}
"""Name -> summary. The module in this package has the name of the command."""
