"""A self-test of the ear: the narrator says a word, and the French model that comes with it must catch it.

It says that package, detector and processes work together, and nothing about how well people are understood.
"""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue

import numpy as np
import soxr

from narrator.doctor.check_names import SELF_TEST
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.recogniser_under_test import RecogniserUnderTest
from narrator.doctor.visit import Visit
from narrator.downloads.store import shipped
from narrator.dsp.samples import HEARING_RATE, RATE, to_pcm
from narrator.listening.recogniser import RecogniserError
from narrator.pip_command import PIP
from narrator.speech.profile import load_voice, synthesised
from narrator.speech.synthesisers.synthesiser import SynthesiserError, engine_of

NO_MODEL = DoctorWords("self_test.no_model")
MUTE = DoctorWords("self_test.mute")
SEE_VOICE = DoctorWords("self_test.see_voice")
DEAF = DoctorWords("self_test.deaf")
NOT_CAUGHT = DoctorWords("self_test.not_caught")
REINSTALL = DoctorWords("self_test.reinstall")(pip=PIP)
CAUGHT = DoctorWords("self_test.caught")

WORD = "oui"
LANGUAGE = "fr"

_QUIET, _PIECE = 1.0, 0.02  # seconds
_PATIENCE = 30.0


def self_test(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Have a word said and caught, without loudspeaker and microphone; in French, for that is what the model knows."""
    if (model := shipped(LANGUAGE)) is None:
        return Finding(SELF_TEST, State.WRONG, NO_MODEL, REINSTALL)
    try:
        sound = spoken(WORD)
    except SynthesiserError as error:
        return Finding(SELF_TEST, State.WRONG, MUTE(why=error), SEE_VOICE)
    caught: SimpleQueue[str] = SimpleQueue()
    try:
        with RecogniserUnderTest(model, LANGUAGE) as hearing:
            hearing.catch([WORD], caught.put)
            hear(sound, hearing.heard)
            caught.get(timeout=_PATIENCE)
    except RecogniserError as error:
        return Finding(SELF_TEST, State.WRONG, DEAF(why=error), REINSTALL)
    except Empty:
        return Finding(SELF_TEST, State.WRONG, NOT_CAUGHT(word=WORD), REINSTALL)
    return Finding(SELF_TEST, State.WELL, CAUGHT(word=WORD))


def hear(sound: bytes, heard: Callable[[int, bytes], object]) -> None:
    """Let sound be heard piece by piece, as from a microphone."""
    step = round(2 * _PIECE * HEARING_RATE)
    for at in range(0, len(sound), step):
        heard(at // 2, sound[at : at + step])


def spoken(word: str) -> bytes:
    """Return a word as PCM at 16 kHz, with silence around it.

    Raises:
        SynthesiserError: it is not spoken.
    """
    engine = engine_of(synthesised(load_voice(LANGUAGE)))
    try:
        engine.ready()
        sound = engine.render(word, 1.0, strong=False)
    finally:
        engine.close()
    quiet = np.zeros(round(_QUIET * HEARING_RATE), dtype=np.float32)
    return to_pcm(np.concatenate([quiet, 0.5 * soxr.resample(sound, RATE, HEARING_RATE), quiet]))
