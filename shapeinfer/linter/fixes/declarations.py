"""Fixes of declared types, shapes and dim names."""

from __future__ import annotations

from shapeinfer.contracts.declared import declared_for
from shapeinfer.engine.bodies.enforced import enforces_outputs
from shapeinfer.engine.declared import contradicts
from shapeinfer.engine.loader.file.survey import Region
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.facts.symbols import names_in
from shapeinfer.jobs.annotation.loadable import misdeclares_inputs
from shapeinfer.linter.fixes.bench import Bench, Change
from shapeinfer.model.graph import claims_of, output_names
from shapeinfer.model.structure import Function, Graph, TensorType, Value, ValueType, dims_text
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapeinfer.dims import Dim

    Declared = int | str | None
    Place = tuple[Graph, str, Value]


def declare_shape(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI221: the inferred sizes where they contradict the declared ones."""
    region = bench.region(placed)
    name = str(dict(placed.item.args)["name"])
    if region is None:
        return None
    if bench.function_of(region) is not None:
        return _undeclare(bench, region, name)
    fact = bench.facts(region.graph).get(name)
    if not isinstance(region.graph, Graph) or not isinstance(fact, TensorFact):
        return None
    declared = _declared(bench, region.graph, name)
    if declared is None or not isinstance(declared.type, TensorType):
        return None
    owner = region.owner if name in output_names(region.graph) else None
    new = _corrected(bench, declared.type, fact, opens=owner is not None and enforces_outputs(owner.op_type))
    if new == declared.type:
        return None
    what = f"declares {name!r} as {dims_text(new.dims)}"
    safe = not _is_collected(region, name) and not _is_beside_mistake(bench, region)
    if owner is not None and misdeclares_inputs(region.graph, bench.facts(region.graph), may=True):
        safe = False  # a loader may then know all sizes of the output, and enforce these
    if owner is not None and owner.op_type == "Scan" and len(declared.type.dims or ()) != len(new.dims or ()):
        safe = False  # it then joins what its rounds make in another shape
    return Change(what, lambda: _set_type(bench, region, name, new), safe=safe)


def _is_collected(region: Region, name: str) -> bool:
    """Whether a Loop collects the value: without a round it has the declared shape."""
    body = region.graph
    if region.owner is None or region.owner.op_type != "Loop" or not isinstance(body, Graph):
        return False
    states = len(body.inputs) - 1  # and the condition
    return name in [value.name for value in body.outputs[states:]]


def _is_beside_mistake(bench: Bench, region: Region) -> bool:
    """Whether in the same node of the main graph lies a mistake that no loader sees so far."""
    if not region.place:
        return False
    node = region.place[0].node
    return any(place[0].node is node for place in bench.hushed())


def declare_open_sizes(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI408: the inferred sizes instead of numbers and names of other sizes."""
    result, condition = bench.result, dict(placed.item.args)["condition"]
    groups = declared_for(result.run, result.contract)
    names = next((group.values for group in groups if group.condition == condition), [])
    types = {name: _opened(bench, name) for name in names}

    def apply() -> None:
        for name, type_ in types.items():
            _set_type(bench, bench.survey.main, name, type_)

    what = f"declares the inferred sizes of {quoted(names)}"
    return Change(what, apply) if names else None


def _opened(bench: Bench, name: str) -> ValueType:
    """The declared type of a value of the main graph with the inferred sizes that can be spelled."""
    graph, fact = bench.survey.main.graph, bench.result.facts[name]
    assert isinstance(graph, Graph) and isinstance(fact, TensorFact)  # the main graph, and as the check asks
    value = _declared(bench, graph, name)
    assert value is not None and isinstance(value.type, TensorType)  # as above
    declared = value.type
    pairs = zip(declared.dims or (), fact.shape or (), strict=True)
    spelled = [said if (dim := _spelled(bench, size)) is None else dim for said, size in pairs]
    return TensorType(declared.elem_type, tuple(spelled))


def _corrected(bench: Bench, declared: TensorType, fact: TensorFact, *, opens: bool) -> TensorType:
    """The declared type with the inferred sizes where they contradict it; a size that depends on data is left
    open. ``opens``: no number stays declared for an open size, for ONNX Runtime enforces those of a body's
    output once none of them is contradicted."""
    shape = fact.shape
    if shape is None or declared.dims is None:
        return declared
    if len(shape) != len(declared.dims):
        return TensorType(declared.elem_type, tuple([_spelled(bench, dim) for dim in shape]))
    claim = bench.result.run.declarations.claimed_dim
    dims = [
        _spelled(bench, dim)
        if contradicts(dim, claim(said)) or (opens and isinstance(said, int) and dim.value is None)
        else said
        for said, dim in zip(declared.dims, shape, strict=True)
    ]
    return TensorType(declared.elem_type, tuple(dims))


def _spelled(bench: Bench, dim: Dim) -> int | str | None:
    return bench.spelling.dim(dim) if all(symbol.named for symbol in dim.symbols()) else None


def _declared(bench: Bench, graph: Graph, name: str) -> Value | None:
    return bench.cached(graph, _all_declared).get(name)


def _all_declared(_: Bench, graph: Graph | Function) -> dict[str, Value]:
    """The declarations of values that nodes make, those of outputs before those of value_info."""
    return claims_of(graph) if isinstance(graph, Graph) else graph.value_info


def _set_type(bench: Bench, region: Region, name: str, type_: ValueType) -> None:
    """Declares a value that a node makes: as an output, in value_info, or both."""
    edit = bench.edit_of(region)
    edit.output_types[name] = edit.value_types[name] = type_


def _undeclare(bench: Bench, region: Region, name: str) -> Change | None:
    graph = region.graph
    if name not in graph.value_info:
        return None
    edit = bench.edit_of(region)
    return Change(f"removes the declaration of {name!r}", lambda: edit.drop_values.add(name))


def declare_type(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI103: the inferred type."""
    region = bench.region(placed)
    name = str(dict(placed.item.args)["name"])
    if region is None:
        return None
    if bench.function_of(region) is not None:
        return _undeclare(bench, region, name)
    fact = bench.facts(region.graph).get(name)
    graph = region.graph
    if (
        fact is None
        or not isinstance(graph, Graph)
        or name in region.given()
        or _declared(bench, graph, name) is None
    ):
        return None
    new = bench.spelling.type_of(fact)
    if new is None:
        return None
    is_output = any(value.name == name for value in graph.outputs)
    return Change(
        f"declares {name!r} as {fact.brief()}",
        lambda: _set_type(bench, region, name, new),
        safe=not is_output,
    )


def declare_stored_type(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI048: the type of the stored tensor, for the input of its name."""
    region = bench.region(placed)
    name = str(dict(placed.item.args)["name"])
    if region is None or not isinstance(region.graph, Graph):
        return None
    stored = region.graph.initializers[name]
    if not stored.elem_type or name not in region.inputs():
        return None
    new = TensorType(stored.elem_type, stored.dims)
    edit = bench.edit_of(region)

    def apply() -> None:
        edit.input_types[name] = new

    return Change(f"declares {name!r} as it is stored: {dims_text(new.dims)}", apply, safe=False)


def rename_output_dim(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI406: the inferred size instead of a name that means another one."""
    args = dict(placed.item.args)
    name, axis, output = str(args["name"]), args["axis"], str(args["output"])
    graph, fact = bench.survey.main.graph, bench.result.facts.get(output)
    assert isinstance(graph, Graph) and isinstance(axis, int)  # as the check says it
    declared = _declared(bench, graph, output)
    if (
        declared is None
        or not isinstance(declared.type, TensorType)
        or declared.type.dims is None
        or not isinstance(fact, TensorFact)
        or fact.shape is None
    ):
        return None
    new = _spelled(bench, fact.shape[axis])
    if new in (None, name):
        return None

    def apply() -> None:
        before = bench.edit_of(bench.survey.main).output_types.get(output, declared.type)
        assert isinstance(before, TensorType) and before.dims is not None  # see above
        dims = (*before.dims[:axis], new, *before.dims[axis + 1 :])
        _set_type(bench, bench.survey.main, output, TensorType(before.elem_type, dims))

    return Change(f"declares axis {axis} of {output!r} as {new}", apply)


def tie_symbols(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI404: one name for two dims that must be equal."""
    args = dict(placed.item.args)
    first, second, clause = str(args["first"]), str(args["second"]), str(args["clause"])
    if clause not in (f"{first} == {second}", f"{second} == {first}"):
        return None
    return _respelled(bench, second, first, f"gives {second!r} the name {first!r}")


def fix_symbol(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI405: the number instead of the name."""
    args = dict(placed.item.args)
    name, size = str(args["name"]), str(args["size"])
    if not size.isdecimal() or size == "0":  # one of several, or none that a caller wants
        return None
    return _respelled(bench, name, int(size), f"declares {name!r} as {size}")


def _respelled(bench: Bench, name: str, new: int | str, what: str) -> Change | None:
    """Another name or a number for a dim, wherever it is declared alone. None if an expression uses the
    name."""
    used = bench.cached(bench.survey.main.graph, _uses_of_names)
    places, in_expressions = used.get(name, ([], False))
    if in_expressions or not places:
        return None

    def apply() -> None:
        for graph, kind, value in places:
            types: dict[str, ValueType] = getattr(bench.edit.graph(graph), kind)
            before = types.get(value.name, value.type)
            assert isinstance(before, TensorType)  # a name was found in its dims
            dims = tuple([new if dim == name else dim for dim in before.dims or ()])
            types[value.name] = TensorType(before.elem_type, dims)

    return Change(what, apply, safe=False)


def _uses_of_names(bench: Bench, _: Graph | Function) -> dict[str, tuple[list[Place], bool]]:
    """Where each dim name is declared alone, and whether an expression uses it too."""
    alone: dict[str, list[Place]] = {}
    inside: set[str] = set()
    for graph, kind, value in _declarations(bench):
        dims = value.dims
        for dim in dict.fromkeys(dims or ()):
            if isinstance(dim, str):
                alone.setdefault(dim, []).append((graph, kind, value))
                inside.update(() if dim.isidentifier() else names_in(dim) or ())
    return {name: (alone.get(name, []), name in inside) for name in {*alone, *inside}}


def _declarations(bench: Bench) -> Iterator[Place]:
    """Every declared value of the main graph and its bodies, with the edits that change its type."""
    for region in bench.survey.regions:
        graph = region.graph
        if isinstance(graph, Function) or region.in_function:
            continue
        yield from ((graph, "input_types", value) for value in graph.inputs)
        yield from ((graph, "output_types", value) for value in graph.outputs)
        yield from ((graph, "value_types", value) for value in graph.value_info.values())


def name_dims(bench: Bench, _: Placed[Finding]) -> Change | None:
    """SI407: names for dims without one."""
    graph, facts = bench.survey.main.graph, bench.result.facts
    assert isinstance(graph, Graph)  # the main graph is no function
    edit = bench.edit_of(bench.survey.main)
    inputs = _completed(bench, graph.inputs, facts)
    outputs = _completed(bench, graph.outputs, facts)

    def apply() -> None:
        edit.input_types.update(inputs)
        edit.output_types.update(outputs)

    names = [repr(name) for name in (*inputs, *outputs)]
    return Change(f"names the dims of {', '.join(names)}", apply) if names else None


def _completed(bench: Bench, values: list[Value], facts: Mapping[str, Fact]) -> dict[str, ValueType]:
    """The declared types in which a dim without a name got one."""
    found: dict[str, ValueType] = {}
    for value in values:
        fact, type_ = facts.get(value.name), value.type
        if not isinstance(type_, TensorType) or not isinstance(fact, TensorFact) or type_.dims is None:
            continue
        if fact.shape is None or len(fact.shape) != len(type_.dims):
            continue
        pairs = zip(type_.dims, fact.shape, strict=True)
        dims = [bench.spelling.dim(d) if _is_nameless(said) else said for said, d in pairs]
        if tuple(dims) != type_.dims:
            found[value.name] = TensorType(type_.elem_type, tuple(dims))
    return found


def _is_nameless(dim: Declared) -> bool:
    return dim is None or (isinstance(dim, int) and dim < 0)
