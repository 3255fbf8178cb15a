"""What is put together for readers, and what never is."""

from __future__ import annotations

from typing import Literal

import pytest

from shapeinfer.render.groups import grouped
from shapeinfer.render.text import TextRenderer
from shapeinfer.reports.diagnostic import Diagnostic, Location


def found(
    severity: Literal["error", "warning", "info"], message: str, node: str, op_type: str = "Add"
) -> Diagnostic:
    where = Location(file="m.onnx", path=f"graph/{node}", op_type=op_type)
    return Diagnostic(
        code="SI207",
        slug="broadcast-mismatch",
        severity=severity,
        location=where,
        message=message,
        help="Fix it.",
    )


def shown(*diagnostics: Diagnostic) -> list[str]:
    return "\n".join(TextRenderer().diagnostics(diagnostics)).splitlines()


def test_one_message_at_many_nodes_is_one_block() -> None:
    assert shown(*(found("error", "8 and 6", f"n{i}") for i in range(6))) == [
        "error[SI207 broadcast-mismatch]: 8 and 6",
        "  --> m.onnx: graph/n0 (Add)",
        "  note: the same at graph/n1, graph/n2, graph/n3 and 2 more",
        "  help: Fix it. (shapeinfer explain SI207)",
    ]


def test_other_warnings_of_a_code_are_counted_after_the_third() -> None:
    warnings = [found("warning", f"{i} and 6", f"n{i}") for i in range(9)]
    assert shown(*warnings)[-4:] == [
        "warning[SI207 broadcast-mismatch]: 2 and 6",
        "  --> m.onnx: graph/n2 (Add)",
        "warning[SI207 broadcast-mismatch]: 6 more (--format concise shows each)",
        "  --> m.onnx: graph/n3, graph/n4, graph/n5 and 3 more",
    ]
    assert sum("help:" in line for line in shown(*warnings)) == 1


def test_a_fourth_warning_is_shown_rather_than_counted() -> None:
    assert shown(*(found("warning", f"{i} and 6", f"n{i}") for i in range(4)))[-2:] == [
        "warning[SI207 broadcast-mismatch]: 3 and 6",
        "  --> m.onnx: graph/n3 (Add)",
    ]


@pytest.mark.parametrize("number", [1, 5, 40])
def test_every_error_of_its_own_is_shown(number: int) -> None:
    errors = [found("error", f"{i} and 6", f"n{i}") for i in range(number)]
    assert [g.first for g in grouped(errors)] == errors


def test_operators_and_severities_are_kept_apart() -> None:
    pair = (
        found("error", "8 and 6", "a"),
        found("error", "8 and 6", "b", "Mul"),
        found("warning", "8 and 6", "c"),
    )
    assert [(g.first, g.others) for g in grouped(pair)] == [(d, []) for d in pair]


def test_notes_on_a_node_stand_with_its_first_finding() -> None:
    notes = ("input 'x' is f32[8], an input",)
    pair = (found("error", message, "n0").model_copy(update={"notes": notes}) for message in ("one", "two"))
    assert shown(*pair) == [
        "error[SI207 broadcast-mismatch]: one",
        "  --> m.onnx: graph/n0 (Add)",
        "  note: input 'x' is f32[8], an input",
        "  help: Fix it. (shapeinfer explain SI207)",
        "error[SI207 broadcast-mismatch]: two",
        "  --> m.onnx: graph/n0 (Add)",
    ]
