"""Words and first names that a voice would mispronounce, respelt for it. Screens keep them as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping


class Pronunciation:
    """Respellings by word.

    A word counts where it stands whole, in the same letters, capitals included; an apostrophe or a hyphen ends it.
    Of two that fit, the longer one counts.
    """

    def __init__(self, respellings: Mapping[str, str]) -> None:
        self._respellings = respellings
        words = "|".join(re.escape(word) for word in sorted(respellings, key=len, reverse=True))
        self._found = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None

    def spoken(self, text: str) -> str:
        """Return what a voice says for this text; nothing where it says the text itself."""
        if self._found is None:
            return ""
        said = self._found.sub(lambda found: self._respellings[found[0]], text)
        return "" if said == text else said

    def used(self, text: str) -> frozenset[str]:
        """Return the words of this text that have a respelling."""
        return frozenset() if self._found is None else frozenset(self._found.findall(text))
