"""Random evenings as people would type them: the lines, and the answers that they mean."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from narrator.core.answers import Answer, Card, Diamonds, Leave, Number, Seats, Text, Tie, Token
from narrator.core.modes import Mode
from narrator.core.play import Walk
from narrator.core.secrets import Secret
from narrator.resources import pack_path
from narrator.session.engine import Asked
from narrator.session.engines import engine_of
from narrator.session.rehearsal import Guesser
from narrator.story.pack import load_pack
from narrator.story.wording import Wording
from narrator.story.words import Words

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
    """One evening: its lines, the (question, answer) that each line is, and the outcome."""

    lines: tuple[str, ...]
    answers: tuple[tuple[str, Answer], ...]
    outcome: str


def typed(game: str, players: int, seed: int, mode: Mode = Mode.MENEUR) -> Typed:
    """Return a random evening with real things on the table: real cards, or the box; in French."""
    pack = load_pack(pack_path(game), ["fr"])
    words = pack.words["fr"]
    asked = Asked(players=players, mode=mode, deal="cards")
    plan = engine_of(pack.rules.engine).plan(pack.rules, asked, Wording(words), lambda _sentence: None)
    founded = plan.found(Secret(str(seed).encode()))
    chance = Random(seed)
    people = Guesser(founded.things(chance), chance)
    walk = Walk(founded.setup)
    walk.run()
    answers: list[tuple[str, Answer]] = []
    while walk.pending is not None:
        answer = people.answer(walk.pending)
        if isinstance(answer, Text):
            answer = Text("le numéro 4 ment")
        answers.append((walk.pending.question, answer))
        walk.answer(answer)
        walk.run()
    assert walk.outcome is not None
    return Typed(tuple(line(answer, words) for _, answer in answers), tuple(answers), walk.outcome)


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
