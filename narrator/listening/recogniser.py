"""The protocol of recognisers: phrases go in, and out comes which of them an utterance is.

An utterance is a phrase only if it is a whole phrase of the list, word for word. Any other text of the same words is
told too: the grammar of a game reads it, and takes it or leaves it as a whole. The library that implements this may
hang or end the process: it is loaded by the process that listens (`narrator.listening.worker`) and never by the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from narrator.listening.messages import EarTroubleKind, Open
from narrator.listening.thresholds import Thresholds
from narrator.story.sentences import to_user
from narrator.user_error import UserError

if TYPE_CHECKING:  # NumPy is loaded where sound is, not with the words of an error
    from narrator.listening.levels import Pcm


class RecogniserError(UserError):
    """Listening is impossible; the text is a sentence that tells what to do."""

    def __init__(self, kind: EarTroubleKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Recognition:
    """What an utterance may have been: the text, the phrase that it is, or None, and how likely it is.

    `behind` is by how much it is less likely than the likeliest text, as a natural logarithm: 0 for that one.
    `complete`: it is a phrase, and no longer phrase begins with it.
    """

    text: str
    phrase: str | None
    behind: float = 0.0
    complete: bool = False


class OpenQuestion(Protocol):
    """Listens for one list of phrases. One utterance at a time: pieces, `readings` of what came so far, then `drop`."""

    @property
    def unheard(self) -> tuple[str, ...]:
        """Return the phrases that cannot be recognised: the model does not know one of their words."""
        ...

    def take(self, pcm: Pcm) -> None:
        """Take more of the utterance."""
        ...

    def readings(self, voice: float, span: float) -> tuple[Recognition, ...]:
        """Return what the utterance may be as it stands, the likeliest first. There is one at least.

        `voice` is how long its frames of speech last together, `span` the time from the beginning of the first to the
        end of the last, both in seconds. What did not last as long as the voice, or lasted longer than the span, is no
        phrase. If both are the same as at the last reading, only silence has come since, and the same is returned.
        """
        ...

    def drop(self) -> None:
        """Forget the utterance: what comes now begins another."""
        ...


class Recogniser(Protocol):
    """A model that was loaded. For one thread."""

    @property
    def thresholds(self) -> Thresholds:
        """Return how sure it must be."""
        ...

    def question(self, asked: Open) -> OpenQuestion:
        """Return what listens for what is asked. Decoys that are words of a phrase are none."""
        ...

    def unknown(self, words: Iterable[str]) -> tuple[str, ...]:
        """Return those words that cannot be recognised, however they are spelled."""
        ...


def damaged(folder: Path) -> str:
    """Say that a model cannot be loaded, and what to do."""
    return to_user("ear.damaged", place=folder)
