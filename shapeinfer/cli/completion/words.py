"""What completion scripts ask the program for: codes, and the dims, inputs and values of a model."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = ("codes", "dims", "inputs", "values")

# An argument's metavar -> what completes it. "NAME=": the names of dims are followed by a size.
_OF_METAVAR = {"CODES": "codes", "CODE": "codes", "CODE=LEVEL": "codes", "VALUE": "values"}


def kind_of(flags: Iterable[str], metavar: str) -> str:
    """Which words complete an argument; "" for none."""
    if "--dim" in flags:
        return "dims"
    return "inputs" if "--input" in flags else _OF_METAVAR.get(metavar, "")


def words(kind: str, file: str | None) -> list[str]:
    """The words of a kind; of a model those that can be read from its file, none if it can't be read."""
    if kind == "codes":
        from shapeinfer.codes import CODES

        families = dict.fromkeys(id_[:3] for id_ in CODES)
        return [*families, *CODES, *(code.slug for code in CODES.values())]
    return [] if file is None else _of_model(kind, file)


def _of_model(kind: str, file: str) -> list[str]:
    from shapeinfer.model.read import DamagedModel, is_url, read_file

    if is_url(file):  # a key must not start a download
        return []
    try:
        graph = read_file(file).graph
    except (OSError, DamagedModel):
        return []
    if graph is None:
        return []
    if kind == "values":
        names = [value.name for value in graph.inputs]
        names += [name for node in graph.nodes for name in node.outputs if name]
        return list(dict.fromkeys(names))
    given = [value for value in graph.inputs if value.name not in graph.initializers]
    if kind == "inputs":
        return [f"{value.name}=" for value in given]
    from shapeinfer.engine.declared import Declarations

    return [f"{name}=" for name in sorted(Declarations(graph, {}, {}).symbol_names())]
