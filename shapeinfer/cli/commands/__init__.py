"""The commands, one module each: ``EXAMPLES``, ``add_arguments(parser)``, ``run(options)`` -> exit code."""

from __future__ import annotations

COMMANDS = {
    "lint": "what is wrong with a model, where, and why",
    "annotate": "write inferred shapes into a model",
    "check": "will the model run with these sizes?",
    "show": "every value with what is known of it",
    "cost": "what a model costs: parameters, multiply-accumulates, memory",
    "contract": "what the model demands of its inputs' sizes",
    "targets": "which releases of a runtime load the model",
    "profile": "min, opt and max shapes, as TensorRT wants them",
    "diff": "what a new version of a model breaks",
    "explain": "what a code means",
    "codes": "list all codes",
    "completion": "a completion script for your shell",
}
"""Name -> one line. The module of a command has its name in this package."""
