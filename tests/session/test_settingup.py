"""What may be typed before a game: beginnings of words, and names as a keyboard gives them."""

from __future__ import annotations

from narrator.core.modes import Mode
from narrator.resources import pack_path
from narrator.session.settingup import Dialog, read_names, read_respellings
from narrator.story.pack import load_pack
from narrator.story.wording import Wording

PACK = load_pack(pack_path("thiercelieux"), ["fr"])
GAMES = {name: name for name in ("mafeking", "mafia", "thiercelieux")}


def dialog(*typed: str) -> Dialog:
    """Type these lines, one at each question."""
    lines, words = iter(typed), PACK.words["fr"]
    return Dialog(PACK.rules, words, Wording(words), lambda _question, _expected: next(lines), lambda _: None)


def test_a_beginning_that_fits_one_word_means_that_word() -> None:
    assert dialog("Thier").choose("setup.game", GAMES, "mafia") == "thiercelieux"
    assert dialog("m").mode() is Mode.MENEUR


def test_a_beginning_that_fits_two_words_is_asked_again() -> None:
    assert dialog("ma", "maf", "mafi").choose("setup.game", GAMES, "thiercelieux") == "mafia"


def test_names_lose_what_cannot_be_printed() -> None:
    assert read_names("Ann\x1b[A, Chlo\udcc3\udca9,\x07, Ben ") == ("Ann[A", "Chlo", "Ben")


def test_a_name_may_tell_how_it_is_said() -> None:
    typed = "Alice, Chloé=Clo-é , =, Zoë= ,\x1b[Bob"
    assert read_names(typed) == ("Alice", "Chloé", "Zoë", "[Bob")
    assert read_respellings(typed) == {"Chloé": "Clo-é"}
