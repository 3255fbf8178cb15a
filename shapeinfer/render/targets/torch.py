"""Dynamic shapes as the Python code that ``torch.export`` takes."""

from __future__ import annotations

from shapeinfer.render.text import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.jobs.ranges.torch import DynamicShapes, Root


def torch_text(found: DynamicShapes) -> str:
    """Lines that define ``dynamic_shapes``; constraints that torch can't be told are comments."""
    lines = []
    if any(found.inputs.values()):
        lines += ["from torch.export import Dim", ""]
    lines += [f"{name} = Dim({name!r}{_bounds(root)})" for name, root in found.roots.items()]
    lines += [f"# torch can't be told: {plain(text)}" for text in found.left]
    lines.append("dynamic_shapes = {")
    for name, axes in found.inputs.items():
        entries = ", ".join(f"{axis}: {_dim(at)}" for axis, at in axes.items())
        lines.append(f"    {name!r}: " + (f"{{{entries}}}," if axes else "None,"))
    return "\n".join([*lines, "}"])


def _bounds(root: Root) -> str:
    low = "" if root.low is None or root.low <= 0 else f", min={root.low}"
    return low + ("" if root.high is None else f", max={root.high}")


def _dim(at: tuple[int, str, int] | None) -> str:
    if at is None:
        return "Dim.AUTO"
    factor, name, constant = at
    text = name if factor == 1 else f"{factor}*{name}"
    return text if not constant else f"{text} + {constant}" if constant > 0 else f"{text} - {-constant}"
