"""How many multiply-accumulates an operator does, one small pure function each, from facts to a Dim.

It knows facts and attributes of one node, no graph and no model; None means that the facts say too little.
Begin reading in ``products.py``; ``plain.py`` lists the operators that multiply and accumulate nothing.
"""

from __future__ import annotations

from shapeinfer.costs.asked import FORMULAS
from shapeinfer.costs.operators import (
    attention,
    convolutions,
    einsum,
    experts,
    learned,
    products,
    recurrent,
    transforms,
)

__all__ = ["FORMULAS"]

# Importing the rooms has filled the table.
_ROOMS = (attention, convolutions, einsum, experts, learned, products, recurrent, transforms)
