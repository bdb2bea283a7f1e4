"""Addresses from which something may be fetched: https, or plain http on this machine itself."""

from __future__ import annotations

from urllib.parse import urlsplit

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


def host(address: str) -> str:
    """Return the name of the machine that an address leads to, empty where it has none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def trusted(address: str) -> bool:
    """Say whether what comes from there was not changed on its way: encrypted, or not on any way at all."""
    try:
        parts = urlsplit(address)
        named = bool(parts.hostname) and parts.port != 0 and not parts.username
    except ValueError:
        return False
    return named and (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in THIS_MACHINE))


def follows(origin: str, target: str) -> bool:
    """Say whether a redirection may be followed: from https to https, from this machine to itself or to https."""
    if urlsplit(origin).scheme == "https":
        return trusted(target) and urlsplit(target).scheme == "https"
    return trusted(target)
