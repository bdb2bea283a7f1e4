"""A person speaks prompt after prompt: kept, once more, skipped, stopped, and gone on with."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from uttered import uttered

from narrator.dsp.samples import Samples, frames
from narrator.recording.making import Work
from narrator.recording.prompts import Prompt
from narrator.recording.sitting import Sitting
from narrator.speech.recordings import Spoken

PROMPTS = tuple(Prompt(f"name.{name}", Spoken(name), name) for name in ("anne", "bruno", "chloé"))
ENTER, KEEP = "", ""
WELL = uttered(0.6)


class Heard:
    """A microphone that hears what was put before it."""

    def __init__(self, *sounds: Samples) -> None:
        self._sounds = list(sounds)
        self._open = False

    def begin(self) -> None:
        """Open it."""
        assert not self._open
        self._open = True

    def end(self) -> Samples:
        """Return the next sound."""
        assert self._open
        self._open = False
        return self._sounds.pop(0)


class Typed:
    """A terminal on which somebody types, and then leaves."""

    def __init__(self, *keys: str) -> None:
        self._keys = list(keys)
        self.shown: list[tuple[str, int, int]] = []
        self.told: list[str] = []
        self.asked: list[str] = []

    def show(self, prompt: Prompt, number: int, total: int) -> None:
        """Write down what is shown."""
        self.shown.append((prompt.words, number, total))

    def tell(self, sentence: str) -> None:
        """Write down what is told."""
        self.told.append(sentence)

    def ask(self, question: str) -> str:
        """Return the next key."""
        self.asked.append(question)
        return self._keys.pop(0) if self._keys else "q"


@pytest.fixture
def work(tmp_path: Path) -> Work:
    """Return a working file with nothing in it."""
    return Work(tmp_path / "mamie.work")


def sat(work: Work, keys: Iterable[str], *sounds: Samples) -> Typed:
    terminal = Typed(*keys)
    Sitting(PROMPTS, work.tries(), lambda cut: work.put([cut], 1), Heard(*sounds), terminal).run()
    return terminal


def spoken(work: Work) -> set[str]:
    return {there.text for there in work.tries()}


def test_what_is_kept_is_what_was_said_without_the_room_around_it(work: Work) -> None:
    terminal = sat(work, [ENTER, ENTER, KEEP], WELL)
    assert work.samples(Spoken("anne")).size == pytest.approx(frames(0.6), abs=frames(0.15))
    assert terminal.told == ["good (0.7 s)"]
    assert terminal.shown == [("anne", 1, 3), ("bruno", 2, 3)]


def test_again_says_it_anew_and_keeps_the_last(work: Work) -> None:
    terminal = sat(work, [ENTER, ENTER, "r", ENTER, KEEP], uttered(0.6, level=0.008, room=0.0001), WELL)
    assert terminal.told[0].startswith("too soft: come nearer")
    assert terminal.told[1].startswith("good")
    assert abs(work.samples(Spoken("anne"))).max() > 0.2


def test_what_is_skipped_is_asked_for_next_time(work: Work) -> None:
    sat(work, ["s", ENTER, ENTER, KEEP, ENTER, ENTER, "s"], WELL, WELL)
    assert spoken(work) == {"bruno"}
    assert sat(work, []).shown == [("anne", 2, 3)]


def test_stopped_it_goes_on_where_it_was(work: Work) -> None:
    sat(work, [ENTER, ENTER, KEEP, "q"], WELL)
    assert spoken(work) == {"anne"}
    terminal = sat(work, [ENTER, ENTER, KEEP, ENTER, ENTER, KEEP], WELL, WELL)
    assert spoken(work) == {"anne", "bruno", "chloé"}
    assert terminal.shown == [("bruno", 2, 3), ("chloé", 3, 3)]
    assert sat(work, []).shown == []


def test_stopped_before_it_is_kept_it_is_not_kept(work: Work) -> None:
    sat(work, [ENTER, ENTER, "q"], WELL)
    assert spoken(work) == set()


def test_nothing_said_cannot_be_kept(work: Work) -> None:
    silence = uttered(0.0, room=0.0)
    terminal = sat(work, [ENTER, ENTER, ENTER, ENTER, KEEP], silence, WELL)
    assert terminal.told[0].startswith("too short")
    assert spoken(work) == {"anne"}


def test_another_key_does_nothing(work: Work) -> None:
    sat(work, ["x", ENTER, ENTER, "yes", KEEP], WELL)
    assert spoken(work) == {"anne"}


def test_the_click_of_the_key_is_no_part_of_it(work: Work) -> None:
    click = WELL.copy()
    click[: frames(0.02)] = 0.9
    click[-frames(0.02) :] = 0.9
    sat(work, [ENTER, ENTER, KEEP], click)
    assert work.samples(Spoken("anne")).size == pytest.approx(frames(0.6), abs=frames(0.15))


def test_who_speaks_french_is_told_in_french(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    terminal = sat(work, [ENTER, ENTER, KEEP, "q"], WELL)
    assert terminal.told == ["bien (0.7 s)"]
    assert [question.partition(" ")[0] for question in terminal.asked] == ["Entrée", "Parlez.", "Entrée", "Entrée"]
