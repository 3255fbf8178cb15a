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
    # The other way round an input takes more, and an output is as before for what was taken before.
    back = compare(narrow_, wide)
    assert [(c.text, c.breaking) for c in back] == [
        ("input 'x' axis 1 was 3, is c", False),
        ("output 'y' axis 1 was 3, is c: the same for inputs that were taken before", False),
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


def test_an_output_that_promises_less() -> None:
    fixed = "g (float[n, 3] x) => (float[a, b] y) { y = Relu (x) }"
    doubled = "g (float[n, 3] x) => (float[a, b] y) { y = Concat <axis = 1> (x, x) }"
    open_ = """g (float[n, 3] x) => (float[a, b] y) {
        t = NonZero (x) k = Shape <start = 1> (t) zero = Constant <value_ints = [0]> () y = Slice (x, zero, k) }"""
    assert changes_between(fixed, doubled) == [("output 'y' axis 1 was 3, is 6", True)]
    assert changes_between(fixed, open_) == [("output 'y' axis 0 was n, is unknown", True)]
    assert changes_between(open_, fixed) == [("output 'y' axis 0 was unknown, is n", False)]


SCALED = "g (float[n, 3] x{}) => (float[a, b] y) {} {{ y = Mul (x, scale) }}"
DEFAULT = SCALED.format(", float[3] scale", "<float[3] scale = {1.0, 1.0, 1.0}>")
GIVEN = SCALED.format(", float[3] scale", "")
STORED = SCALED.format("", "<float[3] scale = {1.0, 1.0, 1.0}>")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (STORED, DEFAULT, [("new, with a default: input 'scale'", False)]),
        (DEFAULT, STORED, [("removed, with a default: input 'scale'", True)]),
        (DEFAULT, GIVEN, [("input 'scale' must be given now: it had a default", True)]),
        (GIVEN, DEFAULT, [("input 'scale' has a default now", False)]),
        (DEFAULT, DEFAULT, []),
        (DEFAULT, DEFAULT.replace("float[3]", "float[1]").replace("1.0, 1.0, 1.0", "1.0"),
         [("input 'scale' axis 0 was 3, is 1", True)]),
    ],
)  # fmt: skip
def test_inputs_with_defaults(old: str, new: str, expected: list[tuple[str, bool]]) -> None:
    assert changes_between(old, new) == expected


def test_the_order_of_inputs_does_not_count() -> None:
    one = "g (float[n, 3] x, float[n, 3] z) => (float[a, b] y) { y = Sub (x, z) }"
    other = "g (float[n, 3] z, float[n, 3] x) => (float[a, b] y) { y = Sub (x, z) }"
    assert changes_between(one, other) == []


def padded(then: int, other: int, rate: str = "rate") -> str:
    return f"""g (float[1, n] x, int64 {rate}) => (float[a, b] y) {{
        high = Constant <value_int = 16000> () c = Equal ({rate}, high)
        y = If (c) <
            then_branch = t () => (float[p, q] u) {{
                u0 = Constant <value_ints = [0, {then}, 0, {then}]> () u = Pad <mode = "reflect"> (x, u0) }},
            else_branch = e () => (float[r, s] v) {{
                v0 = Constant <value_ints = [0, {other}, 0, {other}]> () v = Pad <mode = "reflect"> (x, v0) }}
        > }}"""


def test_constraints_under_a_condition() -> None:
    assert changes_between(padded(4, 2), padded(4, 2)) == []
    assert changes_between(padded(4, 2), padded(8, 2)) == [
        ("stricter constraint: if rate == 16000: n >= 9, was n >= 5", True)
    ]
    assert changes_between(padded(8, 2), padded(4, 2)) == [
        ("looser constraint: if rate == 16000: n >= 5, was n >= 9", False)
    ]
    new, gone = changes_between(padded(2, 2), padded(4, 2)), changes_between(padded(4, 2), padded(2, 2))
    assert new[1:] == [("new constraint: if rate == 16000: n >= 5", True)]
    assert gone[1:] == [("removed constraint: if rate == 16000: n >= 5", False)]
    assert changes_between(padded(4, 2), padded(4, 2).replace("[1, n]", "[1, samples]")) == [
        ("dim 'n' is called 'samples'", False)
    ]
    assert changes_between(padded(4, 4), padded(4, 2))[-1] == ("looser constraint: n >= 3, was n >= 5", False)
