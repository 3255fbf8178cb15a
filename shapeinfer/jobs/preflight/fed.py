"""What a run is fed, compared with the declared inputs: the runtime does it before it runs any node."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.facts.fact import TensorFact
from shapeinfer.jobs.preflight.given import given_facts
from shapeinfer.model.structure import Graph, Model, TensorType, dims_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.reports.diagnostic import Diagnostic


def refused_inputs(model: Model, inputs: Mapping[str, Given]) -> Iterator[Diagnostic]:
    """Inputs whose type, rank or fixed size is not the declared one."""
    from shapeinfer.reports.diagnostic import Diagnostic, Location

    for name, fact, declared in _given(model, inputs):
        sizes = [d.value for d in fact.shape or ()]
        wrong_shape = declared.dims is not None and (
            len(declared.dims) != len(sizes)
            or any(
                isinstance(d, int) and d >= 0 and d != s for d, s in zip(declared.dims, sizes, strict=True)
            )
        )
        if wrong_shape or _is_of_another_type(fact, declared):
            code = codes.INPUT_REFUSED
            said = elem_type_name(declared.elem_type) + dims_text(declared.dims)
            yield Diagnostic(
                code=code.id, slug=code.slug, severity="error", help=code.help,
                location=Location(file=model.path, path="graph", value=name),
                message=f"input {name!r} is given as {fact}, declared as {said}",
            )  # fmt: skip


def with_declared_types(model: Model, inputs: Mapping[str, Given]) -> Mapping[str, Given]:
    """The same shapes and contents, of the declared types."""
    changed = {
        name: fact.with_type(0)
        for name, fact, declared in _given(model, inputs)
        if _is_of_another_type(fact, declared)
    }
    return {**inputs, **changed}


def _given(model: Model, inputs: Mapping[str, Given]) -> Iterator[tuple[str, TensorFact, TensorType]]:
    """The name, the given fact and the declared type of each given input whose tensor type is declared."""
    declared = {v.name: v.type for v in (model.graph or Graph(b"")).inputs}
    for name, fact in given_facts(model, inputs).items():
        type_ = declared.get(name)
        if isinstance(type_, TensorType):
            yield name, fact, type_


def _is_of_another_type(fact: TensorFact, declared: TensorType) -> bool:
    return fact.elem_type not in (0, declared.elem_type)
