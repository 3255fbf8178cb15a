"""The format "html": one self-contained page with the findings of all files, grouped as text groups them.

``shapeinfer report`` writes the page of one model, with its graph, contract, memory and values.
"""

from __future__ import annotations

from shapeinfer.markup import escaped
from shapeinfer.render.findings.blocks import more_calls_text, place_in_file
from shapeinfer.render.findings.groups import grouped
from shapeinfer.render.text import counted, file_text, plain, totals_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.findings.groups import Group
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Diagnostic, Report

_MOST_PLACES = 100
_STYLE = """
:root { color-scheme: light dark; }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.3em; } h2 { font-size: 1.05em; margin-top: 2em; overflow-wrap: anywhere; }
article { border-left: 4px solid #888; padding: .3em 1em; margin: .8em 0; overflow-wrap: anywhere;
  background: color-mix(in srgb, currentColor 5%, transparent); }
article.error { border-color: #c92f2f; } article.warning { border-color: #c98a1f; }
article.info { border-color: #3f74d0; }
p { margin: .2em 0; } code { font-family: ui-monospace, monospace; font-size: .92em; }
.help, .slug, summary { opacity: .75; }
"""
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{digest}'">
<title>shapeinfer lint</title>
<style>{style}</style>
</head>
<body>
<h1>shapeinfer lint</h1>
"""


class Html:
    """A section for each file that has findings, and the totals. Nothing of a model is markup."""

    streams = False

    def begin(self) -> str:
        """The head of the page, under a policy that allows its own style only."""
        import base64
        import hashlib

        digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
        return _HEAD.format(digest=f"sha256-{digest}", style=_STYLE)

    def clean(self, file: str, counts: Counts) -> str:
        """Nothing."""
        return ""

    def report(self, report: Report) -> str:
        """A section with the findings of one file."""
        cards = "".join(map(_card, grouped(report.diagnostics)))
        return f"<section>\n<h2>{escaped(file_text(report.file))}</h2>\n{cards}</section>\n" if cards else ""

    def end(self, totals: Totals) -> str:
        """The totals."""
        return f"<p>{_shown(totals_text(totals))}</p>\n</body>\n</html>\n"


def _card(group: Group) -> str:
    first, others = group.first, group.others
    code = f'<b>{first.severity} {_shown(first.code)}</b> <span class="slug">{_shown(first.slug)}</span>'
    lines = [f"<p>{code}</p>"]
    if not group.alike:
        lines.append(f"<p>{counted(len(others) + 1, 'further finding')} with this code; the first:</p>")
    lines.append(f"<p>{_shown(first.message)}</p>")
    lines.append(f"<p>at <code>{_place(first)}</code></p>")
    if others:
        items = "".join(f"<li><code>{_place(other)}</code></li>" for other in others[:_MOST_PLACES])
        lines.append(_details(f"and {counted(len(others), 'other place')}", items))
    if first.notes:
        items = "".join(f"<li>{_shown(note)}</li>" for note in first.notes)
        lines.append(_details(counted(len(first.notes), "note"), items))
    if first.help:
        lines.append(f'<p class="help">{_shown(first.help)}</p>')
    return f'<article class="{first.severity}">\n{chr(10).join(lines)}\n</article>\n'


def _shown(text: str) -> str:
    """Text of a model as HTML, with control characters escaped."""
    return escaped(plain(text))


def _details(summary: str, items: str) -> str:
    return f"<details><summary>{summary}</summary><ul>{items}</ul></details>"


def _place(found: Diagnostic) -> str:
    more = f" {more_calls_text(found)}" if found.more_calls else ""
    return _shown(place_in_file(found.location) + more)
