"""Recordings that are called after what is said in them are heard, and thresholds chosen by them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hearings import MODEL, said
from hypothesis import given
from hypothesis import strategies as st

from models.build import report as ear
from models.build.report import chosen, keep_thresholds, left_out, said_in, sound_files
from narrator.base.user_error import UserError
from narrator.commands import recording
from narrator.ear.messages import Recognised
from narrator.ear.thresholds import FILE, Thresholds, calibrated_file, thresholds_of
from narrator.ear.trial import HeardRecording, counted
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.sound.audio.sound_devices import NoDevicesError
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples
from narrator.table.inbox.entry import Entry

pytestmark = pytest.mark.thorough


def recorded(folder: Path, name: str, text: str) -> None:
    """Keep how somebody says a text."""
    soundfile.write(folder / f"{name}.flac", said(text, before=0.1, after=0.1), HEARING_RATE)


def test_a_folder_of_recordings_is_heard_and_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(tmp_path, "oui", "oui")
    recorded(tmp_path, "joueur_trois", "joueur trois")
    recorded(tmp_path, "joueur_deux", "joueur dix")
    recorded(tmp_path, "le bac part du quai", "le bac part du quai")
    assert ear.report(tmp_path, "fr", None) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(".flac")[1].strip() for line in told[:-2]] == [
        "heard as “joueur dix”",
        "understood",
        "its name is no answer, and nothing was taken for one",
        "understood",
    ]
    assert told[-2:] == ["2 of 3 answers understood (21 to 94%, at 95% confidence)", "Taken for something else: 1"]


def test_what_is_no_sound_is_told_and_the_rest_is_heard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "anne").mkdir()
    recorded(tmp_path / "anne", "oui_2", "oui")
    (tmp_path / "._oui.wav").write_bytes(b"not for players")
    (tmp_path / "douze.flac").mkdir()
    (tmp_path / "non.wav").write_text("non")
    recorded(tmp_path, "onze", "le bac part du quai")
    soundfile.write(tmp_path / "pause.wav", np.full(HEARING_RATE, np.nan, np.float32), HEARING_RATE, "FLOAT")
    assert ear.report(tmp_path, "fr", None) == 0
    told = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    assert [(line[0], line[-1].strip()) for line in told[:-1]] == [
        ("anne/oui_2.flac", "understood"),
        ("non.wav", "is no sound that can be read"),
        ("onze.flac", "heard, not understood"),
        ("pause.wav", "nothing heard"),
    ]
    assert told[-1] == ["1 of 3 answers understood (6 to 79%, at 95% confidence)"]


def test_where_no_name_is_an_answer_nothing_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(tmp_path, "le bac part du quai", "le bac part du quai")
    assert ear.report(tmp_path, "fr", "fr") == 0
    assert "joueur_trois.flac" in capsys.readouterr().out.splitlines()[-1]


def test_where_nothing_can_be_read_there_is_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "oui.wav").write_text("oui")
    assert ear.report(tmp_path, "fr", None) == 2
    assert capsys.readouterr().out.split(maxsplit=1) == ["oui.wav", "is no sound that can be read\n"]


def test_names_need_no_accents_and_the_table_is_as_large_as_they_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(tmp_path, "numero_dix-sept", "numéro dix-sept")
    recorded(tmp_path, "egalite entre deux et cinq", "égalité entre deux et cinq")
    (tmp_path / "oui.m4a").touch()
    assert ear.report(tmp_path, "fr", None) == 0
    told = capsys.readouterr().out
    assert "of 2 answers understood" in told
    assert told.endswith(": oui.m4a\n")


@pytest.mark.parametrize(
    ("language", "model", "advice"),
    [
        ("fr", "perroquet", "There is no model “perroquet”"),
        ("fr", "vosk-model-small-fr-0.22", "narrator models fetch vosk-model-small-fr-0.22"),
        ("en", None, "narrator models fetch --lang en"),
        ("en", "fr", "fr is a model for 'fr'"),
        ("de", None, "narrator models list"),
    ],
)
def test_a_model_that_is_not_there_is_named_with_what_to_do(
    tmp_path: Path, home: Path, language: str, model: str | None, advice: str
) -> None:
    assert not home.exists()
    recorded(tmp_path, "oui", "oui")
    with pytest.raises(UserError) as refused:
        ear.report(tmp_path, language, model)
    assert advice in str(refused.value)


def test_a_folder_without_recordings_says_how_they_are_called(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(UserError) as refused:
        ear.report(tmp_path, "fr", None)
    told = str(refused.value)
    assert ("joueur_trois.flac" in told, ".opus" in told) == (True, True)


class Person:
    """A microphone before which somebody says a word each time."""

    def __init__(self, words: list[str]) -> None:
        self._words = iter(words)

    def begin(self) -> None:
        """Listen."""

    def end(self) -> Samples:
        """Return the next word."""
        heard = said(next(self._words), before=0.5, after=0.5).astype(np.float32) / 32768
        return np.asarray(
            np.interp(np.arange(0, len(heard), HEARING_RATE / RATE), np.arange(len(heard)), heard), np.float32
        )

    def close(self) -> None:
        """Stop."""


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return what is typed, key by key; then nobody types any more."""
    keys: list[str] = []

    def key(_question: str) -> str:
        if not keys:
            raise EOFError
        return keys.pop(0)

    monkeypatch.setattr("builtins.input", key)
    yield keys
    assert not keys


def test_phrases_are_recorded_one_by_one_and_it_goes_on_where_it_was(
    tmp_path: Path, home: Path, typed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not home.exists()
    monkeypatch.setattr(recording, "opened", lambda *_: None)
    monkeypatch.setattr(recording, "Recorder", lambda _: Person(["oui", "oui", "oui", "oui"]))
    place = tmp_path / "mine"
    typed += ["", "", "", "", "", "r", "", "", "q"]  # one is kept, one is said twice
    ear.record(place, "fr", None, 8)
    first = sorted(file.name for file in place.iterdir())
    assert len(first) == 2
    assert all(file.stat().st_mode & 0o077 == 0 for file in (place, *place.iterdir()))
    shown = capsys.readouterr().out
    assert "1/8" in shown
    assert "of 2 answers understood" in shown
    typed += ["s", "", "", "", "q"]
    ear.record(place, "fr", None, 8)
    assert set(first) < {file.name for file in place.iterdir()}
    assert "3/8" in capsys.readouterr().out


def test_without_a_microphone_no_folder_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise NoDevicesError("there is none")

    monkeypatch.setattr(recording, "opened", none)
    with pytest.raises(UserError) as refused:
        ear.record(tmp_path / "mine", "fr", None, 8)
    assert "there is none" in str(refused.value)
    assert not (tmp_path / "mine").exists()


# --- thresholds of a model that came without them ------------------------------------------------------------


@pytest.fixture
def fetched(tmp_path: Path) -> Path:
    """Return a model that came without thresholds."""
    return Path(shutil.copytree(MODEL, tmp_path / "model", ignore=shutil.ignore_patterns(FILE)))


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with as many recordings as thresholds are chosen from."""
    place = tmp_path / "mine"
    place.mkdir()
    for text in ("non", "oui", "personne"):  # each answers one of the questions that are its turn
        recorded(place, text.replace(" ", "_"), text)
    monkeypatch.setattr(ear, "FEWEST", 3)
    return place


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[HeardRecording[Entry]]:
    """Return what thresholds were chosen from; those that are chosen are `CHOSEN`."""
    told: list[HeardRecording[Entry]] = []

    def choose(some: list[HeardRecording[Entry]]) -> Thresholds:
        told.extend(some)
        return CHOSEN

    monkeypatch.setattr(ear, "chosen", choose)
    return told


CHOSEN = Thresholds(apart=4.0, unlike=1.0)
"""Others than the careful ones."""


def test_a_fetched_model_is_calibrated_by_recordings_and_stays_as_it_came(
    mine: Path, fetched: Path, heard: list[HeardRecording[Entry]], capsys: pytest.CaptureFixture[str]
) -> None:
    before = {file: file.read_bytes() for file in fetched.rglob("*") if file.is_file()}
    ear.calibrate(mine, "fr", str(fetched))
    assert thresholds_of(fetched) == replace(CHOSEN, recordings=3)
    assert {file: file.read_bytes() for file in fetched.rglob("*") if file.is_file()} == before
    file = calibrated_file(fetched)
    assert file.stat().st_mode & 0o777 == 0o644, "whoever runs a game reads it"
    assert str(file) in capsys.readouterr().out
    assert VoskRecogniser(fetched).thresholds.apart == CHOSEN.apart
    answers = [one for one in heard if one.wanted is not None]
    assert [counted([one], Thresholds()).understood for one in answers] == [1, 1, 1]
    assert len(heard) == 9, "each is heard at two questions to which it is no answer, too"


def test_it_may_be_done_again(mine: Path, fetched: Path, heard: list[HeardRecording[Entry]]) -> None:
    keep_thresholds(fetched, Thresholds(apart=3.0, recordings=40))
    ear.calibrate(mine, "fr", str(fetched))
    assert heard
    assert thresholds_of(fetched) == replace(CHOSEN, recordings=3)


def test_a_model_keeps_the_thresholds_that_it_came_with(
    mine: Path, fetched: Path, heard: list[HeardRecording[Entry]]
) -> None:
    (fetched / FILE).write_text("apart: 4.5\n")
    with pytest.raises(UserError) as refused:
        ear.calibrate(mine, "fr", str(fetched))
    assert str(fetched) in str(refused.value)
    assert not heard
    assert thresholds_of(fetched).apart == 4.5


def test_too_few_recordings_choose_nothing(mine: Path, fetched: Path) -> None:
    (mine / "oui.flac").unlink()
    with pytest.raises(UserError) as refused:
        ear.calibrate(mine, "fr", str(fetched))
    assert "Recordings of answers: 2." in str(refused.value)
    assert thresholds_of(fetched) == Thresholds()


def test_recordings_of_what_is_no_answer_do_not_count(mine: Path, fetched: Path) -> None:
    (mine / "oui.flac").rename(mine / "le bac part du quai.flac")
    with pytest.raises(UserError) as refused:
        ear.calibrate(mine, "fr", str(fetched))
    assert "Recordings of answers: 2." in str(refused.value)
    assert thresholds_of(fetched) == Thresholds()


def test_who_records_enough_calibrates_a_model_once(
    mine: Path,
    fetched: Path,
    heard: list[HeardRecording[Entry]],
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("narrator.commands.ear.find_model", lambda *_: fetched)
    monkeypatch.setattr(recording, "opened", lambda *_: None)
    monkeypatch.setattr(recording, "Recorder", lambda _: Person([]))
    typed += ["q"]
    ear.record(mine, "fr", None, 60)
    assert thresholds_of(fetched).recordings == 3
    shown = capsys.readouterr().out
    assert shown.index(str(calibrated_file(fetched))) < shown.index("of 3 answers understood (")
    heard.clear()
    typed += ["q"]
    ear.record(mine, "fr", None, 60)
    assert not heard
    assert "of 3 answers understood (" in capsys.readouterr().out


def test_a_model_that_came_with_careful_thresholds_is_left_alone_by_who_records(
    mine: Path,
    fetched: Path,
    heard: list[HeardRecording[Entry]],
    typed: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (fetched / FILE).write_text("apart: 6.0\n")
    monkeypatch.setattr("narrator.commands.ear.find_model", lambda *_: fetched)
    monkeypatch.setattr(recording, "opened", lambda *_: None)
    monkeypatch.setattr(recording, "Recorder", lambda _: Person([]))
    typed += ["q"]
    ear.record(mine, "fr", None, 60)
    assert not heard
    assert not calibrated_file(fetched).exists()


# --- what a file is called after --------------------------------------------------------------------------------

ANSWERS = {"oui", "vingt", "vingt-deux", "joueur trois", "douze", "je vote pour le quatre"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("oui.wav", "oui"),
        ("Oui_2.wav", "oui"),
        ("oui (2).wav", "oui"),
        ("oui-17.flac", "oui"),
        ("oui !.flac", "oui"),
        ("joueur_trois_4.wav", "joueur trois"),
        ("joueur_3.flac", "joueur trois"),
        ("12.mp3", "douze"),
        ("je vote pour le 4.ogg", "je vote pour le quatre"),
        ("vingt_2.wav", "vingt"),
        ("le bac_2.wav", "le bac 2"),
        ("20261126.wav", "20261126"),
    ],
)
def test_a_name_says_what_is_said(name: str, said: str) -> None:
    assert said_in(Path(name), "fr", {answer: answer for answer in ANSWERS}.get) == said


def test_sound_files_are_found_within_folders_and_hidden_ones_are_left_out(tmp_path: Path) -> None:
    for name in ("non.WAV", "anne/oui.flac", ".trash/oui.flac", "anne/._oui.flac", "notes.txt", "b.wav/oui.mp3"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = [str(file.relative_to(tmp_path)) for file in sound_files(tmp_path)]
    assert found == ["anne/oui.flac", "b.wav/oui.mp3", "non.WAV"]
    assert [file.name for file in left_out(tmp_path)] == ["notes.txt"]


MEANT = ("one", "two")


def meaning(text: str) -> str | None:
    """Return what a text means: itself, where it is an answer."""
    return text if text in MEANT else None


def spoken(wanted: str | None, *heard: tuple[str, float]) -> HeardRecording[str]:
    """Return one of which these texts were heard, each less likely than the first by so much."""
    texts, behind = zip(*heard, strict=True) if heard else ((), ())
    told = (Recognised("", texts, behind, seconds=0.5),) if heard else ()
    return HeardRecording(told, meaning, wanted)


def test_an_answer_that_was_asked_back_is_understood_where_nothing_speaks_against_it() -> None:
    heard = [spoken("two", ("two", 0.0)), spoken("one", ("one", 0.0), ("two", 4.5))]
    careful, now = counted(heard, Thresholds()), counted(heard, chosen(heard))
    assert (careful.answers, careful.understood, careful.asked_back, now.understood) == (2, 1, 1, 2)
    assert chosen(heard) == Thresholds(apart=4.0)


def test_nothing_more_is_taken_for_something_else() -> None:
    close, other = spoken("one", ("one", 0.0), ("two", 4.5)), spoken("one", ("two", 0.0), ("one", 5.5))
    assert chosen([close]) == Thresholds(apart=4.0)
    assert chosen([close, other]) == Thresholds()


def test_what_is_no_answer_and_would_be_taken_for_one_forbids_it() -> None:
    shy, talk = spoken("one", ("nothing", 0.0), ("one", 1.5)), spoken(None, ("nothing", 0.0), ("two", 1.8))
    assert chosen([shy]) == Thresholds(unlike=2.0)
    assert chosen([shy, talk]) == Thresholds()


def test_who_would_be_asked_in_vain_counts_against_it() -> None:
    close, talk = spoken("one", ("one", 0.0), ("two", 4.5)), spoken(None, ("one", 0.0), ("two", 0.5))
    assert counted([close, talk], Thresholds()).disturbed == 1
    assert counted([close, talk], Thresholds()).worth == 0


HEARD = st.lists(st.tuples(st.sampled_from((*MEANT, "nothing")), st.floats(0, 10)), max_size=3)


def _made(wanted: str | None, heard: list[tuple[str, float]]) -> HeardRecording[str]:
    """Return one of which texts were heard in their order, the first of them behind by nothing."""
    in_order = sorted(heard, key=lambda one: one[1])
    return spoken(wanted, *((text, behind - in_order[0][1]) for text, behind in in_order))


@given(st.lists(st.builds(_made, st.sampled_from((*MEANT, None)), HEARD), min_size=1, max_size=20))
def test_it_is_never_worse_than_with_careful_thresholds(heard: list[HeardRecording[str]]) -> None:
    careful, now = counted(heard, Thresholds()), counted(heard, chosen(heard))
    assert now.wrong <= careful.wrong
    assert now.worth >= careful.worth
