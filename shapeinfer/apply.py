"""Apply one operator to facts: the schema's checks, the rule, and the types that the schema gives.

The result is an Outcome that knows nothing of where the node stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shapeinfer import codes
from shapeinfer.conform import Conformity, conform, output_type
from shapeinfer.fact import NOTHING, Fact, SequenceFact, SparseTensorFact, TensorFact, UnknownFact
from shapeinfer.registry import find_rule
from shapeinfer.requirement import Finding
from shapeinfer.rule import AttributeValue, Body, Call, Outcome, Refused, RuleFunction
from shapeinfer.schema import Schema, TypeKey

# A rule that stumbles over a model is our bug: users get a finding and all the rest, tests a traceback.
STRICT = False

AttributeKinds = dict[str, tuple[int, tuple[int, ...], bool]]

# Past this many atoms an expression is no help to anybody and becomes a fresh dim.
LARGEST_DIM = 160


def apply_operator(
    schema: Schema,
    opset: int,
    inputs: Sequence[Fact | None],
    wanted: tuple[bool, ...],
    attributes: Mapping[str, AttributeValue],
    kinds: AttributeKinds,
    *,
    bodies: Mapping[str, Body] | None = None,
    duplicates: Sequence[str] = (),
) -> Outcome:
    """The Outcome of an operator of the schema's version on these facts.

    ``inputs`` has None for what is left out, ``wanted`` one entry per output of the node."""
    conformity = conform(schema, inputs, len(wanted), kinds, duplicates)
    function = find_rule(schema.domain, schema.name, schema.since_version)
    call = Call(
        schema.domain,
        schema.name,
        schema.since_version,
        opset,
        attributes,
        wanted,
        bodies,
        {name: spec.default for name, spec in schema.attributes.items() if spec.default is not None},
    )
    call.findings.extend(conformity.findings)
    outputs: tuple[Fact, ...] = ()
    if function is None:
        call.info(
            codes.NOT_INFERRED, "no rule for {operator}",
            operator=f"{schema.domain + '::' if schema.domain else ''}{schema.name}-{schema.since_version}",
        )  # fmt: skip
    elif conformity.callable:
        outputs = _ask(function, call, schema.name, _arguments(schema, inputs))
    return call.outcome(_completed(call, schema, outputs, conformity, wanted))


def apply_custom(
    function: RuleFunction,
    domain: str,
    op_type: str,
    opset: int,
    inputs: Sequence[Fact | None],
    wanted: tuple[bool, ...],
    attributes: Mapping[str, AttributeValue],
    *,
    bodies: Mapping[str, Body] | None = None,
) -> Outcome:
    """The Outcome of an operator without a schema, by a user's rule. Inputs that its parameters have no
    place for are not passed; parameters without an input are None."""
    call = Call(domain, op_type, opset, opset, attributes, wanted, bodies)
    code = getattr(function, "__code__", None)
    takes = len(inputs) if code is None else code.co_argcount - 1
    arguments = [*inputs, *([None] * (takes - len(inputs)))]
    if code is not None and not code.co_flags & _VARIADIC:
        arguments = arguments[:takes]
    outputs = _ask(function, call, op_type, arguments)
    done = (*outputs, *([NOTHING] * len(wanted)))[: len(wanted)]
    return call.outcome(tuple(_capped(call, f) for f in done))


# inspect.CO_VARARGS, without importing inspect
_VARIADIC = 0x04


def _ask(function: RuleFunction, call: Call, name: str, arguments: Sequence[object]) -> tuple[Fact, ...]:
    try:
        result = function(call, *arguments)
    except Refused:
        return ()
    except Exception as error:
        if STRICT:
            raise
        call.findings.append(
            Finding(
                codes.RULE_FAILED,
                "the rule for {operator} failed: {error}",
                (("operator", name), ("error", f"{type(error).__name__}: {error}")),
            )
        )
        return ()
    return result if isinstance(result, tuple) else (result,)


def _arguments(schema: Schema, inputs: Sequence[Fact | None]) -> list[object]:
    """One argument per formal input: None where it is absent, a tuple for a variadic one."""
    arguments: list[object] = []
    for position, formal in enumerate(schema.inputs):
        if formal.is_variadic:
            arguments.append(tuple(_seen_as(f, formal.types) for f in inputs[position:]))
        else:
            given = inputs[position] if position < len(inputs) else None
            arguments.append(None if given is None else _seen_as(given, formal.types))
    return arguments


def _seen_as(fact: Fact | None, types: frozenset[TypeKey]) -> Fact | None:
    """An unknown value, as the kind that the schema makes it."""
    if not isinstance(fact, UnknownFact):
        return fact
    if all(isinstance(t, int) for t in types):
        only = next(iter(types)) if len(types) == 1 else 0
        return TensorFact(only if isinstance(only, int) else 0, None)
    if all(isinstance(t, str) and t.startswith("seq(") for t in types):
        return SequenceFact(NOTHING)
    return fact


def _completed(
    call: Call, schema: Schema, outputs: tuple[Fact, ...], conformity: Conformity, wanted: tuple[bool, ...]
) -> tuple[Fact, ...]:
    """One fact per output of the node, with the types that the schema determines."""
    done: list[Fact] = []
    for position in range(len(wanted)):
        fact = outputs[position] if position < len(outputs) else NOTHING
        key = output_type(schema, position, conformity.bound)
        if isinstance(fact, UnknownFact):
            fact = _of_key(key, schema, position)
        elif isinstance(fact, TensorFact) and not fact.elem_type and isinstance(key, int):
            fact = fact.with_type(key)
        done.append(_capped(call, fact))
    return tuple(done)


def _of_key(key: TypeKey | None, schema: Schema, position: int) -> Fact:
    if isinstance(key, int):
        return TensorFact(key, None)
    formal = schema.output_formal(position)
    types = formal.types if formal is not None else frozenset()
    if types and all(isinstance(t, int) for t in types):
        return TensorFact(0, None)
    if isinstance(key, str) and key.startswith("seq(tensor("):
        from shapeinfer.elem_type import elem_type_from_name

        return SequenceFact(TensorFact(elem_type_from_name(key[11:-2]) or 0, None))
    return NOTHING


def _capped(call: Call, fact: Fact) -> Fact:
    """The fact with every dim that has outgrown all use replaced by a fresh one."""
    if not isinstance(fact, (TensorFact, SparseTensorFact)) or fact.shape is None:
        return fact
    if all(d.size <= LARGEST_DIM for d in fact.shape):
        return fact
    shape = tuple(
        d if d.size <= LARGEST_DIM else call.fresh("its expression grew too large") for d in fact.shape
    )
    if isinstance(fact, SparseTensorFact):
        return SparseTensorFact(fact.elem_type, shape)
    return TensorFact(fact.elem_type, shape, None)
