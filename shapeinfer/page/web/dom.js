// @ts-check
// Elements. Text of a model only ever becomes text: nothing here parses markup.

import { visible } from "./words.js";

/** @typedef {import("./types").Child} Child */

/**
 * An element with attributes (functions are listeners) and children; strings become text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | ((event: any) => void) | null | undefined>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

/** @param {Element} parent @param {Child[]} children */
export function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child instanceof Node ? child : visible(String(child)));
  }
}

/** Replace what is in an element. @param {Element} parent @param {...Child} children */
export function fill(parent, ...children) {
  parent.textContent = "";
  append(parent, children);
}

/** An element that is in the page. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
export function svg(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = visible(text);
  return element;
}

/** @param {string} text */
export function code(text) {
  return el("code", {}, text);
}

/**
 * A button that looks like a link.
 * @param {string} text @param {() => void} act @param {string} [title]
 */
export function link(text, act, title) {
  return el("button", { class: "link", type: "button", click: act, title: title ?? null }, text);
}
