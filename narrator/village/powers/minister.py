"""The minister (ministre): protects the designated player once a game, and has somebody imprisoned once a game."""

from __future__ import annotations

from functools import partial

from narrator.village.powers.power import Power
from narrator.village.powers.remedy import remedy, remedy_lines, remedy_questions, tell_victim
from narrator.village.slot_counts import Counted

POWER = Power(
    id="minister",
    slots=(Counted.SEAT_SHOWN, Counted.SAVE, Counted.SEAT),
    opening=tell_victim,
    act=partial(remedy, power="minister", save="protect", strike="imprison"),
    lines=remedy_lines("minister"),
    questions=remedy_questions("minister", "protect", "imprison"),
)
