"""Fourier transforms, determinants and inverses.

A fast transform of N points is counted as N/2 butterflies in each of log2(N) rounds, with 4
multiply-accumulates for a complex factor: ``2 * N * ceil(log2(N))``, also where N is no power of two. That is
no polynomial of N, so only a length that is a number has a count.
"""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, Unknown, formula
from shapeinfer.dims import ZERO, Dim, product
from shapeinfer.facts.fact import Shape


def fast_transform(length: Dim) -> int:
    """One transform of that many points. Unknown if the length is no number."""
    if length.value is None:
        raise Unknown("length")
    return 2 * length.value * max(length.value - 1, 0).bit_length()


@formula("DFT")
def dft(asked: Asked) -> Dim:
    """One transform along an axis, as long as ``dft_length`` says or as the axis is; for all other axes but
    the last, which holds real and imaginary parts."""
    shape = asked.shape("input")
    axis = _axis(asked, len(shape))
    said = asked.fact("dft_length")
    known = None if said is None else said.as_dims()
    if said is not None and not known:
        raise Unknown("dft_length")
    others = [size for at, size in enumerate(shape[:-1]) if at != axis]
    return product(others) * fast_transform(known[0] if known else shape[axis])


def _axis(asked: Asked, rank: int) -> int:
    """An attribute up to opset 17, an input since opset 20."""
    axis = asked.number("axis", 1) if "axis" in asked.schema.attributes else -2
    given = asked.fact("axis")
    if given is not None:
        known = given.as_ints()
        if not known:
            raise Unknown("axis")
        axis = known[0]
    return axis % rank if -rank <= axis < rank else axis


@formula("STFT")
def stft(asked: Asked) -> Dim:
    """A transform for each frame of each row; the window's factors are elementwise."""
    rows, frames, *_ = asked.made(rank=4)
    return rows * frames * fast_transform(_frame(asked))


def _frame(asked: Asked) -> Dim:
    given = asked.fact("frame_length")
    if given is not None:
        known = given.as_dims()
        if not known:
            raise Unknown("frame_length")
        return known[0]
    return asked.shape("window", rank=1)[0]


@formula("com.microsoft:Rfft")
def rfft(asked: Asked) -> Dim:
    """Along the last axis, or axes (``signal_ndim``)."""
    return _along_last(asked.shape("X"), asked.number("signal_ndim", 1))


@formula("com.microsoft:Irfft")
def irfft(asked: Asked) -> Dim:
    """As long as what it makes."""
    return _along_last(asked.made(), asked.number("signal_ndim", 1))


def _along_last(shape: Shape, axes: int) -> Dim:
    """A transform along each of the last axes, for all places of the others."""
    if not 0 < axes <= len(shape):
        raise Unknown("signal_ndim")
    total = ZERO
    for at in range(len(shape) - axes, len(shape)):
        others = [size for i, size in enumerate(shape) if i != at]
        total = total + product(others) * fast_transform(shape[at])
    return total


@formula("Det")
def determinant(asked: Asked) -> Dim:
    """Elimination of a square matrix of N rows: the sum of k * k for k below N."""
    *batch, rows, _ = _square(asked.shape("X"))
    return product(batch) * ((rows - 1) * rows * (rows * 2 - 1) // 6)


@formula("com.microsoft:Inverse")
def inverse(asked: Asked) -> Dim:
    """Elimination with all columns of the identity beside: N * N * N."""
    *batch, rows, _ = _square(asked.shape("X"))
    return product(batch) * rows * rows * rows


def _square(shape: Shape) -> Shape:
    if len(shape) < 2:
        raise Unknown("rank")
    return shape
