"""The private side of law 1: what a player is asked and shown depends only on what he may know.

For each role, everything that it cannot know is dealt and played anew, and its own screen must not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from evenings import Evening, History, redealt
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from players import SPECIALS, any_answer
from tables import runs, table, written

from narrator.core.answers import NOBODY, YES, Answer, Seats, seat
from narrator.core.effects import Ask, Effect, Holders, Player, Show
from narrator.core.play import choices_of, refusal_of

Known = Mapping[tuple[str, int], Answer]
"""What was answered, by question and night, as far as the observer knows or could see its effect."""

TWO_NIGHTS = History(nights=(None,), days=(None,), shots=(), captain=1, seed=0)


def seen(effects: list[Effect], card: str, places: list[int]) -> list[str]:
    """Return what the holders of a card, who sit at these seats, were asked and shown."""
    mine = [Holders(card), *(Player(place) for place in places)]
    return written(e for e in effects if isinstance(e, Show | Ask) and e.to in mine)


class Observed:
    """Two evenings that differ in all that the holder of one card cannot know."""

    def __init__(self, data: st.DataObject, card: str, *, thief: bool = False) -> None:
        self.card = card
        players = data.draw(st.integers(7, 12), label="players")
        cards = ["loup-garou"] * 2 + [*SPECIALS, "chasseur"] + (["voleur"] if thief else [])
        cards += ["villageois"] * (players + (2 if thief else 0) - len(cards))
        self.cards = data.draw(st.permutations(cards), label="cards")
        self.players = players
        self.places = [place + 1 for place in range(players) if self.cards[place] == card]
        assume(self.places)
        self.strangers = [place for place in range(1, players + 1) if place not in self.places]
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
            setup = table(
                cards[: self.players], cards[self.players :], mode=self.mode, reveal=self.reveal, elect="never"
            )
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


@settings(max_examples=runs(500))
@given(st.data())
def test_the_seer_sees_her_targets_card_and_no_other(data: st.DataObject) -> None:
    table_ = Observed(data, "voyante")
    first, second = table_.strangers[0], table_.strangers[-1]
    known = {("seer.target", 1): seat(first), ("seer.target", 2): seat(second)}
    one, other = table_.screens(known, [first, second])
    assert one == other


@settings(max_examples=runs(500))
@given(st.data())
def test_the_witch_sees_the_victim_alone(data: st.DataObject) -> None:
    table_ = Observed(data, "sorcière")
    prey = [place for place in table_.strangers if table_.cards[place - 1] != "loup-garou"]
    known: dict[tuple[str, int], Answer] = {
        ("wolves.victim", 1): seat(prey[0]),
        ("wolves.victim", 2): seat(prey[1]),
        ("witch.heal", 1): YES,
        ("witch.poison", 1): NOBODY,
        ("witch.poison", 2): seat(prey[2]),
        **quiet("girl.caught"),
    }
    one, other = table_.screens(known, prey[:2])
    assert one == other


@settings(max_examples=runs(500))
@given(st.data())
def test_the_witch_cannot_tell_who_rested_from_who_was_caught(data: st.DataObject) -> None:
    table_ = Observed(data, "sorcière")
    girl = [place for place in table_.strangers if table_.cards[place - 1] == "petite-fille"]
    assume(girl)
    nothing = quiet("wolves.victim") | quiet("girl.caught") | quiet("witch.poison")
    rested = table_.screens(nothing, girl)[0]
    died = table_.screens({**nothing, ("girl.caught", 2): seat(girl[0])}, girl)[1]
    assert rested == died


@settings(max_examples=runs(500))
@given(st.data())
def test_the_wolves_know_each_other_and_nobody_else(data: st.DataObject) -> None:
    table_ = Observed(data, "loup-garou")
    known = {("wolves.victim", 1): NOBODY, ("girl.caught", 1): NOBODY}
    one, other = table_.screens(known, [])
    assert one == other


@settings(max_examples=runs(500))
@given(st.data())
def test_cupid_learns_nothing(data: st.DataObject) -> None:
    table_ = Observed(data, "cupidon")
    one, other = table_.screens({("cupid.lovers", 1): Seats((table_.strangers[0], table_.strangers[1]))}, [])
    assert one == other


@settings(max_examples=runs(500))
@given(st.data())
def test_the_thief_sees_the_centre_and_nothing_else(data: st.DataObject) -> None:
    table_ = Observed(data, "voleur", thief=True)
    one, other = table_.screens({}, [table_.players + 1, table_.players + 2])
    assert one == other


@pytest.mark.parametrize("card", ["chasseur", "petite-fille"])
def test_who_is_never_called_sees_his_card_and_nothing_else(card: str) -> None:
    @settings(max_examples=runs(300))
    @given(st.data())
    def same_screens(data: st.DataObject) -> None:
        table_ = Observed(data, card)
        one, other = table_.screens({}, [])
        assert one == other

    same_screens()


@settings(max_examples=runs(500))
@given(st.data())
def test_a_lover_learns_the_others_seat_and_not_his_card(data: st.DataObject) -> None:
    table_ = Observed(data, "chasseur")
    other_lover = table_.strangers[0]
    one, other = table_.screens({("cupid.lovers", 1): Seats((table_.places[0], other_lover))}, [])
    assert one == other
