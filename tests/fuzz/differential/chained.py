"""Cases about what a loader and a kernel each know: one or two nodes before the one that the case is about, of
sizes some of which are open, in the main graph, a body or a function.

A loader infers less than we do of some nodes, and a kernel looks at less than a loader of what is empty.
"""

from __future__ import annotations

import re
from random import Random

import onnx
import onnx.parser

from tests.fuzz.differential.case import Case, Trial

MODE = "chained"
_OPSETS = (13, 15, 18, 21, 23, 24)
# What the nodes read beside the values, by the types and contents in ONNX's text form.
_STORED = {
    "one": "int64[1] {1}", "two": "int64[1] {2}", "less": "int64[1] {-1}", "most": "int64[1] {9223372036854775807}",
    "third": "int64[1] {3}", "pair": "int64[2] {2,2}", "rest": "int64[3] {0,0,-1}", "flat": "int64[2] {4,-1}",
    "sizes": "int64[3] {2,3,4}", "none": "int64[3] {0,3,4}", "empty": "int64[0] {}", "count": "int64 {2}",
    "zero": "int64 {0}", "pads": "int64[6] {0,0,0,0,0,0}", "wide": "int64[6] {1,0,0,0,0,1}",
    "twice": "int64[3] {1,1,2}", "never": "int64[3] {1,0,1}", "resized": "int64[3] {2,2,2}",
    "pieces": "int64[2] {1,2}", "tuple": "int64[1,2] {0,1}", "index": "int64[1,1,1] {1}", "lengths": "int64[3] {1,1,1}",
    "half": "float {1}", "scale": "float[3] {1,1,1}", "some": "bool[2] {1,0}", "yes": "bool {1}",
}  # fmt: skip
# What only a run tells: a type, and the contents of every run.
_GIVEN = {
    "target": ("int64[2]", (4, -1)), "start": ("int64[1]", (0,)), "shape": ("int64[3]", (2, 3, 4)),
}  # fmt: skip
_BEFORE = (
    "{o} = Identity({i})", "{o} = Relu({i})", "{o} = Slice({i}, less, less, two)", "{o} = Slice({i}, less, most, two)",
    "{o} = Slice({i}, one, most, one)", "{o} = Slice({i}, start, most, two)", "{o} = Transpose<perm = [0,1,2]>({i})",
    "{o} = Transpose<perm = [2,1,0]>({i})", "{o} = Transpose({i})", "{o} = Reshape({i}, rest)", "{o} = Reshape({i}, flat)",
    "{o} = Reshape({i}, target)", "{o} = Expand({i}, one)", "{o} = Expand({i}, sizes)", "{o} = Expand({i}, shape)",
    "s{o} = Shape({i}) {o} = Reshape({i}, s{o})", "s{o} = Shape({i}) {o} = ConstantOfShape(s{o})", "{o} = Add({i}, half)",
    "{o} = Sum({i}, {i})", "{o} = Where(yes, {i}, {i})", "{o} = ReduceSum<keepdims = 1>({i}, one)",
    "{o} = ReduceSum<keepdims = 0>({i}, one)", "{o} = ReduceMax<keepdims = 1>({i})", "{o} = Pad({i}, pads)",
    "{o} = Pad({i}, wide)", "{o} = Tile({i}, twice)", "{o} = Tile({i}, never)", "{o} = Gather<axis = 2>({i}, two)",
    "{o} = Gather<axis = 0>({i}, empty)", "{o} = GatherND({i}, tuple)", "{o} = Concat<axis = 0>({i}, {i})",
    "{o} = Concat<axis = 2>({i}, {i})", "{o}, r{o} = Split<axis = 0, num_outputs = 2>({i})",
    "{o}, r{o} = Split<axis = 2, num_outputs = 2>({i})", "{o} = MaxPool<kernel_shape = [1]>({i})",
    "{o} = AveragePool<kernel_shape = [2]>({i})", "{o} = GlobalAveragePool({i})", '{o} = Resize({i}, "", "", resized)',
    "{o} = Squeeze({i})", "u{o} = Unsqueeze({i}, one) {o} = Squeeze(u{o}, one)", "{o} = Unsqueeze({i}, one)",
    "{o} = Flatten({i})", "n{o} = NonZero({i}) {o} = Cast<to = 1>(n{o})", "t{o}, p{o} = TopK<axis = 1>({i}, one) {o} = Identity(t{o})",
    "{o} = Compress<axis = 1>({i}, some)", "m{o} = ArgMax<axis = 1>({i}) {o} = Cast<to = 1>(m{o})", "{o} = MatMul({i}, {i})",
    "{o} = Softmax({i})", "{o} = CumSum({i}, count)", "q{o} = SplitToSequence<axis = 0>({i}) {o} = SequenceAt(q{o}, zero)",
)  # fmt: skip
_ABOUT = (
    "r = Concat<axis = {axis}>(v, w)", "r = MatMul(v, w)", "r = Gemm(v, w)", "r = Gemm<transA = 1>(v, w)", "r = Add(v, w)",
    "r = Max(v, w)", "r = Where(yes, v, w)", "r = PRelu(v, w)", "r = Conv(v, w)", "r = ConvTranspose(v, w)",
    "r = Reshape(v, rest)", "r = Reshape(v, flat)", "r = Reshape<allowzero = 1>(v, none)", "r = Expand(v, sizes)",
    "r = LayerNormalization(v, w)", "r = RMSNormalization(v, w)", "r = InstanceNormalization(v, scale, scale)",
    "r = BatchNormalization(v, scale, scale, scale, scale)", "r = GroupNormalization<num_groups = 2>(v, scale, scale)",
    "r = ArgMax<axis = {axis}>(v)", "r = ReduceMax(v, one)", "r = ReduceMax<keepdims = 0>(v)", "r, other = Split<axis = {axis}>(v, pieces)",
    "r = Transpose<perm = [0,2,1]>(v)", "r = Flatten<axis = 3>(v)", "r = GatherND(v, tuple)", "r = Gather<axis = {axis}>(v, index)",
    "r = GatherElements<axis = {axis}>(v, index)", "r = ScatterND(v, tuple, w)", "r = ScatterElements<axis = {axis}>(v, index, w)",
    "r = Squeeze(v, one)", "r = Unsqueeze(v, third)", "r = Tile(v, twice)", "r = Pad(v, pads)", "r = Slice(v, one, most, two)",
    "r = Compress<axis = {axis}>(v, some)", "r, other = TopK<axis = {axis}>(v, two)", 'r = Einsum<equation = "abc,cbd->ad">(v, w)',
    'r = Einsum<equation = "abc,abc->a">(v, w)', "r = MaxPool<kernel_shape = [2]>(v)", "r = AveragePool<kernel_shape = [3]>(v)",
    "r = GlobalMaxPool(v)", 'r = Resize(v, "", "", resized)', "q = SequenceConstruct(v, w) r = ConcatFromSequence<axis = {axis}>(q)",
    "q = SplitToSequence<axis = {axis}>(v, pieces) r = SequenceAt(q, zero)", "r = CumSum(v, count)", "r = Det(v)",
    "r = DepthToSpace<blocksize = 2>(v)", "r = LpNormalization<axis = {axis}>(v)", "r = Softmax<axis = {axis}>(v)",
    "r = Hardmax<axis = {axis}>(v)", "r = Trilu(v)", "r = CenterCropPad(v, sizes)", "r = NegativeLogLikelihoodLoss(v, index)",
    "r = SoftmaxCrossEntropyLoss(v, index)", "r = Col2Im(v, pair, pair)", "r = GridSample(v, w)", "r = ReverseSequence(v, lengths)",
    "r = LRN<size = 3>(v)", "r = MeanVarianceNormalization(v)", "r = DFT(v)", "r = Attention(v, w, w)", "r = RotaryEmbedding(v, w, w)",
)  # fmt: skip
# Where the node stands; ``{o}`` are the nodes outside, ``{b}`` those inside, which make r.
_AROUND = {
    "main": "{{ {o} {b} y = Identity(r) }}",
    "shaped": "{{ {o} {b} y = Shape(r) }}",
    "branch": "{{ {o} y = If(k) <then_branch = t () => (float[] p) {{ {b} p = Identity(r) }},"
    " else_branch = e () => (float[] n) {{ n = Identity(x) }}> }}",
    "loop": '{{ {o} y = Loop(count, "") <body = b (int64 i, bool c) => (bool d, float[] p) {{ d = Identity(c) {b} p = Identity(r) }}> }}',
    "scan": "{{ {o} y = Scan<num_scan_inputs = 1, body = b (float[] i) => (float[] p) {{ {b} p = Identity(r) }}>(x) }}",
    "function": "{{ {o} y = local.f({names}) }}",
}  # fmt: skip
_SIZES = (0, 1, 2, 3, 4)


def random_case(seed: int) -> Case:
    """One or two nodes before each of two values, and a node that reads one or both."""
    random = Random(seed)
    opset = random.choice(_OPSETS)
    kind = random.choice(("main", "main", "main", "shaped", "branch", "branch", "loop", "scan", "function"))
    before = _made(random, "x", "v") + _made(random, "z", "w")
    about = random.choice(_ABOUT).replace("{axis}", str(random.choice((0, 1, 2, -1, -3))))
    if opset < 18:
        before = before.replace(", num_outputs = 2", "")
    inside = kind in ("main", "shaped") or random.random() < 0.5
    body = f"{before if inside else ''}{about}"
    given = {name: what for name, what in _GIVEN.items() if _is_read(name, before)}
    names = ("x", "z", *given) if inside else ("v", "w")  # of a function
    text = _AROUND[kind].format(o="" if inside else before, b=body, names=", ".join(names))
    shapes = {name: _shape(random) for name in ("x", "z")}
    inputs = [
        f"float[{','.join(shape)}] {name}" if shape else f"float {name}" for name, shape in shapes.items()
    ]
    inputs += [f"{type_} {name}" for name, (type_, _) in given.items()]
    stored = {name: what for name, what in _STORED.items() if _is_read(name, text)}
    # The condition is data, or false where it is stored.
    is_stored = random.random() < 0.5
    if kind == "branch" and is_stored:
        stored["k"] = "bool {0}"
    elif kind == "branch":
        inputs.append("bool k")
    kept = ", ".join(f"{what.split()[0]} {name} = {what.split()[1]}" for name, what in stored.items())
    opsets = f'["" : {opset}, "local" : 1]'
    source = f"<ir_version: 10, opset_import: {opsets}> g ({', '.join(inputs)}) => (y) <{kept}> {text}"
    if kind == "function":
        constants = "".join(
            f"{name} = Constant<value = {what}>() " for name, what in _STORED.items() if _is_read(name, body)
        )
        source += f'<domain: "local", opset_import: ["" : {opset}]> f ({", ".join(names)}) => (r) {{ {constants}{body} }}'
    model = onnx.parser.parse_model(source)
    contents = {name: items for name, (_, items) in given.items()}
    found = re.search(r"r(?:, other)? = (\w+)", about)
    operator = found.group(1) if found else ""
    return Case(
        seed,
        MODE,
        f"ai.onnx::{operator}",
        model,
        _trials(random, contents, has_condition=kind == "branch" and not is_stored),
    )


def _made(random: Random, source: str, result: str) -> str:
    """The text of the one or two nodes that make a value of an input."""
    first, second = random.choice(_BEFORE), random.choice(_BEFORE)
    if random.random() < 0.5:
        return first.format(i=source, o=result) + " "
    return f"{first.format(i=source, o=f'{result}1')} {second.format(i=f'{result}1', o=result)} "


def _shape(random: Random) -> list[str]:
    rank = random.choice((3, 3, 3, 3, 2, 2, 4, 1, 0))
    return [random.choice(("0", "1", "2", "3", "4", "D", "E")) for _ in range(rank)]


def _is_read(name: str, text: str) -> bool:
    return re.search(rf"\b{name}\b", text) is not None


def _trials(random: Random, contents: dict[str, tuple[int, ...]], *, has_condition: bool) -> list[Trial]:
    trials = []
    for at in range(4):
        condition = {"k": (at % 2,)} if has_condition else {}
        trials.append(
            Trial({"D": random.choice(_SIZES), "E": random.choice(_SIZES)}, {**contents, **condition})
        )
    return trials
