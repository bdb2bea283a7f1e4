"""Powers that all hear by day: a bear growls at dawn, somebody denounces, and a vote spares, takes or is held twice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from narrator.rules.core.answers import DONE, NO, NOBODY, SILENT, YES, Choices, Kind, Seats
from narrator.rules.core.effects import Aloud, Ask, Form, Timer, Topic, Verb
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import ask, one_seat, public, put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told
from narrator.rules.village import declassify
from narrator.rules.village.powers.power import Dead, Power, never_called
from narrator.rules.village.state import VillageState, neighbours, news, seat_term
from narrator.rules.village.table import CauseOfDeath
from narrator.rules.village.windows import Counted, any_seats

# --- the bear tamer (montreur d'ours) -------------------------------------------------------------------------------
# At dawn his bear growls where somebody hunts beside him; otherwise it sleeps. That is where a nearest living
# neighbour of his does, or he himself. One of the two is said at every dawn until his card is publicly dead; the bear
# of a tamer who died unseen sleeps.


def hear_bear(state: VillageState) -> Play[None]:
    """Let all hear the bear."""
    if "bear" not in state.setup.powers or state.publicly_gone("bear"):
        return
    growls = any(state.is_wolf(seat) for tamer in state.holders("bear") for seat in (tamer, *neighbours(state, tamer)))
    yield state.say("bear.growls" if growls else "bear.sleeping")


BEAR = never_called("bear", *lines("bear.growls", "bear.sleeping", nightly=True))


# --- denouncing (hackeuse) ------------------------------------------------------------------------------------------
# In the debate she may give herself away to tell of another player. Her card is revealed, whether the other belongs
# to the hunters is said, she is out, and the other stays in play. The question stands in every debate until all have
# seen her card: that it is asked tells nothing.

ACCUSATION = Aloud(debate=True, verb=Verb.DENOUNCE)


def may_denounce(state: VillageState) -> bool:
    """Whether, by what everybody knows, somebody may still denounce."""
    return state.may_act("denounce")


def denunciation_question(state: VillageState, timer: Timer | None, vain: Sequence[int]) -> Ask:
    """Ask, for the length of the debate, who is denounced, but those who were in `vain`; `done` ends the debate."""
    choices = one_seat(state.others(*vain), NOBODY, DONE)
    return public(state, "denounce.target", choices, offer=True, timer=timer, aloud=ACCUSATION)


def denounced(state: VillageState, target: int) -> Play[int | None]:
    """Say what is known of the denounced; return who gave herself away, None where there is nobody who can."""
    hackers = [seat for seat in state.holders("denounce") if seat != target]
    if not hackers:
        card = state.setup.card_with("denounce")
        # Whom a leader has not told yet she may sit among: then he says by himself what came of it.
        if not (state.told and card is not None and state.may_be_held(card) and set(state.unknown()) - {target}):
            yield state.say("denounce.nobody")
        return None
    yield state.deed("story.denounced", seat=seat_term(target))
    # A leader who has not told yet who hunts says it by himself.
    if target in state.cards or state.hunters_known:
        line = "denounce.yes" if state.is_wolf(target) else "denounce.no"
        yield state.say(line, seat=declassify.seat(target))
    return hackers[0]


DENOUNCE = Power(
    id="denounce",
    lines=(
        *lines("denounce.yes", "denounce.no", seat=Form.SEAT),
        *lines("denounce.nobody"),
        *lines("denounce.dead", seats=Form.SEAT),
        *told("story.denounced", "story.death.denounced", seat=Form.SEAT),
    ),
    questions=(
        Question("denounce.target", Kind.SEATS, "a living seat | none, done: the debate ends", aloud=ACCUSATION),
    ),
)


# --- the idiot ------------------------------------------------------------------------------------------------------
# Voted out, he shows his card, lives on, and votes no more. Voted out once more he dies. An office that he holds ends
# without an heir.


def spares_idiot(state: VillageState, seat: int) -> bool:
    """Whether a player who is voted out lives: the idiot does, the first time."""
    return seat in state.holders("idiot") and seat not in state.mute


def show_idiot(state: VillageState, seat: int) -> Play[None]:
    """Turn his card, and take his voice and his office."""
    state.mute.add(seat)
    yield state.say("idiot.shown", seat=declassify.seat(seat))
    yield news(Topic.CARD, seat=seat, card=state.cards[seat])
    if state.office == seat:
        yield from lose_office(state)


def lose_office(state: VillageState) -> Play[None]:
    """End the office, without an heir."""
    state.office = None
    yield news(Topic.OFFICE)
    yield state.say("idiot.office")


def bared_idiots(state: VillageState) -> list[int]:
    """Return who lives because he was spared, and whom the elder's powers shield no more (`idiot_dies_with_elder`)."""
    return sorted(state.mute & state.powerless & {*state.living}) if state.options.idiot_dies_with_elder else []


IDIOT = never_called(
    "idiot",
    *lines("idiot.shown", seat=Form.SEAT),
    *lines("idiot.office"),
    *lines("idiot.dead", seats=Form.SEAT),
)


# --- the scapegoat (bouc émissaire) ---------------------------------------------------------------------------------
# Where a vote of the day is tied, he dies in place of all of them. At his burial he names who votes on the next day,
# at least one player who may vote.


def scapegoats(state: VillageState) -> Play[tuple[int, ...]]:
    """Return who pays for a tie, none where nobody does; before the first night a leader tells who that is."""
    card = state.setup.card_with("scapegoat")
    if state.told and not state.night and card is not None and state.may_be_held(card):

        def question() -> Ask | None:  # None: nobody is left who may be he
            unknown = tuple(state.unknown()) if state.may_be_held(card) else ()
            return public(state, "scapegoat.seat", one_seat(unknown, NOBODY)) if unknown else None

        if question() is not None:
            yield state.say("scapegoat.seat")
        answer = yield from ask(state, question)
        if answer is not None:
            state.identified.add("scapegoat")
        if isinstance(answer, Seats):
            yield state.holds(answer.seats[0], card)
    return tuple(state.holders("scapegoat"))


def _have_voters_named(state: VillageState, group: Sequence[Dead]) -> Play[None]:
    """Ask who died of a tie who votes tomorrow."""
    for seat, cause in group:
        if cause is not CauseOfDeath.TIE or not _voters(state):
            continue
        yield state.say("scapegoat.falls", seat=declassify.seat(seat))
        answer = yield from ask(state, partial(_naming, state, seat))
        if isinstance(answer, Seats):
            state.next_voters = answer.seats
            yield state.say("scapegoat.named", seats=declassify.seats(answer.seats))


def _naming(state: VillageState, dead: int) -> Ask | None:
    """Return the question for the voters; None where nobody is left who could be one."""
    voters = _voters(state)
    return public(state, "scapegoat.voters", any_seats(voters), about=dead) if voters else None


def _voters(state: VillageState) -> tuple[int, ...]:
    """Return whom he may name: never an idiot who was shown."""
    return state.others(*state.mute)


def remind_voters(state: VillageState) -> Play[None]:
    """Say before a vote who alone may take part in it."""
    voters = [seat for seat in state.voters or () if seat in state.living and seat not in state.mute]
    if voters:
        yield state.say("scapegoat.vote", seats=declassify.seats(voters))


SCAPEGOAT = never_called(
    "scapegoat",
    *lines("scapegoat.seat"),
    *lines("scapegoat.falls", seat=Form.SEAT),
    *lines("scapegoat.dead", "scapegoat.named", "scapegoat.vote", seats=Form.SEAT),
    *told("story.death.tie", seat=Form.SEAT),
    buried=_have_voters_named,
    questions=(
        Question("scapegoat.voters", Kind.SEATS, "living seats that may vote: those that do tomorrow", about=True),
    ),
)


# --- the stuttering judge (juge bègue) ------------------------------------------------------------------------------
# Once a game, in the night, he asks for a second vote on the next day. It follows the first one, after its chain, and
# is told when that is over. It is lost if he dies before.


def _ask_for_second_vote(state: VillageState) -> Play[None]:
    if not state.holders("judge") or "judge" in state.spent:
        return
    choices = Choices(kind=Kind.YES_NO, words=(YES, NO, SILENT))
    answer = yield from put(state, state.ask("judge.second", choices, to=state.private("judge"), slot=0))
    if answer is YES:
        state.spent.add("judge")
        state.tonight.second_vote = True
        yield state.deed("story.judge")


def judge_insists(state: VillageState) -> bool:
    """Whether a second vote follows: he asked for it, and lives."""
    return state.tonight.second_vote and bool(state.carriers("judge"))


JUDGE = Power(
    id="judge",
    slots=(Counted.YES_NO,),
    act=_ask_for_second_vote,
    lines=(
        *lines("judge.wake", "judge.sleep", nightly=True, eyes=Eyes.CLOSED),
        *lines("judge.second"),
        *told("story.judge"),
    ),
    questions=(Question("judge.second", Kind.YES_NO, "yes | no, once a game", secret=True),),
)
