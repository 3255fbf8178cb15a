"""Gradient, Adagrad, Adam and Momentum: one step of training.

Version  What changed
1        introduced

Every optimised tensor comes with its gradient and its state, all of one shape; what comes out is the
tensor and its state again. Nobody runs these here: the specification is all there is.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import NOTHING, ONE, Call, Fact, TensorFact, equal, product, rule, tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@rule("Gradient", versions=(1,), domain="ai.onnx.preview.training")
def gradient(call: Call, Inputs: tuple[Fact | None, ...]) -> tuple[Fact, ...]:
    xs = call.strings("xs") or ()
    named = len(xs) + len(call.strings("zs") or ())
    if named != len(Inputs):
        call.error(
            codes.INPUT_COUNT, "{have} inputs, needed one for each of {need} names in xs and zs",
            have=len(Inputs), need=named,
        )  # fmt: skip
    return tuple(
        tensor(f.elem_type, f.shape) if isinstance(f, TensorFact) else NOTHING for f in Inputs[: len(xs)]
    )


@rule(("Adagrad", "Momentum"), versions=(1,), domain="ai.onnx.preview.training")
def of_three(call: Call, R: TensorFact, T: TensorFact, inputs: tuple[Fact | None, ...]) -> tuple[Fact, ...]:
    return _step(call, R, T, inputs, ("tensor", "gradient", "state"), (0, 2))


@rule("Adam", versions=(1,), domain="ai.onnx.preview.training")
def adam(call: Call, R: TensorFact, T: TensorFact, inputs: tuple[Fact | None, ...]) -> tuple[Fact, ...]:
    return _step(call, R, T, inputs, ("tensor", "gradient", "first state", "second state"), (0, 2, 3))


def _step(
    call: Call,
    R: TensorFact,
    T: TensorFact,
    inputs: tuple[Fact | None, ...],
    kinds: Sequence[str],
    made: Sequence[int],
) -> tuple[Fact, ...]:
    """All tensors, then all gradients, then all states; out come the kinds at ``made``."""
    for name, fact in (("R", R), ("T", T)):
        if fact.shape is not None:
            message = "{name} is {fact}, needed one element"
            call.require(equal(product(fact.shape), ONE), codes.SIZE_MISMATCH, message, name=name, fact=fact)
    if len(inputs) % len(kinds):
        raise call.fail(
            codes.INPUT_COUNT, "{have} inputs, needed a multiple of {kinds}: {what}",
            have=len(inputs), kinds=len(kinds), what=", ".join(kinds),
        )  # fmt: skip
    count = len(inputs) // len(kinds)
    facts = [f if isinstance(f, TensorFact) else tensor(0) for f in inputs]
    shapes = [_one_shape(call, facts[i::count], kinds) for i in range(count)]
    return tuple(tensor(fact.elem_type, fact.shape) for _ in made for fact in shapes)


def _one_shape(call: Call, facts: Sequence[TensorFact], kinds: Sequence[str]) -> TensorFact:
    """What is known of a tensor, after stating that all that goes with it has its shape."""
    best = facts[0]
    for kind, fact in zip(kinds[1:], facts[1:], strict=True):
        if fact.shape is None:
            continue
        if best.shape is None:
            best = tensor(best.elem_type or fact.elem_type, fact.shape)
            continue
        args = {"kind": kind, "fact": fact, "first": facts[0]}
        message = "the {kind} is {fact}, needed the shape of the tensor, {first}"
        if len(best.shape or ()) != len(fact.shape):
            call.error(codes.WRONG_RANK, message, **args)
            continue
        for a, b in zip(best.shape or (), fact.shape, strict=True):
            call.require(equal(a, b), codes.SIZE_MISMATCH, message, **args)
    return best
