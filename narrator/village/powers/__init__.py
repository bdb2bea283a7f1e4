"""The named powers that a pack composes: one file each, gathered here.

A power that is called at night has a window, lines `<id>.wake` and `<id>.sleep`, and an `act` that fills the
window's slots with private questions and answers. What it cannot ask (its holders are dead, absent, in the
centre) leaves its slots empty: the window is the same.
"""

from narrator.village.powers import (
    angel,
    cupid,
    denounce,
    double,
    girl,
    hunter,
    hymn,
    lawyer,
    messenger,
    minister,
    scout,
    seer,
    sentinel,
    silence,
    thief,
    veteran,
    witch,
    wolves,
)
from narrator.village.powers.power import Power

POWERS: dict[str, Power] = {
    power.id: power
    for power in (
        thief.POWER,
        cupid.POWER,
        cupid.LOVERS,
        seer.POWER,
        wolves.POWER,
        girl.POWER,
        witch.POWER,
        hunter.POWER,
        double.POWER,
        sentinel.POWER,
        scout.POWER,
        veteran.POWER,
        veteran.PASTOR,
        messenger.POWER,
        messenger.HEIR,
        lawyer.POWER,
        silence.POWER,
        minister.POWER,
        hymn.POWER,
        denounce.POWER,
        angel.POWER,
    )
}
"""Every power by its id."""
