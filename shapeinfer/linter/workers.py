"""Examines files in several processes and returns the answers in the order of the files."""

from __future__ import annotations

import os
from collections import deque

from shapeinfer.linter.judge import Answer, Policy, failed, judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from concurrent.futures import Future, ProcessPoolExecutor

    from shapeinfer.model.structure import Model

    Load = Callable[[str], Model]

# Files queued for each process: enough that none is idle while answers are written.
_AHEAD = 4


def count_of(jobs: int, files: int) -> int:
    """How many processes to use: at most one per file; 0 means one for each core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs or cores, files))


def judge_all(
    files: Iterable[str], load: Load, policy: Policy, jobs: int, prepare: Callable[[], None]
) -> Generator[Answer, None, None]:
    """The answer for each file. ``prepare`` runs once in each process. If a process dies, the file that
    it examined gets a finding."""
    if jobs == 1:
        return (judge(file, _loader(load, file), policy) for file in files)
    return _judged_apart(files, load, policy, jobs, prepare)


def _loader(load: Load, file: str) -> Callable[[], Model]:
    return lambda: load(file)


def _judge_one(file: str, load: Load, policy: Policy) -> Answer:
    return judge(file, _loader(load, file), policy)


def _judged_apart(
    files: Iterable[str], load: Load, policy: Policy, jobs: int, prepare: Callable[[], None]
) -> Generator[Answer, None, None]:
    from concurrent.futures import ProcessPoolExecutor

    def pool_of(count: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(count, initializer=_begin, initargs=(prepare,))

    def submit(file: str) -> tuple[str, Future[Answer] | None]:
        return file, _submitted(pool, file, load, policy)

    rest = iter(files)
    pool = pool_of(jobs)
    waiting: deque[tuple[str, Future[Answer] | None]] = deque()
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (file := next(rest, None)) is not None:
                waiting.append(submit(file))
            if not waiting:
                return
            file, future = waiting.popleft()
            answer = _result(future)
            if answer is None:
                # One of the files in progress caused it, but it is unknown which: try this one alone.
                _end(pool)
                with pool_of(1) as alone:
                    answer = _result(_submitted(alone, file, load, policy))
                pool = pool_of(jobs)
                waiting = deque(submit(file) for file, _ in waiting)
            yield answer or failed(file, "the process that examined it died")
    finally:
        _end(pool)


def _begin(prepare: Callable[[], None]) -> None:
    """Run first in each process: makes it end when the parent process ends, for any reason, and leaves
    Ctrl-C to the parent."""
    import signal
    import threading
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    prepare()


def _end(pool: ProcessPoolExecutor) -> None:
    """End all processes of a pool, including busy ones, and wait for them. A remaining process would keep
    the output pipe open, and its reader would wait."""
    # Before Python 3.14 the pool has no public list of its processes.
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _submitted(pool: ProcessPoolExecutor, file: str, load: Load, policy: Policy) -> Future[Answer] | None:
    """Submit a file; None if a process of the pool has died."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        return pool.submit(_judge_one, file, load, policy)
    except BrokenProcessPool:
        return None


def _result(future: Future[Answer] | None) -> Answer | None:
    """Wait for the answer; None if a process of the pool died before."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        return None if future is None else future.result()
    except BrokenProcessPool:
        return None
