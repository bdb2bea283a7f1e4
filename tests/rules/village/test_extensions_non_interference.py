"""Law 1 with the cards of the extensions: deals and secret answers make no sound, whatever the composition.

In quiet pairs nobody dies before the last night, which is free. What the rulings tell everybody is public there: there
is no bear; the crow and the judge do the same at both tables; the villager whom all know sits at one place. Worlds by
chance have everything, deaths too (`sampled_worlds.py`); `every_world.py` walks all worlds of small tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from evenings import Evening, History, Pair, redealt
from hypothesis import Phase, assume, find, given, settings
from hypothesis import strategies as st
from leaks import Leaky, Spoil
from players import any_answer, hands, option_texts
from sampled_worlds import Sample, dealt_anew
from tables import call, dealt, extension_cards, rules_of, runs, table
from worlds import TracesDifferError

from narrator.rules.core.answers import NO, NOBODY, SILENT, WOLVES, YES, Answer, Seats, seat
from narrator.rules.core.effects import Ask, Deed, Effect, Pause, Say, Scene, Show, Window
from narrator.rules.core.play import choices_of
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.powers import POWERS

GAME = "thiercelieux"
HARMLESS = ("fox.target", "defender.target", "piper.targets", "wildchild.model", "wolfhound.side")
"""What may be answered anyhow in a night in which nobody dies."""

CALLED = sorted(
    power
    for card in set(extension_cards(GAME))
    for power in rules_of(GAME).cards[card].powers
    if power != "wolves" and POWERS[power].slots and POWERS[power].act is not POWERS["sisters"].act
)
"""The powers of the extensions that are asked something by night."""


ANSWERED: dict[str, tuple[str, Answer]] = {
    "bigwolf": ("grand-méchant-loup", NOBODY),
    "crow": ("corbeau", seat(2)),
    "defender": ("salvateur", seat(2)),
    "fox": ("renard", seat(2)),
    "infect": ("infect-père-des-loups", NO),
    "judge": ("juge-bègue", YES),
    "piper": ("joueur-de-flûte", Seats((2, 3))),
    "whitewolf": ("loup-blanc", NOBODY),
    "wildchild": ("enfant-sauvage", seat(2)),
    "wolfhound": ("chien-loup", WOLVES),
}
"""Powers with the card that has each, and something that its holder may answer."""


@pytest.mark.parametrize("power", ANSWERED)
def test_a_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre(power: str) -> None:
    card, answer = ANSWERED[power]
    dealt, not_dealt = (f"{first} voleur loup-garou*2 villageois*5" for first in (card, "villageois"))
    night = 2 if power == "whitewolf" else 1
    answered = call(power, answer, dealt_to=dealt, centre="villageois*2", night=night)
    assert answered == call(power, SILENT, dealt_to=dealt, centre="villageois*2", night=night)
    assert answered == call(power, dealt_to=not_dealt, centre=f"{card} villageois", night=night)


@st.composite
def quiet_pairs(draw: st.DrawFn, named: str = "") -> Pair:
    """Draw two deals of one composition, and so many nights without a death; `named` is a card that is in play."""
    cards, players = draw(hands(GAME, least=8, most=14, extensions=True))
    if named:
        assume("villageois" in cards)
        cards[cards.index("villageois")] = named
        assume(cards.count(named) == 1)
    assume("montreur-d-ours" not in cards)
    gone = draw(st.integers(0, 2), label="nights gone by")
    seed = st.integers(0, 2**32)
    history = History((None,) * gone, (None,) * gone, (), draw(st.integers(1, players)), draw(seed))
    # Nobody dies by day either, as whoever the crow has marked does where the voices are counted.
    values = {**draw(option_texts()), "must_vote": "no", "count_votes": "no"}
    mode, deal = draw(st.sampled_from(("meneur", "joueur"))), draw(st.sampled_from(("narrator", "cards")))
    known = [place for place, card in enumerate(cards) if card == "villageois-villageois"]
    other = redealt(cards, known, Random(draw(seed, label="the other deal")))
    one, two = (
        table(held[:players], held[players:], game=GAME, mode=mode, deal=deal, values=values) for held in (cards, other)
    )
    return Pair(one, two, history, (draw(seed), draw(seed)))


def heard_alike(pair: Pair, spoil: Callable[[], Spoil] | None = None) -> bool | None:
    """Whether both tables sound the same to the last night's dawn call; None where a game ended before."""
    heard = []
    for setup, secret in zip((pair.one, pair.other), pair.secrets, strict=True):
        knows = partial(_done, pair, Random(secret))
        effects = Evening(setup, pair.history, secret, knows).run(Leaky(setup, spoil()) if spoil else None)
        if effects is None:
            return None
        heard.append([effect for effect in effects if isinstance(effect, Say | Pause | Scene | Window)])
    return heard[0] == heard[1]


def _done(pair: Pair, secret: Random, ask: Ask, night: int) -> Answer | None:
    """Do what a quiet night allows: what harms nobody as it comes, what all hear of at both tables alike."""
    if night > len(pair.history.nights):
        return None
    if ask.question in HARMLESS:
        return any_answer(choices_of(ask), secret)
    dealt = pair.one.undealt == 0
    if ask.question == "crow.target":
        return Seats((1,)) if dealt and Random(pair.history.seed + night).random() < 0.5 else NOBODY
    if ask.question == "judge.second":
        return YES if dealt and night == 1 else SILENT
    return None


@settings(max_examples=runs(3000, tenths=0.4))
@given(quiet_pairs())
def test_nothing_secret_is_heard_whatever_cards_are_in_play(pair: Pair) -> None:
    alike = heard_alike(pair)
    assume(alike is not None)
    assert alike


@st.composite
def tables(draw: st.DrawFn) -> Callable[[Random], VillageSetup]:
    """Draw a composition and what is decided beside it; return how to deal it."""
    cards, players = draw(hands(GAME, most=9, extensions=True))
    values = draw(option_texts())
    mode, deal = draw(st.sampled_from((("joueur", "narrator"), ("joueur", "cards"), ("meneur", "narrator"))))

    def lay(secret: Random) -> VillageSetup:
        dealt = dealt_anew(cards, secret)
        return table(dealt[:players], dealt[players:], game=GAME, mode=mode, deal=deal, values=values)

    return lay


def sampled(
    lay: Callable[[Random], VillageSetup], seed: int, worlds: int = 60, spoil: Callable[[], Spoil] | None = None
) -> Sample:
    """Play so many worlds of a table, to their third dawn; fail where two with one public history differ."""
    sample = Sample(seed, (lambda setup: Leaky(setup, spoil())) if spoil else (lambda setup: setup))
    secret = Random(seed)
    for _ in range(worlds):
        sample.play(lay(secret), secret, nights=3)
    return sample


@settings(max_examples=runs(600, tenths=0.3))
@given(tables(), st.integers(0, 2**32))
def test_nothing_secret_is_heard_after_deaths_either(lay: Callable[[Random], VillageSetup], seed: int) -> None:
    sampled(lay, seed)


def test_worlds_by_chance_have_much_in_common_after_a_death() -> None:
    hand = "loup-garou infect-père-des-loups sorcière chevalier ancien villageois*2"
    sample = sampled(lambda secret: table(dealt_anew(dealt(hand), secret)), seed=0)
    assert sample.compared > 100


# --- planted leaks --------------------------------------------------------------------------------------------


class Hurried:
    """Close the window of a power early where nobody is asked in it: dead, powerless, spent, or in the centre."""

    def __init__(self, power: str) -> None:
        self.power = power

    def __call__(self, effects: list[Effect], _answer: Answer | None) -> list[Effect]:
        asked = effects[-1]
        if isinstance(asked, Ask) and asked.question.startswith(f"{self.power}."):
            return effects
        return [replace(e, slots=(1.0,)) if isinstance(e, Window) and e.call == self.power else e for e in effects]


def leaves_the_tour_out(effects: list[Effect], _answer: Answer | None) -> list[Effect]:
    """Make no tour where nobody has anything to learn."""
    told = ("infect.told", "piper.told", "infect.touch", "piper.touch")
    if any(isinstance(effect, Show) and effect.line in told for effect in effects):
        return effects
    return [e for e in effects if not (isinstance(e, Say) and e.line in ("tonight.round", "tonight.tour"))]


LEAKS: dict[str, tuple[str, Callable[[], Spoil]]] = {
    **{
        power: (next(card for card, it in rules_of(GAME).cards.items() if power in it.powers), partial(Hurried, power))
        for power in CALLED
    },
    "the tour": ("joueur-de-fl\u00fbte", lambda: leaves_the_tour_out),
}


def skips_the_powerless(effects: list[Effect], _answer: Answer | None) -> list[Effect]:
    """Do not call whoever has lost his power."""
    kept: list[Effect] = []
    called = 0
    for effect in effects:
        kept.append(effect)
        if isinstance(effect, Scene):
            called = len(kept)
        if isinstance(effect, Show) and effect.line == "power.lost":
            del kept[called:]
    return kept


def hurries_the_rusty(effects: list[Effect], _answer: Answer | None) -> list[Effect]:
    """Bury without a pause whom the knight's rust has killed."""
    rusty = any(isinstance(effect, Deed) and effect.line == "story.death.rust" for effect in effects)
    return [effect for effect in effects if not (rusty and isinstance(effect, Pause))]


LEAKS_AFTER_DEATHS: dict[str, tuple[str, Callable[[], Spoil]]] = {
    "the powerless": ("ancien", lambda: skips_the_powerless),
    "the rust": ("chevalier", lambda: hurries_the_rusty),
}


@pytest.mark.parametrize("leak", LEAKS_AFTER_DEATHS)
def test_an_engine_that_leaks_after_a_death_is_caught(leak: str) -> None:
    card, spoil = LEAKS_AFTER_DEATHS[leak]
    hand = [card, *dealt("loup-garou*2 sorcière renard salvateur villageois*2")]

    def lay(secret: Random) -> VillageSetup:
        return table(dealt_anew(hand, secret), elect="never", reveal="nothing")

    with pytest.raises(TracesDifferError):
        list(map(partial(sampled, lay, spoil=spoil), range(20)))


@pytest.mark.thorough
@pytest.mark.parametrize("leak", LEAKS)
def test_an_engine_that_leaks_is_caught(leak: str) -> None:
    card, spoil = LEAKS[leak]
    search = settings(max_examples=20_000, phases=[Phase.generate], database=None)
    find(quiet_pairs(card), lambda pair: heard_alike(pair, spoil) is False, settings=search)  # raises: it is not heard
