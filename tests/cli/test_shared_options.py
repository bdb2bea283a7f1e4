"""What may be written behind the options that several commands have."""

from __future__ import annotations

import click
import pytest

from narrator.cli import main
from narrator.cli.shared_options import COUNT, LANGUAGES, LEADER


@pytest.mark.parametrize(("written", "count"), [("8", 8), (" 12 ", 12), ("huit", 8), ("Eight", 8), (8, 8)])
def test_a_circle_is_counted_in_digits_or_in_words_of_any_language(written: str | int, count: int) -> None:
    assert COUNT.convert(written, None, None) == count


@pytest.mark.parametrize("written", ["0", "-3", "8.5", "zut", ""])
def test_what_is_no_number_of_players_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(click.BadParameter, match="write 8, for example"):
        COUNT.convert(written, None, None)


def test_a_language_that_there_is_no_folder_for_is_refused_with_those_that_there_are() -> None:
    assert LANGUAGES.convert("fr", None, None) == "fr"
    with pytest.raises(click.BadParameter, match=r"'xx' is not one of .*'en', 'fr'"):
        LANGUAGES.convert("xx", None, None)


@pytest.mark.parametrize(
    ("written", "mode"), [("joueur", "joueur"), ("meneur", "meneur"), ("nobody", "joueur"), ("leader", "meneur")]
)
def test_who_leads_is_said_in_french_or_as_an_english_set_up_says_it(written: str, mode: str) -> None:
    assert LEADER.convert(written, None, None) == mode


def test_another_word_for_who_leads_is_refused_with_all_that_there_are() -> None:
    with pytest.raises(click.BadParameter, match="'joueur', 'meneur', 'nobody', 'leader'"):
        LEADER.convert("chief", None, None)


@pytest.mark.parametrize("option", ["no_sound", "voice", "no_ambience", "no_ears", "model", "remote"])
def test_an_option_of_the_equipment_means_the_same_to_a_table_and_to_a_box(option: str) -> None:
    def of(command: str) -> dict[str, object]:
        return next(param for param in main.commands[command].params if param.name == option).to_info_dict()

    assert of("play") == of("box")
