"""The witch (sorcière, médecin): one healing and one poison a game."""

from __future__ import annotations

from narrator.village.counts import Counted
from narrator.village.powers.power import Power
from narrator.village.powers.remedy import remedy_lines, remedy_questions, remedying, tell_victim

POWER = Power(
    id="witch",
    slots=(Counted.SEAT_SHOWN, Counted.YES_NO, Counted.SEAT),
    opening=tell_victim,
    act=remedying("witch", "heal", "poison"),
    lines=remedy_lines("witch"),
    questions=remedy_questions("witch", "heal", "poison"),
)
