"""GatedDeltaNet and what replays captured updates of states."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")

_APART = "f32[4, 2, 8]; f32[4, 2, 8]; f32[4, 4, 6]"
_BOUNDS = "i32[3] = (0, 2, 4)"

RUN = [
    op(
        "GatedDeltaNet",
        f"{_APART}; {_BOUNDS}; f32[4, 4]; f32[4, 4]; f32[2, 4, 6, 8]",
        "f32[4, 4, 6]; f32[2, 4, 6, 8]; f32[2, 0]",
    ),
    # All tokens of one sequence alike: the state tells how many sequences there are.
    op(
        "GatedDeltaNet",
        "f32[t, 2, 8]; f32[t, 2, 8]; f32[t, 4, 6]; -; f32[t, 4]; f32[t, 4]; f32[1, 4, 6, 8]",
        "f32[t, 4, 6]; f32[1, 4, 6, 8]",
        needs="t >= 1",
        sizes=({"t": 1}, {"t": 3}),
    ),
    op(
        "GatedDeltaNet",
        "f32[b, s, 2, 8]; f32[b, s, 2, 8]; f32[b, s, 4, 6]; -; f32[b, s, 4, 8]; f32[b, s, 4]; f32[b, 4, 6, 8]",
        "f32[b, s, 4, 6]; f32[b, 4, 6, 8]",
        needs=("b >= 1", "s >= 1"),
        sizes=({"b": 2, "s": 3}, {"b": 1, "s": 1}),
    ),
    # A batch needs no state to tell how many sequences there are.
    op(
        "GatedDeltaNet",
        "f32[b, 3, 2, 8]; f32[b, 3, 2, 8]; f32[b, 3, 4, 6]; -; f32[b, 3, 4]; f32[b, 3, 4]",
        "f32[b, 3, 4, 6]; f32[b, 4, 6, 8]",
        needs="b >= 1",
        sizes=({"b": 2}, {"b": 1}),
    ),
    # Queries, keys and values in one input.
    op(
        "GatedDeltaNet",
        f"f32[4, 56]; -; -; {_BOUNDS}; f32[4, 4]; f32[4, 4]; f32[2, 4, 6, 8]",
        "f32[4, 4, 6]; f32[2, 4, 6, 8]",
    ),
    op(
        "GatedDeltaNet",
        f"{_APART}; {_BOUNDS}; f32[4, 4, 8]; f32[4, 4]; -; f32[4]; f32[32]; i32[2] = (1, 2); i32[1] = (1)",
        "f32[4, 4, 6]; f32[2, 4, 6, 8]; f32[2, 144]",
        gate_activation="sigmoid",
        state_update_capacity=2,
    ),
    op("GatedDeltaNet", f"{_APART}; {_BOUNDS}", "f32[4, 4, 6]", update_rule="linear"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


def _refused(inputs: str, finds: str, **attributes: str | int | float) -> Row:
    row = op("GatedDeltaNet", inputs, "f32[4, 4, 6]", finds=finds)
    return row._replace(attributes=attributes)


_WHOLE = f"{_APART}; {_BOUNDS}; f32[4, 4]; f32[4, 4]"

REFUSED = [
    _refused(_WHOLE, "SI303 update_rule is 'none', needed one of (linear, gated, delta, gated_delta)",
             update_rule="none"),
    _refused(_WHOLE, "SI303 chunk_size is 0, needed at least 1", chunk_size=0),
    _refused(_WHOLE, "SI303 gate_lower_bound is 0.0, needed a number below 0", gate_lower_bound=0.0),
    _refused(_WHOLE, "SI303 beta is given beside update_rule gated, which takes none", update_rule="gated"),
    _refused(f"{_APART}; {_BOUNDS}; f32[4, 4]", "SI303 beta is left out beside update_rule gated_delta, which needs it"),
    _refused(f"{_APART}; -; f32[4, 4]; f32[4, 4]",
             "SI303 initial_state is left out, needed beside a packed query, or to tell apart tokens in one row "
             "without cu_seqlens"),
    _refused(_WHOLE + "; -; -; -; i32[2]",
             "SI303 state_update_capacity is 0 and capture_count is given, needed both or none"),
    _refused("f32[4, 2, 8]; f32[4, 2, 8]; f32[4, 3, 6]; i32[3] = (0, 2, 4); f32[4, 3]; f32[4, 3]",
             "SI212 value has 3 heads, needed a multiple of the 2 of query; query is f32[4, 2, 8]"),
    _refused(f"{_APART}; i32[1]; f32[4, 4]; f32[4, 4]", "SI219 cu_seqlens has 1 entries, needed at least 2"),
    _refused(f"{_APART}; i32[3] = (0, 3, 2); f32[4, 4]; f32[4, 4]",
             "SI303 cu_seqlens is i32[3] = (0, 3, 2), needed numbers that grow from 0 to 4"),
    _refused(f"{_APART}; -; f32[4, 4]; f32[4, 4]; f32[3, 4, 6, 8]",
             "SI218 there are 4 tokens, needed as many in each of 3 sequences"),
    _refused(f"{_APART}; {_BOUNDS}; f32[4, 4, 7]; f32[4, 4]",
             "SI217 decay has 7 on axis 2, needed 8; decay is f32[4, 4, 7]"),
    _refused(f"{_WHOLE}; -; f32[4]; f32[8]", "SI214 dt_bias has 8 elements, needed 4; it is f32[8]",
             gate_activation="softplus"),
    _refused(f"f32[4, 48]; -; -; {_BOUNDS}; f32[4, 4]; f32[4, 4]; f32[2, 4, 6, 8]",
             "SI218 query has 24 for queries and keys, needed a multiple of 16; query is f32[4, 48]"),
    _refused(f"{_APART}; {_BOUNDS}; f16[4, 4]", "SI101 decay is f16[4, 4], needed f32 or the type of query; "
             "that is f32[4, 2, 8]", update_rule="gated"),
]  # fmt: skip


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    inferred = one.infer(1)
    assert tuple(inferred.findings) == one.finds
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is.
UNTRIED = [
    op("GatedDeltaNet", "f16[t, w]; -; -; i32[n]; f16[t, 4]; f16[t, 4]; f32[b, 4, 6, 8]",
       "f16[t, 4, 6]; f32[n - 1, 4, 6, 8]", needs=("w - 24 >= 16", "(w - 24) % 16 == 0", "t >= 1", "(w - 24)//16 >= 1",
                                                     "4 % ((w - 24)//16) == 0", "n >= 2", "b == n - 1")),
    op("GatedDeltaNetStateReplay", "f32[n]; f32[m]; f32[k]; i64[11]", "f32[k]"),
    op("ConvStateReplay", "f16[n]; f16[m]; f16[k]; i64[8]", "f16[k]"),
    op("ConvStateReplay", "f16[n]; f16[m]; f16[k]; i64[7]", "f16[k]",
       finds="SI217 metadata has 7 on axis 0, needed 8; metadata is i64[7]"),
    op("SpeculativePrefixCommit", "i64[b, r]; i64[n]; i32[s]; i64[c]; i64[d]; i64[p]; i64[2]",
       "i32[b]; i64[c]; i64[d]"),
    op("SpeculativePrefixCommit", "i64[r]; i64[n]; i32[s]; i64[c]; i64[d]; i64[p]; i64[2]",
       "i32[1]; i64[c]; i64[d]"),
]  # fmt: skip


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
