// @ts-check
// What is known of the selected box.

import { byId, code, el, fill, link } from "./dom.js";
import { kindOf, KINDS } from "./canvas.js";
import { findingCard } from "./tables.js";
import { bytes, counted, cut, number, short } from "./words.js";

/** @typedef {import("./types").Item} Item */
/** @typedef {import("./types").Group} Group */
/** @typedef {import("./report.js").Report} Report */
/** @typedef {import("./graph_view.js").GraphView} GraphView */

const MOST_VALUES = 24;

export class NodePanel {
  /** @param {Report} report @param {() => GraphView} view */
  constructor(report, view) {
    this.report = report;
    this.view = view;
    /** @type {Item | null} */
    this.item = null;
  }

  /** @param {Item | null} item */
  show(item) {
    this.item = item;
    this.refresh();
  }

  refresh() {
    const box = byId("detail");
    const { item } = this;
    if (!item) fill(box, this._hint());
    else if (item.kind === "group") fill(box, this._group(item));
    else if (item.kind === "node") fill(box, this._node(item.index));
    else {
      const title = item.kind === "in" ? "Input" : "Output";
      fill(box, el("h2", {}, title), this._values([item.value]));
    }
  }

  _hint() {
    return [
      el("p", { class: "hint" }, "Select a node to see what is known of it. A click on a scope opens or closes it."),
      el("dl", { class: "keys" },
        el("dt", {}, "drag, wheel"), el("dd", {}, "move"),
        el("dt", {}, "Ctrl + wheel"), el("dd", {}, "zoom"),
        el("dt", {}, "/"), el("dd", {}, "search"),
        el("dt", {}, "f"), el("dd", {}, "fit"),
        el("dt", {}, "n, p"), el("dd", {}, "next, previous box"),
        el("dt", {}, "⤵"), el("dd", {}, "has a body: double-click enters it")),
      el("div", { class: "legend" }, KINDS.map(([colour, name]) => el("span", {}, el("i", { class: `swatch ${colour.slice(2)}` }), name))),
    ];
  }

  /** @param {Group} group */
  _group(group) {
    const { report } = this;
    const scope = group.scope >= 0 && !group.part && !group.stack ? report.data.costs.scopes[group.scope] : null;
    const path = group.scope >= 0 ? this.view().tree.pathOf(group) : "";
    return [
      el("h2", {}, cut(group.name || "graph", 80)),
      path && path !== group.name ? el("p", { class: "path" }, cut(path, 200)) : null,
      pairs([
        ["nodes", number(group.count)],
        group.stack ? ["alike", counted(group.stack.length, "scope")] : null,
        group.like ? ["same as", cut(group.like.name, 60)] : null,
        scope ? ["parameters", number(scope.parameters)] : null,
        scope ? ["MACs", `${scope.unknown ? "≥ " : ""}${short(report.dim(scope.macs))}`] : null,
        scope && report.isOpen(scope.macs) ? ["", code(report.dimText(scope.macs))] : null,
        scope ? ["makes", bytes(report.dim(scope.written))] : null,
      ]),
    ];
  }

  /** @param {number} index */
  _node(index) {
    const { report } = this;
    const view = this.view();
    const graph = view.graph;
    const node = report.data.graphs[graph].nodes[index];
    const { op, domain, attributes } = report.data.operations[node.operation];
    const isMain = graph === 0;
    const { costs } = report.data;
    const [parameters, size] = isMain ? costs.weights_of_node[index] : [0, 0];
    const macs = isMain ? costs.macs_of_node[index] : -1;
    const requirements = isMain ? report.requirementsAt.get(index) ?? [] : [];
    const violated = isMain ? report.violatedAt.get(index) ?? [] : [];
    return [
      el("h2", {}, el("i", { class: `swatch ${kindOf(op).slice(2)}` }), op, el("small", {}, `${domain ? `${domain} · ` : ""}#${index}`)),
      el("p", { class: "path" }, cut(node.name, 300)),
      violated.map((clause) => el("div", { class: "card error" }, el("b", {}, "the contract refuses "), code(cut(clause.text, 200)))),
      isMain ? (report.findingsAt.get(index) ?? []).slice(0, 8).map((finding) => findingCard(finding, null)) : null,
      (node.inside ?? []).map(([body, at]) => el("button", { type: "button", class: "enter", click: () => view.enter(at) }, `⤵ enter ${body}`)),
      el("h3", {}, "Inputs"), this._values(node.inputs),
      el("h3", {}, "Outputs"), this._values(node.outputs),
      attributes ? [el("h3", {}, "Attributes"), pairs(Object.entries(attributes).map(([name, text]) => [cut(name, 40), code(text)]))] : null,
      requirements.length
        ? [el("h3", {}, "Requires"), el("ul", { class: "plain" }, requirements.slice(0, 12).map((row) => el("li", {}, code(cut(row.text, 200)), " ", el("small", {}, row.premise ? `${row.code}, for the shapes to be right` : row.code))))]
        : null,
      macs >= 0 && report.dim(macs) !== 0 || parameters || node.source
        ? [el("h3", {}, "Cost and origin"), pairs([
            macs >= 0 && report.dim(macs) !== 0 ? ["MACs", short(report.dim(macs))] : null,
            macs >= 0 && report.isOpen(macs) ? ["", code(report.dimText(macs))] : null,
            parameters ? ["parameters", number(parameters)] : null,
            size ? ["stored", bytes(size)] : null,
            node.source ? ["written at", code(node.source)] : null,
          ])]
        : null,
    ];
  }

  /** @param {number[]} values positions, -1 for those left out */
  _values(values) {
    const rest = values.length - MOST_VALUES;
    return el("div", { class: "values" },
      values.slice(0, MOST_VALUES).map((value) => (value < 0 ? el("div", { class: "hint" }, "left out") : this._value(value))),
      rest > 0 ? el("p", { class: "hint" }, `and ${rest} more`) : null);
  }

  /** @param {number} value */
  _value(value) {
    const { report } = this;
    const view = this.view();
    const row = report.data.graphs[view.graph];
    const [name, fact] = row.values[value];
    const uses = report.uses(view.graph);
    const maker = uses.maker.get(value);
    const what = uses.stored.has(value) ? "stored" : maker !== undefined ? report.data.operations[row.nodes[maker].operation].op : uses.inputs.has(value) ? "input" : "from outside";
    const shape = fact < 0 ? undefined : report.data.facts[fact].shape;
    const open = shape?.some((at) => report.isOpen(at));
    const go = maker !== undefined && view.graph === 0 && view.selected?.kind === "node" && view.selected.index !== maker ? () => view.reveal(maker) : null;
    return el("div", { class: "value" },
      el("div", { class: "value-head" }, el("span", {}, cut(name, 90)), go ? link(what, go) : el("small", {}, what)),
      code(cut(report.factText(fact), 400)),
      open ? el("div", { class: "at-sizes" }, `${report.shapeText(fact, true)} · ${bytes(report.bytes(fact))}`) : null,
      open && maker !== undefined ? this._origins(value, /** @type {number[]} */ (shape)) : null);
  }

  /** Where the open dims of a value come from. @param {number} value @param {number[]} shape */
  _origins(value, shape) {
    const { report } = this;
    const view = this.view();
    const row = report.data.graphs[view.graph];
    const rows = [...new Set(shape)].filter((at) => report.isOpen(at));
    return el("details", { class: "origins" }, el("summary", {}, "where its sizes come from"),
      el("ul", { class: "plain" }, rows.map((at) => {
        const way = report.provenance(view.graph, value, at);
        const last = way[way.length - 1];
        const steps = way.length - 1;
        const text = last.node < 0 ? `from input ${cut(row.values[last.value][0], 60)}` : "first at ";
        const node = last.node < 0 ? null : row.nodes[last.node];
        const label = node ? cut(`${report.data.operations[node.operation].op} ${node.name}`, 60) : "";
        return el("li", {}, code(report.dimText(at)), " ", text,
          node ? (view.graph === 0 ? link(label, () => view.reveal(last.node)) : label) : null,
          steps > 0 ? el("small", {}, ` ${counted(steps, "step")} back`) : null);
      })));
  }
}

/** @param {([string, import("./dom.js").Child] | null)[]} rows */
function pairs(rows) {
  return el("table", { class: "pairs" }, el("tbody", {}, rows.map((row) => row && el("tr", {}, el("th", { scope: "row" }, row[0]), el("td", {}, row[1])))));
}
