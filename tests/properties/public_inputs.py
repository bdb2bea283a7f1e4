"""What anybody may key, press, say or unplug at night, whoever is asked just then: an alphabet of public inputs.

Each is alike at both of two tables, at the same second. What is done of it may be private (an answer that comes at the
right moment counts), what all hear and see is the same.
"""

from __future__ import annotations

from collections.abc import Callable

from rooms import HalfTyped, Key, Press, Typed

from narrator.rules.core.answers import NO, NOBODY, YES, Refusal, Seats
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.entry import Changed, Doubted, Farewell, Misheard, Misread, Order, Reminder, StateTyped

Keying = Callable[[VillageSetup, int], Key]
"""What is keyed at a table, about a seat."""


def _always(key: Key) -> Keying:
    return lambda _setup, _seat: key


ORDERS: dict[str, Keying] = {
    order.value: _always(order) for order in Order if order not in (Order.PAUSE, Order.RESUME, Order.QUIT)
}
"""Every order but those that a party follows itself: a pause and its end, and putting the game away."""

LINES = ("aide", "répète", "où en est-on", "annule", "suivant", "téléphone", "3", "non", "xyzzy", "12 4", "personne")
"""Lines that are typed, read as a real keyboard's are."""

KEYINGS: dict[str, Keying] = {
    **ORDERS,
    "resume": _always(Order.RESUME),
    "state typed": _always(StateTyped()),
    "seat": lambda _setup, seat: Seats((seat,)),
    "yes": _always(YES),
    "no": _always(NO),
    "nobody": _always(NOBODY),
    "press": _always(Press()),
    "misread": _always(Misread(Refusal.UNREADABLE)),
    "misheard": _always(Misheard()),
    "doubted": lambda _setup, seat: Doubted((Seats((seat,)),)),
    "farewell": _always(Farewell()),
    "reminder": lambda setup, seat: Reminder(setup.hand[seat % len(setup.hand)][0]),
    "sound": _always(Changed("sound.back")),
    "ear": _always(Changed("ear.lost", "arecord -l")),
    "keypad": _always(Changed("keypad.back")),
    **{f"line {line}": _always(Typed(line)) for line in LINES},
    **{f"half a line {text!r}": _always(HalfTyped(text)) for text in ("4", "1 ", "qui")},
}

SAID = ("sound", "ear", "keypad")
UNLED = ("undo", "line annule", "next", "line suivant", "press", *SAID)
"""What happens only where nobody leads.

A leader ends a window when he has keyed all that he means to key in it: `Plan.confirmations` tell when.

A leader takes back what he himself answered in the open window, without a sound, and behind it he goes to nightfall,
for all to hear: which of them depends on what he did. And he does not confirm into what is being said.
"""
