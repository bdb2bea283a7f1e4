"""Players for the tests: random tables, and people around them who answer at random but legally."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from tables import table

from narrator.core.answers import Answer, Card, Choices, Kind, Leave, Number, Seats, Tie
from narrator.core.effects import Ask, Effect
from narrator.core.play import Walk, choices_of, refusal_of
from narrator.village.setup import VillageSetup

SPECIALS = ("voyante", "sorcière", "cupidon", "petite-fille")


@st.composite
def hands(draw: st.DrawFn, least: int = 5, most: int = 40) -> tuple[list[str], int]:
    """Draw the cards in play, shuffled, and how many of them are dealt (with the thief two stay in the centre)."""
    players = draw(st.integers(least, most), label="players")
    specials = draw(st.lists(st.sampled_from(SPECIALS), unique=True), label="specials")
    specials += ["chasseur"] * draw(st.integers(0, 2), label="hunters")
    thief = draw(st.booleans(), label="thief")
    cards = [*specials, "voleur"] if thief else specials
    cards = cards[: players - 1]
    total = players + (2 if "voleur" in cards else 0)
    wolves = draw(st.integers(1, max(1, min(total - len(cards), 2 + players // 4))), label="wolves")
    cards += ["loup-garou"] * wolves
    cards += ["villageois"] * (total - len(cards))
    return draw(st.permutations(cards), label="cards"), players


@st.composite
def option_texts(draw: st.DrawFn) -> dict[str, str]:
    """Draw any setting of the options."""
    yes_no = st.sampled_from(("yes", "no"))
    return draw(
        st.fixed_dictionaries(
            {},
            optional={
                "reveal": st.sampled_from(("role", "camp", "nothing")),
                "call_the_dead": yes_no,
                "drum": yes_no,
                "relay": yes_no,
                "parity": yes_no,
                "elect": st.sampled_from(("start", "day:1", "day:2", "never")),
                "revenge": st.sampled_from(("must", "may")),
                "revenge_on": st.sets(st.sampled_from(("night", "vote", "grief", "shot"))).map(",".join),
                "count_votes": yes_no,
                "debate": st.sampled_from(("0", "300")),
            },
        ),
        label="options",
    )


@st.composite
def setups(draw: st.DrawFn, least: int = 5, most: int = 40) -> VillageSetup:
    """Draw a table: its cards and their deal, its mode, its options, its key."""
    cards, players = draw(hands(least, most))
    return table(
        cards[:players],
        cards[players:],
        mode=draw(st.sampled_from(("meneur", "joueur")), label="mode"),
        deal=draw(st.sampled_from(("narrator", "cards")), label="deal"),
        key=draw(st.binary(min_size=1, max_size=4), label="key"),
        prologue=draw(st.booleans(), label="prologue"),
        values=draw(option_texts()),
    )


def any_answer(choices: Choices, chance: Random) -> Answer:
    """Draw one legal answer to a question: any of its words, seats, ties, cards or numbers."""
    ways: list[Answer] = list(choices.words)
    least, most = choices.count[0], min(choices.count[1], len(choices.seats))
    if choices.seats and least <= most:
        ways += [Seats(tuple(chance.sample(choices.seats, chance.randint(least, most))))] * 6
    if choices.ties and len(choices.seats) > 1:
        ways.append(Tie(tuple(sorted(chance.sample(choices.seats, chance.randint(2, len(choices.seats)))))))
    ways += [Card(card) for card in choices.cards]
    if choices.kind is Kind.NUMBER:
        ways.append(Number(chance.randint(*choices.numbers)))
    assert ways, f"no answer is legal: {choices}"
    return chance.choice(ways)


class Players:
    """A table of players who answer at random, legally; what is in their hands they tell as it is, mostly.

    `leaving` is the share of questions at which somebody leaves instead, `honest` the share of true cards.
    """

    def __init__(self, setup: VillageSetup, seed: int, *, leaving: float = 0.0, honest: float = 1.0) -> None:
        self.setup = setup
        self.held, _ = setup.dealt()
        self.chance = Random(seed)
        self.leaving = leaving
        self.honest = honest

    def answer(self, ask: Ask) -> Answer:
        """Answer one question."""
        if ask.living and self.chance.random() < self.leaving:
            return Leave(self.chance.choice(ask.living))
        truth = self.truth(ask)
        if truth is not None and self.chance.random() < self.honest:
            return truth
        return any_answer(choices_of(ask), self.chance)

    def truth(self, ask: Ask) -> Answer | None:
        """What the cards in the players' hands say to a question about cards; None where it is about none."""
        power, _, what = ask.question.partition(".")
        if what == "card" and power in ("deal", "death"):
            true: Answer = Card(self.held[(ask.about or 0) - 1])
        elif what in ("seat", "seats", "count"):
            card = self.setup.card_with(power)
            holders = tuple(seat for seat in self.setup.seats if self.held[seat - 1] == card)
            true = Number(len(holders)) if what == "count" else Seats(holders)
        else:
            return None
        return true if refusal_of(ask, true) is None else None


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
