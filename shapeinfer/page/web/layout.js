// @ts-check
// Where the boxes of a tree stand and how its lines run. Each open group is laid out alone, by dagre, with ports
// where values enter and leave; groups that look alike share one layout.

/** @typedef {import("./types").Group} Group */
/** @typedef {import("./types").Item} Item */
/** @typedef {import("./types").Leaf} Leaf */
/** @typedef {import("./types").Seen} Seen */
/** @typedef {import("./types").Point} Point */
/** @typedef {import("./types").Port} Port */
/** @typedef {import("./types").Line} Line */
/** @typedef {import("./tree.js").Tree} Tree */

// A value that leads to more boxes than this is a tag at each but the first.
const MOST_LINES = 4;
const PAD = 18;
const HEAD = 26;
const TAG_WIDTH = 132;
// From so many boxes on, the faster way to rank is taken.
const MANY = 160;

/**
 * How large boxes are, and how wide the label of the value that leaves one is.
 * @typedef {object} Measure
 * @property {(item: Item) => {w: number, h: number}} size
 * @property {(item: Item, value: number) => number} label
 * @property {(group: Group) => number} head the width of an open group's head
 */

/**
 * @typedef {{x: number[], y: number[], lines: Point[][], box: [number, number, number, number]}} Arranged
 */

/** @type {Map<string, Arranged>} */
const known = new Map();

/**
 * Positions for boxes of these sizes with these edges (pairs of boxes).
 * @param {{w: number, h: number}[]} boxes @param {[number, number][]} edges
 * @returns {Arranged}
 */
function arranged(boxes, edges) {
  const key = `${boxes.map((box) => `${box.w.toFixed(1)},${box.h.toFixed(1)}`).join(" ")}|${edges.join(" ")}`;
  let found = known.get(key);
  if (!found) {
    if (known.size > 500) known.clear();
    known.set(key, (found = arrange(boxes, edges)));
  }
  return found;
}

/** @param {{w: number, h: number}[]} boxes @param {[number, number][]} edges @returns {Arranged} */
function arrange(boxes, edges) {
  const graph = new dagre.graphlib.Graph();
  const ranker = boxes.length > MANY ? "longest-path" : "network-simplex";
  graph.setGraph({ rankdir: "TB", nodesep: 24, ranksep: 38, edgesep: 14, marginx: 0, marginy: 0, ranker });
  boxes.forEach((box, at) => graph.setNode(String(at), { width: box.w, height: box.h }));
  for (const [a, b] of edges) graph.setEdge(String(a), String(b), { weight: 1, minlen: 1 });
  dagre.layout(graph);
  /** @type {Arranged} */
  const found = { x: [], y: [], lines: [], box: [Infinity, Infinity, -Infinity, -Infinity] };
  const { box } = found;
  boxes.forEach(({ w, h }, at) => {
    const { x, y } = graph.node(String(at));
    found.x.push(x);
    found.y.push(y);
    box[0] = Math.min(box[0], x - w / 2);
    box[1] = Math.min(box[1], y - h / 2);
    box[2] = Math.max(box[2], x + w / 2);
    box[3] = Math.max(box[3], y + h / 2);
  });
  for (const [a, b] of edges) {
    const { points } = graph.edge(String(a), String(b));
    found.lines.push(points);
    for (const { x } of points) {
      box[0] = Math.min(box[0], x);
      box[2] = Math.max(box[2], x);
    }
  }
  return found;
}

/** What is drawn of a tree, with its places. */
export class Layout {
  /** @param {Tree} tree @param {Measure} measure */
  constructor(tree, measure) {
    this.tree = tree;
    this.measure = measure;
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Map<Item, Seen[]>} values that arrive at a box as tags */
    this.tags = new Map();
    /** @type {Map<Group, {in: Map<number, Port>, out: Map<number, Port>}>} */
    this._ports = new Map();
    /** @type {Map<Group, Seen[]>} */
    this._edges = new Map();
    /** @type {Map<Item, number>} a value that leaves the box, for the width of its label */
    this._leaving = new Map();
    /** @type {Map<Item, number>} the position of a box among its siblings */
    this._placeOf = new Map();
    const seen = this._seen();
    for (const edge of seen) {
      const among = this._edges.get(edge.top);
      if (among) among.push(edge);
      else this._edges.set(edge.top, [edge]);
      for (let item = edge.b; item !== edge.lb; item = groupOf(item)) this._port(groupOf(item), "in", edge, item);
      for (let item = edge.a; item !== edge.la; item = groupOf(item)) this._port(groupOf(item), "out", edge, item);
    }
    this._arrangeGroup(tree.root);
    this._place(tree.root, 0, 0);
    this._route(seen);
  }

  /** The edges between boxes that are seen; those of values that lead far and wide become tags. */
  _seen() {
    const seen = [];
    const once = new Set();
    for (const edge of this.tree.edges) {
      const a = visibleBox(edge.a);
      const b = visibleBox(edge.b);
      if (a === b) continue;
      const key = `${a.id}>${b.id}:${edge.value}`;
      if (once.has(key)) continue;
      once.add(key);
      seen.push({ value: edge.value, a, b, la: edge.la, lb: edge.lb, top: edge.top });
      this._leaving.set(a, edge.value);
    }
    /** @type {Map<string, number>} */
    const fans = new Map();
    const fan = (/** @type {Seen} */ edge) => `${edge.value}:${edge.a.id}`;
    for (const edge of seen) fans.set(fan(edge), (fans.get(fan(edge)) ?? 0) + 1);
    const first = new Set();
    return seen.filter((edge) => {
      if (/** @type {number} */ (fans.get(fan(edge))) <= MOST_LINES) return true;
      if (!first.has(fan(edge))) {
        first.add(fan(edge));
        return true;
      }
      const tags = this.tags.get(edge.b);
      if (tags) tags.push(edge);
      else this.tags.set(edge.b, [edge]);
      return false;
    });
  }

  /** @param {Group} group @param {"in" | "out"} way @param {Seen} edge @param {Item} kid */
  _port(group, way, edge, kid) {
    let ports = this._ports.get(group);
    if (!ports) this._ports.set(group, (ports = { in: new Map(), out: new Map() }));
    let port = ports[way].get(edge.value);
    if (!port) ports[way].set(edge.value, (port = { id: "", kids: new Set(), routes: new Map(), x: 0 }));
    port.kids.add(kid);
  }

  /** @param {Group} group */
  _arrangeGroup(group) {
    for (const kid of group.kids) {
      if (kid.kind === "group" && kid.open) this._arrangeGroup(kid);
      else Object.assign(kid, this.measure.size(kid));
    }
    group.kids.forEach((kid, place) => this._placeOf.set(kid, place));
    const at = (/** @type {Item} */ kid) => /** @type {number} */ (this._placeOf.get(kid));
    const boxes = group.kids.map((kid) => {
      const open = kid.kind === "group" && kid.open;
      const value = this._leaving.get(kid);
      const label = value === undefined || open ? 0 : this.measure.label(kid, value);
      return { w: Math.max(kid.w + (this.tags.has(kid) && !open ? 2 * TAG_WIDTH : 0), label), h: kid.h };
    });
    /** @type {Map<string, [number, number]>} */
    const pairs = new Map();
    const join = (/** @type {number} */ a, /** @type {number} */ b) => pairs.set(`${a}>${b}`, [a, b]);
    for (const edge of this._edges.get(group) ?? []) join(at(edge.la), at(edge.lb));
    const ports = this._ports.get(group);
    /** @type {{port: Port, way: "in" | "out", at: number}[]} */
    const gates = [];
    for (const way of /** @type {("in" | "out")[]} */ (["in", "out"])) {
      for (const port of ports?.[way].values() ?? []) {
        const gate = boxes.length;
        boxes.push({ w: 8, h: 1 });
        gates.push({ port, way, at: gate });
        for (const kid of port.kids) way === "in" ? join(gate, at(kid)) : join(at(kid), gate);
      }
    }
    const edges = [...pairs.values()];
    const found = arranged(boxes, edges);
    group.kids.forEach((kid, i) => {
      kid.rx = found.x[i] - kid.w / 2;
      kid.ry = found.y[i] - kid.h / 2;
    });
    group.routes = new Map(edges.map((pair, i) => [pair.join(">"), found.lines[i]]));
    for (const { port, way, at: gate } of gates) {
      port.x = found.x[gate];
      for (const kid of port.kids) {
        const key = way === "in" ? `${gate}>${at(kid)}` : `${at(kid)}>${gate}`;
        port.routes.set(kid, /** @type {Point[]} */ (group.routes.get(key)));
      }
    }
    const [x0, y0, x1, y1] = boxes.length ? found.box : [0, 0, 40, 40];
    const isRoot = group === this.tree.root;
    const top = (isRoot ? 0 : HEAD) + (gates.some(({ way }) => way === "in") ? 6 : 0);
    group.w = Math.max(x1 - x0 + 2 * PAD, isRoot ? 0 : this.measure.head(group));
    group.h = y1 - y0 + 2 * PAD + top;
    group.ox = (group.w - (x1 - x0)) / 2 - x0;
    group.oy = PAD + top - y0;
  }

  /** @param {Group} group @param {number} x @param {number} y */
  _place(group, x, y) {
    group.X = x;
    group.Y = y;
    for (const kid of group.kids) {
      kid.X = x + group.ox + kid.rx;
      kid.Y = y + group.oy + kid.ry;
      if (kid.kind === "group" && kid.open) this._place(kid, kid.X, kid.Y);
    }
  }

  /** @param {Seen[]} seen */
  _route(seen) {
    /** @type {Map<string, Line[]>} */
    const between = new Map();
    const labelled = new Set();
    /** @type {Map<Item, number>} */
    const labels = new Map();
    for (const edge of seen) {
      const points = this._points(edge);
      if (!points) continue;
      const xs = points.map((point) => point.x);
      const ys = points.map((point) => point.y);
      const key = `${edge.a.id}>${edge.b.id}`;
      const label = `${edge.a.id}:${edge.value}`;
      /** @type {Line} */
      const line = {
        edge, points, more: 1, label: -1,
        box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      };
      this.lines.push(line);
      const others = between.get(key);
      if (others) {
        others.push(line);
        for (const other of others) other.more = others.length;
      } else between.set(key, [line]);
      if (others || labelled.has(label)) continue;
      labelled.add(label);
      // Several labels below one box stand in lines of their own.
      line.label = labels.get(edge.a) ?? 0;
      labels.set(edge.a, line.label + 1);
    }
  }

  /** @param {Seen} edge */
  _points(edge) {
    const { top } = edge;
    const route = top.routes.get(`${this._placeOf.get(edge.la)}>${this._placeOf.get(edge.lb)}`);
    if (!route) return null;
    const middle = route.map((point) => ({ x: point.x + top.X + top.ox, y: point.y + top.Y + top.oy }));
    /** @type {Point[]} */
    const before = [];
    for (let item = edge.a; item !== edge.la; item = groupOf(item)) before.push(...this._portPoints(edge, "out", item));
    /** @type {Point[][]} */
    const after = [];
    for (let item = edge.b; item !== edge.lb; item = groupOf(item)) after.unshift(this._portPoints(edge, "in", item));
    const points = [...before, ...middle.slice(before.length ? 1 : 0, after.length ? -1 : undefined), ...after.flat()];
    if (points.length < 2) return null;
    const first = points[0];
    const last = points[points.length - 1];
    const down = last.y >= first.y;
    points[0] = { x: within(edge.a, first.x), y: down ? edge.a.Y + edge.a.h : first.y };
    points[points.length - 1] = { x: within(edge.b, last.x), y: down ? edge.b.Y : last.y };
    return points;
  }

  /** @param {Seen} edge @param {"in" | "out"} way @param {Item} item */
  _portPoints(edge, way, item) {
    const group = groupOf(item);
    const port = /** @type {Port} */ (this._ports.get(group)?.[way].get(edge.value));
    const route = /** @type {Point[]} */ (port.routes.get(item));
    const inside = route.map((point) => ({ x: point.x + group.X + group.ox, y: point.y + group.Y + group.oy }));
    const border = { x: port.x + group.X + group.ox, y: way === "in" ? group.Y : group.Y + group.h };
    return way === "in" ? [border, ...inside.slice(1)] : [...inside.slice(0, -1), border];
  }
}

/** @param {Item} item @param {number} x */
function within(item, x) {
  return Math.min(item.X + item.w - 8, Math.max(item.X + 8, x));
}

/** @param {Item} item @returns {Group} */
function groupOf(item) {
  return /** @type {Group} */ (item.up);
}

/** The box that stands for a leaf: the outermost closed group around it. @param {Item} item */
function visibleBox(item) {
  let found = item;
  for (let group = item.up; group; group = group.up) if (!group.open) found = group;
  return found;
}
