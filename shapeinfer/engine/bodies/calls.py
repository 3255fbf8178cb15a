"""Calls of a model's functions: visits of their nodes with the facts of the arguments."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims.budget import Budget, Spent, spend
from shapeinfer.engine.attributes import References
from shapeinfer.engine.bodies.either import as_computed
from shapeinfer.engine.bodies.trial import either_among, made_in_either
from shapeinfer.engine.effort import CALL_STEPS, FREE, MOST_NESTED, VISIT_STEPS
from shapeinfer.engine.frame import BodyOutcome, Frame, Scope
from shapeinfer.engine.loader.blind import is_blind
from shapeinfer.engine.loader.names import names_in
from shapeinfer.engine.loader.seen import is_seen
from shapeinfer.engine.operator import is_early
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed, Visit
from shapeinfer.facts.fact import NOTHING, Fact, OptionalFact
from shapeinfer.model.structure import TensorType
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.schema import find, last_opset, versions
from shapeinfer.shorten import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapeinfer.engine.bodies.inside import Inside
    from shapeinfer.model.structure import Function, Node


class Calls:
    """The calls of one run, which share the outcomes of its bodies."""

    __slots__ = ("engine", "holding", "inside", "names", "opsets")

    def __init__(self, inside: Inside) -> None:
        self.inside = inside
        self.engine = inside.engine
        # Whether there are bodies in a function, by its identity: the model keeps it.
        self.holding: dict[int, bool] = {}
        self.opsets: dict[int, Mapping[str, int]] = {}
        self.names: frozenset[str] | None = None

    def names_in_graph(self) -> frozenset[str]:
        """The names of the main graph that functions may read, as ONNX Runtime calls them."""
        if self.names is None:
            self.engine.looks_back = True
            self.names = names_in(self.engine.graph)
        return self.names

    def made(
        self, function: Function, node: Node, facts: tuple[Fact | None, ...], frame: Frame
    ) -> tuple[Fact, ...]:
        """The facts of the outputs of a node that calls a function; its reports go into the frame."""
        _check_arity(function, node, frame)
        _check_attributes(node, frame)
        if function in frame.functions:
            chain = " -> ".join([f.name for f in frame.functions] + [function.name])
            message = "functions call each other in a cycle: {chain}"
            frame.report(node, codes.RECURSIVE_FUNCTION, message, chain=chain)
            return (NOTHING,) * len(node.outputs)
        if frame.depth >= MOST_NESTED:
            frame.report(node, codes.TOO_DEEP, "functions are nested more than {most} deep", most=MOST_NESTED)
            return (NOTHING,) * len(node.outputs)
        if node.domain not in frame.opsets and last_opset(node.domain) is None:
            message = "function {name} is of domain {domain}, which is not imported here"
            frame.report(node, codes.MISSING_OPSET, message, name=function.name, domain=node.domain)
        frame.findings.extend(
            Placed(found, (Step(node),)) for found in self._refused_optionals(function, facts)
        )
        references = References.at_call(function, node, frame.references)
        wanted = tuple([bool(o) for o in node.outputs])
        # Of what goes in a loader may know less than we do, which matters where it looks at declarations.
        holds = self._holds_bodies(function)
        names = [(to, name) for to, name in zip(function.inputs, node.inputs, strict=False) if holds and name]
        unseen = frozenset(to for to, name in names if not is_seen(name, frame))
        blind = frozenset(to for to, name in names if name in frame.scope.unranked and is_blind(name, frame))
        misled = bool(unseen) and self.inside.enforcement.may_be_misled(node.inputs, frame)
        given_back = zip(function.outputs, node.outputs, strict=False) if holds else ()
        told = frozenset(of for of, name in given_back if name and _is_declared(name, frame))
        key = (id(function), facts, references.key, wanted, frame.functions, unseen, blind, misled, told)
        found = self.inside.memo.get(key)
        if found is None:
            try:
                with Budget(self._share_of_call(function, node)):
                    found = self._visit_function(
                        function, facts, references, frame, unseen, blind, misled=misled, told=told
                    )
            except Spent:
                spend(0)
                return self.inside.given_up(node, frame)
            self.inside.memo[key] = found
        outcome = self.inside.committed(found, node, f"fn:{function.name}", frame, runs=True)
        made = made_in_either(self.engine, node, outcome.outputs, outcome.either, frame)
        claimed = outcome.claimed
        frame.scope.claimed.update(name for at, name in enumerate(node.outputs) if at in claimed and name)
        unranked = [name if at in outcome.unranked else "" for at, name in enumerate(node.outputs)]
        frame.scope.add_uninferred(unranked, made, frame.claims)
        # A loader does not see what a function stores when it infers the nodes behind the call.
        outputs = list(map(as_computed, made[: len(wanted)]))
        return tuple(outputs + [NOTHING] * (len(wanted) - len(outputs)))

    def _refused_optionals(self, function: Function, facts: tuple[Fact | None, ...]) -> Iterator[Finding]:
        """Optional inputs that the function only hands to other functions: a loader does not know what these
        take, and takes any type but optional ones."""
        for name, fact in zip(function.inputs, facts, strict=False):
            if not isinstance(fact, OptionalFact):
                continue
            readers = [node for node in function.nodes if name in node.inputs]
            if readers and all(map(self.engine.is_call, readers)):
                message = (
                    "{name!r} is {fact}, and ONNX Runtime refuses an optional that is only given to functions"
                )
                args = (("name", name), ("fact", fact))
                yield Finding(codes.RUNTIME_DIFFERS, message, args, at_load=True)

    def _share_of_call(self, function: Function, node: Node) -> int:
        """The steps of a call if every node has the same share: the share of the call itself, and its part of
        the shares of the function's nodes, which are divided among all calls."""
        engine = self.engine
        if engine.share is None:
            return FREE
        calls = engine.calls.get((node.domain, node.op_type), 1)
        return engine.share + engine.share * len(function.nodes) // calls

    def _visit_function(
        self, function: Function, facts: tuple[Fact | None, ...], references: References, outer: Frame,
        unseen: frozenset[str], blind: frozenset[str], *, misled: bool, told: frozenset[str],
    ) -> BodyOutcome:  # fmt: skip
        engine = self.engine
        spend(CALL_STEPS + VISIT_STEPS * len(function.nodes))
        scope = Scope()
        opsets = self._opsets_of(function)
        frame = Frame(scope, opsets, references, outer.depth + 1, (*outer.functions, function))
        for position, name in enumerate(function.inputs):
            given = facts[position] if position < len(facts) else None
            # Inside the function, an optional input that the call leaves out is an empty name.
            scope.names[name] = NOTHING if given is None else given
        frame.strict = True
        frame.forgotten, frame.misled, frame.told = unseen, misled, told
        frame.blind.update(blind)
        scope.unranked.update(blind)
        scope.uninferred.update(blind)
        frame.absent = frozenset(
            n for i, n in enumerate(function.inputs) if i >= len(facts) or facts[i] is None
        )
        engine.visit(function, frame)
        if opsets is not function.opset_imports:
            frame.findings.extend(_about_versions(function, opsets))
        outputs = tuple(self.inside.body_output(name, frame) for name in function.outputs)
        visit = Visit(function, (), scope.names, frame.calls, opsets, references)
        return BodyOutcome(
            outputs, tuple(frame.requirements), tuple(frame.findings), tuple(frame.placeholders),
            (visit, *frame.visits), claimed=positions(scope, function.outputs),
            unranked=among(scope.unranked, function.outputs),
            either=either_among(frame, function.outputs, outputs),
        )  # fmt: skip

    def _opsets_of(self, function: Function) -> Mapping[str, int]:
        """The opsets by which a function's nodes run: ONNX Runtime puts them into the main graph, where the
        model's imports count, and its own newest version of a domain that the model does not import."""
        opsets = self.opsets.get(id(function))
        if opsets is None:
            imports, own = self.engine.model.opset_imports, function.opset_imports
            run_by = {d: imports.get(d) or last_opset(d) or version for d, version in own.items()}
            if not own:
                opsets = imports
            else:
                opsets = own if run_by == own else run_by  # it is asked by identity whether they differ
            self.opsets[id(function)] = opsets
        return opsets

    def _holds_bodies(self, function: Function) -> bool:
        """Whether it or a function that it calls, however deep, has nodes with bodies."""
        found = self.holding.get(id(function))
        if found is None:
            waiting, entered = [function], {id(function)}
            while waiting and not found:
                spend(1)
                inner = waiting.pop()
                found = any(node.has_bodies for node in inner.nodes)
                called = [self.engine.function_of(node) for node in inner.nodes]
                new = [other for other in called if other is not None and id(other) not in entered]
                entered.update(map(id, new))
                waiting += new
            self.holding[id(function)] = found = bool(found)
        return found


def _is_declared(name: str, frame: Frame) -> bool:
    """Whether a shape is declared of what a call makes, here or where this function is called."""
    claim = frame.claims.get(name)
    is_claimed = claim is not None and not (isinstance(claim.type, TensorType) and claim.type.dims is None)
    return is_claimed or name in frame.told


def positions(scope: Scope, names: Sequence[str]) -> frozenset[int]:
    """Which of the outputs depend on a declaration that could not be checked."""
    return frozenset(at for at, name in enumerate(names) if scope.is_claimed([name]))


def among(found: set[str], names: Sequence[str]) -> frozenset[int]:
    """The positions of the names that were found."""
    return frozenset(at for at, name in enumerate(names) if name in found)


def blind_among(names: Sequence[str], frame: Frame) -> frozenset[int]:
    """The positions of the outputs of which a loader surely knows no rank, as none is declared either."""
    found = among(frame.scope.unranked, names)
    claims = {at: frame.claims.get(names[at]) for at in found}
    return frozenset(
        at for at, claim in claims.items()
        if (claim is None or claim.dims is None) and is_blind(names[at], frame)
    )  # fmt: skip


def _check_arity(function: Function, node: Node, frame: Frame) -> None:
    """Trailing inputs may be left out; outputs that are not wanted still count."""
    if len(node.inputs) > len(function.inputs):
        message = "{count} inputs, needed at most {most}"
        frame.report(node, codes.INPUT_COUNT, message, count=len(node.inputs), most=len(function.inputs))
    if len(node.outputs) != len(function.outputs):
        message = "{count} outputs, needed {need}"
        frame.report(node, codes.OUTPUT_COUNT, message, count=len(node.outputs), need=len(function.outputs))


def _check_attributes(node: Node, frame: Frame) -> None:
    """A loader checks the attributes of a call in the graph and in its bodies, as those of an operator; of a
    call in a function it reads one of several."""
    if frame.functions:
        return
    for name in node.operation.duplicate_attributes:
        frame.report(
            node, codes.DUPLICATE_ATTRIBUTE, "attribute {name!r} of a call is given twice", name=name
        )
    for name, attribute in node.attributes.items():
        if len(attribute.kinds) > 1:
            message = "attribute {name!r} of a call carries several kinds of value"
            frame.report(node, codes.DUPLICATE_ATTRIBUTE, message, name=name)
        if not attribute.type:
            frame.report(node, codes.ATTRIBUTE_TYPE, "attribute {name!r} of a call has no type", name=name)


def _about_versions(function: Function, opsets: Mapping[str, int]) -> Iterator[Placed[Finding]]:
    """What differs in a function between the opsets that it imports and those that it runs by."""
    for domain, own in function.opset_imports.items():
        version = opsets[domain]
        nodes = [node for node in function.nodes if node.domain == domain] if own != version else ()
        others: set[str] = set()
        for node in nodes:
            imported, run = find(domain, node.op_type, own), find(domain, node.op_type, version)
            if imported is None and run is not None and not is_early(node):
                found = Finding.of(
                    codes.UNKNOWN_OPERATOR,
                    "{operator} was introduced in opset {since}, function {name} imports {opset} (ONNX "
                    "Runtime runs it by the model's opset {version})",
                    operator=node.op_type, since=versions(domain, node.op_type)[0], name=function.name,
                    opset=own, version=version,
                )  # fmt: skip
                yield Placed(found.told_as("warning", at_load=False), (Step(node),))
            elif imported is not run:
                others.add(node.op_type)
        if others:
            found = Finding.of(
                codes.RUNTIME_DIFFERS,
                "function {name} imports opset {own} of {domain}, and ONNX Runtime runs its {operators} by "
                "the model's opset {version}",
                name=function.name, own=own, domain=domain or "ai.onnx", operators=listed(sorted(others)),
                version=version,
            )  # fmt: skip
            yield Placed(found.told_as("warning", at_load=False), ())
