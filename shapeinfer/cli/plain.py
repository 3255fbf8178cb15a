"""Parses the common forms of arguments without argparse, whose import takes as long as linting a small model.

A command declares its arguments once, with ``add_argument``. Forms that this module does not understand, help
and mistakes are left to argparse.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Container, Sequence
else:

    class Namespace:
        """Options as attributes, like argparse's own."""


class _Argument:
    """A declared argument."""

    __slots__ = ("action", "choices", "default", "dest", "nargs", "understood")

    def __init__(
        self,
        names: Sequence[str],
        action: str = "store",
        nargs: str | None = None,
        choices: Container[str] | None = None,
        default: object = None,
        **others: object,
    ) -> None:
        option = names[0].startswith("-")
        long = next((name for name in names if name.startswith("--")), names[0])
        self.dest = long.lstrip("-").replace("-", "_")
        self.action = action
        self.nargs = nargs
        self.choices = choices
        self.default = False if action == "store_true" else default
        self.understood = (
            others.keys() <= {"help", "metavar"}
            and action in (("store", "append", "store_true") if option else ("store",))
            and nargs in ((None,) if option else (None, "?", "*"))
        )

    def take(self, value: str, given: dict[str, object]) -> bool:
        """Store the value in ``given`` and return True, if the argument allows it."""
        if self.choices is not None and value not in self.choices:
            return False
        if self.action == "append":
            before = given.get(self.dest, self.default)
            given[self.dest] = [*before, value] if isinstance(before, list) else [value]
        else:
            given[self.dest] = value
        return True


class PlainArguments:
    """Replaces an ArgumentParser, and its groups, in ``add_arguments(parser)``."""

    __slots__ = ("_one_of", "_options", "_places")

    def __init__(self) -> None:
        self._options: dict[str, _Argument] = {}
        self._places: list[_Argument] = []
        self._one_of: list[_OneOf] = []

    def add_argument(self, *names: str, **declared: object) -> _Argument:
        """Declare an option or a positional argument, with the parameters of argparse."""
        argument = _Argument(names, **declared)  # type: ignore[arg-type]  # as argparse has them
        if names[0].startswith("-"):
            self._options.update(dict.fromkeys(names, argument))
        else:
            self._places.append(argument)
        return argument

    def add_argument_group(self, _title: str) -> PlainArguments:
        """Groups only matter for the help text."""
        return self

    def add_mutually_exclusive_group(self, *, required: bool) -> _OneOf:
        """A group of options of which one must be given."""
        self._one_of.append(_OneOf(self, understood=required))
        return self._one_of[-1]

    def read(self, argv: Sequence[str]) -> Namespace | None:
        """The options in argv; None if argv must be parsed by argparse."""
        given: dict[str, object] = {}
        words: list[str] = []
        rest = list(reversed(argv))
        ended = False
        while rest:
            word = rest.pop()
            if not _is_option(word):
                if ended:
                    return None  # the positional arguments are not adjacent
                words.append(word)
                continue
            ended = bool(words)
            name, equals, value = word.partition("=")
            argument = self._options.get(name)
            if argument is None or (equals and (argument.action == "store_true" or name[:2] != "--")):
                return None
            if argument.action == "store_true":
                given[argument.dest] = True
                continue
            if not equals:
                if not rest or _is_option(rest[-1]):
                    return None
                value = rest.pop()
            if not argument.take(value, given):
                return None
        return self._filled(given) if self._placed(words, given) and self._understood(given) else None

    def _placed(self, words: list[str], given: dict[str, object]) -> bool:
        """Store the positional arguments; whether their number is allowed."""
        at = 0
        for place in self._places:
            if place.nargs == "*":
                if at < len(words):
                    given[place.dest] = words[at:]
                at = len(words)
            elif at < len(words):
                if not place.take(words[at], given):
                    return False
                at += 1
            elif place.nargs is None:
                return False
        return at == len(words)

    def _understood(self, given: dict[str, object]) -> bool:
        return all(argument.understood for argument in (*self._places, *self._options.values())) and all(
            group.understood and sum(dest in given for dest in group.dests) == 1 for group in self._one_of
        )

    def _filled(self, given: dict[str, object]) -> Namespace:
        options = Namespace()
        for argument in (*self._places, *self._options.values()):
            value = given.get(argument.dest, argument.default)
            setattr(options, argument.dest, list(value) if isinstance(value, list) else value)
        return options


class _OneOf:
    """Options that exclude each other."""

    __slots__ = ("_parent", "dests", "understood")

    def __init__(self, parent: PlainArguments, *, understood: bool) -> None:
        self._parent = parent
        self.dests: list[str] = []
        self.understood = understood

    def add_argument(self, *names: str, **declared: object) -> None:
        self.dests.append(self._parent.add_argument(*names, **declared).dest)


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"
