"""Write shapeinfer/runtimes/onnxruntime_data.py, what each release of ONNX Runtime has.

    python tools/make_target_snapshot.py --add 1.31.1 [1.30.0 ...]   add releases, or measure them again
    python tools/make_target_snapshot.py --add 1.31.1 --cuda         with the kernels of onnxruntime-gpu
    python tools/make_target_snapshot.py --check                     exit 1 if the file is not of this form

A release is the wheel of that version for this interpreter and machine, fetched by pip into --cache (a folder
that is kept; the default is made anew and removed). It is asked for its kernels and schemas, which no
documented interface lists: the tool stops where the private one is gone. Of each minor version the last patch
is kept: adding 1.30.1 replaces 1.30.0. Nothing is written unless all of it succeeds.
"""

from __future__ import annotations

import argparse
import datetime
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from shapeinfer.runtimes.tables import Tables  # noqa: E402  # found only through the line above
from tools.cuda_stubs import build  # noqa: E402
from tools.target_pack import Row, kernel_row, pack, schema_row, unpack  # noqa: E402
from tools.target_probe import Attributes, Version, functions, limits  # noqa: E402
from tools.wheels import Wheel, fetch  # noqa: E402

FILE = ROOT / "shapeinfer" / "runtimes" / "onnxruntime_data.py"
NEWEST = ROOT / "shapeinfer" / "runtimes" / "newest.py"
# Layout domains are the runtime's own business: no file may hold their operators.
DOMAINS = (
    "",
    "ai.onnx.ml",
    "ai.onnx.preview",
    "ai.onnx.preview.training",
    "ai.onnx.training",
    "com.microsoft",
)

HEADER = '''\
"""What each release of ONNX Runtime has: its limits, schemas, kernels, and functions that were seen to load.

Generated: python tools/make_target_snapshot.py --add VERSION
From the wheels on PyPI that RELEASES names, for CPython on x86-64 Linux. ONNX Runtime is Copyright (c)
Microsoft Corporation, MIT License. The form of OPERATORS is described in tables.py.
"""

from __future__ import annotations

# (version, highest IR version, highest opset of each limited domain, wheel, its sha256, when it was asked)
RELEASES: tuple[tuple[str, int, dict[str, int], str, str, str], ...] = (
'''
NEWEST_TEXT = '''\
"""What the newest known release of ONNX Runtime reads: models beyond it load in none that is known.

Generated: python tools/make_target_snapshot.py --add VERSION
"""

from __future__ import annotations

RELEASE = "{version}"
IR_VERSION = {ir_version}
OPSETS: dict[str, int] = {opsets}
'''


class Release:
    """One release: its name, limits and rows. ``cuda``: the wheel of its CUDA kernels, if they are known."""

    def __init__(
        self, version: str, ir_version: int, opsets: Mapping[str, int], file: str, sha256: str, date: str,
        rows: set[Row], cuda: tuple[str, str, str] | None = None,
    ) -> None:  # fmt: skip
        self.version = version
        self.ir_version = ir_version
        self.opsets = dict(opsets)
        self.file = file
        self.sha256 = sha256
        self.date = date
        self.rows = rows
        self.cuda = cuda

    @property
    def minor(self) -> tuple[int, ...]:
        """(1, 31) of 1.31.1."""
        return tuple(map(int, self.version.split(".")[:2]))


def measured(wheel: Wheel, date: str) -> Release:
    """A release as its wheel shows it."""
    dump = wheel.dump()
    kernels, schemas = dump["kernels"], dump["schemas"]
    if dump["version"] != wheel.version or not isinstance(kernels, list) or not isinstance(schemas, list):
        raise SystemExit(f"{wheel.file} is not {wheel.version}, or lists nothing: {str(dump)[:200]}")
    ir_version, opsets = limits(wheel)
    schemas = [s for s in schemas if s["domain"] in DOMAINS]
    rows = {schema_row(s) for s in schemas}
    rows |= {kernel_row("k", k) for k in kernels if k[0] == "CPUExecutionProvider" and k[1] in DOMAINS}
    attributes: dict[Version, Attributes] = {
        (s["domain"], s["name"], s["since"]): {
            n: (kind, needed) for n, (kind, needed) in s["attributes"].items()
        }
        for s in schemas
    }
    text, sets = pack([rows])
    rows |= functions(wheel, Tables(text, sets, 1), opsets, attributes)
    return Release(wheel.version, ir_version, opsets, wheel.file, wheel.sha256, date, rows)


def add_cuda(release: Release, cache: Path, date: str) -> None:
    """Add the CUDA kernels of the same version of onnxruntime-gpu. SystemExit where it lists none."""
    wheel = fetch(release.version, cache, "onnxruntime-gpu")
    stubs = cache / f"stubs-{release.version}"
    build((wheel.folder / "onnxruntime" / "capi").glob("libonnxruntime_providers_*.so"), stubs)
    kernels = wheel.dump({"LD_LIBRARY_PATH": str(stubs)})["kernels"]
    assert isinstance(kernels, list)
    rows = {kernel_row("c", k) for k in kernels if k[0] == "CUDAExecutionProvider" and k[1] in DOMAINS}
    if not rows:
        raise SystemExit(f"{wheel.file} lists no CUDA kernels")
    release.rows = {row for row in release.rows if not row[1].startswith("c")} | rows
    release.cuda = (wheel.file, wheel.sha256, date)


def keep_cuda(release: Release, known: Iterable[Release]) -> None:
    """Keep the CUDA kernels that the file has of this very version."""
    for old in known:
        if old.version == release.version and old.cuda is not None:
            release.rows |= {row for row in old.rows if row[1].startswith("c")}
            release.cuda = old.cuda


def known() -> list[Release]:
    """The releases that the file on disk has."""
    if not FILE.exists():
        return []
    from shapeinfer.runtimes import onnxruntime_data as data

    cuda = {version: (file, sha256, date) for version, file, sha256, date in data.CUDA}
    rows = unpack(data.OPERATORS, data.TYPES, len(data.RELEASES))
    return [
        Release(*release, rows=own, cuda=cuda.get(release[0]))
        for release, own in zip(data.RELEASES, rows, strict=True)
    ]


def merged(releases: Iterable[Release]) -> list[Release]:
    """In order; of one minor version the one that comes last."""
    return [r for _, r in sorted({r.minor: r for r in releases}.items())]


def text_of(releases: list[Release]) -> str:
    """The text of the module."""
    text, sets = pack([r.rows for r in releases])
    out = [HEADER]
    out += [
        f"    ({r.version!r}, {r.ir_version}, {r.opsets!r},\n"
        f"     {r.file!r},\n     {r.sha256!r}, {r.date!r}),\n"
        for r in releases
    ]
    out.append(
        ")\n\n# (version, wheel of onnxruntime-gpu, its sha256, when it was asked): the CUDA kernels\n"
    )
    out.append("CUDA: tuple[tuple[str, str, str, str], ...] = (\n")
    out += [f"    {(r.version, *r.cuda)!r},\n" for r in releases if r.cuda is not None]
    out.append(")\n\n# The lists of types that the rows name by number.\nTYPES: tuple[str, ...] = (\n")
    out += [f"    {types!r},\n" for types in sets]
    out.append(f')\n\nOPERATORS = """\\\n{text}\n"""\n')
    return "".join(out).replace("'", '"')


def newest_of(release: Release) -> str:
    """The text of the small module."""
    opsets = repr(release.opsets).replace("'", '"')
    return NEWEST_TEXT.format(version=release.version, ir_version=release.ir_version, opsets=opsets)


def main(arguments: list[str]) -> int:
    """Add releases, or compare the form of the files with the tool's."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--add", nargs="+", default=[], metavar="VERSION")
    parser.add_argument(
        "--cuda", action="store_true", help="the kernels of onnxruntime-gpu as well; needs gcc"
    )
    parser.add_argument("--cache", type=Path, help="where wheels are kept")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    releases = known()
    with tempfile.TemporaryDirectory() as folder:
        cache, date = options.cache or Path(folder), str(datetime.date.today())
        for version in options.add:
            release = measured(fetch(version, cache), date)
            if options.cuda:
                add_cuda(release, cache, date)
            else:
                keep_cuda(release, releases)
            releases = merged([*releases, release])
            print(
                f"{version}: {len(release.rows)} rows, IR {release.ir_version}, {release.opsets}", flush=True
            )
    files = {FILE: text_of(releases), NEWEST: newest_of(releases[-1])}
    if options.check:
        different = [path.name for path, text in files.items() if path.read_text(encoding="utf-8") != text]
        print("\n".join(f"{name} differs from what this tool writes" for name in different), end="")
        return bool(different)
    for path, text in files.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
