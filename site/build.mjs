// Builds the playground into public/: npm ci && npm run build
// The engine's sources and Python's own library are compiled here, by the Python that will run them: compiling
// them in every visitor's browser would take most of the start.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "public");
const packages = join(here, "node_modules", "pyodide");

// What no model needs: tools, networking, user interfaces, tests.
const LEFT_OUT = `
  __phello__ _pydecimal _pyrepl bdb cProfile cmd ctypes curses dbm doctest email ensurepip ftplib getpass html http
  idlelib imaplib lib2to3 mailbox multiprocessing netrc optparse pdb poplib profile pstats pty pyclbr pydoc
  pydoc_data sched smtplib sqlite3 tabnanny tarfile this timeit tkinter trace turtle turtledemo unittest uuid venv
  wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
`.trim().split(/\s+/);
const ENCODINGS = ["__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig", "utf_16", "raw_unicode_escape", "unicode_escape"];

const COMPILE = `
import importlib.util, marshal, zipfile

def compiled(source, name):
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
    return head + marshal.dumps(code)

def convert(source, target, keeps):
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name in sorted(old.namelist()):
            if name.endswith("/") or not keeps(name):
                continue
            data = old.read(name)
            if name.endswith(".py"):
                name, data = name + "c", compiled(data, name)
            new.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)

def is_kept(name):
    stem = name.removesuffix(".py")
    if stem.startswith("encodings/"):
        return stem.removeprefix("encodings/") in ENCODINGS
    return not any(stem == left or stem.startswith(left + "/") for left in LEFT_OUT)

convert("/library.zip", "/library_out.zip", is_kept)
convert("/engine.zip", "/engine_out.zip", lambda name: True)
`;

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "pyodide"), { recursive: true });
execFileSync(process.env.PYTHON ?? "python3", [join(here, "prepare.py"), out], { stdio: "inherit" });
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"]) {
  copyFileSync(join(packages, name), join(out, "pyodide", name));
}

const python = await loadPyodide();
python.FS.writeFile("/library.zip", readFileSync(join(packages, "python_stdlib.zip")));
python.FS.writeFile("/engine.zip", readFileSync(join(out, "engine_source.zip")));
python.globals.set("LEFT_OUT", python.toPy(LEFT_OUT));
python.globals.set("ENCODINGS", python.toPy(ENCODINGS));
python.runPython(COMPILE);
writeFileSync(join(out, "library.zip"), python.FS.readFile("/library_out.zip"));
writeFileSync(join(out, "engine.zip"), python.FS.readFile("/engine_out.zip"));
rmSync(join(out, "engine_source.zip"));
for (const name of ["library.zip", "engine.zip"]) console.log(name, readFileSync(join(out, name)).length, "bytes");
