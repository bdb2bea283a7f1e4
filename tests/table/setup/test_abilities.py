"""What equipment can do, and how what people decide would be said on a command line."""

from __future__ import annotations

from itertools import product

import pytest
from shipped import shipped
from tables import NIGHT_GAMES
from typed_answers import decided, in_turn

from narrator.packs.wording import Wording
from narrator.rules.core.play import Mode
from narrator.rules.core.secrets import Secret
from narrator.rules.village.table import Deal
from narrator.table.games.registry import engine_of
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import EVERYTHING, PresentEquipment, SetupAnswers, abilities_of

PIECES = ("ears", "keypad", "keyboard", "button", "light", "screen")
KITS = [
    PresentEquipment(**dict(zip(PIECES, there, strict=True))) for there in product((False, True), repeat=len(PIECES))
]


def test_a_voice_alone_can_play_no_night() -> None:
    can = abilities_of(PresentEquipment(sound=True, ears=True))
    assert {*can.modes.values()} == {"box.no.night"}
    assert can.nothing == "box.no.night"


def test_one_button_plays_but_cannot_lead() -> None:
    can = abilities_of(PresentEquipment(ears=True, button=True))
    assert can.modes == {Mode.JOUEUR: "", Mode.MENEUR: "box.no.lead"}
    assert can.nothing == ""


@pytest.mark.parametrize(
    "present", [PresentEquipment(keypad=True), PresentEquipment(keyboard=True), PresentEquipment(screen=True)]
)
def test_keys_and_a_phone_can_lead(present: PresentEquipment) -> None:
    assert not any(abilities_of(present).modes.values())


@pytest.mark.parametrize("present", KITS)
def test_cards_are_dealt_in_secret_where_something_shows_them(present: PresentEquipment) -> None:
    can = abilities_of(present)
    assert can.dealt == {Deal.NARRATOR: "" if present.light or present.screen else "box.no.deal", Deal.CARDS: ""}
    assert bool(can.shown_by_hand) == bool(can.dealt[Deal.NARRATOR])


@pytest.mark.parametrize("present", KITS)
def test_with_a_phone_everything_can_be_played(present: PresentEquipment) -> None:
    with_a_phone = abilities_of(
        PresentEquipment(**{piece: getattr(present, piece) for piece in PIECES if piece != "screen"}, screen=True)
    )
    assert with_a_phone == EVERYTHING


@pytest.mark.parametrize("present", KITS)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_refusal_has_words(present: PresentEquipment, language: str) -> None:
    wording = Wording(shipped("mafia").words[language])
    can = abilities_of(present)
    for line in (*can.modes.values(), *can.dealt.values(), can.shown_by_hand, can.nothing):
        assert not line or wording.line(line)


KEY = Secret(b"key")


@pytest.mark.parametrize("game", [*NIGHT_GAMES, "cuba"])
def test_what_people_decide_is_what_a_command_line_would_say(game: str) -> None:
    pack = shipped(game)
    words, engine = pack.words["fr"], engine_of(pack.rules.engine)
    names = ("Ann", "Bob", "Cléo", "Dan", "Eve", "Flo", "Guy", "Hal", "Ida", "Jo")

    dialog = Dialog(pack.rules, words)
    asked, _ = decided(dialog.opening(SetupAnswers()), words, in_turn(" ".join(names)))
    asked = decided(engine.dialog(dialog, asked), words, in_turn())
    said = SetupAnswers(players=10, names=names)
    plans = [engine.plan(pack.rules, answers, Wording(words), lambda _sentence: None) for answers in (asked, said)]
    assert plans[0].found(KEY).header() == plans[1].found(KEY).header()
