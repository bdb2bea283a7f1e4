"""What is asked before a game: who plays, then what fits; a phone that is refused in time; the last evening."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from typed_answers import asker_of, in_turn

from narrator.base.resources import games, name_of
from narrator.base.user_error import UserError
from narrator.evening.app.choosing import conversation
from narrator.evening.app.choosing.conversation import EVERY_NETWORK, Conversation, Decided, PlayOptions, joined
from narrator.evening.app.choosing.game_list import game_called, list_games
from narrator.evening.app.choosing.last_evening import keep_evening
from narrator.evening.app.prepared_game import open_evening
from narrator.evening.app.settings import Equipment
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Mode
from narrator.rules.village.table import Deal
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers
from narrator.table.setup.setup_questions import Asker

if TYPE_CHECKING:
    from narrator.evening.app.ports.phone import PhoneOfTheEvening

QUIETLY = Equipment(sound=False, ears=False)


def decided(
    *typed: str,
    told: list[str] | None = None,
    equipment: Equipment = QUIETLY,
    game: str | None = None,
    other: bool = False,
) -> Decided:
    """Type these lines to the questions before a game."""
    asker, talk = asker_of(in_turn(*typed), told), Conversation(PlayOptions(game=game), equipment)
    chosen = asker.going_back(lambda: talk.decide(asker, other=other))
    assert not isinstance(chosen, str), "no game is waiting"
    return chosen


def noting(served: list[str]) -> Callable[[str], object]:
    """Serve no page, and note where one would be."""

    def serve(where: str) -> object:
        served.append(where)
        return object()

    return serve


def refuse(where: str) -> None:
    raise UserError(f"no network {where}")


# --- who plays, then what fits ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("players", range(5, 19))
def test_from_five_on_two_answers_make_a_game_whose_cards_are_for_everybody(players: int) -> None:
    told: list[str] = []
    prepared, asked = decided(str(players), "", told=told)
    assert (asked.players, asked.mode, asked.deal) == (players, Mode.JOUEUR, Deal.NARRATOR)
    rules = prepared.pack.rules
    assert rules.players.hard_least <= players <= rules.players.hard_most
    first = next(text for text in told if text.startswith("1. "))
    assert "minutes" in first
    assert "avantage" not in first, "what is offered first is even"


@pytest.mark.usefixtures("home")
def test_four_are_told_that_a_fifth_is_missing_and_what_five_could_play() -> None:
    told: list[str] = []
    _, asked = decided("Ann Bob Cléo Dan", "Ann Bob Cléo Dan Eve", "", told=told)
    assert asked.players == 5
    missing = next(text for text in told if text.startswith("Il manque quelqu'un. À 5"))
    assert "Mafia de Cuba" in missing


@pytest.mark.usefixtures("home")
def test_a_game_that_the_command_line_says_is_offered_alone_and_where_it_does_not_fit_it_is_told_what_does() -> None:
    told: list[str] = []
    prepared, _ = decided("7", "", told=told, game="mafia")
    assert name_of(prepared.pack.path) == "mafia"
    assert [text[:8] for text in told if text[0].isdigit()] == ["7 joueur", "1. Mafia"]
    prepared, asked = decided("20", "cuba", "thiercelieux", told=told, game="cuba")
    assert (name_of(prepared.pack.path), asked.players) == ("thiercelieux", 20)
    (others,) = (text for text in told if text.startswith("À 20"))
    assert "Cuba" not in others


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "typed",
    [
        ("alice bruno chloé david emma, léa mène", "", ""),
        ("Alice Bruno Chloé David Emma Léa mène", "", ""),
        ("Alice, Bruno, Chloé, David, Emma et Léa mène", "", ""),
        ("Alice, Bruno, Chloé, David, Emma, Léa, Léa mène", "", ""),
        ("Alice, Bruno, Chloé, David, Emma, quelqu'un mène", "", "cartes"),
        ("alice bruno chloé david emma m", "", ""),
        ("Alice Bruno Chloé David Emma", "m", "", ""),
        ("Alice Bruno Chloé David Emma", "quelqu'un mène", "1", ""),
    ],
    ids=" then ".join,
)
def test_who_leads_is_a_word_with_who_plays_and_real_cards_are_offered_at_once(typed: tuple[str, ...]) -> None:
    told: list[str] = []
    prepared, asked = decided(*typed, told=told)
    assert asked.names == ("Alice", "Bruno", "Chloé", "David", "Emma")
    assert asked.mode is Mode.MENEUR
    assert asked.deal is (Deal.NARRATOR if prepared.pack.rules.engine == "cuba" else Deal.CARDS)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("typed", ["8 m", "8, quelqu'un mène", "m, 8", "8, Léa mène"])
def test_who_leads_is_not_counted(typed: str) -> None:
    told: list[str] = []
    _, asked = decided(typed, "thiercelieux", "", told=told)
    assert (asked.players, asked.names, asked.mode) == (8, (), Mode.MENEUR)
    assert any("ne compte pas parmi les joueurs" in text for text in told)


@pytest.mark.usefixtures("home")
def test_who_wants_settings_has_the_cards_of_the_game_that_is_then_named() -> None:
    prepared, asked = decided("8", "r", "thiercelieux", "meneur", "cartes", "simple", "jouer", "")
    assert (name_of(prepared.pack.path), asked.roles) == ("thiercelieux", "simple")
    assert (asked.mode, asked.deal) == (Mode.MENEUR, Deal.CARDS)


@pytest.mark.usefixtures("home")
def test_one_key_plays_with_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    monkeypatch.setattr(conversation, "serve_phone", noting(served))
    here, _ = decided("8", "")
    assert here.equipment.remote is None
    there, asked = decided("8", "t", "")
    assert (there.equipment.remote, asked.players) == (EVERY_NETWORK, 8)
    assert served == [EVERY_NETWORK]


@pytest.mark.usefixtures("home")
def test_where_no_phone_can_be_had_that_is_said_and_the_game_begins_without(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(conversation, "serve_phone", refuse)
    told: list[str] = []
    prepared, asked = decided("8", "t", "", "", told=told)
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
    prepared, _ = decided("8", "m", "retour", "", equipment=Equipment(sound=False, ears=False, remote="127.0.0.1"))
    assert served == ["127.0.0.1"]
    assert prepared.equipment.remote == "127.0.0.1"


@pytest.mark.usefixtures("home")
def test_a_thousand_wrong_lines_are_refused_once_and_the_answer_behind_them_counts() -> None:
    told: list[str] = []
    chosen, asked = decided("8", *["zut", "zat"] * 500, "thier", told=told)
    assert (chosen.pack.rules.game, asked.players) == ("thiercelieux", 8)
    assert told.count(Wording(chosen.pack.words["fr"]).line("setup.again")) == 1


@pytest.mark.usefixtures("home")
def test_the_evening_before_is_taken_by_a_yes_or_one_and_by_no_other_number() -> None:
    prepared = open_evening("mafia", "fr", QUIETLY)
    keep_evening(prepared, SetupAnswers(players=7, mode=Mode.MENEUR))
    told: list[str] = []
    chosen, asked = decided("3", "2", "8", "thier", told=told)
    assert (chosen.pack.rules.game, asked.players) == ("thiercelieux", 8)
    assert told[1].startswith("Il manque 2 personnes"), "it is how many would play"
    for goes_on in ("1", ""):
        again, asked = decided("4", goes_on)
        assert (again.pack.rules.game, asked.players) == ("mafia", 7)


# --- phones of the players --------------------------------------------------------------------------------------


class PlayersPhones:
    """The phones of an evening, of which it is known which `answer` by day, and which could at night."""

    def __init__(self, *, answer: bool = True, at_night: bool = True) -> None:
        self.chosen: dict[str, tuple[str, ...]] = {}
        self._answer = {False: answer, True: answer and at_night}

    def gather(self, _asker: Asker, _dialog: Dialog, _words: Words, asked: SetupAnswers, _night: object) -> object:
        return asked.names

    def all_answer(self, *, at_night: bool = False) -> bool:
        return self._answer[at_night]


def asked_of(
    phones: PlayersPhones,
    typed: str = "",
    *,
    aloud: bool = False,
    mode: str = "joueur",
    roles: str | None = None,
    settings: dict[str, str] | None = None,
) -> tuple[list[str], SetupAnswers]:
    """Let six join with these phones; return what is then asked of them, and what they play."""
    prepared = open_evening("thiercelieux", "fr", QUIETLY)
    prepared.phone = cast("PhoneOfTheEvening", phones)
    asked: list[str] = []

    def line(ask: Ask) -> str:
        asked.append(ask.question)
        return typed

    given = {name: (word,) for name, word in {"phones": "yes", **(settings or {})}.items()}
    answers = SetupAnswers(players=6, mode=Mode(mode), roles=roles, settings=given)
    return asked, joined(asker_of(line, aloud=aloud), prepared, answers)


NIGHTS, VOTES, ALOUD = "setup.nights_on_phones", "setup.votes_on_phones", "box.votes_on_phones"
ON_PHONES = {"vote": ("phones",), "night": ("phones",)}
NOT_ASKED = {"vote": "fingers", "night": "table", "day": "trials", "phones": "no"}


@pytest.mark.parametrize(
    ("phones", "more", "question", "said"),
    [
        (PlayersPhones(), {}, NIGHTS, ON_PHONES),
        (PlayersPhones(at_night=False), {}, VOTES, {"vote": ("phones",)}),
        (PlayersPhones(), {"mode": "meneur"}, VOTES, {"vote": ("phones",)}),
        (PlayersPhones(), {"roles": "loup-garou,voyante,petite-fille,villageois*3"}, VOTES, {"vote": ("phones",)}),
        (PlayersPhones(answer=False), {}, None, {}),
        *((PlayersPhones(), {"settings": {name: word}}, None, {}) for name, word in NOT_ASKED.items()),
    ],
)
def test_once_all_have_a_phone_one_question_offers_what_can_be_played_on_them(
    phones: PlayersPhones, more: dict[str, Any], question: str | None, said: dict[str, tuple[str, ...]]
) -> None:
    asked, answers = asked_of(phones, "oui", **more)
    assert asked == ([] if question is None else [question])
    assert phones.chosen == said
    assert said.items() <= answers.settings.items()


def test_a_box_whose_phones_have_typed_a_code_offers_a_vote_alone() -> None:
    asked, answers = asked_of(PlayersPhones(), "oui", aloud=True)
    assert (asked, answers.settings["vote"]) == ([ALOUD], ("phones",))


def test_who_goes_on_votes_with_fingers_and_is_not_asked_again_that_evening_nor_the_next() -> None:
    phones = PlayersPhones()
    asked, answers = asked_of(phones)
    assert (asked, answers.settings) == ([NIGHTS], {"phones": ("yes",), "vote": ("fingers",)})
    assert asked_of(phones) == ([], answers), "the same phones"
    assert asked_of(PlayersPhones(), settings={"vote": "fingers"}) == ([], answers), "as it is kept of the last evening"


FAMILY = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
DECK = "loup-garou=2,voyante,sorciere"


@pytest.fixture
def last_week(home: Path) -> None:
    """Have played with eight, one of whom is said in another way, with cards of one's own."""
    del home
    prepared = open_evening("thiercelieux", "fr", QUIETLY)
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
        (("plus zoé et sans Gwen",), ("Gwen",), ("Zoé",)),
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
    assert any(text.startswith("Il manque quelqu'un. À 5, vous jouez à : ") for text in told)


@pytest.mark.usefixtures("home")
def test_cards_that_no_longer_fit_give_way_to_usual_ones_and_what_is_in_play_is_told() -> None:
    prepared = open_evening("thiercelieux", "fr", QUIETLY)
    keep_evening(prepared, SetupAnswers(players=6, mode=Mode.JOUEUR, roles=f"{DECK},chasseur,idiot"))
    told: list[str] = []
    _, asked = decided("à 5", told=told)
    assert asked.players == 5
    assert asked.roles != DECK
    assert told[-1].startswith("En jeu : ")


@pytest.mark.usefixtures("last_week")
def test_who_says_no_is_offered_the_names_again_and_who_wants_something_else_is_not() -> None:
    _, asked = decided("non", "", "")
    assert asked.names == FAMILY
    _, asked = decided("autre chose", "8", "")
    assert asked.names == ()


@pytest.mark.usefixtures("last_week")
def test_who_wants_something_else_after_a_game_is_offered_the_names_of_it() -> None:
    told: list[str] = []
    _, asked = decided("", "", told=told, other=True)
    assert asked.names == FAMILY
    assert not [text for text in told if "english" in text], "who has played in a language needs no other"


@pytest.mark.usefixtures("last_week")
def test_somebody_who_played_may_lead_the_next_evening() -> None:
    _, asked = decided("oui, Gwen mène")
    assert (asked.mode, asked.players, "Gwen" in asked.names) == (Mode.MENEUR, 7, False)


# --- aloud ------------------------------------------------------------------------------------------------------


class Around:
    """People around a box, evening by evening: questions are answered by the last part of their names."""

    def __init__(self) -> None:
        self.talk = Conversation(PlayOptions(), Equipment(sound=False))
        self.asked: list[str] = []

    def chooses(self, **answers: str) -> Decided:
        """Let a game be chosen; what has no answer is gone on from."""
        self.asked.clear()

        def typed(ask: Ask) -> str:
            self.asked.append(ask.question.rpartition(".")[2])
            return answers.get(self.asked[-1], "")

        decided = self.talk.decide(asker_of(typed, aloud=True))
        assert not isinstance(decided, str)
        keep_evening(*decided)
        return decided


@pytest.mark.usefixtures("home")
def test_around_a_box_two_answers_are_enough_and_one_the_next_evening() -> None:
    evening = Around()
    prepared, asked = evening.chooses(players="8", game="mafia")
    assert (name_of(prepared.pack.path), asked.players, evening.asked) == ("mafia", 8, ["players", "game"])
    evening = Around()
    prepared, asked = evening.chooses()
    assert (name_of(prepared.pack.path), asked.players, evening.asked) == ("mafia", 8, ["as_before"])


@pytest.mark.usefixtures("home")
def test_around_a_box_the_last_evening_is_had_with_one_more_by_their_number() -> None:
    Around().chooses(players="8", game="mafia")
    evening = Around()
    assert evening.chooses(as_before="9")[1].players == 9
    assert evening.asked == ["as_before"]


@pytest.mark.usefixtures("home")
def test_around_a_box_the_last_evening_is_offered_once() -> None:
    Around().chooses(players="8", game="mafia")
    evening = Around()
    prepared, asked = evening.chooses(as_before="non", players="12", game="mafeking")
    assert (name_of(prepared.pack.path), asked.players, evening.asked[0]) == ("mafeking", 12, "as_before")
    evening.chooses(players="9")
    assert "as_before" not in evening.asked


@pytest.mark.usefixtures("last_week")
@pytest.mark.parametrize(
    ("typed", "introduction"),
    [(("",), "none"), (("sans Gwen",), None), (("non", "", "thier"), None), (("non", "", "mafia"), "cards")],
)
def test_who_plays_a_game_for_the_first_time_is_told_its_cards_and_who_plays_it_again_is_dealt_at_once(
    typed: tuple[str, ...], introduction: str | None
) -> None:
    _, asked = decided(*typed)
    assert asked.settings.get("introduction") == (None if introduction is None else (introduction,))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_game_stands_on_a_line_with_how_many_may_play(capsys: pytest.CaptureFixture[str], language: str) -> None:
    list_games(language)
    lines = capsys.readouterr().out.splitlines()
    listed = [line.split()[:3] for line in lines]
    assert sorted(name for _, name, _ in listed) == list(games())
    assert listed[1] == ["2.", "cuba", "6–12"]


def test_the_number_of_a_game_in_the_list_is_taken_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    list_games("fr")
    numbers = [line.split()[:2] for line in capsys.readouterr().out.splitlines()]
    assert [game_called(number.removesuffix("."), "fr") for number, _ in numbers] == [name for _, name in numbers]


def test_a_broken_pack_is_told_and_the_others_are_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    list_games("fr")
    whole = capsys.readouterr().out
    broken = home / "packs" / "broken"
    broken.mkdir(parents=True)
    (broken / "game.yaml").write_text("nothing: here", encoding="utf-8")
    list_games("fr")
    said = capsys.readouterr()
    assert said.out == whole
    assert said.err.startswith("broken: ")
