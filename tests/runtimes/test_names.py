"""Targets as people write them."""

from __future__ import annotations

import pytest

from shapeinfer.runtimes.names import BadTarget, parse, spans
from shapeinfer.runtimes.obstacles import MINORS, with_cuda
from shapeinfer.runtimes.tables import CPU, CUDA

NEWEST = MINORS[-1]
NEWEST_CUDA = MINORS[with_cuda()[-1]]


@pytest.mark.parametrize(
    ("text", "releases", "provider"),
    [
        ("onnxruntime==1.17", "1.17", CPU),
        ("onnxruntime==1.17.3", "1.17", CPU),
        (" OnnxRuntime == 1.17 ", "1.17", CPU),
        ("onnxruntime==1.17..1.20", "1.17 to 1.20", CPU),
        ("onnxruntime>=1.17,<1.21", "1.17 to 1.20", CPU),
        ("onnxruntime>1.17,<=1.20", "1.18 to 1.20", CPU),
        ("onnxruntime>=1.17.1,<1.20.1", "1.17 to 1.20", CPU),
        ("onnxruntime<1.17.0", "1.16", CPU),
        ("onnxruntime", NEWEST, CPU),
        ("onnxruntime:CPUExecutionProvider", NEWEST, CPU),
        ("onnxruntime-web==1.23", "1.23", CPU),
        ("onnxruntime-web==1.23:wasm", "1.23", CPU),
        ("onnxruntime:cuda", NEWEST_CUDA, CUDA),
        (f"onnxruntime=={NEWEST_CUDA}:CUDAExecutionProvider", NEWEST_CUDA, CUDA),
        ("onnxruntime-gpu", NEWEST_CUDA, CUDA),
    ],
)
def test_releases(text: str, releases: str, provider: str) -> None:
    target = parse(text)
    assert (spans(target.releases), target.provider, target.unknown) == (releases, provider, "")


def test_names_of_targets_in_words() -> None:
    assert parse("onnxruntime>=1.17,<1.21").named([1, 2, 4]) == "onnxruntime 1.17 to 1.18, 1.20"
    assert parse("onnxruntime-web==1.23").named([7]) == "onnxruntime-web 1.23"
    assert parse("onnxruntime:cuda").named(with_cuda()[-1:]) == f"onnxruntime {NEWEST_CUDA} on CUDA"


@pytest.mark.parametrize(
    ("text", "nearest"), [("onnxruntime==1.99", NEWEST), ("onnxruntime==1.12.1", "1.16")]
)
def test_the_nearest_release_answers_for_one_that_is_not_known(text: str, nearest: str) -> None:
    target = parse(text)
    assert (spans(target.releases), target.unknown) == (nearest, text.partition("==")[2])


def test_what_wants_fixed_shapes_has_no_releases() -> None:
    assert parse("tensorrt").releases == ()


NAMES = "onnxruntime, onnxruntime-gpu, onnxruntime-web, tensorrt, qnn, coreml, nnapi, opencv-dnn"
KNOWN = f"known are 1.16 to {NEWEST}; shapeinfer targets lists them"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "target '': needed a form such as onnxruntime==1.17"),
        ("onnxruntim==1.17", f"unknown target 'onnxruntim'; did you mean 'onnxruntime'? (known are: {NAMES})"),
        ("rknn", f"unknown target 'rknn' (known are: {NAMES})"),
        ("tensorrt==10", "target 'tensorrt==10': tensorrt allows no version and no provider"),
        ("onnxruntime~=1.17", "target 'onnxruntime~=1.17': can't parse '~=1.17'; needed ==1.17, ==1.17..1.20, or >=, <=, <, > and a release"),
        ("onnxruntime==1.17,", "target 'onnxruntime==1.17,': can't parse ''; needed ==1.17, ==1.17..1.20, or >=, <=, <, > and a release"),
        ("onnxruntime>=1.17..1.20", "target 'onnxruntime>=1.17..1.20': can't parse '>=1.17..1.20'; needed ==1.17, ==1.17..1.20, or >=, <=, <, > and a release"),
        ("onnxruntime>=1.99", f"target 'onnxruntime>=1.99': no known release matches ({KNOWN})"),
        ("onnxruntime>1.20,<1.18", f"target 'onnxruntime>1.20,<1.18': no known release matches ({KNOWN})"),
        ("onnxruntime==1.17:dml", "target 'onnxruntime==1.17:dml': no provider 'dml' of onnxruntime (known are: cpu, cuda)"),
        ("onnxruntime-web==1.23:cuda", "target 'onnxruntime-web==1.23:cuda': no provider 'cuda' of onnxruntime-web (known are: wasm, cpu)"),
    ],
)  # fmt: skip
def test_mistakes(text: str, message: str) -> None:
    with pytest.raises(BadTarget) as error:
        parse(text)
    assert str(error.value) == message


def test_cuda_kernels_that_are_not_known() -> None:
    with pytest.raises(BadTarget, match=r"the CUDA kernels of 1\.17 are not known \(those of 1\.\d+.* are\)"):
        parse("onnxruntime==1.17:cuda")
