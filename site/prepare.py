"""Everything of the playground that Python makes: the engine's sources, the sample, the licences, the policy.

python site/prepare.py OUTPUT
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import onnx.parser

from shapeinfer.page.html import digest, library_text, script_text, text_of

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "site"
# Not needed where a model is dropped: the command line, the tables of CUDA and of formats of lint.
_LEFT_OUT = (
    "shapeinfer/cli/",
    "shapeinfer/render/formats/",
    "shapeinfer/testing.py",
    "shapeinfer/profile.py",
)
_PYODIDE = """Pyodide is distributed under the Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/.
The files in the folder pyodide/ are those of the npm package pyodide, unchanged; python_stdlib.zip was
replaced by a smaller archive of its modules, compiled. Its source: https://github.com/pyodide/pyodide"""
_SUFFIXES = (".py", ".js", ".css", ".html", ".txt", ".onnxtxt")


def main(out: Path) -> None:
    """Write the files."""
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / "engine_source.zip", "w") as archive:
        for name, path in sorted(sources().items()):
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), path.read_bytes())
    sample = onnx.parser.parse_model((ROOT / "examples" / "unet.onnxtxt").read_text(encoding="utf-8"))
    (out / "sample.onnx").write_bytes(sample.SerializeToString())
    html = (SITE / "index.html").read_text(encoding="utf-8")
    (out / "index.html").write_text(html.replace("{policy}", policy()), encoding="utf-8", newline="\n")
    for name in ("app.js", "worker.js", "site.css"):
        (out / name).write_bytes((SITE / name).read_bytes())
    (out / "LICENSES.txt").write_text(licences(), encoding="utf-8", newline="\n")


def sources() -> dict[str, Path]:
    """Name in the archive -> file."""
    found = {
        "host.py": SITE / "host.py",
        "pydantic/__init__.py": SITE / "stand_in" / "pydantic" / "__init__.py",
    }
    for folder, name in ((ROOT / "shapeinfer", "shapeinfer"), (ROOT / "rules", "shapeinfer/rules")):
        for path in folder.rglob("*"):
            inside = f"{name}/{path.relative_to(folder).as_posix()}"
            if path.suffix in _SUFFIXES and "__pycache__" not in inside and not inside.startswith(_LEFT_OUT):
                found[inside] = path
    return found


def policy() -> str:
    """The page's policy. It names the report's scripts, because the frame of a report inherits it."""
    allowed = f"{digest(library_text())} {digest(script_text())}"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' {allowed}",
            f"style-src 'self' {digest(text_of('page.css'))}",
            "worker-src 'self'",
            "connect-src 'self'",
            "frame-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def licences() -> str:
    """The licences of all that is shipped."""
    parts = [
        ("shapeinfer", (ROOT / "LICENSE").read_text(encoding="utf-8")),
        ("dagre 3.1.3 (in the report)", text_of("vendor/dagre.LICENSE.txt")),
        ("Pyodide 314.0.7", _PYODIDE),
        (
            "CPython (inside Pyodide)",
            (SITE / "licenses" / "python.txt").read_text(encoding="utf-8"),
        ),
    ]
    return "\n\n".join(f"{title}\n{'=' * len(title)}\n\n{text.strip()}" for title, text in parts) + "\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
