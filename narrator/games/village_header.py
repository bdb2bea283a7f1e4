"""The header of a night-and-day game: its cards, powers, calls, windows and options, checked."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from narrator.core.modes import Wordiness
from narrator.games.header import CirclePart, Count, HeaderPart, Word
from narrator.story.capabilities import Opening
from narrator.village.phases.dealing import READING
from narrator.village.powers import POWERS
from narrator.village.table import (
    RULES,
    VILLAGE,
    WOLVES,
    Deal,
    Judgement,
    LoversTold,
    Occasion,
    Options,
    Parity,
    Reveal,
    Revenge,
)

OPENINGS = {
    **{
        power.id: Opening(len(power.slots), power.carrier, called=not power.identified, more=frozenset(power.more))
        for power in POWERS.values()
        if power.slots
    },
    "round": Opening(1),
    "key_card": Opening(1),
    "practice": Opening(1),
    "death": Opening(1),
    "tour": Opening(1, carrier="cupid"),
    "message": Opening(1, carrier="messenger"),
    "errand": Opening(1, carrier="messenger"),
}
"""The windows: those of the powers, and those that are no call of a role."""

Debate = Annotated[float, Field(ge=0, le=7200)]
_USUAL = Options()


class OptionsPart(HeaderPart):
    """The options, as typed as in `Options`, where each is explained. What an older game lacks is as it was then."""

    model_config = ConfigDict(extra="forbid")

    reveal: Reveal
    call_the_dead: bool = _USUAL.call_the_dead
    drum: bool = _USUAL.drum
    relay: bool = _USUAL.relay
    parity: Parity = _USUAL.parity
    elect: Annotated[str, StringConstraints(pattern=r"^(start|never|day:[1-9][0-9]?)$")] = _USUAL.elect
    revenge: Revenge = _USUAL.revenge
    revenge_on: frozenset[Occasion]
    count_votes: bool = _USUAL.count_votes
    double_elimination: bool = _USUAL.double_elimination
    tell_victim: bool = _USUAL.tell_victim
    volunteers: bool = _USUAL.volunteers
    day: Judgement = _USUAL.day
    playing_cards: bool = _USUAL.playing_cards
    debate: Debate = _USUAL.debate
    debate_warning: Debate = _USUAL.debate_warning
    quick: bool = _USUAL.quick
    elder_revenge: bool = _USUAL.elder_revenge
    girl_protected: bool = _USUAL.girl_protected
    # Older games go on as they began, without remarks, and with lovers who wake.
    words: Wordiness = Wordiness.FEW
    lovers: LoversTold = LoversTold.CALL

    @model_validator(mode="after")
    def _skips_only_what_all_have_seen(self) -> OptionsPart:
        if not self.call_the_dead and self.reveal is not Reveal.ROLE:
            raise ValueError("a role may be skipped only when all have seen its card dead")
        return self

    def options(self) -> Options:
        """Return them as the engine has them."""
        return Options(**dict(self))


class VillageHeader(CirclePart):
    """A night-and-day game, as `founding.written` writes it."""

    roles: tuple[tuple[Word, Literal["village", "wolves"], tuple[str, ...]], ...]
    hand: tuple[tuple[Word, Count], ...]
    calls_first: tuple[str, ...]
    calls_every: tuple[str, ...]
    options: OptionsPart
    deal: Deal
    office: Word | None
    key: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{2}){0,64}$")]
    fixed: tuple[tuple[Word, ...], tuple[Word, ...]] | None
    rules_version: Annotated[int, Field(ge=1, le=RULES)] = 1

    @model_validator(mode="after")
    def _holds_together(self) -> VillageHeader:
        self.check_names()
        self._check_cards()
        self._check_calls()
        return self

    def _check_cards(self) -> None:
        camps = {card: camp for card, camp, _ in self.roles}
        known = all(_known(power) for _, _, carried in self.roles for power in carried)
        if len(camps) != len(self.roles) or not known:
            raise ValueError("a card is listed twice, or has a power that there is not")
        counts = dict(self.hand)
        if len(counts) != len(self.hand) or not counts.keys() <= camps.keys():
            raise ValueError("a card in play is listed twice, or is none of the game's")
        for card, _, carried in self.roles:
            if counts.get(card, 0) > 1 and any(POWERS[power].alone for power in carried):
                raise ValueError("a card that is alone of its kind is there more than once")
        if sum(counts.values()) < self.players or {camps[card] for card, n in self.hand if n} != {VILLAGE, WOLVES}:
            raise ValueError("there are not enough cards, or a camp has none")
        if self.fixed is not None:
            dealt, centre = self.fixed
            if len(dealt) != self.players or Counter(dealt + centre) != +Counter(counts):
                raise ValueError("the deal has other cards than the game")

    def _check_calls(self) -> None:
        carried = {power for _, _, powers in self.roles for power in powers}
        calls = (*self.calls_first, *self.calls_every)
        if len(set(calls)) != len(calls):
            raise ValueError("a role is called twice")
        for call in calls:
            opening = OPENINGS.get(call)
            if opening is None or not opening.called or opening.carrier not in carried:
                raise ValueError("a role is called that is none of the game's")
        self.check_windows(
            {
                name: opening.slots + len(opening.more & carried)
                for name, opening in OPENINGS.items()
                if not opening.carrier or opening.carrier in carried
            }
            | ({READING: 1} if READING in self.windows else {})
        )


def _known(power: str) -> bool:
    return power in POWERS and not POWERS[power].needs
