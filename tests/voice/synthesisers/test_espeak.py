"""espeak renders real phrases, whatever happens to the process it lives in."""

from __future__ import annotations

import os
import resource
import signal
import stat
import subprocess
import sys
import wave
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import children
import numpy as np
import pytest

import narrator
from narrator.sound.dsp.samples import BYTES, RATE, Samples
from narrator.voice.profile import Voice, load_voice
from narrator.voice.synthesisers import espeak
from narrator.voice.synthesisers.espeak import Espeak, EspeakWorker, fitted, samples_of
from narrator.voice.synthesisers.synthesiser import SynthesiserError

WORKER = "narrator.voice.synthesisers.pyttsx3_worker"
LINE = "La nuit descend sur le hameau. Fermez les yeux, et taisez-vous."


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(espeak, "_MEMORY", str(tmp_path))
    return tmp_path


@pytest.fixture
def voice() -> Voice:
    """Return a voice whose pitch the tests know, slow enough for it to be measured."""
    return load_voice("conteur").model_copy(update={"voice": "roa/fr", "rate": 110, "pitch": 38, "volume": 1.0})


@pytest.fixture
def spoken(private: Path, voice: Voice) -> Iterator[Callable[..., Espeak]]:  # noqa: ARG001 - it directs the temporary files
    """Return what makes an engine of the voice with some changes; it is closed in the end."""
    with ExitStack() as engines:
        yield lambda **change: engines.enter_context(closing(Espeak(voice.model_copy(update=change))))


@pytest.fixture
def engine(spoken: Callable[..., Espeak]) -> Espeak:
    engine = spoken()
    engine.ready()
    return engine


def said(engine: Espeak, text: str, pace: float = 1.0, strong: bool = False) -> Samples:
    """Return a phrase without the silence around it, which espeak makes of zeros."""
    samples = engine.render(text, pace, strong)
    heard = np.flatnonzero(samples)
    return samples[heard[0] : heard[-1] + 1] if heard.size else samples[:0]


def seconds(samples: Samples) -> float:
    return len(samples) / RATE


def pitches(samples: Samples) -> list[float]:
    """Return the pitch in Hz of each 10 ms that have one: the first high peak of the autocorrelation."""
    found = []
    window, shortest, longest = RATE // 25, RATE // 200, RATE // 55
    overlap = 1 - np.arange(longest) / window
    for start in range(0, len(samples) - window, RATE // 100):
        frame = samples[start : start + window]
        likeness = np.fft.irfft(np.abs(np.fft.rfft(frame, 2 * window)) ** 2)[:longest] / overlap
        heights = likeness[shortest:] / max(float(likeness[0]), 1e-9)
        if heights.max() > 0.7:
            top = next(i for i in range(len(heights)) if heights[i] == heights[max(0, i - 20) : i + 20].max() > 0.6)
            found.append(RATE / (shortest + top))
    return found


def end(samples: Samples) -> float:
    """Return the pitch at which a phrase ends, in Hz."""
    return float(np.median(pitches(samples)[-4:]))


def test_a_french_line_becomes_sound_of_a_plausible_length_and_strength(engine: Espeak) -> None:
    sound = said(engine, LINE)
    assert 3 < seconds(sound) < 8
    assert float(np.sqrt(np.mean(sound**2))) > 0.015
    assert float(np.abs(sound).max()) < 1


def test_each_phrase_is_the_one_that_was_asked_for(engine: Espeak) -> None:
    long, short = said(engine, LINE), said(engine, "Élise")
    assert seconds(short) < 1 < seconds(long) / 2


def test_the_same_text_sounds_different_in_another_language(engine: Espeak, spoken: Callable[..., Espeak]) -> None:
    english = spoken(voice="gmw/en")
    assert abs(seconds(said(english, LINE)) - seconds(said(engine, LINE))) > 0.2
    assert english.identity != engine.identity


@pytest.mark.parametrize("change", [{"rate": 170}, {"pitch": 20}, {"voice": "roa/fr-BE"}, {"volume": 0.5}])
def test_whatever_changes_the_sound_changes_the_identity(
    change: dict[str, str | float], spoken: Callable[..., Espeak]
) -> None:
    assert spoken(**change).identity != spoken().identity == spoken(about="another one").identity


def test_pace_is_a_factor_of_the_voices_own_and_holds_for_one_phrase_only(engine: Espeak) -> None:
    slow, usual, fast = (seconds(said(engine, LINE, pace)) for pace in (0.75, 1.0, 1.5))
    assert slow == pytest.approx(usual / 0.75, rel=0.1)
    assert fast == pytest.approx(usual / 1.5, rel=0.1)
    assert seconds(said(engine, LINE)) == pytest.approx(usual, abs=0.02)


def test_a_pace_beyond_what_the_engine_takes_is_brought_back(engine: Espeak) -> None:
    assert seconds(said(engine, LINE, 0.01)) < 4 * seconds(said(engine, LINE))
    assert seconds(said(engine, LINE, 100.0)) > 0.5


def test_emphasis_is_slower_and_higher_and_holds_for_one_phrase_only(engine: Espeak) -> None:
    plain, strong, plain_again = (said(engine, LINE, strong=how) for how in (False, True, False))
    assert seconds(strong) > 1.05 * seconds(plain)
    assert np.mean(pitches(strong)) > 1.05 * np.mean(pitches(plain))
    assert seconds(plain_again) == pytest.approx(seconds(plain), abs=0.02)


def test_the_pitch_of_the_voice_is_heard(engine: Espeak, spoken: Callable[..., Espeak]) -> None:
    assert np.mean(pitches(said(spoken(pitch=99), LINE))) > 1.2 * np.mean(pitches(said(engine, LINE)))


def test_a_sentence_falls_at_its_end_and_a_piece_before_a_name_does_not(engine: Espeak) -> None:
    assert end(said(engine, "Cette nuit, le village a perdu.")) < 75
    assert end(said(engine, "Cette nuit, le village a perdu")) > 85
    assert end(said(engine, "Sous ces cartes, les diamants :")) > 85


@pytest.mark.parametrize("name", ["Élise", "Maximilien", "Zoé"])
def test_a_name_is_level_so_that_it_fits_in_the_middle_and_at_the_end(name: str, engine: Espeak) -> None:
    assert end(said(engine, f"{name}.")) < 82 < end(said(engine, name)) < 87.5 < end(said(engine, f"{name},"))


@pytest.mark.parametrize(
    ("phrase", "given"),
    [
        ("Le village perd", ("Le village perd,", True)),
        ("Ce soir, le hameau a élu", ("Ce soir, le hameau a élu,", False)),
        ("Anne", ("Anne,", True)),
        ("le numéro 7", ("le numéro 7,", True)),
        ("Les jetons :", ("Les jetons,", True)),
        ("« le Parrain »", ("« le Parrain,", True)),
        ("Silence !", ("Silence !", False)),
        ("« Silence ! »", ("« Silence ! »", False)),
        ("« Qui est là ? »", ("« Qui est là ? »", False)),
        ("Et puis…", ("Et puis…", False)),
        ("Anne, Bob,", ("Anne, Bob,", False)),
    ],
)
def test_a_piece_of_a_sentence_goes_on_and_a_whole_one_ends(phrase: str, given: tuple[str, bool]) -> None:
    assert fitted(phrase) == given


def test_a_long_phrase_is_waited_for(engine: Espeak) -> None:
    once = seconds(said(engine, LINE))
    assert seconds(said(engine, " ".join([LINE] * 20))) > 19 * once
    assert seconds(said(engine, LINE)) == pytest.approx(once, abs=0.1)


@pytest.mark.parametrize("text", ["", "  ", "...", "« ! »", "\n"])
def test_nothing_to_pronounce_gives_no_sound(engine: Espeak, text: str) -> None:
    assert len(engine.render(text, 1.0, False)) == 0


def test_signs_that_mean_something_to_a_machine_are_spoken_or_dropped(engine: Espeak) -> None:
    assert seconds(said(engine, 'Alice & <break time="9s"/> Bob\x00 {[fin]}\n et "Zoé"')) > 1
    assert seconds(said(engine, "-v")) < 2


def test_a_voice_that_the_engine_does_not_have_is_refused(private: Path, spoken: Callable[..., Espeak]) -> None:
    engine = spoken(voice="roa/klingon")
    with pytest.raises(SynthesiserError, match="klingon"):
        engine.ready()
    with pytest.raises(SynthesiserError):
        engine.render(LINE, 1.0, False)
    engine.close()
    assert list(private.iterdir()) == []


def test_where_nothing_can_be_written_it_is_an_error_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, voice: Voice
) -> None:
    monkeypatch.setattr(espeak, "_MEMORY", str(tmp_path / "nowhere"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    engine = Espeak(voice)
    with pytest.raises(SynthesiserError, match="No such file"):
        engine.ready()
    with pytest.raises(SynthesiserError, match="No such file"):
        engine.render(LINE, 1.0, False)
    engine.close()


@pytest.mark.parametrize("befalls", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_was_killed_or_hangs_is_replaced(
    engine: Espeak, befalls: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    (worker,) = children.running(WORKER)
    os.kill(worker, befalls)
    monkeypatch.setattr(espeak, "_SECONDS_TO_RENDER", 4.0)
    assert seconds(said(engine, LINE)) > 2
    assert worker not in children.running(WORKER)


def test_a_worker_that_is_lost_is_told_of_in_the_language_of_the_system(
    voice: Voice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    worker = EspeakWorker({"voice": voice.voice, "volume": 1.0})
    worker.ready()
    (pid,) = children.running(WORKER)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(SynthesiserError, match="espeak: elle s'est arrêtée"):
        worker.render({"text": LINE, "rate": 150, "pitch": 50, "melody": 50})
    worker.kill()


def test_a_worker_that_cannot_write_says_so_at_once(private: Path, voice: Voice) -> None:
    """The disk is full, which is found out inside espeak's own thread."""
    worker = EspeakWorker({"voice": voice.voice, "volume": 1.0})
    worker.ready()
    (pid,) = children.running(WORKER)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (100, 100))
    with pytest.raises(SynthesiserError, match="File too large"):
        worker.render({"text": LINE, "rate": 150, "pitch": 50, "melody": 50})
    assert children.ends(pid, 20)
    worker.kill()
    assert list(private.iterdir()) == []


def test_an_engine_that_fails_again_and_again_is_an_error_and_speaks_when_it_can(
    engine: Espeak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library of that name comes first, and exits."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "pyttsx3.py").write_text("import os\nprint('Boo!')\nos._exit(3)", encoding="utf-8")
    (worker,) = children.running(WORKER)
    os.kill(worker, signal.SIGKILL)
    with monkeypatch.context() as broken:
        broken.setenv("PYTHONPATH", str(tmp_path / "lib"))
        broken.setattr("narrator.base.processes.child._IMPORTABLE_FROM", f"{tmp_path / 'lib'}{os.pathsep}{ROOT}")
        with pytest.raises(SynthesiserError, match="ended"):
            engine.render(LINE, 1.0, False)
    assert seconds(said(engine, LINE)) > 2


def wav(path: Path, frames: int, rate: int = RATE) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(BYTES)
        file.setframerate(rate)
        file.writeframes(b"\x00\x40" * frames)
    return path


def test_a_finished_file_gives_its_samples(tmp_path: Path) -> None:
    assert samples_of(wav(tmp_path / "whole.wav", 1000)).tolist() == [0.5] * 1000


def test_a_file_that_is_not_finished_is_not_believed(tmp_path: Path) -> None:
    """The engine may say that it is done too early, and a full disk cuts what it writes."""
    whole = wav(tmp_path / "whole.wav", 1000)
    for kept in (0, 20, 44, 1000):
        (tmp_path / "cut.wav").write_bytes(whole.read_bytes()[:kept])
        with pytest.raises(SynthesiserError):
            samples_of(tmp_path / "cut.wav")
    for wrong in (tmp_path / "missing.wav", wav(tmp_path / "empty.wav", 0), wav(tmp_path / "fast.wav", 9, 44100)):
        with pytest.raises(SynthesiserError):
            samples_of(wrong)


def test_what_is_said_cannot_be_read_off_the_process_list(engine: Espeak) -> None:
    said(engine, LINE)
    (worker,) = children.running(WORKER)
    assert "hameau" not in "".join(children.arguments(worker))


def test_files_are_private_and_gone_at_the_end(private: Path, voice: Voice) -> None:
    engine = Espeak(voice)
    said(engine, LINE)
    (folder,) = private.iterdir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    engine.close()
    engine.close()
    assert list(private.iterdir()) == []
    assert children.running(WORKER) == []


ROOT = Path(narrator.__file__).parents[1]

GAME = f"""
from narrator.voice.synthesisers import espeak
from narrator.voice.profile import load_voice
espeak._MEMORY = None
engine = espeak.Espeak(load_voice("conteur"))
engine.render({LINE!r}, 1.0, False)
{{end}}
"""


def game(end: str, private: Path) -> subprocess.Popen[str]:
    """Start a program that renders a line, then does `end`."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(private)}
    program = [sys.executable, "-P", "-c", GAME.format(end=end)]
    pipe = subprocess.PIPE
    return subprocess.Popen(program, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)


def test_nothing_is_printed(private: Path) -> None:
    """Nothing of ours, nothing of pyttsx3, nothing of espeak."""
    assert game("engine.close()", private).communicate()[0] == ""


def test_the_worker_and_its_files_go_when_the_game_is_killed(private: Path) -> None:
    with game("print(engine._worker._child._process.pid, flush=True); input()", private) as killed:
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
    program = "engine.close(); import espeakng_loader; print(espeakng_loader.__file__)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", GAME.format(end=program)],
        env={**os.environ, "PYTHONPATH": f"{deep}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(deep) in done.stdout


AT_ONCE = """
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from narrator.voice.synthesisers.pyttsx3_worker import Pyttsx3Speech, load_espeak

with TemporaryDirectory() as library, TemporaryDirectory() as place:
    load_espeak(Path(library))
    from pyttsx3.drivers import _espeak

    _espeak.AUDIO_OUTPUT_RETRIEVAL = getattr(_espeak, sys.argv[1])
    speech = Pyttsx3Speech(Path(place), "roa/fr", 1.0)
    for text in ("Fermez les yeux.", "La nuit descend."):
        speech.render(text, 150, 50, 50)
        Path(sys.argv[2]).open("ab").write(Path(place, "phrase.wav").read_bytes())
"""


def test_an_espeak_that_never_says_that_it_has_ended_sounds_as_one_that_does(tmp_path: Path) -> None:
    """The bundled one for 64-bit ARM has no thread of its own; here the same one is told to use none."""
    made = []
    for mode in ("AUDIO_OUTPUT_RETRIEVAL", "AUDIO_OUTPUT_SYNCHRONOUS"):
        heard = tmp_path / mode
        subprocess.run([sys.executable, "-c", AT_ONCE, mode, str(heard)], check=True, capture_output=True, timeout=60)
        made.append(heard.read_bytes())
    assert made[0] == made[1]
    assert len(made[0]) > 2 * RATE
