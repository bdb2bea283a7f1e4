"""The witch (sorcière, médecin): one healing and one poison a game, both in one night if she likes.

She is shown the victim even when her power is spent, and may heal herself. Poisoning the player already
attacked is allowed and kills once. Healing cancels the wolves' attack, not a poison.
"""

from __future__ import annotations

from narrator.core.answers import NO, SILENT, YES, Choices, Kind, Seats
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village.asking import ask, secret_seat
from narrator.village.powers.power import Power
from narrator.village.setup import Cause
from narrator.village.table import Table, seat_term

LOOK, HEAL, POISON = range(3)


def act(table: Table) -> Play[None]:
    """Show the victim, then ask for each potion that is left and has a use."""
    if not table.holders("witch"):
        return
    me = table.private("witch")
    victim = table.attack
    if victim is None:
        yield table.show("witch.no_victim", to=me, slot=LOOK)
    else:
        yield table.show("witch.victim", to=me, slot=LOOK, seat=seat_term(victim))
    if victim is not None and "heal" in table.potions:
        choices = Choices(kind=Kind.YES_NO, words=(YES, NO, SILENT))
        healed = yield from ask(table, lambda: table.ask("witch.heal", choices, to=me, slot=HEAL))
        if healed is YES:
            table.potions.remove("heal")
            table.attack = None
            table.tale.append(("epilogue.healed", (victim,)))
            yield table.deed("story.healed", seat=seat_term(victim))
    if "poison" in table.potions:
        targets = secret_seat(table.others())
        poisoned = yield from ask(table, lambda: table.ask("witch.poison", targets, to=me, slot=POISON))
        if isinstance(poisoned, Seats):
            (seat,) = poisoned.seats
            table.potions.remove("poison")
            table.fallen.setdefault(seat, Cause.POISON)
            table.tale.append(("epilogue.poisoned", (seat,)))
            yield table.deed("story.poisoned", seat=seat_term(seat))


POWER = Power(
    id="witch",
    slots=3,
    act=act,
    lines=(
        *lines("witch.wake", "witch.sleep", nightly=True),
        *lines("witch.no_victim"),
        *lines("witch.victim", "story.healed", "story.poisoned", seat=Form.SEAT),
        *lines("epilogue.healed", "epilogue.poisoned", seats=Form.SEAT),
    ),
    questions=(
        Question("witch.heal", Kind.YES_NO, "yes | no", secret=True),
        Question("witch.poison", Kind.SEATS, "a living seat | none", secret=True),
    ),
)
