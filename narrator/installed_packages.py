"""Which Python packages are installed, and how a person has pip install more; none of them is loaded.

A bare `pip` is another Python's, and Debian refuses it.
"""

from __future__ import annotations

import shlex
import sys
from importlib.metadata import PackageNotFoundError, version


def installed_version(package: str) -> str:
    """Return the version of a package, by the name under which pip knows it; empty where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


PIP = f"{shlex.quote(sys.executable)} -m pip"
"""What is typed into a shell in place of `pip`."""
