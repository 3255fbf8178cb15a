"""The command ``cost`` and the option ``--memory`` of ``check``: what is printed, in each format."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import onnx
import pytest

from shapeinfer.cli.arguments import amount
from shapeinfer.cli.exits import UsageError
from tests.command import parse, run, save

MODEL = """g (float[batch, seq, 8] x, float[8, 8] w) => (float[batch, seq, 8] y) {
    a = MatMul (x, w) b = Relu (a) c = MatMul (b, w) d = Relu (c) y = Softmax (d)
}"""
NAMES = ("layers.0/MatMul", "layers.0/Relu", "layers.1/MatMul", "layers.1/Relu", "head/Softmax")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    model = parse(MODEL)
    for node, name in zip(model.graph.node, NAMES, strict=True):
        node.name = f"/m/{name}"
    model.graph.input.pop()
    model.graph.initializer.append(onnx.helper.make_tensor("w", 1, [8, 8], [1.0] * 64))
    onnx.save(model, "m.onnx")
    return "m.onnx"


def test_text(capsys: pytest.CaptureFixture[str], file: str) -> None:
    code, out, _ = run(capsys, "cost", file)
    assert code == 0
    assert (
        out
        == """\
m.onnx: 5 nodes
parameters  64 (64); 256 B stored
MACs        128*batch*seq
elements    24*batch*seq
inputs      32*batch*seq bytes
read        160*batch*seq + 512 bytes
written     160*batch*seq bytes
peak        64*batch*seq bytes  at graph//m/layers.0/Relu (Relu)
alive there 2 values, the largest:
            a  32*batch*seq bytes
            b  32*batch*seq bytes

               nodes  parameters  MACs           memory made    of MACs
m              5      64          128*batch*seq  160*batch*seq  100.0%
  layers.0 x2  4      64          128*batch*seq  128*batch*seq  100.0%
  head         1      0           0              32*batch*seq     0.0%
"""
    )


def test_numbers(capsys: pytest.CaptureFixture[str], file: str) -> None:
    _, out, _ = run(capsys, "cost", file, "--dim", "batch=4", "--dim", "seq=100", "--by", "operator")
    assert out.splitlines()[2:] == [
        "MACs        51.2 k",
        "elements    9.60 k",
        "inputs      12.5 KiB",
        "read        63.0 KiB",
        "written     62.5 KiB",
        "peak        25.0 KiB  at graph//m/layers.0/Relu (Relu)",
        "alive there 2 values, the largest:",
        "            a  12.5 KiB",
        "            b  12.5 KiB",
        "",
        "         nodes  parameters  MACs    memory made  of MACs",
        "MatMul   2      64          51.2 k  25.0 KiB     100.0%",
        "Relu     2      0           0       25.0 KiB       0.0%",
        "Softmax  1      0           0       12.5 KiB       0.0%",
    ]


def test_json(capsys: pytest.CaptureFixture[str], file: str) -> None:
    _, out, _ = run(
        capsys, "cost", file, "--format", "json", "--dim", "batch=2", "--fits", "1MiB", "--top", "1"
    )
    found = json.loads(out)
    assert found["macs"] == "256*seq"
    assert found["peak"]["candidates"] == [{"bytes": "128*seq", "place": "graph//m/layers.0/Relu"}]
    assert found["fits"] == {
        "budget": 1048576, "verdict": "at most", "symbol": "seq", "most": 5460,
        "needs": [{"bytes": "192*seq + 256", "place": "graph//m/layers.0/Relu", "exact": True}],
    }  # fmt: skip
    assert [row["path"] for row in found["rows"]] == ["m/layers.0"]
    assert found["rows"][0] == {
        "path": "m/layers.0", "repeats": 2, "nodes": 4, "parameters": 64, "weight_bytes": 256,
        "macs": "256*seq", "elements": "32*seq", "bytes_read": "256*seq + 512", "bytes_written": "256*seq",
        "unknown": {},
    }  # fmt: skip


def test_csv(capsys: pytest.CaptureFixture[str], file: str) -> None:
    _, out, _ = run(capsys, "cost", file, "--format", "csv", "--by", "node", "--sort", "memory")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["path"] for row in rows][:2] == ["/m/layers.0/MatMul", "/m/layers.0/Relu"]
    assert rows[0]["macs"] == "64*batch*seq"


def test_markdown(capsys: pytest.CaptureFixture[str], file: str) -> None:
    _, out, _ = run(capsys, "cost", file, "--format", "markdown", "--depth", "1")
    assert out.splitlines() == [
        "| `m.onnx` | |",
        "|---|---|",
        "| parameters | 64 |",
        "| stored | 256 B |",
        "| multiply-accumulates | `128*batch*seq` |",
        "| inputs | `32*batch*seq bytes` |",
        "| peak of activations | `64*batch*seq bytes` |",
        "",
        "| | nodes | parameters | MACs | memory made |",
        "|---|---|---|---|---|",
        "| `m` | `5` | `64` | `128*batch*seq` | `160*batch*seq` |",
    ]


def test_fits(capsys: pytest.CaptureFixture[str], file: str) -> None:
    code, out, _ = run(capsys, "cost", file, "--dim", "seq=10", "--fits", "1MiB")
    assert (code, out) == (
        0, "fits into 1.00 MiB where batch <= 1092; batch=1093 needs 1.00 MiB (most at graph//m/layers.0/Relu)\n"
    )  # fmt: skip
    code, out, _ = run(capsys, "cost", file, "--dim", "seq=10", "--dim", "batch=1", "--fits", "1KB")
    assert (code, out) == (
        1, "does not fit into 1000 B: needs 1.19 KiB (most at graph//m/layers.0/Relu)\n"
    )  # fmt: skip


def test_check_with_a_budget(capsys: pytest.CaptureFixture[str], file: str) -> None:
    code, out, _ = run(capsys, "check", file, "--dim", "batch=9", "--dim", "seq=9", "--memory", "4KiB")
    assert (code, out) == (
        1,
        "does not fit into 4.00 KiB: needs 7.84 KiB (most at graph//m/layers.0/Relu)\n"
        "m.onnx: refused (needs more memory than allowed)\n",
    )
    code, out, _ = run(capsys, "check", file, "--dim", "batch=1..64", "--dim", "seq=10", "--memory", "16KiB")
    assert (code, out) == (
        1,
        "not refused\n  batch=1..16  seq=10\n"
        "refused: needs more than 16.0 KiB of memory (most at graph//m/layers.0/Relu)\n  batch=17..64  "
        "seq=10\n"
        "m.onnx: 16 of 64 choices of sizes not refused\nlargest batch that fits: 16\n",
    )
    code, out, _ = run(capsys, "check", file, "--dim", "batch=1..2", "--dim", "seq=100", "--memory", "1KiB")
    assert (code, out.splitlines()[-1]) == (1, "none of these sizes fits")


def test_bad_arguments(capsys: pytest.CaptureFixture[str], file: str) -> None:
    for words, said in (
        (("--dim", "height=3"), "the model has no dim 'height'"),
        (("--depth", "deep"), "--depth: a size is a number, not 'deep'"),
        (("--fits", "much"), "--fits: an amount of memory is a number such as 4GiB or 500MB, not 'much'"),
    ):
        code, _, err = run(capsys, "cost", file, *words)
        assert code == 2
        assert said in err


@pytest.mark.parametrize(
    ("text", "number"),
    [("4GiB", 4 << 30), ("500MB", 500_000_000), ("1.5 KiB", 1536), ("7", 7), ("7B", 7), ("2kb", 2000)],
)
def test_amounts(text: str, number: int) -> None:
    assert amount(text, "--fits") == number


@pytest.mark.parametrize("text", ["", "GiB", "4.GiB", "-1", "4XB", "1e9", "9" * 30])
def test_no_amounts(text: str) -> None:
    with pytest.raises(UsageError, match="amount of memory"):
        amount(text, "--fits")


def test_a_hostile_name_draws_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = save(tmp_path / "m.onnx", "g (float[n] x) => (float[n] y) { y = Relu (x) }")
    model = onnx.load(path)
    model.graph.node[0].name = "/=cmd|\x1b[2J/Relu"
    onnx.save(model, path)
    for form in ("text", "csv", "markdown", "json"):
        _, out, _ = run(capsys, "cost", path, "--format", form, "--by", "scope")
        assert "\x1b" not in out
    _, out, _ = run(capsys, "cost", path, "--format", "csv")
    assert "\n'=cmd" in out
    _, out, _ = run(capsys, "cost", path, "--format", "markdown")
    assert "=cmd\\|" in out
