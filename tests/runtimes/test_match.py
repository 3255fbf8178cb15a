"""The rules by which a release takes a node, each with a table of its own."""

from __future__ import annotations

import pytest

from shapeinfer.facts.elem_type import BFLOAT16, DOUBLE, FLOAT, FLOAT16, INT32, INT64
from shapeinfer.runtimes.match import TAKEN, Asked, Verdict, judge
from shapeinfer.runtimes.tables import CPU, CUDA, Tables
from shapeinfer.schema.conform import ABSENT, InputType

SETS = ("f32 f64 f16 bf16", "f32", "i32 i64", "i64", "f64")
TEXT = """\
Abs
s6;X:T;Y:T;T=0;;0-
s13;X:T;Y:T;T=0;;0-
k6-12;T=1;0-
k13-;T=1;0-
k13-;T=4;1-
c13-;T=0;1

Add
s7;A:T,B:T;C:T;T=0;;0-
s14;A:T,B:T;C:T;T=0;;1-
k7-;T=1;0-

Clip
s11;x:T,low:T?,high:T?;y:T;T=0;;0-
k11;T=1;0-

Constant
s1;;output:T;T=0;value;0-

Fn
s10;x:T;y:T;T=0;alpha,mode;0-
f10;17-18,20;T=1;0-
f10;?;T=4;0-
f10;@alpha,mode:odd;;0-

Gone
s1!;x:T;y:T;T=0;;0-

LayerNormalization
s17;X:T;Y:T;T=0;axis;0-
k17-;T=1;0-

Make
s1;shape:#i64;out:T;T=0;dtype;0-
k1-;T=1;0-

Pick
s1;data:T,index:U;out:T;T=0,U=2;;0-
k1-;index=3,T=1;0-

com.microsoft:Own
s1;x:T*;y:T;T=0;;0-
k1-;T=1;0-"""
TABLES = Tables(TEXT, SETS, 2)


def asked(
    name: str, opset: int, *inputs: InputType, outputs: tuple[InputType, ...] = (),
    attributes: tuple[str, ...] = (), values: tuple[str, ...] = (), onnx_opset: int | None = None,
) -> Asked:  # fmt: skip
    domain, _, op_type = name.rpartition(":")
    return Asked(domain, op_type, opset, inputs, outputs, attributes, onnx_opset, values)


def refusal(question: Asked, release: int = 0) -> tuple[str, int, str] | None:
    found = judge(TABLES, release, question).refusal
    return None if found is None else found.key()


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (asked("Abs", 13, FLOAT), None),
        (asked("Abs", 10, FLOAT), None),
        # No operator of that name, or none as early.
        (asked("Unheard", 13, FLOAT), ("operator", 0, "")),
        (asked("Abs", 5, FLOAT), ("operator", 0, "")),
        (asked("Gone", 13, FLOAT), ("deprecated", 1, "")),
        # Attributes of that version; the runtime writes some of its own, and does not look everywhere.
        (asked("Abs", 13, FLOAT, attributes=("axis",)), ("attribute", 13, "axis")),
        (asked("Abs", 13, FLOAT, attributes=("__own",)), None),
        (asked("LayerNormalization", 17, FLOAT, attributes=("epsilon2",)), None),
        # Types of the schema, then of kernels.
        (asked("Abs", 13, INT32), ("type", 13, "X is i32")),
        (asked("Abs", 13, DOUBLE), ("kernel", 13, "T is f64, it has f32")),
        (asked("Abs", 13, None), None),
        (asked("com.microsoft:Own", 1, FLOAT, FLOAT), None),
        (asked("com.microsoft:Own", 1, DOUBLE, FLOAT), ("kernel", 1, "T is f64, it has f32")),
        # A kernel for an earlier version with an open end does not cover a later one (release 1 has Add 14).
        (asked("Add", 13, FLOAT, FLOAT), None),
        # Only the first of a type variable is compared.
        (asked("Add", 13, FLOAT, DOUBLE), None),
        (asked("Clip", 11, FLOAT, ABSENT, DOUBLE), None),
        (asked("Clip", 12, BFLOAT16, ABSENT, FLOAT), ("kernel", 11, "T is bf16, it has f32")),
        # A constraint may name a formal.
        (asked("Pick", 1, FLOAT, INT64), None),
        (asked("Pick", 1, FLOAT, INT32), ("kernel", 1, "index is i32, it has i64")),
        # float16 among the inputs runs as float32, among the outputs alone it does not; nor below opset 6.
        (asked("Abs", 13, FLOAT16), None),
        (asked("Make", 1, INT64, outputs=(FLOAT16,)), ("kernel", 1, "T is f16, it has f32")),
        (asked("Make", 1, INT64, outputs=(FLOAT,)), None),
        (asked("Pick", 1, FLOAT16, INT64, onnx_opset=5), ("kernel", 1, "T is f16, it has f32")),
        # A constant needs no kernel.
        (asked("Constant", 1, outputs=(BFLOAT16,)), None),
        # A function loads at the opsets and with the types that were seen, or could not be tried.
        (asked("Fn", 17, FLOAT), None),
        (asked("Fn", 19, FLOAT), ("kernel", 10, "")),
        (asked("Fn", 20, FLOAT), None),
        (asked("Fn", 19, DOUBLE), None),
        (asked("Fn", 17, BFLOAT16), ("kernel", 10, "")),
        (asked("Fn", 17, BFLOAT16, attributes=("alpha",)), None),
        (asked("Fn", 17, BFLOAT16, attributes=("mode",), values=("mode:odd",)), None),
        (asked("Fn", 17, BFLOAT16, attributes=("mode",), values=("mode:even",)), ("kernel", 10, "")),
    ],
)
def test_the_rules(question: Asked, said: tuple[str, int, str] | None) -> None:
    assert refusal(question) == said


def test_releases_differ() -> None:
    assert refusal(asked("Abs", 13, DOUBLE), 1) is None
    assert refusal(asked("Add", 14, FLOAT, FLOAT), 0) is None
    assert refusal(asked("Add", 14, FLOAT, FLOAT), 1) == ("kernel", 14, "")


def test_releases_with_the_same_rows_are_alike() -> None:
    def alike(op_type: str) -> list[int]:
        operator = TABLES.operator("", op_type)
        assert operator is not None
        return list(operator.alike)

    assert alike("Pick") == [0, 0]
    assert alike("Abs") == [0, 1]


def test_casts_are_told() -> None:
    assert judge(TABLES, 0, asked("Abs", 13, FLOAT16)).casts
    assert not judge(TABLES, 0, asked("Abs", 13, FLOAT)).casts


def test_an_accelerator() -> None:
    def on_cuda(question: Asked) -> Verdict:
        return judge(TABLES, 1, question, CUDA)

    assert on_cuda(asked("Abs", 13, BFLOAT16)) is TAKEN  # which the CPU would not take
    assert on_cuda(asked("Pick", 1, FLOAT, INT64)).elsewhere
    assert not on_cuda(asked("Fn", 17, FLOAT)).elsewhere  # who knows what its body runs on
    refused = on_cuda(asked("Pick", 1, FLOAT, INT32)).refusal
    assert refused is not None and refused.kind == "kernel"
    assert judge(TABLES, 1, asked("Abs", 13, BFLOAT16), CPU).refusal is not None
