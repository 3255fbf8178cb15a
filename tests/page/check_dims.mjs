// Reads cases from standard input and prints what dims.js makes of them; tests/page/test_dims.py compares.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { evaluate, holds, nearest, sumText } = await import(pathToFileURL(process.argv[2]));
const cases = JSON.parse(readFileSync(0, "utf8"));
const text = (value) => (value === null ? null : String(value));
const answers = cases.map(({ rows, symbols, conditions, trials, near, sums }) => ({
  trials: trials.map((sizes) => {
    const values = evaluate(rows, sizes);
    return { values: values.map(text), holds: conditions.map((condition) => holds(condition, values)) };
  }),
  near: near.map(({ condition, sizes, symbol }) => nearest(rows, [conditions[condition]], sizes, symbol)),
  sums: sums.map((summands) => sumText(rows, symbols, summands)),
}));
console.log(JSON.stringify(answers));
