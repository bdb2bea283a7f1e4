"""What a voice has not recorded it says all the same, of its own pieces: as loud, as high, and from the same mouth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from booths import Booth, nothing, sound_in
from shipped import shipped

from narrator.packs.markup import Style, caption
from narrator.packs.wording import Wording
from narrator.recording.recipe import recipes
from narrator.rules.core.effects import Form, Term
from narrator.sound.dsp.loudness import TARGET, loudness, true_peak
from narrator.voice.cache import Cache
from narrator.voice.composing import Composer, composer_of, units_of
from narrator.voice.performance import Phrase, phrases, script
from narrator.voice.phonemes import PAUSE, phones
from narrator.voice.profile import load_voice
from narrator.voice.recital import LineSpeaker, recordings_of, with_numbers
from narrator.voice.recordings import Recordings, RecordingsError, Spoken
from narrator.voice.units import read_units
from narrator.voice.voice_files import as_read

VOICES = [recipe.voice.name for recipe in recipes()]
LARGEST = 3_000_000
STRANGE = "Zdravko"


@pytest.fixture(scope="module")
def recordings() -> Iterator[Recordings]:
    with closing(Recordings(recordings_of(load_voice("fr")))) as opened:
        yield opened


@pytest.fixture(scope="module")
def composer(recordings: Recordings) -> Composer:
    made = composer_of(load_voice("fr"), recordings)
    assert made is not None
    return made


@pytest.mark.parametrize("name", VOICES)
def test_the_units_of_a_voice_are_small_and_of_the_recordings_that_ship(name: str) -> None:
    voice = load_voice(name)
    assert units_of(voice).stat().st_size <= LARGEST
    units = read_units(units_of(voice))
    with closing(Recordings(recordings_of(voice))) as recordings:
        there = recordings.digests()
    kept = [
        there.get(spoken, b"").startswith(digest.tobytes())
        for spoken, digest in zip(units.spoken, units.digests, strict=True)
    ]
    assert np.mean(kept) > 0.9, "make units"


@pytest.mark.parametrize(("name", "alike"), [("Murielle", "Muriel"), ("Magalie", "Magali")])
def test_a_name_that_sounds_like_a_recorded_one_is_that_recording(
    name: str, alike: str, composer: Composer, recordings: Recordings
) -> None:
    for closed in (False, True):
        sound = composer.composed(Spoken(name, closing=closed))
        other = sound_in(recordings, Spoken(alike, closing=closed))
        assert other is not None
        assert sound.size == other.size
        assert np.corrcoef(sound, other)[0, 1] > 0.99
    assert composer.cost(name) == 0


@pytest.mark.parametrize("spoken", [Spoken(STRANGE), Spoken(STRANGE, closing=True), Spoken("Ximena, dit Bieurne.")])
def test_what_is_composed_is_as_loud_as_any_phrase_and_begins_and_ends_at_zero(
    spoken: Spoken, composer: Composer
) -> None:
    sound = composer.composed(spoken)
    assert loudness(sound) == pytest.approx(TARGET, abs=0.5)
    assert true_peak(sound) <= 0
    assert max(abs(sound[0]), abs(sound[-1])) < 1e-3
    assert np.array_equal(sound, composer.composed(spoken))


def test_words_that_are_said_slowly_last_longer(composer: Composer) -> None:
    plain, slow = composer.composed(Spoken(STRANGE)), composer.composed(Spoken(STRANGE, 0.82))
    assert slow.size / plain.size == pytest.approx(1 / 0.82, abs=0.1)


def test_a_recording_that_is_held_out_is_no_source(recordings: Recordings, composer: Composer) -> None:
    units = read_units(units_of(load_voice("fr")))
    without = frozenset(spoken for spoken in units.spoken if spoken.text.startswith("Muriel"))
    other = Composer(units, recordings, "fr", without=without)
    assert other.cost("Muriel") > 0 == composer.cost("Muriel")


def test_what_was_recorded_anew_is_no_source_until_its_units_are_found_again(recordings: Recordings) -> None:
    units = read_units(units_of(load_voice("fr")))
    damaged = replace(units, digests=units.digests ^ np.uint8(1))
    assert not Composer(damaged, recordings, "fr").composes("Muriel")


def test_damaged_units_compose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.units"
    file.write_bytes(units_of(load_voice("fr")).read_bytes()[:-1000])
    with pytest.raises(RecordingsError, match=r"a\.units"):
        read_units(file)


@pytest.mark.parametrize("by_night", [False, True])
@pytest.mark.usefixtures("home")
def test_a_line_with_an_unknown_name_is_said_by_the_same_voice_and_is_at_hand_before_the_game(
    by_night: bool, tmp_path: Path
) -> None:
    booth = Booth()
    voice = load_voice("chuchoteuse" if by_night else "diseuse")
    words = Wording(shipped("thiercelieux").words["fr"], (STRANGE,))
    line = phrases(script((*words.value(Term(Form.SEAT, 1), ""),)))
    speaker = LineSpeaker(voice, Cache(tmp_path), pytest.fail, booth.engine)
    counts: list[tuple[int, int]] = []
    speaker.prepare([line], lambda done, total: counts.append((done, total)))
    assert counts == [(0, 1), (1, 1)]
    (name,) = line
    first = speaker.rendered(line)(name)
    speaker.close()
    again = LineSpeaker(voice, Cache(tmp_path), pytest.fail, booth.engine)
    again.prepare([line], lambda _done, _total: pytest.fail("it was at hand"))
    assert np.array_equal(again.rendered(line)(name), first)
    again.close()
    assert booth.asked == []


@pytest.mark.usefixtures("home")
def test_any_line_of_a_players_own_pack_can_be_said_in_this_voice(tmp_path: Path) -> None:
    booth = Booth()
    line = [Phrase("Le dragon de Zanzibar ronfle", Style(strong=True), closing=True)]
    speaker = LineSpeaker(load_voice("fr"), Cache(tmp_path), pytest.fail, booth.engine)
    speaker.prepare([line], nothing)
    assert speaker.rendered(line)(line[0]).any()
    speaker.close()
    assert booth.asked == []


def test_the_number_of_the_seat_is_said_with_a_name_that_is_hardly_understood() -> None:
    words = shipped("thiercelieux").words["fr"]
    wording = with_numbers(Wording(words, ("Anne", "Grzrb")), load_voice("fr"))
    turns = [wording.utterance("debate.turn", seat=Term(Form.SEAT, seat)) for seat in (1, 2)]
    assert [[phrase.text for phrase in phrases(script(turn))][:-1] for turn in turns] == [
        ["Anne"],
        ["numéro 2", "Grzrb"],
    ]
    assert [caption(turn).split(",")[0] for turn in turns] == ["Anne", "Grzrb"]
    seats = phrases(script(wording.value(Term(Form.SEAT, (1, 2)), "")))
    assert [phrase.text for phrase in seats] == ["Anne", "et", "le numéro 2", "Grzrb"]


@pytest.mark.parametrize(
    ("language", "name", "read"),
    [
        ("fr", "Björn", "bieurn"),
        ("fr", "Ximena", "chiména"),
        ("fr", "Thaddée", "taddée"),
        ("fr", "Chiara", "kiara"),
        ("fr", "Zinedine", "zinédine"),
        ("fr", "Anne-Björn", "anne-bieurn"),
        ("fr", "Arthur", "artur"),
        ("fr", "le thé", "le thé"),
        ("en", "Jürgen", "yoorgen"),
    ],
)
def test_foreign_names_are_read_by_rules(language: str, name: str, read: str) -> None:
    assert as_read(name, language).lower() == read


@pytest.mark.parametrize(
    ("text", "labels"),
    [("Anne.", "an"), ("Ondine", "ɔ̃ d i n"), ("Oui, merci !", "w i _ m ɛ ʁ s i"), ("Manon", "m a n ɔ̃"), ("…", "")],
)
def test_a_text_has_its_phones_with_pauses_between_words_and_none_at_its_ends(text: str, labels: str) -> None:
    found = phones(text, "fr")
    assert "".join(phone.label for phone in found) == labels.replace(" ", "")
    assert all(phone.ends_word for phone, after in pairwise(found) if after.label == PAUSE)
