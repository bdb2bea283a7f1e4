"""What the header of every journal holds, with a type and bounds for each value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from narrator.core.modes import Mode
from narrator.session.ports import Pace

MOST = 999
"""More than any circle, deck or box has."""

Word = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
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
    pace: Pace | None = None
    respellings: dict[str, str] = Field(default_factory=dict)


class CirclePart(HeaderPart):
    """What every set-up has: the game, its seats with their names, who leads, what varies its words."""

    game: Word
    players: Some
    names: tuple[Word, ...]
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
