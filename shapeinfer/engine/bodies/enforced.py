"""Which declared shapes of a body ONNX Runtime enforces.

An If and a Scan allocate the outputs of their bodies by the shapes that are known after loading, if all
their sizes are numbers. A run that computes another size is refused. If an inferred number and a declared
number differ at load, the inferred one is used, so only sizes that can't be inferred at load are enforced.
A Scan also compares the sizes that are known of other outputs, and takes the declared sizes of its body's
inputs for the truth where no size is known at load. It refuses a body with outputs of unknown shape, and a
Loop refuses a body whose first two inputs have no shape.

The usual optimizations forget the declared shapes of a branch whose condition is stored (``optimized``), and
infer shapes once more where they change anything, which gives a Scan's output of another rank than declared a
shape. What is refused only without optimizations is a warning.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import ONE, ZERO, Dim, Symbol, const, of, product
from shapeinfer.dims.proofs import PROVED, REFUTED
from shapeinfer.engine.bodies.mistaken import LOOP_SCALARS, declares_numbers, following
from shapeinfer.engine.loader.noted import note
from shapeinfer.engine.run import Placed
from shapeinfer.facts import elements
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import reads
from shapeinfer.model.structure import Function, Graph, TensorType, Value
from shapeinfer.rule.call import is_blamed
from shapeinfer.rule.empty import is_declared
from shapeinfer.rule.requirement import Finding, Requirement, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence, Set

    from shapeinfer.engine.declared import DeclaredNumbers
    from shapeinfer.engine.loader.noted import Sizes, Table

ENFORCED = (
    "axis {axis} of output {name!r} of the body is {size}, declared as {declared}: ONNX Runtime refuses "
    "any other size"
)
_ONLY_DECLARED = (
    "output {name!r} of the body is {fact}, declared as {declared}: ONNX Runtime, which does not infer its "
    "shape, refuses any other"
)
_INPUT = (
    "{fact} goes into the body as {name!r}, which is declared with shape {declared}: "
    "ONNX Runtime refuses that"
)
FOLDED = ENFORCED + " without optimizations"
_RANK = (
    "output {name!r} of the body is {fact}, declared with rank {rank}: ONNX Runtime takes its shape for "
    "unknown, and refuses such a Scan without optimizations"
)
NO_SHAPE = "output {name!r} of the body has no known shape: ONNX Runtime refuses such a Scan"
DECLARED = "{name!r} is {inferred}, declared as {claim}, which ONNX Runtime refuses in the body of a function"
_NO_INPUT_SHAPE = "input {name!r} of the body is declared without a shape, which ONNX Runtime refuses"
_CONDITION = "the condition is {fact}, input {name!r} of the body is declared with rank {rank}"


def enforces_outputs(op_type: str) -> bool:
    """Whether ONNX Runtime enforces the declared shapes of this operator's bodies."""
    return op_type in ("If", "Scan")


def required_of_outputs(
    op_type: str,
    graph: Graph,
    fact_of: Callable[[str], Fact | None],
    loaded: Sequence[Fact] | None = None,
    numbers: DeclaredNumbers | None = None,
    *,
    other: set[tuple[int, str]],
    inlined: bool = False,
    alone: bool = False,
    folded: bool = False,
    uninferred: Set[str] = frozenset(),
    bound: bool = False,
    at_load: Table[Sizes] | None = None,
    sees_lists: Callable[[str], bool] = bool,
    beside: Set[str] = frozenset(),
) -> Iterator[Requirement | Finding]:
    """The requirements on the inferred sizes of a body's outputs, from their declarations. ``loaded`` are the
    outputs as they follow from the declared sizes of the body's inputs (None: none are declared).
    ``numbers`` are declared for open sizes. ``other``: where to note the outputs of which other numbers are
    known than declared. ``inlined``: the model has functions; ``alone``: the node is all there is in it.
    ``folded``: the branch is put in the place of its If. ``uninferred``: values that a loader knows by their
    declarations alone. ``bound``: a caller gave sizes; ``at_load``: then the sizes that are enforced without
    these, else where to note them. ``sees_lists``: whether a loader sees all
    that tells the sizes of a value. ``beside``: the values of the other branch of an If."""
    # What one output declares tells nothing of another, if no node reads it; nor does the other branch.
    apart = {value.name for value in graph.outputs}.difference(*map(reads, graph.nodes)) | beside
    # Without optimizations no declared number takes the place of what a Shape makes.
    shapes = [name for node in graph.nodes if node.op_type in ("Shape", "Size") for name in node.outputs]
    counted = following(graph, shapes) if loaded is not None and shapes else frozenset()
    # Of a PRelu a loader knows the rank of its first input, whatever the kernel makes.
    copies = [name for node in graph.nodes if node.op_type == "PRelu" for name in node.outputs]
    copied = following(graph, copies) if op_type == "Scan" and copies else frozenset()
    for position, value in enumerate(graph.outputs):
        fact = fact_of(value.name)
        type_ = value.type
        if not isinstance(fact, TensorFact) or not (type_ is None or isinstance(type_, TensorType)):
            continue
        declared = None if type_ is None else type_.dims
        if op_type == "Scan" and declared is None and value.name in uninferred:
            yield Finding.of(codes.RUNTIME_DIFFERS, NO_SHAPE, name=value.name)
            continue
        if fact.shape is None or (declared is not None and len(declared) != len(fact.shape)):
            if op_type == "If" and value.name in uninferred and not folded:
                yield from _only_declared(value.name, fact, declared)
            if op_type == "Scan" and not (fact.shape is None and value.name in copied):
                seen = None if loaded is None else loaded[position]
                yield from _unknown_shape(value.name, fact, declared, seen, inlined=inlined, alone=alone)
            continue
        sizes = [d if isinstance(d, int) and d >= 0 else None for d in declared or fact.shape]
        if None in sizes and op_type != "Scan":
            continue  # what we know may be open at load; then the output is allocated after the body has run
        seen = fact if loaded is None else loaded[position]
        is_inferred = value.name not in uninferred
        known = _known_sizes(seen if is_inferred else None, len(sizes))
        sees_all = loaded is None or (value.name not in counted and sees_lists(value.name))
        merged = _merged(sizes, known, agreed=op_type == "Scan" and loaded is not None and sees_all)
        if merged is None:
            other.add((id(graph), value.name))
            continue
        sizes, known = merged
        if seen is not fact and isinstance(seen, TensorFact) and is_blamed(seen.shape or ()):
            continue  # a size that was given may be another than is declared: perhaps two numbers differ
        if not sees_all:
            known = [None] * len(sizes)
        if is_inferred and _is_contradicted(fact.shape, sizes, numbers, {value.name, *apart}):
            other.add((id(graph), value.name))
            continue  # perhaps two numbers differ
        if loaded is not None and not bound:
            sizes = [k if d is None else d for d, k in zip(sizes, known, strict=True)]
            if at_load is not None:
                note(at_load, (id(graph), position), sizes)
        elif loaded is not None and at_load is not None:
            sizes = at_load.get((id(graph), position)) or sizes
        yield from compared(value.name, sizes, fact.shape, folded=folded)


def _merged(
    sizes: list[int | None], known: list[int | None], *, agreed: bool
) -> tuple[list[int | None], list[int | None]] | None:
    """Declared and inferred sizes. Where two numbers differ the inferred shape replaces the declared one:
    None; or what both are ``agreed`` on does, with the inferred sizes before the axis where they differ."""
    differ = [None not in (d, k) and d != k for d, k in zip(sizes, known, strict=True)]
    if not any(differ):
        return sizes, known
    if not agreed:
        return None
    first = differ.index(True)
    pairs = enumerate(zip(sizes, known, strict=True))
    both = [k if d == k or (d is None and at < first) else None for at, (d, k) in pairs]
    return both, both


def compared(
    name: str, sizes: Sequence[int | None], shape: Sequence[Dim], *, folded: bool
) -> Iterator[Requirement | Finding]:
    """What is said of the inferred sizes where others are enforced."""
    for axis, (want, size) in enumerate(zip(sizes, shape, strict=True)):
        if want is None or size.value == want:
            continue
        args = (("axis", axis), ("name", name), ("size", size), ("declared", want))
        need = equal(size, const(want))
        if folded:
            yield Finding(codes.RUNTIME_DIFFERS, FOLDED, args, severity=codes.WARNING)
        elif need.verdict() is REFUTED:
            yield Finding(codes.RUNTIME_DIFFERS, ENFORCED, args)
        else:
            yield Requirement(need, codes.RUNTIME_DIFFERS, ENFORCED, args)


def _is_static(declared: Sequence[object] | None) -> bool:
    """Whether all the declared sizes are numbers."""
    return declared is not None and all(isinstance(d, int) and d >= 0 for d in declared)


def _is_another(fact: TensorFact, declared: Sequence[object] | None) -> bool:
    """Whether all the declared sizes are numbers, and what is made, of another rank, has others. The runtime
    takes what has one element for a scalar, and a scalar for a list of one."""
    if fact.shape is None or declared is None or not _is_static(declared):
        return False
    if not declared:
        return any(size.hi == 0 or (size.lo or 0) > 1 for size in fact.shape)
    return len(declared) + len(fact.shape) > 1 or declared[0] not in (1, None)


def _only_declared(
    name: str, fact: TensorFact, declared: Sequence[object] | None
) -> Iterator[Requirement | Finding]:
    """What is said of an output of another rank than declared, where a loader knows only what is declared."""
    args = (("name", name), ("fact", fact), ("declared", declared))
    if _is_another(fact, declared):
        yield Finding(codes.RUNTIME_DIFFERS, _ONLY_DECLARED, args)
    elif declared == () and fact.shape:
        need = equal(product(fact.shape), ONE)
        if need.verdict() is not PROVED:
            yield Requirement(need, codes.RUNTIME_DIFFERS, _ONLY_DECLARED, args)


def _unknown_shape(
    name: str, fact: TensorFact, declared: Sequence[object] | None, seen: Fact | None,
    *, inlined: bool, alone: bool,
) -> Iterator[Finding]:  # fmt: skip
    """What a Scan does with an output of its body whose shape it does not know. ``seen``: what a loader makes
    of it, by the declared sizes of the inputs."""
    if fact.shape is None:
        if declared is None and not (isinstance(seen, TensorFact) and seen.shape is not None):
            yield Finding.of(codes.RUNTIME_DIFFERS, NO_SHAPE, name=name)
    # Where functions are replaced by their nodes, the shape is inferred once more: then it is known.
    elif declared is not None and not inlined:
        args = (("name", name), ("fact", fact), ("rank", len(declared)))
        yield Finding(codes.RUNTIME_DIFFERS, _RANK, args, severity=None if alone else codes.WARNING)


def _known_sizes(fact: Fact | None, rank: int) -> list[int | None]:
    """The sizes that are numbers; none where the fact has another rank."""
    if isinstance(fact, TensorFact) and fact.shape is not None and len(fact.shape) == rank:
        return [size.value for size in fact.shape]
    return [None] * rank


def _is_contradicted(
    shape: Sequence[Dim], sizes: Sequence[int | None], numbers: DeclaredNumbers | None, apart: Set[str]
) -> bool:
    """Whether another declaration says another number for one of the sizes than this value's own, but for
    those of values ``apart``."""
    return numbers is not None and any(
        want is not None and size.value is None and numbers.contradict(size, want, apart)
        for size, want in zip(shape, sizes, strict=True)
    )


def as_declared(inputs: Sequence[Value], facts: Sequence[Fact]) -> list[Fact] | None:
    """The facts of a body's inputs as a loader may take them, which does not see all sizes that we know: with
    the numbers that are declared, and with a declared shape in the place of an unknown one. None if that is
    no other shape."""
    found = list(facts)
    for position, (value, fact) in enumerate(zip(inputs, facts, strict=False)):
        declared = value.dims
        if declared is None or not isinstance(fact, TensorFact):
            continue
        known = fact.shape
        if known is None:
            known = tuple(of(Symbol(f"{value.name}:{i}", ZERO)) for i in range(len(declared)))
        elif len(declared) != len(known):
            continue
        shape = tuple(
            const(d) if isinstance(d, int) and d >= 0 else s for d, s in zip(declared, known, strict=True)
        )
        if shape != fact.shape:
            found[position] = TensorFact(fact.elem_type, shape)
    return None if all(a is b for a, b in zip(found, facts, strict=True)) else found


# Operators that the usual optimizations leave as they are, where nothing is stored.
_LEFT_ALONE = frozenset((
    "Abs", "Ceil", "Concat", "Exp", "Floor", "Identity", "Neg", "ReduceL2", "ReduceMax", "ReduceMean",
    "ReduceSum", "Relu", "Sigmoid", "Sqrt", "Tanh",
))  # fmt: skip


def is_left_alone(graph: Graph, body: Graph) -> bool:
    """Whether the usual optimizations change nothing in a graph of one node with this body."""
    return (
        len(graph.nodes) == 1
        and any(own is body for _, own in graph.nodes[0].bodies())
        and not body.initializers
        and all(
            n.op_type in _LEFT_ALONE and graph.initializers.keys().isdisjoint(n.inputs) for n in body.nodes
        )
    )


def only_open(seen: Sequence[Fact], facts: Sequence[Fact]) -> bool:
    """Whether what is declared (``seen``) takes the place of open sizes alone."""
    return all(
        isinstance(a, TensorFact)
        and isinstance(b, TensorFact)
        and (
            b.shape is None
            or all(s.value in (None, t.value) for s, t in zip(b.shape, a.shape or (), strict=False))
        )
        for a, b in zip(seen, facts, strict=True)
        if a is not b
    )


def as_forgotten(inputs: Sequence[Value], facts: Sequence[Fact]) -> list[Fact]:
    """The facts of a Loop's inputs as a loader takes them in a function: of the states it knows what the body
    declares, and not what goes in."""
    found = list(facts)
    for position, (value, fact) in enumerate(zip(inputs, facts, strict=False)):
        if position < LOOP_SCALARS or not isinstance(fact, TensorFact):
            continue
        declared = value.dims
        shape = (
            None
            if declared is None
            else tuple(
                const(d)
                if isinstance(d, int) and d >= 0
                else of(Symbol(f"{value.name}:{axis}", ZERO, reason="claimed"))
                for axis, d in enumerate(declared)
            )
        )
        found[position] = TensorFact(fact.elem_type, shape)
    return found


def are_contradicted(inputs: Sequence[Value], facts: Sequence[Fact]) -> bool:
    """Whether a Loop's body declares another rank of a state than what goes in has, or a number that may be
    another."""
    for value, fact in zip(inputs[LOOP_SCALARS:], facts[LOOP_SCALARS:], strict=False):
        shape = fact.shape if isinstance(fact, TensorFact) else None
        declared = value.dims
        if declared is None or shape is None:
            continue
        if len(declared) != len(shape) or any(
            isinstance(d, int) and d >= 0 and s.value != d for d, s in zip(declared, shape, strict=True)
        ):
            return True
    return False


def forgotten(inputs: Sequence[Value], facts: Sequence[Fact | None]) -> frozenset[str]:
    """The states of a Loop of which a loader does not know all the numbers that we know, or knows others: of
    a state it knows what the body declares."""
    found: set[str] = set()
    for value, fact in zip(inputs[LOOP_SCALARS:], facts[LOOP_SCALARS:], strict=False):
        shape = fact.shape if isinstance(fact, TensorFact) else None
        declared = value.dims
        is_known = declared is not None and shape is not None and len(declared) == len(shape)
        pairs = zip(declared or (), shape or (), strict=False)
        if not is_known or any(
            (s.value is not None or isinstance(d, int)) and d != s.value for d, s in pairs
        ):
            found.add(value.name)
    return frozenset(found)


def known_as_declared(graph: Graph) -> Iterator[tuple[str, Sequence[int | str | None] | None]]:
    """The stored tensors that a body returns, each with its declared sizes (None: not even a rank), if a
    loader does not know all sizes of them in a function: there it knows what is declared."""
    for value in graph.outputs:
        declared = value.type.dims if isinstance(value.type, TensorType) else ()
        if value.name in graph.initializers and not _is_static(declared):
            yield value.name, declared


def unranked(inputs: Sequence[Value], facts: Sequence[Fact]) -> Iterator[str]:
    """The inputs of a Loop's body whose rank a loader does not know: states that declare none, or another
    than that of what goes in, and the number of the round where it declares none."""
    if inputs and isinstance(inputs[0].type, TensorType) and inputs[0].type.dims is None:
        yield inputs[0].name
    for value, fact in zip(inputs[LOOP_SCALARS:], facts[LOOP_SCALARS:], strict=False):
        declared = value.dims
        rank = fact.rank if isinstance(fact, TensorFact) else None
        if rank is not None and (declared is None or len(declared) != rank):
            yield value.name


def blind_inputs(inputs: Sequence[Value], blind: Sequence[bool]) -> frozenset[str]:
    """The inputs of a Scan's body that declare no shape, where a loader knows no rank of what goes in."""
    undeclared = (isinstance(value.type, TensorType) and value.type.dims is None for value in inputs)
    return frozenset(
        v.name for v, is_open, no in zip(inputs, undeclared, blind, strict=False) if is_open and no
    )


def refused_declarations(
    findings: Iterable[Placed[Finding]],
    uninferred: Set[str],
    is_known: Callable[[str, Dim | None], bool],
) -> Iterator[Placed[Finding]]:
    """Of the declarations in a body that contradict what was inferred, those that a loader refuses in a
    function: it compares ranks and numbers, as far as it infers them (not of ``uninferred`` values).
    ``is_known``: whether it infers this size of a value; the rank, where that differs."""
    for placed in findings:
        args = dict(placed.item.args)
        inferred, name, got = args.get("inferred"), str(args.get("name")), args.get("got")
        if placed.item.code is not codes.DECLARED_SHAPE or len(placed.place) != 1:
            continue
        if not isinstance(inferred, TensorFact) or not is_declared(inferred) or name in uninferred:
            continue
        # Of an If a loader knows what both branches make.
        is_if = placed.place[0].node.op_type == "If"
        if not is_if and is_known(name, got if isinstance(got, Dim) else None):
            said = (("name", name), ("inferred", inferred), ("claim", args["claim"]))
            found = Finding(codes.RUNTIME_DIFFERS, DECLARED, said, at_load=True, runs=True)
            yield Placed(found, placed.place)


def wrong_scan_inputs(
    inputs: Sequence[Value], facts: Sequence[Fact], names: Sequence[str], unseen: Set[str],
    is_ranked: Callable[[str], bool],
) -> Iterator[tuple[str, Finding]]:  # fmt: skip
    """Inputs of a Scan's body whose declared rank differs from that of what goes in, or of which a number
    does, with the name of that value: ONNX Runtime compares them at load. ``unseen``: the inputs of which a
    loader may not know the numbers. ``is_ranked``: whether it surely knows the rank of what goes in."""
    for position, (value, fact) in enumerate(zip(inputs, facts, strict=False)):
        name = names[position] if position < len(names) else ""
        declared = value.dims
        if declared is None or not isinstance(fact, TensorFact) or fact.shape is None:
            continue
        if len(declared) == len(fact.shape):
            differs = value.name not in unseen and _differ(declared, fact.shape)
        else:
            differs = is_declared(fact) and is_ranked(name)  # what another body makes a loader may not know
        if differs:
            args = (("fact", fact), ("name", value.name), ("declared", declared))
            yield name, Finding(codes.RUNTIME_DIFFERS, _INPUT, args, at_load=True, runs=True)


def _differ(declared: Sequence[int | str | None], shape: Sequence[Dim]) -> bool:
    """Whether a number is declared where another one is known."""
    return any(
        isinstance(want, int) and want >= 0 and size.value not in (None, want)
        for want, size in zip(declared, shape, strict=True)
    )


def loop_scalar(value: Value, given: Fact) -> Fact:
    """The number of the iteration, or the condition, as a Loop's body gets it: with the rank that the body
    declares, but one axis at most."""
    declared = value.dims
    if declared is None or not isinstance(given, TensorFact):
        return given
    shape = () if not declared else (ONE,)
    items = None if given.elements is None else given.elements.items
    one = None if items is None or len(items) != 1 else elements.single(items[0], (1,) * len(shape))
    return TensorFact(given.elem_type, shape, one)


def wrong_loop_inputs(
    inputs: Sequence[Value], facts: Sequence[Fact | None], *, seen: bool
) -> Iterator[Finding]:
    """Check the first two inputs of a Loop's body, the iteration number and the condition: each must have a
    shape, which the condition may have from the node's, and the condition must have the rank of the node's
    where a loader knows that: ``seen``. ``facts`` are those of the node."""
    for position, value in enumerate(inputs[:2]):
        if position == 0 and value.type is None:
            yield Finding.of(codes.RUNTIME_DIFFERS, _NO_INPUT_SHAPE, name=value.name)
        if not isinstance(value.type, TensorType):
            continue
        given = facts[position] if position < len(facts) else None
        rank = given.rank if isinstance(given, TensorFact) else None
        if value.type.dims is None:
            if position == 0 or rank is None:
                yield Finding.of(codes.RUNTIME_DIFFERS, _NO_INPUT_SHAPE, name=value.name)
        elif position == 1 and rank is not None and rank != len(value.type.dims):
            args = (("fact", given), ("name", value.name), ("rank", len(value.type.dims)))
            message = _CONDITION + (": ONNX Runtime refuses that" if seen else ", which it gets")
            severity = None if seen else codes.WARNING
            yield Finding(codes.RUNTIME_DIFFERS, message, args, severity=severity, at_load=seen, runs=True)


def may_enforce(graph: Graph, functions: Iterable[Function]) -> bool:
    """Whether the graph, the functions or their bodies hold a Scan, or an If with a branch that declares
    numeric sizes."""
    waiting: list[Graph | Function] = [graph, *functions]
    while waiting:
        for node in waiting.pop().nodes:
            for _, body in node.bodies():
                waiting.append(body)
                if node.op_type == "Scan" or (
                    node.op_type == "If" and any(map(declares_numbers, body.outputs))
                ):
                    return True
    return False
