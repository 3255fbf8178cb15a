"""Lint: what is wrong with a model, where, and why."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Sequence

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.dim import Symbol
from shapeinfer.engine import Engine
from shapeinfer.engine_result import Placed
from shapeinfer.model.read import display_name, is_url
from shapeinfer.model.structure import Graph, Model
from shapeinfer.model.wire import DamagedModel
from shapeinfer.place import place_text
from shapeinfer.requirement import Condition, Finding
from shapeinfer.result import Result, load
from shapeinfer.schema_data import IR_VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.diagnostic import Report
    from shapeinfer.result import Source

# Findings that repeat for every tensor are told for this many, then counted.
_MOST_ALIKE = 3


def lint(model: Source) -> Report:
    """Everything that can be said against a model, as a Report. Never raises for a bad model:
    a file that can't be read is a finding too."""
    try:
        result, extra = examine(load(model))
    except (OSError, DamagedModel) as error:
        return unreadable(model, error)
    return report_of(result, extra)


def _surprising(result: Result) -> Iterator[Placed[Finding]]:
    """Clauses that nobody would expect from the interface: each with sizes that show it."""
    for clause in result.contract.demands:
        condition = clause.condition
        symbols = sorted(condition.symbols(), key=lambda s: s.sort)
        place = clause.places[0] if clause.places else ()
        if len(symbols) == 2 and _ties(condition):
            witness = _witness(condition, symbols)
            if witness is not None:
                yield Placed(
                    Finding.of(
                        codes.SYMBOLS_TIED,
                        "{first!r} and {second!r} are declared apart, needed {clause}: {witness} fails",
                        first=symbols[0].name, second=symbols[1].name, clause=condition, witness=witness,
                    ),
                    place,
                )  # fmt: skip
        elif condition.kind == "==" and len(symbols) == 1 and condition.b.value is not None:
            name, size = symbols[0].name, condition.b.value
            if condition.a.symbol() is not None:
                message = "{name!r} is declared as a symbol, needed {size}: {name}={other} fails"
                yield Placed(
                    Finding.of(codes.SYMBOL_FIXED, message, name=name, size=size, other=size + 1), place
                )


def _ties(condition: Condition) -> bool:
    """Whether it is ``a == b`` between two plain symbols, or that with 1 allowed as well."""
    parts = condition.parts if condition.kind == "any" else (condition,)
    return any(p.kind in ("==", "broadcast") and p.a.symbol() and p.b.symbol() for p in parts)


def _witness(condition: Condition, symbols: Sequence[Symbol]) -> str | None:
    """The first small sizes that violate it."""
    for sizes in itertools.product(range(1, 6), repeat=len(symbols)):
        chosen = dict(zip(symbols, sizes, strict=True))
        if not condition.holds(chosen.__getitem__):
            return ", ".join(f"{s.name}={n}" for s, n in chosen.items())
    return None


def report_of(result: Result, extra: Iterable[Placed[Finding]]) -> Report:
    """The report of an examined model."""
    from shapeinfer.diagnostic import Report, Summary
    from shapeinfer.report import diagnostics_of

    nodes, values, known = result.summary_counts()
    return Report(
        file=result.model.path,
        diagnostics=diagnostics_of(result.run, extra),
        summary=Summary(nodes=nodes, values=values, known=known, clauses=len(result.contract.demands)),
    )


def examine(model: Model) -> tuple[Result, list[Placed[Finding]]]:
    """The inference result, and the findings about the file itself."""
    result = Result(Engine(model).run())
    return result, [*file_findings(model), *_unsatisfiable(result), *_surprising(result)]


def _unsatisfiable(result: Result) -> Iterator[Placed[Finding]]:
    """Demands that no sizes can satisfy together."""
    for clause in result.contract.unsatisfiable:
        others = ", ".join(dict.fromkeys(place_text(p) for p in clause.places[1:4]))
        finding = Finding.of(
            codes.UNSATISFIABLE,
            "{clause} is demanded here{others}, and what else the model demands excludes it",
            clause=clause.condition, others=f" and at {others}" if others else "",
        )  # fmt: skip
        yield Placed(finding, clause.places[0])


def unreadable(source: object, error: Exception) -> Report:
    """The report about something that is no model."""
    from shapeinfer.diagnostic import Diagnostic, Location, Report

    name = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
    file = display_name(name) if isinstance(name, str) else None
    message = (
        str(error)
        if isinstance(error, DamagedModel)
        else f"{error.strerror if isinstance(error, OSError) else error}"
    )
    code = codes.UNREADABLE
    offset = error.offset if isinstance(error, DamagedModel) else None
    found = Diagnostic(
        code=code.id, slug=code.slug, severity="error", message=message, help=code.help,
        location=Location(file=file, byte_offset=offset),
    )  # fmt: skip
    return Report(file=file, diagnostics=(found,))


def file_findings(model: Model) -> Iterator[Placed[Finding]]:
    """What is wrong with the file apart from what its operators make of shapes."""
    if model.graph is None:
        yield _about(codes.NO_GRAPH, "the file has {size} bytes and no graph", size=model.size)
        return
    if model.ir_version > IR_VERSION:
        yield _about(
            codes.IR_VERSION, "IR version {found}, the newest known here is {known}",
            found=model.ir_version, known=IR_VERSION,
        )  # fmt: skip
    for domain, found in model.opset_conflicts.items():
        yield _about(
            codes.OPSET_CONFLICT,
            "{domain} is imported at opsets {found}",
            domain=domain or "ai.onnx",
            found=found,
        )
    yield from _payloads(model.graph)
    yield from _external(model)


def _about(code: Code, message: str, **args: object) -> Placed[Finding]:
    return Placed(Finding.of(code, message, **args), ())


def _payloads(graph: Graph) -> Iterator[Placed[Finding]]:
    for name, tensor in graph.initializers.items():
        wrong = tensor.payload_mismatch()
        if wrong is not None:
            yield _about(
                codes.PAYLOAD, "initializer {name!r} with dims {dims} needs {need}, holds {found}",
                name=name, dims=tensor.dims, need=wrong[0], found=wrong[1],
            )  # fmt: skip


def _external(model: Model) -> Iterator[Placed[Finding]]:
    """External data that is not there; contents are never opened."""
    assert model.graph is not None  # asked by the caller
    if model.path is None or is_url(model.path):  # beside a URL nothing is looked for
        return
    folder = os.path.dirname(model.path)
    missing: dict[str, list[str]] = {}
    present: dict[str, bool] = {}
    for name, tensor in model.graph.initializers.items():
        if tensor.external is None:
            continue
        location = tensor.external.get("location", "")
        if location not in present:
            present[location] = os.path.exists(os.path.join(folder, location))
        if not present[location]:
            missing.setdefault(location, []).append(name)
    for location, names in missing.items():
        shown = ", ".join(repr(n) for n in names[:_MOST_ALIKE])
        more = f" and {len(names) - _MOST_ALIKE} more" if len(names) > _MOST_ALIKE else ""
        yield _about(
            codes.EXTERNAL_DATA, "file {location!r} with the contents of {names} is not there",
            location=location, names=shown + more,
        )  # fmt: skip
