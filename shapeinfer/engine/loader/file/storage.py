"""Stored tensors: the amount of data against dims. Contents are never read."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import WARNING
from shapeinfer.engine.loader.file.survey import Region, Survey
from shapeinfer.engine.run import Placed
from shapeinfer.facts.elem_type import bits
from shapeinfer.model.structure import Graph, Node
from shapeinfer.model.tensor import Tensor
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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

    def has_impossible_dims(self) -> bool:
        """Whether a dim is below 0."""
        return min(self.tensor.dims, default=0) < 0

    def _is_needed(self) -> bool:
        """A loader reads initializers in bodies too, also those that are defaults of inputs. A Constant in a
        body may not be reached."""
        region = self.region
        if region.in_function:
            return False
        if self.node is not None:
            return region.outer is None and self.node.index not in region.dead()
        if region.outer is None and self.name in region.inputs():
            return True
        return self.name in region.kept()


def doubtful(survey: Survey) -> Sequence[Stored]:
    """The stored tensors of the regions, without those whose contents fit."""
    if survey.doubtful is None:
        survey.doubtful = list(_doubtful(survey))
    return survey.doubtful


def _doubtful(survey: Survey) -> Iterator[Stored]:
    for region in survey.regions:
        graph = region.graph
        if isinstance(graph, Graph):
            # Many initializers may hold the same, as one tensor.
            odd = {tensor for tensor in set(graph.initializers.values()) if not _fits(tensor)}
            for name, tensor in graph.initializers.items() if odd else ():
                if tensor in odd:
                    yield Stored(name, tensor, region)
        # Nodes with equal attributes share the attribute objects.
        carriers = {
            id(node.operation.attributes): node
            for node in graph.nodes
            if node.operation.op_type in _CARRIERS
        }  # fmt: skip
        for node in carriers.values():
            for name, attribute in node.attributes.items():
                if isinstance(attribute.value, Tensor) and not _fits(attribute.value):
                    yield Stored(name, attribute.value, region, node)


def _fits(tensor: Tensor) -> bool:
    """Whether there is nothing to say of a tensor."""
    return tensor.fits() or (
        tensor.external is None
        and min(tensor.dims, default=0) >= 0
        and tensor.payload_mismatch() is None
    )  # fmt: skip


def damaged(survey: Survey) -> Iterator[Placed[Finding]]:
    """Contents whose amount does not fit the dims. Other files are not looked at."""
    for item in doubtful(survey):
        tensor = item.tensor
        if item.has_impossible_dims():
            yield item.found("{what} has the dims {dims}, needed none below 0", dims=tensor.dims)
        elif tensor.external is not None:
            yield from _external(item, tensor.external)
        else:
            wrong = tensor.payload_mismatch()
            if wrong is not None:
                message = "{what} with dims {dims} needs {need} {unit}, holds {found}"
                unit = "bytes" if tensor.is_raw else "numbers"
                yield item.found(message, dims=tensor.dims, need=wrong[0], unit=unit, found=wrong[1])


def _external(item: Stored, where: Mapping[str, str]) -> Iterator[Placed[Finding]]:
    """What is declared of external contents."""
    tensor = item.tensor
    offset, length = where.get("offset", ""), where.get("length", "")
    for key, text in (("offset", offset), ("length", length)):
        if text and as_number(text) is None:
            yield item.found("{what} has the external {key} {text!r}, needed a number", key=key, text=text)
    # A length of 0 counts as not given.
    need = tensor.size_bytes()
    if length and as_number(length) not in (None, 0, need) and bits(tensor.elem_type) is not None:
        yield item.found(
            "{what} with dims {dims} needs {need} bytes, its external length is {found}",
            dims=tensor.dims, need=need, found=length,
        )  # fmt: skip


def as_number(text: str) -> int | None:
    """The number that is written in decimal digits, else None."""
    return int(text) if text.isascii() and text.isdigit() else None
