"""One self-contained HTML file: the report's rows, the scripts and styles of ``web/``.

The scripts are plain modules, which a browser or Node could load one by one. Here they are put into one
script, each in a function of its own, so that the file needs nothing else and its content security policy can
name it by hash.
"""

from __future__ import annotations

import re
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.page.tables import Row

WEB = Path(__file__).parent / "web"
_ENTRY = "main.js"
_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w.]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:class|function|const) (\w+)", re.MULTILINE)
_SLOT = re.compile(r"\{(policy|style|data|library|script)\}")


def page(data: Row) -> str:
    """The HTML file of a report. It opens from disk, without a network, under a policy that allows its own
    scripts and styles only; nothing of the model is markup."""
    library, script, style = library_text(), script_text(), text_of("page.css")
    parts = {
        "policy": policy((library, script), style),
        "style": style,
        "data": embedded(data),
        "library": library,
        "script": script,
    }
    return _SLOT.sub(lambda slot: parts[slot[1]], text_of("page.html"))


def embedded(data: Row) -> str:
    """JSON that is safe inside a script element: without ``<``, and ASCII alone."""
    import json

    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def policy(scripts: tuple[str, ...], style: str) -> str:
    """The content security policy: these scripts, this style, and nothing from anywhere."""
    parts = (
        "default-src 'none'",
        f"script-src {' '.join(map(digest, scripts))}",
        f"style-src {digest(style)}",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(parts)


def digest(text: str) -> str:
    """A text's hash as a policy names it."""
    import base64
    import hashlib

    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def text_of(name: str) -> str:
    """A file of ``web/``, with the line ends that a browser hashes."""
    return (WEB / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def library_text() -> str:
    """The vendored layout library under its licence."""
    licence = text_of("vendor/dagre.LICENSE.txt").strip().removeprefix("/*").removesuffix("*/").strip()
    source = text_of("vendor/dagre.min.js").partition("//# sourceMappingURL")[0]
    return f"/*! dagre 3.1.3\n{licence}\n*/\n{source}"


def script_text() -> str:
    """All modules that the entry needs as one script, each after those that it imports."""
    order: dict[str, str] = {}
    _collect(_ENTRY, order)
    parts = ['"use strict";', "const modules = {};", *order.values()]
    return "\n".join(parts)


def _collect(name: str, order: dict[str, str]) -> None:
    source = text_of(name)
    for _, imported in _IMPORT.findall(source):
        if imported not in order:
            _collect(imported, order)
    exported = ", ".join(_EXPORT.findall(source))
    body = _IMPORT.sub(r'const { \1 } = modules["\2"];', source)
    body = _EXPORT.sub(lambda found: found[0].removeprefix("export "), body)
    order[name] = f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'
