// @ts-check
// The graph tab: a tree, its layout and its canvas; pointer, wheel and keys.

import { Canvas } from "./canvas.js";
import { byId, el, fill, link } from "./dom.js";
import { Layout } from "./layout.js";
import { Tree } from "./tree.js";
import { counted, cut, number } from "./words.js";

/** @typedef {import("./types").Group} Group */
/** @typedef {import("./types").Item} Item */
/** @typedef {import("./report.js").Report} Report */

const HEAD = 26;

export class GraphView {
  /**
   * @param {Report} report
   * @param {(item: Item | null) => void} chosen called when another box is selected
   */
  constructor(report, chosen) {
    this.report = report;
    this.chosen = chosen;
    /** @type {Item | null} */
    this.selected = null;
    this.sizes = false;
    this.numbers = false;
    /** @type {number[]} the graphs that lead to the one that is shown, which is the last */
    this.way = [0];
    this._queued = false;
    /** @type {Map<Group, "error" | "warning" | "info" | null>} */
    this._marks = new Map();
    const scopes = report.data.against?.scopes;
    this._added = new Set(scopes?.added);
    this._changed = new Set(scopes?.changed);
    this.element = /** @type {HTMLCanvasElement} */ (byId("graph"));
    this.canvas = new Canvas(this.element, report, {
      selected: () => this.selected,
      numbers: () => this.numbers,
      mark: (item) => this._mark(item),
      change: (group) => this._change(group),
    });
    this.tree = new Tree(report, 0, false);
    this.layout = new Layout(this.tree, this.canvas.measure());
    this._listen();
    this._describe();
  }

  get graph() {
    return this.way[this.way.length - 1];
  }

  /** @param {Item} item @returns {"error" | "warning" | "info" | null} */
  _mark(item) {
    if (item.kind === "group") {
      let found = this._marks.get(item);
      if (found === undefined) {
        const marks = item.kids.map((kid) => this._mark(kid));
        found = marks.includes("error") ? "error" : marks.includes("warning") ? "warning" : null;
        this._marks.set(item, found);
      }
      return found;
    }
    if (item.kind !== "node" || this.graph !== 0) return null;
    if (this.report.violatedAt.has(item.index)) return "error";
    const findings = this.report.findingsAt.get(item.index) ?? [];
    for (const severity of /** @type {const} */ (["error", "warning"])) {
      if (findings.some((finding) => finding.severity === severity)) return severity;
    }
    return null;
  }

  /** @param {Group} group */
  _change(group) {
    if (this.graph !== 0 || group.part || group.stack || group.scope < 0) return null;
    const path = this.tree.pathOf(group);
    return this._added.has(path) ? "added" : this._changed.has(path) ? "changed" : null;
  }

  // --- what is shown -----------------------------------------------------------------------------

  /** Draw soon, once. */
  draw() {
    if (this._queued) return;
    this._queued = true;
    requestAnimationFrame(() => {
      this._queued = false;
      this.canvas.draw(this.layout);
    });
  }

  /** The facts or marks have changed. */
  refresh() {
    this._marks.clear();
    this.draw();
  }

  /** Build the tree of the present graph again. */
  rebuild() {
    this.canvas.graph = this.graph;
    this.tree = new Tree(this.report, this.graph, this.sizes);
    this._marks.clear();
    this.select(null);
    this.relayout();
    this.canvas.home(this.tree.root);
    this._describe();
  }

  /** Lay out again; ``fixed`` stays where it is on the screen. @param {Item | null} [fixed] */
  relayout(fixed = null) {
    const before = fixed && { x: fixed.X, y: fixed.Y };
    this.layout = new Layout(this.tree, this.canvas.measure());
    if (fixed && before) {
      this.canvas.x += (before.x - fixed.X) * this.canvas.scale;
      this.canvas.y += (before.y - fixed.Y) * this.canvas.scale;
    }
    this.draw();
  }

  /** @param {Item | null} item */
  select(item) {
    this.selected = item;
    this.chosen(item);
    this.draw();
  }

  /** @param {Group} group */
  toggle(group) {
    group.open = !group.open;
    this.relayout(group);
  }

  /** Show a node of the main graph. @param {number} index */
  reveal(index) {
    if (this.graph !== 0) {
      this.way = [0];
      this.rebuild();
    }
    if (!this.tree.leaves[index]) {
      if (index >= this.report.main.nodes.length) return;
      this.sizes = true;
      /** @type {HTMLInputElement} */ (byId("show-sizes")).checked = true;
      this.rebuild();
    }
    const leaf = this.tree.leaves[index];
    if (!leaf) return;
    if (this.tree.reveal(leaf)) this.relayout();
    this.canvas.center(leaf);
    this.select(leaf);
  }

  /** Show the body or function of a node. @param {number} graph */
  enter(graph) {
    this.way.push(graph);
    this.rebuild();
  }

  home() {
    this.tree.openFirst();
    this.relayout();
    this.canvas.home(this.tree.root);
    this._describe();
  }

  openAll() {
    const all = this.tree.openAll();
    this.relayout();
    this.canvas.home(this.tree.root);
    this._describe(all ? "" : "Too many boxes to open all of them: the outer scopes are open.");
  }

  _describe(note = "") {
    const { tree } = this;
    const row = tree.row;
    const parts = [];
    if (tree.hidden) parts.push(`${counted(tree.hidden, "node")} that only compute with sizes or stored tensors hidden`);
    if (row.left_out) parts.push(`${counted(row.left_out, "further node")} left out of this page`);
    if (note) parts.push(note);
    byId("status").textContent = parts.join(" · ");
    const crumbs = this.way.map((graph, at) => {
      const name = at === 0 ? "graph" : `${this.report.data.graphs[graph].kind} ${cut(this.report.data.graphs[graph].name, 40)}`;
      const act = () => {
        this.way.length = at + 1;
        this.rebuild();
      };
      return at === this.way.length - 1 ? el("b", {}, name) : [link(name, act), " ▸ "];
    });
    byId("crumbs").hidden = this.way.length === 1;
    fill(byId("crumbs"), ...crumbs);
  }

  // --- pointer and keys --------------------------------------------------------------------------------

  _listen() {
    const { element, canvas } = this;
    /** @type {{x: number, y: number, vx: number, vy: number, moved: boolean, map: boolean} | null} */
    let drag = null;
    element.addEventListener("pointerdown", (event) => {
      const map = this._onMinimap(event.offsetX, event.offsetY);
      drag = { x: event.clientX, y: event.clientY, vx: canvas.x, vy: canvas.y, moved: map, map };
      element.setPointerCapture(event.pointerId);
      if (map) this._goTo(event.offsetX, event.offsetY);
    });
    element.addEventListener("pointermove", (event) => {
      if (!drag) {
        element.style.cursor = canvas.hit(this.tree.root, event.offsetX, event.offsetY) ? "pointer" : "grab";
        return;
      }
      if (drag.map) {
        this._goTo(event.offsetX, event.offsetY);
        return;
      }
      const dx = event.clientX - drag.x;
      const dy = event.clientY - drag.y;
      if (Math.abs(dx) + Math.abs(dy) > 3) drag.moved = true;
      canvas.x = drag.vx + dx;
      canvas.y = drag.vy + dy;
      this.draw();
    });
    element.addEventListener("pointerup", (event) => {
      if (drag && !drag.moved) this._click(event.offsetX, event.offsetY);
      drag = null;
    });
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : 1;
      const isZoom = event.ctrlKey || event.metaKey;
      if (isZoom) canvas.zoom(Math.exp(-event.deltaY * unit * 0.006), event.offsetX, event.offsetY);
      else {
        canvas.x -= (event.shiftKey ? event.deltaY : event.deltaX) * unit;
        canvas.y -= (event.shiftKey ? 0 : event.deltaY) * unit;
      }
      this.draw();
    }, { passive: false });
    element.addEventListener("dblclick", (event) => {
      const item = canvas.hit(this.tree.root, event.offsetX, event.offsetY);
      const inside = item?.kind === "node" ? this.tree.row.nodes[item.index].inside : undefined;
      if (inside) this.enter(inside[0][1]);
    });
    element.addEventListener("keydown", (event) => this._key(event));
    new ResizeObserver(() => this.draw()).observe(element);
  }

  /** @param {number} x @param {number} y */
  _onMinimap(x, y) {
    const map = this.canvas.minimap(this.tree.root);
    return map !== null && x >= map.x - 5 && y >= map.y - 5 && x <= map.x + map.w + 5 && y <= map.y + map.h + 5;
  }

  /** @param {number} x @param {number} y */
  _goTo(x, y) {
    const { canvas, tree } = this;
    const map = canvas.minimap(tree.root);
    if (!map) return;
    const { w, h } = canvas.size;
    canvas.x = w / 2 - (tree.root.X + (x - map.x) / map.across) * canvas.scale;
    canvas.y = h / 2 - (tree.root.Y + (y - map.y) / map.down) * canvas.scale;
    this.draw();
  }

  /** @param {number} x @param {number} y */
  _click(x, y) {
    const { canvas, tree } = this;
    const item = canvas.hit(tree.root, x, y);
    if (item?.kind === "group" && (!item.open || (y - canvas.y) / canvas.scale - item.Y < HEAD)) {
      this.select(item);
      this.toggle(item);
    } else this.select(item?.kind === "group" ? null : item);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const { canvas } = this;
    const { w, h } = canvas.size;
    const step = 60;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => (canvas.x += step),
      ArrowRight: () => (canvas.x -= step),
      ArrowUp: () => (canvas.y += step),
      ArrowDown: () => (canvas.y -= step),
      "+": () => canvas.zoom(1.25, w / 2, h / 2),
      "=": () => canvas.zoom(1.25, w / 2, h / 2),
      "-": () => canvas.zoom(0.8, w / 2, h / 2),
      f: () => canvas.fit(this.tree.root),
      n: () => this._step(1),
      p: () => this._step(-1),
      Enter: () => {
        if (this.selected?.kind === "group") this.toggle(this.selected);
      },
      Escape: () => this.select(null),
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
    this.draw();
  }

  /** Select the next or the previous box of the same group. @param {number} by */
  _step(by) {
    const kids = (this.selected?.up ?? this.tree.root).kids;
    const at = this.selected ? kids.indexOf(this.selected) + by : 0;
    const item = kids[Math.min(Math.max(at, 0), kids.length - 1)];
    if (!item) return;
    this.canvas.center(item);
    this.select(item);
  }

  /** How many boxes and lines the last drawing drew. */
  get drawn() {
    return number(this.canvas.drawn);
  }
}
