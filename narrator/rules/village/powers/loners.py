"""Powers with which one wins alone: the piper, the white wolf, the sectarian, at first the angel who wants to die."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.core.answers import NOBODY, SILENT, YES, Choices, Kind, Refusal, Seats
from narrator.rules.core.effects import Form
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, public, put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village.powers.power import Dead, Power, never_called
from narrator.rules.village.state import SEVERAL, VillageState, seats_term
from narrator.rules.village.table import CauseOfDeath
from narrator.rules.village.windows import Counted, name_seat, some_seats

# --- the piper (joueur de flûte) ------------------------------------------------------------------------------------
# Each night he charms two players, and wins alone when all others alive are charmed. The charmed learn it in the tour
# of the same night, and who they are. An infected piper has no power.

PIPER_OUTCOME = "piper"
AT_ONCE = 2
"""How many he charms in one night, where as many are left."""
CHARMABLE = "two living seats, or the only one left, not one's own, not charmed yet | none"


def _charm(state: VillageState) -> Play[None]:
    pipers = state.holders("piper")
    if not pipers:
        return
    left = state.others(*pipers, *state.charmed)
    number = min(AT_ONCE, max(len(left), 1))
    choices = Choices(kind=Kind.SEATS, seats=left, count=(number, number), words=(NOBODY, SILENT), why=Refusal.CHARMED)
    answer = yield from put(state, state.ask("piper.targets", choices, to=state.private("piper"), slot=0))
    if isinstance(answer, Seats):
        state.charmed.update(answer.seats)
        yield state.deed("story.charmed", seats=seats_term(answer.seats))


def piper_wins(state: VillageState) -> bool:
    """Whether he lives with his power, and all others are charmed."""
    pipers = state.holders("piper")
    return bool(pipers) and state.charmed.issuperset(state.others(*pipers))


PIPER = Power(
    id="piper",
    whispers=True,
    pairs=True,
    slots=(Counted.SEAT,),
    act=_charm,
    lines=(
        *lines("piper.wake", "piper.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines("tonight.round", "tonight.tour", nightly=True, eyes=Eyes.CLOSED),
        *unspoken("tonight.touch_nobody", word=NOBODY),
        *unspoken("piper.told", word=YES, seats=Form.SEAT),
        *unspoken("piper.kept"),
        *unspoken("piper.touch", seats=Form.SEAT),
        *lines(f"outcome.{PIPER_OUTCOME}"),
        *told(f"why.{PIPER_OUTCOME}"),
        *told("story.charmed", seats=Form.SEAT),
    ),
    questions=(Question("piper.targets", Kind.SEATS, CHARMABLE, secret=True),),
)


# --- the white wolf (loup blanc) ------------------------------------------------------------------------------------
# A wolf among wolves, who may kill another hunter on even nights. He wins alone as the only one alive.

WHITEWOLF_OUTCOME = "whitewolf"


def _kill_a_hunter(state: VillageState) -> Play[None]:
    white = state.holders("whitewolf")
    if not white:
        return
    prey = tuple(seat for seat in state.living if state.is_wolf(seat) and seat not in white)
    victim = yield from name_seat(state, "whitewolf.victim", prey, by="whitewolf", deed="story.whitewolf")
    if victim is not None:
        state.tonight.attacks["whitewolf"] = victim


def whitewolf_wins(state: VillageState) -> bool:
    """Whether he is the only one alive."""
    return len(state.living) == 1 and bool(state.holders("whitewolf"))


WHITEWOLF = Power(
    id="whitewolf",
    slots=(Counted.SEAT,),
    scene="wolves",
    due=lambda state: state.night % 2 == 0,
    act=_kill_a_hunter,
    lines=(
        *lines("whitewolf.wake", "whitewolf.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines(f"outcome.{WHITEWOLF_OUTCOME}"),
        *told(f"why.{WHITEWOLF_OUTCOME}"),
        *unspoken(SEVERAL),
        *told("story.whitewolf", seat=Form.SEAT),
    ),
    questions=(Question("whitewolf.victim", Kind.SEATS, "a living seat of another wolf | none", secret=True),),
)


# --- the sectarian (abominable sectaire) ----------------------------------------------------------------------------
# Before the first night the table splits in two by something that all can see. He wins alone when nobody of the group
# that is not his lives, and he does.

SECTARIAN_OUTCOME = "sectarian"


def split_table(state: VillageState) -> Play[None]:
    """Ask for one of the two groups; the others are the other one."""
    if "sectarian" not in state.setup.powers:
        return
    yield state.say("sectarian.split")
    answer = yield from ask(
        state, lambda: public(state, "sectarian.group", some_seats(state.others(), max(len(state.living) - 1, 1)))
    )
    if isinstance(answer, Seats):
        state.group = answer.seats


def sectarian_wins(state: VillageState) -> bool:
    """Whether he lives, and nobody of the other group does."""
    return bool(state.group) and any(
        all((other in state.group) is (seat in state.group) for other in state.living)
        for seat in state.holders("sectarian")
    )


SECTARIAN = never_called(
    "sectarian",
    *lines("sectarian.split", f"outcome.{SECTARIAN_OUTCOME}"),
    *told(f"why.{SECTARIAN_OUTCOME}"),
    questions=(Question("sectarian.group", Kind.SEATS, "the living seats of one of the two groups"),),
)


# --- the angel who wants to die (ange; the guardian angel is `angel`) -----------------------------------------------
# The game opens with a debate and a vote. If that vote or an attack of the first night (of the second, where the
# first is quiet) kills him, he wins alone, at once. Afterwards he is a villager.

MARTYR_OUTCOME = "angel"


def _rise(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    angels = state.setup.cards_with("martyr")
    wanted = (CauseOfDeath.VOTE, 0) if not state.night else (CauseOfDeath.NIGHT, state.options.first_hunt)
    if any((cause, state.day) == wanted and state.cards.get(seat) in angels for seat, cause in group):
        state.risen = True
    yield from ()


MARTYR = never_called(
    "martyr", *lines("martyr.open", f"outcome.{MARTYR_OUTCOME}"), *told(f"why.{MARTYR_OUTCOME}"), buried=_rise
)
