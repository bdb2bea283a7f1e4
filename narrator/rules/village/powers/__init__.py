"""The named powers that a pack composes, gathered here from their chapters.

A power that is called at night has a window, lines `<id>.wake` and `<id>.sleep`, and an `act` that fills the
window's slots with private questions and answers. What it cannot ask (its holders are dead, absent, in the
centre) leaves its slots empty: the window is the same.
"""

from narrator.rules.village.powers.by_day import BEAR, DENOUNCE, IDIOT, JUDGE, SCAPEGOAT
from narrator.rules.village.powers.known import BROTHERS, CUPID, LOVERS, PLAIN, SENTINEL, SISTERS
from narrator.rules.village.powers.loners import MARTYR, PIPER, SECTARIAN, WHITEWOLF
from narrator.rules.village.powers.messenger import HEIR, MESSENGER
from narrator.rules.village.powers.names_one_seat import CROW, DEFENDER, LAWYER, SILENCE
from narrator.rules.village.powers.power import Power
from narrator.rules.village.powers.remedy import MINISTER, WITCH
from narrator.rules.village.powers.seeing import ANGEL, FOX, SEER
from narrator.rules.village.powers.swap import DOUBLE, THIEF
from narrator.rules.village.powers.turning import INFECT, WILDCHILD, WOLFHOUND
from narrator.rules.village.powers.when_attacked import ELDER, HUNTER, KNIGHT, PASTOR, VETERAN
from narrator.rules.village.powers.wolves import BIGWOLF, GIRL, PRAISE_LEADER, SCOUT, WOLVES

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
