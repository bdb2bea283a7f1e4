"""Phrases to sound: from memory, from the cache, or from an engine and the voice's chain. It never stops a game.

Where an engine fails, another voice takes its place and keeps it, so that an evening is told by one voice. Where no
engine is left, or one phrase cannot be said, a sentence says so, and the game goes on with its captions.
"""

from __future__ import annotations

import json
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import astuple

from narrator.base.sentences import to_user
from narrator.sound.dsp.samples import Samples, from_pcm, silence, to_pcm, trimmed
from narrator.voice.cache import Cache
from narrator.voice.performance import Phrase
from narrator.voice.processing import identity, lacking, process
from narrator.voice.profile import Voice, stand_ins
from narrator.voice.synthesisers.synthesiser import Synthesiser, SynthesiserError, engine_of

_logger = logging.getLogger(__name__)

MAKE = 1
"""Goes up with every change of what is done here to sound: part of the key under which phrases are kept."""

MEMORY = 64 * 2**20
"""Bytes of sound at hand in a game: some 25 minutes."""

_AHEAD = 2  # phrases that the engine speaks while one is processed
_PATIENCE = 3  # phrases in a row that the last engine may fail at before it is given up
_REST = 20  # phrases that go unsaid before an engine that did speak is begun again


class Renderer:
    """The sound of one voice, or of those that stand in for it. For one thread at a time; close it.

    `tell` is given one sentence for each thing that people should know.

    Raises:
        VoiceError: the file of the voice names a stand-in that there is not.
    """

    def __init__(
        self,
        voice: Voice,
        cache: Cache,
        tell: Callable[[str], None],
        engine: Callable[[Voice], Synthesiser] = engine_of,
        memory: int = MEMORY,
    ) -> None:
        self._stand_ins = list(stand_ins(voice))
        self._cache = cache
        self._tell = tell
        self._new_engine = engine
        self._memory = Memory(memory)
        self._mute: set[Phrase] = set()
        self._failures = 0
        self._has_spoken = False
        self._rests = False
        self._unsaid = 0
        self._closed = False
        self._unkept = False
        self._engine: Synthesiser | None = None
        self._cast(voice)
        if effects_lost := lacking():
            self._tell(effects_lost)
        self._look_at_cache()

    def ready(self) -> bool:
        """Wait until a voice speaks, the first that does; False where none does."""
        while self._engine is not None:
            try:
                self._engine.ready()
            except SynthesiserError as error:
                self._failures += 1
                if self._has_spoken and not self._stand_ins and self._failures < _PATIENCE:
                    self._begin_again()
                else:
                    self._relieve(error)
            else:
                return True
        return False

    def render(self, phrase: Phrase) -> Samples:
        """Return the sound of a phrase; none where it cannot be said, and that has been told.

        A phrase sounds the same to the sample as long as the same voice speaks and it is at hand or in the cache.
        """
        while True:
            if (kept := self._kept(phrase)) is not None:
                _logger.debug("a phrase of %d letters was at hand", len(phrase.text))
                return from_pcm(kept)
            if self._engine is None and self._has_spoken and not self._closed:
                self._unsaid += 1
                if self._unsaid > _REST:
                    self._mute.clear()
                    self._begin_again()
            if self._engine is None or phrase in self._mute:
                return silence(0)
            try:
                return from_pcm(self._keep(phrase, _spoken(self._engine, phrase)))
            except SynthesiserError as error:
                self._cope(phrase, error)

    def cached(self, phrase: Phrase) -> bool:
        """Say whether a phrase would sound at once, without an engine."""
        return self._kept(phrase) is not None

    def prepare(self, phrases: Iterable[Phrase], progress: Callable[[int, int], None]) -> None:
        """Render, once each, what is not at hand. Interrupted, it has kept what was rendered, and can be done again.

        `progress` is told how many are done and how many there are to do: first with none done, and from the beginning
        again where another voice had to take over or a phrase was left out.
        """
        wanted = tuple(dict.fromkeys(phrases))
        while self._engine is not None:
            missing = [phrase for phrase in wanted if phrase not in self._mute and not self.cached(phrase)]
            progress(0, len(missing))
            failure = self._prepare(missing, self._engine, progress)
            if failure is None:
                return
            self._cope(*failure)

    def close(self) -> None:
        self._closed = True
        self._put_away()

    def _put_away(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _begin_again(self) -> None:
        """Start the engine anew that has spoken before."""
        self._put_away()
        self._unsaid = 0
        self._cast(self._voice)

    def _prepare(
        self, phrases: list[Phrase], engine: Synthesiser, progress: Callable[[int, int], None]
    ) -> tuple[Phrase, SynthesiserError] | None:
        """Render phrases until one fails: return which, and why.

        The engine, a process of its own, speaks the next ones while this process works on one. On two cores that is
        1.3 to 1.4 times as fast; a second engine would add a tenth to a third, and a second network in memory.
        """
        ahead: deque[tuple[Phrase, Future[Samples]]] = deque()
        coming = iter(phrases)
        thread = ThreadPoolExecutor(1)
        try:
            for done in range(1, len(phrases) + 1):
                while len(ahead) <= _AHEAD and (following := next(coming, None)) is not None:
                    ahead.append((following, thread.submit(_spoken, engine, following)))
                phrase, spoken = ahead.popleft()
                try:
                    self._keep(phrase, spoken.result())
                except SynthesiserError as error:
                    return phrase, error
                progress(done, len(phrases))
        finally:
            thread.shutdown(cancel_futures=True)
        return None

    def _kept(self, phrase: Phrase) -> bytes | None:
        asked = self._asked(phrase)
        sound = self._memory.get(asked)
        if sound is None and (sound := self._cache.get(asked)) is not None:
            self._memory.put(asked, sound)
        return sound

    def _keep(self, phrase: Phrase, spoken: Samples) -> bytes:
        """Process what the engine has spoken, and keep it; what comes from the cache later is the same to the bit."""
        self._failures, self._has_spoken, self._rests = 0, True, False
        sound = to_pcm(process(spoken, self._voice, phrase.style))
        _logger.debug("a phrase of %d letters was rendered", len(phrase.text))
        asked = self._asked(phrase)
        self._memory.put(asked, sound)
        self._cache.put(asked, sound)
        self._look_at_cache()
        return sound

    def _asked(self, phrase: Phrase) -> bytes:
        """Return all that decides how a phrase sounds."""
        return json.dumps([*self._identity, *astuple(phrase.style), phrase.text]).encode()

    def _cast(self, voice: Voice) -> None:
        """Let a voice speak from now on."""
        self._voice = voice
        _logger.info("voice %s, of %s", voice.name, voice.engine)
        self._engine = engine = self._new_engine(voice)
        self._identity = (MAKE, engine.identity, identity(voice))

    def _cope(self, phrase: Phrase, error: SynthesiserError) -> None:
        """Let another voice speak or, where there is none, do without this phrase or without a voice."""
        _logger.warning("a phrase of %d letters fails: %s", len(phrase.text), error)
        if self._stand_ins:
            self._relieve(error)
            return
        self._mute.add(phrase)
        self._failures += 1
        if self._failures >= _PATIENCE:
            self._relieve(error)
        elif self.ready():
            self._tell(self._voice.advice.skipped.format(detail=error, text=phrase.text))

    def _relieve(self, error: SynthesiserError) -> None:
        """Let the next voice speak from now on, or none if none is left."""
        _logger.warning("voice %s is given up: %s", self._voice.name, error)
        self._put_away()
        advice = self._voice.advice
        if self._stand_ins:
            failing = self._voice.name
            self._cast(self._stand_ins.pop(0))
            self._failures, self._has_spoken = 0, False
            self._tell(advice.instead.format(voice=failing, other=self._voice.name, detail=error))
        elif self._has_spoken:  # so it is installed
            if not self._rests:
                self._tell(to_user("sound.rests", detail=error))
            self._rests = True
        else:
            self._tell(advice.engine.format(detail=error))

    def _look_at_cache(self) -> None:
        if self._cache.trouble and not self._unkept:
            self._unkept = True
            self._tell(self._voice.advice.unkept.format(detail=self._cache.trouble))


def _spoken(engine: Synthesiser, phrase: Phrase) -> Samples:
    """Return a phrase as an engine speaks it, without the silence around it."""
    return trimmed(engine.render(phrase.text, phrase.style.pace, phrase.style.strong))


class Memory:
    """Sounds by what was asked for, at most so many bytes in all."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._sounds: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, asked: bytes) -> bytes | None:
        """Return what was kept for `asked`, None where nothing is. It counts as a use."""
        if asked not in self._sounds:
            return None
        self._sounds.move_to_end(asked)
        return self._sounds[asked]

    def put(self, asked: bytes, sound: bytes) -> None:
        """Keep sound for `asked`; the last one that was put in stays, however long it is."""
        self._size += len(sound) - len(self._sounds.pop(asked, b""))
        self._sounds[asked] = sound
        while self._size > self._limit and len(self._sounds) > 1:
            self._size -= len(self._sounds.popitem(last=False)[1])
