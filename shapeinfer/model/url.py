"""Printing of URLs without their secrets, and of their errors in one line."""

from __future__ import annotations

import errno
import os

_IN_EXTRA = frozenset(("http", "https", "s3", "s3a", "gs", "gcs", "hf"))


class RemoteError(OSError):
    """A URL could not be read; ``strerror`` says why and ``filename`` is the URL without its secrets."""


def refusal(url: str, reason: str) -> RemoteError:
    """The error that says why a URL is not read."""
    return RemoteError(errno.EIO, reason, shown(url))


def shown(url: str) -> str:
    """The URL as it may be printed: without user, password and query, where keys and signatures stand."""
    return "::".join([_without_secrets(part) for part in url.split("::")])


def _without_secrets(url: str) -> str:
    scheme, separator, rest = url.partition("://")
    if not separator:
        return url
    rest, query, _ = rest.partition("#")[0].partition("?")
    host, slash, path = rest.partition("/")
    _, at, host = host.rpartition("@")
    return f"{scheme}://{'***@' if at else ''}{host}{slash}{path}{'?***' if query else ''}"


def failure(url: str, error: Exception) -> RemoteError:
    """What went wrong, in one line and without what the URL keeps secret."""
    scheme = url.partition("://")[0]
    if isinstance(error, ImportError):
        if scheme in _IN_EXTRA or error.name == "fsspec":
            return refusal(url, f"{scheme}:// needs more packages: pip install 'shapeinfer[remote]'")
        return refusal(url, f"{scheme}:// needs another package: {error}")
    causes: list[BaseException] = [error]
    while causes[-1].__cause__ is not None:
        causes.append(causes[-1].__cause__)
    status = next((found for found in map(_status, causes) if found is not None), None)
    if status is not None:
        kind = {401: "access denied", 403: "access denied", 404: "not found"}.get(status, "refused")
        return refusal(url, f"{kind} (HTTP status {status})")
    cause = causes[-1]
    if "Timeout" in type(cause).__name__:
        return refusal(url, "no answer in time")
    if isinstance(cause, FileNotFoundError):
        return refusal(url, "not found")
    if isinstance(cause, PermissionError):
        return refusal(url, "access denied")
    if isinstance(cause, OSError) and (cause.errno or 0) > 0:
        return refusal(url, os.strerror(cause.errno or 0).lower())
    return refusal(url, f"{type(cause).__name__}: {_redacted(str(cause), url)}")


def _status(error: BaseException) -> int | None:
    """The HTTP status that an error of aiohttp, or of requests and httpx, stands for."""
    status = getattr(error, "status", None) or getattr(getattr(error, "response", None), "status_code", None)
    return status if isinstance(status, int) else None


def _redacted(text: str, url: str) -> str:
    """The first line of what a library says, without the secrets of this URL or any other that it names: a
    redirect leads to one with a user and a signature of its own."""
    import re

    text = text.partition("\n")[0].replace(url, shown(url))
    text = re.sub(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s'\"<>)]+", lambda found: shown(found[0]), text)
    _, _, rest = url.partition("://")
    rest, _, query = rest.partition("?")
    user, _, _ = rest.partition("/")[0].rpartition("@")
    for secret in (
        user,
        user.partition(":")[2],
        query,
        *[part.partition("=")[2] for part in query.split("&")],
    ):
        if secret:
            text = text.replace(secret, "***")
    return text
