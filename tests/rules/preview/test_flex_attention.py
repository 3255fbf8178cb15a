"""FlexAttention: sizes of grouped heads, and bodies that must keep the shape."""

from __future__ import annotations

from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.rule import ONE
from shapeinfer.testing import FakeBody, infer

PREVIEW = "ai.onnx.preview"
SEEN: list[str] = []


def same(fact: Fact) -> Fact:
    SEEN.append(str(fact))
    return fact


def longer(fact: Fact) -> Fact:
    assert isinstance(fact, TensorFact) and fact.shape is not None
    return TensorFact(fact.elem_type, (*fact.shape[:3], fact.shape[3] + ONE))


def test_sizes() -> None:
    inferred = infer(
        "FlexAttention", 1, "f16[b, 8, s, 64]", "f16[b, 2, t, 64]", "f16[b, 2, t, 32]", domain=PREVIEW
    )
    assert (inferred.output, inferred.requirements, inferred.findings) == ("f16[b, 8, s, 32]", [], [])
    inferred = infer("FlexAttention", 1, "f32[*]", "f32[b, 2, t, 64]", "f32[b, 2, t, 32]", domain=PREVIEW)
    assert inferred.output == "f32[?0, ?1, ?2, ?3]"


def test_bodies() -> None:
    facts = ["f16[b, 8, s, 64]", "f16[b, 2, t, 64]", "f16[b, 2, t, 32]"]
    SEEN.clear()
    bodies = {"score_mod": FakeBody(same, 1), "prob_mod": FakeBody(same, 1)}
    assert infer("FlexAttention", 1, *facts, domain=PREVIEW, bodies=bodies).findings == []
    assert SEEN == ["f32[b, 8, s, t]"] * 2
    assert infer(
        "FlexAttention", 1, *facts, domain=PREVIEW, bodies={"score_mod": FakeBody(longer, 1)}
    ).errors == ["SI217 score_mod makes f32[b, 8, s, t + 1] of f32[b, 8, s, t], needed the same shape"]


def test_refused() -> None:
    def errors(*facts: str) -> list[str]:
        return infer("FlexAttention", 1, *facts, domain=PREVIEW).errors

    assert errors("f32[b, 6, s, 8]", "f32[b, 4, t, 8]", "f32[b, 4, t, 8]") == [
        "SI212 Q has 6 heads, needed a multiple of the 4 of K; Q is f32[b, 6, s, 8], K is f32[b, 4, t, 8]"
    ]
    assert errors("f32[b, s, 8]", "f32[b, 4, t, 8]", "f32[b, 4, t, 8]") == [
        "SI201 Q has rank 3, needed 4; Q is f32[b, s, 8]"
    ]
    assert errors("f32[b, 4, s, 8]", "f32[b, 4, t, 7]", "f32[b, 4, t, 8]") == [
        "SI217 the head size is 8 in Q and 7 in K, needed the same size"
    ]
