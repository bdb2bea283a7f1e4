"""The process that runs Piper: phrases come in, PCM at the voice's own rate goes out.

The first order names the voice: `{"model": PATH, "speaker": NAME or "", "volume": 0 to 1}`; the reply tells its rate.
Each further one is `{"text": ..., "length": ...}`, where a length of 2 is twice as slow; the reply is `{"pcm": ...}`,
signed 16-bit samples in base64.
"""

from __future__ import annotations

import base64
import importlib
import os
from typing import Any

from narrator.base.processes.child import Reply, answer_orders, replies

_NICENESS = 5  # rendering uses every core, and what is being heard must not wait for it
_REST = 0.2  # seconds between two sentences, which the voice leaves to others


class PiperEngine:
    """Piper with one voice.

    Raises:
        ImportError: Piper is not installed, or too old.
        ValueError: the voice has no such speaker, or its file does not say what it must.
    """

    def __init__(self, model: str, speaker: str, volume: float) -> None:
        # By name, because it is optional: types are the same whether it is there or not.
        piper: Any = importlib.import_module("piper")
        self._settings: Any = piper.SynthesisConfig
        self._voice: Any = piper.PiperVoice.load(model)
        self._speaker = _speaker(self._voice.config, speaker)
        self._volume = volume
        self.rate: int = self._voice.config.sample_rate

    def render(self, text: str, length: float) -> bytes:
        usual = self._voice.config.length_scale
        settings = self._settings(
            speaker_id=self._speaker,
            length_scale=usual * length,
            normalize_audio=False,  # sentence by sentence: a whisper would become as loud as a shout
            volume=self._volume,
        )
        rest = bytes(2 * round(self.rate * _REST * length))
        return rest.join(chunk.audio_int16_bytes for chunk in self._voice.synthesize(text, settings))


def _speaker(config: Any, name: str) -> int | None:
    if not name:
        return None
    if name not in config.speaker_id_map:
        raise ValueError(f"the voice has no speaker {name!r}: it has {', '.join(config.speaker_id_map) or 'one'}")
    number: int = config.speaker_id_map[name]
    return number


def main() -> None:
    """Obey orders, one JSON object a line."""
    reply = replies("piper")
    os.nice(_NICENESS)
    engine: PiperEngine | None = None

    def answer(order: dict[str, Any]) -> Reply:
        nonlocal engine
        if engine is None:
            engine = PiperEngine(**order)
            return {"rate": engine.rate}
        return {"pcm": base64.b64encode(engine.render(**order)).decode("ascii")}

    answer_orders(reply, answer)


if __name__ == "__main__":
    main()
