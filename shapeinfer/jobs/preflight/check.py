"""Pre-flight: will the model run with these sizes? Inference with the symbols bound.

The answer is for ONNX Runtime: refused, or not refused with the demands listed that only data decides.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.place import guard_of, never_runs, place_text
from shapeinfer.engine.run import Placed, severity_of
from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.jobs.infer import Result, inferred
from shapeinfer.jobs.preflight.enforced import Enforced
from shapeinfer.jobs.preflight.violation import demands_text, violations
from shapeinfer.jobs.sources import bound_by, given_facts, load
from shapeinfer.jobs.targets import against_targets, parsed_targets
from shapeinfer.model.structure import Graph, Model, TensorType
from shapeinfer.reports.guards import guard_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapeinfer.engine.run import Run
    from shapeinfer.jobs.sources import Given, Source
    from shapeinfer.reports.diagnostic import Diagnostic, Report


def check(
    model: Source,
    dims: Mapping[str, int] | None = None,
    inputs: Mapping[str, Given] | None = None,
    assume: Sequence[str] = (),
    *,
    memory: int | None = None,
    targets: Sequence[str] = (),
) -> Report:
    """Whether the model can run with these sizes: ``report.ok`` is False if it is refused.

    ``dims`` binds symbols of the inputs, ``inputs`` gives whole input shapes or facts (also where the
    model declares a number), ``assume`` states relations between symbols (``total == past + seq``).
    ``memory`` is a budget in bytes for weights, inputs and what is alive at once: more is refused too.
    ``targets`` are releases that it must load in (``onnxruntime==1.17``); without any it is asked whether a
    known one does. Raises UnknownName for a name that the model does not have, ValueError for a negative size
    or an assumption or target that can't be read, OSError and DamagedModel for what is no model.
    """
    from shapeinfer.jobs.preflight.memory import budgeted
    from shapeinfer.reports.build import diagnostics_of
    from shapeinfer.reports.diagnostic import Report, Summary
    from shapeinfer.reports.fingerprint import fingerprinted

    read = load(model)
    named = parsed_targets(targets)
    result = checked(read, dims or {}, inputs or {}, assume)
    # What a loader refuses, and what the model demands, is seen where no sizes are given.
    unbound = checked(read, {}, {}, assume) if dims or inputs else result
    nodes, values, known = result.summary_counts()
    at_the_door = tuple(_interface_refusals(read, inputs or {}))
    against = against_targets(result.run, named)
    refusals = tuple(d for d in diagnostics_of(result.run, against, runtime=True) if d.severity == "error")
    if unbound is not result and not refusals:
        refusals = diagnostics_of(refused_at_load(unbound.run), runtime=True)
    sizes = {**bound_by(read.graph or Graph(b""), given_facts(read, inputs or {})), **(dims or {})}
    if not refusals:
        refusals = tuple(_excluded(result)) or tuple(_enforced(read, sizes, inputs or {}, assume))
    explained = refusals and sizes and not at_the_door
    violated = violations(unbound.contract, sizes) if explained else ()
    return Report(
        file=result.model.path,
        diagnostics=fingerprinted((*at_the_door, *refusals)),
        summary=Summary(nodes=nodes, values=values, known=known, clauses=len(unbound.contract.demands)),
        obligations=tuple(obligations(result)),
        violations=violated,
        memory=None if memory is None else budgeted(result, memory),
    )


def checked(
    model: Model,
    dims: Mapping[str, int],
    inputs: Mapping[str, Given],
    assume: Sequence[str] = (),
) -> Result:
    """Inference with the sizes bound, after looking at the names."""
    return inferred(model, dims, inputs, assume)


def _interface_refusals(model: Model, inputs: Mapping[str, Given]) -> Iterator[Diagnostic]:
    """Inputs that the runtime turns away at the door: another type, rank or fixed size than declared."""
    from shapeinfer.reports.diagnostic import Diagnostic, Location

    declared = {v.name: v.type for v in (model.graph or Graph(b"")).inputs}
    for name, fact in given_facts(model, inputs).items():
        type_ = declared.get(name)
        if not isinstance(type_, TensorType):
            continue
        said = f"{elem_type_name(type_.elem_type)}{list(type_.dims) if type_.dims is not None else ''}"
        sizes = [d.value for d in fact.shape or ()]
        wrong_type = fact.elem_type not in (0, type_.elem_type)
        wrong_shape = type_.dims is not None and (
            len(type_.dims) != len(sizes)
            or any(isinstance(d, int) and d >= 0 and d != s for d, s in zip(type_.dims, sizes, strict=True))
        )
        if wrong_type or wrong_shape:
            code = codes.INPUT_REFUSED
            yield Diagnostic(
                code=code.id, slug=code.slug, severity="error", help=code.help,
                location=Location(file=model.path, path="graph", value=name),
                message=f"input {name!r} is given as {fact}, declared as {said}",
            )  # fmt: skip


def _enforced(
    model: Model, sizes: Mapping[str, int], inputs: Mapping[str, Given], assume: Sequence[str]
) -> Iterator[Diagnostic]:
    """What bodies declare, and these sizes do not meet."""
    from shapeinfer.reports.diagnostic import Diagnostic, Location

    for placed in Enforced(model, given_facts(model, inputs), assume).refusals(sizes):
        code = placed.item.code
        yield Diagnostic(
            code=code.id, slug=code.slug, severity="error", help=code.help, message=placed.item.text(),
            location=Location(file=model.path, path=place_text(placed.place)),
        )  # fmt: skip


def _excluded(result: Result) -> Iterator[Diagnostic]:
    """Demands that no sizes of the open symbols satisfy together: one finding for each set of them."""
    from shapeinfer.reports.diagnostic import Diagnostic, Location

    code = codes.UNSATISFIABLE
    told = set()
    for clause in result.contract.unsatisfiable:
        text = demands_text(clause)
        if text in told:
            continue
        told.add(text)
        path = place_text(clause.places[0]) if clause.places else "graph"
        yield Diagnostic(
            code=code.id, slug=code.slug, severity="error", help=code.help,
            location=Location(file=result.model.path, path=path),
            message=f"no sizes satisfy all of this: {text}",
        )  # fmt: skip


def load_refusals(model: Model, assume: Sequence[str] = ()) -> Run:
    """The run of a model as a loader sees it, before any size is given, with only those findings that make
    loading fail."""
    return refused_at_load(checked(model, {}, {}, assume).run)


def refused_at_load(run: Run) -> Run:
    """The run with only those findings that make loading fail; the others are dropped."""
    dead = run.dead_nodes()
    run.findings = [
        p for p in run.findings if p.item.at_load and severity_of(p, dead, runtime=True) == "error"
    ]
    return run


def first_error(result: Result) -> str | None:
    """The first thing that makes every run fail, with its place; None if nothing is known that does."""
    found = first_finding(result.run)
    clause = None if found else next(iter(result.contract.unsatisfiable), None)
    return found if clause is None else f"no sizes satisfy all of this: {demands_text(clause)}"


def first_finding(run: Run) -> str | None:
    """The first finding that makes every run fail, with its place; None if there is none."""
    dead = run.dead_nodes()
    for placed in run.findings:
        if severity_of(placed, dead, runtime=True) == "error":
            return f"{placed.item.text()} (at {place_text(placed.place)})"
    return None


def obligations(result: Result) -> list[str]:
    """What must still hold and depends on data, or on what the sizes leave open."""
    found = list(_refusals_in_bodies(result))
    for clause in (*result.contract.demands, *result.contract.obligations):
        more = f" and {len(clause.places) - 1} more places" if len(clause.places) > 1 else ""
        found.append(f"{clause.condition} at {place_text(clause.places[0])}{more}")
    for clause in result.contract.conditional:
        when = guard_text(result.run, clause.guard)
        found.append(f"{clause.condition} if {when} at {place_text(clause.places[0])}")
    return found


def _refusals_in_bodies(result: Result) -> Iterator[str]:
    """Bodies that these sizes do not allow to run: for each what would make it run, and the first refusal."""
    dead = result.run.dead_nodes()
    told = set()
    for placed in result.run.findings:
        if not placed.guarded or placed.claimed or placed.place[0].node.index in dead:
            continue
        if never_runs(placed.place):
            continue
        sure = Placed(placed.item, placed.place)
        guard = guard_of(placed.place)
        if severity_of(sure, dead, runtime=True) == "error":
            when = guard_text(result.run, guard)
            if when and when not in told:
                told.add(when)
                yield f"not ({when}): {placed.item.text()} at {place_text(placed.place)}"
