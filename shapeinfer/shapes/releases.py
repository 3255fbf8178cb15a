"""Where releases of ONNX Runtime make different shapes of the same node: what holds with each of them."""

from __future__ import annotations

from shapeinfer.facts.join import join
from shapeinfer.rule import RELEASES, Call, Shape, TensorFact, tensor


def in_either(call: Call, now: Shape, before: Shape) -> Shape | None:
    """What is true of both shapes: sizes that differ are new unknown ones, ranks that differ make it None."""
    found = join(tensor(0, now), tensor(0, before), lambda _now, _before: call.fresh(RELEASES))
    assert isinstance(found, TensorFact)
    return found.shape
