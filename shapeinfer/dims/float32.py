"""Products of float32 numbers, as runtimes compute them."""

from __future__ import annotations

import math
import struct

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
    try:
        # A double holds the product of two float32 numbers without rounding.
        return math.floor(as_float32(as_float32(float(size)) * (num / den)))
    except OverflowError:  # it is more than a float32 holds
        return size * num // den


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
