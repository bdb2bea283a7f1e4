"""What is to be recorded is all that can be said, each piece in a breath of its own line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from booths import tone
from shipped import shipped
from tables import GAMES

from narrator.base.sentences import to_user
from narrator.commands.voices import utterance
from narrator.packs.pack import Pack
from narrator.recording.making import Cut, Quality, Work, encoded
from narrator.recording.recipe import RecordingPlan, everything, recipes, takes, without_hiss
from narrator.recording.takes import Programme, Take, carried, programme, recorded_by, said, unrecorded, values_of
from narrator.sound.dsp.samples import RATE, Samples
from narrator.voice.performance import phrases, script
from narrator.voice.profile import by_night, load_voice
from narrator.voice.recital import recordings_of
from narrator.voice.recordings import Recordings, Spoken
from narrator.voice.voice_files import first_names


@pytest.fixture(scope="module")
def pack() -> Pack:
    return shipped("thiercelieux")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("by_night", [False, True])
def test_each_piece_is_cut_out_of_a_breath_in_which_it_is_said(pack: Pack, language: str, by_night: bool) -> None:
    said = programme([pack], language, by_night=by_night)
    assert len(said.fixed) > 150
    for spoken, take in said.fixed.items():
        places = [place for place, cut in take.cuts if cut == spoken]
        assert len(places) == 1
        assert take.pieces[places[0]].startswith(spoken.text)
        assert len({(cut.pace, cut.strong, cut.whisper) for _, cut in take.cuts}) == 1


def test_what_is_put_into_lines_is_recorded_inside_and_at_the_end(pack: Pack) -> None:
    said = programme([pack], "fr", by_night=False)
    assert {"1", "40", "la Voyante"} <= {value.text for value in said.values} <= values_of(pack.words["fr"])
    plain = {value for value in said.values if value.pace == 1.0 and not value.strong and not value.whisper}
    assert {value.text for value in plain if value.closing} == {value.text for value in plain if not value.closing}


def test_names_are_said_in_every_manner_in_which_seats_are(pack: Pack) -> None:
    said = programme([pack], "fr", by_night=False)
    assert {spoken.pace for spoken in said.named(["Anne"])} == {1.0, 0.82}
    assert {spoken.text for spoken in said.named(["Anne", "Bruno"])} == {"Anne", "Bruno"}


def test_short_words_are_carried_several_in_a_breath() -> None:
    inside = [Spoken(str(number)) for number in range(1, 8)]
    closing = [Spoken("Anne", closing=True)]
    takes = list(carried([*inside, *closing], "fr"))
    assert {cut for take in takes for _, cut in take.cuts} == {*inside, *closing}
    for take in takes:
        for place, cut in take.cuts:
            assert take.pieces[place] == cut.text + "." * cut.closing


LANGUAGES = {"fr": 1490, "en": 500}
"""How many first names there are at least."""

LARGEST = 27_000_000
"""Bytes of the two voices of a language."""


@cache
def _pack(game: str) -> Pack:
    return shipped(game)


@cache
def _recorded(language: str) -> Callable[[Spoken, bool], bool]:
    return recorded_by(load_voice(language))


def _unrecorded_names(names: Iterable[str], has: Callable[[Spoken, bool], bool]) -> tuple[str, ...]:
    """Return the names that a voice cannot say by day and by night, inside a sentence and at its end."""
    ways = [(closing, by_night) for closing in (False, True) for by_night in (False, True)]
    return tuple(name for name in names if not all(has(Spoken(name, closing=end), night) for end, night in ways))


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_line_that_a_game_can_speak_is_recorded(game: str, language: str) -> None:
    assert list(unrecorded(_pack(game), language, _recorded(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_titles_of_all_games_are_recorded_for_a_box_that_offers_them_in_the_words_of_one(
    game: str, language: str
) -> None:
    has = _recorded(language)
    titles = [said(_pack(game).words[language], _pack(other).words[language].title) for other in GAMES]
    wanted = [Spoken(title, closing=end) for title in titles for end in (False, True)]
    assert [spoken for spoken in wanted if not has(spoken, False)] == []


@pytest.mark.parametrize(("language", "least"), LANGUAGES.items())
def test_the_first_names_of_the_list_are_recorded(language: str, least: int) -> None:
    names = first_names(language)
    assert len(names) >= least
    assert _unrecorded_names(names, _recorded(language)) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_recordings_of_a_language_stay_small(language: str) -> None:
    day = load_voice(language)
    night, _ = by_night(day)
    assert sum(file.stat().st_size for voice in (day, night) for file in recordings_of(voice)) <= LARGEST


@pytest.mark.parametrize("name", ["diseuse", "chuchoteuse", "taleteller", "whisperer"])
def test_who_tries_a_recorded_voice_hears_that_voice(name: str) -> None:
    voice = load_voice(name)
    with closing(Recordings(recordings_of(voice))) as recordings:
        assert [
            phrase.text for phrase in phrases(script(utterance(voice, None))) if Spoken.of(phrase) not in recordings
        ] == []


def test_a_line_that_is_not_recorded_is_named() -> None:
    has = _recorded("fr")
    words = _pack("mafia").words["fr"]
    lines = {**words.lines, "nightfall": ("Personne ne l'a jamais dit.",)}
    changed = Pack(Path(), _pack("mafia").rules, {"fr": words.model_copy(update={"lines": lines})}, "")
    (found,) = unrecorded(changed, "fr", has)
    assert found == ("nightfall", "Personne ne l'a jamais dit.")


LINE = Spoken("La nuit tombe.")
SAID = Programme(
    {LINE: Take((LINE.text,), ((0, LINE),))},
    values=frozenset([Spoken("7")]),
    names=frozenset([Spoken(""), Spoken("", 0.82)]),
)


def test_there_is_a_voice_of_the_day_and_one_of_the_night() -> None:
    found = [(recipe.voice.language, recipe.by_night) for recipe in recipes()]
    assert sorted(found) == [("en", False), ("en", True), ("fr", False), ("fr", True)]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_has_its_styles_and_whispers_by_day_as_the_night_speaks(language: str) -> None:
    speakers = {(recipe.voice.language, recipe.by_night): recipe.speaker() for recipe in recipes()}
    day, night = speakers[language, False], speakers[language, True]
    assert day.styles.shape == (510, 256)
    assert (day.whisper == night.styles).all()
    assert (day.styles != night.styles).any()


def test_names_are_recorded_at_the_pace_of_the_voice_and_published_at_every_pace() -> None:
    cuts = {cut for take in takes(SAID, ["Anne"], "fr") for _, cut in take.cuts}
    assert cuts == {LINE, Spoken("7"), Spoken("Anne")}
    assert set(everything(SAID, ["Anne"])) == {LINE, Spoken("7"), Spoken("Anne"), Spoken("Anne", 0.82)}


def test_what_was_published_before_takes_no_room_in_a_breath() -> None:
    before = {LINE, Spoken("7"), Spoken("Anne")}
    (take,) = takes(SAID, ["Anne", "Bruno"], "fr", before)
    assert [spoken.text for _, spoken in take.cuts] == ["Bruno"]
    assert "Anne" not in take.pieces


def test_what_was_published_and_hisses_where_a_vowel_ends_it_is_recorded_anew_at_every_pace() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, RATE // 5).astype(np.float32)

    def opus(text: str, *, hisses: bool) -> bytes:
        said: Samples = tone(Spoken(text))
        return encoded(np.concatenate([said, np.diff(noise)]) if hisses else said, 0.5)

    milo, alice, emma = Spoken("Milo"), Spoken("Alice"), Spoken("Emma", 0.82)
    before = {
        milo: opus("Milo", hisses=True),
        Spoken("Milo", 0.82): opus("Milo", hisses=False),
        alice: opus("Alice", hisses=True),
        emma: opus("Emma", hisses=False),
    }
    assert set(without_hiss(before, "fr")) == {alice, emma}


@pytest.mark.parametrize(("seconds", "refused"), [(0.07, []), (0.2, [to_user("record.hisses", text="Milo")])])
def test_what_hisses_at_every_speed_is_named(
    seconds: float, refused: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def speak(_takes: Iterable[Take], _speaker: object, work: Work, _progress: object, *, jobs: int) -> None:
        assert jobs == 1
        milo = Spoken("Milo")
        work.put([Cut(milo, tone(milo), Quality(1.0, 0.07, 0.5, 0.1, 0.0, 0.1, 0.01, seconds))], 5)

    monkeypatch.setattr("narrator.recording.recipe.check", lambda: None)  # nothing here speaks by a network
    monkeypatch.setattr("narrator.recording.recipe.recorded", speak)
    plan = RecordingPlan([shipped("mafia")], ["Milo"], 1, tmp_path, tmp_path, lambda _name: lambda _done, _total: None)
    told: list[object] = []
    assert plan.record([next(recipes(["diseuse"]))], told.append) == 1, "all else is missing"
    assert told[1:] == refused
