"""Reshapes in a row, of which ONNX Runtime runs one, and those like them of which it runs each."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

_STORED = "<int64[2] wrong = {1,2}, int64[1] right = {3}, int64[1] rest = {-1}, int64[1] zero = {0}, int64[2] half = {2,-1}>"
_COMPUTED = "s = Shape(x) h = Div(s, two) t = Concat<axis = 0>(h, pair)"

ROWS = (
    *(
        row(17, f"(float[{declared}] x) => ({outputs}) {_STORED} {{ {made} }}", {"N": size})
        for declared, size in (("3", 3), ("N", 3), ("N", 2), ("N", 4))
        for outputs, made in (
            ("y", "r = Reshape(x, wrong) y = Reshape(r, right)"),
            ("y, r", "r = Reshape(x, wrong) y = Reshape(r, right)"),
            ("y, w", "r = Reshape(x, wrong) y = Reshape(r, right) w = Reshape(r, right)"),
            ("y, w", "r = Reshape(x, wrong) y = Reshape(r, right) w = Shape(r)"),
            ("y", "r = Reshape(x, wrong) y = Reshape(r, rest)"),
            ("y", "r = Reshape(x, wrong) y = Unsqueeze(r, zero)"),
            ("y", "r = Reshape(x, wrong) u = Unsqueeze(r, zero) y = Reshape(u, right)"),
            ("y", "u = Unsqueeze(x, zero) r = Reshape(u, wrong) i = Identity(r) y = Reshape(i, right)"),
            ("y", "r = Reshape(x, wrong) n = Neg(r) y = Reshape(n, right)"),
            ("y", "r = Reshape(x, wrong) f = Flatten(r) y = Reshape(f, right)"),
        )
    ),
    # A list with a computed size: nothing that follows from a wrong one is said of what runs.
    *(
        row(17, f"(float[3] x) => (y) <int64 two = {{2}}, int64[1] pair = {{2}}> {{ {_COMPUTED} r = Reshape(x, t) {made} }}")
        for made in ("y = Reshape(r, s)", "q = Reshape(r, t) y = Reshape(q, s)", "n = Neg(r) y = Reshape(n, s)")
    ),
    row(
        14, "(float[N,N,N] x) => (y) <int64 zero = {0}, int64 one = {1}, int64[1] four = {4}, int64[1] axis = {0}> {"
        " n = Size(x) u = Unsqueeze(n, axis) t = Concat<axis = 0>(four, u) r = Reshape(x, t) s = Shape(r) a = Gather(s, zero)"
        " b = Gather(s, one) q = Div(b, four) c = Unsqueeze(a, axis) w = Concat<axis = 0>(c, q, four) y = Reshape(r, w) }", {"N": 4},
    ),
)  # fmt: skip
