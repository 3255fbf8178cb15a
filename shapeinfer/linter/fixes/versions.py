"""Fixes of imports and versions."""

from __future__ import annotations

from shapeinfer.engine.run import Placed
from shapeinfer.facts.elem_type import (
    BFLOAT16,
    FLOAT4E2M1,
    FLOAT6E2M3,
    FLOAT6E3M2,
    FLOAT8E4M3FN,
    FLOAT8E4M3FNUZ,
    FLOAT8E5M2,
    FLOAT8E5M2FNUZ,
    FLOAT8E8M0,
    INT2,
    INT4,
    UINT2,
    UINT4,
)
from shapeinfer.linter.fixes.bench import Bench, Change
from shapeinfer.model.edits.fields import quantization_names
from shapeinfer.model.structure import (
    Function,
    Graph,
    MapType,
    Model,
    OptionalType,
    SequenceType,
    SparseTensorType,
    Tensor,
    TensorType,
    ValueType,
)
from shapeinfer.rule.requirement import Finding
from shapeinfer.runtimes.names import FIXED_SHAPES
from shapeinfer.runtimes.obstacles import ir_limit
from shapeinfer.schema.schema import CONTRIB_DOMAINS, find, last_opset
from shapeinfer.shorten import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# IR version -> the opset of ONNX's own domain that was released with it (onnx/docs/Versioning.md).
_OPSET_OF_IR = {3: 8, 4: 9, 5: 10, 6: 11, 7: 14, 8: 18, 9: 20, 10: 22, 11: 23, 12: 24, 13: 27, 14: 28}

# elem_type -> the IR version that added it (onnx.proto, enum Version).
_IR_OF_TYPE = {
    BFLOAT16: 4,
    **dict.fromkeys((FLOAT8E4M3FN, FLOAT8E4M3FNUZ, FLOAT8E5M2, FLOAT8E5M2FNUZ), 9),
    **dict.fromkeys((UINT4, INT4), 10), FLOAT4E2M1: 11, FLOAT8E8M0: 12, **dict.fromkeys((UINT2, INT2), 13),
    **dict.fromkeys((FLOAT6E2M3, FLOAT6E3M2), 14),
}  # fmt: skip


def add_import(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI003: the domain's version that is certain, or else the likely one."""
    region = bench.region(placed)
    if region is None:
        return None
    shown = str(dict(placed.item.args)["domain"])
    domain = "" if shown == "ai.onnx" else shown
    function = bench.function_of(region) if placed.place else _named(bench.model, placed.item, domain)
    imports = bench.edit.imports if function is None else bench.edit.graph(function).imports
    version, safe = _version(bench.model, domain, in_function=function is not None)
    where = "" if function is None else f" into function {function.name!r}"

    def apply() -> None:
        imports[domain] = version

    return Change(f"imports {shown} {version}{where}", apply, safe=safe)


def _named(model: Model, finding: Finding, domain: str) -> Function | None:
    """The function that a finding about the model as a whole names, which lacks a version of the domain."""
    name = dict(finding.args).get("name")
    named = [f for f in model.functions.values() if f"{f.domain}::{f.name}" == name]
    return next((f for f in named if not 0 < f.opset_imports.get(domain, 0) < 1 << 31), None)


def _version(model: Model, domain: str, *, in_function: bool) -> tuple[int, bool]:
    """The version to import, and whether it is certain."""
    if in_function and domain in model.opset_imports:
        return model.opset_imports[domain], True
    if domain in CONTRIB_DOMAINS or any(function.domain == domain for function in model.functions.values()):
        return 1, True
    if domain == "":
        newest = max(v for ir, v in _OPSET_OF_IR.items() if ir <= max(model.ir_version, min(_OPSET_OF_IR)))
        return newest, False
    return last_opset(domain) or 1, False


def keep_last_import(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI004."""
    shown = str(dict(placed.item.args)["domain"])
    domain = "" if shown == "ai.onnx" else shown
    version = bench.model.opset_imports[domain]

    def apply() -> None:
        bench.edit.imports[domain] = version

    return Change(f"imports {shown} at opset {version} only", apply, safe=False)


def remove_unused_imports(bench: Bench, _: Placed[Finding]) -> Change | None:
    """SI047. A domain in which the model defines functions stays."""
    used = {node.domain for graph in bench.graphs() for node in graph.nodes}
    used.update(function.domain for function in bench.model.functions.values())
    names = [domain for domain in bench.model.opset_imports if domain and domain not in used]

    def apply() -> None:
        bench.edit.imports.update(dict.fromkeys(names))

    all_unused = len(names) == len(bench.model.opset_imports)
    return Change(f"removes the imports of {quoted(names)}", apply) if names and not all_unused else None


def raise_opset(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI031: the opset that has the operator, if all others keep their versions."""
    region, since = bench.region(placed), dict(placed.item.args).get("since")
    if region is None or not placed.place or not isinstance(since, int):
        return None
    domain = placed.place[-1].node.domain
    before = bench.model.opset_imports.get(domain)
    if before is None or since <= before or bench.function_of(region) is not None:
        return None
    names: set[str] = set()
    for graph, used in bench.cached(bench.survey.main.graph, _operators):
        if isinstance(graph, Function) and graph.opset_imports.get(domain) == before:
            return None
        names.update(name for of, name in used if of == domain)
    for name in names:
        old, new = find(domain, name, before), find(domain, name, since)
        # An operator that is early for the old opset is taken at its first version there too.
        if old is not None and (new is None or old.since_version != new.since_version):
            return None

    def apply() -> None:
        bench.edit.imports[domain] = max(since, bench.edit.imports.get(domain) or 0)

    return Change(f"imports {domain or 'ai.onnx'} at opset {since}: no other operator changes", apply)


def _operators(bench: Bench, _: Graph | Function) -> list[tuple[Graph | Function, set[tuple[str, str]]]]:
    """The operators that each graph, body and function uses, as (domain, name)."""
    return [(graph, {(node.domain, node.op_type) for node in graph.nodes}) for graph in bench.graphs()]


def lower_ir_version(bench: Bench, _: Placed[Finding]) -> Change | None:
    """SI501: the newest IR version that all targets read."""
    model = bench.model
    limits = [
        ir_limit(release)
        for target in bench.targets
        if target.runtime not in FIXED_SHAPES
        for release in target.releases
    ]
    limit = min(limits, default=model.ir_version)
    if limit >= model.ir_version or limit < least_ir_version(bench):
        return None

    def apply() -> None:
        bench.edit.ir_version = limit

    return Change(f"lowers ir_version from {model.ir_version} to {limit}", apply)


def least_ir_version(bench: Bench) -> int:
    """The first IR version that has everything the file uses, apart from notes that older readers skip
    (metadata, value_info of functions). Below 4 initializers must be inputs: no file is lowered further."""
    model = bench.model
    least = 4
    if model.functions:
        least = 8
    for function in model.functions.values():
        if function.attribute_defaults:
            least = max(least, 9)
        if function.overload:
            least = 10
    for graph in bench.graphs():
        if isinstance(graph, Graph):
            if graph.sparse_initializers:
                least = max(least, 6)
            if quantization_names(graph):
                least = max(least, 5)
        for type_ in _types(graph):
            if isinstance(type_, (SparseTensorType, OptionalType)):
                least = max(least, 8)
            if isinstance(type_, (TensorType, SparseTensorType)):
                least = max(least, _IR_OF_TYPE.get(type_.elem_type, 4))
    return least


def _types(graph: Graph | Function) -> Iterator[ValueType]:
    """Every type that a graph declares or stores."""
    waiting: list[ValueType] = [value.type for value in graph.value_info.values()]
    if isinstance(graph, Graph):
        waiting += [value.type for value in (*graph.inputs, *graph.outputs)]
        waiting += [TensorType(t.elem_type, None) for t in set(graph.initializers.values())]
    for node in graph.nodes:
        for attribute in node.attributes.values():
            waiting += [TensorType(t.elem_type, None) for t in _tensors(attribute.value)]
            if (
                node.op_type.startswith("Cast")
                and attribute.name == "to"
                and isinstance(attribute.value, int)
            ):
                waiting.append(TensorType(attribute.value, None))
    while waiting:
        type_ = waiting.pop()
        yield type_
        if isinstance(type_, (SequenceType, OptionalType)):
            waiting.append(type_.element)
        elif isinstance(type_, MapType):
            waiting.append(type_.value)


def _tensors(value: object) -> Iterable[Tensor]:
    if isinstance(value, Tensor):
        return (value,)
    return [item for item in value if isinstance(item, Tensor)] if isinstance(value, tuple) else ()
