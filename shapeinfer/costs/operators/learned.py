"""Linear and support vector models of ai.onnx.ml, whose weights are attributes."""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, Unknown, formula
from shapeinfer.dims import ONE, Dim
from shapeinfer.facts.fact import Shape

_ML = "ai.onnx.ml"


@formula(f"{_ML}:LinearClassifier", f"{_ML}:LinearRegressor")
def linear(asked: Asked) -> Dim:
    """Each row is multiplied with all coefficients."""
    return _rows(asked) * asked.entries("coefficients")


@formula(f"{_ML}:SVMClassifier", f"{_ML}:SVMRegressor")
def support_vectors(asked: Asked) -> Dim:
    """Each row is multiplied with all support vectors, and what comes out with all coefficients."""
    return _rows(asked) * (asked.entries("support_vectors") + asked.entries("coefficients"))


def _rows(asked: Asked) -> Dim:
    """X is (rows, features), or one row."""
    shape: Shape = asked.shape("X")
    if len(shape) == 2:
        return shape[0]
    if len(shape) != 1:
        raise Unknown("rank")
    return ONE
