// @ts-check
// What the page knows: the document, the sizes that were typed, and all that follows from them. No drawing.

import { conditionSymbols, dimText, evaluate, holds, nearest, partsOf, sumText } from "./dims.js";

/** @typedef {import("./types").Data} Data */
/** @typedef {import("./types").Size} Size */
/** @typedef {import("./types").ClauseRow} ClauseRow */
/** @typedef {import("./types").FindingRow} FindingRow */
/** @typedef {import("./types").GraphRow} GraphRow */

/**
 * A clause at the present sizes.
 * @typedef {{clause: ClauseRow, index: number, holds: boolean | null, refuses: boolean, assumed: boolean}} Judged
 */

/** Who makes and reads each value of a graph, by position. */
export class Uses {
  /** @param {GraphRow} graph */
  constructor(graph) {
    /** @type {Map<number, number>} */
    this.maker = new Map();
    /** @type {Map<number, number[]>} */
    this.readers = new Map();
    graph.nodes.forEach((node, at) => {
      for (const value of node.outputs) if (value >= 0 && !this.maker.has(value)) this.maker.set(value, at);
      for (const value of new Set(node.inputs)) {
        if (value < 0) continue;
        const known = this.readers.get(value);
        if (known) known.push(at);
        else this.readers.set(value, [at]);
      }
    });
    this.stored = new Set(graph.stored);
    this.inputs = new Set(graph.inputs);
    this.outputs = new Set(graph.outputs);
  }
}

export class Report {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.sizes = data.symbols.map((symbol) => symbol.start);
    /** @type {(Size | null)[]} */
    this.values = evaluate(data.dims, this.sizes);
    /** Symbols that data decides, and nobody has typed: what follows from them is no answer. */
    this.assumed = new Set(data.symbols.flatMap((symbol, at) => (symbol.input ? [] : [at])));
    this._rests = this._resting();
    /** @type {Map<number, Uses>} */
    this._uses = new Map();
    /** @type {Map<number, FindingRow[]>} */
    this.findingsAt = new Map();
    /** @type {Map<FindingRow, number>} */
    this.nodeOfFinding = new Map();
    this._placeFindings();
    /** @type {Map<number, Data["requirements"]>} */
    this.requirementsAt = new Map();
    for (const row of data.requirements) for (const node of row.nodes) push(this.requirementsAt, node, row);
    /** @type {Judged[]} */
    this.judged = [];
    /** @type {Map<number, ClauseRow[]>} */
    this.violatedAt = new Map();
    this._judge();
  }

  get main() {
    return this.data.graphs[0];
  }

  /** @param {number} graph */
  uses(graph) {
    let found = this._uses.get(graph);
    if (!found) this._uses.set(graph, (found = new Uses(this.data.graphs[graph])));
    return found;
  }

  _placeFindings() {
    const nodes = this.main.nodes;
    const holders = nodes.map((node, at) => ({ node, at })).filter(({ node }) => node.inside);
    for (const finding of this.data.findings) {
      const { path, node, node_index: index } = finding.location;
      let at = -1;
      if (index !== null && path === `graph/${node}` && index < nodes.length) at = index;
      else {
        const holder = holders.find(({ node: n }) => path.startsWith(`graph/${n.name}.`) || path.startsWith(`graph/${n.name} -> `));
        if (holder) at = holder.at;
      }
      this.nodeOfFinding.set(finding, at);
      if (at >= 0) push(this.findingsAt, at, finding);
    }
  }

  // --- sizes ------------------------------------------------------------------------------------

  /** @param {number} symbol @param {number} size */
  setSize(symbol, size) {
    this.sizes[symbol] = size;
    this.values = evaluate(this.data.dims, this.sizes);
    if (this.assumed.delete(symbol)) this._rests = this._resting();
    this._judge();
  }

  /** Which rows rest on assumed symbols. */
  _resting() {
    const { dims } = this.data;
    const found = new Uint8Array(dims.length);
    if (!this.assumed.size) return found;
    dims.forEach((row, at) => {
      const rests = row[0] === "s" ? this.assumed.has(row[1][0]) : partsOf(row).some((part) => found[part]);
      found[at] = Number(rests);
    });
    return found;
  }

  /** Whether the number of a row is only an example, because data decides it. @param {number} row */
  isAssumed(row) {
    return this._rests[row] === 1;
  }

  _judge() {
    this.violatedAt = new Map();
    this.judged = this.data.contract.clauses.map((clause, index) => {
      const found = holds(clause.condition, this.values);
      const demanded = clause.kind === "demand" || clause.kind === "unsatisfiable";
      // What a body demands only counts if the body runs, which is not asked here.
      const assumed = [...conditionSymbols(this.data.dims, clause.condition)].some((at) => this.assumed.has(at));
      const refuses = demanded && found === false && !assumed;
      if (refuses) for (const place of clause.places) push(this.violatedAt, place.node, clause);
      return { clause, index, holds: found, refuses, assumed };
    });
  }

  get refused() {
    return this.judged.filter((found) => found.refuses);
  }

  /**
   * The nearest sizes that mend a violated clause: those that satisfy all demands on that symbol if there are
   * such, else those that satisfy the clause.
   * @param {ClauseRow} clause
   * @returns {{symbol: number, size: number}[]}
   */
  mended(clause) {
    const { dims, contract } = this.data;
    const demands = contract.clauses.filter((other) => other.kind === "demand");
    return [...conditionSymbols(dims, clause.condition)].flatMap((symbol) => {
      const about = demands.filter((other) => conditionSymbols(dims, other.condition).has(symbol));
      let sizes = nearest(dims, about.map((other) => other.condition), this.sizes, symbol);
      if (!sizes.length) sizes = nearest(dims, [clause.condition], this.sizes, symbol);
      return sizes.map((size) => ({ symbol, size }));
    });
  }

  // --- facts ------------------------------------------------------------------------------------

  /** @param {number} row */
  dim(row) {
    return this.values[row];
  }

  /** @param {number} row */
  dimText(row) {
    return dimText(this.data.dims, this.data.symbols, row);
  }

  /** The number of a row; its expression where data decides it. @param {number} row */
  sizeText(row) {
    const value = this.values[row];
    return this.isAssumed(row) || value === null ? this.dimText(row) : String(value);
  }

  /** @param {number[]} rows */
  sumText(rows) {
    return sumText(this.data.dims, this.data.symbols, rows);
  }

  /** Whether a row depends on a size. @param {number} row */
  isOpen(row) {
    return this.data.dims[row][0] !== "c";
  }

  /**
   * A fact as text: with its expressions, or with numbers at the present sizes.
   * @param {number} at @param {boolean} [numbers]
   */
  factText(at, numbers = false) {
    if (at < 0) return "?";
    const fact = this.data.facts[at];
    if (!numbers || !fact.shape) return fact.text;
    return `${fact.type ?? "?"}[${fact.shape.map((row) => this.sizeText(row)).join(", ")}]`;
  }

  /** The type and shape alone, without contents. @param {number} at @param {boolean} [numbers] */
  shapeText(at, numbers = false) {
    if (at < 0) return "?";
    const fact = this.data.facts[at];
    if (!fact.shape || fact.type === undefined) return fact.text;
    const dims = fact.shape.map((row) => (numbers ? this.sizeText(row) : this.dimText(row)));
    return `${fact.type}[${dims.join(", ")}]`;
  }

  /** @param {number} at a row of facts */
  bytes(at) {
    const row = at < 0 ? undefined : this.data.facts[at].bytes;
    return row === undefined ? null : this.values[row];
  }

  // --- memory -----------------------------------------------------------------------------------

  /**
   * The bytes alive after each node, in the order in which they run, and the largest number of bytes with its
   * place; ``inside`` says that it lies in a body or function of that node.
   */
  memory() {
    const { order, lives, peak } = this.data.memory;
    const steps = new Float64Array(order.length + 1);
    for (const [, start, stop, bytes] of lives) {
      const size = bytes < 0 ? 0 : Number(this.values[bytes] ?? 0);
      steps[start] += size;
      steps[stop + 1] -= size;
    }
    const alive = new Float64Array(order.length);
    let now = 0;
    let at = 0;
    for (let i = 0; i < order.length; i++) {
      alive[i] = now += steps[i];
      if (alive[i] > alive[at]) at = i;
    }
    /** @type {Size} */
    let most = alive.length ? alive[at] : 0;
    const assumed = this.assumed.size > 0 && (lives.some((life) => life[3] >= 0 && this.isAssumed(life[3])) || peak.some((candidate) => this.isAssumed(candidate.bytes)));
    let place = order.length ? { node: order[at], text: "" } : null;
    for (const candidate of peak) {
      const bytes = this.values[candidate.bytes];
      if (bytes !== null && bytes > most) {
        most = bytes;
        place = candidate.place;
      }
    }
    return { alive, at, peak: most, place, assumed };
  }

  /**
   * What is alive at a position of the order, the largest first.
   * @param {number} at
   */
  aliveAt(at) {
    return this.data.memory.lives
      .filter(([, start, stop]) => start <= at && at <= stop)
      .map(([value, start, stop, row]) => ({ value, start, stop, row, bytes: row < 0 ? null : this.values[row] }))
      .sort((a, b) => Number(b.bytes ?? 0) - Number(a.bytes ?? 0));
  }

  /**
   * Where a dim of a value comes from: the way from the value back to where the dim first appears, as nodes of
   * the graph with the value that each reads it from; the last has no node where it is an input.
   * @param {number} graph @param {number} value @param {number} row
   * @returns {{node: number, value: number}[]}
   */
  provenance(graph, value, row) {
    const { nodes, values } = this.data.graphs[graph];
    const { maker } = this.uses(graph);
    const seen = new Set([value]);
    const way = [];
    /** @param {number} at */
    const has = (at) => {
      const fact = values[at][1] < 0 ? null : this.data.facts[values[at][1]];
      return !!fact && (!!fact.shape?.includes(row) || !!fact.contents?.includes(row));
    };
    for (let at = value; ; ) {
      const node = maker.get(at);
      if (node === undefined) {
        way.push({ node: -1, value: at });
        return way;
      }
      way.push({ node, value: at });
      const next = nodes[node].inputs.find((input) => input >= 0 && !seen.has(input) && has(input));
      if (next === undefined) return way;
      seen.add((at = next));
    }
  }
}

/** @template K, V @param {Map<K, V[]>} map @param {K} key @param {V} value */
export function push(map, key, value) {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
