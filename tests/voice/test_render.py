"""The real engine renders real phrases, whatever happens to the process it lives in."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import wave
from array import array
from collections.abc import Iterator
from pathlib import Path

import children
import pytest

import narrator
from narrator.voice import render
from narrator.voice.profile import load_voice
from narrator.voice.render import Renderer, RenderError, samples_of
from narrator.voice.samples import BYTES, RATE

WORKER = "narrator.voice.worker"
LINE = "La nuit descend sur le hameau. Fermez les yeux, et taisez-vous."


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where temporary files go."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def renderer(private: Path) -> Iterator[Renderer]:  # noqa: ARG001 - it directs the temporary files
    renderer = Renderer(load_voice("fr"))
    renderer.ready()
    yield renderer
    renderer.close()


def seconds(samples: bytes) -> float:
    return len(samples) / BYTES / RATE


def energy(samples: bytes) -> float:
    values = array("h", samples)
    return sum(value * value for value in values) / len(values)


def test_a_french_line_becomes_sound_of_a_plausible_length_and_strength(renderer: Renderer) -> None:
    sound = renderer.render(LINE)
    assert 2.5 < seconds(sound) < 7
    assert energy(sound) > 500**2
    assert max(map(abs, array("h", sound))) < 32767


def test_each_phrase_is_the_one_that_was_asked_for(renderer: Renderer) -> None:
    long, short = renderer.render(LINE), renderer.render("Élise")
    assert seconds(short) < 1 < seconds(long) / 2


def test_the_same_text_sounds_different_in_another_language(renderer: Renderer) -> None:
    english = Renderer(load_voice("en"))
    try:
        assert abs(seconds(english.render(LINE)) - seconds(renderer.render(LINE))) > 0.2
    finally:
        english.close()


def test_a_softer_voice_has_less_energy(renderer: Renderer) -> None:
    loud, soft, loud_again = (energy(renderer.render(LINE, volume)) for volume in (1.0, 0.4, 1.0))
    assert soft < loud / 3
    assert loud_again > loud * 0.9


@pytest.mark.parametrize("time", range(4))
def test_the_settings_hold_from_the_first_phrase_to_the_last(time: int, private: Path) -> None:
    """Several times, because what could lose them is a race."""
    slow = Renderer(load_voice("fr").model_copy(update={"rate": 100}))
    fast = Renderer(load_voice("fr").model_copy(update={"rate": 300}))
    try:
        for _ in range(3):
            assert seconds(slow.render(LINE)) > 2 * seconds(fast.render(LINE)), f"time {time} in {private}"
    finally:
        slow.close()
        fast.close()


def test_a_long_phrase_is_waited_for(renderer: Renderer) -> None:
    once = seconds(renderer.render(LINE))
    assert seconds(renderer.render(" ".join([LINE] * 20))) > 19 * once
    assert seconds(renderer.render(LINE)) == pytest.approx(once, abs=0.1)


@pytest.mark.parametrize("text", ["", "  ", "...", "« ! »", "\n"])
def test_nothing_to_pronounce_gives_no_sound(renderer: Renderer, text: str) -> None:
    assert renderer.render(text) == b""


def test_signs_that_mean_something_to_a_machine_are_spoken_or_dropped(renderer: Renderer) -> None:
    assert seconds(renderer.render('Alice & <break time="9s"/> Bob\x00 {[fin]}\n et "Zoé"')) > 1
    assert seconds(renderer.render("-v")) < 2


def test_a_voice_that_the_engine_does_not_have_is_refused(private: Path) -> None:
    renderer = Renderer(load_voice("fr").model_copy(update={"voice": "roa/klingon"}))
    try:
        with pytest.raises(RenderError, match="klingon"):
            renderer.ready()
    finally:
        renderer.close()
    assert list(private.iterdir()) == []


def test_a_worker_that_was_killed_is_replaced(renderer: Renderer) -> None:
    (worker,) = children.running(WORKER)
    os.kill(worker, signal.SIGKILL)
    assert seconds(renderer.render(LINE)) > 2
    assert worker not in children.running(WORKER)


def test_a_worker_that_hangs_is_replaced(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    (worker,) = children.running(WORKER)
    os.kill(worker, signal.SIGSTOP)
    monkeypatch.setattr(render, "_SECONDS_TO_RENDER", 4.0)
    assert seconds(renderer.render(LINE)) > 2
    assert worker not in children.running(WORKER)


def wav(path: Path, frames: int, rate: int = RATE) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(BYTES)
        file.setframerate(rate)
        file.writeframes(bytes(range(BYTES)) * frames)
    return path


def test_a_finished_file_gives_its_samples(tmp_path: Path) -> None:
    assert samples_of(wav(tmp_path / "whole.wav", 1000)) == bytes(range(BYTES)) * 1000


def test_a_file_that_is_not_finished_is_not_believed(tmp_path: Path) -> None:
    """The engine may say that it is done too early, and a full disk cuts what it writes."""
    whole = wav(tmp_path / "whole.wav", 1000)
    for kept in (0, 20, 44, 1000):
        (tmp_path / "cut.wav").write_bytes(whole.read_bytes()[:kept])
        with pytest.raises(RenderError):
            samples_of(tmp_path / "cut.wav")
    for wrong in (tmp_path / "missing.wav", wav(tmp_path / "empty.wav", 0), wav(tmp_path / "fast.wav", 9, 44100)):
        with pytest.raises(RenderError):
            samples_of(wrong)


def test_what_is_said_cannot_be_read_off_the_process_list(renderer: Renderer) -> None:
    renderer.render(LINE)
    (worker,) = children.running(WORKER)
    assert "hameau" not in "".join(children.arguments(worker))


def test_files_are_private_and_gone_at_the_end(private: Path) -> None:
    renderer = Renderer(load_voice("fr"))
    renderer.render(LINE)
    (folder,) = private.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    renderer.close()
    renderer.close()
    assert list(private.iterdir()) == []
    assert children.running(WORKER) == []


GAME = f"""
from narrator.voice.profile import load_voice
from narrator.voice.render import Renderer
renderer = Renderer(load_voice("fr"))
renderer.render({LINE!r})
{{end}}
"""


def game(end: str, private: Path) -> subprocess.Popen[str]:
    """Start a program that renders a line, then does `end`."""
    root = Path(narrator.__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": str(root), "TMPDIR": str(private)}
    program = [sys.executable, "-P", "-c", GAME.format(end=end)]
    pipe = subprocess.PIPE
    return subprocess.Popen(program, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)


def test_nothing_is_printed(private: Path) -> None:
    """Nothing of ours, nothing of pyttsx3, nothing of espeak."""
    assert game("renderer.close()", private).communicate()[0] == ""


def test_the_worker_and_its_files_go_when_the_game_is_killed(private: Path) -> None:
    with game("print(renderer._worker._process.pid, flush=True); input()", private) as killed:
        assert killed.stdout is not None
        worker = int(killed.stdout.readline())
        killed.kill()
    assert children.ends(worker, 20)
    assert list(private.iterdir()) == []


def test_a_data_path_too_long_for_espeak_does_no_harm(private: Path) -> None:
    """The library takes 160 bytes of a path and ends the process when nothing is there."""
    import espeakng_loader

    deep = private / ("d" * 120) / ("e" * 120)
    deep.mkdir(parents=True)
    (deep / "espeakng_loader").symlink_to(Path(espeakng_loader.__file__).parent)
    program = "renderer.close(); import espeakng_loader; print(espeakng_loader.__file__)"
    root = Path(narrator.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-P", "-c", GAME.format(end=program)],
        env={**os.environ, "PYTHONPATH": f"{deep}{os.pathsep}{root}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(deep) in done.stdout
