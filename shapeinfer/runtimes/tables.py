"""What releases of a runtime have, read on demand from the packed text of a generated module.

The text has a paragraph for each operator: its name, then one row a line, each ending in the releases in
which it holds (``0-3,5-``: positions in the list of releases, open to the newest).

    Reshape                                 the operator; com.microsoft:Gelu for one of another domain
    s5;data:T,shape:#i64;reshaped:T;T=2;;0-     a schema: since version ("!" after it: deprecated), inputs
                                            ("?" optional, "*" variadic), outputs, types, attributes
    k5-12;T=2,shape=7;0-                    a CPU kernel: versions (an open end: "14-"), types
    c5-12;T=2,shape=7;15-                   a CUDA kernel
    f10;17-19;T=2;0-                        without a kernel it was seen to load, as a function, at these
                                            opsets of the model with these types
    f10;?;T=2;0-                            it could not be found out whether it loads with these types
    f10;!Erf;T=2;0-                         with these types its body is refused, for this operator in it
    f10;@to,mode:tanh;;0-                   nor whether it does where one of these attributes is given, or
                                            has this value

``T=2`` refers to a list of types. A type is written as in the text form (f32), or as ONNX spells it.
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import elem_type_from_name
from shapeinfer.schema.schema import TypeKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Types = dict[str, frozenset[TypeKey]]

CPU, CUDA = "cpu", "cuda"
_PROVIDERS = {"k": CPU, "c": CUDA}
# Of an open range of opset versions.
LAST = 2**31 - 1


class Formal:
    """One formal input or output: its name, its type variable or the one type that it has, its option
    ("?" optional, "*" variadic, "" neither)."""

    __slots__ = ("name", "option", "type_name", "types")

    def __init__(self, name: str, type_name: str, option: str, types: frozenset[TypeKey]) -> None:
        self.name = name
        self.type_name = type_name
        self.option = option
        self.types = types


class Signature:
    """The schema of one version of an operator in some releases."""

    __slots__ = ("attributes", "deprecated", "inputs", "outputs", "releases", "since", "types")

    def __init__(
        self, since: int, deprecated: bool, inputs: tuple[Formal, ...], outputs: tuple[Formal, ...],
        types: Types, attributes: frozenset[str], releases: int,
    ) -> None:  # fmt: skip
        self.since = since
        self.deprecated = deprecated
        self.inputs = inputs
        self.outputs = outputs
        self.types = types
        self.attributes = attributes
        self.releases = releases

    def input(self, position: int) -> Formal | None:
        """The formal for the input at a position; None if there is none."""
        if position < len(self.inputs):
            return self.inputs[position]
        return self.inputs[-1] if self.inputs and self.inputs[-1].option == "*" else None

    def argument(self, key: str) -> tuple[bool, int] | None:
        """What a kernel's type constraint is compared with, as (whether it is an input, position): the first
        formal of that type variable, else the formal of that name. None if the schema has neither."""
        both = ((True, self.inputs), (False, self.outputs))
        if key in self.types:
            for is_input, formals in both:
                for position, formal in enumerate(formals):
                    if formal.type_name == key:
                        return is_input, position
        for is_input, formals in both:
            for position, formal in enumerate(formals):
                if formal.name == key:
                    return is_input, position
        return None


class Kernel:
    """An implementation: for the versions of the operator from ``start`` to ``end``, and these types."""

    __slots__ = ("end", "provider", "releases", "start", "types")

    def __init__(self, provider: str, start: int, end: int, types: Types, releases: int) -> None:
        self.provider = provider
        self.start = start
        self.end = end
        self.types = types
        self.releases = releases

    def is_for(self, since: int) -> bool:
        """Whether it implements the version of the operator that came with an opset. An open end does not
        cover versions that came later."""
        return self.start == since or (self.end != LAST and self.start <= since <= self.end)


class Measured:
    """What was seen of an operator that is a function: at which opsets of ONNX it loads, with which types of
    its type variables, although no kernel takes them. ``opsets`` None: it could not be found out, or, where
    ``attributes`` are named, not for nodes that have one of them, or one with that value. ``inner``: it does
    not load, for its body has that operator."""

    __slots__ = ("attributes", "inner", "opsets", "releases", "since", "types")

    def __init__(
        self, since: int, opsets: tuple[tuple[int, int], ...] | None, types: Types, releases: int,
        attributes: frozenset[str] = frozenset(), inner: str = "",
    ) -> None:  # fmt: skip
        self.since = since
        self.opsets = opsets
        self.attributes = attributes
        self.inner = inner
        self.types = types
        self.releases = releases


class Operator:
    """All rows of one operator, each with the releases in which it holds as the bits of ``releases``.
    ``alike`` has for each release the first one in which the same rows hold."""

    __slots__ = ("alike", "kernels", "measured", "signatures")

    def __init__(self) -> None:
        self.signatures: list[Signature] = []
        self.kernels: list[Kernel] = []
        self.measured: list[Measured] = []
        self.alike: Sequence[int] = ()


class Tables:
    """The packed text. Operators are read when they are asked for."""

    __slots__ = ("_count", "_operators", "_paragraphs", "_sets", "_types")

    def __init__(self, text: str, sets: Sequence[str], count: int) -> None:
        """``count``: how many releases there are."""
        self._sets = sets
        self._count = count
        self._types: dict[str, frozenset[TypeKey]] = {}
        self._operators: dict[tuple[str, str], Operator | None] = {}
        self._paragraphs: dict[str, str] = {}
        for paragraph in text.strip().split("\n\n"):
            name, _, rows = paragraph.partition("\n")
            self._paragraphs[name] = rows

    def operators(self) -> Iterator[tuple[str, str]]:
        """(domain, name) of every operator."""
        for name in self._paragraphs:
            domain, _, op_type = name.rpartition(":")
            yield domain, op_type

    def operator(self, domain: str, op_type: str) -> Operator | None:
        """The rows of an operator; None if no release has it."""
        key = (domain, op_type)
        if key not in self._operators:
            rows = self._paragraphs.get(f"{domain}:{op_type}" if domain else op_type)
            self._operators[key] = None if rows is None else self._read(rows)
        return self._operators[key]

    def _read(self, rows: str) -> Operator:
        found = Operator()
        masks: set[int] = set()
        for row in rows.split("\n"):
            parts = row[1:].split(";")
            releases = self._releases(parts[-1])
            masks.add(releases)
            if row[0] == "s":
                found.signatures.append(self._signature(parts, releases))
            elif row[0] == "f":
                said, types = parts[1], self._constraints(parts[2])
                names = frozenset(said[1:].split(",") if said[0] == "@" else ())
                inner = said[1:] if said[0] == "!" else ""
                opsets = None if said[0] in "?@!" else tuple(map(_range, said.split(",")))
                found.measured.append(Measured(int(parts[0]), opsets, types, releases, names, inner))
            else:
                start, end = _range(parts[0])
                types = self._constraints(parts[1])
                found.kernels.append(Kernel(_PROVIDERS[row[0]], start, end, types, releases))
        first: dict[tuple[int, ...], int] = {}
        found.alike = [
            first.setdefault(tuple([mask >> release & 1 for mask in masks]), release)
            for release in range(self._count)
        ]
        return found

    def _signature(self, parts: list[str], releases: int) -> Signature:
        since, inputs, outputs, types, attributes, _ = parts
        variables = self._constraints(types)
        return Signature(
            int(since.rstrip("!")),
            since.endswith("!"),
            self._formals(inputs, variables),
            self._formals(outputs, variables),
            variables,
            frozenset(attributes.split(",")) if attributes else frozenset(),
            releases,
        )

    def _formals(self, text: str, variables: Types) -> tuple[Formal, ...]:
        found = []
        for part in text.split(",") if text else ():
            name, _, type_name = part.rstrip("?*").partition(":")
            option = part[-1] if part[-1] in "?*" else ""
            types = variables[type_name] if type_name in variables else frozenset((_type(type_name[1:]),))
            found.append(Formal(name, type_name, option, types))
        return tuple(found)

    def _constraints(self, text: str) -> Types:
        found = {}
        for part in text.split(",") if text else ():
            name, _, number = part.partition("=")
            types = self._types.get(number)
            if types is None:
                types = frozenset(map(_type, self._sets[int(number)].split()))
                self._types[number] = types
            found[name] = types
        return found

    def _releases(self, text: str) -> int:
        bits = 0
        for part in text.split(","):
            first, dash, last = part.partition("-")
            stop = int(last) if last else self._count - 1 if dash else int(first)
            for position in range(int(first), stop + 1):
                bits |= 1 << position
        return bits


def _type(text: str) -> TypeKey:
    number = elem_type_from_name(text)
    return text if number is None else number


def _range(text: str) -> tuple[int, int]:
    first, dash, last = text.partition("-")
    return int(first), int(last) if last else LAST if dash else int(first)
