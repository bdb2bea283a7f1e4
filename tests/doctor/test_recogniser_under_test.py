"""The recogniser is loaded as a game would load it; its files are read, and a synthetic word is caught where asked."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from machines import Table

from narrator.base.downloads.store import MODELS, DownloadStore
from narrator.base.resources import PIP, folder
from narrator.doctor import microphone as checks
from narrator.doctor.loudspeaker import loudspeaker
from narrator.doctor.microphone import RecogniserUnderTest, recogniser, self_test
from narrator.doctor.visit import DoctorWords, State, Visit, says
from narrator.ear.messages import RecogniserError

MODEL = folder("models") / "fr"


@pytest.fixture
def visit(home: Path) -> Visit:
    pytest.importorskip("vosk", reason="the package vosk is missing")
    assert not home.exists()
    visit = Table().visit(someone=False)
    visit.devices = []
    visit.language = "fr"
    return visit


@pytest.fixture
def fetched(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a model that was fetched: the one that comes with narrator, under that name."""
    model = next(model.name for model in MODELS.known() if model.language == "fr")
    shutil.copytree(MODEL, home / "models" / model)
    monkeypatch.setattr(DownloadStore, "installed", lambda store, name: store.place / name if name == model else None)
    return home / "models" / model


def test_without_a_model_there_is_a_note_and_a_fault_where_there_is_a_microphone(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit.language = "en"
    found = recogniser(visit)
    assert (found.state, found.text) == (State.NOTE, says("recogniser.no_model"))
    assert found.remedy is not None
    assert "narrator models fetch --lang en" in found.remedy.written("en")
    monkeypatch.setattr(Visit, "has_microphone", True)
    assert recogniser(visit).state is State.WRONG


def test_the_french_model_comes_with_narrator(visit: Visit) -> None:
    assert recogniser(visit).state is State.WELL


def test_a_model_that_loads_is_well_where_its_files_are_not_read(visit: Visit, fetched: Path) -> None:
    visit.quick = True
    found = recogniser(visit)
    assert (found.state, fetched.name in found.text.written("fr")) == (State.WELL, True)


def test_a_model_that_is_not_what_the_manifest_says_is_damaged(visit: Visit, fetched: Path) -> None:
    found = recogniser(visit)
    assert (found.state, found.remedy) == (State.WRONG, says("recogniser.anew", model=fetched.name))


def test_a_model_that_does_not_load_is_a_fault(visit: Visit, fetched: Path) -> None:
    (fetched / "am" / "final.mdl").write_bytes(b"nothing")
    visit.quick = True
    found = recogniser(visit)
    assert (found.state, found.remedy) == (State.WRONG, says("recogniser.restart", model=fetched.name))


def test_a_manifest_that_cannot_be_read_is_a_fault(visit: Visit, home: Path) -> None:
    (home / "models").mkdir(parents=True)
    (home / "models" / "manifest.yaml").write_text("models: 3\n", encoding="utf-8")
    found = recogniser(visit)
    assert (found.state, found.remedy) == (State.WRONG, says("recogniser.mend"))


def test_a_word_that_the_narrator_says_is_caught(visit: Visit) -> None:
    assert self_test(visit).text.written("fr") == "Le mot « oui », de synthèse, a été reconnu."


def test_a_word_that_is_not_caught_is_a_fault(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "spoken", lambda _word: bytes(32000))
    monkeypatch.setattr(checks, "_PATIENCE", 0.1)
    assert self_test(visit).remedy == says("self_test.reinstall", pip=PIP)


def test_a_model_that_is_missing_is_a_fault(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "LANGUAGE", "none")
    assert self_test(visit).remedy == says("self_test.reinstall", pip=PIP)


class Booth:
    """A loudspeaker that plays nothing, and a microphone before which somebody says a word."""

    def __init__(self, word: str) -> None:
        self.sound = SimpleNamespace(missing=None, device="HDMI", speak=lambda _: None, lead_in=lambda _: None)
        self._word = word

    @contextmanager
    def tapped(self, tap: Callable[[int, bytes], object]) -> Iterator[None]:
        checks.hear(checks.spoken(self._word), tap)
        yield


def test_the_number_may_be_given_back_by_voice(visit: Visit, fetched: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fetched.is_dir()
    visit = Table().visit(waits=True)
    visit.language = "fr"
    numbers: list[str] = []

    def say(words: DoctorWords) -> bool:
        numbers.append(words.written("fr"))
        return True

    monkeypatch.setitem(visit.__dict__, "booth", Booth("trente-neuf"))
    monkeypatch.setitem(visit.__dict__, "aloud", SimpleNamespace(say=say))
    assert loudspeaker(visit).text.written("fr") == "« HDMI » s'entend : le nombre dit a été redit."
    assert numbers == ["trente-neuf"]


def test_a_folder_without_a_model_is_told_at_once(tmp_path: Path) -> None:
    pytest.importorskip("vosk", reason="the package vosk is missing")
    with pytest.raises(RecogniserError) as refused:
        RecogniserUnderTest(tmp_path, "fr")
    assert refused.value.kind == "model"
