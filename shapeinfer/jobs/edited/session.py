"""Sessions: infer a model again and again while it is edited."""

from __future__ import annotations

from shapeinfer.engine.reuse.incremental import Incremental
from shapeinfer.jobs.infer import Result, engine_for
from shapeinfer.jobs.sources import snapshots_of
from shapeinfer.model.read import read_light
from shapeinfer.rule import decorator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import onnx

    from shapeinfer.engine.engine import Engine
    from shapeinfer.engine.run import Run
    from shapeinfer.facts.fact import Fact
    from shapeinfer.jobs.edited.ir import IrSnapshot
    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.jobs.sources import IrModel
    from shapeinfer.model.protobuf.snapshot import Snapshot
    from shapeinfer.model.structure import Model


class Session:
    """A model that is edited, and inferred after each edit.

    ``model`` is an ``onnx.ModelProto`` or an ``onnx_ir.Model``; it stays the caller's, who adds, removes and
    rewires nodes in it, in any way. ``dims``, ``inputs`` and ``assume`` are those of :func:`shapeinfer.infer`
    and hold for the whole session. A session is for one thread at a time, and keeps in memory the model's
    description (not its large weights) and the facts of its values.

    ::

        session = shapeinfer.Session(model)
        before = session.infer()
        model.graph.node[3].attribute[0].i = 2
        after = session.infer()
    """

    def __init__(
        self,
        model: onnx.ModelProto | IrModel,
        *,
        dims: Mapping[str, int] | None = None,
        inputs: Mapping[str, Given] | None = None,
        assume: Sequence[str] = (),
    ) -> None:
        """Raises TypeError for anything that can't be edited: a path, bytes."""
        self._look = snapshots_of(model)
        self._options = _Options(dims or {}, inputs or {}, assume)
        self._snapshot: Snapshot | IrSnapshot | None = None
        self._followed: Incremental | None = None
        self._sizes: dict[str, int] = {}
        self._revision = decorator.revision[0]

    def infer(self) -> Result:
        """The facts of the model as it is now: what :func:`shapeinfer.infer` would find.

        The main graph is compared with that of the last call. Nodes that changed are inferred, and those
        that read what this changes; where an edit may change more (new inputs, other opsets or functions,
        nodes out of order), all are. Earlier results keep what they found. The Result holds the facts; its
        diagnostics, contract and graph are worked out at first use, by a run over all of the model as it was
        at the call. Raises what :func:`shapeinfer.infer` raises.
        """
        snapshot, sizes = self._look()
        options, followed = self._options, self._followed
        self._followed = None  # what is left by an exception is of no use
        if self._follows(followed, snapshot, sizes):
            assert followed is not None
            self._snapshot, self._followed = snapshot, followed
            return EditedResult(dict(followed.facts), snapshot.content(), sizes, options)
        model = read_light(snapshot.content()(), sizes)
        engine = options.engine(model)
        run = engine.run()
        if snapshot.take(model):
            followed = Incremental(engine, snapshot.nodes, run.steps_used)
            if followed.can_follow:
                self._snapshot, self._followed, self._sizes = snapshot, followed, sizes
        return Result(run)

    def _follows(
        self, followed: Incremental | None, snapshot: Snapshot | IrSnapshot, sizes: dict[str, int]
    ) -> bool:
        """Whether the facts could be brought up to date."""
        old, rules = self._snapshot, self._revision
        self._revision = decorator.revision[0]
        if followed is None or old is None or sizes != self._sizes or rules != self._revision:
            return False
        edit = snapshot.follow(old)
        if edit is None or snapshot.around != old.around:
            return False
        others = None if snapshot.rest == old.rest else snapshot.others()
        return followed.update(snapshot.nodes, *edit, others)


class _Options:
    """What holds for all runs of a session."""

    __slots__ = ("assume", "dims", "inputs")

    def __init__(self, dims: Mapping[str, int], inputs: Mapping[str, Given], assume: Sequence[str]) -> None:
        self.dims = dict(dims)
        self.inputs = dict(inputs)
        self.assume = tuple(assume)

    def engine(self, model: Model) -> Engine:
        """The engine of a run over ``model``. ValueError for a wrong name, size or statement."""
        return engine_for(model, self.dims, self.inputs, self.assume)


class EditedResult(Result):
    """The Result of an edited model, of which only the facts are worked out yet."""

    def __init__(
        self, facts: dict[str, Fact], content: Callable[[], bytes], sizes: dict[str, int], options: _Options
    ) -> None:
        self._facts = facts
        self._begin()
        self._whole: Run | None = None
        self._content = content
        self._sizes = sizes
        self._options = options

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The facts by value name, not simplified by the contract."""
        return self._facts

    @property
    def run(self) -> Run:
        """A run over the model as it was when the result was made, at first use."""
        if self._whole is None:
            self._whole = self._options.engine(read_light(self._content(), self._sizes)).run()
        return self._whole
