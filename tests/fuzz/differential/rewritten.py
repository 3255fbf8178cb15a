"""Holds what ONNX Runtime does with an annotated or fixed model against what it does with the model itself."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import onnx

import shapeinfer
from shapeinfer.cli.main import main
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.judge import Finding
from tests.fuzz.differential.oracle import Oracle, Ran


def judged(case: Case, oracle: Oracle) -> tuple[list[Finding], int]:
    """What runs and does not run any more, or makes something else, and how many runs were compared."""
    model_bytes = case.model.SerializeToString()
    given = [(trial, fed) for trial in case.trials if (fed := case.feeds(trial)) is not None]
    feeds = [fed for _, fed in given]
    before = oracle.ask(model_bytes, feeds)
    ran = [at for at, run in enumerate(before.runs) if run.kind == "ran"]
    if before.load is not None or not ran:
        return [], 0
    found: list[Finding] = []
    try:
        written = list(_written(case.model))
    except Exception as error:
        return [Finding(case, "crash", f"{type(error).__name__}: {error}", None)], 0
    for how, rewritten in written:
        if rewritten == model_bytes:
            continue
        after = oracle.ask(rewritten, feeds)
        if after.load is not None:
            found.append(Finding(case, "rewritten", f"{how}: {after.load}", given[ran[0]][0], how))
            continue
        at = next((at for at in ran if not _same(before.runs[at], after.runs[at])), None)
        if at is not None:
            found.append(Finding(case, "rewritten", _difference(how, after.runs[at]), given[at][0], how))
    return found, len(ran)


def _written(model: onnx.ModelProto) -> Iterator[tuple[str, bytes]]:
    """What each command and function writes of the model."""
    for expressions in (True, False):
        yield "annotate", shapeinfer.annotate(model, expressions=expressions).SerializeToString()
    yield "infer_shapes", shapeinfer.infer_shapes(model).SerializeToString()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.onnx")
        path.write_bytes(model.SerializeToString())
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            code = main(["lint", "--fix", "--isolated", str(path)])
        assert code in (0, 1), said.getvalue()
        yield "lint --fix", path.read_bytes()


def _same(before: Ran, after: Ran) -> bool:
    if after.kind != "ran":
        return False
    return all(map(_equal, before.values.values(), after.values.values()))


def _equal(one: object, other: object) -> bool:
    """Whether two tensors have the same type and shape: what a kernel makes of nothing may have any content,
    and of empty tensors ONNX Runtime may report the shape that is declared."""
    if not (_is_tensor(one) and _is_tensor(other)):
        return one == other
    (_, type_, shape, _), (_, other_type, other_shape, _) = one, other
    return type_ == other_type and (shape == other_shape or (0 in shape and 0 in other_shape))


def _is_tensor(value: object) -> TypeGuard[tuple[str, str, tuple[int, ...], object]]:
    return isinstance(value, tuple) and value[0] == "tensor"


def _difference(how: str, after: Ran) -> str:
    return f"{how}: {after.reason if after.kind != 'ran' else f'makes {after.values}'}"
