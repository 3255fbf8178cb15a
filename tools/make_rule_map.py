"""Write shapeinfer/rule/modules.py, the map from each operator to the module that holds its rules.

    python tools/make_rule_map.py            write the file
    python tools/make_rule_map.py --check    exit 1 if the file on disk differs

The rule modules are read, not imported. A module declares a rule by calling ``rule``, as a decorator or not;
the first argument is an operator's name or several, spelled out or named by a constant of the module.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "rules"
TARGET = ROOT / "shapeinfer" / "rule" / "modules.py"

HEADER = '''\
"""Which module holds an operator's rules. Generated: python tools/make_rule_map.py"""

from __future__ import annotations

# (domain, operator) -> module below shapeinfer.rules
'''


class Unreadable(Exception):
    """A declaration that can't be read without running the module, or that clashes with another."""


def rule_map(folder: Path) -> dict[tuple[str, str], str]:
    """(domain, operator) -> module name, for every rule module of a folder."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted(folder.rglob("*.py")):
        if path.stem == "__init__":
            continue
        module = ".".join(path.relative_to(folder).with_suffix("").parts)
        for key, line in declarations(path):
            other = found.setdefault(key, module)
            if other != module:
                there = other.replace(".", "/") + ".py"
                raise Unreadable(f"{path.name}:{line}: {key} has rules in {there} too")
    return found


def declarations(path: Path) -> Iterator[tuple[tuple[str, str], int]]:
    """((domain, operator), line) for every operator that a module declares rules for."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    constants = {name: value for node in tree.body for name, value in assignments(node)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule"):
            continue
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        first = node.args[0] if node.args else keywords.get("op_type")
        domain = keywords.get("domain")
        try:
            if first is None:
                raise Unreadable("no operator is named")
            domains = ("",) if domain is None else strings(domain, constants)
            operators = strings(first, constants)
        except Unreadable as error:
            raise Unreadable(f"{path.name}:{node.lineno}: {error}") from None
        yield from (((domains[0], operator), node.lineno) for operator in operators)


def assignments(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The constants that one statement of a module binds."""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
        yield node.target.id, node.value
    elif isinstance(node, ast.Assign):
        yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def strings(node: ast.expr, constants: dict[str, ast.expr]) -> tuple[str, ...]:
    """The strings that an expression spells: one, several, a dict's keys, or a constant that names them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return tuple(text for item in node.elts for text in strings(item, constants))
    if isinstance(node, ast.Dict) and None not in node.keys:
        return tuple(text for key in node.keys if key is not None for text in strings(key, constants))
    if isinstance(node, ast.Starred):
        return strings(node.value, constants)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return strings(node.left, constants) + strings(node.right, constants)
    if isinstance(node, ast.Name) and node.id in constants:
        # Without the name itself, so that a constant defined by itself ends.
        rest = {name: value for name, value in constants.items() if name != node.id}
        return strings(constants[node.id], rest)
    raise Unreadable(f"{ast.unparse(node)!r} can't be read without running the module")


def text_of(found: dict[tuple[str, str], str]) -> str:
    """The text of the generated module."""
    lines = [f'    ("{domain}", "{name}"): "{module}",\n' for (domain, name), module in sorted(found.items())]
    table = "{\n" + "".join(lines) + "}" if lines else "{}"
    return f"{HEADER}RULE_MODULES: dict[tuple[str, str], str] = {table}\n"


def main(arguments: list[str]) -> int:
    """Write the map, or compare it with the disk."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        found = rule_map(RULES)
    except (Unreadable, SyntaxError) as error:
        print(f"make_rule_map: {error}", file=sys.stderr)
        return 1
    text = text_of(found)
    if not arguments:
        TARGET.write_text(text, encoding="utf-8", newline="\n")
        print(f"{TARGET}: {len(found)} operators in {len(set(found.values()))} modules")
        return 0
    if TARGET.exists() and TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET} differs from the rules on disk: run python tools/make_rule_map.py")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
