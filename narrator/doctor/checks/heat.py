"""How warm the machine is, and whether it was slowed down or short of power, as a Raspberry Pi reports."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from narrator.doctor.check_names import HEAT
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.system_programs import NotRunError, answer_of
from narrator.doctor.visit import Visit

UNKNOWN = DoctorWords("heat.unknown")
STARVED = DoctorWords("heat.starved")
SUPPLY = DoctorWords("heat.supply")
HOT = DoctorWords("heat.hot")
COOL = DoctorWords("heat.cool")
STARVED_BEFORE = DoctorWords("heat.starved_before")
SLOWED_BEFORE = DoctorWords("heat.slowed_before")
WELL = DoctorWords("heat.well")

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
