"""What is said in a recording is its name: with the number of a take, or in digits."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.commands.named_recordings import left_out, said_in, sound_files

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
