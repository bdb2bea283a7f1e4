"""A night-and-day game from its first word to its last, in the order of its rule sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from narrator.rules.core.keyed_draws import shuffled
from narrator.rules.core.play import Confirm, Introduction, Mode, Play
from narrator.rules.core.secrets import Secret, unseal
from narrator.rules.village.phases.day import dawn, deliberate, election, second_vote
from narrator.rules.village.phases.dealing import deal
from narrator.rules.village.phases.deaths import depart, see_off
from narrator.rules.village.phases.epilogue import VillageOver, epilogue
from narrator.rules.village.phases.night import night
from narrator.rules.village.phases.office import elect
from narrator.rules.village.phases.prologue import prologue
from narrator.rules.village.powers.known import introduce_plain
from narrator.rules.village.powers.loners import split_table
from narrator.rules.village.state import VillageState
from narrator.rules.village.table import IN_BETWEEN, NEITHER, TURNING, VILLAGE, WOLVES, Deal, Options, Role


@dataclass(frozen=True, kw_only=True)
class VillageSetup:
    """One night-and-day game, as it is decided.

    `hand` is the public composition: how often each card is in play, the cards left in the centre included.
    `calls_first` and `calls_every` name the night calls in their order. `windows` gives the slots of each call
    in seconds at normal pace, `practised` the share of them that a call has from the third night on, unless it is its
    first. `key` deals and draws lots; `seed` is public. `fixed` is a deal decided elsewhere: the cards by seat, then
    the centre.
    """

    game: str
    players: int
    roles: tuple[Role, ...]
    hand: tuple[tuple[str, int], ...]
    calls_first: tuple[str, ...]
    calls_every: tuple[str, ...]
    windows: Mapping[str, tuple[float, ...]]
    options: Options = field(default_factory=Options)
    mode: Mode = Mode.JOUEUR
    deal: Deal = Deal.NARRATOR
    office: str | None = None
    names: tuple[str, ...] = ()
    floor: float = 8.0
    practised: float = 1.0
    seed: int = 0
    key: Secret[bytes] = field(default_factory=lambda: Secret(b""))
    fixed: Secret[tuple[tuple[str, ...], tuple[str, ...]]] | None = None
    prologue: bool = True

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    @property
    def told(self) -> bool:
        """Return whether the narrator learns the cards from a leader, call by call."""
        return self.mode is Mode.MENEUR and self.deal is Deal.CARDS

    @property
    def confirm(self) -> Confirm:
        return self.options.confirm

    @property
    def undealt(self) -> int:
        """Return the number of cards that stay in the centre."""
        return sum(count for _, count in self.hand) - self.players

    def role(self, card: str) -> Role:
        return self._by_card[card]

    def camp_shown(self, card: str) -> str:
        """Return the camp that a card shows: a hunter's always that of the hunters, neither one that is in between."""
        role = self.role(card)
        return NEITHER if role.camp == VILLAGE and not IN_BETWEEN.isdisjoint(role.powers) else role.camp

    def count(self, card: str) -> int:
        return self._counts[card]

    def knows(self, power: str) -> bool:
        """Return whether a card of the game carries a power, in play or not."""
        return any(power in role.powers for role in self.roles)

    def card_with(self, power: str) -> str | None:
        """Return the card of the composition that carries a power; of several, the first."""
        cards = self.cards_with(power)
        return cards[0] if cards else None

    def cards_with(self, power: str) -> tuple[str, ...]:
        return self._carriers.get(power, ())

    @property
    def may_turn(self) -> bool:
        """Return whether somebody may come to hunt whose card does not."""
        return not self.powers.isdisjoint(TURNING)

    # --- what a game looks up thousands of times -----------------------------------------------------------------

    @cached_property
    def hunters(self) -> frozenset[str]:
        return frozenset(role.card for role in self.roles if role.camp == WOLVES)

    @cached_property
    def powers(self) -> frozenset[str]:
        return frozenset(self._carriers)

    @cached_property
    def _by_card(self) -> dict[str, Role]:
        return {role.card: role for role in self.roles}

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(dict(self.hand))

    @cached_property
    def _carriers(self) -> dict[str, tuple[str, ...]]:
        carriers: dict[str, tuple[str, ...]] = {}
        for card in (card for card, count in self.hand if count):
            for power in self.role(card).powers:
                carriers[power] = (*carriers.get(power, ()), card)
        return carriers

    def dealt(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the program's deal: the cards by seat, and the centre."""
        if self.fixed is not None:
            return unseal(self.fixed)
        pack = [card for card, count in self.hand for _ in range(count)]
        cards = shuffled(unseal(self.key), pack, "deal")
        return tuple(cards[: self.players]), tuple(cards[self.players :])

    def begin(self) -> Play[str]:
        state = VillageState(self, depart)
        if self.prologue and state.options.introduction is not Introduction.NONE:
            yield from prologue(state)
        yield from deal(state)
        state.departures_wait = False
        outcome = yield from _until_over(state)
        yield from epilogue(state, outcome)
        return outcome


def _until_over(state: VillageState) -> Play[str]:
    try:
        yield from introduce_plain(state)
        yield from split_table(state)
        if state.setup.office is not None and state.options.election_day() == 0:
            yield from see_off(state)
            yield from elect(state)
        if "martyr" in state.setup.powers:
            yield from see_off(state)
            yield state.say("martyr.open")
            yield from deliberate(state)
        while True:
            yield from night(state)
            yield from dawn(state)
            yield from election(state)
            yield from deliberate(state)
            yield from second_vote(state)
    except VillageOver as over:
        return over.outcome
