"""Whether there is a numeric pad, and whether each of its keys is felt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from narrator.doctor.asking import Asking
from narrator.doctor.finding import Finding, State, Words
from narrator.doctor.names import KEYPAD
from narrator.doctor.reasons import TAKEN, said
from narrator.doctor.visit import Visit
from narrator.inputs.devices import DOWN, EV_KEY
from narrator.inputs.following import Following
from narrator.inputs.hands import Hands
from narrator.inputs.keycaps import CAPS, ENTER
from narrator.inputs.keypad import NAME, is_keypad
from narrator.session.pieces import AUTO, NONE, Wish, pieces

UNWANTED = Words("Les réglages n'en veulent pas.", "The settings want none.")
THERE = Words("« {name} » est là.", "“{name}” is here.")
PRESS = Words("Appuyez sur {key}.", "Press {key}.")
ALL_FELT = Words("« {name} » : ses {count} touches répondent.", "“{name}”: its {count} keys answer.")
SOME_NOT = Words("« {name} » : ne répondent pas : {keys}.", "“{name}”: these do not answer: {keys}.")
CLEAN = Words(
    "Recommencez en appuyant plus longtemps ; sinon nettoyez les touches ou changez de pavé.",
    "Try again, and press longer; else clean the keys, or take another pad.",
)
LEFT = Words(
    "« {name} » est là ; personne n'a appuyé sur ses touches.", "“{name}” is here; nobody has pressed its keys."
)
CALLED = {
    **{digit: Words(digit, digit) for digit in "0123456789"},
    ".": Words("le point", "the point"),
    "+": Words("plus", "plus"),
    "-": Words("moins", "minus"),
    "*": Words("étoile", "star"),
    "/": Words("barre", "slash"),
    ENTER: Words("Entrée", "Enter"),
}
"""The keys that are asked for, and what they are called aloud; as far as the pad has them."""

_SECONDS = 8.0
_GIVEN_UP = 3  # keys in a row that nobody pressed
_MOMENT = 0.25


def keypad(visit: Visit) -> Finding:
    """Look for the pad that a game would take; where somebody can be asked, have each key pressed."""
    wish = visit.settings.keypad.strip() or AUTO
    if wish.casefold() == NONE:
        return Finding(KEYPAD, State.NOTE, UNWANTED)
    with pieces(Wish(keypad=wish), _nobody(), visit.clock, devices=visit.inputs) as found:
        name = found.keypad.name if found.keypad is not None else None
    if name is None:
        needed = bool(visit.settings.keypad) or (visit.boxed and not visit.settings.button)
        taken = found.reasons[0].line in TAKEN
        text, remedy = said(found.reasons)
        return Finding(KEYPAD, (visit.fault if taken else State.WRONG) if needed else State.NOTE, text, remedy)
    if visit.asking is None or visit.quick:
        return Finding(KEYPAD, State.WELL, THERE(name=name))
    return _pressed(visit, "" if wish.casefold() == AUTO else wish, name)


@contextmanager
def answering(visit: Visit, asking: Asking) -> Iterator[None]:
    """Take lines from the pad, too, for a while; nothing where there is none."""
    wish = visit.settings.keypad.strip() or AUTO
    with pieces(Wish(keypad=wish), _nobody(), visit.clock, devices=visit.inputs) as found:
        if found.keypad is not None:
            found.keypad.desk = _Desk(asking)
            found.start()
        yield


@dataclass(frozen=True)
class _Desk:
    """Gives the lines of a pad to who asks."""

    asking: Asking
    turn: int = 0
    open: bool = False

    def line(self, text: str, turn: int) -> None:  # noqa: ARG002 - as it is called
        """Take in a line."""
        self.asking.put(text)


def _pressed(visit: Visit, named: str, name: str) -> Finding:
    """Have each key of a pad pressed in turn."""
    pad = Following(visit.inputs(), is_keypad(named), lambda _pad: True, visit.clock, _nobody(), NAME)
    try:
        if not pad.begin() or pad.device is None:
            return Finding(KEYPAD, State.NOTE, LEFT(name=name))
        has = {CAPS[key] for key in pad.device.keys if key in CAPS}
        caps = [cap for cap in CALLED if cap in has]
        missed: list[str] = []
        for cap in caps:
            visit.tell(PRESS(key=CALLED[cap]))
            if not _felt(pad, cap, visit):
                missed.append(cap)
            if missed == caps[:_GIVEN_UP]:
                return Finding(KEYPAD, State.NOTE, LEFT(name=name))
    finally:
        pad.close()
    if missed:
        french, english = (", ".join(CALLED[cap].written(language) for cap in missed) for language in ("fr", "en"))
        return Finding(KEYPAD, State.WRONG, SOME_NOT(name=name, keys=Words(french, english)), CLEAN)
    return Finding(KEYPAD, State.WELL, ALL_FELT(name=name, count=len(caps)))


def _felt(pad: Following, cap: str, visit: Visit) -> bool:
    """Wait until a key is pressed; other keys are no answer."""
    end = visit.clock.now() + _SECONDS
    while visit.clock.now() < end:
        events = pad.read(_MOMENT)
        if events is None:
            return False
        if any(event.type == EV_KEY and event.value == DOWN and CAPS.get(event.code) == cap for event in events):
            return True
    return False


def _nobody() -> Hands:
    """Return hands whose coming and going nobody is told."""
    return Hands(lambda _entry: None)
