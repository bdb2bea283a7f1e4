"""Whatever is typed, at whatever moment: no exception, no illegal state, and every game ends or waits at a question."""

from __future__ import annotations

from random import Random

import pytest
from players import line
from shipped import shipped
from tables import GAMES, runs, sampled

from narrator.evening.app.prepared_game import PreparedGame, reader_for
from narrator.evening.app.settings import Equipment
from narrator.evening.rehearsal.virtual_table import VirtualClock, guess
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Mode, Walk
from narrator.rules.core.secrets import Secret
from narrator.rules.village.table import Deal
from narrator.screens.screens import NoScreen
from narrator.table.games.registry import engine_of
from narrator.table.inbox.entry import Entry, belongs
from narrator.table.inbox.inbox import Inbox
from narrator.table.journal.journal import Journal
from narrator.table.language.typed import Reader
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly, Quit
from narrator.table.session.ports import Pace, Ports
from narrator.table.session.replay import replay
from narrator.table.setup.setup_answers import SetupAnswers

LINES_A_GAME = 500
SENSE = 0.35
"""How often a line answers the open question: games must get on."""

NAMES = ("Ana", "Bo", "Cléo", "Dan-Éric", "Ève", "Fé", "Guy", "Hal", "Ida", "Jo")
ODD = [
    "",
    " ",
    "\t",
    "0",
    "00",
    "999999999999999999999",
    "-1",
    "3.7",
    "²",
    "٣",
    "é" * 5000,
    "\x00\x1b[2J",
    "💀",
    "'; --",
]


class Babble(Inbox):
    """An inbox into which all kinds of lines are typed, in virtual time."""

    def __init__(self, clock: VirtualClock, reader: Reader, words: Words, chance: Random) -> None:
        self._time, self._reader, self._words, self._chance = clock, reader, words, chance
        self._phrases = [phrase for phrases in (words.commands | words.answers).values() for phrase in phrases]
        super().__init__(clock)
        self.question: Ask | None = None
        self.typed = 0

    def open(self, ask: Ask | None) -> None:
        super().open(ask)
        self.question = ask

    def ask(self, ask: Ask | None) -> None:
        self.question = ask

    def close(self) -> None:
        super().close()
        self.question = None

    def get(self, until: float | None) -> Entry | None:
        while True:
            if self.typed >= LINES_A_GAME:
                raise Quit
            at = self._time.now() + self._chance.expovariate(1 / 5)
            if until is not None and at >= until:
                self._time.advance(until)
                return None
            self._time.advance(at)
            self.typed += 1
            late = self._chance.random() < 0.02
            entry = self._reader.read(self._line(), self.moment)
            if not late or not belongs(entry):
                return entry

    def _line(self) -> str:
        if self.question is not None and self._chance.random() < SENSE:
            return line(guess(self.question, self._chance), self._words)
        match self._chance.randrange(5):
            case 0:
                return self._chance.choice(self._phrases)
            case 1:
                return self._chance.choice(["+", "-", "*", "/", ".", *ODD])
            case 2:
                return " ".join(str(self._chance.randint(0, 14)) for _ in range(self._chance.randint(1, 4)))
            case 3:
                return f"{self._chance.choice(self._phrases)} {self._chance.randint(0, 14)}"
            case _:
                return "".join(chr(self._chance.randrange(32, 0x2FF)) for _ in range(self._chance.randint(1, 12)))


@pytest.mark.parametrize("game", sampled(GAMES))
def test_no_line_breaks_a_game(game: str) -> None:
    chance = Random(game)
    for number in range(-(-runs(100_000) // LINES_A_GAME // len(GAMES))):
        babble(game, number, chance)


def babble(game: str, number: int, chance: Random) -> None:
    """Babble into one game, taking it up again whenever somebody types the word for putting it away."""
    mode = chance.choice(list(Mode))
    deal = chance.choice(list(Deal)) if game != "cuba" else Deal.NARRATOR
    loaded = shipped(game)
    names = NAMES if chance.random() < 0.5 else ()
    players = len(names) or chance.randint(7, 12)
    words = loaded.words["fr"]
    wording = Wording(words, names, number)
    asked = SetupAnswers(players=players, mode=mode, deal=deal, names=names, seed=number)
    plan = engine_of(loaded.rules.engine).plan(loaded.rules, asked, wording, lambda _sentence: None)
    setup = plan.found(Secret(f"{game} {number}".encode())).setup
    clock = VirtualClock()
    inbox = Babble(clock, reader_for(PreparedGame(loaded, "fr", Equipment()), setup), words, chance)
    pace = chance.choice([Pace.NORMAL, Pace.FAST, Pace.INSTANT])
    ports = Ports(clock, inbox, CaptionsOnly(clock, wording.seconds), NoScreen(), pace, opener=inbox)
    with Journal.create(None, {}) as journal:
        while inbox.typed < LINES_A_GAME:
            driver = Driver(setup, journal, wording, ports, players=players, led=mode is Mode.MENEUR)
            try:
                driver.resume()
                if driver.run() is not None:
                    break
            except Quit:
                pass
        assert stands(replay(setup, journal.record().answers).walk)


def stands(walk: Walk) -> bool:
    """Whether the game is over, or waits at a question."""
    return walk.outcome is not None or walk.pending is not None
