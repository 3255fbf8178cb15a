// @ts-check
// The memory tab: the bytes that are alive after each node, and what they are at one node.

import { byId, code, el, fill, link, svg } from "./dom.js";
import { bytes, counted, cut, lastPart, number } from "./words.js";

/** @typedef {import("./report.js").Report} Report */

const HEIGHT = 240;
const TOP = 20;
const MOST_ALIVE = 60;

export class MemoryPanel {
  /** @param {Report} report @param {(node: number) => void} reveal */
  constructor(report, reveal) {
    this.report = report;
    this.reveal = reveal;
    /** @type {number | null} the position that is shown; null: the peak */
    this.at = null;
  }

  show() {
    const { report } = this;
    const { order, unsized, gave_up: gaveUp } = report.data.memory;
    const found = report.memory();
    const { total } = report.data.costs;
    const name = (/** @type {number} */ node) => report.main.nodes[node]?.name ?? `#${node}`;
    if (!order.length) {
      fill(byId("memory"), el("h2", {}, "Memory"), el("p", {}, "The graph has no nodes."));
      return;
    }
    const peak = found.place ? link(cut(lastPart(name(found.place.node)), 60), () => this.reveal(/** @type {{node: number}} */ (found.place).node), found.place.text) : "";
    fill(byId("memory"),
      el("h2", {}, "Memory"),
      el("p", {}, el("b", {}, `${found.assumed ? "≈ " : ""}${bytes(found.peak)}`), " of tensors are alive at once at most, at ", peak,
        `; beside them ${bytes(total.weight_bytes)} of weights and ${bytes(report.dim(total.input_bytes))} of inputs.`),
      el("p", { class: "hint" }, "Live tensors, with the nodes in the order of the file: views share memory, nothing is reused in place, and a runtime's own buffers are not counted.",
        found.place && found.place.text.includes(".") && Number(found.peak) > found.alive[found.at] ? " The peak lies inside a body, which the line below does not show." : "",
        found.assumed ? " Sizes that the data decides are taken as examples: see the boxes on the left." : "",
        unsized.length ? ` ${counted(unsized.length, "value")} of unknown size ${unsized.length === 1 ? "is" : "are"} counted as 0 bytes.` : "",
        gaveUp ? " Some sums were too long to be added up." : ""),
      this._plot(found.alive, found.at),
      el("div", { id: "alive" }));
    this._alive(this.at !== null && this.at < order.length ? this.at : found.at);
  }

  /** @param {Float64Array} alive @param {number} peak */
  _plot(alive, peak) {
    const { report } = this;
    const { order } = report.data.memory;
    const width = Math.max(320, byId("memory").clientWidth - 8);
    const count = alive.length;
    const most = alive[peak] || 1;
    const y = (/** @type {number} */ size) => HEIGHT - (size / most) * (HEIGHT - TOP);
    const plot = svg("svg", {
      viewBox: `0 0 ${width} ${HEIGHT + 22}`, width, height: HEIGHT + 22, class: "plot", role: "img", tabindex: 0,
      "aria-label": `Bytes alive after each of ${count} nodes, ${bytes(most)} at most. Left and right arrows move along the nodes.`,
    });
    for (let quarter = 1; quarter <= 4; quarter++) {
      const size = (most * quarter) / 4;
      plot.append(svg("line", { x1: 0, x2: width, y1: y(size), y2: y(size), class: "grid" }));
    }
    let path = `M0 ${HEIGHT}`;
    const columns = Math.min(Math.floor(width), count);
    for (let column = 0; column < columns; column++) {
      const from = Math.floor((column * count) / columns);
      const to = Math.max(from + 1, Math.floor(((column + 1) * count) / columns));
      let size = 0;
      for (let at = from; at < to; at++) size = Math.max(size, alive[at]);
      path += `L${((column * width) / columns).toFixed(1)} ${y(size).toFixed(1)}L${(((column + 1) * width) / columns).toFixed(1)} ${y(size).toFixed(1)}`;
    }
    plot.append(svg("path", { d: `${path}L${width} ${HEIGHT}Z`, class: "area" }));
    for (let quarter = 1; quarter <= 4; quarter++) {
      plot.append(svg("text", { x: 4, y: y((most * quarter) / 4) - 4, class: "axis" }, bytes((most * quarter) / 4)));
    }
    plot.append(svg("text", { x: 0, y: HEIGHT + 16, class: "axis" }, "first node"));
    plot.append(svg("text", { x: width, y: HEIGHT + 16, class: "axis", "text-anchor": "end" }, `node ${number(count)}`));
    const middle = ((peak + 0.5) / count) * width;
    plot.append(svg("line", { x1: middle, x2: middle, y1: TOP - 6, y2: HEIGHT, class: "peak" }));
    const cursor = svg("line", { x1: -9, x2: -9, y1: TOP - 6, y2: HEIGHT, class: "cursor" });
    plot.append(cursor);
    const hover = el("p", { class: "hint hover", role: "status" }, "\u00a0");
    const point = (/** @type {number} */ at) => {
      const x = ((at + 0.5) / count) * width;
      cursor.setAttribute("x1", String(x));
      cursor.setAttribute("x2", String(x));
      const node = report.main.nodes[order[at]];
      hover.textContent = `${number(at + 1)} of ${number(count)}: ${node ? `${report.data.operations[node.operation].op} ${cut(node.name, 80)}` : ""}, ${bytes(alive[at])} alive`;
    };
    const atPointer = (/** @type {Event} */ event) => {
      const offset = /** @type {PointerEvent} */ (event).offsetX;
      return Math.min(count - 1, Math.max(0, Math.floor((offset / width) * count)));
    };
    plot.addEventListener("pointermove", (event) => point(atPointer(event)));
    plot.addEventListener("click", (event) => this._alive((this.at = atPointer(event))));
    plot.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[/** @type {KeyboardEvent} */ (event).key];
      if (!by) return;
      event.preventDefault();
      this.at = Math.min(count - 1, Math.max(0, (this.at ?? peak) + by));
      point(this.at);
      this._alive(this.at);
    });
    return [plot, hover];
  }

  /** @param {number} at */
  _alive(at) {
    const { report } = this;
    const { order } = report.data.memory;
    const alive = report.aliveAt(at);
    const node = order[at];
    const row = report.main.nodes[node];
    const uses = report.uses(0);
    const known = alive.filter((life) => life.row >= 0);
    const when = (/** @type {number} */ position) => (position >= order.length - 1 ? "the end" : `#${order[position]}`);
    const sum = known.reduce((total, life) => total + Number(life.bytes ?? 0), 0);
    fill(byId("alive"),
      el("h3", {}, "Alive at ", row ? link(`${report.data.operations[row.operation].op} ${cut(row.name, 80)}`, () => this.reveal(node)) : `#${node}`),
      el("p", { class: "sum" }, `${bytes(sum)} = `, code(cut(report.sumText(known.map((life) => life.row)), 2000))),
      el("div", { class: "scroll" }, el("table", { class: "list" },
        el("thead", {}, el("tr", {}, ["value", "fact", "at these sizes", "bytes", "from", "until"].map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, alive.slice(0, MOST_ALIVE).map((life) => {
          const [name, fact] = report.main.values[life.value];
          const maker = uses.maker.get(life.value);
          return el("tr", {},
            el("th", { scope: "row" }, cut(name, 90)), el("td", {}, code(cut(report.shapeText(fact), 120))), el("td", {}, code(cut(report.shapeText(fact, true), 80))),
            el("td", { class: "r" }, bytes(life.bytes)),
            el("td", { class: "r" }, maker === undefined ? when(life.start) : link(`#${maker}`, () => this.reveal(maker))), el("td", { class: "r" }, when(life.stop)));
        })))),
      alive.length > MOST_ALIVE ? el("p", { class: "hint" }, `and ${number(alive.length - MOST_ALIVE)} smaller ones`) : null);
  }
}
