"""What lies inside of nodes: the bodies of If, Loop and Scan (functions: calls.py).

The result of a visit is a BodyOutcome, memoised by all that it depends on, and instantiated at the node.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims.budget import Budget, Spent, spend
from shapeinfer.engine.bodies import enforced
from shapeinfer.engine.bodies.body import EngineBody, commit_bodies
from shapeinfer.engine.bodies.calls import Calls, among, positions
from shapeinfer.engine.bodies.trial import known_condition, only_branch
from shapeinfer.engine.declared import meet, unshaped
from shapeinfer.engine.effort import CALL_STEPS, FREE, MOST_NESTED, VISIT_STEPS
from shapeinfer.engine.frame import BodyOutcome, Frame, Scope, fed
from shapeinfer.engine.loader.seen import is_blind, is_known, is_seen
from shapeinfer.engine.optimized.folded import is_folded
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed, Visit
from shapeinfer.facts.fact import NOTHING, Fact, OptionalFact, TensorFact, UnknownFact
from shapeinfer.model.graph import captured_names
from shapeinfer.model.structure import Function, Graph, Node, Value
from shapeinfer.rule.requirement import Finding, Requirement
from shapeinfer.schema.conform import MISSING_AT_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from shapeinfer.engine.bodies.branches import Certainty
    from shapeinfer.engine.engine import Engine


class Inside:
    """The visits of one run's bodies and functions."""

    __slots__ = ("after_scans", "calls", "engine", "loose", "memo", "scanned")

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.memo: dict[tuple[object, ...], BodyOutcome] = {}
        self.loose: set[str] | None = None
        self.scanned: Set[str] | None = None
        self.after_scans: Set[str] | None = None
        self.calls = Calls(self)

    def made_inside(
        self, function: Function | None, node: Node, facts: tuple[Fact | None, ...], frame: Frame
    ) -> tuple[Fact, ...]:
        """The facts of the outputs of a node with bodies, or of one that calls the function."""
        if function is None:
            return self.with_bodies(node, facts, frame)
        return self.calls.made(function, node, facts, frame)

    def with_bodies(self, node: Node, facts: tuple[Fact | None, ...], frame: Frame) -> tuple[Fact, ...]:
        """The facts of the outputs of a node with bodies; its reports go into the frame."""
        engine = self.engine

        def made() -> dict[str, EngineBody]:
            return {name: EngineBody(engine, graph, node, name, frame) for name, graph in node.bodies()}

        bodies = made()
        folds = (
            node.op_type == "If" and enforced.enforces_numbers(bodies.values()) and _is_known(facts)
            and is_folded(node.inputs[0], engine, frame)
        )  # fmt: skip
        for body in bodies.values():
            body.folded = folds
        inside = sum([len(body.graph.nodes) for body in bodies.values()])
        try:
            with Budget(FREE if engine.share is None else engine.share * (1 + inside)):
                outcome = engine.operators.outcome(node, facts, frame, bodies)
                only = only_branch(engine, node, facts, outcome.outputs, frame, bodies)
                if only is not None:
                    taken, demand = only
                    bodies = made()
                    facts = (known_condition(facts[0], taken=taken),)
                    outcome = engine.operators.outcome(node, facts, frame, bodies)
                    frame.requirements.append(
                        Placed(demand, (Step(node),), claimed=frame.scope.is_claimed(node.inputs))
                    )
        except Spent:
            spend(0)
            return self.given_up(node, frame)
        if node.op_type == "Loop":
            for body in bodies.values():
                seen = engine.operators.loading and all(is_seen(n, frame) for n in node.inputs[1:2] if n)
                wrong = enforced.wrong_loop_inputs(fed(body.graph), facts, seen=seen)
                frame.findings.extend(Placed(found, (Step(node),)) for found in wrong)
        values = engine.instances.renaming(outcome.placeholders, frame)
        claimed = _claimed(node, bodies)
        outputs = engine.instances.instantiate(outcome, node, frame, values, claimed=bool(claimed))
        demanded = commit_bodies(bodies, values, node.op_type, facts[0] if facts else None)
        on_claims = frame.scope.is_claimed(node.inputs)
        frame.requirements.extend(Placed(r, (Step(node),), claimed=on_claims) for r in demanded)
        frame.scope.claimed.update(name for at, name in enumerate(node.outputs) if at in claimed and name)
        frame.scope.add_uninferred(_uninferred(node, bodies), outputs, frame.claims)
        return outputs

    def visit_body(
        self,
        graph: Graph,
        facts: Sequence[Fact],
        frame: Frame,
        op_type: str,
        *,
        strict: bool = False,
        names: Sequence[str] = (),
        folded: bool = False,
    ) -> BodyOutcome:
        """The Outcome of an operator's body for these input facts; memoised by them and by the captured
        values. ``strict``: the facts are what a loader knows, which compares declarations with them.
        ``names`` are those of the values that go in. ``folded``: the usual optimizations put the branch that
        is taken in the place of the node."""
        captured = tuple(sorted(captured_names(graph)))
        seen = tuple(frame.scope.find(name) for name in captured)
        reference_key = None if frame.references is None else frame.references.key
        claimed = frame.scope.is_claimed(captured)
        unranked = frozenset(frame.scope.unranked.intersection(captured))
        if op_type == "Scan" and not frame.scope.unranked.isdisjoint(names):
            unranked |= enforced.blind_inputs(fed(graph), [is_blind(name, frame) for name in names])
        key = (
            id(graph), tuple(facts), seen, id(frame.opsets), reference_key, claimed, frame.strict, strict,
            folded, unranked,
        )  # fmt: skip
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._visit_body(
                graph, facts, frame, op_type, strict=strict, names=names, folded=folded, unranked=unranked
            )
        return found

    def _visit_body(
        self,
        graph: Graph,
        facts: Sequence[Fact],
        outer: Frame,
        op_type: str,
        *,
        strict: bool,
        names: Sequence[str],
        folded: bool,
        unranked: frozenset[str],
    ) -> BodyOutcome:
        engine = self.engine
        spend(CALL_STEPS + VISIT_STEPS * len(graph.nodes))
        scope = Scope(outer.scope)
        scope.unranked.update(unranked)
        scope.uninferred.update(unranked)
        frame = Frame(scope, outer.opsets, outer.references, outer.depth + 1, outer.functions)
        frame.absent = outer.absent and _absent_inside(outer.absent, graph)
        frame.outer = outer
        # A loader forgets what shape a state of a Loop has when it goes in.
        frame.strict = strict or (outer.strict and op_type != "Loop")
        if frame.depth > MOST_NESTED:
            frame.report(None, codes.TOO_DEEP, "bodies are nested more than {most} deep", most=MOST_NESTED)
            return BodyOutcome((NOTHING,) * len(graph.outputs), (), tuple(frame.findings), (), ())
        for position, value in enumerate(fed(graph)):
            if op_type == "Loop" and position < 2 <= len(facts):
                given = enforced.loop_scalar(value, facts[position])
                scope.names[value.name] = self._body_input(value, given, frame)
            elif position < len(facts):
                scope.names[value.name] = self._body_input(value, facts[position], frame)
            else:
                scope.names[value.name] = engine.declarations.claim(value.type)
                scope.claimed.add(value.name)
        if op_type == "Loop":
            frame.forgotten = enforced.forgotten(fed(graph), facts)
            frame.misled = bool(frame.forgotten)
            scope.unranked.update(enforced.unranked(fed(graph), facts))
            scope.uninferred.update(scope.unranked)
        engine.add_initializers(graph, scope, frame)
        frame.claims = {**graph.value_info, **{v.name: v for v in graph.outputs}}
        engine.visit(graph, frame)
        outputs = tuple(self.body_output(value.name, frame) for value in graph.outputs)
        frame.findings.extend(self._refused_declarations(graph, facts, outer, frame, op_type))
        loaded = None
        if op_type == "Scan":
            if engine.operators.loading and not _is_misled(outer):
                for name, finding in enforced.wrong_scan_inputs(fed(graph), facts, names):
                    if name not in self.made_by_bodies():
                        frame.findings.append(Placed(finding, ()))
            seen = enforced.as_declared(fed(graph), facts)
            if seen is not None:
                found = self.visit_body(graph, seen, outer, op_type)
                loaded = found.outputs
                if enforced.only_open(seen, facts):
                    refused = (p for p in found.findings if p.item.message == enforced.DECLARED)
                    frame.findings.extend(refused)
        required = enforced.required_of_outputs(
            op_type, graph, scope.find, loaded, engine.declared_numbers,
            inlined=bool(engine.model.functions), alone=enforced.is_left_alone(engine.graph, graph),
            folded=folded, uninferred={v.name for v in graph.outputs if is_blind(v.name, frame)},
        )  # fmt: skip
        unsure = self._unsure(graph, frame, names) if op_type == "Scan" else enforced.mistaken(graph, frame)
        for wanted in required:
            if wanted.message == enforced.ENFORCED and dict(wanted.args)["name"] in unsure:
                continue
            if isinstance(wanted, Requirement):
                frame.requirements.append(Placed(wanted, ()))
            else:
                frame.findings.append(Placed(self._as_sure(wanted, facts, names), ()))
        visit = Visit(graph, (), scope.names, frame.calls, frame.opsets, frame.references)
        return BodyOutcome(
            outputs, tuple(frame.requirements), tuple(frame.findings), tuple(frame.placeholders),
            (visit, *frame.visits), claimed=positions(scope, [value.name for value in graph.outputs]),
            unranked=among(scope.unranked, [value.name for value in graph.outputs]),
            seen=_compared(graph, frame) if op_type == "If" else frozenset(),
        )  # fmt: skip

    def _as_sure(self, found: Finding, facts: Sequence[Fact], names: Sequence[str]) -> Finding:
        """What is found of a body's outputs; a warning where a loader may know a shape that we do not: of
        what a Scan makes it knows what is declared, and we may not, where a round changes a state's shape."""
        if found.message != enforced.NO_SHAPE:
            return found
        given = zip(names, facts, strict=False)
        unknown = [name for name, f in given if isinstance(f, TensorFact) and f.shape is None]
        if self.after_scans is None:
            graph = self.engine.graph
            made = [name for node in graph.nodes if node.op_type == "Scan" for name in node.outputs]
            self.after_scans = enforced.following(graph, made)
        return found if self.after_scans.isdisjoint(unknown) else found.softened()

    def _unsure(self, body: Graph, frame: Frame, names: Sequence[str]) -> Set[str]:
        """The values of a Scan's body of whose sizes a loader may know other numbers than are declared.
        ``names`` are those of what goes in."""
        if _is_misled(frame.outer):
            return {value.name for value in body.outputs}
        behind = self.behind_scans()
        given = zip(fed(body), names, strict=False)
        inside = [value.name for value, name in given if name in behind]
        return enforced.following(body, inside) if inside else frozenset()

    def may_be_misled(self, names: Sequence[str], frame: Frame) -> bool:
        """Whether a loader may know other numbers of these values than we do."""
        behind = self.behind_scans()
        return _is_misled(frame) or any(n in behind or n in frame.scope.uninferred for n in names)

    def behind_scans(self) -> Set[str]:
        """The values that follow from a Scan whose body declares numbers, in whichever graph."""
        if self.scanned is None:
            graphs: list[Graph | Function] = [self.engine.graph, *self.engine.model.functions.values()]
            for graph in graphs:
                graphs.extend(body for node in graph.nodes for _, body in node.bodies())
            self.scanned = frozenset().union(*map(enforced.behind_declared_scans, graphs))
        return self.scanned

    def made_by_bodies(self) -> set[str]:
        """The names of values that a Loop or an If makes, or that follow from one: of these a loader may not
        know the rank."""
        if self.loose is None:
            self.loose = set()
            waiting: list[Graph | Function] = [self.engine.graph, *self.engine.model.functions.values()]
            while waiting:
                for node in waiting.pop().nodes:
                    waiting.extend(graph for _, graph in node.bodies())
                    if node.op_type in ("Loop", "If") or not self.loose.isdisjoint(node.inputs):
                        self.loose.update(node.outputs)
            self.loose.discard("")
        return self.loose

    def _refused_declarations(
        self, graph: Graph, facts: Sequence[Fact], outer: Frame, frame: Frame, op_type: str
    ) -> Sequence[Placed[Finding]]:
        """The declarations of a function's body that a loader refuses, and what it refuses by those of a
        Loop's body."""
        if not self.engine.operators.loading:
            return ()
        if not outer.strict:
            return self._refused_as_declared(graph, facts, outer, frame) if op_type == "Loop" else ()
        if frame.strict:
            blind = frame.scope.uninferred
            found = enforced.refused_declarations(
                frame.findings, blind, lambda name, size: is_known(name, size, frame)
            )
            return list(found)
        seen = enforced.as_forgotten(fed(graph), facts)
        forgotten = self.visit_body(graph, seen, outer, op_type, strict=True).findings
        return [placed for placed in forgotten if placed.item.message == enforced.DECLARED]

    def _refused_as_declared(
        self, graph: Graph, facts: Sequence[Fact], outer: Frame, frame: Frame
    ) -> Sequence[Placed[Finding]]:
        """What a loader refuses in a Loop's body, because it takes the states for what the body declares."""
        if outer.functions or not enforced.are_contradicted(fed(graph), facts):
            return ()
        told = {id(placed.place[0].node) for placed in frame.findings if placed.place and placed.item.at_load}
        seen = self.visit_body(graph, enforced.as_forgotten(fed(graph), facts), outer, "Loop").findings
        return [
            placed for placed in seen
            if placed.item.at_load and placed.place and id(placed.place[0].node) not in told
        ]  # fmt: skip

    def _body_input(self, value: Value, given: Fact, frame: Frame) -> Fact:
        """The rule's fact for a body's input, with the declared type. The declared shape is not used: it is
        often
        only that of the first iteration, and the runtime does not check it."""
        engine = self.engine
        claim = unshaped(engine.declarations.claim(value.type))
        if isinstance(given, OptionalFact) != isinstance(claim, OptionalFact):
            return claim if isinstance(given, UnknownFact) else given
        met, findings, _ = meet(value.name, given, claim)
        frame.findings.extend(Placed(finding, ()) for finding in findings)
        return met

    def body_output(self, name: str, frame: Frame) -> Fact:
        fact = frame.scope.find(name)
        if fact is None:
            message = "output {name!r} of the body is not defined by any of its nodes"
            frame.report(None, codes.UNDEFINED_OUTPUT, message, name=name)
            return NOTHING
        if name not in frame.scope.names:
            message = "output {name!r} of the body is a value of the outer graph, needed a value of the body"
            frame.report(None, codes.UNDEFINED_OUTPUT, message, name=name)
        return fact

    def given_up(self, node: Node, frame: Frame) -> tuple[Fact, ...]:
        """The Outcome of a node that took more than its share: unknown outputs and a finding."""
        engine = self.engine
        message = "{operator} takes more than its share of the {steps} steps that the model may take"
        frame.report(node, codes.TOO_DEEP, message, operator=node.op_type, steps=engine.steps)
        return (NOTHING,) * len(node.outputs)

    def committed(
        self,
        outcome: BodyOutcome,
        node: Node,
        body: str,
        frame: Frame,
        *,
        runs: bool,
        certainty: Certainty | None = None,
    ) -> BodyOutcome:
        """A body's Outcome at this node: symbols renamed, and reports placed below the node."""
        engine = self.engine
        spend(len(outcome.requirements) + len(outcome.findings))
        if outcome.placeholders:
            outcome = outcome.renamed(engine.instances.renaming(outcome.placeholders, frame))
        never = certainty is not None and certainty.never
        step = Step(node, body, runs=True if runs else False if never else None)
        claimed = frame.scope.is_claimed(node.inputs)
        if not never:
            frame.requirements.extend(
                r.under(
                    step, runs=runs or (certainty is not None and certainty.demands(r.item)), claimed=claimed
                )
                for r in outcome.requirements
            )
        found = outcome.findings
        if never and found and is_folded(node.inputs[0], engine, frame):
            from shapeinfer.engine.loader.refused import as_dropped  # rarely needed

            found = tuple(map(as_dropped, found))
        frame.findings.extend(
            f.under(
                step,
                runs=(runs and not (_is_inlined(f, node) and is_folded(node.inputs[0], engine, frame)))
                or (certainty is not None and certainty.refuses(f.item)),
                claimed=claimed,
            )
            for f in found
            # Of what never runs only that is told which a loader looks at.
            if not (never and (f.item.code is codes.BRANCH_RANK or f.item.message == enforced.FOLDED))
        )
        frame.add_visits(outcome.visits, step)
        if outcome.visits and not never:  # the body's own comes first
            frame.calls[node.index, body] = outcome.visits[0].key
        return outcome


# Before this opset a loader merges the shapes that the branches of an If make.
_SHAPES_MERGED = 11


def _compared(graph: Graph, frame: Frame) -> frozenset[int]:
    """The outputs of a branch of which a loader surely knows the numbers, where it compares them."""
    if frame.opsets.get("", _SHAPES_MERGED) >= _SHAPES_MERGED:
        return frozenset()
    return frozenset(at for at, value in enumerate(graph.outputs) if is_seen(value.name, frame))


def _is_misled(frame: Frame | None) -> bool:
    """Whether it stands where a loader may know other numbers of what goes into a Loop or a function."""
    while frame is not None:
        if frame.misled or frame.mistaken:
            return True
        frame = frame.outer
    return False


def _is_known(facts: Sequence[Fact | None]) -> bool:
    """Whether the condition of an If is known."""
    cond = facts[0] if facts else None
    return isinstance(cond, TensorFact) and cond.as_ints() is not None


def _is_inlined(placed: Placed[Finding], node: Node) -> bool:
    """Whether the finding is gone if a loader puts the branch that an If takes in the place of the If: it
    drops the names of inputs that are left out at the end of a node."""
    return (
        placed.item.message == MISSING_AT_END
        and node.op_type == "If"
        and all(step.body.startswith("fn:") for step in placed.place[:-1])
    )


def _absent_inside(absent: frozenset[str], graph: Graph) -> frozenset[str]:
    """The inputs that a call left out, in a body: it may give one of their names to a value of its own."""
    own = [value.name for value in graph.inputs]
    return absent.difference(own, graph.initializers, graph.sparse_initializers)


def _claimed(node: Node, bodies: Mapping[str, EngineBody]) -> frozenset[int] | range:
    """Which outputs of a node with bodies depend on such a declaration.

    Of an If, those that a branch which may run makes; of a Loop or a Scan all, for what one iteration makes
    another one reads."""
    runs = [body for body in bodies.values() if body.last is not None and body.runs]
    taken = runs if node.op_type == "If" and runs else bodies.values()
    found: frozenset[int] = frozenset()
    found = found.union(*(body.last.claimed for body in taken if body.last is not None))
    return found if node.op_type == "If" or not found else range(len(node.outputs))


def _uninferred(node: Node, bodies: Mapping[str, EngineBody]) -> Iterator[str]:
    """The names of the outputs whose rank a loader does not infer, and "" for others.

    They are the states of a Loop, what the branches of an If make in different ranks (of which we know one if
    that branch surely runs), and what a loader does not know in a body."""
    outcomes = [body.last for body in bodies.values() if body.last is not None]
    states = len(node.inputs) - 2 if node.op_type == "Loop" else 0
    first = 1 if node.op_type == "Loop" else 0  # a Loop's body returns the condition before all others
    for position, name in enumerate(node.outputs):
        at = position + first
        ranks = {_rank(o.outputs[at]) for o in outcomes if at < len(o.outputs)}
        yield name if position < states or len(ranks) > 1 or any(at in o.unranked for o in outcomes) else ""


def _rank(fact: Fact) -> int | None:
    return fact.rank if isinstance(fact, TensorFact) else None
