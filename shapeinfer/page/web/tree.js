// @ts-check
// A graph as a tree of boxes: scopes in scopes, with nodes, inputs and outputs as leaves. No drawing.

import { lastPart } from "./words.js";

/** @typedef {import("./types").Group} Group */
/** @typedef {import("./types").Leaf} Leaf */
/** @typedef {import("./types").Item} Item */
/** @typedef {import("./types").Edge} Edge */
/** @typedef {import("./report.js").Report} Report */

// A scope of more children is cut into parts of about this many, where the fewest values cross.
const PART = 40;
// So many groups alike in a row are one stack.
const LEAST_STACK = 3;
// So many boxes are open at first.
const FIRST_BOXES = 42;
const FEW_BOXES = 8;
// A value that more nodes read does not keep a scope from being cut.
const FEW_READERS = 6;

const PLACE = { X: 0, Y: 0, w: 0, h: 0, rx: 0, ry: 0 };

export class Tree {
  /**
   * @param {Report} report
   * @param {number} graph which of the document's graphs
   * @param {boolean} sizes whether nodes that only compute with sizes are shown
   */
  constructor(report, graph, sizes) {
    this.report = report;
    this.graph = graph;
    this.row = report.data.graphs[graph];
    this.uses = report.uses(graph);
    /** @type {Group[]} */
    this.groups = [];
    /** @type {(Leaf | undefined)[]} by position of the node */
    this.leaves = new Array(this.row.nodes.length);
    /** @type {Edge[]} */
    this.edges = [];
    this.shown = this.row.nodes.map((node) => sizes || !node.role);
    if (!sizes) this._hideWithTheirReaders();
    // A graph of nothing else would be empty.
    if (!this.shown.includes(true)) this.shown.fill(true);
    this.hidden = this.shown.filter((shown) => !shown).length;
    const scopes = this._scopes();
    this.root = scopes[0];
    this._hang(scopes);
    this._connect();
    this._sort();
    this._simplify();
    this._cut(this.root);
    this._count(this.root);
    this._sign(this.root);
    this._stack();
    this._mark();
    this._lift();
    this.openFirst();
  }

  /** What only hidden nodes read serves the arithmetic on sizes too. */
  _hideWithTheirReaders() {
    for (let at = this.row.nodes.length - 1; at >= 0; at--) {
      const { outputs } = this.row.nodes[at];
      const readers = outputs.flatMap((value) => this.uses.readers.get(value) ?? []);
      const handsOut = outputs.some((value) => this.uses.outputs.has(value));
      if (readers.length && !handsOut && !readers.some((reader) => this.shown[reader])) this.shown[at] = false;
    }
  }

  /** @param {string} name @param {Group | null} up @param {number} scope @returns {Group} */
  _group(name, up, scope) {
    /** @type {Group} */
    const group = {
      ...PLACE, kind: "group", id: `g${this.groups.length}`, up, name, scope, kids: [], open: false, count: 0, at: 0,
      part: false, stack: null, like: null, likes: 1, sign: "", ox: 0, oy: 0, routes: new Map(),
    };
    this.groups.push(group);
    return group;
  }

  _scopes() {
    if (this.graph !== 0) return [this._group(this.row.name, null, -1)];
    /** @type {Group[]} */
    const found = [];
    this.report.data.costs.scopes.forEach((scope, at) => {
      found.push(this._group(scope.name, scope.parent < 0 ? null : found[scope.parent], at));
    });
    return found;
  }

  /** Put each node into its scope; one without a scope of its own goes to where its neighbours are. */
  _hang(/** @type {Group[]} */ scopes) {
    const { nodes } = this.row;
    const of = this.graph === 0 ? this.report.data.costs.scope_of_node.slice(0, nodes.length) : nodes.map(() => 0);
    for (let round = 0; round < 3 && scopes.length > 1; round++) {
      nodes.forEach((node, at) => {
        if (!this.shown[at]) return;
        /** @type {Group | null} */
        let into = null;
        const near = (/** @type {number | undefined} */ other) => {
          if (other === undefined || !this.shown[other] || of[other] === of[at]) return;
          into = into === null ? scopes[of[other]] : common(into, scopes[of[other]]);
        };
        for (const value of node.inputs) near(this.uses.maker.get(value));
        for (const value of node.outputs) for (const reader of this.uses.readers.get(value) ?? []) near(reader);
        if (into !== null && isInside(into, scopes[of[at]])) of[at] = /** @type {Group} */ (into).scope;
      });
    }
    nodes.forEach((node, at) => {
      if (!this.shown[at]) return;
      const op = this.report.data.operations[node.operation].op;
      this.leaves[at] = this._leaf("node", `n${at}`, scopes[of[at]], op, at, -1, at);
    });
  }

  /**
   * @param {"node" | "in" | "out"} kind @param {string} id @param {Group} up @param {string} name
   * @param {number} index @param {number} value @param {number} at @returns {Leaf}
   */
  _leaf(kind, id, up, name, index, value, at) {
    /** @type {Leaf} */
    const leaf = { ...PLACE, kind, id, up, name, index, value, at, sub: "", caption: "" };
    up.kids.push(leaf);
    return leaf;
  }

  /** Edges between leaves; inputs and outputs live where they are used. */
  _connect() {
    const { maker, readers } = this.uses;
    /** @param {number} value */
    const shownReaders = (value) =>
      (readers.get(value) ?? []).flatMap((at) => this.leaves[at] ?? []);
    for (const value of this.row.inputs) {
      const users = shownReaders(value);
      const up = users.length ? users.map((leaf) => leaf.up).reduce(common) : this.root;
      const at = users.length ? Math.min(...users.map((leaf) => leaf.at)) - 0.5 : -1;
      const leaf = this._leaf("in", `i${value}`, up, this.row.values[value][0], -1, value, at);
      for (const user of users) this._edge(value, leaf, user);
    }
    for (const value of readers.keys()) {
      const from = this.leaves[maker.get(value) ?? -1];
      if (from) for (const user of shownReaders(value)) if (user !== from) this._edge(value, from, user);
    }
    this.row.outputs.forEach((value, position) => {
      if (value < 0) return;
      const from = this.leaves[maker.get(value) ?? -1];
      const up = from ? from.up : this.root;
      const name = this.row.values[value][0];
      const leaf = this._leaf("out", `o${position}`, up, name, -1, value, from ? from.at + 0.5 : this.row.nodes.length);
      if (from) this._edge(value, from, leaf);
    });
  }

  /** @param {number} value @param {Leaf} a @param {Leaf} b */
  _edge(value, a, b) {
    this.edges.push({ value, a, b, la: a, lb: b, top: this.root });
  }

  /** Hang scopes into their parents, in the order of the file. */
  _sort() {
    for (let i = this.groups.length - 1; i > 0; i--) {
      const group = this.groups[i];
      if (!group.kids.length || !group.up) continue;
      group.at = Math.min(...group.kids.map((kid) => kid.at));
      group.up.kids.push(group);
    }
    for (const group of this.groups) group.kids.sort((a, b) => a.at - b.at);
  }

  /** A scope with one scope in it becomes one box, a scope with one node becomes that node. */
  _simplify() {
    for (const group of this.groups) {
      for (;;) {
        const only = group.kids[0];
        if (group === this.root || group.kids.length !== 1 || only.kind !== "group") break;
        group.name += `/${only.name}`;
        group.scope = only.scope;
        group.kids = only.kids;
        for (const kid of group.kids) kid.up = group;
        only.kids = [];
      }
    }
    for (const group of [...this.groups].reverse()) {
      const [only, ...more] = group.kids;
      if (!group.up || more.length || !only || only.kind === "group") continue;
      const up = group.up;
      only.caption = only.kind === "node" ? group.name : "";
      only.up = up;
      up.kids[up.kids.indexOf(group)] = only;
      group.kids = [];
    }
  }

  // --- parts -------------------------------------------------------------------------------------

  /** Cut scopes with many children into parts. @param {Group} group */
  _cut(group) {
    for (const kid of group.kids) if (kid.kind === "group") this._cut(kid);
    while (group.kids.length > PART * 1.5) {
      const cross = this._crossings(group);
      const found = this._period(group, cross);
      const cuts = found ?? this._evenCuts(group.kids.length, cross);
      if (cuts.length < 3) return;
      const kids = group.kids;
      group.kids = [];
      for (let i = 0; i + 1 < cuts.length; i++) {
        const some = kids.slice(cuts[i], cuts[i + 1]);
        const part = this._group(`part ${i + 1} of ${cuts.length - 1}`, group, group.scope);
        part.part = true;
        part.kids = some;
        part.at = some[0].at;
        for (const kid of some) kid.up = part;
        group.kids.push(part);
      }
      if (found) for (const part of group.kids) if (part.kind === "group") this._cut(part);
    }
  }

  /** How many values cross each place between two children. @param {Group} group */
  _crossings(group) {
    const place = new Map(group.kids.map((kid, at) => [kid, at]));
    /** @param {Item} item */
    const under = (item) => {
      /** @type {Item | null} */
      let found = item;
      while (found && !place.has(found)) found = found.up;
      return found ? /** @type {number} */ (place.get(found)) : -1;
    };
    /** @type {Map<string, [number, number, number]>} */
    const spans = new Map();
    for (const edge of this.edges) {
      const a = under(edge.a);
      const b = under(edge.b);
      if (a < 0 || b <= a) continue;
      const key = `${edge.a.id}:${edge.value}`;
      const span = spans.get(key);
      if (!span) spans.set(key, [a, b, 1]);
      else {
        span[1] = Math.max(span[1], b);
        span[2]++;
      }
    }
    const cross = new Int32Array(group.kids.length + 2);
    for (const [a, b, readers] of spans.values()) {
      if (readers > FEW_READERS) continue;
      cross[a + 1]++;
      cross[b + 1]--;
    }
    for (let at = 1; at < cross.length; at++) cross[at] += cross[at - 1];
    return cross;
  }

  /**
   * Where equal layers follow each other: cuts between them, at the phase where the fewest values cross. Null if
   * nothing repeats.
   * @param {Group} group @param {Int32Array} cross
   */
  _period(group, cross) {
    const tokens = numbered(group.kids.map((kid) => this._token(kid)));
    const count = tokens.length;
    let best = { from: 0, length: 0, period: 0 };
    const longest = Math.min(Math.floor(count / LEAST_STACK), 1200);
    for (let period = 4; period <= longest; period++) {
      let run = 0;
      for (let at = 0; at + period < count; at++) {
        run = tokens[at] === tokens[at + period] ? run + 1 : 0;
        const length = run + period;
        // A multiple of a period repeats too, and covers no more.
        if (run >= (LEAST_STACK - 1) * period && length > best.length * 1.1) {
          best = { from: at + 1 - run, length, period };
        }
      }
    }
    if (!best.period) return null;
    let phase = 0;
    let least = Infinity;
    for (let shift = 0; shift < best.period; shift++) {
      const crossing = cross[best.from + shift] * 1000 + shift;
      if (crossing < least) {
        least = crossing;
        phase = shift;
      }
    }
    const cuts = [0];
    for (let at = best.from + phase; at <= best.from + best.length; at += best.period) if (at > 0) cuts.push(at);
    if (cuts[cuts.length - 1] < count) cuts.push(count);
    return cuts;
  }

  /** @param {number} count @param {Int32Array} cross */
  _evenCuts(count, cross) {
    const cuts = [0];
    for (;;) {
      const from = cuts[cuts.length - 1];
      if (count - from <= PART * 1.5) break;
      let best = from + PART;
      let least = Infinity;
      for (let at = from + PART / 2; at <= Math.min(count - 8, from + PART * 1.5); at++) {
        const crossing = cross[at] * 1000 + Math.abs(at - from - PART);
        if (crossing < least) {
          least = crossing;
          best = at;
        }
      }
      cuts.push(best);
    }
    cuts.push(count);
    return cuts;
  }

  /** What a child is, for comparing it with others. @param {Item} item @returns {string} */
  _token(item) {
    if (item.kind === "group") return `(${item.kids.map((kid) => this._token(kid)).join(";")})`;
    if (item.kind !== "node") return item.kind;
    const node = this.row.nodes[item.index];
    return `${node.operation}:${node.outputs.map((value) => (value < 0 ? "" : this.row.values[value][1])).join(",")}`;
  }

  // --- groups alike --------------------------------------------------------------------------------

  /** @param {Group} group */
  _count(group) {
    group.count = 0;
    for (const kid of group.kids) group.count += kid.kind === "group" ? this._count(kid) : kid.kind === "node" ? 1 : 0;
    return group.count;
  }

  /** @param {Group} group @returns {string} */
  _sign(group) {
    const signs = group.kids.map((kid) => (kid.kind === "group" ? `(${this._sign(kid)})` : this._token(kid)));
    // Inputs and outputs of the model may stand in one of several equal layers only.
    return (group.sign = signs.filter((sign) => sign !== "in" && sign !== "out").join(";"));
  }

  /** Groups alike that follow each other become one stack, which can be opened. */
  _stack() {
    for (const group of [...this.groups]) {
      /** @type {Item[]} */
      const kids = [];
      for (let i = 0; i < group.kids.length; ) {
        const first = group.kids[i];
        let end = i + 1;
        while (end < group.kids.length && areAlike(first, group.kids[end])) end++;
        const run = /** @type {Group[]} */ (group.kids.slice(i, end));
        if (run.length >= LEAST_STACK && run.length < group.kids.length) {
          kids.push(this._stackOf(run, group));
        } else kids.push(...run);
        i = end;
      }
      group.kids = kids;
    }
  }

  /** @param {Group[]} run @param {Group} up */
  _stackOf(run, up) {
    const [first, last] = [run[0], run[run.length - 1]];
    const stack = this._group(stackName(first, last), up, first.part ? up.scope : first.scope);
    stack.stack = run;
    stack.kids = run;
    stack.at = first.at;
    stack.count = run.reduce((sum, group) => sum + group.count, 0);
    stack.sign = `stack(${run.length}*${first.sign})`;
    for (const group of run) group.up = stack;
    return stack;
  }

  /** Name what is alike: the first says how many there are, the others name the first. */
  _mark() {
    for (const group of this.groups) {
      /** @type {Map<string, Group>} */
      const seen = new Map();
      for (const kid of group.kids) {
        if (kid.kind !== "group" || kid.count < 2) continue;
        const first = seen.get(kid.sign);
        if (!first) seen.set(kid.sign, kid);
        else {
          kid.like = first;
          first.likes++;
        }
      }
    }
  }

  /** The boxes of each edge that lie side by side in one group. */
  _lift() {
    for (const edge of this.edges) {
      /** @type {Item} */
      let a = edge.a;
      /** @type {Item} */
      let b = edge.b;
      let da = depth(a);
      let db = depth(b);
      for (; da > db; da--) a = /** @type {Group} */ (a.up);
      for (; db > da; db--) b = /** @type {Group} */ (b.up);
      while (a.up !== b.up) {
        a = /** @type {Group} */ (a.up);
        b = /** @type {Group} */ (b.up);
      }
      edge.la = a;
      edge.lb = b;
      edge.top = a.up ?? this.root;
    }
  }

  // --- opening ---------------------------------------------------------------------------------------

  /** Open as many scopes as can be read at first sight. */
  openFirst() {
    for (const group of this.groups) group.open = group === this.root;
    this._openWhile((group) => !group.stack && !group.like && !group.part, FIRST_BOXES);
    // A few boxes say little: open a stack, or else parts too.
    if (this._boxes() < FEW_BOXES) this._openWhile((group) => !!group.stack && !group.like, FIRST_BOXES);
    if (this._boxes() < FEW_BOXES) this._openWhile((group) => !group.stack && !group.like, FIRST_BOXES);
  }

  /** How many boxes are seen. @param {Group} [group] @returns {number} */
  _boxes(group = this.root) {
    return group.kids.reduce((sum, kid) => sum + (kid.kind === "group" && kid.open ? this._boxes(kid) : 1), 0);
  }

  /** Open everything, until there are too many boxes to be useful; says whether all are open. */
  openAll(most = 1500) {
    return this._openWhile(() => true, most);
  }

  /** @param {(group: Group) => boolean} wanted @param {number} most */
  _openWhile(wanted, most) {
    let boxes = 0;
    /** @type {Group[]} */
    let level = [this.root];
    let all = true;
    while (level.length) {
      /** @type {Group[]} */
      const next = [];
      for (const group of level) {
        for (const kid of group.kids) {
          boxes++;
          if (kid.kind === "group" && kid.open) next.push(kid);
        }
      }
      for (const group of level) {
        for (const kid of group.kids) {
          if (kid.kind !== "group" || kid.open) continue;
          const alone = !kid.stack && kid.count > 0.6 * this.root.count && kid.kids.length <= PART * 1.5;
          if (wanted(kid) && (alone || boxes + kid.kids.length <= most)) {
            kid.open = true;
            boxes += kid.kids.length;
            next.push(kid);
          } else all = false;
        }
      }
      level = next;
    }
    return all;
  }

  /** Open the groups around a leaf; says whether any was closed. @param {Item} item */
  reveal(item) {
    let changed = false;
    for (let group = item.up; group; group = group.up) {
      if (!group.open) changed = group.open = true;
    }
    return changed;
  }

  /** The path of a group's scope. @param {Group} group */
  pathOf(group) {
    const names = [];
    const { scopes } = this.report.data.costs;
    for (let at = group.scope; at > 0; at = scopes[at].parent) names.unshift(scopes[at].name);
    return names.join("/");
  }
}

/** @param {Item} item */
function depth(item) {
  let found = 0;
  for (let up = item.up; up; up = up.up) found++;
  return found;
}

/** @param {Group} a @param {Group} b @returns {Group} */
function common(a, b) {
  const above = new Set();
  for (let group = /** @type {Group | null} */ (a); group; group = group.up) above.add(group);
  let found = /** @type {Group | null} */ (b);
  while (found && !above.has(found)) found = found.up;
  return found ?? a;
}

/** @param {Group} inner @param {Group} outer */
function isInside(inner, outer) {
  for (let group = /** @type {Group | null} */ (inner); group; group = group.up) if (group === outer) return true;
  return false;
}

/** @param {Item} a @param {Item} b */
function areAlike(a, b) {
  return a.kind === "group" && b.kind === "group" && a.count > 1 && a.sign === b.sign;
}

/** @param {Group} first @param {Group} last */
function stackName(first, last) {
  if (first.part) return `${first.name.replace(/ of \d+$/, "")} to ${last.name.replace(/^part /, "").replace(/ of \d+$/, "")}`;
  return `${lastPart(first.name)} … ${lastPart(last.name)}`;
}

/** Equal texts as equal numbers. @param {string[]} texts */
function numbered(texts) {
  /** @type {Map<string, number>} */
  const known = new Map();
  return Int32Array.from(texts, (text) => {
    const found = known.get(text) ?? known.size;
    known.set(text, found);
    return found;
  });
}
