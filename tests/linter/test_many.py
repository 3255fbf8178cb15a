"""Many models: any executor gives the same reports in the same order, and no death of a worker loses one."""

from __future__ import annotations

import json
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import onnx
import pytest

import shapeinfer
from shapeinfer import Report, lint_many, merged
from shapeinfer.linter.judge import Answer
from shapeinfer.render.format import FORMAT_NAMES
from tests.command import parse

CLEAN = "g (float[n, 4] x) => (float[n, 4] y) { y = Relu (x) }"
BROKEN = "g (float[2, 3] x, float[4, 5] w) => (float[a, b] y) { y = MatMul (x, w) }"
CLAIM = "g (float[n, 4] x) => (float[n, 5] y) { y = Relu (x) }"
TEXTS = (CLEAN, BROKEN, CLAIM)
FOUND: tuple[list[str], ...] = ([], ["SI208"], ["SI221"])
DEADLY = '<ir_version: 10, opset_import: ["many.test" : 1]>g (float[n] x) => (float[n] y) { y = many.test.Die (x) }'


def models(folder: Path, count: int) -> Path:
    """A folder of models; the findings of number n are FOUND[n % 3]."""
    folder.mkdir(exist_ok=True)
    contents = [parse(text).SerializeToString() for text in TEXTS]
    for n in range(count):
        (folder / f"m{n:04}.onnx").write_bytes(contents[n % 3])
    return folder


def codes(reports: list[Report]) -> list[list[str]]:
    return [[d.code for d in report.diagnostics] for report in reports]


class Faulty(Executor):
    """Runs tasks at once. The tasks with the numbers in ``lost`` end as if their worker had died."""

    def __init__(self, *lost: int) -> None:
        self.lost = lost
        self.count = 0
        self.futures: list[Future[Answer]] = []

    def submit(self, fn: Callable[[], Answer]) -> Future[Answer]:  # type: ignore[override]  # as it is called
        future: Future[Answer] = Future()
        self.futures.append(future)
        if self.count in self.lost:
            future.set_exception(ConnectionError("lost worker-3"))
        else:
            future.set_result(pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(fn))())))
        self.count += 1
        return future


def test_every_executor_answers_as_this_process_does(tmp_path: Path) -> None:
    folder = models(tmp_path / "in", 12)
    (folder / "m0013.onnx").write_bytes(b"no model")
    alone = list(lint_many([folder], jobs=1))
    assert codes(alone) == [*FOUND, *FOUND, *FOUND, *FOUND, ["SI001"]]
    assert [Path(str(report.file)).name for report in alone] == sorted(p.name for p in folder.iterdir())
    assert alone[0].summary.nodes == 1
    assert list(lint_many(str(folder), jobs=2)) == alone
    assert list(lint_many([folder], executor=Faulty())) == alone
    for pool in (ThreadPoolExecutor(3), ProcessPoolExecutor(2)):
        with pool:
            assert list(lint_many([folder], executor=pool)) == alone
            assert pool.submit(len, "four").result() == 4  # it still belongs to the caller


def test_what_was_lost_is_examined_again(tmp_path: Path) -> None:
    folder = models(tmp_path / "in", 6)
    assert codes(list(lint_many([folder], executor=Faulty(1, 4)))) == [*FOUND, *FOUND]


def test_what_is_lost_twice_is_a_finding(tmp_path: Path) -> None:
    folder = models(tmp_path / "in", 2)
    reports = list(lint_many([folder], executor=Faulty(0, 2)))
    assert codes(reports) == [["SI092"], ["SI208"]]
    (found,) = reports[0].diagnostics
    assert found.message == "the worker that examined it failed twice; ConnectionError: lost worker-3"


def test_few_are_under_way_and_names_are_read_late(tmp_path: Path) -> None:
    file = models(tmp_path / "in", 1) / "m0000.onnx"
    asked = 0

    def names() -> Iterator[str]:
        nonlocal asked
        for n in range(1000):
            asked += 1
            yield str(tmp_path / f"none{n}.onnx") if n else str(file)

    executor = Faulty()
    reports = lint_many(names(), executor=executor, ahead=5)
    assert asked == 0
    for n in range(1, 20):
        next(reports)
        assert asked == executor.count == n + 4
    reports.close()
    assert asked == 23


def test_closing_cancels_what_waits(tmp_path: Path) -> None:
    class Idle(Faulty):
        def submit(self, fn: Callable[[], Answer]) -> Future[Answer]:  # type: ignore[override]
            if not self.futures:
                return super().submit(fn)
            self.futures.append(Future())
            return self.futures[-1]

    executor = Idle()
    reports = lint_many([models(tmp_path / "in", 9)], executor=executor, ahead=4)
    next(reports)
    reports.close()
    assert [future.cancelled() for future in executor.futures] == [False, True, True, True]


def test_no_thread_of_the_pool_is_left(tmp_path: Path) -> None:
    # A thread that is left races with the end of the program, which then writes a traceback now and then.
    folder = models(tmp_path / "in", 8)
    before = set(threading.enumerate())
    assert len(list(lint_many([folder], jobs=2))) == 8
    assert set(threading.enumerate()) == before
    reports = lint_many([folder], jobs=2)
    next(reports)
    reports.close()
    assert set(threading.enumerate()) == before


def test_a_broken_pool_of_the_caller_is_replaced(tmp_path: Path) -> None:
    """A model kills whoever examines it; the caller's pool is useless then, and nothing else is lost."""
    rules = tmp_path / "deadly.py"
    rules.write_text(
        "import os\nfrom shapeinfer.rule import rule\n"
        '@rule("Die", versions=(1,), domain="many.test")\ndef die(call, x):\n    os._exit(3)\n'
    )
    folder = models(tmp_path / "in", 12)
    onnx.save(parse(DEADLY, head=""), folder / "m0004.onnx")
    with ProcessPoolExecutor(2) as pool:
        reports = list(lint_many([folder], executor=pool, rules=[str(rules)]))
    expected = [*FOUND, *FOUND, *FOUND, *FOUND]
    expected[4] = ["SI092"]
    assert codes(reports) == expected
    assert reports[4].diagnostics[0].message == "the process that examined it died"


def test_what_is_selected(tmp_path: Path) -> None:
    folder = models(tmp_path / "in", 3)
    assert codes(list(lint_many([folder], jobs=1, select=["SI208"]))) == [[], ["SI208"], []]
    assert codes(list(lint_many([folder], jobs=1, ignore=["SI2"]))) == [[], [], []]
    assert codes(list(lint_many([folder], jobs=1, targets=["onnxruntime==1.20"])))[1] == ["SI208"]
    with pytest.raises(ValueError, match="'SI999' is not a code"):
        lint_many([folder], select=["SI999"])
    with pytest.raises(ValueError, match="target"):
        lint_many([folder], targets=["no-target"])


def test_one_report_of_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The merged report is what ``shapeinfer lint`` writes."""
    from shapeinfer.cli.main import main

    folder = models(tmp_path / "in", 4)
    (folder / "m0009.onnx").write_bytes(b"no model")
    monkeypatch.chdir(tmp_path)
    for form in FORMAT_NAMES:
        main(["lint", "in", "--format", form, "--no-progress"])
        assert "".join(merged(lint_many(["in"], jobs=1), form)) == capsys.readouterr().out, form
    with pytest.raises(ValueError, match="no format 'pdf'"):
        merged([], "pdf")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
def test_dask_with_a_worker_killed_in_the_middle(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    folder = models(tmp_path / "in", 300)
    expected = [(report.file, codes([report])) for report in lint_many([folder], jobs=1)]
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
        local_directory=str(tmp_path),
    )  # fmt: skip
    with cluster, distributed.Client(cluster) as client:
        victim, *_ = client.run(os.getpid).values()
        got = []
        for report in lint_many([folder], executor=client.get_executor(), ahead=32):
            got.append((report.file, codes([report])))
            if len(got) == 100:
                os.kill(victim, signal.SIGKILL)
        assert victim not in client.run(os.getpid).values()
    assert got == expected


def test_the_document_of_a_run_is_json(tmp_path: Path) -> None:
    document = json.loads("".join(merged(lint_many([models(tmp_path / "in", 5)], jobs=2))))
    assert [len(report["diagnostics"]) for report in document["reports"]] == [0, 1, 1, 0, 1]
    assert {"lint_many", "merged"} <= set(shapeinfer.__all__)
