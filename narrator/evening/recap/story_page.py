"""The tale of a finished game as one HTML file, without scripts, and with nothing to fetch.

Its picture has a line for each player, from the first night to his death or to the end. What happened stands on the
line of whom it befell, with the number that it has in the list below the picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files

from narrator.base.sentences import unbroken
from narrator.evening.recap.tale import Chapter, TalePart, Told, chapters
from narrator.packs.markup import capitalised
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Effect, Tells

ROW, HEAD, MARGIN = 34, 44, 12
"""Heights in the picture's own units: a player's row, the heads of nights and days; and what is left free."""
LETTER, LONGEST = 8, 18
"""The width of a letter of a name, and how many of them find room."""
LEAST, SIGN = 72, 22
"""The width of a chapter's column, at least, and of a sign in it."""

HOLDS = (Tells.HOLDS, Tells.HELD)
"""What tells who held which card: it stands under his name."""


@dataclass(frozen=True, slots=True)
class LifeSign:
    """One thing on one line: where it stands, its number in the list, and whether it is an end."""

    seat: int
    column: int
    place: int
    number: int
    told: Told

    @property
    def end(self) -> bool:
        """Whether a player's game ends here."""
        return self.told.tells is Tells.END


class LifeLines:
    """The picture of one game. `name` gives a seat's name, `card` a card's; `numbers` begin at 1, as in the list."""

    def __init__(
        self, chapters: Sequence[Chapter], players: int, name: Callable[[int], str], card: Callable[[str], str]
    ) -> None:
        self._chapters = chapters
        self._players = players
        self._name = name
        self._cards = {
            seat: card(told.card)
            for chapter in chapters
            for told in chapter.told
            if told.tells in HOLDS and told.card is not None
            for seat in told.seats[:1]
        }
        self._signs = list(self._placed())
        crowd = Counter[tuple[int, int]]((sign.column, sign.seat) for sign in self._signs)
        widths = [
            max(
                [LEAST if chapter.part in (TalePart.NIGHT, TalePart.DAY) else SIGN]
                + [(count + 1) * SIGN for (at, _), count in crowd.items() if at == column]
            )
            for column, chapter in enumerate(chapters)
        ]
        letters = [len(name(seat)) + 3 for seat in range(1, players + 1)]
        self._names = LETTER * min(max(letters, default=0), LONGEST + 3) + 2 * MARGIN
        self._lefts = [self._names + sum(widths[:column]) for column in range(len(widths) + 1)]
        self._ends = {sign.seat: sign for sign in self._signs if sign.end}

    def svg(self, title: str) -> str:
        """Return the picture as SVG, to be put into a page: with its title, and told in words."""
        width, height = self._lefts[-1] + MARGIN, HEAD + self._players * ROW + MARGIN
        falls = " ".join(sign.told.text for sign in self._signs if sign.end)
        return "\n".join(
            [
                f'<svg role="group" aria-labelledby="picture-title picture-told" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" xmlns="http://www.w3.org/2000/svg">',
                f'<title id="picture-title">{escape(title)}</title>',
                f'<desc id="picture-told">{escape(falls)}</desc>',
                *self._columns(height - MARGIN),
                *(line for seat in range(1, self._players + 1) for line in self._row(seat)),
                *map(self._drawn, self._signs),
                "</svg>",
            ]
        )

    def _placed(self) -> Iterator[LifeSign]:
        """Yield what happened to somebody, with its number; what everybody held stands under his name instead."""
        number = 0
        taken: Counter[tuple[int, int]] = Counter()
        for column, chapter in enumerate(self._chapters):
            for told in chapter.told:
                number += 1
                for seat in () if told.tells in HOLDS or chapter.part is TalePart.EPILOGUE else told.seats:
                    yield LifeSign(seat, column, taken[column, seat], number, told)
                    taken[column, seat] += 1

    def _columns(self, bottom: int) -> Iterator[str]:
        for column, chapter in enumerate(self._chapters):
            left, width = self._lefts[column], self._lefts[column + 1] - self._lefts[column]
            part = chapter.part.value
            yield f'<rect class="{part}" x="{left}" y="0" width="{width}" height="{bottom}"/>'
            middle = left + width / 2
            if chapter.part is TalePart.NIGHT:
                yield f'<path class="moon" d="M{middle + 4:g} 6a9 9 0 1 0 4 13a7.5 7.5 0 0 1-4-13z"/>'
            elif chapter.part is TalePart.DAY:
                yield f'<circle class="sun" cx="{middle:g}" cy="14" r="7"/>'
            if chapter.part in (TalePart.NIGHT, TalePart.DAY):
                yield f'<text class="head {part}" x="{middle:g}" y="37">{escape(chapter.title)}</text>'

    def _row(self, seat: int) -> Iterator[str]:
        """Draw a player: his number, name and card, and his line."""
        y = HEAD + (seat - 0.5) * ROW
        name, card = self._name(seat), self._cards.get(seat, "")
        ended = self._ends.get(seat)
        right = self._lefts[-1] - MARGIN if ended is None else self._middle(ended)
        yield f'<text class="name" x="4" y="{y:g}">{seat}. {escape(_cut(name, LONGEST))}</text>'
        if card:
            yield f'<text class="card" x="4" y="{y + 13:g}">{escape(_cut(card, LONGEST + 3))}</text>'
        yield f'<line class="life" x1="{self._names}" y1="{y:g}" x2="{right:g}" y2="{y:g}"/>'
        if ended is None:
            yield f'<circle class="alive" cx="{right:g}" cy="{y:g}" r="5"/>'

    def _middle(self, sign: LifeSign) -> float:
        return self._lefts[sign.column] + SIGN * (sign.place + 0.75)

    def _drawn(self, sign: LifeSign) -> str:
        """Draw a sign, which leads to its line in the list."""
        x, y = self._middle(sign), HEAD + (sign.seat - 0.5) * ROW
        shape = (
            f'<rect class="end" x="{x - 9:g}" y="{y - 9:g}" width="18" height="18"/>'
            if sign.end
            else f'<circle class="deed" cx="{x:g}" cy="{y:g}" r="9"/>'
        )
        text = f'<text class="{"ended" if sign.end else "done"}" x="{x:g}" y="{y + 3.5:g}">{sign.number}</text>'
        return f'<a href="#told-{sign.number}"><title>{escape(sign.told.text)}</title>{shape}{text}</a>'


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


STYLE = (files(__package__) / "story.css").read_text(encoding="utf-8")


def story_page(effects: Sequence[Effect], wording: Wording, players: int, when: str = "") -> str:
    """Return the page of a finished game in its language. `when` says when it was played, as people read it."""
    told = list(chapters(effects, wording))
    title = _clean(wording.title)
    picture = LifeLines(
        [_cleaned(chapter) for chapter in told],
        players,
        lambda seat: _clean(capitalised(wording.seat(seat))),
        lambda card: _clean(capitalised(wording.card(card, "bare"))),
    )
    endings = [chapter.told[0].text for chapter in told if chapter.part is TalePart.EPILOGUE and chapter.told]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{escape(wording.language)}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style></head>",
            "<body><main>",
            f"<header><h1>{escape(title)}</h1>",
            *([f'<p class="when">{escape(when)}</p>'] if when else []),
            *(f'<p class="outcome">{escape(_clean(ending))}</p>' for ending in endings[-1:]),
            "</header>",
            f'<figure tabindex="0" role="group" aria-label="{escape(title)}">{picture.svg(title)}</figure>',
            *_sections(told),
            "</main></body></html>",
            "",
        ]
    )


def _sections(told: Sequence[Chapter]) -> Iterator[str]:
    """Yield the chapters; their lines are numbered throughout, as in the picture."""
    number = 1
    for chapter in told:
        if not chapter.told:
            continue
        yield f"<section><h2>{escape(_clean(chapter.title))}</h2>"
        yield f'<ol start="{number}">'
        for line in chapter.told:
            kind = ' class="end"' if line.tells is Tells.END else ""
            yield f'<li id="told-{number}"{kind}>{escape(_clean(line.text))}</li>'
            number += 1
        yield "</ol></section>"


def _cleaned(chapter: Chapter) -> Chapter:
    lines = tuple(replace(told, text=_clean(told.text)) for told in chapter.told)
    return Chapter(chapter.part, _clean(chapter.title), lines)


def _clean(text: str) -> str:
    """Take out what is no letter and could turn a page's text round; hard spaces stay, and stand before signs."""
    clean = "".join(letter if letter.isprintable() or letter in "\u00a0\u202f" else " " for letter in text)
    return unbroken(clean)
