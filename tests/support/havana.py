"""Tables of the box for the tests, laid without any pack file, and short words for what is answered at them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from narrator.rules.core.answers import DONE, Answer, Card, Diamonds, Number, Refusal, Seats
from narrator.rules.core.effects import Effect, Pause, Say, Window
from narrator.rules.core.play import Introduction, Mode, Position, Walk, Wordiness, play, refusal_of
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.cuba.robbery import HAS_BOX
from narrator.rules.cuba.takes import tokens_of
from narrator.table.games.cuba_engine import cuba_options

TOKENS = {
    5: {"fidele": 1, "agent": 1},
    6: {"fidele": 1, "agent": 1, "chauffeur": 1},
    7: {"fidele": 2, "agent": 1, "chauffeur": 1},
    8: {"fidele": 3, "agent": 1, "chauffeur": 1},
    9: {"fidele": 4, "agent": 1, "chauffeur": 1},
    10: {"fidele": 4, "agent": 2, "chauffeur": 1},
    11: {"fidele": 4, "agent": 2, "chauffeur": 2},
    12: {"fidele": 5, "agent": 2, "chauffeur": 2},
}
JOKERS = {5: 0, 6: 0, 7: 0, 8: 1, 9: 1, 10: 1, 11: 2, 12: 2}
WINDOWS: dict[str, tuple[float, ...]] = {"hidden": (25,), "returned": (30,), "box": (20,), "pam": (5,)}

FIDELE, AGENT, CHAUFFEUR, NETTOYEUR = Card("fidele"), Card("agent"), Card("chauffeur"), Card("nettoyeur")
STREET, CHEAT = Card("street"), Card("cheat")


def stone(count: int) -> Diamonds:
    return Diamonds(count)


def at(seat: int) -> Seats:
    return Seats((seat,))


def family(
    players: int = 8,
    *,
    jokers: int | None = None,
    nettoyeur: bool = False,
    parrain: int = 1,
    mode: str = "joueur",
    names: tuple[str, ...] = (),
    prologue: bool = False,
    introduction: Introduction = Introduction.FULL,
    words: Wordiness = Wordiness.NORMAL,
) -> CubaSetup:
    """Lay a table as the rulings have it."""
    return CubaSetup(
        game="cuba",
        players=players,
        tokens=tokens_of(TOKENS[players], nettoyeur=nettoyeur),
        jokers=JOKERS[players] if jokers is None else jokers,
        windows=WINDOWS,
        parrain=parrain,
        mode=Mode(mode),
        names=names,
        prologue=prologue,
        introduction=introduction,
        words=words,
    )


def laid_family(players: int, mode: str, values: Mapping[str, str]) -> CubaSetup:
    """Lay a table with the options that these texts spell."""
    options = cuba_options({name: (value,) for name, value in values.items()})
    return family(
        players,
        jokers=options.jokers,
        nettoyeur=options.nettoyeur,
        parrain=options.parrain,
        mode=mode,
        prologue=True,
        introduction=options.introduction,
        words=options.words,
    )


def after(setup: CubaSetup, *answers: Answer | int) -> Position:
    """Play these answers; a bare number is a count. Whoever has the box goes on by himself."""
    walk = Walk(setup)
    given = list[Answer]()
    for answer in (*answers, None):
        walk.run()
        while walk.pending is not None and walk.pending.question == HAS_BOX:
            given.append(DONE)
            walk.answer(DONE)
            walk.run()
        if answer is not None:
            given.append(Number(answer) if isinstance(answer, int) else answer)
            walk.answer(given[-1])
    return play(setup, given)


def waits(position: Position) -> str:
    """Return what is asked, and about whom."""
    assert position.pending is not None, position.outcome
    about = position.pending.about
    return position.pending.question + (f" {about}" if about else "")


def refused(position: Position, answer: Answer) -> Refusal | None:
    """Return why the question that is asked does not take an answer; None where it does."""
    assert position.pending is not None, position.outcome
    return refusal_of(position.pending, answer)


def said(effects: Iterable[Effect]) -> list[str]:
    """Return the ids of the lines that were said, in their order."""
    return [effect.line for effect in effects if isinstance(effect, Say)]


def audible(effects: Iterable[Effect]) -> list[Effect]:
    return [effect for effect in effects if isinstance(effect, Say | Pause | Window)]
