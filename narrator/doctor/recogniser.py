"""Whether speech can be recognised: the package, the model, its files, and whether it loads and catches a word.

In the self-test of the ear the narrator says a word, and the French model that comes with it must catch it. It says
that package, detector and processes work together, and nothing about how well people are understood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TypeVar

from narrator.closing import Closing
from narrator.doctor.machine import there
from narrator.doctor.visit import RECOGNISER, SELF_TEST, Finding, State, Visit, says
from narrator.downloads.manifest import ManifestError
from narrator.downloads.store import MODELS, find_model, shipped
from narrator.downloads.transfer import DownloadError
from narrator.dsp.samples import HEARING_RATE, RATE, to_pcm
from narrator.listening.decision import Certain, decided
from narrator.listening.listener import Listener
from narrator.listening.messages import EarReady, EarReply, EarTrouble, Opened, Recognised, RecogniserError
from narrator.listening.thresholds import Thresholds
from narrator.resources import PIP
from narrator.story.sentences import to_user

Kind = TypeVar("Kind", bound=EarReply)

SECONDS_TO_LOAD = 95.0
"""A little more than the process that listens is given for it."""


class RecogniserUnderTest(Closing):
    """A recogniser that has loaded its model. Close it, or use it in a `with` statement."""

    def __init__(self, model: Path, language: str) -> None:
        """Load a model; `detector` is what tells speech from noise, `seconds` is how long it took.

        Raises:
            RecogniserError: it does not load.
        """
        self._replies: SimpleQueue[EarReply] = SimpleQueue()
        self._caught: Callable[[str], object] = lambda _text: None
        self._phrases: Sequence[str] = ()
        self._thresholds = Thresholds()
        self._listener = Listener()
        begun = monotonic()
        self._listener.load(model, language, self._take)
        try:
            self.detector = self._awaited(EarReady).detector
        except RecogniserError:
            self.close()
            raise
        self.seconds = monotonic() - begun

    def catch(self, phrases: Sequence[str], caught: Callable[[str], object]) -> None:
        """Listen for phrases from now on; each that is recognised goes to `caught`, from another thread.

        Raises:
            RecogniserError: it does not listen.
        """
        self._caught, self._phrases = caught, phrases
        self._listener.open("doctor", phrases)
        self._awaited(Opened)

    def heard(self, frame: int, pcm: bytes) -> None:
        """Take what a microphone heard, at 16 kHz."""
        self._listener.hear(frame, pcm)

    def close(self) -> None:
        self._listener.close()

    def _take(self, reply: EarReply) -> None:
        self._replies.put(reply)
        match reply:
            case EarReady():
                self._thresholds = reply.thresholds
            case Recognised(_, texts, behind):
                heard = decided(texts, behind, lambda text: text if text in self._phrases else None, self._thresholds)
                if isinstance(heard, Certain):
                    self._caught(heard.text)
            case _:
                pass

    def _awaited(self, kind: type[Kind]) -> Kind:
        end = monotonic() + SECONDS_TO_LOAD
        while True:
            try:
                reply = self._replies.get(timeout=max(0.0, end - monotonic()))
            except Empty:
                raise RecogniserError("lost", to_user("ear.slow")) from None
            if isinstance(reply, kind):
                return reply
            if isinstance(reply, EarTrouble) and reply.kind in ("package", "model"):
                raise RecogniserError(reply.kind, reply.detail)


def recogniser(visit: Visit) -> Finding:
    """Look for the package and a model, read the model's files, and load it in a process of its own."""
    lacking = State.WRONG if visit.has_microphone else State.NOTE
    if not there("vosk"):
        return Finding(RECOGNISER, lacking, says("recogniser.no_package"), says("recogniser.install", pip=PIP))
    try:
        model = find_model(visit.language)
        if model is None:
            return Finding(
                RECOGNISER, lacking, says("recogniser.no_model"), says("recogniser.fetch", language=visit.language)
            )
        ours = model == shipped(visit.language)
        if not visit.quick and not ours and (faults := MODELS.faults(model.name)):
            return RECOGNISER.wrong(
                says("recogniser.damaged", model=model.name, why=faults[0]), says("recogniser.anew", model=model.name)
            )
    except (ManifestError, DownloadError) as error:
        return RECOGNISER.wrong(says("recogniser.bad_manifest", why=error), says("recogniser.mend"))
    try:
        with RecogniserUnderTest(model, visit.language) as hearing:
            detector, seconds = hearing.detector, hearing.seconds
    except RecogniserError as error:
        if error.kind == "package":
            return RECOGNISER.wrong(says("recogniser.no_package"), says("recogniser.install", pip=PIP))
        return RECOGNISER.wrong(
            says("recogniser.not_loaded", model=model.name, why=error), says("recogniser.restart", model=model.name)
        )
    if detector != "silero":
        return RECOGNISER.note(says("recogniser.no_detector", model=model.name), says("recogniser.detector", pip=PIP))
    return RECOGNISER.well(says("recogniser.well", model=model.name, seconds=seconds))


WORD = "oui"
LANGUAGE = "fr"

_QUIET, _PIECE = 1.0, 0.02  # seconds
_PATIENCE = 30.0


def self_test(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Have a word said and caught, without loudspeaker and microphone; in French, for that is what the model knows."""
    from narrator.speech.synthesisers.synthesiser import SynthesiserError  # a model is looked for without a voice

    if (model := shipped(LANGUAGE)) is None:
        return SELF_TEST.wrong(says("self_test.no_model"), says("self_test.reinstall", pip=PIP))
    try:
        sound = spoken(WORD)
    except SynthesiserError as error:
        return SELF_TEST.wrong(says("self_test.mute", why=error), says("self_test.see_voice"))
    caught: SimpleQueue[str] = SimpleQueue()
    try:
        with RecogniserUnderTest(model, LANGUAGE) as hearing:
            hearing.catch([WORD], caught.put)
            hear(sound, hearing.heard)
            caught.get(timeout=_PATIENCE)
    except RecogniserError as error:
        return SELF_TEST.wrong(says("self_test.deaf", why=error), says("self_test.reinstall", pip=PIP))
    except Empty:
        return SELF_TEST.wrong(says("self_test.not_caught", word=WORD), says("self_test.reinstall", pip=PIP))
    return SELF_TEST.well(says("self_test.caught", word=WORD))


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
    import numpy as np
    import soxr

    from narrator.speech.profile import load_voice, synthesised
    from narrator.speech.synthesisers.synthesiser import engine_of

    engine = engine_of(synthesised(load_voice(LANGUAGE)))
    try:
        engine.ready()
        sound = engine.render(word, 1.0, strong=False)
    finally:
        engine.close()
    quiet = np.zeros(round(_QUIET * HEARING_RATE), dtype=np.float32)
    return to_pcm(np.concatenate([quiet, 0.5 * soxr.resample(sound, RATE, HEARING_RATE), quiet]))
