// @ts-check
// The search: nodes by name, operator, value, shape pattern or the code of a finding.

import { byId, el, fill } from "./dom.js";
import { matcher } from "./tables.js";
import { counted, cut } from "./words.js";

/** @typedef {import("./report.js").Report} Report */

const MOST_HITS = 60;

export class Search {
  /** @param {Report} report @param {(node: number) => void} reveal */
  constructor(report, reveal) {
    this.report = report;
    this.reveal = reveal;
    this.input = /** @type {HTMLInputElement} */ (byId("search"));
    this.list = byId("hits");
    this.input.addEventListener("input", () => this._show());
    this.input.addEventListener("focus", () => this._show());
    this.input.addEventListener("keydown", (event) => this._key(event));
    this.list.addEventListener("keydown", (event) => this._key(event));
    document.addEventListener("keydown", (event) => {
      const typing = event.target instanceof HTMLInputElement;
      if (event.key === "/" && !typing) {
        event.preventDefault();
        this.input.focus();
        this.input.select();
      }
      if (event.key === "Escape") this.list.hidden = true;
    });
    document.addEventListener("click", (event) => {
      if (!(event.target instanceof Element) || !event.target.closest(".search")) this.list.hidden = true;
    });
  }

  /** The nodes that match. @param {string} text @returns {number[]} */
  find(text) {
    const { main, data } = this.report;
    const code = /^si\d{3}$/i.test(text) ? text.toUpperCase() : null;
    const { matches } = matcher(text, this.report);
    const found = [];
    for (let at = 0; at < main.nodes.length; at++) {
      const node = main.nodes[at];
      const { op } = data.operations[node.operation];
      const hit = code
        ? (this.report.findingsAt.get(at) ?? []).some((finding) => finding.code === code) ||
          (this.report.requirementsAt.get(at) ?? []).some((row) => row.code === code)
        : node.outputs.some((value) => value >= 0 && matches(main.values[value][0], main.values[value][1], `${node.name} ${op}`));
      if (hit) found.push(at);
    }
    return found;
  }

  _show() {
    const text = this.input.value.trim();
    this.list.hidden = !text;
    if (!text) return;
    const { main, data } = this.report;
    const found = this.find(text);
    fill(this.list,
      el("p", { class: "hint", role: "status" }, found.length ? counted(found.length, "node") : "No node matches."),
      found.slice(0, MOST_HITS).map((at) => {
        const node = main.nodes[at];
        const value = node.outputs.find((output) => output >= 0);
        const fact = value === undefined ? "" : this.report.shapeText(main.values[value][1]);
        return el("button", { type: "button", class: "hit", click: () => this._go(at) },
          el("b", {}, data.operations[node.operation].op), ` ${cut(node.name, 70)}`, el("small", {}, cut(fact, 70)));
      }));
  }

  /** @param {number} at */
  _go(at) {
    this.list.hidden = true;
    this.reveal(at);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const hits = [...this.list.querySelectorAll("button")];
    if (event.key === "Enter" && event.target === this.input && hits.length) {
      event.preventDefault();
      hits[0].click();
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !hits.length) return;
    event.preventDefault();
    const at = hits.findIndex((hit) => hit === document.activeElement) + by;
    if (at < 0) this.input.focus();
    else hits[Math.min(at, hits.length - 1)].focus();
  }
}
