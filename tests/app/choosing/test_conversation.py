"""What is asked at a terminal before a game: a phone is offered and refused in time; a number is no yes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typed_answers import asker_of, in_turn

from narrator.app.choosing import conversation
from narrator.app.choosing.conversation import EVERY_NETWORK, Conversation, Decided, PlayOptions
from narrator.app.choosing.last_evening import keep_evening
from narrator.app.prepared_game import open_evening
from narrator.app.settings import Equipment
from narrator.core.play import Mode
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.wording import Wording
from narrator.user_error import UserError

EIGHT = ("1", "8", "joueur")


def decided(*typed: str, told: list[str] | None = None, equipment: Equipment | None = None) -> Decided:
    """Type these lines to the questions before a game."""
    chosen = Conversation(
        asker_of(in_turn(*typed), told), PlayOptions(), equipment or Equipment(sound=False, ears=False)
    ).decide()
    assert not isinstance(chosen, str), "no game is waiting"
    return chosen


def noting(served: list[str]) -> Callable[[str], object]:
    """Serve no page, and note where one would be."""

    def serve(where: str) -> object:
        served.append(where)
        return object()

    return serve


def refuse(where: str) -> None:
    """Have no network, as some machines."""
    raise UserError(f"no network {where}")


@pytest.mark.usefixtures("home")
def test_at_the_last_question_one_key_plays_here_and_another_with_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    monkeypatch.setattr(conversation, "serve_phone", noting(served))
    here, _ = decided(*EIGHT, "")
    assert here.equipment.remote is None
    there, asked = decided(*EIGHT, "t")
    assert (there.equipment.remote, asked.players) == (EVERY_NETWORK, 8)
    assert served == [EVERY_NETWORK]


@pytest.mark.usefixtures("home")
def test_where_no_phone_can_be_had_that_is_said_and_the_same_question_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(conversation, "serve_phone", refuse)
    told: list[str] = []
    prepared, asked = decided(*EIGHT, "t", "", told=told)
    assert (prepared.equipment.remote, asked.players) == (None, 8)
    assert "no network" in capsys.readouterr().err
    assert told.count("8 joueurs.") == 1, "what was answered before stands"


def test_who_asks_for_a_phone_on_the_command_line_is_refused_before_any_question(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "serve_phone", refuse)
    with pytest.raises(UserError):
        decided(equipment=Equipment(remote=EVERY_NETWORK))
    assert not home.exists()


@pytest.mark.usefixtures("home")
def test_a_page_is_served_once_however_often_something_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    monkeypatch.setattr(conversation, "serve_phone", noting(served))
    prepared, _ = decided(*EIGHT, "retour", "m", "", equipment=Equipment(sound=False, ears=False, remote="127.0.0.1"))
    assert served == ["127.0.0.1"]
    assert prepared.equipment.remote == "127.0.0.1"


@pytest.mark.usefixtures("home")
def test_a_thousand_wrong_lines_are_refused_once_and_the_answer_behind_them_counts() -> None:
    told: list[str] = []
    chosen, asked = decided(*["zut"] * 1000, "1", "8", *["meneru", "joueru"] * 1000, "joueur", "", told=told)
    assert (chosen.pack.rules.game, asked.players, asked.mode) == ("thiercelieux", 8, Mode.JOUEUR)
    assert told.count(Wording(chosen.pack.words["fr"]).line("setup.again")) == 1


@pytest.mark.usefixtures("home")
def test_the_evening_before_is_taken_by_a_yes_or_one_and_by_no_other_number() -> None:
    prepared = open_evening("mafia", "fr", Equipment(sound=False, ears=False))
    keep_evening(prepared, SetupAnswers(players=7, mode=Mode.MENEUR))
    told: list[str] = []
    chosen, asked = decided("3", "2", *EIGHT, "", told=told)
    assert (chosen.pack.rules.game, asked.players) == ("thiercelieux", 8)
    assert told[1].startswith("Ce jeu est fait pour"), "it is how many would play"
    for goes_on in ("1", ""):
        again, asked = decided("4", goes_on)
        assert (again.pack.rules.game, asked.players) == ("mafia", 7)


FAMILY = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
DECK = "loup-garou=2,voyante,sorciere"


@pytest.fixture
def last_week(home: Path) -> None:
    """Have played with eight, one of whom is said in another way, with cards of one's own."""
    del home
    prepared = open_evening("thiercelieux", "fr", Equipment(sound=False, ears=False))
    prepared.respellings = {"Gwen": "Gouène"}
    keep_evening(prepared, SetupAnswers(players=8, mode=Mode.JOUEUR, names=FAMILY, roles=DECK))


@pytest.mark.usefixtures("last_week")
@pytest.mark.parametrize(
    ("typed", "missing", "coming"),
    [
        (("",), (), ()),
        (("Oui",), (), ()),
        (("les mêmes",), (), ()),
        (("oui, comme la dernière fois",), (), ()),
        (("oui, sans Gwen",), ("Gwen",), ()),
        (("Oui mais sans gwen et Hugo",), ("Gwen", "Hugo"), ()),
        (("les mêmes sauf Chloe",), ("Chloé",), ()),
        (("sans Gwen ni Hugo",), ("Gwen", "Hugo"), ()),
        (("oui, plus zoé",), (), ("Zoé",)),
        (("avec Zoé et Max",), (), ("Zoé", "Max")),
        (("sans Gwen, avec Marie-Lou, Max",), ("Gwen",), ("Marie-Lou", "Max")),
        (("à 9", "Zoé"), (), ("Zoé",)),
        (("oui mais à 7", "Hugo"), ("Hugo",), ()),
        (("on est 9", "plus Zoé"), (), ("Zoé",)),
        (("sans Zoé", "sans Gwen"), ("Gwen",), ()),
        (("avec Hugo", "sans Gwen"), ("Gwen",), ()),
        (("peut-être", "plus Zoé"), (), ("Zoé",)),
    ],
    ids=" then ".join,
)
def test_the_evening_before_comes_again_without_who_is_missing_and_with_who_comes(
    typed: tuple[str, ...], missing: tuple[str, ...], coming: tuple[str, ...]
) -> None:
    names = (*(name for name in FAMILY if name not in missing), *coming)
    prepared, asked = decided(*typed)
    assert (asked.players, asked.names, asked.roles) == (len(names), names, DECK)
    assert prepared.respellings == ({} if "Gwen" in missing else {"Gwen": "Gouène"})


@pytest.mark.usefixtures("last_week")
def test_who_is_no_more_than_a_number_loses_no_evening() -> None:
    _, asked = decided("à 9", "")
    assert (asked.players, asked.names) == (9, ())


@pytest.mark.usefixtures("last_week")
def test_too_few_for_the_game_are_told_and_asked_again() -> None:
    told: list[str] = []
    _, asked = decided("sans Alice Bruno Chloé David", "sans Alice", told=told)
    assert asked.players == 7
    assert any("On peut y jouer de 5 à 40" in text for text in told)


@pytest.mark.usefixtures("home")
def test_cards_that_no_longer_fit_give_way_to_usual_ones_and_what_is_in_play_is_told() -> None:
    prepared = open_evening("thiercelieux", "fr", Equipment(sound=False, ears=False))
    keep_evening(prepared, SetupAnswers(players=6, mode=Mode.JOUEUR, roles=f"{DECK},chasseur,idiot"))
    told: list[str] = []
    _, asked = decided("à 5", told=told)
    assert (asked.players, asked.roles) == (5, None)
    assert told[-1].startswith("En jeu : ")


@pytest.mark.usefixtures("last_week")
def test_who_says_no_is_offered_the_names_again_and_who_wants_something_else_is_not() -> None:
    _, asked = decided("non", "1", "", "joueur", "")
    assert asked.names == FAMILY
    _, asked = decided("autre chose", *EIGHT, "")
    assert asked.names == ()
