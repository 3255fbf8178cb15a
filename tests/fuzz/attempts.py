"""Hostile input of every class, as attempts. Each class is a generator over seeds, the same on every machine."""

from __future__ import annotations

import random
import struct
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import onnx
import onnx.parser

from tests.fuzz.harness import Attempt
from tests.fuzz.hostile.models import MODELS
from tests.fuzz.server import BEHAVIOURS

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
FORMATS = ("full", "concise", "json", "json-lines", "gitlab", "sarif", "junit", "markdown", "html")
CI_FORMATS = ("github",)

# Names that a model may have: markup, terminal escapes, CI commands, right-to-left marks, no UTF-8, very long.
NAMES = (
    "<script>alert(1)</script>", "\x1b[31mred\x1b[0m", "##vso[task.complete]", "::error::x", "a\u202eb", "a\nb",
    "]]>&amp;", "x" * 1_000_000, "", " ", "'\"`$(id)", "\ud800", "|a|b|", "[link](javascript:1)", "%0A::warning::",
)  # fmt: skip


def hostile(sizes: tuple[int, ...] = (30, 300)) -> Iterator[Attempt]:
    """Models that are small in bytes and large in work."""
    for name, make in MODELS.items():
        for size in sizes:
            for command in (("lint",), ("contract",), ("report", "-o", "out.html")):
                yield Attempt(f"hostile/{name}-{size}", (*command, "m.onnx"), _saved(make, size))


def _saved(make: Callable[[int], onnx.ModelProto], size: int) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        (folder / "m.onnx").write_bytes(make(size).SerializeToString())

    return prepare


def damaged(count: int = 200) -> Iterator[Attempt]:
    """Model files with bytes changed, removed, doubled or cut off."""
    sources = [
        onnx.parser.parse_model((EXAMPLES / name).read_text()).SerializeToString()
        for name in ("unet.onnxtxt", "encoder.onnxtxt")
    ]
    commands = (("lint", "--select", "ALL"), ("contract",), ("show",), ("annotate", "-o", "out.onnx"),
                ("report", "-o", "out.html"))  # fmt: skip
    for seed in range(count):
        generator = random.Random(seed)
        data = bytearray(generator.choice(sources))
        for _ in range(generator.randint(1, 6)):
            _damage(data, generator)
        content = bytes(data)
        command, *rest = commands[seed % len(commands)]
        yield Attempt(f"damaged/{seed}", (command, "m.onnx", *rest), _file("m.onnx", content))


def _damage(data: bytearray, generator: random.Random) -> None:
    if not data:
        return
    at = generator.randrange(len(data))
    kind = generator.randrange(6)
    if kind == 0:
        data[at] = generator.randrange(256)
    elif kind == 1:
        del data[at : at + generator.randint(1, 40)]
    elif kind == 2:
        data[at:at] = data[at : at + generator.randint(1, 40)]
    elif kind == 3:
        data[at:at] = struct.pack("<Q", generator.getrandbits(64) | (1 << 63))
    elif kind == 4:
        del data[at:]
    else:
        data[at] ^= 1 << generator.randrange(8)


def _file(name: str, content: bytes) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        (folder / name).write_bytes(content)

    return prepare


def texts() -> Iterator[Attempt]:
    """Text formats that nest without end, or hold numbers without end."""
    deep = 100_000
    contents = {
        "deep.onnxtxt": "<ir_version: 9> g () => () " + "{" * deep,
        "parens.onnxtxt": "<ir_version: 9> g (" + "seq(" * deep + "float[1]" + ")" * deep + " x) => () {}",
        "deep.json": '{"graph":' * deep,
        "array.json": "[" * deep,
        "deep.textproto": "graph {" * deep,
        "angle.textproto": "graph <" * deep,
        "digits.onnxtxt": f"<ir_version: 9> g (float[{'9' * 20_000}] x) => (float[n] y) {{ y = Relu (x) }}",
        "empty.onnxtxt": "", "blank.json": "  ", "nul.textproto": "\0" * 100,
    }  # fmt: skip
    for name, text in contents.items():
        yield Attempt(f"texts/{name}", ("lint", name), _file(name, text.encode()))


def numbers() -> Iterator[Attempt]:
    """Names of dims that read as enormous expressions."""
    names = (
        "9" * 5_000,
        "n**999999",
        "(" * 5_000 + "n" + ")" * 5_000,
        "n*" * 3_000 + "n",
        "2**(2**40)",
        "n//0",
        "-" * 4_000 + "n",
    )
    for number, name in enumerate(names):
        for command in (("lint",), ("show",), ("contract",), ("report", "-o", "out.html")):
            yield Attempt(f"numbers/{number}", (*command, "m.onnx"), _named_dim(name))


def _named_dim(name: str) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        proto = onnx.parser.parse_model(
            '<ir_version: 9, opset_import: ["": 17]> g (float[n, m] x, float[k] z) => (float[a, b] y) { y = Add (x, z) }'
        )
        proto.graph.input[0].type.tensor_type.shape.dim[1].dim_param = name
        proto.graph.input[1].type.tensor_type.shape.dim[0].dim_param = name + " + n"
        (folder / "m.onnx").write_bytes(proto.SerializeToString())

    return prepare


def settings() -> Iterator[Attempt]:
    """Settings, baselines and suppressions that make no sense."""
    contents = (
        "select = " + "[" * 50_000, "[tool" + ".a" * 50_000 + "]", 'rules = ["evil.py"]', "select = 1", "\0", "jobs = -1",
        'exclude = ["' + "*" * 5_000 + '"]', 'per-file-ignores = {"**/" = ["ALL"]}', "severity = {SI205 = 9}", "x" * 1_000_000,
        'select = ["' + "S" * 1_000_000 + '"]', "fail-on = " + "9" * 5_000,
    )  # fmt: skip
    for number, text in enumerate(contents):

        def prepare(folder: Path, text: str = text) -> None:
            (folder / "shapeinfer.toml").write_text(text)
            (folder / "evil.py").write_text("raise SystemExit(99)")
            _clean(folder)

        yield Attempt(f"settings/{number}", ("lint", "m.onnx"), prepare)
    for number, text in enumerate(("[" * 100_000, "{}", "null", '{"version": 1, "findings": 3}', "\xff")):

        def baseline(folder: Path, text: str = text) -> None:
            (folder / "known.json").write_text(text)
            _clean(folder)

        yield Attempt(f"settings/baseline-{number}", ("lint", "m.onnx", "--baseline", "known.json"), baseline)


def _clean(folder: Path) -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["": 17]> g (float[n] x) => (float[n] y) { y = Relu (x) }'
    )
    (folder / "m.onnx").write_bytes(proto.SerializeToString())


def arguments() -> Iterator[Attempt]:
    """Arguments that nobody should give."""
    lines: tuple[tuple[str, ...], ...] = (
        ("lint", "--no\x1b[31m"), ("lint", "##vso[task.x]"), ("lint", "::error::x"), ("lint", "a\nb"), ("lint", "--format", "\x07"),
        ("check", "m.onnx", "--dim", "n=" + "9" * 5_000), ("check", "m.onnx", "--dim", "n=1..999999999999"),
        ("check", "m.onnx", "--dim", "n=-1"), ("check", "m.onnx", "--dim", "=1"), ("check", "m.onnx", "--assume", "n == " + "n*" * 999 + "n"),
        ("check", "m.onnx", "--assume", "n == n"), ("check", "m.onnx", "--input", "x=" + "9x" * 4_000 + "9"),
        ("check", "m.onnx", "--inputs", "none.npz"), ("show", "m.onnx", "\x1b]0;t\x07"), ("explain", "\x1b[1m"), ("annotate", "m.onnx", "-o", "no/such/x"),
        ("annotate", "m.onnx", "-o", "."), ("lint", "m.onnx", "-j", "999999999999"), ("lint", "*" * 5_000), ("lint", "[" * 2_000),
        ("contract", "/dev/null"), ("contract", "."), ("lint", "file:///etc/passwd"), ("diff", "m.onnx", "m.onnx\x1b"), ("",), ("--rules",),
    )  # fmt: skip
    for number, line in enumerate(lines):
        yield Attempt(f"arguments/{number}", line, _clean)


def archives() -> Iterator[Attempt]:
    """Archives of inputs that are none, or unpack to more than they say."""

    def zipped(members: dict[str, bytes], *, bomb: int = 0) -> Callable[[Path], None]:
        def prepare(folder: Path) -> None:
            _clean(folder)
            with zipfile.ZipFile(folder / "x.npz", "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in members.items():
                    archive.writestr(name, content)
                if bomb:
                    with archive.open("x.npy", "w") as file:
                        file.write(_header(b"<f4", f"({bomb // 4},)"))
                        for _ in range(bomb >> 20):
                            file.write(bytes(1 << 20))

        return prepare

    def plain(content: bytes) -> Callable[[Path], None]:
        def prepare(folder: Path) -> None:
            _clean(folder)
            (folder / "x.npz").write_bytes(content)

        return prepare

    cases = {
        "empty": plain(b""), "text": plain(b"hello"), "npy": plain(_header(b"<f4", "(3,)") + bytes(12)),
        "pickle": zipped({"x.npy": _header(b"|O", "(3,)")}), "torch": zipped({"archive/data.pkl": b"\x80\x02}"}),
        "short": zipped({"x.npy": _header(b"<i8", "(3,)")}), "header": zipped({"x.npy": b"\x93NUMPY\x01\x00\xff\xff{"}),
        "huge": zipped({"x.npy": _header(b"<i8", "(9223372036854775807, 9)")}), "negative": zipped({"x.npy": _header(b"<i8", "(-1,)")}),
        "many": zipped({f"a{i}.npy": b"" for i in range(12_000)}), "bomb": zipped({}, bomb=512 << 20),
        "code": zipped({"x.npy": _header(b"<f4", "__import__('os').getpid()")}),
    }  # fmt: skip
    for name, prepare in cases.items():
        yield Attempt(f"archives/{name}", ("check", "m.onnx", "--inputs", "x.npz"), prepare)


def _header(dtype: bytes, shape: str) -> bytes:
    text = f"{{'descr': '{dtype.decode()}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


def names() -> Iterator[Attempt]:
    """Hostile names in every format."""
    for number, name in enumerate(NAMES):
        for form in (*FORMATS, *CI_FORMATS):
            arguments_ = ("lint", "m.onnx", "--select", "ALL", "--format", form)
            yield Attempt(f"names/{number}-{form}", arguments_, _hostile_names(name), form in CI_FORMATS)
        for command in ("show", "contract"):
            yield Attempt(f"names/{number}-{command}", (command, "m.onnx"), _hostile_names(name))


def _hostile_names(name: str) -> Callable[[Path], None]:
    def prepare(folder: Path) -> None:
        proto = onnx.parser.parse_model(
            '<ir_version: 9, opset_import: ["": 17]> g (float[n, 3] x, float[4, m] w, float[k] u) => (float[a, b] y)'
            "{ y = MatMul (x, w) unused = Neg (x) z = Add (u, w) }"
        )
        raw = name.encode("utf-8", "surrogatepass")
        data = proto.SerializeToString()
        # Names are replaced in the bytes, for protobuf's own library refuses what is no UTF-8.
        proto.graph.node[0].name = "NODENAME"
        proto.graph.node[2].name = "NODENAME"
        proto.graph.node[0].doc_string = "NODENAME"
        proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "NODENAME"
        proto.producer_name = "NODENAME"
        data = _replaced(proto, b"NODENAME", raw)
        (folder / "m.onnx").write_bytes(data)

    return prepare


def _replaced(proto: onnx.ModelProto, marker: bytes, raw: bytes) -> bytes:
    """The model with a marker replaced wherever it is a whole string; the lengths around it follow."""
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        # The same length keeps every length around it right.
        whole: bytes = proto.SerializeToString()
        return whole.replace(marker, raw.ljust(len(marker), b"_")[: len(marker)])
    copy = onnx.ModelProto()
    copy.CopyFrom(proto)
    word = marker.decode()
    for node in copy.graph.node:
        node.name = node.name.replace(word, text)
        node.doc_string = node.doc_string.replace(word, text)
    for value in copy.graph.input:
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param == word:
                dim.dim_param = text
    copy.producer_name = text
    data: bytes = copy.SerializeToString()
    return data


def servers(base: str) -> Iterator[Attempt]:
    """Servers that answer as none should; ``base`` is where ``tests/fuzz/server.py`` listens."""
    for behaviour in BEHAVIOURS:
        yield Attempt(f"servers/{behaviour}", ("lint", f"{base}/{behaviour}/m.onnx"), lambda folder: None)
