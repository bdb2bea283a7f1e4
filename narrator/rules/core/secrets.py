"""Sealed values: what is secret cannot be spoken, shown or logged by mistake. A test lists who may open one.

Default-deny: a `Secret` has no text, no length, no truth value and cannot be compared or iterated, so a
caption, a log line or an f-string that is handed one by mistake prints nothing worth knowing. The test
is `tests/test_architecture.py`: each module that may import `unseal` has its reason there.
"""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar, cast

T = TypeVar("T")


class Secret(Generic[T]):
    """A value that only its addressee may know."""

    __slots__ = ("__value",)

    def __init__(self, value: T) -> None:
        self.__value = value

    def __repr__(self) -> str:
        return "<secret>"

    def __bool__(self) -> NoReturn:
        raise TypeError("a secret has no truth value: unseal it where you are allowed to")

    def __eq__(self, other: object) -> bool:
        """Secrets of equal content are equal, so that two replays can be compared; nothing is shown."""
        return isinstance(other, Secret) and self.__value == other.__value

    def __hash__(self) -> NoReturn:
        raise TypeError("a secret is not hashable: its hash would tell what it holds")

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is never pickled: the journal alone writes secrets, in a file of mode 0600")


def unseal(secret: Secret[T]) -> T:
    """Open a secret, for its addressee or for the journal."""
    return cast(T, object.__getattribute__(secret, "_Secret__value"))  # the one door, by its mangled name
