"""Making a game's set-up from its pack and the players' choices, and keeping it in the journal's header."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple, fields
from enum import Enum
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from narrator.base.sentences import to_user
from narrator.packs.rules import Opening, VillageRules
from narrator.rules.core.play import Mode
from narrator.rules.core.secrets import Secret, unseal
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.dealing import READING, TooManyCardsError, stand_ins
from narrator.rules.village.powers import POWERS
from narrator.rules.village.table import (
    VILLAGE,
    WOLVES,
    Deal,
    Options,
    Role,
)
from narrator.table.games.engine import CirclePart, Count, Word, checked
from narrator.table.games.options import OptionError, options
from narrator.table.setup.composition import Hand, hand_of
from narrator.table.setup.setup_answers import SetupAnswers

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


class VillageHeader(CirclePart):
    """A night-and-day game, as `founding.written` writes it."""

    roles: tuple[tuple[Word, Literal["village", "wolves"], tuple[str, ...]], ...]
    hand: tuple[tuple[Word, Count], ...]
    calls_first: tuple[str, ...]
    calls_every: tuple[str, ...]
    options: dict[str, bool | float | str | list[str]]
    """Read by `_read_options`."""
    deal: Deal
    practised: Annotated[float, Field(gt=0, le=1)]
    office: Word | None
    key: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{2}){0,64}$")]
    fixed: tuple[tuple[Word, ...], tuple[Word, ...]] | None

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


def fresh_key() -> Secret[bytes]:
    """Draw the key of the deal and the lots from the operating system."""
    return Secret(secrets.token_bytes(32))


def found(
    rules: VillageRules,
    asked: SetupAnswers,
    hand: Hand,
    key: Secret[bytes],
    *,
    office: bool = True,
    fixed: tuple[tuple[str, ...], tuple[str, ...]] | None = None,
    reading: float = 0.0,
) -> VillageSetup:
    """Make the set-up of a night-and-day game with these cards.

    `fixed` is a deal decided elsewhere (cards by seat, centre). `reading` is how many seconds each seat has to read its
    card, whichever it is; 0 for the pack's.

    Raises:
        OptionError: the options are not possible.
    """
    hand = hand_of(rules, dict(hand))
    rules = without_idle_extensions(rules, hand)
    setup = VillageSetup(
        game=rules.game,
        players=asked.players,
        roles=tuple(Role(card=card, camp=rule.camp, powers=rule.powers) for card, rule in rules.cards.items()),
        hand=hand,
        calls_first=rules.calls.first_night,
        calls_every=rules.calls.every_night,
        windows={**rules.windows, READING: (reading,)} if reading else dict(rules.windows),
        options=options(rules.options, asked.settings),
        mode=asked.mode or Mode.JOUEUR,
        deal=asked.deal,
        office=rules.office if office or "elect" in asked.settings else None,
        names=asked.names,
        floor=rules.floor,
        practised=rules.practised,
        seed=asked.seed,
        key=key,
        fixed=None if fixed is None else Secret(fixed),
    )
    if setup.options.playing_cards:
        try:
            stand_ins(setup)
        except TooManyCardsError as error:
            told = to_user("cards.too_many", count=error.count)
            raise OptionError(to_user("options.impossible", name="playing_cards=yes", detail=told)) from None
    return setup


def without_idle_extensions(rules: VillageRules, hand: Hand) -> VillageRules:
    """Return rules as if there were no cards of extensions but those in play: no calls, no windows for others."""
    played = dict(hand)
    cards = {card: its for card, its in rules.cards.items() if not its.extension or card in played}
    carried = {power for its in cards.values() for power in its.powers}
    unknown = {name for name, opening in OPENINGS.items() if opening.carrier and opening.carrier not in carried}
    calls = rules.calls
    return rules.model_copy(
        update={
            "cards": cards,
            "windows": {name: slots for name, slots in rules.windows.items() if name not in unknown},
            "calls": calls.model_copy(
                update={
                    "first_night": tuple(call for call in calls.first_night if call not in unknown),
                    "every_night": tuple(call for call in calls.every_night if call not in unknown),
                }
            ),
        }
    )


def written(setup: VillageSetup) -> dict[str, object]:
    """Return a set-up as the journal's header keeps it, secrets included: the file is for its owner alone."""
    told = {name: getattr(setup, name) for name in VillageHeader.model_fields} | {
        "roles": tuple(map(astuple, setup.roles)),
        "options": _written_options(setup.options),
        "key": unseal(setup.key).hex(),
        "fixed": None if setup.fixed is None else unseal(setup.fixed),
    }
    return VillageHeader.model_construct(**told).model_dump(mode="json")


def _written_options(options: Options) -> dict[str, object]:
    return {option.name: _as_data(getattr(options, option.name)) for option in fields(options)}


def _read_options(told: Mapping[str, object]) -> Options:
    """Read the options of a header as those that people write.

    Raises:
        ValueError: they are not as `_written_options` writes them.
    """
    words = {name: value if isinstance(value, list) else (_word(value),) for name, value in told.items()}
    read = options(words)
    if _written_options(read) != told:
        raise ValueError("the options are not as they are written")
    return read


def _word(value: object) -> str:
    """Return how people write a value of the header."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _as_data(option: object) -> object:
    match option:
        case Enum():
            return option.value
        case frozenset():
            return sorted(occasion.value for occasion in option)
        case _:
            return option


def restored(header: Mapping[str, Any]) -> VillageSetup:
    """Make a set-up from the header that `written` made.

    Raises:
        ValueError: it is no such header.
    """
    told = checked(VillageHeader, header)
    setup = VillageSetup(
        **told.model_dump(exclude={"roles", "options", "key", "fixed"}),
        roles=tuple(Role(card=card, camp=camp, powers=powers) for card, camp, powers in told.roles),
        options=_read_options(told.options),
        key=Secret(bytes.fromhex(told.key)),
        fixed=None if told.fixed is None else Secret(told.fixed),
    )
    if setup.options.playing_cards:
        stand_ins(setup)  # raises where a pack of 32 has not enough cards
    return setup
