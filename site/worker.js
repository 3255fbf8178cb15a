// @ts-check
// Runs the engine, away from the page, so that the page stays alive. Nothing is sent anywhere.
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @type {any} */
let host;
/** @type {File | null} */
let file = null;

/** @param {string} text @param {number} share */
const progress = (text, share) => postMessage({ kind: "progress", text, share });

/** @param {string} name @param {(share: number) => void} told */
async function fetched(name, told) {
  const answer = await fetch(new URL(name, self.location.href));
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const size = Number(answer.headers.get("content-length")) || 1;
  const parts = [];
  let done = 0;
  for (const reader = answer.body.getReader(); ; ) {
    const { value, done: ended } = await reader.read();
    if (ended) break;
    parts.push(value);
    told(Math.min(1, (done += value.length) / size));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function start() {
  progress("fetching Python and the engine", 0.02);
  const engine = fetched("./engine.zip", (share) => progress("fetching the engine", 0.1 + 0.2 * share));
  const python = await loadPyodide({
    indexURL: new URL("./pyodide/", self.location.href).href,
    stdLibURL: new URL("./library.zip", self.location.href).href,
  });
  progress("starting the engine", 0.8);
  python.FS.mkdirTree("/site");
  python.unpackArchive(await engine, "zip", { extractDir: "/site" });
  python.runPython("import sys; sys.path.insert(0, '/site')");
  host = python.pyimport("host");
  progress("ready", 1);
}

/** @param {number} start @param {number} stop */
function slice(start, stop) {
  const reader = new FileReaderSync();
  return new Uint8Array(reader.readAsArrayBuffer(/** @type {File} */ (file).slice(start, stop)));
}

/** The last line of Python's error, which says what is wrong. @param {unknown} error */
function reason(error) {
  const lines = String(error instanceof Error ? error.message : error).trim().split("\n");
  return lines[lines.length - 1].replace(/^[\w.]*?(\w+(Error|Model)): /, "");
}

/** @type {Record<string, (message: any) => object>} */
const jobs = {
  open: (message) => {
    file = message.file;
    const started = performance.now();
    const answer = JSON.parse(host.open_model(slice, message.file.size, message.file.name, JSON.stringify(message.beside)));
    return { ...answer, milliseconds: Math.round(performance.now() - started) };
  },
  check: (message) => JSON.parse(host.check(JSON.stringify(message.sizes))),
  annotate: () => {
    const pieces = host.annotated();
    const found = [];
    for (const piece of pieces) {
      // Bytes arrive as a buffer, ranges as a pair.
      const isRange = typeof piece.get === "function" && piece.length === 2 && piece.type === "tuple";
      found.push(isRange ? [piece.get(0), piece.get(1)] : piece.toJs());
      piece.destroy();
    }
    pieces.destroy();
    return { pieces: found };
  },
};

const started = start().catch((error) => {
  postMessage({ kind: "failed", text: `The engine did not start: ${reason(error)}` });
  throw error;
});

self.onmessage = async (event) => {
  const { kind, id } = event.data;
  try {
    await started;
    postMessage({ kind, id, ...jobs[kind](event.data) });
  } catch (error) {
    postMessage({ kind, id, error: reason(error) });
  }
};
