"""Whether the narrator's voice speaks, and whether what it has spoken is kept for the next game."""

from __future__ import annotations

from time import monotonic

from narrator.doctor.check_names import KEPT_PHRASES, VOICE
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit
from narrator.dsp.samples import RATE
from narrator.resources import cache_folder
from narrator.speech.cache import Cache
from narrator.speech.processing import lacking
from narrator.speech.profile import VoiceError, load_voice
from narrator.speech.renderer import engine_of
from narrator.speech.synthesisers.synthesiser import SynthesiserError

BAD = DoctorWords("La voix choisie ne se lit pas ({why}).", "The voice that is chosen cannot be read ({why}).")
CHOOSE = DoctorWords("Choisissez-en une autre : `narrator voices list`.", "Choose another: `narrator voices list`.")
SILENT = DoctorWords("La voix {name} ne parle pas ({why}).", "The voice {name} does not speak ({why}).")
INSTALL = DoctorWords(
    "Réinstallez le moteur : `pip install --force-reinstall pyttsx3==2.99 espeakng-loader`.",
    "Install the engine again: `pip install --force-reinstall pyttsx3==2.99 espeakng-loader`.",
)
FETCH = DoctorWords(
    "Voyez ce qu'il lui manque : `narrator voices list` ; d'ici là, une autre parle à sa place.",
    "See what it lacks: `narrator voices list`; until then, another speaks in its place.",
)
PLAIN = DoctorWords("La voix {name} parle, mais sans ses effets.", "The voice {name} speaks, without its effects.")
EFFECTS = DoctorWords(
    "Installez ce qu'il leur faut : `sudo apt install libatomic1; pip install pedalboard`.",
    "Install what they need: `sudo apt install libatomic1; pip install pedalboard`.",
)
SPEAKS = DoctorWords(
    "La voix {name} parle : {seconds} s de parole en {took} s.",
    "The voice {name} speaks: {seconds} s of speech in {took} s.",
)
UNKEPT = DoctorWords(
    "Rien n'est gardé d'une partie à l'autre ({why}) : chacune sera longue à commencer.",
    "Nothing is kept from game to game ({why}); every game will take long to begin.",
)
WRITABLE = DoctorWords(
    "Rendez ce dossier accessible en écriture : `{folder}`, ou videz-le.",
    "Make this folder writable: `{folder}`, or empty it.",
)
KEPT = DoctorWords("{count}, soit {size} Mo.", "{count}, that is {size} MB.")

SENTENCES = {"fr": "Fermez les yeux. Le village s'endort.", "en": "Close your eyes. The village falls asleep."}


def voice(visit: Visit) -> Finding:
    """Have the engine of the table's voice speak a sentence, without what is kept."""
    try:
        asked = load_voice(visit.settings.voice.get(visit.language, visit.language))
    except VoiceError as error:
        return Finding(VOICE, State.WRONG, BAD(why=error), CHOOSE)
    engine = engine_of(asked)
    visit.closing.callback(engine.close)
    try:
        engine.ready()
        begun = monotonic()
        spoken = engine.render(SENTENCES[visit.language], 1.0, strong=False)
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
