"""The last evening: who played which game, with what equipment. Enter repeats it; it holds no secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field, model_validator

from narrator import plain_yaml
from narrator.app.equipment import Equipment
from narrator.app.prepared_game import PreparedGame
from narrator.app.settings import write_whole
from narrator.core.effects import Form, Term
from narrator.core.modes import Mode
from narrator.games.engine import Founded
from narrator.resources import name_of, settings_folder
from narrator.setup.circle import name_faults, seated
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.wording import Wording
from narrator.village.game import VillageSetup
from narrator.village.table import Deal

FILE = "last-evening.yaml"


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
        settings={name: tuple(words) for name, words in asked.settings.items()},
        equipment=replace(prepared.equipment, private=None),
    )
    try:
        write_whole(settings_folder() / FILE, kept.model_dump(mode="json", exclude_defaults=True))
    except OSError:
        return


def last_evening() -> LastEvening | None:
    """Return the last evening; None where none is known, or what is kept of it cannot be read."""
    try:
        written = plain_yaml.read_file(settings_folder() / FILE)
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
