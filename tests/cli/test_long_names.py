"""Names of a megabyte, and a path that is too long for the system, in every verb: messages stay short."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from onnx import helper

from shapeinfer.shorten import LONGEST_WORD
from tests.command import run

LONG = 1_000_000
MOST = 20_000
VERBS = (
    "lint {}", "lint --format concise {}", "lint --diff {}", "lint --fix {}", "annotate {} -o out.onnx",
    "annotate {} --dims names -o out.onnx", "annotate {} --dims short -o out.onnx", "check {}", "check {} --dim n=1",
    "check {} --dim n=1..9", "show {}", "show --unknown {}", "report {} -o out.html", "cost {}", "contract {}", "targets {}",
    "profile {}", "diff {} {}",
)  # fmt: skip


def long(letter: str) -> str:
    return letter * LONG


def model() -> onnx.ModelProto:
    """Everything has a long name: a node, values, dims, an operator, domains, a function, an attribute."""
    nodes = [
        helper.make_node("Relu", [long("x")], [long("v")], name=long("a")),
        helper.make_node("MatMul", [long("v"), long("w")], [long("m")], name=long("b")),
        helper.make_node(long("f"), [long("m")], [long("y")], domain=long("d")),
        helper.make_node(long("o"), [long("y")], [long("z")]),
        helper.make_node("LeakyRelu", [long("x")], [long("u")]),
    ]
    nodes[-1].attribute.append(helper.make_attribute(long("k"), 1.0))
    function = helper.make_function(
        long("d"), long("f"), [long("p")], [long("q")],
        [helper.make_node("Neg", [long("p")], [long("q")])], [helper.make_opsetid("", 18)],
    )  # fmt: skip
    graph = helper.make_graph(
        nodes, long("g"), [helper.make_tensor_value_info(long("x"), 1, [long("n"), long("c")])],
        [helper.make_tensor_value_info(long("z"), 1, [long("r")])],
        [helper.make_tensor(long("w"), 1, [4, 5], [0.0] * 20)],
    )  # fmt: skip
    imports = [helper.make_opsetid("", 18), helper.make_opsetid(long("d"), 1)]
    return helper.make_model(graph, functions=[function], opset_imports=imports, ir_version=10)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long") / "m.onnx"
    onnx.save(model(), path)
    return path


@pytest.mark.parametrize("verb", VERBS)
def test_names(
    verb: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *verb.format(file, file).split())
    assert code in (0, 1, 2)
    assert len(out) < MOST and len(err) < MOST
    for letter in "abcdfgkmnopqrsuvwxyz":
        assert letter * (LONGEST_WORD + 1) not in out + err


@pytest.mark.parametrize("verb", VERBS)
def test_a_path(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = long("p") + ".onnx"
    code, out, err = run(capsys, *verb.format(path, path).split())
    assert code == 2
    assert "File name too long" in out + err
    assert len(out) + len(err) < 2 * MOST / 10
    assert list(tmp_path.iterdir()) == []
