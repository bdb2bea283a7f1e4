"""Random tables, people around them who answer at random but legally, and what they would type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from declared import assert_declared
from hypothesis import strategies as st
from shipped import shipped
from tables import NIGHT_GAMES, dealt, extension_cards, hunter_cards, rules_of, runs, table

from narrator.evening.rehearsal.rehearsal import Guesser
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.answers import (
    NOBODY,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Seats,
    Text,
    Tie,
    Token,
)
from narrator.rules.core.effects import Ask, Effect, News, Topic
from narrator.rules.core.play import Mode, Setup, Walk, choices_of, refusal_of
from narrator.rules.core.secrets import Secret
from narrator.rules.village.catalogue import vocabulary
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.epilogue import OUTCOMES
from narrator.rules.village.powers import POWERS
from narrator.rules.village.powers.loners import MARTYR_OUTCOME, PIPER_OUTCOME, SECTARIAN_OUTCOME, WHITEWOLF_OUTCOME
from narrator.rules.village.powers.swap import SWAPS
from narrator.rules.village.table import Deal
from narrator.table.games.registry import engine_of
from narrator.table.journal.journal import JournalError
from narrator.table.session.replay import replay
from narrator.table.setup.setup_answers import SetupAnswers

PACK_OF_CARDS = 32


def specials_of(game: str) -> tuple[str, ...]:
    """Return the cards with a power that are not the hunters', those of the extensions left out."""
    cards = rules_of(game).cards
    return tuple(
        card for card, it in cards.items() if it.powers and card not in hunter_cards(game) and not it.extension
    )


def _of_extensions(draw: st.DrawFn, game: str) -> list[str]:
    """Draw some cards of the extensions, siblings together."""
    boxes = {card: rules_of(game).cards[card].box for card in extension_cards(game)}
    named = draw(st.lists(st.sampled_from(sorted(boxes)), unique=True), label="extensions") if boxes else []
    return [card for card in named for _ in range(boxes[card])]


@st.composite
def hands(
    draw: st.DrawFn, game: str, least: int = 5, most: int = 40, *, extensions: bool = False
) -> tuple[list[str], int]:
    """Draw the cards in play, shuffled, and how many of them are dealt; the others stay in the centre."""
    rules = rules_of(game)
    players = draw(st.integers(least, min(most, rules.players.hard_most)), label="players")
    cards: list[str] = []
    once = [card for card in specials_of(game) if all(POWERS[power].alone for power in rules.cards[card].powers)]
    if once:
        cards += draw(st.lists(st.sampled_from(once), unique=True), label="specials")
    for card in specials_of(game):
        if card not in once:
            cards += [card] * draw(st.integers(0, 2), label=card)
    if extensions:
        cards = cards[: players // 2] + _of_extensions(draw, game)
    cards = cards[: players - 1]
    total = players + sum(count for card in cards for count in rules.cards[card].adds.values())
    (hunter,) = hunter_cards(game)
    hunters = draw(st.integers(1, max(1, min(total - len(cards), 2 + players // 4))), label="hunters")
    cards += [hunter] * hunters
    cards += [rules.filler] * (total - len(cards))
    return draw(st.permutations(cards), label="cards"), players


YES_NO = st.sampled_from(("yes", "no"))
OPTIONS: Mapping[str, st.SearchStrategy[str]] = {
    "reveal": st.sampled_from(("role", "camp", "nothing")),
    "call_the_dead": YES_NO,
    "drum": YES_NO,
    "relay": YES_NO,
    "parity": st.sampled_from(("yes", "no", "majority")),
    "elect": st.sampled_from(("start", "day:1", "day:2", "never")),
    "revenge": st.sampled_from(("must", "may")),
    "revenge_on": st.sets(st.sampled_from(("night", "vote", "grief", "shot"))).map(lambda them: ",".join(sorted(them))),
    "count_votes": YES_NO,
    "double_elimination": YES_NO,
    "volunteers": YES_NO,
    "day": st.sampled_from(("vote", "trials")),
    "debate": st.sampled_from(("0", "300")),
    "lovers": st.sampled_from(("round", "call")),
    "introduction": st.sampled_from(("none", "short", "cards", "full")),
    "words": st.sampled_from(("few", "normal", "rich")),
    "turns": st.sampled_from(("0", "45")),
    "must_vote": YES_NO,
    "quiet_night": YES_NO,
}


@st.composite
def option_texts(draw: st.DrawFn) -> dict[str, str]:
    return draw(st.fixed_dictionaries({}, optional=dict(OPTIONS)), label="options")


@st.composite
def setups(
    draw: st.DrawFn, game: str | None = None, least: int = 5, most: int = 40, *, extensions: bool = False
) -> VillageSetup:
    """Draw a table of a game, or of any: its cards and their deal, its mode, its options, its key."""
    game = game or draw(st.sampled_from(NIGHT_GAMES), label="game")
    cards, players = draw(hands(game, least, most, extensions=extensions))
    values = draw(option_texts())
    if extensions:
        values |= draw(st.fixed_dictionaries({}, optional={"elder_revenge": YES_NO, "girl_protected": YES_NO}))
    if len(cards) > PACK_OF_CARDS:
        values["playing_cards"] = "no"
    return table(
        cards[:players],
        cards[players:],
        game=game,
        mode=draw(st.sampled_from(("meneur", "joueur")), label="mode"),
        deal=draw(st.sampled_from(("narrator", "cards")), label="deal"),
        key=draw(st.binary(min_size=1, max_size=4), label="key"),
        prologue=draw(st.booleans(), label="prologue"),
        values=values,
    )


def any_answer(choices: Choices, chance: Random) -> Answer:
    """Draw one legal answer to a question: any of its words, seats, ties, cards, numbers or texts."""
    ways: list[Answer] = list(choices.words)
    least, most = choices.count[0], min(choices.count[1], len(choices.seats))
    if choices.seats and least <= most:
        ways += [Seats(tuple(chance.sample(choices.seats, chance.randint(least, most))))] * 6
    if choices.ties and len(choices.seats) > 1:
        ways.append(_any_tie(choices, chance))
    ways += [Card(card) for card in choices.cards]
    if choices.kind is Kind.NUMBER:
        ways.append(Number(chance.randint(*choices.numbers)))
    if choices.kind is Kind.TEXT:
        ways.append(Text("".join(chance.choices("abc ", k=chance.randint(1, choices.length)))))
    assert ways, f"no answer is legal: {choices}"
    return chance.choice(ways)


def _any_tie(choices: Choices, chance: Random) -> Tie:
    """Draw a tie; where two may be out, sometimes with one who is clear."""
    tied = chance.sample(choices.seats, chance.randint(2, len(choices.seats)))
    if choices.count[1] > 1 and len(tied) > 2 and chance.random() < 0.5:
        return Tie(tuple(sorted(tied[1:])), tied[0])
    return Tie(tuple(sorted(tied)))


class Players:
    """A table of players who answer at random, legally; what is in their hands they tell as it is, mostly.

    `leaving` is the share of questions at which somebody leaves instead, `honest` the share of true cards.
    """

    def __init__(self, setup: VillageSetup, seed: int, *, leaving: float = 0.0, honest: float = 1.0) -> None:
        self.setup = setup
        held, self.centre = setup.dealt()
        self.held = list(held)
        self.chance = Random(seed)
        self.leaving = leaving
        self.honest = honest

    def answer(self, ask: Ask) -> Answer:
        if ask.living and self.chance.random() < self.leaving:
            return Leave(self.chance.choice(ask.living))
        truth = self.truth(ask)
        if truth is not None and self.chance.random() < self.honest and refusal_of(ask, truth) is None:
            return truth
        choices = choices_of(ask)
        if ask.question in SWAPS and self.setup.told and self.honest == 1.0:
            # A leader with real cards knows the centre, and the narrator does not.
            choices = replace(choices, cards=tuple(sorted(set(self.centre))))
        answer = any_answer(choices, self.chance)
        self.note(ask, answer)
        return answer

    def note(self, ask: Ask, answer: Answer) -> None:
        if ask.question in SWAPS and isinstance(answer, Card):
            own = self.setup.card_with(SWAPS[ask.question])
            self.held = [answer.card if card == own else card for card in self.held]

    def truth(self, ask: Ask) -> Answer | None:
        """What the cards in the players' hands say to a question about cards; None where it is about none.

        Of several seats, those that may wake up: the living.
        """
        power, _, what = ask.question.partition(".")
        if what == "card" and power in ("deal", "death"):
            return Card(self.held[(ask.about or 0) - 1])
        cards = self.setup.cards_with(power)
        if not cards or what not in ("seat", "seats", "count"):
            return None  # `vote.count` counts hands
        holders = tuple(seat for seat in ask.living if self.held[seat - 1] in cards)
        if what == "count":
            return Number(len(holders))
        return Seats(holders) if holders else NOBODY


def game(setup: VillageSetup, players: Players, bound: int = 10_000) -> tuple[list[Effect], list[Answer], Walk]:
    """Play a game to its end; fail where it takes more answers than the bound."""
    walk = Walk(setup)
    effects, answers = walk.run(), list[Answer]()
    while walk.pending is not None:
        assert len(answers) < bound, f"the game does not end: {walk.pending.question}"
        answers.append(players.answer(walk.pending))
        walk.answer(answers[-1])
        effects += walk.run()
    return effects, answers, walk


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
    pack = shipped(game)
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


VOCABULARY = vocabulary(POWERS)
ALONE = {MARTYR_OUTCOME, PIPER_OUTCOME, WHITEWOLF_OUTCOME, SECTARIAN_OUTCOME}
"""The outcomes of who wins alone."""


def played_to_its_end(setup: VillageSetup, players: Players) -> str:
    """Play a game, and return its outcome, once all of it has been looked at."""
    effects, _, walk = game(setup, players)
    assert_declared(setup, effects, VOCABULARY)
    dead = [effect.seat for effect in effects if isinstance(effect, News) and effect.topic is Topic.DEATH]
    assert len(dead) == len(set(dead)), "nobody dies twice"
    assert walk.outcome in {*OUTCOMES, *ALONE}
    return walk.outcome or ""


def thousand_games(card: str) -> None:
    """Play games with a card in every mode and deal; a tenth of a tenth in a short run."""
    held = [card] * extension_cards("thiercelieux").count(card)
    hand = [*held, *dealt("loup-garou*2 voyante sorcière petite-fille villageois*4")]
    for number in range(runs(1000, tenths=0.4)):
        mode, deal = ("meneur", "joueur")[number % 2], ("narrator", "cards")[number // 2 % 2]
        setup = table(hand, mode=mode, deal=deal, key=number.to_bytes(2, "big"))
        played_to_its_end(setup, Players(setup, number))
