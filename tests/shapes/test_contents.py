"""Known elements on their way through several operators: what shape arithmetic must come out as."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from shapeinfer.facts.fact import Fact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.testing import Attribute, infer


class Chain:
    """Applies operators one after the other to facts of one scope, and collects what they require."""

    def __init__(self) -> None:
        self.scope = Scope()
        self.needs: list[str] = []
        self.finds: list[str] = []

    def __call__(self, op_type: str, *inputs: Fact | str, outputs: int = 1, **attributes: Attribute) -> Fact:
        facts = [parse(i, self.scope) if isinstance(i, str) else i for i in inputs]
        got = infer(op_type, 17, *facts, outputs=outputs, scope=self.scope, **attributes)  # type: ignore[arg-type]  # attributes have other names than the parameters
        self.needs += got.requirements
        self.finds += got.findings
        return got.outcome.outputs[0]


def constant_of_all_elements(do: Chain) -> Fact:
    count = do("ReduceProd", do("Shape", "f32[n, 3, m]"), keepdims=1)
    return do("ConstantOfShape", count)


def padded_to_a_multiple(do: Chain) -> Fact:
    height = do("Gather", do("Shape", "f32[1, 3, H, W]"), "i64[1] = (2)")
    rest = do("Mod", do("Sub", "i64[1] = (32)", do("Mod", height, "i64[1] = (32)")), "i64[1] = (32)")
    pads = do("Concat", "i64[6] = (0, 0, 0, 0, 0, 0)", rest, "i64[1] = (0)", axis=0)
    return do("Pad", "f32[1, 3, H, W]", pads)


def expanded_where_minus_one(do: Chain) -> Fact:
    shape = do("Concat", "i64[1] = (b)", "i64[2] = (-1, 4)", axis=0)
    ones = do("ConstantOfShape", "i64[1] = (3)", value=parse("i64[1] = (1)"))
    target = do("Where", do("Equal", shape, "i64[3] = (-1, -1, -1)"), ones, shape)
    return do("Expand", "f32[1, n, 1]", target)


def last_five(do: Chain) -> Fact:
    return do("Slice", "f32[x]", "i64[1] = (-5)", "i64[1] = (9223372036854775807)")


def position_embedding(do: Chain) -> Fact:
    length = do("Gather", do("Shape", "i64[batch, seq]"), "i64[] = 1")
    places = do("Unsqueeze", do("Range", "i64[] = 0", length, "i64[] = 1"), "i64[1] = (0)")
    return do("Gather", "f32[512, 64]", places)


def positions_after_a_past(do: Chain) -> Fact:
    length = do("Gather", do("Shape", "i64[batch, seq]"), "i64[] = 1")
    places = do("Add", do("Range", "i64[] = 0", length, "i64[] = 1"), "i64[] = past")
    return do("Gather", "f32[512, 64]", do("Reshape", places, "i64[2] = (1, -1)"))


def halves_of_channels(do: Chain) -> Fact:
    channels = do("Slice", do("Shape", "f32[b, 2*c, h]"), "i64[1] = (1)", "i64[1] = (2)")
    half = do("Div", channels, "i64[1] = (2)")
    return do("Slice", "f32[b, 2*c, h]", "i64[1] = (0)", half, "i64[1] = (1)")


def causal_mask(do: Chain) -> Fact:
    size = do("Unsqueeze", do("Add", "i64[] = past", "i64[] = seq"), "i64[1] = (0)")
    square = do("ConstantOfShape", do("Concat", size, size, axis=0), value=parse("f32[1] = (1)"))
    return do("Slice", do("Trilu", square), "i64[1] = (past)", "i64[1] = (past + seq)", "i64[1] = (0)")


CHAINS: list[tuple[Callable[[Chain], Fact], str, list[str]]] = [
    (constant_of_all_elements, "f32[3*m*n] in 0", []),
    (padded_to_a_multiple, "f32[1, 3, 32*ceildiv(H, 32), W]", []),
    (expanded_where_minus_one, "f32[b, n, 4]", []),
    (last_five, "f32[min(x, 5)]", []),
    (position_embedding, "f32[1, seq, 64]", ["seq <= 512"]),
    (positions_after_a_past, "f32[1, seq, 64]", ["past + seq <= 512 or seq == 0"]),
    (halves_of_channels, "f32[b, c, h]", []),
    (causal_mask, "f32[seq, past + seq] in 0..1", []),
]


@pytest.mark.parametrize(("build", "output", "needs"), CHAINS, ids=lambda x: getattr(x, "__name__", ""))
def test_what_comes_out(build: Callable[[Chain], Fact], output: str, needs: list[str]) -> None:
    chain = Chain()
    assert str(build(chain)) == output
    assert chain.needs == needs
    assert chain.finds == []
