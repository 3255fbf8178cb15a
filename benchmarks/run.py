"""Measure shapeinfer against its peers and print a Markdown table.

    python benchmarks/run.py                 everything (about half an hour)
    python benchmarks/run.py P1 P5 --pairs 3

Every row is a pair of whole processes, run in turn A B A B; CPU time; the ratio is the median of the pairs
with its range. Models are built into --folder at first need (3 GB of disk). onnxruntime and
onnx-shape-inference are measured where they are installed.
"""

from __future__ import annotations

import argparse
import compileall
import math
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

from measure import Comparison, middle, run
from models import model_file

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


def command(job: str, model: Path, out: Path) -> list[str]:
    """Our own command line."""
    own = [sys.executable, "-m", "shapeinfer", job, str(model)]
    return [*own, "-o", str(out)] if job == "annotate" else own


def ratios(chosen: Sequence[str], folder: Path, out: Path, pairs: int) -> Iterator[str]:
    """The rows of the table of ratios."""
    for target, job, name, peer, aim in ROWS:
        program, needed = PEERS[peer]
        if target not in chosen:
            continue
        if find_spec(needed) is None:
            yield f"| {target} | {job} {name} | {peer} | {aim} | {needed} is not installed | | |"
            continue
        model = model_file(folder, name)
        theirs = [sys.executable, "-c", program, str(model), str(out)]
        found = Comparison(command(job, model, out), theirs, pairs)
        seconds, memory = middle(found.ours)
        if found.failed:
            yield f"| {target} | {job} {name} | {peer} | {aim} | it fails | {seconds:.2f} s, {memory:.0f} MiB | |"
            continue
        ratio, spread = median(found.ratios), f"{found.ratios[0]:.3f}-{found.ratios[-1]:.3f}"
        their_seconds, their_memory = middle(found.theirs)
        met = "" if ratio <= aim else " **missed**"
        yield (
            f"| {target} | {job} {name} | {peer} | {aim} | {ratio:.3f} ({spread}){met} "
            f"| {seconds:.2f} s, {memory:.0f} MiB | {their_seconds:.2f} s, {their_memory:.0f} MiB |"
        )


def memory(folder: Path, out: Path) -> Iterator[str]:
    """P6: peak memory, whatever the weights weigh."""
    for job, name, most in MEMORY:
        model = model_file(folder, name)
        cost = run(command(job, model, out))
        met = "" if cost.memory <= most and not cost.failed else " **missed**"
        size = model.stat().st_size / 1e6
        yield f"| P6 | {job} {name} ({size:.0f} MB) | {most} MiB | {cost.memory:.0f} MiB{met} | {cost.seconds:.2f} s |"


def growth(folder: Path, out: Path, pairs: int) -> Iterator[str]:
    """P7: how the cost beyond start-up grows from 1,000 to 100,000 nodes."""
    for stem in GROWTH:
        seconds = [
            median(run(command("annotate", model_file(folder, f"{stem}-{n}"), out)).seconds for _ in range(pairs))
            for n in (10, 1_000, 10_000, 100_000)
        ]
        marginal = [s - seconds[0] for s in seconds[1:]]
        exponent = math.log(max(marginal[2], 1e-9) / max(marginal[0], 1e-9)) / math.log(100)
        met = "" if exponent <= MOST_GROWTH else " **missed**"
        shown = ", ".join(f"{s:.2f} s" for s in seconds[1:])
        yield f"| P7 | annotate {stem} | {MOST_GROWTH} | {exponent:.2f}{met} | {shown} |"


def identical(folder: Path, out: Path) -> Iterator[str]:
    """P8: our file against ``onnx.save`` of the same annotated ModelProto."""
    import onnx

    for name in ("bert", "llama", "resnet50", "mixed-1000"):
        model = model_file(folder, name)
        run(command("annotate", model, out))
        again = out.with_suffix(".again")
        onnx.save(onnx.load(out), again)
        same = out.read_bytes() == again.read_bytes()
        again.unlink()
        yield f"| P8 | annotate {name} | byte for byte | {'the same' if same else '**another**'} | |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="P1..P8")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "shapeinfer-benchmarks")
    options = parser.parse_args()
    chosen = options.targets or [f"P{n}" for n in range(1, 9)]
    options.folder.mkdir(parents=True, exist_ok=True)
    out = options.folder / "out.onnx"
    spec = find_spec("shapeinfer")
    for place in spec.submodule_search_locations or () if spec else ():
        compileall.compile_dir(place, quiet=2)
    load = ", ".join(f"{x:.2f}" for x in os.getloadavg())
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, load {load}; "
          f"{options.pairs} pairs\n")  # fmt: skip
    print("| | what | against | at most | ratio (range) | shapeinfer | peer |\n|---|---|---|---|---|---|---|")
    for row in ratios(chosen, options.folder, out, options.pairs):
        print(row, flush=True)
    print("\n| | what | aim | found | CPU |\n|---|---|---|---|---|")
    if "P6" in chosen:
        print(*memory(options.folder, out), sep="\n", flush=True)
    if "P7" in chosen:
        print(*growth(options.folder, out, max(options.pairs // 2, 1)), sep="\n", flush=True)
    if "P8" in chosen:
        print(*identical(options.folder, out), sep="\n", flush=True)


if __name__ == "__main__":
    main()
