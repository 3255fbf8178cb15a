"""What a person sees first who asks why a model fails: short, with the reason, and with names to go on
with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import run, save


def test_a_misspelt_input_is_told_with_the_name_that_was_meant(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = save(
        tmp_path / "m.onnx", "g (float[n] bias) => (float[n] y) { h = Relu (bias) y = Add (h, bais) }"
    )
    _, out, _ = run(capsys, "lint", path)
    assert out.splitlines()[:3] == [
        "error[SI006 undefined-input]: input 'bais' is not defined by any node, input or initializer",
        f"  --> {path}: graph/Add#1 (Add)",
        "  note: did you mean 'bias'?",
    ]


NOT_READ = "note: no node reads the input 'ids': perhaps it was renamed"


@pytest.mark.parametrize(
    ("graph", "notes"),
    [
        # The input was renamed, but not where it is read.
        ("g (float[n] ids) => (float[n] y) { y = Relu (input_ids) }", [NOT_READ]),
        # An initializer was removed: what is alike belongs to other nodes.
        ("g (float[n] x) => (float[n] y) <float layer_9_weight = {1}, float layer_4_bias = {1}>"
         " { h = Mul (x, layer_9_weight) i = Mul (h, layer_4_weight) y = Add (i, layer_4_bias) }", []),
        # It was renamed to what no node reads.
        ("g (float[n] x) => (float[n] y) <float layer_4_weight_1 = {1}> { y = Mul (x, layer_4_weights) }",
         ["note: did you mean 'layer_4_weight_1'?"]),
    ],
)  # fmt: skip
def test_what_an_undefined_name_may_have_meant(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, graph: str, notes: list[str]
) -> None:
    path = save(tmp_path / "m.onnx", graph)
    _, out, _ = run(capsys, "lint", path)
    first = out.split("\n\n")[0].splitlines()
    assert [line.strip() for line in first if line.startswith("  note:")] == notes


def test_a_demand_on_a_symbol_is_told_with_what_comes_in(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    # The Transpose between heads and rows was lost.
    path = save(
        tmp_path / "m.onnx",
        "g (float[batch, 2, past, 16] cache, float[batch, seq, 2, 16] rows) => (float[a, b, c, d] y)"
        " { y = Concat <axis = 2> (cache, rows) }",
    )
    _, out, _ = run(capsys, "lint", path)
    assert out.splitlines()[:4] == [
        "warning[SI405 symbol-fixed]: 'seq' is declared as a symbol, needed 2: seq=3 fails; "
        "input 'cache' is declared [batch, 2, past, 16]",
        f"  --> {path}: graph/Concat#0 (Concat)",
        "  note: input 'cache' is f32[batch, 2, past, 16], an input",
        "  note: input 'rows' is f32[batch, seq, 2, 16], an input",
    ]


def caches(layers: int) -> str:
    names = [f"past_{i}" for i in range(layers)]
    inputs = ", ".join(f"float[batch, past] {name}" for name in names)
    return f"g ({inputs}, float[1] x) => (float[m, n] y) {{ y = Sum ({', '.join(names)}, x) }}"


def test_the_caches_of_all_layers_are_one_line_of_the_contract(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, out, _ = run(capsys, "contract", save(tmp_path / "m.onnx", caches(9)))
    assert out.splitlines()[:3] == [
        "inputs",
        "  past_0 to past_8 (9)  f32[batch, past]",
        "  x                     f32[1]",
    ]
    _, out, _ = run(capsys, "contract", save(tmp_path / "few.onnx", caches(8)))
    assert out.count("f32[batch, past]\n") == 8 + 1


def test_a_name_that_is_not_there_lists_the_first_that_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = run(capsys, "check", save(tmp_path / "m.onnx", caches(9)), "--input", "zzz=1")
    assert code == 2
    assert err.endswith(
        "(it has: 'past_0', 'past_1', 'past_2', 'past_3', 'past_4', 'past_5', 'past_6', 'past_7' and 2 "
        "more)\n"
    )


def test_show_cuts_no_name_and_no_shape(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    name = "encoder_layers_11_attention_self_query_output_of_the_node"
    path = save(
        tmp_path / "m.onnx", f"g (float[n] x) => (float[n] y) {{ {name} = Relu (x) y = Relu ({name}) }}"
    )
    _, out, _ = run(capsys, "show", path)
    assert out.splitlines() == [
        f"{'x':40}  f32[n]  input",
        f"{name}  f32[n]  Relu#0",
        f"{'y':40}  f32[n]  Relu#1",
    ]


def test_show_follows_each_dim_on_one_way(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = save(
        tmp_path / "m.onnx",
        "g (float[n, 8] x, float[8, 8] a, float[8, 5] b) => (float[n, 5] y)"
        " { q = MatMul (x, a) k = Relu (q) s = Add (q, k) y = MatMul (s, b) }",
    )
    _, out, _ = run(capsys, "show", path, "y")
    assert [line.split()[0] for line in out.splitlines()] == ["y", "s", "b", "q", "x"]


def test_a_size_after_an_error_is_not_called_unbounded(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = save(tmp_path / "m.onnx", "g (float[3] x, float[4] w) => (float[k] y) { y = Add (x, w) }")
    code, out, _ = run(capsys, "lint", path, "--select", "SI309")
    assert code == 0 and "SI309" not in out
