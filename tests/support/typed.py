"""Random evenings as people would type them: the lines, and the answers that they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from narrator.core.answers import Answer, Card, Diamonds, Leave, Number, Seats, Text, Tie, Token
from narrator.core.play import Mode, Setup, Walk
from narrator.core.secrets import Secret
from narrator.games.registry import engine_of
from narrator.journal.journal import JournalError
from narrator.rehearsal.rehearsal import Guesser
from narrator.resources import pack_path
from narrator.session.replay import replay
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.pack import load_pack
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.village.table import Deal

WORDS = {
    Token.YES: "yes",
    Token.NO: "no",
    Token.NOBODY: "nobody",
    Token.DONE: "done",
    Token.KEEP: "keep",
    Token.GUILTY: "guilty",
    Token.ACQUITTED: "acquitted",
    Token.HYMN: "hymn",
}


@dataclass(frozen=True)
class Typed:
    """One evening: its lines, the (question, answer) that each line is, the outcome; whether no lot decides in it."""

    lines: tuple[str, ...]
    answers: tuple[tuple[str, Answer], ...]
    outcome: str
    for_every_table: bool


def typed(game: str, players: int, seed: int, mode: Mode = Mode.MENEUR) -> Typed:
    """Return a random evening with real things on the table: real cards, or the box; in French.

    Nothing in it hangs on a lot, which every table draws by a key of its own: it goes the same way for all.
    """
    while not (evening := _evening(game, players, seed, mode)).for_every_table:
        seed += 1
    return evening


def _evening(game: str, players: int, seed: int, mode: Mode) -> Typed:
    pack = load_pack(pack_path(game), ["fr"])
    words = pack.words["fr"]
    asked = SetupAnswers(players=players, mode=mode, deal=Deal.CARDS)
    plan = engine_of(pack.rules.engine).plan(pack.rules, asked, Wording(words), lambda _sentence: None)
    founded = plan.found(Secret(str(seed).encode()))
    chance = Random(seed)
    people = Guesser(founded.things(chance), chance)
    walk = Walk(founded.setup)
    walk.run()
    answers: list[tuple[str, Answer]] = []
    told: list[tuple[str, Answer]] = []
    while walk.pending is not None:
        tacit = walk.pending.tacit
        answer = people.answer(walk.pending)
        if isinstance(answer, Text):
            answer = Text("le numéro 4 ment")
        answers.append((walk.pending.question, answer))
        if not tacit:
            told.append((walk.pending.question, answer))
        walk.answer(answer)
        walk.run()
    assert walk.outcome is not None
    tables = [plan.found(Secret(key)).setup for key in (b"one", b"another", b"a third", b"a fourth")]
    return Typed(
        tuple(line(answer, words) for _, answer in told),
        tuple(told),
        walk.outcome,
        all(_goes_the_same_way(table, answers, walk.outcome) for table in tables),
    )


def _goes_the_same_way(setup: Setup, answers: Sequence[tuple[str, Answer]], outcome: str) -> bool:
    """Whether a table asks the same questions for these answers, and ends the same."""
    try:
        replayed = replay(setup, answers)
    except JournalError:
        return False
    return replayed.walk.outcome == outcome and replayed.walk.pending is None


def line(answer: Answer, words: Words) -> str:
    """Return what somebody types to give an answer."""
    match answer:
        case Token.SILENT:
            return "+"
        case Token():
            return words.answers[WORDS[answer]][0]
        case Seats(seats=seats):
            return " ".join(map(str, seats))
        case Tie(seats=seats):
            return " ".join((words.answers["tie"][0], *map(str, seats)))
        case Card(card=card):
            return words.cards[card].bare.lower() if card in words.cards else card
        case Number(value=value) | Diamonds(count=value):
            return str(value)
        case Text(text=text):
            return text
        case Leave(seat=seat):
            return f"{words.commands['leave'][0]} {seat}"
