"""What an engine offers to a session: the interface between the one driver and the several games.

An engine reads its own part of a pack and of the command line; everything behind `Founded` is the same for all. What
the header of every journal holds stands here too, with a type and bounds for each value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from narrator.packs.pack import Pack
from narrator.packs.rules import EngineFacts, Rules
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import Mode, Play
from narrator.rules.core.secrets import Secret
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.village.game import VillageSetup
from narrator.table.games.repertoire import Repertoire
from narrator.table.session.ports import Pace
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers

Tell = Callable[[str], None]


TableSetup: TypeAlias = VillageSetup | CubaSetup
"""A set-up of any engine."""


class Things(Protocol):
    """Cards or a box, simulated: they answer what follows from them, so that no script need say it."""

    def answer(self, ask: Ask) -> Answer | None:
        """Return what they tell; None where the question is not about them."""

    def note(self, ask: Ask, answer: Answer) -> None:
        """Take in what was answered."""

    def possible(self, ask: Ask) -> Ask:
        """Return the question as this table could answer it."""


class Founded(Protocol):
    """One game, as it was decided; once it has its key, ready for its first word."""

    @property
    def setup(self) -> TableSetup:
        """Return its set-up."""

    def header(self) -> dict[str, object]:
        """Return the set-up as the journal's header keeps it, secrets included."""

    def decided(self) -> SetupAnswers:
        """Return what it was founded from, its introduction left out: the next one is told what is new."""

    def repertoire(self) -> Repertoire:
        """Return all that it can be asked to say."""

    def things(self, chance: Random | None) -> Things:
        """Return the things of a rehearsal; where nobody scripts them, `chance` lays them out."""

    def found(self, key: Secret[bytes], *, prologue: bool = True) -> Founded:
        """Found this game with a key of its own."""

    def again(self, answers: Iterable[tuple[str | None, Answer]], key: Secret[bytes]) -> Founded:
        """Found the next game in the same seats, after this one was played with these answers."""


@dataclass(frozen=True)
class GameOffer:
    """A game for a number of players: with which `cards` (`roles` as people write them), how long, and how even.

    It is `unusual` where the box of the game knows none for so many. `leans` is the camp that wins too often, empty
    where none does, None where that is not known.
    """

    minutes: int
    roles: str | None = None
    cards: tuple[tuple[str, int], ...] = ()
    leans: str | None = None
    unusual: bool = False

    @property
    def faults(self) -> tuple[bool, bool]:
        """Return what speaks against it: the less, the earlier it is offered."""
        return self.leans != "", self.unusual


class GameEngine(Protocol):
    """One kind of game."""

    def facts(self) -> EngineFacts:
        """Return what a pack must know of it."""

    def plan(self, rules: Rules, asked: SetupAnswers, wording: Wording, warn: Tell) -> Founded:
        """Read what the command line asks for, and return the game without a key; what is unusual is a warning.

        Raises:
            CompositionError: it is not possible with these cards; the text says why.
            OptionError: nor with these options.
        """

    def offer(self, pack: Pack, players: int) -> GameOffer | None:
        """Return what suits so many best; None where they cannot play it."""

    def dialog(self, dialog: Dialog, asked: SetupAnswers, *, settles: bool = False) -> Play[SetupAnswers]:
        """Ask the players what is left to ask once it is known who plays; `plan` reads what comes of it.

        Who `settles` more is asked for all settings.
        """

    def restored(self, header: Mapping[str, Any]) -> Founded:
        """Return the game that a journal's header tells."""


MOST = 999
"""More than any circle, deck or box has."""

Word = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Name = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
"""The first name of a seat; empty where it has none."""
Count = Annotated[int, Field(ge=0, le=MOST)]
Some = Annotated[int, Field(ge=1, le=MOST)]
Seconds = Annotated[float, Field(ge=0, le=86400)]
Slots = tuple[Annotated[float, Field(gt=0, le=86400)], ...]


class HeaderPart(BaseModel):
    """A part of a header: what it says is typed; what it does not know belongs to others."""

    model_config = ConfigDict(frozen=True, strict=True, allow_inf_nan=False)


class EveningPart(HeaderPart):
    """What a game needs besides its set-up, to go on: its pack, by name or by its absolute path, and its words."""

    pack: Annotated[str, StringConstraints(max_length=4000, pattern=r"^[^\x00-\x1f\x7f~][^\x00-\x1f\x7f]*$")]
    language: Word
    pace: Pace | None
    respellings: dict[str, str]


class CirclePart(HeaderPart):
    """What every set-up has: the game, its seats with their names, who leads, what varies its words."""

    game: Word
    players: Some
    names: tuple[Name, ...]
    mode: Mode
    floor: Seconds
    seed: int
    windows: dict[str, Slots]

    def check_names(self) -> None:
        """Check that there is a name for each seat, or none.

        Raises:
            ValueError: there are too many or too few.
        """
        if len(self.names) not in (0, self.players):
            raise ValueError("there are not as many names as seats")

    def check_windows(self, due: Mapping[str, int]) -> None:
        """Check that each window has the number of slots it must have.

        Raises:
            ValueError: it has not.
        """
        if any(len(self.windows.get(name, ())) != slots for name, slots in due.items()):
            raise ValueError("a window is missing, or has not as many slots as it needs")


Kind = TypeVar("Kind", bound=HeaderPart)


def checked(kind: type[Kind], header: Mapping[str, object]) -> Kind:
    """Return a part of a header, typed.

    Raises:
        ValueError: it is not as it must be.
    """
    try:
        return kind.model_validate_json(json.dumps(dict(header)))
    except (TypeError, RecursionError):
        raise ValueError("it holds what no header can hold") from None
