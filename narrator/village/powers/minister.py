"""The minister (ministre): protects the designated player once a game, and has somebody imprisoned once a game."""

from __future__ import annotations

from narrator.village.counts import Counted
from narrator.village.powers.power import Power
from narrator.village.powers.remedy import remedy_lines, remedy_questions, remedying, tell_victim

POWER = Power(
    id="minister",
    slots=(Counted.SEAT_SHOWN, Counted.YES_NO, Counted.SEAT),
    opening=tell_victim,
    act=remedying("minister", "protect", "imprison"),
    lines=remedy_lines("minister"),
    questions=remedy_questions("minister", "protect", "imprison"),
)
