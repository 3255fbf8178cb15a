"""Text of a model is cut where it is shown, in every format."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import onnx
import pytest

from shapeinfer.cli.main import main
from shapeinfer.facts.fact import TensorFact
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.render.json import json_text
from shapeinfer.shorten import LONGEST_TEXT, LONGEST_WORD, shortened
from tests.fuzz.hostile.models import MODELS


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a name", "a name"),
        ("n" * LONGEST_WORD, "n" * LONGEST_WORD),
        (f"axis '{'n' * 10_000}' is 5", f"axis '{'n' * 99}...(9882 more characters)...{'n' * 19}' is 5"),
    ],
)
def test_words(text: str, shown: str) -> None:
    assert shortened(text) == shown


def test_lists() -> None:
    shown = shortened(", ".join(map(str, range(100_000))))
    assert len(shown) < LONGEST_TEXT
    assert shown.startswith("0, 1, 2")
    assert " more characters)..." in shown
    assert shown.endswith("99998, 99999")


def test_shapes_in_messages() -> None:
    fact = parse(f"f32[{', '.join(f's{at}' for at in range(1000))}]", Scope())
    assert isinstance(fact, TensorFact)
    assert fact.brief() == "f32[s0, s1, s2, s3, s4, s5, s6, s7, ...(992 more axes)]"
    assert len(str(fact)) > 4000  # the text form itself keeps all


FORMATS = ("full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit", "markdown", "html")


@pytest.mark.parametrize("form", FORMATS)
def test_formats(form: str, tmp_path: Path) -> None:
    """A name of 100 kB at a dozen nodes takes no more room than one of 1 kB."""
    short, long = (linted(MODELS["long_names"](size), form, tmp_path) for size in (1, 100))
    assert len(long) - len(short) < 1_000
    assert "n" * (LONGEST_WORD + 1) not in long
    assert "more characters" in long


def linted(proto: onnx.ModelProto, form: str, folder: Path) -> str:
    path = folder / "m.onnx"
    path.write_bytes(proto.SerializeToString())
    out = io.StringIO()
    with redirect_stdout(out):
        code = main(["lint", str(path), "--format", form, "--select", "ALL"])
    assert code == 1
    return out.getvalue()


def test_json_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(MODELS["long_names"](10).SerializeToString())
    out = io.StringIO()
    with redirect_stdout(out):
        main(["lint", str(path), "--format", "json"])
    assert json.loads(out.getvalue())


@pytest.mark.parametrize("verb", ["show", "contract", "check", "cost", "targets"])
def test_json_of_every_verb(verb: str, tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(MODELS["long_names"](10).SerializeToString())
    out = io.StringIO()
    with redirect_stdout(out):
        main([verb, str(path), "--format", "json"])
    assert json.loads(out.getvalue())
    assert "n" * (LONGEST_WORD + 1) not in out.getvalue()


def test_json_keeps_two_long_keys_apart() -> None:
    keys = ["n" * 400 + middle + "n" * 400 for middle in "ab"]
    assert list(json.loads(json_text(dict.fromkeys(keys, 1))).values()) == [1, 1]


def test_json_keeps_long_expressions() -> None:
    expression = " + ".join(f"s{at}" for at in range(2000))
    assert json.loads(json_text(expression)) == expression
