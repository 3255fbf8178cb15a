"""The command line in a test, and small models on disk for it."""

from __future__ import annotations

from pathlib import Path

import onnx
import onnx.parser
import pytest

from shapeinfer.cli.main import main

HEAD = '<ir_version: 10, opset_import: ["" : 18]>\n'
CLEAN = "g (float[n] x) => (float[n] y) { y = Relu (x) }"
# A declared size that contradicts the inferred one: one warning, SI221.
CLAIM = "g (float[n, 3] x) => (float[n, 4] y) { y = Relu (x) }"
# Two errors of one kind, SI208, and nothing else.
BROKEN = """g (float[n, 3] x, float[4, 5] w) => (float[a, b] y, float[c, d] z) {
  y = MatMul (x, w)
  z = MatMul (x, w)
}"""


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    """(exit code, standard output, standard error) of the command line."""
    try:
        code = main([str(a) for a in argv])
    except SystemExit as stop:  # argparse's way to end
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def parse(text: str, head: str = HEAD) -> onnx.ModelProto:
    """A model in ONNX's text form."""
    return onnx.parser.parse_model(head + text)


def save(path: Path, text: str) -> Path:
    """The model on disk, its folders made; returns the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(parse(text), path)
    return path
