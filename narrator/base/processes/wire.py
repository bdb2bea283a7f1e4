"""Typed messages on a pipe between two processes: how they are written, and put together again.

A message is a frozen dataclass. On the wire it is two lengths (4 bytes each, little-endian), a header and samples. The
header is a JSON list: the message's name, then its fields in their order, samples left out. A field is text, a number,
a truth, one of the texts of a `Literal`, a tuple of texts or of floats, or bytes: samples, 16-bit PCM of one channel.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any, Generic, Literal, NoReturn, TypeVar, get_args, get_origin, get_type_hints

_LENGTHS = struct.Struct("<II")
_HEADER_AT_MOST = 4 * 1024 * 1024  # all that may be said in answer to a question is in one
_SAMPLES_AT_MOST = 256 * 1024 * 1024  # an hour and a half; what claims to be more is no message
_TUPLES: dict[Any, type] = {tuple[str, ...]: str, tuple[float, ...]: float}
"""Of what the tuples are that may be sent."""

AnyMessage = TypeVar("AnyMessage")


class MessageError(ValueError):
    """These bytes are no message, or one that may not stand here; says why."""


_SHAPES: dict[type, tuple[tuple[str, Any], ...]] = {}


def _shape(kind: type) -> tuple[tuple[str, Any], ...]:
    """Return the names and types of a message's fields; they are looked up once."""
    if kind not in _SHAPES:
        hints = get_type_hints(kind)
        _SHAPES[kind] = tuple((field.name, hints[field.name]) for field in fields(kind))
    return _SHAPES[kind]


def encoded(message: Any) -> bytes:
    """Return the message as it goes through a pipe."""
    header: list[object] = [type(message).__name__]
    samples = b""
    for name, kind in _shape(type(message)):
        value = getattr(message, name)
        if kind is bytes:
            samples = value
        else:
            header.append(_plain(value, kind))
    head = json.dumps(header, separators=(",", ":"), allow_nan=False).encode()
    return b"".join((_LENGTHS.pack(len(head), len(samples)), head, samples))


def _plain(value: Any, kind: Any) -> object:
    """Return a field as JSON has it. A whole number may stand where a float is meant."""
    if kind in _TUPLES:
        return [*map(_TUPLES[kind], value)]
    return value if get_origin(kind) is Literal else kind(value)


class MessageDecoder(Generic[AnyMessage]):
    """What comes out of a pipe, put together again; only messages of the `expected` kinds may come."""

    def __init__(self, expected: tuple[type[AnyMessage], ...]) -> None:
        self._expected = {kind.__name__: kind for kind in expected}
        self._unread = bytearray()

    def feed(self, data: bytes) -> Iterator[AnyMessage]:
        """Take what was read and yield the messages that are whole now.

        Raises:
            MessageError: it is no message, or not one that is expected. The pipe is of no use any more then.
        """
        self._unread += data
        while len(self._unread) >= _LENGTHS.size:
            head, samples = _LENGTHS.unpack_from(self._unread)
            if head > _HEADER_AT_MOST or samples > _SAMPLES_AT_MOST:
                raise MessageError(f"a message of {head} and {samples} bytes is too long")
            whole = _LENGTHS.size + head + samples
            if len(self._unread) < whole:
                return
            body = bytes(self._unread[_LENGTHS.size : whole])
            del self._unread[:whole]
            yield _decoded(body[:head], body[head:], self._expected)


def send(pipe: int, message: Any) -> None:
    """Write a message into a pipe, waiting until there is room for all of it.

    Raises:
        OSError: nobody is at its other end.
    """
    unwritten = memoryview(encoded(message))
    while unwritten:
        unwritten = unwritten[os.write(pipe, unwritten) :]


def received(expected: tuple[type[AnyMessage], ...]) -> Iterator[AnyMessage]:
    """Yield, in a child, what the game sends, until the game ends or sends what is no message: half a game is none."""
    decoder = MessageDecoder[AnyMessage](expected)
    with suppress(MessageError):
        while data := os.read(0, 1 << 16):
            yield from decoder.feed(data)


def _decoded(head: bytes, samples: bytes, expected: Mapping[str, type[AnyMessage]]) -> AnyMessage:
    """Return the message of a header and its samples, if they make one of those expected."""
    try:
        name, *values = json.loads(head, parse_constant=_refuse)
    except (ValueError, TypeError, RecursionError) as error:
        raise MessageError(f"{head[:80]!r} begins no message") from error
    if not isinstance(name, str) or name not in expected:
        raise MessageError(f"{name!s:.80} may not come here")
    shape = _shape(expected[name])
    carried: dict[str, Any] = {}
    for field, kind in shape:
        if kind is bytes:
            carried[field] = samples
        elif values and _fits(values[0], kind):
            value = values.pop(0)
            carried[field] = tuple(value) if kind in _TUPLES else value
        else:
            raise MessageError(f"{name}: {values[:1]!r:.80} is not its {field}")
    if values:
        raise MessageError(f"{name} has no place for {values!r:.80}")
    if samples and not any(kind is bytes for _, kind in shape):
        raise MessageError(f"{name} carries no samples")
    if len(samples) % 2:
        raise MessageError(f"{name} has half a sample")
    return expected[name](**carried)


def _fits(value: object, kind: Any) -> bool:
    if kind in _TUPLES:
        return type(value) is list and all(type(one) is _TUPLES[kind] for one in value)
    if get_origin(kind) is Literal:
        return type(value) is str and value in get_args(kind)
    return type(value) is kind


def _refuse(constant: str) -> NoReturn:
    raise MessageError(f"{constant} is no number")
