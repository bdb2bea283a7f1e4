"""What is asked before a night-and-day game of who settles more: its cards and options, in words, one after another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shipped import shipped
from tables import NIGHT_GAMES
from typed_answers import decided, in_turn

from narrator.packs.wording import Wording
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Mode
from narrator.rules.village.table import Deal
from narrator.table.games.deck_advice import is_possible, proposals
from narrator.table.games.engine import GameOffer
from narrator.table.games.options import OPTIONS, options
from narrator.table.games.village_dialog import equipped, offered_unshown, village_dialog
from narrator.table.games.village_engine import VillageEngine, village_rules
from narrator.table.language.offered_answers import SetupAsk
from narrator.table.setup.composition import CompositionError, hand_faults, read_roles
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import PresentEquipment, SetupAnswers, abilities_of

PACK = shipped("thiercelieux")
RULES, WORDS = village_rules(PACK.rules), PACK.words["fr"]
EIGHT = SetupAnswers(players=8, mode=Mode.JOUEUR)


def settled(*, phone: str = "", **typed: str) -> tuple[SetupAnswers, list[str]]:
    """Settle a game for eight, typing these answers to their questions, else Enter; return what was asked, too."""
    asked: list[str] = []

    def line(ask: Ask) -> str:
        asked.append(ask.question)
        return {"rare": "r", **typed}.get(ask.question.removeprefix("setup."), "")

    dialog = Dialog(RULES, WORDS)
    dialog.phone = bool(phone)
    return decided(village_dialog(RULES, dialog, EIGHT, settles=True), WORDS, line), asked


def test_who_settles_nothing_is_asked_nothing() -> None:
    assert decided(village_dialog(RULES, Dialog(RULES, WORDS), EIGHT), WORDS, in_turn()) == EIGHT


@pytest.mark.parametrize(("typed", "deal"), [("", Deal.CARDS), ("cartes", Deal.CARDS), ("narrateur", Deal.NARRATOR)])
def test_who_leads_is_offered_real_cards(typed: str, deal: Deal) -> None:
    led = replace(EIGHT, mode=Mode.MENEUR)
    assert decided(village_dialog(RULES, Dialog(RULES, WORDS), led), WORDS, in_turn(typed)) == replace(led, deal=deal)


def test_every_option_is_offered_to_a_table_that_it_means_something_to() -> None:
    _, asked = settled(mode="meneur", deal="cartes")
    elsewhere = {"setup.tell_victim", "setup.double_elimination"}  # no private screen; a game that has them
    elsewhere |= {"setup.elder_revenge", "setup.idiot_dies_with_elder", "setup.girl_protected"}  # cards of an extension
    pockets = {"setup.phones", "setup.vote", "setup.night", "setup.ghosts"}
    assert {f"setup.{name}" for name in OPTIONS} - {*asked} == elsewhere | pockets
    assert not pockets & {*settled(phones="oui")[1]}, "no page is served, to which their phones could come"
    answers, asked = settled(phone="served", phones="oui", vote="téléphones", night="téléphones")
    assert pockets <= {*asked}
    assert answers.settings == {"phones": ("yes",), "vote": ("phones",), "night": ("phones",)}
    assert not pockets & {*settled(phone="served", deal="cartes", phones="oui")[1]}, "real cards are dealt by hand"


def test_who_only_goes_on_changes_nothing() -> None:
    assert settled()[0] == EIGHT


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_what_enter_takes_is_told_in_a_word_that_may_be_typed(game: str, language: str) -> None:
    pack = shipped(game)
    rules, words = village_rules(pack.rules), pack.words[language]
    told: dict[str, str] = {}

    def line(ask: Ask) -> str:
        assert isinstance(ask, SetupAsk)
        usual = str(dict(ask.args)["text"].value) if "text" in dict(ask.args) else ""
        if usual and ask.question not in ("setup.mode", "setup.composition"):
            told[ask.question] = usual
        return told.get(ask.question, "")

    many = SetupAnswers(players=rules.players.most)
    asked = decided(village_dialog(rules, Dialog(rules, words), many, settles=True), words, line)
    assert told
    assert options(rules.options, asked.settings) == options(rules.options)


@pytest.mark.parametrize("word", ["jouer", "Fini", "play"])
@pytest.mark.parametrize("at", ["deal", "composition", "reveal", "revenge_on", "debate", "drum"])
def test_at_any_setting_a_word_keeps_it_and_all_that_follow_as_they_are(at: str, word: str) -> None:
    answers, asked = settled(**{"deal": "cartes", at: word})
    assert asked[-2:] == [f"setup.{at}", "setup.play"]
    assert answers == (EIGHT if at == "deal" else replace(EIGHT, deal=Deal.CARDS))


def test_what_rarely_changes_is_asked_of_who_says_so_once_more() -> None:
    _, asked = settled(rare="")
    rare = {f"setup.{name}" for name, option in OPTIONS.items() if option.rare}
    assert asked[-3:] == ["setup.rare", "setup.pace", "setup.play"]
    assert not rare & {*asked}


@pytest.mark.parametrize(("language", "word"), [("fr", "liste"), ("fr", "dragon"), ("en", "cards"), ("en", "dragon")])
def test_at_the_question_for_cards_they_are_listed_when_asked_for_and_after_a_word_that_is_none(
    language: str, word: str
) -> None:
    told: list[str] = []
    lines = iter((word, ""))
    words = PACK.words[language]

    def line(ask: Ask) -> str:
        return next(lines) if ask.question == "setup.composition" else ""

    decided(village_dialog(RULES, Dialog(RULES, words), EIGHT, settles=True), words, line, told)
    assert all(any(card.bare in text for text in told) for card in words.cards.values())
    assert any(words.cards["corbeau"].reminder in text for text in told) == (word != "dragon")


def test_settings_are_asked_for_anew_after_the_rest_was_kept() -> None:
    turns, asked = iter(("r", "")), list[str]()

    def line(ask: Ask) -> str:
        asked.append(ask.question)
        match ask.question:
            case "setup.play":
                return next(turns)
            case "setup.rare":
                return "r"
            case "setup.reveal":
                return "jouer" if asked.count("setup.reveal") == 1 else "camp"
        return ""

    answers = decided(village_dialog(RULES, Dialog(RULES, WORDS), EIGHT, settles=True), WORDS, line)
    assert answers.settings["reveal"] == ("camp",)
    assert asked.count("setup.drum") == 1


def test_it_is_told_before_the_settings_which_word_keeps_the_rest() -> None:
    told: list[str] = []
    decided(village_dialog(RULES, Dialog(RULES, WORDS), EIGHT, settles=True), WORDS, in_turn("jouer", ""), told)
    assert [text for text in told if "« jouer », à toute question" in text]


def test_options_are_taken_in_words() -> None:
    answers, _ = settled(
        reveal="rien", elect="jour-2", revenge="peut", revenge_on="nuit, tir", parity="égalité", debate="0", drum="non"
    )
    assert options(answers.settings) == options(
        {
            "reveal": ["nothing"],
            "elect": ["day:2"],
            "revenge": ["may"],
            "revenge_on": ["night", "shot"],
            "parity": ["yes"],
            "debate": ["0"],
            "drum": ["no"],
        }
    )


def test_whether_the_dead_are_called_is_asked_where_they_show_their_cards() -> None:
    answers, asked = settled(call_the_dead="oui")
    assert "setup.call_the_dead" in asked
    assert options(answers.settings).call_the_dead
    _, asked = settled(reveal="camp")
    assert "setup.call_the_dead" not in asked


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_cards_are_typed_as_the_question_for_them_shows_it(game: str, language: str) -> None:
    pack = shipped(game)
    rules, words = village_rules(pack.rules), pack.words[language]
    shown: list[str] = []

    def line(ask: Ask) -> str:
        if ask.question == "setup.composition":
            assert isinstance(ask, SetupAsk)
            shown.append(str(dict(ask.args)["text"].value))
            return shown[-1]
        return ""

    many = SetupAnswers(players=rules.players.most)
    asked = decided(village_dialog(rules, Dialog(rules, words), many, settles=True), words, line)
    assert asked.roles == shown[0]
    hand, _ = read_roles(rules, rules.players.most, asked.roles, Wording(words).typed)
    assert dict(hand)[rules.hunters.card] == 2


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_every_proposal_can_be_played_and_every_card_of_the_game_is_in_one(game: str) -> None:
    rules = village_rules(shipped(game).rules)
    circles = range(rules.players.least, rules.players.most + 1)
    found = {players: [hand for _, hand in proposals(rules, players)] for players in circles}
    hands = ((players, hand) for players in circles for hand in found[players])
    faults = (fault for players, hand in hands for fault in hand_faults(rules, players, hand))
    assert not [fault for fault in faults if fault.error]
    boxed = {card for card, its in rules.cards.items() if not its.extension}
    assert {card for hand in found[rules.players.most] for card, _ in hand} == boxed


def test_a_card_that_does_not_exist_is_told_in_the_language_of_the_game() -> None:
    told: list[str] = []
    words = PACK.words["fr"]
    lines = iter(("dragon", "complète"))

    def line(ask: Ask) -> str:
        return next(lines) if ask.question == "setup.composition" else ""

    decided(VillageEngine().dialog(Dialog(PACK.rules, words), EIGHT, settles=True), words, line, told)
    assert [text for text in told if "« dragon »" in text]
    with pytest.raises(CompositionError, match="there is no card 'dragon'"):
        VillageEngine().plan(PACK.rules, SetupAnswers(players=8, roles="dragon"), Wording(words), told.append)


@pytest.mark.parametrize("seconds", ["20", "90", "300"])
def test_going_on_keeps_a_debate_to_the_second(seconds: str) -> None:
    asked = replace(EIGHT, settings={"debate": (seconds,)})
    played: list[str] = []

    def line(ask: Ask) -> str:
        played.append(ask.question)
        return ""

    settled = decided(village_dialog(RULES, Dialog(RULES, WORDS), asked, settles=True), WORDS, line)
    assert settled.settings == asked.settings
    assert "setup.debate" in played


DARK = abilities_of(PresentEquipment(sound=True, ears=True, keypad=True))
"""A box without a screen and a light."""


@pytest.mark.parametrize(
    ("roles", "left"), [(None, None), ("cupidon,renard", "cupidon,renard,-renard"), ("renard", "renard,-renard")]
)
def test_where_nothing_shows_a_secret_the_cards_that_need_it_stay_out_and_all_may_hear_who_is_attacked(
    roles: str | None, left: str
) -> None:
    told: list[str] = []
    asked: list[str] = []

    def line(ask: Ask) -> str:
        asked.append(ask.question)
        return "oui"

    dialog = Dialog(RULES, WORDS, can=DARK)
    cards = replace(EIGHT, deal=Deal.CARDS, roles=roles)
    answers = decided(village_dialog(RULES, dialog, cards), WORDS, line, told)
    assert answers.roles == left
    assert sum("reste dans la boîte" in text for text in told) == (left or "").count("-")
    hand = dict(read_roles(RULES, 8, left, {})[0])
    heard = {"tell_victim": ("yes",)} if hand.get("sorcière") else {}
    assert answers.settings == heard | ({"lovers": ("touch",)} if hand.get("cupidon") else {})
    assert ("setup.tell_victim" in asked) == bool(heard)


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_where_nothing_shows_a_secret_a_game_is_offered_with_the_cards_that_it_is_dealt_and_no_odds_of_others(
    game: str,
) -> None:
    pack = shipped(game)
    rules, words = village_rules(pack.rules), pack.words["fr"]
    whole: set[bool] = set()
    for deck in rules.decks:
        players = next(number for number in range(12, 15) if is_possible(rules, number, deck))
        offer = GameOffer(30, deck, read_roles(rules, players, deck, {})[0], leans="")
        asked = SetupAnswers(players=players, mode=Mode.JOUEUR, deal=Deal.CARDS, roles=deck)
        dealt = decided(equipped(rules, Dialog(rules, words, can=DARK), asked), words, lambda _ask: "non")
        told = offered_unshown(rules, offer, players)
        assert told.cards == read_roles(rules, players, dealt.roles, {})[0]
        assert told.leans == ("" if told.cards == offer.cards else None)
        whole.add(told.cards == offer.cards)
    assert whole == ({True, False} if game == "mafeking" else {True})


def test_who_leads_tells_the_lovers_himself() -> None:
    led = replace(EIGHT, mode=Mode.MENEUR, deal=Deal.CARDS)
    assert decided(village_dialog(RULES, Dialog(RULES, WORDS, can=DARK), led), WORDS, in_turn()) == led


@pytest.mark.parametrize(
    ("name", "written", "value"),
    [
        ("reveal", "carte", "role"),
        ("reveal", "nothing", "nothing"),
        ("elect", "jour-1", "day:1"),
        ("drum", "non", "no"),
        ("parity", "equal", "yes"),
    ],
)
def test_a_value_may_be_written_as_the_questions_say_it(name: str, written: str, value: str) -> None:
    assert options({name: (written,)}) == options({name: (value,)})
