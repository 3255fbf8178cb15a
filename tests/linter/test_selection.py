"""Which codes are reported: the longest selector decides, ignore on a tie, and select starts anew."""

from __future__ import annotations

import pytest

from shapeinfer.codes import CODES
from shapeinfer.linter.selection import ALWAYS, Layer, Selection, Selector, UnknownSelector

EVERY = frozenset(code.id for code in CODES.values() if code.default)


def ids(*layers: Layer) -> frozenset[str]:
    return Selection.of(layers).ids


def starting(prefix: str) -> set[str]:
    return {id_ for id_ in CODES if id_.startswith(prefix)}


@pytest.mark.parametrize("text", ["SI205", "si205", " reshape-element-count ", "Reshape-Element-Count"])
def test_a_code_in_any_spelling(text: str) -> None:
    assert Selector(text).ids == ("SI205",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SI9", "'SI9' is not a code, the beginning of a code, or a slug"),
        ("SI206x", "'SI206x' is not a code, the beginning of a code, or a slug; did you mean 'SI206'?"),
        ("reshape-count", "'reshape-count' is not a code, the beginning of a code, or a slug; did you mean 'reshape-element-count'?"),
        ("", "'' is not a code, the beginning of a code, or a slug"),
    ],
)  # fmt: skip
def test_no_selector(text: str, message: str) -> None:
    with pytest.raises(UnknownSelector) as caught:
        Selector(text)
    assert str(caught.value).startswith(message)


def test_nothing_said() -> None:
    assert ids() == ids(Layer()) == EVERY


def test_select_alone() -> None:
    assert ids(Layer(["SI2,SI301"])) == starting("SI2") | {"SI301"} | ALWAYS
    assert ids(Layer(["ALL"])) == frozenset(CODES)
    assert ids(Layer([])) == ALWAYS


def test_ignore() -> None:
    assert ids(Layer(ignore=["SI2"])) == EVERY - starting("SI2")
    assert ids(Layer(ignore=["ALL"])) == ALWAYS


@pytest.mark.parametrize(
    ("layer", "on"),
    [
        (Layer(["SI2"], (), ["SI205"]), False),
        (Layer(["SI205"], (), ["SI2"]), True),
        (Layer(["SI205"], (), ["SI205"]), False),
        (Layer(["reshape-element-count"], (), ["SI20"]), True),
        (Layer(["SI20"], (), ["SI2"]), True),
        (Layer(["SI2"], (), ["SI20"]), False),
        (Layer(None, ["SI205"], ["SI2"]), True),
        (Layer(None, ["SI2"], ["SI2"]), False),
    ],
)
def test_the_longest_decides(layer: Layer, on: bool) -> None:
    assert ("SI205" in ids(layer)) is on


def test_layers() -> None:
    file = Layer(["SI2"], (), ["SI205"])
    assert "SI205" not in ids(file, Layer())
    assert "SI301" in ids(file, Layer(extend_select=["SI3"]))
    assert "SI205" in ids(file, Layer(extend_select=["SI2"]))
    assert ids(file, Layer(["SI205"])) == {"SI205"} | ALWAYS


def test_what_is_unreadable_is_never_left_out() -> None:
    assert "SI001" in ids(Layer(["SI2"], (), ["SI001"], {"SI001": "off"}))


def test_severities() -> None:
    selection = Selection.of(
        [Layer(severity={"SI205": "info", "SI2": "warning"}), Layer(severity={"SI207": "off"})]
    )
    assert (selection.severities["SI205"], selection.severities["SI206"]) == ("info", "warning")
    assert "SI207" not in selection.ids
    # A later layer decides, however short its selector is.
    again = Selection.of([Layer(severity={"SI205": "off"}), Layer(severity={"SI2": "error"})])
    assert again.severities["SI205"] == "error" and "SI205" in again.ids
