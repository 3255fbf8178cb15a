"""Describes whether a model fits into a memory limit."""

from __future__ import annotations

from shapeinfer.costs.fit import AT_MOST, FITS, TOO_LARGE
from shapeinfer.engine.place import place_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.costs.fit import Fit, Need
    from shapeinfer.reports.diagnostic import MemoryBudget

_NAMES = (" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB")


def bytes_text(number: int) -> str:
    """``512 B``, ``97.5 MiB``: three digits, in powers of 1024."""
    size, at = float(number), 0
    while abs(size) >= 1024 and at + 1 < len(_NAMES):
        size /= 1024
        at += 1
    digits = 0 if at == 0 or size >= 100 else 1 if size >= 10 else 2
    return f"{size:.{digits}f}{_NAMES[at]}"


def memory_budget(fit: Fit, *, fits: bool) -> MemoryBudget:
    """The answer for a report."""
    from shapeinfer.reports.diagnostic import MemoryBudget  # pydantic is slow to load

    need = fit.need
    return MemoryBudget(
        budget=fit.budget,
        fits=fits,
        answer=fit_text(fit),
        needed=None if need is None else need.bytes.value,
        place="" if need is None or not need.place else place_text(need.place),
    )


def too_large(budget: int, need: Need) -> str:
    """Why a choice of sizes is refused; the same text for all choices that are refused at one place."""
    return f"needs more than {bytes_text(budget)} of memory ({_peak_at(need)})"


def fit_text(fit: Fit) -> str:
    """Whether a budget is enough, or for which sizes, and how many values of unknown size are not counted."""
    said = _answer(fit)
    if not fit.unsized:
        return said
    values = "1 value is" if fit.unsized == 1 else f"{fit.unsized} values are"
    return f"{said}\nthe bytes of {values} unknown and count as 0"


def _answer(fit: Fit) -> str:
    budget = bytes_text(fit.budget)
    if fit.verdict == FITS:
        return f"fits into {budget}: {_needed(fit)}"
    if fit.verdict == TOO_LARGE:
        return f"does not fit into {budget}: {_needed(fit)}"
    if fit.verdict == AT_MOST and fit.symbol is not None:
        return f"fits into {budget} where {fit.symbol.name} <= {fit.most}; {_needed_at(fit, fit.most + 1)}"
    lines = [f"fits into {budget} where"]
    lines += [f"  {need.bytes} <= {fit.budget}  ({_peak_at(need)})" for need in fit.needs]
    return "\n".join(lines)


def _needed(fit: Fit) -> str:
    need = fit.need
    assert need is not None
    value = need.bytes.value
    if value is None:
        assert fit.symbol is not None
        return f"{fit.symbol.name} of any size" if fit.verdict == FITS else _needed_at(fit, fit.most)
    return f"needs {'' if need.exact else 'up to '}{bytes_text(value)} ({_peak_at(need)})"


def _needed_at(fit: Fit, size: int) -> str:
    need, symbol = fit.need, fit.symbol
    assert need is not None
    assert symbol is not None
    needed = bytes_text(need.bytes.evaluate(lambda _: size))
    return f"{symbol.name}={size} needs {'' if need.exact else 'up to '}{needed} ({_peak_at(need)})"


def _peak_at(need: Need) -> str:
    return f"most at {place_text(need.place)}" if need.place else "weights and inputs alone"
