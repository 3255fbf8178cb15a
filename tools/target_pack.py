"""The rows of a runtime's releases as text, each with the releases in which it holds, and back.

A release is a set of (operator, row): ``("com.microsoft:Gelu", "s1;X:T;Y:T;T=f32 f64;")``, in which the types
stand in full. In the packed text they are numbers, and the row ends in its releases: see
``shapeinfer/runtimes/tables.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from shapeinfer.facts.elem_type import elem_type_from_name, elem_type_name

Row = tuple[str, str]
OPEN_END = 2**31 - 1
_OPTIONS = {"Single": "", "Optional": "?", "Variadic": "*"}


def type_text(text: str) -> str:
    """``f32`` of ``tensor(float)``; any other type as ``shapeinfer.conform.type_key`` spells it."""
    if text.startswith("tensor("):
        number = elem_type_from_name(text[7:-1])
        if number is None:
            raise SystemExit(f"{text} is not known: shapeinfer/elem_type.py needs it")
        return elem_type_name(number)
    # "map(int64, float)" and "map(int64,tensor(float))" are the same type.
    return re.sub(r"map\((\w+), ?(\w+)\)", r"map(\1,tensor(\2))", text)


def operator_name(domain: str, name: str) -> str:
    """``Reshape``, ``com.microsoft:Gelu``."""
    return f"{domain}:{name}" if domain else name


def constraints(types: Mapping[str, Iterable[str]]) -> str:
    """``T=f32 f64,U=i64``: the types are separated by spaces, which none of them holds."""
    return ",".join(
        f"{name}={' '.join(map(escaped, sorted(texts)))}" for name, texts in sorted(types.items())
    )


def escaped(text: str) -> str:
    """A type without the commas that separate constraints."""
    return text.replace(",", "|")


def schema_row(schema: Mapping[str, object]) -> Row:
    """The row of a schema, as the wheel's dump gives it."""
    types = {name: sorted({*map(type_text, texts)}) for name, texts in _types(schema["types"]).items()}
    deprecated = "!" if schema["deprecated"] else ""
    parts = (
        f"s{schema['since']}{deprecated}",
        _formals(schema["inputs"], types),
        _formals(schema["outputs"], types),
        constraints(types),
        ",".join(sorted(_types(schema["attributes"]))),
    )
    return operator_name(str(schema["domain"]), str(schema["name"])), ";".join(parts)


def kernel_row(letter: str, kernel: Sequence[object]) -> Row:
    """The row of a kernel: (provider, domain, operator, start, end, types)."""
    _, domain, name, start, end, types = kernel
    texts = {n: sorted({*map(type_text, ts)}) for n, ts in _types(types).items()}
    versions = f"{start}-" if end == OPEN_END else str(start) if start == end else f"{start}-{end}"
    return operator_name(str(domain), str(name)), f"{letter}{versions};{constraints(texts)}"


def _types(value: object) -> dict[str, list[str]]:
    assert isinstance(value, dict)
    return value


def _formals(value: object, types: Mapping[str, object]) -> str:
    assert isinstance(value, list)
    found = []
    for name, type_name, option in value:
        said = type_name if type_name in types else f"#{type_text(type_name)}"
        found.append(f"{name}:{said}{_OPTIONS[option]}")
    return ",".join(found)


# --- many releases as one text -------------------------------------------------------------------


def pack(releases: Sequence[Iterable[Row]]) -> tuple[str, list[str]]:
    """The text of all releases, and the lists of types that its rows refer to by number."""
    rows: dict[Row, list[int]] = {}
    for position, release in enumerate(releases):
        for row in release:
            rows.setdefault(row, []).append(position)
    sets: dict[str, int] = {}

    def numbered(match: re.Match[str]) -> str:
        return f"{match[1]}={sets.setdefault(match[2], len(sets))}"

    operators: dict[str, list[str]] = {}
    for (name, full), where in sorted(rows.items(), key=lambda item: _order(item[0])):
        line = re.sub(r"(\w+)=([^,;]+)", numbered, full)
        operators.setdefault(name, []).append(f"{line};{spans(where, len(releases))}")
    text = "\n\n".join("\n".join([name, *lines]) for name, lines in operators.items())
    return text, [types.replace("|", ",") for types in sets]


def _order(row: Row) -> tuple[str, int, int, str]:
    """By operator, then schemas, kernels and functions, then by version."""
    name, text = row
    number = re.match(r"\d+", text[1:])
    return name, "skcf".index(text[0]), int(number[0]) if number else 0, text


def unpack(text: str, sets: Sequence[str], count: int) -> list[set[Row]]:
    """The rows of each of ``count`` releases."""
    releases: list[set[Row]] = [set() for _ in range(count)]
    for paragraph in text.strip().split("\n\n"):
        name, *lines = paragraph.split("\n")
        for line in lines:
            row, _, where = line.rpartition(";")
            full = re.sub(r"(\w+)=(\d+)", lambda m: f"{m[1]}={escaped(sets[int(m[2])])}", row)
            for position in positions(where, count):
                releases[position].add((name, full))
    return releases


def spans(positions: Sequence[int], count: int) -> str:
    """``0-3,5-`` for 0, 1, 2, 3, 5 and all that follow."""
    parts: list[list[int]] = []
    for position in positions:
        if parts and parts[-1][1] == position - 1:
            parts[-1][1] = position
        else:
            parts.append([position, position])
    return ",".join(
        f"{a}-" if b == count - 1 and a != b else str(a) if a == b else f"{a}-{b}" for a, b in parts
    )


def positions(text: str, count: int) -> Iterable[int]:
    """The reverse of ``spans``."""
    for part in text.split(","):
        first, dash, last = part.partition("-")
        yield from range(int(first), (int(last) if last else count - 1 if dash else int(first)) + 1)
