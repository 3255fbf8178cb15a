"""Which keys a sparse attention may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import onnx
import pytest
from onnx import helper

import shapeinfer
from shapeinfer.facts.parse import parse
from shapeinfer.facts.symbols import Scope
from shapeinfer.testing import Attribute
from tests.oracle import session, type_proto
from tests.table import Domain, Row

op = Domain("com.microsoft")


# Nothing here runs these: the documentation and the loader are all there is.
UNTRIED = [
    op(
        "SparseAttentionIndexer",
        "f16[b, s, 64]; f16[b, s, 16]; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; -; f16[b, p, 16]",
        "i32[b, s, 19]; f16[b, p + s, 16]",
        policy_mode="qsa",
        compress_ratio=4,
        token_budget=16,
    ),
    op(
        "SparseAttentionIndexer",
        "f16[b, s, w]; -; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; -; f16[b, p, 16]; -; -; -; -; i32[1]",
        "i32[b, s, 19]; f16[b, p, 16]",
        needs=("w % 16 == 0", "w//16 >= 2"),
        policy_mode="qsa",
        compress_ratio=4,
        token_budget=16,
    ),
    op(
        "SparseAttentionIndexer",
        "f16[b, s, 64]; f16[b, s, 32]; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; -; f16[b, p, 16]; "
        "f16[b, s, 32]; f16[4, 32]; f16[b, s, 4]; i64[b, s]; -; f16[2, b, w, 32]",
        "i32[b, s, 8]; f16[b, p + (s + w)//4 - w//4, 16]; f16[2, b, s + w - 4*max(0, (s + w)//4 - 1), 32]",
        needs="w <= 7",
        policy_mode="csa",
        compress_ratio=4,
        index_topk=8,
    ),
    op(
        "PackedSparseAttentionIndexerMerge",
        "i32[r, c]; i32[r]; i32[n]; i32[n]; i32[n]",
        "i32[n, 7]; i32[n]; i32[n]",
        max_output_entries=7,
        policy_mode="append_range",
    ),
    op(
        "PackedSparseAttentionIndexerMerge",
        "i32[r, c]; i32[r]; i32[n]; -; -; i32[n, a]; i32[n]",
        "i32[n, 7]; i32[n]; i32[n]",
        max_output_entries=7,
        policy_mode="append_indices",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()


@pytest.mark.parametrize("buffer", range(8))
@pytest.mark.parametrize("length", [0, 1, 3, 4, 9])
def test_windows_are_compressed_as_they_are_full(buffer: int, length: int) -> None:
    """A window that is full is compressed, and the last one stays behind for the next."""
    one = op(
        "SparseAttentionIndexer",
        f"f16[2, {length}, 64]; f16[2, {length}, 32]; f16[16]; f16[16]; f16[9, 8]; f16[9, 8]; -; f16[2, 8, 16]; "
        f"f16[2, {length}, 32]; f16[4, 32]; f16[2, {length}, 4]; i64[2, {length}]; -; f16[2, 2, {buffer}, 32]",
        "-",
        policy_mode="csa",
        compress_ratio=4,
        index_topk=8,
    )
    waiting = buffer - 4 if buffer >= 4 else buffer
    windows = (waiting + length) // 4
    left = 4 + (waiting + length) % 4 if windows else buffer + length
    outputs = one._replace(outputs=("-",) * 3).infer(1).outputs
    assert outputs[1:] == (f"f16[2, {8 + windows}, 16]", f"f16[2, 2, {left}, 32]")


Changes = Mapping[int | str, Attribute | None]


class _Node(NamedTuple):
    """One node; an output "" is left out."""

    op_type: str
    inputs: Sequence[str | None]
    outputs: Sequence[str]
    attributes: Mapping[str, Attribute]

    def model(self) -> onnx.ModelProto:
        """The model of the node alone."""
        given = {f"x{i}": text for i, text in enumerate(self.inputs) if text is not None}
        names = [f"x{i}" if text is not None else "" for i, text in enumerate(self.inputs)]
        node = helper.make_node(self.op_type, names, list(self.outputs), domain="com.microsoft")
        node.attribute.extend(helper.make_attribute(name, value) for name, value in self.attributes.items())
        inputs = [
            helper.make_value_info(name, type_proto(parse(text, Scope()))) for name, text in given.items()
        ]
        outputs = [onnx.ValueInfoProto(name=name) for name in self.outputs if name]
        imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        return helper.make_model(
            helper.make_graph([node], "one", inputs, outputs), opset_imports=imports, ir_version=10
        )

    def changed(self, changes: Changes) -> _Node:
        """Inputs by their position, attributes by their names (None: left out), all outputs by ``outputs``."""
        inputs = [*self.inputs, *[None] * (max((k for k in changes if isinstance(k, int)), default=0))]
        attributes = dict(self.attributes)
        outputs = str(changes.get("outputs", ";".join(self.outputs))).split(";")
        for key, value in changes.items():
            if isinstance(key, int):
                assert value is None or isinstance(value, str)
                inputs[key] = value
            elif value is None:
                del attributes[key]
            elif key != "outputs":
                attributes[key] = value
        while inputs[-1] is None:
            inputs.pop()
        return self._replace(inputs=inputs, outputs=outputs, attributes=attributes)


def _refusal(model: onnx.ModelProto) -> str:
    """What a loader says, beside that it has no kernel."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 -- its errors have no common class
        session(model)
    text = str(caught.value)
    return "" if "NOT_IMPLEMENTED" in text else text


_WEIGHTS = ["f16[16]", "f16[16]", "f16[9, 8]", "f16[9, 8]"]
NODES = {
    "qsa": _Node(
        "SparseAttentionIndexer",
        ["f16[2, 7, 64]", "f16[2, 7, 16]", *_WEIGHTS, None, "f16[2, 8, 16]"],
        ["i", "k"],
        {"policy_mode": "qsa", "compress_ratio": 4, "token_budget": 8},
    ),
    "csa": _Node(
        "SparseAttentionIndexer",
        ["f16[2, 7, 64]", "f16[2, 7, 32]", *_WEIGHTS, None, "f16[2, 8, 16]", "f16[2, 7, 32]", "f16[4, 32]",
         "f16[2, 7, 4]", "i64[2, 7]", None, "f16[2, 2, 6, 32]"],
        ["i", "k", "b"],
        {"policy_mode": "csa", "compress_ratio": 4, "index_topk": 5},
    ),
    "packed qsa": _Node(
        "PackedSparseAttentionIndexer",
        ["f16[13, 64]", "f16[13, 16]", *_WEIGHTS, "i32[3]", "i32[2]", None, None, None, None, "f16[2, 9, 16]",
         "f16[2, 7, 16]", None, "i32[2, 2]"],
        ["i", "c", "k", "b", "", "l"],
        {"policy_mode": "qsa", "compress_ratio": 4, "token_budget": 8, "state_capacity": 9},
    ),
    "packed csa": _Node(
        "PackedSparseAttentionIndexer",
        ["f16[13, 64]", "f16[13, 32]", *_WEIGHTS, "i32[3]", "i32[2]", "f16[13, 32]", "f16[4, 32]", "f16[13, 4]",
         "i64[13]", "f16[2, 9, 16]", "f16[2, 7, 32]", "f16[2, 7, 32]", "i32[2, 2]"],
        ["i", "c", "k", "b", "g", "l"],
        {"policy_mode": "csa", "compress_ratio": 4, "index_topk": 5, "state_capacity": 9},
    ),
    "range": _Node(
        "PackedSparseAttentionIndexerMerge",
        ["i32[4, 9]", "i32[4]", "i32[3]", "i32[3]", "i32[3]"],
        ["i", "c", "s"],
        {"policy_mode": "append_range", "max_output_entries": 7},
    ),
}  # fmt: skip
_SHARE: Changes = {18: "i32[1]", 19: "i32[2, 12]", 20: "i32[2]", 21: "i32[2]", "max_output_entries": 12,
          "outputs": "i;c;k;b;;l;;h"}  # fmt: skip
_UPDATES: Changes = {16: "i32[2]", 17: "i32[1]", "state_update_capacity": 3, "outputs": "i;c;k;b;;l;u;;s"}

ACCEPTED: list[tuple[str, Changes]] = [
    ("qsa", {}),
    ("qsa", {6: "i64[2, 15]"}),
    ("qsa", {0: "f16[2, 7, 80]", 1: None}),
    ("qsa", {4: "f16[2, 9, 8]", 5: "f16[2, 9, 8]"}),
    ("qsa", {"compress_ratio": 2**30, "token_budget": 2**30}),
    ("csa", {}),
    ("csa", {12: "i32[1]", 13: "f16[2, 2, 0, 32]", "head_weight_scale": 1.0}),
    ("packed qsa", {}),
    ("packed qsa", _UPDATES),
    ("packed qsa", _SHARE),
    ("packed qsa", {**_SHARE, 19: "i32[0, 12]", 20: "i32[0]", 21: "i32[0]"}),
    ("packed qsa", {0: "f16[13, 80]", 1: None}),
    ("packed qsa", {4: "f16[9, 16]", 5: "f16[9, 16]"}),
    ("packed qsa", {4: "f16[2, 9, 2]", 5: "f16[2, 9, 2]"}),
    ("packed csa", {}),
    ("packed csa", {4: "f16[9, 7]", 5: "f16[9, 7]", "indexshare_state_policy": "advance"}),
    ("range", {}),
    ("range", {3: None, 4: None, 5: "i32[3, 2]", 6: "i32[3]", "policy_mode": "append_indices"}),
]


@pytest.mark.parametrize(("name", "changes"), ACCEPTED, ids=str)
def test_accepted(name: str, changes: Changes) -> None:
    model = NODES[name].changed(changes).model()
    assert not [d for d in shapeinfer.lint(model).diagnostics if d.severity == "error"]
    assert not _refusal(model)


REFUSED: list[tuple[str, Changes, str]] = [
    (
        "qsa",
        {"policy_mode": "x"},
        "policy_mode is 'x' and compress_ratio 4, needed qsa or csa and 1 to 2147483647",
    ),
    ("qsa", {"compress_ratio": 2**31}, "compress_ratio 2147483648, needed qsa or csa and 1 to 2147483647"),
    (
        "qsa",
        {"token_budget": None},
        "token_budget is 0 beside policy_mode qsa, needed a multiple of 4 from 1 to",
    ),
    (
        "qsa",
        {"token_budget": 6},
        "token_budget is 6 beside policy_mode qsa, needed a multiple of 4 from 1 to",
    ),
    ("qsa", {"index_topk": 5}, "index_topk is given beside policy_mode qsa, which has none"),
    ("qsa", {"head_weight_scale": 1.0}, "head_weight_scale is given beside policy_mode qsa, which has none"),
    ("qsa", {8: "f16[2, 7, 32]"}, "gate is given beside policy_mode qsa, which has none"),
    ("qsa", {13: "f16[2, 2, 6, 32]"}, "past_proj_buffer is given beside policy_mode qsa, which has none"),
    ("qsa", {"outputs": "i;k;b"}, "3 outputs are listed, needed 2 beside policy_mode qsa"),
    ("qsa", {6: "i64[2]"}, "mask has rank 1, needed 2"),
    ("qsa", {4: "f16[8]"}, "cos_cache has rank 1, needed 2 to 3"),
    ("qsa", {12: "i32[]"}, "past_sequence_length has rank 0, needed 1"),
    ("qsa", {2: "f16[0]"}, "query_norm_weight is f16[0], needed at least one element"),
    ("qsa", {0: "f16[2, 7, 65]"}, "query is f16[2, 7, 65], needed a last axis of heads of 16"),
    ("qsa", {0: "f16[2, 7, 0]"}, "query is f16[2, 7, 0], needed at least 1 heads of 16"),
    ("qsa", {0: "f16[2, 7, 16]", 1: None}, "query is f16[2, 7, 16], needed at least 2 heads of 16"),
    ("csa", {"token_budget": 8}, "token_budget is given beside policy_mode csa, which has none"),
    (
        "csa",
        {"index_topk": 2**31},
        "index_topk is 2147483648 beside policy_mode csa, needed a multiple of 1 from",
    ),
    ("csa", {1: None}, "key is left out beside policy_mode csa, which needs it"),
    ("csa", {11: None}, "position_ids is left out beside policy_mode csa, which needs it"),
    ("csa", {6: "i64[2, 15]"}, "mask is given beside policy_mode csa, which has none"),
    ("csa", {"outputs": "i;k"}, "2 outputs are listed, needed 3 beside policy_mode csa"),
    ("csa", {13: "f16[2, 6, 32]"}, "past_proj_buffer has rank 3, needed 4"),
    ("csa", {13: "f16[2, 3, 6, 32]"}, "past_proj_buffer has 3 on axis 1, needed 2"),
    ("csa", {13: "f16[2, 2, 6, 16]"}, "past_proj_buffer has 16 on axis 3, needed 32"),
    (
        "csa",
        {13: "f16[2, 2, 8, 32]"},
        "past_proj_buffer has 8 on axis 2, needed less than 2 * compress_ratio",
    ),
    ("packed qsa", {"compress_ratio": 2**30 + 1}, "needed qsa or csa and 1 to 1073741824"),
    ("packed qsa", {"state_capacity": 0}, "state_capacity is 0, needed 1 to 2147483647"),
    ("packed qsa", {"state_capacity": 8}, "past_key_state has 9 on axis 1, needed 8"),
    (
        "packed qsa",
        {**_UPDATES, "state_update_capacity": 9},
        "state_update_capacity is 9 beside policy_mode qsa",
    ),
    (
        "packed qsa",
        {**_UPDATES, 16: None},
        "state_update_capacity is 3, and state_update_capture_count is left out",
    ),
    ("packed qsa", {**_UPDATES, 17: "i32[2]"}, "state_update_active has 2 on axis 0, needed 1"),
    ("packed qsa", {"outputs": "i;c;k;b;g;l"}, "present_gate_buffer is wanted beside policy_mode qsa"),
    ("packed qsa", {1: "f16[12, 16]"}, "key has 12 on axis 0, needed 13"),
    ("packed qsa", {1: "f16[13, 32]"}, "key has 32 on axis 1, needed 16"),
    ("packed qsa", {3: "f16[15]"}, "key_norm_weight has 15 on axis 0, needed 16"),
    ("packed qsa", {5: "f16[8, 8]"}, "sin_cache has 8 on axis 0, needed 9"),
    (
        "packed qsa",
        {4: "f16[3, 9, 8]", 5: "f16[3, 9, 8]"},
        "the number of rows of cos_cache and of states is 3 and 2",
    ),
    (
        "packed qsa",
        {4: "f16[9, 7]", 5: "f16[9, 7]"},
        "cos_cache is f16[9, 7], needed at least one row, and columns",
    ),
    (
        "packed qsa",
        {4: "f16[9, 18]", 5: "f16[9, 18]"},
        "cos_cache is f16[9, 18], needed at least one row, and",
    ),
    (
        "packed qsa",
        {4: "f16[0, 8]", 5: "f16[0, 8]"},
        "cos_cache is f16[0, 8], needed at least one row, and columns",
    ),
    ("packed qsa", {6: "i32[2]"}, "cumulative_sequence_lengths has 2 on axis 0, needed 3"),
    ("packed qsa", {7: "i32[3]"}, "past_sequence_lengths has 3 on axis 0, needed 2"),
    ("packed qsa", {13: "f16[2, 8, 16]"}, "past_kv_buffer has 8 on axis 1, needed 7"),
    ("packed qsa", {15: "i32[2, 3]"}, "past_state_lengths has 3 on axis 1, needed 2"),
    (
        "packed qsa",
        {**_SHARE, "outputs": "i;c;k;b;;l"},
        "max_output_entries is 12, needed 11 to 2147483647, and",
    ),
    (
        "packed qsa",
        {**_SHARE, 20: None},
        "all of them or none; given are (indexshare_mode, merged_indices, merged_st",
    ),
    (
        "packed qsa",
        {**_SHARE, "max_output_entries": 10, 19: "i32[2, 10]"},
        "max_output_entries is 10, needed 11 to",
    ),
    ("packed qsa", {"max_output_entries": 12}, "max_output_entries is 12, needed 0 to 0, and"),
    ("packed qsa", {**_SHARE, 19: "i32[2, 13]"}, "merged_indices has 13 on axis 1, needed 12"),
    ("packed qsa", {**_SHARE, 19: "i32[13, 12]", 20: "i32[13]", 21: "i32[13]"}, "merged_indices has 13 rows"),
    ("packed qsa", {**_SHARE, 21: "i32[3]"}, "merged_status has 3 on axis 0, needed 2"),
    (
        "packed qsa",
        {"indexshare_state_policy": "advance"},
        "indexshare_state_policy is 'advance' beside policy_mode",
    ),
    ("packed csa", {"outputs": "i;c;k;b;;l"}, "present_gate_buffer is left out beside policy_mode csa"),
    (
        "packed csa",
        {"outputs": "i;c;k;b;g;l;u"},
        "state_update is wanted beside policy_mode csa, which has none",
    ),
    (
        "packed csa",
        {16: "i32[2]"},
        "state_update_capture_count is given beside policy_mode csa, which has none",
    ),
    (
        "packed csa",
        {"state_update_capacity": 1},
        "state_update_capacity is 1 beside policy_mode csa, needed 0 to 0",
    ),
    (
        "packed csa",
        {4: "f16[9, 9]", 5: "f16[9, 9]"},
        "cos_cache is f16[9, 9], needed at least one row, and columns",
    ),
    ("packed csa", {8: "f16[13, 16]"}, "gate has 16 on axis 1, needed 32"),
    ("packed csa", {9: "f16[3, 32]"}, "position_bias has 3 on axis 0, needed 4"),
    ("packed csa", {10: "f16[13, 3]"}, "head_weights has 3 on axis 1, needed 4"),
    ("packed csa", {11: "i64[12]"}, "position_ids has 12 on axis 0, needed 13"),
    ("packed csa", {14: "f16[2, 7, 16]"}, "past_gate_buffer has 16 on axis 2, needed 32"),
    (
        "range",
        {"policy_mode": "append"},
        "policy_mode is 'append' and max_output_entries 7, needed append_range or",
    ),
    ("range", {"max_output_entries": 2**30 + 1}, "max_output_entries 1073741825, needed append_range or"),
    ("range", {4: None}, "range_ends is left out beside policy_mode append_range, which needs it"),
    ("range", {5: "i32[3, 2]", 6: "i32[3]"}, "additional_indices is given beside policy_mode append_range"),
    ("range", {1: "i32[3]"}, "base_counts has 3 on axis 0, needed 4"),
    ("range", {4: "i32[2]"}, "range_ends has 2 on axis 0, needed 3"),
]


@pytest.mark.parametrize(("name", "changes", "found"), REFUSED, ids=str)
def test_refused_at_load(name: str, changes: Changes, found: str) -> None:
    model = NODES[name].changed(changes).model()
    errors = [d.message for d in shapeinfer.lint(model).diagnostics if d.severity == "error"]
    assert any(found in message for message in errors), errors
    assert "ShapeInferenceError" in _refusal(model)
