"""The voice of a box between games: opened in threads, because that takes longest; renders each line as it is said."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from narrator.base.processes.liveness import Pulses
from narrator.base.resources import cache_folder
from narrator.evening.app.settings import log
from narrator.packs.markup import Utterance, caption
from narrator.table.inbox.entry import Changed
from narrator.voice.voice_files import VoiceError, read_first_words

if TYPE_CHECKING:  # the thread loads it
    from narrator.sound.audio.sound import Sound
    from narrator.sound.dsp.samples import Samples
    from narrator.table.session.narration import CaptionsOnly
    from narrator.table.session.ports import Mouth
    from narrator.voice.recital import Recital
    from narrator.voice.table_sound import Speaking, TableSound


class PromptVoice:
    """A loudspeaker, a microphone and a voice, as soon as they are ready. Close it.

    `changed` is told what becomes of them, once it is set.
    """

    def __init__(self, speaking: Speaking, pulses: Pulses, *, listens: bool, hello: Utterance | None = None) -> None:
        """Begin to open them. Where it `listens`, the microphone too. `pulses` get the signs of life.

        `hello` is said as soon as that is possible: see `greets`.
        """
        self._pulses = pulses
        self.changed: Callable[[Changed], None] | None = None
        self.table: TableSound | None = None
        self._speaking = speaking
        self._listens = listens
        self._hello = hello
        self._kept = None if hello is None else read_first_words(self._speaking.voice, caption(hello))
        self._greeted = False
        self._opened = threading.Event()
        self._open = ExitStack()
        self._recital: Recital | None = None
        self._error: Exception | None = None
        self._threads = [threading.Thread(target=step, name="front voice") for step in (self._begin, self._prepare)]
        for thread in self._threads:
            thread.start()

    def greets(self) -> bool:
        """Wait until the first words are handed over; False where there are none, or they cannot be heard."""
        if self._hello is None:
            return False
        if self._kept is not None:
            self._opened.wait()
            return self._greeted
        self._wait()
        if self._error is not None or self.table is None or self._recital is None or not self._recital.ready():
            return False
        return begins(partial(self.table.sound.begin_parts, self._recital.parts(self._hello, by_night=False)))

    def rendered(self, utterance: Utterance) -> Samples | None:
        """Return the sound of what is said, once it can speak; None where it cannot."""
        return None if self._recital is None else self._recital(utterance, by_night=False)

    def mouth(self, silent: CaptionsOnly) -> Mouth:
        """Wait until it can speak; captions alone where there is no voice, or no loudspeaker.

        Raises:
            VoiceError: there is no such voice.
        """
        self._wait()
        if self._error is not None:
            raise self._error
        if self.table is None or self._recital is None or not self._recital.ready():
            return silent
        from narrator.voice.table_sound import SpokenMouth

        return SpokenMouth(self._recital, self.table.sound, silent, seed=0)

    def close(self) -> None:
        self._wait()
        if self._recital is not None:
            self._recital.close()
        self._open.close()

    def _wait(self) -> None:
        for thread in self._threads:
            thread.join()

    def _begin(self) -> None:
        try:
            from narrator.voice.table_sound import open_sound

            opened = open_sound(self._speaking, self._open, self._tell_change, self._pulses)
            self._greet(opened.sound)
            if self._listens:
                opened.ear().listen(True)  # whether there is a microphone is known by the time hello is said
            self.table = opened.voiced(log, late=True)
        except VoiceError as error:
            self._error = error
        finally:
            self._opened.set()
        if self.table is not None:
            self.table.changes.begin(self.table.voice.advice)

    def _greet(self, sound: Sound) -> None:
        """Say the first words, where they are kept as sound."""
        if self._kept is not None:
            self._greeted = begins(partial(sound.begin_pcm, self._kept))
        self._opened.set()

    def _prepare(self) -> None:
        if self._kept is not None:
            self._opened.wait()  # the first words wait for nothing else
        from narrator.voice.cache import Cache
        from narrator.voice.profile import load_voice
        from narrator.voice.recital import Recital

        with contextlib.suppress(VoiceError):  # who opens the loudspeaker says it
            self._recital = Recital(load_voice(self._speaking.voice), Cache(cache_folder()), log, seed=0)

    def _tell_change(self, changed: Changed) -> None:
        if self.changed is not None:
            self.changed(changed)


def begins(saying: Callable[[], object]) -> bool:
    """Begin to say something, by a call of a `Sound` that does not wait; False where it cannot be heard."""
    from narrator.sound.audio.playback import NoSoundError

    try:
        saying()
    except NoSoundError:
        return False
    return True
