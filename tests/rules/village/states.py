"""The whole state of a game under way, written out: two games in the same state can only go on alike.

A generator is its place in the code, its locals and what lies on its stack, and so is every generator that it waits
for. Everything that can be reached from there is written by value; objects that may change are written once, and then
by their number, so that sharing counts too. What is kept for after the outcome is left out.
"""

from __future__ import annotations

import gc
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields
from enum import Enum
from hashlib import blake2b
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
)
from typing import Any

from narrator.rules.core.secrets import Secret, unseal
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.powers.power import Power
from narrator.rules.village.state import SecretHistory
from narrator.rules.village.table import Options

PLAIN = frozenset((int, str, bytes, float, bool, type(None)))
FIXED = (VillageSetup, Options, Power, Enum, type, ModuleType, CodeType, BuiltinFunctionType)
"""What never changes in a game, and is told apart by its identity."""

UNWRITTEN = (CodeType, FrameType, FunctionType, str)
"""What belongs to every generator of one function alike; a place in its code tells as much."""

AFTERWARDS = SecretHistory
"""What nothing depends on before the outcome, where worlds are no longer compared: games that differ in it are one."""


def state(game: object) -> bytes:
    """Return a digest of the state of a game, such as a `Walk`; it holds in this process only."""
    return blake2b(repr(_Writing().write(game)).encode(), digest_size=16).digest()


class _Writing:
    """One state being written. `_seen` numbers what may change, in the order in which it was met."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}
        self._alive: list[object] = []  # what was met must not be freed, and its identity used again

    def write(self, it: Any) -> Hashable:
        kind: type[Any] = type(it)
        if kind in PLAIN:
            return it  # type: ignore[no-any-return]  # these are hashable
        if kind is tuple:
            return "tuple", *[self.write(part) for part in it]
        if kind is AFTERWARDS:
            return kind.__name__
        if isinstance(it, FIXED):
            return kind.__name__, id(it)
        if kind is Secret:
            return "sealed", self.write(unseal(it))
        values = _values(kind)
        if values is not None:
            return kind.__name__, *[self.write(getattr(it, name)) for name in values]
        met = self._seen.get(id(it))
        if met is not None:
            return "met", met
        self._seen[id(it)] = len(self._seen)
        self._alive.append(it)
        return self._contents(it)

    def _contents(self, it: Any) -> Hashable:
        match it:
            case Mapping():
                return type(it).__name__, *[(self.write(key), self.write(value)) for key, value in it.items()]
            case list():
                return "list", *[self.write(part) for part in it]
            case set() | frozenset():
                return "set", *sorted(repr(self.write(part)) for part in it)
            case GeneratorType():
                return "generator", it.__qualname__, *self._frame(it)
            case FunctionType():
                return (
                    "function",
                    it.__qualname__,
                    *map(self.write, (*(it.__closure__ or ()), *(it.__defaults__ or ()))),
                )
            case MethodType():
                return "method", it.__func__.__qualname__, self.write(it.__self__)
            case CellType():
                return "cell", *map(self.write, gc.get_referents(it))
            case Iterator():
                return "iterator", *map(self.write, it.__reduce__()[1:])
            case _ if hasattr(it, "__dict__"):
                return type(it).__name__, self.write(vars(it))
            case _:
                slots = [name for owner in type(it).__mro__ for name in getattr(owner, "__slots__", ())]
                return type(it).__name__, *[self.write(getattr(it, name)) for name in slots]

    def _frame(self, generator: GeneratorType[Any, Any, Any]) -> Iterator[Hashable]:
        """Write where a generator stands, its locals by name, and its stack: there lies what loops have still ahead."""
        frame = generator.gi_frame
        if frame is None:
            return
        yield frame.f_lasti
        names = frame.f_locals
        for name, value in names.items():
            yield name, self.write(value)
        written = {id(names), *map(id, names.values())}
        for value in gc.get_referents(generator):
            if not isinstance(value, UNWRITTEN) and id(value) not in written:
                yield self.write(value)


def _values(kind: type[Any]) -> tuple[str, ...] | None:
    """Return the fields of a dataclass that never changes, and is as good as any with the same values."""
    if kind not in _known:
        params: Any = vars(kind).get("__dataclass_params__")
        frozen = params is not None and params.frozen
        _known[kind] = tuple(field.name for field in fields(kind)) if frozen else None
    return _known[kind]


_known: dict[type[Any], tuple[str, ...] | None] = {}
