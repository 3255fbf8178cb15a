"""MoE: each token goes through k of many experts, so that k experts' weights are multiplied for each token.

The routing product stands outside of the operator.
"""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, Unknown, formula
from shapeinfer.dims import ZERO, Dim, product

_LAYERS = ("fc1", "fc2", "fc3")


@formula("com.microsoft:MoE")
def experts(asked: Asked) -> Dim:
    """The weights are (experts, rows, columns)."""
    tokens = product(asked.shape("input")[:-1])
    one = sum(
        (
            product(asked.shape(f"{name}_experts_weights", rank=3)[1:])
            for name in _LAYERS
            if _has(asked, name)
        ),
        start=ZERO,
    )
    return tokens * one * asked.number("k", 1)


@formula("com.microsoft:QMoE")
def quantised_experts(asked: Asked) -> Dim:
    """As MoE. Several weights of 2, 4 or 8 bits stand in a byte, unless the type itself is as narrow."""
    tokens = product(asked.shape("input")[:-1])
    hidden = asked.shape("input")[-1]
    one = ZERO
    for name in _LAYERS:
        if not _has(asked, name):
            continue
        # (experts, rows, packed columns): fc1 and fc3 read the token, fc2 writes it.
        _, rows, packed = asked.shape(f"{name}_experts_weights", rank=3)
        bits = asked.attributes.get(f"{name}_expert_weight_bits", asked.number("expert_weight_bits", 4))
        if not isinstance(bits, int) or bits not in (2, 4, 8):
            raise Unknown("bits")
        one = one + (rows * (packed * (8 // bits)) if name == "fc2" else rows * hidden)
    return tokens * one * asked.number("k", 1)


def _has(asked: Asked, layer: str) -> bool:
    return asked.has(f"{layer}_experts_weights")
