"""The hunters (loups-garous, Boers): each night they name one victim together.

Wolves who do not agree kill nobody, and never devour a wolf. During their call they may catch the girl who
spies on them: she then dies silently, at once, instead of the victim.
"""

from __future__ import annotations

from narrator.core.answers import HYMN, NO, NOBODY, SILENT, YES, Answer, Choices, Kind, Seats, Token
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines, unspoken
from narrator.village.asking import put
from narrator.village.counts import Counted
from narrator.village.powers import hymn
from narrator.village.powers.power import Power
from narrator.village.setup import Cause
from narrator.village.table import Table, seat_term

VICTIM, CAUGHT = range(2)


def act(table: Table) -> Play[None]:
    """Ask for the victim, then whether they caught the girl; whoever sings ends their call and the night."""
    wolves = table.holders("wolves")
    if not wolves:
        # A leader who did not point them out in time may still hear somebody sing.
        if hymn.may_sing(table):
            yield from hymn.listen(table)
        return
    us = table.private("wolves")
    prey = tuple(seat for seat in table.living if not table.is_wolf(seat))
    victim = yield from put(table, table.ask("wolves.victim", _prey(table, prey), to=us, slot=VICTIM))
    if hymn.sung(table, victim):
        return
    caught: Answer | None = None
    if table.setup.card_with("girl") is not None and not table.publicly_gone("girl"):
        words = (YES, NO) if table.led else ()
        caught = yield from put(table, table.ask("girl.caught", _prey(table, prey, *words), to=us, slot=CAUGHT))
    if hymn.sung(table, caught):
        return
    if hymn.may_sing(table):
        yield from hymn.listen(table)
    if not table.song:
        yield from _attack(table, victim, caught)


def _prey(table: Table, prey: tuple[int, ...], *words: Token) -> Choices:
    """Return the seats that may be named, nobody; and the song, where there may be one."""
    song = (HYMN,) if hymn.may_sing(table) else ()
    return Choices(kind=Kind.SEATS, seats=prey, words=(NOBODY, SILENT, *words, *song), urgent=song)


def _attack(table: Table, victim: Answer | None, caught: Answer | None) -> Play[None]:
    """Note whom they attack: the girl, where they caught her, dies at once instead of the victim."""
    if isinstance(victim, Seats):
        table.attack = victim.seats[0]
        yield table.deed("story.attack", seat=seat_term(table.attack))
    else:
        yield table.deed("story.no_attack")
    girl = _caught(table, caught)
    if girl is not None:
        table.attack = None
        table.fallen[girl] = Cause.CAUGHT


def _caught(table: Table, answer: Answer | None) -> int | None:
    """Return the girl's seat where they caught her; a seat that is not hers changes nothing, silently."""
    girls = table.holders("girl")
    if answer is YES and girls:
        return girls[0]
    if isinstance(answer, Seats) and answer.seats[0] in girls:
        return answer.seats[0]
    return None


POWER = Power(
    id="wolves",
    slots=(Counted.SEAT,),
    more={"girl": Counted.SEAT, "hymn": Counted.SONG},
    scene="wolves",
    alone=False,
    act=act,
    lines=(
        *lines("wolves.wake", "wolves.sleep", nightly=True),
        *unspoken("story.attack", seat=Form.SEAT),
        *unspoken("story.no_attack"),
    ),
    questions=(
        Question("wolves.victim", Kind.SEATS, "a living seat that is no wolf | none", secret=True),
        Question("girl.caught", Kind.SEATS, "a living seat | none (meneur: yes | no too)", secret=True),
        Question("wolves.seats", Kind.SEATS, "the wolves' seats (meneur with real cards)", secret=True),
        Question("wolves.count", Kind.NUMBER, "how many wolves were dealt (meneur with real cards)", secret=True),
    ),
)
