"""What a wheel tells only by loading models: its limits, and operators that it replaces by their bodies.

Limits are read from the errors about absurd numbers: a model that merely fails to load proves nothing.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, cast

import onnx
from onnx import TensorProto, defs, helper

from shapeinfer.facts.elem_type import elem_type_from_name, elem_type_name
from shapeinfer.runtimes.match import Asked, judge
from shapeinfer.runtimes.tables import Formal, Signature, Tables
from shapeinfer.schema.attribute_values import DOUBTFUL, REFUSED
from shapeinfer.schema.conform import ABSENT
from shapeinfer.schema.schema import TypeKey, versions
from tools.target_pack import Row, constraints, operator_name, spans
from tools.wheels import Wheel

# Domains whose opsets the loader may limit.
DOMAINS = ("", "ai.onnx.ml", "ai.onnx.preview", "ai.onnx.preview.training", "ai.onnx.training")
ABSURD = 1_000_000
# The opset of ONNX at which operators of other domains are tried first, and the earliest at which at all.
_OPSET_BESIDE_OTHERS, _FIRST_OPSET_BESIDE_OTHERS = 17, 11
# More combinations of types than this of one operator are not tried.
_MOST_COMBINATIONS = 700
# What the runtime says where no kernel takes the types: of the node, of any value of a type that it does not
# hold, and of a float16 that it would cast to a float32 which the operator does not take.
_NO_KERNEL = ("NotImplemented", "MLDataType for", "InsertedPrecisionFreeCast")
_NO_TYPE = "type inference failed"


def limits(wheel: Wheel) -> tuple[int, dict[str, int]]:
    """The highest IR version, and the highest opset of each domain that has a limit. SystemExit where the
    runtime's errors do not say it."""
    models = [_tiny(ABSURD, {"": 13})]
    models += [_tiny(8, {"": 13, domain: ABSURD}) for domain in DOMAINS]
    about_ir, *about = wheel.load(models)
    found = re.search(r"max supported IR version: (\d+)", about_ir or "")
    if found is None:
        raise SystemExit(f"{wheel.file} does not tell its IR version: {about_ir}")
    opsets = {}
    for domain, error in zip(DOMAINS, about, strict=True):
        said = re.search(r"is till opset (\d+)", error or "")
        if said is not None:
            opsets[domain] = int(said[1])
    if "" not in opsets:
        raise SystemExit(f"{wheel.file} does not tell its opset: {about[0]}")
    return int(found[1]), opsets


def _tiny(ir_version: int, opsets: Mapping[str, int]) -> bytes:
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", [x], [y])
    imports = [helper.make_opsetid(domain, version) for domain, version in opsets.items()]
    model: bytes = helper.make_model(graph, opset_imports=imports, ir_version=ir_version).SerializeToString()
    return model


# --- operators that are functions ----------------------------------------------------------------

Types = dict[str, TypeKey]
# (domain, operator, since_version)
Version = tuple[str, str, int]
Attributes = Mapping[str, tuple[str, bool]]
Value = int | float | str | list[int] | list[float] | list[str] | onnx.TensorProto


def functions(
    wheel: Wheel, tables: Tables, opsets: Mapping[str, int], attributes: Mapping[Version, Attributes]
) -> set[Row]:
    """The rows of operators that load although no kernel takes them. ``tables`` hold this release alone;
    ``attributes`` has those of every version, each with its type and whether it is needed.

    Every version of every operator is tried with every combination of types that no kernel takes, at the
    first of its opsets; those that turn out to be functions, and those that ONNX says are, at the others."""
    questions = list(_questions(tables, opsets, attributes))
    _ask(wheel, questions)
    functions_of_onnx = _functions_of_onnx()
    first = {(domain, name): versions(domain, name)[0] for domain, name, _ in functions_of_onnx}
    grouped: dict[Version, list[_Question]] = {}
    for question in questions:
        grouped.setdefault(question.version, []).append(question)
    rows: set[Row] = set()
    for version, group in grouped.items():
        domain, name, since = version
        if version not in functions_of_onnx and not any(q.loads for q in group):
            # No function. The runtime's own may be one that could not be tried, or not at its first opset, as
            # LayerNormalization before ONNX had it.
            is_own = domain == "com.microsoft" and not any(q.refused for q in group)
            if is_own or since < first.get((domain, name), 0):
                rows.add((operator_name(domain, name), f"f{since};?;"))
            continue
        if functions_of_onnx.get(version) and not any(q.loads or q.inner for q in group):
            # Its body is made only where ranks are known, perhaps, and here they are not.
            rows.add((operator_name(domain, name), f"f{since};?;"))
            continue
        seen = [q for q in group if q.loads or q.refused]
        more = [q.at(opset) for q in seen for opset in _other_opsets(q, tables, opsets)]
        more = [q for q in more if judge(tables, 0, _asked(q)).refusal is not None]
        _ask(wheel, more)
        rows.update((operator_name(domain, name), row) for row in _rows(since, [*group, *more]))
        if functions_of_onnx.get(version) or domain == "com.microsoft":
            # The body depends on the attributes.
            unclear = _telling_attributes(wheel, [q for q in group if q.refused], attributes[version])
            if unclear:
                rows.add((operator_name(domain, name), f"f{since};@{','.join(unclear)};"))
    return rows


class _WithBodies(Protocol):
    """What onnx's type stubs leave out of a schema."""

    has_function: bool
    has_context_dependent_function: bool


def _functions_of_onnx() -> dict[Version, bool]:
    """The versions of operators that ONNX gives a body, and whether it depends on the node."""
    found = {}
    for schema in defs.get_all_schemas_with_history():
        bodies = cast("_WithBodies", schema)
        if bodies.has_function or bodies.has_context_dependent_function:
            version = (schema.domain, schema.name, schema.since_version)
            found[version] = bodies.has_context_dependent_function
    return found


class _Question:
    """Does the runtime load this operator, at this opset of ONNX, with these inputs and outputs and these
    types of their type variables?"""

    def __init__(
        self, version: Version, inputs: tuple[Formal | None, ...], outputs: tuple[Formal, ...], opset: int,
        types: Types, attributes: Mapping[str, Value] | None,
    ) -> None:  # fmt: skip
        self.version = version
        self.inputs = inputs
        self.outputs = outputs
        self.opset = opset
        self.types = types
        self.attributes = attributes
        self.loads = False
        self.refused = False
        self.inner = ""  # the operator of its body that has no kernel

    def at(self, opset: int) -> _Question:
        """The same at another opset."""
        return _Question(self.version, self.inputs, self.outputs, opset, self.types, self.attributes)

    def having(self, name: str, value: Value) -> _Question:
        """The same with another attribute."""
        attributes = None if self.attributes is None else {**self.attributes, name: value}
        return _Question(self.version, self.inputs, self.outputs, self.opset, self.types, attributes)

    def model(self, *, declared: bool = False) -> bytes | None:
        """The operator alone, its outputs with or without a declared type; None if it needs bodies."""
        if self.attributes is None:
            return None
        domain, name, _ = self.version
        inputs = [
            onnx.ValueInfoProto(name=f"i{n}", type=_type_proto(self.types.get(f.type_name) or _one_of(f)))
            for n, f in enumerate(self.inputs)
            if f is not None
        ]
        said = ["" if f is None else f"i{n}" for n, f in enumerate(self.inputs)]
        outputs = [onnx.ValueInfoProto(name=f"o{n}") for n in range(len(self.outputs))]
        for output, formal in zip(outputs, self.outputs, strict=True):
            if declared:
                output.type.CopyFrom(_type_proto(self.types.get(formal.type_name) or _one_of(formal)))
        node = helper.make_node(name, said, [output.name for output in outputs], domain=domain)
        node.attribute.extend(helper.make_attribute(*item) for item in self.attributes.items())
        graph = helper.make_graph([node], "g", inputs, outputs)
        imports = {"": self.opset} if domain == "" else {domain: self.version[2], "": self.opset}
        ids = [helper.make_opsetid(d, v) for d, v in imports.items()]
        model: bytes = helper.make_model(graph, opset_imports=ids, ir_version=8).SerializeToString()
        return model


def _ask(wheel: Wheel, questions: Sequence[_Question]) -> None:
    untyped = _ask_once(wheel, questions, declared=False)
    # The others say which type comes out, and another that is declared would be an error.
    _ask_once(wheel, untyped, declared=True)


def _ask_once(wheel: Wheel, questions: Sequence[_Question], *, declared: bool) -> list[_Question]:
    """Ask with or without declared types of outputs. Those that need declared types."""
    asked = [(q, model) for q in questions if (model := q.model(declared=declared)) is not None]
    answers = wheel.load(model for _, model in asked)
    untyped = []
    for (question, _), answer in zip(asked, answers, strict=True):
        question.loads = answer is None
        # What is wrong with the graph is found before a kernel is sought, and says nothing of kernels.
        question.refused = any(words in (answer or "") for words in _NO_KERNEL)
        named = re.search(r"(?:an implementation for |\) of operator \()(\w+)[()]", answer or "")
        question.inner = named[1] if named and named[1] != question.version[1] else ""
        question.refused |= question.inner != ""
        if _NO_TYPE in (answer or ""):
            untyped.append(question)
    return untyped


def _questions(
    tables: Tables, opsets: Mapping[str, int], attributes: Mapping[Version, Attributes]
) -> Iterator[_Question]:
    for domain, name in tables.operators():
        operator = tables.operator(domain, name)
        if operator is None or domain not in (*opsets, "com.microsoft") or name == "Constant":
            continue
        for signature in operator.signatures:
            if signature.deprecated or signature.since > opsets.get(domain, 1):
                continue
            version = (domain, name, signature.since)
            opset = signature.since if domain == "" else _OPSET_BESIDE_OTHERS
            for inputs, outputs in _forms(signature):
                for types in _combinations(signature, inputs):
                    question = _Question(
                        version, inputs, outputs, opset, types, _needed(name, attributes[version])
                    )
                    if judge(tables, 0, _asked(question)).refusal is not None:
                        yield question


def _forms(signature: Signature) -> Iterator[tuple[tuple[Formal | None, ...], tuple[Formal, ...]]]:
    """The inputs and outputs that an operator needs, then all that it can have."""
    needed = [None if f.option == "?" else f for f in signature.inputs]
    while needed and needed[-1] is None:
        needed.pop()
    least = max((at + 1 for at, f in enumerate(signature.outputs) if f.option != "?"), default=1)
    made = signature.outputs[:least]
    yield tuple(needed), made
    if tuple(needed) != signature.inputs or made != signature.outputs:
        yield signature.inputs, signature.outputs


def _asked(question: _Question) -> Asked:
    types = question.types
    inputs = tuple(ABSENT if f is None else types.get(f.type_name, _only(f)) for f in question.inputs)
    outputs = tuple(types.get(f.type_name, _only(f)) for f in question.outputs)
    domain, name, since = question.version
    return Asked(domain, name, since, inputs, outputs, onnx_opset=question.opset)


def _combinations(signature: Signature, inputs: Iterable[Formal | None]) -> Iterator[Types]:
    """Types of the type variables of these inputs; if there are too many, all of one with the first of the
    others."""
    present = [f for f in inputs if f is not None]
    names = list(dict.fromkeys(f.type_name for f in present if f.type_name in signature.types))
    choices = [sorted(signature.types[name], key=_common_first) for name in names]
    if math.prod(map(len, choices)) <= _MOST_COMBINATIONS:
        for chosen in itertools.product(*choices):
            yield dict(zip(names, chosen, strict=True))
        return
    usual = {name: choice[0] for name, choice in zip(names, choices, strict=True)}
    for name, choice in zip(names, choices, strict=True):
        for key in choice:
            yield {**usual, name: key}


def _common_first(key: TypeKey) -> tuple[bool, str]:
    return key not in (TensorProto.FLOAT, TensorProto.INT64), str(key)


def _only(formal: Formal) -> TypeKey | None:
    return next(iter(formal.types)) if len(formal.types) == 1 else None


def _one_of(formal: Formal) -> TypeKey:
    return min(formal.types, key=_common_first)


def _other_opsets(question: _Question, tables: Tables, opsets: Mapping[str, int]) -> Iterator[int]:
    """The other opsets of ONNX at which the operator is of this version."""
    domain, name, since = question.version
    if domain:
        first, last = _FIRST_OPSET_BESIDE_OTHERS, opsets[""]
    else:
        operator = tables.operator(domain, name)
        later = [s.since for s in operator.signatures if s.since > since] if operator is not None else []
        first, last = since, min([*(v - 1 for v in later), opsets[""]])
    return (opset for opset in range(first, last + 1) if opset != question.opset)


def _rows(since: int, group: Sequence[_Question]) -> Iterator[str]:
    """What was seen of one version: products of types with the opsets at which they load."""
    loads: dict[tuple[tuple[str, TypeKey], ...], set[int]] = {}
    unclear: set[tuple[tuple[str, TypeKey], ...]] = set()
    for question in group:
        key = tuple(question.types.items())
        if question.loads:
            loads.setdefault(key, set()).add(question.opset)
        elif not question.refused:
            unclear.add(key)
    by_opsets: dict[str, list[tuple[tuple[str, TypeKey], ...]]] = {}
    for types, at in loads.items():
        by_opsets.setdefault(spans(sorted(at), 0), []).append(types)
    if unclear - loads.keys():
        by_opsets["?"] = sorted(unclear - loads.keys(), key=str)
    for inner, combinations in _by_inner(group).items():
        by_opsets[f"!{inner}"] = combinations
    for text, combinations in by_opsets.items():
        for product in _products(combinations):
            texts = {name: map(_text, keys) for name, keys in product.items()}
            yield f"f{since};{text};{constraints(texts)}"


def _by_inner(group: Iterable[_Question]) -> dict[str, list[tuple[tuple[str, TypeKey], ...]]]:
    """The types with which a body is refused, by the operator in it that is named."""
    found: dict[str, dict[tuple[tuple[str, TypeKey], ...], None]] = {}
    for question in group:
        if question.inner:
            found.setdefault(question.inner, {})[tuple(question.types.items())] = None
    return {inner: list(types) for inner, types in found.items()}


def _products(combinations: Iterable[tuple[tuple[str, TypeKey], ...]]) -> list[dict[str, frozenset[TypeKey]]]:
    """Combinations of types as products of sets: those that differ in one variable are joined."""
    found = [{name: frozenset((key,)) for name, key in types} for types in combinations]
    # Questions about fewer inputs have fewer variables.
    for name in dict.fromkeys(name for product in found for name in product):
        joined: dict[tuple[tuple[str, frozenset[TypeKey]], ...], frozenset[TypeKey]] = {}
        kept: list[dict[str, frozenset[TypeKey]]] = []
        for product in found:
            rest = tuple((n, keys) for n, keys in product.items() if n != name)
            if name in product:
                joined[rest] = joined.get(rest, frozenset()) | product[name]
            else:
                kept.append(product)
        found = [*kept, *({**dict(rest), name: keys} for rest, keys in joined.items())]
    return found


def _text(key: TypeKey) -> str:
    return key if isinstance(key, str) else elem_type_name(key)


def _type_proto(key: TypeKey) -> onnx.TypeProto:
    if isinstance(key, int):
        return helper.make_tensor_type_proto(key, None)
    kind, _, inner = key[:-1].partition("(")
    found = onnx.TypeProto()
    if kind == "tensor":
        return helper.make_tensor_type_proto(elem_type_from_name(inner) or 0, None)
    if kind == "sparse_tensor":
        return helper.make_sparse_tensor_type_proto(elem_type_from_name(inner) or 0, None)
    if kind == "map":
        name, _, value = inner.partition(",")
        found.map_type.key_type = elem_type_from_name(name) or 0
        found.map_type.value_type.CopyFrom(_type_proto(value))
        return found
    held = found.sequence_type if kind == "seq" else found.optional_type
    held.elem_type.CopyFrom(_type_proto(inner))
    return found


# Some values for attributes of each type.
_VALUES: dict[str, tuple[Value, ...]] = {
    "INT": (1, 0, -1), "FLOAT": (1.0, 0.5), "STRING": ("a",), "INTS": ([1], [0]), "FLOATS": ([1.0],),
    "STRINGS": (["a"],), "TENSOR": (helper.make_tensor("t", TensorProto.FLOAT, [], [1.0]),),
}  # fmt: skip
# The texts that an attribute of this name takes.
_TEXTS: dict[str, tuple[str, ...]] = {
    "approximate": ("none", "tanh"), "reduction": ("mean", "sum", "none"),
}  # fmt: skip
# Attributes without which an operator is refused before a kernel is sought.
_PARTICULAR: dict[str, dict[str, Value]] = {
    "PackedSparseAttentionIndexer": {"policy_mode": "csa", "index_topk": 1},
    "SparseAttentionIndexer": {"policy_mode": "qsa", "token_budget": 1},
}
_ELEM_TYPES = (1, 6, 7, 10, 11, 16)


def _needed(operator: str, attributes: Attributes) -> dict[str, Value] | None:
    """Some value for each attribute that an operator needs; None if it needs bodies."""
    kinds = {name: kind for name, (kind, needed) in attributes.items() if needed}
    if "GRAPH" in kinds.values():
        return None
    some: dict[str, Value] = {name: _VALUES[kind][0] for name, kind in kinds.items()}
    return {**some, **_PARTICULAR.get(operator, {})}


def _telling_attributes(wheel: Wheel, refused: Sequence[_Question], attributes: Attributes) -> list[str]:
    """The attributes that may decide whether a function loads, of types with which it was refused: those with
    which it does load, and those that could not be tried."""
    telling = []
    for name, (kind, _) in sorted(attributes.items()):
        values = _values(refused[0].version, name, kind) if refused else ()
        loading, tried = [], []
        for value in values:
            asked = [question.having(name, value) for question in refused]
            _ask(wheel, asked)
            tried += asked
            if any(q.loads for q in asked):
                loading.append(value)
        if not any(q.refused for q in tried) or (loading and kind != "STRING"):
            telling.append(name)
        else:
            telling += [f"{name}:{value}" for value in loading]
    return telling


def _values(version: Version, name: str, kind: str) -> tuple[Value, ...]:
    if kind == "STRING":
        allowed = {**_TEXTS, **DOUBTFUL.get(version[1], {}), **REFUSED.get(version[1], {})}
        return tuple(allowed.get(name, ()))
    if kind == "INT" and ("type" in name or "precision" in name):
        return _ELEM_TYPES
    return _VALUES.get(kind, ())
