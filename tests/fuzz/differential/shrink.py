"""Makes the case of a finding smaller while it still shows the same kind of finding about the same operator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import onnx
import onnx.printer
import onnx.shape_inference

from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.judge import Finding, judged
from tests.fuzz.differential.oracle import Oracle
from tests.fuzz.differential.smaller import Cut, after, cuts

# Gives the findings about a case, and how many runs were compared.
Judging = Callable[[Case, Oracle], tuple[list[Finding], int]]
# How many smaller cases are tried.
MOST_TRIED = 400


def shrunk(finding: Finding, oracle: Oracle, judge: Judging = judged) -> Finding:
    """A smaller case of which ``judge`` finds the same kind with the same cause; the finding itself if there
    is none."""
    best, tried = finding, 0
    again = True
    while again:
        again, at = False, 0
        while (smaller := next(islice(smaller_cases(best), at, None), None)) is not None:
            tried += 1
            if tried > MOST_TRIED:
                return best
            case = smaller()
            found = [] if case is None else judge(case, oracle)[0]
            same = next((f for f in found if f.group == finding.group), None)
            if same is None:
                at += 1
            else:
                best, again = same, True  # what comes at this place now was not tried yet
    return best


def smaller_cases(finding: Finding) -> Iterator[Callable[[], Case | None]]:
    """What makes cases with a little less: fewer trials, nodes, attributes, symbols. None is no other case."""
    case = finding.case
    if finding.trial is not None and len(case.trials) > 1:
        yield partial(_with, case, case.model, (finding.trial,))
    for cut in cuts(case.model):
        yield partial(_after, case, cut)
    trial = finding.trial or (case.trials[0] if case.trials else Trial({}, {}))
    symbols = {
        d.dim_param for i in case.model.graph.input for d in i.type.tensor_type.shape.dim if d.dim_param
    }
    for symbol in sorted(symbols):
        yield partial(_numbered, case, symbol, trial)


def _after(case: Case, cut: Cut) -> Case | None:
    model = after(case.model, cut)
    return None if model is None else _with(case, model, case.trials)


def _numbered(case: Case, symbol: str, trial: Trial) -> Case:
    """With a size in the place of a symbol."""
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    for value in model.graph.input:
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param == symbol:
                dim.dim_value = trial.sizes.get(symbol, 2)
    return _with(case, model, (trial,))


def _with(case: Case, model: onnx.ModelProto, trials: tuple[Trial, ...]) -> Case:
    return Case(case.seed, case.mode, case.about, model, trials)


def text_of(case: Case) -> str:
    """The model in ONNX's text form; as protobuf writes it where that has none for it."""
    try:
        return onnx.printer.to_text(case.model)
    except (UnicodeDecodeError, onnx.shape_inference.InferenceError):
        return str(case.model)
