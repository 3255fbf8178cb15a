"""What no known release of ONNX Runtime reads, told from the newest one's limits alone."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.run import Placed, Run
from shapeinfer.rule.requirement import Finding
from shapeinfer.runtimes.newest import IR_VERSION, OPSETS, RELEASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def beyond_all(run: Run) -> Iterator[Placed[Finding]]:
    """Errors for an IR version and for opsets that are newer than every known release reads."""
    model = run.model
    newer = [(d, v) for d, v in model.opset_imports.items() if v > OPSETS.get(d, v)]
    if model.ir_version <= IR_VERSION and not newer:
        return
    from shapeinfer.runtimes.nodes import uses_of
    from shapeinfer.runtimes.words import ir_remedy, opset_remedy  # few models come here

    uses = uses_of(run)
    release = RELEASE.rpartition(".")[0]
    if model.ir_version > IR_VERSION:
        message = "IR version {found}, ONNX Runtime reads up to {limit} (in {release}, the newest known){remedy}"
        remedy = ir_remedy(model, uses, IR_VERSION)
        yield Placed(
            Finding.of(
                codes.TARGET_IR_VERSION, message,
                found=model.ir_version, limit=IR_VERSION, release=release, remedy=f"; {remedy}" if remedy else "",
            ),
            (),
        )  # fmt: skip
    for domain, version in newer:
        message = (
            "opset {found} of {domain}, ONNX Runtime reads up to {limit} (in {release}, the newest known){remedy}"
        )
        remedy = opset_remedy(uses, domain, OPSETS[domain])
        yield Placed(
            Finding.of(
                codes.TARGET_OPSET, message, found=version, domain=domain or "ai.onnx", limit=OPSETS[domain],
                release=release, remedy=f"; {remedy}" if remedy else "",
            ),
            (),
        )  # fmt: skip
