"""Short names for dims: what viewers have room for, each with one meaning."""

from __future__ import annotations

from pathlib import Path

import onnx
import onnx.parser
import pytest

import shapeinfer
from shapeinfer.cli.main import main
from shapeinfer.dims import Symbol, of
from shapeinfer.jobs.annotation.short_names import ShortNames

UNET = Path(__file__).resolve().parent.parent.parent / "examples" / "unet.onnxtxt"


def label(value: onnx.ValueInfoProto) -> str:
    """As Netron writes it beside an edge."""
    dims = value.type.tensor_type.shape.dim
    return "\u00d7".join(str(d.dim_param or d.dim_value) for d in dims)


def test_labels_of_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "short.onnx"
    assert main(["annotate", str(UNET), "-o", str(output), "--dims", "short"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["  b = batch", "  h = height", "  w = width"]
    model = onnx.load(output)
    labels = {value.name: label(value) for value in model.graph.value_info}
    assert labels["level2"] == "b\u00d78\u00d7h//4\u00d7w//4"
    assert max(map(len, labels.values())) <= 16
    assert label(model.graph.input[0]) == "batch\u00d73\u00d7height\u00d7width"
    again = shapeinfer.annotate(UNET, short=True)
    assert {value.name: label(value) for value in again.graph.value_info} == labels


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("n", "n"), ("seq", "seq"), ("batch", "b"), ("past_sequence_length", "psl"), ("numHeads", "nh"),
        ("batch size", "bs"), ("s1053", "s10"), ("\u00df\u00df\u00df\u00df", "d"), ("a_b_c_d_e", "abc"),
    ],
)  # fmt: skip
def test_symbols(name: str, short: str) -> None:
    names = ShortNames([name])
    assert names.text(of(Symbol(name, None))) == short
    assert names.legend == ({} if name == short else {short: name})


def test_each_name_has_one_meaning() -> None:
    names = ShortNames(["b", "A", "bins"])
    dims = [of(Symbol(name, None)) for name in ("batch", "boxes", "bins")]
    texts = [names.text(dim) for dim in (*dims, *(dim * 1000 + 17 for dim in dims))]
    assert texts == ["b1", "b2", "b3", "B", "C", "D"]
    many = [names.text(dims[0] * number) for number in range(1000, 1060)]
    assert len({*texts, *many}) == 66
    assert names.legend["B"] == "1000*batch + 17"
    assert names.text(dims[0] * 1000 + 17) == "B"
