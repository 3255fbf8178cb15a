"""Which operator versions have a rule. Usage: python tools/coverage.py [--missing | --write | --check]

``--write`` makes docs/operators.md anew, ``--check`` exits with 1 if it is not what would be written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from shapeinfer.rule.modules import RULE_MODULES
from shapeinfer.rule.registry import find_rule
from shapeinfer.schema import schema

PAGE = Path(__file__).resolve().parent.parent / "docs" / "operators.md"

HEAD = """# Operators

Every operator with a rule, its versions, and the file of its rule.
Generated: `python tools/coverage.py --write`.
What a rule can't know (sizes that depend on data) becomes a fresh dim with a reason and its bounds;
`shapeinfer show --unknown` lists them for a model.
"""


def domains() -> list[str]:
    """Every domain that some rule is for, ONNX's own first."""
    found = dict.fromkeys((*schema.known_domains(), *sorted({d for d, _ in RULE_MODULES})))
    return list(found)


def missing() -> list[str]:
    """Versions without a rule."""
    return [
        f"{domain or 'ai.onnx'} {name}-{version}"
        for domain in domains()
        for name in schema.operators(domain)
        for version in schema.versions(domain, name)
        if find_rule(domain, name, version) is None
    ]


def page() -> str:
    """The text of docs/operators.md."""
    lines = [HEAD]
    for domain in domains():
        names = schema.operators(domain)
        lines += [f"## {domain or 'ai.onnx'}", "", "| operator | versions | rule |", "|---|---|---|"]
        for name in names:
            known = [str(v) for v in schema.versions(domain, name) if find_rule(domain, name, v) is not None]
            module = RULE_MODULES.get((domain, name))
            where = f"rules/{module.replace('.', '/')}.py" if module else "none"
            lines.append(f"| {name} | {', '.join(known) or 'none'} | {where} |")
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if "--check" in sys.argv:
        return int(not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page())
    for domain in domains():
        versions = [(n, v) for n in schema.operators(domain) for v in schema.versions(domain, n)]
        have = sum(find_rule(domain, n, v) is not None for n, v in versions)
        print(f"{domain or 'ai.onnx'}: {have} of {len(versions)} versions")
    if "--missing" in sys.argv:
        print("\n".join(missing()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
