// @ts-check
// The playground's page: takes a dropped model, shows its report in a frame, and hands sizes to the engine.

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const worker = new Worker("./worker.js", { type: "module" });
let asked = 0;
/** @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
/** @type {File | null} */
let model = null;
let html = "";
let isReady = false;

/** @param {string} kind @param {object} [more] @returns {Promise<any>} */
function ask(kind, more = {}) {
  const id = ++asked;
  worker.postMessage({ kind, id, ...more });
  return new Promise((resolve) => waiting.set(id, resolve));
}

worker.onmessage = (event) => {
  const { kind, id, text, share } = event.data;
  if (kind === "progress") {
    isReady = share === 1;
    byId("progress").value = share;
    byId("progress").hidden = isReady;
    if (!model) say(isReady ? "Ready. The model is read here, in your browser; nothing is uploaded." : `${text} …`);
    document.body.dataset.ready = String(isReady);
  } else if (kind === "failed") say(text, true);
  else {
    waiting.get(id)?.(event.data);
    waiting.delete(id);
  }
};

/** @param {string} text @param {boolean} [bad] */
function say(text, bad = false) {
  byId("status").textContent = text;
  byId("status").className = bad ? "bad" : "";
}

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** Open the first model among dropped files; the others may hold its weights. @param {File[]} files */
async function open(files) {
  const found = files.find((file) => /\.onnx$/i.test(file.name)) ?? files[0];
  if (!found) return;
  model = found;
  byId("start").hidden = false;
  byId("report").hidden = true;
  document.body.dataset.shown = "";
  say(isReady ? `reading ${found.name} …` : `${found.name} is read as soon as the engine has started …`);
  const beside = Object.fromEntries(files.filter((file) => file !== found).map((file) => [file.name, file.size]));
  const answer = await ask("open", { file: found, beside });
  if (model !== found) return; // another model was dropped meanwhile
  if (answer.error) {
    say(`${found.name}: ${answer.error}`, true);
    return;
  }
  html = answer.html;
  byId("name").textContent = found.name;
  byId("told").textContent = `${answer.nodes} nodes in ${answer.milliseconds} ms; ${size(answer.asked)} of ${size(found.size)} were read`;
  byId("engine").textContent = "Type sizes into the report: the engine answers here.";
  byId("engine").className = "";
  byId("frame").srcdoc = html;
  byId("start").hidden = true;
  byId("report").hidden = false;
  document.body.dataset.shown = found.name;
}

let checking = false;
/** @type {Record<string, number> | null} */
let wanted = null;

/** Ask the engine about the newest sizes; those between are left out. @param {Record<string, number>} sizes */
async function check(sizes) {
  wanted = sizes;
  if (checking) return;
  checking = true;
  while (wanted) {
    const now = wanted;
    wanted = null;
    const answer = await ask("check", { sizes: now });
    if (wanted) continue;
    byId("engine").textContent = answer.error ?? answer.text;
    byId("engine").className = answer.ok ? "good" : "bad";
  }
  checking = false;
}

addEventListener("message", (event) => {
  if (event.source !== byId("frame").contentWindow || event.data?.shapeinfer !== "sizes") return;
  check(Object.fromEntries(event.data.sizes));
});

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const stem = () => (model?.name ?? "model").replace(/\.onnx$/i, "");

byId("save-report").addEventListener("click", () => download(new Blob([html], { type: "text/html" }), `${stem()}.html`));
byId("save-model").addEventListener("click", async () => {
  const file = model;
  if (!file) return;
  const answer = await ask("annotate");
  if (answer.error) {
    byId("engine").textContent = answer.error;
    byId("engine").className = "bad";
    return;
  }
  const parts = answer.pieces.map((/** @type {any} */ piece) => (Array.isArray(piece) ? file.slice(piece[0], piece[1]) : piece));
  download(new Blob(parts, { type: "application/octet-stream" }), `${stem()}.annotated.onnx`);
});
byId("another").addEventListener("click", () => byId("file").click());
byId("choose").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", () => open([...byId("file").files]));
byId("sample").addEventListener("click", async () => {
  const answer = await fetch("./sample.onnx");
  open([new File([await answer.blob()], "unet.onnx")]);
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.dataset.over = "true";
});
addEventListener("dragleave", () => (document.body.dataset.over = ""));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.dataset.over = "";
  open([...(event.dataTransfer?.files ?? [])]);
});
