"""Examines files in several processes, or by an executor, and returns the answers in the order of the files.

At most a fixed number of files is under way at any time: memory does not grow with their number."""

from __future__ import annotations

import os
from collections import deque
from functools import partial

from shapeinfer.linter.judge import Answer, Policy, failed, judge
from shapeinfer.model.whole_file import WholeFile, end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from concurrent.futures import Executor, Future, ProcessPoolExecutor
    from typing import Protocol

    from shapeinfer.model.structure import Model

    # A file -> what reads it, in the process that examines it.
    Load = Callable[[str], Callable[[], Model]]
    Waiting = deque[tuple[str, Future[Answer] | None]]

    class Crew(Protocol):
        """Those who examine files."""

        def submit(self, file: str) -> Future[Answer] | None:
            """Begin to examine a file; None if that is impossible since a worker died."""

        def result(self, future: Future[Answer] | None) -> Answer | None:
            """Wait for the answer; None if the worker died before."""

        def again(self, file: str, waiting: Waiting) -> Answer:
            """The answer for a file whose worker died. Renews what is lost of ``waiting``."""

        def end(self, waiting: Waiting) -> None:
            """Stop all work that is left."""


# Files queued for each process: enough that none is idle while answers are written.
_AHEAD = 4
_AHEAD_UNKNOWN = 64
# What a process is given to end by itself, after what it writes is removed.
_SECONDS_TO_END = 5


def count_of(jobs: int, files: int) -> int:
    """How many processes to use: at most one per file; 0 means one for each core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs or cores, files))


def judge_all(
    files: Iterable[str],
    load: Load,
    policy: Policy,
    jobs: int,
    prepare: Callable[[], None],
    ahead: int | None = None,
) -> Generator[Answer, None, None]:
    """The answer for each file. ``prepare`` runs once in each process. If a process dies, the file that
    it examined gets a finding."""
    if jobs == 1:
        return (judge(file, load(file), policy) for file in files)
    return _streamed(files, _Processes(jobs, load, policy, prepare), max(1, ahead or jobs * _AHEAD))


def judge_lent(
    files: Iterable[str],
    load: Load,
    policy: Policy,
    executor: Executor,
    prepare: Callable[[], None],
    ahead: int | None,
) -> Generator[Answer, None, None]:
    """The answer for each file, by an executor of the caller. At most ``ahead`` files are under way (None:
    four for each worker of the executor, or 64 if it does not tell how many it has)."""
    if ahead is None:
        workers = getattr(executor, "_max_workers", None)  # as the executors of the standard library have it
        ahead = workers * _AHEAD if isinstance(workers, int) else _AHEAD_UNKNOWN
    return _streamed(files, _Lent(executor, load, policy, prepare), max(1, ahead))


def _judge_prepared(
    file: str, load: Callable[[], Model], policy: Policy, prepare: Callable[[], None]
) -> Answer:
    """As :func:`judge`, in a process that nobody has prepared. ``prepare`` runs for every file."""
    prepare()
    return judge(file, load, policy)


def _streamed(files: Iterable[str], crew: Crew, ahead: int) -> Generator[Answer, None, None]:
    """The answers in the order of the files. ``files`` is read no further than needed."""
    rest = iter(files)
    waiting: Waiting = deque()
    try:
        while True:
            while len(waiting) < ahead and (file := next(rest, None)) is not None:
                waiting.append((file, crew.submit(file)))
            if not waiting:
                return
            file, future = waiting.popleft()
            yield crew.result(future) or crew.again(file, waiting)
    finally:
        crew.end(waiting)


class _Processes:
    """Processes of our own. If one dies, its pool is useless, and another one takes its place."""

    __slots__ = ("count", "load", "policy", "pool", "prepare")

    def __init__(self, count: int, load: Load, policy: Policy, prepare: Callable[[], None]) -> None:
        self.count = count
        self.load = load
        self.policy = policy
        self.prepare = prepare
        self.pool = self._pool_of(count)

    def _pool_of(self, count: int) -> ProcessPoolExecutor:
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(count, initializer=_begin, initargs=(self.prepare,))

    def submit(self, file: str) -> Future[Answer] | None:
        return _submitted(self.pool, partial(judge, file, self.load(file), self.policy))

    def result(self, future: Future[Answer] | None) -> Answer | None:
        return _result(future)

    def again(self, file: str, waiting: Waiting) -> Answer:
        # One of the files in progress caused it, but it is unknown which: try this one alone.
        _end(self.pool)
        with self._pool_of(1) as alone:
            answer = _result(_submitted(alone, partial(judge, file, self.load(file), self.policy)))
        self.pool = self._pool_of(self.count)
        lost = [name for name, _ in waiting]
        waiting.clear()
        waiting.extend((name, self.submit(name)) for name in lost)
        return answer or failed(file, "the process that examined it died")

    def end(self, waiting: Waiting) -> None:
        _end(self.pool)


class _Lent:
    """An executor of the caller, which is not shut down. A file whose worker died is given to it once more.
    An executor that is broken for good is replaced by processes of our own."""

    __slots__ = ("_own", "executor", "load", "policy", "prepare")

    def __init__(self, executor: Executor, load: Load, policy: Policy, prepare: Callable[[], None]) -> None:
        self.executor = executor
        self.load = load
        self.policy = policy
        self.prepare = prepare
        self._own: _Processes | None = None

    def submit(self, file: str) -> Future[Answer] | None:
        if self._own is not None:
            return self._own.submit(file)
        return _submitted(
            self.executor, partial(_judge_prepared, file, self.load(file), self.policy, self.prepare)
        )

    def result(self, future: Future[Answer] | None) -> Answer | None:
        try:
            return _result(future)
        except Exception:
            # Findings are answers, so this comes from the executor: its worker died, or can't read the task.
            # Executors have no common class for it.
            return None

    def again(self, file: str, waiting: Waiting) -> Answer:
        from concurrent.futures import BrokenExecutor

        if self._own is not None:
            return self._own.again(file, waiting)
        future = self.submit(file)
        if future is not None:
            try:
                return future.result()
            except BrokenExecutor:
                pass
            except Exception as error:
                return failed(
                    file, f"the worker that examined it failed twice; {type(error).__name__}: {error}"
                )
        workers = getattr(self.executor, "_max_workers", None)
        count = workers if isinstance(workers, int) else count_of(0, len(waiting) + 1)
        self._own = _Processes(count, self.load, self.policy, self.prepare)
        return self._own.again(file, waiting)

    def end(self, waiting: Waiting) -> None:
        for _, future in waiting:
            if future is not None:
                future.cancel()
        if self._own is not None:
            self._own.end(waiting)


def _begin(prepare: Callable[[], None]) -> None:
    """Run first in each process: makes it end when the parent process ends, for any reason, and leaves
    Ctrl-C to the parent."""
    import signal
    import threading
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    WholeFile.takes_signals = True
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            wait([parent.sentinel])
            end(signal.SIGTERM)

    threading.Thread(target=follow, daemon=True).start()
    prepare()


def _end(pool: ProcessPoolExecutor) -> None:
    """End all processes of a pool, including busy ones, and wait for them. A remaining process would keep
    the output pipe open, and its reader would wait."""
    # Before Python 3.14 the pool has no public list of its processes.
    processes = list((pool._processes or {}).values())
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(_SECONDS_TO_END)
        if process.is_alive():
            # It was told just before it waited for a task: Python runs handlers between steps only.
            process.kill()
        process.join()
    # The pool's thread ends now, for its processes have. If it were left, the end of the program would write
    # into a pipe that this thread closes meanwhile.
    pool.shutdown(wait=True, cancel_futures=True)


def _submitted(pool: Executor, task: Callable[[], Answer]) -> Future[Answer] | None:
    """Submit a task; None if the pool takes none any more since a worker of it died."""
    from concurrent.futures import BrokenExecutor

    try:
        return pool.submit(task)
    except BrokenExecutor:
        return None


def _result(future: Future[Answer] | None) -> Answer | None:
    """Wait for the answer; None if a process of the pool died before."""
    from concurrent.futures import BrokenExecutor

    try:
        return None if future is None else future.result()
    except BrokenExecutor:
        return None
