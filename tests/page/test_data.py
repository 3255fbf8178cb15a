"""The report as one JSON document: its schema, and that its rows say what the engine says."""

from __future__ import annotations

import json
import random
from pathlib import Path

import jsonschema
import onnx.parser
import pytest

from shapeinfer.cli.main import main
from shapeinfer.dims import Dim
from shapeinfer.facts.fact import TensorFact
from shapeinfer.jobs.cost import cost
from shapeinfer.jobs.infer import infer
from shapeinfer.page import graphs, tables
from shapeinfer.page.tables import number
from shapeinfer.reporting import report_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent.parent
MODELS = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("examples", "tests/data", "shapeinfer/codes/examples")
    for path in (ROOT / folder).rglob("*.onnxtxt")
)
UNET = ROOT / "examples" / "unet.onnxtxt"


def schema() -> dict[str, object]:
    path = ROOT / "docs" / "schemas" / "page.schema.json"
    found: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return found


class Document:
    """A report as another program reads it."""

    def __init__(self, path: Path) -> None:
        self.root: object = json.loads(json.dumps(report_data(path)))

    def at(self, *keys: str | int) -> object:
        """What lies on this way from the root."""
        found = self.root
        for key in keys:
            if isinstance(found, dict):
                found = found[key]
            else:
                assert isinstance(found, list)
                assert isinstance(key, int)
                found = found[key]
        return found

    def rows(self, *keys: str | int) -> list[object]:
        """A list on this way."""
        found = self.at(*keys)
        assert isinstance(found, list)
        return found


@pytest.mark.parametrize("name", MODELS)
def test_every_report_fits_the_schema(name: str) -> None:
    jsonschema.validate(Document(ROOT / name).root, schema())


def test_the_command_writes_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["report", str(UNET), "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert main(["report", str(UNET), "--format", "json", "-o", str(tmp_path / "r.json")]) == 0
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8")) == printed
    jsonschema.validate(printed, schema())
    assert printed["model"]["nodes"] == 9
    assert [s["name"] for s in printed["symbols"]] == ["batch", "height", "width"]


def evaluated(rows: list[object], sizes: list[int]) -> list[int | None]:
    """What the rows say at these sizes, worked out as the schema describes them; None where not defined."""
    found: list[int | None] = []
    for row in rows:
        assert isinstance(row, list)
        op, arguments = row[0], row[1]
        if op == "c":
            found.append(int(arguments[0]))
        elif op == "s":
            found.append(sizes[arguments[0]])
        elif op == "p":
            found.append(_sum(arguments, found))
        else:
            found.append(_applied(op, [found[argument] for argument in arguments]))
    return found


def _sum(terms: list[tuple[int | str, list[tuple[int, int]]]], values: list[int | None]) -> int | None:
    total = 0
    for coefficient, factors in terms:
        product = int(coefficient)
        for row, power in factors:
            factor = values[row]
            if factor is None:
                return None
            product *= factor**power
        total += product
    return total


def _applied(op: str, values: list[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    if op == "relu":
        return max(known[0], 0)
    if op == "broadcast":
        return next((value for value in known if value != 1), 1)
    a, b = known
    if op == "*":
        return a * b
    if b == 0:
        return None
    return a // b if op == "//" or a >= 0 else -(-a // b)


@pytest.mark.parametrize("name", [n for n in MODELS if not n.startswith("shapeinfer/")])
def test_rows_compute_what_dims_compute(name: str) -> None:
    result = infer(ROOT / name)
    data = Document(ROOT / name)
    names = [data.at("symbols", i, "name") for i in range(len(data.rows("symbols")))]
    chance = random.Random(1)
    compared = 0
    for _ in range(4):
        sizes = [chance.choice((0, 1, 2, 3, 7, 16, 31, 64, 640)) for _ in names]
        values = evaluated(data.rows("dims"), sizes)
        by_name = dict(zip(names, sizes, strict=True))
        for i in range(len(data.rows("graphs", 0, "values"))):
            value, fact_row = data.rows("graphs", 0, "values", i)
            fact = result.under_contract.get(str(value))
            if not isinstance(fact, TensorFact) or fact.shape is None:
                continue
            assert isinstance(fact_row, int)
            for dim, row in zip(fact.shape, data.rows("facts", fact_row, "shape"), strict=True):
                assert isinstance(row, int)
                assert values[row] == _value(dim, by_name), f"{value}: {dim}"
                compared += 1
    assert compared


def _value(dim: Dim, sizes: Mapping[object, int]) -> int | None:
    try:
        return dim.evaluate(lambda symbol: sizes[symbol.name])
    except ZeroDivisionError:
        return None


def test_lives_add_up_to_the_timeline() -> None:
    for name in ("examples/unet.onnxtxt", "examples/encoder.onnxtxt", "tests/data/branches.onnxtxt"):
        memory = cost(ROOT / name).costs.memory
        timeline = memory.timeline()
        lives = list(memory.lives())
        assert [node for node, _ in timeline] == list(memory.ordered())
        for at, (_, alive) in enumerate(timeline):
            parts = [size for _, start, stop, size in lives if start <= at <= stop and size is not None]
            assert sum(parts[1:], parts[0]) == alive if parts else alive.value == 0


def test_first_sizes_satisfy_the_contract() -> None:
    data = Document(UNET)
    assert [data.at("symbols", i, "start") for i in range(3)] == [1, 64, 64]


def test_bodies_and_functions_are_entered() -> None:
    data = Document(ROOT / "tests" / "data" / "functions.onnxtxt")
    assert data.at("graphs", 0, "kind") == "graph"
    assert "function" in [data.at("graphs", i, "kind") for i in range(len(data.rows("graphs")))]
    loop = Document(ROOT / "tests" / "data" / "loop.onnxtxt")
    assert loop.at("graphs", 0, "nodes", 0, "inside") == [["body", 1]]
    assert loop.at("graphs", 1, "kind") == "body"


def test_what_is_too_large_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "MOST_NODES", 4)
    monkeypatch.setattr(graphs, "MOST_NODES_INSIDE", 0)
    data = Document(UNET)
    jsonschema.validate(data.root, schema())
    assert data.at("graphs", 0, "left_out") == 5
    loop = Document(ROOT / "tests" / "data" / "loop.onnxtxt")
    jsonschema.validate(loop.root, schema())
    assert loop.at("left_out_bodies") == 1
    node = loop.at("graphs", 0, "nodes", 0)
    assert isinstance(node, dict)
    assert "inside" not in node


def test_dims_that_are_too_long_are_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_TERMS", 3)
    data = Document(UNET)
    jsonschema.validate(data.root, schema())
    left_out = [row for row in data.rows("dims") if isinstance(row, list) and row[0] == "u"]
    assert left_out
    assert len(left_out) == data.at("left_out_dims")
    monkeypatch.setattr(tables, "MOST_TERMS", 1000)
    monkeypatch.setattr(tables, "_LONGEST_DIM", 1)
    data = Document(UNET)
    jsonschema.validate(data.root, schema())
    assert {len(row) for row in data.rows("dims") if isinstance(row, list)} == {2}


def test_numbers_beyond_a_double_are_text() -> None:
    assert number((1 << 53) - 1) == 9007199254740991
    assert number(1 << 53) == "9007199254740992"
    assert number(-(1 << 60)) == "-1152921504606846976"


def test_targets_are_told_where_asked_for() -> None:
    assert "targets" not in report_data(UNET)
    data = report_data(UNET, targets=["onnxruntime>=1.17"])
    jsonschema.validate(json.loads(json.dumps(data)), schema())
    targets = data["targets"]
    assert isinstance(targets, dict)
    assert targets["asked"] == ["onnxruntime>=1.17"]
    assert targets["least"] is not None
    with pytest.raises(ValueError, match="onnxruntime"):
        report_data(UNET, targets=["onnxrumtime==1"])


def test_two_versions_side_by_side(tmp_path: Path) -> None:
    old = tmp_path / "old.onnxtxt"
    text = UNET.read_text(encoding="utf-8")
    old.write_text(text.replace("[batch, 3, height, width]", "[batch, 3, height, 64]"), encoding="utf-8")
    data = json.loads(json.dumps(report_data(UNET, against=old)))
    jsonschema.validate(data, schema())
    against = data["against"]
    assert [change["text"] for change in against["changes"] if change["breaking"]]
    assert against["old"]["inputs"][0] == ["image", "f32[batch, 3, height, 64]"]
    assert against["new"]["inputs"][0] == ["image", "f32[batch, 3, height, width]"]
    same = json.loads(json.dumps(report_data(UNET, against=UNET)))["against"]
    assert same["changes"] == []
    assert same["scopes"] == {"added": [], "removed": [], "changed": []}


def test_changed_scopes_are_named() -> None:
    def model(function: str, width: int) -> onnx.ModelProto:
        made = onnx.parser.parse_model(
            f"""<ir_version: 8, opset_import: ["" : 17]>
            g (float[n, 4] x, float[4, {width}] w, float[{width}, 4] v) => (float[n, 4] y) {{
                h = MatMul (x, w)
                i = {function} (h)
                y = MatMul (i, v)
            }}"""
        )
        for node, name in zip(made.graph.node, ("a/fc/first", "a/act/gate", "b/out/last"), strict=True):
            node.name = name
        return made

    def scopes(old: onnx.ModelProto, new: onnx.ModelProto) -> object:
        against = report_data(new, against=old)["against"]
        assert isinstance(against, dict)
        return against["scopes"]

    changed = scopes(model("Relu", 8), model("Tanh", 8))
    assert changed == {"added": [], "removed": [], "changed": ["a", "a/act"]}
    changed = scopes(model("Relu", 8), model("Relu", 9))
    assert changed == {"added": [], "removed": [], "changed": ["a", "a/fc", "a/act"]}
