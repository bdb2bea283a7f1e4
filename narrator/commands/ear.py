"""`narrator ear record | report`: records a player's answers, and reports how many of them are understood."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import soundfile

from narrator.app.equipment import log
from narrator.app.settings import load_settings
from narrator.audio.process.capture import NoInputError, opened
from narrator.audio.recorder import Recorder, RecorderError
from narrator.commands.help import refused
from narrator.downloads.manifest import ManifestError
from narrator.downloads.models import find_model
from narrator.dsp.samples import RATE, frames
from narrator.inbox.inbox import Entry
from narrator.language.evening_grammars import answered_by, evening_grammars, sayings
from narrator.language.grammar import Grammar
from narrator.language.phrasebook import UnspokenError, phrasebook_of
from narrator.listening.decision import Certain, Decision, Doubtful
from narrator.listening.listener import listened_for
from narrator.listening.recogniser import RecogniserError
from narrator.listening.trial import heard, interval, read, understood
from narrator.listening.vosk_recogniser import VoskRecogniser
from narrator.listening.worker import detector
from narrator.recording.own_voice import SOUNDS, speech
from narrator.recording.sitting import KEY_DOWN, KEY_UP
from narrator.resources import pack_path
from narrator.speech.first_names import first_names
from narrator.story.pack import load_pack
from narrator.story.sentences import to_user

_GAME = "thiercelieux"
_SEATS = 12
_SEED = 60
_FOLDER_MODE = 0o700


def report(place: Path, language: str, model: str | None) -> int:
    """Print what is understood of the sound files in a folder, which are called after what is said in them.

    Status 2 where there is nothing to hear, or nothing to hear it with.
    """
    try:
        files = sorted(file for file in place.iterdir() if file.suffix.lower() in SOUNDS)
        if not files:
            raise OSError(to_user("ear.no_files", place=place))
        recogniser, grammars = _ear(language, model)
        vad = detector()
        phrasebook = phrasebook_of(language)
        right = asked_back = meant = 0
        for file in files:
            said = file.stem.replace("_", " ").casefold()
            grammar = answered_by(said, grammars)
            asked = grammar or grammars["a seat"]
            told = tuple(heard(recogniser, vad, listened_for(asked.phrases, phrasebook), read(file)))
            decision: Decision[Entry] | None = understood(told, asked.read, recogniser.thresholds)
            wanted = asked.read(said) if grammar is not None else None
            meant += wanted is not None
            right += wanted is not None and isinstance(decision, Certain) and decision.meant == wanted
            asked_back += isinstance(decision, Doubtful) and wanted in decision.meant
            print(f"{file.name:40} {_verdict(decision, wanted)}")
    except (OSError, soundfile.LibsndfileError, RecogniserError, ManifestError, UnspokenError) as error:
        return refused(error)
    low, high = interval(right, meant)
    print(to_user("ear.report", right=right, of=meant, low=f"{low:.0%}", high=f"{high:.0%}"))
    if asked_back:
        print(to_user("ear.asked_back", count=asked_back))
    return 0


def _verdict(decision: Decision[Entry] | None, wanted: Entry | None) -> str:
    match decision:
        case Certain(meant, text):
            return to_user("ear.well") if meant == wanted else to_user("ear.other", text=text)
        case Doubtful(meant) if wanted is None or wanted in meant:
            return to_user("ear.doubtful")
        case None if wanted is None:
            return to_user("ear.rightly_nothing")
        case _:
            return to_user("ear.nothing")


def record(place: Path, language: str, device: str | None, count: int) -> int:
    """Show phrases, one after the other, and keep what a player says of them: files for `report`, for him alone."""
    try:
        _, grammars = _ear(language, None)
        place.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
        wanted = [text for text in sayings(grammars, count, _SEED) if not (place / _file(text)).exists()]
        kept = load_settings(log).input
        with closing(Recorder(opened(device or kept or "", RATE))) as microphone:
            for number, text in enumerate(wanted, 1 + count - len(wanted)):
                print(f"\n{number}/{count}   {text}\n")
                if not _said(microphone, place / _file(text)):
                    break
    except (NoInputError, RecorderError) as error:
        return refused(to_user("devices.deaf", detail=error))
    except (OSError, RecogniserError, ManifestError, UnspokenError) as error:
        return refused(error)
    return report(place, language, None) if any(place.iterdir()) else 0


def _said(microphone: Recorder, file: Path) -> bool:
    """Have one phrase said until it is kept or skipped; whether to go on."""
    answer = _asked("ear.begin")
    while answer not in ("s", "q"):
        microphone.begin()
        _asked("ear.end")
        sound = microphone.end()
        said = speech(sound[frames(KEY_DOWN) : max(0, sound.size - frames(KEY_UP))])
        if said.size:
            peak = 20 * np.log10(float(np.abs(said).max()) + 1e-9)
            print(to_user("ear.level", seconds=f"{said.size / RATE:.1f}", peak=f"{peak:.0f}"))
            if (answer := _asked("ear.keep")) == "":
                soundfile.write(file, said, RATE)
                file.chmod(0o600)
                return True
        else:
            print(to_user("ear.nothing"))
            answer = _asked("ear.begin")
    return answer == "s"


def _asked(sentence: str) -> str:
    """Return what is typed, a small letter at most; `q` where nobody types any more."""
    try:
        return input(to_user(sentence)).strip().lower()[:1]
    except (EOFError, KeyboardInterrupt):
        print()
        return "q"


def _file(text: str) -> str:
    return f"{text.replace(' ', '_')}.flac"


def _ear(language: str, model: str | None) -> tuple[VoskRecogniser, dict[str, Grammar]]:
    """Load the model of a language, and what an evening with twelve common first names listens for."""
    place = find_model(language, model)
    if place is None:
        raise RecogniserError("model", to_user("models.no_language", language=language))
    recogniser = VoskRecogniser(place)
    words = load_pack(pack_path(_GAME), [language]).words_of_a_table(language)
    known = [name for name in first_names(language) if not recogniser.unknown((name,))]
    return recogniser, evening_grammars(words, known[:_SEATS], lambda word: not recogniser.unknown((word,)))
