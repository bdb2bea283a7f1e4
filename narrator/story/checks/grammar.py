"""What a machine can tell of a language: signs and spaces, capitals, elision and contraction, and words after a number.

Each rule finds slips in a text as people read it, and says what is wrong; it is meant to be right whenever it speaks.
What stands between quotation marks is somebody else's, and is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

VOWELS = "aàâäeéèêëiîïoôöuùûüœæ"
ASPIRATED = re.compile(
    "h(?:ache|ackeuse|aie|aine|all|alte|ameaux?|anche|angar|aricot|arpe|asard|âte|ausse|aute?s?|auteur|avane|ennit|éraut"
    "|éros|érisson|eurt|ibou|iérarchie|omard|onte|ors|otte|oule|ousse|uit|uitième|urle|urlements?|utte)"
)
"""Words before whose h nothing is elided."""
UNELIDED = re.compile("onze|onzième|oui|ouistiti")
"""Words that begin with a vowel, and before which nothing is elided either."""
SAME_IN_BOTH = re.compile("voix|fois|prix|bras|dos|temps|mois|corps|tiers|choix|croix|bois|pays|puits")
"""French nouns that end alike in both numbers."""
UNCOUNTED = re.compile(
    "et|ou|à|de|dès|en|aux?|sur|dans|par|pour|avec|autour|pas|plus|and|or|to|from|of|in|on|at|by|for|with|around|more"
)
"""Words after a number that it does not count."""
TWICE = frozenset(("nous", "vous", "that", "had"))
"""Words that may stand twice in a row."""
CONSONANT = ("one", "once", "uni", "use", "usu", "eu", "ewe", "ubiq")
"""How English words begin that have a vowel at their beginning to the eye alone."""
SILENT_H = ("hour", "honest", "honour", "heir")


@dataclass(frozen=True)
class KnownLanguage:
    """Words that a pack may use otherwise: `typed` ones begin sentences small, `plurals` are of several as they are.

    A number after `seat` is the name of a seat, and counts nothing.
    """

    typed: Collection[str] = ()
    plurals: Collection[str] = ()
    seat: str = ""


NOTHING = KnownLanguage()
Slips: TypeAlias = Iterator[str]
Rule: TypeAlias = Callable[[str, KnownLanguage], Slips]


def slips(text: str, language: str, known: KnownLanguage = NOTHING) -> Slips:
    """Yield what is wrong with a text in this language; in one without rules, what is wrong in any."""
    own = re.sub(r"« [^«»]* »|“[^“”]*”|`[^`]*`", "X", text)
    for rule in (*COMMON, *RULES.get(language, ())):
        yield from rule(own, known)


def _found(pattern: re.Pattern[str], why: str, text: str, _known: KnownLanguage) -> Slips:
    yield from (f"{why}: `{found[0].strip()}`" for found in pattern.finditer(text))


def _rule(pattern: str, why: str) -> Rule:
    return partial(_found, re.compile(pattern), why)


def _capitals(text: str, known: KnownLanguage) -> Slips:
    """A sentence begins with a capital, unless it is a word to be typed."""
    for found in re.finditer(r"(?:\A|(?<=[^.][.!?]\s))([^\W\d_][\w-]*)", text):
        if found[1][0].islower() and found[1].casefold() not in known.typed:
            yield f"a sentence begins small: `{found[1]}`"


def _commas(text: str, known: KnownLanguage) -> Slips:
    """Behind a comma stands a space, but in a list as it is typed."""
    for found in re.finditer(r"([^\W\d_][\w'=-]*),(?=\w)\S*", text):
        if "=" not in found[0] and found[1].casefold() not in known.typed:
            yield f"no space behind a comma: `{found[0]}`"


def _twice(text: str, _known: KnownLanguage) -> Slips:
    for found in re.finditer(r"\b([^\W\d_]+) \1\b", text, re.IGNORECASE):
        if found[1].casefold() not in TWICE:
            yield f"a word stands twice: `{found[0]}`"


def _elisions(text: str, _known: KnownLanguage) -> Slips:
    small = r"(?<![\w'-])(?:le|la|de|que|ne|je|me|te|se|jusque|lorsque|puisque)"
    for found in re.finditer(rf"{small} (([{VOWELS}h])\w*)", text, re.IGNORECASE):
        unelided = ASPIRATED if found[2].casefold() == "h" else UNELIDED
        if not unelided.fullmatch(found[1].casefold()):
            yield f"not elided: `{found[0]}`"


def _counted(text: str, known: KnownLanguage) -> Iterator[tuple[int, str, str]]:
    """Yield every number in digits that counts something, the word behind it, and both."""
    for found in re.finditer(r"(?<![\w,.=])(\d+) ([^\W\d_]+)", text):
        named = bool(known.seat) and text[: found.start()].casefold().endswith(known.seat.casefold())
        if not named and not UNCOUNTED.fullmatch(found[2]):
            yield int(found[1]), found[2], found[0]


def _french_numbers(text: str, known: KnownLanguage) -> Slips:
    for number, noun, found in _counted(text, known):
        if SAME_IN_BOTH.fullmatch(noun) or (noun in known.plurals and number > 1):
            continue
        if (number > 1) is not noun.endswith(("s", "x", "z")):
            yield f"a number and its noun disagree: `{found}`"


def _french_articles(text: str, known: KnownLanguage) -> Slips:
    for found in re.finditer(r"(?<![\w'-])(?:des|ces|aux|tes|vos|leurs) ([^\W\d_]+)", text, re.IGNORECASE):
        if not found[1].endswith(("s", "x", "z")) and found[1] not in known.plurals:
            yield f"an article and its noun disagree: `{found[0]}`"


def _english_numbers(text: str, known: KnownLanguage) -> Slips:
    for number, noun, found in _counted(text, known):
        if noun in known.plurals and number != 1:
            continue
        if (number != 1) is not (noun.endswith("s") and not noun.endswith("ss")):
            yield f"a number and its noun disagree: `{found}`"


def _english_articles(text: str, _known: KnownLanguage) -> Slips:
    for found in re.finditer(r"\b(an?) ([a-z]+)", text, re.IGNORECASE):
        word = found[2].lower()
        vowel = (word[0] in "aeiou" and not word.startswith(CONSONANT)) or word.startswith(SILENT_H)
        if vowel is (found[1].lower() == "a"):
            yield f"a or an: `{found[0]}`"


COMMON: tuple[Rule, ...] = (
    _rule(r"[{}\[\]|]", "markup is left over"),
    _rule(r"\s\s+|\A\s|\s\Z", "a space too many"),
    _rule(r",[,.;:]|;[;.]|:[:.]|[!?][.,]|(?<!\.)\.\.(?!\.)|\A[,.;:]", "signs that do not go together"),
    _rule(r"\w+\s[,.](?!\w)", "a space before a sign"),
    _rule(r"[;!?](?=[^\W\d_])|[^\W\d_]:(?=[^\W\d_/])", "no space behind a sign"),
    _commas,
    _rule(r"(?i)(?:\A|(?<=[.:!?] ))([^.:!?]{4,40})\. \1\b", "a sentence begins with the whole of the one before"),
    _capitals,
    _twice,
)
"""The rules of every language."""
RULES: Mapping[str, tuple[Rule, ...]] = {
    "fr": (
        _rule(r"[^\s!?][;?!]|[^\W\d_]:(?!\w|//)", "no space before a sign"),
        _rule(r"(?<![\w-])(?i:de|à) (?i:le|les)\b", "not contracted"),
        _rule(r"(?<![\w-])(?i:si) (?i:ils?)\b", "not elided"),
        _elisions,
        _french_numbers,
        _french_articles,
    ),
    "en": (
        _rule(r"\s[:;?!]", "a space before a sign"),
        _english_numbers,
        _english_articles,
    ),
}
"""The rules of one language more."""
