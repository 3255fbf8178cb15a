"""AttributeProto out of the wire format."""

from __future__ import annotations

from shapeinfer.model import structure
from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.long_list import FLOAT_FIELD, INT_FIELD, RUN, LongList, is_long, run_end
from shapeinfer.model.protobuf.parts import Parts, Span
from shapeinfer.model.protobuf.wire import BYTES, VARINT, DamagedModel
from shapeinfer.model.structure import Attribute
from shapeinfer.model.tensor import SMALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.protobuf.wire import Buffer, Field
    from shapeinfer.model.structure import AttributeValue, Graph

AttributeSet = tuple[dict[str, Attribute], tuple[str, ...], bool]
"""Attributes by name, the names that were given twice, whether there are bodies among them."""

# AttributeProto's messages and lists: number of the field -> AttributeType of its kind
_KINDS = {
    5: structure.TENSOR, 6: structure.GRAPH, 7: structure.FLOATS, 8: structure.INTS, 9: structure.STRINGS,
    10: structure.TENSORS, 11: structure.GRAPHS, 14: structure.TYPE_PROTO, 15: structure.TYPE_PROTOS,
    22: structure.SPARSE_TENSOR, 23: structure.SPARSE_TENSORS,
}  # fmt: skip
_UNSET: dict[int, AttributeValue] = {
    structure.FLOAT: 0.0, structure.INT: 0, structure.STRING: b"", structure.FLOATS: (),
    structure.INTS: (), structure.STRINGS: (), structure.TENSORS: (), structure.GRAPHS: (),
    structure.SPARSE_TENSORS: (), structure.TYPE_PROTOS: (),
}  # fmt: skip


class HasBody(Exception):
    """An attribute holds a graph, and the reader reads none."""


class AttributeParts(Parts):
    """Reads attributes without graphs; a subclass says how graphs are read."""

    __slots__ = ()

    def graph(self, spans: list[tuple[int, int, int]], depth: int) -> Graph:
        """A GraphProto."""
        raise HasBody

    def attributes(self, data: Buffer, spans: list[Span], base: int, depth: int) -> AttributeSet:
        """The AttributeProto fields in ``spans``; of those with one name the last counts."""
        found: dict[str, Attribute] = {}
        twice: list[str] = []
        has_bodies = False
        for pos, end in spans:
            while pos < end:
                _, start, pos = wire.field(data, pos, end, base, depth)
                attribute = self.attribute(data, start, pos, base, depth)
                if attribute.name in found:
                    twice.append(attribute.name)
                found[attribute.name] = attribute
                has_bodies |= structure.GRAPH in attribute.kinds or structure.GRAPHS in attribute.kinds
        return found, tuple(twice), has_bodies

    def attribute(self, data: Buffer, pos: int, end: int, base: int, depth: int) -> Attribute:
        """The AttributeProto in ``data[pos:end]``."""
        names = self._names
        name = reference = ""
        type_ = 0
        values: dict[int, AttributeValue] = {}
        lists: dict[int, list[Field]] = {}
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", base + pos)
        while pos < end:
            at = pos
            if end - pos > SMALL and data[pos] in (FLOAT_FIELD, INT_FIELD):
                stop = run_end(data, pos, end)
                if stop - pos > SMALL:
                    kind = structure.FLOATS if data[pos] == FLOAT_FIELD else structure.INTS
                    lists.setdefault(kind, []).append((RUN, pos, stop))
                    pos = stop
                    continue
            item = tag, start, pos = wire.field(data, pos, end, base, depth)
            if tag == 0x0A:
                name = names[data[start:pos]]
            elif tag == 0xA0 and start & 0xFFFFFFFF <= structure.TYPE_PROTOS:
                type_ = start & 0xFFFFFFFF  # a number outside the enum is an unknown field
            elif tag == 0x18:
                values[structure.INT] = wire.signed_64(start)
            elif tag == 0x15:
                values[structure.FLOAT] = wire.unpacked("f", data[start:pos])[0]
            elif tag == 0x22:
                values[structure.STRING] = data[start:pos]
            elif tag == 0xAA:
                reference = names[data[start:pos]]
            else:
                kind = _KINDS.get(tag >> 3, 0)
                if kind == structure.GRAPH or kind == structure.GRAPHS:
                    item = (at, start, pos)
                if kind and (tag & 7 == BYTES or tag == 0x3D or tag == 0x40):
                    lists.setdefault(kind, []).append(item)
        if lists:
            self._add_lists(values, lists, data, base, depth)
        kinds = tuple(values) if len(values) < 2 else tuple(sorted(values))
        read = type_ or (kinds[0] if kinds else 0)
        value = values.get(read)
        if value is None and read not in values and not reference:
            value = _UNSET.get(read)
        return Attribute(name, type_, value, reference, kinds)

    def _add_lists(
        self,
        values: dict[int, AttributeValue],
        lists: dict[int, list[Field]],
        data: Buffer,
        base: int,
        depth: int,
    ) -> None:
        """Decodes an attribute's messages and repeated fields into ``values``."""
        for kind, items in lists.items():
            spans = [(start, stop) for _, start, stop in items]
            of_numbers = kind in (structure.INTS, structure.FLOATS)
            if of_numbers and any(is_long(item, SMALL) for item in items):
                _check_packed(items, base, of_floats=kind == structure.FLOATS)
                placed = [item if _is_number(item) else _moved(item, base) for item in items]
                values[kind] = LongList(self._buffer, placed, of_floats=kind == structure.FLOATS)
            elif kind == structure.INTS:
                numbers = self._numbers(items, data, base)
                values[kind] = tuple([wire.signed_64(number) for number in numbers])
            elif kind == structure.FLOATS:
                values[kind] = _floats(items, data, base)
            elif kind == structure.STRINGS:
                values[kind] = tuple([data[start:stop] for _, start, stop in items])
            elif kind == structure.TENSOR:
                values[kind] = self.tensor(data, spans, base, depth - 1)
            elif kind == structure.TENSORS:
                values[kind] = tuple([self.tensor(data, [span], base, depth - 1) for span in spans])
            elif kind == structure.GRAPH:
                values[kind] = self.graph([_placed(item, base) for item in items], depth - 1)
            elif kind == structure.GRAPHS:
                values[kind] = tuple([self.graph([_placed(item, base)], depth - 1) for item in items])
            elif kind == structure.SPARSE_TENSOR:
                values[kind] = self.sparse_tensor(data, spans, base, depth - 1)
            elif kind == structure.SPARSE_TENSORS:
                values[kind] = tuple([self.sparse_tensor(data, [span], base, depth - 1) for span in spans])
            elif kind == structure.TYPE_PROTO:
                joined = b"".join([data[start:stop] for _, start, stop in items])
                values[kind] = self.type(joined, base + spans[0][0], depth - 1)
            elif kind == structure.TYPE_PROTOS:
                values[kind] = tuple(
                    [self.type(data[start:stop], base + start, depth - 1) for _, start, stop in items]
                )
            if values[kind] == () and kind != structure.STRINGS:  # an empty packed list is not set
                del values[kind]

    def _numbers(self, items: list[Field], data: Buffer, base: int) -> list[int]:
        numbers: list[int] = []
        for tag, start, stop in items:
            if tag & 7 == VARINT:
                numbers.append(start)
            else:
                numbers += wire.varints(data[start:stop], base + start)
        return numbers


def _is_number(item: Field) -> bool:
    """Whether a field holds its number in place of where it lies."""
    return item[0] & 7 == VARINT and item[0] != RUN


def _check_packed(items: list[Field], base: int, *, of_floats: bool) -> None:
    for tag, start, stop in items:
        if of_floats and tag & 7 == BYTES and (stop - start) % 4:
            raise DamagedModel("a packed field ends within a number", base + start)


def _floats(items: list[Field], data: Buffer, base: int) -> tuple[float, ...]:
    _check_packed(items, base, of_floats=True)
    raw = b"".join([data[start:stop] for _, start, stop in items])
    return wire.unpacked("f", raw)


def _moved(item: Field, base: int) -> Field:
    tag, start, stop = item
    return tag, base + start, base + stop


def _placed(item: Field, base: int) -> tuple[int, int, int]:
    """A graph's (tag's place, start, stop) in the buffer."""
    at, start, stop = item
    return base + at, base + start, base + stop
