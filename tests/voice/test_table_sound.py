"""The voice of a table is there before a game begins, and what becomes of its sound is told when it is a change."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.sound.audio.messages import SoundChangeKind
from narrator.table.inbox.entry import Changed
from narrator.voice.profile import load_voice
from narrator.voice.table_sound import Changes, check_voice
from narrator.voice.voice_files import VoiceError

LOST, BACK, MOVED = "sound.lost", "sound.back", "sound.moved"


def test_a_voice_whose_watchman_there_is_not_is_refused_before_a_game(home: Path) -> None:
    (home / "voices").mkdir(parents=True)
    own = home / "voices" / "mine.yaml"
    own.write_text("language: fr\nengine: pyttsx3\nvoice: roa/fr\nnight: personne\n", encoding="utf-8")
    with pytest.raises(VoiceError, match="personne"):
        check_voice("mine")
    own.write_text("language: fr\nengine: pyttsx3\nvoice: roa/fr\nnight: watcher\n", encoding="utf-8")
    with pytest.raises(VoiceError, match="speaks 'en', not 'fr'"):
        check_voice("mine")


@pytest.mark.parametrize(
    ("kinds", "lines"),
    [
        (["open"], []),
        (["lost", "device", "portaudio"], [LOST]),
        (["lost", "open", "device", "open"], [LOST, BACK, LOST, BACK]),
        (["lost", "input", "ambience", "hearing", "device", "open"], [LOST, BACK]),
        (["replaced", "replaced"], []),
        (["moved", "open"], [MOVED]),
        (["lost", "moved", "open"], [LOST, MOVED]),
    ],
)
def test_a_change_is_told_when_it_is_one(kinds: list[SoundChangeKind], lines: list[str]) -> None:
    told: list[Changed] = []
    changes = Changes(told.append)
    changes.begin(load_voice("fr").advice)
    for kind in kinds:
        changes(kind, "why")
    assert [entry.line for entry in told] == lines


@given(st.lists(st.sampled_from(get_args(SoundChangeKind))), st.lists(st.sampled_from(get_args(SoundChangeKind))))
def test_a_return_is_told_after_a_loss_alone_and_a_loss_that_lasts_once(
    before: list[SoundChangeKind], later: list[SoundChangeKind]
) -> None:
    told: list[str] = []
    changes = Changes(lambda entry: told.append(entry.line))
    changes.heeding = True
    for kind in before:
        changes(kind, "why")
    assert told == []
    if changes.begin(load_voice("fr").advice):
        told.append(LOST)
    for kind in later:
        changes(kind, "why")
    sound = [line for line in told if line.startswith("sound.")]
    assert all(line != BACK or known == LOST for known, line in pairwise(["", *sound]))
    assert all(line != LOST or known != LOST for known, line in pairwise(["", *sound]))
    last = next((kind for kind in reversed(before + later) if kind not in ("hearing", "input", "ambience")), "open")
    assert (sound[-1:] == [LOST]) == (last in ("portaudio", "device", "lost"))
    ears = [line for line in told if line.startswith("ear.")]
    assert all(line != "ear.back" or known == "ear.lost" for known, line in pairwise(["ear.lost", *ears]))
