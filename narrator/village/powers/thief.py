"""The thief (voleur): on the first night he may take one of the two cards left in the centre.

If both are wolves he must take one; where he does not choose, the narrator draws.
"""

from __future__ import annotations

from functools import partial

from narrator.core.answers import Kind
from narrator.core.vocabulary import Question
from narrator.village.powers.power import Power
from narrator.village.powers.swap import question_of, swap, swapping_lines
from narrator.village.slot_counts import Counted

POWER = Power(
    id="thief",
    slots=(Counted.CENTRE_OR_KEEP, Counted.CARD_OR_KEPT_SHOWN),
    act=partial(swap, power="thief", may_keep=True),
    lines=swapping_lines("thief"),
    questions=(
        Question(question_of("thief"), Kind.CARD, "one of the two cards | keep, unless both are wolves", secret=True),
    ),
)
