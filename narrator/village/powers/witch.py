"""The witch (sorcière, médecin): one healing and one poison a game."""

from __future__ import annotations

from functools import partial

from narrator.village.powers.power import Power
from narrator.village.powers.remedy import remedy, remedy_lines, remedy_questions, tell_victim
from narrator.village.slot_counts import Counted

POWER = Power(
    id="witch",
    slots=(Counted.SEAT_SHOWN, Counted.SAVE, Counted.SEAT),
    opening=tell_victim,
    act=partial(remedy, power="witch", save="heal", strike="poison"),
    lines=remedy_lines("witch"),
    questions=remedy_questions("witch", "heal", "poison"),
)
