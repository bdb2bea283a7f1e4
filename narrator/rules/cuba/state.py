"""The state of one game of Mafia de Cuba: who is in, what was counted, what came out of which pocket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from narrator.rules.core.answers import Card, Choices, Diamonds, Kind, Number
from narrator.rules.core.effects import Ask, Count, Deed, Form, Player, Tells, Term, Window
from narrator.rules.core.play import Mode, Play
from narrator.rules.core.secrets import Secret
from narrator.rules.core.table_state import TableState
from narrator.rules.cuba.takes import CHEAT, POCKETS, STREET, TOKENS, BoxContents, EnquiryEnd, Situation, Take

if TYPE_CHECKING:
    from narrator.rules.cuba.game import CubaSetup

HIDDEN, RETURNED = "hidden", "returned"
"""The parrain's two counts."""


class EnquiryOver(Exception):  # noqa: N818 - not an error: the way out of whatever the table was in the middle of
    """The enquiry is over."""

    def __init__(self, ending: EnquiryEnd, alone: int | None = None) -> None:
        self.ending = ending
        self.alone = alone


class CubaState(TableState):
    """Seats, counts and pockets.

    The parrain is one of the living, and while he counts departures wait. `counts` are what he keyed, by the name of
    the window. `order` are those that had the box. `takes` is what pockets have shown so far, `loot` the diamonds found
    on cheats. `judged` are the accused who emptied their pockets, shot or not, with whether they were found guilty.
    """

    def __init__(self, setup: CubaSetup, depart: Callable[[CubaState, int], Play[None]]) -> None:
        super().__init__(setup.seats, depart)
        self.setup = setup
        self.parrain = setup.parrain
        self.order: list[int] = []
        self.counts: dict[str, int] = {}
        self.jokers = setup.jokers
        self.takes: dict[int, Take] = {}
        self.loot: dict[int, int] = {}
        self.out: set[int] = set()
        self.shot: set[int] = set()
        self.left: set[int] = set()
        self.over = False
        self.judged: list[tuple[int, bool]] = []

    # --- what is known --------------------------------------------------------------------------------------

    @property
    def stolen(self) -> int:
        """Diamonds missing by the parrain's counts: none or fewer where these cannot be right, or are not made."""
        if len(self.counts) < len((HIDDEN, RETURNED)):
            return 0
        return self.setup.diamonds - sum(self.counts.values())

    @property
    def recovered(self) -> int:
        """The diamonds of everybody who was put out."""
        return sum(self.worth(seat) for seat in self.out)

    @property
    def counted(self) -> bool:
        """Whether the counts can be: somebody has stolen, and no less than has been found."""
        return self.stolen >= max(1, self.recovered)

    @property
    def suspects(self) -> tuple[int, ...]:
        """Whom the parrain may still accuse."""
        return tuple(seat for seat in self.living if seat != self.parrain)

    @property
    def settled(self) -> bool:
        """Whether nothing is left to be found."""
        return self.recovered >= self.stolen or not self.suspects

    def missing(self, seat: int) -> int:
        """Return how many diamonds may still come out of a pocket, what it has shown already included."""
        if self.stolen <= 0:  # not counted yet, or wrongly
            return self.setup.diamonds
        return self.stolen - sum(self.worth(other) for other in self.out if other != seat)

    @property
    def box(self) -> BoxContents:
        """Return what is known of the box: how it left and came back, and what was taken out of it."""
        return BoxContents(
            order=tuple(self.order),
            takes=self.takes,
            tokens=self.setup.tokens,
            diamonds=self.setup.diamonds - self.counts[HIDDEN],
            returned=self.counts[RETURNED],
            loot=self.loot,
        )

    def broke(self, seat: int) -> bool:
        """Whether somebody has taken nothing where he had to take something."""
        return self.takes.get(seat) == Card(STREET) and not self.box.may_take_nothing(seat)

    def worth(self, seat: int) -> int:
        take = self.takes.get(seat)
        return take.count if isinstance(take, Diamonds) else self.loot.get(seat, 0)

    def others(self, *but: int) -> tuple[int, ...]:
        return () if self.over else super().others(*but)

    def end(self, over: EnquiryOver) -> Situation:
        return Situation(
            players=self.setup.players,
            parrain=self.parrain,
            takes=dict(self.takes),
            ending=over.ending,
            out=frozenset(self.out),
            shot=frozenset(self.shot),
            alone=over.alone,
        )

    # --- effects --------------------------------------------------------------------------------------------

    def window(self, call: str, numbers: Iterable[int] = ()) -> Window:
        """Open a window: the parrain himself ends it where he leads. `numbers` may be counted in it, aloud."""
        led = self.setup.mode is Mode.MENEUR
        counts = ((Count(tuple(map(Number, numbers))),),)
        return Window(call=call, slots=self.setup.windows[call], led=led, floor=self.setup.floor, counts=counts)

    def ask_parrain(self, question: str, choices: Choices) -> Ask:
        """Ask the parrain in the one slot of the open window, in secret."""
        to = Player(self.parrain)
        return Ask(question=question, choices=Secret(choices), living=self.others(), to=to, slot=0)

    def pockets(self, seat: int, told: Collection[int] | None = None) -> Choices:
        """Return what a pocket may hold at this table: no token that others have shown as often as there are such.

        The others are those who have `told` already; left out, all whose pockets have been seen.
        """
        left = Counter(dict(self.setup.tokens))
        for other in self.takes if told is None else told:
            take = self.takes.get(other)
            if other != seat and isinstance(take, Card):
                left[take.card] -= 1
        cards = tuple(card for card in POCKETS if card not in TOKENS or left[card] > 0)
        return Choices(kind=Kind.TAKE, numbers=(1, self.setup.diamonds), cards=cards, nothing=STREET)

    def took(self, seat: int, take: Take) -> Deed:
        self.takes[seat] = take
        if take != Card(CHEAT):
            self.loot.pop(seat, None)
        match take:
            case Diamonds(count=count):
                return self.deed("story.diamonds", seat=Term(Form.SEAT, seat), count=Term(Form.NUMBER, count))
            case Card(card=card):
                return self.deed("story.pocket", Tells.HELD, seat=Term(Form.SEAT, seat), card=Term(Form.CARD, card))
