"""What holds for the items of a sequence, and positions in it."""

from __future__ import annotations

from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.rule import Call, SequenceFact
from shapeinfer.shapes.sequences.items import any_item, of_items, renewed


def call() -> Call:
    return Call("", "SequenceAt", 11, 11, {}, (True,))


def sequence(text: str, scope: Scope | None = None) -> SequenceFact:
    fact = parse(text, scope)
    assert isinstance(fact, SequenceFact)
    return fact


def test_two_items_never_share_a_size_that_may_vary() -> None:
    asked, fact = call(), sequence("seq(f32[a, ?])")
    first, second = renewed(asked, fact.element), renewed(asked, fact.element)
    assert str(first) == "f32[a, ?0]" and str(second) == "f32[a, ?1]"


def test_contents_that_may_vary_are_dropped() -> None:
    assert str(renewed(call(), sequence("seq(i64[] = a)").element)) == "i64[] = a"
    scope = Scope()
    scope.symbol("?7")
    assert str(renewed(call(), sequence("seq(i64[] = ?7)", scope).element)) == "i64[]"


def test_a_joint_size_lies_between_the_least_and_the_largest() -> None:
    item = any_item(call(), sequence("seq[3](f32[2, n], f32[5, n], f32[3, n])"))
    assert str(item).startswith("f32[?") and str(item).endswith(", n]")
    (low, high) = next((s.low, s.high) for d in item.dims() for s in d.symbols() if not s.named)
    assert low is not None and high is not None
    assert (low.value, high.value) == (2, 5)


def test_equal_items_stay_as_they_are() -> None:
    fact = parse("f32[?]")
    assert of_items(call(), (fact, fact)) is fact
    assert str(of_items(call(), (parse("f32[2]"), parse("f32[2, 3]")))) == "f32[*]"
