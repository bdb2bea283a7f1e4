"""The tale of a finished game: roles, night by night, who did what, who died of what.

And statistics across evenings, of what everybody knew by the end: who won what, streaks, the longest night.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum

from narrator.packs.wording import Wording
from narrator.rules.core.effects import Deed, Effect, Facts, Form, News, Say, Tells, Term, Terms, Topic, Window
from narrator.rules.core.folding import folded
from narrator.rules.core.secrets import unseal


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


LOVERS = "lovers"
"""The outcome that is won by whoever is left alive."""

MORNING = timedelta(hours=6)
"""The hour until which a game belongs to the evening of the day before."""

STREAK = 2
"""So many games won in a row are told."""


@dataclass(frozen=True, kw_only=True)
class FinishedGame:
    """A game that was played to its end: its title, the first names by seat, who won it.

    `outcome` is the camp that won, in words; none where seats win for themselves. `nights` are the seconds of the calls
    of each night.
    """

    begun: datetime
    title: str
    names: tuple[str, ...] = ()
    winners: frozenset[int] = frozenset()
    outcome: str = ""
    nights: tuple[float, ...] = ()

    @property
    def evening(self) -> date:
        """Return the day on which its evening began."""
        return (self.begun - MORNING).date()


def winners(effects: Sequence[Effect], seats: range, outcome: str, camp_of: Callable[[int], str]) -> set[int]:
    """Return the seats that won, from what was public by the end.

    An outcome is a camp, the lovers, nobody, or `seats 1,4,5`. `camp_of` is the camp that the end told of a seat.
    Lovers of opposite camps win with neither.
    """
    _, _, named = outcome.partition(" ")
    if named:
        return {int(seat) for seat in named.split(",")}
    if outcome == LOVERS:
        dead = {effect.seat for effect in effects if isinstance(effect, News) and effect.topic is Topic.DEATH}
        return {seat for seat in seats if seat not in dead}
    lovers = bound(effects)
    mixed = lovers if len({camp_of(seat) for seat in lovers}) > 1 else set[int]()
    return {seat for seat in seats if camp_of(seat) == outcome} - mixed


def nights(effects: Sequence[Effect], factor: float) -> tuple[float, ...]:
    """Return the seconds that the calls of each night took; those that a leader ends himself are left out."""
    found: list[float] = []
    for effect in effects:
        match effect:
            case News(topic=Topic.NIGHTFALL):
                found.append(0.0)
            case Window(led=False) if found:
                found[-1] += effect.seconds * factor
    return tuple(found)


@dataclass
class _Player:
    """How somebody fared, under the name that was typed last."""

    name: str = ""
    played: int = 0
    won: int = 0
    row: int = 0
    longest: int = 0

    def ended(self, name: str, *, won: bool) -> None:
        self.name, self.played, self.won = name, self.played + 1, self.won + won
        self.row = self.row + 1 if won else 0
        self.longest = max(self.longest, self.row)


def told(games: Sequence[FinishedGame], words: Mapping[str, str]) -> Iterator[str]:
    """Tell games, line by line; `words` are the program's sentences in a language."""
    ordered = sorted(games, key=lambda game: game.begun)
    if not ordered:
        yield words["evenings.none"]
        return
    evenings = len({game.evening for game in ordered})
    yield words["evenings.count"].format(evenings=evenings, games=len(ordered))
    yield from _titles(ordered, words)
    yield from _players(ordered, words)
    yield from _longest_night(ordered, words)


def _titles(games: Iterable[FinishedGame], words: Mapping[str, str]) -> Iterator[str]:
    """Tell how often each game was played, and how it ended."""
    endings: dict[str, Counter[str]] = {}
    for game in games:
        endings.setdefault(game.title, Counter())[game.outcome] += 1
    for title, ended in endings.items():
        outcomes = ", ".join(
            _counted(words, "evenings.outcome", count, outcome=outcome)
            for outcome, count in ended.most_common()
            if outcome
        )
        line = "evenings.game" if outcomes else "evenings.game_of_seats"
        played = _counted(words, "evenings.games", ended.total())
        yield words[line].format(game=title, games=played, outcomes=outcomes)


def _players(games: Iterable[FinishedGame], words: Mapping[str, str]) -> Iterator[str]:
    """Tell how everybody fared who has a name, who won most first; `games` are in the order of time."""
    players: dict[str, _Player] = {}
    for game in games:
        for seat, name in enumerate(game.names, start=1):
            if name:
                players.setdefault(folded(name), _Player()).ended(name, won=seat in game.winners)
    for player in sorted(players.values(), key=lambda player: (-player.won, player.played, player.name)):
        streak = words["evenings.streak"].format(number=player.longest) if player.longest >= STREAK else ""
        yield words["evenings.player"].format(name=player.name, won=player.won, games=player.played) + streak


def _longest_night(games: Iterable[FinishedGame], words: Mapping[str, str]) -> Iterator[str]:
    """Tell which night took longest, where any took its time."""
    game = max(games, key=lambda game: max(game.nights, default=0.0))
    if seconds := max(game.nights, default=0.0):
        minutes, rest = divmod(round(seconds), 60)
        yield words["evenings.night"].format(
            number=game.nights.index(seconds) + 1,
            game=game.title,
            date=words["evenings.date"].format(**_parts(game.evening)),
            length=f"{minutes}:{rest:02}",
        )


def _counted(words: Mapping[str, str], id_: str, number: int, **terms: str) -> str:
    return words[f"{id_}.{'one' if number == 1 else 'many'}"].format(number=number, **terms)


def _parts(day: date) -> dict[str, str]:
    return {"day": f"{day.day:02}", "month": f"{day.month:02}", "year": f"{day.year:04}"}
