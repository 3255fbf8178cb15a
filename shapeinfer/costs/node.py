"""The cost of one node without bodies: its formula, or how its elements are counted, and its bytes."""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, Unknown
from shapeinfer.costs.bytes import bytes_of
from shapeinfer.costs.cost import Cost
from shapeinfer.costs.operators import FORMULAS
from shapeinfer.costs.operators.plain import ELEMENTWISE, KINDS, MOVING, POOLS, READING, UNCOUNTED, VIEW
from shapeinfer.dims import ZERO, Dim, const, product, total
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.schema import schema as schemas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapeinfer.engine.attributes import References
    from shapeinfer.model.structure import Operation

# Of their first input they read no more than what they take out of it.
_TAKES_PART = frozenset(
    {"Gather", "GatherElements", "GatherND", "Slice", "DynamicSlice", "Compress", "EmbedLayerNormalization",
     "GatherBlockQuantized", "TorchEmbedding", "ArrayFeatureExtractor", "Crop", "CenterCropPad", "SequenceAt",
     "Shape", "Size", "SequenceLength", "OptionalHasElement", "ConstantOfShape"}
)  # fmt: skip


def operator_name(domain: str, op_type: str) -> str:
    """``MatMul``, ``com.microsoft:Attention``."""
    return f"{domain}:{op_type}" if domain else op_type


def node_cost(
    operation: Operation,
    inputs: Sequence[Fact | None],
    outputs: Sequence[Fact | None],
    opsets: Mapping[str, int],
    references: References | None = None,
    size: Callable[[Fact], Dim | None] = bytes_of,
) -> Cost:
    """The cost of a node of these facts. ``references`` are what its attributes refer to inside a function;
    ``size`` is ``bytes_of``, which the caller may remember."""
    key = (operation.domain, operation.op_type)
    kind = KINDS.get(key, "")
    if kind == VIEW or operation.op_type == "Constant":
        return Cost()
    counted = kind != ""
    asked = None if counted else _asked(operation, inputs, outputs, opsets, references)
    macs = ZERO if counted or key in POOLS else _macs(key, asked)
    found = [
        macs,
        _elements(key, kind, asked, inputs, outputs),
        _read(operation, inputs, outputs, size),
        _bytes(outputs, size),
    ]
    return Cost(
        *[ZERO if dim is None else dim for dim in found],
        unknown={operator_name(*key): 1} if macs is None else None,
        unsized=int(None in found[1:]),
    )


def _asked(
    operation: Operation,
    inputs: Sequence[Fact | None],
    outputs: Sequence[Fact | None],
    opsets: Mapping[str, int],
    references: References | None,
) -> Asked | None:
    schema = schemas.find(operation.domain, operation.op_type, opsets.get(operation.domain, 1))
    if schema is None:
        return None
    values: dict[str, object] = {}
    for name, attribute in operation.attributes.items():
        if attribute.ref_attr_name:
            given = None if references is None else references.values.get(attribute.ref_attr_name)
            if given is None:
                continue
            attribute = given
        values[name] = attribute.value
    return Asked(schema, inputs, outputs, values)


def _macs(key: tuple[str, str], asked: Asked | None) -> Dim | None:
    formula = FORMULAS.get(key)
    if formula is None or asked is None:
        return None
    try:
        return formula(asked)
    except Unknown:
        return None


def _elements(
    key: tuple[str, str],
    kind: str,
    asked: Asked | None,
    inputs: Sequence[Fact | None],
    outputs: Sequence[Fact | None],
) -> Dim | None:
    if key in POOLS:
        count = _count(outputs)
        window = None if asked is None else asked.numbers("kernel_shape")
        return None if count is None or window is None else count * product(map(const, window))
    if kind == ELEMENTWISE:
        return _count(outputs)
    if kind == READING:
        return _count(inputs)
    return None if kind == UNCOUNTED or (kind != MOVING and key not in FORMULAS) else ZERO


def _count(facts: Sequence[Fact | None]) -> Dim | None:
    first = facts[0] if facts else None
    return first.count() if isinstance(first, TensorFact) else None


def _bytes(facts: Sequence[Fact | None], size: Callable[[Fact], Dim | None]) -> Dim | None:
    """Those of all values that are there."""
    sizes = []
    for fact in facts:
        if fact is not None:
            own = size(fact)
            if own is None:
                return None
            sizes.append(own)
    return total(sizes)


def _read(
    operation: Operation,
    inputs: Sequence[Fact | None],
    outputs: Sequence[Fact | None],
    size: Callable[[Fact], Dim | None],
) -> Dim | None:
    if operation.op_type not in _TAKES_PART:
        return _bytes(inputs, size)
    if operation.op_type in ("Shape", "Size", "SequenceLength", "OptionalHasElement", "ConstantOfShape"):
        return ZERO
    taken, others = _bytes(outputs[:1], size), _bytes(inputs[1:], size)
    return None if taken is None or others is None else taken + others
