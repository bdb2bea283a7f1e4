"""The ears between games: they listen for the answers to one question of the set-up, in words that the model knows."""

from __future__ import annotations

import threading
from collections.abc import Callable

from narrator.inbox.inbox import Lost
from narrator.language.offered_answers import Expected
from narrator.language.spelling import Known as Knows
from narrator.listening.messages import CERTAIN, Caught, EarTrouble, KnownWords, NoiseLevel
from narrator.listening.messages import Reply as Tidings
from narrator.listening.table_ears import LONGEST_SLIP, PhraseListener
from narrator.setup.prompt_inputs import Given, SaidInput

EARS = "ears"
_FATAL = ("package", "model")


class PromptEars:
    """Opens the ears with each question, once it is known which of its words the model knows.

    `put` takes what was said, from the listener's thread; `signal` is called when it begins to be listened: an earcon.
    """

    def __init__(self, put: Callable[[Given], None], signal: Callable[[], object]) -> None:
        self._put = put
        self._signal = signal
        self._listener: PhraseListener | None = None
        self._lock = threading.Lock()  # the prompt opens and closes, the listener's thread tells
        self._asked: set[str] = set()
        self._learned: set[str] = set()
        self._unknown: set[str] = set()
        self._open: tuple[str, Callable[[Knows], Expected]] | None = None

    def use(self, listener: PhraseListener) -> None:
        """Listen by this listener from now on."""
        self._listener = listener

    @property
    def there(self) -> bool:
        """Whether anything is listened for."""
        return self._listener is not None

    def open(self, context: str, expecting: Callable[[Knows], Expected]) -> None:
        """Listen for what is expected, given what the model knows; at once, or as soon as the model has told."""
        listener = self._listener  # its own thread may find that it is lost
        if listener is None:
            return
        vocabulary = expecting(lambda _word: True).vocabulary
        with self._lock:
            self._open = context, expecting
            fresh = vocabulary - self._asked
            self._asked |= fresh
        if fresh:
            listener.check(sorted(fresh))
        self._begin()

    def shut(self) -> None:
        """Listen for nothing."""
        listener = self._listener
        with self._lock:
            self._open = None
        if listener is not None:
            listener.shut()

    def told(self, tidings: Tidings) -> None:
        """Take in what the listener tells, from its thread."""
        match tidings:
            case Caught(context=context, text=text):
                self._put(SaidInput(context, text))
            case NoiseLevel(context=context, text=text, seconds=seconds, confidence=certain) if text:
                if seconds <= LONGEST_SLIP:
                    self._put(SaidInput(context, text, certain >= CERTAIN))
            case KnownWords(words=words, unknown=unknown):
                with self._lock:
                    self._learned |= {*words}
                    self._unknown |= {*unknown}
                self._begin()
            case EarTrouble(kind=kind) if kind in _FATAL:
                self._listener = None
                self._put(Lost(EARS))
            case _:
                pass

    def _begin(self) -> None:
        """Begin to listen, if something is to be listened for and all its words were asked about."""
        listener = self._listener
        with self._lock:
            if self._open is None or listener is None or self._asked - self._learned:
                return
            (context, expecting), self._open = self._open, None
            unknown = frozenset(self._unknown)
        listener.open(context, expecting(lambda word: word not in unknown).phrases)
        self._signal()
