// @ts-check
// The tables: layers, values, findings, targets, and two models side by side. They say all that the picture says.

import { byId, code, el, fill, link } from "./dom.js";
import { bytes, counted, cut, number, short } from "./words.js";

/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./types").FindingRow} FindingRow */
/** @typedef {import("./types").Side} Side */
/** @typedef {(node: number) => void} Reveal */

const MOST_ROWS = 500;
const FIRST_ROWS = 24;

/** @param {number} share between 0 and 1 @param {string} kind */
function bar(share, kind) {
  const found = el("i", { class: `bar ${kind}` });
  found.style.width = `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(1)}%`;
  return el("td", { class: "bars", "aria-hidden": "true" }, found);
}

/** @param {(string | HTMLElement)[]} names */
function head(names) {
  return el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name))));
}

// --- findings --------------------------------------------------------------------------------------

/**
 * One finding. @param {FindingRow} finding @param {(() => void) | null} go
 * @param {FindingRow[]} [others] findings that are alike
 */
export function findingCard(finding, go, others = []) {
  const { location } = finding;
  const where = location.node ? `${location.node}${location.value ? `, output ${location.value}` : ""}` : location.path;
  return el("div", { class: `card ${finding.severity}` },
    el("div", { class: "card-head" }, el("b", {}, `${finding.severity} ${finding.code}`), " ", el("span", { class: "hint" }, finding.slug)),
    el("p", {}, cut(finding.message, 900)),
    el("p", { class: "where" }, go ? link(cut(where, 160), go, location.path) : cut(where, 160), location.op_type ? ` (${location.op_type})` : "",
      finding.more_calls ? ` and ${counted(finding.more_calls, "more call")}` : ""),
    others.length ? el("details", {}, el("summary", {}, `and ${counted(others.length, "other place")}`), el("ul", { class: "plain" }, others.slice(0, 100).map((other) => el("li", {}, cut(other.location.path, 160))))) : null,
    finding.notes.length ? el("details", {}, el("summary", {}, counted(finding.notes.length, "note")), el("ul", { class: "plain" }, finding.notes.map((note) => el("li", {}, cut(note, 300))))) : null,
    finding.help ? el("p", { class: "help" }, finding.help) : null);
}

/** The findings as lint groups them. @param {Report} report @param {Reveal} reveal */
export function showFindings(report, reveal) {
  const { findings, groups } = report.data;
  const count = (/** @type {string} */ severity) => findings.filter((finding) => finding.severity === severity).length;
  const summary = findings.length
    ? `${counted(count("error"), "error")}, ${counted(count("warning"), "warning")}, ${counted(count("info"), "info")}`
    : "Nothing was found.";
  fill(byId("findings"), el("h2", {}, "Findings"), el("p", {}, summary), groups.map(({ members, alike }) => {
    const [first, ...others] = members.map((at) => findings[at]);
    const node = report.nodeOfFinding.get(first) ?? -1;
    const card = findingCard(first, node >= 0 ? () => reveal(node) : null, others);
    if (!alike) card.prepend(el("p", { class: "hint" }, `${counted(members.length, "further finding")} with the code ${first.code}; the first:`));
    return card;
  }));
}

// --- layers ------------------------------------------------------------------------------------------

export class Layers {
  /** @param {Report} report */
  constructor(report) {
    this.report = report;
    const { scopes } = report.data.costs;
    /** @type {number[][]} */
    this.kids = scopes.map(() => []);
    scopes.forEach((scope, at) => {
      // Of scopes alike the first stands for all.
      if (scope.parent >= 0 && scope.same_as === undefined) this.kids[scope.parent].push(at);
    });
    this.open = new Set([0]);
    this._openLargest();
  }

  /** Open what costs most, while the table is short. */
  _openLargest() {
    const { scopes } = this.report.data.costs;
    const weight = (/** @type {number} */ at) => {
      const macs = Number(this.report.dim(scopes[at].macs) ?? 0);
      return (macs || scopes[at].parameters || scopes[at].nodes) * (scopes[at].repeats ?? 1);
    };
    let rows = 1 + this.kids[0].length;
    const closed = [...this.kids[0]];
    while (closed.length) {
      closed.sort((a, b) => weight(a) - weight(b));
      const at = /** @type {number} */ (closed.pop());
      if (!this.kids[at].length) continue;
      if (rows + this.kids[at].length > FIRST_ROWS) continue;
      rows += this.kids[at].length;
      this.open.add(at);
      closed.push(...this.kids[at]);
    }
  }

  show() {
    const { report } = this;
    const { scopes, total, scopes_from: from } = report.data.costs;
    const sources = /** @type {Record<string, string>} */ ({
      metadata: "the exporter's metadata", names: "the names of the nodes", weights: "the names of the weights", none: "",
    });
    const rows = this._rows(0, 0);
    const unknown = Object.entries(total.unknown ?? {}).map(([operator, count]) => `${operator} ×${count}`);
    fill(
      byId("layers"),
      el("h2", {}, "Layers"),
      el("p", { class: "hint" }, from === "none" ? "Neither names nor metadata say which layer a node belongs to." : `Scopes are taken from ${sources[from]}.`,
        unknown.length ? ` The multiply-accumulates of ${cut(unknown.join(", "), 200)} are not known; sums with ≥ leave them out.` : ""),
      el("div", { class: "scroll" }, el("table", { class: "list" },
        head(["scope", "nodes", "parameters", "", "MACs", "", "bytes made", "MACs, as an expression"]),
        el("tbody", {}, rows))),
      scopes.length === 1 ? el("p", { class: "hint" }, "Only the whole graph is listed.") : null,
    );
  }

  /** @param {number} at @param {number} depth @returns {HTMLElement[]} */
  _rows(at, depth) {
    const { report } = this;
    const { scopes, total } = report.data.costs;
    const scope = scopes[at];
    const kids = this.kids[at];
    const isOpen = this.open.has(at);
    const macs = Number(report.dim(scope.macs) ?? 0);
    const all = Number(report.dim(total.macs) ?? 0) || 1;
    const toggle = () => {
      isOpen ? this.open.delete(at) : this.open.add(at);
      this.show();
    };
    const name = cut(scope.name || report.data.model.file?.split(/[\\/]/).pop() || "graph", 70);
    const label = kids.length
      ? el("button", { type: "button", class: "fold", "aria-expanded": String(isOpen), click: toggle }, `${isOpen ? "▾" : "▸"} ${name}`)
      : el("span", { class: "leaf" }, name);
    const times = scope.repeats ? `×${scope.repeats}, each` : "";
    const cell = el("th", { scope: "row", class: "scope" }, label, times ? el("small", {}, times) : null);
    cell.style.paddingLeft = `${8 + depth * 16}px`;
    const row = el("tr", {}, cell,
      el("td", { class: "r" }, number(scope.nodes)),
      el("td", { class: "r" }, scope.parameters ? short(scope.parameters) : ""),
      bar(scope.parameters / (total.parameters || 1), "one"),
      el("td", { class: "r" }, macs || scope.unknown ? `${scope.unknown ? "≥ " : ""}${short(report.dim(scope.macs))}` : ""),
      bar(macs / all, "two"),
      el("td", { class: "r" }, bytes(report.dim(scope.written))),
      el("td", {}, macs && report.isOpen(scope.macs) ? code(cut(report.dimText(scope.macs), 240)) : ""));
    return [row, ...(isOpen ? kids.flatMap((kid) => this._rows(kid, depth + 1)) : [])];
  }
}

// --- values --------------------------------------------------------------------------------------------

/** @typedef {{at: number, name: string, fact: string, bytes: number, by: string, node: number}} ValueRow */

export class Values {
  /** @param {Report} report @param {Reveal} reveal */
  constructor(report, reveal) {
    this.report = report;
    this.reveal = reveal;
    this.sorted = { key: /** @type {"order" | "name" | "fact" | "bytes" | "by"} */ ("order"), down: false };
    this.filter = /** @type {HTMLInputElement} */ (byId("filter"));
    this.filter.addEventListener("input", () => this.show());
  }

  /** @returns {ValueRow[]} */
  _rows() {
    const { report } = this;
    const { main, data } = report;
    const uses = report.uses(0);
    return main.values.map(([name, fact], at) => {
      const node = uses.maker.get(at) ?? -1;
      const by = uses.stored.has(at) ? "stored" : node >= 0 ? `${data.operations[main.nodes[node].operation].op} #${node}` : "input";
      return { at, name, fact: report.factText(fact), bytes: Number(report.bytes(fact) ?? -1), by, node };
    });
  }

  show() {
    const { report, sorted } = this;
    const words = this.filter.value.trim();
    const { matches } = matcher(words, report);
    let rows = this._rows().filter((row) => matches(row.name, report.main.values[row.at][1], row.by));
    const { key, down } = sorted;
    if (key !== "order") {
      rows.sort((a, b) => (key === "bytes" ? a.bytes - b.bytes : a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0));
      if (down) rows.reverse();
    }
    const found = rows.length;
    rows = rows.slice(0, MOST_ROWS);
    const sort = (/** @type {"name" | "fact" | "bytes" | "by"} */ by, /** @type {string} */ title) => {
      const state = key === by ? (down ? "descending" : "ascending") : "none";
      const act = () => {
        this.sorted = { key: by, down: key === by ? !down : by === "bytes" };
        this.show();
      };
      return el("th", { scope: "col", "aria-sort": state }, el("button", { type: "button", class: "sort", click: act }, `${title}${state === "none" ? "" : down ? " ▾" : " ▴"}`));
    };
    fill(byId("values"),
      el("p", { class: "hint", role: "status" }, found > rows.length ? `${counted(found, "value")}; the first ${rows.length} are listed` : counted(found, "value")),
      el("div", { class: "scroll" }, el("table", { class: "list" },
        el("thead", {}, el("tr", {}, sort("name", "value"), sort("fact", "fact"), el("th", { scope: "col" }, "at these sizes"), sort("bytes", "bytes"), sort("by", "made by"))),
        el("tbody", {}, rows.map((row) => {
          const fact = report.main.values[row.at][1];
          const shape = fact < 0 ? undefined : report.data.facts[fact].shape;
          return el("tr", {},
            el("th", { scope: "row" }, cut(row.name, 90)),
            el("td", {}, code(cut(row.fact, 200))),
            el("td", {}, shape?.some((at) => report.isOpen(at)) ? code(report.shapeText(fact, true)) : ""),
            el("td", { class: "r" }, row.bytes < 0 ? "?" : bytes(row.bytes)),
            el("td", {}, row.node >= 0 ? link(row.by, () => this.reveal(row.node)) : row.by));
        })))));
  }
}

/**
 * What a search asks for: words in names and facts, or a shape pattern such as ``[*, 768]``, in which ``*`` is any
 * size (as numbers or expressions) and ``...`` any number of them.
 * @param {string} text @param {Report} report
 */
export function matcher(text, report) {
  const lower = text.toLowerCase();
  const pattern = /^([a-z]+\d*\w*)?\[(.*)\]$/.exec(lower.replace(/\s+/g, ""));
  /** @param {number} fact */
  const fits = (fact) => {
    if (!pattern || fact < 0) return false;
    const { shape, type } = report.data.facts[fact];
    if (!shape || (pattern[1] && pattern[1] !== type)) return false;
    const wanted = pattern[2] === "" ? [] : pattern[2].split(",");
    return fitsShape(wanted, shape.map((at) => [report.dimText(at).toLowerCase().replace(/\s+/g, ""), String(report.dim(at))]));
  };
  /** @param {string} name @param {number} fact @param {string} more */
  const matches = (name, fact, more) => {
    if (!lower) return true;
    if (pattern) return fits(fact);
    return name.toLowerCase().includes(lower) || report.factText(fact).toLowerCase().includes(lower) || more.toLowerCase().includes(lower);
  };
  return { matches, isShape: pattern !== null };
}

/** @param {string[]} wanted @param {string[][]} shape the spellings of each dim @returns {boolean} */
function fitsShape(wanted, shape) {
  if (!wanted.length) return !shape.length;
  if (wanted[0] === "...") return shape.some((_, at) => fitsShape(wanted.slice(1), shape.slice(at))) || fitsShape(wanted.slice(1), []);
  if (!shape.length) return false;
  return (wanted[0] === "*" || shape[0].includes(wanted[0])) && fitsShape(wanted.slice(1), shape.slice(1));
}

// --- targets and comparison --------------------------------------------------------------------------------

/** @param {Report} report */
export function showTargets(report) {
  const { targets } = report.data;
  if (!targets) return;
  fill(byId("targets"),
    el("h2", {}, "Which releases of ONNX Runtime load it"),
    el("p", {}, targets.least ? `${targets.least} and later, as far as they are known: ${targets.loads.join(", ")}` : "No known release loads it."),
    targets.asked.length ? el("p", { class: "hint" }, `Asked for: ${targets.asked.join(", ")}; what they lack is among the findings.`) : null,
    targets.errors.map((text) => el("div", { class: "card error" }, text)),
    targets.hindrances.length
      ? el("div", { class: "scroll" }, el("table", { class: "list" }, head(["releases", "what they lack", "nodes", "first", "help"]),
          el("tbody", {}, targets.hindrances.map((row) => el("tr", {},
            el("th", { scope: "row" }, cut(row.releases.join(", "), 120)), el("td", {}, cut(row.what, 300)),
            el("td", { class: "r" }, row.nodes ? number(row.nodes) : ""), el("td", {}, row.place ? cut(row.place, 120) : ""), el("td", {}, row.help))))))
      : null);
}

/** @param {Report} report */
export function showComparison(report) {
  const { against } = report.data;
  if (!against) return;
  const { changes, scopes } = against;
  const breaking = changes.filter((change) => change.breaking).length;
  const list = (/** @type {string} */ title, /** @type {string[]} */ paths) =>
    paths.length ? [el("h3", {}, `${title} (${number(paths.length)})`), el("ul", { class: "plain" }, paths.slice(0, 100).map((path) => el("li", {}, code(cut(path, 200)))))] : null;
  fill(byId("compare"),
    el("h2", {}, "Compared with the older version"),
    el("p", {}, changes.length ? `${counted(changes.length, "change")} for callers, ${number(breaking)} of them breaking` : "Nothing has changed for callers."),
    changes.map((change) => el("div", { class: `card ${change.breaking ? "error" : "info"}` }, el("b", {}, change.breaking ? "breaking " : "compatible "), cut(change.text, 500))),
    el("div", { class: "sides" }, side("old", against.old, against.new), side("new", against.new, against.old)),
    list("New scopes", scopes.added), list("Changed scopes", scopes.changed), list("Removed scopes", scopes.removed));
}

/** @param {string} title @param {Side} one @param {Side} other */
function side(title, one, other) {
  const table = (/** @type {string} */ caption, /** @type {[string, string][]} */ rows, /** @type {[string, string][]} */ others) => {
    const known = new Map(others);
    return el("table", { class: "list" }, el("caption", {}, caption), el("tbody", {}, rows.slice(0, 100).map(([name, fact]) =>
      el("tr", { class: known.get(name) === fact ? null : "differs" }, el("th", { scope: "row" }, cut(name, 60)), el("td", {}, code(cut(fact, 120)))))));
  };
  const plain = (/** @type {string} */ caption, /** @type {string[]} */ rows, /** @type {string[]} */ others) => {
    const known = new Set(others);
    return el("table", { class: "list" }, el("caption", {}, caption), el("tbody", {}, rows.slice(0, 100).map((text) =>
      el("tr", { class: known.has(text) ? null : "differs" }, el("td", {}, code(cut(text, 200)))))));
  };
  return el("section", {}, el("h3", {}, `${title}: ${cut(one.file ?? "model", 60)}`), el("p", { class: "hint" }, counted(one.nodes, "node")),
    table("Inputs", one.inputs, other.inputs), table("Outputs", one.outputs, other.outputs),
    plain("Contract", one.clauses, other.clauses), plain("Findings", one.findings, other.findings));
}
