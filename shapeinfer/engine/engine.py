"""The engine: visits nodes in order, calls rules, enters bodies and functions, and stores the results.

The result of a node, a body or a function is an Outcome, which has no place. The engine instantiates
it: it replaces placeholders by new symbols, and gives every requirement and finding its place. Outcomes are
memoised by exactly what they depend on.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims.budget import Budget, Spent, innermost, spend
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.declared import Declarations, DeclaredNumbers, meet, sparse_fact
from shapeinfer.engine.effort import (
    ASK_STEPS,
    FREE,
    MOST_TRIALS,
    NODE_STEPS,
    calls_in,
    size_of,
    steps_allowed,
)
from shapeinfer.engine.frame import Frame, Scope
from shapeinfer.engine.loader.unranked import (
    FORGETTING,
    as_loader_sees,
    is_rank_told,
    may_be_uninferred,
    refused_at_load,
    undeclared_inputs,
    uninferred,
)
from shapeinfer.engine.operator import Operators
from shapeinfer.engine.place import Step
from shapeinfer.engine.reuse import outcomes
from shapeinfer.engine.reuse.instances import Instances
from shapeinfer.engine.run import Placed, Run
from shapeinfer.facts.fact import Fact, TensorFact, rank_of
from shapeinfer.model.graph import claims_of, reads
from shapeinfer.model.structure import Function, Graph, Model, Node
from shapeinfer.rule import Outcome
from shapeinfer.schema.schema import last_opset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.engine.bodies.inside import Inside
    from shapeinfer.engine.loader.noted import Noted
    from shapeinfer.engine.reuse.outcomes import Asked, Outcomes

# More outcomes than this are not kept from edit to edit.
MOST_KEPT = 1 << 15


class Found:
    """What a run has found so far.

    ``memo``: the Outcomes of nodes, by the imported opsets and the bindings of attribute references; then by
    operation, input facts and wanted outputs. ``earlier``: those of earlier runs, by the id of the imported
    opsets, which the model holds. ``inside``: the visits of bodies and functions."""

    __slots__ = ("earlier", "inside", "memo")

    def __init__(self) -> None:
        self.memo: dict[tuple[object, ...], dict[Asked, Outcome]] = {}
        self.earlier: dict[int, Outcomes] = {}
        self.inside: Inside | None = None


class Loading:
    """The run of a model without what callers give, made when it is first asked for. Engines that run one
    model with different sizes may share it."""

    __slots__ = ("_model", "_run", "engine")

    def __init__(self, model: Model) -> None:
        self._model = model
        self._run: Run | None = None
        self.engine: Engine | None = None

    def run(self) -> Run:
        """The run."""
        if self._run is None:
            self.engine = Engine(self._model)
            self._run = self.engine.run()
        return self._run


class Engine:
    """One run over one model. Create it, call :meth:`run` once, and drop it.

    With ``defaults``, initializers that callers may override are assumed to have their stored values.
    ``loading``: the sizes and assumptions are tried, and no loader knows them; engines that try others of
    the same model share it."""

    def __init__(
        self,
        model: Model,
        sizes: Mapping[str, int] | None = None,
        given: Mapping[str, TensorFact] | None = None,
        assumptions: Assumptions | None = None,
        *,
        defaults: bool = False,
        loading: Loading | None = None,
    ) -> None:
        outcomes.begin_run()
        self.model = model
        # Since IR version 4 an initializer that is also an input may be overridden at run time.
        self.fixed = defaults or model.ir_version < 4
        self.graph = model.graph if model.graph is not None else Graph(b"")
        self._given = self.graph, sizes or {}, given or {}, assumptions
        self.frame = Frame(Scope(), model.opset_imports, None, 0)
        self._tries = loading is not None
        self._loading = loading or Loading(model)
        # In a model that is written anew as ONNX Runtime's optimizations do: the Reshapes whose targets are
        # decided, which are none where Gathers became Slices. None in any other model.
        self.decided: frozenset[int] | None = None
        # Where numbers that are declared for open sizes count, as in a loader: the values that declare such,
        # with what is inferred of them and what they declare.
        self.taken: dict[str, tuple[Fact, Fact]] | None = None
        self._begin(None)

    def _begin(self, share: int | None) -> None:
        """Reset all results. ``share`` is the number of steps that each node may take; None: no limit."""
        self.share = share
        # How many nodes call each function or operator.
        self.calls = {} if share is None else calls_in(self.model)
        self.declarations = Declarations(*self._given)
        steps = NODE_STEPS if share is None else share
        self.operators = Operators(self.declarations, steps, loading=not self.is_bound)
        self.found = Found()
        # The same of nodes of which a loader does not know what we know.
        self.unseen = Found()
        self.instances = Instances(self.model)
        # How many Ifs were tried with each of their branches.
        self.trials = 0
        # The nodes of the main graph that made new dims: the number of the first, and how many they are.
        self.minted: dict[Node, tuple[int, int]] = {}
        # Facts with the types that declare them rightly, by the id of the type, which the model holds.
        self.agreeing: set[tuple[Fact, int]] = set()
        # The numbers that are declared for open sizes.
        self.declared_numbers = DeclaredNumbers()
        self._noted: Noted | None = None
        # Whether something was asked that the facts of a node's inputs do not tell.
        self.looks_back = False

    # --- the main graph -----------------------------------------------------------------------

    def run(self) -> Run:
        """Infer everything. Does not raise for a bad model: mistakes in it are findings."""
        size = size_of(self.model)
        self.steps = steps_allowed(size)
        budget = Budget(self.steps)
        try:
            with budget:
                run = self._run()
        except Spent:
            spend(0)  # raised again if the caller's budget is used up
            self._begin(max(self.steps // (2 * size), 1))
            budget = Budget(FREE)
            with budget:
                run = self._run()
            budget.allowed = self.steps
        run.steps_used, run.steps_allowed = budget.used, budget.allowed
        if self.declared_numbers and self.taken is None and not self.is_bound:
            self._report_as_declared(run)
        return run

    def _run(self) -> Run:
        scope = Scope()
        self.frame = frame = Frame(scope, self.model.opset_imports, None, 0)
        names = scope.names
        names.update({n: outcomes.one(f) for n, f in self.declarations.input_facts().items()})
        self.add_initializers(self.graph, scope, frame)
        frame.claims = claims_of(self.graph)
        scope.unranked.update(undeclared_inputs(self.graph))
        scope.uninferred.update(scope.unranked)
        self._check_imports(frame)
        self.visit(self.graph, frame)
        self._check_outputs(frame)
        self._leave_outcomes()
        run = Run(
            self.model,
            self.declarations,
            names,
            scope.claimed,
            frame.findings,
            frame.requirements,
            frame.visits,
            frame.calls,
            is_sorted=frame.nodes is self.graph.nodes,
            outcomes=frame.outcomes if frame.nodes is self.graph.nodes and not frame.redefined else (),
        )
        if frame.findings or frame.requirements:
            from shapeinfer.engine.optimized.reported import as_optimized  # clean models report nothing

            frame.findings, frame.requirements = as_optimized(
                run, self.function_of, self._without_sizes, self._again, self.decided
            )
            run.findings, run.requirements = frame.findings, frame.requirements
        return run

    def _report_as_declared(self, run: Run) -> None:
        """Change what is reported to what a loader finds by the numbers that are declared for open sizes."""
        from shapeinfer.engine.loader.as_declared import reported  # few models declare such

        engine = Engine(self.model, assumptions=self._given[3], defaults=self.fixed)
        engine.taken = {}
        loader = engine.run()
        run.findings, run.requirements = reported(run, loader, engine.frame, engine.taken)
        self.frame.findings, self.frame.requirements = run.findings, run.requirements

    def _again(self, graph: Graph, decided: frozenset[int]) -> Run:
        """The run of the same model with another main graph, in which the targets of these Reshapes are
        ``decided``."""
        from shapeinfer.engine.optimized.rewritten.either_way import with_graph  # hardly ever

        _, sizes, given, assumptions = self._given
        engine = Engine(with_graph(self.model, graph), sizes, given, assumptions, defaults=self.fixed)
        engine.decided = decided
        return engine.run()

    def _without_sizes(self, run: Run) -> Run:
        """The run with the facts as they are at load, where callers have given and assumed nothing."""
        assumed = self.declarations.assumptions.texts
        return self.at_load() if self.is_bound or assumed else run

    def at_load(self) -> Run:
        """The run of an engine that is bound or assumes something, without what callers have given."""
        return self._loading.run()

    def loader(self) -> Engine:
        """The engine that knows what a loader does: without what callers have given."""
        if self.is_bound:
            self.at_load()
        return self._loading.engine or self

    @property
    def noted(self) -> Noted:
        """What visits of bodies note about what a loader knows."""
        if self._noted is None:
            from shapeinfer.engine.loader.noted import Noted  # most models have no bodies

            self._noted = Noted()
        return self._noted

    def begin_again(self) -> None:
        """Prepare for :meth:`visit_again`, and leave the last run its results."""
        last = self.frame
        scope = Scope()
        scope.names = dict(last.scope.names)
        scope.uninferred, scope.unranked = set(last.scope.uninferred), set(last.scope.unranked)
        self.frame = Frame(scope, last.opsets, None, 0)
        self.frame.graph = self.graph
        self.frame.claims = last.claims
        self.frame.again = True
        self.frame.repeats = last.repeats
        self.frame.blind = set(last.blind)

    def forget_bodies(self) -> None:
        """Drop what is known of bodies, which an edit may have replaced, and tables that many edits have
        filled."""
        self.found.inside = None
        if sum(map(len, self.found.memo.values())) + len(self.operators.prepared) > MOST_KEPT:
            self.found.memo.clear()
            self.operators.prepared.clear()

    def visit_again(self, node: Node) -> None:
        """Infer a node of the main graph again. Only its facts count: what it reports is dropped."""
        frame = self.frame
        frame.scope.forget_ranks(node.outputs)
        self._visit_nodes([node], frame)
        for reported in (
            frame.findings, frame.requirements, frame.visits, frame.visited, frame.calls, frame.outcomes,
        ):  # fmt: skip
            reported.clear()

    def claim_again(self, graph: Graph) -> None:
        """Take the declarations of an edited graph."""
        self.frame.claims = claims_of(graph)
        self.agreeing.clear()  # it knows types by their ids

    @property
    def is_bound(self) -> bool:
        """Whether a caller gave sizes, or contents of inputs, or tries what no loader knows."""
        return self._tries or bool(self._given[1] or self._given[2])

    def is_call(self, node: Node) -> bool:
        """Whether the node calls a function of the model."""
        return self.function_of(node) is not None

    def add_initializers(self, graph: Graph, scope: Scope, frame: Frame) -> None:
        names, stored = scope.names, graph.initializers
        frame.findings.extend(Placed(found, ()) for found in self.declarations.misdeclared(graph))
        facts = {tensor: self.declarations.stored(tensor) for tensor in dict.fromkeys(stored.values())}
        found: dict[str, Fact] = {name: facts[tensor] for name, tensor in stored.items()}
        for name in () if self.fixed else found.keys() & names.keys():
            fact, declared = facts[stored[name]], names[name]
            if name in self.declarations.given:
                found[name] = declared
                continue
            shape = declared.shape if isinstance(declared, TensorFact) else None
            found[name] = TensorFact(fact.elem_type, fact.shape if shape is None else shape)
        names.update(found)
        for name, sparse in graph.sparse_initializers.items():
            # Nodes see a sparse initializer as a plain tensor.
            dense = sparse_fact(sparse)
            names[name] = TensorFact(dense.elem_type, dense.shape)

    def _check_imports(self, frame: Frame) -> None:
        for domain, version in self.model.opset_imports.items():
            last = last_opset(domain)
            if last is not None and version > last:
                frame.report(
                    None, codes.NEWER_OPSET,
                    "{domain} is imported at opset {version}, the newest known here is {last}",
                    domain=domain or "ai.onnx", version=version, last=last,
                )  # fmt: skip

    def _check_outputs(self, frame: Frame) -> None:
        for output in self.graph.outputs:
            if output.name not in frame.scope.names:
                message = "graph output {name!r} is not defined by any node, input or initializer"
                frame.report(None, codes.UNDEFINED_OUTPUT, message, name=output.name)

    # --- nodes --------------------------------------------------------------------------------

    def visit(self, graph: Graph | Function, frame: Frame) -> None:
        """Visit all nodes. Files are nearly always sorted, so the rest is sorted only when a node reads a
        value that is not yet defined."""
        nodes = frame.nodes = graph.nodes
        frame.graph = graph
        # A node in a body may read a name of the outer graph before the body defines the same name.
        at = 0 if frame.scope.outer is not None else self._visit_nodes(nodes, frame, settled=False)
        if at < len(nodes):
            from shapeinfer.engine.order import ordered  # rarely needed

            frame.nodes = [*nodes[:at], *(node for node in ordered(graph, frame) if node.index >= at)]
            self._visit_nodes(frame.nodes[at:], frame)
        if frame.findings:
            from shapeinfer.engine.loader.as_seen import as_seen, is_by_sizes
            from shapeinfer.engine.loader.refused import as_refused  # rarely needed

            if any(map(is_by_sizes, frame.findings)):
                frame.findings = [as_seen(p, frame) if is_by_sizes(p) else p for p in frame.findings]
            loading = self.operators.loading
            frame.findings = [as_refused(placed, frame, loading=loading) for placed in frame.findings]

    def _visit_nodes(self, nodes: Sequence[Node], frame: Frame, *, settled: bool = True) -> int:
        """Visit nodes in this order: all of them if the order is ``settled``, otherwise up to the first that
        reads an undefined value. Returns how many were visited."""
        scope, absent = frame.scope, frame.absent
        names, claims, claimed = scope.names, frame.claims, scope.claimed
        inside = scope.outer is not None
        unranked = scope.unranked
        memo = self._memo(frame)
        functions = self.model.functions
        earlier = self._earlier(frame) if frame.references is None else {}
        get, note = names.get, frame.outcomes.append
        facts: tuple[Fact | None, ...]
        defined: object
        for at, node in enumerate(nodes):
            inputs, outputs = node.inputs, node.outputs
            if len(inputs) == 1:
                one = get(inputs[0])
                facts, defined = (one,), one
            elif len(inputs) == 2:
                one, other = get(inputs[0]), get(inputs[1])
                facts, defined = (one, other), one and other
            else:
                facts = tuple([get(name) for name in inputs])
                defined = all(facts)
            if not defined:
                if not settled and _lacks(node.inputs, scope):
                    return at
                facts = tuple([self._found(name, node, frame) for name in inputs])
            if absent and not absent.isdisjoint(inputs):
                facts = tuple([None if n in absent else f for n, f in zip(inputs, facts, strict=True)])
            if unranked and self._is_unseen(node, frame):
                continue  # it was visited there
            single = len(outputs) == 1 and outputs[0]
            key = (node.operation, facts, None if single else tuple([bool(o) for o in outputs]))
            outcome = memo.get(key)
            if outcome is None:
                function = self.function_of(node) if functions else None
                if function is not None or node.operation.has_bodies:
                    if function is None and not settled and _lacks(reads(node), scope):
                        return at
                    first = self.instances.count
                    self._bind(node, self.inside().made_inside(function, node, facts, frame), frame)
                    self._note(node, first, frame)
                    note(None)
                    continue
                if inside or frame.depth:
                    spend(ASK_STEPS)
                kept = outcomes.taken_over(earlier, key) if earlier else None
                outcome = memo[key] = kept or self._asked(node, facts, frame)
            if not single or outcome.varies:
                first = self.instances.count
                self._bind(node, self.instances.instantiate(outcome, node, frame), frame)
                self._note(node, first, frame)
                note(None)
                continue
            made = outcome.outputs[0]
            if single in names:
                _redefined(single, made, node, frame)
            fact = names[single] = made if single not in claims else self._meet(single, made, node, frame)
            note(outcome if fact is made else None)
            if (claimed or inside) and scope.is_claimed(inputs):
                claimed.add(single)
        return len(nodes)

    def _memo(self, frame: Frame) -> dict[Asked, Outcome]:
        """The Outcomes of plain nodes, for the opsets and the references of a frame."""
        reference_key = None if frame.references is None else frame.references.key
        return self.found.memo.setdefault((id(frame.opsets), reference_key), {})

    def _is_unseen(self, node: Node, frame: Frame) -> bool:
        """Whether a loader does not know the ranks of the node's inputs that we know. Such a node is visited
        here."""
        operators = self.operators
        if frame.scope.unranked.isdisjoint(node.inputs):
            return False
        if not operators.loading:
            if not is_rank_told(node, frame.scope):
                frame.scope.add_uninferred(node.outputs, (), frame.claims)
            return False
        if node.operation.op_type in FORGETTING:
            return False
        first = self.instances.count
        if self.instances.is_plain(node):
            memo = self._memo(frame)
            key = (node.operation, as_loader_sees(node, frame), tuple([bool(o) for o in node.outputs]))
            if key not in memo:
                memo[key] = self._asked(node, key[1], frame)
            refused = refused_at_load(memo[key])
            if refused is not None:
                self.instances.instantiate(refused, node, frame)
        kept, self.found = self.found, self.unseen
        operators.loading = False
        try:
            self._visit_nodes([node], frame)
        finally:
            self.found, operators.loading = kept, True
        if not is_rank_told(node, frame.scope):
            names = [name for name in node.outputs if name]
            frame.scope.add_uninferred(names, [frame.scope.names[n] for n in names], frame.claims)
        self._note_minted(node, first, frame)
        return True

    def _note(self, node: Node, first: int, frame: Frame) -> None:
        """Note what a visit found beside the facts: which symbols it made, from the ``first`` on, and of what
        a loader infers nothing."""
        first_input = [frame.scope.find(name) for name in node.inputs[:1]]
        if node.outputs and may_be_uninferred(node, first_input):
            facts = [frame.scope.find(name) for name in node.inputs]
            names = uninferred(node, facts, frame.scope.names.get(node.outputs[0]), frame)
            frame.scope.add_uninferred(names, (), frame.claims)
        self._note_minted(node, first, frame)

    def _note_minted(self, node: Node, first: int, frame: Frame) -> None:
        if self.instances.count > first and not frame.depth:
            self.minted[node] = (first, self.instances.count - first)

    def _bind(self, node: Node, outputs: Sequence[Fact], frame: Frame) -> None:
        scope = frame.scope
        for name, fact in zip(node.outputs, outputs, strict=True):
            if not name:
                continue
            if name in scope.names:
                _redefined(name, fact, node, frame)
            scope.names[name] = fact if name not in frame.claims else self._meet(name, fact, node, frame)
        if scope.is_claimed(node.inputs):
            scope.claimed.update(node.outputs)

    def _found(self, name: str, node: Node, frame: Frame) -> Fact | None:
        """The fact of an input; None if the input is left out."""
        scope = frame.scope
        fact = scope.names.get(name)
        if fact is None and name:
            fact = scope.outer.find(name) if scope.outer is not None else None
            if fact is None:
                from shapeinfer.engine.loader.names import undefined  # rarely needed

                fact = undefined(name, node, frame, self)
        return fact

    def _meet(self, name: str, fact: Fact, node: Node, frame: Frame) -> Fact:
        type_ = frame.claims[name].type
        if (fact, id(type_)) in self.agreeing:
            return fact
        claim = self.declarations.claim(type_)
        if self.taken is not None and not frame.functions:
            from shapeinfer.engine.loader.as_declared import as_loader_takes  # few models declare such

            return as_loader_takes(name, fact, claim, frame, self.taken)
        met, findings, used = meet(name, fact, claim)
        self.declared_numbers.add(name, fact, claim)
        if findings and node.op_type == "Constant" and not node.domain and not frame.functions:
            # ONNX Runtime makes a stored value of it before it looks at what is declared.
            findings = [finding.softened() for finding in findings]
        for finding in findings:
            frame.findings.append(Placed(finding, (Step(node),)))
            if not frame.strict:  # in a function a loader refuses it
                frame.mistaken.add(name)
                if None not in (ranks := {rank_of(fact), rank_of(claim)}) and len(ranks) > 1:
                    # A loader then drops the shape.
                    frame.scope.uninferred.add(name)
                    frame.scope.unranked.add(name)
        if used:
            frame.scope.claimed.add(name)
        elif met is fact and not findings:
            self.agreeing.add((fact, id(type_)))
        return met

    # --- outcomes -----------------------------------------------------------------------------

    def _asked(self, node: Node, facts: tuple[Fact | None, ...], frame: Frame) -> Outcome:
        """The Outcome of an operator, as its rule says."""
        operators, budget = self.operators, innermost()
        left = budget.left
        outcome = operators.outcome(node, facts, frame)
        outputs = outcome.outputs
        if not outcome.placeholders:
            # Equal facts are one object.
            if len(outputs) == 1:
                outputs = (outcomes.one(outputs[0]),)
            else:
                outputs = tuple(map(outcomes.one, outputs))
            outcome.outputs = outputs
        if operators.lasts and node.operation.shared:
            outcome.steps = left - budget.left
        made = outputs[0] if outputs else None
        if may_be_uninferred(node, facts) and uninferred(node, facts, made, frame):
            outcome.varies = True  # so that every such node is noted
        return outcome

    def _earlier(self, frame: Frame) -> Outcomes:
        """What earlier runs found where the frame stands."""
        known = self.found.earlier
        earlier = known.get(id(frame.opsets))
        if earlier is None:
            earlier = outcomes.of_runs(frame.opsets, self.operators.steps, loading=self.operators.loading)
            known[id(frame.opsets)] = earlier
        return earlier

    def _leave_outcomes(self) -> None:
        """Leave later runs what this one found."""
        for opsets, earlier in self.found.earlier.items():
            outcomes.keep(earlier, self.found.memo[opsets, None])

    # --- bodies and functions -----------------------------------------------------------------

    def inside(self) -> Inside:
        """The visits of this run's bodies and functions."""
        found = self.found
        if found.inside is None:
            from shapeinfer.engine.bodies.inside import Inside  # most models have neither

            found.inside = Inside(self)
        return found.inside

    def follow(self, nodes: Sequence[Node], frame: Frame) -> None:
        """Visit nodes as in a run in which the frame's facts hold, without effects on this one. A loader does
        not know these facts."""
        operators = self.operators
        kept = self.found, self.minted, operators.loading, self.trials
        self.found, self.minted = Found(), {}
        operators.loading, self.trials = False, MOST_TRIALS
        try:
            self._visit_nodes(nodes, frame)
        finally:
            self.found, self.minted, operators.loading, self.trials = kept

    def function_of(self, node: Node) -> Function | None:
        """The function of the model that a node calls."""
        if not self.model.functions:
            return None
        from shapeinfer.engine.bodies.called import called_function  # few models have functions

        return called_function(self.model, node.operation)


def _redefined(name: str, fact: Fact, node: Node, frame: Frame) -> None:
    from shapeinfer.engine.loader.names import redefined  # a mistake

    redefined(name, fact, node, frame)


def _lacks(names: Sequence[str], scope: Scope) -> bool:
    """Whether one of these values is not defined (yet)."""
    return any(name and scope.find(name) is None for name in names)
