"""The playground in a real browser: the engine runs there, and nothing is sent anywhere after a file is dropped."""

from __future__ import annotations

import json
import runpy
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import onnx.parser
import pytest
from onnx import TensorProto

import shapeinfer
from tests.page.browser import CHROMIUM, WAIT, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("playwright")
ROOT = Path(__file__).resolve().parent.parent.parent
PUBLIC = ROOT / "site" / "public"
UNET = ROOT / "examples" / "unet.onnxtxt"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium"),
    pytest.mark.skipif(not (PUBLIC / "built-from.txt").exists(), reason="npm run build in site/ makes it"),
]


@pytest.fixture(scope="module", autouse=True)
def _built_from_these_sources() -> None:
    built = (PUBLIC / "built-from.txt").read_text(encoding="utf-8").strip()
    if built != runpy.run_path(str(ROOT / "site" / "prepare.py"))["fingerprint"]():
        pytest.skip("the site was built from other sources: npm run build in site/")


class Quiet(SimpleHTTPRequestHandler):
    """Serves the folder without a log."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(PUBLIC)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


class Visit:
    """A page with the engine running; asserts that it logs no error and asks for nothing from now on."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.set_default_timeout(2 * WAIT)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.goto(address)
        page.wait_for_selector("[data-ready=true]")
        page.on("request", lambda request: self.requests.append(request.url))

    def drop(self, *files: Path) -> None:
        """Give it files, and wait for the report of the first."""
        self.page.set_input_files("#file", list(files))

    def shown(self, name: str) -> None:
        """Wait for the report of a file."""
        self.page.wait_for_selector(f'[data-shown="{name}"]')
        self.page.frame_locator("#frame").locator("#verdict").wait_for()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=True)
    found = Visit(context.new_page(), address)
    yield found
    assert found.errors == []
    assert [url for url in found.requests if not url.startswith(("blob:", "data:", "about:"))] == []
    context.close()


def unet(folder: Path) -> Path:
    path = folder / "unet.onnx"
    path.write_bytes(onnx.parser.parse_model(UNET.read_text(encoding="utf-8")).SerializeToString())
    return path


def test_a_model_is_dropped_and_asked_about(visit: Visit, tmp_path: Path) -> None:
    path = unet(tmp_path)
    visit.drop(path)
    visit.shown("unet.onnx")
    frame = visit.page.frame_locator("#frame")
    assert frame.locator("#verdict").inner_text() == "The contract allows these sizes."
    frame.locator("[data-symbol=height]").fill("650")
    visit.page.wait_for_selector("#engine.bad")
    assert "The engine refuses these sizes" in visit.page.inner_text("#engine")
    frame.locator("text=height = 652").click()
    visit.page.wait_for_selector("#engine.good")
    assert frame.locator("#verdict").inner_text() == "The contract allows these sizes."


def test_what_is_downloaded_is_what_the_command_writes(visit: Visit, tmp_path: Path) -> None:
    path = unet(tmp_path)
    visit.drop(path)
    visit.shown("unet.onnx")
    with visit.page.expect_download() as waiting:
        visit.page.click("#save-model")
    assert waiting.value.suggested_filename == "unet.annotated.onnx"
    shapeinfer.annotate(path, tmp_path / "annotated.onnx")
    assert Path(waiting.value.path()).read_bytes() == (tmp_path / "annotated.onnx").read_bytes()
    with visit.page.expect_download() as waiting:
        visit.page.click("#save-report")
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    data = json.loads(text.split('id="data">', 1)[1].split("</script>", 1)[0])
    here = json.loads(json.dumps(shapeinfer.report_data(path)))
    for one in (data, here):
        one["model"].pop("file")
        for found in one["findings"]:
            found["location"].pop("file")
    assert data == here


def external(folder: Path) -> Path:
    proto = onnx.parser.parse_model(UNET.read_text(encoding="utf-8"))
    (value, *_) = (v for v in proto.graph.input if v.name == "w0")
    dims = [d.dim_value for d in value.type.tensor_type.shape.dim]
    tensor = proto.graph.initializer.add(name="w0", dims=dims, data_type=TensorProto.FLOAT)
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="weights.bin")
    path = folder / "external.onnx"
    path.write_bytes(proto.SerializeToString())
    (folder / "weights.bin").write_bytes(bytes(4 * 8 * 3 * 9))
    return path


def test_files_of_weights_are_known_by_name(visit: Visit, tmp_path: Path) -> None:
    path = external(tmp_path)
    visit.drop(path)
    visit.shown("external.onnx")
    frame = visit.page.frame_locator("#frame")
    assert frame.locator("#finding-count").inner_text() == "1"
    visit.drop(path, tmp_path / "weights.bin")
    frame.locator("#finding-count").wait_for(state="hidden")


def test_what_is_no_model_is_named(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "broken.onnx"
    path.write_bytes(b"\xff" * 5000)
    visit.drop(path)
    visit.page.wait_for_selector("#status.bad")
    text = visit.page.inner_text("#status")
    assert text.startswith("broken.onnx: ")
    assert "byte" in text
    visit.drop(unet(tmp_path))
    visit.shown("unet.onnx")


def test_a_large_model_is_read_by_ranges(visit: Visit, tmp_path: Path) -> None:
    proto = onnx.parser.parse_model(UNET.read_text(encoding="utf-8"))
    head = proto.SerializeToString()
    weight = onnx.TensorProto(name="big", dims=[50_000_000], data_type=TensorProto.INT8)
    size = 50_000_000
    payload_head = b"\x4a" + varint(size)
    tensor = weight.SerializeToString() + payload_head
    graph_start = b"\x3a" + varint(len(b"\x2a" + varint(len(tensor) + size)) + len(tensor) + size)
    path = tmp_path / "large.onnx"
    with path.open("wb") as file:
        # A second piece of the graph, which protobuf merges with the first: an initializer of 50 MB.
        file.write(head + graph_start + b"\x2a" + varint(len(tensor) + size) + tensor)
        file.truncate(file.tell() + size)
    visit.drop(path)
    visit.shown("large.onnx")
    told = visit.page.inner_text("#told")
    assert "of 50.0 MB were read" in told
    assert told.split("; ")[1].split(" ")[1] == "kB"


def varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def test_the_sample_opens(browser: Browser, address: str) -> None:
    context = browser.new_context()
    found = Visit(context.new_page(), address)
    found.page.click("#sample")
    found.shown("unet.onnx")
    assert found.errors == []
    assert found.requests[0] == f"{address}sample.onnx"
    context.close()


def test_the_licences_of_what_is_shipped_are_shipped() -> None:
    text = (PUBLIC / "LICENSES.txt").read_text(encoding="utf-8")
    for words in (
        "Apache License",
        "dagre 3.1.3",
        "Mozilla Public License 2.0",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
    ):
        assert words in text
