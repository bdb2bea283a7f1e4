"""The scout: he spies on the hunters as the girl does, and nothing happens to him if they see it."""

from __future__ import annotations

from narrator.core.vocabulary import Eyes, lines
from narrator.village.powers.power import Power

POWER = Power(id="scout", lines=lines("nightfall.girl", nightly=True, eyes=Eyes.CLOSED))
