"""The hunters (loups-garous, Boers): each night they name one victim together.

Wolves who do not agree kill nobody, and never devour a wolf. During their call they may catch the girl who
spies on them: she then dies silently, at once, instead of the victim.
"""

from __future__ import annotations

from narrator.core.answers import HYMN, NO, NOBODY, SILENT, YES, Answer, Choices, Kind, Seats, Token
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.table_questions import put
from narrator.core.vocabulary import Eyes, Question, lines, told
from narrator.village.powers import hymn
from narrator.village.powers.power import Power
from narrator.village.slot_counts import Counted
from narrator.village.state import VillageState, seat_term
from narrator.village.table import CauseOfDeath
from narrator.village.tonight import HUNTERS

VICTIM, CAUGHT = range(2)


def act(state: VillageState) -> Play[None]:
    """Ask for the victim, then whether they caught the girl; whoever sings ends their call and the night."""
    if not pack(state):
        # A leader who did not point them out in time may still hear somebody sing.
        if hymn.may_sing(state):
            yield from hymn.listen(state)
        return
    us = state.private("wolves")
    prey = tuple(seat for seat in state.living if not state.is_wolf(seat))
    victim = yield from put(state, state.ask("wolves.victim", _prey(state, prey), to=us, slot=VICTIM))
    if hymn.sung(state, victim):
        return
    caught: Answer | None = None
    if state.setup.card_with("girl") is not None and not state.publicly_gone("girl"):
        words = (YES, NO) if state.led else ()
        caught = yield from put(state, state.ask("girl.caught", _prey(state, prey, *words), to=us, slot=CAUGHT))
    if hymn.sung(state, caught):
        return
    if hymn.may_sing(state):
        yield from hymn.listen(state)
    if not state.tonight.song:
        yield from _attack(state, victim, caught)


def pack(state: VillageState) -> list[int]:
    """Return the living seats that wake when the hunters are called: by their card, or because they were turned."""
    holders = state.holders(HUNTERS)
    return [seat for seat in state.living if seat in holders or seat in state.hunting] if state.hunting else holders


def _prey(state: VillageState, prey: tuple[int, ...], *words: Token) -> Choices:
    """Return the seats that may be named, nobody; and the song, where there may be one."""
    song = (HYMN,) if hymn.may_sing(state) else ()
    return Choices(kind=Kind.SEATS, seats=prey, words=(NOBODY, SILENT, *words, *song), urgent=song)


def _attack(state: VillageState, victim: Answer | None, caught: Answer | None) -> Play[None]:
    """Note whom they attack: the girl, where they caught her, dies at once instead of the victim."""
    if isinstance(victim, Seats):
        (attacked,) = victim.seats
        state.tonight.attacks[HUNTERS] = attacked
        yield state.deed("story.attack", seat=seat_term(attacked))
    else:
        yield state.deed("story.no_attack")
    girl = _caught(state, caught)
    if girl is not None:
        state.tonight.attacks.pop(HUNTERS, None)
        state.tonight.fallen[girl] = CauseOfDeath.CAUGHT


def _caught(state: VillageState, answer: Answer | None) -> int | None:
    """Return the girl's seat where they caught her; a seat that is not hers, or one of theirs, changes nothing."""
    girls = [seat for seat in state.holders("girl") if not state.is_wolf(seat)]
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
        *lines("wolves.wake", "wolves.sleep", nightly=True, eyes=Eyes.CLOSED),
        *told("story.attack", seat=Form.SEAT),
        *told("story.no_attack"),
    ),
    questions=(
        Question("wolves.victim", Kind.SEATS, "a living seat that is no wolf | none", secret=True),
        Question("girl.caught", Kind.SEATS, "a living seat | none (meneur: yes | no too)", secret=True),
    ),
)
