"""Ranges of sizes as the tools of TensorRT take them."""

from __future__ import annotations

import shlex

from shapeinfer.jobs.ranges.tensorrt import MAX, MIN, OPT, SizeRanges
from shapeinfer.render.json import json_text
from shapeinfer.render.text import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_CORNERS = (MIN, OPT, MAX)
# What separates names and sizes in trtexec's options.
_SPECIAL = frozenset(":,'\" ")


def ranges_text(ranges: SizeRanges, file: str) -> str:
    """The sizes, then every form of them."""
    lines = [f"# {name} = {sizes}" for name, sizes in _sizes(ranges)]
    lines += [f"# moved: {plain(said)}" for said in ranges.moved]
    if not ranges.shapes:
        return "\n".join([*lines, "# every input has a fixed shape: no profile is needed"])
    for title, form in (
        ("trtexec", trtexec),
        ("Polygraphy", polygraphy),
        ("TensorRT's Python API", python_api),
    ):
        lines += ["", f"# {title}", form(ranges, file)]
    return "\n".join(lines)


def _sizes(ranges: SizeRanges) -> list[tuple[str, str]]:
    names = ranges.sizes[MIN]
    return [
        (plain(name), " / ".join(str(ranges.sizes[which][name]) for which in _CORNERS) + " (min / opt / max)")
        for name in names
    ]


def trtexec(ranges: SizeRanges, file: str) -> str:
    """One command."""
    options = [
        f"--{which}Shapes="
        + ",".join(f"{_quoted(name)}:{_joined(shapes[which], 'x')}" for name, shapes in ranges.shapes.items())
        for which in _CORNERS
    ]
    return " ".join(map(shlex.quote, ["trtexec", f"--onnx={file}", *options]))


def polygraphy(ranges: SizeRanges, file: str) -> str:
    """One command."""
    words = ["polygraphy", "run", file, "--trt"]
    for which in _CORNERS:
        words.append(f"--trt-{which}-shapes")
        words += [
            f"{_quoted(name)}:[{_joined(shapes[which], ',')}]" for name, shapes in ranges.shapes.items()
        ]
    return " ".join(map(shlex.quote, words))


def python_api(ranges: SizeRanges, file: str) -> str:
    """Lines for a program that has a ``builder`` and a ``config``."""
    lines = ["profile = builder.create_optimization_profile()"]
    lines += [
        f"profile.set_shape({name!r}, min={shapes[MIN]}, opt={shapes[OPT]}, max={shapes[MAX]})"
        for name, shapes in ranges.shapes.items()
    ]
    return "\n".join([*lines, "config.add_optimization_profile(profile)"])


def ranges_json(ranges: SizeRanges, file: str) -> str:
    """The same for programs."""
    whole = {"file": file, "sizes": ranges.sizes, "inputs": ranges.shapes, "moved": ranges.moved}
    return json_text(whole, indent=2)


FORMATS: dict[str, Callable[[SizeRanges, str], str]] = {
    "text": ranges_text,
    "trtexec": trtexec,
    "polygraphy": polygraphy,
    "python": python_api,
    "json": ranges_json,
}


def _quoted(name: str) -> str:
    """The name, in quotes of its own if it holds what separates names from sizes."""
    return f"'{name}'" if _SPECIAL.intersection(name) else name


def _joined(shape: Sequence[int], between: str) -> str:
    return between.join(map(str, shape))
