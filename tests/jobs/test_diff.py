"""Comparing interfaces: breaking and compatible changes."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.jobs.diff import compare

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
PLAIN = "g (float[n, c] x) => (float[a, b] y) { y = Relu (x) }"

CASES = [
    ("the same", PLAIN, []),
    (
        "an input fixed",
        "g (float[n, 3] x) => (float[a, b] y) { y = Relu (x) }",
        ["input 'x' axis 1 was c, is 3", "output 'y' axis 1 was c, is 3"],
    ),
    ("an input gone", "g () => (float[a, b] y) <float[2, 2] x = {1.0, 1.0, 1.0, 1.0}> { y = Relu (x) }",
     ["input 'x' was removed", "output 'y' axis 0 was n, is 2", "output 'y' axis 1 was c, is 2"]),
    ("an output more", "g (float[n, c] x) => (float[a, b] y, float[a, b] z) { y = Relu (x) z = Tanh (x) }",
     ["output 'z' is new"]),
    ("another type", "g (float16[n, c] x) => (float16[a, b] y) { y = Relu (x) }",
     ["input 'x' was f32[n, c], is f16[n, c]", "output 'y' was f32[n, c], is f16[n, c]"]),
    ("a demand", "g (float[n, c] x) => (float[a, b] y) <int64[1] s = {5}, int64[1] z = {0}> { t = MaxPool <kernel_shape = [3]> (w) w = Unsqueeze (x, z) y = Squeeze (t, z) }",
     ["output 'y' axis 1 was c, is c - 2", "new constraint: c >= 2",
      "new constraint: n >= 1 (only empty tensors violate it)"]),
]  # fmt: skip


def model(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD + text)


@pytest.mark.parametrize(("what", "text", "expected"), CASES, ids=[c[0] for c in CASES])
def test_changes(what: str, text: str, expected: list[str]) -> None:
    changes = compare(shapeinfer.infer(model(PLAIN)), shapeinfer.infer(model(text)))
    assert [c.text for c in changes] == expected


def test_what_breaks_somebody() -> None:
    narrow = model("g (float[n, 3] x) => (float[a, b] y) { y = Relu (x) }")
    wide, narrow_ = shapeinfer.infer(model(PLAIN)), shapeinfer.infer(narrow)
    assert [(c.text, c.breaking) for c in compare(wide, narrow_)] == [
        ("input 'x' axis 1 was c, is 3", True),
        ("output 'y' axis 1 was c, is 3", False),
    ]
    # The other way round an input takes more, and an output promises less.
    back = compare(narrow_, wide)
    assert [(c.text, c.breaking) for c in back] == [
        ("output 'y' axis 1 was 3, is c", True),
        ("input 'x' axis 1 was 3, is c", False),
    ]


def test_a_demand_that_only_empty_tensors_violate_is_compatible() -> None:
    _, text, _ = CASES[-1]
    changes = compare(shapeinfer.infer(model(PLAIN)), shapeinfer.infer(model(text)))
    assert {c.text.split(" (")[0]: c.breaking for c in changes} == {
        "output 'y' axis 1 was c, is c - 2": True,
        "new constraint: c >= 2": True,
        "new constraint: n >= 1": False,
    }


def changes_between(old: str, new: str) -> list[tuple[str, bool]]:
    return [(c.text, c.breaking) for c in compare(shapeinfer.infer(model(old)), shapeinfer.infer(model(new)))]


TWO = "g (float[{}] x, float[{}] y) => (float[p] z) {{ z = Concat <axis = 0> (x, y) }}"


def test_a_dim_with_another_name_breaks_nobody() -> None:
    renamed = "g (float[s0, s1] x) => (float[a, b] y) { y = Relu (x) }"
    assert changes_between(PLAIN, renamed) == [
        ("dim 'n' is called 's0'", False),
        ("dim 'c' is called 's1'", False),
    ]


def test_names_that_change_places_do_not_hide_a_transposed_output() -> None:
    swapped = "g (float[c, n] x) => (float[a, b] y) { y = Transpose (x) }"
    assert changes_between(PLAIN, swapped) == [
        ("output 'y' axis 0 was n, is n", True),
        ("output 'y' axis 1 was c, is c", True),
        ("dim 'n' is called 'c'", False),
        ("dim 'c' is called 'n'", False),
    ]


def test_two_dims_that_become_one() -> None:
    assert changes_between(TWO.format("a", "b"), TWO.format("n", "n")) == [
        ("input 'y' axis 0 was b, is n: it must equal input 'x' axis 0 now", True),
        ("output 'z' axis 0 was a + b, is 2*n", True),
        ("dim 'a' is called 'n'", False),
    ]
    assert changes_between(TWO.format("n", "n"), TWO.format("a", "b")) == [
        ("dim 'n' is called 'a'", False),
        ("input 'y' axis 0 was n, is b: it may differ from input 'x' axis 0 now", False),
    ]


def test_equality_that_was_demanded_already_is_no_change() -> None:
    joined = "g (float[2, {}] x, float[2, {}] y) => (float[p, q] z) {{ z = Concat <axis = 0> (x, y) }}"
    assert changes_between(joined.format("a", "b"), joined.format("n", "n")) == [
        ("dim 'a' is called 'n'", False)
    ]
    assert changes_between(joined.format("a", "b"), joined.format("z", "b")) == [
        ("dim 'a' is called 'z'", False)
    ]


def at_most(limit: int, name: str) -> str:
    """A model that adds the first rows of a table of positions: its input may not be longer."""
    return f"""g (float[{name}] x) => (float[q] z)
        <int64[1] zero = {{0}}, int64[1] limit = {{{limit}}}, float one = {{1.0}}>
        {{ table = Expand (one, limit) length = Shape (x) row = Slice (table, zero, length) z = Add (x, row) }}"""


def test_a_bound_that_moves() -> None:
    wider = changes_between(at_most(128, "seq"), at_most(256, "s53"))
    assert wider == [
        ("dim 'seq' is called 's53'", False),
        ("looser constraint: s53 <= 256, was seq <= 128", False),
    ]
    narrower = changes_between(at_most(256, "seq"), at_most(128, "seq"))
    assert narrower == [("stricter constraint: seq <= 128, was seq <= 256", True)]


def multiple_of(factor: int) -> str:
    return f"""g (float[h] x) => (float[a, b] y) <int64[2] shape = {{{factor}, -1}}>
        {{ y = Reshape (x, shape) }}"""


def test_a_multiple_that_moves() -> None:
    texts = changes_between(multiple_of(16), multiple_of(32))
    assert ("stricter constraint: h % 32 == 0, was h % 16 == 0", True) in texts
    texts = changes_between(multiple_of(32), multiple_of(16))
    assert ("looser constraint: h % 16 == 0, was h % 32 == 0", False) in texts
    assert not any("no longer" in text for text, _ in texts)
