"""Making a game's set-up from its pack and the players' choices, and keeping it in the journal's header."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from narrator.core.modes import Mode
from narrator.core.secrets import Secret, unseal
from narrator.games.header import checked
from narrator.games.options import OptionError, options
from narrator.games.village_header import OPENINGS, VillageHeader
from narrator.setup.composition import Hand, hand_of
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.rules import VillageRules
from narrator.story.sentences import to_user
from narrator.village.game import VillageSetup
from narrator.village.phases.dealing import READING, TooManyCardsError, stand_ins
from narrator.village.table import RULES, Options, Role

OF_EXTENSIONS = ("elder_revenge", "girl_protected")
"""The options that are kept only where they are not as usual: other tables store what they always did."""

_USUAL = Options()


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
    return {
        "game": setup.game,
        "players": setup.players,
        "roles": [[role.card, role.camp, list(role.powers)] for role in setup.roles],
        "hand": [list(entry) for entry in setup.hand],
        "calls_first": list(setup.calls_first),
        "calls_every": list(setup.calls_every),
        "windows": {call: list(slots) for call, slots in setup.windows.items()},
        "options": _written_options(setup.options),
        "mode": setup.mode.value,
        "deal": setup.deal.value,
        "office": setup.office,
        "names": list(setup.names),
        "floor": setup.floor,
        "seed": setup.seed,
        "key": unseal(setup.key).hex(),
        "fixed": None if setup.fixed is None else [list(part) for part in unseal(setup.fixed)],
        "rules_version": RULES,
    }


def _written_options(options: Options) -> dict[str, object]:
    chosen = {option.name: getattr(options, option.name) for option in fields(options)}
    return {
        name: _as_data(value)
        for name, value in chosen.items()
        if name not in OF_EXTENSIONS or value != getattr(_USUAL, name)
    }


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
        game=told.game,
        players=told.players,
        roles=tuple(Role(card=card, camp=camp, powers=powers) for card, camp, powers in told.roles),
        hand=told.hand,
        calls_first=told.calls_first,
        calls_every=told.calls_every,
        windows=told.windows,
        options=told.options.options(),
        mode=told.mode,
        deal=told.deal,
        office=told.office,
        names=told.names,
        floor=told.floor,
        seed=told.seed,
        key=Secret(bytes.fromhex(told.key)),
        fixed=None if told.fixed is None else Secret(told.fixed),
    )
    if setup.options.playing_cards:
        stand_ins(setup)  # raises where a pack of 32 has not enough cards
    return setup
