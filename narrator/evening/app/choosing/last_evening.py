"""What is kept of an evening beside the settings: who played which game, with what, and the decks saved under a name.

Enter repeats the last evening; it holds no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field, model_validator

from narrator.base.resources import name_of, settings_folder
from narrator.base.sentences import reason, to_user
from narrator.base.yaml_source import Plain, data_of
from narrator.evening.app.prepared_game import PreparedGame
from narrator.evening.app.settings import Equipment, log, write_whole
from narrator.packs.rules import VillageRules
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Term
from narrator.rules.core.play import Mode
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.table import Deal
from narrator.table.games.engine import Founded
from narrator.table.setup.circle import name_faults, seated
from narrator.table.setup.setup_answers import KnownDecks, SetupAnswers, read_odds

FILE = "last-evening.yaml"
INTRODUCTION = "introduction"
"""The setting that is not kept: who plays again knows the cards."""


class LastEvening(BaseModel):
    """What was decided before the first game of an evening, and what it was played with."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    game: str
    language: str
    players: int
    mode: Mode
    deal: Deal = Deal.NARRATOR
    roles: str | None = None
    names: tuple[str, ...] = ()
    respellings: Mapping[str, str] = Field(default_factory=dict)
    settings: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    equipment: Equipment = Equipment()

    @model_validator(mode="after")
    def _sits(self) -> LastEvening:
        """Refuse names that cannot be those of so many seats."""
        if len(self.names) not in (0, self.players) or name_faults(self.names):
            raise ValueError("these are not the names of that circle")
        return self

    def answers(self, seed: int) -> SetupAnswers:
        """Return what an engine founds the same game from."""
        return SetupAnswers(
            players=self.players,
            mode=self.mode,
            deal=self.deal,
            roles=self.roles,
            names=self.names,
            seed=seed,
            settings=self.settings,
        )


def keep_evening(prepared: PreparedGame, asked: SetupAnswers) -> None:
    """Keep what was decided, for its owner's eyes. If it cannot be written, the next evening starts from scratch."""
    kept = LastEvening(
        game=name_of(prepared.pack.path),
        language=prepared.language,
        players=asked.players,
        mode=asked.mode or Mode.JOUEUR,
        deal=asked.deal,
        roles=asked.roles,
        names=asked.names,
        respellings=prepared.respellings,
        settings={name: tuple(words) for name, words in asked.settings.items() if name != INTRODUCTION},
        equipment=replace(prepared.equipment, private=None),
    )
    try:
        write_whole(settings_folder() / FILE, kept.model_dump(mode="json", exclude_defaults=True))
    except OSError:
        return


def last_evening() -> LastEvening | None:
    """Return the last evening; None where none is known, or what is kept of it cannot be read."""
    try:
        written = data_of(settings_folder() / FILE)
        return LastEvening.model_validate(written)
    except (OSError, ValueError):  # no text, no YAML, or not what is kept of an evening
        return None


def told(last: LastEvening, game: Founded, wording: Wording) -> str:
    """Return what the evening was, in words that stand in the middle of a sentence: seats, cards, equipment."""
    return ". ".join(sentence.rstrip(".") for sentence in _sentences(last, game, wording))


def _sentences(last: LastEvening, game: Founded, wording: Wording) -> Iterator[str]:
    yield seated(last.players, last.names, wording)
    if last.mode is Mode.MENEUR:
        yield wording.line("setup.as_before.led")
    if isinstance(game.setup, VillageSetup):
        yield wording.line("setup.hand", cards=Term(Form.HAND, game.setup.hand))
        if last.deal is Deal.CARDS:
            yield wording.line("setup.as_before.cards")
    if last.equipment.remote is not None:
        yield wording.line("setup.as_before.phone")
    if not last.equipment.sound:
        yield wording.line("setup.as_before.quiet")


DECKS_FILE = "decks.yaml"


def with_decks(asked: SetupAnswers, prepared: PreparedGame) -> SetupAnswers:
    """Return what was asked for with the decks that are known; the name of one's own stands for its cards."""
    decks = known_decks(prepared)
    return replace(asked, decks=decks, roles=own_deck(name_of(prepared.pack.path), asked.roles))


def known_decks(prepared: PreparedGame) -> KnownDecks:
    """Return the player's own decks, the last one that was played, and how those of the pack went in rehearsals."""
    rules, game, last = prepared.pack.rules, name_of(prepared.pack.path), last_evening()
    # Its cards were typed in the words of its language.
    before = last.roles if last is not None and (last.game, last.language) == (game, prepared.language) else None
    odds = read_odds(prepared.pack.path, rules) if isinstance(rules, VillageRules) else None
    return KnownDecks(saved_decks(game), before, odds)


def own_deck(game: str, roles: str | None) -> str | None:
    """Return the cards of the player's deck of this name, or what was written where it is the name of none."""
    return KnownDecks(saved_decks(game)).owned(roles or "") or roles


def keep_decks(prepared: PreparedGame, decks: Mapping[str, str]) -> None:
    """Keep the decks of a game, whole or not at all; where they cannot be written it is said, and all goes on."""
    try:
        write_whole(settings_folder() / DECKS_FILE, {**_kept(), name_of(prepared.pack.path): dict(decks)})
    except OSError as error:
        log(to_user("play.decks_unkept", detail=reason(error)))


def saved_decks(game: str) -> dict[str, str]:
    """Return the decks of a game by their names; none where nothing is kept, or it cannot be read."""
    kept = _kept().get(game)
    if not isinstance(kept, dict):
        return {}
    return {name: roles for name, roles in kept.items() if isinstance(roles, str)}


def _kept() -> dict[str, Plain]:
    try:
        written = data_of(settings_folder() / DECKS_FILE)
    except (OSError, ValueError):
        return {}
    return written if isinstance(written, dict) else {}
