"""What the program writes as JSON is what its published schemas say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from shapeinfer.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "docs" / "schemas"
UNET = ROOT / "examples" / "unet.onnxtxt"
BROKEN = ROOT / "examples" / "broken" / "reshape_count.onnxtxt"

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def schema(name: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return found


def test_the_schemas_are_current() -> None:
    tool = ROOT / "tools" / "make_json_schemas.py"
    done = subprocess.run([sys.executable, tool, "--check"], check=False)
    assert done.returncode == 0, "run: python tools/make_json_schemas.py"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("report", ("lint", UNET)),
        ("report", ("lint", BROKEN, UNET)),
        ("report", ("check", UNET, "--dim", "height=65", "--dim", "width=64")),
        ("report", ("check", UNET, "--memory", "1GiB", "--dim", "height=64", "--dim", "width=64")),
        ("contract", ("contract", UNET)),
        ("contract", ("contract", BROKEN)),
        ("report", ("check", UNET, "--dim", "height=8..40", "--dim", "width=64")),
        ("show", ("show", UNET)),
        ("show", ("show", UNET, "--unknown")),
        ("codes", ("codes",)),
        ("diff", ("diff", UNET, BROKEN)),
        ("cost", ("cost", UNET)),
        ("cost", ("cost", UNET, "--dim", "batch=1", "--dim", "height=64", "--dim", "width=64")),
        ("cost", ("cost", UNET, "--fits", "1GiB")),
        ("targets", ("targets", UNET)),
        ("targets", ("targets", BROKEN)),
    ],
)
def test_output_fits_its_schema(
    capsys: pytest.CaptureFixture[str], name: str, arguments: tuple[object, ...]
) -> None:
    main([*map(str, arguments), "--format", "json"])
    jsonschema.validate(json.loads(capsys.readouterr().out), schema(name))


def test_the_settings_of_the_documentation_fit_their_schema() -> None:
    page = (ROOT / "docs" / "lint.md").read_text(encoding="utf-8")
    text = page.split("```toml\n", 1)[1].split("```", 1)[0]
    settings = tomllib.loads(text)["tool"]["shapeinfer"]
    jsonschema.validate(settings, schema("settings"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"selekt": []}, schema("settings"))


def test_show_and_codes_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["show", str(UNET), "--format", "json"])
    values = {value["name"]: value for value in json.loads(capsys.readouterr().out)["values"]}
    assert values["level2"] == {
        "name": "level2", "maker": "Conv#4", "fact": "f32[batch, 8, height//4, width//4]", "elem_type": "f32",
        "shape": [
            {"expr": "batch", "value": None}, {"expr": "8", "value": 8},
            {"expr": "height//4", "value": None}, {"expr": "width//4", "value": None},
        ],
    }  # fmt: skip
    main(["show", str(UNET), "--unknown", "--format", "json"])
    assert json.loads(capsys.readouterr().out)["unknown"] == []
    main(["codes", "--format", "json"])
    codes = {code["code"]: code for code in json.loads(capsys.readouterr().out)["codes"]}
    assert (codes["SI205"]["slug"], codes["SI205"]["severity"]) == ("reshape-element-count", "error")
