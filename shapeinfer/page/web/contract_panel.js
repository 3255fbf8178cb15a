// @ts-check
// The contract: a box for each size, the verdict, the clauses, and what the inputs and outputs are then.

import { byId, code, el, fill, link } from "./dom.js";
import { conditionSymbols, symbolsOf } from "./dims.js";
import { bytes, counted, cut, lastPart, number, short } from "./words.js";

/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./report.js").Judged} Judged */

const MOST_VALUES = 12;
const MOST_CLAUSES = 60;
const MOST_MENDED = 8;
const KINDS = /** @type {const} */ ({
  demand: "", unsatisfiable: "contradicts the others", conditional: "in a body that may not run",
  obligation: "depends on data", premise: "for the shapes to be right",
});

/**
 * What the panel asks of the page.
 * @typedef {object} Host
 * @property {() => void} changed sizes were typed
 * @property {(node: number) => void} reveal show a node
 * @property {(tab: string) => void} show open a tab
 */

export class ContractPanel {
  /** @param {Report} report @param {Host} host */
  constructor(report, host) {
    this.report = report;
    this.host = host;
    /** @type {Map<number, HTMLInputElement>} */
    this.boxes = new Map();
    this._symbols();
  }

  /** A box for each symbol: those of the inputs, and those that data decides and something depends on. */
  _symbols() {
    const { symbols, contract, dims, facts } = this.report.data;
    const asked = new Set(contract.clauses.flatMap((clause) => [...conditionSymbols(dims, clause.condition)]));
    for (const fact of facts) for (const row of fact.shape ?? []) symbolsOf(dims, row, asked);
    const own = symbols.map((_, at) => at).filter((at) => symbols[at].input);
    const data = symbols.map((_, at) => at).filter((at) => !symbols[at].input && asked.has(at));
    const box = byId("symbols");
    fill(box, own.map((at) => this._box(at)));
    if (!own.length) fill(box, el("p", { class: "hint" }, "Every size of the inputs is fixed in the model."));
    if (data.length) {
      const shown = data.slice(0, 40).map((at) => this._box(at));
      const rest = data.length > 40 ? el("p", { class: "hint" }, `and ${data.length - 40} more`) : null;
      const title = `${counted(data.length, "size")} that ${data.length === 1 ? "is" : "are"} decided by the data`;
      const note = el("p", { class: "hint" }, "Not known before a run: sums with ≈ take these numbers as examples. Type one to see its shapes.");
      box.append(el("details", {}, el("summary", {}, title), note, ...shown, rest ?? ""));
    }
  }

  /** @param {number} at */
  _box(at) {
    const symbol = this.report.data.symbols[at];
    const id = `size-${at}`;
    const input = el("input", {
      id, type: "number", min: 0, step: 1, inputmode: "numeric", value: this.report.sizes[at], "data-symbol": symbol.name,
      input: () => this._typed(at, input),
    });
    this.boxes.set(at, input);
    return el("div", { class: "size" }, el("label", { for: id, title: symbol.why ?? symbol.name }, cut(symbol.name, 28)), input);
  }

  /** @param {number} at @param {HTMLInputElement} input */
  _typed(at, input) {
    const size = Number(input.value);
    const good = input.value !== "" && Number.isSafeInteger(size) && size >= 0;
    input.setAttribute("aria-invalid", String(!good));
    if (!good) return;
    this.report.setSize(at, size);
    this.host.changed();
  }

  /** @param {{symbol: number, size: number}[]} sizes */
  set(sizes) {
    for (const { symbol, size } of sizes) {
      this.report.setSize(symbol, size);
      const box = this.boxes.get(symbol);
      if (box) {
        box.value = String(size);
        box.setAttribute("aria-invalid", "false");
      }
    }
    this.host.changed();
  }

  /** Show what the present sizes mean. */
  refresh() {
    const { report } = this;
    const refused = report.refused;
    const verdict = byId("verdict");
    verdict.className = refused.length ? "verdict no" : "verdict ok";
    verdict.textContent = refused.length
      ? `The contract refuses these sizes: ${counted(refused.length, "clause is", "clauses are")} violated.`
      : report.data.contract.clauses.some((clause) => clause.kind === "demand")
        ? "The contract allows these sizes."
        : "The contract demands nothing of the sizes.";
    byId("outside").hidden = !refused.length;
    const order = [...report.judged].sort((a, b) => rank(a) - rank(b));
    const list = byId("clauses");
    fill(list, order.slice(0, MOST_CLAUSES).map((judged, at) => this._clause(judged, at < MOST_MENDED)));
    if (order.length > MOST_CLAUSES) list.append(el("li", { class: "hint" }, `and ${order.length - MOST_CLAUSES} more`));
    if (report.data.contract.gave_up) list.append(el("li", { class: "hint" }, report.data.contract.gave_up));
    this._totals();
    this._interface();
  }

  /** @param {Judged} judged @param {boolean} mend whether the nearest sizes are looked for */
  _clause({ clause, holds, refuses, assumed }, mend) {
    const kind = KINDS[clause.kind];
    const state = refuses ? "no" : assumed || holds === false ? "soft" : "ok";
    const words = { no: "violated", soft: assumed ? "decided by the data" : "does not hold", ok: "holds" };
    const [place] = clause.places;
    const nodes = this.report.main.nodes;
    const where = clause.places.length + (clause.more_places ?? 0);
    const name = where > 1 ? counted(where, "node") : place ? lastPart(nodes[place.node]?.name ?? place.text) : "";
    const mended = refuses && mend ? this.report.mended(clause) : [];
    return el(
      "li", { class: `clause ${state}` },
      el("span", { class: "tick", role: "img", "aria-label": words[state] }, { no: "✗", soft: "○", ok: "✓" }[state]),
      el("span", {}, code(cut(clause.text, 200)), kind || clause.when ? el("small", {}, clause.when ? `if ${clause.when}` : kind) : null),
      place ? link(cut(name, 18), () => this.host.reveal(place.node), clause.places.slice(0, 5).map((p) => p.text).join("\n")) : null,
      mended.length ? el("div", { class: "near" }, "nearest: ", mended.map((found) => this._mend(found))) : null,
    );
  }

  /** @param {{symbol: number, size: number}} found */
  _mend(found) {
    const { name } = this.report.data.symbols[found.symbol];
    return el("button", { type: "button", class: "mend", click: () => this.set([found]) }, `${cut(name, 20)} = ${number(found.size)}`);
  }

  _totals() {
    const { total } = this.report.data.costs;
    const { peak, assumed } = this.report.memory();
    const unknown = Object.values(total.unknown ?? {}).reduce((a, b) => a + b, 0);
    const tile = (/** @type {string} */ big, /** @type {string} */ words, /** @type {string} */ tab) =>
      el("button", { type: "button", class: "tile", click: () => this.host.show(tab) }, el("b", {}, big), el("span", {}, words));
    fill(
      byId("totals"),
      tile(`${assumed ? "≈ " : ""}${bytes(peak)}`, "peak memory", "memory"),
      tile(short(total.parameters), `parameters, ${bytes(total.weight_bytes)}`, "layers"),
      tile(`${this.report.isAssumed(total.macs) ? "≈ " : unknown ? "≥ " : ""}${short(this.report.dim(total.macs))}`, "MACs", "layers"),
    );
  }

  _interface() {
    const { main } = this.report;
    const parts = [];
    for (const [title, values] of /** @type {[string, number[]][]} */ ([["Inputs", main.inputs], ["Outputs", main.outputs]])) {
      const rows = values.slice(0, MOST_VALUES).filter((value) => value >= 0).map((value) => {
        const [name, fact] = main.values[value];
        return el("tr", {}, el("th", { scope: "row", title: name }, cut(name, 30)), el("td", {}, code(cut(this.report.factText(fact, true), 60))));
      });
      const rest = values.length - MOST_VALUES;
      parts.push(
        el("h3", {}, title),
        el("table", { class: "interface" }, el("tbody", {}, rows)),
        rest > 0 ? el("p", { class: "hint" }, `and ${rest} more, in the table of values`) : null,
      );
    }
    fill(byId("interface"), parts);
  }
}

/** @param {Judged} judged */
function rank(judged) {
  if (judged.refuses) return 0;
  const kinds = ["unsatisfiable", "demand", "conditional", "obligation", "premise"];
  return 1 + kinds.indexOf(judged.clause.kind);
}
