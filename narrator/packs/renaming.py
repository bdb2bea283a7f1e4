"""Gives a card another name in all words of a pack, with number, gender, articles and elisions where it can.

Words are changed as text, so that what somebody wrote beside them stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from narrator.packs.markup import capitalised
from narrator.packs.words import CardWords
from narrator.rules.core.folding import folded

VALUE = re.compile(r"^(?P<key>\s*(?:- |[\w.:-]+:(?:\s|$))?\s*)(?P<value>.*)$")
"""A line of a words file: what stands before its text, and the text."""

Articles = Sequence[Sequence[str]]
"""Words that stand before a noun, each in four forms: masculine, feminine, and both before a noun that elides them."""

MASCULINE = 0
A_NAME = 2
"""The words of a name with its article, with which nothing has to agree."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """What a card was called and is called from now on, in the singular and the plural, and the place of its gender."""

    before: tuple[str, str]
    now: tuple[str, str]
    gender: int
    turned: bool
    """Whether its gender is another one: what agrees with it is to be read again."""


def renamed(card: CardWords, wanted: str, articles: Articles, plural_of: Callable[[str], str | None]) -> Renamed:
    """Read what a card is to be called: `critique`, `le critique`, or `cheval/chevaux` with its plural.

    Without an article it keeps its gender; without a plural it has that of its language, or else ends as the old one.
    """
    name, _, many = (part.strip() for part in wanted.partition("/"))
    was = _gender(card.name, articles)
    given = _gender(name, articles)
    bare = bare_name(name, articles)
    ending = card.many[len(card.bare) :] if card.many.startswith(card.bare) else "s"
    plural = many or plural_of(bare) or bare + ending
    gender = was if given is None else given
    return Renamed(
        (card.bare, card.many),
        (capitalised(bare), capitalised(plural)),
        gender or MASCULINE,
        gender != was and was is not None,
    )


def carried(text: str, name: Renamed, articles: Articles, elides: re.Pattern[str] | None) -> str:
    """Return a text with the new name in place of the old one, and before it the article that it wants."""
    forms = sorted({form for row in articles for form in row}, key=len, reverse=True)
    article = "|".join(rf"{re.escape(form)}{'' if _elided(form) else ' '}" for form in forms)
    for old, new in sorted(zip(name.before, name.now, strict=True), key=lambda pair: -len(pair[0])):
        found = re.compile(rf"(?<![\w-])(?P<article>{article or '(?!)'})?(?P<name>{re.escape(old)})(?![\w-])", re.I)

        def put(match: re.Match[str], new: str = new) -> str:
            written = new if match["name"][0].isupper() else new[0].lower() + new[1:]
            return _article(match["article"] or "", new, name, articles, elides) + written

        text = found.sub(put, text)
    return text


def carried_through(
    lines: Iterable[str], name: Renamed, articles: Articles, elides: re.Pattern[str] | None
) -> Iterator[tuple[str, bool]]:
    """Yield each line of a words file under the new name, and whether it is to be read again by somebody.

    That is so where the gender is another one, and where something of the old name is left, inside another word.
    """
    for line in lines:
        match = VALUE.match(line)
        assert match is not None  # every text is a value, with or without a key
        if match["value"].startswith("#") or not match["value"]:
            yield line, False
            continue
        # Of a name that hears no plural its own entry alone tells which is meant.
        here = replace(name, now=name.now[1:] * 2) if match["key"].strip() == "many:" else name
        value = carried(match["value"], here, articles, elides)
        new = match["key"] + value
        sentence = len(value.split()) > A_NAME
        yield new, (name.turned and sentence and new != line) or _left(value, name)


def still_named(texts: Mapping[str, Iterable[str]], old: Iterable[str], own: Iterable[str]) -> Iterator[str]:
    """Yield the ids of texts in which a card still goes by an old name that is none of its own."""
    kept = [folded(name) for name in own]
    names = {name for name in old if not any(folded(name) in other for other in kept)}
    if not names:
        return
    found = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(names)))})(?![\w-])", re.I)
    yield from (id_ for id_, written in texts.items() if any(found.search(text) for text in written))


def _left(value: str, name: Renamed) -> bool:
    kept = {folded(new) for new in name.now}
    return any(folded(old) in folded(value) and not any(folded(old) in new for new in kept) for old in name.before)


def _article(before: str, new: str, name: Renamed, articles: Articles, elides: re.Pattern[str] | None) -> str:
    """Return the article that stands before the new name in place of another, as large as that one began."""
    form = before.strip().lower()
    row = next((row for row in articles if form in row), None)
    if row is None:
        return before
    elided = elides is not None and elides.match(folded(new)) is not None
    wanted = row[name.gender + (2 if elided else 0)]
    written = capitalised(wanted) if before[:1].isupper() else wanted
    return written if _elided(wanted) else f"{written} "


def _gender(name: str, articles: Articles) -> int | None:
    """Return the gender that an article tells; None where there is none, or where it is the same for both."""
    first, _, _ = name.partition(" ")
    for row in articles:
        places = {place % 2 for place, form in enumerate(row) if form == first.lower()}
        if len(places) == 1:
            return places.pop()
    return None


def bare_name(name: str, articles: Articles) -> str:
    """Return a name without its article."""
    for form in sorted({form for row in articles for form in row}, key=len, reverse=True):
        start = form if _elided(form) else f"{form} "
        if name.lower().startswith(start):
            return name[len(start) :]
    return name


def _elided(form: str) -> bool:
    return form.endswith("'")
