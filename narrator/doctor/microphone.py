"""How the microphone hears: too soft, too loud, nothing at all, a constant offset, or mains hum; and the recogniser.

It is seen whether its package, the model and its files are there, and whether it loads and catches a word. In the
self-test of the ear the narrator says a word, and the French model that comes with it must catch it. It says that
package, detector and processes work together, and nothing about how well people are understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TypeVar

import numpy as np

from narrator.base.closing import Closing
from narrator.base.downloads.manifest import ManifestError
from narrator.base.downloads.store import MODELS, find_model, shipped
from narrator.base.downloads.transfer import DownloadError
from narrator.base.resources import PIP
from narrator.base.sentences import to_user
from narrator.doctor.machine import there
from narrator.doctor.visit import MICROPHONE, RECOGNISER, SELF_TEST, DoctorWords, Finding, State, Visit, says
from narrator.ear import acoustics
from narrator.ear.acoustics import Acoustics
from narrator.ear.decision import Certain, decided
from narrator.ear.listener import Listener
from narrator.ear.messages import (
    EarChangeKind,
    EarReady,
    EarReply,
    EarTrouble,
    Opened,
    Recognised,
    RecogniserError,
)
from narrator.ear.thresholds import Thresholds
from narrator.sound.audio.sound import Sound
from narrator.sound.audio.sound_devices import is_card_number, means, named
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples, from_pcm, silence, to_pcm

SECONDS_TO_HEAR = 15.0
"""What a microphone may take to open."""


class NoMicrophoneError(Exception):
    """Nothing is heard; says why, or nothing where nothing came."""


class SoundUnderTest(Closing):
    """Sound as a game has it, with a tap on the microphone. Close it, or use it in a `with` statement."""

    def __init__(self, output: str, microphone: str) -> None:
        """Open devices by name or a part of it, as `Sound` does; `missing` says why there is no sound."""
        self._heard: SimpleQueue[Samples | None] = SimpleQueue()
        self._trouble = ""
        self.microphone = ""
        """The name of the microphone, once it is open."""
        self._tap: Callable[[int, bytes], object] | None = None
        self.sound = Sound(output)
        self._listener = Listener(microphone, self.sound.played, self._change, self._take)

    def heard(self, seconds: float) -> Samples:
        """Return what the microphone hears from now on, at 16 kHz, for so many seconds.

        Raises:
            NoMicrophoneError: there is none, or nothing comes from it.
        """
        if self._trouble:
            raise NoMicrophoneError(self._trouble)
        while not self._heard.empty():
            self._heard.get()
        heard, count, end = [silence(0)], 0, monotonic() + SECONDS_TO_HEAR + seconds
        try:
            with self.tapped(lambda _frame, pcm: self._heard.put(from_pcm(pcm))):
                while count < seconds * HEARING_RATE:
                    came = self._heard.get(timeout=max(0.0, end - monotonic()))
                    if came is None:
                        raise NoMicrophoneError(self._trouble)
                    heard.append(came)
                    count += len(came)
        except Empty:
            raise NoMicrophoneError from None
        return np.concatenate(heard)

    @contextmanager
    def tapped(self, tap: Callable[[int, bytes], object]) -> Iterator[None]:
        """Give what is heard to somebody, as in `Listener`, for a while."""
        self._tap = tap
        self._listener.listen(True)
        try:
            yield
        finally:
            self._listener.listen(False)
            self._tap = None

    def close(self) -> None:
        self._listener.close()
        self.sound.close()

    def _change(self, kind: EarChangeKind, detail: str) -> None:
        if kind == "hearing":
            self.microphone, self._trouble = detail, ""
        else:
            self._trouble = detail
            self._heard.put(None)

    def _take(self, frame: int, pcm: bytes) -> None:
        if (tap := self._tap) is not None:
            tap(frame, pcm)


SECONDS, QUICKLY = 4.0, 1.0
"""How long it is listened to."""

_OPENING = 0.3  # seconds at the beginning that do not count: many a microphone clicks as it opens
_FLOOR = -99
_MUTE, _FAINT, _NOISY, _HUMMING = -90.0, -50.0, -20.0, -60.0  # dB under full scale
_FULL = 0.999
_CLIPPED, _OFF, _HUM = 0.001, 0.02, 0.5  # shares: of samples, of full scale, of the power
_MAINS = (50.0, 60.0)
_WIDE = 2.0  # Hz to each side of a mains tone


@dataclass(frozen=True)
class MicrophoneLevel:
    """What a stretch of sound is like: dB under full scale, without its offset, and shares from 0 to 1.

    `peak` is the loudest tenth of a second; `hum` is how much of the power lies on the mains and its overtones.
    """

    level: int
    peak: int
    clipped: float
    offset: float
    hum: float


def measured(samples: Samples, rate: int = HEARING_RATE) -> MicrophoneLevel:
    """Measure some sound, a tenth of a second at least."""
    offset = float(np.mean(samples, dtype=np.float64))
    moved = samples.astype(np.float64) - offset
    tenth = rate // 10
    powers = [float(np.mean(moved[at : at + tenth] ** 2)) for at in range(0, len(moved) - tenth + 1, tenth)]
    return MicrophoneLevel(
        level=_decibels(float(np.mean(moved**2))),
        peak=max(map(_decibels, powers)),
        clipped=float(np.mean(np.abs(samples) >= _FULL)),
        offset=abs(offset),
        hum=max(_share(moved, rate, tone) for tone in _MAINS),
    )


def microphone(visit: Visit) -> Finding:
    """Listen for some seconds, and say how loud that was; somebody who is there is asked to speak meanwhile."""
    speaking = visit.asking is not None and not visit.quick
    booth = visit.booth
    if speaking and visit.has_microphone:
        visit.tell(says("microphone.speak"))
    try:
        heard = booth.heard(_OPENING + (QUICKLY if visit.quick else SECONDS))[round(_OPENING * HEARING_RATE) :]
    except NoMicrophoneError as error:
        if not visit.has_microphone:
            return Finding(
                MICROPHONE,
                State.WRONG if visit.settings.input else State.NOTE,
                says("microphone.none"),
                says("microphone.plug"),
            )
        return Finding(
            MICROPHONE, visit.fault, says("microphone.not_opened", why=str(error) or "silence"), visit.freeing()
        )
    kept, device = visit.settings.input, booth.microphone
    if kept and not means(kept, device):
        return MICROPHONE.wrong(says("microphone.another", kept=kept, device=device), says("microphone.choose"))
    channel, known = visit.settings.channel, named(visit.devices, "input", device)
    if known is not None and channel > known.inputs:
        text = says("microphone.no_channel", device=device, channel=channel, count=known.inputs)
        return MICROPHONE.wrong(text, says("microphone.channels"))
    found = judged(measured(heard), device, speaking=speaking)
    found = by_card(found, kept)
    if channel:
        found = replace(found, text=found.text + says("microphone.channel", channel=channel))
    measured_before = acoustics.kept(booth.sound.device, device)
    return (
        found if measured_before is None else replace(found, text=told(found.text, booth.sound.device, measured_before))
    )


def told(text: DoctorWords, loudspeaker: str, known: Acoustics) -> DoctorWords:
    """Return words with what was measured at the table behind them."""
    late, echo, noise = round(1000 * known.late), round(known.echo), round(known.noise)
    text += says("microphone.table", loudspeaker=loudspeaker, late=late, echo=echo, noise=noise)
    return text if known.skew is None else text + says("microphone.clocks", skew=round(known.skew))


def by_card(found: Finding, kept: str) -> Finding:
    """Return what was found of a device; where all is well but that the number of a card chose it, that is noted."""
    if found.state is not State.WELL or not is_card_number(kept):
        return found
    text = found.text + says("devices.by_number", kept=kept)
    return Finding(found.name, State.NOTE, text, says("devices.keep_name"))


def judged(level: MicrophoneLevel, device: str, *, speaking: bool) -> Finding:
    """Say what is wrong with a level, the worst first; `speaking` is whether somebody was asked to speak."""
    if level.peak <= _MUTE:
        return MICROPHONE.wrong(says("microphone.mute", device=device), says("microphone.unmute"))
    if level.clipped > _CLIPPED:
        return MICROPHONE.wrong(
            says("microphone.clipped", device=device, share=100 * level.clipped), says("microphone.lower")
        )
    if level.hum > _HUM and level.level > _HUMMING:
        return MICROPHONE.wrong(says("microphone.hum", device=device, level=level.level), says("microphone.earth"))
    if speaking and level.peak < _FAINT:
        return MICROPHONE.wrong(says("microphone.faint", device=device, peak=level.peak), says("microphone.nearer"))
    if level.offset > _OFF:
        text = says("microphone.offset", device=device, level=level.level, offset=100 * level.offset)
        return MICROPHONE.note(text, says("microphone.bear"))
    if not speaking and level.level > _NOISY:
        return MICROPHONE.note(says("microphone.noisy", device=device, level=level.level), says("microphone.quieter"))
    return MICROPHONE.well(says("microphone.well", device=device, level=level.level, peak=level.peak))


def _decibels(power: float) -> int:
    return max(_FLOOR, round(10 * np.log10(power))) if power else _FLOOR


def _share(samples: np.ndarray[tuple[int], np.dtype[np.float64]], rate: int, tone: float) -> float:
    """Return how much of the power lies within `_WIDE` of a tone and its first three overtones."""
    power = np.abs(np.fft.rfft(samples * np.hanning(len(samples)))) ** 2
    if not power.any():
        return 0.0
    pitches = np.fft.rfftfreq(len(samples), 1 / rate)
    near = np.any([np.abs(pitches - tone * times) <= _WIDE for times in (1, 2, 3, 4)], axis=0)
    return float(power[near].sum() / power.sum())


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
    from narrator.voice.synthesisers.synthesiser import SynthesiserError  # a model is looked for without a voice

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

    from narrator.voice.profile import load_voice, synthesised
    from narrator.voice.synthesisers.synthesiser import engine_of

    engine = engine_of(synthesised(load_voice(LANGUAGE)))
    try:
        engine.ready()
        sound = engine.render(word, 1.0, strong=False)
    finally:
        engine.close()
    quiet = np.zeros(round(_QUIET * HEARING_RATE), dtype=np.float32)
    return to_pcm(np.concatenate([quiet, 0.5 * soxr.resample(sound, RATE, HEARING_RATE), quiet]))
