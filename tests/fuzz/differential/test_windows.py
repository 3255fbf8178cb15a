"""Windows of real models: they are models that run, and mutations change what they say they change."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from random import Random

import onnx
import onnx.parser
import pytest

from tests.fuzz.differential.command import described, examined
from tests.fuzz.differential.mutations import mutated
from tests.fuzz.differential.windows import windows_of

# The seeds of the fixed part.
SEEDS = range(60)


def light() -> Path:
    """The folder of the models that come with onnx, without weights."""
    spec = find_spec("onnx")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent / "backend" / "test" / "data" / "light"


def test_the_fixed_part_finds_nothing() -> None:
    found = examined(SEEDS, windows_of(light()))
    assert found.models > 0.8 * len(SEEDS)
    assert found.runs > 2 * len(SEEDS)
    told = [described(group[0].case, group[0]) for _, group in found.defects()]
    assert not told, "\n\n".join(told)


def test_a_seed_makes_one_window() -> None:
    one, other = windows_of(light()), windows_of(light())
    for seed in range(10):
        first, second = one(seed), other(seed)
        assert (first is None) == (second is None)
        if first is not None and second is not None:
            assert first.model.SerializeToString() == second.model.SerializeToString()
            assert list(map(str, first.trials)) == list(map(str, second.trials))


def test_a_window_keeps_what_computes_its_lists(tmp_path: Path) -> None:
    """So the target of a Reshape is known in most windows around it."""
    model = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["" : 17]>
        g (float[n, 4, 6] x) => (float[n, k] y) <int64 zero = {0}, int64[1] axis = {0}, int64[1] rest = {-1}> {
            a = Relu(x) s = Shape(x) n = Gather(s, zero) u = Unsqueeze(n, axis) t = Concat<axis=0>(u, rest)
            b = Sigmoid(a) y = Reshape(b, t)
        }""")
    onnx.save(model, tmp_path / "flat.onnx")
    made = windows_of(tmp_path)
    kept: Counter[bool] = Counter()
    for seed in range(60):
        case = made(seed)
        assert case is not None and case.about.startswith("flat")
        types = [node.op_type for node in case.model.graph.node]
        if "Reshape" in types:
            kept["Shape" in types] += 1
    assert kept[True] > kept[False] > 0


def test_a_folder_without_models_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"holds no \.onnx file"):
        windows_of(tmp_path)


def test_mutations_say_what_they_change() -> None:
    text = """<ir_version: 8, opset_import: ["" : 17]>
        g (float[2, 3] x) => (float[3, 2] y) <float[2, 3] w = {1, 2, 3, 4, 5, 6}, int64[2] t = {3, 2}> {
            a = Add(x, w) b = Concat<axis = 0>(a, x) c = Transpose<perm = [1, 0]>(a) y = Reshape(c, t)
        }"""
    before = onnx.parser.parse_model(text).SerializeToString()
    shapes = {"a": (1, (2, 3)), "b": (1, (4, 3)), "c": (1, (3, 2))}
    kinds, changed = Counter[str](), 0
    for seed in range(300):
        model = onnx.parser.parse_model(text)
        what = mutated(model, shapes, Random(seed))
        assert what or model.SerializeToString() == before
        changed += model.SerializeToString() != before
        kinds[what.split(" ")[0]] += 1
    assert changed > 200
    assert {"Concat.axis", "Transpose.perm", "opset", "Mul", "Sum", "Flatten", "Expand", "[2,"} <= set(kinds)
