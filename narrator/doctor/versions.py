"""Which program, machine and packages this is, and whether a package that is needed is missing."""

from __future__ import annotations

import platform
from contextlib import suppress
from pathlib import Path

from narrator import __version__
from narrator.doctor.check_names import PROGRAM
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.packages import NEEDED, WELCOME, there
from narrator.doctor.visit import Visit
from narrator.installed_packages import installed_version
from narrator.pip_command import PIP

MISSING = DoctorWords("versions.missing")
INSTALL = DoctorWords("versions.install")
WELL = DoctorWords("versions.well")

_BOARD = "proc/device-tree/model"


def versions(visit: Visit) -> Finding:
    """Say which program and machine this is, and look for its packages without loading them."""
    missing = [name for package, name in NEEDED.items() if not there(package)]
    if missing:
        packages = " ".join(missing)
        told = MISSING(packages=packages.replace(" ", ", "))
        return Finding(PROGRAM, State.WRONG, told, INSTALL(packages=packages, pip=PIP))
    text = WELL(version=__version__, python=platform.python_version(), machine=machine(visit.root))
    return Finding(PROGRAM, State.WELL, text)


def machine(root: Path) -> str:
    """Return what machine this is: a board's own name, or its architecture."""
    with suppress(OSError):
        board = (root / _BOARD).read_text(encoding="utf-8", errors="replace").strip("\0 \n")
        return f"{board} ({platform.machine()})"
    return platform.machine()


def inventory(root: Path) -> dict[str, str]:
    """Return the versions of all that matters, by name; an empty text for what is not here."""
    system = platform.freedesktop_os_release() if Path("/etc/os-release").is_file() else {}
    packages = {**NEEDED, **WELCOME, "click": "click"}
    return {
        "narrator": __version__,
        "python": platform.python_version(),
        "system": system.get("PRETTY_NAME", ""),
        "kernel": f"{platform.system()} {platform.release()}",
        "machine": machine(root),
        **{name: installed_version(name) for name in sorted(packages.values(), key=str.casefold)},
    }
