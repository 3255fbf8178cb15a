"""Checks of inferred facts that no rule reports: unknown ranks, huge or empty values, double precision."""

from __future__ import annotations

import math

from shapeinfer import codes
from shapeinfer.dims import REFUTED_REASON
from shapeinfer.engine.place import Step, node_label
from shapeinfer.engine.run import Placed
from shapeinfer.facts.elem_type import BFLOAT16, DOUBLE, FLOAT16, INT64, bits, elem_type_name
from shapeinfer.facts.fact import Fact, TensorFact, UnknownFact
from shapeinfer.linter.checks.survey import Survey
from shapeinfer.model.structure import Graph, Node, Tensor
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import MOST_NAMED, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A size that is unknown after an error, and a size that only a declaration gives: neither depends on data.
_TOLD_ELSEWHERE = (REFUTED_REASON, "claimed")
_INT32 = (-(1 << 31), (1 << 31) - 1)
_HUGE = 1 << 31
_HALVES = tuple(map(elem_type_name, (FLOAT16, BFLOAT16)))


def unknown(survey: Survey) -> Iterator[Placed[Finding]]:
    """The first causes of unknown ranks and sizes, if no other finding gives the reason."""
    result = survey.result
    _, values, known = result.summary_counts()
    if values == known:
        return
    from shapeinfer.jobs.show import first_causes  # not needed where everything is known

    said = {id(placed.place[0].node) for placed in result.run.findings if placed.place}
    told = 0
    for cause in first_causes(result):
        if id(cause.node) in said:
            continue
        place = (Step(cause.node),)
        output = cause.node.outputs.index(cause.name)
        if isinstance(cause.fact, UnknownFact) or getattr(cause.fact, "shape", ()) is None:
            message, code = "the shape of {name!r} is unknown: it is {fact}", codes.UNKNOWN_RANK
        else:
            message, code = "{name!r} is {fact}: {reason}", codes.DATA_DEPENDENT
        args = (("name", cause.name), ("fact", cause.fact), ("reason", cause.reason))
        yield Placed(Finding(code, message, args, output=output), place)
        told += 1
        if told == _MOST_CAUSES:
            return


# "show --unknown" lists all of them.
_MOST_CAUSES = 20


def precision(survey: Survey) -> Iterator[Placed[Finding]]:
    """Sizes that are computed in floating point: the first for each type."""
    told: set[object] = set()
    for clause in survey.result.contract.premises:
        stated = clause.requirement
        type_ = dict(stated.args).get("type")
        if stated.code is codes.INEXACT_FLOAT and type_ not in told:
            told.add(type_)
            code = codes.HALF_PRECISION_SIZE if type_ in _HALVES else codes.INEXACT_FLOAT
            yield Placed(Finding(code, stated.message, stated.args), clause.places[0])


def doubles(survey: Survey) -> Iterator[Placed[Finding]]:
    """Nodes with f64 outputs and inputs of other types."""
    facts = survey.result.facts
    made = [(node, name) for node, name, fact in _made(survey) if fact.elem_type == DOUBLE]
    if not made:
        return
    inside = {name for _, name in made}
    first = [node for node, _ in made if inside.isdisjoint(node.inputs)]
    start = first[0] if first else made[0][0]
    given = [n for n in start.inputs if isinstance(f := facts.get(n), TensorFact) and f.elem_type == DOUBLE]
    message = "{count} values are f64, the first of them is computed here{source}"
    source = f" from {quoted(dict.fromkeys(given))}" if given else ""
    yield survey.main.found(codes.DOUBLE_PRECISION, message, start, count=len(made), source=source)


def empty(survey: Survey) -> Iterator[Placed[Finding]]:
    """Nodes with an empty output from inputs that are not empty. An empty Constant is intended."""
    facts = survey.result.facts
    for node, name, fact in _made(survey):
        if node.inputs and _is_empty(fact) and not any(_is_empty(facts.get(n)) for n in node.inputs):
            yield survey.main.found(
                codes.ALWAYS_EMPTY, "{name!r} is {fact}: it is always empty", node, name=name, fact=fact
            )


def _is_empty(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and any(d.value == 0 for d in fact.shape or ())


def huge(survey: Survey) -> Iterator[Placed[Finding]]:
    """Values of a fixed size of 2 GiB or more."""
    graph = survey.model.graph
    assert graph is not None  # a survey always has a graph
    for name, tensor in graph.initializers.items():
        if tensor.size_bytes() >= _HUGE:
            message = "initializer {name!r} with dims {dims} takes {size} bytes"
            args = {"name": name, "dims": tensor.dims, "size": tensor.size_bytes()}
            yield survey.main.found(codes.HUGE_VALUE, message, **args)
    for node, name, fact in _made(survey):
        dims = fact.static_shape()
        if dims is None:
            continue
        size = math.prod(dims) * (bits(fact.elem_type) or 0) // 8
        if size >= _HUGE:
            message = "{name!r} is {fact} and takes {size} bytes"
            yield survey.main.found(codes.HUGE_VALUE, message, node, name=name, fact=fact, size=size)


def _made(survey: Survey) -> Iterator[tuple[Node, str, TensorFact]]:
    """The tensor outputs of the main graph's nodes."""
    facts = survey.result.facts
    for node in survey.main.graph.nodes:
        for name in node.outputs:
            fact = facts.get(name)
            if isinstance(fact, TensorFact):
                yield node, name, fact


def beyond_int32(survey: Survey) -> Iterator[Placed[Finding]]:
    """Small int64 constants with values that do not fit int32."""
    for region in survey.regions:
        graph = region.graph
        found: list[tuple[str, Tensor]] = []
        if isinstance(graph, Graph):
            found += graph.initializers.items()
        for node in graph.nodes:
            for attribute in node.attributes.values():
                if isinstance(attribute.value, Tensor):
                    found.append((node.outputs[0] if node.outputs else node_label(node), attribute.value))
        names = [name for name, tensor in found if tensor.elem_type == INT64 and not _fits(tensor)]
        if names:
            message = "int64 constants that do not fit int32: {names}"
            yield region.found(codes.BEYOND_INT32, message, names=quoted(names))


def _fits(tensor: Tensor) -> bool:
    if tensor.external is not None:
        return True
    limits = tensor.bounds()
    return limits is None or (limits[0] >= _INT32[0] and limits[1] <= _INT32[1])


def unbounded(survey: Survey) -> Iterator[Placed[Finding]]:
    """Graph outputs with a size that depends on data and has no bound."""
    graph, facts = survey.model.graph, survey.result.facts
    assert graph is not None  # a survey always has a graph
    found: list[str] = []
    reasons: list[str] = []
    for output in graph.outputs:
        fact = facts.get(output.name)
        free = {s for d in (() if fact is None else fact.dims()) for s in d.symbols()}
        free = {s for s in free if not s.named and s.high is None and s.reason not in _TOLD_ELSEWHERE}
        if free:
            found.append(output.name)
            reasons += [s.reason for s in free if s.reason]
    if found:
        reason = "; ".join(sorted(set(reasons))[:MOST_NAMED])
        message = "the size of {names} has no upper bound{reason}"
        why = f": {reason}" if reason else ""
        yield survey.main.found(codes.UNBOUNDED_OUTPUT, message, names=quoted(found), reason=why)
