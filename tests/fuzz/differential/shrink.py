"""Makes the case of a finding smaller while it still shows the same kind of finding about the same operator."""

from __future__ import annotations

from collections.abc import Iterator

import onnx
import onnx.printer
import onnx.shape_inference

from tests.fuzz.differential.case import Case, Trial
from tests.fuzz.differential.judge import Finding, judged
from tests.fuzz.differential.oracle import Oracle

# How many smaller cases are tried.
MOST_TRIED = 60


def shrunk(finding: Finding, oracle: Oracle) -> Finding:
    """A smaller case with the same kind of finding and the same cause; the finding itself if there is none."""
    best = finding
    tried = 0
    again = True
    while again and tried < MOST_TRIED:
        again = False
        for smaller in smaller_cases(best):
            tried += 1
            if tried > MOST_TRIED:
                break
            found, _ = judged(smaller, oracle)
            same = next((f for f in found if f.group == finding.group), None)
            if same is not None:
                best, again = same, True
                break
    return best


def smaller_cases(finding: Finding) -> Iterator[Case]:
    """Cases with a little less: fewer trials, nodes, attributes, symbols."""
    case = finding.case
    if finding.trial is not None and len(case.trials) > 1:
        yield _with(case, case.model, (finding.trial,))
    trial = finding.trial or (case.trials[0] if case.trials else Trial({}, {}))
    for at in range(len(case.model.graph.node)):
        for name in [a.name for a in case.model.graph.node[at].attribute if a.type not in (5, 10)]:
            model = _copy(case.model)
            kept = [a for a in model.graph.node[at].attribute if a.name != name]
            del model.graph.node[at].attribute[:]
            model.graph.node[at].attribute.extend(kept)
            yield _with(case, model, case.trials)
    yield from _fewer_nodes(case)
    symbols = {
        d.dim_param for i in case.model.graph.input for d in i.type.tensor_type.shape.dim if d.dim_param
    }
    for symbol in sorted(symbols):
        model = _copy(case.model)
        for value in model.graph.input:
            for dim in value.type.tensor_type.shape.dim:
                if dim.dim_param == symbol:
                    dim.dim_value = trial.sizes.get(symbol, 2)
        yield _with(case, model, (trial,))


def _fewer_nodes(case: Case) -> Iterator[Case]:
    """Without a last node, or with the output of a node as the only one."""
    graph = case.model.graph
    if len(graph.output) > 1:
        for at in range(len(graph.output)):
            model = _copy(case.model)
            del model.graph.output[at]
            yield _with(case, _pruned(model), case.trials)


def _pruned(model: onnx.ModelProto) -> onnx.ModelProto:
    """Without nodes that no output needs, and without what only they read."""
    needed = {output.name for output in model.graph.output}
    kept = []
    for node in reversed(model.graph.node):
        if any(name in needed for name in node.output):
            kept.append(node)
            needed.update(node.input)
            needed.update(_captured(node))
    nodes = list(reversed(kept))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    for values in (model.graph.input, model.graph.initializer):
        rest = [value for value in values if value.name in needed]
        del values[:]
        values.extend(rest)
    return model


def _captured(node: onnx.NodeProto) -> Iterator[str]:
    for attribute in node.attribute:
        for graph in (attribute.g, *attribute.graphs):
            for inner in graph.node:
                yield from inner.input
                yield from _captured(inner)
            for output in graph.output:
                yield output.name


def _copy(model: onnx.ModelProto) -> onnx.ModelProto:
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    return copy


def _with(case: Case, model: onnx.ModelProto, trials: tuple[Trial, ...]) -> Case:
    return Case(case.seed, case.mode, case.about, model, trials)


def text_of(case: Case) -> str:
    """The model in ONNX's text form; as protobuf writes it where that has none for it."""
    try:
        return onnx.printer.to_text(case.model)
    except (UnicodeDecodeError, onnx.shape_inference.InferenceError):
        return str(case.model)
