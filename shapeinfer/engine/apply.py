"""Applies one operator to facts: checks the schema, calls the rule, and adds the types that the schema gives.

The result is an Outcome that does not depend on the place of the node.
"""

from __future__ import annotations

from math import prod

from shapeinfer import codes
from shapeinfer.dims import DEEPEST, ZERO, Dim, const, is_large
from shapeinfer.dims.budget import Spent, spend, within
from shapeinfer.engine.effort import NODE_STEPS
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import bits
from shapeinfer.facts.elements import Elements, ranged
from shapeinfer.facts.fact import (
    NOTHING,
    Fact,
    SequenceFact,
    SparseTensorFact,
    TensorFact,
    UnknownFact,
    scalar_dims,
)
from shapeinfer.rule.call import AttributeValue, Body, Call, Outcome, Refused
from shapeinfer.rule.registry import find_rule
from shapeinfer.rule.requirement import Finding, any_of, equal
from shapeinfer.schema.attribute_values import check_values
from shapeinfer.schema.conform import ABSENT, InputType, conform, output_type, outputs_left_out
from shapeinfer.schema.schema import Schema, TypeKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.rule.decorator import RuleFunction

# An exception in a rule is our bug. Users get a finding and the rest of the result; tests get the traceback.
STRICT = False

AttributeKinds = dict[str, tuple[int, tuple[int, ...], bool]]


# A dim is an int64 in the format and in all runtimes.
INT64_MAX = 2**63 - 1
# Tensors without a longer axis hold fewer bytes than 64 bits can count, for up to three such axes.
_LONG = 2**20


class Prepared:
    """A call of an operator, checked against its schema: everything that depends only on the types of the
    inputs and on the attributes. Nodes for which these are equal share one."""

    __slots__ = (
        "arity", "attributes", "callable", "conforms", "findings", "function", "idle", "in_function",
        "is_one_list", "opset", "output_types", "schema", "wanted",
    )  # fmt: skip

    def __init__(
        self,
        schema: Schema,
        opset: int,
        types: Sequence[InputType],
        wanted: tuple[bool, ...],
        attributes: Mapping[str, AttributeValue],
        kinds: AttributeKinds,
        *,
        duplicates: Sequence[str] = (),
        findings: Sequence[Finding] = (),
        in_function: bool = False,
    ) -> None:
        """``types`` are those of the inputs (:func:`input_types`), ``wanted`` has one entry per output of the
        node, ``findings`` are added to those of the schema."""
        conformity = conform(schema, types, len(wanted), kinds, duplicates, in_function=in_function)
        self.schema = schema
        self.in_function = in_function
        self.opset = opset
        self.wanted = wanted
        self.attributes = attributes
        self.function = find_rule(schema.domain, schema.name, schema.since_version)
        self.callable = conformity.callable
        self.findings = [
            *findings, *conformity.findings, *outputs_left_out(schema, wanted),
            *check_values(schema, attributes, in_function=in_function),
        ]  # fmt: skip
        self.output_types = [output_type(schema, i, conformity.bound) for i in range(len(wanted))]
        # The number of inputs that the rule takes as single arguments; a variadic one is passed as a tuple.
        self.arity = sum(not formal.is_variadic for formal in schema.inputs)
        # A Call that is not in use and holds nothing, for the next facts.
        self.idle: Call | None = None
        # Whether all required inputs are present, and each is a tensor and may be one.
        needed = [at for at, formal in enumerate(schema.inputs) if formal.option == "single"]
        formals = [schema.input_formal(at) for at in range(len(types))]
        self.conforms = (
            all(at < len(types) for at in needed)
            and all(isinstance(t, int) and t != ABSENT for t in types)
            and all(f is not None and any(isinstance(t, int) for t in f.types) for f in formals)
        )
        # Whether they are one variadic input, as of Concat.
        self.is_one_list = self.conforms and self.arity == 0 < len(schema.inputs)

    def apply(
        self,
        inputs: tuple[Fact | None, ...],
        bodies: Mapping[str, Body] | None = None,
        steps: int = NODE_STEPS,
        *,
        loading: bool = True,
    ) -> Outcome:
        """The Outcome for these facts, within at most ``steps`` steps; None means that an input is left out.
        ``loading``: the facts are those that are known when the model is loaded."""
        schema = self.schema
        call, self.idle = self.idle, None
        if call is None or bodies is not None:
            call = Call(
                schema.domain, schema.name, schema.since_version, self.opset, self.attributes, self.wanted,
                bodies, schema.defaults, listed=len(inputs), in_function=self.in_function,
            )  # fmt: skip
            call.findings.extend(self.findings)
        call.loading = loading
        outputs: tuple[Fact, ...] = ()
        if self.function is None:
            domain = f"{schema.domain}::" if schema.domain else ""
            operator = f"{domain}{schema.name}-{schema.since_version}"
            call.info(codes.NOT_INFERRED, "no rule for {operator}", operator=operator)
        elif self.callable:
            arguments = [call, inputs] if self.is_one_list else self._arguments(call, inputs)
            outputs = _ask(self.function, call, schema.name, arguments, steps)
        made = self._completed(call, outputs)
        if call.requirements or call.findings or call.placeholders or bodies is not None:
            return call.outcome(made)
        self.idle = call
        return Outcome(made)

    def _arguments(self, call: Call, inputs: Sequence[Fact | None]) -> list[object]:
        """The call, and one argument per formal input: None if it is absent, a tuple if it is variadic. A
        required input that is missing (which was reported) is an unknown fact."""
        formals, arity = self.schema.inputs, self.arity
        given: list[object] = list(inputs)
        if len(given) < arity:
            given += [None] * (arity - len(given))
        if not self.conforms:
            self._conform(given, inputs)
        if arity == len(formals):
            return [call, *given[:arity]]
        return [call, *given[:arity], tuple(given[arity:])]

    def _conform(self, given: list[object], inputs: Sequence[Fact | None]) -> None:
        """Replace inputs that are missing, or of another kind, by an unknown fact of the right kind."""
        formals, arity = self.schema.inputs, self.arity
        for position, needed in enumerate(formals[:arity]):
            if given[position] is None and needed.option == "single":
                given[position] = _seen_as(NOTHING, needed.types)
        for position, fact in enumerate(inputs):
            formal = self.schema.input_formal(position)
            if formal is None:
                continue
            if isinstance(fact, TensorFact):
                fits = any(isinstance(t, int) for t in formal.types)
            else:
                fits = not isinstance(fact, UnknownFact) and not all(isinstance(t, int) for t in formal.types)
            if fact is not None and not fits:
                given[position] = _seen_as(
                    NOTHING, formal.types
                )  # its type is unknown, otherwise it would have been refused

    def _completed(self, call: Call, outputs: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """One fact per output of the node, with the types that the schema determines."""
        if len(outputs) == len(self.output_types) and all(map(_is_whole, outputs)):
            return outputs
        done: list[Fact] = []
        given = len(outputs)
        for position, type_ in enumerate(self.output_types):
            fact = outputs[position] if position < given else NOTHING
            if isinstance(fact, TensorFact):
                if not fact.elem_type and isinstance(type_, int):
                    fact = TensorFact(type_, fact.shape, fact.elements)
            elif isinstance(fact, UnknownFact):
                fact = _of_type(type_, self.schema, position)
            done.append(_capped(call, fact))
        return tuple(done)


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
    steps: int = NODE_STEPS,
) -> Outcome:
    """The Outcome of an operator without a schema, by a user's rule. Inputs beyond the rule's parameters
    are not passed; parameters without an input are None."""
    call = Call(domain, op_type, opset, opset, attributes, wanted, bodies)
    code = getattr(function, "__code__", None)
    takes = len(inputs) if code is None else code.co_argcount - 1
    arguments = [*inputs, *([None] * (takes - len(inputs)))]
    if code is not None and not code.co_flags & _VARIADIC:
        arguments = arguments[:takes]
    outputs = _ask(function, call, op_type, [call, *arguments], steps)
    done = (*outputs, *([NOTHING] * len(wanted)))[: len(wanted)]
    return call.outcome(tuple(_capped(call, f) for f in done))


# inspect.CO_VARARGS, without importing inspect
_VARIADIC = 0x04


def _ask(
    function: RuleFunction, call: Call, name: str, arguments: Sequence[object], steps: int
) -> tuple[Fact, ...]:
    try:
        result = within(steps, function, arguments)
    except Refused:
        return ()
    except Spent:
        spend(0)  # raised again if the budget of the whole model is used up
        message = "inferring the outputs of {operator} takes more than {steps} steps"
        call.info(codes.TOO_DEEP, message, operator=name, steps=steps)
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


def _seen_as(fact: Fact, types: frozenset[TypeKey]) -> Fact:
    """An unknown value of the kind that the schema gives."""
    if all(isinstance(t, int) for t in types):
        only = next(iter(types)) if len(types) == 1 else 0
        return TensorFact(only if isinstance(only, int) else 0, None)
    if all(isinstance(t, str) and t.startswith("seq(") for t in types):
        return SequenceFact(NOTHING)
    return fact


def _of_type(key: TypeKey | None, schema: Schema, position: int) -> Fact:
    if isinstance(key, int):
        return TensorFact(key, None)
    formal = schema.output_formal(position)
    types = formal.types if formal is not None else frozenset()
    if types and all(isinstance(t, int) for t in types):
        return TensorFact(0, None)
    if isinstance(key, str) and key.startswith("seq(tensor("):
        from shapeinfer.facts.elem_type import elem_type_from_name

        return SequenceFact(TensorFact(elem_type_from_name(key[11:-2]) or 0, None))
    return NOTHING


def _is_whole(fact: Fact) -> bool:
    """Whether a fact surely lacks nothing, and :func:`_capped` would leave it as it is."""
    if not isinstance(fact, TensorFact) or not fact.elem_type or fact.elements is not None or not fact.shape:
        return False
    for dim in fact.shape:
        if dim.size > DEEPEST or (dim.terms[0][1] if dim.value is None else dim.value) >= _LONG:
            break
    else:
        return True
    return False


def _capped(call: Call, fact: Fact) -> Fact:
    """The fact with every dim whose expression is too large replaced by a fresh symbol, and every such
    element by its bounds."""
    if isinstance(fact, TensorFact):
        if fact.elements is not None and not fact.elements.stored:
            fact = _with_small_elements(fact, fact.elements)
    elif not isinstance(fact, SparseTensorFact):
        return fact
    if fact.shape is None:
        return fact
    for dim in fact.shape:
        if dim.size > DEEPEST or (dim.terms[0][1] if dim.value is None else dim.value) >= _LONG:
            break
    else:
        return fact
    if isinstance(fact, TensorFact) and _is_uncountable(fact):
        return _without_longest(call, fact)
    if not any(is_large(dim) or (dim.value or 0) > INT64_MAX for dim in fact.shape):
        return fact
    shape = tuple([_capped_dim(call, dim, axis) for axis, dim in enumerate(fact.shape)])
    if isinstance(fact, SparseTensorFact):
        return SparseTensorFact(fact.elem_type, shape)
    return TensorFact(fact.elem_type, shape, None)


def _is_uncountable(fact: TensorFact) -> bool:
    """Whether a tensor whose open sizes are not 0 has so many bytes that 64 bits can't count them, which no
    run can make."""
    shape = fact.shape or ()
    most = 2**66 // (bits(fact.elem_type) or 8)
    return max((dim.value or 0 for dim in shape), default=0) <= INT64_MAX and (
        prod(map(_unless_zero, shape)) >= most
    )


def _unless_zero(dim: Dim) -> int:
    """What the size is at least, unless it is open and 0."""
    if dim.value is not None:
        return dim.value
    return abs(dim.terms[0][1]) if len(dim.terms) == 1 else 1


def _without_longest(call: Call, fact: TensorFact) -> TensorFact:
    """The fact without the size that is the most to blame, so that the readers are not reported too. An open
    size of 0 would leave no bytes to count: that is demanded."""
    shape = list(fact.shape or ())
    call.require(
        any_of(*(equal(dim, ZERO) for dim in shape if dim.value is None)), codes.SIZE_LIMIT,
        "an output is {fact}, an overflow: 64 bits can't count its bytes",
        fact=TensorFact(fact.elem_type, fact.shape),
    )  # fmt: skip
    longest = max(range(len(shape)), key=lambda axis: _unless_zero(shape[axis]))
    shape[longest] = call.blamed()
    return TensorFact(fact.elem_type, tuple(shape))


def _capped_dim(call: Call, dim: Dim, axis: int) -> Dim:
    if dim.value is not None and dim.value > INT64_MAX:
        call.error(
            codes.SIZE_LIMIT, "axis {axis} has the size {size}, an overflow: an int64 holds at most {most}",
            axis=axis, size=dim, most=INT64_MAX,
        )  # fmt: skip
        return call.blamed()
    return call.fresh("its expression grew too large") if is_large(dim) else dim


def _with_small_elements(fact: TensorFact, elements: Elements) -> TensorFact:
    known = elements.items if elements.items is not None else (elements.each, *(elements.columns or ()))
    for item in known:
        if any(map(is_large, scalar_dims(item))):
            break
    else:
        return fact
    if elements.items is None:
        each = _small(elements.each)
        return TensorFact(fact.elem_type, fact.shape, None if each == scalar.ANY else ranged(each))
    items = tuple(map(_small, elements.items))
    return TensorFact(fact.elem_type, fact.shape, Elements(elements.shape, items))


def _small(item: scalar.Scalar) -> scalar.Scalar:
    """The bounds of an element whose expression is too large."""
    if not any(map(is_large, scalar_dims(item))):
        return item
    if isinstance(item, scalar.Ratio):
        return scalar.ANY
    low, high = scalar.low_of(item), scalar.high_of(item)
    if low is not None and is_large(low):
        low = None if low.lo is None else const(low.lo)
    if high is not None and is_large(high):
        high = None if high.hi is None else const(high.hi)
    return scalar.span(low, high)
