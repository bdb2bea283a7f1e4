"""Phrases in the words of a model of Vosk: which it knows, how it spells them, and what is a whole phrase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

_MARKS: Final = frozenset("[]<>~#")
"""What is in the words of a model that stand for sounds, or for none. Nobody says them, whatever a player is called."""


class ModelWords:
    """The words that a model knows."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def known(self, word: str) -> bool:
        return int(self._model.vosk_model_find_word(word)) >= 0

    def spelled(self, phrase: str) -> str | None:
        """Return a phrase in words that the model knows, or None. Elided and joined words are taken apart if need be.

        One model has "l'ange" and "dix-sept", another "l' ange" and "dix sept".
        """
        spelled: list[str] = []
        for word in phrase.casefold().replace("’", "'").split():
            ways = () if _MARKS & {*word} else _ways(word)
            spelling = next((way for way in ways if all(map(self.known, way))), None)
            if spelling is None:
                return None
            spelled += spelling
        return " ".join(spelled)


def _ways(word: str) -> Iterable[tuple[str, ...]]:
    """Yield how a word may be spelled: as it is, then in pieces."""
    elided, mark, rest = word.partition("'")
    yield (word,)
    if mark and rest:
        yield (elided + mark, rest)
    parts = tuple(part for part in word.split("-") if part)
    if len(parts) > 1:
        yield parts
        if mark and rest:
            yield (elided + mark, *(part for part in rest.split("-") if part))


class Phrases:
    """What may be said in answer to one question, as the model spells it."""

    def __init__(
        self, phrases: Iterable[str], known: ModelWords, endings: Iterable[str] = (), talk: Iterable[str] = ()
    ) -> None:
        """A phrase is complete when no longer phrase that matters begins with it.

        Two kinds of longer phrase do not matter: the same phrase with one of the `endings`, which are politeness, and a
        phrase of `talk` whose additional words occur in no phrase outside `talk`.
        """
        spelled = {phrase: known.spelled(phrase) for phrase in phrases}
        self.unheard = tuple(phrase for phrase, spelling in spelled.items() if spelling is None)
        """Phrases with a word that the model does not know: they cannot be recognised."""
        self._whole: dict[str, str] = {}
        for phrase, spelling in spelled.items():
            if spelling is not None:
                self._whole.setdefault(spelling, phrase)
        ended = tuple(f" {spelling}" for ending in endings if (spelling := known.spelled(ending)) is not None)
        idle = {*map(known.spelled, talk)}
        meant = {word for phrase in self._whole if phrase not in idle for word in phrase.split()}
        self._begun = {
            " ".join(words[:count])
            for phrase in self._whole
            if not (phrase.endswith(ended) and _without(phrase, ended) in self._whole)
            for words in (phrase.split(),)
            for count in range(1, len(words))
            if phrase not in idle or meant & {*words[count:]}
        }

    @property
    def spelled(self) -> tuple[str, ...]:
        """Return every phrase that can be recognised, in the model's spelling."""
        return tuple(self._whole)

    @property
    def words(self) -> set[str]:
        return {word for spelling in self._whole for word in spelling.split()}

    def whole(self, text: str) -> str | None:
        return self._whole.get(text)

    def complete(self, text: str) -> bool:
        """Whether these words are a phrase, and not the beginning of another one."""
        return text in self._whole and text not in self._begun


def _without(phrase: str, endings: Iterable[str]) -> str:
    return phrase.removesuffix(max(filter(phrase.endswith, endings), key=len, default=""))
