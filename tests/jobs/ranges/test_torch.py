"""Dynamic shapes for torch: every shape that they allow satisfies the contract, as far as torch can be told."""

from __future__ import annotations

import itertools
from pathlib import Path

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.cli.main import main
from shapeinfer.jobs.ranges.torch import dynamic_shapes
from shapeinfer.model.structure import TensorType
from shapeinfer.render.targets.torch import torch_text

UNET = Path(__file__).resolve().parent.parent.parent.parent / "examples" / "unet.onnxtxt"
PREAMBLE = '<ir_version: 9, opset_import: ["" : 18]>\n'


def model(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(PREAMBLE + text)


def test_multiples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["contract", str(UNET), "--format", "torch"]) == 0
    assert capsys.readouterr().out.splitlines()[:8] == [
        "from torch.export import Dim",
        "",
        "batch = Dim('batch')",
        "_height = Dim('_height', min=1)",
        "_width = Dim('_width', min=1)",
        "dynamic_shapes = {",
        "    'image': {0: batch, 2: 4*_height, 3: 4*_width},",
        "    'w0': None,",
    ]


TIED = """g (float[past, 4] cache, float[seq, 4] x, float[total, 4] mask, float[half, 2] h, float[2] fixed)
=> (float[a, b] y, float[c, d] z, float[e, f] k) <int64[2] rows = {-1, 6}> {
    keys = Concat <axis = 0> (cache, x)
    y = Sub (mask, mask)
    k = Reshape (x, rows)
    twice = Concat <axis = 0> (h, h)
    both = Concat <axis = 1> (x, twice)
    z = Identity (both)
}"""


def test_ties_and_bounds() -> None:
    """seq is 2*half, and a multiple of 3 by the Reshape: half is a multiple of 3."""
    found = dynamic_shapes(model(TIED))
    assert (
        torch_text(found)
        == """from torch.export import Dim

past = Dim('past')
_half = Dim('_half')
total = Dim('total')
dynamic_shapes = {
    'cache': {0: past},
    'x': {0: 6*_half},
    'mask': {0: total},
    'h': {0: 3*_half},
    'fixed': None,
}"""
    )


SUM = """g (float[past, 4] cache, float[seq, 4] x, float["batch size", 4] mask) => (float[a, b] y) {
    keys = Concat <axis = 0> (cache, x)
    y = Concat <axis = 1> (keys, mask)
}"""


def test_what_torch_cannot_be_told() -> None:
    assert (
        torch_text(dynamic_shapes(model(SUM)))
        == """from torch.export import Dim

past = Dim('past')
seq = Dim('seq')
batch_size = Dim('batch_size')
# torch can't be told: past + seq == 'batch size'
dynamic_shapes = {
    'cache': {0: past},
    'x': {0: seq},
    'mask': {0: batch_size},
}"""
    )


@pytest.mark.parametrize("text", [TIED, PREAMBLE], ids=["tied", "unet"])
def test_what_torch_allows_is_not_refused(text: str) -> None:
    proto = str(UNET) if text is PREAMBLE else model(text)
    found = dynamic_shapes(proto)
    assert not found.left
    for sizes in itertools.product((1, 2, 5), repeat=len(found.roots)):
        of = dict(zip(found.roots, sizes, strict=True))
        graph = shapeinfer.infer(proto).model.graph
        assert graph is not None
        shapes: dict[str, list[int]] = {}
        for value in graph.inputs:
            if value.name in found.inputs:
                assert isinstance(value.type, TensorType)
                dims = [dim if isinstance(dim, int) else 0 for dim in value.type.dims or ()]
                for axis, at in found.inputs[value.name].items():
                    assert at is not None
                    dims[axis] = at[0] * of[at[1]] + at[2]
                shapes[value.name] = dims
        assert shapeinfer.check(proto, inputs=shapes).ok, shapes
