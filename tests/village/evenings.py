"""Evenings with one public history and many secrets, for the tests of what may be heard.

A `History` is what everybody sees: who dies when, by day and by night, whom a hunter shoots, who is elected.
Two evenings with the same history may differ in everything else: who holds what, of what the dead of the night
died, and whatever was done in the last night.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import assume
from hypothesis import strategies as st
from players import Players, any_answer, hands, option_texts
from tables import table

from narrator.core.answers import DONE, NOBODY, SILENT, YES, Answer, Card, Kind, Leave, Number, Seats, Tie
from narrator.core.effects import Ask, Effect, News, Say, Topic
from narrator.core.play import Setup, Walk, choices_of, refusal_of
from narrator.village.setup import Reveal, VillageSetup


@dataclass(frozen=True)
class History:
    """What is public: for each night and day gone by, who died (None: nobody); whom hunters shoot; the captain."""

    nights: tuple[int | None, ...]
    days: tuple[int | None, ...]
    shots: tuple[int, ...]
    captain: int
    seed: int

    @property
    def fallen(self) -> frozenset[int]:
        """Everybody who may have died in public."""
        return frozenset(seat for seat in (*self.nights, *self.days, *self.shots) if seat is not None)


@dataclass(frozen=True)
class Pair:
    """Two tables that look the same from outside, their public history, and what is secret at each."""

    one: VillageSetup
    other: VillageSetup
    history: History
    secrets: tuple[int, int]


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Draw two deals of one composition, and a public history that fits both."""
    cards, players = draw(hands(least=6, most=12))
    gone = draw(st.integers(0, min(3, (players - 3) // 2)), label="nights gone by")
    seats = draw(st.permutations(range(1, players + 1)), label="seats")
    tame = [seat for seat in seats if cards[seat - 1] not in ("loup-garou", "voleur")]
    targets = [seat for seat in tame if cards[seat - 1] != "chasseur"]
    hunters = sum(card == "chasseur" for card in cards)
    assume(len(targets) >= hunters)
    shots = tuple(targets[:hunters])
    tame = [seat for seat in tame if seat not in shots]
    by_night = draw(st.lists(st.booleans(), min_size=gone, max_size=gone), label="nights with a death")
    by_day = draw(st.lists(st.booleans(), min_size=gone, max_size=gone), label="days with a death")
    nights = [tame.pop() if dies and tame else None for dies in by_night]
    left = [seat for seat in seats if seat not in (*nights, *shots) and cards[seat - 1] != "voleur"]
    days = [left.pop() if dies and left else None for dies in by_day]
    seed = st.integers(0, 2**32)
    history = History(tuple(nights), tuple(days), shots, draw(st.integers(1, players), label="captain"), draw(seed))
    values = draw(option_texts())
    mode, deal = draw(st.sampled_from(("meneur", "joueur"))), draw(st.sampled_from(("narrator", "cards")))
    prologue = draw(st.booleans(), label="prologue")
    reveal = Reveal(values.get("reveal", "role"))

    def lay(cards: Sequence[str]) -> VillageSetup:
        held, centre = cards[:players], cards[players:]
        return table(held, centre, mode=mode, deal=deal, prologue=prologue, values=values)

    other = dealt_otherwise(cards, history, reveal, Random(draw(seed, label="the other deal")))
    return Pair(lay(cards), lay(other), history, (draw(seed), draw(seed)))


def dealt_otherwise(cards: Sequence[str], history: History, reveal: Reveal, chance: Random) -> list[str]:
    """Deal the cards anew, as far as nobody could tell from what the dead of the history show and do."""
    pinned = [seat - 1 for seat in history.fallen]
    free = [place for place in range(len(cards)) if place not in pinned]
    dealt = redealt(cards, pinned, chance)
    if reveal is Reveal.ROLE:
        return dealt
    for place in pinned:
        alike = [other for other in free if _alike(dealt[place], dealt[other])]
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


def _alike(shown: str, instead: str) -> bool:
    """Whether nobody can tell the two cards apart when they die unseen. A hunter is seen to shoot."""
    if "chasseur" in (shown, instead) or "voleur" in (shown, instead):
        return shown == instead
    return (shown == "loup-garou") == (instead == "loup-garou")


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
        self.potions = {"heal", "poison"}

    def run(self, begin: Setup | None = None) -> list[Effect] | None:
        """Play to the last night's dawn call; return what happened, None where the game ended before."""
        walk = Walk(begin or self.setup)
        past: list[Effect] = []
        while True:
            effect = walk.step()
            if effect is None or (isinstance(effect, News) and effect.topic is Topic.OUTCOME):
                return None
            past.append(effect)
            match effect:
                case News(topic=Topic.NIGHTFALL, number=number):
                    self.night = number
                    self.cause = self._cause()
                case Ask():
                    walk.answer(self.answer(effect))
                case Say(line="dawn") if self.night > len(self.history.nights):
                    return past
                case _:
                    pass

    def answer(self, ask: Ask) -> Answer:
        """Answer one question: in public as the history has it, in secret anyhow."""
        truth = self.told.truth(ask)
        if truth is not None:
            return truth
        if ask.slot is None:
            return self._in_public(ask)
        answer = self.knows(ask, self.night) or self._in_secret(ask)
        if ask.question == "thief.card" and isinstance(answer, Card):
            held = self.told.held
            self.told.held = tuple(answer.card if card == "voleur" else card for card in held)
        return answer

    def _in_public(self, ask: Ask) -> Answer:
        choices = choices_of(ask)
        if choices.kind is Kind.CONFIRM:
            return DONE
        if choices.kind is Kind.NUMBER:
            return Number(2 if ask.about == self._day() else 0)
        if choices.kind is Kind.YES_NO:
            return any_answer(choices, self.public)
        wanted = {
            "captain.elected": self.history.captain,
            "captain.tie": self.history.captain,
            "captain.successor": min(set(choices.seats) - self.history.fallen, default=None),
            "hunter.target": min(set(choices.seats) & set(self.history.shots), default=None),
        }.get(ask.question, self._day())
        if wanted not in choices.seats:
            return NOBODY if NOBODY in choices.words else Seats(choices.seats[:1])
        if choices.ties and self.public.random() < 0.2 and len(choices.seats) > 1:
            return Tie(tuple(sorted({wanted, self.public.choice([s for s in choices.seats if s != wanted])})))
        return Seats((wanted,))

    def _day(self) -> int | None:
        return self.history.days[self.night - 1] if 0 < self.night <= len(self.history.days) else None

    def _held(self, card: str) -> tuple[int, ...]:
        return tuple(seat for seat in self.setup.seats if self.told.held[seat - 1] == card)

    def _cause(self) -> str:
        """Choose, in secret, how this night's victim dies, or why nobody does."""
        if self.night > len(self.history.nights):
            return "free"
        victim = self.history.nights[self.night - 1]
        gone = {*self.history.nights[: self.night - 1], *self.history.days[: self.night - 1], *self.history.shots}
        brews = self.potions if set(self._held("sorcière")) - gone else set[str]()
        if victim is None:
            return self.secret.choice(["rest", "heal"] if "heal" in brews else ["rest"])
        causes = ["wolves", *(["poison"] if "poison" in brews else [])]
        if victim in self._held("petite-fille"):
            causes.append("caught")
        return self.secret.choice(causes)

    @property
    def heard_last(self) -> bool:
        """Whether what is done now is heard after the last dawn call only: a departure too."""
        return self.night > len(self.history.nights) or not self.history.nights

    def _in_secret(self, ask: Ask) -> Answer:
        choices = choices_of(ask)
        if self.cause == "free" or self.night == 0:
            if self.heard_last and ask.living and self.secret.random() < 0.1:
                return Leave(self.secret.choice(ask.living))
            return any_answer(choices, self.secret)
        quiet = self.secret.choice([word for word in (NOBODY, SILENT) if word in choices.words] or [SILENT])
        victim = self.history.nights[self.night - 1]
        wanted: Answer = quiet
        match ask.question:
            case "wolves.victim" if self.cause == "wolves" and victim is not None:
                wanted = Seats((victim,))
            case "wolves.victim" if self.cause in ("heal", "caught"):
                wanted = any_answer(replace(choices, words=()), self.secret)
            case "girl.caught":
                wanted = self._peeping(choices.seats, quiet)
            case "witch.heal" if self.cause == "heal":
                self.potions.discard("heal")
                wanted = YES
            case "witch.poison" if self.cause == "poison" and victim is not None:
                self.potions.discard("poison")
                wanted = Seats((victim,))
            case "cupid.lovers":
                safe = [seat for seat in choices.seats if seat not in self.history.fallen]
                pair = Seats(tuple(self.secret.sample(safe, 2))) if len(safe) > 1 else quiet
                wanted = self.secret.choice([pair, quiet])
            case "seer.target":
                wanted = any_answer(choices, self.secret)
            case "thief.card":
                _, centre = self.setup.dealt()
                ways: list[Answer] = [quiet, *(Card(card) for card in centre)]
                wanted = self.secret.choice(ways)
            case _:
                pass
        return wanted if refusal_of(ask, wanted) is None else quiet

    def _peeping(self, seats: Sequence[int], quiet: Answer) -> Answer:
        """Catch the girl where she is to die of it, else nobody, or a seat that is certainly not hers."""
        if self.cause == "caught":
            return Seats(self._held("petite-fille"))
        hers = (*self._held("petite-fille"), *self._held("voleur"))
        return self.secret.choice([quiet, *(Seats((seat,)) for seat in seats if seat not in hers)])
