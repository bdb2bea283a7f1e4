"""The girl (petite fille, guetteuse): she peeps at the wolves. What happens to her stands in `wolves`."""

from __future__ import annotations

from narrator.core.vocabulary import Eyes, lines
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted

POWER = Power(
    id="girl",
    slots=(Counted.NOTHING,),
    identified=True,
    lines=lines("girl.wake", "girl.sleep", "nightfall.girl", nightly=True, eyes=Eyes.CLOSED),
)
