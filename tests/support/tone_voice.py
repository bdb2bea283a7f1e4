"""A voice of Piper that the tests make themselves: a network of a few operators, one tone a phoneme.

It has the inputs and the output that Piper asks of a network (`input`, `input_lengths`, `scales`, and `sid` where there
are several speakers), written as ONNX's protocol buffers byte by byte, so that no package is needed to make it. The
field numbers are those of onnx.proto3.
"""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path

STEP = 0.05
"""Seconds of tone for each number that a phoneme becomes, at length 1."""

LOWEST, APART = 200.0, 20.0
"""Hz: number 0 sounds at the one, and each further number so much higher."""

SPEAKERS = {"low": 0, "high": 1}
HIGHER = 1000.0
"""Hz between two speakers."""

NUMBERS = {sign: [number] for number, sign in enumerate("_^$ ,.!?abcdefghijklmnopqrstuvwxyzˈˌəɛɔɑ̃ʁʒʃœøɲɥ")}
"""Which number each phoneme is; the first three are what Piper puts between, before and after them."""

_FLOAT, _INT64 = 1, 7


def make(folder: Path, rate: int = 22050, espeak: str = "", speakers: bool = False) -> Path:
    """Write a voice under its folder's name; its phonemes are letters, or espeak's for a language."""
    folder.mkdir(parents=True)
    model = folder / f"{folder.name}.onnx"
    model.write_bytes(_model(rate, speakers))
    config = {
        "audio": {"sample_rate": rate},
        "espeak": {"voice": espeak or "fr"},
        "phoneme_type": "espeak" if espeak else "text",
        "num_symbols": len(NUMBERS),
        "num_speakers": len(SPEAKERS) if speakers else 1,
        "speaker_id_map": SPEAKERS if speakers else {},
        "inference": {"noise_scale": 0.0, "length_scale": 1.0, "noise_w": 0.0},
        "phoneme_id_map": NUMBERS,
    }
    model.with_name(f"{model.name}.json").write_text(json.dumps(config), encoding="utf-8")
    return model


def tones(letters: str) -> list[float]:
    """Return the tones, in Hz, that a text of letters becomes: each with the pause sign after it."""
    numbers = [NUMBERS[sign][0] for letter in f"^{letters}" for sign in (letter, "_")] + NUMBERS["$"]
    return [LOWEST + APART * number for number in numbers]


def _model(rate: int, speakers: bool) -> bytes:
    nodes = [
        _node("Gather", ["scales", "one"], "length"),
        _node("Mul", ["length", "step"], "steps"),
        _node("Floor", ["steps"], "count"),
        _node("Range", ["zero", "count", "unit"], "times"),
        _node("Cast", ["input"], "numbers", to=_FLOAT),
        _node("Mul", ["numbers", "apart"], "above"),
        _node("Add", ["above", "lowest"], "single"),
        _node("Reshape", ["single" if not speakers else "several", "column"], "tones"),
        _node("Mul", ["tones", "times"], "turns"),
        _node("Mul", ["turns", "turn"], "phases"),
        _node("Sin", ["phases"], "full"),
        _node("Mul", ["full", "half"], "wave"),
        _node("Reshape", ["wave", "row"], "output"),
    ]
    if speakers:
        nodes[7:7] = [
            _node("Cast", ["sid"], "who", to=_FLOAT),
            _node("Mul", ["who", "higher"], "lift"),
            _node("Add", ["single", "lift"], "several"),
        ]
    constants = [
        _number("step", STEP * rate),
        _number("zero", 0.0),
        _number("unit", 1.0),
        _number("apart", APART),
        _number("lowest", LOWEST),
        _number("turn", 2 * math.pi / rate),
        _number("half", 0.5),
        _number("higher", HIGHER),
        _whole("one", [], [1]),
        _whole("column", [2], [-1, 1]),
        _whole("row", [3], [1, 1, -1]),
    ]
    inputs = [_value("input", _INT64, 2), _value("input_lengths", _INT64, 1), _value("scales", _FLOAT, 1)]
    if speakers:
        inputs.append(_value("sid", _INT64, 1))
    graph = b"".join(
        [
            *(_bytes(1, node) for node in nodes),
            _bytes(2, b"tone"),
            *(_bytes(5, constant) for constant in constants),
            *(_bytes(11, value) for value in inputs),
            _bytes(12, _value("output", _FLOAT, 3)),
        ]
    )
    return _varint(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, b"") + _varint(2, 13))


def _node(operator: str, inputs: list[str], output: str, to: int | None = None) -> bytes:
    named = b"".join(_bytes(1, name.encode()) for name in inputs) + _bytes(2, output.encode())
    cast = b"" if to is None else _bytes(5, _bytes(1, b"to") + _varint(3, to) + _varint(20, 2))
    return named + _bytes(4, operator.encode()) + cast


def _number(name: str, value: float) -> bytes:
    return _varint(2, _FLOAT) + _bytes(8, name.encode()) + _bytes(9, struct.pack("<f", value))


def _whole(name: str, shape: list[int], values: list[int]) -> bytes:
    dimensions = b"".join(_varint(1, length) for length in shape)
    return (
        dimensions + _varint(2, _INT64) + _bytes(8, name.encode()) + _bytes(9, struct.pack(f"<{len(values)}q", *values))
    )


def _value(name: str, kind: int, dimensions: int) -> bytes:
    shape = b"".join(_bytes(1, _bytes(2, f"{name}{number}".encode())) for number in range(dimensions))
    return _bytes(1, name.encode()) + _bytes(2, _bytes(1, _varint(1, kind) + _bytes(2, shape)))


def _varint(field: int, value: int) -> bytes:
    return _base128(field << 3) + _base128(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _base128(field << 3 | 2) + _base128(len(value)) + value


def _base128(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])
