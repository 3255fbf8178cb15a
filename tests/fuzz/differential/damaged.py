"""Damaged models: one to three fields of a model become something else, wherever they stand in the file.

The model is a case of another mode. What a field becomes is drawn without regard to what it means, so that most
models are refused: whatever ONNX Runtime refuses to load is an error of lint, and what it runs is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Protocol

import onnx

from tests.fuzz.differential import bodies, drawn, functions, graphs, recipes, templates
from tests.fuzz.differential.case import Case, Trial, shape_of
from tests.fuzz.differential.nested import case as nested

MODE = "damaged"
_MAKERS: Sequence[Callable[[int], Case]] = (
    lambda seed: recipes.random_case(seed, MODE, ("",)),
    drawn.random_case,
    graphs.random_case,
    bodies.random_case,
    functions.random_case,
    nested.random_case,
    lambda seed: templates.random_case(seed, MODE, ("com.microsoft", "ai.onnx.ml")),
)
_INTEGERS = (0, 1, -1, 2, 3, 7, 16, 2**31 - 1, -(2**31))
_LONG_INTEGERS = (*_INTEGERS, 2**31, 2**32, 2**63 - 1, -(2**63))
# What protobuf calls fields of 64 bits, with and without a sign.
_INT64, _UINT64 = 2, 4
# How often a field is set that may not have been.
_ANY_FIELD = 0.1
# Tensors with more bytes are not put in other places.
_LARGEST = 4096


class Field(Protocol):
    """What protobuf tells of a field."""

    name: str
    is_repeated: bool
    message_type: object
    enum_type: object
    cpp_type: int


class Message(Protocol):
    """A message of protobuf."""

    def ListFields(self) -> Sequence[tuple[Field, object]]: ...
    def ClearField(self, name: str) -> None: ...
    def CopyFrom(self, other: object) -> None: ...
    def ByteSize(self) -> int: ...


# A message, and a field of it that is set.
Place = tuple[Message, Field]


def random_case(seed: int) -> Case:
    """A case of another mode, damaged, with those of its trials whose inputs can still be made."""
    rng = Random(seed)
    case = rng.choice(_MAKERS)(rng.randrange(1 << 30))
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        _damage(model, rng)
    damaged = Case(seed, MODE, case.about, model, [_as_before(trial, case, model) for trial in case.trials])
    damaged.trials = tuple(trial for trial in damaged.trials if _can_be_fed(damaged, trial))
    return damaged


def _as_before(trial: Trial, case: Case, model: onnx.ModelProto) -> Trial:
    """The trial with the shapes that its inputs had, and contents of what a caller still gives."""
    shapes = {
        value.name: tuple(shape_of(value.name, value.type.tensor_type, trial))
        for value in case.model.graph.input
        if value.type.HasField("tensor_type")
    }
    bare = {value.name for value in model.graph.input if not value.type.tensor_type.HasField("shape")}
    stored = {tensor.name for tensor in model.graph.initializer} if model.ir_version < 4 else set()
    contents = {name: content for name, content in trial.contents.items() if name not in stored}
    return Trial(trial.sizes, contents, {name: shapes[name] for name in bare & shapes.keys()})


def _can_be_fed(case: Case, trial: Trial) -> bool:
    dims = [dim for value in case.inputs() for dim in value.type.tensor_type.shape.dim]
    if any(dim.dim_value < 0 for dim in dims):
        return False
    try:
        return case.feeds(trial) is not None
    except (KeyError, TypeError, ValueError, MemoryError, OverflowError):
        return False  # an input has a type or a size that NumPy does not have


def _damage(model: onnx.ModelProto, rng: Random) -> None:
    """Change one field of the model."""
    places = list(_places(model))
    message, field = rng.choice(places)
    if rng.random() < _ANY_FIELD:
        message = rng.choice([message for message, _ in places])
        field = rng.choice(_fields_of(message))
    if field.is_repeated:
        _change_list(message, field, places, rng)
    elif field.message_type is not None:
        _change_message(message, field, places, rng)
    else:
        value = _other(getattr(message, field.name), field, places, rng)
        if value is None:
            message.ClearField(field.name)
        else:
            setattr(message, field.name, value)


def _fields_of(message: Message) -> Sequence[Field]:
    fields: Sequence[Field] = message.DESCRIPTOR.fields  # type: ignore[attr-defined]  # of the class
    return fields


def _places(message: Message) -> Iterator[Place]:
    """All fields that are set, in the message and in those that it holds."""
    for field, _ in message.ListFields():
        yield message, field
        if field.message_type is not None:
            for inner in (
                getattr(message, field.name) if field.is_repeated else [getattr(message, field.name)]
            ):
                yield from _places(inner)


def _change_list(message: Message, field: Field, places: Sequence[Place], rng: Random) -> None:
    """Remove, repeat, swap or replace an element, or remove all."""
    items = list(getattr(message, field.name))
    how = rng.choice(("remove", "remove", "repeat", "swap", "replace", "replace", "clear"))
    if not items or how == "clear":
        message.ClearField(field.name)
        return
    at, to = rng.randrange(len(items)), rng.randrange(len(items))
    if how == "remove":
        del items[at]
    elif how == "repeat":
        items.insert(to, items[at])
    elif how == "swap":
        items[at], items[to] = items[to], items[at]
    elif field.message_type is not None:
        items[at] = rng.choice(_alike(field, places) or items)
    else:
        items[at] = _other(items[at], field, places, rng)
    if field.message_type is not None:
        items = [_copy(item) for item in items]
    message.ClearField(field.name)
    getattr(message, field.name).extend(items)


def _change_message(message: Message, field: Field, places: Sequence[Place], rng: Random) -> None:
    """Remove it, or put another one of its kind in its place."""
    others = _alike(field, places)
    if not others or rng.random() < 0.5:
        message.ClearField(field.name)
    else:
        getattr(message, field.name).CopyFrom(_copy(rng.choice(others)))


def _alike(field: Field, places: Sequence[Place]) -> list[Message]:
    """The messages of the model that the field may hold."""
    found = [message for message, _ in places if message.DESCRIPTOR is field.message_type]  # type: ignore[attr-defined]  # of the class
    return [message for message in found if message.ByteSize() <= _LARGEST]


def _copy(message: Message) -> Message:
    copy = type(message)()
    copy.CopyFrom(message)
    return copy


def _other(value: object, field: Field, places: Sequence[Place], rng: Random) -> object:
    """What a scalar becomes; None: it is left out."""
    if rng.random() < 0.15 and not field.is_repeated:
        return None
    if field.enum_type is not None:
        return rng.choice([one.number for one in field.enum_type.values])  # type: ignore[attr-defined]  # of protobuf
    if isinstance(value, str):
        return rng.choice(_texts(field, places))
    if isinstance(value, bytes):
        return rng.choice((b"", value[:-1], value + b"\0", value * 2, b"x", b"\xff"))
    if isinstance(value, float):
        return rng.choice((0.0, -value, value + 1, float("nan"), float("inf"), 1e-30))
    assert isinstance(value, int)
    number = rng.choice((value - 1, value + 1, *(_LONG_INTEGERS if field.cpp_type <= _UINT64 else _INTEGERS)))
    if field.cpp_type == _UINT64:
        return max(number, 0)
    bits = 63 if field.cpp_type == _INT64 else 31
    return min(max(number, -(1 << bits)), (1 << bits) - 1)


def _texts(field: Field, places: Sequence[Place]) -> list[str]:
    """Texts that such a field has elsewhere, names of values, none, and new ones."""
    found = ["", "new", "ai.onnx"]
    for message, one in places:
        if one is field or one.name in ("input", "output"):
            held = getattr(message, one.name)
            found += [text for text in (held if one.is_repeated else [held]) if isinstance(text, str)]
    return found
