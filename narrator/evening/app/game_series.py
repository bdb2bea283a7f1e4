"""The games of an evening, one after another: each with a journal, ports and a driver of its own."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from functools import partial
from itertools import dropwhile, islice
from typing import TypeAlias, assert_never

from narrator.base.resources import name_of, told_in
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.evening.app.choosing.last_evening import INTRODUCTION, keep_evening
from narrator.evening.app.ports.common_ports import StoryWatcher
from narrator.evening.app.prepared_game import PreparedGame, fitting, next_circle, open_evening, wants_other
from narrator.evening.app.settings import Equipment
from narrator.evening.recap.story_page import story_page
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer, Text
from narrator.rules.core.effects import Ask, Deed, Effect, Form, News, Pause, Say, Scene, Show, Term, Topic, Window
from narrator.rules.core.play import Introduction, Mode
from narrator.rules.village.game import VillageSetup
from narrator.table.games.engine import Founded, TableSetup
from narrator.table.games.founding import fresh_key
from narrator.table.games.registry import evening_of, restored
from narrator.table.games.saved_games import new_path, path_of
from narrator.table.journal.journal import Journal
from narrator.table.session.driver import Driver
from narrator.table.session.known_cards import Holdings
from narrator.table.session.narration import Quit, Stranded
from narrator.table.session.ports import Pace, Ports
from narrator.table.session.replay import replay

AGAIN = "again"
"""The question whether to play again, in every game."""


class GameLog:
    """A `Watcher` for developers.

    What is asked, shown, answered or stored in a window is left out: that it happened tells that the called role lives.
    """

    def effect(self, effect: Effect, at: float) -> None:
        match effect:
            case Say():
                _logger.debug("%.2f says %s", at, effect.line)
            case Pause():
                _logger.debug("%.2f pauses for %s s", at, effect.seconds)
            case Scene():
                _logger.debug("%.2f scene %s", at, effect.scene)
            case Window():
                _logger.debug("%.2f window %s", at, effect.call)
            case Ask():
                if effect.public:
                    _logger.debug("%.2f asks %s", at, effect.question)
            case News():
                _logger.debug("%.2f news of %s", at, effect.topic.value)
            case Show() | Deed():
                pass
            case _:
                assert_never(effect)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        if ask.public:
            _logger.debug("%.2f %s answered: %s", at, ask.question, type(answer).__name__)


_logger = logging.getLogger(__name__)


class GameEnd(Enum):
    """How a game ended, or why it did not."""

    OVER = "over"
    AGAIN = "again"
    """It is over, and the same players go on."""
    OTHER = "something else"
    """It is over, and something else is wanted."""
    PUT_AWAY = "put away"
    INTERRUPTED = "interrupted"
    STRANDED = "stranded"
    """Nothing is left that could answer."""


Runner: TypeAlias = Callable[[Driver, Callable[[], object]], object]
"""Where a game is played: it is called with the game's driver, and with what plays the game to its end."""


@dataclass(frozen=True)
class TableHost:
    """Where games are played. `check` refuses what cannot be played there, `furnish` makes the ports and their runner.

    `put_away` tells the table that it is left and why, and that the game is kept, unless it is over. Where it is
    `seen`, all cards are shown at the end, those without a power too, which nobody names aloud.
    """

    check: Callable[[PreparedGame, TableSetup], None]
    furnish: Callable[[PreparedGame, Founded, Wording, ExitStack], tuple[Ports, Runner]]
    put_away: Callable[[Ports, Wording, GameEnd, bool], None]
    seen: bool = False


def play_on(prepared: PreparedGame, game: Founded, host: TableHost) -> GameEnd:
    """Play a game, and more with the same seats and names for as long as the players like.

    Raises:
        UserError: the game cannot be played here, or its screen broke down.
        JournalError: this narrator would not take what it has stored for a game.
        StorageError: there is no place for its journal.
    """
    ending = GameEnd.AGAIN
    while ending is GameEnd.AGAIN:
        header = {
            **game.header(),
            "engine": prepared.pack.rules.engine,
            "pack": name_of(prepared.pack.path),
            "pack_hash": prepared.pack.pack_hash,
            "language": prepared.language,
            "pace": prepared.pace.value,
            "respellings": dict(prepared.respellings),
        }
        host.check(prepared, game.setup)
        # What could not be resumed is not begun.
        restored(header)
        evening_of(header)
        with _begun(header) as journal:
            ending = _play(prepared, game, journal, host)
            if ending is GameEnd.AGAIN:
                found = _next(prepared, game, journal.record().answers)
                if found is None:
                    return GameEnd.OTHER
                game = found
    return ending


def _next(prepared: PreparedGame, game: Founded, answers: Sequence[tuple[str | None, Answer]]) -> Founded | None:
    """Found the next game: with the same players, or with those who were named when another game was wanted.

    Return None where something else is wanted.
    """
    said = next(answer for question, answer in reversed(answers) if question == AGAIN)
    if isinstance(said, Text) and wants_other(prepared, said.text):
        return None
    circle = next_circle(prepared, game.setup, said.text) if isinstance(said, Text) else None
    if circle is None:
        return game.again(answers, fresh_key())
    asked = replace(game.decided(), settings={**game.decided().settings, INTRODUCTION: (Introduction.NONE.value,)})
    prepared.respellings = circle.respellings
    roles = asked.roles if circle.players == asked.players else None
    asked = replace(asked, players=circle.players, names=circle.names, roles=roles, seed=asked.seed + 1)
    asked, found = fitting(prepared, asked)
    keep_evening(prepared, asked)
    return found


def _begun(header: Mapping[str, object]) -> Journal:
    """Begin a journal; where another narrator begins one at the same time, under the next name."""
    while True:
        path = new_path(datetime.now())
        try:
            return Journal.create(path, header)
        except FileExistsError:
            if not path.exists():  # it is their folder that is a file
                raise


def resume(
    game_id: str, equipment: Equipment, host: TableHost, prepare: Callable[[PreparedGame], None] | None = None
) -> GameEnd:
    """Resume a game, and then play on. `prepare` is first called with its pack and equipment.

    Raises:
        UserError: it is over, cannot be played here, or its pack has lost words that it needs; and so for a journal or
            a pack that cannot be read, and where the screen broke down.
        StorageError: it cannot be written, or there is no place for the journal of the next game.
    """
    with Journal.reopen(path_of(game_id)) as journal:
        header = journal.header()
        game, told = restored(header), evening_of(header)
        if journal.record().outcome is not None:
            raise UserError(to_user("play.over", game=game_id))
        if equipment.pace is None:
            equipment = replace(equipment, pace=(told.pace or Pace.NORMAL).value)
        prepared = open_evening(told.pack, told.language, equipment)
        prepared.respellings = told.respellings
        words, repertoire = prepared.pack.words[prepared.language], game.repertoire()
        worded = all(line.aside or line.id in words.lines for line in repertoire.lines)
        if not worded or not set(repertoire.cast.cards) <= words.cards.keys():
            raise UserError(to_user("play.changed", game=game_id))
        if prepare is not None:
            prepare(prepared)
        host.check(prepared, game.setup)
        ending = _play(prepared, game, journal, host, resumed=True)
        answers = journal.record().answers
    if ending is not GameEnd.AGAIN:
        return ending
    found = _next(prepared, game, answers)
    return GameEnd.OTHER if found is None else play_on(prepared, found, host)


def _play(
    prepared: PreparedGame, game: Founded, journal: Journal, host: TableHost, *, resumed: bool = False
) -> GameEnd:
    """Play one game to its end, or until it is put away."""
    setup = game.setup
    name = "in memory" if journal.path is None else journal.path.stem
    _logger.info("game %s of %s %s", name, name_of(prepared.pack.path), "resumes" if resumed else "begins")
    wording = prepared.told_wording(setup)
    with told_in(prepared.language), ExitStack() as equipment:
        ports, runner = host.furnish(prepared, game, wording, equipment)
        ports.watchers.append(GameLog())
        try:
            led = setup.mode is Mode.MENEUR
            driver = Driver(setup, journal, wording, ports, players=setup.players, led=led, confirm=setup.confirm)
            if host.seen:
                _show_cards_at_end(ports, driver, lambda: _cards(setup, wording, journal))
            if prepared.phone is not None:
                prepared.phone.attend(driver, partial(_story, prepared, setup, journal))
            runner(driver, partial(_perform, driver, resumed=resumed))
            if host.seen and not driver.again:
                for text in _farewell(setup, wording, journal):
                    ports.screen.notice(text)
        except (Quit, KeyboardInterrupt, Stranded) as left:
            ports.screen.close_window()
            ending = _LEFT.get(type(left), GameEnd.INTERRUPTED)
            _logger.info("game %s: %s", name, ending.value)
            host.put_away(ports, wording, ending, journal.record().outcome is None)
            return ending
    _logger.info("game %s: over", name)
    return GameEnd.AGAIN if driver.again else GameEnd.OVER


def _story(prepared: PreparedGame, setup: TableSetup, journal: Journal) -> str:
    """Return the page that tells a game that is over."""
    effects = [step.effect for step in replay(setup, journal.record().answers).steps]
    return story_page(effects, prepared.wording(setup), setup.players)


def _farewell(setup: TableSetup, wording: Wording, journal: Journal) -> Iterator[str]:
    """Yield what stands last on a screen: who has won, goodbye, and how the game is told and another one begun."""
    effects = (step.effect for step in replay(setup, journal.record().answers).steps)
    ended = dropwhile(lambda effect: not (isinstance(effect, News) and effect.topic is Topic.OUTCOME), effects)
    said = (effect for effect in ended if isinstance(effect, Say))
    yield from (wording.caption(outcome) for outcome in islice(said, 1))
    yield wording.line("goodbye")
    yield wording.line("session.over")


def _show_cards_at_end(ports: Ports, driver: Driver, cards: Callable[[], str]) -> None:
    """Show who held what once everybody knows how it ended."""

    def show(told: bool) -> None:
        if told and (text := cards()):
            ports.screen.notice(text)

    ports.watchers.append(StoryWatcher(lambda: driver.facts.outcome is not None, show))


def _cards(setup: TableSetup, wording: Wording, journal: Journal) -> str:
    """Return who holds which card in a game that is over, everybody named; empty where none was ever told."""
    holdings = Holdings()
    holdings.stand(replay(setup, journal.record().answers).steps)
    if not isinstance(setup, VillageSetup) or not holdings.told():
        return ""
    unknown = holdings.complete(Counter(dict(setup.hand)), setup.players)
    told = [wording.line("state.holds", seat=seat, card=card) for seat, card in holdings.told()]
    if unknown:
        told.append(wording.line("state.untold", seats=Term(Form.SEAT, unknown)))
    return " ".join(told)


_LEFT: dict[type[BaseException], GameEnd] = {Quit: GameEnd.PUT_AWAY, Stranded: GameEnd.STRANDED}


def _perform(driver: Driver, *, resumed: bool) -> None:
    if resumed:
        driver.resume()
    driver.run()
