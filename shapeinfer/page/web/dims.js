// @ts-check
// Sizes: every distinct dim of a model is a row, after the rows that it is made of, so one pass evaluates all.
// Rows are data; nothing is parsed or evaluated as a program.

/** @typedef {import("./types").DimRow} DimRow */
/** @typedef {import("./types").Condition} Condition */
/** @typedef {import("./types").Size} Size */

/** A number that may not be exact any more. */
class Inexact extends Error {}

/**
 * The value of each row: a number, a bigint where a number would not be exact, or null where the row is not
 * defined at these sizes (a division by zero).
 * @param {DimRow[]} rows
 * @param {Size[]} sizes the size of each symbol
 * @returns {(Size | null)[]}
 */
export function evaluate(rows, sizes) {
  try {
    return rowValues(rows, sizes, NUMBERS);
  } catch (error) {
    if (!(error instanceof Inexact)) throw error;
    return rowValues(rows, sizes, BIGINTS).map((value) =>
      typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value,
    );
  }
}

/**
 * @template {Size} T
 * @typedef {object} Arithmetic
 * @property {(value: number | string | bigint) => T} from
 * @property {(a: T, b: T) => T} add
 * @property {(a: T, b: T) => T} times
 * @property {(a: T, b: T) => T} floor
 * @property {(a: T, b: T) => T} trunc
 * @property {T} zero
 * @property {T} one
 */

/** @param {number} value */
function exact(value) {
  if (!Number.isSafeInteger(value)) throw new Inexact();
  return value;
}

/** @type {Arithmetic<number>} */
const NUMBERS = {
  from: (value) => exact(Number(value)),
  add: (a, b) => exact(a + b),
  times: (a, b) => exact(a * b) + 0, // no -0
  floor: (a, b) => Math.floor(a / b) + 0,
  trunc: (a, b) => Math.trunc(a / b) + 0,
  zero: 0,
  one: 1,
};

/** @type {Arithmetic<bigint>} */
const BIGINTS = {
  from: (value) => BigInt(value),
  add: (a, b) => a + b,
  times: (a, b) => a * b,
  floor: (a, b) => {
    const quotient = a / b;
    return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient;
  },
  trunc: (a, b) => a / b,
  zero: 0n,
  one: 1n,
};

/**
 * @template {Size} T
 * @param {DimRow[]} rows
 * @param {Size[]} sizes
 * @param {Arithmetic<T>} math
 * @returns {(T | null)[]}
 */
function rowValues(rows, sizes, math) {
  const values = /** @type {(T | null)[]} */ (new Array(rows.length));
  for (let i = 0; i < rows.length; i++) values[i] = rowValue(rows[i], sizes, values, math);
  return values;
}

/**
 * @template {Size} T
 * @param {DimRow} row
 * @param {Size[]} sizes
 * @param {(T | null)[]} values of the rows before
 * @param {Arithmetic<T>} math
 * @returns {T | null}
 */
function rowValue(row, sizes, values, math) {
  if (row[0] === "c") return math.from(row[1][0]);
  if (row[0] === "s") return math.from(sizes[row[1][0]]);
  if (row[0] === "p") return sum(row[1], values, math);
  if (row[0] === "u") return null;
  const found = row[1].map((at) => values[at]);
  if (found.includes(null)) return null;
  const known = /** @type {T[]} */ (found);
  switch (row[0]) {
    case "//":
      return known[1] === math.zero ? null : math.floor(known[0], known[1]);
    case "truncdiv":
      return known[1] === math.zero ? null : math.trunc(known[0], known[1]);
    case "relu":
      return known[0] > math.zero ? known[0] : math.zero;
    case "broadcast":
      return known.find((size) => size !== math.one) ?? math.one;
    case "scaled": {
      const [size, numerator, denominator] = known.map(Number);
      return math.from(scaled(size, numerator, denominator));
    }
    case "*":
      return known.reduce(math.times, math.one);
    default:
      return null;
  }
}

/**
 * A size times a float32, as float32 computes it, rounded down. The product of two float32 numbers is exact here.
 * @param {number} size
 * @param {number} numerator
 * @param {number} denominator a power of two
 * @returns {number}
 */
function scaled(size, numerator, denominator) {
  return Math.floor(Math.fround(Math.fround(size) * (numerator / denominator)));
}

/**
 * @template {Size} T
 * @param {import("./types").Terms} terms
 * @param {(T | null)[]} values
 * @param {Arithmetic<T>} math
 * @returns {T | null}
 */
function sum(terms, values, math) {
  let total = math.zero;
  for (const [coefficient, factors] of terms) {
    let product = math.from(coefficient);
    for (const [at, power] of factors) {
      const factor = values[at];
      if (factor === null) return null;
      for (let k = 0; k < power; k++) product = math.times(product, factor);
    }
    total = math.add(total, product);
  }
  return total;
}

/**
 * Whether a condition holds; null where it is not defined.
 * @param {Condition} condition
 * @param {(Size | null)[]} values
 * @returns {boolean | null}
 */
export function holds(condition, values) {
  const [kind, ...rest] = condition;
  if (kind === "any" || kind === "all") {
    for (const part of /** @type {Condition[]} */ (rest)) {
      const found = holds(part, values);
      if (found === null) return null;
      if (found === (kind === "any")) return found;
    }
    return kind === "all";
  }
  const [a, b] = /** @type {number[]} */ (rest).map((at) => values[at]);
  if (a === null || b === null) return null;
  // A bigint and a number are compared by their values, not by their types.
  const same = a == b; // eslint-disable-line eqeqeq
  if (kind === "==") return same;
  if (kind === ">=") return a >= b;
  if (kind === "broadcast") return same || a == 1 || b == 1;
  if (a == 0) return b == 0;
  if (typeof a === "number" && typeof b === "number") return b % a === 0;
  return BigInt(b) % BigInt(a) === 0n;
}

/**
 * The symbols in a row, by position.
 * @param {DimRow[]} rows
 * @param {number} at
 * @param {Set<number>} [found]
 * @param {Set<number>} [seen]
 */
export function symbolsOf(rows, at, found = new Set(), seen = new Set()) {
  if (seen.has(at)) return found;
  seen.add(at);
  const row = rows[at];
  if (row[0] === "s") found.add(row[1][0]);
  else for (const part of partsOf(row)) symbolsOf(rows, part, found, seen);
  return found;
}

/**
 * The rows that a row is made of.
 * @param {DimRow} row
 * @returns {number[]}
 */
export function partsOf(row) {
  if (row[0] === "c" || row[0] === "s" || row[0] === "u") return [];
  if (row[0] === "p") return row[1].flatMap(([, factors]) => factors.map(([at]) => at));
  return row[1];
}

/**
 * @param {DimRow[]} rows
 * @param {Condition} condition
 * @param {Set<number>} [found]
 */
export function conditionSymbols(rows, condition, found = new Set()) {
  for (const part of condition.slice(1)) {
    if (Array.isArray(part)) conditionSymbols(rows, part, found);
    else symbolsOf(rows, /** @type {number} */ (part), found);
  }
  return found;
}

/**
 * A row as text.
 * @param {DimRow[]} rows
 * @param {{name: string}[]} symbols
 * @param {number} at
 * @returns {string}
 */
export function dimText(rows, symbols, at) {
  const row = rows[at];
  if (row[0] === "c") return String(row[1][0]);
  if (row[0] === "s") return symbols[row[1][0]].name;
  if (row[0] === "u") return "?";
  if (row[2] !== undefined) return row[2];
  if (row[0] === "p") return `a sum of ${row[1].length} terms`;
  return `${row[0]}(${row[1].map((part) => dimText(rows, symbols, part)).join(", ")})`;
}

/**
 * The rows that some rows need, and how to evaluate them alone: a table in which sizes can be tried fast.
 * @param {DimRow[]} rows
 * @param {Condition[]} conditions
 * @returns {{rows: DimRow[], conditions: Condition[]}}
 */
export function excerpt(rows, conditions) {
  /** @type {Set<number>} */
  const needed = new Set();
  /** @param {number} at */
  const need = (at) => {
    if (needed.has(at)) return;
    needed.add(at);
    partsOf(rows[at]).forEach(need);
  };
  /** @param {Condition} condition */
  const visit = (condition) => {
    for (const part of condition.slice(1)) Array.isArray(part) ? visit(part) : need(/** @type {number} */ (part));
  };
  conditions.forEach(visit);
  const order = [...needed].sort((a, b) => a - b);
  const place = new Map(order.map((at, i) => [at, i]));
  /** @param {number} at */
  const moved = (at) => /** @type {number} */ (place.get(at));
  const found = order.map((at) => {
    const row = rows[at];
    if (row[0] === "c" || row[0] === "s" || row[0] === "u") return row;
    if (row[0] === "p") {
      const terms = row[1].map(([k, factors]) => [k, factors.map(([f, power]) => [moved(f), power])]);
      return /** @type {DimRow} */ (/** @type {unknown} */ (["p", terms, row[2]]));
    }
    return /** @type {DimRow} */ ([row[0], row[1].map(moved), row[2]]);
  });
  /** @param {Condition} condition @returns {Condition} */
  const remapped = (condition) =>
    /** @type {Condition} */ (
      condition.map((part, i) => (i === 0 ? part : Array.isArray(part) ? remapped(part) : moved(/** @type {number} */ (part))))
    );
  return { rows: found, conditions: conditions.map(remapped) };
}

/**
 * The nearest sizes of a symbol, below and above, at which all conditions hold while the other symbols stay.
 * Where a condition is not defined it does not apply.
 * @param {DimRow[]} rows
 * @param {Condition[]} conditions
 * @param {number[]} sizes
 * @param {number} symbol
 * @param {number} [reach] how far away sizes are tried
 * @returns {number[]}
 */
export function nearest(rows, conditions, sizes, symbol, reach = 4096) {
  const part = excerpt(rows, conditions);
  const tried = sizes.slice();
  const found = [];
  for (const step of [-1, 1]) {
    for (let k = 1; k <= reach; k++) {
      const size = sizes[symbol] + step * k;
      if (size < 0) break;
      tried[symbol] = size;
      const values = evaluate(part.rows, tried);
      if (part.conditions.every((condition) => holds(condition, values) !== false)) {
        found.push(size);
        break;
      }
    }
  }
  return found;
}

/**
 * The text of a sum of rows, with equal products collected: ``8*batch*seq + 64``.
 * @param {DimRow[]} rows
 * @param {{name: string}[]} symbols
 * @param {number[]} summands rows, each counted as often as it is listed
 * @returns {string}
 */
export function sumText(rows, symbols, summands) {
  /** @type {Map<string, [bigint, [number, number][]]>} */
  const sums = new Map();
  /** @param {bigint} coefficient @param {[number, number][]} factors */
  const add = (coefficient, factors) => {
    const key = factors.map((factor) => factor.join("^")).join(" ");
    const known = sums.get(key);
    if (known) known[0] += coefficient;
    else sums.set(key, [coefficient, factors]);
  };
  for (const at of summands) {
    const row = rows[at];
    if (row[0] === "c") add(BigInt(row[1][0]), []);
    else if (row[0] === "p") for (const [k, factors] of row[1]) add(BigInt(k), factors);
    else add(1n, [[at, 1]]);
  }
  const terms = [...sums.values()].filter(([k]) => k !== 0n);
  terms.sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? 1 : -1));
  /** @param {[number, number]} factor */
  const factorText = ([at, power]) => {
    const text = dimText(rows, symbols, at);
    const closed = /^[\w?]+$|^\w+\([^()]*\)$/.test(text) ? text : `(${text})`;
    return power === 1 ? closed : `${closed}**${power}`;
  };
  const texts = terms.map(([k, factors]) => {
    const product = factors.map(factorText).join("*");
    return !product ? String(k) : k === 1n ? product : `${k}*${product}`;
  });
  return texts.length ? texts.join(" + ").replace(/\+ -/g, "- ") : "0";
}
