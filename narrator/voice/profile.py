"""What a voice is: an engine with its settings, a chain of effects, and the voice that speaks at night instead.

One file a voice, in `voices/` and in the player's own folder of voices, which cannot hide ours. A language's own
name stands for its default voice.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from narrator.base.diagnostics import Code, Diagnostic, in_order
from narrator.base.sentences import PROGRAM, places, sentences, to_user
from narrator.base.yaml_source import read
from narrator.packs.markup import PLAIN, Style
from narrator.packs.words import Schema, fitted, refusal
from narrator.voice.voice_files import VoiceError, default_voice, voice_file, voices

ADVICE = "sound."
"""How the ids of what a language advises begin."""

RECORDED = "recorded"
"""The engine of a voice that was recorded: a line that is not wholly recorded is another voice's."""

Sentence = Annotated[str, StringConstraints(min_length=1)]
Share = Annotated[float, Field(ge=0, le=1)]
Decibels = Annotated[float, Field(ge=-24, le=24)]
Hertz = Annotated[float, Field(ge=20, le=10_000)]
Milliseconds = Annotated[float, Field(gt=0, le=1000)]


def _naming(*allowed: str) -> AfterValidator:
    """Let a sentence pass that names nothing else to be filled in."""

    def checked(text: str) -> str:
        if wrong := places(text) - {*allowed}:
            told = ", ".join(f"{{{name}}}" for name in allowed)
            problem = to_user("fit.place", text=f"{{{min(wrong)}}}")
            raise refusal(Code.PLACEHOLDER, problem, to_user("fit.place.mend", names=told))
        return text

    return AfterValidator(checked)


class Advice(Schema):
    """One sentence a failure, for a screen: those of the voice's file, and of its language where the file has none.

    `{detail}` stands for what the system answered. In `instead`, `{voice}` is the one that fails and `{other}` the one
    that speaks in its place; in `skipped`, `{text}` is what is not said.
    """

    portaudio: Annotated[Sentence, _naming("detail")] = ""
    device: Annotated[Sentence, _naming("detail")] = ""
    engine: Annotated[Sentence, _naming("detail")] = ""
    lost: Annotated[Sentence, _naming("detail")] = ""
    instead: Annotated[Sentence, _naming("voice", "other", "detail")] = ""
    skipped: Annotated[Sentence, _naming("text", "detail")] = ""
    unkept: Annotated[Sentence, _naming("detail")] = ""


class Band(Schema):
    """One band of the equaliser. Shelves and peaks have a gain; cuts take away what lies beyond `at`."""

    shape: Literal["peak", "low_shelf", "high_shelf", "low_cut", "high_cut"] = "peak"
    at: Hertz
    gain: Decibels = 0.0
    q: Annotated[float, Field(ge=0.1, le=10)] = 0.7


class Compressor(Schema):
    """What brings loud and soft syllables closer: above `threshold`, 1 dB is left of `ratio` dB.

    The threshold is in dB under full scale, of speech that comes in at -20 LUFS.
    """

    threshold: Annotated[float, Field(ge=-60, le=0)] = -24.0
    ratio: Annotated[float, Field(ge=1, le=20)] = 2.0
    attack: Milliseconds = 5.0
    release: Milliseconds = 120.0


class VoiceRoom(Schema):
    """The room around the voice: its size, how much its walls swallow, and how much of it is heard."""

    size: Share = 0.15
    damping: Annotated[float, Field(ge=0, le=0.95)] = 0.6
    wet: Annotated[float, Field(ge=0, le=0.5)] = 0.06


class Chain(Schema):
    """What is done to the engine's samples, in this order. An empty chain does nothing.

    `whisper` is how much of the voicing is replaced by breath, from 0 (none) to 1 (all: a whisper).
    """

    whisper: Share = 0.0
    equaliser: tuple[Band, ...] = ()
    compressor: Compressor | None = None
    room: VoiceRoom | None = None


class Manner(Schema):
    """How a voice changes for the night: slower, softer, whispering."""

    pace: Annotated[float, Field(ge=0.5, le=2)] = 1.0
    gain: Decibels = 0.0
    whisper: bool = False


class Description(Schema):
    """A voice as its file describes it.

    `voice` is the engine's own name for it; of a recorded voice, the file of its recordings. `rate` counts words a
    minute (Piper, and who is to be recorded: in relation to 150), `pitch` goes from 0 to 99 (others than espeak have
    none), `volume` from 0 to 1: the level at which the engine speaks, before the chain; every phrase leaves the chain
    at the same loudness. `night` is the voice or the manner from nightfall to dawn; `instead` the voice that speaks
    where this one's engine does not, or has no recording, by default the default one of its language, which also has
    the `advice` that is not given here.
    """

    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]
    about: str = ""
    engine: Literal["pyttsx3", "piper", "recorded"]
    voice: Sentence
    rate: Annotated[int, Field(ge=80, le=450)] = 150
    pitch: Annotated[int, Field(ge=0, le=99)] = 50
    volume: Share = 1.0
    chain: Chain = Chain()
    night: Sentence | Manner | None = None
    instead: Sentence | None = None
    advice: Advice = Advice()


class Voice(Description):
    """A voice, by the name of its file."""

    name: Sentence


def load_voice(name: str) -> Voice:
    """Read the voice of that name, such as `conteur`, or the default voice of a language, such as `fr`.

    Raises:
        VoiceError: there is no such voice, or its file does not say what it must; the message names file and line.
    """
    file = voice_file(name)
    faults: list[Diagnostic] = []
    document = read(file, faults)
    described = None if document is None else fitted(Description, document, faults)
    if described is None or faults:
        raise VoiceError("\n".join(str(fault) for fault in in_order(faults)))
    told = sentences(PROGRAM, described.language)
    common = {field: told[f"{ADVICE}{field}"] for field in Advice.model_fields}
    advice = Advice(**{**common, **described.advice.model_dump(exclude_unset=True)})
    return Voice(name=file.stem, **{**dict(described), "advice": advice})


def by_night(voice: Voice) -> tuple[Voice, Style]:
    """Return who speaks from nightfall to dawn in place of a voice, and the style that all is said in.

    Raises:
        VoiceError: its file names a voice that there is not, or one of another language.
    """
    match voice.night:
        case None:
            return voice, PLAIN
        case Manner() as manner:
            return voice, Style(pace=manner.pace, gain=manner.gain, whisper=manner.whisper)
        case str(name):
            return _colleague(voice, name, "of the night"), PLAIN


def stand_ins(voice: Voice) -> tuple[Voice, ...]:
    """Return who speaks where a voice does not, one after the other: engines alone, the last of which is always there.

    Raises:
        VoiceError: a file names a voice that there is not, or one of another language.
    """
    found = [voice]
    while (name := found[-1].instead or default_voice(voice.language)) and name not in [one.name for one in found]:
        found.append(_colleague(found[-1], name, "that speaks instead"))
    return tuple(other for other in found[1:] if other.engine != RECORDED)


def synthesised(voice: Voice) -> Voice:
    """Return who says what a voice has not recorded: the voice itself where an engine speaks it.

    Raises:
        VoiceError: its file names a voice that there is not, or no voice of the language is spoken by an engine.
    """
    if voice.engine != RECORDED:
        return voice
    if not (others := stand_ins(voice)):
        raise VoiceError(f"{voices()[voice.name]}: nobody says what is not recorded: name a voice, `instead: conteur`")
    return others[0]


def _colleague(voice: Voice, name: str, role: str) -> Voice:
    """Return another voice of the same language, which this one's file names."""
    other = load_voice(name)
    if other.language != voice.language:
        raise VoiceError(
            f"{voices()[voice.name]}: the voice {role}, {name!r}, speaks {other.language!r}, "
            f"not {voice.language!r}: name another, or none"
        )
    return other
