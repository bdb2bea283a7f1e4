"""Decides what an utterance was: an answer, one of two, none, or an answer that was said amid talk.

A recogniser gives texts with their likelihoods. Texts that mean the same count as one; how sure it must be, the
thresholds of its model say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Generic, TypeAlias, TypeVar

from narrator.ear.messages import Recognised
from narrator.ear.thresholds import Thresholds

Meant = TypeVar("Meant")


@dataclass(frozen=True, slots=True)
class Certain(Generic[Meant]):
    """It was this, in these words."""

    meant: Meant
    text: str


@dataclass(frozen=True, slots=True)
class Doubtful(Generic[Meant]):
    """It may have been the first of these, or the second where there is one: who spoke has to be asked."""

    meant: tuple[Meant, ...]


@dataclass(frozen=True, slots=True)
class Overheard(Generic[Meant]):
    """It was this, but others were talking: people say to each other what could be an answer."""

    meant: Meant


Decision: TypeAlias = Certain[Meant] | Doubtful[Meant]


def decided(
    texts: Sequence[str], behind: Sequence[float], meaning: Callable[[str], Meant | None], thresholds: Thresholds
) -> Decision[Meant] | None:
    """Return the answer, a doubt between answers, or None: it was no answer.

    `behind` is by how much each text is less likely than the first one, as a natural logarithm; it rises. `meaning` is
    None for a text that is no answer. Texts that mean the same are as likely as all of them together, and so are those
    that are no answer: four of them speak against an answer more than one does. An answer counts where what is none is
    not likelier by more than `unlike`, and every other answer is less likely by `apart` at least. Otherwise it is
    doubtful, if it is not less likely than the first text by more than `apart`.
    """
    words: dict[Meant, str] = {}  # the likeliest text of each answer
    likely: dict[Meant, float] = {}
    nothing = 0.0
    for text, less in zip(texts, behind, strict=True):
        likelihood = exp(-less)
        if (meant := meaning(text)) is None:
            nothing += likelihood
        else:
            words.setdefault(meant, text)
            likely[meant] = likely.get(meant, 0.0) + likelihood
    if not likely:
        return None
    first, *others = sorted(likely, key=lambda meant: -likely[meant])
    apart = exp(-thresholds.apart)
    rivals = [other for other in others[:1] if likely[other] > likely[first] * apart]
    if likely[first] >= nothing * exp(-thresholds.unlike) and not rivals:
        return Certain(first, words[first])
    return Doubtful((first, *rivals)) if likely[first] >= apart else None


class Decider(Generic[Meant]):
    """Decides one utterance after the other."""

    def __init__(self) -> None:
        self._before: tuple[str, Meant] | None = None  # in which context what was said last, certain or not

    def decide(
        self,
        said: Recognised,
        meaning: Callable[[str], Meant | None],
        thresholds: Thresholds,
        *,
        asks_back: bool = True,
    ) -> Decision[Meant] | Overheard[Meant] | None:
        """Return what was said; amid talk it is overheard, unless the utterance before meant the same.

        Where nobody `asks_back` what is in doubt, it is certain as well if the utterance before meant the same.
        """
        decision = decided(said.texts, said.behind, meaning, thresholds)
        before, self._before = self._before, None
        match decision:
            case Certain(meant):
                self._before = said.context, meant
                return Overheard(meant) if said.amid_talk and before != self._before else decision
            case Doubtful((meant,)) if not (asks_back or said.amid_talk):
                self._before = said.context, meant
                return Certain(meant, said.texts[0]) if before == self._before else decision
            case _:
                return decision
