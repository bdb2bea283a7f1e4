"""Whether the narrator's voice speaks, and whether what it has spoken is kept for the next game."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from narrator.doctor.finding import Finding, State, Words
from narrator.doctor.names import KEPT_PHRASES, VOICE
from narrator.doctor.visit import Visit
from narrator.resources import cache_folder
from narrator.voice.cache import Cache
from narrator.voice.profile import VoiceError, load_voice
from narrator.voice.renderer import Renderer
from narrator.voice.samples import RATE
from narrator.voice.script import Phrase

BAD = Words("La voix choisie ne se lit pas ({why}).", "The voice that is chosen cannot be read ({why}).")
CHOOSE = Words("Choisissez-en une autre : `narrator voices list`.", "Choose another: `narrator voices list`.")
SILENT = Words("Aucune voix ne parle ({why}).", "No voice speaks ({why}).")
INSTALL = Words(
    "Installez le moteur : `pip install --force-reinstall pyttsx3==2.99 espeakng-loader`.",
    "Install the engine: `pip install --force-reinstall pyttsx3==2.99 espeakng-loader`.",
)
INSTEAD = Words(
    "La voix {asked} ne parle pas ; {other} parle à sa place ({why}).",
    "The voice {asked} does not speak; {other} speaks in its place ({why}).",
)
FETCH = Words(
    "Voyez ce qu'il lui manque : `narrator voices list`, ou choisissez-en une autre.",
    "See what it lacks: `narrator voices list`, or choose another.",
)
PLAIN = Words(
    "La voix {name} parle, mais sans ses effets ({why}).", "The voice {name} speaks, without effects ({why})."
)
EFFECTS = Words("Installez ce qu'il leur faut : `sudo apt install libatomic1`.", "Run `sudo apt install libatomic1`.")
SPEAKS = Words(
    "La voix {name} parle : {seconds} s de parole en {took} s.",
    "The voice {name} speaks: {seconds} s of speech in {took} s.",
)
UNKEPT = Words(
    "Rien n'est gardé d'une partie à l'autre ({why}) ; chaque début de partie sera long.",
    "Nothing is kept from game to game ({why}); every game will take long to begin.",
)
WRITABLE = Words(
    "Rendez ce dossier accessible en écriture : `{folder}`, ou videz-le.",
    "Make this folder writable: `{folder}`, or empty it.",
)
KEPT = Words("{count}, soit {size} Mo.", "{count}, that is {size} MB.")

SENTENCES = {"fr": "Fermez les yeux. Le village s'endort.", "en": "Close your eyes. The village falls asleep."}


def voice(visit: Visit) -> Finding:
    """Have a sentence rendered by the voice that the table uses, without what is kept."""
    told: list[str] = []
    try:
        asked = load_voice(visit.settings.voice.get(visit.language, visit.language))
        with TemporaryDirectory(prefix="narrator-") as folder:
            renderer = Renderer(asked, Cache(Path(folder)), told.append)
            visit.closing.callback(renderer.close)
            begun = monotonic()
            spoken = renderer.render(Phrase(SENTENCES[visit.language])) if renderer.ready() else None
            took = monotonic() - begun
            speaks = renderer.voice
            renderer.close()
    except VoiceError as error:
        return Finding(VOICE, State.WRONG, BAD(why=error), CHOOSE)
    if spoken is None or not spoken.any():
        return Finding(VOICE, State.WRONG, SILENT(why=told[-1] if told else "?"), INSTALL)
    if speaks.name != asked.name:
        return Finding(VOICE, State.WRONG, INSTEAD(asked=asked.name, other=speaks.name, why=told[-1]), FETCH)
    if told:
        return Finding(VOICE, State.NOTE, PLAIN(name=speaks.name, why=told[-1]), EFFECTS)
    return Finding(VOICE, State.WELL, SPEAKS(name=speaks.name, seconds=len(spoken) / RATE, took=took))


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
