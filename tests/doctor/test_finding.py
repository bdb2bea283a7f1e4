"""What the doctor says is there in every language, and faults have a remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

import narrator.doctor
from narrator.commands import doctor as command
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.resources import languages
from narrator.story.sentences import DOCTOR, sentences_in

LANGUAGES = tuple(languages())


def all_words() -> Iterator[tuple[str, DoctorWords]]:
    """Yield all words of the doctor with their place."""
    found = walk_packages(narrator.doctor.__path__, "narrator.doctor.")
    modules = [import_module(module.name) for module in found]
    for module in (command, *modules):
        for name, value in vars(module).items():
            for words in (value, *(value.values() if isinstance(value, dict) else ())):
                if isinstance(words, DoctorWords):
                    yield f"{module.__name__}.{name}", words


def test_the_file_of_a_language_has_what_the_doctor_says_and_nothing_else() -> None:
    said = {words.id for _, words in all_words()} | {"decimal", "asking.yes", "asking.no"}
    assert len(said) > 200
    for language, folder in languages().items():
        assert set(sentences_in(folder / DOCTOR)) == said, language


def test_a_command_follows_a_colon_so_that_nobody_misses_it_who_listens() -> None:
    for place, words in all_words():
        for language in LANGUAGES:
            text, spoken = words.written(language), words.spoken(language)
            commands = re.finditer("`[^`]+`", text)
            assert text.count("`") % 2 == 0, place
            assert all(text[: command.start()].endswith(": ") for command in commands), place
            assert spoken.strip(), place
            assert not re.search(r"`|: ?[.,;]| [.,]", spoken), place


def test_numbers_are_written_as_in_the_language() -> None:
    words = DoctorWords("voices.kept")(size=1.25, count=DoctorWords("underruns.days")(count=3))
    assert words.written("fr") == "3 jours, soit 1,2 Mo."
    assert words.written("en") == "3 days, that is 1.2 MB."


def test_what_the_system_answered_stays_one_line_and_fills_nothing_in() -> None:
    told = DoctorWords("settings.bad")(why="no\n {such} thing").written("en")
    assert told == "They are not used (no {such} thing)."


def test_commands_and_asides_are_written_and_not_spoken() -> None:
    words = DoctorWords("settings.bad")(why="libx (a (b))") + DoctorWords("reasons.get_evdev")
    assert words.spoken("fr") == "Ils ne sont pas pris en compte. Installez-le, ou bien, sur une boîte."
    assert words.spoken("en") == "They are not used. Install it, or else, on a box."


def test_a_fault_without_a_remedy_is_refused() -> None:
    with pytest.raises(ValueError, match=r"name\.disk is wrong"):
        Finding(DoctorWords("name.disk"), State.WRONG, DoctorWords("storage.full"))
