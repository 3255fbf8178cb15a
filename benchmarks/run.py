"""Measure shapeinfer against its peers; prints Markdown tables.

    pip install . && python benchmarks/run.py P1 P5 --pairs 3

Without names of targets everything is measured, which takes about half an hour. A row compares whole
processes, run in turn A B A B: CPU time (user and system), the median of the pairs' ratios and their range.
Models are built into --folder at first need (3 GB of disk for all). A peer that is not installed is left out.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import math
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median

# This process stays small (no onnx here): to the kernel what a child begins with is part of its peak.

# What the installed command does; peers are started in the same way.
OURS = """
import sys
try:
    from shapeinfer.cli.main import console
except ImportError:
    sys.exit(3)  # 1 would say that something was found
console()
"""
PATH = "import onnx, sys; onnx.shape_inference.infer_shapes_path(sys.argv[1], sys.argv[2])"
IN_MEMORY = (
    "import onnx, sys; onnx.save(onnx.shape_inference.infer_shapes(onnx.load(sys.argv[1])), sys.argv[2])"
)
ORT = (
    "import onnx, sys; from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference as S; "
    "onnx.save(S.infer_shapes(onnx.load(sys.argv[1]), 2**31 - 1, True, False, 0), sys.argv[2])"
)
OSI = (
    "import onnx_ir, onnx_shape_inference, sys; m = onnx_ir.load(sys.argv[1]); "
    "onnx_shape_inference.infer_symbolic_shapes(m, warn_on_missing=False); onnx_ir.save(m, sys.argv[2])"
)
CHECKER = "import onnx, sys; onnx.checker.check_model(sys.argv[1], full_check=True)"
SAVED_AGAIN = "import onnx, sys; onnx.save(onnx.load(sys.argv[1]), sys.argv[2])"

# peer -> (program, the module it needs)
PEERS = {
    "onnx infer_shapes_path": (PATH, "onnx"),
    "onnx load + infer + save": (IN_MEMORY, "onnx"),
    "onnxruntime symbolic": (ORT, "onnxruntime"),
    "onnx-shape-inference": (OSI, "onnx_shape_inference"),
    "onnx.checker full": (CHECKER, "onnx"),
}

# (target, our command, model, peer, the ratio aimed at)
ROWS: tuple[tuple[str, str, str, str, float], ...] = (
    ("P1", "annotate", "bert", "onnx infer_shapes_path", 0.20),
    ("P1", "annotate", "bert", "onnx load + infer + save", 0.07),
    ("P1", "annotate", "bert", "onnxruntime symbolic", 0.07),
    ("P2", "lint", "bert", "onnx infer_shapes_path", 0.05),
    ("P2", "lint", "bert", "onnx.checker full", 0.10),
    ("P3", "annotate", "llama", "onnx infer_shapes_path", 0.25),
    ("P3", "annotate", "llama", "onnxruntime symbolic", 0.05),
    ("P3", "annotate", "llama", "onnx-shape-inference", 0.06),
    ("P4", "annotate", "chain-100000", "onnx infer_shapes_path", 0.7),
    ("P4", "annotate", "chain-100000", "onnx-shape-inference", 0.06),
    ("P4", "annotate", "diamond-100000", "onnx infer_shapes_path", 0.7),
    ("P4", "annotate", "mixed-100000", "onnx infer_shapes_path", 0.7),
    ("P4", "annotate", "mixed-100000", "onnx-shape-inference", 0.06),
    ("P4", "annotate", "growing-100000", "onnx infer_shapes_path", 2.0),
    ("P5", "lint", "mixed-1000", "onnx infer_shapes_path", 0.25),
    ("P5", "lint", "resnet50", "onnx infer_shapes_path", 0.25),
)
# (our command, model, the most MiB)
MEMORY = (("annotate", "bert", 64), ("lint", "bert", 64), ("annotate", "large", 64), ("lint", "large", 64))
GROWTH = ("chain", "diamond", "mixed", "growing")
MOST_GROWTH = 1.10
SAVED = ("bert", "llama", "resnet50", "mixed-1000")
# Measured inside of one warm process by inside.py: target -> models, the most for the median and for each.
INSIDE: dict[str, tuple[tuple[str, ...], float, float]] = {
    "P9": (("bert", "llama", "resnet50", "mixed-1000"), 2.5, 6),
    "P10": (("llama", "mixed-6000"), 0.2, 0.2),
    "P11": ((), 3, 3),
    "P12": (("bert", "llama", "resnet50", "mixed-1000"), 0, 0),
}
# P12: the most that a verb may cost, with the inference that it begins with, beside inference alone.
BESIDE = {"cost": 1.5, "report": 2.0, "targets": 1.1}
# A table of more models lists only those that miss the aim.
SHOWN = 40


class Cost:
    """What one process took: CPU seconds (user and system) and its peak memory in MiB."""

    __slots__ = ("code", "memory", "seconds")

    def __init__(self, seconds: float, memory: float, code: int) -> None:
        self.seconds = seconds
        self.memory = memory
        self.code = code

    @property
    def failed(self) -> bool:
        """Whether the process did not do its work; 1 says that something was found."""
        return self.code not in (0, 1)


class Bench:
    """Where models and results lie, and how programs are run."""

    __slots__ = ("folder", "models", "out", "pairs")

    def __init__(self, folder: Path, pairs: int, models: Path | None) -> None:
        # For P9: a folder of models, beside those that are built and those that come with onnx.
        self.models = models
        self.folder = folder.resolve()
        self.out = self.folder / "out.onnx"
        self.pairs = pairs

    def model(self, name: str) -> Path:
        """The model's file, built at first need. Names: ``bert``, ``chain-1000``, ``large``."""
        path = self.folder / f"{name}.onnx"
        if not path.exists():
            builder = Path(__file__).with_name("models.py")
            subprocess.run([sys.executable, builder, path], check=True)
        return path

    def run(self, *command: str | Path, limit: int = 600) -> Cost:
        """Run Python with these arguments to its end; what it prints is dropped. ``limit``: CPU seconds."""
        child = subprocess.Popen(
            ["/bin/sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", sys.executable, *command],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd=self.folder,  # in a clone "import shapeinfer" would find the folder of that name
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
        )  # fmt: skip
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        unit = 2**20 if sys.platform == "darwin" else 2**10  # ru_maxrss: bytes there, KiB elsewhere
        return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / unit, child.returncode)

    def ours(self, job: str, name: str) -> Cost:
        """Our own command line. RuntimeError if it fails, for then no other figure means anything."""
        output = ("-o", self.out) if job == "annotate" else ()
        self.out.unlink(missing_ok=True)
        cost = self.run("-c", OURS, job, self.model(name), *output)
        if cost.failed or (output and not self.out.exists()):
            raise RuntimeError(f"shapeinfer {job} {name} ended with {cost.code}; is shapeinfer installed?")
        return cost

    def theirs(self, program: str, name: str) -> Cost:
        """A peer's program."""
        return self.run("-c", program, self.model(name), self.out)

    def ratios(self, targets: Sequence[str]) -> Iterator[str]:
        """P1 to P5: rows of the table of ratios."""
        for target, job, name, peer, aim in ROWS:
            program, needed = PEERS[peer]
            if target not in targets:
                continue
            row = f"| {target} | {job} {name} | {peer} | {aim}"
            if find_spec(needed) is None:
                yield f"{row} | {needed} is not installed | | |"
                continue
            ours, theirs = [self.ours(job, name)], [self.theirs(program, name)]
            if theirs[0].failed:  # once is enough
                yield f"{row} | it fails | {shown(ours)} | |"
                continue
            for _ in range(self.pairs - 1):
                ours.append(self.ours(job, name))
                theirs.append(self.theirs(program, name))
            found = sorted(a.seconds / b.seconds for a, b in zip(ours, theirs, strict=True))
            ratio = f"{median(found):.3f} ({found[0]:.3f}-{found[-1]:.3f})"
            yield f"{row} | {ratio}{missed(median(found) > aim)} | {shown(ours)} | {shown(theirs)} |"

    def memory(self) -> Iterator[str]:
        """P6: peak memory, whatever the weights weigh."""
        for job, name, most in MEMORY:
            cost = self.ours(job, name)
            size = self.model(name).stat().st_size / 1e6
            found = f"{cost.memory:.0f} MiB{missed(cost.memory > most)}"
            yield f"| P6 | {job} {name} ({size:.0f} MB) | {most} MiB | {found} | {cost.seconds:.2f} s |"

    def growth(self) -> Iterator[str]:
        """P7: how the cost beyond start-up grows from 1,000 to 100,000 nodes, as a power of their number.

        Of several runs the cheapest counts: what a thousand nodes cost is less than what start-up varies."""
        for stem in GROWTH:
            base, *seconds = (
                min(self.ours("annotate", f"{stem}-{nodes}").seconds for _ in range(self.pairs))
                for nodes in (10, 1_000, 10_000, 100_000)
            )
            small, _, large = (max(s - base, 1e-9) for s in seconds)
            power = math.log(large / small) / math.log(100)
            each = ", ".join(f"{s:.2f} s" for s in seconds)
            found = f"{power:.2f}{missed(power > MOST_GROWTH)}"
            yield f"| P7 | annotate {stem} | {MOST_GROWTH} | {found} | {each} |"

    def identical(self) -> Iterator[str]:
        """P8: our file, and what onnx.save writes of the ModelProto in it."""
        again = self.out.with_name("again.onnx")
        for name in SAVED:
            self.ours("annotate", name)
            self.run("-c", SAVED_AGAIN, self.out, again)
            same = filecmp.cmp(self.out, again, shallow=False)
            again.unlink()
            yield f"| P8 | annotate {name} | byte for byte | {'the same' if same else '**another**'} | |"

    def inside(self, target: str) -> Iterator[str]:
        """P9 to P12: rows measured inside of a warm process, and the median of all."""
        names, most, most_each = INSIDE[target]
        paths = [self.model(name) for name in names]
        if target == "P9":
            paths += packaged_models()
            paths += sorted(self.models.rglob("*.onnx")) if self.models else []
        here = Path(__file__).with_name("inside.py")
        command: list[str | Path] = [sys.executable, here, "--pairs", str(self.pairs), target, *paths]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=self.folder)
        medians: dict[str, list[float]] = {}
        for what, ours, peer, ratios in map(json.loads, done.stdout.splitlines()):
            kind = what.partition(" ")[0]
            found, aim = median(ratios), BESIDE.get(kind, most_each)
            medians.setdefault(kind, []).append(found)
            ratio = f"{found:.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f}){missed(found > aim)}"
            if target != "P9" or found > most_each or len(paths) < SHOWN:
                times = f"{median(ours):.2f} ms | {median(peer):.2f} ms"
                yield f"| {target} | {what} | {aim:g} | {ratio} | {times} |"
        for kind, found_of in medians.items() if target == "P9" else ():
            middle = median(found_of)
            ratio = f"{middle:.2f} ({min(found_of):.2f}-{max(found_of):.2f}){missed(middle > most)}"
            yield f"| P9 | {kind}: median of {len(found_of)} models | {most:g} | {ratio} | | |"


def packaged_models() -> list[Path]:
    """The models without weights that come with onnx."""
    spec = find_spec("onnx")
    if spec is None or spec.origin is None:
        return []
    return sorted((Path(spec.origin).parent / "backend" / "test" / "data" / "light").glob("*.onnx"))


def shown(costs: Sequence[Cost]) -> str:
    """The median of the CPU time and the largest peak."""
    return f"{median(c.seconds for c in costs):.2f} s, {max(c.memory for c in costs):.0f} MiB"


def missed(is_missed: bool) -> str:
    return " **missed**" if is_missed else ""


def show_table(head: str, rows: Iterable[str]) -> None:
    columns = head.count("|") - 1
    print(f"\n{head}\n{'|---' * columns}|")
    for row in rows:
        print(row, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", metavar="P1..P12")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "shapeinfer-benchmarks")
    parser.add_argument("--models", type=Path, help="a folder of more models for P9")
    options = parser.parse_args()
    targets = options.targets or [f"P{n}" for n in range(1, 13)]
    options.folder.mkdir(parents=True, exist_ok=True)
    bench = Bench(options.folder, options.pairs, options.models)
    load = ", ".join(f"{x:.2f}" for x in os.getloadavg())
    python = platform.python_version()
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {python}, load {load}; {options.pairs} pairs"
    )
    bench.ours("lint", "mixed-1000")  # writes Python's caches, where the installation has not
    if not {"P1", "P2", "P3", "P4", "P5"}.isdisjoint(targets):
        head = "| | what | against | at most | ratio (range) | shapeinfer | peer |"
        show_table(head, bench.ratios(targets))
    others = {"P6": bench.memory, "P7": bench.growth, "P8": bench.identical}
    for target, rows in others.items():
        if target in targets:
            show_table("| | what | aim | found | CPU |", rows())
    for target in INSIDE:
        if target in targets:
            head = "| | what | at most | ratio (range) | shapeinfer | beside |"
            show_table(head, bench.inside(target))


if __name__ == "__main__":
    main()
