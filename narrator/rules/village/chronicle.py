"""What the storyteller remembers of a game: what he has said aloud so far, and nothing else.

He is fed with lines and their public arguments, so that nothing secret can be in what he says because of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from narrator.rules.core.effects import Fact, Form
from narrator.rules.core.keyed_draws import public_key, shuffled
from narrator.rules.village.table import VILLAGE, WOLVES

if TYPE_CHECKING:
    from narrator.rules.village.game import VillageSetup

KEEPSAKES = "abcdef"
"""The things that are left for the dead, each with a place: what they are, the pack says."""


class Chronicle:
    """What was said of one game. Seats are numbers; `gone` are all that were told dead, in the order of the telling.

    `dawns` are the dead of each night that was told, `verdicts` those whom each day condemned, and `doubted` whom each
    day tied or accused; `pardoned` tells whether the card of somebody condemned saved him on the last of those days.
    `wore` are the dead who held the office. `shown` have shown a card or a camp: `hunters` that of the hunters,
    `innocents` were of the hunted beyond doubt.
    """

    def __init__(self, setup: VillageSetup) -> None:
        self._setup = setup
        self._office: int | None = None
        self.gone: list[int] = []
        self.dawns: list[tuple[int, ...]] = []
        self.verdicts: list[tuple[int, ...]] = []
        self.pardoned = False
        self.doubted: list[set[int]] = []
        self.wore: set[int] = set()
        self.shown: set[int] = set()
        self.hunters: set[int] = set()
        self.innocents: set[int] = set()
        self.kept: dict[str, tuple[int, ...]] = {}
        self._opened = 0  # whether a vote was held before the first night
        self._things = shuffled(public_key(setup.seed), KEEPSAKES, "keepsake")

    def hear(self, line: str, facts: Mapping[str, Fact]) -> None:
        """Take in a line, if anything of it is worth keeping."""
        match line:
            case "dawn" | "hymn.day" | "martyr.open":
                self.doubted.append(set())
                self._opened += line == "martyr.open"
            case "dawn.nobody":
                self.dawns.append(())
            case "dawn.dead":
                self.dawns.append(_seats(facts["seats"]))
                self._bury(self.dawns[-1])
            case "vote.nobody" | "trial.over":
                self._judge(())
            case "idiot.shown":
                self._judge(())
                self.pardoned = True
            case "vote.dead" | "trial.dead" | "scapegoat.dead":
                condemned = _seats(facts["seats"])
                self._judge(condemned)
                self._bury(condemned)
            case "grief.dead" | "hunter.dead" | "left.dead" | "denounce.dead":
                self._bury(_seats(facts["seats"]))
            case "vote.tie":
                self._doubt(facts["seats"])
            case "trial.accused":
                self._doubt(facts["seat"])
            case "captain.elected" | "captain.succeeds":
                (self._office,) = _seats(facts["seat"])
            case "dead.card" | "dead.camp":
                self._unmask(facts["shown"], *_seats(facts["seat"]))

    def neighbours(self, seat: int) -> bool:
        """Whether a dead seat sits beside the one that was told dead before it."""
        at = self.gone.index(seat)
        return at > 0 and abs(self.gone[at - 1] - seat) in (1, self._setup.players - 1)

    def since(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return these dead and all that were told dead after them: whom grief took, and whom a shot."""
        return tuple(self.gone[self.gone.index(seats[0]) :])

    def doubted_before(self, seat: int) -> bool:
        """Whether a seat was tied or accused on an earlier day."""
        return any(seat in them for them in self.doubted[:-1])

    def condemned_after(self, night: int) -> tuple[int, ...] | None:
        """Return whom the day after a night condemned; None where none has been yet."""
        days = self.verdicts[self._opened :]
        return days[night - 1] if night <= len(days) else None

    @property
    def hunters_left(self) -> int | None:
        """How many who hunt are alive; None where not everybody can know it."""
        if self._setup.undealt or self._setup.may_turn or len(self.gone) > len(self.shown):
            return None
        dealt = sum(count for card, count in self._setup.hand if card in self._setup.hunters)
        return dealt - len(self.hunters)

    @property
    def night(self) -> int:
        """The number of the night that falls now."""
        return len(self.doubted) - self._opened + 1

    def keep(self, seats: tuple[int, ...]) -> str | None:
        """Choose what is left for these dead; None where there is nothing that was not left yet."""
        if len(self.kept) == len(KEEPSAKES):
            return None
        thing = self._things[len(self.kept)]
        self.kept[thing] = seats
        return thing

    def _judge(self, condemned: tuple[int, ...]) -> None:
        """Take in a verdict; a second one of the same day adds to the first."""
        if self.verdicts and len(self.verdicts) == len(self.doubted):
            self.verdicts[-1] += condemned
        else:
            self.verdicts.append(condemned)
            self.pardoned = False

    def _bury(self, seats: tuple[int, ...]) -> None:
        self.gone += seats
        if self._office in seats:
            self.wore.add(self._office)

    def _doubt(self, fact: Fact) -> None:
        if self.doubted:  # it was by day
            self.doubted[-1] |= {*_seats(fact)}

    def _unmask(self, shown: Fact, seat: int) -> None:
        word = str(shown.value)
        camp = word if shown.form is Form.CAMP else self._setup.camp_shown(word)
        self.shown.add(seat)
        if camp == WOLVES:
            self.hunters.add(seat)
        elif camp == VILLAGE and "infect" not in self._setup.powers:  # whom he bit shows the card of the hunted
            self.innocents.add(seat)


def _seats(fact: Fact) -> tuple[int, ...]:
    named = fact.value if isinstance(fact.value, tuple) else (fact.value,)
    return tuple(seat for seat in named if isinstance(seat, int))
