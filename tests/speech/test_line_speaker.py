"""A line is spoken by one voice: recorded as a whole, or by an engine as a whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from booths import Booth, nothing, pack, words
from recorded import tone, write_recordings

from narrator.speech.cache import Cache
from narrator.speech.line_speaker import LineSpeaker, recordings_of, who_can_name
from narrator.speech.performance import Phrase
from narrator.speech.profile import load_voice
from narrator.speech.recordings import Spoken
from narrator.story.markup import Style
from narrator.story.wording import Wording

LOSES, ANNE, ZORAN = Phrase("Le village perd"), Phrase("Anne", closing=True), Phrase("Zoran", closing=True)
VOICE = "language: fr\nengine: recorded\nvoice: tones\ninstead: conteur\n"


class Spoke:
    """A voice of tones in the player's folder, and what is told of it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.booth = Booth()
        self.told: list[str] = []
        self.file = home / "voices" / "tones.recordings"
        write_recordings(self.file, [Spoken("Le village perd"), Spoken("Anne", closing=True)])
        (home / "voices" / "tones.yaml").write_text(VOICE, encoding="utf-8")

    def speaker(self) -> LineSpeaker:
        """Return who speaks a game that begins."""
        return LineSpeaker(load_voice("tones"), Cache(self.home / "cache"), self.told.append, self.booth.engine)


@pytest.fixture
def spoke(home: Path) -> Spoke:
    """Return a voice that knows one name."""
    return Spoke(home)


def test_what_is_recorded_needs_no_engine(spoke: Spoke) -> None:
    speaker = spoke.speaker()
    assert speaker.ready()
    speaker.prepare([(LOSES, ANNE)], nothing)
    rendered = speaker.rendered((LOSES, ANNE))
    assert abs(rendered(LOSES).size - tone(Spoken("Le village perd")).size) < 50
    assert rendered(ANNE).any()
    assert spoke.booth.open == []
    assert spoke.booth.asked == []


def test_a_line_with_a_name_that_is_not_recorded_is_spoken_whole_by_the_other_voice(spoke: Spoke) -> None:
    speaker = spoke.speaker()
    speaker.prepare([(LOSES, ANNE), (LOSES, ZORAN)], nothing)
    assert spoke.booth.asked == [("conteur", "Le village perd"), ("conteur", "Zoran")]
    whole, other = speaker.rendered((LOSES, ANNE)), speaker.rendered((LOSES, ZORAN))
    assert not np.array_equal(whole(LOSES), other(LOSES))
    speaker.close()
    assert spoke.booth.open == []


def test_a_voice_whose_name_begins_alike_lends_no_recordings(spoke: Spoke) -> None:
    write_recordings(spoke.home / "voices" / "tones2.recordings", [Spoken("Zoran", closing=True)])
    more = write_recordings(spoke.home / "voices" / "tones.mafia.recordings", [Spoken("Zoran")])
    assert recordings_of(load_voice("tones")) == (more, spoke.file)


def test_a_style_changes_how_loud_a_recording_is(spoke: Spoke) -> None:
    speaker = spoke.speaker()
    soft = Phrase("Le village perd", Style(gain=-6.0))
    plain, softer = speaker.rendered([LOSES])(LOSES), speaker.rendered([soft])(soft)
    assert np.allclose(softer, plain * 10 ** (-6 / 20), atol=1e-4)


@pytest.mark.parametrize("style", [Style(), Style(gain=-6.0), Style(strong=True)])
def test_a_long_recording_comes_in_chunks_that_are_the_whole_and_one_at_once_where_it_is_loud(
    spoke: Spoke, style: Style
) -> None:
    spoken = Spoken("Le village perd, et il perd pour longtemps, cette nuit encore.", strong=style.strong)
    write_recordings(spoke.file, [spoken])
    phrase = Phrase(spoken.text, style)
    rendered = spoke.speaker().rendered([phrase])
    chunks = [*rendered.chunks(phrase)]
    assert len(chunks) == (1 if style.strong else 2)
    assert np.array_equal(np.concatenate(chunks), rendered(phrase))
    assert max(np.abs(np.diff(np.concatenate(chunks)))) < 2 * max(np.abs(np.diff(chunks[-1])))


def test_one_name_may_be_said_in_two_ways_in_one_line(spoke: Spoke) -> None:
    write_recordings(spoke.home / "voices" / "tones.more.recordings", [Spoken("Anne")])
    inside = Phrase("Anne")
    rendered = spoke.speaker().rendered((inside, ANNE))
    assert not np.array_equal(rendered(inside), rendered(ANNE))


@pytest.mark.parametrize("damage", ["missing", "damaged", "recording", "blocks"])
def test_without_its_recordings_another_voice_speaks_and_that_is_told_once(spoke: Spoke, damage: str) -> None:
    if damage == "missing":
        spoke.file.unlink()
    elif damage == "damaged":
        spoke.file.write_bytes(b"nothing of use")
    else:
        damage_table(spoke.file, damage)
    speaker = spoke.speaker()
    assert speaker.ready()
    assert speaker.rendered([LOSES])(LOSES).any()
    assert speaker.rendered([ANNE])(ANNE).any()
    assert spoke.booth.asked == [("conteur", "Le village perd"), ("conteur", "Anne")]
    (told,) = spoke.told
    assert "conteur" in told


def test_damage_that_is_found_while_a_game_is_prepared_is_told_and_the_other_voice_prepares_it(spoke: Spoke) -> None:
    damage_table(spoke.file, "recording")
    spoke.speaker().prepare([[LOSES], [ANNE]], lambda _done, _all: None)
    assert spoke.booth.asked == [("conteur", "Le village perd"), ("conteur", "Anne")]
    assert len(spoke.told) == 1


def damage_table(file: Path, table: str) -> None:
    """Overwrite the page of a database with which a table begins."""
    with closing(sqlite3.connect(file)) as rows:
        ((size,),) = rows.execute("PRAGMA page_size")
        ((page,),) = rows.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)


@pytest.mark.parametrize(("names", "who"), [(("Anne", ""), "tones"), (("Anne", "Zoran"), "conteur"), ((), "tones")])
def test_a_table_with_a_name_that_is_not_recorded_hears_one_other_voice(
    spoke: Spoke, names: tuple[str, ...], who: str
) -> None:
    write_recordings(spoke.home / "voices" / "tones.names.recordings", [Spoken("Anne"), Spoken("le numéro 2")])
    wording = words(names=names)
    assert who_can_name(wording, load_voice("tones"), spoke.told.append).name == who
    assert len(spoke.told) == (who == "conteur")
    assert all("Zoran=Marie" in sentence for sentence in spoke.told)


def test_a_name_that_is_said_by_a_respelling_is_looked_for_as_it_is_said(spoke: Spoke) -> None:
    write_recordings(spoke.home / "voices" / "tones.names.recordings", [Spoken("Anne"), Spoken("Soan")])
    wording = Wording(pack("thiercelieux").words["fr"], ("Anne", "Zoran"), 0, ("", "Soan"))
    assert who_can_name(wording, load_voice("tones"), spoke.told.append).name == "tones"
    assert spoke.told == []


def test_every_recording_begins_and_ends_at_zero(spoke: Spoke) -> None:
    sound = spoke.speaker().rendered([LOSES])(LOSES)
    assert abs(sound[0]) < 1e-4
    assert abs(sound[-1]) < 1e-3
