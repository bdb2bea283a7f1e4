"""What the doctor says is there in two languages, with the same places to fill, and with a remedy for faults."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

import narrator.doctor
from narrator.commands import doctor as command
from narrator.doctor.finding import DoctorWords, Finding, State


def all_words() -> Iterator[tuple[str, DoctorWords]]:
    """Yield every sentence of the doctor with its place."""
    found = walk_packages(narrator.doctor.__path__, "narrator.doctor.")
    modules = [import_module(module.name) for module in found]
    for module in (command, *modules):
        for name, value in vars(module).items():
            if isinstance(value, DoctorWords):
                yield f"{module.__name__}.{name}", value


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_things_to_fill_in_and_the_same_commands() -> None:
    for place, words in all_words():
        assert places(words.fr) == places(words.en), place
        assert words.fr.count("`") == words.en.count("`"), place
        assert words.fr.count("`") % 2 == 0, place


def test_a_command_follows_a_colon_so_that_nobody_misses_it_who_listens() -> None:
    for place, words in all_words():
        for text in (words.fr, words.en):
            commands = re.finditer("`[^`]+`", text)
            assert all(text[: command.start()].endswith(": ") for command in commands), place
        for language in ("fr", "en"):
            spoken = words.spoken(language)
            assert spoken.strip(), place
            assert not re.search(r"`|: ?[.,;]| [.,]", spoken), place


def test_there_is_a_good_number_of_them() -> None:
    assert len(dict(all_words())) > 80


def test_numbers_are_written_as_in_the_language() -> None:
    words = DoctorWords("{size} Mo, {count} {unit}", "{size} MB, {count} {unit}")
    assert words(size=1.25, count=3, unit=DoctorWords("jours", "days")) == DoctorWords(
        "1,2 Mo, 3 jours", "1.2 MB, 3 days"
    )


def test_what_the_system_answered_stays_one_line_and_fills_nothing_in() -> None:
    assert DoctorWords("({why})", "({why})")(why="no\n {such} thing").written("fr") == "(no {such} thing)"


def test_commands_and_asides_are_written_and_not_spoken() -> None:
    words = DoctorWords(
        "Elle manque (libx (a (b))). Installez-la : `sudo apt install x`.", "Gone (libx). Install it: `apt install x`."
    )
    assert words.spoken("fr") == "Elle manque. Installez-la."
    assert words.spoken("en") == "Gone. Install it."
    assert words.written("fr") == words.fr


def test_a_fault_without_a_remedy_is_refused() -> None:
    with pytest.raises(ValueError, match="Disk is wrong"):
        Finding(DoctorWords("Disque", "Disk"), State.WRONG, DoctorWords("plein", "full"))
