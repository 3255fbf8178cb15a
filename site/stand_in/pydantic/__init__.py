"""What shapeinfer uses of pydantic, for the browser: frozen records with defaults, written as plain data.

The records of ``shapeinfer/reports`` are made by shapeinfer alone, so nothing is validated here. Shipped with
the playground only, where the real package would cost 2 MB and a second or two at the start.
"""

from __future__ import annotations

from types import MappingProxyType

_MISSING = object()
_CONFIG = "model_config"


class _Default:
    def __init__(self, value):
        self.value = value


def Field(default=_MISSING, *, description=None):  # pydantic's name
    """The default of a field."""
    return _Default(default)


def ConfigDict(**options):  # pydantic's name
    """The options of a class, which are not needed here."""
    return options


class BaseModel:
    """A record: its annotated names are its fields."""

    _fields = MappingProxyType({})

    def __init_subclass__(cls):
        fields = dict(cls._fields)
        for name in cls.__annotations__:
            if name == _CONFIG:
                continue
            default = cls.__dict__.get(name, _MISSING)
            fields[name] = default.value if isinstance(default, _Default) else default
        cls._fields = fields

    def __init__(self, **given):
        for name, default in self._fields.items():
            value = given.pop(name, default)
            if value is _MISSING:
                raise TypeError(f"{type(self).__name__} needs {name}")
            self.__dict__[name] = value
        if given:
            raise TypeError(f"{type(self).__name__} has no {sorted(given)}")

    def __setattr__(self, name, value):
        raise TypeError("records are frozen")

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(tuple(self.__dict__.values()))

    def __iter__(self):
        return iter(self.__dict__.items())

    def model_dump(self, mode="python"):
        """The record as plain data; lists instead of tuples for JSON."""
        return {name: _plain(value, mode) for name, value in self.__dict__.items()}

    def model_copy(self, *, update=None):
        """A copy with other values."""
        return type(self)(**{**self.__dict__, **(update or {})})


def _plain(value, mode):
    if isinstance(value, BaseModel):
        return value.model_dump(mode)
    if isinstance(value, (list, tuple)):
        found = [_plain(item, mode) for item in value]
        return found if mode == "json" else type(value)(found)
    if isinstance(value, dict):
        return {key: _plain(item, mode) for key, item in value.items()}
    return value
