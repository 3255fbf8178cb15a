"""In a browser there is no pydantic, networkx, onnx or numpy: the engine and the page do without."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import onnx.parser
import pytest

from shapeinfer.reporting import report_data

ROOT = Path(__file__).resolve().parent.parent.parent
STAND_IN = ROOT / "site" / "stand_in"
PROGRAM = f"""
import json, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("networkx", "onnx", "numpy", "google", "pydantic_core", "annotated_types"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
sys.path.insert(0, {str(STAND_IN)!r})
import pydantic
assert pydantic.__file__.startswith({str(STAND_IN)!r})
import shapeinfer
from shapeinfer.page.html import page

found = []
for name in sys.argv[1:]:
    data = shapeinfer.report_data(name)
    assert page(data).startswith("<!doctype html>")
    check = shapeinfer.check(name)
    lint = shapeinfer.lint(name)
    found.append([data, check.model_dump(mode="json"), lint.model_dump(mode="json"), shapeinfer.infer(name).interface.model_dump(mode="json")])
print(json.dumps(found))
"""


@pytest.mark.skipif(not STAND_IN.exists(), reason="the playground is not here")
def test_the_same_report_without_packages(tmp_path: Path) -> None:
    from shapeinfer import check, infer, lint

    paths = []
    for source in ("examples/unet.onnxtxt", "examples/broken/reshape_count.onnxtxt", "examples/broken/cycle.onnxtxt",
                   "tests/data/loop.onnxtxt", "tests/data/branches.onnxtxt", "tests/data/sequences.onnxtxt"):  # fmt: skip
        path = tmp_path / Path(source).with_suffix(".onnx").name
        path.write_bytes(
            onnx.parser.parse_model((ROOT / source).read_text(encoding="utf-8")).SerializeToString()
        )
        paths.append(str(path))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *paths], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    expected = [
        [report_data(path), check(path).model_dump(mode="json"), lint(path).model_dump(mode="json"),
         infer(path).interface.model_dump(mode="json")]
        for path in paths
    ]  # fmt: skip
    assert json.loads(done.stdout) == json.loads(json.dumps(expected))
