"""What comes to an end: objects that a `with` statement closes, and what is done later unless it is called off."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Self, TypeAlias


class Closing(ABC):
    """Has a `close`, which a `with` statement calls at its end, whatever ends it."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


Later: TypeAlias = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Does something after so many seconds, unless what it returns is called before."""
