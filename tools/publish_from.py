"""Enters the address of the repository into a checkout from which a release is built.

In the repository no file names its own address: links are relative, so that clones and forks are right. What
is published needs it: a package index shows README.md alone, pyproject.toml gives the project's links, and
SARIF names a page for each code. The release workflow runs this, and nothing of it is committed.

Usage: python tools/publish_from.py https://HOST/OWNER/NAME [--root FOLDER]
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_ADDRESS = re.compile(r"https://[\w.-]+/[\w.-]+/[\w./-]*[\w-]")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)")


def publish_from(address: str, root: Path) -> None:
    """Rewrite README.md, pyproject.toml and shapeinfer/version.py below ``root``. Raises ValueError if the
    address is no https address of a repository, or one was entered before."""
    if not _ADDRESS.fullmatch(address):
        raise ValueError(f"{address!r} is not https://HOST/OWNER/NAME")
    place = root / "shapeinfer" / "version.py"
    text = place.read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if version is None or 'REPOSITORY = ""\n' not in text:
        raise ValueError(f"{place} has an address, or no version")
    tag = f"v{version.group(1)}"
    place.write_text(text.replace('REPOSITORY = ""\n', f'REPOSITORY = "{address}"\n'), encoding="utf-8")
    readme = root / "README.md"
    readme.write_text(absolute(readme.read_text(encoding="utf-8"), address, tag), encoding="utf-8")
    settings = root / "pyproject.toml"
    text = settings.read_text(encoding="utf-8")
    urls = (
        f'[project.urls]\nRepository = "{address}"\nDocumentation = "{address}/blob/{tag}/docs/index.md"\n'
        f'Changelog = "{address}/blob/{tag}/CHANGELOG.md"\nIssues = "{address}/issues"\n\n'
    )
    settings.write_text(
        text.replace("[project.scripts]\n", f"{urls}[project.scripts]\n", 1), encoding="utf-8"
    )


def absolute(text: str, address: str, tag: str) -> str:
    """Markdown whose links to files of the repository are absolute."""

    def link(found: re.Match[str]) -> str:
        image, label, target = found.groups()
        if "://" in target or target.startswith("#"):
            return found.group()
        label = _LINK.sub(link, label)
        return f"{image}[{label}]({address}/{'raw' if image else 'blob'}/{tag}/{target})"

    return _LINK.sub(link, text)


def main() -> None:
    """Do it for the address on the command line."""
    parser = argparse.ArgumentParser(description="enter the address of the repository into this checkout")
    parser.add_argument("address")
    parser.add_argument("--root", type=Path, default=ROOT)
    options = parser.parse_args()
    publish_from(options.address.rstrip("/"), options.root)


if __name__ == "__main__":
    main()
