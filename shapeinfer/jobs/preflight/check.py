"""Pre-flight: will the model run with these sizes? Inference with the symbols bound.

The answer is for ONNX Runtime: refused, or not refused, with the conditions that depend on data.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapeinfer import codes
from shapeinfer.contracts.contradictions import MESSAGE, contradictions
from shapeinfer.contracts.declared import declared_for
from shapeinfer.engine.loader.file.refused import refused_as_file
from shapeinfer.engine.place import guard_of, never_runs, place_text
from shapeinfer.engine.run import Placed, severity_of
from shapeinfer.jobs.preflight.assumed import contradiction
from shapeinfer.jobs.preflight.bound import checked, refused_always
from shapeinfer.jobs.preflight.enforced import Enforced
from shapeinfer.jobs.preflight.fed import refused_inputs, with_declared_types
from shapeinfer.jobs.preflight.given import bound_by, given_facts, is_empty
from shapeinfer.jobs.preflight.sweep import report_over
from shapeinfer.jobs.preflight.violation import violations
from shapeinfer.jobs.sources import load
from shapeinfer.jobs.targets import against_targets, parsed_targets
from shapeinfer.model.structure import Graph, Model
from shapeinfer.reports.guards import guard_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapeinfer.facts.fact import TensorFact
    from shapeinfer.jobs.infer import Result
    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.jobs.sources import Source
    from shapeinfer.reports.diagnostic import Diagnostic, Report
    from shapeinfer.rule.requirement import Finding


def check(
    model: Source,
    dims: Mapping[str, int | Sequence[int]] | None = None,
    inputs: Mapping[str, Given] | None = None,
    assume: Sequence[str] = (),
    *,
    memory: int | None = None,
    targets: Sequence[str] = (),
) -> Report:
    """Whether the model can run with these sizes: ``report.ok`` is False if it is refused. A warning says
    that values are declared for other sizes, which a run may stumble over.

    ``dims`` binds symbols of the inputs, each to a size or to several (``{"h": range(32, 513, 32)}``): then
    ``report.answers`` has one answer for each combination. ``inputs`` gives arrays (what a run would be
    fed), whole input shapes, facts (also where the model declares a number) or the value of a scalar (integer
    or bool). ``assume`` states relations between symbols (``total == past + seq``). ``memory`` is the most
    bytes for weights, inputs and activations; sizes that need more are refused.
    ``targets`` are releases that must load it (``onnxruntime==1.17``); by default any known release.
    Raises UnknownName for a name that the model does not have, ValueError for a negative size or an
    assumption or target that can't be parsed and for too many combinations, TypeError for an input in
    another form, OSError and DamagedModel if the source is not a model.
    """
    single, choices = _choices(dims or {})
    if choices:
        return report_over(model, choices, assume, inputs, memory=memory, targets=targets)
    return _check(model, single, inputs or {}, assume, memory, targets)


def _choices(
    dims: Mapping[str, int | Sequence[int]],
) -> tuple[dict[str, int], dict[str, Sequence[int]]]:
    """The sizes where each name has one; otherwise the sizes to try, by name."""
    several: dict[str, Sequence[int]] = {}
    single: dict[str, int] = {}
    for name, sizes in dims.items():
        if isinstance(sizes, Sequence):
            if not sizes:
                raise ValueError(f"{name!r} has no sizes to try")
            several[name] = sizes
        else:
            single[name] = sizes
    if all(len(sizes) == 1 for sizes in several.values()):
        return {**single, **{name: sizes[0] for name, sizes in several.items()}}, {}
    return {}, {name: several.get(name) or (single[name],) for name in dims}


def _check(
    model: Source,
    dims: Mapping[str, int],
    inputs: Mapping[str, Given],
    assume: Sequence[str],
    memory: int | None,
    targets: Sequence[str],
) -> Report:
    from shapeinfer.jobs.preflight.memory import budgeted
    from shapeinfer.reports.build import diagnostics_of
    from shapeinfer.reports.diagnostic import Report, Summary
    from shapeinfer.reports.fingerprint import fingerprinted

    read = load(model)
    named = parsed_targets(targets)
    at_the_door = tuple(refused_inputs(read, inputs))
    if at_the_door:
        inputs = with_declared_types(read, inputs)  # what a wrong type leads to is no cause
    result = checked(read, dims, inputs, assume, named)
    # Load errors and the contract come from a run without sizes.
    unbound = checked(read, {}, {}, assume, named) if dims or inputs else result
    nodes, values, known = result.summary_counts()
    against = [*refused_as_file(read), *against_targets(result.run, named)]
    refusals = tuple(d for d in diagnostics_of(result.run, against, runtime=True) if d.severity == "error")
    given = given_facts(read, inputs)
    sizes = {**bound_by(read.graph or Graph(b""), given), **dims}
    if unbound is not result and not refusals:
        empty = 0 in sizes.values() or any(map(is_empty, given.values()))
        unbound.run.findings = refused_always(unbound.run, empty=empty)
        refusals = diagnostics_of(unbound.run, runtime=True)
    if not refusals:
        refusals = tuple(_excluded(result)) or tuple(_enforced(read, sizes, given, assume))
    contradicted = contradiction(read, dims, inputs, assume)
    if contradicted is not None:
        refusals = (contradicted,)
    explained = refusals and sizes and not at_the_door
    violated = violations(unbound.contract, sizes) if explained else ()
    doubts = () if refusals else diagnostics_of(unbound.run, _declared_otherwise(unbound, sizes))
    doubts = tuple(d for d in doubts if d.code == codes.DECLARED_FOR.id)
    return Report(
        file=result.model.path,
        diagnostics=fingerprinted((*at_the_door, *refusals, *doubts)),
        summary=Summary(nodes=nodes, values=values, known=known, clauses=len(unbound.contract.demands)),
        obligations=tuple(obligations(result)),
        violations=violated,
        memory=None if memory is None else budgeted(result, memory),
    )


def _declared_otherwise(unbound: Result, sizes: Mapping[str, int]) -> Iterator[Placed[Finding]]:
    """Values that are declared for other sizes than these: no refusal, for the run may well succeed."""
    for group in declared_for(unbound.run, unbound.contract):
        try:
            fits = group.condition.holds(lambda symbol: sizes[symbol.name])
        except (KeyError, ZeroDivisionError):  # a size that is not given, or that is not defined
            continue
        if not fits:
            yield group.finding(unbound.run)


def _enforced(
    model: Model, sizes: Mapping[str, int], given: Mapping[str, TensorFact], assume: Sequence[str]
) -> Iterator[Diagnostic]:
    """Declared sizes of bodies that these sizes violate."""
    from shapeinfer.reports.diagnostic import Diagnostic, Location

    for placed in Enforced(model, given, assume).refusals(sizes):
        code = placed.item.code
        yield Diagnostic(
            code=code.id, slug=code.slug, severity="error", help=code.help, message=placed.item.text(),
            location=Location(file=model.path, path=place_text(placed.place)),
        )  # fmt: skip


def _excluded(result: Result) -> Iterator[Diagnostic]:
    """A finding for each set of constraints that no sizes of the open symbols satisfy together."""
    from shapeinfer.reports.diagnostic import Diagnostic, Location

    code = codes.UNSATISFIABLE
    for clause, demands in contradictions(result.contract):
        path = place_text(clause.places[0]) if clause.places else "graph"
        yield Diagnostic(
            code=code.id, slug=code.slug, severity="error", help=code.help,
            location=Location(file=result.model.path, path=path),
            message=MESSAGE.format(demands=demands),
        )  # fmt: skip


def obligations(result: Result) -> list[str]:
    """The remaining conditions, which depend on data or on open sizes."""
    found = list(_refusals_in_bodies(result))
    contract = result.contract
    for clause in (*contract.demands, *contract.obligations, *contract.conditional):
        when = guard_text(result.run, clause.guard)
        more = f" and {len(clause.places) - 1} more" if len(clause.places) > 1 else ""
        found.append(
            f"{clause.condition}{f' if {when}' if when else ''} at {place_text(clause.places[0])}{more}"
        )
    return found


def _refusals_in_bodies(result: Result) -> Iterator[str]:
    """Bodies that would fail with these sizes: for each, the condition under which it runs, and the
    reason."""
    told = set()
    for placed in result.run.findings:
        if not placed.guarded or placed.claimed:
            continue
        if never_runs(placed.place):
            continue
        sure = Placed(placed.item, placed.place)
        guard = guard_of(placed.place)
        if severity_of(sure, runtime=True) == "error":
            when = guard_text(result.run, guard)
            if when and when not in told:
                told.add(when)
                yield f"not ({when}): {placed.item.text()} at {place_text(placed.place)}"
