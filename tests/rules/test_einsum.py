"""Einsum: explicit and implied outputs, ellipses, repeated letters."""

from __future__ import annotations

import pytest

import shapeinfer
from tests.table import Row, row
from tests.whole_model import parse

ROWS = [
    row("Einsum", 12, "f32[b, 2, d]; f32[b, d, 3]", "f32[b, 2, 3]", equation="bij,bjk->bik"),
    row("Einsum", 12, "f32[m, 3]; f32[3, n]", "f32[m, n]", equation="ij,jk"),
    row("Einsum", 12, "f32[n, n]", "f32[n]", equation="ii->i"),
    row("Einsum", 12, "f32[3, 3]", "f32[]", equation="ii"),
    row("Einsum", 12, "f32[m, n]", "f32[n, m]", equation="ij->ji"),
    row("Einsum", 12, "f32[m]; f32[n]", "f32[m, n]", equation="i,j->ij"),
    row("Einsum", 12, "f32[a, 2, 3]; f32[1, 3, n]", "f32[a, 2, n]", equation="...ij,...jk->...ik"),
    row("Einsum", 12, "f32[a, b, 2, 3]; f32[3, n]", "f32[a, b, 2, n]", equation="...ij,jk"),
    row("Einsum", 12, "f32[5, a, 3]", "f32[a, 3, 5]", equation="i..."),
    row("Einsum", 12, "f32[]; f32[2, n]", "f32[2, n]", equation=",ij->ij"),
    row("Einsum", 12, "f32[n]", "f32[]", equation="i->"),
    row("Einsum", 12, "f32[2, 3]; f32[3, 4]", "f32[2, 4]", equation=" i j , j k -> i k "),
    row("Einsum", 12, "f32[2, 3]", "f32[3, 2]", equation="aB->Ba"),
    row("Einsum", 12, "f32[2, 3]; f32[1, 1]", "f32[2, 3]", equation="ij,ij->ij"),
    row("Einsum", 12, "f32[1, 3]; f32[2, 1]", "f32[?0, 3]", equation="ij,ij->ij"),  # a loader infers 1
    row("Einsum", 12, "f32[]", "f32[]", equation=""),
    row("Einsum", 12, "f32[2, 0]; f32[0, 4]", "f32[2, 4]", equation="ij,jk->ik"),
    row("Einsum", 12, "f32[*]; f32[3, 4]", "f32[?0, 4]", equation="ij,jk->ik", sizes=()),
    row("Einsum", 12, "f32[*]; f32[1, 4]; f32[3, n]", "f32[?0, 3, 4, ?1]", equation="ikjl,ij,kl->ikjl", sizes=()),
    row("Einsum", 12, "f32[*]; f32[2, 1, 3]", "f32[2, ?0, ?1]", equation="...i,...j->...i", sizes=()),
    row("Einsum", 12, "f32[*]", "f32[*]", equation="...ij->...ji", sizes=()),
    row("Einsum", 12, "f32[2, 3]; f32[3, 4]", "f32[2, 4]", equation="IJ,JK",
        finds="SI307 equation 'IJ,JK' has capital letters and no output, which ONNX Runtime refuses"),
    row("Einsum", 12, "f32[4, 2]", "f32[2]", equation="...i->i",
        finds="SI307 equation '...i->i' sums over an ellipsis, which ONNX Runtime refuses"),
    row("Einsum", 12, "f32[b, h, i, d]; f32[b, h, j, d]", "f32[b, h, i, j]", equation="bhid,bhjd->bhij",
        sizes=({"b": 2, "h": 3, "i": 4, "j": 5, "d": 2}, {"b": 1, "h": 1, "i": 1, "j": 1, "d": 1})),
    row("Einsum", 12, "f32[2, a]; f32[b, 4]", "f32[2, 4]", needs="a == b or a == 1 or b == 1",
        equation="ij,jk->ik", sizes=({"a": 3, "b": 3}, {"a": 1, "b": 3}, {"a": 2, "b": 3})),
    row("Einsum", 12, "f32[m, n]", "f32[m]", needs="m == n", equation="ii->i",
        sizes=({"m": 3, "n": 3}, {"m": 3, "n": 2})),
    row("Einsum", 28, "f32[2, n]; f32[n, 3]", "f32[2, 3]", equation="ij,jk->ik", sizes=()),
    row("Einsum", 12, "f32[a, b]; f32[]", "f32[a, b]", equation="...kl,  -> kl"),
    row("Einsum", 12, "f32[a, b]; f32[*]", "f32[a, b]", equation="kl,... -> kl", sizes=(),
        finds="SI307 equation 'kl,... -> kl' sums over an ellipsis, which ONNX Runtime refuses"),
]  # fmt: skip

REFUSED = [
    row("Einsum", 12, "f32[2, 3]; f32[4, 5]", "f32[2, 5]", equation="ij,jk->ik",
        finds="SI207 j of 'ij,jk->ik' is 3 and 4, needed equal sizes or 1"),
    row("Einsum", 12, "f32[3, 4]", "f32[?0]", equation="ii->i",
        finds="SI217 letter i of 'ii->i' is 3 and 4 in one input, needed equal sizes; it is f32[3, 4]"),
    row("Einsum", 12, "f32[2, 3]", "f32[*]", equation="ij->k",
        finds="SI225 equation 'ij->k' has k in its output only, needed letters of the inputs"),
    row("Einsum", 12, "f32[2, 3]", "f32[*]", equation="ij->ii",
        finds="SI225 equation 'ij->ii' has i twice in its output, needed every letter once"),
    row("Einsum", 12, "f32[2, 3]", "f32[*]", equation="ijk->i",
        finds="SI225 equation 'ijk->i' has 3 letters for input 0 of rank 2, needed one for each axis"),
    row("Einsum", 12, "f32[2, 3]", "f32[*]", equation="ij,jk->ik",
        finds="SI225 there are 2 terms for 1 inputs in equation 'ij,jk->ik', needed one for each input"),
    row("Einsum", 12, "f32[2, 3]", "f32[*]", equation="i1->i",
        finds="SI225 equation 'i1->i' has the character '1', needed letters, commas, '...' and one '->'"),
    row("Einsum", 12, "f32[2]", "f32[*]", equation="i->i->i",
        finds="SI225 equation 'i->i->i' has the character '-', needed letters, commas, '...' and one '->'"),
    row("Einsum", 12, "f32[2, 3]", "f32[*]", equation="ij->i......",
        finds="SI225 equation 'ij->i......' has dots that are no ellipsis, needed at most one '...' in "
            "each term"),
    row("Einsum", 12, "f32[5, 2, 3]; f32[3, 4]", "f32[5, 2, 4]", equation="...ij,...jk->...ik",
        finds="SI225 equation '...ij,...jk->...ik' has an ellipsis of 1 axes and one of 0, needed the same number"),
    row("Einsum", 12, "f32[5, 2, 3]; f32[6, 3, 4]", "f32[?0, 2, 4]", equation="...ij,...jk->...ik",
        finds="SI207 the ellipsis of '...ij,...jk->...ik' is 5 and 6, needed equal sizes or 1"),
]  # fmt: skip

# ONNX Runtime 1.32 never comes back from these; older releases refuse them.
HANGS = [
    row("Einsum", 12, "f32[2, 3]", "f32[*]", equation="i..j->ij",
        finds="SI225 equation 'i..j->ij' has dots that are no ellipsis, needed at most one '...' in each "
            "term"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *HANGS], ids=str)
def test_einsum(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_einsum_runs_as_inferred(case: Row) -> None:
    case.compare()


def test_nothing_follows_from_sizes_that_do_not_fit() -> None:
    # Not even where a loader would take the 1 of the first input.
    terms = "float[1] x, float[2] z, float[3] w, float[7] v"
    nodes = 'r = Einsum<equation = "a,a,a->a">(x, z, w) y = Add(r, v)'
    found = shapeinfer.infer(parse(f"g ({terms}) => (y) {{ {nodes} }}"))
    assert [d.message for d in found.diagnostics] == ["a of 'a,a,a->a' is 2 and 3, needed equal sizes or 1"]
    assert found.contract.clauses == ()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_einsum_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
