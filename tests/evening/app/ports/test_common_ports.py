"""Before a game there are ears, or one sentence about what is missing; a model is offered once, never insisted on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue

import pretended
import pytest
from pretended import SECONDS, Room, speaker
from servers import Library, serving
from tables import table as seated

from models.build.export import FOLDER
from narrator.ear.table_ears import TableEars
from narrator.evening.app.ports.common_ports import EarSetup
from narrator.evening.app.prepared_game import open_evening
from narrator.evening.app.settings import Equipment, load_settings
from narrator.rules.core.answers import YES_NO
from narrator.rules.core.effects import Ask
from narrator.sound.audio.sound import Sound
from narrator.table.inbox.entry import Changed
from narrator.table.inbox.inbox import LiveInbox, WallClock
from narrator.voice.table_sound import open_sound

pytestmark = pytest.mark.thorough

FASTER = 8.0
WITHOUT_A_MODEL = "en"
"""A language for which no model comes with narrator."""


@pytest.fixture
def room(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Return a room with a loudspeaker and a microphone, for players who have not played before."""
    assert not (home / "settings.yaml").exists()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PRETENDED_ROOM", str(tmp_path))
    return pretended.pretend(tmp_path, FASTER)


@dataclass
class Before:
    """What happens before the first word: what is shown, what is asked of whoever sits there, and what he types."""

    typed: str | None
    language: str = "fr"
    told: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    changed: SimpleQueue[Changed] = field(default_factory=SimpleQueue)

    def ask(self, question: str) -> str:
        self.asked.append(question)
        assert self.typed is not None
        return self.typed

    def listen(self, equipment: ExitStack, *, model: str | None = None) -> tuple[TableEars | None, list[str]]:
        """Open all equipment; return the ears, and the lines to be said first."""
        evening = open_evening("thiercelieux", self.language, Equipment(model=model))
        setup = seated("loup-garou villageois*5", names=("Alice", "Bruno", "Chloé", "Xylophène", "Emma", "Hugo"))
        ear_setup = EarSetup(evening, setup, evening.wording(setup), self.told.append)
        opened = open_sound(evening.speaking, equipment, self.changed.put)
        sound = opened.voiced(self.told.append)
        assert sound is not None
        inbox = LiveInbox(WallClock())
        ear_setup.begin(sound, inbox, None if self.typed is None else self.ask)
        ears, first = ear_setup.ready()
        sound.changes.begin(sound.voice.advice)
        return ears, [say.line for say in first]


@pytest.fixture
def equipment(room: Room) -> Iterator[ExitStack]:
    """Return what puts all equipment of a room away."""
    assert room.folder.exists()
    with ExitStack() as equipment:
        yield equipment


def test_with_a_microphone_and_a_model_there_are_ears_and_unknown_names_are_told(equipment: ExitStack) -> None:
    before = Before(None)
    ears, first = before.listen(equipment, model=str(FOLDER))
    assert ears is not None
    assert first == ["ear.number"]
    assert before.told == ["Le micro écoute : de jour, on peut répondre de vive voix."]


def test_the_ambience_makes_room_for_an_answer(equipment: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    attended: list[bool] = []
    monkeypatch.setattr(Sound, "attend", lambda _sound, on: attended.append(on))
    ears, _ = Before(None).listen(equipment)
    assert ears is not None
    ears.opened(Ask(question="any", choices=YES_NO, living=(1, 2, 3)))
    ears.closed()
    assert attended == [True, False]


def test_without_a_microphone_there_is_one_sentence(room: Room, equipment: ExitStack) -> None:
    room.furnish(speaker("default"))
    before = Before("oui")
    assert before.listen(equipment, model=str(FOLDER)) == (None, [])
    assert before.told == ["Aucun micro : on répond au clavier."]
    assert not before.asked


def test_a_model_that_is_nowhere_is_told_without_a_microphone_too(room: Room, equipment: ExitStack) -> None:
    room.furnish(speaker("default"))
    before = Before(None)
    assert before.listen(equipment, model="perroquet") == (None, [])
    assert before.told[0] == "Aucun micro : on répond au clavier."
    assert ["perroquet" in sentence for sentence in before.told] == [False, True]


def test_in_french_there_are_ears_at_once_with_the_model_that_comes_with_narrator(equipment: ExitStack) -> None:
    before = Before("non\n")
    ears, _ = before.listen(equipment)
    assert ears is not None
    assert not before.asked


def test_where_nobody_can_be_asked_it_is_said_how_to_fetch_a_model(equipment: ExitStack) -> None:
    before = Before(None, WITHOUT_A_MODEL)
    assert before.listen(equipment) == (None, [])
    assert [sentence for sentence in before.told if "narrator models fetch" in sentence] == before.told
    assert len(before.told) == 1


@pytest.mark.parametrize("typed", ["non\n", "\n", "", "peut-être\n"])
def test_a_model_is_offered_once_and_whatever_is_not_yes_declines_it(typed: str, equipment: ExitStack) -> None:
    before = Before(typed, WITHOUT_A_MODEL)
    assert before.listen(equipment) == (None, [])
    assert len(before.asked) == 1
    assert load_settings(print).model_offered
    again = Before(typed, WITHOUT_A_MODEL)
    assert again.listen(equipment) == (None, [])
    assert not again.asked
    assert len(again.told) == 1


@pytest.fixture
def library(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """Return a server that has the tiny model under the name of `ours`, as the player's own manifest says."""
    monkeypatch.setenv("no_proxy", "*")
    pages = {str(path.relative_to(FOLDER)): path.read_bytes() for path in sorted(FOLDER.rglob("*")) if path.is_file()}
    with serving(Library(pages)) as library:
        files = [
            {"path": path, "address": library.at(path), "size": len(page), "sha256": sha256(page).hexdigest()}
            for path, page in pages.items()
        ]
        ours = {"name": "ours", "language": "fr", "about": "tiny", "licence": "CC0-1.0", "source": "the tests"}
        (home / "models").mkdir(parents=True)
        manifest = {"downloads": [{**ours, "note": "For tests.", "files": files}]}
        (home / "models" / "manifest.yaml").write_text(json.dumps(manifest), encoding="utf-8")
        yield library


def test_a_model_that_is_wanted_is_fetched_and_listened_with(library: Library, equipment: ExitStack) -> None:
    assert library.pages
    before = Before("oui\n")
    ears, _ = before.listen(equipment, model="ours")
    assert ears is not None
    again = Before("oui\n")
    ears, _ = again.listen(equipment, model="ours")
    assert ears is not None
    assert not again.asked


def test_a_download_that_fails_leaves_the_keyboard(library: Library, equipment: ExitStack) -> None:
    library.pages.clear()
    before = Before("oui\n")
    assert before.listen(equipment, model="ours") == (None, [])
    assert before.told == [
        "Le modèle n'est pas arrivé : on répond au clavier. « narrator models fetch » essaie à nouveau."
    ]
    assert not load_settings(print).model_offered


def test_a_model_that_nobody_knows_is_named(equipment: ExitStack) -> None:
    before = Before("oui\n")
    assert before.listen(equipment, model="perroquet") == (None, [])
    assert before.told == [
        "Pas d'écoute : on répond au clavier. Aucun modèle ne s'appelle « perroquet » : voir « narrator models list »"
    ]


def test_a_damaged_model_is_told_with_what_to_do(tmp_path: Path, equipment: ExitStack) -> None:
    broken = tmp_path / "broken"
    for part in ("am/final.mdl", "graph/HCLr.fst"):
        (broken / part).parent.mkdir(parents=True)
        (broken / part).write_bytes(b"no model")
    before = Before(None)
    assert before.listen(equipment, model=str(broken)) == (None, [])
    (sentence,) = before.told
    assert sentence.startswith("Pas d'écoute")
    assert "narrator models verify" in sentence


def test_a_microphone_that_goes_and_comes_back_is_told(room: Room, equipment: ExitStack) -> None:
    before = Before(None)
    ears, _ = before.listen(equipment, model=str(FOLDER))
    assert ears is not None
    room.befalls("microphone", "gone")
    assert before.changed.get(timeout=SECONDS) == Changed("ear.lost", "Device unavailable")
    room.befalls("microphone")
    assert before.changed.get(timeout=SECONDS) == Changed("ear.back")
