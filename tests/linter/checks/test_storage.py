"""Stored tensors against their dims and files; what ONNX Runtime makes of it is asked."""

from __future__ import annotations

from pathlib import Path

import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer import codes
from tests.oracle import loads

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
ADD = "g (float[4] x) => (float[4] y) { y = Add (x, w) }"
NEG = "g (float[4] x) => (float[4] y) { y = Neg (x) }"
IF = """g (float[4] x, bool c) => (float[a] y) {
    y = If (c) <then_branch = t () => (float[b] u) { u = Add (x, w) }, else_branch = e () => (float[b] v) { v = Neg (x) }> }"""

STORAGE = {
    code.id
    for code in (
        codes.EXTERNAL_DATA, codes.PAYLOAD, codes.EXTERNAL_PATH, codes.EXTERNAL_SIZE, codes.EXTERNAL_OVERLAP
    )
}  # fmt: skip


def found(source: onnx.ModelProto | Path) -> list[str]:
    return [
        f"{d.severity} {d.code} {d.location.path}: {d.message}"
        for d in shapeinfer.lint(source).diagnostics
        if d.code in STORAGE
    ]


def short() -> TensorProto:
    """A tensor of 4 floats that holds 3."""
    return TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[4], raw_data=bytes(12))


def test_short_contents() -> None:
    proto = onnx.parser.parse_model(HEAD + ADD)
    proto.graph.initializer.append(short())
    assert found(proto) == ["error SI023 graph: initializer 'w' with dims (4) needs 16 bytes, holds 12"]
    assert not loads(proto)


def test_short_contents_that_nothing_needs() -> None:
    proto = onnx.parser.parse_model(HEAD + NEG)
    proto.graph.initializer.append(short())
    assert found(proto) == ["warning SI023 graph: initializer 'w' with dims (4) needs 16 bytes, holds 12"]
    assert loads(proto)


LIKE = "g (int64[4] x) => (float[4] y) { y = CastLike (x, w) }"
LIKE_AND_MORE = "g (int64[4] x) => (float[4] y) { u = CastLike (x, w) y = Add (u, w) }"
IF_LIKE = """g (int64[4] x, bool c) => (float[a] y) {
    y = If (c) <then_branch = t () => (float[b] u) { %s },
        else_branch = e () => (float[b] v) { v = Cast <to = 1> (x) }> }"""


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (LIKE, "warning"),
        (LIKE_AND_MORE, "error"),
        (IF_LIKE % "u = CastLike (x, w)", "warning"),
        (IF_LIKE % "n = CastLike (x, w) u = Add (n, w)", "error"),
        (IF_LIKE % "u = Identity (w)", "error"),
    ],
)
def test_short_contents_of_which_only_the_type_is_read(text: str, severity: str) -> None:
    proto = onnx.parser.parse_model(HEAD + text)
    proto.graph.initializer.append(short())
    assert found(proto) == [f"{severity} SI023 graph: initializer 'w' with dims (4) needs 16 bytes, holds 12"]
    assert loads(proto, optimized=False) is (severity == "warning")


def test_short_contents_of_a_default() -> None:
    proto = onnx.parser.parse_model(HEAD + ADD)
    proto.graph.initializer.append(short())
    proto.graph.input.append(helper.make_tensor_value_info("w", 1, [4]))
    assert found(proto) == ["error SI023 graph: initializer 'w' with dims (4) needs 16 bytes, holds 12"]
    assert not loads(proto)


@pytest.mark.parametrize(("text", "severity"), [(ADD, "error"), (NEG, "warning")])
def test_short_contents_of_a_constant(text: str, severity: str) -> None:
    proto = onnx.parser.parse_model(HEAD + text)
    node = helper.make_node("Constant", [], ["w"])
    node.attribute.append(helper.make_attribute("value", short()))
    proto.graph.node.insert(0, node)
    assert found(proto) == [
        f"{severity} SI023 graph/Constant#0: attribute 'value' with dims (4) needs 16 bytes, holds 12"
    ]
    assert loads(proto) is (severity == "warning")


def test_short_contents_in_a_body() -> None:
    proto = onnx.parser.parse_model(HEAD + IF)
    proto.graph.node[0].attribute[0].g.initializer.append(short())
    assert found(proto) == [
        "error SI023 graph/If#0.then_branch: initializer 'w' with dims (4) needs 16 bytes, holds 12"
    ]
    assert not loads(proto)


def test_negative_dims() -> None:
    proto = onnx.parser.parse_model(HEAD + ADD)
    proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[-2, -2], raw_data=bytes(16))
    assert found(proto) == ["error SI023 graph: initializer 'w' has the dims (-2, -2), needed none below 0"]
    assert not loads(proto)


def external(folder: Path, size: int | None = 16, text: str = ADD, **where: str) -> Path:
    """A model whose weight lies at ``where``, beside a file of that size."""
    proto = onnx.parser.parse_model(HEAD + text)
    weight = proto.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[4])
    weight.data_location = TensorProto.EXTERNAL
    for key, value in where.items():
        weight.external_data.add(key=key, value=value)
    if size is not None:
        (folder / "w.bin").write_bytes(bytes(size))
    path = folder / "model.onnx"
    path.write_bytes(proto.SerializeToString())
    return path


@pytest.mark.parametrize(
    ("where", "size", "lines", "takes_it"),
    [
        ({"location": "w.bin"}, 16, [], True),
        ({"location": "w.bin"}, 20, [], True),
        ({"location": "w.bin", "offset": "4", "length": "16"}, 20, [], True),
        ({"location": "w.bin", "length": "0"}, 16, [], True),
        ({"location": "w.bin", "offset": "8"}, 20,
         ["warning SI041 graph: file 'w.bin' has 20 bytes, needed 24 for 'w'"], False),
        ({"location": "w.bin", "length": "12"}, 20,
         ["error SI023 graph: initializer 'w' with dims (4) needs 16 bytes, its external length is 12"], False),
        ({"location": "w.bin", "offset": "x"}, 16,
         ["error SI023 graph: initializer 'w' has the external offset 'x', needed a number"], False),
        ({"location": "w.bin"}, None,
         ["warning SI022 graph: file 'w.bin' with the contents of 'w' does not exist"], False),
        ({"location": "a\0b"}, None,
         ["warning SI022 graph: file 'a\\x00b' with the contents of 'w' does not exist"], False),
        ({"location": ""}, None,
         ["warning SI040 graph: '', with the contents of 'w', names no file"], False),
        ({}, None, ["warning SI040 graph: '', with the contents of 'w', names no file"], False),
        ({"location": "/etc/hostname"}, None,
         ["warning SI040 graph: '/etc/hostname', with the contents of 'w', is an absolute path"], False),
        ({"location": "C:\\w.bin"}, None,
         ["warning SI040 graph: 'C:\\\\w.bin', with the contents of 'w', is an absolute path"], False),
        ({"location": "a/../../w.bin"}, None,
         ["warning SI040 graph: 'a/../../w.bin', with the contents of 'w', leads out of the model's folder"], False),
    ],
)  # fmt: skip
def test_external(
    where: dict[str, str], size: int | None, lines: list[str], takes_it: bool, tmp_path: Path
) -> None:
    path = external(tmp_path, size, **where)
    assert found(path) == lines
    assert loads(path) is takes_it


def test_an_external_length_that_nothing_needs(tmp_path: Path) -> None:
    path = external(tmp_path, 20, NEG, location="w.bin", length="12")
    (line,) = found(path)
    assert line.startswith("warning SI023 ")
    assert loads(path)


def test_a_link_out_of_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    path = external(inside, None, location="w.bin")
    (tmp_path / "w.bin").write_bytes(bytes(16))
    (inside / "w.bin").symlink_to(tmp_path / "w.bin")
    assert found(path) == [
        "warning SI040 graph: 'w.bin', with the contents of 'w', leads out of the model's folder through a "
        "link"
    ]
    assert not loads(path)


def test_a_folder_that_is_a_link_out_of_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "w.bin").write_bytes(bytes(16))
    (inside / "sub").symlink_to(outside)
    path = external(inside, None, location="sub/w.bin")
    (line,) = found(path)
    assert line.endswith("leads out of the model's folder through a link")
    assert not loads(path)


def test_a_model_in_a_folder_that_is_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    path = external(tmp_path / "real", 16, location="w.bin")
    assert found(tmp_path / "link" / path.name) == []
    assert loads(tmp_path / "link" / path.name)


def test_a_cache_that_links_the_model_too(tmp_path: Path) -> None:
    """Hubs keep the files under other names in one folder, with links to them in another."""
    blobs, snapshot = tmp_path / "blobs", tmp_path / "snapshot"
    blobs.mkdir()
    snapshot.mkdir()
    external(blobs, 16, location="w.bin").rename(blobs / "1234")
    (blobs / "w.bin").rename(blobs / "5678")
    (snapshot / "model.onnx").symlink_to(blobs / "1234")
    (snapshot / "w.bin").symlink_to(blobs / "5678")
    assert found(snapshot / "model.onnx") == []
    assert loads(snapshot / "model.onnx")


@pytest.mark.parametrize(
    ("offsets", "names"),
    [((0, 16), ""), ((0, 0), ""), ((0, 8), "'w0', 'w1'"), ((0, 16, 24), "'w1', 'w2'"), ((0, 16, 0, 32, 8), "'w0', 'w4', 'w1'")],
)  # fmt: skip
def test_overlaps(offsets: tuple[int, ...], names: str) -> None:
    proto = onnx.parser.parse_model(HEAD + NEG)
    for at, offset in enumerate(offsets):
        weight = proto.graph.initializer.add(name=f"w{at}", data_type=TensorProto.FLOAT, dims=[4])
        weight.data_location = TensorProto.EXTERNAL
        weight.external_data.add(key="location", value="w.bin")
        weight.external_data.add(key="offset", value=str(offset))
    assert found(proto) == ([f"warning SI042 graph: in 'w.bin' bytes of {names} overlap"] if names else [])


CONSTANT_IF = """<bool c = {0}> { y = If (c)
    <then_branch = t () => (float[a] u) { u = Add (x, w) }, else_branch = e () => (float[b] v) { v = Neg (x) }> }"""
OF_A_FUNCTION = """g (float[4] x) => (float[4] y) { y = local.f (x, w) }
<domain: "local", opset_import: ["" : 18]> f (a, b) => (r) { r = Neg (a) }"""


@pytest.mark.parametrize(
    ("text", "severity", "takes_it"),
    [
        ("g (float[4] x, float[4] w) => (float[4] y) { y = Neg (x) }", "error", False),  # a default
        ("g (float[4] x) => (float[4] y, float[4] w) { y = Neg (x) }", "error", False),
        (IF, "error", False),
        (f"g (float[4] x) => (float[4] y) {CONSTANT_IF}", "warning", True),
        (OF_A_FUNCTION, "error", False),
        # No output needs it, and the runtime takes an Identity out before it reads the contents.
        ("g (float[4] x) => (float[4] y) { z = Identity (w)  y = Neg (x) }", "warning", True),
        ("g (float[4] x) => (float[4] y) { z = Neg (w)  y = Neg (x) }", "warning", False),
    ],
)
def test_who_reads_short_contents(text: str, severity: str, takes_it: bool) -> None:
    head = '<ir_version: 9, opset_import: ["" : 18, "local" : 1]>\n'
    proto = onnx.parser.parse_model(head + text)
    proto.graph.initializer.append(short())
    assert [line.partition(" ")[0] for line in found(proto)] == [severity]
    assert shapeinfer.check(proto).ok is (severity != "error")
    assert loads(proto) is takes_it
