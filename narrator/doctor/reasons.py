"""Why a keypad, a button or a light is missing, and what to do: the doctor's words for what opening them reports."""

from __future__ import annotations

from narrator.devices.opening import Reason
from narrator.doctor.finding import DoctorWords, State
from narrator.doctor.visit import FREE, Visit
from narrator.pip_command import PIP

NO_EVDEV = DoctorWords("reasons.no_evdev")
GET_EVDEV = DoctorWords("reasons.get_evdev")(pip=PIP)
DENIED = DoctorWords("reasons.denied")
JOIN = DoctorWords("reasons.join")
BUSY = DoctorWords("reasons.busy")
NO_PAD = DoctorWords("reasons.no_pad")
PLUG_PAD = DoctorWords("reasons.plug_pad")
KEYBOARDS = DoctorWords("reasons.keyboards")
NAME_IT = DoctorWords("reasons.name_it")
UNNAMED = DoctorWords("reasons.unnamed")
NAME_ANOTHER = DoctorWords("reasons.name_another")
NO_KEY = DoctorWords("reasons.no_key")
PLUG_KEY = DoctorWords("reasons.plug_key")
UNKNOWN_KEY = DoctorWords("reasons.unknown_key")
WRITE_KEY = DoctorWords("reasons.write_key")
ON_KEYPAD = DoctorWords("reasons.on_keypad")
OTHER_KEY = DoctorWords("reasons.other_key")
NO_PINS = DoctorWords("reasons.no_pins")
ON_A_PI = DoctorWords("reasons.on_a_pi")
NO_GPIOZERO = DoctorWords("reasons.no_gpiozero")
GET_GPIOZERO = DoctorWords("reasons.get_gpiozero")(pip=PIP)
BROKEN = DoctorWords("reasons.broken")
MEND_PINS = DoctorWords("reasons.mend_pins")(pip=PIP)
REFUSED = DoctorWords("reasons.refused")
OTHER_PIN = DoctorWords("reasons.other_pin")
UNKNOWN_LIGHT = DoctorWords("reasons.unknown_light")
WRITE_LIGHT = DoctorWords("reasons.write_light")
NO_LED = DoctorWords("reasons.no_led")
LED_ON_PIN = DoctorWords("reasons.led_on_pin")
OTHER = DoctorWords("reasons.other")
LOOK = DoctorWords("reasons.look")

SAID = {
    "hands.no_evdev": (NO_EVDEV, GET_EVDEV),
    "hands.denied": (DENIED, JOIN),
    "hands.busy": (BUSY, FREE),
    "hands.no_gpiozero": (NO_GPIOZERO, GET_GPIOZERO),
    "keypad.none": (NO_PAD, PLUG_PAD),
    "keypad.keyboards": (KEYBOARDS, NAME_IT),
    "keypad.unnamed": (UNNAMED, NAME_ANOTHER),
    "button.none": (NO_KEY, PLUG_KEY),
    "button.unknown": (UNKNOWN_KEY, WRITE_KEY),
    "button.on_keypad": (ON_KEYPAD, OTHER_KEY),
    "pins.none": (NO_PINS, ON_A_PI),
    "pins.broken": (BROKEN, MEND_PINS),
    "pins.refused": (REFUSED, OTHER_PIN),
    "light.unknown": (UNKNOWN_LIGHT, WRITE_LIGHT),
    "light.no_keypad": (NO_LED, LED_ON_PIN),
}
"""By the line that a game says for the same reason."""

TAKEN = ("hands.busy", "pins.refused")
"""Those that are so where another program has the piece."""


def said(reasons: tuple[Reason, ...], visit: Visit) -> tuple[State, DoctorWords, DoctorWords]:
    """Return how grave the first of some reasons is, of which there is one, what it is, and what to do."""
    reason = reasons[0]
    values = {name: term.value for name, term in reason.terms.items()}
    if reason.line not in SAID:
        return State.WRONG, OTHER(detail=reason.line), LOOK
    text, remedy = SAID[reason.line]
    if reason.line in TAKEN:
        return visit.fault, text(**values), visit.freeing(remedy)
    return State.WRONG, text(**values), remedy
