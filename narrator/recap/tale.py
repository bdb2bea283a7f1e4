"""The tale of a finished game: roles, night by night, who did what, who died of what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from narrator.core.effects import Deed, Effect, Facts, Form, News, Say, Tells, Term, Terms, Topic
from narrator.core.secrets import unseal
from narrator.story.wording import Wording


class TalePart(Enum):
    """Which part of a game a chapter tells."""

    OPENING = "opening"
    NIGHT = "night"
    DAY = "day"
    EPILOGUE = "epilogue"


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened, in words. `seats` are those that it names, `card` the card."""

    text: str
    seats: tuple[int, ...] = ()
    card: str | None = None
    tells: Tells | None = None
    """None: it was heard by all."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the game under its title."""

    part: TalePart
    title: str
    told: tuple[Told, ...]


def tale(effects: Sequence[Effect], wording: Wording) -> Iterator[str]:
    """Tell a finished game line by line; a part in which nothing happened is left out."""
    eventful = (chapter for chapter in chapters(effects, wording) if chapter.told)
    for number, chapter in enumerate(eventful):
        if number and chapter.part in (TalePart.NIGHT, TalePart.EPILOGUE):
            yield ""
        yield chapter.title
        for told in chapter.told:
            yield "  " + told.text


def chapters(effects: Sequence[Effect], wording: Wording) -> Iterator[Chapter]:
    """Tell a finished game chapter by chapter, from what was done in secret and what all have seen."""
    part, title, told = TalePart.OPENING, wording.line("story.opening"), list[Told]()
    for effect in effects:
        match effect:
            case News(topic=Topic.NIGHTFALL | Topic.DAYBREAK | Topic.OUTCOME):
                yield Chapter(part, title, tuple(told))
                part, title, told = *_heading(effect, wording), []
            case Say(notes=notes) if notes and part is TalePart.EPILOGUE:
                told += (_ending(say, wording) for say in (effect, *notes))
            case News(topic=Topic.OFFICE, seat=int(seat)):
                told.append(_told("story.office", (("seat", Term(Form.SEAT, seat)),), wording))
            case Deed(line=line, args=args, tells=tells):
                told.append(_told(line, unseal(args), wording, tells))
            case _:
                pass
    yield Chapter(part, title, tuple(told))


def bound(effects: Iterable[Effect]) -> set[int]:
    """Return the seats of the lovers; none where there were none."""
    lovers = (its for its in effects if isinstance(its, Deed) and its.line == "story.lovers")
    return {seat for deed in lovers for seat in _seats(unseal(deed.args))}


def _heading(news: News, wording: Wording) -> tuple[TalePart, str]:
    number = Term(Form.NUMBER, news.number)
    if news.topic is Topic.NIGHTFALL:
        return TalePart.NIGHT, wording.line("story.night", number=number)
    if news.topic is Topic.DAYBREAK:
        return TalePart.DAY, wording.line("story.day", number=number)
    return TalePart.EPILOGUE, wording.line("story.epilogue")


def _told(line: str, terms: Terms, wording: Wording, tells: Tells | None = None) -> Told:
    cards = [str(term.value) for _, term in terms if term.form is Form.CARD]
    return Told(wording.shown(line, terms), _seats(terms), cards[-1] if cards else None, tells)


def _ending(say: Say, wording: Wording) -> Told:
    """Tell who has won as it was said."""
    return Told(wording.caption(say), _seats(say.args))


def _seats(args: Terms | Facts) -> tuple[int, ...]:
    values = (arg.value for _, arg in args if arg.form is Form.SEAT)
    named = (value if isinstance(value, tuple) else (value,) for value in values)
    return tuple(seat for seats in named for seat in seats if isinstance(seat, int))
