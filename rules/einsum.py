"""Einsum: products and sums by an equation such as ``bij,bjk->bik``.

Version  What changed
12       the first version
28       only more element types

Differences: sizes of one letter broadcast between terms in the runtime, and have to be equal inside one
term; a loader takes the first for that of the output, also where it is 1 and others are larger. Each
ellipsis of an equation stands for the same number of axes, but a kernel passes over those of none. The
runtime does not sum over an ellipsis, and knows no capital letters where the output is implied: warnings.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    INFERRED,
    ONE,
    REFUTED,
    Call,
    Dim,
    Shape,
    TensorFact,
    broadcast,
    broadcastable,
    equal,
    is_blamed,
    rule,
    tensor,
)

_ELLIPSIS = "."
_UNRANKED = "an input's rank is unknown"


@rule("Einsum", versions=(12, 28))
def einsum(call: Call, Inputs: tuple[TensorFact | None, ...]) -> TensorFact:
    facts = [f for f in Inputs if f is not None]
    if len(facts) < len(Inputs):
        return tensor(0)  # That an input is left out is reported. A loader compares nothing then.
    equation = call.string("equation")
    if not equation and len(facts) > 1:
        # A loader does not look at it.
        message = "equation is empty, needed a term for each of {count} inputs"
        raise call.fail(codes.EINSUM_EQUATION, message, count=len(facts))
    terms, result = _parsed(call, equation)
    if len(terms) != len(facts):
        raise call.fail(
            codes.EINSUM_EQUATION,
            "there are {have} terms for {count} inputs in equation {equation!r}, needed one for each input",
            have=len(terms), count=len(facts), equation=equation,
        )  # fmt: skip
    dotted = _dotted_axes(call, equation, terms, facts)
    sizes: dict[str, list[Dim]] = {}
    batches: list[Shape] = []
    for term, fact in zip(terms, facts, strict=True):
        if fact.shape is not None:
            _collect(call, equation, term, fact, sizes, batches)
    output = result if result is not None else _implied(terms)
    _look_at_runtime(call, equation, terms, output, dotted, implied=result is None)
    if _ELLIPSIS in output and dotted is None:
        return tensor(0)
    joint = {letter: _joint(call, equation, letter, found) for letter, found in sizes.items()}
    unknown = {c for term, fact in zip(terms, facts, strict=True) if fact.shape is None for c in term}
    shape: list[Dim] = []
    for letter in output:
        if letter == _ELLIPSIS:
            batch = _batch(call, equation, batches, dotted or 0)
            shape.extend([_beside(call, size) for size in batch] if letter in unknown else batch)
        else:
            known = joint.get(letter)
            if known is None:
                known = call.fresh(_UNRANKED)
            elif letter in unknown:
                known = _beside(call, known)
            elif sizes[letter][0] == ONE != known and not is_blamed((known,)):
                known = call.fresh(INFERRED, ONE, known)
            shape.append(known)
    return tensor(0, shape)


def _beside(call: Call, size: Dim) -> Dim:
    """The size where an input of unknown rank has the letter, too: a 1 takes any."""
    return size if equal(size, ONE).verdict() is REFUTED else call.fresh(_UNRANKED)


def _wrong(call: Call, equation: str, what: str) -> Exception:
    return call.fail(codes.EINSUM_EQUATION, "equation {equation!r} has {what}", equation=equation, what=what)


def _look_at_runtime(
    call: Call, equation: str, terms: list[str], output: str, dotted: int | None, *, implied: bool
) -> None:
    """What the specification allows and the runtime refuses. An ellipsis stands for ``dotted`` axes."""
    if dotted != 0 and any(_ELLIPSIS in term for term in terms) and _ELLIPSIS not in output:
        report = call.warn if dotted is None else call.error
        report(
            codes.RUNTIME_DIFFERS, "equation {equation!r} sums over an ellipsis, which ONNX Runtime refuses",
            equation=equation,
        )  # fmt: skip
    if implied and any(c.isupper() for c in output):
        call.error(
            codes.RUNTIME_DIFFERS,
            "equation {equation!r} has capital letters and no output, which ONNX Runtime refuses",
            equation=equation,
        )  # fmt: skip


def _parsed(call: Call, equation: str) -> tuple[list[str], str | None]:
    """The terms and the output, each a string of letters with one dot for an ellipsis."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = [_term(call, equation, term) for term in left.split(",")]
    if not arrow:
        return terms, None
    output = _term(call, equation, right)
    repeated = next((c for c in output if output.count(c) > 1), None)
    if repeated is not None:
        raise _wrong(call, equation, f"{repeated} twice in its output, needed every letter once")
    unseen = next((c for c in output if c != _ELLIPSIS and not any(c in term for term in terms)), None)
    if unseen is not None:
        raise _wrong(call, equation, f"{unseen} in its output only, needed letters of the inputs")
    return terms, output


def _term(call: Call, equation: str, text: str) -> str:
    term = text.replace("...", _ELLIPSIS)
    odd = next((c for c in term if c != _ELLIPSIS and not (c.isascii() and c.isalpha())), None)
    if odd is not None:
        raise _wrong(call, equation, f"the character {odd!r}, needed letters, commas, '...' and one '->'")
    if term.count(_ELLIPSIS) > 1 or "." in text.replace("...", ""):
        raise _wrong(call, equation, "dots that are no ellipsis, needed at most one '...' in each term")
    return term


def _implied(terms: list[str]) -> str:
    """Without ``->``: the ellipsis, then all letters that occur once, sorted."""
    letters = "".join(terms)
    once = sorted(c for c in set(letters) if c != _ELLIPSIS and letters.count(c) == 1)
    return (_ELLIPSIS if _ELLIPSIS in letters else "") + "".join(once)


def _dotted_axes(call: Call, equation: str, terms: list[str], facts: list[TensorFact]) -> int | None:
    """How many axes an ellipsis stands for; None if no rank tells."""
    found: int | None = None
    for position, (term, fact) in enumerate(zip(terms, facts, strict=True)):
        if fact.shape is None:
            continue
        letters = len(term.replace(_ELLIPSIS, ""))
        rest = len(fact.shape) - letters
        if rest < 0 or (rest and _ELLIPSIS not in term):
            raise call.fail(
                codes.EINSUM_EQUATION,
                "equation {equation!r} has {letters} letters for input {position} of rank {rank}, needed one "
                "for each axis", equation=equation, letters=letters, position=position, rank=len(fact.shape),
            )  # fmt: skip
        if _ELLIPSIS not in term:
            continue
        if found is not None and rest != found:
            what = f"an ellipsis of {found} axes and one of {rest}, needed the same number"
            if rest and found:
                raise _wrong(call, equation, what)
            # A kernel passes over one that stands for no axis.
            message = "equation {equation!r} has " + what
            if not call.refuse_load(codes.EINSUM_EQUATION, message, equation=equation):
                call.warn(codes.EINSUM_EQUATION, message, equation=equation)
        found = rest or found or 0
    is_open = any(f.shape is None and _ELLIPSIS in term for term, f in zip(terms, facts, strict=True))
    return None if is_open and not found else found


def _collect(
    call: Call, equation: str, term: str, fact: TensorFact, sizes: dict[str, list[Dim]], batches: list[Shape]
) -> None:
    """Note the sizes of one input by their letters; those of a repeated letter are equal."""
    shape = fact.shape or ()
    before, dots, after = term.partition(_ELLIPSIS)
    stop = len(shape) - len(after)
    if dots and stop > len(before):
        batches.append(shape[len(before) : stop])
    own: dict[str, Dim] = {}
    for letter, size in (*zip(before, shape, strict=False), *zip(after, shape[stop:], strict=True)):
        if letter not in own:
            own[letter] = size
            continue
        own[letter] = call.require_equal(
            own[letter], size, codes.SIZE_MISMATCH,
            "letter {letter} of {equation!r} is {first} and {second} in one input, needed equal sizes; "
            "it is {fact}",
            letter=letter, equation=equation, first=own[letter], second=size, fact=fact,
        )  # fmt: skip
    for letter, size in own.items():
        sizes.setdefault(letter, []).append(size)


def _joint(call: Call, equation: str, what: str, found: list[Dim]) -> Dim:
    """The size of what several terms share."""
    distinct = list(dict.fromkeys(found))
    fits = True
    for i, first in enumerate(distinct):
        for second in distinct[i + 1 :]:
            verdict = call.require(
                broadcastable(first, second), codes.BROADCAST_MISMATCH,
                "{what} of {equation!r} is {first} and {second}, needed equal sizes or 1",
                what=what, equation=equation, first=first, second=second,
            )  # fmt: skip
            fits = fits and verdict is not REFUTED
    return broadcast(distinct) if fits else call.blamed()


def _batch(call: Call, equation: str, batches: list[Shape], axes: int) -> list[Dim]:
    if not batches:
        return list(call.fresh_shape(axes, _UNRANKED))
    return [_joint(call, equation, "the ellipsis", [b[axis] for b in batches]) for axis in range(axes)]
