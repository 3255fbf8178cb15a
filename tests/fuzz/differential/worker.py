"""The child process: reads (model, feeds of each run) from its input, and writes what ONNX Runtime did.

Answers are pickled tuples: ("load", reason), or for each run ("refused", reason) or ("ran", what came out by
name). A process that dies while it runs has answered everything before.
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
    settings = ort.SessionOptions()
    settings.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
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
        try:
            session = ort.InferenceSession(model, settings, providers=["CPUExecutionProvider"])
        except Exception as error:
            tell(("load", str(error)))
            continue
        tell(("loaded",))
        names = [output.name for output in session.get_outputs()]
        for feeds in runs:
            try:
                made = session.run(None, feeds)
            except Exception as error:
                tell(("refused", str(error)))
                continue
            tell(("ran", {name: described(value) for name, value in zip(names, made, strict=True)}))


if __name__ == "__main__":
    main()
