"""Who has won, and the epilogue: what decided the game, who held what, and whether to play again.

Who has won is found in the order of the rulings: nobody, the angel, mixed lovers as the last two, loners, then the
camps. After the outcome, nothing is secret. What decided it is found in what was done, and told as a story in a few
sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from narrator.rules.core.answers import ENCORE, Kind, Leave
from narrator.rules.core.effects import Effect, Form, News, Pause, Say, Topic
from narrator.rules.core.play import Play, Wordiness
from narrator.rules.core.table_state import public
from narrator.rules.core.vocabulary import Question, asides, lines, told
from narrator.rules.village import declassify
from narrator.rules.village.powers.loners import (
    MARTYR_OUTCOME,
    PIPER_OUTCOME,
    SECTARIAN_OUTCOME,
    WHITEWOLF_OUTCOME,
    piper_wins,
    sectarian_wins,
    whitewolf_wins,
)
from narrator.rules.village.powers.swap import SWAPPING
from narrator.rules.village.state import VillageState, camp, scene
from narrator.rules.village.table import LONERS, VILLAGE, WOLVES, CauseOfDeath, Parity

LOVERS, NOBODY = "lovers", "nobody"
OUTCOMES = (VILLAGE, WOLVES, LOVERS, NOBODY)
"""The outcomes of every game."""

ALONE = {PIPER_OUTCOME: piper_wins, WHITEWOLF_OUTCOME: whitewolf_wins, SECTARIAN_OUTCOME: sectarian_wins}
"""Who wins alone where the game goes on otherwise, in their order, and when."""

REASONS = (*(f"{WOLVES}.{parity.value}" for parity in Parity), VILLAGE, LOVERS, NOBODY)
"""Why a game of camps ends as it does: the condition that was met. Who wins alone has one of his own."""


class VillageOver(Exception):  # noqa: N818 - not an error: the way out of whatever the table was in the middle of
    """The game is over."""

    def __init__(self, outcome: str) -> None:
        self.outcome = outcome


def winner(state: VillageState) -> str | None:
    """Return the outcome, or None while the game goes on. Camp counts suffice to know a mixed couple."""
    living = len(state.living)
    wolves = state.hunters_alive()
    others = living - wolves
    if not living:
        return NOBODY
    if state.risen:
        return MARTYR_OUTCOME
    if not state.hunters_known:
        return None
    if living == 2 and set(state.living) == set(state.lovers) and len({camp(state, seat) for seat in state.living}) > 1:
        return LOVERS
    for outcome, wins in ALONE.items() if not state.setup.powers.isdisjoint(LONERS) else ():
        if wins(state):
            return outcome
    if not wolves:
        return None if _may_still_hunt(state) else VILLAGE
    enough = {Parity.NO: not others, Parity.YES: wolves >= others, Parity.MAJORITY: wolves > others}
    return WOLVES if enough[state.options.parity] else None


def reason(state: VillageState, outcome: str) -> str:
    """Return which condition was met. It follows from the outcome and the options, which everybody knows."""
    return f"{outcome}.{state.options.parity.value}" if outcome == WOLVES else outcome


def _may_still_hunt(state: VillageState) -> bool:
    """Whether somebody is to take a card from the centre, on the first night, and may take a hunter's."""
    return (
        not state.night
        and not state.setup.hunters.isdisjoint(state.centre)
        and any(state.holders(power) for power in SWAPPING)
    )


def check(state: VillageState) -> None:
    """End the game where somebody has won.

    Raises:
        VillageOver: with the outcome.
    """
    outcome = winner(state)
    if outcome is not None:
        raise VillageOver(outcome)


MOST = 6
"""Sentences of the story, its first and its last one included."""

LAST = {
    CauseOfDeath.SHOT: "epilogue.last.shot",
    CauseOfDeath.VOTE: "epilogue.last.vote",
    CauseOfDeath.NIGHT: "epilogue.last.night",
    CauseOfDeath.CAUGHT: "epilogue.last.night",
    CauseOfDeath.POISON: "epilogue.last.night",
    CauseOfDeath.TIE: "epilogue.last.vote",
    CauseOfDeath.RUST: "epilogue.last.night",
}
"""What is said of the death that ended the game: never grief, which follows one, nor leaving or denouncing."""

HEALING = {"witch": "witch.heal", "minister": "minister.protect"}
"""Who can save somebody once, and by which question."""

HELD = "epilogue.held"


def epilogue(state: VillageState, outcome: str) -> Play[None]:
    """Tell the end: who has won, what decided it, and who held what."""
    yield scene(f"victory.{outcome}")
    yield Pause(seconds=2.0)
    yield News(topic=Topic.OUTCOME, word=outcome)
    yield replace(state.say(f"outcome.{outcome}"), notes=(Say(line=f"why.{reason(state, outcome)}"),))
    briefly = state.options.words is Wordiness.FEW
    if not briefly:
        yield from story(state)
    yield state.say("epilogue.open")
    holders = sorted(state.cards.items())
    for card, _ in state.setup.hand:
        held = [seat for seat, held in holders if held == card]
        if held and state.setup.role(card).powers:
            yield state.say(HELD, card=declassify.held_card(card), seats=declassify.seats(held))
    if briefly:
        yield from _tale(state)
    while True:
        yield state.say("again.ask")
        if not isinstance((yield public(state, "again", ENCORE, offer=True, encore=True)), Leave):
            return  # who leaves now leaves no game


def story(state: VillageState) -> Iterator[Say]:
    """Yield the sentences in their order: how it began, what was done or left undone, what decided."""
    told = [*_sights(state), *_tale(state), *_kept(state)][: MOST - 2]
    followed = state.mute & state.powerless if state.options.idiot_dies_with_elder else set()  # no vote took these
    deaths = state.secret_history.deaths
    killed = [(seat, LAST[cause]) for seat, cause in deaths if cause in LAST and seat not in followed]
    if killed:
        yield state.aside("epilogue.first", seat=declassify.seat(killed[0][0]))
    yield from told
    if len(killed) > 1:
        seat, line = killed[-1]
        yield state.aside(line, seat=declassify.seat(seat))


def _sights(state: VillageState) -> Iterator[Say]:
    """Yield the first hunter who was seen: whether the table condemned him the next day.

    Whose card is one of the hunted was not seen to hunt, whatever he has become. A day that condemned another hunter
    listened well enough.
    """
    for night, seat in state.secret_history.sights:
        condemned = state.chronicle.condemned_after(night)
        card = state.cards.get(seat)
        hunts = state.is_wolf(seat) and (card is None or card in state.setup.hunters)
        if hunts and condemned is not None:
            followed = seat in condemned
            if followed or not any(map(state.is_wolf, condemned)):
                yield state.aside("epilogue.heeded" if followed else "epilogue.unheeded", seat=declassify.seat(seat))
                return


def _tale(state: VillageState) -> Iterator[Say]:
    for line, seats in state.secret_history.deeds:
        yield state.say(line, seats=declassify.seats(seats))


def _kept(state: VillageState) -> Iterator[Say]:
    """Yield that a remedy was never given, where somebody held it."""
    for power, saving in HEALING.items():
        if saving not in state.spent and state.setup.card_with(power) in state.cards.values():
            yield state.aside("epilogue.kept")


def named_cards(effects: Iterable[Effect]) -> dict[int, str]:
    """Return the cards that were named aloud at the end, by seat: those with a power."""
    found: dict[int, str] = {}
    for effect in effects:
        if isinstance(effect, Say) and effect.line == HELD:
            facts = {name: fact.value for name, fact in effect.args}
            seats = facts["seats"] if isinstance(facts["seats"], tuple) else ()
            found |= {seat: str(facts["card"]) for seat in seats if isinstance(seat, int)}
    return found


LINES = (
    *asides("epilogue.first", "epilogue.heeded", "epilogue.unheeded", seat=Form.SEAT),
    *asides(*dict.fromkeys(LAST.values()), seat=Form.SEAT),
    *asides("epilogue.kept"),
    *lines(*(f"outcome.{outcome}" for outcome in OUTCOMES), "epilogue.open", "again.ask"),
    *told(*(f"why.{why}" for why in REASONS)),
    *lines(HELD, card=Form.CARD, seats=Form.SEAT),
)
QUESTIONS = (Question("again", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),)
