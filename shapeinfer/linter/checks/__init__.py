"""The checks of lint beyond those of the rules: functions over a survey of the model."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.engine.loader.file import names as file_names
from shapeinfer.engine.loader.file import refused, sparse, storage
from shapeinfer.engine.run import Placed
from shapeinfer.linter.checks import external, facts, interface, model, names, repeated, transposed, unused
from shapeinfer.linter.checks.survey import Survey
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    Check = Callable[[Survey], Iterator[Placed[Finding]]]


# The codes that each check may yield. A check runs only if one of its codes is wanted.
CHECKS: tuple[tuple[Check, tuple[Code, ...]], ...] = (
    (model.parts, (codes.INCOMPLETE, codes.MISSING_OPSET)),
    (model.versions, (codes.IR_VERSION, codes.OPSET_CONFLICT)),
    (refused.size, (codes.FILE_TOO_LARGE,)),
    (model.functions, (
        codes.INCOMPLETE, codes.MISSING_OPSET, codes.RECURSIVE_FUNCTION, codes.UNDEFINED_OUTPUT,
    )),
    (model.types, (codes.UNTYPED_INPUT, codes.DECLARED_TYPE)),
    (model.inputs, (codes.OVERRIDABLE,)),
    (file_names.duplicates, (codes.REDEFINED, codes.DUPLICATE_INITIALIZER, codes.DUPLICATE_FUNCTION)),
    (file_names.node_names, (codes.DUPLICATE_NODE_NAME,)),
    (names.unnamed_nodes, (codes.UNNAMED_NODES,)),
    (file_names.unnamed_graphs, (codes.UNNAMED_GRAPH,)),
    (file_names.shadowed, (codes.SHADOWED,)),
    (file_names.unknown_initializers, (codes.INCOMPLETE,)),
    (repeated.repeated_nodes, (codes.REPEATED_NODES,)),
    (transposed.padded_between, (codes.RUNTIME_DIFFERS,)),
    (storage.damaged, (codes.PAYLOAD,)),
    (external.files, (
        codes.EXTERNAL_DATA, codes.EXTERNAL_PATH, codes.EXTERNAL_SIZE, codes.EXTERNAL_OVERLAP,
    )),
    (sparse.sparse_tensors, (codes.PAYLOAD,)),
    (unused.dead_nodes, (codes.DEAD_NODES,)),
    (unused.unused_initializers, (codes.UNUSED_INITIALIZERS,)),
    (unused.unused_inputs, (codes.UNUSED_INPUTS,)),
    (unused.unused_functions, (codes.UNUSED_FUNCTIONS,)),
    (unused.unused_imports, (codes.UNUSED_IMPORTS,)),
    (facts.unknown, (codes.UNKNOWN_RANK, codes.DATA_DEPENDENT)),
    (facts.precision, (codes.INEXACT_FLOAT, codes.HALF_PRECISION_SIZE)),
    (facts.doubles, (codes.DOUBLE_PRECISION,)),
    (facts.empty, (codes.ALWAYS_EMPTY,)),
    (facts.huge, (codes.HUGE_VALUE,)),
    (facts.beyond_int32, (codes.BEYOND_INT32,)),
    (facts.unbounded, (codes.UNBOUNDED_OUTPUT,)),
    (interface.unsatisfiable, (codes.UNSATISFIABLE,)),
    (interface.hidden, (codes.SYMBOLS_TIED, codes.SYMBOL_FIXED)),
    (interface.two_sizes, (codes.TWO_SIZES,)),
    (interface.dim_names, (codes.DIM_NAMES,)),
    (interface.for_one_size, (codes.DECLARED_FOR,)),
)  # fmt: skip

_DEFAULT = tuple(check for check, yields in CHECKS if any(code.default for code in yields))


def run_checks(survey: Survey, wanted: Collection[str] | None = None) -> Iterator[Placed[Finding]]:
    """The findings of the checks. ``wanted`` holds ids of codes; None means those that are on by default."""
    if wanted is None:
        for check in _DEFAULT:
            yield from (placed for placed in check(survey) if placed.item.code.default)
        return
    for check, yields in CHECKS:
        if any(code.id in wanted for code in yields):
            yield from (placed for placed in check(survey) if placed.item.code.id in wanted)
