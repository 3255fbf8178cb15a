"""Products of float32 numbers, as runtimes compute them."""

from __future__ import annotations

import struct

# The significand of a float32.
_BITS = 24
# So many digits tell every float32 from its neighbours.
_MOST_DIGITS = 9


def as_float32(value: float) -> float:
    """The float32 next to a number."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


def decimal_of(factor: float) -> str:
    """The shortest decimal, without an exponent, that is next to this float32."""
    from decimal import Decimal  # slow to import

    texts = (f"{factor:.{digits}g}" for digits in range(1, _MOST_DIGITS + 1))
    return f"{Decimal(next(text for text in texts if as_float32(float(text)) == factor)):f}"


def floor_of_product(size: int, num: int, den: int) -> int:
    """``floor(float32(size) * (num / den))``, where the product is rounded to float32."""
    top, bottom = _nearest(size, 1)
    top, bottom = _nearest(top * num, bottom * den)
    return top // bottom


def least_factor(wanted: int, num: int, den: int) -> int:
    """The least size of which ``floor_of_product`` makes so much or more."""
    low = high = wanted * den // num
    step = 1
    while floor_of_product(low, num, den) >= wanted:
        low, step = low - step, step * 2
    while floor_of_product(high, num, den) < wanted:
        high, step = high + step, step * 2
    while high - low > 1:
        middle = (low + high) // 2
        if floor_of_product(middle, num, den) >= wanted:
            high = middle
        else:
            low = middle
    return high


def _nearest(top: int, bottom: int) -> tuple[int, int]:
    """The float32 nearest to ``top / bottom``, ties to even, as a ratio; of any exponent."""
    magnitude = abs(top)
    if not magnitude:
        return 0, 1
    shift = _BITS - magnitude.bit_length() + bottom.bit_length()
    up, down = max(shift, 0), max(-shift, 0)
    if magnitude << up >= bottom << (down + _BITS):
        up, down = (up - 1, 0) if up else (0, down + 1)
    significand, rest = divmod(magnitude << up, bottom << down)
    twice = 2 * rest - (bottom << down)
    significand += twice > 0 or (twice == 0 and significand % 2)
    return (significand if top > 0 else -significand) << down, 1 << up
