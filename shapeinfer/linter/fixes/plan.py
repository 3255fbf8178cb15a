"""Which code has which fix, and the changes that fix the findings of a model."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.engine.run import Placed
from shapeinfer.jobs.infer import Result
from shapeinfer.linter.fixes import declarations, names, structure, versions
from shapeinfer.linter.fixes.bench import Bench, Change
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from shapeinfer.runtimes.names import Target

    Fixer = Callable[[Bench, Placed[Finding]], Change | None]

# A code with a fix has a Fix in shapeinfer.codes, which says what it does; a test compares.
FIXERS: dict[Code, Fixer] = {
    codes.MISSING_OPSET: versions.add_import,
    codes.OPSET_CONFLICT: versions.keep_last_import,
    codes.UNSORTED: structure.sort_nodes,
    codes.REDEFINED: structure.remove_repetition,
    codes.DUPLICATE_ATTRIBUTE: structure.keep_one_attribute,
    codes.EARLY_OPERATOR: versions.raise_opset,
    codes.DEAD_NODES: structure.remove_dead_nodes,
    codes.UNUSED_INITIALIZERS: structure.remove_unused_initializers,
    codes.UNUSED_FUNCTIONS: structure.remove_unused_functions,
    codes.UNUSED_INPUTS: structure.remove_unused_inputs,
    codes.OVERRIDABLE: structure.remove_overridable_inputs,
    codes.SHADOWED: names.rename_hiding_value,
    codes.UNNAMED_NODES: names.name_nodes,
    codes.DUPLICATE_NODE_NAME: names.rename_nodes,
    codes.DUPLICATE_FUNCTION: structure.keep_one_function,
    codes.DUPLICATE_INITIALIZER: structure.keep_one_initializer,
    codes.UNUSED_IMPORTS: versions.remove_unused_imports,
    codes.INITIALIZER_TYPE: declarations.declare_stored_type,
    codes.UNNAMED_GRAPH: names.name_graph,
    codes.REPEATED_NODES: structure.share_results,
    codes.STALE_SUPPRESSION: names.remove_suppression,
    codes.DECLARED_TYPE: declarations.declare_type,
    codes.DECLARED_SHAPE: declarations.declare_shape,
    codes.SYMBOLS_TIED: declarations.tie_symbols,
    codes.SYMBOL_FIXED: declarations.fix_symbol,
    codes.TWO_SIZES: declarations.rename_output_dim,
    codes.DIM_NAMES: declarations.name_dims,
    codes.DECLARED_FOR: declarations.declare_open_sizes,
    codes.TARGET_IR_VERSION: versions.lower_ir_version,
}


def offers(
    result: Result, findings: Iterable[Placed[Finding]], targets: Sequence[Target] = ()
) -> dict[int, tuple[str, bool]]:
    """What would fix each finding, by the finding's id: the words, and whether it is safe."""
    planned = plan(result, findings, targets)
    return {} if planned is None else {id(f): (c.what, c.safe) for f, c in planned.changes}


class Plan:
    """The changes that fix findings of one model: each finding that has one, with its change. Findings that
    one change fixes together share it."""

    __slots__ = ("bench", "changes")

    def __init__(self, bench: Bench, changes: Sequence[tuple[Placed[Finding], Change]]) -> None:
        self.bench = bench
        self.changes = changes


def plan(result: Result, findings: Iterable[Placed[Finding]], targets: Sequence[Target] = ()) -> Plan | None:
    """The changes for the findings; None if there are none."""
    fixable = [placed for placed in findings if placed.item.code in FIXERS]
    graph = result.model.graph
    if graph is None or not fixable:
        return None
    bench = Bench(result, graph, targets)
    changes: list[tuple[Placed[Finding], Change]] = []
    made: dict[tuple[object, ...], Change] = {}
    for placed in fixable:
        change = FIXERS[placed.item.code](bench, placed)
        if change is not None:
            # The same node in several calls of a function, and all releases that ask for one IR version.
            last = placed.place[-1] if placed.place else None
            where = None if last is None else (id(last.node), last.body)
            change = made.setdefault((placed.item.code, where, change.what), change)
            changes.append((placed, change))
    return Plan(bench, changes) if changes else None
