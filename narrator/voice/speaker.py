"""The narrator's mouth: says texts and written pauses, and returns when the last sample has left."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType

from narrator.voice.child import Child, ChildLostError, Reply
from narrator.voice.player import MARK, packet
from narrator.voice.profile import Voice
from narrator.voice.render import Renderer, RenderError
from narrator.voice.samples import silence, to_pcm

BREATH = 0.35
"""Seconds between two texts where no pause is written."""

_SECONDS_TO_OPEN = 20.0
_SECONDS_STUCK = 12.0  # a suspended device takes nothing for five, and comes back


class NoSound(Exception):  # noqa: N818 - a state of the house that is announced, not a mistake
    """There is no sound to begin with. Its text is one sentence that says how to get it."""


class SoundLost(Exception):  # noqa: N818 - a state of the house that is announced, not a mistake
    """The sound went away in mid-game. Its text is one sentence that says what to do; the game goes on."""


class Speaker:
    """A voice at an open loudspeaker. For one thread at a time; close it, or use it in a `with` statement.

    Only what everyone may hear is ever given to it.
    """

    def __init__(self, voice: Voice, renderer: Renderer, player: Child) -> None:
        self._voice = voice
        self._renderer = renderer
        self._player = player
        self._marks = 0
        self._text_ended = float("-inf")

    def speak(self, segments: Sequence[str | float], volume: float = 1.0) -> None:
        """Say texts (str) and keep silent for seconds (numbers), in order; return when the last sample has left.

        A number is the length of the silence that is heard. Between two texts without one, and between two
        calls, the narrator takes a breath. A text is rendered while those before it are heard. `volume` goes
        from 0 to 1, relative to the voice's own.

        Raises:
            SoundLost: the device or the engine has gone; the speaker is of no more use.
            KeyboardInterrupt: it fell silent at once and is closed.
        """
        after_text = False
        try:
            for segment in segments:
                if not isinstance(segment, str):
                    self._play(to_pcm(silence(segment)))
                    self._text_ended, after_text = float("-inf"), False
                elif samples := self._renderer.render(segment, volume):
                    breath = silence(BREATH if after_text else self._breath_left())
                    self._play(to_pcm(breath) + samples)
                    after_text = True
            self._wait()
        except (ChildLostError, RenderError) as error:
            raise SoundLost(self._voice.advice.lost.format(detail=error)) from error
        except KeyboardInterrupt:
            self.close()
            raise
        if after_text:
            self._text_ended = time.monotonic()

    def close(self) -> None:
        """Fall silent and give the device back. May be called again."""
        self._player.end()
        self._renderer.close()

    def __enter__(self) -> Speaker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _breath_left(self) -> float:
        return max(0.0, BREATH - (time.monotonic() - self._text_ended))

    def _play(self, samples: bytes) -> None:
        if samples:
            self._player.send(packet(samples), _SECONDS_STUCK)

    def _wait(self) -> None:
        self._player.send(MARK, _SECONDS_STUCK)
        self._marks += 1
        while (reply := self._player.receive(_SECONDS_STUCK)).get("left") != self._marks:
            if "failed" in reply:
                raise ChildLostError(reply["detail"])


def open_speaker(voice: Voice) -> Speaker:
    """Open the default audio output for a voice.

    Raises:
        NoSound: PortAudio, a device or the engine is missing; its text says how to get sound.
    """
    renderer, player = Renderer(voice), Child("narrator.voice.player")
    try:
        _expect_output(voice, player)
        renderer.ready()
    except (NoSound, RenderError) as error:
        player.end()
        renderer.close()
        if isinstance(error, RenderError):
            raise NoSound(voice.advice.engine.format(detail=error)) from error
        raise
    return Speaker(voice, renderer, player)


def _expect_output(voice: Voice, player: Child) -> None:
    try:
        reply: Reply = player.receive(_SECONDS_TO_OPEN)
    except ChildLostError as error:
        reply = {"failed": "device", "detail": str(error)}
    match reply.get("failed"):
        case None:
            return
        case "portaudio":
            raise NoSound(voice.advice.portaudio)
        case _:
            raise NoSound(voice.advice.device.format(detail=reply["detail"]))
