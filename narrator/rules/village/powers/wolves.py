"""The hunters, and who has to do with their call: who sings in it, who spies on it, who kills again after it."""

from __future__ import annotations

from narrator.rules.core.answers import HYMN, NO, NOBODY, SILENT, YES, Answer, Choices, Kind, Refusal, Seats, Token
from narrator.rules.core.effects import Everyone, Form, Leader
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village.powers.power import Power, nothing
from narrator.rules.village.state import HUNTERS, SEVERAL, VillageState, seat_term
from narrator.rules.village.table import CauseOfDeath
from narrator.rules.village.windows import Counted, name_seat

# --- the praise leader (leader louange) -----------------------------------------------------------------------------
# Once a game, while the hunters are called, he starts to sing. It is a public act, entered by a key or by the leader:
# eyes open, the night ends there, nothing of it is announced but the acts before it stand. Then the debate begins,
# and everybody votes.

SUNG = (HYMN, YES)


def may_sing(state: VillageState) -> bool:
    """Whether a song would count: its card is in the composition, nobody has sung yet, nobody has seen him dead.

    That depends on public facts alone: the hunters, whose screen it is, learn nothing from it.
    """
    return state.may_act("hymn") and "hymn" not in state.spent


def sung(state: VillageState, answer: Answer | None) -> bool:
    """Take in a song, if that is what was entered."""
    if answer is not HYMN:
        return False
    state.spent.add("hymn")
    state.tonight.song = True
    return True


def listen(state: VillageState) -> Play[None]:
    """Give the song the rest of the hunters' call."""
    slot = len(state.setup.windows["wolves"]) - 1
    choices = Choices(kind=Kind.YES_NO, words=(*SUNG, SILENT), urgent=SUNG)
    # When a leader is asked depends on when he answered in secret before: nobody else is told of it.
    to = Leader() if state.led else Everyone()
    answer = yield from put(state, state.ask("hymn", choices, to=to, slot=slot))
    sung(state, HYMN if answer in SUNG else answer)


PRAISE_LEADER = Power(
    id="hymn",
    lines=(*lines("hymn.sung", eyes=Eyes.CLOSED), *lines("hymn.day"), *told("story.hymn")),
    questions=(Question("hymn", Kind.YES_NO, "yes, during the hunters' call, once a game"),),
)


# --- the hunters (loups-garous, Boers) ------------------------------------------------------------------------------
# Each night they name one victim together. Wolves who do not agree kill nobody, and never devour a wolf. During their
# call they may catch the girl who spies on them: she then dies silently, at once, instead of the victim.

VICTIM, CAUGHT = range(2)


def _hunt(state: VillageState) -> Play[None]:
    """Ask for the victim, then whether they caught the girl; whoever sings ends their call and the night."""
    if not pack(state):  # a leader who did not point them out in time may still hear somebody sing
        yield from _hear_song(state)
        return
    us = state.private("wolves")
    prey = tuple(seat for seat in state.living if not state.is_wolf(seat))
    victim = yield from put(state, state.ask("wolves.victim", _prey(state, prey), to=us, slot=VICTIM))
    if sung(state, victim):
        return
    caught: Answer | None = None
    if state.may_act("girl"):
        words = (YES, NO) if state.led else ()
        caught = yield from put(state, state.ask("girl.caught", _prey(state, prey, *words), to=us, slot=CAUGHT))
    if sung(state, caught):
        return
    if may_sing(state):
        yield from listen(state)
    if not state.tonight.song:
        yield from _attack(state, victim, caught)


def _hear_song(state: VillageState) -> Play[None]:
    """Let somebody sing, in a call in which nobody is attacked."""
    if may_sing(state):
        yield from listen(state)


def pack(state: VillageState) -> list[int]:
    """Return the living seats that wake when the hunters are called: by their card, or because they were turned."""
    holders = state.holders(HUNTERS)
    return [seat for seat in state.living if seat in holders or seat in state.hunting] if state.hunting else holders


def _prey(state: VillageState, prey: tuple[int, ...], *words: Token) -> Choices:
    """Return the seats that may be named, nobody; and the song, where there may be one."""
    song = (HYMN,) if may_sing(state) else ()
    return Choices(kind=Kind.SEATS, seats=prey, words=(NOBODY, SILENT, *words, *song), urgent=song, why=Refusal.OWN)


def _attack(state: VillageState, victim: Answer | None, caught: Answer | None) -> Play[None]:
    """Note whom they attack: the girl, where they caught her, dies at once instead of the victim."""
    if isinstance(victim, Seats):
        (attacked,) = victim.seats
        state.tonight.attacks[HUNTERS] = attacked
        yield state.deed("story.attack", seat=seat_term(attacked))
    else:
        yield state.deed("story.no_attack")
    for girl in state.holders("girl"):  # a seat that is not hers, or one of theirs, changes nothing
        if caught in (YES, Seats((girl,))) and not state.is_wolf(girl):
            state.tonight.attacks.pop(HUNTERS, None)
            state.tonight.fallen[girl] = CauseOfDeath.CAUGHT


WOLVES = Power(
    id="wolves",
    slots=(Counted.SEAT,),
    more={"girl": Counted.SEAT, "hymn": Counted.SONG},
    scene="wolves",
    alone=False,
    act=_hunt,
    quiet=_hear_song,
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


# --- the girl (petite fille, guetteuse) -----------------------------------------------------------------------------
# She peeps at the wolves, who may catch her.

GIRL = Power(
    id="girl",
    slots=(Counted.NOTHING,),
    identified=True,
    quiet=nothing,
    lines=lines("girl.wake", "girl.sleep", "nightfall.girl", nightly=True, eyes=Eyes.CLOSED),
)


# --- the scout ------------------------------------------------------------------------------------------------------
# He spies on the hunters as the girl does, and nothing happens to him if they see it.

SCOUT = Power(id="scout", lines=lines("nightfall.girl", nightly=True, eyes=Eyes.CLOSED))


# --- the big bad wolf (grand méchant loup) --------------------------------------------------------------------------
# He wakes with the hunters, then alone for a second victim, who does not hunt. That is so as long as nobody who hunts
# has died; afterwards his slot is empty.


def _take_second_victim(state: VillageState) -> Play[None]:
    if not state.holders("bigwolf") or any(map(state.is_wolf, state.dead)):
        return
    taken = (*state.tonight.victims, state.tonight.bitten)
    prey = tuple(seat for seat in state.living if not state.is_wolf(seat) and seat not in taken)
    victim = yield from name_seat(state, "bigwolf.victim", prey, by="bigwolf", deed="story.bigwolf", why=Refusal.OWN)
    if victim is not None:
        state.tonight.attacks["bigwolf"] = victim


BIGWOLF = Power(
    id="bigwolf",
    slots=(Counted.SEAT,),
    scene="wolves",
    act=_take_second_victim,
    quiet=nothing,
    lines=(
        *lines("bigwolf.wake", "bigwolf.sleep", nightly=True, eyes=Eyes.CLOSED),
        *unspoken(SEVERAL),
        *told("story.bigwolf", seat=Form.SEAT),
    ),
    questions=(Question("bigwolf.victim", Kind.SEATS, "a living seat that is no wolf | none", secret=True),),
)
