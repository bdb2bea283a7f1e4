"""What the doctor says is there in every language, and faults have a remedy."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import narrator.doctor
from narrator.commands import doctor as command
from narrator.doctor.visit import Finding, State, says
from narrator.resources import languages
from narrator.story.sentences import DOCTOR, sentences_in

LANGUAGES = tuple(languages())


def told_ids() -> set[str]:
    """Return the ids of all that the doctor's modules tell, as their sources write them."""
    folder = Path(narrator.doctor.__path__[0])
    calls = [
        node
        for file in (Path(command.__file__), *folder.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("says", "Examined", "DoctorWords")
    ]
    ids = (call.args[0] for call in calls)
    return {node.value for node in ids if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_the_file_of_a_language_has_what_the_doctor_says_and_nothing_else() -> None:
    said = told_ids() | {"decimal", "asking.yes", "asking.no"}
    assert len(said) > 200
    for language, folder in languages().items():
        assert set(sentences_in(folder / DOCTOR)) == said, language


def test_a_command_follows_a_colon_so_that_nobody_misses_it_who_listens() -> None:
    for id_ in told_ids():
        for language in LANGUAGES:
            words = says(id_)
            text, spoken = words.written(language), words.spoken(language)
            commands = re.finditer("`[^`]+`", text)
            assert text.count("`") % 2 == 0, id_
            assert all(text[: command.start()].endswith(": ") for command in commands), id_
            assert spoken.strip(), id_
            assert not re.search(r"`|: ?[.,;]| [.,]", spoken), id_


def test_numbers_are_written_as_in_the_language() -> None:
    words = says("voices.kept", size=1.25, count=says("underruns.days", count=3))
    assert words.written("fr") == "3 jours pour l'instant, soit 1,2 Mo."
    assert words.written("en") == "3 days so far, 1.2 MB."


def test_what_the_system_answered_stays_one_line_and_fills_nothing_in() -> None:
    told = says("settings.bad", why="no\n {such} thing").written("en")
    assert told == "They are not used (no {such} thing)."


def test_commands_and_asides_are_written_and_not_spoken() -> None:
    words = says("settings.bad", why="libx (a (b))") + says("reasons.get_evdev")
    assert words.spoken("fr") == "Ils ne sont pas pris en compte. Installez-le, ou bien, sur une boîte."
    assert words.spoken("en") == "They are not used. Install it, or else, on a box."


def test_a_fault_without_a_remedy_is_refused() -> None:
    with pytest.raises(ValueError, match=r"name\.disk is wrong"):
        Finding(says("name.disk"), State.WRONG, says("storage.full"))
