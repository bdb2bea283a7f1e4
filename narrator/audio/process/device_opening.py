"""Opens a sound device: the one that is named, or else the next that can be opened, in a shape that it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from narrator.audio.sound_devices import NoDevicesError, Side, SoundDevice, ranked
from narrator.story.sentences import to_user

Opened = TypeVar("Opened")

_INVALID_CHANNELS, _INVALID_RATE = -9998, -9997  # PortAudio's numbers for what another shape may mend


def first_opened(
    devices: Sequence[SoundDevice],
    side: Side,
    name: str,
    rates: Callable[[SoundDevice], Iterable[int]],
    opened: Callable[[SoundDevice, int, int], Opened],
) -> Opened:
    """Return what `opened` makes of a device, a rate and a number of channels: the first that it makes.

    It raises `sounddevice.PortAudioError` where a device cannot be opened so. `rates` gives the rates to try, in order.

    Raises:
        NoDevicesError: there is none; says what the first one answered.
    """
    import sounddevice

    refusals: list[str] = []
    for device in ranked(devices, side, name):
        for rate, channels in _shapes(rates(device), device.channels(side)):
            try:
                return opened(device, rate, channels)
            except sounddevice.PortAudioError as error:
                refusals.append(f"{device.name}: {error.args[0]}")
                if error.args[1:2] not in ((_INVALID_CHANNELS,), (_INVALID_RATE,)):
                    break
    raise NoDevicesError(refusals[0] if refusals else to_user(f"devices.no_{side}"))


def _shapes(rates: Iterable[int], most: int) -> Iterator[tuple[int, int]]:
    """Yield rates and numbers of channels to try: one channel, two, or all."""
    for rate in dict.fromkeys(rates):
        for channels in dict.fromkeys((1, min(2, most), most)):
            yield rate, channels
