"""The reasons why a release refuses a model: its IR version, an opset, or operators; with remedies."""

from __future__ import annotations

from functools import partial

from shapeinfer.engine.place import Place
from shapeinfer.engine.run import Run
from shapeinfer.runtimes import onnxruntime_data as data
from shapeinfer.runtimes.match import KERNEL, Refusal, Verdict, judge
from shapeinfer.runtimes.needs import is_read_as_less
from shapeinfer.runtimes.nodes import Use, uses_of
from shapeinfer.runtimes.tables import CPU, Tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

IR, OPSET, NODE = "ir", "opset", "node"

VERSIONS: tuple[str, ...] = tuple(release[0] for release in data.RELEASES)
"""The known releases, oldest first; a release is named by its position here."""
MINORS: tuple[str, ...] = tuple(version.rpartition(".")[0] for version in VERSIONS)

_tables: list[Tables] = []


def tables() -> Tables:
    """The tables of all releases; what was read of them is kept."""
    if not _tables:
        _tables.append(Tables(data.OPERATORS, data.TYPES, len(data.RELEASES)))
    return _tables[0]


def ir_limit(release: int) -> int:
    """The highest IR version that a release reads."""
    return data.RELEASES[release][1]


def opset_limits(release: int) -> Mapping[str, int]:
    """The highest opset that a release reads, of each domain that has a limit; ONNX's own domain is ""."""
    return data.RELEASES[release][2]


def with_cuda() -> tuple[int, ...]:
    """The releases whose CUDA kernels are known."""
    known = {release[0] for release in data.CUDA}
    return tuple(i for i, version in enumerate(VERSIONS) if version in known)


class Obstacle:
    """One reason why a release refuses the model.

    ``kind`` is IR, OPSET or NODE. ``found`` and ``limit`` are versions, for IR and OPSET; of a NODE
    ``refusal`` says what the release lacks for ``uses``. ``saved``: default optimisations may get past it.
    ``first``: the first later release without this reason; None if no known release is."""

    __slots__ = ("domain", "first", "found", "kind", "limit", "op_type", "refusal", "saved", "uses")

    def __init__(self, kind: str, domain: str = "", found: int = 0, limit: int = 0) -> None:
        self.kind = kind
        self.domain = domain
        self.found = found
        self.limit = limit
        self.op_type = ""
        self.refusal: Refusal | None = None
        self.uses: list[Use] = []
        self.saved = False
        self.first: int | None = None

    @property
    def count(self) -> int:
        """How many nodes are affected."""
        return sum(use.count for use in self.uses)

    @property
    def place(self) -> Place:
        """The first affected place; () for the file as a whole."""
        return self.uses[0].place if self.uses else ()

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for the same reason in other releases."""
        lacking = None if self.refusal is None else (self.refusal.kind, self.op_type)
        return self.kind, self.domain, lacking, self.saved, tuple(map(id, self.uses))


class Loading:
    """Checks a model against releases, and caches the answers for equal nodes."""

    def __init__(self, run: Run) -> None:
        self.model = run.model
        self.uses = uses_of(run)
        self._alike = {use: _alike(use) for use in self.uses}
        self._verdicts: dict[tuple[Use, int, str], Verdict] = {}

    def verdict(self, use: Use, release: int, provider: str = CPU) -> Verdict:
        """Whether the release supports these nodes."""
        key = (use, self._alike[use][release], provider)
        found = self._verdicts.get(key)
        if found is None:
            found = self._verdicts[key] = judge(tables(), key[1], use.asked, provider)
        return found

    def obstacles(self, release: int, provider: str = CPU) -> list[Obstacle]:
        """The reasons why the release refuses the model, versions first; empty if it loads."""
        found = [*self._versions(release)]
        grouped: dict[tuple[object, ...], Obstacle] = {}
        for use in self.uses:
            refusal = self.verdict(use, release, provider).refusal
            if refusal is None:
                continue
            # Operators, attributes and types are checked before optimisations.
            saved = use.saved and refusal.kind == KERNEL
            key = (use.asked.domain, use.asked.op_type, refusal.key(), saved)
            obstacle = grouped.get(key)
            if obstacle is None:
                obstacle = grouped[key] = Obstacle(NODE, use.asked.domain, use.asked.opset)
                obstacle.op_type, obstacle.refusal, obstacle.saved = use.asked.op_type, refusal, saved
            obstacle.uses.append(use)
        for obstacle in grouped.values():
            takes = partial(self._takes, obstacle.uses, provider=provider)
            obstacle.first = next(filter(takes, range(release + 1, len(VERSIONS))), None)
        return [*found, *grouped.values()]

    def _takes(self, uses: Iterable[Use], release: int, provider: str) -> bool:
        return all(self.verdict(use, release, provider).refusal is None for use in uses)

    def _versions(self, release: int) -> Iterator[Obstacle]:
        later = range(release + 1, len(VERSIONS))
        found, limit = self.model.ir_version, ir_limit(release)
        if found > limit:
            obstacle = Obstacle(IR, "", found, limit)
            obstacle.first = next((r for r in later if ir_limit(r) >= found), None)
            yield obstacle
        for domain, version in self.model.opset_imports.items():
            limit = opset_limits(release).get(domain, version)
            if version > limit and not is_read_as_less(domain, version, limit, self.uses):
                obstacle = Obstacle(OPSET, domain, version, limit)
                enough = (r for r in later if opset_limits(r).get(domain, version) >= version)
                obstacle.first = next(enough, None)
                yield obstacle


def _alike(use: Use) -> Sequence[int]:
    """For each release the first one that says the same of an operator."""
    operator = tables().operator(use.asked.domain, use.asked.op_type)
    return range(len(VERSIONS)) if operator is None else operator.alike
