"""Recurrent layers: every step multiplies one row of the input with W and one row of the state with R.

A sequence that is shorter than the longest is counted as long as that. The factors of gates that see the cell
(P) are elementwise.
"""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, formula
from shapeinfer.dims import Dim, product


@formula("RNN", "GRU", "LSTM", "com.microsoft:DynamicQuantizeLSTM")
def recurrent(asked: Asked) -> Dim:
    """W and R hold all gates of all directions, so that one step of one row needs all of both. X is (steps,
    batch, features), or the first two exchanged."""
    steps_and_rows = product(asked.shape("X", rank=3)[:2])
    return steps_and_rows * (product(asked.shape("W", rank=3)) + product(asked.shape("R", rank=3)))
