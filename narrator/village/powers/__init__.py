"""The named powers that a pack composes, gathered here from their chapters.

A power that is called at night has a window, lines `<id>.wake` and `<id>.sleep`, and an `act` that fills the
window's slots with private questions and answers. What it cannot ask (its holders are dead, absent, in the
centre) leaves its slots empty: the window is the same.
"""

from narrator.village.powers.by_day import BEAR, DENOUNCE, IDIOT, JUDGE, SCAPEGOAT
from narrator.village.powers.known import BROTHERS, CUPID, LOVERS, PLAIN, SENTINEL, SISTERS
from narrator.village.powers.loners import MARTYR, PIPER, SECTARIAN, WHITEWOLF
from narrator.village.powers.messenger import HEIR, MESSENGER
from narrator.village.powers.names_one_seat import CROW, DEFENDER, LAWYER, SILENCE
from narrator.village.powers.power import Power
from narrator.village.powers.remedy import MINISTER, WITCH
from narrator.village.powers.seeing import ANGEL, FOX, SEER
from narrator.village.powers.swap import DOUBLE, THIEF
from narrator.village.powers.turning import INFECT, WILDCHILD, WOLFHOUND
from narrator.village.powers.when_attacked import ELDER, HUNTER, KNIGHT, PASTOR, VETERAN
from narrator.village.powers.wolves import BIGWOLF, GIRL, PRAISE_LEADER, SCOUT, WOLVES

POWERS: dict[str, Power] = {
    power.id: power
    for power in (
        *(THIEF, CUPID, LOVERS, SEER, WOLVES, GIRL, WITCH, HUNTER),
        *(DOUBLE, SENTINEL, SCOUT, VETERAN, PASTOR, MESSENGER, HEIR, LAWYER, SILENCE),
        *(MINISTER, PRAISE_LEADER, DENOUNCE, ANGEL, DEFENDER, ELDER, IDIOT, SCAPEGOAT),
        *(SISTERS, BROTHERS, PLAIN, FOX, BEAR, WILDCHILD, KNIGHT, CROW, JUDGE),
        *(BIGWOLF, INFECT, WHITEWOLF, WOLFHOUND, MARTYR, PIPER, SECTARIAN),
    )
}
"""Every power by its id. What comes of a burial comes in this order: sides change before the knight looks for one."""
