// @ts-check
// Numbers and plurals as people read them.

/** @typedef {import("./types").Size} Size */

/** With narrow spaces between thousands. @param {Size | null | undefined} value */
export function number(value) {
  return value === null || value === undefined ? "?" : String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Three digits and a prefix: 12.3 M. @param {Size | null | undefined} value */
export function short(value) {
  return scaled(value, 1000, ["", "k", "M", "G", "T", "P", "E"], "");
}

/** @param {Size | null | undefined} value */
export function bytes(value) {
  return scaled(value, 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB"], " ");
}

/** @param {Size | null | undefined} value @param {number} base @param {string[]} units @param {string} space */
function scaled(value, base, units, space) {
  if (value === null || value === undefined) return "?";
  let size = Number(value);
  let unit = 0;
  while (Math.abs(size) >= base && unit < units.length - 1) {
    size /= base;
    unit++;
  }
  const digits = unit === 0 || size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return `${size.toFixed(digits)}${space}${units[unit]}`;
}

/** @param {number} count @param {string} noun @param {string} [several] */
export function counted(count, noun, several = `${noun}s`) {
  return `${number(count)} ${count === 1 ? noun : several}`;
}

/** The middle of a long text left out. @param {string} text @param {number} length */
export function cut(text, length) {
  if (text.length <= length) return text;
  const head = Math.ceil((length - 1) * 0.6);
  return `${text.slice(0, head)}…${text.slice(text.length - (length - 1 - head))}`;
}

/** The last part of a path. @param {string} path */
export function lastPart(path) {
  return path.split("/").pop() || path;
}

/** Characters that would reorder or hide the text around them, as their codes. @param {string} text */
export function visible(text) {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
