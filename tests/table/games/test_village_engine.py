"""What set-up asks of a night-and-day game, as it is typed, and what it offers to which tables."""

from __future__ import annotations

import pytest
from shipped import shipped
from tables import NIGHT_GAMES
from typed_answers import decided

from narrator.packs.wording import Wording
from narrator.rules.core.effects import Ask, Form, Term, Window
from narrator.rules.core.play import play
from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.table.games.deck_advice import games_with_card
from narrator.table.games.registry import engine_of
from narrator.table.setup.composition import UnknownCardError
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers


def set_up(game: str, told: list[str] | None = None, **typed: str) -> tuple[VillageSetup, list[str]]:
    """Found a game, typing these answers to their questions, else Enter; return what was asked. Note what is `told`."""
    pack = shipped(game)
    words = pack.words["fr"]
    asked: list[str] = []

    def line(ask: Ask) -> str:
        asked.append(ask.question)
        return typed.get(ask.question.removeprefix("setup."), "")

    engine = engine_of(pack.rules.engine)
    dialog, players = Dialog(pack.rules, words), int(typed.get("names", "8"))
    answers = decided(engine.dialog(dialog, SetupAnswers(players=players, seed=7), settles=True), words, line, told)
    setup = engine.plan(pack.rules, answers, Wording(words), lambda _sentence: None).found(Secret(b"key")).setup
    assert isinstance(setup, VillageSetup)
    return setup, asked


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_a_card_is_shown_as_long_as_the_longest_in_play_needs_whichever_it_is(game: str) -> None:
    pack = shipped(game)
    wording = Wording(pack.words["fr"])
    asked = SetupAnswers(players=pack.rules.players.most)
    plan = engine_of(pack.rules.engine).plan(pack.rules, asked, wording, lambda _sentence: None)
    founded = plan.found(Secret(b"key"), prologue=False)
    setup = founded.setup
    assert isinstance(setup, VillageSetup)
    windows = [effect for effect in play(setup, []).effects if isinstance(effect, Window)][: setup.players]
    assert len(windows) == setup.players
    assert len({window.slots for window in windows}) == 1
    (seconds,) = windows[0].slots
    for card, count in setup.hand:
        letters = len(wording.line("deal.card", card=Term(Form.CARD, card)))
        assert not count or seconds >= max(8, round(2 + letters / 25, 1)), card


@pytest.mark.parametrize(
    ("language", "name"), [("fr", "Chevalier à l'épée rouillée"), ("en", "Knight of the Rusty Sword")]
)
def test_an_unknown_card_is_refused_with_the_names_of_those_that_there_are(language: str, name: str) -> None:
    pack = shipped("thiercelieux")
    engine, wording = engine_of(pack.rules.engine), Wording(pack.words[language])
    with pytest.raises(UnknownCardError, match=f", {name}, "):
        engine.plan(pack.rules, SetupAnswers(players=8, roles="vampire"), wording, lambda _sentence: None)
    named = SetupAnswers(players=8, roles=f"2 {wording.card('loup-garou', 'bare')},{name}")
    plan = engine.plan(pack.rules, named, wording, lambda _sentence: None)
    setup = plan.found(Secret(b"key"), prologue=False).setup
    assert isinstance(setup, VillageSetup)
    assert dict(setup.hand) == {"loup-garou": 2, "villageois": 5, "chevalier": 1}


@pytest.mark.parametrize(
    ("language", "card"),
    [
        ("en", "Doctor"),
        ("en", "doctor"),
        ("fr", "docteur"),
        ("fr", "médecins"),
        ("fr", "garde du corps"),
        ("en", "vigilantes"),
    ],
)
def test_who_asks_mafia_for_a_card_of_another_game_is_told_which_game_has_it(language: str, card: str) -> None:
    pack = shipped("mafia")
    asked = SetupAnswers(players=8, roles=f"mafioso=2,{card}")
    with pytest.raises(UnknownCardError, match=r"\bmafia-classique\b"):
        engine_of(pack.rules.engine).plan(pack.rules, asked, Wording(pack.words[language]), lambda _sentence: None)


def test_no_game_is_named_for_a_card_that_none_has() -> None:
    assert games_with_card("vampire", "mafia") == {}
    assert "mafia" not in games_with_card("mafioso", "mafia")


@pytest.mark.parametrize(("players", "offered"), [("14", False), ("15", True), ("20", True)])
def test_infiltres_offers_double_eliminations_from_fifteen_players_on(players: str, *, offered: bool) -> None:
    setup, asked = set_up("infiltres", names=players)
    assert ("setup.double_elimination" in asked) == offered
    assert not setup.options.double_elimination, "they are not the default"


def test_double_eliminations_are_taken_by_a_yes() -> None:
    setup, _ = set_up("infiltres", names="16", double_elimination="oui")
    assert setup.options.double_elimination


@pytest.mark.parametrize("game", ["thiercelieux", "mafeking"])
def test_other_games_offer_no_double_eliminations(game: str) -> None:
    _, asked = set_up(game, names="18")
    assert "setup.double_elimination" not in asked


@pytest.mark.parametrize(
    ("players", "deal", "said"),
    [
        ("18", "cartes", ["Cartes qui manquent dans la boîte (Villageois) : 1. En tiennent lieu ce soir : le Voleur."]),
        ("17", "cartes", []),
        ("18", "narrateur", []),
        ("40", "cartes", ["Cartes qui manquent dans la boîte (Villageois) : 22."]),
    ],
)
def test_a_stand_in_is_named_for_villagers_that_the_box_lacks(players: str, deal: str, said: list[str]) -> None:
    told: list[str] = []
    set_up("thiercelieux", told, names=players, deal=deal, composition="simple")
    lacking = [sentence for sentence in told if sentence.startswith("Cartes qui manquent")]
    assert [sentence[: len(start)] for sentence, start in zip(lacking, said, strict=True)] == said
