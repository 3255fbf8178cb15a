"""Parses targets: ``onnxruntime==1.17``, ``onnxruntime>=1.17,<1.21``, ``onnxruntime:cuda``.

A target is one or more releases of a runtime, on a provider, or a runtime of which only its need for fixed
shapes is known. A patch release counts as its minor version, whose last known patch was measured.
"""

from __future__ import annotations

import re

from shapeinfer.runtimes.obstacles import MINORS, VERSIONS, with_cuda
from shapeinfer.runtimes.tables import CPU, CUDA
from shapeinfer.suggest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

ONNXRUNTIME, WEB = "onnxruntime", "onnxruntime-web"
# The same releases under other names of packages, with their providers; the first is the default.
_PROVIDERS = {
    ONNXRUNTIME: {"cpu": CPU, "cpuexecutionprovider": CPU, "cuda": CUDA, "cudaexecutionprovider": CUDA},
    "onnxruntime-gpu": {"cuda": CUDA, "cudaexecutionprovider": CUDA, "cpu": CPU, "cpuexecutionprovider": CPU},
    WEB: {"wasm": CPU, "cpu": CPU},
}
# How runtimes with fixed shapes treat open sizes: see docs/targets.md.
FIXED_SHAPES = {
    "tensorrt": "builds an engine for ranges of sizes, which a profile must give (shapeinfer profile)",
    "qnn": "does not support open sizes: the CPU runs the nodes that have them",
    "coreml": "is slower with open sizes",
    "nnapi": "does not support open sizes: the CPU runs the nodes that have them",
    "opencv-dnn": "refuses most models with open sizes",
}
NAMES = (*_PROVIDERS, *FIXED_SHAPES)
_TARGET = re.compile(r"\s*([A-Za-z][\w.-]*?)\s*((?:[<>=!~].*?)?)\s*(?::\s*(\w+)\s*)?")
_CLAUSE = re.compile(r"(==|>=|<=|<|>)\s*(\d+(?:\.\d+){0,3})(?:\.\.(\d+(?:\.\d+){0,3}))?")


class BadTarget(ValueError):
    """A target that can't be parsed; the text says what was needed."""


class Target:
    """``releases`` are positions in ``obstacles.VERSIONS``, ascending; empty for runtimes with fixed shapes.
    ``unknown`` is the given release, if it is not known and the nearest one is used instead."""

    __slots__ = ("provider", "releases", "runtime", "text", "unknown")

    def __init__(
        self, text: str, runtime: str, provider: str, releases: tuple[int, ...] = (), unknown: str = ""
    ) -> None:
        self.text = text
        self.runtime = runtime
        self.provider = provider
        self.releases = releases
        self.unknown = unknown

    def named(self, releases: Sequence[int]) -> str:
        """Some of its releases as text: ``onnxruntime 1.17 to 1.20 on CUDA``."""
        on = " on CUDA" if self.provider == CUDA else ""
        return f"{self.runtime} {spans(releases)}{on}"

    def __repr__(self) -> str:
        return f"<Target {self.text}>"


def spans(releases: Sequence[int]) -> str:
    """Releases as text: ``1.17``, ``1.17 to 1.20, 1.23``."""
    found: list[list[int]] = []
    for release in releases:
        if found and found[-1][1] == release - 1:
            found[-1][1] = release
        else:
            found.append([release, release])
    return ", ".join(MINORS[a] if a == b else f"{MINORS[a]} to {MINORS[b]}" for a, b in found)


def parse(text: str) -> Target:
    """Parse a target. Raises BadTarget."""
    match = _TARGET.fullmatch(text)
    if match is None:
        raise BadTarget(f"target {text!r}: needed a form such as onnxruntime==1.17")
    name, clauses, provider = match[1].lower(), match[2], match[3]
    if name in FIXED_SHAPES:
        if clauses or provider:
            raise BadTarget(f"target {text!r}: {name} allows no version and no provider")
        return Target(text, name, "")
    if name not in _PROVIDERS:
        raise BadTarget(f"unknown target {name!r}{did_you_mean(name, NAMES)} (known are: {', '.join(NAMES)})")
    providers = _PROVIDERS[name]
    if provider is not None and provider.lower() not in providers:
        known = ", ".join(p for p in providers if not p.endswith("provider"))
        raise BadTarget(f"target {text!r}: no provider {provider!r} of {name} (known are: {known})")
    chosen = providers[provider.lower()] if provider is not None else next(iter(providers.values()))
    runtime = WEB if name == WEB else ONNXRUNTIME
    releases, unknown = _releases(text, clauses) if clauses else ((len(VERSIONS) - 1,), "")
    if chosen == CUDA:
        releases = _of_cuda(text, releases, given=bool(clauses))
    return Target(text, runtime, chosen, releases, unknown)


def _of_cuda(text: str, releases: tuple[int, ...], *, given: bool) -> tuple[int, ...]:
    known = with_cuda()
    if not given:
        return known[-1:]
    lacking = [r for r in releases if r not in known]
    if lacking:
        raise BadTarget(
            f"target {text!r}: the CUDA kernels of {spans(lacking)} are not known"
            f" (those of {spans(known) or 'no release'} are)"
        )
    return releases


def _releases(text: str, clauses: str) -> tuple[tuple[int, ...], str]:
    chosen = set(range(len(VERSIONS)))
    exact = ""
    for part in clauses.split(","):
        match = _CLAUSE.fullmatch(part.strip())
        if match is None or (match[3] and match[1] != "=="):
            raise BadTarget(
                f"target {text!r}: can't parse {part.strip()!r}; needed ==1.17, ==1.17..1.20,"
                " or >=, <=, <, > and a release"
            )
        sign, version, last = match[1], match[2], match[3]
        if last:
            chosen &= _fitting(">=", version) & _fitting("<=", last)
            continue
        if sign == "==":
            exact = version
        chosen &= _fitting(sign, version)
    if chosen:
        return tuple(sorted(chosen)), ""
    if exact and "," not in clauses:
        nearest = len(VERSIONS) - 1 if _minor(exact) > _minor(VERSIONS[-1]) else 0
        return (nearest,), exact
    raise BadTarget(
        f"target {text!r}: no known release matches (known are {MINORS[0]} to {MINORS[-1]};"
        " shapeinfer targets lists them)"
    )


def _fitting(sign: str, version: str) -> set[int]:
    """The releases that a clause allows. Patches count where a bound lies inside a minor version."""
    wanted, patch = _minor(version), version.count(".") > 1 and not version.endswith(".0")
    return {i for i, known in enumerate(VERSIONS) if _fits(sign, _minor(known), wanted, inside=patch)}


def _fits(sign: str, minor: tuple[int, int], wanted: tuple[int, int], *, inside: bool) -> bool:
    if sign == "<":
        return minor < wanted or (inside and minor == wanted)
    return (
        (minor > wanted and sign in (">", ">="))
        or (minor == wanted and "=" in sign)
        or (minor < wanted and sign == "<=")
    )


def _minor(version: str) -> tuple[int, int]:
    numbers = [int(part) for part in version.split(".")] + [0]
    return numbers[0], numbers[1]
