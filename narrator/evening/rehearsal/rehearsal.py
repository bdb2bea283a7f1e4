"""Rehearsal: the real engine and driver at a virtual table, silent and in no time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TextIO

from narrator.base.sentences import reason, to_user
from narrator.base.user_error import UserError
from narrator.base.whole_files import content_of
from narrator.base.yaml_source import data_in
from narrator.evening.rehearsal.trace import Trace
from narrator.evening.rehearsal.virtual_table import (
    Keyed,
    Table,
    VirtualButton,
    VirtualClock,
    VirtualInbox,
    guess,
    offered,
)
from narrator.packs.wording import Wording
from narrator.rules.core.answers import SILENT, Answer, Refusal
from narrator.rules.core.effects import Ask, Effect, News, Topic, Window
from narrator.rules.core.play import Mode, Walk, choices_of, refusal_of
from narrator.screens.screens import NoScreen
from narrator.table.games.engine import Founded, TableSetup, Things
from narrator.table.journal.answer_data import plain, read
from narrator.table.journal.journal import Journal
from narrator.table.session.counting import Counting
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly
from narrator.table.session.ports import Light, Mouth, Pace, Ports, Watcher

AFTER = 2.0
"""Seconds into its slot, or after its question, at which an answer is keyed unless it says otherwise."""


class RehearsalError(UserError):
    """Answers that do not fit the game: names the question and the reason."""


@dataclass(frozen=True)
class Scripted:
    """One answer of the file, as written, and when it is keyed."""

    value: object
    after: float = AFTER


def read_answers(path: Path) -> dict[str, list[Scripted]]:
    """Read an answer file: a mapping from question id to the list of its answers, in their order.

    Raises:
        RehearsalError: it cannot be read, or is no such mapping.
    """
    try:
        # Scalars stay strings: `yes` and `no` are answers here, not truth values.
        data = data_in(content_of(path).decode())
    except OSError as error:
        raise RehearsalError(to_user("rehearse.unread", path=path, detail=reason(error))) from None
    except ValueError as error:
        raise RehearsalError(to_user("rehearse.unread", path=path, detail=error)) from None
    if data in ("", None):
        return {}
    if not isinstance(data, dict):
        raise RehearsalError(to_user("rehearse.no_mapping", path=path))
    read_: dict[str, list[Scripted]] = {}
    for question, answers in data.items():
        if not isinstance(answers, list):
            raise RehearsalError(to_user("rehearse.no_list", question=question, answers=answers))
        read_[str(question)] = [_scripted(str(question), answer) for answer in answers]
    return read_


def _scripted(question: str, answer: object) -> Scripted:
    if not isinstance(answer, Mapping) or "value" not in answer:
        return Scripted(answer)
    try:
        after = float(str(answer.get("after", AFTER)))
    except ValueError:
        raise RehearsalError(to_user("rehearse.no_time", question=question, after=answer["after"])) from None
    if set(answer) - {"value", "after"} or not after >= 0:
        raise RehearsalError(to_user("rehearse.no_value", question=question, sample="{value: ..., after: 2}"))
    return Scripted(answer["value"], after)


class Rehearser:
    """Answers as its file says; what only a real table can tell, and offers, it answers by itself.

    It interrupts nothing of which the file does not speak.
    """

    def __init__(self, things: Things, wording: Wording, answers: Mapping[str, Sequence[Scripted]]) -> None:
        self._wording = wording
        self._things = things
        self._left = {question: list(scripted) for question, scripted in answers.items()}

    def __call__(self, ask: Ask) -> Sequence[Keyed]:
        """Key the next answer to this question.

        Raises:
            RehearsalError: there is none, or it is not legal.
        """
        left = self._left.get(ask.question)
        if left:
            scripted = left.pop(0)
            return [(scripted.after, self._legal(ask, scripted.value, read(scripted.value, choices_of(ask))))]
        told = self._things.answer(ask)
        if told is not None:
            return [(AFTER, self._legal(ask, plain(told), told))]
        if ask.offer:
            return [(AFTER, offered(ask))]
        choices = choices_of(ask)
        if choices.urgent and {SILENT, *choices.urgent} == {*choices.words}:  # it takes nothing but an interruption
            return [(AFTER, SILENT)]
        lacks = "rehearse.no_more" if left is not None else "rehearse.no_answer"
        where = "" if ask.about is None else to_user("rehearse.about", seat=ask.about)
        raise RehearsalError(to_user(lacks, question=ask.question) + where)

    def check_left(self) -> None:
        """Make sure that every answer was asked for.

        Raises:
            RehearsalError: some are left over.
        """
        left = {question: [entry.value for entry in scripted] for question, scripted in self._left.items() if scripted}
        if left:
            question, values = next(iter(left.items()))
            raise RehearsalError(to_user("rehearse.left_over", question=question, answers=values))

    def _legal(self, ask: Ask, written: object, answer: Answer | Refusal) -> Answer:
        """Return an answer that the question takes; `written` is what the reader of a refusal knows it by."""
        refusal = answer if isinstance(answer, Refusal) else refusal_of(ask, answer)
        if refusal is not None or isinstance(answer, Refusal):
            choices = choices_of(ask)
            given = None if isinstance(answer, Refusal) else answer
            reason = self._wording.refusal(ask, refusal or Refusal.UNREADABLE, given)
            legal = ", ".join([*map(str, choices.seats), *choices.cards, *(word.value for word in choices.words)])
            told = to_user("rehearse.illegal", question=ask.question, answer=written, reason=reason, legal=legal)
            raise RehearsalError(told)
        self._things.note(ask, answer)
        return answer


class Guesser:
    """A table that answers anything legal, and tells its real cards truly."""

    def __init__(self, things: Things, chance: Random) -> None:
        self._things = things
        self._chance = chance

    def __call__(self, ask: Ask) -> Sequence[Keyed]:
        return [(AFTER, self.answer(ask))]

    def answer(self, ask: Ask) -> Answer:
        answer = self._things.answer(ask)
        if answer is None:
            answer = guess(self._things.possible(ask), self._chance)
        self._things.note(ask, answer)
        return answer


class NightLengths:
    """Measures the nights of a game, each from nightfall to daybreak, in seconds, and counts the calls made in it.

    A round is no call: it has a window for each seat.
    """

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.calls: list[int] = []
        self._since: float | None = None

    def effect(self, effect: Effect, at: float) -> None:
        match effect:
            case News(topic=Topic.NIGHTFALL):
                self._since = at
                self.calls.append(0)
            case News(topic=Topic.DAYBREAK) if self._since is not None:
                self.seconds.append(at - self._since)
                self._since = None
            case Window(call=call) if self._since is not None and call != "round":
                self.calls[-1] += 1

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        pass

    def lines(self) -> list[str]:
        """Return a line a night that came to its end."""
        nights = zip(self.seconds, self.calls, strict=False)
        return [
            to_user("rehearse.night", number=night, seconds=round(seconds), calls=calls)
            for night, (seconds, calls) in enumerate(nights, 1)
        ]


def rehearse(
    setup: TableSetup,
    wording: Wording,
    table: Table,
    trace: TextIO | None = None,
    *,
    clock: VirtualClock | None = None,
    mouth: Mouth | None = None,
    watcher: Watcher | None = None,
    nights: NightLengths | None = None,
    pace: Pace = Pace.NORMAL,
    light: Light | None = None,
    button: bool = False,
    motifs: bool = False,
) -> str:
    """Play one game at a virtual table and return its outcome.

    The trace is written as the game goes, unless another watcher is told; `nights` are measured besides. A mouth that
    is heard moves the clock by what it says; without one, words take the time that they would take. With one `button`
    the table answers by nothing else, and what it wants to say is counted aloud. With `motifs` the mouth plays them.
    """
    clock = clock or VirtualClock()
    counting = Counting(clock) if button else None
    if watcher is None and trace is not None:
        watcher = Trace(wording, trace)
    inbox = VirtualInbox(clock, table, None if counting is None else VirtualButton(counting))
    ports = Ports(
        clock=clock,
        inbox=inbox,
        opener=inbox,
        mouth=mouth or CaptionsOnly(clock, wording.seconds),
        screen=NoScreen(),
        pace=pace,
        watchers=[one for one in (watcher, nights) if one is not None],
        motifs=motifs,
        light=light,
        counting=counting,
    )
    with Journal.create(None, {}) as journal:
        led = setup.mode is Mode.MENEUR
        driver = Driver(setup, journal, wording, ports, players=setup.players, led=led, confirm=setup.confirm)
        outcome = driver.run()
    if outcome is None:
        raise RuntimeError("the game ended without an outcome")
    return outcome


def simulate(game: Founded, chance: Random) -> tuple[str, int]:
    """Play one random game at the seam alone, without words; return its outcome, and how many nights it had."""
    walk = Walk(game.setup)
    guesser = Guesser(game.things(chance), chance)
    nights = _nightfalls(walk.run())
    while walk.pending is not None:
        walk.answer(guesser.answer(walk.pending))
        nights += _nightfalls(walk.run())
    if walk.outcome is None:
        raise RuntimeError("the game ended without an outcome")
    return walk.outcome, nights


def _nightfalls(effects: Sequence[Effect]) -> int:
    return sum(isinstance(effect, News) and effect.topic is Topic.NIGHTFALL for effect in effects)


MOST_SHARES = 12
"""How many different outcomes are listed one by one."""


def shares(outcomes: Counter[str], named: Callable[[str], str]) -> list[str]:
    """Return a line an outcome: its share in per cent, the most frequent first; rare ones are taken together.

    `named` tells how an outcome is called.
    """
    total = outcomes.total()
    listed = [(named(outcome), count) for outcome, count in outcomes.most_common(MOST_SHARES)]
    rest = total - sum(count for _, count in listed)
    rows = [*listed, (to_user("rehearse.others", count=len(outcomes) - MOST_SHARES), rest)] if rest else listed
    return [f"{100 * count / total:5.1f} %  {outcome}" for outcome, count in rows]
