"""Checks of stored tensors: amount of data against dims, and external files. Contents are never read."""

from __future__ import annotations

import os

from shapeinfer import codes
from shapeinfer.codes import WARNING
from shapeinfer.engine.run import Placed
from shapeinfer.facts.elem_type import bits
from shapeinfer.linter.checks.survey import Region, Survey
from shapeinfer.model.read import is_url
from shapeinfer.model.structure import Graph, Node
from shapeinfer.model.tensor import Tensor
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Operators with tensor attributes.
_CARRIERS = ("Constant", "ConstantOfShape")


class Stored:
    """A tensor in a region: an initializer, or the attribute of ``node``."""

    __slots__ = ("name", "node", "region", "tensor")

    def __init__(self, name: str, tensor: Tensor, region: Region, node: Node | None = None) -> None:
        self.name = name
        self.tensor = tensor
        self.region = region
        self.node = node

    def found(self, message: str, /, **args: object) -> Placed[Finding]:
        """A finding about stored contents: an error only if every run needs them."""
        severity = None if self._is_needed() else WARNING
        what = f"initializer {self.name!r}" if self.node is None else f"attribute {self.name!r}"
        return self.region.found(codes.PAYLOAD, message, self.node, severity, what=what, **args)

    def _is_needed(self) -> bool:
        """A loader reads initializers in bodies too, also those that are defaults of inputs, and drops what
        no output needs. A Constant in a body may not be reached."""
        region = self.region
        if region.in_function:
            return False
        if self.node is not None:
            return region.outer is None and self.node.index not in region.dead()
        return self.name in region.live()


def doubtful(survey: Survey) -> Iterator[Stored]:
    """The stored tensors of the regions, without those whose contents obviously fit."""
    for region in survey.regions:
        graph = region.graph
        if isinstance(graph, Graph):
            for name, tensor in graph.initializers.items():
                if not tensor.fits():
                    yield Stored(name, tensor, region)
        # Nodes with equal attributes share the attribute objects.
        carriers = {id(node.attributes): node for node in graph.nodes if node.op_type in _CARRIERS}
        for node in carriers.values():
            for name, attribute in node.attributes.items():
                if isinstance(attribute.value, Tensor) and not attribute.value.fits():
                    yield Stored(name, attribute.value, region, node)


def tensors(survey: Survey) -> Iterator[Placed[Finding]]:
    """Contents, in the file or external, whose amount does not fit the dims."""
    files: dict[str, list[Slice]] = {}
    for item in doubtful(survey):
        tensor = item.tensor
        if tensor.dims and min(tensor.dims) < 0:
            yield item.found("{what} has the dims {dims}, needed none below 0", dims=tensor.dims)
        elif tensor.external is not None:
            yield from _external(item, tensor.external, files)
        else:
            wrong = tensor.payload_mismatch()
            if wrong is not None:
                message = "{what} with dims {dims} needs {need} {unit}, holds {found}"
                unit = "bytes" if tensor.is_raw else "numbers"
                yield item.found(message, dims=tensor.dims, need=wrong[0], unit=unit, found=wrong[1])
    for location, slices in files.items():
        yield from _file(survey, location, slices)


class Slice:
    """The part of a file that holds a tensor."""

    __slots__ = ("item", "start", "stop")

    def __init__(self, item: Stored, start: int, stop: int) -> None:
        self.item = item
        self.start = start
        self.stop = stop


def _external(
    item: Stored, where: Mapping[str, str], files: dict[str, list[Slice]]
) -> Iterator[Placed[Finding]]:
    """Check the declaration of external contents, and add the slice to ``files``."""
    tensor = item.tensor
    need = tensor.size_bytes()
    offset, length = where.get("offset", ""), where.get("length", "")
    start = _number(offset)
    for key, text in (("offset", offset), ("length", length)):
        if text and _number(text) is None:
            yield item.found("{what} has the external {key} {text!r}, needed a number", key=key, text=text)
    # A length of 0 counts as not given.
    if length and _number(length) not in (None, 0, need) and bits(tensor.elem_type) is not None:
        yield item.found(
            "{what} with dims {dims} needs {need} bytes, its external length is {found}",
            dims=tensor.dims, need=need, found=length,
        )  # fmt: skip
    files.setdefault(where.get("location", ""), []).append(Slice(item, start or 0, (start or 0) + need))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _file(survey: Survey, location: str, slices: list[Slice]) -> Iterator[Placed[Finding]]:
    """The findings about one file of weights."""
    main = survey.main
    names = quoted(s.item.name for s in slices)
    # A path out of the model's folder is not accessed: a model must not probe other files.
    way = _way_out(location)
    if way is not None:
        message = "{location!r}, with the contents of {names}, {way}"
        yield main.found(codes.EXTERNAL_PATH, message, location=location, names=names, way=way)
        return
    yield from _overlaps(survey, location, slices)
    model = survey.model
    if model.beside is None and (model.path is None or is_url(model.path)):
        return
    path = None if model.beside is not None else os.path.join(os.path.dirname(model.path or ""), location)
    try:
        size = model.beside[location] if model.beside is not None else os.stat(path or "").st_size
    except (OSError, ValueError, KeyError):  # ValueError: a name with a null character
        message = "file {location!r} with the contents of {names} does not exist"
        yield main.found(codes.EXTERNAL_DATA, message, location=location, names=names)
        return
    if path is not None and not _is_beside(path, model.path or ""):
        message = "{location!r}, with the contents of {names}, leads out of the model's folder through a link"
        yield main.found(codes.EXTERNAL_PATH, message, location=location, names=names)
    beyond = [s for s in slices if s.stop > size]
    if beyond:
        yield main.found(
            codes.EXTERNAL_SIZE, "file {location!r} has {size} bytes, needed {need} for {names}",
            location=location, size=size, need=max(s.stop for s in beyond),
            names=quoted(s.item.name for s in beyond),
        )  # fmt: skip


def _way_out(location: str) -> str | None:
    """Why a location does not name a file below the model's folder."""
    if not location:
        return "names no file"
    if os.path.isabs(location) or location[1:3] in (":\\", ":/"):
        return "is an absolute path"
    return "leads out of the model's folder" if ".." in location.replace("\\", "/").split("/") else None


def _is_beside(path: str, model: str) -> bool:
    """Whether the path, with links followed, is below the folder of the model (or of the model's link
    target)."""
    target = os.path.realpath(path)
    folders = {os.path.realpath(os.path.dirname(model)), os.path.dirname(os.path.realpath(model))}
    return any(target.startswith(os.path.join(folder, "")) for folder in folders)


def _overlaps(survey: Survey, location: str, slices: list[Slice]) -> Iterator[Placed[Finding]]:
    """Tensors whose data overlap partly in a file. Equal slices are tied weights."""
    ordered = sorted(slices, key=lambda s: (s.start, -s.stop))
    found: list[Slice] = []
    widest: Slice | None = None
    for piece in ordered:
        same = widest is not None and (piece.start, piece.stop) == (widest.start, widest.stop)
        if widest is not None and not same and piece.start < min(widest.stop, piece.stop):
            found += [widest, piece]
        if widest is None or piece.stop > widest.stop:
            widest = piece
    if found:
        names = quoted(dict.fromkeys(s.item.name for s in found))
        message = "in {location!r} bytes of {names} overlap"
        yield survey.main.found(codes.EXTERNAL_OVERLAP, message, location=location, names=names)
