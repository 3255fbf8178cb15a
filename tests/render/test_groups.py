"""What is put together for readers, and what never is."""

from __future__ import annotations

from typing import Literal

import pytest

from shapeinfer.render.findings.blocks import TextRenderer
from shapeinfer.render.findings.groups import grouped
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


def shared(message: str, node: str, culprit: str | None, severity: str = "error") -> Diagnostic:
    return found("error", message, node).model_copy(update={"culprit": culprit, "severity": severity})


def test_unknown_sizes_and_names_do_not_keep_findings_apart() -> None:
    """The number of a fresh size says only where it came from."""
    assert shown(*(found("error", f"A is f32[?{i}, 30]", f"n{i}") for i in range(6)))[:3] == [
        "error[SI207 broadcast-mismatch]: A is f32[?0, 30]",
        "  --> m.onnx: graph/n0 (Add)",
        "  note: the same at graph/n1, graph/n2, graph/n3 and 2 more",
    ]
    assert shown(*(found("error", f"'w{i}' is missing", f"n{i}") for i in range(3)))[2] == (
        "  note: the same with other names at graph/n1, graph/n2"
    )


def test_findings_that_share_an_input_are_one_block() -> None:
    assert shown(*(shared(f"{i} and 6", f"n{i}", "w") for i in range(6)), shared("9 and 6", "m", "v"))[
        :3
    ] == [
        "error[SI207 broadcast-mismatch]: 0 and 6",
        "  --> m.onnx: graph/n0 (Add)",
        "  note: the same mistake at 5 more nodes that read 'w': graph/n1, graph/n2, graph/n3 and 2 more",
    ]
    assert shown(*(shared(f"{i} and 6", "n", "w") for i in range(3)))[2] == (
        "  note: 2 more of this kind at the same node (--format concise shows each)"
    )
    assert len(grouped([shared("1", "a", "w"), shared("2", "b", "v"), shared("3", "c", "w", "warning")])) == 3


def test_a_limit_counts_what_it_leaves_out() -> None:
    many = [found("error", f"{i} and 6", f"n{i // 2}") for i in (0, 0, 2, 4, 6)]
    blocks = list(TextRenderer().diagnostics(many, 2))
    assert len(blocks) == 3 and blocks[-1] == "2 more findings (--limit 0 shows all)"
    assert list(TextRenderer().diagnostics(many, 4)) == list(TextRenderer().diagnostics(many))


def of_code(
    code: str, message: str, path: str, op_type: str | None, culprit: str | None = None
) -> Diagnostic:
    first = found("warning", message, "x")
    where = Location(file="m.onnx", path=path, op_type=op_type)
    return first.model_copy(update={"code": code, "location": where, "culprit": culprit})


def test_what_exporters_do_again_and_again_is_one_block() -> None:
    ranks = [of_code("SI223", f"f32[{i}] and f32[1, {i}]", f"graph/If_{i}", "If") for i in range(7)]
    assert shown(*ranks) == [
        "warning[SI223 broadcast-mismatch]: f32[0] and f32[1, 0]",
        "  --> m.onnx: graph/If_0 (If)",
        "  note: 6 more with this code (--format concise shows each): graph/If_1, graph/If_2, graph/If_3 and 3 more",
        "  help: Fix it. (shapeinfer explain SI223)",
    ]
    names = [of_code("SI406", f"'n' is s + {i} and s", "graph", None) for i in range(3)]
    assert shown(*names)[1:3] == [
        "  --> m.onnx: graph",
        "  note: 2 more with this code (--format concise shows each)",
    ]


def test_declared_shapes_that_follow_from_the_first_stand_with_it() -> None:
    wrong = [
        of_code("SI221", f"'{name}' is f32[2], declared as f32[3]", f"graph/{op}", op, "a")
        for name, op in (("a", "Resize"), ("b", "Concat"), ("c", "Relu"))
    ]
    follow = (
        "  note: 2 more declared shapes of what is computed from it differ as well: graph/Concat, graph/Relu"
    )
    assert shown(*wrong)[2] == follow
    other = of_code("SI221", "'z' is f32[], declared as f32[9]", "graph/Abs", "Abs")
    assert shown(*wrong, other)[2] == (
        "  note: 3 more with this code (--format concise shows each): graph/Concat, graph/Relu, graph/Abs"
    )
    assert len(grouped([*wrong, other])) == 1
