"""Stand-ins for the libraries of CUDA and TensorRT, so that onnxruntime-gpu can be asked what it has.

Its kernels are listed by libraries that want those of NVIDIA when they are loaded. For a listing nobody needs
what their functions do: here each returns 0, an empty object or a fixed text. Needs gcc, nm and readelf.
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

# What the libraries of the runtime need that is not on a machine without a GPU.
_FOREIGN = re.compile(r"lib(cu|nv)")
# Symbols that do not say which library they are of: the beginning of the name -> that of the library.
_OWNERS = (
    ("cublasLt", "libcublasLt"), ("cublas", "libcublas."), ("cudnn", "libcudnn"), ("curand", "libcurand"),
    ("cufft", "libcufft"), ("cupti", "libcupti"), ("cuda", "libcudart"), ("__cuda", "libcudart"),
    ("cu", "libcuda."), ("createNvOnnxParser", "libnvonnxparser"), ("create", "libnvinfer"),
    ("getInfer", "libnvinfer"), ("getPluginRegistry", "libnvinfer"), ("initLibNv", "libnvinfer"),
)  # fmt: skip
_PREAMBLE = """\
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
static long nothing() { return 0; }
static void *methods[256] = { [0 ... 255] = nothing };
static void *object = methods;
"""


def build(libraries: Iterable[Path], folder: Path) -> None:
    """Write a stand-in into the folder for every foreign library that these need. CalledProcessError."""
    needed: dict[str, None] = {}
    symbols: dict[str, None] = {}
    for library in libraries:
        dynamic = _said("readelf", "-d", str(library))
        needed |= dict.fromkeys(n for n in re.findall(r"\[(lib[^\]]+)\]", dynamic) if _FOREIGN.match(n))
        undefined = _said("nm", "-D", "--undefined-only", str(library))
        symbols |= dict.fromkeys(re.findall(r"^\s+U (\S+)", undefined, re.M))
    of: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for symbol in sorted(symbols):
        name, _, version = symbol.partition("@")
        owner = _owner(name, version.lstrip("@"), needed)
        if owner is not None:
            of[owner].append((name, version.lstrip("@")))
    folder.mkdir(parents=True, exist_ok=True)
    for library_name in needed:
        _compile(library_name, of[library_name], folder)


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _owner(name: str, version: str, needed: Iterable[str]) -> str | None:
    if version in needed:
        return version
    beginning = next((library for prefix, library in _OWNERS if name.startswith(prefix)), None)
    return next((n for n in needed if beginning is not None and n.startswith(beginning)), None)


def _compile(library: str, symbols: list[tuple[str, str]], folder: Path) -> None:
    source, script = folder / f"{library}.c", folder / f"{library}.map"
    source.write_text(_PREAMBLE + "\n".join(_function(name) for name, _ in symbols) + "\n", encoding="utf-8")
    versions: dict[str, list[str]] = defaultdict(list)
    for name, version in symbols:
        versions[version].append(name)
    lines = [
        f"{version} {{ global: {'; '.join(names)}; }};" for version, names in versions.items() if version
    ]
    script.write_text("\n".join(lines), encoding="utf-8")
    options = [f"-Wl,--version-script={script}"] if lines else []
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-w", "-O1", f"-Wl,-soname,{library}", *options,
         "-o", str(folder / library), str(source)],
        check=True,
    )  # fmt: skip


def _function(name: str) -> str:
    if re.search(r"(Error|Status)(String|Name)$", name):
        return f'const char *{name}() {{ return "none"; }}'
    if name == "cudaGetDeviceCount":
        return f"int {name}(int *count) {{ *count = 1; return 0; }}"
    if name == "cudaGetDevice":
        return f"int {name}(int *device) {{ *device = 0; return 0; }}"
    if name == "cudaMemGetInfo":
        return f"int {name}(size_t *free, size_t *all) {{ *free = *all = (size_t)1 << 33; return 0; }}"
    if name.startswith("cudaGetDeviceProperties"):
        return f"int {name}(char *properties) {{ memset(properties, 0, 700); return 0; }}"
    if name in ("cudaMalloc", "cudaMallocHost", "cudaHostAlloc"):
        return f"int {name}(void **memory, size_t size) {{ *memory = malloc(size ? size : 1); return 0; }}"
    if name == "__cudaRegisterFatBinary":
        return f"static void *handle; void **{name}() {{ return &handle; }}"
    if name.startswith("create") or name == "getPluginRegistry":
        return f"void *{name}() {{ return &object; }}"
    return f"long {name}() {{ return 0; }}"
