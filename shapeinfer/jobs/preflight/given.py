"""The accepted forms of shapes and contents that callers give for a model's inputs."""

from __future__ import annotations

from operator import index

from shapeinfer.dims import const
from shapeinfer.facts.elem_type import BOOL, is_integer
from shapeinfer.facts.elements import of as elements_of
from shapeinfer.facts.fact import TensorFact, tensor
from shapeinfer.facts.scalar import from_number
from shapeinfer.facts.symbols import derived_from
from shapeinfer.model.structure import Graph, Model, TensorType
from shapeinfer.shorten import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeGuard

    from shapeinfer.facts.array import Array

    # An array for an input, its shape, its fact, or the value of a scalar integer or bool.
    Given = Array | Sequence[int] | TensorFact | int


def given_facts(model: Model, inputs: Mapping[str, Given]) -> dict[str, TensorFact]:
    """Arrays, shapes or contents of inputs as facts; elem_type 0 means the declared one.

    A number is the value of a scalar integer or bool. A shape of one axis is also read as such a value, if
    the input is declared as such a scalar, because that shape could not fit it. Raises TypeError for
    anything else."""
    declared = {value.name: value.type for value in (model.graph or Graph(b"")).inputs}
    found = {}
    for name, given in inputs.items():
        type_ = declared.get(name)
        if isinstance(given, int):
            one = not isinstance(type_, TensorType) or type_.dims != ()
            found[name] = _one_integer(int(given), (1,) if one else ())
            continue
        fact = _given_fact(name, given)
        found[name] = _as_content(fact, type_) if isinstance(type_, TensorType) else fact
    return found


def is_empty(given: TensorFact) -> bool:
    """Whether a given input has no elements."""
    return any(size.value == 0 for size in given.shape or ())


def _given_fact(name: str, given: Sequence[int] | Array | TensorFact) -> TensorFact:
    if isinstance(given, TensorFact):
        return given
    if _is_array(given):
        from shapeinfer.facts.array import fact_of  # most callers give shapes

        return fact_of(given)
    sizes: Sequence[int] = given  # type: ignore[assignment]  # it is no array
    try:
        return TensorFact(0, tuple([const(index(size)) for size in sizes]))
    except TypeError:
        raise TypeError(
            f"inputs[{name!r}] is {shortened(repr(given))}, needed an array, a shape (a list of integers), "
            "a fact, or the value of a scalar integer or bool"
        ) from None


def _is_array(given: Sequence[int] | Array) -> TypeGuard[Array]:
    return hasattr(given, "dtype")


def _as_content(fact: TensorFact, declared: TensorType) -> TensorFact:
    """The fact given for an input: the number as its value if a scalar integer or bool is declared."""
    shape = fact.static_shape()
    is_scalar = declared.dims == () and (is_integer(declared.elem_type) or declared.elem_type == BOOL)
    if is_scalar and shape is not None and len(shape) == 1 and fact.elements is None:
        return _one_integer(shape[0], ())
    return fact


def _one_integer(value: int, shape: tuple[int, ...]) -> TensorFact:
    return tensor(0, shape, elements_of((from_number(value),), shape))


def bound_by(graph: Graph, given: Mapping[str, TensorFact]) -> dict[str, int]:
    """The sizes of symbols that follow from given input shapes: a symbol has one size in a run."""
    found: dict[str, int] = {}
    for value in graph.inputs:
        fact = given.get(value.name)
        if fact is None or not isinstance(value.type, TensorType) or value.type.dims is None:
            continue
        for said, dim in zip(value.type.dims, fact.shape or (), strict=False):
            if not isinstance(said, str) or dim.value is None:
                continue
            if said.isidentifier():
                found.setdefault(said, dim.value)
            elif (derived := derived_from(said)) is not None:
                factor, name, more = derived
                if dim.value >= more and (dim.value - more) % factor == 0:
                    found.setdefault(name, (dim.value - more) // factor)
    return found
