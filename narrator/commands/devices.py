"""`narrator devices`: which loudspeakers and microphones there are, whether they work, and which ones to keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.ear.listener import Listener
from narrator.evening.app.settings import Settings, keep_settings, load_settings, log
from narrator.sound.audio.playback import NoSoundError
from narrator.sound.audio.sound import Sound
from narrator.sound.audio.sound_devices import (
    NoDevicesError,
    NoPortAudioError,
    Side,
    SoundDevice,
    configuration_fault,
    is_card_number,
    lasting,
    listed,
    named,
    with_channel,
)
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples, frames, from_pcm, silence

SIDES: tuple[Side, ...] = ("output", "input")

LISTENING = 3
"""Seconds for which a microphone is tried."""

BY_CARD = "hw:"
"""What stands before the number of a card."""

_SECONDS_TO_ANSWER = 15.0
_SILENT, _FAINT = -90.0, -50.0


class Deaf(Exception):  # noqa: N818 - a state of the machine, not a mistake
    """The microphone does not hear; says why."""


def devices(tried: str | None, output: str | None, microphone: str | None) -> None:
    """List the devices, try one, or keep some for every game to come; an empty name keeps the default."""
    settings = load_settings(log)
    try:
        present = listed()
    except NoPortAudioError as error:
        raise UserError(to_user("devices.no_portaudio", detail=error)) from error
    except NoDevicesError as error:
        raise UserError(to_user("devices.no_answer", detail=error)) from error
    if tried is not None:
        _try(present, tried, settings.channel)
    elif output is not None or microphone is not None:
        _keep(present, settings, output, microphone)
    else:
        _list(present, settings)


def _list(present: Sequence[SoundDevice], settings: Settings) -> None:
    for side in SIDES:
        kept = settings.output if side == "output" else settings.input
        taken = named(present, side, kept) if kept else None
        there = [device for device in present if device.channels(side)]
        print(to_user(f"devices.{side}"))
        for device in there:
            marks = [to_user("devices.default")] * device.default(side) + [to_user("devices.kept")] * (device is taken)
            print(f"  {device.name}" + (f" ({', '.join(marks)})" if marks else ""))
        if not there:
            print(f"  {to_user('devices.none')}")
        if kept and taken is None:
            print(f"  {to_user('devices.absent', name=kept)}")
        if taken is not None and is_card_number(kept):
            print(f"  {to_user('devices.by_number', name=kept, device=taken.name)}")
        if side == "input" and settings.channel:
            print(f"  {to_user('devices.channel', channel=settings.channel)}")
    if not present and (fault := configuration_fault()) is not None:
        print(to_user("devices.slip", detail=fault))
    print(to_user("devices.how"))


def _keep(present: Sequence[SoundDevice], settings: Settings, output: str | None, microphone: str | None) -> None:
    wanted = zip(SIDES, (output, microphone), strict=True)
    kept: dict[Any, Any] = {side: name for side, name in wanted if name is not None}
    for side, name in kept.items():
        found = named(present, side, name) if name else None
        if name and found is None:
            raise _not_here(present, name)
        if found is not None and BY_CARD in name.casefold():  # the card's number will be another's
            alike = [
                device for device in present if device.channels(side) and lasting(device.name) == lasting(found.name)
            ]
            kept[side] = found.name if len(alike) > 1 else lasting(found.name)
    print(keep_settings(replace(settings, **kept)))


def _try(present: Sequence[SoundDevice], name: str, channel: int) -> None:
    """Play some notes on a loudspeaker and show what a microphone hears, in the channel that a game would hear."""
    output, microphone = named(present, "output", name), named(present, "input", name)
    if output is None and microphone is None:
        raise _not_here(present, name)
    heard: SimpleQueue[Samples | str] = SimpleQueue()
    with (
        Sound(output.name if output else None) as sound,
        Listener(
            with_channel(microphone.name, channel) if microphone else None,
            sound.played,
            lambda kind, detail: heard.put(detail) if kind == "input" else None,
            lambda _frame, pcm: heard.put(from_pcm(pcm)),
        ) as listener,
    ):
        troubles = [] if output is None else [_play(sound, output)]
        troubles += [] if microphone is None else [_listen(listener, microphone, heard)]
    if any(troubles):
        raise UserError("\n".join(filter(None, troubles)))


def _play(sound: Sound, output: SoundDevice) -> str:
    """Play some notes; return why they could not be played on this loudspeaker, empty where they were."""
    if sound.missing is None and sound.device != output.name:
        return to_user("devices.another", name=output.name, other=sound.device)
    print(to_user("devices.plays", name=output.name))
    try:
        sound.speak(notes())
    except NoSoundError as error:
        return to_user("devices.shut", name=output.name, detail=error)
    return ""


def _listen(listener: Listener, microphone: SoundDevice, heard: SimpleQueue[Samples | str]) -> str:
    """Show how loud a microphone hears; return what is wrong with it, which comes in between, empty for nothing."""
    print(to_user("devices.listens", name=microphone.name, seconds=LISTENING))
    listener.listen(True)
    loudest = -np.inf
    try:
        for loud in _levels(heard):
            loudest = max(loudest, loud)
            print(f"{loud:6.0f} dB  {'#' * max(0, round(60 + loud))}")
    except (Deaf, Empty) as error:
        return to_user("devices.deaf", detail=f"{error}" or to_user("devices.nothing"))
    if loudest < _SILENT:
        return to_user("devices.mute")
    if loudest < _FAINT:
        print(to_user("devices.faint"))
    return ""


def _levels(heard: SimpleQueue[Samples | str]) -> Iterator[float]:
    """Yield the level of each quarter of a second, in decibels under full scale.

    Raises:
        Deaf: the microphone is lost, or there is none.
        Empty: nothing comes.
    """
    for _ in range(4 * LISTENING):
        quarter = np.zeros(0, dtype=np.float32)
        while len(quarter) < HEARING_RATE // 4:
            came = heard.get(timeout=_SECONDS_TO_ANSWER)
            if isinstance(came, str):
                raise Deaf(came)
            quarter = np.concatenate([quarter, came])
        power = float(np.mean(np.square(quarter, dtype=np.float64)))
        yield max(-99.0, 10 * np.log10(power)) if power else -99.0


def notes() -> Samples:
    """Return three notes, soft at both ends."""
    time = np.arange(frames(0.45)) / RATE
    shape = np.minimum(1, time / 0.02) * np.exp(-time / 0.15)
    played = [0.3 * shape * np.sin(2 * np.pi * pitch * time) for pitch in (392.0, 493.9, 587.3)]
    return np.concatenate([*(note.astype(np.float32) for note in played), silence(0.2)])


def _not_here(present: Sequence[SoundDevice], name: str) -> UserError:
    names = [device.name for device in present] or [to_user("devices.none")]
    return UserError("\n  ".join([to_user("devices.unknown", name=name), *names]))
