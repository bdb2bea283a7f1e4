"""The set-up as a game: it yields what is said and asked, until all that a game needs is known."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from narrator.base.sentences import PROGRAM, sentences
from narrator.packs.rules import Rules
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.answers import DONE, KEEP, NO, YES, Answer, Choices, Kind, Number, Text
from narrator.rules.core.effects import Fact, Form, Say, Term
from narrator.rules.core.folding import folded, plain
from narrator.rules.core.play import Mode, Play
from narrator.rules.village.table import Deal
from narrator.table.inbox.entry import Reply
from narrator.table.language.offered_answers import AGAIN, Offer, SetupAsk, numbered, typed, yes_or_no
from narrator.table.language.phrasebook import MOST
from narrator.table.language.spelling import name_spellings
from narrator.table.language.typed import ways_said, ways_typed
from narrator.table.session.ports import Pace
from narrator.table.setup.circle import (
    Circle,
    CircleChange,
    name_faults,
    read_change,
    read_leader,
    read_names,
    read_respellings,
)
from narrator.table.setup.composition import CompositionFault, table_faults
from narrator.table.setup.setup_answers import EVERYTHING, Abilities, SetupAnswers

Choice = TypeVar("Choice", bound=Hashable)
T = TypeVar("T")

LONGEST, LONGEST_NUMBER = 100_000, 4
"""The most letters of a text, as many as somebody cares to paste; and the most digits of a number."""

FEWEST, LARGEST = 4, 40
"""From how many players to how many they are counted aloud: four learn what a fifth would open."""

USUAL = "text"
"""The placeholder for the answer that is taken when somebody just goes on."""

YES_OR_NO = Choices(kind=Kind.YES_NO, words=(YES, NO, DONE))


def said(line: str, **terms: Term) -> Say:
    """Say a line: before a game nothing is a secret."""
    return Say(line=line, args=tuple((name, Fact(term.form, term.value)) for name, term in terms.items()))


class Dialog:
    """The questions before a game of these `rules`, in the words of its language. Who goes on takes what is usual.

    Where it is held `aloud`, there is no screen: questions have lines for the ear, first names are left out, and what
    was understood is confirmed by a yes. `can` is what the equipment can do: nothing else is offered, and why is told.
    `seats` tells what is wrong with a number of players, if not what these rules say. `resting` tells whether all
    settings that are left stay as they are.
    """

    def __init__(
        self,
        rules: Rules,
        words: Words,
        *,
        aloud: bool = False,
        can: Abilities = EVERYTHING,
        seats: Callable[[int], Iterable[CompositionFault]] | None = None,
    ) -> None:
        self.rules = rules
        self._words = words
        self.aloud = aloud
        self.can = can
        self.wording = Wording(words)
        self._seats = seats or partial(table_faults, rules)
        self._settling = False
        self.resting = False
        self.pace = ""
        """How long is waited, where that was asked for; else empty, or as it was given."""
        self.phone = False
        """Whether a phone's page is served in the game."""

    @property
    def language(self) -> str:
        return self._words.language

    # --- what may be asked ------------------------------------------------------------------------------------

    def tell(self, line: str, **terms: Term) -> Play[None]:
        yield said(line, **terms)

    def faults(self, found: Iterable[CompositionFault]) -> Play[bool]:
        """Say what is wrong or unusual about a composition; True where it is impossible."""
        impossible = False
        for fault in found:
            yield said(fault.line, **fault.terms)
            impossible = impossible or fault.error
        return impossible

    def yes(self, line: str, *, default: bool, **terms: Term) -> Play[bool]:
        offers = yes_or_no(self._words.answers)
        usual = next(offer.said for offer in offers if offer.answer is (YES if default else NO))
        answer = yield from self._ask(line, YES_OR_NO, offers, terms={USUAL: Term(Form.TEXT, usual), **terms})
        return default if answer is DONE else answer is YES

    def choose(
        self,
        line: str,
        values: Mapping[str, Choice],
        default: Choice,
        *,
        offers: Iterable[Offer] | None = None,
        terms: Mapping[str, Term] | None = None,
    ) -> Play[Choice]:
        offers = (*(self._offered(line, values) if offers is None else offers),)
        word = next(word for word, value in values.items() if value == default)
        usual = next(offer for offer in offers if offer.answer == Text(word))
        (called, *_) = self._words.lines.get(f"{line}.{word}", (usual.said,))
        terms = {USUAL: Term(Form.TEXT, usual.said if self.aloud else called), **(terms or {})}
        choices = Choices(kind=Kind.TEXT, options=(*values,), words=(DONE,))
        answer = yield from self._ask(line, choices, offers, terms=terms)
        return values[answer.text] if isinstance(answer, Text) else default

    def number(self, line: str, least: int, most: int, default: int) -> Play[int]:
        offers = numbered(range(least, min(most, MOST) + 1), self._words.language)
        return (yield from self._number(line, (least, most), default, offers))

    def seat(self, line: str, players: int, names: Sequence[str], default: int) -> Play[int]:
        """Ask for a seat: its number, or the first name of who sits there."""
        offers = numbered(range(1, players + 1), self._words.language)
        named = ((its, names[place : place + 1]) for place, its in enumerate(offers))
        offers = tuple(replace(its, ways=(*its.ways, *name)) for its, name in named)
        return (yield from self._number(line, (1, players), default, offers))

    def _number(self, line: str, limits: tuple[int, int], default: int, offers: Iterable[Offer]) -> Play[int]:
        choices = Choices(kind=Kind.NUMBER, numbers=limits, words=(DONE,))
        answer = yield from self._ask(line, choices, offers, terms={USUAL: Term(Form.TEXT, str(default))})
        return answer.value if isinstance(answer, Number) else default

    def several(self, line: str, values: Sequence[str], default: tuple[str, ...]) -> Play[tuple[str, ...]]:
        """Ask for some of these words, in one line."""
        known = {_plain(way): value for way, value in self.called(line, {value: value for value in values}).items()}
        shown = ", ".join([*self.called(line, {value: value})][-1] for value in default)
        while True:
            text = yield from self.text(line, **{USUAL: Term(Form.TEXT, shown)})
            words = [_plain(word) for word in text.replace(",", " ").split()]
            if all(word in known for word in words):
                return tuple(dict.fromkeys(known[word] for word in words)) or default
            yield AGAIN

    def text(self, line: str, aid: Iterable[Say] = (), /, **terms: Term) -> Play[str]:
        """Ask for free words; empty if somebody just goes on. `aid` is told to who asks for help."""
        choices = Choices(kind=Kind.TEXT, length=LONGEST, words=(DONE,))
        answer = yield from self._ask(line, choices, terms=terms, aid=(*aid,))
        return answer.text if isinstance(answer, Text) else ""

    def _ask(
        self,
        line: str,
        choices: Choices,
        offers: Iterable[Offer] = (),
        *,
        refused: tuple[Say, ...] = (AGAIN,),
        terms: Mapping[str, Term] | None = None,
        aid: tuple[Say, ...] = (),
    ) -> Play[Answer]:
        """Ask everyone; `terms` are what stands in the question. Once the rest is to stay, nothing is asked."""
        if self.resting:
            return DONE
        if self._settling:
            choices = replace(choices, words=(*choices.words, KEEP))
        line = self._heard(line)
        args = said(line, **(terms or {})).args
        answer = yield SetupAsk(question=line, choices=choices, args=args, offers=(*offers,), refused=refused, aid=aid)
        assert answer is not None  # the loop only goes on from a question with its answer
        self.resting = answer is KEEP
        return DONE if self.resting else answer

    # --- what every game asks ---------------------------------------------------------------------------------

    def confirmed(self) -> Play[bool]:
        """Whether what was just told is right: asked only where it may have been misheard."""
        return not self.aloud or (yield from self.yes("setup.right", default=True))

    def mode(self, now: Mode) -> Play[Mode]:
        """Ask who leads, among those who can."""
        values = self.called("box.mode", {mode.value: mode for mode in (Mode.JOUEUR, Mode.MENEUR)})
        return (yield from self._possible("setup.mode", values, now, self.can.modes))

    def deal(self, now: Deal) -> Play[Deal]:
        values = self.called("box.deal", {deal.value: deal for deal in Deal})
        return (yield from self._possible("setup.deal", values, now, self.can.dealt))

    @property
    def shows_by_hand(self) -> bool:
        """Whether nothing at this table can show a secret but a card that is lifted."""
        return bool(self.can.shown_by_hand)

    def explain_cards(self, cards: Iterable[str]) -> Play[None]:
        """Say to those who take these real cards what their equipment asks of them."""
        if self.can.shown_by_hand:
            yield said(self.can.shown_by_hand)
        if self.can.letters:
            return
        yield said("box.numbers")
        places = {card: place for place, card in enumerate(self._words.cards, start=1)}
        for card in cards:
            yield said("box.number", number=Term(Form.NUMBER, places[card]), card=Term(Form.CARD, card))

    def opening(self, asked: SetupAnswers) -> Play[tuple[SetupAnswers, Mapping[str, str]]]:
        """Ask who plays, unless that is decided, and take a leader and a deal that are possible here.

        Return it with how names are to be said.
        """
        respellings: Mapping[str, str] = {}
        if not asked.players:
            circle = yield from self.players(asked.names)
            mode = Mode.MENEUR if circle.led else asked.mode
            asked = replace(asked, names=circle.names, players=circle.players, mode=mode)
            respellings = circle.respellings
        if why := self.can.dealt.get(asked.deal):
            yield said(why)
            asked = replace(asked, deal=next(deal for deal, why in self.can.dealt.items() if not why))
        return replace(asked, mode=asked.mode or Mode.JOUEUR), respellings

    def which(
        self, games: Mapping[str, Offer], usual: str, cards: str, others: Sequence[str]
    ) -> Play[tuple[str, frozenset[str]]]:
        """Ask which game is played, and what is wanted besides: somebody who leads, a phone, to settle more.

        Who just goes on takes the `usual` game, the first, with these cards.
        """
        left = [*others]
        while True:
            values = {**{game: game for game in games}, **self.called("setup.game", {word: word for word in left})}
            besides = (*self._offered("setup.game", {way: word for way, word in values.items() if word in left}),)
            ways = {word: self._words.lines[f"setup.game.{word}"] for word in left}
            told = "".join(f", {key} ({way})" for key, way, *_ in ways.values())
            shown = {USUAL: usual, "hand": cards, "others": told}
            terms = {} if self.aloud else {name: Term(Form.TEXT, text) for name, text in shown.items()}
            offers = (*games.values(), *besides)
            chosen = yield from self.choose("setup.game", values, next(iter(games)), offers=offers, terms=terms)
            if chosen in left:
                left.remove(chosen)
                if len(games) > 1 and not self.aloud:
                    yield from self.tell("setup.noted", text=Term(Form.TEXT, ways[chosen][1]))
            if chosen in games or len(games) == 1:
                game = chosen if chosen in games else next(iter(games))
                return game, frozenset(others) - {*left}

    def plays(self) -> Play[bool]:
        """Whether to play now; else somebody at a screen wants to settle more."""
        if self.aloud:
            return True
        values = self.called("setup.play", {word: word for word in ("play", "settle")})
        return (yield from self.choose("setup.play", values, "play")) == "play"

    def settling(self, questions: Play[T]) -> Play[T]:
        """Ask for settings. At a screen, a word at any of them keeps it, and those that follow, as they are."""
        self._settling = not self.aloud
        if self._settling:
            yield said("setup.rest")
        decided = yield from questions
        if not self.aloud:
            now = self.pace or Pace.NORMAL.value
            paces = dict.fromkeys((Pace.SLOW.value, Pace.NORMAL.value, Pace.FAST.value, now))
            self.pace = yield from self.choose(
                "setup.pace", self.called("setup.pace", {its: its for its in paces}), now
            )
        self._settling = self.resting = False
        return decided

    def players(self, usual: tuple[str, ...] = ()) -> Play[Circle]:
        """Ask who sits in the circle: first names, or how many; an ear, which names are too much for, how many."""
        while self.aloud:
            choices = Choices(kind=Kind.NUMBER, numbers=(1, MOST))
            answer = yield from self._ask("setup.players", choices, self._counts(FEWEST, LARGEST))
            assert isinstance(answer, Number)  # nothing else is legal
            if (yield from self._sits(Circle(answer.value))):
                return Circle(answer.value)
        joint = sentences(PROGRAM, self._words.language)["typed.and"]
        line = "setup.names_again" if usual else "setup.names"
        leader: str | None = None
        while True:
            text = (yield from self.text(line, **{USUAL: Term(Form.TEXT, ", ".join(usual))})) or ", ".join(usual)
            text, named = read_leader(text, self.language)
            leader = leader if named is None else named
            count = self._count_in(text)
            names = read_names(text, joint) if count is None else ()
            if leader:
                names = tuple(name for name in names if plain(name) != plain(leader))
            if not text:
                yield said("setup.names.wanted")
                continue
            circle = Circle(count or len(names), names, read_respellings(text, joint), led=leader is not None)
            if (yield from self._sits(circle)):
                if leader is not None:
                    yield said("setup.led_by", text=Term(Form.TEXT, leader)) if leader else said("setup.led")
                return circle

    def _sits(self, circle: Circle) -> Play[bool]:
        """Tell who sits around the table, or why it cannot be so."""
        if (yield from self.faults(name_faults(circle.names))):
            return False
        number = Term(Form.NUMBER, circle.players)
        if circle.names:  # what was read is told first, also where they are too few
            yield said("setup.circle", number=number, text=Term(Form.TEXT, ", ".join(circle.names)))
        faults = [*self._seats(circle.players)]
        if any(fault.error for fault in faults):
            return not (yield from self.faults(faults))
        if not (circle.names or self.aloud):
            yield said("setup.seats", number=number)
        return True

    def joining(self, code: str) -> Play[None]:
        """Ask everybody who has a phone to join with it, and whether all have; without a `code` to type, by a scan."""
        yes, _ = yes_or_no(self._words.answers)
        line, terms = ("box.join", {"code": Term(Form.TEXT, code)}) if code else ("setup.join", None)
        yield from self._ask(line, Choices(kind=Kind.YES_NO, words=(YES, DONE)), (yes,), terms=terms)

    def names_left(self, names: tuple[str, ...]) -> Play[tuple[str, ...]]:
        """Ask for the first names of the seats that have none, where others have; who just goes on keeps numbers."""
        left = tuple(seat for seat, name in enumerate(names, start=1) if not name)
        joint = sentences(PROGRAM, self._words.language)["typed.and"]
        while left and not self.aloud:
            if not (text := (yield from self.text("setup.names_left", seats=Term(Form.SEAT, left)))):
                break
            given = iter(read_names(text, joint))
            named = tuple(name or next(given, "") for name in names)
            if "" in named or next(given, ""):
                yield AGAIN
            elif not (yield from self.faults(name_faults(named))):
                return named
        return names

    def as_before(self, last: Circle, **terms: Term) -> Play[Circle]:
        """Ask whether to play as the last time, or who is missing then and who comes; return who plays.

        Where something else is wanted nobody does: 0 seats, with the names that are to be offered.
        """
        while True:
            asked = self._heard_again(last) if self.aloud else self.text("setup.as_before", **terms)
            text, leader = read_leader((yield from asked), self.language)
            if leader is not None:
                names = tuple(name for name in last.names if plain(name) != plain(leader))
                last = replace(last, led=True, names=names, players=last.players - len(last.names) + len(names))
            if folded(text) in ways_typed("other", self.language):
                return Circle(0)
            match typed(text, yes_or_no(self._words.answers)) if text else Reply(YES):
                case Reply(answer=answer):
                    return last if answer is YES else replace(last, players=0)
            change = self._change(text, last)
            if change is None:
                yield AGAIN
            elif change.unknown:
                yield said("setup.unknown_name", text=Term(Form.TEXT, change.unknown[0]))
            else:
                many = change.many
                circle = last.after(change) if many is None else (yield from self._counted(last, many))
                if circle == last or (yield from self._sits(circle)):
                    return circle

    def _heard_again(self, last: Circle) -> Play[str]:
        """Ask for a yes, a no or what changes, as it would be typed: a number of players is keyed as it is."""
        yes, no = yes_or_no(self._words.answers)
        yes = replace(yes, ways=(*yes.ways, *ways_said("same", self.language), *ways_said("last", self.language)))
        other = ways_said("other", self.language)[0]
        texts = {other: (other,), **self._missing_said(last)}
        offers = [yes, no]  # keyed by 1 and 2: numbers of players follow
        offers += numbered(range(3, MOST + 1), self.language, self._ways_counted())
        offers += (Offer(Text(text), text, ways) for text, ways in texts.items())
        choices = Choices(kind=Kind.NUMBER, numbers=(3, MOST), options=(*texts,), words=(YES, NO, DONE))
        asked = self._ask("setup.as_before", choices, (replace(offer, plain=True) for offer in offers))
        match (yield from asked):
            case Number(value=value):
                return str(value)
            case Text(text=text):
                return text
            case answer:
                return no.said if answer is NO else ""

    def changes_said(self, last: Circle) -> dict[str, tuple[str, ...]]:
        """Return what may be said of who plays next, as it would be typed, each with the ways to say it.

        That is who is missing or, where nobody has a name, how many play, for a name that is new no ear knows; and that
        something else is wanted.
        """
        said = self._missing_said(last)
        if not last.names:
            counts = numbered(range(3, LARGEST + 1), self.language, self._ways_counted())
            said = {offer.said: offer.ways for offer in counts}
        other = ways_said("other", self.language)[0]
        return {text: ways for text, ways in said.items() if self.changed(text, last)} | {other: (other,)}

    def _missing_said(self, last: Circle) -> dict[str, tuple[str, ...]]:
        without = ways_said("without", self.language)[0]
        openings = ("", f"{self._words.answers['yes'][0]} ")
        return {
            f"{without} {name}": tuple(f"{o}{without} {way}" for o in openings for way in name_spellings(name))
            for name in last.names
        }

    def _ways_counted(self) -> tuple[str, ...]:
        """Return the ways to say a number of players in place of the last one."""
        yes, but, count = self._words.answers["yes"][0], *(ways_said(id_, self.language)[0] for id_ in ("but", "count"))
        openings = ("", f"{yes} ", f"{but} ", f"{yes} {but} ")
        return (*self._words.lines.get("box.players.ways", ()), *(f"{o}{count} {{number}}" for o in openings))

    def changed(self, text: str, circle: Circle) -> Circle | None:
        """Read how a circle changes, as `sans Gwen`; None where it does not, or where this game cannot be played so."""
        change = self._change(text, circle)
        if change is None or change.unknown:
            return None
        many = change.many
        if many is not None and circle.names:
            return None  # whom the number means would have to be asked
        other = circle.after(change) if many is None else replace(circle, players=many)
        faults = (*name_faults(other.names), *self._seats(other.players))
        return None if other == circle or any(fault.error for fault in faults) else other

    def _change(self, text: str, last: Circle) -> CircleChange | None:
        return read_change(text, last.names, self.language, self._words.answers["yes"], self._count_in)

    def _counted(self, last: Circle, players: int) -> Play[Circle]:
        """Ask for the names of those by whom a circle has become larger or smaller; without them, nobody has one."""
        if self.aloud or not last.names or players == last.players:
            return replace(last, players=players, names=last.names if players == last.players else ())
        number = Term(Form.NUMBER, abs(players - last.players))
        line, way = ("setup.who_comes", "with") if players > last.players else ("setup.who_is_missing", "without")
        while text := (yield from self.text(line, number=number)):
            change = self._change(f"{ways_typed(way, self.language)[0]} {text}", last)
            if change is not None and not change.unknown and (circle := last.after(change)).players == players:
                return circle
            yield AGAIN
        return Circle(players)

    def _count_in(self, text: str) -> int | None:
        """Return the number that somebody typed in place of names, in digits or words; None where it is none."""
        ways = self._words.lines.get("box.players.ways", ())
        digits = "".join(letter for letter in text if letter.isdecimal())[:LONGEST_NUMBER]
        if digits and _plain(text) in {digits, *(_plain(way.replace("{number}", digits)) for way in ways)}:
            return int(digits)
        offers = ((offer.said, way) for offer in self._counts(0, MOST) for way in offer.ways)
        return next((int(number) for number, way in offers if _plain(way) == _plain(text)), None)

    def _counts(self, least: int, most: int) -> tuple[Offer, ...]:
        ways = self._words.lines.get("box.players.ways", ())
        return numbered(range(least, min(most, MOST) + 1), self._words.language, ways)

    def _possible(
        self, line: str, values: Mapping[str, Choice], now: Choice, refused: Mapping[Choice, str]
    ) -> Play[Choice]:
        """Ask among what is not refused, having told why the rest is; what alone is left needs no question."""
        possible = {word: value for word, value in values.items() if not refused.get(value)}
        for why in dict.fromkeys(why for why in refused.values() if why):
            yield said(why)
        first = next(iter(possible.values()))
        if all(value == first for value in possible.values()):
            return first
        return (yield from self.choose(line, possible, now if now in possible.values() else first))

    # --- its words --------------------------------------------------------------------------------------------

    def _offered(self, line: str, values: Mapping[str, Choice]) -> Iterator[Offer]:
        """Yield one offer for each value: as the words have it for the ear, or by the words that are typed."""
        typed: dict[Choice, list[str]] = {}
        for word, value in values.items():
            typed.setdefault(value, []).append(word)
        for words in typed.values():
            lines = (f"{self._heard(line)}.{word}" for word in words)
            ways = next((self._words.lines[id_] for id_ in lines if id_ in self._words.lines), (*words,))
            yield Offer(Text(words[0]), ways[0], tuple(dict.fromkeys((*ways, *words))), (*words,))

    def called(self, line: str, values: Mapping[str, Choice]) -> dict[str, Choice]:
        """Return values by their ids and by what they are called in the language of the game, in one word."""
        named = {word: (*self._words.lines.get(f"{line}.{word}", ()),) for word in values}
        return {
            way: value
            for word, value in values.items()
            for way in (word, *(way for way in named[word] if " " not in way))
        }

    def _heard(self, line: str) -> str:
        """Return the line for the ear in place of one for a screen."""
        return f"box.{line.removeprefix('setup.')}" if self.aloud and line.startswith("setup.") else line


def _plain(text: str) -> str:
    return folded(text).replace("-", " ")
