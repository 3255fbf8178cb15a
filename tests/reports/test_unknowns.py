"""What is said of sizes that only a run can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

import shapeinfer
from shapeinfer.render.contract import contract_markdown, contract_text
from tests.command import parse, run, save

BOXES = """g (float[1, n, 4] boxes, float[1, c, n] scores, float[1, 300, 4] pad) => (float[a, b] dets, float[p, q] joined)
<int64 most = {1000}, float iou = {0.5}, float score = {0.3}, int64[1] col = {2}, int64[1] zero = {0},
 int64[1] ax1 = {1}, int64[1] three = {3}, int64[1] minus = {-1}, int64[1] k300 = {300}> {
  idx = NonMaxSuppression (boxes, scores, most, iou, score)
  which = Slice (idx, col, three, ax1)  flat = Reshape (which, minus)  b2 = Squeeze (boxes, zero)
  picked = Gather (b2, flat)  top = Slice (picked, zero, k300, zero)
  p2 = Squeeze (pad, zero)  joined = Add (top, p2)
  nz = NonZero (picked)  again = NonZero (nz)  rows = Transpose (nz)  dets = Cast <to = 1> (rows)
}"""

CONTRACT = """\
depends on data
  n >= 1 or ?selected == 0            graph/Gather#4
  ?selected >= 300 or ?selected == 1  graph/Add#7
outputs
  dets    f32[?nonzero, 2]
  joined  f32[300, 4]
where
  ?selected  as many boxes as are selected (at NonMaxSuppression#0)
  ?nonzero   how many elements are not zero depends on data (at NonZero#8)"""

CASES = """g (float[N, 6] x, float[W] y, float[M] v) => (float[a, b] z)
<int64[1] five = {5}, int64[1] two = {2}, int64[1] four = {4}, int64[1] rest = {-1}> {
  s = Shape (y)  m = Shape (v)  c = CONDITION  l = Where (c, THEN, four)
  t = Concat <axis = 0> (l, rest)  z = Reshape (x, t)
}"""


@pytest.mark.parametrize(
    ("condition", "then", "told"),
    [
        ("Greater (s, five)", "two", "?chosen  2 where W >= 6, else 4 (at Where#3)"),
        ("Less (s, m)", "m", "?chosen  M where M >= W + 1, else 4 (at Where#3)"),
        ("Equal (s, five)", "m", "?chosen  M where W == 5, else 4 (at Where#3)"),
    ],
)
def test_of_one_of_two_sizes_the_contract_tells_which(condition: str, then: str, told: str) -> None:
    model = parse(CASES.replace("CONDITION", condition).replace("THEN", then))
    assert contract_text(shapeinfer.infer(model).interface).splitlines()[-1].strip() == told


def test_long_cases_are_not_told() -> None:
    long = CASES.replace("CONDITION", "Less (s, m)").replace("THEN", "m").replace("[M]", f"[{'M' * 60}]")
    told = contract_text(shapeinfer.infer(parse(long)).interface)
    assert told.endswith("?chosen  sizes decide which of two it is (at Where#3)")


def test_a_contract_names_unknown_sizes_and_explains_them() -> None:
    interface = shapeinfer.infer(parse(BOXES)).interface
    assert contract_text(interface).endswith(CONTRACT)
    assert [(u.name, u.label, u.maker) for u in interface.unknown] == [
        ("?0", "?selected", "NonMaxSuppression#0"), ("?1", "?nonzero", "NonZero#8"),
    ]  # fmt: skip
    markdown = contract_markdown(interface)
    assert "| `?selected &gt;= 300" in markdown or "| `?selected >= 300" in markdown
    assert markdown.endswith(
        "| `?nonzero` | `how many elements are not zero depends on data (at NonZero#8)` |"
    )


def test_two_sizes_of_one_kind_are_told_apart() -> None:
    text = """g (float[n] x, float[m] z) => (int64[1, a] p, int64[1, b] q) { p = NonZero (x)  q = NonZero (z) }"""
    shown = contract_text(shapeinfer.infer(parse(text)).interface)
    assert "p  i64[1, ?nonzero]" in shown and "q  i64[1, ?nonzero_2]" in shown


def test_a_finding_explains_an_unknown_size_once() -> None:
    text = """g (float[n, 3] x, bool[n] c, float[4, 5] w, float[7, 2] v) => (float[a, b] p, float[d, e] q) {
        k = Compress <axis = 0> (x, c)  p = MatMul (k, w)  q = MatMul (k, v) }"""
    first, second = (d for d in shapeinfer.lint(parse(text)).diagnostics if d.code == "SI208")
    said = [note for note in first.notes if "is unknown" in note]
    assert said == ["?0 is unknown: how many are kept depends on data"]
    assert not any("is unknown" in note for note in second.notes)


def test_show_unknown_is_a_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save(Path("m.onnx"), BOXES)
    assert run(capsys, "show", "--unknown", "m.onnx")[1].splitlines()[0].split() == [
        "values", "operator", "unknown", "because", "first", "value",
    ]  # fmt: skip
    assert run(capsys, "show", "--unknown", "m.onnx")[1].splitlines()[1] == (
        "9       NonMaxSuppression  as many boxes as are selected  idx i64[?0, 3]"
    )
