"""The double agent (agent double): on the first night he becomes one of two undealt cards, for good."""

from __future__ import annotations

from functools import partial

from narrator.core.answers import Kind
from narrator.core.vocabulary import Question
from narrator.village.powers.power import Power
from narrator.village.powers.swap import question_of, swap, swapping_lines
from narrator.village.slot_counts import Counted

POWER = Power(
    id="double",
    slots=(Counted.CENTRE, Counted.CARD_SHOWN),
    act=partial(swap, power="double", may_keep=False),
    lines=swapping_lines("double"),
    questions=(Question(question_of("double"), Kind.CARD, "one of the two undealt cards", secret=True),),
)
