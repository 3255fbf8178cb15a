"""Fingerprints: the same after changes elsewhere, unique within a report."""

from __future__ import annotations

from pathlib import Path

import onnx

import shapeinfer
from shapeinfer.reports.fingerprint import Fingerprints, kind_of
from tests.command import BROKEN, parse


def prints(model: onnx.ModelProto) -> list[str]:
    return [d.fingerprint for d in shapeinfer.lint(model).diagnostics]


def test_they_are_hex_digits_and_unique() -> None:
    first, second = prints(parse(BROKEN))
    assert first != second
    assert all(len(p) == 16 and int(p, 16) >= 0 for p in (first, second))


def test_they_survive_new_and_renamed_nodes() -> None:
    before = prints(parse(BROKEN))
    model = parse(BROKEN)
    model.graph.node.insert(0, onnx.helper.make_node("Relu", ["x"], ["first"]))
    model.graph.output.append(onnx.helper.make_tensor_value_info("first", onnx.TensorProto.FLOAT, None))
    for node in model.graph.node:
        node.name = f"a/new.name of {node.op_type}/{node.output[0]}"
    assert prints(model) == before


def test_one_less_leaves_the_others() -> None:
    model = parse(BROKEN)
    before = prints(model)
    del model.graph.node[0], model.graph.output[0]
    assert prints(model) == before[:1]


def test_what_they_are_made_of() -> None:
    (found, _) = shapeinfer.lint(parse(BROKEN)).diagnostics
    where = found.location
    same = [
        found.model_copy(update={"location": where.model_copy(update={"file": "elsewhere.onnx"})}),
        found.model_copy(update={"severity": "info", "notes": ()}),
    ]
    assert {kind_of(d) for d in same} == {kind_of(found)}
    other = [
        found.model_copy(update={"code": "SI209"}),
        found.model_copy(update={"message": found.message.replace("3", "7")}),
        found.model_copy(update={"location": where.model_copy(update={"op_type": "Gemm"})}),
        found.model_copy(update={"location": where.model_copy(update={"domain": "com.microsoft"})}),
        *(
            found.model_copy(update={"location": where.model_copy(update={"path": path})})
            for path in ("graph/If#0.then_branch/MatMul#0", "graph/Call -> fn:F/MatMul#0", "graph/a -> fn:F/If.then_branch/MatMul#0/x")
        ),
    ]  # fmt: skip
    assert len({kind_of(d) for d in [found, *other]}) == len(other) + 1
    # Names of values, and numbers of unknown dims, come and go.
    texts = ("'a' has ?3", "'b' has ?", '"it\'s" has ?17', r"'a\'b' has ?0")
    assert len({kind_of(found.model_copy(update={"message": text})) for text in texts}) == 1


def test_the_place_is_the_innermost_one() -> None:
    (found, _) = shapeinfer.lint(parse(BROKEN)).diagnostics
    paths = ("graph//layer.1/If.then_branch/MatMul#0", "graph/If#7.then_branch/MatMul#0")
    moved = [
        found.model_copy(update={"location": found.location.model_copy(update={"path": path})})
        for path in paths
    ]
    assert len({kind_of(d) for d in moved}) == 1


def test_a_new_report_counts_anew() -> None:
    (found, _) = shapeinfer.lint(parse(BROKEN)).diagnostics
    first = Fingerprints()
    assert first.of(found) == Fingerprints().of(found) == kind_of(found)
    assert first.of(found) != kind_of(found)


def test_every_diagnostic_has_one(tmp_path: Path) -> None:
    (unreadable,) = shapeinfer.lint(tmp_path / "none.onnx").diagnostics
    (refused, *_) = shapeinfer.check(parse(BROKEN), inputs={"x": (2, 2)}).diagnostics
    assert unreadable.fingerprint == kind_of(unreadable)
    assert refused.code == "SI403" and refused.fingerprint == kind_of(refused)
