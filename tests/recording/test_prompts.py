"""A person is asked for all that a game can say, by names that stay, what a first night needs first."""

from __future__ import annotations

import re
from functools import cache

import pytest
from shipped import shipped

from narrator.recording.prompts import Prompt, listed, prompts
from narrator.recording.takes import programme
from narrator.voice.recordings import Spoken

NAMES = ("Anne", "Zoé")


@cache
def asked_for(language: str, *names: str, game: str = "thiercelieux") -> tuple[Prompt, ...]:
    """Return what a person is asked to say."""
    return prompts(shipped(game), language, names)


def by_file(found: tuple[Prompt, ...]) -> dict[str, Prompt]:
    return {prompt.file: prompt for prompt in found}


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_prompts_cover_all_that_is_said_by_day_and_by_night(language: str) -> None:
    said = [programme([shipped("thiercelieux")], language, by_night=night) for night in (False, True)]
    wanted = {spoken for part in said for spoken in (*part.fixed, *part.values, *part.named(NAMES))}
    assert {spoken for prompt in asked_for(language, *NAMES) for spoken in prompt.serves} == wanted


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_file_has_a_plain_name_of_its_own(language: str) -> None:
    files = [prompt.file for prompt in asked_for(language, *NAMES)]
    assert len({file.casefold() for file in files}) == len(files)
    assert [file for file in files if not re.fullmatch(r"[a-z0-9._-]+", file)] == []


def test_a_file_is_called_so_whatever_first_names_there_are() -> None:
    alone, named = by_file(asked_for("fr")), by_file(asked_for("fr", *NAMES))
    assert named.keys() - alone.keys() == {"name.anne", "name.anne.end", "name.zoe", "name.zoe.end"}
    assert {file: prompt.spoken for file, prompt in named.items() if file in alone} == {
        file: prompt.spoken for file, prompt in alone.items()
    }


def test_half_a_sentence_is_shown_with_its_other_half() -> None:
    found = by_file(asked_for("fr", *NAMES))
    split = found["vote.tie.3-2"]
    assert split.words == "À poids égal :"
    assert split.after.startswith("Patrick")
    seer = found["card.voyante.end"]
    assert (seer.before, seer.words, seer.manner) == ("…", "la Voyante", "at the end of a sentence")


def test_the_manner_says_how_and_that_it_is_night() -> None:
    found = asked_for("fr")
    assert {prompt.manner for prompt in found if prompt.spoken.pace < 1} == {"slowly"}
    assert all("whispered" in prompt.manner for prompt in found if prompt.spoken.whisper)
    assert by_file(found)["nightfall.1"].manner == "softly, for it is night"


def test_first_names_come_first_and_then_the_night() -> None:
    files = [prompt.file for prompt in asked_for("fr", "Anne")]
    assert files[:2] == ["name.anne", "name.anne.end"]
    assert files.index("nightfall.1") < files.index("welcome.1") < files.index("box.hello.1")
    assert files.index("nightfall.1") < files.index("seat.1")


def test_without_names_seats_come_first() -> None:
    files = [prompt.file for prompt in asked_for("fr")]
    assert files[:2] == ["seat.1", "seat.1.end"]
    assert files.index("seat.12") < files.index("nightfall.1") < files.index("seat.13")


def test_two_spellings_of_a_name_are_asked_for_once() -> None:
    files = [prompt.file for prompt in asked_for("fr", "Zoé", "Zoe")]
    assert [file for file in files if file.startswith("name.")] == ["name.zoe", "name.zoe.end"]


def test_a_slow_name_is_made_of_the_plain_one() -> None:
    anne = by_file(asked_for("fr", "Anne"))["name.anne"]
    assert anne.serves == (Spoken("Anne", pace=0.82), Spoken("Anne"))


def test_what_a_voice_is_given_in_other_letters_is_read_as_it_is_written() -> None:
    joker = next(prompt for prompt in asked_for("fr", game="cuba") if "Malécone" in prompt.spoken.text)
    assert "Malecón" in joker.words


def test_the_list_has_a_line_for_each_file() -> None:
    found = asked_for("fr", "Anne")
    lines = list(listed(found))
    assert len(lines) == len(found)
    assert lines[0] == "name.anne.wav\t[Anne] …\tinside a sentence"
