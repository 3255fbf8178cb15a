"""The command line as its users meet it: output, exit codes, and nothing but a sentence for bad input."""

from __future__ import annotations

import itertools
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import onnx
import pytest

from shapeinfer.cli.command_line import parse
from shapeinfer.cli.commands import COMMANDS
from tests.command import run

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
UNET, BROKEN = EXAMPLES / "unet.onnxtxt", EXAMPLES / "broken"


def test_lint_a_clean_model(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "lint", UNET)
    assert code == 0
    assert out == f"{UNET}: 9 nodes, 9 of 9 values fully known, 4 contract clauses\n"


def test_lint_names_the_node_both_sides_and_the_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "lint", BROKEN / "reshape_count.onnxtxt")
    assert code == 1
    assert out.splitlines()[:5] == [
        "error[SI205 reshape-element-count]: target shape (0, 12) holds 12*batch elements, data has "
        "10*batch; "
        "data is f32[batch, 10]",
        f"  --> {BROKEN / 'reshape_count.onnxtxt'}: graph/Reshape#0 (Reshape)",
        "  note: input 'x' is f32[batch, 10], an input",
        "  note: input 'target' is i64[2] := (0, 12), an initializer",
        "  help: Often the export fixed a size that varies at run time: use -1 or 0 for it in the target. "
        "(shapeinfer explain SI205)",
    ]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("reshape_count", "SI205"), ("matmul", "SI208"), ("transpose_perm", "SI204"), ("broadcast", "SI207"),
        ("conv_channels", "SI211"), ("types", "SI102"), ("attribute", "SI017"), ("undefined_input", "SI006"),
        ("cycle", "SI008"), ("unknown_operator", "SI012"), ("split_to_sequence", "SI210"), ("gather_index", "SI301"),
    ],
)  # fmt: skip
def test_every_broken_example_has_its_one_error(
    capsys: pytest.CaptureFixture[str], name: str, code: str
) -> None:
    exit_code, out, _ = run(capsys, "lint", "--format", "json", BROKEN / f"{name}.onnxtxt")
    assert exit_code == 1
    (report,) = json.loads(out)["reports"]
    assert [d["code"] for d in report["diagnostics"] if d["severity"] == "error"] == [code]
    assert not report["ok"]


def test_every_broken_example_is_tested() -> None:
    assert len(list(BROKEN.glob("*.onnxtxt"))) == 12


def test_fail_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    model = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[n, 3] x) => (float[n, 4] y) { y = Relu (x) }'
    )
    path = tmp_path / "claim.onnx"
    onnx.save(model, path)
    assert run(capsys, "lint", path)[0] == 0
    assert run(capsys, "lint", "--fail-on", "warning", path)[0] == 1
    assert run(capsys, "lint", "--strict", path)[0] == 1


def test_quoted_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Relu", ["x"], ["y"])],
        "g",
        [onnx.helper.make_tensor_value_info("x", 1, ["Batch Size", None])],
        [onnx.helper.make_tensor_value_info("y", 1, None)],
    )
    onnx.save(
        onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9), path
    )
    assert run(capsys, "check", path, "--dim", "'Batch Size'=4", "--dim", "x_d1=2")[0] == 0
    assert run(capsys, "show", path)[1].splitlines() == [
        "x  f32['Batch Size', x_d1]  input", "y  f32['Batch Size', x_d1]  Relu#0",
    ]  # fmt: skip


def test_annotate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = tmp_path / "in.onnx"
    with pytest.warns(UserWarning, match="experimental"):
        model = onnx.load(UNET, format="onnxtxt")
    onnx.save(model, source)
    before = source.read_bytes()
    target = tmp_path / "out.onnx"
    assert run(capsys, "annotate", source, "-o", target)[0] == 0
    assert source.read_bytes() == before
    annotated = onnx.load(target)
    onnx.checker.check_model(annotated)
    shapes = {
        v.name: [d.dim_param or d.dim_value for d in v.type.tensor_type.shape.dim]
        for v in annotated.graph.value_info
    }
    assert shapes["raised1"] == ["batch", 8, "height//2", "width//2"]
    del annotated.graph.value_info[:]
    assert annotated == model
    assert run(capsys, "annotate", "--in-place", source)[0] == 0
    assert source.read_bytes() == target.read_bytes()


def test_annotate_with_plain_names(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "out.onnx"
    assert run(capsys, "annotate", UNET, "-o", target, "--dims", "names")[0] == 0
    names = {
        d.dim_param
        for v in onnx.load(target).graph.value_info
        for d in v.type.tensor_type.shape.dim
        if d.dim_param
    }
    assert all(name.isidentifier() for name in names)


def test_show_one_value_and_unknowns(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "show", UNET, "half")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["half", "level0", "image", "w0"]
    code, _, err = run(capsys, "show", UNET, "halff")
    assert code == 2 and "did you mean 'half'" in err
    assert run(capsys, "show", UNET, "--unknown")[1] == "all types and shapes are known\n"


def test_contract(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "contract", UNET)
    assert code == 0
    assert "  height % 4 == 0  graph/" in out
    assert "  out  f32[batch, 16, height, width]" in out
    from shapeinfer.reports.diagnostic import Interface

    read = Interface.model_validate_json(run(capsys, "contract", "--format", "json", UNET)[1])
    assert [c.condition for c in read.demands] == [
        "height % 4 == 0",
        "height >= 4",
        "width % 4 == 0",
        "width >= 4",
    ]
    assert "| `height % 4 == 0` |" in run(capsys, "contract", "--format", "markdown", UNET)[1]


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain", "si205")
    assert code == 0 and out.startswith("SI205 reshape-element-count (error)\n")
    code, _, err = run(capsys, "explain", "SI206x")
    assert code == 2 and "did you mean 'SI206'?" in err
    assert run(capsys, "codes")[1].count("\n") > 50


@pytest.mark.parametrize("content", [b"", b"\x08", b"not a model", b"\xff" * 100])
def test_what_is_no_model(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.onnx"
    path.write_bytes(content)
    for command in (["lint"], ["show"], ["check"], ["contract"], ["annotate", "--in-place"]):
        code, out, err = run(capsys, *command, path)
        assert code in (1, 2)
        assert "Traceback" not in out + err
        assert path.read_bytes() == content


def test_a_missing_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, "lint", tmp_path / "none.onnx", UNET)
    assert code == 2
    assert "No such file or directory" in out and "4 contract clauses" in out


def test_names_of_a_model_do_not_draw_on_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "m.onnx"
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Bad", ["x"], ["y"], name="\x1b[31mred\nline")],
        "g",
        [onnx.helper.make_tensor_value_info("x", 1, ["n"])],
        [onnx.helper.make_tensor_value_info("y", 1, None)],
    )
    onnx.save(
        onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=9), path
    )
    out = run(capsys, "lint", path)[1]
    assert "\x1b" not in out and "\\x1b[31mred\\nline" in out


def test_standard_input() -> None:
    with pytest.warns(UserWarning, match="experimental"):
        model = onnx.load(UNET, format="onnxtxt").SerializeToString()
    done = subprocess.run(
        [sys.executable, "-m", "shapeinfer", "lint", "-"], input=model, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout.decode().startswith("-: 9 nodes")


def test_a_clean_run_imports_nothing_heavy(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    with pytest.warns(UserWarning, match="experimental"):
        onnx.save(onnx.load(UNET, format="onnxtxt"), path)
    code = (  # what site has imported, as for editable installs, does not count
        "import sys; before = set(sys.modules);"
        "from shapeinfer.cli.main import main; main(['lint', sys.argv[1]]);"
        "heavy = {'onnx', 'numpy', 'networkx', 'pydantic', 'sympy', 'logging', 'inspect', "
        "'importlib.metadata',"
        "'dataclasses', 'tomllib', 'tomli', 'json', 'glob', 'difflib', 'hashlib', 'concurrent.futures', "
        "'multiprocessing'};"
        "print(sorted(heavy & (set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_annotating_imports_little_of_the_standard_library(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    with pytest.warns(UserWarning, match="experimental"):
        onnx.save(onnx.load(UNET, format="onnxtxt"), path)
    code = (  # what site has imported, as for editable installs, must not be there to be found
        "import sys; slow = {'argparse', 'collections', 'collections.abc', 'contextlib', 'enum', 'functools', 're', "
        "'typing'};"
        "kept = [sys.modules.pop(name, None) for name in slow];"
        "from shapeinfer.cli.main import main; main(sys.argv[1:]); print(sorted(slow & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "annotate", str(path), "-o", str(tmp_path / "out.onnx")],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"


def test_cost_loads_no_models_of_reports(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    with pytest.warns(UserWarning, match="experimental"):
        onnx.save(onnx.load(UNET, format="onnxtxt"), path)
    code = (
        "import sys; from shapeinfer.cli.main import main; main(['cost', sys.argv[1]]);"
        "print(sorted({'onnx', 'numpy', 'networkx', 'pydantic'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_annotate_with_sizes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "out.onnx"
    sizes = ["--dim", "batch=1", "--dim", "height=64", "--dim", "width=64"]
    assert run(capsys, "annotate", UNET, "-o", target, *sizes)[0] == 0
    model = onnx.load(target)
    dims = [
        [d.dim_value for d in v.type.tensor_type.shape.dim]
        for v in (model.graph.input[0], model.graph.output[0])
    ]
    assert dims == [[1, 3, 64, 64], [1, 16, 64, 64]]
    other = tmp_path / "refused.onnx"
    code, _, err = run(capsys, "annotate", UNET, "-o", other, "--dim", "height=65")
    assert code == 1 and "refused" in err and not other.exists()
    assert run(capsys, "annotate", UNET, "-o", other, "--dim", "heigth=65")[0] == 2


def test_diff(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fixed = tmp_path / "fixed.onnx"
    run(capsys, "annotate", UNET, "-o", fixed, "--dim", "batch=1", "--dim", "height=64", "--dim", "width=64")
    assert run(capsys, "diff", UNET, UNET)[:2] == (0, "the interfaces are the same\n")
    code, out, _ = run(capsys, "diff", UNET, fixed)
    assert code == 1
    assert "breaking    input 'image' axis 0 was batch, is 1" in out
    assert "compatible  removed constraint: height % 4 == 0" in out
    code, out, _ = run(capsys, "diff", fixed, UNET, "--format", "json")
    assert code == 1
    changes = json.loads(out)
    assert (changes["old"], changes["new"]) == (str(fixed), str(UNET))
    assert {"breaking": False, "text": "input 'image' axis 0 was 1, is batch"} in changes["changes"]


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_has_examples_that_parse(
    capsys: pytest.CaptureFixture[str], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    examples = [line.strip() for line in out.split("examples:\n")[1].splitlines() if line.startswith("  ")]
    assert 2 <= len(examples) <= 4
    for example in examples:
        words = shlex.split(example.partition("shapeinfer ")[2].replace(")", ""), comments=True)
        plain = list(itertools.takewhile(lambda word: word not in ("|", ">", ">>"), words))
        assert plain[0] == command
        assert parse(plain)[1] is not None  # ends the program for what it does not know


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "a command is required (shapeinfer --help lists them)"),
        (["lnt", "x"], "unknown command 'lnt'; did you mean 'lint'?"),
        ([str(UNET)], f"unknown command '{UNET}'; did you mean 'shapeinfer lint {UNET}'?"),
        (["--rulez", "x"], "unknown option --rulez; did you mean '--rules'?"),
        (["show", "a", "b", "c"], "unexpected argument: 'c'"),
        (["check", "m", "--asume", "x"], "unknown option --asume; did you mean '--assume'?"),
        (["check", "m", "--form", "json"], "unknown option --form; did you mean '--format'?"),
        (["completion", "tcsh"], "invalid choice: 'tcsh'"),
        (["annotate", "m"], "one of the arguments -o/--output --in-place is required"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], argv: list[str], message: str) -> None:
    code, out, err = run(capsys, *argv)
    assert (code, out) == (2, "")
    assert message in err


def test_rules_before_and_after_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "--rules", tmp_path / "none.py", "codes")[0] == 2
    assert run(capsys, "codes", "--rules", tmp_path / "none.py")[0] == 2
    (tmp_path / "bad.py").write_text("def :")
    code, _, err = run(capsys, "--rules", tmp_path / "bad.py", "codes")
    assert code == 2 and "SyntaxError: invalid syntax (bad.py, line 1)" in err


def test_codes(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = (line for line in run(capsys, "codes")[1].splitlines() if line.startswith("SI205"))
    assert line.split()[:4] == ["SI205", "reshape-element-count", "error", "on"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    code, out, _ = run(capsys, "completion", shell)
    assert code == 0 and "annotate" in out and out.endswith("\n")


@pytest.mark.usefixtures("fresh")
def test_where_the_time_went(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "lint", UNET, "--profile-time")
    assert code == 0 and out.endswith("4 contract clauses\n")
    assert re.match(r"phase +CPU ms +share\n", err) and re.search(r"^infer ", err, re.M)
    assert re.search(r"^ConvTranspose +\d+ +\d+ ", err, re.M)


def test_a_url_that_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "lint", "https://user:secret@127.0.0.1:9/m.onnx")
    assert code == 2 and "secret" not in out + err
    assert out.startswith("error[SI001 unreadable-model]: ")
    assert "  --> https://" in out
