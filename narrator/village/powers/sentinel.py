"""The sentinel (sentinelle): eyes open the whole first night, except while the hunters are called.

The narrator says then that the sentinel pretends to sleep.
"""

from __future__ import annotations

from narrator.core.vocabulary import Eyes, lines
from narrator.village.powers.power import Power, signs
from narrator.village.slot_counts import Counted

POWER = Power(
    id="sentinel",
    slots=(Counted.NOTHING,),
    around=("wolves", "sentinel.feigns", "sentinel.watches"),
    opening=signs("sentinel.sign"),
    lines=lines(
        "sentinel.wake", "sentinel.sign", "sentinel.sleep", "sentinel.feigns", "sentinel.watches", eyes=Eyes.CLOSED
    ),
)
