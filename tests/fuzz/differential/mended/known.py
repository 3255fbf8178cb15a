"""What a loader knows inside of bodies, and of what they make."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

_STATE = "l = Loop(n, e0, x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] o) { h = Identity(g) o = Identity(s) }>".replace(
    "e0", '""'
)
_OF_IT = "{p} = Loop(n, e0) <body = {p}b (int64 i, bool g) => (bool h, float[{of}] o) {{ h = Identity(g) o = Relu({of_what}) }}>".replace(
    "e0", '""'
)

ROWS = (
    # A Scan is refused whose body makes something of unknown rank, also if a Loop collects it, an If makes it whichever
    # branch it takes, or an optional holds it.
    *(
        row(opset, f"(float[2,3] x, bool k) => (y) <int64 n = {{2}}, bool t = {{1}}> {{ {_STATE} {made}"
            f" y = Scan<num_scan_inputs = 1, body = c (float[] a) => (float[] r) {{ {read} }}>(x) }}", {}, {"k": (0,)})
        for opset in (11, 16, 24)
        for made in (
            _OF_IT.format(p="m", of="", of_what="l"),
            _OF_IT.format(p="m", of="p,q", of_what="l"),
            _OF_IT.format(p="m", of="p,q", of_what="x"),
            "m = If(k) <then_branch = u () => (float[] f) { f = Neg(l) }, else_branch = v () => (float[] d) { d = Abs(l) }>",
            "m = If(k) <then_branch = u () => (float[p,q] f) { f = Neg(l) }, else_branch = v () => (float[] d) { d = Abs(x) }>",
            "m = If(t) <then_branch = u () => (float[] f) { f = Neg(l) }, else_branch = v () => (float[] d) { d = Abs(x) }>",
        )
        for read in ("r = Neg(m)", "z = Optional(m) r = OptionalGetElement(z)")
        if opset > 15 or "Optional" not in read
    ),
)  # fmt: skip
