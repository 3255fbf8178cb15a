"""How many rounds Loops make, and what each of them demands."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # What a Loop inside makes without a round may end the Loop around it.
    *(
        row(18, "(float[C] x) => (y, z) <int64 o = {0}, int64 e = {1}, int64 two = {2}, int64 four = {4}> { s = Shape(x) n = Gather(s, o)"
            " y, z = Loop(two, e0, n) <body = b (int64 i, bool g, int64 k) => (bool h, int64 v, float[p] t) { c = Greater(k, four)"
            " f = Loop(two, c) <body = d (int64 j, bool q) => (bool r, float[a] u) { u = Neg(x) r = Identity(q) }>"
            " l = Shape(f) m = Gather(l, e) h = Less(i, m) v = Add(k, e) t = Identity(x) }> }".replace("e0", '""'), {"C": size})
        for size in (1, 3, 4, 5, 6)
    ),
)  # fmt: skip
