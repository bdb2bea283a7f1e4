"""Which Python packages are installed, and in which version; none of them is loaded."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def installed_version(package: str) -> str:
    """Return the version of a package, by the name under which pip knows it; empty where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
