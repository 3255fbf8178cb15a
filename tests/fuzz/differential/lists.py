"""Cases about lists that are joined of pieces: numbers, dims of two inputs in all the ways that exporters take
them, and what a caller gives. An operator reads the list as sizes, repeats, ends or pads."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import onnx.parser

from tests.fuzz.differential.case import Case, Content, Trial

_SIZES = (1, 2, 3, 4, 6, 12)
_NAMES = ("A", "B", "C")
_OPSETS = (13, 14, 17, 21, 25)
# How each operator reads the list "t"; "x" is the data.
_READERS: Mapping[str, tuple[str, ...]] = {
    "Reshape": ("y0 = Reshape(x, t)",),
    "Expand": ("y0 = Expand(x, t)",),
    "Tile": ("y0 = Tile(x, t)",),
    "ConstantOfShape": ("y0 = ConstantOfShape(t)",),
    "Slice": ("zero = Sub(t, t)", "y0 = Slice(x, zero, t)"),
    "Pad": ("twice = Concat<axis = 0>(t, t)", "y0 = Pad(x, twice)"),
    "Resize": ('y0 = Resize<mode = "nearest">(x, "", "", t)',),
}
_LAST = ("Concat<axis = 0>(y0, y0)", "Add(y0, y0)", "Transpose(y0)", "Relu(y0)", "Relu(y0)")


class _Model:
    """The parts of the model so far, as text."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.nodes: list[str] = []
        self.stored: list[str] = []
        self.given: dict[str, Content] = {}
        self.shapes = {"x": self.dims(), "w": self.dims()}

    def dims(self) -> list[str]:
        """A shape: names, some of them twice, and numbers."""
        random = self.random
        return [random.choice((*_NAMES, str(random.choice(_SIZES)))) for _ in range(random.randint(1, 3))]

    def name(self) -> str:
        return f"v{len(self.nodes) + len(self.stored) + len(self.given)}"

    def store(self, *items: int, rank: int = 1) -> str:
        name = self.name()
        shape = f"[{len(items)}]" if rank else ""
        self.stored.append(f"int64{shape} {name} = {{{','.join(map(str, items))}}}")
        return name

    def node(self, call: str) -> str:
        name = self.name()
        self.nodes.append(f"{name} = {call}")
        return name

    def number(self) -> str:
        """One number, or two."""
        random = self.random
        items = [random.choice((-1, 0) if random.random() < 0.1 else _SIZES)]
        items += [random.choice(_SIZES)] if random.random() < 0.15 else []
        if random.random() < 0.3:
            return self.node(f"Constant<value_ints = [{','.join(map(str, items))}]>()")
        return self.store(*items)

    def dim(self, place: int) -> str:
        """A dim of an input, often of x at the same place."""
        random = self.random
        source = random.choice(("x", "w"))
        rank = len(self.shapes[source])
        axis = place if place < rank and random.random() < 0.5 else random.randrange(rank)
        shape = self.node(f"Shape({source})")
        match random.randrange(6):
            case 0 | 1:
                index = axis if random.random() < 0.9 else axis - rank
                one = self.node(f"Gather<axis = 0>({shape}, {self.store(index, rank=0)})")
                return self.node(f"Unsqueeze({one}, {self.store(0)})")
            case 2 | 3:
                return self.node(f"Gather<axis = 0>({shape}, {self.store(axis)})")
            case 4:
                return self.node(f"Slice({shape}, {self.store(axis)}, {self.store(axis + 1)})")
        one = self.node(f"Gather<axis = 0>({shape}, {self.store(axis)})")
        return self.node(
            f"{random.choice(('Mul', 'Div', 'Add'))}({one}, {self.store(random.choice((2, 3)))})"
        )

    def piece(self, place: int) -> str:
        dice = self.random.random()
        if dice < 0.4:
            return self.number()
        if dice < 0.9:
            return self.dim(place)
        name = self.name()
        self.given[name] = (self.random.choice((1, 2, 3, 4, -1, 0)),)
        return name


def random_case(seed: int) -> Case:
    """One list, and an operator that reads it."""
    random = Random(seed)
    model = _Model(random)
    pieces = [model.piece(place) for place in range(random.randint(1, 4))]
    made = "t" if random.random() < 0.85 else "t0"
    model.nodes.append(f"{made} = Concat<axis = 0>({', '.join(pieces)})")
    if made != "t":
        model.nodes.append(f"t = {random.choice(('Identity(t0)', 'Cast<to = 7>(t0)'))}")
    about = random.choice(("Reshape", "Reshape", "Reshape", *_READERS))
    model.nodes += _READERS[about]
    model.nodes.append(f"y = {random.choice(_LAST)}")
    outputs = "y, t" if random.random() < 0.1 else "y"
    inputs = [f"float[{','.join(dims)}] {name}" for name, dims in model.shapes.items()]
    inputs += [f"int64[1] {name}" for name in model.given]
    text = (
        f'<ir_version: 10, opset_import: ["" : {random.choice(_OPSETS)}]>\n'
        f"g ({', '.join(inputs)}) => ({outputs}) <{', '.join(model.stored)}> {{ {' '.join(model.nodes)} }}"
    )
    trials = [Trial({name: random.choice(_SIZES) for name in _NAMES}, model.given) for _ in range(4)]
    return Case(seed, "lists", f"lists of {about}", onnx.parser.parse_model(text), trials)
