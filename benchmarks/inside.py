"""In one warm process: the rows of P9 to P12, as JSON lines. ``benchmarks/run.py`` starts it.

    python benchmarks/inside.py P9 --pairs 7 MODEL.onnx...

A row is ``[what, ours in ms, peer in ms, ratios]``: CPU time of this process, measured in turn A B A B. The
peer is ``onnx.shape_inference.infer_shapes(model, data_prop=True)``, for P12 our own inference.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import models  # type: ignore[import-not-found]  # beside this file
import onnx

import shapeinfer
from shapeinfer.contracts import remembered
from shapeinfer.engine.reuse import outcomes
from shapeinfer.facts import symbols
from shapeinfer.model.protobuf import nodes

if TYPE_CHECKING:
    import onnx_ir

Row = tuple[str, list[float], list[float]]

# P11
MODELS, NODES = 1_000, 50
# P10: one node of so many is edited.
EDITED = 100
_LARGE = 1_000


def cpu(work: Callable[[], object]) -> float:
    """The CPU time of one call, in ms."""
    before = time.process_time_ns()
    work()
    return (time.process_time_ns() - before) / 1e6


def theirs(model: onnx.ModelProto) -> onnx.ModelProto:
    return onnx.shape_inference.infer_shapes(model, data_prop=True)


def without_weights(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model without the contents of its large weights: both sides would only copy them."""
    for tensor in model.graph.initializer:
        if len(tensor.raw_data) > _LARGE:
            tensor.ClearField("raw_data")
    return model


def loaded(path: Path) -> onnx.ModelProto:
    """A model file, without external data."""
    return without_weights(onnx.load(str(path), load_external_data=False))


def renamed(model: onnx.ModelProto, suffix: str) -> onnx.ModelProto:
    """A model of the same kind: every value and node of the main graph has another name."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    graph = copy.graph
    for named in (graph.input, graph.output, graph.value_info, graph.initializer):
        for item in named:
            item.name += suffix
    for node in graph.node:
        node.name += suffix
        node.input[:] = [name and name + suffix for name in node.input]
        node.output[:] = [name and name + suffix for name in node.output]
    return copy


def p9(pairs: int, paths: list[Path]) -> Iterator[Row]:
    """``infer_shapes`` on each model: the same again, and another of its kind."""
    for path in paths:
        model = loaded(path)
        if any(node.attribute and any(a.HasField("g") for a in node.attribute) for node in model.graph.node):
            kinds = ["again"]  # bodies read names of the main graph, which are not renamed there
        else:
            kinds = ["again", "renamed"]
        for kind in kinds:
            try:
                theirs(model)
            except Exception:  # the reference refuses some models, each with its own error
                continue
            shapeinfer.infer_shapes(model)
            ours: list[float] = []
            peer: list[float] = []
            for pair in range(pairs):
                asked = renamed(model, f"_{pair}") if kind == "renamed" else model
                ours.append(cpu(lambda asked=asked: shapeinfer.infer_shapes(asked)))  # type: ignore[misc]  # a default
                peer.append(cpu(lambda asked=asked: theirs(asked)))  # type: ignore[misc]  # a default
            yield f"{kind} {path.stem}", ours, peer


def edit(model: onnx.ModelProto, rng: random.Random) -> None:
    """One node in a hundred gets another name, swapped inputs, or an Identity before it."""
    graph = model.graph
    for _ in range(len(graph.node) // EDITED):
        at = rng.randrange(len(graph.node))
        node, chance = graph.node[at], rng.random()
        if chance < 0.3 and node.input:
            fresh = f"edited_{rng.random()}"
            before = onnx.NodeProto(op_type="Identity", name=fresh, input=[node.input[0]], output=[fresh])
            node.input[0] = fresh
            graph.node.insert(at, before)
        elif chance < 0.6 and node.op_type in ("Add", "Mul") and len(node.input) == 2:
            node.input[:] = [node.input[1], node.input[0]]
        else:
            node.name = f"edited_{rng.random()}"


def edit_ir(model: onnx_ir.Model, rng: random.Random) -> None:
    """The same edits of an onnx_ir.Model."""
    import onnx_ir

    nodes = list(model.graph)
    for _ in range(len(nodes) // EDITED):
        node, chance = rng.choice(nodes), rng.random()
        if chance < 0.3 and node.inputs:
            before = onnx_ir.node("Identity", [node.inputs[0]])
            before.outputs[0].name = f"edited_{rng.random()}"
            model.graph.insert_before(node, before)
            node.replace_input_with(0, before.outputs[0])
        elif chance < 0.6 and node.op_type in ("Add", "Mul") and len(node.inputs) == 2:
            first, second = node.inputs
            node.replace_input_with(0, second)
            node.replace_input_with(1, first)
        else:
            node.name = f"edited_{rng.random()}"


def p10(pairs: int, paths: list[Path]) -> Iterator[Row]:
    """A session, after each of several edits: of a ModelProto, and of an onnx_ir.Model where that is
    installed."""
    for path in paths:
        model, rng = loaded(path), random.Random(0)
        what = f"{path.stem}, {len(model.graph.node)} nodes, 1 in {EDITED} edited"
        session = shapeinfer.Session(model)
        yield what, *followed(pairs, session, partial(edit, model, rng), partial(itself, model))
        if find_spec("onnx_ir") is not None:
            import onnx_ir

            graph = onnx_ir.from_proto(loaded(path))
            session = shapeinfer.Session(graph)
            yield (
                f"{what}, onnx_ir",
                *followed(pairs, session, partial(edit_ir, graph, rng), partial(onnx_ir.to_proto, graph)),
            )


def itself(model: onnx.ModelProto) -> onnx.ModelProto:
    return model


def followed(
    pairs: int, session: shapeinfer.Session, change: Callable[[], None], now: Callable[[], onnx.ModelProto]
) -> tuple[list[float], list[float]]:
    """What a session takes after each edit, and what the peer takes for the model as it is ``now``."""
    session.infer()
    ours: list[float] = []
    peer: list[float] = []
    for _ in range(pairs):
        change()
        ours.append(cpu(session.infer))
        peer.append(cpu(partial(theirs, now())))
    found, whole = session.infer().facts, shapeinfer.infer(now()).facts
    if {name: str(fact) for name, fact in found.items()} != {n: str(f) for n, f in whole.items()}:
        raise RuntimeError("a session found other facts than a run from nothing")
    return ours, peer


def p11(pairs: int, paths: list[Path]) -> Iterator[Row]:
    """Many small models, each new, in one process that begins with none of them."""
    built = [without_weights(models.small(seed, NODES)) for seed in range(MODELS)]
    ours: list[float] = []
    peer: list[float] = []
    for pair in range(pairs):
        asked = [renamed(model, f"_{pair}") for model in built]
        forget()
        ours.append(sum(cpu(lambda model=model: shapeinfer.infer_shapes(model)) for model in asked))  # type: ignore[misc]  # a default
        peer.append(sum(cpu(lambda model=model: theirs(model)) for model in asked))  # type: ignore[misc]  # a default
    yield f"{MODELS} models of {NODES} nodes and more", ours, peer


def costed(path: Path) -> object:
    """What the table of ``shapeinfer cost`` needs."""
    found = shapeinfer.cost(path)
    return found.total, found.peak, found.rows()


def p12(pairs: int, paths: list[Path]) -> Iterator[Row]:
    """Other verbs, each with the inference that it begins with, beside inference and the contract alone: of
    files, for a model whose weights are cut out is damaged, and each weight is a finding."""
    verbs: dict[str, Callable[[Path], object]] = {
        "cost": costed, "report": shapeinfer.report_data, "targets": shapeinfer.targets,
    }  # fmt: skip
    for path in paths:
        for verb, work in verbs.items():
            ours: list[float] = []
            alone: list[float] = []
            for pair in range(pairs + 1):
                forget()
                first = cpu(partial(work, path))
                forget()
                second = cpu(partial(inference, path))
                if pair:  # the first loads what is loaded once
                    ours.append(first)
                    alone.append(second)
            yield f"{verb} {path.stem}", ours, alone


def inference(path: Path) -> object:
    return shapeinfer.infer(path).contract


def forget() -> None:
    """What runs share is as in a new process."""
    outcomes.drop()
    remembered.drop()
    nodes.drop_operations()
    symbols.drop_texts()


TARGETS = {"P9": p9, "P10": p10, "P11": p11, "P12": p12}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("models", nargs="*", type=Path)
    options = parser.parse_args()
    gc.disable()
    for what, ours, peer in TARGETS[options.target](options.pairs, options.models):
        ratios = sorted(a / b for a, b in zip(ours, peer, strict=True))
        print(json.dumps([what, ours, peer, ratios]), flush=True)
        gc.collect()


if __name__ == "__main__":
    main()
