"""What no scene plays of the powers: their words and prompts, and what each cause of a death does to them."""

from __future__ import annotations

import pytest
from rooms import wording
from shipped import shipped
from tables import rules_of, run, standing, table

from narrator.rules.core.answers import NOBODY, Answer, seat
from narrator.rules.core.play import play, refusal_of
from narrator.rules.village.powers.loners import MARTYR
from narrator.rules.village.powers.seeing import FOX
from narrator.rules.village.powers.when_attacked import ELDER, KNIGHT
from narrator.rules.village.table import CauseOfDeath
from narrator.table.setup.composition import hand_faults


def test_the_two_sentences_of_the_bear_are_equally_long() -> None:
    for language in ("fr", "en"):
        lines = shipped("thiercelieux").words[language].lines
        for growl, sleep in zip(lines["bear.growls"], lines["bear.sleeping"], strict=True):
            assert abs(len(growl) - len(sleep)) <= 3


def test_so_many_siblings_there_must_be() -> None:
    rules = rules_of("thiercelieux")
    for named, group in (("deux-sœurs", 2), ("trois-frères", 3)):
        for count in range(1, 5):
            hand = (("loup-garou", 2), ("villageois", 10 - count), (named, count))
            faults = [fault.line for fault in hand_faults(rules, 12, hand) if fault.error]
            assert faults == ([] if count == group else ["compose.together"])


@pytest.mark.parametrize("cause", CauseOfDeath)
@pytest.mark.parametrize(("night", "day"), [(0, 0), (1, 1), (2, 2)])
def test_two_deaths_are_the_ones_that_an_angel_wants(cause: CauseOfDeath, night: int, day: int) -> None:
    state = standing("ange villageois*3 loup-garou")
    state.night, state.day = night, day
    run(MARTYR.buried(state, [(2, cause)]))
    assert not state.risen
    run(MARTYR.buried(state, [(1, cause)]))
    assert state.risen is ((night, cause) in ((0, CauseOfDeath.VOTE), (1, CauseOfDeath.NIGHT)))


@pytest.mark.parametrize(
    ("language", "word", "whom"),
    [("fr", "oui ou non", "L'une des victimes"), ("en", "yes or no", "One of those attacked")],
)
@pytest.mark.parametrize("hunter", ["loup-garou", "grand-méchant-loup", "loup-blanc"])
def test_the_prompt_asks_for_what_saves(language: str, word: str, whom: str, hunter: str) -> None:
    setup = table(f"{hunter} sorcière villageois*6", elect="never")
    answers: list[Answer] = [seat(3), NOBODY] if hunter == "grand-méchant-loup" else [seat(3)]
    asked = play(setup, answers).pending
    assert asked is not None
    assert asked.question == "witch.heal"
    prompt = wording(setup, language).prompt(asked)
    assert (whom in prompt) == (refusal_of(asked, seat(3)) is None) == (hunter != "loup-garou")
    assert (word in prompt) == (hunter == "loup-garou")


def test_the_deed_of_the_fox_is_told_after_the_game() -> None:
    assert [line.id for line in FOX.lines if line.tale] == ["story.fox"]


@pytest.mark.parametrize("cause", CauseOfDeath)
def test_the_village_s_own_hand_alone_takes_the_powers(cause: CauseOfDeath) -> None:
    state = standing("ancien voyante villageois*2 chien-loup loup-garou")
    state.living = (2, 3, 4, 5, 6)
    told = run(ELDER.buried(state, [(1, cause)]))
    own = cause in (CauseOfDeath.VOTE, CauseOfDeath.POISON, CauseOfDeath.SHOT)
    assert told == (["elder.revenge"] if own else [])
    assert state.powerless == ({2, 3, 4} if own else set()), "neither hunters nor who is in between"


@pytest.mark.parametrize("cause", CauseOfDeath)
def test_only_an_attack_wakes_the_knight_s_rust(cause: CauseOfDeath) -> None:
    state = standing("loup-garou villageois*2 chevalier villageois loup-garou")
    state.living = (1, 2, 3, 5, 6)
    run(KNIGHT.buried(state, [(4, cause)]))
    assert state.doomed == ([6] if cause is CauseOfDeath.NIGHT else [])
