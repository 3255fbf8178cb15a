"""Holds what shapeinfer says of a case against what ONNX Runtime did."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set

import onnx

import shapeinfer
from shapeinfer.contracts.contract import Contract
from shapeinfer.dims import Dim, Symbol, const
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.fact import Fact, OptionalFact, SequenceFact, TensorFact
from shapeinfer.jobs.infer import Result
from shapeinfer.jobs.preflight.sweep import sweep
from shapeinfer.jobs.sources import load
from shapeinfer.linter.lint import examine, report_of
from shapeinfer.model.structure import Model
from shapeinfer.reports.diagnostic import Report
from tests.fuzz.differential.case import Case, Trial, shape_of
from tests.fuzz.differential.once import of_open_sizes
from tests.fuzz.differential.oracle import Oracle, Ran, Told
from tests.oracle import numpy_type

# The kinds of disagreement, the most severe first.
KINDS = {
    "crash": "shapeinfer raised an exception",
    "false-error": "lint has an error, and a run succeeds",
    "false-refusal": "check refuses, and the run succeeds",
    "wrong": "a shape, type or content is not what came out",
    "rewritten": "an annotated or fixed model does not do what the model does",
    "false-clause": "a demand of the contract does not hold, and the run succeeds",
    "range": "check over ranges answers otherwise than check with these sizes",
    "gap": "check refuses these sizes, and the contract does not say why",
    "false-target": "check for this release refuses, and the run succeeds",
    "missed": "the run fails, and check does not refuse",
    "missed-load": "the model does not load, and check does not refuse",
    "died": "the process dies, and check does not refuse",
    "wrong-empty": "as wrong, of what is said for open sizes, with a tensor that has no elements",
    "false-clause-empty": "as false-clause, with a tensor that has no elements",
    "gap-data": "as gap, where the contract has conditions that depend on data",
    "told": "the run fails, and check lists a condition that depends on data",
    "unwarned": "only without optimizations refused, and neither warning nor premise says so",
    "no-kernel": "no implementation for these types, and check does not refuse",
}
# Kinds that are counted, but are no defects.
HARMLESS = ("gap-data", "wrong-empty", "told", "no-kernel", "unwarned", "false-clause-empty")

_FLOATS = (onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE, onnx.TensorProto.FLOAT16)

# What ONNX Runtime says where it has no kernel.
_NO_KERNEL = (
    "NOT_IMPLEMENTED",
    "Could not find an implementation",
    "is under development",
    "No Op registered",
    "is not a registered function/op",
    "InsertedPrecisionFreeCast",
    "MLDataType for",
    "Invalid tensor data type",
)  # fmt: skip
# And so where the function of an operator has no meaning for a type: at load only, for a run names nodes so.
_NO_MEANING = "_inlfunc_"
# What it says where the test gave it something that no caller could: no answer about the model.
_NO_ANSWER = (
    "Unexpected input data type",
    "Missing Input",
    "NumPy type",
    "Numpy_type",
    "does not support",
    "bfloat16",
    "No corresponding Numpy type",
    "array is too big",
    "number of dimensions must be within",  # NumPy's limit
)
# What it says without optimizations, and not always with them: a Conv of 24 channels takes 32 where blocks of
# channels are 16 wide, as on some machines.
_ONLY_BLOCKED = "Input channels C is not equal to kernel channels"
# What is added to a reason where lint tells of a wrong declaration.
DECLARED = " (a declared shape is wrong)"
# The release that answers, whose kernels are known.
TARGET = "onnxruntime==1.32"
# Contents of more elements are data for check.
_MOST_GIVEN = 64


class Finding:
    """One disagreement. ``cause`` groups equal ones; ``trial`` is where it shows (None: everywhere)."""

    def __init__(self, case: Case, kind: str, detail: str, trial: Trial | None, cause: str = "") -> None:
        self.case = case
        self.kind = kind
        self.detail = detail
        self.trial = trial
        self.cause = cause or general(detail)

    @property
    def group(self) -> tuple[str, str, str]:
        """The kind, the operator and the cause."""
        return self.kind, self.case.about, self.cause


def general(text: str) -> str:
    """The text without what varies: numbers, names, places in a source file."""
    text = re.sub(r"/onnxruntime_src/\S+?([\w]+\.(?:cc|h)):\d+.*?(?:\) |\] )", r"\1 ", text, count=1)
    text = re.sub(r"\[ONNXRuntimeError\] : \d+ : ", "", text)
    text = re.sub(r"Non-zero status code returned while running \w+ node. Name:'' Status Message: ", "", text)
    text = re.sub(r"tensor\(\w+\)|\{[^}]*\}", "#", text)
    text = re.sub(r"\b[uif](?:8|16|32|64)\b|\b(?:bool|bf16|str)\b", "t", text)
    return re.sub(r"-?\d+(?:\.\d+)?", "#", text.replace("\n", " "))[:140]


def judged(case: Case, oracle: Oracle) -> tuple[list[Finding], int]:
    """The disagreements about a case, and how many runs were compared."""
    try:
        model_bytes = case.model.SerializeToString()
        model = load(case.model)
        result, extra = examine(model)  # as lint and infer do, in one run
        lint = report_of(result, extra)
    except Exception as error:
        return [Finding(case, "crash", f"{type(error).__name__}: {error}", None)], 0
    feeds = [case.feeds(trial) for trial in case.trials]
    usable = [(t, f) for t, f in zip(case.trials, feeds, strict=True) if f is not None]
    told = oracle.ask(model_bytes, [f for _, f in usable])
    with of_open_sizes(result):
        return Judge(case, model, lint, result, told, [t for t, _ in usable]).findings()


class Judge:
    """What was said and done about one case."""

    def __init__(
        self,
        case: Case,
        model: Model,
        lint: Report,
        result: Result,
        told: Told,
        trials: Sequence[Trial],
    ) -> None:
        self.case = case
        self.model = model
        self.failed = [d.message for d in lint.diagnostics if d.code == "SI029"]
        self.lint_warnings = [d for d in lint.diagnostics if d.severity == "warning"]
        self.lint_errors = [f"{d.code} {d.message}" for d in lint.diagnostics if d.severity == "error"]
        self.result = result
        self.told = told
        self.trials = trials
        self.found: list[Finding] = []

    def say(self, kind: str, detail: str, trial: Trial | None = None, cause: str = "") -> None:
        self.found.append(Finding(self.case, kind, detail, trial, cause))

    def findings(self) -> tuple[list[Finding], int]:
        """All disagreements, and the number of runs that were compared."""
        try:
            if self.failed:
                self.say("crash", self.failed[0])
            if self.told.load is not None:
                self.not_loaded(self.told.load)
                return self.found, 1
            runs = 0
            answers: list[tuple[Trial, bool]] = []
            for trial, ran in zip(self.trials, self.told.runs, strict=True):
                no_answer = ran.kind != "ran" and any(text in ran.reason for text in _NO_ANSWER)
                if no_answer or ran.kind == "hung":
                    continue
                if ran.kind == "ran" and self.may_misread(ran):
                    continue
                runs += 1
                by_sizes = self.compared(trial, ran)
                answers.append((trial, by_sizes))
            if self.case.seed % 4 == 0:
                self.ranges(answers)
            ran_at = zip(self.trials, self.told.runs, strict=True)
            first = next((t for t, r in ran_at if r.kind == "ran" and not self.may_misread(r)), None)
            if first is not None and not self.found:
                self.on_target(first)
        except Exception as error:  # every exception of shapeinfer's is a defect
            self.say("crash", f"{type(error).__name__}: {error}")
            return self.found, 1
        return self.found, runs

    def not_loaded(self, reason: str) -> None:
        """The model does not load: check must refuse it, whatever the sizes."""
        kind = "no-kernel" if any(text in reason for text in (*_NO_KERNEL, _NO_MEANING)) else "missed-load"
        if self.told.died:
            kind = "died"
        trial = self.trials[0] if self.trials else Trial({}, {})
        if self.lint_errors:
            return
        # Without a target check asks whether any runtime loads it, not for kernels on the CPU.
        targets = (TARGET,) if kind == "no-kernel" else ()
        report = shapeinfer.check(self.model, self.sizes_of(trial), self.given(trial), targets=targets)
        if report.ok:
            self.say(kind, reason, trial)

    def on_target(self, trial: Trial) -> None:
        """What ran has kernels for its types."""
        report = shapeinfer.check(self.model, self.sizes_of(trial), self.given(trial), targets=(TARGET,))
        if not report.ok:
            self.say("false-target", report.diagnostics[0].message, trial)

    def compared(self, trial: Trial, ran: Ran) -> bool:
        """Hold one run against all answers; whether check with the sizes alone refuses."""
        sizes = self.sizes_of(trial)
        plain = shapeinfer.check(self.model, sizes)
        given = self.given(trial)
        full = shapeinfer.check(self.model, sizes, given) if given else plain
        refusal = next(
            (f"{d.code} {d.message}" for r in (plain, full) if not r.ok for d in r.diagnostics), ""
        )
        violated, unknown = self.violated(sizes)
        if ran.kind == "ran":
            if self.lint_errors:
                self.say("false-error", self.lint_errors[0], trial)
            elif refusal:
                self.say("false-refusal", refusal, trial)
            else:
                self.facts(trial, ran)
            if ran.reason and not (self.lint_errors or refusal or self.warned(sizes)):
                self.say("unwarned", ran.reason, trial)
            if violated and not self.lint_errors:
                empty = self.has_empty(ran, sizes)
                self.say("false-clause-empty" if empty else "false-clause", violated, trial, "clause")
        elif not refusal and not self.lint_errors:
            if ran.kind in ("died", "hung"):
                kind = "died"
            elif any(text in ran.reason for text in _NO_KERNEL):
                kind = "no-kernel"
                if not shapeinfer.check(self.model, sizes, targets=(TARGET,)).ok:
                    return not plain.ok
            else:
                kind = "told" if full.obligations else "missed"
            self.say(kind, ran.reason + (DECLARED if self.tells_of_declarations(trial) else ""), trial)
        elif not plain.ok and not violated and not unknown and sizes and not self.refused_everywhere():
            premises = [c for c in self.result.contract.premises if _holds(c.condition, sizes) is False]
            if not premises:
                told = self.result.contract.obligations
                self.say("gap-data" if told else "gap", refusal, trial)
        return not plain.ok

    def refused_everywhere(self) -> bool:
        """Whether lint or the contract says that every run fails."""
        contract = self.result.contract
        if self.lint_errors or contract.unsatisfiable:
            return True
        return not shapeinfer.check(self.model).ok

    def may_misread(self, ran: Ran) -> bool:
        """Whether what ran only with optimizations may not be what the model computes."""
        return _ONLY_BLOCKED in ran.reason or (bool(ran.reason) and _declares_for_shapes(self.case.model))

    def warned(self, sizes: Mapping[str, int]) -> bool:
        """Whether lint has a warning, or a premise does not hold."""
        return bool(self.lint_warnings) or any(
            _holds(clause.condition, sizes) is False for clause in self.result.contract.premises
        )

    def tells_of_declarations(self, trial: Trial) -> bool:
        """Whether lint tells that a declared shape is wrong, always or in this run."""
        if any(d.code in ("SI221", "SI307", "SI408") for d in self.lint_warnings):
            return True
        bound = shapeinfer.infer(self.model, dims=self.sizes_of(trial), inputs=self.given(trial))
        return any(d.code in ("SI221", "SI307") for d in bound.diagnostics)

    def has_empty(self, ran: Ran, sizes: Mapping[str, int]) -> bool:
        """Whether a value of the run has no elements: one that came out, or by what is inferred with these
        sizes."""
        if _has_empty(ran.values) or 0 in sizes.values():
            return True
        facts = shapeinfer.infer(self.model, dims=sizes).facts.values()
        return any(0 in (f.static_shape() or ()) for f in facts if isinstance(f, TensorFact))

    def violated(self, sizes: Mapping[str, int]) -> tuple[str, bool]:
        """A demand that the sizes violate ("" for none), and whether the contract left something open."""
        contract: Contract = self.result.contract
        if contract.gave_up:
            return "", True
        for clause in contract.demands:
            if _holds(clause.condition, sizes) is False:
                return str(clause.condition), False
        said = any(_holds(c.condition, sizes) is False for c in contract.conditional)
        return "", said

    def ranges(self, answers: Sequence[tuple[Trial, bool]]) -> None:
        """Check over ranges must answer as check with each of the sizes."""
        names = list(self.result.run.declarations.symbol_names())
        choices: dict[str, list[int]] = {
            name: sorted({self.sizes_of(trial)[name] for trial, _ in answers}) for name in names
        }
        if not answers or not names or _count(choices) > 200:
            return
        swept = {tuple(a.sizes[n] for n in names): a.refused for a in sweep(self.model, choices)}
        for trial, refused in answers:
            reason = swept[tuple(self.sizes_of(trial)[n] for n in names)]
            if (reason is not None) != refused:
                self.say("range", str(reason or "not refused"), trial)

    def sizes_of(self, trial: Trial) -> dict[str, int]:
        """Sizes for all symbols of the model's inputs."""
        names = self.result.run.declarations.symbol_names()
        return {name: trial.sizes.get(name, 2) for name in names}

    def given(self, trial: Trial) -> dict[str, TensorFact]:
        """The contents of integer and boolean inputs, and shapes that are not declared, as check takes
        them."""
        found = {}
        for value in self.case.inputs():
            content = trial.contents.get(value.name)
            tensor = value.type.tensor_type
            if not value.type.HasField("tensor_type"):
                continue
            shape = tuple(shape_of(value.name, tensor, trial))
            # Floats of which there are none have no content: that would be one that the model computes.
            is_nothing = content == () and tensor.elem_type in _FLOATS
            known = content is not None and not is_nothing and len(content) <= _MOST_GIVEN
            if content is None or not known or not all(isinstance(item, int) for item in content):
                if value.name in trial.shapes or is_nothing:
                    found[value.name] = TensorFact(tensor.elem_type, tuple(map(const, shape)))
                continue
            is_truth = tensor.elem_type == onnx.TensorProto.BOOL
            items = tuple(const(int(bool(item)) if is_truth else int(item)) for item in content)
            found[value.name] = TensorFact(tensor.elem_type, tuple(map(const, shape)), Elements(shape, items))
        return found

    def facts(self, trial: Trial, ran: Ran) -> None:
        """Every shape, type and content that was said, for open sizes and for these."""
        sizes = self.sizes_of(trial)
        premises = [_holds(c.condition, sizes) for c in self.result.contract.premises]
        if all(premises):  # not if one is unknown either
            for facts, how in ((self.result.facts, "raw"), (self.result.under_contract, "under contract")):
                if self.wrong(facts, self.result.run.claimed, sizes, ran, trial, how):
                    return
        bound = shapeinfer.infer(self.model, dims=sizes, inputs=self.given(trial))
        if all(_holds(c.condition, {}) for c in bound.contract.premises):
            self.wrong(bound.facts, bound.run.claimed, {}, ran, trial, "with sizes")

    def wrong(
        self,
        facts: Mapping[str, Fact],
        claimed: Set[str],
        sizes: Mapping[str, int],
        ran: Ran,
        trial: Trial,
        how: str,
    ) -> bool:
        """Say the first thing that is wrong, if any."""
        for name, value in ran.values.items():
            # A claim is the author's word for what can't be inferred.
            fact = None if name in claimed else facts.get(name)
            problem = None if fact is None else next(_problems(fact, value, sizes), None)
            if problem is not None:
                empty = how != "with sizes" and self.has_empty(ran, sizes)
                kind = "wrong-empty" if empty else "wrong"
                self.say(kind, f"{how}: {name} is {fact}, {problem}", trial, f"{how}: {general(problem)}")
                return True
        return False


def _declares_for_shapes(model: onnx.ModelProto) -> bool:
    """Whether numbers are declared where Shapes are read. Optimizations take them, right or wrong, for what a
    Shape makes: what runs only with them may not compute what the model says."""
    nodes = [*model.graph.node, *(node for function in model.functions for node in function.node)]
    given = (d for value in model.graph.input for d in value.type.tensor_type.shape.dim)
    is_open = any(d.HasField("dim_param") for d in given)  # else a body may be told the right numbers
    values = [*model.graph.value_info, *model.graph.output]
    for node in nodes:  # which grow
        for body in (a.g for a in node.attribute if a.type == onnx.AttributeProto.GRAPH):
            nodes.extend(body.node)
            values.extend([*body.input] if is_open or node.op_type == "Loop" else [])
            if node.op_type == "If":  # which is inlined
                read = {name for inner in body.node for name in inner.input}
                values.extend(value for value in body.output if value.name in read)
    declared = (d for value in values for d in value.type.tensor_type.shape.dim)
    return any(d.HasField("dim_value") for d in declared) and any(n.op_type == "Shape" for n in nodes)


def _count(choices: Mapping[str, Sequence[int]]) -> int:
    count = 1
    for sizes in choices.values():
        count *= len(sizes)
    return count


def _holds(condition: object, sizes: Mapping[str, int]) -> bool | None:
    """Whether the condition holds; None if it is not only about these sizes."""
    from shapeinfer.rule.requirement import Condition

    assert isinstance(condition, Condition)
    try:
        return condition.holds(_size_of(sizes))
    except KeyError:
        return None
    except ZeroDivisionError:
        return True


def _size_of(sizes: Mapping[str, int]) -> Callable[[Symbol], int]:
    def size_of(symbol: Symbol) -> int:
        if not symbol.named:
            raise KeyError(symbol.name)
        return sizes[symbol.name]

    return size_of


def _has_empty(values: Mapping[str, object]) -> bool:
    return any(isinstance(v, tuple) and v[0] == "tensor" and 0 in v[2] for v in values.values())


def _problems(fact: Fact, value: object, sizes: Mapping[str, int]) -> Iterator[str]:
    """What is wrong about a fact, given what came out."""
    if isinstance(fact, OptionalFact):
        if value is not None:
            yield from _problems(fact.element, value, sizes)
        return
    if value is None or not isinstance(value, tuple):
        return
    if value[0] == "seq":
        if not isinstance(fact, SequenceFact):
            if isinstance(fact, TensorFact):
                yield "ran a sequence"
            return
        length = None if fact.length is None else _number(fact.length, sizes)
        if length is not None and length != len(value[1]):
            yield f"ran {len(value[1])} items"
            return
        for at, item in enumerate(value[1]):
            element = fact.element if fact.items is None else fact.items[at]
            yield from _problems(element, item, sizes)
        return
    if value[0] != "tensor" or not isinstance(fact, TensorFact):
        return
    yield from _tensor_problems(fact, value[1], value[2], value[3], sizes)


def _tensor_problems(
    fact: TensorFact,
    kind: str,
    shape: tuple[int, ...],
    content: tuple[int, ...] | None,
    sizes: Mapping[str, int],
) -> Iterator[str]:
    if fact.elem_type > onnx.TensorProto.BFLOAT16:
        content = None  # NumPy has other types for these: what it holds are bits
    elif fact.elem_type and fact.elem_type != onnx.TensorProto.STRING:
        try:
            said = numpy_type(fact.elem_type).name
        except (KeyError, TypeError):
            said = f"element type {fact.elem_type}"
        if said != kind:
            yield f"ran {kind}"
    elif fact.elem_type == onnx.TensorProto.STRING and not kind.startswith(("object", "str")):
        yield f"ran {kind}"
    if fact.shape is None:
        return
    if len(fact.shape) != len(shape):
        yield f"ran rank {len(shape)} {list(shape)}"
        return
    for dim, size in zip(fact.shape, shape, strict=True):
        number = _number(dim, sizes)
        if number is not None and number != size:
            yield f"ran {list(shape)}"
            return
    if content is None or fact.elements is None or not content:
        return
    if fact.elements.items is not None:
        for item, element in zip(fact.elements.items, content, strict=False):
            number = _number(item, sizes) if isinstance(item, Dim) else None
            if number is not None and number != element:
                yield f"ran contents {list(content)}"
                return
    low_dim, high_dim = fact.elements.range()
    low = None if low_dim is None else _number(low_dim, sizes)
    high = None if high_dim is None else _number(high_dim, sizes)
    if (low is not None and min(content) < low) or (high is not None and max(content) > high):
        yield f"ran contents {list(content)}, beyond the bounds"


def _number(dim: Dim, sizes: Mapping[str, int]) -> int | None:
    """The dim at these sizes; None if it is not only about them, or not defined there."""
    try:
        return dim.evaluate(_size_of(sizes))
    except (KeyError, ZeroDivisionError):
        return None
