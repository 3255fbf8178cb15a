"""How often a release does what shapeinfer says: loads a model, or refuses it.

    python tools/target_accuracy.py FOLDER [--releases 1.17.3 ...] [--cache DIR]   models in a folder
    python tools/target_accuracy.py --node-tests                                   onnx's own
    python tools/target_accuracy.py FOLDER --node-tests --retyped                  as f16, f64 and bf16

Each release is its wheel, fetched by pip, which makes a session of every model (default options, CPU).
Weights in files that are not there are made up. For each release: how many models it loads and refuses, false
errors (shapeinfer says refused, it loads), missed (the other way round), and, where it names an operator
without implementation, whether shapeinfer names it too. Then the least of them against the one that was seen.
The exit code is 1 if there is a false error.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from shapeinfer.engine.run import severity_of  # noqa: E402  # found only through the line above
from shapeinfer.jobs.infer import infer  # noqa: E402
from shapeinfer.runtimes.obstacles import MINORS, Loading  # noqa: E402
from tools.target_models import filled, node_tests, retyped  # noqa: E402
from tools.wheels import fetch  # noqa: E402

RELEASES = ("1.16.3", "1.17.3", "1.19.2", "1.21.1", "1.23.2", "1.31.1", "1.32.0")
_NAMED = re.compile(r"Could not find an implementation for (\w+)\(")


class Said:
    """What shapeinfer says of a model: for each release the operators that it lacks, or None if it loads."""

    def __init__(self, model: bytes, releases: list[int]) -> None:
        run = infer(model).run
        errors = any(p.item.code.at_load and severity_of(p) == "error" for p in run.findings)
        loading = Loading(run)
        self.lacking: list[set[str] | None] = []
        for release in releases:
            obstacles = [o for o in loading.obstacles(release) if not o.saved]
            refused = errors or obstacles
            named = {o.op_type for o in obstacles}
            named |= {o.refusal.inner for o in obstacles if o.refusal is not None}
            self.lacking.append(named if refused else None)


def main(arguments: list[str]) -> int:
    """Print a line for each release."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--node-tests", action="store_true")
    parser.add_argument("--retyped", action="store_true")
    parser.add_argument("--releases", nargs="+", default=RELEASES)
    parser.add_argument("--cache", type=Path, help="where wheels are kept")
    parser.add_argument("--verbose", action="store_true", help="name every model on which the two differ")
    options = parser.parse_args(arguments)
    models = [] if options.folder is None else list(filled(options.folder))
    models += list(node_tests()) if options.node_tests else []
    if options.retyped:
        models = list(retyped(models))
    names = [name for name, _ in models]
    stored = [model.SerializeToString() for _, model in models]
    positions = [MINORS.index(version.rpartition(".")[0]) for version in options.releases]
    said = [Said(model, positions) for model in stored]
    false_errors = 0
    seen: list[list[bool]] = []
    with tempfile.TemporaryDirectory() as folder:
        for at, version in enumerate(options.releases):
            errors = list(fetch(version, options.cache or Path(folder)).load(stored))
            counts = Counter[str]()
            for name, answer, error in zip(names, said, errors, strict=True):
                lacking = answer.lacking[at]
                counts[_cell(lacking, error)] += 1
                if options.verbose and (lacking is None) != (error is None):
                    print(f"  {version} {name}: {error or 'loads'}; said: {lacking or 'loads'}"[:240])
                named = _NAMED.search(error or "")
                if named is not None and lacking is not None:
                    counts["named"] += 1
                    counts["rightly"] += named[1] in lacking
            right = f"{counts['rightly']} of {counts['named']}"
            print(
                f"{version}: {counts['loads']} load, {counts['refused']} refused, "
                f"{counts['false']} false errors, {counts['missed']} missed; operator named rightly {right}"
            )
            false_errors += counts["false"]
            seen.append([error is None for error in errors])
    alike = sum(
        _first([row[n] for row in seen]) == _first([lacking is None for lacking in answer.lacking])
        for n, answer in enumerate(said)
    )
    print(f"the least of these releases is the one seen for {alike} of {len(said)} models")
    return bool(false_errors)


def _cell(lacking: set[str] | None, error: str | None) -> str:
    if lacking is None:
        return "loads" if error is None else "missed"
    return "false" if error is None else "refused"


def _first(loads: list[bool]) -> int | None:
    return next((at for at, does in enumerate(loads) if does), None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
