"""Split, from the common case to the odd."""

from __future__ import annotations

import numpy as np
import pytest

import shapeinfer
from tests.table import Row, row
from tests.whole_model import errors, infer, parse, refused

ROWS = [
    row("Split", 13, "f32[2*n]; i64[0] := ()", "f32[n]; f32[n]", sizes=(),
        finds=
            "SI219 split has 0 sizes, the node has 2 outputs: needed one for each (the runtime accepts it where the "
            "axis is open)"),
    row("Split", (2, 11, 13), "f32[N, 6]", "f32[N//2, 6]; f32[N//2, 6]", needs="N % 2 == 0",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 6}, {"N": 7})),
    row("Split", (2, 11, 13), "f32[N, 6]", "f32[N, 2]; f32[N, 2]; f32[N, 2]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 6}, {"N": 7}), axis=1),
    row("Split", (11, 13), "f32[N, 6]", "f32[N, 2]; f32[N, 2]; f32[N, 2]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 6}, {"N": 7}), axis=-1),
    row("Split", (2, 11, 13), "f32[6*n]", "f32[2*n]; f32[2*n]; f32[2*n]"),
    row("Split", (2, 11), "f32[6, N]", "f32[2, N]; f32[4, N]", split=[2, 4]),
    row("Split", (2, 11), "f32[N]", "f32[2]; f32[4]", needs="N == 6",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 6}, {"N": 7}), split=[2, 4]),
    row("Split", (2, 11), "f32[6]", "f32[2]; f32[0]; f32[4]", split=[2, 0, 4]),
    row("Split", (13, 18), "f32[6, N]; i64[2] = (2, 4)", "f32[2, N]; f32[4, N]"),
    row("Split", (13, 18), "f32[N]; i64[2] = (2, 4)", "f32[2]; f32[4]", needs="N == 6",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 6}, {"N": 7})),
    row("Split", (13, 18), "f32[N]; i64[2] = (a, N - a)", "f32[a]; f32[N - a]", needs="N - a >= 0",
        sizes=({"N": 5, "a": 2}, {"N": 5, "a": 5}, {"N": 5, "a": 6})),
    row("Split", (13, 18), "f32[N, 3]; i64[2]", "f32[?0, 3]; f32[?1, 3]", sizes=()),
    row("Split", (13, 18), "f32[N, 3]; i64[2] = (5, ?)", "f32[5, 3]; f32[N - 5, 3]", needs="N >= 5",
        sizes=()),
    row("Split", (13, 18), "f32[N, 3]; i64[k]", "f32[?0, 3]; f32[?1, 3]", needs="k == 2 or (k == 0 and N % 2 == 0)", sizes=()),
    row("Split", (13, 18), "f32[6]; i64[0] = ()", "f32[3]; f32[3]",
        finds="SI307 split is empty: the runtime cuts equal pieces, others refuse it"),
    row("Split", (13, 18), "i64[3] = (a, b, c); i64[2] = (1, 2)", "i64[1] = (a); i64[2] = (b, c)"),
    row("Split", 13, "i64[4] = (1, 2, 3, 4)", "i64[2] = (1, 2); i64[2] = (3, 4)"),
    row("Split", 18, "f32[N]", "f32[(N + 1)//2]; f32[N//2]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 6}, {"N": 7}), num_outputs=2),
    row("Split", 18, "f32[N]", "f32[ceildiv(N, 3)]; f32[ceildiv(N, 3)]; f32[N - 2*ceildiv(N, 3)]",
        needs="N - 2*ceildiv(N, 3) >= 0",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 6}, {"N": 7}, {"N": 4}, {"N": 5}, {"N": 2}),
        num_outputs=3),
    row("Split", 18, "f32[N, 7]", "f32[N, 2]; f32[N, 2]; f32[N, 2]; f32[N, 1]", axis=-1, num_outputs=4),
    row("Split", 18, "f32[N]", "f32[N]",
        sizes=({"N": 0}, {"N": 1}, {"N": 3}, {"N": 6}, {"N": 7}), num_outputs=1),
    row("Split", 18, "f32[4]", "f32[2]; f32[2]; f32[0]", num_outputs=3,
        finds=
            "SI307 2 pieces of 2 leave 0 for the last, which ONNX Runtime before 1.32 refuses; input is "
            "f32[4]"),
    row("Split", 18, "f32[0]", "f32[0]; f32[0]", num_outputs=2,
        finds=
            "SI307 1 pieces of 0 leave 0 for the last, which ONNX Runtime before 1.32 refuses; input is "
            "f32[0]"),
    row("Split", 18, "f32[N]", "f32[(N + 1)//2]; f32[N//2]", needs="N >= 3",
        sizes=(), num_outputs=3,
        finds="SI307 num_outputs is 3, the node has 2 outputs: the runtime refuses it, before 1.32 it cuts as "
            "many pieces as there are outputs"),
    row("Split", 13, "f32[*]", "f32[*]; f32[*]", sizes=()),
    row("Split", 13, "f32[*]; i64[2] = (1, 2)", "f32[*]; f32[*]", sizes=()),
    row("Split", 18, "f32[*]", "f32[*]; f32[*]", sizes=(), num_outputs=2),
]  # fmt: skip

REFUSED = [
    row("Split", (2, 11, 13), "f32[7]", "f32[?0]; f32[?0]",
        finds="SI218 axis 0 of input is 7, needed a multiple of the 2 equal pieces; input is f32[7]"),
    row("Split", (2, 11), "f32[6]", "f32[2]; f32[5]", split=[2, 5],
        finds="SI210 the sizes of split add up to 7, axis 0 of input is 6; input is f32[6]"),
    row("Split", 13, "f32[6]; i64[0] := ()", "f32[3]; f32[3]", sizes=(),
        finds="SI219 split has 0 sizes, the node has 2 outputs: needed one for each"),
    row("Split", (2, 11), "f32[6]", "f32[*]; f32[*]", split=[1, 2, 3],
        finds="SI219 split has 3 sizes, the node has 2 outputs: needed one for each"),
    row("Split", (2, 11), "f32[6]", "f32[*]; f32[*]", split=[7, -1],
        finds="SI216 split is (7, -1), needed 0 or more everywhere"),
    row("Split", (13, 18), "f32[6]; i64[2] = (2, 5)", "f32[2]; f32[5]",
        finds="SI210 the sizes of split add up to 7, axis 0 of input is 6; input is f32[6]"),
    row("Split", (13, 18), "f32[6]; i64[3] = (1, 2, 3)", "f32[*]; f32[*]",
        finds="SI219 split has 3 sizes, the node has 2 outputs: needed one for each"),
    row("Split", (13, 18), "f32[6]; i64[2] = (7, -1)", "f32[7]; f32[-1]",
        finds="SI216 split has the size -1, needed 0 or more"),
    row("Split", (13, 18), "f32[6]; i64[] = 3", "f32[*]; f32[*]",
        finds="SI201 split has rank 0, needed 1; split is i64[] = 3"),
    row("Split", 13, "f32[]", "f32[*]",
        finds="SI201 input has rank 0, needed at least 1; input is f32[]"),
    row("Split", 13, "f32[6]", "f32[*]; f32[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("Split", 18, "f32[5]", "f32[2]; f32[2]; f32[2]; f32[?0]", num_outputs=4,
        finds=
            "SI210 3 pieces of 2 leave -1 for the last, needed 0 or more: axis 0 of input is 5; input is "
            "f32[5]"),
    row("Split", 18, "f32[6]", "f32[3]; f32[3]",
        finds="SI210 none is given, needed one of the input split and the attribute num_outputs"),
    row("Split", 18, "f32[6]; i64[2] = (3, 3)", "f32[*]; f32[*]", num_outputs=2,
        finds="SI210 both are given, needed one of the input split and the attribute num_outputs"),
    row("Split", 18, "f32[6]", "f32[6]", num_outputs=0,
        finds="SI303 num_outputs is 0, needed 1 or more"),
    row("Split", 18, "f32[2]", "f32[1]; f32[1]; f32[1]; f32[?0]", num_outputs=4,
        finds=
            "SI210 3 pieces of 1 leave -1 for the last, needed 0 or more: axis 0 of input is 2; input is "
            "f32[2]"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Split", 1, "f32[N]; f32[2] = (2, 4)", "f32[2]; f32[4]", needs="N == 6"),
    row("Split", 1, "f32[N]", "f32[2]; f32[4]", needs="N == 6", split=[2, 4]),
    row("Split", 1, "f32[2*n]", "f32[n]; f32[n]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_split(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_split_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_split_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def test_what_the_runtime_takes_where_the_axis_is_open() -> None:
    """Nothing says how many pieces there are: it refuses a number when it loads, and cuts any other."""
    for attributes in ("", ", num_outputs = -1"):
        text = (
            "g (float[N, 4] x) => (float[a, b] p, float[c, d] q) { p, q = Split <axis = 0 ATTRIBUTES> (x) }"
        )
        text = text.replace(" ATTRIBUTES", attributes)
        open_, static = parse(text, 18), parse(text.replace("[N,", "[6,"), 18)
        x = np.ones((6, 4), np.float32)
        assert not refused(open_, {"x": x})
        assert not errors(infer(open_))
        assert shapeinfer.check(open_, {"N": 6}).ok
        assert not shapeinfer.check(open_, {"N": 5}).ok
        assert refused(static, {"x": x})
        assert errors(infer(static))
        assert not shapeinfer.check(static, {}).ok
