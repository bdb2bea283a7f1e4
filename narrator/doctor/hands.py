"""Whether keypad, button and private light are there, and whether somebody who is asked can use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from queue import Empty, SimpleQueue

from narrator.base.resources import PIP
from narrator.devices.button import Length
from narrator.devices.connection import REST, ConnectedDevices, DeviceConnection, PressedBefore
from narrator.devices.input_events import CAPS, ENTER, PressedKeys, has_digits, has_letters
from narrator.devices.keypad import NAME, Keypad, LineReceiver, is_keypad
from narrator.devices.light import Lamp
from narrator.devices.opening import AUTO, NONE, DeviceOptions, OpenDevices, Reason, open_devices, remembered_keyboard
from narrator.doctor.visit import BUTTON, FREE, KEYPAD, LIGHT, Asking, DoctorWords, Finding, State, Visit, says
from narrator.table.inbox.inbox import Clock
from narrator.table.inbox.moment import Moment

CALLED: Mapping[str, DoctorWords | str] = {
    **{digit: digit for digit in "0123456789"},
    ".": says("key.point"),
    "+": says("key.plus"),
    "-": says("key.minus"),
    "*": says("key.star"),
    "/": says("key.slash"),
    ENTER: says("key.enter"),
}
"""The keys that are asked for, and what they are called aloud; as far as the pad has them."""

_SECONDS_A_KEY, _SECONDS_TO_PRESS = 8.0, 15.0
_GIVEN_UP = 3  # keys in a row that nobody pressed
_MOMENT = 0.25
_ON, _OFF = 0.4, 0.5  # seconds


def keypad(visit: Visit) -> Finding:
    """Look for the pad that a game would take; where somebody can be asked, have each key pressed."""
    options = visit.settings.keypad.strip() or AUTO
    if options.casefold() == NONE:
        return KEYPAD.note(says("keypad.unwanted"))
    with _opened(visit, keypad=options) as found:
        if found.keypad is not None and visit.asking is not None and not visit.quick:
            _choose(found.keypad, found.reasons, visit)
        name = found.keypad.name if found.keypad is not None else None
    if name is None:
        needed = bool(visit.settings.keypad) or (visit.boxed and not visit.settings.button)
        state, text, remedy = said(found.reasons, visit)
        return Finding(KEYPAD, state if needed else State.NOTE, text, remedy)
    if visit.asking is None or visit.quick:
        return KEYPAD.well(says("keypad.there", name=name))
    return _pressed(visit, "" if options.casefold() == AUTO else options, name)


def _choose(pad: Keypad, reasons: tuple[Reason, ...], visit: Visit) -> None:
    """Where a box has several keyboards, have the one pressed that is to be its pad: it is remembered."""
    if not visit.boxed or [reason.line for reason in reasons] != ["keypad.keyboards"]:
        return
    visit.tell(says("keypad.press", key="5"))
    end = visit.clock.now() + _SECONDS_TO_PRESS
    while not pad.step() and visit.clock.now() < end:
        visit.clock.sleep(REST)


@contextmanager
def answering(visit: Visit, asking: Asking) -> Iterator[None]:
    """Take lines from the pad, too, for a while; nothing where there is none."""
    options = visit.settings.keypad.strip() or AUTO
    with _opened(visit, keypad=options) as found:
        if found.keypad is not None:
            found.keypad.receiver = LineReceiver(Moment, lambda typed: asking.put(typed.text))
            found.start()
        yield


def _pressed(visit: Visit, named: str, name: str) -> Finding:
    claims, before = has_digits if visit.boxed else None, PressedBefore(remembered_keyboard())
    pad = DeviceConnection(visit.inputs(), is_keypad(named), visit.clock, _nobody(), NAME, claims=claims, before=before)
    try:
        if not pad.begin() or pad.device is None:
            return KEYPAD.note(says("keypad.left", name=name))
        has = {CAPS[key] for key in pad.device.keys if key in CAPS}
        caps = [cap for cap in CALLED if cap in has]
        missed: list[str] = []
        for cap in caps:
            visit.tell(says("keypad.press", key=CALLED[cap]))
            if not _felt(pad, cap, visit):
                missed.append(cap)
            if missed == caps[:_GIVEN_UP]:
                return KEYPAD.note(says("keypad.left", name=name))
    finally:
        pad.close()
    if missed:
        keys = tuple(CALLED[cap] for cap in missed)
        return KEYPAD.wrong(says("keypad.some_not", name=name, keys=keys), says("keypad.clean"))
    return KEYPAD.well(says("keypad.all_felt", name=name, count=len(caps)))


def _felt(pad: DeviceConnection, cap: str, visit: Visit) -> bool:
    """Wait until a key is pressed; other keys are no answer."""
    end = visit.clock.now() + _SECONDS_A_KEY
    keys, letters = PressedKeys(), pad.device is not None and has_letters(pad.device)
    while visit.clock.now() < end:
        events = pad.read(_MOMENT)
        if events is None:
            return False
        if cap in keys.caps(events, letters=letters):
            return True
    return False


def button(visit: Visit) -> Finding:
    """Open the button that the settings name; where somebody can be asked, have it pressed."""
    text = visit.settings.button.strip()
    if text.casefold() in ("", NONE):
        return BUTTON.note(says("button.unwanted"))
    with _opened(visit, button=text) as found:
        if found.button is None or not found.has_button:
            return Finding(BUTTON, *said(found.reasons, visit))
        if visit.asking is None or visit.quick:
            return BUTTON.well(says("button.there", text=text))
        lengths: SimpleQueue[Length] = SimpleQueue()
        found.button.to(lambda: lengths.put)
        found.start()
        visit.tell(says("button.press"))
        try:
            length = lengths.get(timeout=_SECONDS_TO_PRESS)
        except Empty:
            return BUTTON.wrong(says("button.not_felt", text=text), says("button.wire"))
    told = says("button.felt", text=text) if length is Length.SHORT else says("button.felt_long", text=text)
    return BUTTON.well(told)


def light(visit: Visit) -> Finding:
    """Open the light that the settings name and let it blink; where somebody can be asked, ask how often."""
    text = visit.settings.light.strip()
    if text.casefold() in ("", NONE):
        return LIGHT.note(says("light.unwanted"))
    pad = visit.settings.keypad.strip() or AUTO
    times = visit.lot(2, 5) if visit.asking is not None and not visit.quick else 1
    with _opened(visit, keypad=pad if text.casefold() == NAME else "", light=text) as found:
        if found.lamp is None:
            return Finding(LIGHT, *said(found.reasons, visit))
        if visit.asking is None or visit.quick:
            _blink(found.lamp, times, visit.clock)
            return LIGHT.well(says("light.there", text=text))
        visit.tell(says("light.watch"))
        _blink(found.lamp, times, visit.clock)
    with answering(visit, visit.asking):
        visit.asking.forget()
        answer = visit.asking.line()
    if not answer:
        return LIGHT.wrong(says("light.nobody", text=text), says("light.turn"))
    if answer != str(times):
        return LIGHT.wrong(says("light.not_seen", text=text, count=times, answer=answer), says("light.turn"))
    return LIGHT.well(says("light.seen", text=text, count=times))


def _opened(visit: Visit, **options: str) -> OpenDevices:
    wanted = DeviceOptions(**options, typed=not visit.boxed, remembered=remembered_keyboard())
    return open_devices(wanted, _nobody(), visit.clock, devices=visit.inputs)


def _blink(lamp: Lamp, times: int, clock: Clock) -> None:
    for _ in range(times):
        for on, seconds in ((True, _ON), (False, _OFF)):
            lamp.set(on)
            clock.sleep(seconds)


def _nobody() -> ConnectedDevices:
    """Return devices of whose coming and going nobody is told."""
    return ConnectedDevices(lambda _entry: None)


# --- why a piece is missing, and what to do: the words for what opening it reports --------------------------------


SAID = {
    "hands.no_evdev": (says("reasons.no_evdev"), says("reasons.get_evdev", pip=PIP)),
    "hands.denied": (says("reasons.denied"), says("reasons.join")),
    "hands.busy": (says("reasons.busy"), FREE),
    "hands.no_gpiozero": (says("reasons.no_gpiozero"), says("reasons.get_gpiozero", pip=PIP)),
    "keypad.none": (says("reasons.no_pad"), says("reasons.plug_pad")),
    "keypad.keyboards": (says("reasons.keyboards"), says("reasons.name_it")),
    "keypad.unnamed": (says("reasons.unnamed"), says("reasons.name_another")),
    "button.none": (says("reasons.no_key"), says("reasons.plug_key")),
    "button.unknown": (says("reasons.unknown_key"), says("reasons.write_key")),
    "button.on_keypad": (says("reasons.on_keypad"), says("reasons.other_key")),
    "pins.none": (says("reasons.no_pins"), says("reasons.on_a_pi")),
    "pins.broken": (says("reasons.broken"), says("reasons.mend_pins", pip=PIP)),
    "pins.refused": (says("reasons.refused"), says("reasons.other_pin")),
    "light.unknown": (says("reasons.unknown_light"), says("reasons.write_light")),
    "light.no_keypad": (says("reasons.no_led"), says("reasons.led_on_pin")),
}
"""By the line that a game says for the same reason."""

TAKEN = ("hands.busy", "pins.refused")
"""Those that are so where another program has the piece."""


def said(reasons: tuple[Reason, ...], visit: Visit) -> tuple[State, DoctorWords, DoctorWords]:
    """Return how grave the first of some reasons is, of which there is one, what it is, and what to do."""
    reason = reasons[0]
    values = {name: term.value for name, term in reason.terms.items()}
    if reason.line not in SAID:
        return State.WRONG, says("reasons.other", detail=reason.line), says("reasons.look")
    text, remedy = SAID[reason.line]
    if reason.line in TAKEN:
        return visit.fault, says(text.id, **values), visit.freeing(remedy)
    return State.WRONG, says(text.id, **values), remedy
