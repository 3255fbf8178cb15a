"""Loop: what is carried, what is stacked, how many rounds; always with a run beside the inference."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracle import Value
from tests.whole_model import Feeds, check, errors, facts, infer, messages, parse, refused

TRUE, FALSE = np.array(True), np.array(False)


def zeros(*shape: int) -> Value:
    return np.zeros(shape, np.float32)


def loop(
    body: str,
    *,
    before: str = "",
    after: str = "",
    made: str = "o, y",
    takes: str = "M, C, x",
    states: str = "s",
) -> str:
    """A model that loops over a float[n] x, M times while C."""
    results, nodes = body.split("{", 1)
    return f"""g (int64 M, bool C, float[n] x) => ({made}) {{
        {before}
        {made} = Loop <body = b (int64 i, bool c, {states}) => ({results}) {{{nodes}
        > ({takes})
        {after}
    }}"""


KEEP = "co, so, eo { co = Identity(c) so = Relu(s) eo = Identity(s) }"
GROW = "co, so, eo { co = Identity(c) so = Concat<axis=0>(s, x) eo = Identity(x) }"
DOUBLE = "co, so, eo { co = Identity(c) so = Concat<axis=0>(s, s) eo = Identity(x) }"
THREE = "three = Constant<value_int=3>() on = Constant<value=bool {1}>()"


def runs(*counts: int) -> list[Feeds]:
    return [
        {"M": np.array(m), "C": c, "x": zeros(n)} for m in counts for n in (0, 1, 2) for c in (TRUE, FALSE)
    ]


BODIES = [
    (KEEP, ["f32[n]", "f32[?0, n]"]),
    # Every round adds n: that times the number of rounds, which stands before the scan output too.
    (GROW, ["f32[?0*n + n]", "f32[?0, n]"]),
    (DOUBLE, ["f32[?0]", "f32[?1, n]"]),
    ("co, so, eo { co = Identity(c) so = ReduceSum<keepdims=0>(s) eo = Size(s) }", ["f32[*]", "i64[?0]"]),
    ("co, so, eo { co = Identity(c) so = Concat<axis=0>(x, x) eo = Identity(i) }", ["f32[?0]", "i64[?1]"]),
]


@pytest.mark.parametrize(("body", "wanted"), BODIES)
def test_unknown_trip_count(body: str, wanted: list[str]) -> None:
    found = check(loop(body), runs(-1, 0, 1, 2, 4), 17)
    assert facts(found, "o", "y") == wanted
    # Without a scan output no premise excuses a run of no rounds.
    alone = check(loop(body.replace(", eo {", " {"), made="o"), runs(-1, 0, 1, 2, 4), 17)
    assert facts(alone, "o")[0].replace("?0", "?") == wanted[0].replace("?0", "?")


@pytest.mark.parametrize("opset", [11, 13, 16, 19, 21, 23, 24, 25])
def test_versions(opset: int) -> None:
    assert facts(check(loop(GROW), runs(0, 2), opset), "o")[0] == "f32[?0*n + n]"


FOLLOWED = [
    (KEEP, ["f32[n]", "f32[3, n]"]),
    (GROW, ["f32[4*n]", "f32[3, n]"]),
    (DOUBLE, ["f32[8*n]", "f32[3, n]"]),
    ("co, so, eo { co = Identity(c) so = Concat<axis=0>(x, x) eo = Identity(i) }", ["f32[2*n]", "i64[3]"]),
    ("co, so, eo { co = Identity(c) z = Constant<value_ints=[0]>() so = Unsqueeze(s, z) eo = Identity(i) }",
     ["f32[1, 1, 1, n]", "i64[3]"]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "wanted"), FOLLOWED)
def test_known_trip_count(body: str, wanted: list[str]) -> None:
    found = check(loop(body, before=THREE, takes="three, on, x"), runs(0), 17)
    assert facts(found, "o", "y") == wanted


def test_no_round() -> None:
    none = "none = Constant<value_int=0>() on = Constant<value=bool {1}>()"
    found = check(loop(GROW, before=none, takes="none, on, x"), runs(1), 17)
    assert facts(found, "o", "y") == ["f32[n]", "f32[0, 0]"]
    never = "off = Constant<value=bool {0}>()"
    found = check(loop(DOUBLE, before=never, takes="M, off, x"), runs(1), 17)
    assert facts(found, "o", "y") == ["f32[n]", "f32[0, 0]"]


def test_trip_count_that_is_a_size() -> None:
    size = "size = Size(x) on = Constant<value=bool {1}>()"
    found = check(loop(GROW, before=size, takes="size, on, x"), runs(0), 17)
    assert facts(found, "o", "y") == ["f32[n**2 + n]", "f32[n, n]"]


def test_a_long_loop_is_not_followed() -> None:
    many = "many = Constant<value_int=1000>() on = Constant<value=bool {1}>()"
    found = infer(loop(GROW, before=many, takes="many, on, x"))
    assert facts(found, "o", "y") == ["f32[1001*n]", "f32[1000, n]"]
    found = infer(loop(DOUBLE, before=many, takes="many, on, x"))
    assert facts(found, "o", "y") == ["f32[?0]", "f32[1000, n]"]


def test_condition_of_the_body() -> None:
    body = """co, so, eo {
        five = Constant<value_float=5.0>() t = ReduceSum<keepdims=0>(s) co = Less(t, five)
        so = Concat<axis=0>(s, x) eo = Identity(x) }"""
    feeds = [{"M": np.array(m), "C": TRUE, "x": np.ones(n, np.float32)} for m in (0, 3, 9) for n in (1, 2)]
    assert facts(check(loop(body), feeds, 17), "o", "y") == ["f32[?0*n + n]", "f32[?0, n]"]
    three = loop(body, before=THREE, takes="three, on, x")
    assert facts(check(three, feeds, 17), "o", "y") == ["f32[?0*n + n]", "f32[?0, n]"]


def test_what_is_left_out() -> None:
    """Without M the condition ends it; without cond the body's own does, in the runtime."""
    stop = "co, so, eo { co = Constant<value=bool {0}>() so = Concat<axis=0>(s, x) eo = Identity(x) }"
    for position in (0, 1):
        proto = parse(loop(stop))
        proto.graph.node[0].input[position] = ""
        found = check(proto, [{"M": np.array(m), "C": TRUE, "x": zeros(2)} for m in (0, 1, 3)])
        assert facts(found, "o", "y") == ["f32[?0*n + n]", "f32[?0, n]"]


def test_states_that_change_places() -> None:
    text = """g (int64 M, bool C, float[n] x, float[m] z) => (o, p) {
        o, p = Loop <body = b (int64 i, bool c, s, t) => (co, so, to) {
            co = Identity(c) so = Relu(t) to = Relu(s)
        }
        > (M, C, x, z)
    }"""
    feeds = [{"M": np.array(m), "C": TRUE, "x": zeros(2), "z": zeros(3)} for m in (0, 1, 2, 3)]
    found = check(text, feeds)
    assert facts(found, "o", "p") == ["f32[?0]", "f32[?1]"]


def test_a_counter_is_followed_in_symbols() -> None:
    """The state's own count of rounds is known afterwards, and a slice by it has a known length inside."""
    text = """g (int64[1] zero, float[n] x) => (o, y, k) {
        on = Constant<value=bool {1}>()
        one = Constant<value_ints=[1]>()
        start = Constant<value_ints=[10]>()
        size = Size(x)
        o, y = Loop <body = b (int64 i, bool c, s) => (co, so, eo) {
            co = Identity(c)
            so = Add(s, one)
            eo = Sub(so, s)
        }> (size, on, start)
        k = ConstantOfShape(o)
    }"""
    found = check(text, [{"zero": np.array([0]), "x": zeros(n)} for n in (0, 1, 3)])
    assert facts(found, "o", "y", "k") == ["i64[1] = (n + 10)", "i64[n, 1]", "f32[n + 10] in 0"]


def test_sequences_are_carried() -> None:
    text = """g (float[m] z, float[n] x) => (o, y, l) {
        on = Constant<value=bool {1}>()
        none = SequenceEmpty<dtype=1>()
        size = Size(z)
        o = Loop <body = b (int64 i, bool c, seq(float[k]) s) => (bool co, seq(float[k]) so) {
            co = Identity(c)
            so = SequenceInsert(s, x)
        }> (size, on, none)
        l = SequenceLength(o)
        y = Identity(o)
    }"""
    found = check(text, [{"z": zeros(m), "x": zeros(n)} for m in (0, 1, 3) for n in (0, 2)])
    assert facts(found, "o", "l") == ["seq[m](f32[n])", "i64[] = m"]


def test_items_of_a_sequence_may_differ_from_round_to_round() -> None:
    text = """g (float[m] z, float[n] x) => (o, y) {
        on = Constant<value=bool {1}>()
        none = SequenceEmpty<dtype=1>()
        size = Size(z)
        o, y = Loop <body = b (int64 i, bool c, seq(float[k]) s, t) => (bool co, seq(float[k]) so, to) {
            co = Identity(c)
            so = SequenceInsert(s, t)
            to = Concat<axis=0>(t, x)
        }> (size, on, none, x)
    }"""
    found = check(text, [{"z": zeros(m), "x": zeros(2)} for m in (0, 1, 3)])
    assert facts(found, "o", "y") == ["seq[m](f32[?0])", "f32[m*n + n]"]


def test_a_loop_in_a_loop() -> None:
    text = """g (int64 M, float[n] x) => (o, y) {
        on = Constant<value=bool {1}>()
        two = Constant<value_int=2>()
        o, y = Loop <body = b (int64 i, bool c, s) => (bool co, so, eo) {
            co = Identity(c)
            so, inner = Loop <body = d (int64 j, bool e, t) => (bool eo2, to, fo) {
                eo2 = Identity(e)
                to = Concat<axis=0>(t, x)
                fo = Identity(x)
            }> (two, on, s)
            eo = Identity(inner)
        }> (M, on, x)
    }"""
    found = check(text, [{"M": np.array(m), "x": zeros(n)} for m in (0, 1, 3) for n in (0, 2)])
    assert facts(found, "y", "o") == ["f32[?0, 2, n]", "f32[2*?0*n + n]"]


def test_data_dependent_sizes_do_not_leave_the_body() -> None:
    body = "co, so, eo { co = Identity(c) nz = NonZero(x) so = Relu(s) f = Shape(nz) eo = Identity(f) }"
    found = check(loop(body), runs(0, 1, 2), 17)
    assert facts(found, "o", "y") == ["f32[n]", "i64[?0, 2]"]
    body = "co, so, eo { co = Identity(c) nz = NonZero(s) so = Cast<to=1>(nz) eo = Identity(i) }"
    before = "a = Constant<value_ints=[1, -1]>() x2 = Reshape(x, a)"
    feeds = [{"M": np.array(m), "C": TRUE, "x": np.ones(2, np.float32)} for m in (0, 1)]
    found = check(loop(body, before=before, takes="M, C, x2"), feeds, 17)
    assert facts(found, "o") == ["f32[?0, ?1]"]


def test_names_declared_in_the_body_are_of_one_round() -> None:
    """The runtime ignores that k2 grows; nothing but its declaration tells the rank here."""
    body = "float[k2] so, float[k2] eo"
    text = f"""g (int64 M, int64[r] t, float[n] x) => (o, y) {{
        on = Constant<value=bool {{1}}>()
        o, y = Loop <body = b (int64 i, bool c, float[k] s) => (bool co, {body}) {{
            co = Identity(c)
            eo = Reshape(x, t)
            w = Concat<axis=0>(s, s)
            all = Constant<value_ints=[-1]>()
            u = Shape(t)
            v = Sub(u, u)
            v1 = Add(v, all)
            so = Reshape(w, v1)
        }}> (M, on, x)
    }}"""
    found = check(text, [{"M": np.array(m), "t": np.array([-1]), "x": zeros(2)} for m in (1, 2, 3)])
    assert facts(found, "o", "y") == ["f32[?0]", "f32[?1, ?2]"]


REFUSED = [
    (
        loop("co, so, eo { co = Identity(c) so = Cast<to=7>(s) eo = Identity(x) }"),
        ["SI104 carried value 0 starts as f32[n] and comes out of the body as i64[n], needed the same type"],
    ),
    (
        loop("co, so, q { co = Identity(c) so = Relu(s) q = SequenceConstruct(x) }"),
        ["SI104 output 2 of the body is seq[1](f32[n]), needed a tensor to stack"],
    ),
    (loop(KEEP, made="o"), ["SI016 the body makes 2 outputs, the Loop has 1"]),
    (
        loop(KEEP, takes="M, C, x, x", made="o, p, q"),
        [
            (
                "SI015 the body takes 3 inputs and makes 3 outputs, "
                "needed 4 inputs and at least 3 outputs for 2 carried values"
            )
        ],
    ),
    (loop(KEEP).replace("int64 M", "int64[2] M"), ["SI217 M is i64[2], needed one element"]),
    (loop(KEEP).replace("bool C", "bool[3] C"), ["SI217 cond is bool[3], needed one element"]),
]


def test_a_carried_sequence_keeps_its_type() -> None:
    text = """g (int64 M, float[n] x) => (o) {
        on = Constant<value=bool {1}>()
        e = SequenceEmpty<dtype=6>()
        o = Loop <body = b (int64 i, bool c, seq(int32[k]) s) => (co, so) {
            co = Identity(c) sh = Shape(x) so = SequenceInsert(s, sh)
        }> (M, on, e)
    }"""
    assert errors(infer(text)) == [
        "SI102 tensor is i64, the items of input_sequence are i32: needed the same type"
    ]
    assert refused(text, {"M": np.array(2), "x": zeros(2)})


def test_a_carried_value_may_not_be_left_out() -> None:
    proto = parse(loop(KEEP))
    (node,) = [node for node in proto.graph.node if node.op_type == "Loop"]
    node.input[2] = ""
    assert errors(infer(proto)) == ["SI027 input 2 is left out, and the body needs it"]
    assert refused(proto, {"M": np.array(2), "C": TRUE, "x": zeros(2)})


@pytest.mark.parametrize(("text", "wanted"), REFUSED)
def test_refused(text: str, wanted: list[str]) -> None:
    found = infer(text)
    assert errors(found) == wanted
    shape = (2,) if "int64[2] M" in text else ()
    cond = np.ones(3, np.bool_) if "bool[3] C" in text else TRUE
    assert refused(text, {"M": np.full(shape, 2), "C": cond, "x": zeros(2)})


def test_one_element_counts_as_a_scalar() -> None:
    text = loop(KEEP).replace("int64 M", "int64[q] M")
    found = check(text, [{"M": np.array([2]), "C": TRUE, "x": zeros(2)}])
    assert [str(p.item.condition) for p in found.requirements if not p.item.premise] == ["q == 1"]


def test_what_is_wrong_in_a_body_that_may_not_run_is_a_warning() -> None:
    two = "Constant<value_floats=[1.0, 2.0]>()"
    body = f"co, so, eo {{ co = Identity(c) two = {two} so = Relu(s) eo = PRelu(w, two) }}"
    three = "w = Constant<value_floats=[1.0, 2.0, 3.0]>() " + THREE
    wanted = (
        "SI207 on axis 0 X has 3 and slope has 2, needed equal sizes or 1; "
        "X is f32[3] := (1, 2, 3), slope is f32[2] := (1, 2)"
    )
    maybe = infer(loop(body, before=three))
    assert (errors(maybe), messages(maybe, "warning")) == ([], [wanted])
    surely = infer(loop(body, before=three, takes="three, on, x"))
    assert (errors(surely), messages(surely, "warning")) == ([wanted], [])


# --- while: the condition compares a counter with a size ------------------------------------------

SIZES = """zero = Constant<value_int=0>() one = Constant<value_int=1>() two = Constant<value_int=2>()
    five = Constant<value_int=5>() many = Constant<value_int=9223372036854775807>()
    yes = Constant<value=bool {1}>() size = Size(x)"""


def while_(before: str, body: str, *, trips: str = "many", cond: str = "go", first: str = "zero") -> str:
    return f"""g (float[n] x, float[m] z) => (k, o, y) {{
        {SIZES} {before}
        k, o, y = Loop <body = b (int64 i, bool c, k0, s) => (co, k1, so, eo) {{
            {body} so = Concat<axis=0>(s, z) eo = Identity(z)
        }}> ({trips}, {cond}, {first}, x)
    }}"""


UP = "k1 = Add(k0, one) co = Less(k1, size)"
WHILE = [
    # while k < size: k += 1
    (while_("go = Less(zero, size)", UP), "n"),
    (while_("go = Greater(size, zero)", UP, trips="five"), "min(n, 5)"),
    (while_("go = Less(zero, size)", UP, trips="size"), "n"),
    (while_("done = LessOrEqual(size, zero) go = Not(done)",
            "k1 = Add(k0, one) ge = GreaterOrEqual(k1, size) co = Not(ge)"), "n"),
    # do k += 1 while k < size
    (while_("", UP, cond="yes"), "max(1, n)"),
    # while k < size: k += 2
    (while_("go = Less(zero, size)", "k1 = Add(k0, two) co = Less(k1, size)"), "(n + 1)//2"),
    # while k > 1: k -= 1
    (while_("go = Greater(size, one)", "k1 = Sub(k0, one) co = Greater(k1, one)", first="size"), "max(0, n - 1)"),
    # as converters write it: by floats, and by the number of the round as well
    (while_("""w = Cast<to=1>(size) z1 = Cast<to=1>(zero) a = Less(z1, w) go = And(a, a)""",
            """k1 = Add(k0, one) f = Cast<to=1>(k1) i1 = Cast<to=1>(i) a1 = Less(i1, w) b1 = Less(f, w)
               co = And(a1, b1)""", trips="size"), "n"),
    # once
    (while_("", "k1 = Add(k0, one) co = Constant<value=bool {0}>()", cond="yes"), "1"),
    # a known number of rounds, and another condition before the first
    (while_("", "k1 = Add(k0, one) co = Less(k1, five)", cond="yes"), "5"),
    (while_("go = Less(one, size)", UP), "min(max(0, n - 1)**2, 1) + max(0, n - 1)"),
    (while_("go = Less(one, size)", "k1 = Add(k0, one) co = Less(k1, five)"), "5*min(max(0, n - 1), 1)"),
    (while_("go = Less(one, size)", "k1 = Add(k0, one) co = Identity(c)", trips="five"), "5*min(max(0, n - 1), 1)"),
    (while_("go = Less(one, size)", "k1 = Add(k0, one) co = Less(one, zero)", trips="five"), "min(max(0, n - 1), 1)"),
    # a condition that holds in every round or ends the loop after the first
    (while_("", "k1 = Add(k0, one) co = Less(one, size)", trips="five", cond="yes"), "4*min(max(0, n - 1), 1) + 1"),
    (while_("", "k1 = Add(k0, one) t = Add(k0, size) co = Less(two, t)", trips="five", cond="yes"),
     "4*min(max(0, n - 2), 1) + 1"),
    (while_("odd = Mod(size, two)", "k1 = Add(k0, one) co = Less(zero, odd)", trips="size", cond="yes"), "?0"),
    # the other way round it never ends by itself
    (while_("", "k1 = Add(k0, one) co = Less(zero, k1)", trips="five", cond="yes"), "5"),
    (while_("go = Less(zero, size)", "k1 = Mul(k0, two) co = Less(k1, size)", trips="five"), "?0"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "count"), WHILE)
def test_while(text: str, count: str) -> None:
    feeds = [{"x": zeros(n), "z": zeros(m)} for n in (0, 1, 2, 5, 8) for m in (0, 2)]
    found = check(text, feeds)
    assert facts(found, "y") == [f"f32[{count}, m]"]


def test_what_grows_in_a_while_loop_has_its_size() -> None:
    found = infer(WHILE[0][0])
    assert facts(found, "k", "o") == ["i64[] = n", "f32[m*n + n]"]


@pytest.mark.parametrize(("given", "severity"), [('""', "warning"), ("t", "error")])
def test_the_declared_type_of_a_condition_that_is_not_given(given: str, severity: str) -> None:
    """A loader compares it with nothing, and the run does not look at it."""
    model = parse(
        "g (float[n] x) => (y) <int64 k = {2}, bool t = {1}> {"
        f" y = Loop (k, {given}, x) <body = b (int64 i, float c, float[m] s) => (bool d, float[m] o)"
        " <int64 z = {1}> { o = Relu (s) d = Less (i, z) }> }"
    )
    found = infer(model)
    assert messages(found, severity) == ["SI103 'c' is bool, declared as f32"]
    assert str(found.facts["y"]) == "f32[n]"
    assert bool(refused(model, {"x": np.ones(2, np.float32)})) == (severity == "error")


@pytest.mark.parametrize("declared", ["i", "int64[] i"])
def test_the_number_of_the_round_needs_a_shape(declared: str) -> None:
    model = parse(
        f'g (float[n] x, int64 k) => (y) {{ y = Loop (k, "", x) <body = b ({declared}, bool c, float[m] s) =>'
        " (bool d, float[m] o) { o = Relu (s) d = Identity (c) }> }"
    )
    (line,) = [text for text in messages(infer(model), "warning") if text.startswith("SI307")]
    assert line == "SI307 input 'i' of the body is declared without a shape, which ONNX Runtime refuses"
    assert refused(model, {"x": np.ones(2, np.float32), "k": np.array(1)})
