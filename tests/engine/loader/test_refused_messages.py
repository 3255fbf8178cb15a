"""Every mistake in the tables of ``refused_data.py`` is one that some rule tells: who rewords a message is told
to measure, or to rename, what the tables say of it."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import shapeinfer
from shapeinfer import codes
from shapeinfer.codes.code import Code
from shapeinfer.engine.loader import refused_data

TABLES = ("AT_RUN", "CREATED", "ALWAYS", "RANKED", "LISTED", "SEEN")
FIELD = "\0"


def sources() -> Iterator[Path]:
    found = find_spec("shapeinfer.rules")
    assert found is not None and found.origin is not None
    yield from Path(found.origin).parent.rglob("*.py")
    yield from Path(shapeinfer.__file__).parent.rglob("*.py")


def texts(node: ast.expr, known: dict[str, set[str]]) -> set[str]:
    """The texts that an expression may be, as far as it is put together from those that are written."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return known.get(name, set())
        case ast.BinOp(left=left, op=ast.Add()):
            return texts(left, known)  # what a message begins with
        case ast.IfExp(body=body, orelse=other):
            return texts(body, known) | texts(other, known)
        case ast.JoinedStr(values=parts):
            return {"".join(str(p.value) if isinstance(p, ast.Constant) else FIELD for p in parts)}
    return set()


@cache
def messages() -> dict[str, set[str]]:
    """The messages that are written beside each code, by the code's id."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sources()]
    known_codes = {name: getattr(codes, name) for name in dir(codes)}  # vars() has those that were asked for
    ids = {name: code.id for name, code in known_codes.items() if isinstance(code, Code)}
    found: dict[str, set[str]] = {}
    shared: dict[str, set[str]] = {}  # constants, which other modules import
    own: list[dict[str, set[str]]] = []
    for tree in trees:
        known: dict[str, set[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                known.setdefault(node.targets[0].id, set()).update(texts(node.value, known))
        own.append(known)
        for name, values in known.items():
            if name.isupper():
                shared.setdefault(name, set()).update(values)
    for tree, known in zip(trees, own, strict=True):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            for arg, after in itertools.pairwise(node.args):
                name = arg.attr if isinstance(arg, ast.Attribute) else getattr(arg, "id", "")
                if name in ids:
                    found.setdefault(ids[name], set()).update(texts(after, {**shared, **known}))
    return found


def begins(message: str, words: list[str]) -> bool:
    """Whether a message, with any values in it, may begin with these words."""
    tokens = [re.sub(r"\{[^}]*\}", FIELD, token) for token in message.split()]
    tokens = [re.sub(r"\([^)]*\)|'[^']*'|-?\d+", "", token).rstrip(":,;") for token in tokens]

    def fits(at: int, wanted: int) -> bool:
        if wanted == len(words):
            return True
        if at == len(tokens):
            return False
        token = tokens[at]
        if FIELD in token:  # a name; or a list or number, which is left out
            is_name = tokens[at - 1] in ("the", "both")
            most = len(words) - wanted if at == 0 else int(is_name)
            return any(fits(at + 1, wanted + count) for count in range(most + 1))
        return fits(at + 1, wanted) if not token else token == words[wanted] and fits(at + 1, wanted + 1)

    return fits(0, 0)


@pytest.mark.parametrize("table", TABLES)
def test_every_mistake_is_told_by_some_rule(table: str) -> None:
    told: dict[str, bool] = {}
    for mistakes in getattr(refused_data, table).values():
        for mistake in mistakes:
            code, *words = mistake.split(" ")
            told[mistake] = any(begins(message, words) for message in messages().get(code, ()))
    assert [mistake for mistake, is_told in told.items() if not is_told] == []


def test_a_message_that_is_reworded_is_noticed() -> None:
    assert begins("{name} has rank {rank}, needed {need}", ["X", "has"])
    assert begins("perm {perm} names axis {axis} twice", ["perm", "names"])
    assert begins("{count} inputs, needed {need}", ["inputs", "needed"])
    assert not begins("perm {perm} names axis {axis} twice", ["perm", "has"])
    assert not begins("mode is {mode!r}, needed one of {allowed}", ["direction", "is"])
