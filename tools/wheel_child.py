"""Asks the importable ONNX Runtime what it has, or whether it loads models. Run by tools/wheels.py.

    wheel_child.py dump     one JSON object: its version, kernels and operator schemas
    wheel_child.py load     reads models from standard input, one a line: a path, or "base64:" and the bytes;
                            answers each with one JSON line: null if a session can be made, else the error

It needs nothing but the wheel and numpy.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterable
from typing import Protocol

import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as state


class Formal(Protocol):
    """One formal of a schema, as the runtime's binding shows it."""

    name: str
    typeStr: str
    option: object


# ONNX Runtime logs what it refuses; the caller reads the exception.
FATAL = 4


def enum_name(member: object) -> str:
    """``Single`` of ``FormalParameterOption.Single``."""
    return str(member).rpartition(".")[2]


def formals(parameters: Iterable[Formal]) -> list[list[str]]:
    """The formal inputs or outputs of a schema as (name, type variable or type, option)."""
    return [[p.name, p.typeStr, enum_name(p.option)] for p in parameters]


def dump() -> None:
    """What the wheel says of itself."""
    for listing in ("get_all_opkernel_def", "get_all_operator_schema"):
        if not hasattr(state, listing):
            sys.exit(
                f"onnxruntime {onnxruntime.__version__} has no {listing}: it can't be asked for its kernels"
            )
    kernels = [
        [
            k.provider,
            k.domain,
            k.op_name,
            *k.version_range,
            {n: sorted(t) for n, t in k.type_constraints.items()},
        ]
        for k in state.get_all_opkernel_def()
    ]
    schemas = [
        {
            "domain": s.domain,
            "name": s.name,
            "since": s.since_version,
            "deprecated": s.deprecated,
            "inputs": formals(s.inputs),
            "outputs": formals(s.outputs),
            "types": {c.type_param_str: sorted(c.allowed_type_strs) for c in s.type_constraints},
            "attributes": {n: [enum_name(a.type), a.required] for n, a in s.attributes.items()},
        }
        for s in state.get_all_operator_schema()
    ]
    answer = {"version": onnxruntime.__version__, "kernels": kernels, "schemas": schemas}
    print(json.dumps(answer))


def load() -> None:
    """Answer one model after the other."""
    providers = sys.argv[2].split(",") if len(sys.argv) > 2 else ["CPUExecutionProvider"]
    onnxruntime.set_default_logger_severity(FATAL)
    for line in sys.stdin:
        text = line.strip()
        model = base64.b64decode(text[7:]) if text.startswith("base64:") else text
        options = onnxruntime.SessionOptions()
        options.log_severity_level = FATAL
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            onnxruntime.InferenceSession(model, options, providers=providers)
            answer = None
        except Exception as error:  # the binding has a class for each kind, in a private module
            answer = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    {"dump": dump, "load": load}[sys.argv[1]]()
