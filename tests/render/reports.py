"""One fixed run over several files, in which everything occurs that a format has to show."""

from __future__ import annotations

from shapeinfer.render.format import Format, Totals, find_format
from shapeinfer.render.text import Counts
from shapeinfer.reports.diagnostic import Diagnostic, Location, Report, Summary

CLEAN = ("models/clean.onnx", Counts(9, 9, 9, 1))

_RESHAPE = Diagnostic(
    code="SI205",
    slug="reshape-element-count",
    severity="error",
    location=Location(
        file="models/broken.onnx", path="graph/Reshape_3", node="Reshape_3", node_index=3, op_type="Reshape",
        domain="", value="h", axis=1,
    ),
    message="target shape (0, 12) holds 12*batch elements, data has 10*batch; data is f32[batch, 10]",
    notes=("input 'x' is f32[batch, 10], an input", "input 'target' is i64[2] := (0, 12), an initializer"),
    help="Use -1 or 0 in the target.",
    fingerprint="00112233445566aa",
)  # fmt: skip
_TIED = Diagnostic(
    code="SI404",
    slug="symbols-tied",
    severity="warning",
    location=Location(
        file="models/broken.onnx", path="graph/Layer_1 -> fn:Block/Add_2", node="Add_2", node_index=2,
        op_type="Add", domain="",
    ),
    message="'m' and 'n' are declared apart, needed n == m: m=1, n=2 fails",
    help="Give both dims one name at export, or tell your users.",
    more_calls=2,
    fingerprint="00112233445566bb",
)  # fmt: skip
_CUSTOM = Diagnostic(
    code="SI013",
    slug="custom-operator",
    severity="info",
    location=Location(
        file="models/broken.onnx", path="graph/Magic#5", node="Magic#5", node_index=5, op_type="Magic",
        domain="com.example",
    ),
    message="no rule for com.example.Magic",
    help="Write a rule for it.",
    fingerprint="00112233445566cc",
)  # fmt: skip
BROKEN = Report(
    file="models/broken.onnx",
    diagnostics=(_RESHAPE, _TIED, _CUSTOM),
    summary=Summary(nodes=6, values=7, known=5, clauses=1),
)
DAMAGED = Report(
    file="./models/cut off.onnx",
    diagnostics=(
        Diagnostic(
            code="SI001",
            slug="unreadable-model",
            severity="error",
            location=Location(file="./models/cut off.onnx", byte_offset=4711),
            message="a field of 900 bytes goes past the end of the file",
            help="Export the model again, or copy it again.",
            fingerprint="00112233445566dd",
        ),
    ),
)
AGAIN = Report(
    file="models/again.onnx",
    diagnostics=(
        _RESHAPE.model_copy(update={"location": Location(file="models/again.onnx", path="graph/Reshape_3")}),
    ),
    summary=Summary(nodes=1, values=1),
)
REPORTS = (BROKEN, DAMAGED, AGAIN)


def totals_of(*reports: Report, clean: int = 0) -> Totals:
    totals = Totals()
    totals.files = len(reports) + clean
    for found in (d for report in reports for d in report.diagnostics):
        totals.by_severity[found.severity] = totals.by_severity.get(found.severity, 0) + 1
        totals.by_code[found.code] = totals.by_code.get(found.code, 0) + 1
    return totals


def the_totals() -> Totals:
    totals = totals_of(*REPORTS, clean=1)
    totals.unreadable, totals.suppressed, totals.baselined = 1, 2, 31
    return totals


def output(form: Format, *reports: Report, totals: Totals | None = None) -> str:
    """What a run over these files writes, the clean file first."""
    pieces = [form.begin(), form.clean(*CLEAN), *map(form.report, reports)]
    return "".join((*pieces, form.end(totals or totals_of(*reports, clean=1))))


def fixed_output(name: str, *, colour: bool = False, width: int | None = None) -> str:
    """What the fixed run writes."""
    return output(find_format(name, colour=colour, width=width), *REPORTS, totals=the_totals())
