"""Gradient, Adagrad, Adam, Momentum: shapes go through."""

from __future__ import annotations

from shapeinfer.testing import infer

DOMAIN = "ai.onnx.preview.training"
MOMENTUM = {"alpha": 0.9, "beta": 1.0, "mode": "standard", "norm_coefficient": 0.0}


def test_gradient() -> None:
    inferred = infer(
        "Gradient",
        1,
        "f32[a, b]",
        "f32[*]",
        "f32[c]",
        domain=DOMAIN,
        outputs=2,
        xs=["W", "Z"],
        zs=["X"],
        y="Y",
    )
    assert (inferred.outputs, inferred.findings) == (("f32[a, b]", "f32[*]"), [])
    assert infer("Gradient", 1, "f32[a, b]", domain=DOMAIN, xs=["W", "Z"], y="Y").errors == [
        "SI015 1 inputs, needed one for each of 2 names in xs and zs"
    ]


def test_one_tensor() -> None:
    for name, attributes in (("Adagrad", {}), ("Momentum", MOMENTUM)):
        facts = ["f32[]", "i64[]", "f32[a, b]", "f32[a, c]", "f32[a, b]"]
        inferred = infer(name, 1, *facts, domain=DOMAIN, outputs=2, given=attributes)  # type: ignore[arg-type]  # one dict for all
        assert (inferred.outputs, inferred.requirements) == (("f32[a, b]", "f32[a, b]"), ["b == c"])
    facts = ["f32[]", "i64[]", *["f32[a, b]"] * 4]
    assert infer("Adam", 1, *facts, domain=DOMAIN, outputs=3).outputs == ("f32[a, b]",) * 3


def test_two_tensors() -> None:
    facts = ["f32[1]", "i64[]", "f32[a]", "f64[*]", "f32[*]", "f64[b]", "f32[*]", "f64[b]"]
    inferred = infer("Adagrad", 1, *facts, domain=DOMAIN, outputs=4)
    assert (inferred.outputs, inferred.findings) == (("f32[a]", "f64[b]", "f32[a]", "f64[b]"), [])


def test_refused() -> None:
    assert infer("Adam", 1, "f32[]", "i64[]", *["f32[a]"] * 3, domain=DOMAIN).errors == [
        "SI015 3 inputs, needed a multiple of 4: tensor, gradient, first state, second state"
    ]
    assert infer("Adagrad", 1, "f32[2]", "i64[]", "f32[3]", "f32[4]", "f32[3, 1]", domain=DOMAIN).errors == [
        "SI217 R is f32[2], needed one element",
        "SI217 the gradient is f32[4], needed the shape of the tensor, f32[3]",
        "SI201 the state is f32[3, 1], needed the shape of the tensor, f32[3]",
    ]
