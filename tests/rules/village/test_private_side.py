"""The private side of law 1: what a player is asked and shown depends only on what he may know.

For each card of each game, everything that its holder cannot know is dealt and played anew, and his own screen must
not change. A card that is not told apart here is taken to know nothing but itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest
from evenings import Evening, History, redealt
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from players import any_answer, specials_of
from tables import NIGHT_GAMES, carriers, extension_cards, hunter_cards, rules_of, runs, sampled, table, written

from narrator.rules.core.answers import NOBODY, YES, Answer, Seats, seat
from narrator.rules.core.effects import Ask, Effect, Holders, Player, Show
from narrator.rules.core.play import choices_of, refusal_of
from narrator.rules.village.powers.swap import SWAPS

Known = Mapping[tuple[str, int], Answer]
"""What was answered, by question and night, as far as the observer knows or could see its effect."""

TWO_NIGHTS = History(nights=(None,), days=(None,), shots=(), captain=1, seed=0)


def seen(effects: list[Effect], card: str, places: list[int]) -> list[str]:
    """Return what the holders of a card, who sit at these seats, were asked and shown."""
    mine = [Holders(card), *(Player(place) for place in places)]
    return written(e for e in effects if isinstance(e, Show | Ask) and e.to in mine)


class Observed:
    """Two evenings that differ in all that the holder of one card cannot know."""

    def __init__(self, data: st.DataObject, game: str, card: str) -> None:
        self.game, self.card = game, card
        swapping = [other for other in carriers(game, *SWAPS.values()) if other != card]
        cards = [*hunter_cards(game) * 2, *(other for other in specials_of(game) if other not in swapping)]
        cards += [other for other in extension_cards(game) if other == card]
        undealt = sum(rules_of(game).cards[card].adds.values())
        fillers = data.draw(st.integers(max(1, 7 - len(cards)), 5), label="fillers")
        self.players = len(cards) + fillers
        self.cards = data.draw(st.permutations(cards + [rules_of(game).filler] * (fillers + undealt)), label="cards")
        self.places = [place + 1 for place in range(self.players) if self.cards[place] == card]
        assume(self.places)
        self.strangers = [place for place in range(1, self.players + 1) if place not in self.places]
        self.prey = [place for place in self.strangers if self.cards[place - 1] not in hunter_cards(game)]
        self.mode = data.draw(st.sampled_from(("meneur", "joueur")), label="mode")
        self.reveal = data.draw(st.sampled_from(("role", "camp", "nothing")), label="reveal")
        self.chances = [Random(data.draw(st.integers(0, 2**32), label="chance")) for _ in range(4)]

    def screens(self, known: Known, pinned: list[int]) -> list[list[str]]:
        """Play both evenings; these seats keep their cards. Where a game ends early, the draw is given up."""
        keep = [place - 1 for place in (*self.places, *pinned)]
        deals = [self.cards, redealt(self.cards, keep, self.chances[0])]
        views: list[list[str]] = []
        own = self.chances[1].random()
        for cards, secret in zip(deals, self.chances[2:], strict=True):
            held, centre = cards[: self.players], cards[self.players :]
            setup = table(held, centre, game=self.game, mode=self.mode, reveal=self.reveal, elect="never")
            alone = Random(own)  # the observer does the same at both tables
            love = Random(secret.random())

            def knows(ask: Ask, night: int, alone: Random = alone, love: Random = love) -> Answer | None:
                answer = known.get((ask.question, night))
                if answer is None and ask.question == "cupid.lovers":
                    answer = Seats(tuple(love.sample(self.strangers, 2)))  # the observer is not in love
                if answer is None and ask.to == Holders(self.card):
                    answer = any_answer(choices_of(ask), alone)
                return answer if answer is not None and refusal_of(ask, answer) is None else None

            effects = Evening(setup, TWO_NIGHTS, secret.randrange(2**32), knows).run()
            assume(effects is not None)
            views.append(seen(effects or [], self.card, self.places))
        assert views[0], "the observer saw something"
        return views


def quiet(question: str) -> dict[tuple[str, int], Answer]:
    """Answer nobody to a question in both nights."""
    return {(question, 1): NOBODY, (question, 2): NOBODY}


def looking(question: str) -> Callable[[Observed], tuple[Known, list[int]]]:
    """Return what is known to whoever asks of two players: their cards."""

    def known(at: Observed) -> tuple[Known, list[int]]:
        first, second = at.strangers[0], at.strangers[-1]
        return {(question, 1): seat(first), (question, 2): seat(second)}, [first, second]

    return known


def remedying(power: str, save: str, strike: str) -> Callable[[Observed], tuple[Known, list[int]]]:
    """Return what is known to whoever is shown the victims."""

    def known(at: Observed) -> tuple[Known, list[int]]:
        answers: dict[tuple[str, int], Answer] = {
            ("wolves.victim", 1): seat(at.prey[0]),
            ("wolves.victim", 2): seat(at.prey[1]),
            (f"{power}.{save}", 1): YES,
            (f"{power}.{strike}", 1): NOBODY,
            (f"{power}.{strike}", 2): seat(at.prey[2]),
        }
        return answers | quiet("girl.caught"), at.prey[:2]

    return known


def _pack(_at: Observed) -> tuple[Known, list[int]]:
    return {("wolves.victim", 1): NOBODY, ("girl.caught", 1): NOBODY}, []


def _beside(at: Observed) -> tuple[Known, list[int]]:
    """Return what is known to the fox: where he sniffs, and the cards there."""
    around = [(at.strangers[0] + step - 1) % at.players + 1 for step in (-1, 0, 1)]
    return {("fox.target", 1): seat(around[1]), ("fox.target", 2): seat(around[1])}, around


def _wolf_among_wolves(at: Observed) -> tuple[Known, list[int]]:
    """Return what is known to who hunts with the others, and once more alone: who they are, and whom they attack."""
    others = [place for place in at.strangers if place not in at.prey]
    known: dict[tuple[str, int], Answer] = {
        ("wolves.victim", 1): NOBODY,
        ("wolves.victim", 2): seat(at.prey[0]),
        ("bigwolf.victim", 1): NOBODY,
    }
    return known | quiet("girl.caught"), [*others, at.prey[0]]


def _centre(at: Observed) -> tuple[Known, list[int]]:
    return {}, list(range(at.players + 1, len(at.cards) + 1))


MAY_KNOW: dict[str, Callable[[Observed], tuple[Known, list[int]]]] = {
    "seer": looking("seer.target"),
    "angel": looking("angel.target"),
    "witch": remedying("witch", "heal", "poison"),
    "minister": remedying("minister", "protect", "imprison"),
    "wolves": _pack,
    "fox": _beside,
    "bigwolf": _wolf_among_wolves,
    "infect": _wolf_among_wolves,
    "whitewolf": _wolf_among_wolves,
    "thief": _centre,
    "double": _centre,
}
"""What a power lets its holder know, and the seats whose cards he may learn; the others know nothing."""

EVERY_CARD = [(game, card) for game in NIGHT_GAMES for card in rules_of(game).cards]


@pytest.mark.parametrize(("game", "card"), sampled(EVERY_CARD))
def test_a_screen_shows_what_its_owner_may_know_and_nothing_else(game: str, card: str) -> None:
    @settings(max_examples=runs(500, tenths=0.5))
    @given(st.data())
    def same_screens(data: st.DataObject) -> None:
        at = Observed(data, game, card)
        known: dict[tuple[str, int], Answer] = {}
        pinned: list[int] = []
        for power in rules_of(game).cards[card].powers:
            if power in MAY_KNOW:
                answers, seats = MAY_KNOW[power](at)
                known.update(answers)
                pinned += seats
        one, other = at.screens(known, pinned)
        assert one == other

    same_screens()


REMEDIES = {"witch": "witch.poison", "minister": "minister.imprison"}
PEEPED_AT = [game for game in NIGHT_GAMES if carriers(game, "girl") and carriers(game, *REMEDIES)]


@pytest.mark.parametrize("game", PEEPED_AT)
def test_who_is_shown_the_victim_cannot_tell_who_rested_from_who_was_caught(game: str) -> None:
    (card,) = carriers(game, *REMEDIES)
    (peeping,) = carriers(game, "girl")
    (striking,) = (question for power, question in REMEDIES.items() if carriers(game, power))

    @settings(max_examples=runs(500))
    @given(st.data())
    def same_screens(data: st.DataObject) -> None:
        at = Observed(data, game, card)
        girl = [place for place in at.strangers if at.cards[place - 1] == peeping]
        assume(girl)
        nothing = quiet("wolves.victim") | quiet("girl.caught") | quiet(striking)
        rested = at.screens(nothing, girl)[0]
        died = at.screens({**nothing, ("girl.caught", 2): seat(girl[0])}, girl)[1]
        assert rested == died

    same_screens()


@pytest.mark.parametrize("game", [game for game in NIGHT_GAMES if carriers(game, "cupid")])
def test_a_lover_learns_the_others_seat_and_not_his_card(game: str) -> None:
    (card,) = carriers(game, "hunter")

    @settings(max_examples=runs(500))
    @given(st.data())
    def same_screens(data: st.DataObject) -> None:
        at = Observed(data, game, card)
        pair = Seats((at.places[0], at.strangers[0]))
        one, other = at.screens({("cupid.lovers", 1): pair}, [])
        assert one == other

    same_screens()
