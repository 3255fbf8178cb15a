"""What lies inside of nodes: the bodies of If, Loop and Scan (functions: calls.py).

The result of a visit is a BodyOutcome, memoised by all that it depends on, and instantiated at the node.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims.budget import Budget, Spent, spend
from shapeinfer.engine.bodies import enforced, mistaken
from shapeinfer.engine.bodies.body import EngineBody, commit_bodies
from shapeinfer.engine.bodies.branches import SKIPPED
from shapeinfer.engine.bodies.calls import Calls, among, blind_among, positions
from shapeinfer.engine.bodies.enforcement import Enforcement
from shapeinfer.engine.bodies.trial import either_among, known_condition, made_in_branch, only_branch
from shapeinfer.engine.declared import meet, unshaped
from shapeinfer.engine.effort import CALL_STEPS, FREE, MOST_NESTED, VISIT_STEPS
from shapeinfer.engine.frame import BodyOutcome, Frame, Scope, fed
from shapeinfer.engine.loader.blind import blind_of_bodies, is_blind
from shapeinfer.engine.loader.collected import note_collected
from shapeinfer.engine.loader.ranks import is_known, is_surely_ranked
from shapeinfer.engine.loader.seen import is_misled, is_misled_call, is_seen
from shapeinfer.engine.loader.unranked import uninferred_of_bodies
from shapeinfer.engine.optimized.folded import is_folded
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed, Visit
from shapeinfer.facts.fact import NOTHING, Fact, OptionalFact, TensorFact, UnknownFact, tensor
from shapeinfer.model.graph import SCAN_WITHOUT_BATCH, captured_names
from shapeinfer.model.structure import Function, Graph, Node, Value
from shapeinfer.rule.call import EMPTY_NAME
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.conform import MISSING_AT_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set

    from shapeinfer.engine.bodies.branches import Certainty
    from shapeinfer.engine.engine import Engine
    from shapeinfer.engine.place import Place
    from shapeinfer.rule.requirement import Condition

# Since this version a loader knows no rank of what an If makes if it knows none of one branch.
_JOINS_BRANCHES = 13


class Inside:
    """The visits of one run's bodies and functions."""

    __slots__ = ("calls", "enforcement", "engine", "memo")

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.memo: dict[tuple[object, ...], BodyOutcome] = {}
        self.enforcement = Enforcement(engine)
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
        folds = node.op_type == "If" and _is_known(facts) and is_folded(node.inputs[0], engine, frame)
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
                # Also where a loader does not know the rank of a state.
                seen = not engine.is_bound and all(
                    n not in frame.scope.unranked
                    and (is_known(n, None, frame) if frame.functions else is_seen(n, frame))
                    for n in node.inputs[1:2]
                    if n
                )
                wrong = enforced.wrong_loop_inputs(fed(body.graph), facts, seen=seen)
                frame.findings.extend(Placed(found, (Step(node),)) for found in wrong)
        values = engine.instances.renaming(outcome.placeholders, frame)
        claimed = _claimed(node, bodies)
        outputs = engine.instances.instantiate(outcome, node, frame, values, claimed=bool(claimed))
        lasts = _lasts(bodies.values())
        outputs = made_in_branch(engine, node, outputs, bodies, frame)
        for last in lasts:
            frame.misranked.update(_named(node, last.misranked))
            frame.misdeclared.update(_named(node, last.misdeclared))
        demanded = commit_bodies(bodies, values, node.op_type, facts[0] if facts else None)
        on_claims = frame.scope.is_claimed(node.inputs)
        frame.requirements.extend(
            Placed(p.item, p.place, claimed=on_claims, resting=p.resting) for p in demanded
        )
        frame.scope.claimed.update(_named(node, claimed))
        uninferred = uninferred_of_bodies(node, _lasts(bodies.values()), outputs)
        frame.scope.add_uninferred(uninferred, outputs, frame.claims)
        frame.blind.update(blind_of_bodies(node, _lasts(_asked(node, bodies, frame)), frame))
        if node.op_type == "If":
            frame.inferred.update(_alike(node, lasts))
        if node.op_type == "Scan" and not frame.functions and frame.opsets.get("", 0) >= SCAN_WITHOUT_BATCH:
            for last in lasts:
                frame.inferred.update(_named(node, last.seen))
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
        replaces: bool = False,
        as_loaded: bool = False,
        beside: Sequence[Graph] = (),
    ) -> BodyOutcome:
        """The Outcome of an operator's body for these input facts; memoised by them and by the captured
        values. ``strict``: the facts are what a loader knows, which compares declarations with them.
        ``names`` are those of the values that go in. ``folded``: the usual optimizations put the branch that
        is taken in the place of the node; ``replaces``: this is it. ``as_loaded``: the facts are what a
        loader takes the states of a Loop for. ``beside``: the other branch of an If."""
        captured = tuple(sorted(captured_names(graph)))
        seen = tuple(frame.scope.find(name) for name in captured)
        reference_key = None if frame.references is None else frame.references.key
        claimed = frame.scope.is_claimed(captured)
        unranked = frozenset(frame.scope.unranked.intersection(captured))
        if op_type == "Scan" and not frame.scope.unranked.isdisjoint(names):
            unranked |= enforced.blind_inputs(fed(graph), [is_blind(name, frame) for name in names])
        inputs = zip(fed(graph), names, strict=False) if op_type == "Scan" else ()
        unseen = frozenset(value.name for value, name in inputs if name and not is_seen(name, frame))
        key = (
            id(graph), tuple(facts), seen, id(frame.opsets), reference_key, claimed, frame.strict, strict,
            folded, replaces, unranked, unseen, is_misled_call(frame), as_loaded or frame.as_loaded,
        )  # fmt: skip
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = self._visit_body(
                graph, facts, frame, op_type, strict=strict, names=names, folded=folded, replaces=replaces,
                unranked=unranked, unseen=unseen, as_loaded=as_loaded, beside=beside,
            )  # fmt: skip
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
        replaces: bool,
        unranked: frozenset[str],
        unseen: frozenset[str],
        as_loaded: bool,
        beside: Sequence[Graph],
    ) -> BodyOutcome:
        engine = self.engine
        spend(CALL_STEPS + VISIT_STEPS * len(graph.nodes))
        scope = Scope(outer.scope)
        scope.unranked.update(unranked)
        scope.uninferred.update(unranked)
        frame = Frame(scope, outer.opsets, outer.references, outer.depth + 1, outer.functions)
        frame.absent = outer.absent and _absent_inside(outer.absent, graph)
        frame.outer = outer
        frame.unseen = unseen
        # A loader forgets what shape a state of a Loop has when it goes in.
        frame.strict = strict or (outer.strict and op_type != "Loop")
        frame.as_loaded = as_loaded or (outer.as_loaded and op_type != "Loop")
        if frame.depth > MOST_NESTED:
            frame.report(None, codes.TOO_DEEP, "bodies are nested more than {most} deep", most=MOST_NESTED)
            return BodyOutcome((NOTHING,) * len(graph.outputs), (), tuple(frame.findings), (), ())
        for position, value in enumerate(fed(graph)):
            if op_type == "Loop" and position < 2 <= len(facts):
                given = enforced.loop_scalar(value, facts[position])
                # A loader has no type for the condition of a Loop that is given none.
                is_compared = position == 0 or any(names[1:2])
                scope.names[value.name] = self._body_input(value, given, frame, is_compared=is_compared)
            elif position < len(facts):
                scope.names[value.name] = self._body_input(value, facts[position], frame)
            else:
                scope.names[value.name] = engine.declarations.claim(value.type)
                scope.claimed.add(value.name)
        frame.mistaken.update(mistaken.misdeclared(op_type, fed(graph), facts))
        if op_type == "Loop":
            frame.forgotten = enforced.forgotten(fed(graph), facts)
            frame.misled = bool(frame.forgotten)
            scope.unranked.update(enforced.unranked(fed(graph), facts))
            scope.uninferred.update(scope.unranked)
            self._visit_as_loaded(graph, facts, frame, names)
        if frame.functions and graph.initializers:
            returned = dict(enforced.known_as_declared(graph))
            frame.forgotten |= returned.keys()
            scope.unranked.update(name for name, declared in returned.items() if declared is None)
            scope.uninferred.update(scope.unranked)
        engine.add_initializers(graph, scope, frame)
        _forget_hidden(graph.initializers if op_type == "If" else (), scope, outer.scope)
        frame.claims = {**graph.value_info, **{v.name: v for v in graph.outputs}}
        engine.visit(graph, frame)
        outputs = tuple(self.body_output(value.name, frame) for value in graph.outputs)
        frame.findings.extend(self._refused_declarations(graph, facts, names, outer, frame, op_type))
        loaded, opens = None, False
        if op_type == "Scan":
            if engine.operators.loading and not is_misled(outer):
                inputs = enforced.wrong_scan_inputs(
                    fed(graph), facts, names, unseen, lambda name: is_surely_ranked(name, outer)
                )
                for name, finding in inputs:
                    if name not in self.enforcement.made_by_bodies():
                        frame.findings.append(Placed(finding, ()))
            seen = enforced.as_declared(fed(graph), facts)
            if seen is not None:
                # What is declared a loader sees.
                left = [n if a is b else "" for n, a, b in zip(names, seen, facts, strict=False)]
                found = self.visit_body(graph, seen, outer, op_type, names=left)
                loaded = found.outputs
                opens = enforced.only_open(seen, facts)
                if opens:
                    refused = (p for p in found.findings if p.item.message == enforced.DECLARED)
                    frame.findings.extend(refused)
            # The runtime allocates by the rank that it knows, and takes one element in whatever shape.
            wrong = mistaken.misranked(graph, frame)
            outputs = tuple(
                tensor(fact.elem_type) if value.name in wrong and isinstance(fact, TensorFact) else fact
                for value, fact in zip(graph.outputs, outputs, strict=True)
            )
        if enforced.enforces_outputs(op_type):
            self.enforcement.state(
                graph, facts, frame, op_type, loaded,
                names=names, folded=folded, opens=opens, beside=beside,
            )  # fmt: skip
        if op_type in ("Loop", "Scan") and not frame.as_loaded:
            note_collected(graph, frame, len(facts) - 1 if op_type == "Loop" else 0, engine)
        visit = Visit(graph, (), scope.names, frame.calls, frame.opsets, frame.references, replaces=replaces)
        made = [value.name for value in graph.outputs]
        return BodyOutcome(
            outputs, tuple(frame.requirements), tuple(frame.findings), tuple(frame.placeholders),
            (visit, *frame.visits), claimed=positions(scope, made),
            unranked=among(scope.unranked, made), blind=blind_among(made, frame),
            seen=_compared(graph, frame, op_type),
            misranked=mistaken.misranked_outputs(graph, frame, op_type),
            misdeclared=mistaken.misdeclared_outputs(graph, frame, op_type),
            either=either_among(frame, made, outputs),
        )  # fmt: skip

    def _visit_as_loaded(
        self, graph: Graph, facts: Sequence[Fact], frame: Frame, names: Sequence[str]
    ) -> None:
        """Visit a Loop's body with the states that it declares, where a loader infers from these what its
        Scans make."""
        outer = frame.outer
        if outer is None or frame.as_loaded or not (frame.mistaken or frame.forgotten):
            return
        if self.enforcement.notes_loops(graph, frame):
            seen = enforced.as_forgotten(fed(graph), facts)
            self.visit_body(graph, seen, outer, "Loop", names=names, as_loaded=True)

    def _refused_declarations(
        self,
        graph: Graph,
        facts: Sequence[Fact],
        names: Sequence[str],
        outer: Frame,
        frame: Frame,
        op_type: str,
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
        forgotten = self.visit_body(graph, seen, outer, op_type, strict=True, names=names).findings
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

    def _body_input(self, value: Value, given: Fact, frame: Frame, *, is_compared: bool = True) -> Fact:
        """The rule's fact for a body's input, with the declared type. ``is_compared``: a loader compares it
        with that of what is given. The declared shape is not used: it is often only that of the first
        iteration, and the runtime does not check it."""
        engine = self.engine
        claim = unshaped(engine.declarations.claim(value.type))
        if isinstance(given, OptionalFact) != isinstance(claim, OptionalFact):
            return claim if isinstance(given, UnknownFact) else given
        met, findings, _ = meet(value.name, given, claim)
        found = findings if is_compared else [finding.softened() for finding in findings]
        frame.findings.extend(Placed(finding, ()) for finding in found)
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
        unless: Condition | None = None,
    ) -> BodyOutcome:
        """A body's Outcome at this node: symbols renamed, and reports placed below the node.

        ``unless``: where a body that may not run does not, if named sizes decide that."""
        engine = self.engine
        spend(len(outcome.requirements) + len(outcome.findings))
        if outcome.placeholders:
            outcome = outcome.renamed(engine.instances.renaming(outcome.placeholders, frame))
        never = certainty is not None and certainty.never
        step = Step(node, body, runs=True if runs else False if never else None)
        claimed = frame.scope.is_claimed(node.inputs)
        sure = certainty or SKIPPED
        if not never:
            frame.requirements.extend(
                r.under(
                    step,
                    runs=runs or sure.demands(r.item),
                    claimed=claimed,
                    resting=_in_other_branch(node, body, sure.resting(r.item)),
                    unless=unless,
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
                or sure.refuses(f.item),
                claimed=claimed,
                resting=_in_other_branch(node, body, sure.resting(f.item)),
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


def _compared(graph: Graph, frame: Frame, op_type: str) -> frozenset[int]:
    """The outputs of a body of which a loader surely knows the numbers, where it compares them: those of
    branches with each other, and those of a Scan with its states."""
    opset = frame.opsets.get("", _SHAPES_MERGED)
    if op_type != "Scan" and not (op_type == "If" and opset < _SHAPES_MERGED):
        return frozenset()
    return frozenset(at for at, value in enumerate(graph.outputs) if is_seen(value.name, frame))


def _is_known(facts: Sequence[Fact | None]) -> bool:
    """Whether the condition of an If is known."""
    cond = facts[0] if facts else None
    return isinstance(cond, TensorFact) and cond.as_ints() is not None


def _in_other_branch(node: Node, body: str, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Places in the other branch of an If, as seen from the If."""
    other = "else_branch" if body == "then_branch" else "then_branch"
    return tuple([(Step(node, other), *place) for place in places])


def _is_inlined(placed: Placed[Finding], node: Node) -> bool:
    """Whether the finding is gone if a loader puts the branch that an If takes in the place of the If: it
    drops the names of inputs that are left out at the end of a node."""
    return (
        placed.item.message in (EMPTY_NAME, MISSING_AT_END)
        and node.op_type == "If"
        and all(step.body.startswith("fn:") for step in placed.place[:-1])
    )


def _absent_inside(absent: frozenset[str], graph: Graph) -> frozenset[str]:
    """The inputs that a call left out, in a body: it may give one of their names to a value of its own."""
    own = [value.name for value in graph.inputs]
    return absent.difference(own, graph.initializers, graph.sparse_initializers)


def _claimed(node: Node, bodies: Mapping[str, EngineBody]) -> Set[int]:
    """Which outputs of a node with bodies depend on such a declaration: of an If, those that a branch which
    may run makes."""
    found: set[int] = set()
    for body in _taken(node, bodies):
        made: Set[int] = body.claimed()
        if made and node.op_type != "If":
            first = 1 if node.op_type == "Loop" else 0  # the condition is before the others
            made = {at - first for at in mistaken.carried_on(body.graph, node.op_type, made)}
        found.update(made)
    return found


def _taken(node: Node, bodies: Mapping[str, EngineBody]) -> Collection[EngineBody]:
    """The bodies that may run: of an If the branch that surely does, if that is known."""
    runs = [body for body in bodies.values() if body.last is not None and body.runs]
    return runs if node.op_type == "If" and runs else bodies.values()


def _asked(node: Node, bodies: Mapping[str, EngineBody], frame: Frame) -> list[EngineBody]:
    """The bodies of which a loader may take the ranks: those that may run, and of an If before opset 13
    ``then_branch`` too, whose ranks it takes if the other one has none."""
    asked = list(_taken(node, bodies))
    if node.op_type == "If" and frame.opsets.get("", 0) < _JOINS_BRANCHES and "then_branch" in bodies:
        asked.append(bodies["then_branch"])
    return asked


def _lasts(bodies: Iterable[EngineBody]) -> list[BodyOutcome]:
    """What their last visits found."""
    return [body.last for body in bodies if body.last is not None]


def _named(node: Node, positions: Set[int]) -> Iterator[str]:
    """The names of the outputs at these positions."""
    return (name for at, name in enumerate(node.outputs) if at in positions and name)


def _alike(node: Node, branches: Sequence[BodyOutcome]) -> Iterator[str]:
    """The outputs of an If that both branches make in the same shape."""
    for at, name in enumerate(node.outputs):
        made = [outcome.outputs[at] for outcome in branches if at < len(outcome.outputs)]
        shapes = {fact.shape for fact in made if isinstance(fact, TensorFact)}
        if name and len(made) > 1 and len(shapes) == 1:
            yield name


def _forget_hidden(stored: Iterable[str], scope: Scope, around: Scope) -> None:
    """Forget what a branch of an If stores under the name of a value around it: ONNX Runtime reads the one or
    the other, as their shapes are (SI037 warns of the name)."""
    for name in stored:
        fact = scope.names[name]
        if isinstance(fact, TensorFact) and around.find(name) is not None:
            scope.names[name] = TensorFact(fact.elem_type, fact.shape)
