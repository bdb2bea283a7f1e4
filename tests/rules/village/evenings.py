"""Evenings with one public history and many secrets, for the tests of what may be heard.

A `History` is what everybody sees: who dies when, by day and by night, whom a hunter shoots, who is elected.
Two evenings with the same history may differ in everything else: who holds what, of what the dead of the night
died, and whatever was done in the last night. Whether somebody sings then is public.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import assume
from hypothesis import strategies as st
from players import Players, any_answer, hands, option_texts
from tables import carriers, hunter_cards, table

from narrator.rules.core.answers import (
    DONE,
    HYMN,
    NOBODY,
    SILENT,
    YES,
    Answer,
    Card,
    Choices,
    Kind,
    Leave,
    Number,
    Seats,
    Tie,
)
from narrator.rules.core.effects import Ask, Effect, News, Say, Topic
from narrator.rules.core.play import Setup, Walk, choices_of, refusal_of
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.powers.swap import SWAPS
from narrator.rules.village.powers.when_attacked import TOUGH
from narrator.rules.village.table import Reveal


@dataclass(frozen=True)
class History:
    """What is public: for each night and day gone by, who died (None: nobody); whom hunters shoot; the captain.

    `song`: whoever can sing in the last night does.
    """

    nights: tuple[int | None, ...]
    days: tuple[int | None, ...]
    shots: tuple[int, ...]
    captain: int
    seed: int
    song: bool = False

    @property
    def fallen(self) -> frozenset[int]:
        return frozenset(seat for seat in (*self.nights, *self.days, *self.shots) if seat is not None)


@dataclass(frozen=True)
class Pair:
    """Two tables that look the same from outside, their public history, and what is secret at each."""

    one: VillageSetup
    other: VillageSetup
    history: History
    secrets: tuple[int, int]


@st.composite
def pairs(draw: st.DrawFn, game: str = "thiercelieux") -> Pair:
    """Draw two deals of one composition of a game, and a public history that fits both."""
    cards, players = draw(hands(game, least=6, most=12))
    swapping, avenging = carriers(game, *SWAPS.values()), carriers(game, "hunter")
    gone = draw(st.integers(0, min(3, (players - 3) // 2)), label="nights gone by")
    seats = draw(st.permutations(range(1, players + 1)), label="seats")
    wild = (*hunter_cards(game), *swapping, *carriers(game, *TOUGH))
    tame = [seat for seat in seats if cards[seat - 1] not in wild]
    targets = [seat for seat in tame if cards[seat - 1] not in avenging]
    hunters = sum(card in avenging for card in cards)
    assume(len(targets) >= hunters)
    shots = tuple(targets[:hunters])
    tame = [seat for seat in tame if seat not in shots]
    by_night = draw(st.lists(st.booleans(), min_size=gone, max_size=gone), label="nights with a death")
    values = draw(option_texts())
    must = values.get("must_vote") == "yes"  # whoever goes is pinned: no day is without a death
    by_day = draw(
        st.lists(st.just(True) if must else st.booleans(), min_size=gone, max_size=gone), label="days with a death"
    )
    nights = [tame.pop() if dies and tame else None for dies in by_night]
    left = [seat for seat in seats if seat not in (*nights, *shots) and cards[seat - 1] not in swapping]
    days = [left.pop() if dies and left else None for dies in by_day]
    assume(not must or None not in days)
    seed = st.integers(0, 2**32)
    captain, song = draw(st.integers(1, players), label="captain"), draw(st.booleans(), label="song")
    history = History(tuple(nights), tuple(days), shots, captain, draw(seed), song)
    mode, deal = draw(st.sampled_from(("meneur", "joueur"))), draw(st.sampled_from(("narrator", "cards")))
    prologue = draw(st.booleans(), label="prologue")
    reveal = Reveal(values.get("reveal", "role"))

    def lay(cards: Sequence[str]) -> VillageSetup:
        held, centre = cards[:players], cards[players:]
        return table(held, centre, game=game, mode=mode, deal=deal, prologue=prologue, values=values)

    other = dealt_otherwise(game, cards, history, reveal, Random(draw(seed, label="the other deal")))
    return Pair(lay(cards), lay(other), history, (draw(seed), draw(seed)))


def dealt_otherwise(game: str, cards: Sequence[str], history: History, reveal: Reveal, chance: Random) -> list[str]:
    """Deal the cards anew, as far as nobody could tell from what the dead of the history show and do."""
    pinned = [seat - 1 for seat in history.fallen]
    free = [place for place in range(len(cards)) if place not in pinned]
    dealt = redealt(cards, pinned, chance)
    if reveal is Reveal.ROLE:
        return dealt
    for place in pinned:
        alike = [other for other in free if _alike(game, dealt[place], dealt[other])]
        if alike:
            other = chance.choice(alike)
            dealt[place], dealt[other] = dealt[other], dealt[place]
    return dealt


def redealt(cards: Sequence[str], pinned: Sequence[int], chance: Random) -> list[str]:
    """Deal the cards anew, those at the pinned places (from 0) excepted."""
    free = [place for place in range(len(cards)) if place not in pinned]
    dealt = list(cards)
    for place, card in zip(free, chance.sample([cards[place] for place in free], len(free)), strict=True):
        dealt[place] = card
    return dealt


def _alike(game: str, shown: str, instead: str) -> bool:
    """Whether nobody can tell the two cards apart when they die unseen. A hunter shoots, a veteran takes two nights."""
    if {shown, instead} & {*carriers(game, "hunter", *SWAPS.values(), *TOUGH)}:
        return shown == instead
    return (shown in hunter_cards(game)) == (instead in hunter_cards(game))


class Evening:
    """One table playing a history. `knows` answers a secret question as it must be; None leaves it to chance."""

    def __init__(
        self,
        setup: VillageSetup,
        history: History,
        secret: int,
        knows: Callable[[Ask, int], Answer | None] = lambda _ask, _night: None,
    ) -> None:
        self.setup = setup
        self.history = history
        self.public = Random(history.seed)
        self.secret = Random(secret)
        self.knows = knows
        self.told = Players(setup, 0)
        self.night = 0
        self.cause = ""
        self.remedy = "minister" if setup.card_with("minister") else "witch"
        self.potions = {"save", "strike"}
        self.wounded: set[int] = set()
        self.shielded: int | None = None

    def run(self, begin: Setup | None = None) -> list[Effect] | None:
        """Play to the last night's dawn call; return what happened, None where the game ended before."""
        walk = Walk(begin or self.setup)
        past: list[Effect] = []
        while True:
            effect = walk.step()
            if effect is None or (isinstance(effect, News) and effect.topic is Topic.OUTCOME):
                return None
            past.append(effect)
            self.note(effect)
            match effect:
                case Ask():
                    walk.answer(self.answer(effect))
                case Say(line="dawn" | "hymn.day") if self.night > len(self.history.nights):
                    return past
                case _:
                    pass

    def note(self, effect: Effect) -> None:
        if isinstance(effect, News) and effect.topic is Topic.NIGHTFALL:
            self.night = effect.number
            self.shielded = None
            self.cause = self._cause()

    def answer(self, ask: Ask) -> Answer:
        """Answer one question: in public as the history has it, in secret anyhow."""
        truth = self.told.truth(ask)
        if truth is not None and refusal_of(ask, truth) is None:
            return truth
        if ask.slot is None:
            return self._in_public(ask)
        answer = self.knows(ask, self.night) or self._in_secret(ask)
        self.told.note(ask, answer)
        if ask.question == "wolves.victim" and isinstance(answer, Seats):
            self.wounded |= {*answer.seats}
        return answer

    def _in_public(self, ask: Ask) -> Answer:
        choices = choices_of(ask)
        if choices.kind is Kind.CONFIRM:
            return DONE
        if choices.kind is Kind.NUMBER:
            return Number(2 if ask.about == self._day() else 0)
        if choices.kind is Kind.YES_NO or ask.question == "sage.volunteers":
            return any_answer(choices, self.public)
        if ask.question == "denounce.target":
            return NOBODY
        wanted = {
            "captain.elected": self.history.captain,
            "captain.tie": self.history.captain,
            "captain.successor": min(set(choices.seats) - self.history.fallen, default=None),
            "hunter.target": min(set(choices.seats) & set(self.history.shots), default=None),
        }.get(ask.question, self._day())
        if wanted not in choices.seats:
            return NOBODY if NOBODY in choices.words else Seats(choices.seats[:1])
        # Where a vote takes two, a tie of two takes both, and one of them is nobody of the history.
        alone = choices.count[1] == 1
        if choices.ties and alone and self.public.random() < 0.2 and len(choices.seats) > 1:
            return Tie(tuple(sorted({wanted, self.public.choice([s for s in choices.seats if s != wanted])})))
        return Seats((wanted,))

    def _day(self) -> int | None:
        return self.history.days[self.night - 1] if 0 < self.night <= len(self.history.days) else None

    def _held(self, *powers: str) -> tuple[int, ...]:
        cards = [self.setup.card_with(power) for power in powers]
        return tuple(seat for seat in self.setup.seats if self.told.held[seat - 1] in cards)

    def _cause(self) -> str:
        """Choose, in secret, how this night's victim dies, or why nobody does."""
        if self.night > len(self.history.nights):
            return "free"
        victim = self.history.nights[self.night - 1]
        gone = {*self.history.nights[: self.night - 1], *self.history.days[: self.night - 1], *self.history.shots}
        brews = self.potions if set(self._held(self.remedy)) - gone else set[str]()
        if victim is None:
            causes = ["rest", *(["save"] if "save" in brews else [])]
            causes += ["shield"] if set(self._held("lawyer")) - gone else []
            causes += ["wound"] if set(self._held(*TOUGH)) - gone - self.wounded else []
            return self.secret.choice(causes)
        causes = ["wolves", *(["strike"] if "strike" in brews else [])]
        if victim in self._held("girl"):
            causes.append("caught")
        return self.secret.choice(causes)

    @property
    def heard_last(self) -> bool:
        """Whether what is done now is heard after the last dawn call only: a departure too.

        Who leaves while cards are dealt leaves before a day that opens the game.
        """
        opens_by_day = "martyr" in self.setup.powers or (self.setup.office and self.setup.options.election_day() == 0)
        if self.night == 0 and opens_by_day:
            return False
        return self.night > len(self.history.nights) or not self.history.nights

    def _in_secret(self, ask: Ask) -> Answer:
        choices = choices_of(ask)
        if HYMN in choices.words and self.history.song and self.night > len(self.history.nights):
            return HYMN
        if ask.question == "hymn":
            return SILENT
        choices = replace(choices, words=tuple(word for word in choices.words if word is not HYMN))
        if self.cause == "free" or self.night == 0:
            if self.heard_last and ask.living and self.secret.random() < 0.1:
                return Leave(self.secret.choice(ask.living))
            return any_answer(choices, self.secret)
        quiet = self.secret.choice([word for word in (NOBODY, SILENT) if word in choices.words] or [SILENT])
        wanted = self._as_it_must_be(ask, choices, quiet)
        return wanted if refusal_of(ask, wanted) is None else quiet

    def _as_it_must_be(self, ask: Ask, choices: Choices, quiet: Answer) -> Answer:
        """Answer so that this night ends as the history has it."""
        victim = self.history.nights[self.night - 1]
        power, _, what = ask.question.partition(".")
        match power, what:
            case "wolves", "victim":
                return self._attack(choices, victim, quiet)
            case "lawyer", _:
                return self._protection(choices, victim, quiet)
            case "girl", _:
                return self._peeping(choices.seats, quiet)
            case "witch" | "minister", "heal" | "protect" if self.cause == "save":
                self.potions.discard("save")
                return YES
            case "witch" | "minister", "poison" | "imprison" if self.cause == "strike" and victim is not None:
                self.potions.discard("strike")
                return Seats((victim,))
            case "cupid", _:
                safe = [seat for seat in choices.seats if seat not in self.history.fallen]
                pair = Seats(tuple(self.secret.sample(safe, 2))) if len(safe) > 1 else quiet
                return self.secret.choice([pair, quiet])
            case "thief" | "double", "card":
                _, centre = self.setup.dealt()
                ways: list[Answer] = [quiet, *(Card(card) for card in centre)]
                return self.secret.choice(ways)
            case (("seer" | "angel" | "message"), _):
                return any_answer(choices, self.secret)
            case _:
                return quiet

    def _attack(self, choices: Choices, victim: int | None, quiet: Answer) -> Answer:
        """Name the victim of the night, or somebody who will not die of it."""
        if self.cause == "wolves" and victim is not None:
            return Seats((victim,))
        if self.cause == "shield" and self.shielded is not None:
            return Seats((self.shielded,))
        if self.cause == "wound":
            tough = [seat for seat in choices.seats if seat in self._held(*TOUGH) and seat not in self.wounded]
            return Seats((tough[0],)) if tough else quiet
        return any_answer(replace(choices, words=()), self.secret) if self.cause in ("save", "caught") else quiet

    def _protection(self, choices: Choices, victim: int | None, quiet: Answer) -> Answer:
        """Protect whom the wolves will attack in vain; otherwise anybody but the victim of the night."""
        hunters = hunter_cards(self.setup.game)
        prey = [seat for seat in choices.seats if seat != victim and self.told.held[seat - 1] not in hunters]
        if not prey:
            return quiet
        chosen = self.secret.choice(prey)
        if self.cause == "shield":
            self.shielded = chosen
            return Seats((chosen,))
        return self.secret.choice([Seats((chosen,)), quiet])

    def _peeping(self, seats: Sequence[int], quiet: Answer) -> Answer:
        """Catch the girl where she is to die of it, else nobody, or a seat that is certainly not hers."""
        if self.cause == "caught":
            return Seats(self._held("girl"))
        hers = self._held("girl", *SWAPS.values())
        return self.secret.choice([quiet, *(Seats((seat,)) for seat in seats if seat not in hers)])
