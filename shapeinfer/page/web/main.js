// @ts-check
// The page: reads the document, makes its parts and connects them.

import { ContractPanel } from "./contract_panel.js";
import { byId, el, fill } from "./dom.js";
import { GraphView } from "./graph_view.js";
import { MemoryPanel } from "./memory_panel.js";
import { NodePanel } from "./node_panel.js";
import { Report } from "./report.js";
import { Search } from "./search.js";
import { Layers, showComparison, showFindings, showTargets, Values } from "./tables.js";
import { bytes, counted, cut, number } from "./words.js";

/** @typedef {import("./types").Data} Data */

const TABS = ["graph", "memory", "layers", "values", "findings", "targets", "compare"];

class Page {
  /** @param {Data} data */
  constructor(data) {
    const report = (this.report = new Report(data));
    const reveal = (/** @type {number} */ node) => {
      this.show("graph");
      this.view.reveal(node);
    };
    this.reveal = reveal;
    this.tab = "graph";
    this.detail = new NodePanel(report, () => this.view);
    this.view = new GraphView(report, (item) => this.detail.show(item));
    this.contract = new ContractPanel(report, { changed: () => this.refresh(), reveal, show: (tab) => this.show(tab) });
    this.memory = new MemoryPanel(report, reveal);
    this.layers = new Layers(report);
    this.values = new Values(report, reveal);
    this.search = new Search(report, reveal);
    this._head();
    this._tabs();
    this._tools();
    showFindings(report, reveal);
    showTargets(report);
    showComparison(report);
    this.detail.show(null);
    this.contract.refresh();
    this.view.canvas.home(this.view.tree.root);
    this.view.draw();
  }

  /** Sizes were typed: show everything again. */
  refresh() {
    this.contract.refresh();
    this.detail.refresh();
    this.view.refresh();
    if (this.tab !== "graph") this._fillTab();
    // Whoever shows this page in a frame may ask the engine itself.
    if (window.parent !== window) {
      const sizes = this.report.data.symbols.flatMap((symbol, at) => (symbol.input ? [[symbol.name, this.report.sizes[at]]] : []));
      window.parent.postMessage({ shapeinfer: "sizes", sizes }, "*");
    }
  }

  _head() {
    const { model, findings, left_out_bodies: bodies, left_out_dims: dims } = this.report.data;
    const name = model.file?.split(/[\\/]/).pop() || "model";
    byId("name").textContent = cut(name, 60);
    byId("name").title = cut(model.file ?? "", 300);
    document.title = `${cut(name, 60)} · shapeinfer`;
    const opset = model.opsets["ai.onnx"] ?? model.opsets[""];
    const chips = [
      counted(model.nodes, "node"),
      `${number(model.known)} of ${number(model.values)} values known`,
      bytes(model.bytes),
      opset === undefined ? "" : `opset ${opset}`,
      cut(model.producer, 40),
      dims ? `${counted(dims, "size")} too long to be shown` : "",
      bodies ? `${counted(bodies, "body", "bodies")} too large to be shown` : "",
    ];
    fill(byId("chips"), chips.filter(Boolean).map((text) => el("span", { class: "chip" }, text)));
    const badge = byId("finding-count");
    const errors = findings.filter((finding) => finding.severity === "error").length;
    const warnings = findings.filter((finding) => finding.severity === "warning").length;
    badge.textContent = errors ? String(errors) : warnings ? String(warnings) : "";
    badge.className = errors ? "badge error" : "badge warning";
    badge.hidden = !errors && !warnings;
  }

  // --- tabs -----------------------------------------------------------------------------------------

  _tabs() {
    const { data } = this.report;
    byId("tab-targets").hidden = !data.targets;
    byId("tab-compare").hidden = !data.against;
    for (const name of TABS) {
      const tab = byId(`tab-${name}`);
      tab.addEventListener("click", () => this.show(name));
      tab.addEventListener("keydown", (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!by) return;
        const shown = TABS.filter((other) => !byId(`tab-${other}`).hidden);
        const next = shown[(shown.indexOf(name) + by + shown.length) % shown.length];
        this.show(next);
        byId(`tab-${next}`).focus();
      });
    }
    if (data.against && data.against.changes.length) this.show("compare");
  }

  /** @param {string} name */
  show(name) {
    this.tab = name;
    for (const other of TABS) {
      const tab = byId(`tab-${other}`);
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      byId(`pane-${other}`).hidden = other !== name;
    }
    byId("graph-tools").hidden = name !== "graph";
    this._fillTab();
  }

  _fillTab() {
    if (this.tab === "memory") this.memory.show();
    if (this.tab === "layers") this.layers.show();
    if (this.tab === "values") this.values.show();
    if (this.tab === "graph") this.view.draw();
  }

  _tools() {
    const { view } = this;
    byId("fit").addEventListener("click", () => {
      view.canvas.fit(view.tree.root);
      view.draw();
    });
    byId("open-all").addEventListener("click", () => view.openAll());
    byId("close-all").addEventListener("click", () => view.home());
    const sizes = /** @type {HTMLInputElement} */ (byId("show-sizes"));
    sizes.addEventListener("change", () => {
      view.sizes = sizes.checked;
      view.rebuild();
    });
    const numbers = /** @type {HTMLInputElement} */ (byId("show-numbers"));
    numbers.addEventListener("change", () => {
      view.numbers = numbers.checked;
      view.relayout();
    });
    const root = document.documentElement;
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const theme = (/** @type {boolean} */ isDark) => {
      root.dataset.theme = isDark ? "dark" : "light";
      byId("theme").setAttribute("aria-pressed", String(isDark));
      view.canvas.recolour();
      view.draw();
    };
    byId("theme").addEventListener("click", () => theme(root.dataset.theme !== "dark"));
    dark.addEventListener("change", () => theme(dark.matches));
    theme(dark.matches);
  }
}

const started = performance.now();
const page = new Page(JSON.parse(byId("data").textContent ?? ""));
// For whoever drives the page: tests, a console.
Object.assign(window, { shapeinfer: { page, milliseconds: performance.now() - started } });
