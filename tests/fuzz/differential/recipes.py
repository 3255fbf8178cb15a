"""Cases about one operator: a recorded call that runs, changed a little, with some sizes left open."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from onnx import TensorProto

from tests.fuzz.differential.build import Choice, built
from tests.fuzz.differential.call import Call, Input, Item, Recipe, call_of, recipes
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.changes import change, other_number
from tests.fuzz.differential.words import NUMBERS

# Lists of at most so many items are put together from pieces.
MOST_PIECES = 6


def as_case(recipe: Recipe) -> Case:
    """The call as it is."""
    return built(call_of(recipe), 0, "recipe", [({}, {})])


def random_case(seed: int, mode: str, domains: Sequence[str]) -> Case:
    """A changed call of an operator of these domains."""
    random = Random(seed)
    names = [key for key in recipes() if key[0] in domains]
    key = random.choice(names)
    call = call_of(random.choice(recipes()[key]))
    for _ in range(random.choice((0, 0, 1, 1, 1, 2, 3))):
        change(call, random)
    return dressed(call, seed, mode, random)


def dressed(call: Call, seed: int, mode: str, random: Random, behind: Sequence[str] = ()) -> Case:
    """The call with ways for its inputs, open sizes, and trials. ``behind`` are ways for some inputs that
    would be given as they are."""
    ways(call, random)
    if behind and random.random() < 0.4:
        for one in call.tensors():
            if one.way == "given" and random.random() < 0.6:
                one.way = random.choice(behind)
    symbols = open_sizes(call, random)
    choices: list[Choice] = [(symbols, {})]
    for _ in range(3 if symbols else 1):
        sizes = {
            name: random.choice(NUMBERS) if random.random() < 0.5 else size for name, size in symbols.items()
        }
        choices.append((sizes, other_contents(call, random)))
    return built(call, seed, mode, choices, random)


def ways(call: Call, random: Random) -> None:
    """How the inputs reach the operator."""
    for one in call.tensors():
        dice = random.random()
        if one.content is not None and one.elem_type != TensorProto.STRING:
            if one.way == "stored":
                one.way = "given" if dice < 0.2 else "computed" if dice < 0.28 else "stored"
            else:
                one.way = "stored" if dice < 0.35 else "computed" if dice < 0.42 else "given"
            if one.way == "stored" and random.random() < 0.15:
                one.way = random.choice(("constant", "constant", "default"))
            if _can_be_measured(one) and random.random() < 0.2:
                one.way = "pieces"
                kinds = random.choice((("size",), ("size", "stored"), ("given", "stored"), ("size", "given")))
                one.pieces = [random.choice(kinds) for _ in one.content]
        if one.way == "given" and random.random() < 0.15:
            one.way = random.choice(("hidden", "unshaped", "nameless", "cut" if one.shape else "nameless"))


def _can_be_measured(one: Input) -> bool:
    """Whether the contents may be a list of sizes, or one size."""
    content = one.content or []
    is_list = len(one.shape) <= 1 and one.elem_type in (TensorProto.INT64, TensorProto.INT32)
    return is_list and 0 < len(content) <= MOST_PIECES and all(0 <= int(item) <= 64 for item in content)


def open_sizes(call: Call, random: Random) -> dict[str, int]:
    """Put symbols in the place of some sizes; equal sizes often share one."""
    symbols: dict[str, int] = {}
    way = random.choice(("none", "classes", "classes", "own", "mixed"))
    shared: dict[int, str] = {}
    closed = {size for one in call.tensors() for size in one.shape if random.random() < 0.3}

    def symbol_for(size: int) -> str | None:
        share = way == "classes" or (way == "mixed" and random.random() < 0.5)
        if way == "none" or (share and size in closed):
            return None
        if share and size > 1:
            name = shared.setdefault(size, "ABCDEFGHIJ"[len(shared) % 10])
        elif random.random() < 0.4:
            name = f"d{len(symbols)}"
        else:
            return None
        symbols[name] = size
        return name

    for at, one in enumerate(call.inputs):
        if one.way == "pieces" and one.content is not None:
            for place, item in enumerate(one.content):
                name = symbol_for(int(item))
                if name is not None and one.pieces[place] == "size":
                    one.measured[place] = name
        if not one.is_given:
            continue
        for axis, size in enumerate(one.shape):
            name = symbol_for(size)
            if one.way == "nameless" and name is not None:
                name = f"x{at}_d{axis}"
                symbols[name] = size
            if one.way == "cut" and axis == 0 and name is not None:
                name = f"cut{at}"  # what the caller says, and no size of the model
                symbols[name] = size
            if name is not None:
                one.symbols[axis] = name
    return symbols


def other_contents(call: Call, random: Random) -> dict[int, list[Item]]:
    """Other contents for some of the given inputs."""
    found = {}
    for at, one in enumerate(call.inputs):
        is_given = one.way in ("given", "default", "unshaped", "nameless") or "given" in one.pieces
        if one.content and is_given and random.random() < 0.3:
            content = list(one.content)
            place = random.randrange(len(content))
            content[place] = other_number(content[place], random, far=random.random() < 0.1)
            found[at] = content
    return found
