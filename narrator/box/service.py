"""`narrator box`: a speaker in the middle of the circle, which sets games up, plays them, and says goodbye.

Nobody looks at it: what is written goes to a log, and is for everybody. Its first words wait for as little as they can:
all else is loaded while they are said.
"""

from __future__ import annotations

import signal
from contextlib import ExitStack
from functools import partial

from narrator.app.equipment import log
from narrator.app.interruption import interrupted_by
from narrator.app.ports.prompt_voice import PromptVoice
from narrator.app.settings import Settings
from narrator.box.game_storage import of_this_machine
from narrator.box.options import REFUSED, STORED, BoxOptions, Upkeep
from narrator.box.watchdog import Watchdog
from narrator.inbox.clock import WallClock
from narrator.processes.liveness import STARTING, Pulses
from narrator.resources import SHARED_WORDS, languages, told_in
from narrator.story.diagnostics import MarkupError
from narrator.story.markup import Utterance, caption, compiled
from narrator.story.sentences import sentences_in
from narrator.user_error import UserError


def box(options: BoxOptions) -> int:
    """Be the box until somebody says goodbye, or the service is stopped."""
    pulses = Pulses()
    pulses.engine.grant(STARTING)
    try:
        # Ready is told as soon as the process stands: from then on it is the watchdog that ends a start that hangs.
        with (
            told_in(options.language),
            interrupted_by(signal.SIGTERM),
            Watchdog(pulses.engine, pulses.sound) as watchdog,
            ExitStack() as equipment,
        ):
            watchdog.status("starting")
            keeping = of_this_machine()
            keeping.begin(WallClock(partial(pulses.engine.grant, STARTING)))
            settings = options.settings()
            first = hello(options.language)
            voice = options.voice(settings, pulses, first)
            if voice is not None:
                equipment.callback(voice.close)
            said = voice is not None and voice.greets()
            if said and first is not None:
                print(caption(first), flush=True)
            pulses.engine.grant(STARTING)
            return _live(options, settings, voice, Upkeep(equipment, pulses, watchdog, keeping), hello=not said)
    except KeyboardInterrupt:
        return STORED


def hello(language: str) -> Utterance | None:
    """Return the first words; None where this language has none.

    They are read without the schema of words and without a game: those take as long as all else before the first word.
    """
    text = sentences_in(languages()[language] / SHARED_WORDS).get("box.hello", "")
    try:
        return compiled(text).filled(lambda _: ()) or None
    except MarkupError:
        return None


def _live(options: BoxOptions, settings: Settings, voice: PromptVoice | None, upkeep: Upkeep, *, hello: bool) -> int:
    from narrator.box.speaker import Box  # loaded only now, while hello is being said

    try:
        return Box(options, settings, voice, upkeep, hello).live()
    except (UserError, OSError) as error:
        log(str(error))
        return REFUSED
