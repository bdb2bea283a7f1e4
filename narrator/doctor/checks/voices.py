"""Whether the narrator's voice speaks, and whether what it has rendered is kept for the next game."""

from __future__ import annotations

from contextlib import closing
from time import monotonic

from narrator.doctor.check_names import KEPT_PHRASES, VOICE
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit
from narrator.dsp.samples import RATE
from narrator.pip_command import PIP
from narrator.resources import cache_folder
from narrator.speech.cache import Cache
from narrator.speech.line_speaker import recordings_of
from narrator.speech.processing import lacking
from narrator.speech.profile import RECORDED, load_voice
from narrator.speech.recordings import Recordings, RecordingsError
from narrator.speech.synthesisers.synthesiser import SynthesiserError, engine_of
from narrator.speech.voice_files import VoiceError

BAD = DoctorWords("voices.bad")
CHOOSE = DoctorWords("voices.choose")
SILENT = DoctorWords("voices.silent")
INSTALL = DoctorWords("voices.install")(pip=PIP)
FETCH = DoctorWords("voices.fetch")
AGAIN = DoctorWords("voices.again")
RECORDINGS = DoctorWords("voices.recordings")
PLAIN = DoctorWords("voices.plain")
EFFECTS = DoctorWords("voices.effects")(pip=PIP)
SPEAKS = DoctorWords("voices.speaks")
UNKEPT = DoctorWords("voices.unkept")
WRITABLE = DoctorWords("voices.writable")
KEPT = DoctorWords("voices.kept")
SENTENCE = DoctorWords("voices.sentence")


def voice(visit: Visit) -> Finding:
    """Have the engine of the table's voice speak a sentence, without what is kept."""
    try:
        asked = load_voice(visit.settings.voice.get(visit.language, visit.language))
    except VoiceError as error:
        return Finding(VOICE, State.WRONG, BAD(why=error), CHOOSE)
    if asked.engine == RECORDED:
        try:
            with closing(Recordings(recordings_of(asked))) as recordings:
                return Finding(VOICE, State.WELL, RECORDINGS(name=asked.name, count=len(recordings)))
        except RecordingsError as error:
            return Finding(VOICE, State.WRONG, SILENT(name=asked.name, why=error), AGAIN)
    engine = engine_of(asked)
    visit.closing.callback(engine.close)
    try:
        engine.ready()
        begun = monotonic()
        spoken = engine.render(SENTENCE.written(visit.language), 1.0, strong=False)
        took = monotonic() - begun
    except SynthesiserError as error:
        remedy = INSTALL if asked.engine == "pyttsx3" else FETCH
        return Finding(VOICE, State.WRONG, SILENT(name=asked.name, why=error), remedy)
    finally:
        engine.close()
    if lacking():
        return Finding(VOICE, State.NOTE, PLAIN(name=asked.name), EFFECTS)
    return Finding(VOICE, State.WELL, SPEAKS(name=asked.name, seconds=len(spoken) / RATE, took=took))


def cache(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """See whether phrases can be kept, and how many are."""
    folder = cache_folder()
    kept = Cache(folder)
    sizes = [file.stat().st_size for file in folder.glob("*.pcm")]
    if not kept.trouble:
        kept.put(b"doctor", b"\0" * 64)
    if kept.trouble:
        return Finding(KEPT_PHRASES, State.WRONG, UNKEPT(why=kept.trouble), WRITABLE(folder=folder))
    return Finding(KEPT_PHRASES, State.WELL, KEPT(count=len(sizes), size=sum(sizes) / 1e6))
