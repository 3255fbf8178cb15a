"""Measures which mistakes ONNX Runtime refuses in a body that may never run, because it finds them at load.

``python -m tests.fuzz.differential.at_load FIRST..LAST`` prints the tables of ``engine/loader/refused_data.py`` with
what these seeds add to them, and without what they contradict: each node that is an error alone is put into a
branch of an If, and the model is loaded, with a condition that is given, and with a stored one by which the branch
is dropped before kernels are created. No seeds (``0..-1``) print the tables as they are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from unittest.mock import patch

import onnx
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.engine.frame import Frame
from shapeinfer.engine.loader import refused, refused_data
from shapeinfer.engine.run import Placed
from shapeinfer.model.structure import Node
from shapeinfer.rule.requirement import Finding
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.modes import MODES
from tests.fuzz.differential.oracle import Oracle

_MODES = ("ai.onnx", "lists", "drawn", "crossed", "borders", "ai.onnx.ml", "com.microsoft", "chained")
# What a loader says where it lacks a kernel: that is no mistake of the model.
_NO_KERNEL = ("NOT_IMPLEMENTED", "Could not find an implementation", "is not a registered")
# A mistake is in a table if it was refused at least so often, and never accepted; in one that does not ask what
# a loader sees, if it was refused at least so often where a loader does not see all.
_LEAST = 5
_LEAST_SEEN = 6
_LEAST_UNSEEN = 2
_LEAST_RANKED = 10
_LEAST_LISTED = 8
# So often in a table of what is refused whatever a loader knows where it does not know the ranks.
_LEAST_BLIND = 4
# Mistakes that this fuzzer seldom makes, of common operators. They were tried one by one
# (``tests/engine/bodies/test_refused.py``).
_TRIED: dict[str, tuple[str, ...]] = {
    "AveragePool": ("SI201 X has",),
    "Concat": ("SI202 axis is", "SI209 on axis"),
    "Gemm": ("SI208 A has",),
    "Greater": ("SI207 on axis",),
    "Min": ("SI207 on axis",),
    "OneHot": ("SI202 axis is",),
    "Pad": ("SI219 pads has",),
    "Pow": ("SI207 on axis",),
    "ReduceSum": ("SI202 axes is",),
    "Resize": ("SI219 sizes has",),
    "Softmax": ("SI202 axis is",),
    "Slice": ("SI202 axes is",),
    "Sum": ("SI207 on axis",),
}

# Mistakes that other seeds saw accepted, and that only a run finds though their codes say otherwise.
_ACCEPTED: dict[str, tuple[str, ...]] = {
    "BatchNormalization": ("SI201 B has",),
    "Concat": ("SI027 input is",),
    "QLinearConv": ("SI219 pads has",),
    "com.microsoft::CausalConvWithState": ("SI201 input has",),
    "com.microsoft::MatMulNBits": ("SI208 A has",),
    "com.microsoft::QLinearConcat": ("SI202 axis is",),
}
_AT_RUN: dict[str, tuple[str, ...]] = {
    "Einsum": ("SI027 input is",),
    "LinearAttention": ("SI307 the rank",),
    "Resize": ("SI307 sizes has",),
    "com.microsoft::GatedDeltaNet": ("SI101 beta is", "SI101 decay is"),
}
# Mistakes that compare sizes of inputs: a kernel knows none when it is created, and a loader that knows the ranks
# may still not know the sizes.
_OF_SIZES = ("SI205", "SI207", "SI208", "SI209", "SI212", "SI214", "SI217", "SI218", "SI227")
# The opset since which those were tried.
_TRIED_SINCE = 13
# More than any version.
_NEVER = 10**6
# Of a row of code.
_WIDTH = 103

Mistake = tuple[
    str, str
]  # the operator, with its domain if it has one; the code with the message's first words


class Observation:
    """One mistake in a branch. ``at_load``: by its code a loader finds it. ``seen``: a loader sees all that we
    know of the inputs; ``ranked``: their ranks; ``listed``: their ranks, and the lists among them. ``version``: of the operator. ``shaped``: a Shape reads what is made.
    ``given`` and ``stored``: whether the model is refused at load with a given condition, and with a stored one
    (None: it lacks a kernel)."""

    def __init__(
        self,
        *,
        at_load: bool,
        seen: bool,
        ranked: bool,
        listed: bool,
        version: int,
        shaped: bool,
        given: bool | None,
        stored: bool,
    ) -> None:
        self.ranked = ranked
        self.listed = listed
        self.version = version
        self.at_load = at_load
        self.seen = seen
        self.shaped = shaped
        self.given = given
        self.stored = stored


def in_branch(model: onnx.ModelProto, *, stored: bool = False) -> onnx.ModelProto:
    """The same nodes in a branch of an If, of which nobody knows whether it runs; ``stored``: it does not."""

    def branch(name: str, nodes: Iterable[onnx.NodeProto]) -> onnx.GraphProto:
        made = helper.make_node("Constant", [], [f"{name}__"], value=helper.make_tensor("t", 1, [], [1.0]))
        outputs = [helper.make_tensor_value_info(f"{name}__", TensorProto.FLOAT, [])]
        return helper.make_graph([*nodes, made], name, [], outputs)

    graph = model.graph
    node = helper.make_node(
        "If", ["cond__"], ["y__"], then_branch=branch("t", graph.node), else_branch=branch("e", [])
    )
    inputs, initializers = [*graph.input], [*graph.initializer]
    if stored:
        initializers.append(helper.make_tensor("cond__", TensorProto.BOOL, [], [False]))
    else:
        inputs.append(helper.make_tensor_value_info("cond__", TensorProto.BOOL, []))
    output = helper.make_tensor_value_info("y__", TensorProto.FLOAT, None)
    made = helper.make_graph([node], "g", inputs, [output], initializer=initializers)
    return helper.make_model(made, opset_imports=list(model.opset_import), ir_version=model.ir_version)


def told_of(case: Case, oracle: Oracle) -> tuple[Mistake, Observation] | None:
    """The only mistake of a case, and what ONNX Runtime does about it."""
    if case.model.functions or any(a.type == 5 for n in case.model.graph.node for a in n.attribute):
        return None
    model = in_branch(case.model)
    looked: dict[Mistake, tuple[bool, bool, bool, int, bool]] = {}

    def note(found: Placed[Finding], frame: Frame, *, loading: bool) -> Placed[Finding]:
        if len(found.place) == 1:
            node = found.place[0].node
            seen = not found.claimed and not refused.is_of_open(found.item) and refused.sees_all(node, frame)
            looked[_mistake(found)] = (
                seen,
                refused.knows_ranks(node, frame) and not refused.has_large(node),
                not found.claimed and refused.knows_lists(node, frame),
                _version_of(node, frame.opsets.get(node.domain, 1)),
                refused.is_only_shaped(node, frame),
            )
        return found

    with patch.object(refused, "as_refused", note):
        found = [p for p in shapeinfer.infer(model).run.findings if p.item.is_refusal]
    if len(found) != 1 or len(found[0].place) != 2 or _mistake(found[0]) not in looked:
        return None
    mistake = _mistake(found[0])
    seen, ranked, listed, version, shaped = looked[mistake]
    load = oracle.ask(model.SerializeToString(), []).load
    stored = oracle.ask(in_branch(case.model, stored=True).SerializeToString(), []).load
    lacking = load is not None and any(text in load for text in _NO_KERNEL)
    return mistake, Observation(
        at_load=found[0].item.at_load, seen=seen, ranked=ranked, listed=listed, version=version, shaped=shaped,
        given=None if lacking else load is not None, stored=stored is not None,
    )  # fmt: skip


def _version_of(node: Node, opset: int) -> int:
    """The version of the operator at this opset; 1 for those that are not of ONNX."""
    try:
        return int(onnx.defs.get_schema(node.op_type, opset, node.domain).since_version)
    except onnx.defs.SchemaError:
        return 1


def _mistake(placed: Placed[Finding]) -> Mistake:
    return refused.operator_of(placed.place[-1].node), refused.mistake_of(placed.item)


def observed(seeds: Iterable[int]) -> dict[Mistake, list[Observation]]:
    """What was observed of each mistake, over the cases of these seeds in all modes of single calls."""
    found: dict[Mistake, list[Observation]] = {}
    with Oracle() as oracle:
        for seed in seeds:
            for mode in _MODES:
                told = told_of(MODES[mode](seed), oracle)
                if told is not None:
                    found.setdefault(told[0], []).append(told[1])
    return found


Tables = dict[str, dict[str, dict[str, int]]]
_TABLES = ("AT_RUN", "CREATED", "ALWAYS", "RANKED", "LISTED", "SEEN")


def tables(found: Mapping[Mistake, Sequence[Observation]]) -> Tables:
    """The tables, by their names: of each operator the mistakes, and since which opset. What is recorded stays
    unless an observation contradicts it, for other seeds saw more."""
    made: Tables = {name: {} for name in _TABLES}
    tried, at_run, accepted = map(_pairs, (_TRIED, _AT_RUN, _ACCEPTED))
    known = recorded()
    for mistake in sorted({*found, *known, *tried, *at_run} - accepted):
        seen = found.get(mistake, ())
        those = known.get(mistake)
        if those is not None and those.keys() == {"SEEN"} and not mistake[1].startswith(_OF_SIZES):
            # Where it needs to see no more than the lists, of which earlier seeds knew nothing.
            since = _refused_since_by_lists(seen)
            if since:
                those = {"LISTED": max(since, those["SEEN"])} | ({} if since <= those["SEEN"] else those)
        if those is None or contradicts(seen, those):
            those = tables_of(
                seen,
                of_shapes=mistake[1].startswith("SI2"),
                of_rank=mistake[1].startswith("SI201"),
                of_sizes=mistake[1].startswith(_OF_SIZES),
            )
        if mistake in at_run:
            those = {"AT_RUN": 1}
        elif mistake in tried and those.keys().isdisjoint(("ALWAYS", "RANKED", "LISTED", "SEEN")):
            those = {"SEEN": 1 if "::" in mistake[0] else _TRIED_SINCE}
        for name, since in those.items():
            made[name].setdefault(mistake[0], {})[mistake[1]] = since
    return made


def recorded() -> dict[Mistake, dict[str, int]]:
    """The tables that each recorded mistake belongs to, and since which version."""
    found: dict[Mistake, dict[str, int]] = {}
    for name in _TABLES:
        table: Mapping[str, Mapping[str, int] | tuple[str, ...]] = getattr(refused_data, name)
        for operator, mistakes in table.items():
            for mistake in mistakes:
                since = 1 if isinstance(mistakes, tuple) else mistakes[mistake]
                found.setdefault((operator, mistake), {})[name] = since
    return found


def contradicts(seen: Iterable[Observation], those: Mapping[str, int]) -> bool:
    """Whether something was accepted that these tables say is refused."""
    return any(
        (name == "CREATED" and o.given is False and not o.shaped)
        or (
            o.version >= since
            and not o.stored
            and (
                name == "ALWAYS" or {"RANKED": o.ranked, "LISTED": o.listed, "SEEN": o.seen}.get(name, False)
            )
        )
        for o in seen
        for name, since in those.items()
    )


def _pairs(mistakes: Mapping[str, tuple[str, ...]]) -> set[Mistake]:
    return {(operator, mistake) for operator, those in mistakes.items() for mistake in those}


def tables_of(
    seen: Sequence[Observation], *, of_shapes: bool = True, of_rank: bool = False, of_sizes: bool = False
) -> dict[str, int]:
    """The tables that a mistake belongs to, and since which version. ``of_shapes``: it is about ranks or sizes,
    which kernels do not know when they are created; ``of_rank``: about a rank, for which a loader needs no more;
    ``of_sizes``: about sizes, which it must see."""
    by_code = all(o.at_load for o in seen)
    given = [o.given for o in seen if o.given is not None and not o.shaped]
    if by_code and not all(given):
        return {"AT_RUN": 1}
    if by_code and all(o.stored for o in seen):
        return {}
    made = {}
    ranked, blind = [o for o in seen if o.ranked], [o for o in seen if not o.ranked]
    if (later := _refused(seen)) and _are_often(later) and sum(not o.ranked for o in later) >= _LEAST_BLIND:
        made["ALWAYS"] = _refused_since(seen)
    if (
        not of_sizes
        and (later := _refused(ranked))
        and (len(later) >= _LEAST_RANKED if of_rank else _are_often(later))
    ):
        made["RANKED"] = _refused_since(ranked)
    if not of_sizes and (since := _refused_since_by_lists(seen)):
        made["LISTED"] = since
    knows_none = not of_shapes or len(blind) >= _LEAST_UNSEEN
    by_kernels = by_code or (_are_often(seen) and knows_none and not of_rank and not of_sizes)
    if 1 not in made.values() and given and all(given) and by_kernels:
        return {"CREATED": 1}
    surely = [o for o in seen if o.seen]
    if len(_refused(surely)) >= _LEAST_SEEN:
        made["SEEN"] = _refused_since(surely)
    least = _NEVER
    for name, since in list(made.items()):
        if since >= least:
            del made[name]  # it is in a table that asks for less
        least = min(since, least)
    return made


def _refused_since_by_lists(seen: Iterable[Observation]) -> int:
    """The version since which it is refused where a loader sees the lists, 0 if that is not known."""
    listed = [o for o in seen if o.listed]
    later = _refused(listed)
    is_often = len(later) >= _LEAST_LISTED and sum(not o.seen for o in later) >= _LEAST_BLIND
    return _refused_since(listed) if is_often else 0


def _refused(seen: Sequence[Observation]) -> list[Observation]:
    """Those of the versions of which each is refused."""
    since = _refused_since(seen)
    return [o for o in seen if o.version >= since]


def _refused_since(seen: Sequence[Observation]) -> int:
    """The version since which each is refused: 1 if all are."""
    accepted = max((o.version for o in seen if not o.stored), default=0)
    return min((o.version for o in seen if o.version > accepted), default=_NEVER) if accepted else 1


def _are_often(seen: Sequence[Observation]) -> bool:
    return len(seen) >= _LEAST and sum(not o.seen for o in seen) >= _LEAST_UNSEEN


def lines_of(table: Mapping[str, Mapping[str, int]], *, since: bool) -> Iterator[str]:
    """The rows of a table, as code; ``since``: with the opsets."""
    for operator, mistakes in table.items():
        row = f'    "{operator}": ' + ("{" if since else "(")
        for at, (mistake, opset) in enumerate(mistakes.items()):
            item = f'"{mistake}": {opset}' if since else f'"{mistake}"'
            end = "," if (len(mistakes) == 1 and not since) or at + 1 < len(mistakes) else ""
            if len(row) + len(item) > _WIDTH:
                yield row.rstrip()
                row = "        "
            row += f"{item}{end} "
        yield row.rstrip() + ("}," if since else "),")


def text_of(title: str, table: Mapping[str, Mapping[str, int]]) -> str:
    """A table, as code."""
    has_opsets = title in ("ALWAYS", "RANKED", "LISTED", "SEEN")
    kind = "dict[str, int]" if has_opsets else "tuple[str, ...]"
    rows = "\n".join(lines_of(table, since=has_opsets))
    return f"{title}: dict[str, {kind}] = {{\n{rows}\n}}\n"


if __name__ == "__main__":
    first, last = map(int, sys.argv[1].split(".."))
    for title, table in tables(observed(range(first, last + 1))).items():
        sys.stdout.write(text_of(title, table))
