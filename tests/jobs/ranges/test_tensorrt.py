"""Ranges of sizes for TensorRT: moved to what the model takes, and printed in its tools' forms."""

from __future__ import annotations

import json

import onnx
import onnx.parser
import pytest

from shapeinfer.jobs.ranges.tensorrt import size_ranges
from shapeinfer.jobs.sources import UnknownName
from shapeinfer.render.targets.ranges import polygraphy, python_api, ranges_json, ranges_text, trtexec

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
# n must be a multiple of 4.
MULTIPLE = """g (float[batch, n] x) => (float[a, b, c] y) <int64[3] t = {0, -1, 4}> { y = Reshape (x, t) }"""
# The mask is as long as what was there and what is new together.
TIED = """g (float[past, 4] cache, float[seq, 4] x, float[total, 4] mask) => (float[a, b] y) {
    k = Concat <axis = 0> (cache, x)
    both = Concat <axis = 1> (k, mask)
    y = Relu (both)
}"""


def parse(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD + text)


def test_sizes_are_moved_to_what_the_model_takes() -> None:
    ranges = size_ranges(parse(MULTIPLE), {"batch": range(1, 9), "n": range(30, 71)}, {"batch": 4})
    assert ranges.sizes == {
        "min": {"batch": 1, "n": 32}, "opt": {"batch": 4, "n": 68}, "max": {"batch": 8, "n": 68}
    }  # fmt: skip
    assert ranges.shapes == {"x": {"min": (1, 32), "opt": (4, 68), "max": (8, 68)}}
    assert ranges.moved == [
        "min n: 32, not 30 (n % 4 == 0)",
        "opt n: 68, not 70 (n % 4 == 0)",
        "max n: 68, not 70 (n % 4 == 0)",
    ]


def test_a_tied_size_needs_no_range() -> None:
    ranges = size_ranges(parse(TIED), {"past": range(101), "seq": range(1, 17)})
    assert [ranges.sizes[which]["total"] for which in ("min", "opt", "max")] == [1, 116, 116]
    assert ranges.shapes["mask"]["max"] == (116, 4)
    assert ranges.moved == []


@pytest.mark.parametrize(
    ("text", "dims", "message"),
    [
        (MULTIPLE, {"batch": [1]}, "no range for 'n': give one, as --dim n=1..8"),
        (MULTIPLE, {"batch": [1], "n": [5, 6, 7]}, "no sizes in batch=1..1, n=5..7 satisfy n % 4 == 0 (demanded at graph/Reshape#0)"),
        ("g (float[] x) => (float[] y) { y = Relu (x) }", {}, "input 'x' declares no rank: declare its shape first"),
        ("g (float x) => (float y) { y = Relu (x) }", {"n": [1]}, "the model has no dim 'n' (it has: none)"),
    ],
)  # fmt: skip
def test_mistakes(text: str, dims: dict[str, list[int]], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  # the whole message is compared
        size_ranges(parse(text), dims)
    assert str(error.value) == message


def test_the_usual_size_lies_in_its_range() -> None:
    with pytest.raises(ValueError, match=r"the usual size of 'n' is 99, outside 4\.\.8"):
        size_ranges(parse(MULTIPLE), {"batch": [1], "n": [4, 8]}, {"n": 99})
    with pytest.raises(UnknownName):
        size_ranges(parse(MULTIPLE), {"batch": [1], "n": [4, 8]}, {"m": 4})


def test_the_forms() -> None:
    text = "g (float[n, 3] x, float[n] y) => (float[a, b] z) { z = Identity (x) }"
    model = parse(text)
    model.graph.input[1].name = "in:1"
    ranges = size_ranges(model, {"n": [1, 8]})
    assert trtexec(ranges, "my model.onnx") == (
        "trtexec '--onnx=my model.onnx' '--minShapes=x:1x3,'\"'\"'in:1'\"'\"':1' "
        "'--optShapes=x:8x3,'\"'\"'in:1'\"'\"':8' '--maxShapes=x:8x3,'\"'\"'in:1'\"'\"':8'"
    )
    assert polygraphy(ranges, "m.onnx").startswith(
        "polygraphy run m.onnx --trt --trt-min-shapes 'x:[1,3]' ''\"'\"'in:1'\"'\"':[1]' --trt-opt-shapes"
    )
    assert python_api(ranges, "m.onnx").splitlines() == [
        "profile = builder.create_optimization_profile()",
        "profile.set_shape('x', min=(1, 3), opt=(8, 3), max=(8, 3))",
        "profile.set_shape('in:1', min=(1,), opt=(8,), max=(8,))",
        "config.add_optimization_profile(profile)",
    ]
    assert json.loads(ranges_json(ranges, "m.onnx"))["inputs"]["x"]["max"] == [8, 3]


def test_fixed_inputs_need_no_profile() -> None:
    ranges = size_ranges(parse("g (float[2] x) => (float[2] y) { y = Relu (x) }"), {})
    assert ranges_text(ranges, "m.onnx") == "# every input has a fixed shape: no profile is needed"
