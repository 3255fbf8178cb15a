"""Whether two models compute the same in ONNX Runtime, from the same inputs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
import onnxruntime

from tests.oracle import session

_SIZES = (1, 2, 3, 4, 8)
_TYPES = {
    "tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(bool)": np.bool_,
    "tensor(int64)": np.int64, "tensor(int32)": np.int32, "tensor(float16)": np.float16,
}  # fmt: skip


def assert_same(before: onnx.ModelProto, after: onnx.ModelProto) -> None:
    """Asserts that both load, and compute the same outputs at every size at which the first one runs."""
    onnxruntime.set_seed(1)
    first, second = (session(model, optimized=False) for model in (before, after))
    ran = False
    for size in _SIZES:
        feeds = _feeds(first, size)
        try:
            wanted = first.run(None, feeds)
        except Exception:  # this size is not for this model
            continue
        ran = True
        names = {given.name for given in second.get_inputs()}
        got = second.run(None, {name: fed for name, fed in feeds.items() if name in names})
        assert len(wanted) == len(got)
        for a, b in zip(wanted, got, strict=True):
            np.testing.assert_array_equal(np.asarray(a), np.asarray(b))
    assert ran, "the model runs at none of the sizes"


def _feeds(loaded: onnxruntime.InferenceSession, size: int) -> Mapping[str, np.ndarray]:
    rng = np.random.default_rng(size)
    feeds: dict[str, np.ndarray] = {}
    for given in loaded.get_inputs():
        shape = [d if isinstance(d, int) else size for d in given.shape]
        feeds[given.name] = np.asarray(rng.standard_normal(shape) * 2).astype(_TYPES[given.type])
    return feeds
