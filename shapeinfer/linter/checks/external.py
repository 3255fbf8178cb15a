"""Checks of the files that hold external contents. Contents are never read."""

from __future__ import annotations

import os

from shapeinfer import codes
from shapeinfer.engine.loader.file.storage import Stored, as_number, doubtful
from shapeinfer.engine.loader.file.survey import Survey
from shapeinfer.engine.run import Placed
from shapeinfer.model.read import is_url
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Slice:
    """The part of a file that holds a tensor."""

    __slots__ = ("item", "start", "stop")

    def __init__(self, item: Stored, start: int, stop: int) -> None:
        self.item = item
        self.start = start
        self.stop = stop


def files(survey: Survey) -> Iterator[Placed[Finding]]:
    """Files that are missing, too short or elsewhere, and contents that overlap in one."""
    found: dict[str, list[Slice]] = {}
    for item in doubtful(survey):
        where = item.tensor.external
        if where is not None and not item.has_impossible_dims():
            start = as_number(where.get("offset", "")) or 0
            piece = Slice(item, start, start + item.tensor.size_bytes())
            found.setdefault(where.get("location", ""), []).append(piece)
    for location, slices in found.items():
        yield from _file(survey, location, slices)


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
