"""The child process: reads (model, feeds of each run) from its input, and writes what ONNX Runtime did.

Answers are pickled tuples: ("load", reason) or ("loaded",), and for each run ("refused", reason) or ("ran", what
came out by name). A process that dies while it runs has answered everything before.

A model is asked without optimizations, so that every node runs as it is written. What is refused so is asked again
with the optimizations that users have by default: they leave out and replace nodes, and may run what is refused
without them. Before that the answer ("again", reason) is written. Only what is refused both ways is refused.
"""

from __future__ import annotations

import os
import pickle
import resource
import struct
import sys

import numpy as np

# Memory that the process may take, in bytes: a model may ask for more than there is.
MOST_MEMORY = 4 << 30
# Contents of integers are compared up to this many elements.
MOST_ELEMENTS = 64


def described(value: object) -> object:
    """What is compared of a value: type, shape, and the contents of few integers."""
    if value is None:
        return None
    if isinstance(value, list):
        return ("seq", [described(item) for item in value])
    if isinstance(value, dict):
        return ("map",)
    found = np.asarray(value)
    content = None
    if found.size <= MOST_ELEMENTS and (found.dtype.kind in "iub"):
        content = tuple(int(item) for item in found.reshape(-1))
    return ("tensor", found.dtype.name, tuple(found.shape), content)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what libraries print must not be mixed with answers
    import onnxruntime as ort

    ort.set_default_logger_severity(4)
    plain, usual = ort.SessionOptions(), ort.SessionOptions()
    plain.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    for settings in (plain, usual):
        settings.log_severity_level = 4
        settings.intra_op_num_threads = 1
    questions = sys.stdin.buffer

    def tell(answer: object) -> None:
        data = pickle.dumps(answer)
        answers.write(struct.pack("<I", len(data)) + data)

    tell(("ready",))
    while True:
        head = questions.read(4)
        if len(head) < 4:
            return
        model, runs = pickle.loads(questions.read(struct.unpack("<I", head)[0]))

        def session_with(settings: ort.SessionOptions, model: bytes = model) -> ort.InferenceSession:
            return ort.InferenceSession(model, settings, providers=["CPUExecutionProvider"])

        second = None
        try:
            first = session_with(plain)
        except Exception as error:
            tell(("again", str(error)))
            try:
                first = second = session_with(usual)
            except Exception:
                tell(("load", str(error)))
                continue
        tell(("loaded",))
        names = [output.name for output in first.get_outputs()]
        for feeds in runs:
            try:
                made = first.run(None, feeds)
            except Exception as error:
                if first is second:
                    tell(("refused", str(error)))
                    continue
                tell(("again", str(error)))
                try:
                    second = second or session_with(usual)
                    made = second.run(None, feeds)
                except Exception:
                    tell(("refused", str(error)))
                    continue
            tell(("ran", {name: described(value) for name, value in zip(names, made, strict=True)}))


if __name__ == "__main__":
    main()
