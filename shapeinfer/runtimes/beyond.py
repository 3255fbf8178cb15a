"""Finds models that no known release of ONNX Runtime reads, by the limits of the newest release.

What ONNX defines, a newer release may read by now: a warning. What nobody defines is an error.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.engine.run import Placed, Run
from shapeinfer.rule.requirement import Finding
from shapeinfer.runtimes.newest import IR_VERSION, OPSETS, RELEASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def beyond_all(run: Run) -> Iterator[Placed[Finding]]:
    """Findings for an IR version and for opsets that are newer than every known release reads."""
    model = run.model
    newer = [(d, v) for d, v in model.opset_imports.items() if v > OPSETS.get(d, v)]
    if model.ir_version <= IR_VERSION and not newer:
        return
    from shapeinfer.runtimes.needs import is_read_as_less
    from shapeinfer.runtimes.nodes import uses_of
    from shapeinfer.runtimes.words import ir_remedy, opset_remedy  # rarely reached
    from shapeinfer.schema import onnx_data
    from shapeinfer.schema.schema import last_opset

    uses = uses_of(run)
    if model.ir_version > IR_VERSION:
        remedy = ir_remedy(model, uses, IR_VERSION)
        what, defined = f"IR version {model.ir_version}", model.ir_version <= onnx_data.IR_VERSION
        yield _beyond(codes.TARGET_IR_VERSION, what, IR_VERSION, remedy, defined=defined)
    for domain, version in newer:
        limit = OPSETS[domain]
        what, defined = f"opset {version} of {domain or 'ai.onnx'}", version <= (last_opset(domain) or 0)
        remedy = opset_remedy(uses, domain, limit)
        defined = defined or is_read_as_less(domain, version, limit, uses)
        yield _beyond(codes.TARGET_OPSET, what, limit, remedy, defined=defined)


def _beyond(code: Code, what: str, limit: int, remedy: str, *, defined: bool) -> Placed[Finding]:
    message = "{what}, ONNX Runtime reads up to {limit} (in {release}, the newest known){remedy}"
    args = (
        ("what", what), ("limit", limit), ("release", RELEASE.rpartition(".")[0]),
        ("remedy", f"; {remedy}" if remedy else ""),
    )  # fmt: skip
    return Placed(Finding(code, message, args, severity=codes.WARNING if defined else None), ())
