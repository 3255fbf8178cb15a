"""Every code: a model that has it, with the exact message, and one that nearly has it and does not.

The examples lie in the package (shapeinfer/codes/examples), for ``explain`` shows them. Each begins with what
is found in it, one comment a line. What text can't say is built here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import onnxruntime
import pytest
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer import codes
from shapeinfer.codes import CODES, Code
from shapeinfer.engine import apply
from shapeinfer.facts.fact import TensorFact
from shapeinfer.jobs.explain import Example, example, explain
from shapeinfer.jobs.sources import load
from shapeinfer.jobs.targets import parsed_targets
from shapeinfer.linter.lint import examine, report_of
from shapeinfer.rule import Call
from tests.fresh import forget
from tests.oracle import session
from tests.tool import load_tool

ROOT = Path(__file__).resolve().parent.parent.parent
Source = onnx.ModelProto | Path
Build = Callable[[Path], Source]

DEFAULT = {code.id for code in CODES.values() if code.default}

IN_TEXT = [code for code in CODES.values() if example(code, "broken") is not None]
IDS = [code.id for code in IN_TEXT]

# Not lint's: a premise of the contract (below), and an answer of check (tests/test_cli.py).
ELSEWHERE = {"SI090", "SI091", "SI092", "SI402", "SI403"}


def text_of(code: Code, kind: str) -> Example:
    found = example(code, kind)
    assert found is not None, f"{code.id} has no {kind} example"
    return found


def found(source: Source, wanted: Code, target: str = "") -> list[str]:
    targets = parsed_targets([target] if target else [])
    report = report_of(*examine(load(source), DEFAULT | {wanted.id}, targets))
    return [f"{d.severity} {d.code} {d.location.path}: {d.message}" for d in report.diagnostics]


def written(folder: Path, text: str) -> Path:
    path = folder / "model.onnxtxt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("code", IN_TEXT, ids=IDS)
def test_broken_and_fixed(code: Code, tmp_path: Path) -> None:
    broken, fixed = text_of(code, "broken"), text_of(code, "fixed")
    assert found(written(tmp_path, broken.text), code, broken.target) == list(broken.findings)
    assert any(f" {code.id} " in line for line in broken.findings)
    assert found(written(tmp_path, fixed.text), code, fixed.target) == list(fixed.findings)
    assert not any(f" {code.id} " in line for line in fixed.findings)


# --- the proof of what an error claims ----------------------------------------------------------

SIZES = (1, 2, 3, 4, 6)
# Their fixed models need a file of weights beside them.
WITH_A_FILE = {"SI040", "SI042"}
NUMPY = {
    "tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(bool)": np.bool_,
    "tensor(int64)": np.int64, "tensor(int32)": np.int32, "tensor(int16)": np.int16,
}  # fmt: skip


def runs(text: str) -> bool:
    """Whether ONNX Runtime runs it, with ones of some small size."""
    try:
        loaded = session(onnx.parser.parse_model(text))
    except Exception:  # the runtime raises many kinds; each means that it will not load
        return False
    return any(_runs_with(loaded, size) for size in SIZES)


def _runs_with(loaded: onnxruntime.InferenceSession, size: int) -> bool:
    feeds: dict[str, object] = {}
    for given in loaded.get_inputs():
        if given.type == "seq(tensor(float))":
            feeds[given.name] = [np.ones(size, np.float32)]
        else:
            shape = [d if isinstance(d, int) else size for d in given.shape]
            feeds[given.name] = np.ones(shape, NUMPY[given.type])
    try:
        loaded.run(None, feeds)
    except Exception:  # as above
        return False
    return True


@pytest.mark.parametrize("code", IN_TEXT, ids=IDS)
def test_the_runtime_refuses_what_is_an_error_and_runs_what_is_fixed(code: Code) -> None:
    broken, fixed = text_of(code, "broken"), text_of(code, "fixed")
    # What an older release refuses the installed one may run: tests/runtimes/test_wheels.py asks the former.
    if not broken.target and any(line.startswith("error ") for line in broken.findings):
        assert not runs(broken.text)
    if code.id not in WITH_A_FILE and code.id != "SI312":  # 1 MB, whose broken twin has 16 GB
        assert runs(fixed.text)


# --- what text can't say ------------------------------------------------------------------------

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'


def relu() -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[m] y) { y = Relu (x) }")


def with_weights(size: int) -> Callable[[Path], Path]:
    """A model whose weights lie in a file of that size."""

    def build(folder: Path) -> Path:
        proto = onnx.parser.parse_model(HEAD + "g (float[4] x) => (float[4] y) { y = Add (x, w) }")
        weight = proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[4])
        weight.data_location = TensorProto.EXTERNAL
        weight.external_data.add(key="location", value="weights.bin")
        (folder / "weights.bin").write_bytes(bytes(size))
        path = folder / "model.onnx"
        path.write_bytes(proto.SerializeToString())
        return path

    return build


def of_size(size: int) -> Callable[[Path], Path]:
    """A file of that size with holes: a model, then one unknown field of zeros."""

    def build(folder: Path) -> Path:
        path = folder / "model.onnx"
        model = relu().SerializeToString()
        rest = size - len(model) - 7
        length = bytes((rest >> shift) & 127 | (128 if shift < 28 else 0) for shift in range(0, 35, 7))
        with path.open("wb") as file:
            file.write(model + b"\xfa\x07" + length)
            file.truncate(size)
        return path

    return build


def nested(depth: int) -> Callable[[Path], onnx.ModelProto]:
    """Functions that call one another, so deep."""

    def build(_: Path) -> onnx.ModelProto:
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid("local", 1)]
        functions = []
        for i in range(depth):
            last = i == depth - 1
            called = helper.make_node(
                "Relu" if last else f"f{i + 1}", ["a"], ["b"], domain="" if last else "local"
            )
            functions.append(helper.make_function("local", f"f{i}", ["a"], ["b"], [called], opsets))
        graph = helper.make_graph(
            [helper.make_node("f0", ["x"], ["y"], domain="local")], "g",
            [helper.make_tensor_value_info("x", 1, ["n"])], [helper.make_tensor_value_info("y", 1, None)],
        )  # fmt: skip
        return helper.make_model(graph, functions=functions, opset_imports=opsets, ir_version=9)

    return build


def untyped(_: Path) -> onnx.ModelProto:
    proto = relu()
    proto.graph.input[0].ClearField("type")
    return proto


def without_graph(_: Path) -> onnx.ModelProto:
    proto = relu()
    proto.ClearField("graph")
    return proto


def unnamed(_: Path) -> onnx.ModelProto:
    proto = relu()
    proto.graph.ClearField("name")
    return proto


BUILT: tuple[tuple[Code, Build, list[str], Build], ...] = (
    (codes.NO_GRAPH, without_graph, ["error SI002 graph: the file has 8 bytes and no graph"], lambda _: relu()),
    (codes.TOO_DEEP, nested(80),
     ["info SI030 " + "graph/f0#0" + "".join(f" -> fn:f{i}/f{i + 1}#0" for i in range(60))
      + ": functions are nested more than 60 deep"], nested(20)),
    (codes.EXTERNAL_SIZE, with_weights(12),
     ["warning SI041 graph: file 'weights.bin' has 12 bytes, needed 16 for 'w'"], with_weights(16)),
    (codes.FILE_TOO_LARGE, of_size(1 << 31),
     ["error SI043 graph: the file has 2147483648 bytes, needed fewer than 2147483648 (2 GiB)"],
     of_size((1 << 31) - 1)),
    (codes.UNTYPED_INPUT, untyped, ["error SI046 graph: no type is declared for 'x'"], lambda _: relu()),
    (codes.UNNAMED_GRAPH, unnamed, ["warning SI049 graph: the main graph has no name"], lambda _: relu()),
)  # fmt: skip


@pytest.mark.parametrize(("code", "broken", "lines", "fixed"), BUILT, ids=[row[0].id for row in BUILT])
def test_what_text_can_not_say(
    code: Code, broken: Build, lines: list[str], fixed: Build, tmp_path: Path
) -> None:
    assert found(broken(tmp_path), code) == lines
    assert found(fixed(tmp_path), code) == []


def test_an_unreadable_file() -> None:
    (only,) = shapeinfer.lint(b"\xff" * 100).diagnostics
    assert (only.severity, only.code) == ("error", codes.UNREADABLE.id)
    assert only.message == "a number runs past its end at byte 0"
    assert shapeinfer.lint(relu().SerializeToString()).diagnostics == ()


@pytest.mark.usefixtures("fresh")
def test_a_rule_that_stumbles_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(call: Call, x: TensorFact) -> TensorFact:
        raise ZeroDivisionError("on purpose")

    assert found(relu(), codes.RULE_FAILED) == []
    forget()
    monkeypatch.setattr(apply, "STRICT", False)
    monkeypatch.setattr(apply, "find_rule", lambda *key: broken)
    assert found(relu(), codes.RULE_FAILED) == [
        "info SI029 graph/Relu#0: the rule for Relu failed: ZeroDivisionError: on purpose"
    ]


def test_an_assumed_size_is_a_premise() -> None:
    text = """g (float[n, m] x) => (float[a, b] y) <int64[1] rest = {-1}, int64[1] two = {2}> {
        n = Shape <end = 1> (x)  h = Div (n, two)  t = Concat <axis = 0> (h, rest)  y = Reshape (x, t) }"""
    result = shapeinfer.infer(onnx.parser.parse_model(HEAD + text))
    assert [(str(c), c.requirement.code) for c in result.contract.premises] == [
        ("n >= 2", codes.ASSUMED_SIZE)
    ]
    fixed = shapeinfer.infer(onnx.parser.parse_model(HEAD + text.replace("float[n, m]", "float[4, m]")))
    assert fixed.contract.premises == ()


# --- the catalogue ------------------------------------------------------------------------------


def test_every_code_is_tested() -> None:
    here = {row[0].id for row in BUILT} | {codes.UNREADABLE.id, codes.RULE_FAILED.id} | ELSEWHERE
    assert sorted(here | set(IDS)) == sorted(CODES)
    assert not here & set(IDS)


def test_every_code_is_raised_somewhere() -> None:
    found = {name: getattr(codes, name) for name in dir(codes)}
    names = {code.id: name for name, code in found.items() if isinstance(code, Code)}
    assert set(names) == set(CODES)
    source = "\n".join(p.read_text() for d in ("shapeinfer", "rules") for p in (ROOT / d).rglob("*.py"))
    assert [i for i, name in names.items() if not re.search(rf"codes\.{name}\b", source)] == []


def test_codes_are_well_formed() -> None:
    assert list(CODES) == sorted(CODES)
    assert CODES.keys().isdisjoint(codes.RETIRED)
    slugs = [code.slug for code in CODES.values()]
    assert len(set(slugs)) == len(slugs)
    for code in CODES.values():
        assert re.fullmatch(r"SI[0-5]\d\d", code.id) and re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.slug)
        assert code.severity in codes.SEVERITIES
        assert not code.title.endswith(".") and code.why.endswith(".") and code.help.endswith(".")
        assert code.default or code.severity == codes.INFO, "what is wrong is looked for always"


def test_pages_are_those_on_disk() -> None:
    tool = load_tool("make_code_pages")
    folder = ROOT / "docs" / "codes"
    assert {p.name: p.read_text(encoding="utf-8") for p in folder.iterdir()} == tool.pages()


def test_only_what_is_wanted_is_looked_for() -> None:
    text = text_of(codes.UNNAMED_NODES, "broken").text
    model = load(onnx.parser.parse_model(text))
    assert [p.item.code for p in examine(model, {"SI038"})[1]] == [codes.UNNAMED_NODES]
    assert examine(model, {"SI032"})[1] == []
    assert examine(model)[1] == []


def test_explain_shows_the_examples_and_what_is_found() -> None:
    lines = explain("si205").splitlines()
    assert lines[0] == "SI205 reshape-element-count (error)"
    assert lines[6:13] == [
        "A model with this finding:",
        "",
        '    <ir_version: 9, opset_import: ["" : 18]>',
        "    g (float[batch, 10] x) => (float[m, n] y) <int64[2] target = {0, 12}>",
        "    { y = Reshape (x, target) }",
        "",
        *text_of(codes.RESHAPE_ELEMENT_COUNT, "broken").findings,
    ]
    assert lines[14] == "The model without it:"
    assert explain("unnamed-nodes").startswith("SI038 unnamed-nodes (info, off by default)\n")
    assert "A model with this finding" not in explain("SI001")
