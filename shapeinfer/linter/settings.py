"""Settings: ``shapeinfer.toml`` or ``[tool.shapeinfer]`` in ``pyproject.toml``, the nearest upwards."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

from shapeinfer.linter import setting_values as values
from shapeinfer.linter.files import Pattern
from shapeinfer.linter.selection import OFF, Layer, Selection
from shapeinfer.model.open_file import read_text_file
from shapeinfer.suggest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Read = TypeVar("Read")

_OWN_FILE, _SHARED_FILE = "shapeinfer.toml", "pyproject.toml"
# Looked for before a parser is loaded, which costs more than all the rest.
_SECTION = b"tool.shapeinfer"

Table = Mapping[str, object]
Globs = Sequence[tuple[Pattern, frozenset[str]]]


class BadSettings(ValueError):
    """Settings that make no sense; the text says where and why."""


class Settings:
    """What one source says, or several after :func:`combined`. None: it says nothing of this."""

    __slots__ = (
        "baseline", "exclude", "fail_on", "format", "jobs", "layers", "origins", "per_file_ignores", "rules",
        "source", "targets",
    )  # fmt: skip

    def __init__(self, source: str, layer: Layer | None = None) -> None:
        self.source = source
        self.layers: tuple[Layer, ...] = (layer,) if layer is not None else ()
        self.fail_on: str | None = None
        self.format: str | None = None
        self.baseline: str | None = None
        self.jobs: int | None = None
        self.rules: Sequence[str] | None = None
        self.targets: Sequence[str] | None = None
        self.exclude: Sequence[Pattern] | None = None
        self.per_file_ignores: Globs | None = None
        self.origins: dict[str, str] = {}

    @property
    def selection(self) -> Selection:
        """Which codes are reported. UnknownSelector."""
        return Selection.of(self.layers)


_SINGLE = {
    name: name.replace("_", "-")
    for name in ("fail_on", "format", "baseline", "jobs", "rules", "targets", "exclude", "per_file_ignores")
}
_OF_LAYER = ("select", "extend-select", "ignore", "extend-ignore", "severity")
KEYS = (*_OF_LAYER, *_SINGLE.values())
"""Every key of a settings file."""


def combined(sources: Sequence[Settings]) -> Settings:
    """What holds where several sources speak: for each key the last one; selections build on each other."""
    whole = Settings(", ".join(s.source for s in sources))
    for source in sources:
        whole.layers += source.layers
        for name, key in _SINGLE.items():
            if getattr(source, name) is not None:
                setattr(whole, name, getattr(source, name))
                whole.origins[key] = source.source
    return whole


# --- finding and reading --------------------------------------------------------------------------


def find_settings(folder: str) -> Settings | None:
    """The settings file of a folder, or else of the nearest folder above that has one.

    A ``pyproject.toml`` without our section does not count, and ``shapeinfer.toml`` goes first. BadSettings.
    """
    for place in _upwards(os.path.abspath(folder)):
        for name in (_OWN_FILE, _SHARED_FILE):
            path = os.path.join(place, name)
            found = read_settings(path) if os.path.isfile(path) else None
            if found is not None:
                return found
    return None


def _upwards(folder: str) -> Iterator[str]:
    yield folder
    while (above := os.path.dirname(folder)) != folder:
        folder = above
        yield folder


def read_settings(path: str) -> Settings | None:
    """The settings in a file; None for a ``pyproject.toml`` without our section. OSError, BadSettings."""
    raw = read_text_file(path)
    table: object = {}
    if os.path.basename(path) == _SHARED_FILE:
        if _SECTION not in raw:
            return None
        tool = _parsed(raw, path).get("tool")
        table = tool.get("shapeinfer") if isinstance(tool, dict) else None
        if table is None:
            return None
    else:
        table = _parsed(raw, path)
    if not isinstance(table, dict):
        raise BadSettings(f"{path}: tool.shapeinfer: needed a table, not {table!r}")
    return _settings(table, path, os.path.dirname(os.path.abspath(path)))


def settings_from_text(text: str) -> Settings:
    """The settings in one line of TOML, relative to the working directory. BadSettings."""
    source = f"--config {text!r}"
    return _settings(_parsed(text.encode("utf-8", "surrogateescape"), source), source, os.getcwd())


def _parsed(raw: bytes, source: str) -> Table:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    try:
        table: Table = tomllib.loads(raw.decode())
    except ValueError as error:  # no UTF-8, or no TOML
        raise BadSettings(f"{source}: {error}") from error
    except RecursionError:
        raise BadSettings(f"{source}: arrays or tables nest too deep") from None
    return table


def _settings(table: Table, source: str, folder: str) -> Settings:
    for key in table:
        if key not in KEYS:
            raise BadSettings(f"{source}: no key {key!r}{did_you_mean(key, KEYS)}")

    def value(key: str, read: Callable[[object], Read]) -> Read | None:
        try:
            return read(table[key]) if key in table else None
        except ValueError as error:
            raise BadSettings(f"{source}: {key}: {error}") from error

    settings = Settings(
        source,
        Layer(
            value("select", values.given_selector_texts),
            value("extend-select", values.given_selector_texts) or (),
            [
                *(value("ignore", values.given_selector_texts) or ()),
                *(value("extend-ignore", values.given_selector_texts) or ()),
            ],
            value("severity", values.given_levels),
        ),
    )
    settings.fail_on = value("fail-on", values.given_severity)
    settings.format = value("format", values.given_text)
    settings.jobs = value("jobs", values.given_jobs)
    settings.baseline = value("baseline", lambda given: os.path.join(folder, values.given_text(given)))
    settings.rules = value(
        "rules", lambda given: [os.path.join(folder, text) for text in values.given_texts(given)]
    )
    settings.targets = value("targets", values.given_targets)
    settings.exclude = value(
        "exclude", lambda given: [Pattern(text, folder) for text in values.given_texts(given)]
    )
    settings.per_file_ignores = value("per-file-ignores", lambda given: values.given_per_file(given, folder))
    return settings


# --- writing --------------------------------------------------------------------------------------


def shown(settings: Settings) -> str:
    """The settings that hold, as a settings file that says the same, with the source of each."""
    selection = settings.selection
    own = {id_: level for id_, level in selection.severities.items() if level != OFF}
    per_file = settings.per_file_ignores
    entries: dict[str, object] = {
        "select": sorted(selection.ids),
        "severity": own,
        "per-file-ignores": per_file and {pattern.text: sorted(ids) for pattern, ids in per_file},
        **{key: getattr(settings, name) for name, key in _SINGLE.items() if name != "per_file_ignores"},
    }
    lines = [f"# {settings.source}"] if settings.source else []
    for key, value in entries.items():
        if value is not None:
            lines.append(f"{key} = {_toml(value)}{_origin(settings, key)}")
    return "".join(f"{line}\n" for line in lines)


def _origin(settings: Settings, key: str) -> str:
    source = settings.origins.get(key)
    return f"  # {source}" if source else ""


def _toml(value: object) -> str:
    from json import dumps  # a string of JSON is one of TOML

    if isinstance(value, Pattern):
        value = value.text
    if isinstance(value, Mapping):
        pairs = [f"{dumps(k, ensure_ascii=False)} = {_toml(v)}" for k, v in value.items()]
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    return dumps(value, ensure_ascii=False)
