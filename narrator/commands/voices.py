"""`narrator voices list | try`: which voices there are, and how they sound; `models list | verify`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.base.downloads.manifest import megabytes
from narrator.base.downloads.store import MODELS, VOICES, shipped
from narrator.base.resources import PIP, chosen_language, languages
from narrator.base.sentences import PROGRAM, sentences, to_user
from narrator.base.user_error import UserError
from narrator.evening.app.settings import log
from narrator.packs.markup import Placeholder, TextPart, Utterance, compiled
from narrator.sound.audio.playback import NoSoundError
from narrator.sound.audio.sound import Sound
from narrator.sound.audio.sound_file import Shape, written_sound
from narrator.sound.dsp.samples import RATE, Samples, to_pcm
from narrator.sound.soundscape.instruments import figure
from narrator.voice.cache import Cache
from narrator.voice.performance import assembled, phrases, script
from narrator.voice.profile import RECORDED, Voice, load_voice
from narrator.voice.recital import LineSpeaker, recordings_of
from narrator.voice.recordings import SUFFIX
from narrator.voice.voice_files import VoiceError, default_voice, voices

SHAPES = {".flac": Shape("FLAC", "PCM_16"), ".wav": Shape("WAV", "PCM_16")}

_DRUM_SEED = 0


def list_voices() -> int:
    """Print every voice, what it takes to hear it, and whom the recorded ones are owed to; status 2 for a bad file.

    Those of the language that was chosen come first.
    """
    status, loaded = 0, dict[str, Voice]()
    for name in voices():
        try:
            loaded[name] = load_voice(name)
        except VoiceError as error:
            print(error, file=sys.stderr)
            status = 2
    for name, voice in sorted(loaded.items(), key=lambda each: each[1].language != chosen_language()):
        default = f" ({to_user('voices.default')})" if default_voice(voice.language) == name else ""
        print(f"{name:14} {voice.language}  {voice.engine:8} {voice.about}{default}")
        if missing := lacking(voice):
            print(f"{'':14} {missing}")
    print(to_user("voices.credit"))
    return status


def try_voice(name: str, text: str | None, output: str | None, device: str | None) -> None:
    """Speak a text, with markup as in packs, or two sentences; into a file where there is a name for one."""
    voice = load_voice(name)
    samples = spoken(voice, utterance(voice, text))
    if output is not None:
        write(Path(output), samples)
        print(f"{output}: {len(samples) / RATE:.2f} s")
    else:
        play(voice, samples, device)


def lacking(voice: Voice) -> str:
    """Return what it takes to hear a voice of which something is not on this machine; empty where all is there."""
    if voice.engine == "pyttsx3":
        return ""
    if voice.engine == RECORDED:
        return "" if recordings_of(voice) else to_user("voices.missing", name=f"{voice.voice}{SUFFIX}")
    model = voice.voice.partition("#")[0]
    steps = [] if os.path.isfile(VOICES.place / model / f"{model}.onnx") else [f"narrator voices fetch {model}"]
    if find_spec("piper") is None:
        steps.append(f"{PIP} install piper-tts")
    return to_user("voices.fetch", how=" ; ".join(steps)) if steps else ""


def utterance(voice: Voice, text: str | None) -> Utterance:
    """Return what is to be tried.

    Raises:
        UserError: there is nothing to say, or a place to fill in it.
        MarkupError: some of its markup means nothing.
    """
    if text is None:
        if voice.language not in languages():
            raise UserError(to_user("voices.no_text", language=voice.language))
        text = sentences(PROGRAM, voice.language)["voices.try"]

    def nothing(placeholder: Placeholder) -> tuple[TextPart, ...]:
        raise UserError(to_user("voices.placeholder", text=placeholder))

    return compiled(text.encode(errors="replace").decode()).filled(nothing)  # a byte that is no letter


def spoken(voice: Voice, what: Utterance) -> Samples:
    """Return the sound of an utterance.

    Raises:
        VoiceError: the file of the voice names one that there is not.
        UserError: nothing of it can be spoken.
    """
    pieces = script(what)
    with speaking(voice) as speaker:
        samples = assembled(pieces, speaker.rendered(phrases(pieces)), partial(figure, seed=_DRUM_SEED))
    if not samples.any():
        raise UserError(to_user("voices.nothing"))
    return samples


@contextmanager
def speaking(voice: Voice) -> Iterator[LineSpeaker]:
    """Open a voice that speaks, without using or filling the cache.

    Raises:
        VoiceError: the file of the voice names one that there is not.
        UserError: no voice speaks.
    """
    with TemporaryDirectory(prefix="narrator-") as folder:
        speaker = LineSpeaker(voice, Cache(Path(folder)), log)
        try:
            if not speaker.ready():
                raise UserError(to_user("voices.mute", name=voice.name))
            yield speaker
        finally:
            speaker.close()


def write(path: Path, samples: Samples) -> None:
    """Write a sound file, of the kind that its name says.

    Raises:
        UserError: there is no such kind.
        OSError: it cannot be written.
    """
    if path.suffix not in SHAPES:
        raise UserError(to_user("voices.format", file=path, formats=", ".join(SHAPES)))
    with written_sound(path, SHAPES[path.suffix]) as sound:
        sound.buffer_write(to_pcm(samples), dtype="int16")


def play(voice: Voice, samples: Samples, device: str | None) -> None:
    """Let samples be heard to their end.

    Raises:
        UserError: there is no sound.
    """
    try:
        with Sound(device) as sound:
            sound.speak(samples)
    except NoSoundError as error:
        advice = voice.advice.portaudio if error.kind == "portaudio" else to_user("voices.unheard")
        raise UserError(advice.format(detail=error)) from error


_LICENCE = "GPL-3.0-or-later"


def list_models() -> None:
    """Print every model: its language, size and licence, and whether it is on this machine; ours first."""
    for language in languages():
        if (ours := shipped(language)) is not None:
            size = megabytes(sum(file.stat().st_size for file in ours.rglob("*") if file.is_file()))
            print(f"{ours.name:30} {language}  {size:>8}  {_LICENCE}  {to_user('models.ours')}")
            print(f"{'':30} {ours}")
    for model in MODELS.known():
        here, (about, _) = MODELS.installed(model.name), model.described(chosen_language())
        print(f"{model.name:30} {model.language}  {megabytes(model.size):>8}  {model.licence}  {about}")
        print(f"{'':30} {here or to_user('models.absent', name=model.name)}")


def verify_models(name: str | None) -> int:
    """Read a model, or all that are on this machine, and print what is wrong with it; status 1 where something is."""
    if name is not None and name in languages() and shipped(name) is not None:
        print(to_user("models.unchecked", name=name))
        return 0
    names = [name] if name else [model.name for model in MODELS.known() if os.path.exists(MODELS.place / model.name)]
    if not names:
        print(to_user("models.none"))
    told = {each: _faults(each) for each in names}
    for each, faults in told.items():
        print(f"{each}: {' '.join(faults) or to_user('models.sound')}")
        if faults:
            print(to_user("models.anew", name=each))
    return 1 if any(told.values()) else 0


def _faults(name: str) -> list[str]:
    MODELS.named(name)
    return MODELS.faults(name) if (MODELS.place / name).is_dir() else [to_user("models.not_here")]
