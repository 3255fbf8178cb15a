"""How a dim is written: Python's arithmetic, with ``min``, ``max``, ``ceildiv`` and a few functions more.

Reading it back gives the same Dim: what the normal form took apart (a clamp, a remainder) is put
together again here, for people, and taken apart again by the reader (:mod:`shapeinfer.facts.expressions`).
"""

from __future__ import annotations

import keyword

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.dims import Atom, Dim, Monomial, Symbol, Term

FUNCTION_NAMES = frozenset(
    (
        "min",
        "max",
        "broadcast",
        "ceildiv",
        "truncdiv",
        "scaled",
        "floor",
        "ceil",
        "ceiling",
        "floordiv",
        "mod",
        "Min",
        "Max",
        "Mod",
        "abs",
    )
)


_RESERVED = FUNCTION_NAMES.union(keyword.kwlist)


def symbol_text(symbol: Symbol) -> str:
    """The name as an expression spells it: quoted unless it is a plain identifier."""
    name = symbol.name
    if (name.isidentifier() and name not in _RESERVED) or not symbol.named:
        return name
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


def dim_text(dim: Dim) -> str:
    """One dim as text, e.g. ``past + seq``, ``(H + 1)//2``, ``min(N, 5)``."""
    if dim.value is not None:
        return str(dim.value)
    symbol = dim.multiple_of()
    if symbol is not None and (times := dim.terms[0][1]) > 0:  # most need nothing more
        text = symbol_text(symbol)
        if times == 1:
            return text
        return f"{times}*{text}" if text is symbol.name and symbol.named else f"{times}*{closed(text)}"
    writer = _Writer(dim)
    return writer.text()


class _Writer:
    """Takes pieces off the polynomial (clamps, remainders, then what is left) and joins them."""

    def __init__(self, dim: Dim) -> None:
        self.dim = dim
        self.rest: dict[Monomial, int] = dict(dim.terms)
        self.pieces: list[tuple[int, str]] = []

    def text(self) -> str:
        for monomial, _ in self.dim.terms:
            for atom, power in monomial:
                if power == 1 and atom.sort[0] == 1 and monomial in self.rest:
                    if atom.op == "relu":
                        self._take_outer(monomial)
                    if monomial in self.rest:
                        self._take(monomial, atom)  # type: ignore[arg-type]  # sort[0] == 1 marks a Term
        for monomial, _ in self.dim.terms:
            if monomial in self.rest and monomial:
                self._piece(self.rest.pop(monomial), _factors(monomial))
        if self.rest:
            self._piece(self.rest.pop(()), [])
        self.pieces.sort(key=lambda piece: piece[0] < 0)
        out = ""
        for sign, piece in self.pieces:
            if not out:
                out = f"-{closed(piece)}" if sign < 0 else piece
            else:
                out += f" - {piece}" if sign < 0 else f" + {piece}"
        return out

    def _piece(self, coefficient: int, factors: list[str]) -> None:
        size = abs(coefficient)
        if len(factors) == 1 and size == 1:
            self.pieces.append((coefficient, factors[0]))
        else:
            named = [closed(f) for f in factors]
            self.pieces.append(
                (coefficient, "*".join([str(size), *named] if size != 1 or not named else named))
            )

    def _take(self, monomial: Monomial, term: Term) -> None:
        others = tuple(item for item in monomial if item[0] is not term)
        coefficient = self.rest[monomial]
        if term.op == "relu":
            self._take_clamp(monomial, others, coefficient, term.args[0])
        elif term.op == "//" and term.args[1].value is not None:
            self._take_floor(monomial, others, coefficient, term)

    def _take_outer(self, clamp: Monomial) -> None:
        """Take a clamp of this one first: ``max(0, s) - max(0, max(0, s) - 1)`` is ``min(max(0, s), 1)``."""
        for monomial in tuple(self.rest):
            atom = monomial[0][0] if len(monomial) == 1 else None
            if atom is not None and atom.op == "relu" and monomial != clamp:
                delta: Dim = atom.args[0]  # type: ignore[union-attr]  # no Symbol has that op
                times = dict(delta.terms).get(clamp, 0) * -self.rest[monomial]
                if times > 0 and times == self.rest[clamp]:
                    self._take_clamp(monomial, (), self.rest[monomial], delta)
                    return

    def _take_clamp(self, monomial: Monomial, others: Monomial, coefficient: int, delta: Dim) -> None:
        """``p - relu(d)`` is ``min(p, p - d)``; ``p + relu(d)`` is ``max(p, p + d)``."""
        sign = 1 if coefficient < 0 else -1
        found: list[tuple[Monomial, int]] = []
        for part, c in delta.terms:
            want = abs(coefficient) * c * sign
            if c * sign > 0 and self.rest.get(_join(others, part)) == want:
                found.append((part, c * sign))
        del self.rest[monomial]
        for part, _ in found:
            del self.rest[_join(others, part)]
        base = delta.only(dict(found))
        if not found and not others and abs(coefficient) == 1 and () in self.rest:
            base = delta.only({(): self.rest.pop(())})
        elif not found:
            self._piece(coefficient, [*_factors(others), f"max(0, {dim_text(delta)})"])
            return
        other = base - delta if coefficient < 0 else base + delta
        name = "min" if coefficient < 0 else "max"
        self._piece(abs(coefficient), [*_factors(others), f"{name}({dim_text(base)}, {dim_text(other)})"])

    def _take_floor(self, monomial: Monomial, others: Monomial, coefficient: int, term: Term) -> None:
        inner, divisor = term.args
        d = divisor.value
        assert d is not None  # checked by the caller
        times, left = divmod(-coefficient, d)
        if not left and times > 0 and not inner.constant_term():
            parts = [(_join(others, part), c * times) for part, c in inner.terms]
            if all(self.rest.get(part) == c for part, c in parts):
                for part, _ in [*parts, (monomial, 0)]:
                    del self.rest[part]
                self._piece(times, [*_factors(others), f"{closed(dim_text(inner))} % {d}"])
                return
        shift = self.rest.get((), 0)
        if coefficient == 1 and not others and shift < 0 < inner.constant_term():
            del self.rest[()], self.rest[monomial]
            self._piece(1, [_floor_text(inner + shift * d, d)])


def _join(left: Monomial, right: Monomial) -> Monomial:
    powers = dict(left)
    for atom, power in right:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted(powers.items(), key=lambda item: item[0].sort))


def _factors(monomial: Monomial) -> list[str]:
    out = []
    for atom, power in monomial:
        text = _atom_text(atom)
        out.append(text if power == 1 else f"{closed(text)}**{power}")
    return out


def _atom_text(atom: Atom) -> str:
    if atom.sort[0] == 0:
        return symbol_text(atom)  # type: ignore[arg-type]  # sort[0] == 0 marks a Symbol
    term: Term = atom  # type: ignore[assignment]  # the other kind of atom
    if term.op == "//":
        a, b = term.args
        if b.value is not None:
            return _floor_text(a, b.value)
        return f"{closed(dim_text(a))}//{closed(dim_text(b))}"
    if term.op == "relu":
        return f"max(0, {dim_text(term.args[0])})"
    if term.op == "scaled":
        from shapeinfer.dims.float32 import decimal_of  # rarely needed

        size, num, den = term.args
        return f"scaled({dim_text(size)}, {decimal_of((num.value or 0) / (den.value or 1))})"
    if term.op in ("broadcast", "truncdiv"):
        return f"{term.op}({', '.join(map(dim_text, term.args))})"
    return "*".join(closed(dim_text(a)) for a in term.args)


def _floor_text(a: Dim, d: int) -> str:
    if d > 2 and a.constant_term() == d - 1:
        return f"ceildiv({dim_text(a - (d - 1))}, {d})"
    return f"{closed(dim_text(a))}//{d}"


def closed(text: str) -> str:
    """In parentheses, unless it already reads as one thing."""
    if text.isidentifier() or text.isdecimal():
        return text
    if text.endswith(")") and (open_at := text.find("(")) > 0 and text[:open_at].isidentifier():
        depth = 0
        for i, char in enumerate(text):
            depth += (char == "(") - (char == ")")
            if char == ")" and not depth and i < len(text) - 1:
                break
        else:
            return text
    if text.startswith("'") and text.endswith("'") and "'" not in text[1:-1]:
        return text
    if text.startswith("?") and text[1:].isdecimal():
        return text
    return f"({text})"
