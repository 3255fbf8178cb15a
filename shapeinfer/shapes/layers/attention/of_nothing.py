"""Attention where a size is 0, as the specification's function computes it.

Its Concats leave out what is empty, its Reshapes copy the size that stands at the place of a 0, and its
MatMuls and Adds broadcast. So some inputs that the specification forbids run, and some that it allows are
refused. Each step here is a function of sizes that refuses what the step's kernel refuses.
"""

from __future__ import annotations

from itertools import zip_longest
from math import prod

from shapeinfer import codes
from shapeinfer.rule import ZERO, Call, TensorFact, const, is_declared, tensor
from shapeinfer.shapes.inputs import require_shape
from shapeinfer.shapes.layers.attention.heads import heads_counted, of_unknown_rank

Sizes = tuple[int, ...]


class _Mismatch(Exception):
    """Sizes that a step refuses."""


def attention_of_nothing(
    call: Call,
    Q: TensorFact,
    K: TensorFact,
    V: TensorFact,
    biases: tuple[TensorFact, ...],
    past_key: TensorFact | None,
    past_value: TensorFact | None,
) -> tuple[TensorFact, ...]:
    """The result, both outputs for the present, and the scores. ``biases`` are what is added to the scores.

    Unknown sizes where not all of the inputs' are numbers."""
    facts = [Q, K, V, *biases, *(past for past in (past_key, past_value) if past is not None)]
    numbers = {id(fact): _numbers(fact) for fact in facts}
    if any(sizes is None for sizes in numbers.values()):
        for fact, past, name in ((K, past_key, "past_key"), (V, past_value, "past_value")):
            _require_joined(call, fact, past, name)
        call.require_at_least(
            call.fresh("a size is 0"), 1, codes.EMPTY_REDUCTION,
            "a size is 0, and it depends on others whether ONNX Runtime runs it",
        )  # fmt: skip
        return of_unknown_rank(call, 3 if heads_counted(call) else Q.rank)

    def of(fact: TensorFact) -> Sizes:
        return numbers[id(fact)] or ()

    try:
        q, k, v = _unpacked(call, of(Q), of(K), of(V))
        packed = len(of(Q)) == 3
        keys = k if past_key is None else _joined(of(past_key), k, seen=_is_seen(call, past_key, K, packed))
        values = (
            v
            if past_value is None
            else _joined(of(past_value), v, seen=_is_seen(call, past_value, V, packed))
        )
        plain, masked, made = _attended(q, k, v, keys, values, [of(bias) for bias in biases])
        if packed or heads_counted(call):
            made = _reshaped((made[0], made[2], made[1], made[3]), (0, 0, -1))
    except _Mismatch:
        message = (
            "a size is 0, and ONNX Runtime computes nothing with such sizes; Q is {Q}, K is {K}, V is {V}"
        )
        if _may_be_folded(call, of(Q), of(K), of(V)):
            call.warn(codes.EMPTY_REDUCTION, message, Q=Q, K=K, V=V)
            return of_unknown_rank(call, 3 if heads_counted(call) else Q.rank)
        raise call.fail(codes.EMPTY_REDUCTION, message, Q=Q, K=K, V=V) from None
    scores = masked if call.int("qk_matmul_output_mode", 0) in (2, 3) else plain
    return tuple(tensor(0, tuple(map(const, sizes))) for sizes in (made, keys, values, scores))


def folds(call: Call) -> bool:
    """Whether the usual optimizations may fold the targets of the Reshapes, and write -1 for the one size
    that no loader knows: where the function stands in one of the model."""
    return call.in_function and call.version >= 25


def _may_be_folded(call: Call, q: Sizes, k: Sizes, v: Sizes) -> bool:
    """Whether it may run so where V alone is empty."""
    if not folds(call) or call.loading or 0 in (*q, *k) or 0 not in v:
        return False
    packed = len(q) == 3
    heads = (call.int("q_num_heads", 0), call.int("kv_num_heads", 0)) if packed else (1, 1)
    return q[-1] * heads[1] == k[-1] * heads[0]


def _require_joined(call: Call, fact: TensorFact, past: TensorFact | None, name: str) -> None:
    """K or V and its past agree where neither is empty."""
    if past is None or fact.shape is None or past.shape is None or (fact.rank, past.rank) != (4, 4):
        return
    if ZERO not in (*fact.shape, *past.shape):
        require_shape(call, past, (*fact.shape[:2], past.shape[2], fact.shape[3]), name)


def _numbers(fact: TensorFact) -> Sizes | None:
    sizes = [size.value for size in fact.shape or ()]
    known = tuple(size for size in sizes if size is not None)
    return None if fact.shape is None or len(known) < len(sizes) else known


def _is_seen(call: Call, past: TensorFact, fact: TensorFact, packed: bool) -> bool:
    """Whether a loader knows the sizes of both: not of what a Reshape makes."""
    return call.loading and not packed and is_declared(past) and is_declared(fact)


def _unpacked(call: Call, q: Sizes, k: Sizes, v: Sizes) -> tuple[Sizes, Sizes, Sizes]:
    """The three inputs with an axis for the heads."""
    if len(q) == 4:
        if len(k) != 4 or len(v) != 4:
            raise _Mismatch
        return q, k, v
    heads = call.int("q_num_heads", 0), call.int("kv_num_heads", 0)
    if min(heads) < 1:
        raise _Mismatch
    made = []
    for sizes, length, count in ((q, q[-2], heads[0]), (k, k[-2], heads[1]), (v, k[-2], heads[1])):
        batch, rows, heads_, size = _reshaped(sizes, (q[0], length, count, -1))
        made.append((batch, heads_, rows, size))
    return made[0], made[1], made[2]


def _attended(
    q: Sizes, k: Sizes, v: Sizes, keys: Sizes, values: Sizes, biases: list[Sizes]
) -> tuple[Sizes, Sizes, Sizes]:
    """The scores without and with what is added to them, and the result."""
    total = keys[2]
    if not k[1] or not total:
        raise _Mismatch
    repeats = q[1] // k[1] if q[1] % k[1] == 0 and q[1] != k[1] else 1
    inner, outer = (
        _reshaped(
            _broadcast((*sizes[:2], 1, *sizes[2:]), (q[0], k[1], repeats, total, size)),
            (q[0], q[1], total, size),
        )
        for sizes, size in ((keys, q[3]), (values, v[3]))
    )
    scores = _product(q, (*inner[:2], inner[3], inner[2]))
    added: Sizes = (q[2], total)
    for bias in biases:
        added = _broadcast(added, bias)
    masked = _broadcast(scores, added)
    return scores, masked, _product(masked, outer)


def _joined(past: Sizes, fresh: Sizes, *, seen: bool) -> Sizes:
    """As Concat joins both along the length. It looks at no sizes of what is empty, and a loader does
    (``seen``)."""
    is_empty = [0 in sizes for sizes in (past, fresh)]
    kept = fresh if is_empty == [True, False] else past
    if seen or not any(is_empty):
        for axis in (0, 1, 3):
            if past[axis] != fresh[axis]:
                raise _Mismatch
    return (*kept[:2], past[2] + fresh[2], kept[3])


def _reshaped(sizes: Sizes, target: Sizes) -> Sizes:
    """As Reshape does it: a 0 copies the size at its place, -1 is what is left."""
    made = [size or sizes[at] for at, size in enumerate(target)]
    if -1 in made:
        rest = -prod(made)
        if not rest or prod(sizes) % rest:
            raise _Mismatch
        made[made.index(-1)] = prod(sizes) // rest
    if prod(made) != prod(sizes):
        raise _Mismatch
    return tuple(made)


def _broadcast(a: Sizes, b: Sizes) -> Sizes:
    found = []
    for x, y in zip_longest(reversed(a), reversed(b), fillvalue=1):
        if x != y and 1 not in (x, y):
            raise _Mismatch
        found.append(y if x == 1 else x)
    return tuple(reversed(found))


def _product(a: Sizes, b: Sizes) -> Sizes:
    """As MatMul does it."""
    if a[-1] != b[-2]:
        raise _Mismatch
    return (*_broadcast(a[:-2], b[:-2]), a[-2], b[-1])
