"""The report in a real browser: what it shows, what typing and clicking do, and that hostile names stay text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import onnx
import pytest
from onnx import TensorProto, helper

from shapeinfer.jobs.infer import infer
from shapeinfer.page.html import page as page_of
from shapeinfer.reporting import report_data
from tests.page.browser import CHROMIUM, chromium, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("playwright")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")]

ROOT = Path(__file__).resolve().parent.parent.parent
UNET = ROOT / "examples" / "unet.onnxtxt"
ENCODER = ROOT / "examples" / "encoder.onnxtxt"
LOOP = ROOT / "tests" / "data" / "loop.onnxtxt"
BROKEN = ROOT / "examples" / "broken" / "reshape_count.onnxtxt"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


Writer = Callable[[Path | onnx.ModelProto], Path]


@pytest.fixture
def written(tmp_path: Path) -> Writer:
    """Writes the page of a model."""

    def write(model: Path | onnx.ModelProto) -> Path:
        path = tmp_path / "page.html"
        path.write_text(page_of(report_data(model)), encoding="utf-8", newline="\n")
        return path

    return write


def boxes(page: Page) -> list[str]:
    """The titles of what is drawn: closed scopes, nodes, inputs and outputs."""
    found: list[str] = page.evaluate(
        """() => {
            const { canvas, tree } = shapeinfer.page.view, names = [];
            const visit = (group) => group.kids.forEach((kid) => kid.kind === "group" && kid.open ? visit(kid)
                : names.push(kid.kind === "group" ? canvas.title(kid) : kid.name));
            visit(tree.root);
            return names;
        }"""
    )
    return found


def test_it_opens_with_the_graph_and_sizes_that_are_allowed(browser: Browser, written: Writer) -> None:
    with opened(browser, written(UNET)) as page:
        assert page.inner_text("#name") == "unet.onnxtxt"
        assert page.inner_text("#verdict") == "The contract allows these sizes."
        assert page.input_value("[data-symbol=height]") == "64"
        assert {"image", "Conv", "ConvTranspose", "Concat", "out"} <= set(boxes(page))
        assert page.evaluate("shapeinfer.page.view.canvas.drawn") > 15


def test_sizes_that_violate_are_refused_and_mended_by_a_click(browser: Browser, written: Writer) -> None:
    with opened(browser, written(UNET)) as page:
        page.fill("[data-symbol=height]", "650")
        assert page.inner_text("#verdict") == "The contract refuses these sizes: 1 clause is violated."
        clause = page.locator(".clause.no")
        assert "height % 4 == 0" in clause.inner_text()
        assert clause.locator(".mend").all_inner_texts() == ["height = 648", "height = 652"]
        clause.locator(".link").click()
        assert "the contract refuses" in page.inner_text("#detail")
        assert page.evaluate("shapeinfer.page.view._mark(shapeinfer.page.view.selected)") == "error"
        page.click("text=height = 652")
        assert page.inner_text("#verdict") == "The contract allows these sizes."
        assert page.input_value("[data-symbol=height]") == "652"
        assert "f32[1, 3, 652, 64]" in page.inner_text("#interface")
        page.fill("[data-symbol=height]", "-1")
        assert page.get_attribute("[data-symbol=height]", "aria-invalid") == "true"
        assert "f32[1, 3, 652, 64]" in page.inner_text("#interface")


def test_a_node_shows_what_is_known_of_it(browser: Browser, written: Writer) -> None:
    with opened(browser, written(UNET)) as page:
        page.keyboard.press("/")
        page.keyboard.type("ConvTranspose")
        page.keyboard.press("Enter")
        detail = page.locator("#detail")
        assert "ConvTranspose" in detail.inner_text()
        assert (
            "f32[batch, 4, 2*(height//4), 2*(width//4)]" in detail.inner_text()
            or "height" in detail.inner_text()
        )
        assert "strides" in detail.inner_text()
        detail.locator("summary", has_text="where its sizes come from").first.click()
        assert "from input image" in detail.inner_text()


@pytest.mark.parametrize(
    ("text", "operators"),
    [
        ("[*, 8, ...]", {"Conv", "MaxPool"}),
        ("f32[batch, 16, height, width]", {"Concat"}),
        ("maxpool", {"MaxPool"}),
        ("level2", {"Conv"}),
        ("i64[*]", set()),
    ],
)
def test_search(browser: Browser, written: Writer, text: str, operators: set[str]) -> None:
    with opened(browser, written(UNET)) as page:
        page.fill("#search", text)
        found = set(page.locator("#hits b").all_inner_texts())
        assert operators <= found
        assert bool(operators) == bool(found)


def test_scopes_fold_and_unfold(browser: Browser, written: Writer) -> None:
    with opened(browser, written(layered(12))) as page:
        assert any("×12" in title or "×11" in title for title in boxes(page)), boxes(page)
        before = len(boxes(page))
        page.click("#open-all")
        assert len(boxes(page)) > before
        page.click("#close-all")
        assert len(boxes(page)) == before
        page.evaluate("shapeinfer.page.reveal(17)")
        assert page.evaluate("shapeinfer.page.view.selected.index") == 17


def test_a_body_is_entered_and_left(browser: Browser, written: Writer) -> None:
    with opened(browser, written(LOOP)) as page:
        assert page.locator("#crumbs").is_hidden()
        page.evaluate("shapeinfer.page.reveal(0)")
        page.click("text=enter body")
        assert "body" in page.inner_text("#crumbs")
        assert "Loop" not in boxes(page)
        page.click("#crumbs >> text=graph")
        assert "Loop" in boxes(page)


def test_memory_layers_and_values(browser: Browser, written: Writer) -> None:
    with opened(browser, written(UNET)) as page:
        page.click("#tab-memory")
        text = page.inner_text("#memory")
        assert "of tensors are alive at once at most" in text
        assert "batch*height*width" in page.inner_text("#alive .sum")
        page.click("#tab-layers")
        assert "MACs, as an expression" in page.inner_text("#layers")
        page.click("#tab-values")
        page.fill("#filter", "[batch, 8, *, *]")
        names = page.locator("#values tbody th").all_inner_texts()
        assert "level2" in names
        assert "image" not in names
        page.click("#values >> text=bytes")
        assert page.get_attribute("#values th:nth-child(4)", "aria-sort") == "descending"


def test_findings_are_listed_and_lead_to_their_nodes(browser: Browser, written: Writer) -> None:
    with opened(browser, written(BROKEN)) as page:
        assert page.inner_text("#finding-count") == "1"
        page.click("#tab-findings")
        assert "SI205" in page.inner_text("#findings")
        page.locator("#findings .where .link").first.click()
        assert page.get_attribute("#tab-graph", "aria-selected") == "true"
        assert "SI205" in page.inner_text("#detail")
        page.fill("#search", "SI205")
        assert page.locator("#hits button").count() == 1


def test_dark_mode(browser: Browser, written: Writer) -> None:
    path = written(UNET)
    colour = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, path, dark=True) as page:
        dark = page.evaluate(colour)
        page.click("#theme")
        light = page.evaluate(colour)
        assert dark != light
    with opened(browser, path) as page:
        assert page.evaluate(colour) == light


def test_the_keyboard_reaches_everything(browser: Browser, written: Writer) -> None:
    with opened(browser, written(UNET)) as page:
        page.focus("#tab-graph")
        page.keyboard.press("ArrowRight")
        assert page.get_attribute("#tab-memory", "aria-selected") == "true"
        assert page.evaluate("document.activeElement.id") == "tab-memory"
        page.keyboard.press("ArrowLeft")
        page.focus("#graph")
        page.keyboard.press("n")
        first = page.inner_text("#detail")
        page.keyboard.press("n")
        assert page.inner_text("#detail") != first
        page.keyboard.press("Escape")
        assert "Select a node" in page.inner_text("#detail")


HOSTILE = (
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "\u202egnp.exe", "x" * 1_000_000,
    "__proto__", "constructor", "a\nb\u0000c", "{script}", "'; alert(1); '",
)  # fmt: skip


def test_hostile_names_are_inert(browser: Browser, written: Writer) -> None:
    names = list(HOSTILE)
    nodes = [
        helper.make_node("Relu", [a], [b], name=f"node {a}")
        for a, b in zip(names, [*names[1:], "out"], strict=True)
    ]
    value = helper.make_tensor_value_info(names[0], TensorProto.FLOAT, ["</style>", "<b>", 4])
    out = helper.make_tensor_value_info("out", TensorProto.FLOAT, None)
    graph = helper.make_graph(nodes, "<script>alert(1)</script>", [value], [out])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.producer_name = "<h1>"
    with opened(browser, written(model)) as page:
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        for tab in ("memory", "layers", "values", "findings", "graph"):
            page.click(f"#tab-{tab}")
        page.fill("#search", "img")
        for at in range(len(nodes)):
            page.evaluate(f"shapeinfer.page.reveal({at})")
        assert dialogs == []
        assert page.locator("img, body script script, #detail b b").count() == 0
        assert "\u202e" not in page.evaluate("document.body.innerText")
        page.click("#tab-values")
        assert "<img src=x onerror=alert(1)>" in page.inner_text("#values")


def test_ten_thousand_nodes_open_folded(browser: Browser, written: Writer) -> None:
    with opened(browser, written(layered(1250))) as page:
        assert page.inner_text("#chips").startswith("10\u202f000 nodes")
        assert len(boxes(page)) < 60
        page.click("#open-all")
        assert len(boxes(page)) < 4000
        assert page.evaluate("shapeinfer.page.view.canvas.drawn") < 20000


def test_changed_scopes_are_marked_in_the_graph(browser: Browser, tmp_path: Path) -> None:
    def model(function: str) -> onnx.ModelProto:
        ops = (("Relu", "a/first"), ("Tanh", "a/second"), (function, "b/first"), ("Relu", "b/second"))
        nodes = [
            helper.make_node(op, [f"v{at}"], [f"v{at + 1}"], name=f"{name}/node")
            for at, (op, name) in enumerate(ops)
        ]
        value = helper.make_tensor_value_info("v0", TensorProto.FLOAT, ["n"])
        out = helper.make_tensor_value_info("v4", TensorProto.FLOAT, ["n"])
        graph = helper.make_graph(nodes, "g", [value], [out])
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)

    path = tmp_path / "page.html"
    path.write_text(page_of(report_data(model("Sigmoid"), against=model("Exp"))), encoding="utf-8")
    with opened(browser, path) as page:
        marked = page.evaluate(
            """() => shapeinfer.page.view.tree.groups.filter((group) => group.kids.length)
                .map((group) => [group.name, shapeinfer.page.view._change(group)])"""
        )
        assert ["a", None] in marked
        assert ["b", "changed"] in marked


# How bright the drawing of the U-Net is, in 24 columns and 16 rows, 0 to 9; written by this test's own message.
DRAWN = """
000000000000002100022000
000000000000023312344320
000000000000111344200000
000000014751002520000000
000000122223322210000000
000000133344421000000000
012465221342000000000000
000001332100242000000000
000001122212221000000000
000000024566420000000000
000000000015730002730000
000000000222244443210000
000000000000143333101100
000000000000000244200000
000000000000001223220000
000000000000000012000000
"""


def test_the_drawing_looks_as_it_did(browser: Browser, written: Writer) -> None:
    """Loosely: fonts differ between machines, and with them the widths of boxes."""
    with opened(browser, written(UNET)) as page:
        page.click("#fit")
        page.wait_for_timeout(200)
        rows = page.evaluate(
            """() => {
                const small = document.createElement("canvas");
                small.width = 24; small.height = 16;
                const pen = small.getContext("2d");
                pen.fillStyle = "white"; pen.fillRect(0, 0, 24, 16);
                pen.imageSmoothingQuality = "high";
                pen.drawImage(document.getElementById("graph"), 0, 0, 24, 16);
                const { data } = pen.getImageData(0, 0, 24, 16), rows = [];
                for (let y = 0; y < 16; y++) {
                    const row = [];
                    for (let x = 0; x < 24; x++) row.push(255 - data[4 * (24 * y + x) + 1]);
                    rows.push(row);
                }
                return rows;
            }"""
        )
    found = [[min(round(value / 4), 9) for value in row] for row in rows]
    text = "\n".join("".join(map(str, row)) for row in found)
    expected = [[int(digit) for digit in line] for line in DRAWN.split()]
    assert len(expected) == 16, text
    # Blurred, so that a box that is a little wider makes no difference.
    different = sum(abs(a - b) for one, two in zip(_blurred(found), _blurred(expected), strict=True)
                    for a, b in zip(one, two, strict=True)) / (16 * 24)  # fmt: skip
    assert different < 0.5, text


def _blurred(rows: list[list[int]]) -> list[list[float]]:
    def mean(y: int, x: int) -> float:
        near = [row[max(0, x - 1) : x + 2] for row in rows[max(0, y - 1) : y + 2]]
        return sum(map(sum, near)) / sum(map(len, near))

    return [[mean(y, x) for x in range(24)] for y in range(16)]


def test_sizes_that_data_decides_stay_expressions(browser: Browser, written: Writer) -> None:
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n"])
    out = helper.make_tensor_value_info("y", TensorProto.INT64, None)
    graph = helper.make_graph([helper.make_node("NonZero", ["x"], ["y"], name="where")], "g", [value], [out])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    with opened(browser, written(model)) as page:
        cell = page.locator("#interface table").last
        before = cell.inner_text()
        assert "i64[1, ?" in before
        assert "≈" in page.inner_text("#totals")
        page.click("summary")
        page.locator("#symbols details input").fill("5")
        assert "i64[1, 5]" in cell.inner_text()
        assert "≈" not in page.inner_text("#totals")


def test_the_frame_of_a_notebook(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "notebook.html"
    shown = infer(UNET)._repr_html_()
    path.write_text(f"<!doctype html><meta charset=utf-8><p id=secret>s</p>{shown}", encoding="utf-8")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto(path.as_uri())
    frame = page.frame_locator("iframe")
    assert frame.locator("#verdict").inner_text() == "The contract allows these sizes."
    frame.locator("[data-symbol=height]").fill("650")
    assert "refuses" in frame.locator("#verdict").inner_text()
    # What runs in the frame can't reach the notebook around it.
    reach = (
        "() => { try { return parent.document.getElementById('secret').textContent } catch { return null } }"
    )
    assert page.frames[1].evaluate(reach) is None
    context.close()


def odd(kind: str) -> onnx.ModelProto:
    """Models in which there is nothing to draw, or nothing to know."""
    if kind == "no graph":
        return onnx.ModelProto(ir_version=8)
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, None if kind == "unknown" else ["n"])
    nodes = [helper.make_node("Foo", ["x"], ["y"], domain="custom")] if kind == "unknown" else []
    out = helper.make_tensor_value_info("y" if nodes else "x", TensorProto.FLOAT, None)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("custom", 1)]
    return helper.make_model(
        helper.make_graph(nodes, "g", [value], [out]), opset_imports=opsets, ir_version=8
    )


@pytest.mark.parametrize("kind", ["no graph", "no nodes", "unknown"])
def test_models_with_nothing_to_draw(browser: Browser, written: Writer, kind: str) -> None:
    with opened(browser, written(odd(kind))) as page:
        for tab in ("memory", "layers", "values", "findings", "graph"):
            page.click(f"#tab-{tab}")
            assert page.locator(f"#pane-{tab}").is_visible()
        page.click("#fit")
        page.click("#open-all")
        assert ("Foo" in boxes(page)) == (kind == "unknown")


def layered(count: int) -> onnx.ModelProto:
    """A chain of equal layers of eight nodes, without a name that says where they belong."""
    nodes: list[onnx.NodeProto] = []
    last = "x"
    for layer in range(count):
        for op, other in (
            ("MatMul", "w"),
            ("Add", "b"),
            ("Relu", ""),
            ("MatMul", "w"),
            ("Sigmoid", ""),
            ("Tanh", ""),
            ("Softmax", ""),
        ):
            out = f"v{len(nodes)}"
            nodes.append(helper.make_node(op, [last, other] if other else [last], [out]))
            last = out
        out = f"v{len(nodes)}"
        nodes.append(helper.make_node("Add", [last, "x" if layer == 0 else f"v{8 * layer - 1}"], [out]))
        last = out
    square = helper.make_tensor("w", TensorProto.FLOAT, [16, 16], [0.0] * 256)
    bias = helper.make_tensor("b", TensorProto.FLOAT, [16], [0.0] * 16)
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["batch", 16])
    out_value = helper.make_tensor_value_info(last, TensorProto.FLOAT, ["batch", 16])
    graph = helper.make_graph(nodes, "g", [value], [out_value], [square, bias])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_two_versions_side_by_side(browser: Browser, tmp_path: Path) -> None:
    old = tmp_path / "old.onnxtxt"
    text = UNET.read_text(encoding="utf-8")
    old.write_text(text.replace("[batch, 3, height, width]", "[batch, 3, height, 64]"), encoding="utf-8")
    path = tmp_path / "page.html"
    path.write_text(page_of(report_data(UNET, against=old, targets=["onnxruntime==1.17"])), encoding="utf-8")
    with opened(browser, path) as page:
        assert page.get_attribute("#tab-compare", "aria-selected") == "true"
        assert "breaking" in page.inner_text("#compare")
        assert page.locator("#compare tr.differs").count() >= 2
        page.click("#tab-targets")
        assert "Which releases of ONNX Runtime load it" in page.inner_text("#targets")
    path.write_text(page_of(report_data(UNET)), encoding="utf-8")
    with opened(browser, path) as page:
        assert page.locator("#tab-compare").is_hidden()
        assert page.locator("#tab-targets").is_hidden()
