"""``python -m tests.fuzz``: hostile input against the real program, and a table of what it took.

python -m tests.fuzz            a fixed part, under a minute
python -m tests.fuzz --all      everything
python -m tests.fuzz damaged    classes by name

Against ONNX Runtime, SEEDS being a count or FIRST..LAST:

python -m tests.fuzz --differential SEEDS [MODE]    random models
python -m tests.fuzz --differential SEEDS FOLDER    a few nodes at a time of the models in a folder, mutated
python -m tests.fuzz --rewritten SEEDS [...]        what is written of the same models does what they do
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from tests.fuzz import attempts
from tests.fuzz.harness import Attempt, run, table
from tests.fuzz.server import hostile_server

CLASSES = ("hostile", "damaged", "texts", "numbers", "settings", "arguments", "archives", "names")


def sample(found: list[Attempt], most: int = 12) -> list[Attempt]:
    """A fixed part of a class, spread over all of it."""
    return found[:: max(1, len(found) // most)]


def chosen(names: list[str], base: str) -> Iterator[Attempt]:
    """The attempts of these classes; all of them for ``--all``, a fixed part for none."""
    wanted = CLASSES if names in (["--all"], []) else tuple(names)
    for name in wanted:
        if name != "servers":
            found = list(getattr(attempts, name)())
            yield from found if names else sample(found)
    if not names or "--all" in names or "servers" in names:
        yield from attempts.servers(base)


def main(names: list[str]) -> int:
    if names[:1] in (["--differential"], ["--rewritten"]):
        from tests.fuzz.differential import judge, rewritten
        from tests.fuzz.differential.command import run as run_differential

        judging = judge.judged if names[0] == "--differential" else rewritten.judged
        return run_differential(names[1:], lambda text: print(text, flush=True), judging)
    unknown = [name for name in names if name not in (*CLASSES, "servers", "--all")]
    if unknown:
        print(
            f"usage: python -m tests.fuzz [--all | CLASS ... | (--differential | --rewritten) SEEDS [MODE | FOLDER]]; "
            f"{unknown[0]!r} is none of {', '.join((*CLASSES, 'servers'))}",
            file=sys.stderr,
        )
        return 2
    os.environ["SHAPEINFER_REMOTE_TIMEOUT"] = "5"
    with hostile_server() as base:
        outcomes = []
        for attempt in chosen(names, base):
            outcome = run(attempt)
            outcomes.append(outcome)
            for defect in outcome.defects:
                print(f"{attempt.name}: {' '.join(attempt.arguments)[:80]!r} {defect}", flush=True)
    print(table(outcomes))
    return any(outcome.defects for outcome in outcomes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
