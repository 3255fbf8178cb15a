"""For tests: :func:`assert_clean` lints a model, :func:`infer` tries a rule on one operator in the text form.

>>> infer("Transpose", 13, "f32[n, 3, h]", perm=[0, 2, 1]).outputs
('f32[n, h, 3]',)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shapeinfer.engine.apply import AttributeKinds, Prepared, apply_custom
from shapeinfer.facts.fact import Fact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.rule import Body, Outcome
from shapeinfer.rule.registry import find_custom_rule
from shapeinfer.schema.conform import input_types
from shapeinfer.schema.schema import Schema, find

__all__ = ["FakeBody", "Inferred", "assert_clean", "infer"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.jobs.sources import Source
    from shapeinfer.reports.diagnostic import Severity

Attribute = (
    int | float | str | bytes | Fact | Sequence[int] | Sequence[float] | Sequence[str] | Sequence[bytes]
)


def assert_clean(
    model: Source,
    *,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    fail_on: Severity = "error",
) -> None:
    """Lint a model (a path, bytes or a ModelProto) in a test. AssertionError, with the findings as
    ``shapeinfer lint`` shows them, if there is one of ``fail_on`` or worse, or if it can't be read.

    ``select`` and ``ignore`` are as on the command line: codes, beginnings of codes or slugs; ValueError for
    anything else. Settings files do not count; suppressions in the model do.
    """
    import os

    from shapeinfer.jobs.sources import load
    from shapeinfer.linter.judge import Policy, judge
    from shapeinfer.linter.selection import Layer, Selection
    from shapeinfer.render.format import find_format

    name = os.fspath(model) if isinstance(model, (str, os.PathLike)) else "the model"
    policy = Policy(Selection.of((Layer(select, (), ignore),)))
    answer = judge(name, lambda: load(model), policy)
    report = answer.report
    if report is not None and (not answer.readable or report.at_least(fail_on)):
        raise AssertionError("\n" + find_format("full", colour=False, width=None).report(report))


class Inferred:
    """What a rule made of its inputs, as text: ``outputs``, ``findings`` ("SI205 ..."), the codes of the
    findings, and the ``requirements`` that went into the contract (premises begin with "suppose ")."""

    __slots__ = ("outcome", "scope")

    def __init__(self, outcome: Outcome, scope: Scope) -> None:
        self.outcome = outcome
        self.scope = scope

    @property
    def outputs(self) -> tuple[str, ...]:
        """The facts of the outputs."""
        return tuple(map(str, self.outcome.outputs))

    @property
    def output(self) -> str:
        """The fact of the first output."""
        return self.outputs[0]

    @property
    def findings(self) -> list[str]:
        """Each finding as ``SI205 message``."""
        return [f"{f.code.id} {f.text()}" for f in self.outcome.findings]

    @property
    def errors(self) -> list[str]:
        """The findings that are errors."""
        found = self.outcome.findings
        return [f"{f.code.id} {f.text()}" for f in found if (f.severity or f.code.severity) == "error"]

    @property
    def requirements(self) -> list[str]:
        """Each requirement that is neither proved nor refuted."""
        return [f"{'suppose ' if r.premise else ''}{r.condition}" for r in self.outcome.requirements]


class FakeBody(Body):
    """A body for tests of rules: any function from facts to facts."""

    __slots__ = ("function",)

    def __init__(self, function: object, input_count: int = 0, output_count: int = 1) -> None:
        super().__init__(input_count, output_count)
        self.function = function

    def visit(self, facts: Sequence[Fact], *, runs: bool) -> tuple[Fact, ...]:
        assert callable(self.function)
        result = self.function(*facts)
        return result if isinstance(result, tuple) else (result,)

    def keep(self) -> None:
        """Nothing is reported here."""

    def keep_none(self) -> None:
        """Nothing was reported here."""

    def keep_alone(self, number: int) -> None:
        """Nothing is reported here."""


def infer(
    op_type: str,
    opset: int,
    *inputs: str | Fact | None,
    domain: str = "",
    outputs: int = 1,
    scope: Scope | None = None,
    bodies: Mapping[str, Body] | None = None,
    given: Mapping[str, Attribute] | None = None,
    **attributes: Attribute,
) -> Inferred:
    """Apply the operator of that opset to inputs in the text form (None: left out).

    Symbols of one name are one symbol. ``outputs`` is how many outputs the node names. A tensor
    attribute is given as a fact (``parse("f32[] = 1")``); ``given`` holds attributes as a mapping. Raises
    LookupError for an unknown operator.
    """
    schema = find(domain, op_type, opset)
    scope = scope or Scope()
    facts = tuple([parse(i, scope) if isinstance(i, str) else i for i in inputs])
    values = {name: _value(value) for name, value in {**(given or {}), **attributes}.items()}
    if schema is None:
        custom = find_custom_rule(domain, op_type, opset)
        if custom is None:
            raise LookupError(f"no operator {op_type} in {domain or 'ai.onnx'} at opset {opset}")
        wanted = (True,) * outputs
        return Inferred(
            apply_custom(custom, domain, op_type, opset, facts, wanted, values, bodies=bodies), scope
        )
    kinds: AttributeKinds = {name: (_kind(schema, name, value), (), False) for name, value in values.items()}
    for name in bodies or {}:
        kinds[name] = (5, (), False)
    prepared = Prepared(schema, opset, input_types(facts), (True,) * outputs, values, kinds)
    return Inferred(prepared.apply(facts, bodies), scope)


def _value(value: Attribute) -> object:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return tuple(v.encode() if isinstance(v, str) else v for v in value)
    return value


def _kind(schema: Schema, name: str, value: object) -> int:
    """The attribute's type as a file would state it; an empty list takes the schema's word."""
    spec = schema.attributes.get(name)
    wanted = spec.type if spec is not None else 0
    if isinstance(value, tuple):
        if not value:
            return wanted
        return {int: 7, float: 6, bytes: 8}.get(type(value[0]), 9)
    if isinstance(value, Fact):
        return 13 if wanted == 13 else 4
    return {int: 2, float: 1, bytes: 3}.get(type(value), 0)
