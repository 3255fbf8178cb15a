// @ts-check
// Draws a layout on a canvas: what is seen only, and less of it when it is small.

import { cut, lastPart, number, short } from "./words.js";

/** @typedef {import("./types").Group} Group */
/** @typedef {import("./types").Item} Item */
/** @typedef {import("./types").Line} Line */
/** @typedef {import("./types").Seen} Seen */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Measure} Measure */
/** @typedef {import("./report.js").Report} Report */

const SANS = 'Inter, system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
const MONO = 'ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace';
const TITLE = `600 12.5px ${SANS}`;
const SMALL = `400 10.5px ${SANS}`;
const FACT = `400 10.5px ${MONO}`;
const LONGEST_FACT = 58;

/** Operators by what they do, in the order of the legend: [CSS variable, name, pattern]. */
export const KINDS = /** @type {[string, string, RegExp][]} */ ([
  ["--op-control", "control flow", /^(If|Loop|Scan|Sequence.*|Optional.*)$/],
  ["--op-conv", "convolution", /Conv/],
  ["--op-matmul", "matrix product", /MatMul|Gemm|Einsum|Attention|LSTM|GRU|^RNN|DFT/],
  ["--op-norm", "normalisation", /Norm/],
  ["--op-act", "activation", /^(\w*Relu|Sigmoid|Tanh|Erf|\w*Gelu|\w*Softmax|Softplus|Silu|Swish|Elu|Selu|Clip|HardS\w+|Mish)$/],
  ["--op-pool", "pooling, resizing", /Pool|Resize|Upsample|Roi/],
  ["--op-move", "moving data", /^(Reshape|Transpose|Squeeze|Unsqueeze|Flatten|Expand|Slice|Split|Concat|Gather\w*|Scatter\w*|Pad|Tile|DepthToSpace|SpaceToDepth)$/],
  ["--op-reduce", "reduction", /^(Reduce\w+|ArgMax|ArgMin|TopK|CumSum|NonMaxSuppression)$/],
]);
const OTHER = "--op-other";

/** @param {string} op */
export function kindOf(op) {
  return KINDS.find(([, , pattern]) => pattern.test(op))?.[0] ?? OTHER;
}

/**
 * What the drawing asks of the page.
 * @typedef {object} Host
 * @property {() => Item | null} selected
 * @property {() => boolean} numbers whether facts are shown with numbers
 * @property {(item: Item) => "error" | "warning" | "info" | null} mark
 * @property {(group: Group) => "added" | "changed" | null} change
 */

export class Canvas {
  /** @param {HTMLCanvasElement} element @param {Report} report @param {Host} host */
  constructor(element, report, host) {
    this.element = element;
    this.report = report;
    this.host = host;
    /** Which of the document's graphs is drawn. */
    this.graph = 0;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.drawn = 0;
    /** @type {Record<string, string>} */
    this._colours = {};
    /** @type {Map<string, number>} */
    this._widths = new Map();
    this._ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  }

  /** Forget colours: the theme has changed. */
  recolour() {
    this._colours = {};
  }

  /** @param {string} name */
  colour(name) {
    return (this._colours[name] ??= getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  }

  /** @param {string} text @param {string} font */
  width(text, font) {
    const key = font + text;
    let found = this._widths.get(key);
    if (found === undefined) {
      this._ruler.font = font;
      if (this._widths.size > 20000) this._widths.clear();
      this._widths.set(key, (found = this._ruler.measureText(text).width));
    }
    return found;
  }

  // --- what is written on boxes ------------------------------------------------------------------

  /** @returns {Measure} */
  measure() {
    return {
      size: (item) => this._size(item),
      label: (item, value) => (item.kind === "out" ? 0 : this.width(this.fact(value), FACT) + 8),
      head: (group) => this.width(this.title(group), TITLE) + 60,
    };
  }

  /** @param {Item} item */
  _size(item) {
    if (item.kind === "group") {
      const w = Math.max(this.width(this.title(item), TITLE) + 46, this.width(this.about(item), SMALL) + 28, 96);
      return { w, h: 42 };
    }
    item.caption = cut(item.caption, 34);
    if (item.kind !== "node") return { w: Math.max(this.width(cut(item.name, 36), TITLE) + 30, 72), h: 27 };
    item.sub = this._sub(item.index);
    const small = [item.caption, item.sub].filter(Boolean).join(" · ");
    const w = Math.max(this.width(this._opText(item), TITLE) + 30, small ? this.width(small, SMALL) + 26 : 0, 76);
    return { w, h: small ? 41 : 27 };
  }

  /** @param {import("./types").Leaf} item */
  _opText(item) {
    const inside = this._graph().nodes[item.index].inside;
    return inside ? `${item.name} ⤵` : item.name;
  }

  _graph() {
    return this.report.data.graphs[this.graph];
  }

  /** The shape of a node's weight, or its axis: what tells it from others. @param {number} index */
  _sub(index) {
    const { nodes, values } = this._graph();
    const node = nodes[index];
    const uses = this.report.uses(this.graph);
    const { op, attributes } = this.report.data.operations[node.operation];
    if (/Conv|MatMul|Gemm|Embedding|^Gather$|LSTM|GRU/.test(op)) {
      for (const value of node.inputs) {
        const fact = value >= 0 && uses.stored.has(value) ? this.report.data.facts[values[value][1]] : null;
        if (fact?.shape && fact.shape.length > 1) return fact.shape.map((row) => this.report.dimText(row)).join("×");
      }
    }
    if (attributes?.axis !== undefined) return `axis ${attributes.axis}`;
    if (attributes?.perm) return attributes.perm;
    if (attributes?.to && op === "Cast") {
      const out = values[node.outputs[0]];
      return out ? `to ${this.report.data.facts[out[1]]?.type ?? "?"}` : "";
    }
    return "";
  }

  /** @param {Group} group */
  title(group) {
    const name = cut(group.name || "graph", 44);
    if (group.stack) return `${name}  ×${group.stack.length}`;
    if (group.like) return `${name} ≡ ${cut(group.like.name, 20)}`;
    return group.likes > 1 ? `${name}  ×${group.likes}` : name;
  }

  /** @param {Group} group */
  about(group) {
    const scope = group.scope >= 0 ? this.report.data.costs.scopes[group.scope] : null;
    const parameters = (scope?.parameters ?? 0) * (group.stack ? group.stack.length : 1);
    if (group.stack?.[0].part) return `${group.stack.length} × ${this._operators(group.stack[0])}`;
    if (group.part) return this._operators(group);
    const few = group.kids.length <= 3 && group.kids.every((kid) => kid.kind !== "group");
    const nodes = few
      ? group.kids.map((kid) => kid.name).join(", ")
      : `${number(group.count)} node${group.count === 1 ? "" : "s"}`;
    return parameters ? `${nodes} · ${short(parameters)} params` : nodes;
  }

  /** The operators that say most about a part of a graph. @param {Group} group */
  _operators(group) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    const count = (/** @type {Group} */ inner) => {
      for (const kid of inner.kids) {
        if (kid.kind === "group") count(kid);
        else if (kid.kind === "node" && !["--op-move", OTHER].includes(kindOf(kid.name))) {
          counts.set(kid.name, (counts.get(kid.name) ?? 0) + 1);
        }
      }
    };
    count(group);
    const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
    const texts = top.map(([op, times]) => (times > 1 ? `${times} ${op}` : op));
    return [`${number(group.count)} nodes`, ...texts].join(" · ");
  }

  /** @param {number} value */
  fact(value) {
    return cut(this.report.shapeText(this._graph().values[value][1], this.host.numbers()), LONGEST_FACT);
  }

  // --- the view -----------------------------------------------------------------------------------

  get size() {
    return { w: this.element.clientWidth, h: this.element.clientHeight };
  }

  /** Show all of a group. @param {Group} group */
  fit(group) {
    const { w, h } = this.size;
    this.scale = Math.max(0.02, Math.min(1.25, (w - 40) / group.w, (h - 40) / group.h));
    this.x = w / 2 - (group.X + group.w / 2) * this.scale;
    this.y = h / 2 - (group.Y + group.h / 2) * this.scale;
  }

  /** Readable from the start: all of it, or the whole width, or the place where it begins. @param {Group} group */
  home(group) {
    const { w, h } = this.size;
    const across = (w - 40) / group.w;
    this.scale = Math.max(Math.min(1.15, across, (h - 40) / group.h), Math.min(0.9, across), 0.6);
    let begin = /** @type {Item} */ (group);
    while (across < this.scale && begin.kind === "group" && (begin === group || begin.open) && begin.kids.length) {
      begin = begin.kids.reduce((top, kid) => (kid.Y < top.Y ? kid : top));
    }
    this.x = w / 2 - (begin.X + begin.w / 2) * this.scale;
    this.y = group.h * this.scale < h ? (h - group.h * this.scale) / 2 : 16;
  }

  /** @param {Item} item */
  center(item) {
    const { w, h } = this.size;
    this.scale = Math.max(this.scale, 0.9);
    this.x = w / 2 - (item.X + item.w / 2) * this.scale;
    this.y = h / 2 - (item.Y + Math.min(item.h, h / this.scale) / 2) * this.scale;
  }

  /** @param {number} factor @param {number} px @param {number} py */
  zoom(factor, px, py) {
    const scale = Math.min(3, Math.max(0.02, this.scale * factor));
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
  }

  /** The box under a point of the canvas. @param {Group} root @param {number} px @param {number} py */
  hit(root, px, py) {
    const x = (px - this.x) / this.scale;
    const y = (py - this.y) / this.scale;
    /** @type {Item | null} */
    let found = null;
    for (let group = /** @type {Group | null} */ (root); group; ) {
      const kid = /** @type {Group} */ (group).kids.find((k) => x >= k.X && x <= k.X + k.w && y >= k.Y && y <= k.Y + k.h);
      if (!kid) break;
      found = kid;
      group = kid.kind === "group" && kid.open ? kid : null;
    }
    return found;
  }

  // --- drawing ------------------------------------------------------------------------------------

  /** @param {Layout} layout */
  draw(layout) {
    const { element } = this;
    const ratio = window.devicePixelRatio || 1;
    const { w, h } = this.size;
    if (element.width !== Math.round(w * ratio) || element.height !== Math.round(h * ratio)) {
      element.width = Math.round(w * ratio);
      element.height = Math.round(h * ratio);
    }
    const pen = /** @type {CanvasRenderingContext2D} */ (element.getContext("2d"));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, w, h);
    pen.setTransform(ratio * this.scale, 0, 0, ratio * this.scale, ratio * this.x, ratio * this.y);
    this.pen = pen;
    this.seen = [-this.x / this.scale, -this.y / this.scale, (w - this.x) / this.scale, (h - this.y) / this.scale];
    this.drawn = 0;
    const { root } = layout.tree;
    this._openGroups(root, 0);
    for (const line of layout.lines) this._line(line);
    if (this.scale > 0.45) for (const line of layout.lines) if (line.label >= 0) this._label(line);
    if (this.scale > 0.45) for (const [item, edges] of layout.tags) this._tags(item, edges);
    this._boxes(root);
    this._minimap(layout, ratio);
  }

  /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
  _isHidden(x0, y0, x1, y1) {
    const [a, b, c, d] = /** @type {number[]} */ (this.seen);
    return x0 > c || y0 > d || x1 < a || y1 < b;
  }

  /** @param {Group} group @param {number} depth */
  _openGroups(group, depth) {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    for (const kid of group.kids) {
      if (kid.kind !== "group" || !kid.open || this._isHidden(kid.X, kid.Y, kid.X + kid.w, kid.Y + kid.h)) continue;
      this.drawn++;
      pen.beginPath();
      pen.roundRect(kid.X, kid.Y, kid.w, kid.h, 10);
      pen.fillStyle = this.colour(depth % 2 ? "--group-odd" : "--group-even");
      pen.fill();
      const chosen = kid === this.host.selected();
      const change = this.host.change(kid);
      pen.lineWidth = chosen || change ? 2 : 1;
      pen.strokeStyle = this.colour(chosen ? "--accent" : change ? "--changed" : "--group-line");
      pen.stroke();
      if (this.scale > 0.28) {
        pen.fillStyle = this.colour("--muted");
        pen.font = TITLE;
        pen.textBaseline = "middle";
        pen.textAlign = "left";
        pen.fillText(`▾ ${this.title(kid)}`, kid.X + 12, kid.Y + 15);
      }
      this._openGroups(kid, depth + 1);
    }
  }

  /** @param {Line} line */
  _line(line) {
    if (this._isHidden(...line.box)) return;
    this.drawn++;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    const { points, edge } = line;
    const selected = this.host.selected();
    const on = selected !== null && (edge.a === selected || edge.b === selected);
    pen.strokeStyle = pen.fillStyle = this.colour(on ? "--accent" : "--edge");
    pen.lineWidth = on ? 2 : Math.min(1.2 + 0.35 * (line.more - 1), 3);
    pen.beginPath();
    pen.moveTo(points[0].x, points[0].y);
    if (points.length === 2) pen.lineTo(points[1].x, points[1].y);
    for (let i = 1; i < points.length - 1; i++) {
      const end = points[i + 1];
      const last = i === points.length - 2;
      const x = last ? end.x : (points[i].x + end.x) / 2;
      const y = last ? end.y : (points[i].y + end.y) / 2;
      pen.quadraticCurveTo(points[i].x, points[i].y, x, y);
    }
    pen.stroke();
    const tip = points[points.length - 1];
    pen.beginPath();
    pen.moveTo(tip.x - 3.5, tip.y - 6.5);
    pen.lineTo(tip.x + 3.5, tip.y - 6.5);
    pen.lineTo(tip.x, tip.y);
    pen.fill();
  }

  /** The fact of a value, once, where it leaves its box. @param {Line} line */
  _label(line) {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    const { points, edge } = line;
    if (line.label > 1) return;
    const many = line.more > 1 && edge.a.kind === "group";
    const text = many ? `${line.more} values` : this.fact(edge.value);
    const width = this.width(text, FACT) + 8;
    const x = points[0].x + (points[1].x - points[0].x) * 0.2;
    const y = points[0].y + 11 + 14 * line.label;
    if (this._isHidden(x - width / 2, y - 8, x + width / 2, y + 8)) return;
    this.drawn++;
    const selected = this.host.selected();
    pen.font = FACT;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = this.colour("--label-back");
    pen.fillRect(x - width / 2, y - 6.5, width, 13);
    pen.fillStyle = this.colour(selected && (edge.a === selected || edge.b === selected) ? "--accent" : "--fact");
    pen.fillText(text, x, y);
  }

  /** Values that are read by many: their names beside the box. @param {Item} item @param {Seen[]} edges */
  _tags(item, edges) {
    if (item.kind === "group" && item.open) return;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    if (this._isHidden(item.X - 160, item.Y - 4, item.X, item.Y + 44)) return;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.font = SMALL;
    edges.slice(0, 3).forEach((edge, i) => {
      const last = i === 2 && edges.length > 3;
      const name = edge.a.kind === "node" ? `${edge.a.name} #${edge.a.index}` : lastPart(this._graph().values[edge.value][0]);
      const text = last ? `and ${edges.length - 2} more ⇢` : `${cut(name, 18)} ⇢`;
      const y = item.Y + 9 + i * 12;
      const width = this.width(text, SMALL) + 10;
      pen.fillStyle = this.colour("--tag");
      pen.beginPath();
      pen.roundRect(item.X - 5 - width, y - 6, width, 12, 6);
      pen.fill();
      pen.fillStyle = this.colour("--muted");
      pen.fillText(text, item.X - 10, y);
    });
  }

  /** @param {Group} group */
  _boxes(group) {
    for (const kid of group.kids) {
      if (this._isHidden(kid.X - 6, kid.Y - 6, kid.X + kid.w + 6, kid.Y + kid.h + 6)) continue;
      if (kid.kind === "group" && kid.open) this._boxes(kid);
      else this._box(kid);
    }
  }

  /** @param {Item} item */
  _box(item) {
    this.drawn++;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    const mark = this.host.mark(item);
    const change = item.kind === "group" ? this.host.change(item) : null;
    const chosen = item === this.host.selected();
    const isGroup = item.kind === "group";
    const radius = isGroup ? 9 : item.kind === "node" ? 6 : 13;
    const layers = isGroup && (item.stack || item.likes > 1) && !item.like ? 2 : 0;
    const line = this.colour(
      chosen ? "--accent" : mark === "error" ? "--bad" : mark === "warning" ? "--warn" : change ? "--changed" : isGroup ? "--group-line" : "--node-line",
    );
    for (let i = layers; i >= 0; i--) {
      pen.beginPath();
      pen.roundRect(item.X + 3 * i, item.Y + 3 * i, item.w, item.h, radius);
      pen.fillStyle = this.colour(isGroup ? "--closed" : item.kind === "node" ? "--node" : "--io");
      pen.fill();
      pen.lineWidth = chosen || mark === "error" || mark === "warning" || change ? 2 : 1;
      pen.strokeStyle = line;
      pen.stroke();
    }
    if (mark === "error" && !chosen) {
      pen.fillStyle = this.colour("--bad-soft");
      pen.fill();
    }
    if (item.kind === "node") {
      pen.save();
      pen.beginPath();
      pen.roundRect(item.X, item.Y, item.w, item.h, radius);
      pen.clip();
      pen.fillStyle = this.colour(kindOf(item.name));
      pen.fillRect(item.X, item.Y, 5, item.h);
      pen.restore();
    }
    if (this.scale > 0.28) this._text(item);
  }

  /** @param {Item} item */
  _text(item) {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = this.colour("--ink");
    pen.font = TITLE;
    const x = item.X + item.w / 2 + (item.kind === "node" ? 2 : 0);
    if (item.kind === "group") {
      pen.fillText(`▸ ${this.title(item)}`, x, item.Y + 15);
      pen.font = SMALL;
      pen.fillStyle = this.colour("--muted");
      pen.fillText(this.about(item), x, item.Y + 30);
    } else if (item.kind === "node") {
      const small = [item.caption, item.sub].filter(Boolean).join(" · ");
      pen.fillText(this._opText(item), x, item.Y + 14);
      if (small) {
        pen.font = SMALL;
        pen.fillStyle = this.colour("--muted");
        pen.fillText(small, x, item.Y + 30);
      }
    } else pen.fillText(cut(item.name, 36), x, item.Y + 14);
  }

  // --- the minimap ----------------------------------------------------------------------------------

  /** Where the minimap lies, and its scale; null if all is seen. @param {Group} root */
  minimap(root) {
    const { w, h } = this.size;
    const [x0, y0, x1, y1] = [-this.x / this.scale, -this.y / this.scale, (w - this.x) / this.scale, (h - this.y) / this.scale];
    if (x0 <= root.X && y0 <= root.Y && x1 >= root.X + root.w && y1 >= root.Y + root.h) return null;
    const down = Math.min(150 / root.w, Math.min(260, h - 60) / root.h);
    // A graph that is much longer than wide is drawn wider, so that it is more than a line.
    const across = Math.max(down, 46 / root.w);
    const size = { w: root.w * across, h: Math.max(root.h * down, 10) };
    return { x: w - size.w - 14, y: h - size.h - 14, ...size, across, down };
  }

  /** @param {Layout} layout @param {number} ratio */
  _minimap(layout, ratio) {
    const { root } = layout.tree;
    const map = this.minimap(root);
    if (!map) return;
    const pen = /** @type {CanvasRenderingContext2D} */ (this.pen);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = this.colour("--card");
    pen.strokeStyle = this.colour("--line");
    pen.lineWidth = 1;
    pen.beginPath();
    pen.roundRect(map.x - 5, map.y - 5, map.w + 10, map.h + 10, 6);
    pen.fill();
    pen.stroke();
    pen.save();
    pen.clip();
    const paint = (/** @type {Group} */ group, /** @type {number} */ depth) => {
      for (const kid of group.kids) {
        const [kw, kh] = [kid.w * map.across, kid.h * map.down];
        const open = kid.kind === "group" && kid.open;
        const mark = open ? null : this.host.mark(kid);
        if (open && kh < 2) continue;
        pen.fillStyle = this.colour(
          mark === "error" ? "--bad" : mark === "warning" ? "--warn" : open ? (depth % 2 ? "--group-odd" : "--group-even") : kid.kind === "node" ? "--edge" : "--map-group",
        );
        const [x, y] = [map.x + (kid.X - root.X) * map.across, map.y + (kid.Y - root.Y) * map.down];
        pen.fillRect(x, y, Math.max(kw, mark ? 3 : 1), Math.max(kh, mark ? 3 : 1));
        if (open) paint(kid, depth + 1);
      }
    };
    paint(root, 0);
    const [x0, y0, x1, y1] = /** @type {number[]} */ (this.seen);
    pen.strokeStyle = this.colour("--accent");
    pen.lineWidth = 1.5;
    const [left, top] = [map.x + (x0 - root.X) * map.across, map.y + (y0 - root.Y) * map.down];
    pen.strokeRect(left, top, (x1 - x0) * map.across, Math.max((y1 - y0) * map.down, 2));
    pen.restore();
  }
}
