"""Cards dealt on players' phones, votes cast on them, and nights played there: what the rules ask of the table."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tables import table

from narrator.rules.core.answers import DONE, NOBODY, Answer, Seats, seat
from narrator.rules.core.effects import Ask, Effect, Holders, Poll, Say, Window
from narrator.rules.core.play import Walk
from narrator.rules.core.secrets import unseal
from narrator.rules.village.game import VillageSetup

CARDS = "loup-garou voyante chasseur villageois*2"


def setup(**values: str) -> VillageSetup:
    return table(CARDS, values={"phones": "yes", "vote": "phones", "elect": "never", "debate": "0", **values})


def told(given: VillageSetup, phones: Answer, until: str, **answers: Answer) -> tuple[list[Effect], Ask]:
    """Play until this question is put; who holds phones is answered so, and the rest by going on or by silence."""
    walk, effects = Walk(given), list[Effect]()
    known: Mapping[str, Answer] = {"deal.seated": phones, **answers}
    while True:
        effects += walk.run()
        asked = walk.pending
        assert asked is not None
        if asked.question == until:
            return effects, asked
        usual = DONE if asked.slot is None else NOBODY
        walk.answer(known.get(asked.question, usual))


def called(effects: list[Effect]) -> list[object]:
    return [
        fact.value for said in effects if isinstance(said, Say) and said.line == "round.seat" for _, fact in said.args
    ]


def test_who_holds_a_phone_is_dealt_on_it_and_the_others_are_called() -> None:
    effects, _ = told(setup(), Seats((1, 3)), "debate.end")
    assert called(effects) == [2, 4, 5]
    lines = [said.line for said in effects if isinstance(said, Say)]
    assert lines.index("deal.round") < lines.index("deal.phones")  # by then the whole circle has seen its cards


def test_where_all_hold_phones_nobody_is_called_for_his_card() -> None:
    effects, _ = told(setup(), Seats((1, 2, 3, 4, 5)), "debate.end")
    assert called(effects) == []
    assert "deal.round" not in [said.line for said in effects if isinstance(said, Say)]
    first = next(effect for effect in effects if isinstance(effect, Window))
    assert first.call != "round"


def test_where_nobody_does_it_is_dealt_as_ever() -> None:
    without = told(table(CARDS, values={"elect": "never", "debate": "0"}), NOBODY, "debate.end")[0]
    effects = told(setup(), NOBODY, "debate.end")[0]
    assert [effect for effect in effects if not (isinstance(effect, Ask) and effect.seated)] == without


def test_a_vote_is_cast_on_phones_where_every_voter_holds_one() -> None:
    effects, asked = told(setup(), Seats((1, 2, 3, 4, 5)), "vote.result")
    assert asked.poll == Poll(((1, 1), (2, 1), (3, 1), (4, 1), (5, 1)))
    lines = [said.line for said in effects if isinstance(said, Say)]
    assert lines[-1] == "vote.phones"
    assert "vote.signal" not in lines


def test_a_vote_is_pointed_where_one_voter_has_no_phone() -> None:
    effects, asked = told(setup(), Seats((1, 2, 3, 4)), "vote.result")
    assert asked.poll is None
    lines = [said.line for said in effects if isinstance(said, Say)]
    assert lines[-2:] == ["vote.signal", "vote.most"]


def test_the_office_votes_with_two_voices() -> None:
    given = setup(elect="start")
    _, asked = told(given, Seats((1, 2, 3, 4, 5)), "vote.result", **{"captain.elected": seat(4)})
    assert asked.poll is not None
    assert dict(asked.poll.voters)[4] == 2


@pytest.mark.parametrize("counted", ["yes", "no"])
def test_votes_on_phones_are_asked_for_once_whether_or_not_others_are_counted(counted: str) -> None:
    _, asked = told(setup(count_votes=counted), Seats((1, 2, 3, 4, 5)), "vote.result")
    assert asked.poll is not None


def nightfall(lit: Answer, cards: str = CARDS, **values: str) -> list[Effect]:
    """Play the first night, as whose phone is lit was answered, up to the debate."""
    given = table(cards, values={"phones": "yes", "night": "phones", "elect": "never", "debate": "0", **values})
    return told(given, Seats((1, 2, 3, 4, 5)), "debate.end", **{"night.lit": lit})[0]


def by_phone(effects: list[Effect]) -> set[bool]:
    """Return whether windows are on phones."""
    return {effect.phones for effect in effects if isinstance(effect, Window)}


def test_a_night_is_on_phones_where_all_who_live_have_one_that_is_lit_and_nobody_drums() -> None:
    effects = nightfall(Seats((1, 2, 3, 4, 5)))
    assert by_phone(effects) == {True}
    assert "drum" not in [said.line for said in effects if isinstance(said, Say)]
    asked = [effect.to for effect in effects if isinstance(effect, Ask) and effect.question == "wolves.victim"]
    assert [unseal(to.seats) for to in asked if isinstance(to, Holders)] == [(1,)]


@pytest.mark.parametrize("lit", [NOBODY, Seats((1, 2, 3, 4))])
def test_where_one_phone_is_dark_the_night_is_as_ever(lit: Answer) -> None:
    effects = nightfall(lit)
    assert by_phone(effects) == {False}
    assert "drum" in [said.line for said in effects if isinstance(said, Say)]


@pytest.mark.parametrize(
    ("cards", "values"),
    [
        ("loup-garou petite-fille villageois*3", {}),
        ("loup-garou cupidon villageois*3", {"lovers": "call"}),
        (CARDS, {"night": "table"}),
    ],
)
def test_no_night_is_on_phones_where_eyes_see_what_these_do_not_show(cards: str, values: dict[str, str]) -> None:
    effects = nightfall(Seats((1, 2, 3, 4, 5)), cards, **values)
    assert by_phone(effects) == {False}
    assert not [effect for effect in effects if isinstance(effect, Ask) and effect.lit]
