"""How warm the machine is, and whether it was slowed down or starved of power: a Raspberry Pi says so."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from narrator.doctor.check_names import HEAT
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.system_programs import NotRunError, answer_of
from narrator.doctor.visit import Visit

UNKNOWN = DoctorWords("La machine n'en dit rien.", "The machine does not say.")
STARVED = DoctorWords("Le courant est trop faible en ce moment.", "The power supply is too weak at this moment.")
SUPPLY = DoctorWords(
    "Prenez l'alimentation prévue pour la carte (5 V, 3 A ; 5 A pour un Pi 5) et un câble court.",
    "Take the power supply that is meant for the board (5 V, 3 A; 5 A for a Pi 5) and a short cable.",
)
HOT = DoctorWords("{degrees} °C : la machine ralentit.", "{degrees} °C: the machine slows down.")
COOL = DoctorWords("Donnez-lui de l'air ou un radiateur.", "Give it air, or a heat sink.")
STARVED_BEFORE = DoctorWords(
    "{degrees} °C ; depuis l'allumage, le courant a été trop faible.",
    "{degrees} °C; power was too weak since start-up.",
)
SLOWED_BEFORE = DoctorWords("{degrees} °C ; ralentie depuis l'allumage.", "{degrees} °C; slowed down since start-up.")
WELL = DoctorWords("{degrees} °C.", "{degrees} °C.")

_HOT = 80.0
_ZONES, _THROTTLED = "sys/class/thermal", "sys/devices/platform/soc*/soc*:firmware/get_throttled"
# Bits that the firmware of a Raspberry Pi sets: what is so now, and, 16 bits higher, what has been since start-up.
_WEAK, _SLOWED = 0b0001, 0b1110


def heat(visit: Visit) -> Finding:
    """Read the warmest sensor, and what a Raspberry Pi's firmware says of power and speed."""
    degrees, bits = _warmest(visit.root / _ZONES), _throttled(visit.root)
    if degrees is None and bits is None:
        return Finding(HEAT, State.NOTE, UNKNOWN)
    bits, shown = bits or 0, "?" if degrees is None else round(degrees)
    if bits & _WEAK:
        return Finding(HEAT, State.WRONG, STARVED, SUPPLY)
    if bits & _SLOWED or (degrees or 0.0) >= _HOT:
        return Finding(HEAT, State.WRONG, HOT(degrees=shown), COOL)
    if bits >> 16 & _WEAK:
        return Finding(HEAT, State.NOTE, STARVED_BEFORE(degrees=shown), SUPPLY)
    if bits >> 16 & _SLOWED:
        return Finding(HEAT, State.NOTE, SLOWED_BEFORE(degrees=shown), COOL)
    return Finding(HEAT, State.WELL, WELL(degrees=shown))


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
