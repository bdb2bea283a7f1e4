"""Scenes: transcripts of games that read as they would be heard, and the stage that plays them.

One statement a line. Before the first word:

    # what is proved, in our own words
    table CARD CARD villageois*3     the deal, by seat; or, for a game of the box,
    family PLAYERS                   how many sit at the table, the parrain included
    centre CARD CARD                 the cards that stay in the middle
    mode meneur   deal cards   key K  set OPTION=VALUE ...

Then, in the order of the game:

    QUESTION? ANSWER          the next question is this one, and is answered so
    refused QUESTION? ANSWER  the question that stands does not take this
    > LINE WORD ...           said, with these seats or cards (none written: any)
    below LINE [TERMS]        shown below a line that is said
    shown LINE WORD ... to X  shown in private to a card, `seat N` or `leader`
    window CALL SECONDS       a window of this length opens
    death N                   the death becomes public
    silence LINE              LINE is neither said nor shown from here to the next question
    never LINE                nowhere in the scene is LINE said, shown or asked
    outcome WORD              the game ends so
    waits QUESTION?           the scene ends before this question

Every question of the game must stand in the scene, except offers and `debate.end`, which answer themselves
unless written. Everything else is a selection: what is written happens in this order, more may happen between.
Answers: seats, `none`, `silent`, `yes`, `no`, `done`, `keep`, `guilty`, `acquitted`, `hymn`, `tie N N`, `tie N N
clear N`, a card, a number (of diamonds too), `leave N`, `text WORD ...`. The folder of a scene names its game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from havana import laid_family
from tables import table

from narrator.rules.core.answers import DONE, NO, Answer, Card, Diamonds, Kind, Leave, Number, Seats, Text, Tie, Token
from narrator.rules.core.effects import (
    Ask,
    Audience,
    Effect,
    Fact,
    Holders,
    Leader,
    News,
    Player,
    Say,
    Show,
    Term,
    Terms,
    Topic,
    Value,
    Window,
)
from narrator.rules.core.play import Walk, choices_of, refusal_of
from narrator.rules.core.secrets import Secret, unseal
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.village.game import VillageSetup

LAYING = ("table", "family", "centre", "mode", "deal", "key", "set")


class SceneError(AssertionError):
    """The game went otherwise than the scene says. The message names the scene's line."""


@dataclass(frozen=True)
class Statement:
    """One line of a scene: its number, its first word, the rest."""

    number: int
    verb: str
    words: tuple[str, ...]
    text: str


@dataclass
class Scene:
    """A scene as written: the ruling it proves, the table, what happens."""

    name: str
    game: str
    ruling: str
    laid: dict[str, tuple[str, ...]]
    statements: list[Statement] = field(default_factory=list)

    def setup(self) -> VillageSetup | CubaSetup:
        values = dict(word.split("=", 1) for word in self.laid.get("set", ()))
        if "family" in self.laid:
            return laid_family(int(self.laid["family"][0]), "".join(self.laid.get("mode", ("joueur",))), values)
        return table(
            self.laid["table"],
            self.laid.get("centre", ()),
            game=self.game,
            mode=" ".join(self.laid.get("mode", ("joueur",))),
            deal=" ".join(self.laid.get("deal", ("narrator",))),
            key=" ".join(self.laid.get("key", ("scene",))).encode(),
            values=values,
        )


def read(path: Path, game: str = "") -> Scene:
    """Read a scene from its file; its game is that of its folder, if it is not told."""
    lines = path.read_text(encoding="utf-8").splitlines()
    ruling = " ".join(line.lstrip("# ") for line in lines if line.startswith("#"))
    laid: dict[str, tuple[str, ...]] = {}
    statements: list[Statement] = []
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] in LAYING:
            laid[words[0]] = laid.get(words[0], ()) + tuple(words[1:])
        else:
            statements.append(Statement(number, words[0], tuple(words[1:]), line.strip()))
    return Scene(path.stem, game or path.parent.name, ruling, laid, statements)


class Stage:
    """Plays one scene against the engine, and remembers everything that happened in `effects` and `answers`."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.setup = scene.setup()
        self.walk = Walk(self.setup)
        self.effects: list[Effect] = []
        self.answers: list[Answer] = []
        self.stretch: list[Effect] = self._run()

    def play(self) -> None:
        """Play the scene to its end.

        Raises:
            SceneError: the game went otherwise.
        """
        for statement in self.scene.statements:
            self._do(statement)
        for statement in self.scene.statements:
            if statement.verb == "never" and any(_id(effect) == statement.words[0] for effect in self.effects):
                self._fail(statement, f"{statement.words[0]} happened")
        if self.scene.statements[-1].verb not in ("outcome", "waits", "never"):
            self._fail(self.scene.statements[-1], "a scene ends with an outcome or with the question it waits at")

    def _do(self, statement: Statement) -> None:
        verb, words = statement.verb, statement.words
        if verb.endswith("?"):
            self._ask(statement, verb[:-1])
            self._answer(_answer(self._pending(statement), words))
        elif verb == "refused":
            question = self._ask(statement, words[0].removesuffix("?"))
            if refusal_of(question, _answer(question, words[1:])) is None:
                self._fail(statement, "it was not refused")
        elif verb == "waits":
            self._ask(statement, words[0].removesuffix("?"))
        elif verb == "outcome":
            self._skip_offers(statement, "")
            if self.walk.outcome != " ".join(words):
                self._fail(statement, f"the outcome is {self.walk.outcome}")
        elif verb == "silence":
            if any(_id(effect) == words[0] for effect in self.stretch):
                self._fail(statement, f"{words[0]} happened")
        elif verb != "never":
            self._expect(statement)

    def _run(self) -> list[Effect]:
        effects = self.walk.run()
        self.effects += effects
        return effects

    def _answer(self, answer: Answer) -> None:
        self.answers.append(answer)
        self.walk.answer(answer)
        self.stretch = self._run()

    def _pending(self, statement: Statement) -> Ask:
        if self.walk.pending is None:
            self._fail(statement, f"nothing is asked: the game is over ({self.walk.outcome})")
        assert self.walk.pending is not None
        return self.walk.pending

    def _ask(self, statement: Statement, question: str) -> Ask:
        """Come to the question, answering the offers on the way."""
        self._skip_offers(statement, question)
        pending = self._pending(statement)
        if pending.question != question:
            self._fail(statement, f"{pending.question} is asked, {plainly(pending)}")
        refusal = refusal_of(pending, _answer(pending, statement.words)) if statement.verb.endswith("?") else None
        if refusal is not None:
            self._fail(statement, f"{refusal.value}: {plainly(pending)}")
        return pending

    def _skip_offers(self, statement: Statement, until: str) -> None:
        while (ask := self.walk.pending) is not None and ask.offer and ask.question != until:
            self._answer(DONE if DONE in choices_of(ask).words else NO)
            if len(self.effects) > 20_000:
                self._fail(statement, "the game asks the same offer for ever")

    def _expect(self, statement: Statement) -> None:
        """Find what the statement says among the effects that were not yet passed; answer offers if need be."""
        passed: list[Effect] = []
        while True:
            for place, effect in enumerate(self.stretch):
                if _matches(effect, statement):
                    del self.stretch[: place + 1]
                    return
            ask = self.walk.pending
            passed += self.stretch
            if ask is None or not ask.offer:
                self._fail(statement, f"since then: {[_spelled(effect) for effect in passed if _id(effect)]}")
            assert ask is not None
            self._answer(DONE if DONE in choices_of(ask).words else NO)

    def _fail(self, statement: Statement, why: str) -> None:
        raise SceneError(f"{self.scene.name}.scene:{statement.number}: `{statement.text}`: {why}")


def _answer(ask: Ask, words: Sequence[str]) -> Answer:
    """Read an answer, as the question would understand it."""
    if words[:1] == ("leave",):
        return Leave(int(words[1]))
    if words[:1] == ("tie",):
        tied, _, clear = " ".join(words[1:]).partition(" clear ")
        return Tie(tuple(int(word) for word in tied.split()), int(clear) if clear else None)
    if words[:1] == ("text",):
        return Text(" ".join(words[1:]))
    if words[0].isdigit():
        if choices_of(ask).kind is Kind.NUMBER:
            return Number(int(words[0]))
        if choices_of(ask).kind is Kind.TAKE:
            return Diamonds(int(words[0]))
        return Seats(tuple(int(word) for word in words))
    tokens = {token.value: token for token in Token}
    return tokens.get(words[0]) or Card(words[0])


def _id(effect: Effect) -> str:
    match effect:
        case Say(line=line) | Show(line=line):
            return line
        case Ask(question=question):
            return question
        case Window(call=call):
            return f"window {call}"
        case News(topic=Topic.DEATH, seat=seat):
            return f"death {seat}"
        case _:
            return ""


def _terms(args: Iterable[tuple[str, Term | Fact]]) -> tuple[str, ...]:
    return tuple(word for _, term in args for word in _spell(term.value))


def _spell(value: Value) -> list[str]:
    """Spell a seat, seats, a card, a camp, a number or a hand (`card*count`)."""
    parts = value if isinstance(value, tuple) else (value,)
    return ["*".join(str(bit) for bit in part) if isinstance(part, tuple) else str(part) for part in parts]


def _opened(sealed: Secret[Terms]) -> Terms:
    return unseal(sealed)


def _audience(to: Audience) -> tuple[str, ...]:
    match to:
        case Holders(card=card):
            return (card,)
        case Player(seat=seat):
            return ("seat", str(seat))
        case Leader():
            return ("leader",)
        case _:
            return ("all",)


def _matches(effect: Effect, statement: Statement) -> bool:
    words = statement.words
    match statement.verb, effect:
        case ">", Say(line=line, args=args):
            return words[0] == line and (len(words) == 1 or words[1:] == _terms(args))
        case "below", Say(notes=notes):
            return any(words[0] == note.line and words[1:] in ((), _terms(note.args)) for note in notes)
        case "shown", Show(line=line, args=sealed, to=to):
            cut = words.index("to") if "to" in words else len(words)
            return (
                words[0] == line and words[1:cut] == _terms(_opened(sealed)) and words[cut + 1 :] in ((), _audience(to))
            )
        case "window", Window(call=call, seconds=seconds):
            return words == (call, f"{seconds:g}")
        case "death", News(topic=Topic.DEATH, seat=seat):
            return words == (str(seat),)
        case _:
            return False


def _spelled(effect: Effect) -> str:
    match effect:
        case Say(line=line, args=args):
            return " ".join((">", line, *_terms(args)))
        case Show(line=line, args=sealed, to=to):
            return " ".join(("shown", line, *_terms(_opened(sealed)), "to", *_audience(to)))
        case Ask():
            return f"{effect.question}?"
        case Window(call=call, seconds=seconds):
            return f"window {call} {seconds:g}"
        case _:
            return _id(effect)


def plainly(ask: Ask) -> str:
    choices = choices_of(ask)
    words = [token.value for token in choices.words]
    return f"which takes {[*choices.seats, *words, *choices.cards]}"
