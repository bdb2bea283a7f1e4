"""The loudspeakers and microphones of this machine, by name, and how one is opened in a shape that it takes.

PortAudio looks for devices once, when it is loaded, and may hang or print while it does: the game asks a child process.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from tempfile import TemporaryFile
from typing import Any, Literal, TypeAlias, TypeVar

from narrator.base.processes.child import Child, ChildLostError, replies, spawned

Side: TypeAlias = Literal["output", "input"]
Opened = TypeVar("Opened")

_SECONDS = 10.0
_INVALID_CHANNELS, _INVALID_RATE = -9998, -9997  # PortAudio's numbers for what another shape may mend


class NoDevicesError(Exception):
    """The devices cannot be listed, or none can be opened; its text says what PortAudio answered."""


class NoPortAudioError(NoDevicesError):
    """The PortAudio library, or the package that calls it, is not installed."""


@dataclass(frozen=True)
class SoundDevice:
    """A device as PortAudio knows it: channels and the samples a second that it would rather have."""

    index: int
    name: str
    outputs: int
    inputs: int
    rate: int
    default_output: bool
    default_input: bool

    def channels(self, side: Side) -> int:
        return self.outputs if side == "output" else self.inputs

    def default(self, side: Side) -> bool:
        """Whether it is taken where no name is given."""
        return self.default_output if side == "output" else self.default_input


_CARD = re.compile(r"\s*\((?:plug)?hw:[\d,]+\)")
"""How the number of a card stands in a name of ALSA's: it changes from start to start."""


def lasting(name: str) -> str:
    """Return a name without the number of its card, by which it is found again."""
    return _CARD.sub("", name).strip()


MOST_CHANNELS = 64
"""The highest number of a channel that is taken for one."""

_CHANNEL = re.compile(r"#([1-9]\d?)$")


def with_channel(name: str, channel: int) -> str:
    """Return what stands for one channel of a microphone, numbered from 1, wherever its name goes; 0 is any of them."""
    return f"{name}#{channel}" if channel else name


def split_channel(name: str) -> tuple[str, int]:
    """Return the name of a microphone and the channel that is to be heard, as `with_channel` joined them."""
    if found := _CHANNEL.search(name):
        return name[: found.start()], int(found[1])
    return name, 0


def means(wanted: str, name: str) -> bool:
    """Whether what somebody wrote or kept means the device of a name: a part of it, whatever its card's number."""
    wanted, name = wanted.casefold(), name.casefold()
    return wanted in name or (bool(lasting(wanted)) and lasting(wanted) in lasting(name))


def is_card_number(name: str) -> bool:
    """Whether a name is the number of a card alone, as `hw:2,0`: at the next start it may be another card's."""
    return _CARD.fullmatch(f"({name.strip(' ()')})") is not None


def ranked(devices: Sequence[SoundDevice], side: Side, name: str = "") -> list[SoundDevice]:
    """Return the devices of one side in the order in which to try them.

    First those of that name, then those of that name on a card of another number, then those that it `means`; then the
    default, then the others.
    """
    wanted = name.casefold()

    def rank(device: SoundDevice) -> int:
        known = device.name.casefold()
        if wanted and means(wanted, known):
            return 0 if wanted == known else 1 if lasting(wanted) == lasting(known) else 2
        return 3 if device.default(side) else 4

    return sorted((device for device in devices if device.channels(side)), key=rank)


def named(devices: Sequence[SoundDevice], side: Side, name: str) -> SoundDevice | None:
    """Return the device of one side that a name, or a part of one, means."""
    best = next(iter(ranked(devices, side, name)), None)
    return best if best is not None and means(name, best.name) else None


def reason(error: Exception) -> str:
    """Return what PortAudio answered, or whatever else failed, as a text: errors of PortAudio have numbers as well."""
    return str(error.args[0] if error.args else error)


def present() -> list[SoundDevice]:
    """Return the devices that this process sees. For a child: it loads PortAudio.

    Raises:
        NoPortAudioError: it cannot be loaded.
        NoDevicesError: it does not start.
    """
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        raise NoPortAudioError(str(error)) from error
    except Exception as error:
        # sounddevice starts PortAudio as it is loaded, and has its own kind of error for it.
        raise NoDevicesError(str(error)) from error
    default_input, default_output = sounddevice.default.device
    return [
        SoundDevice(
            index=index,
            name=str(found["name"]),
            outputs=int(found["max_output_channels"]),
            inputs=int(found["max_input_channels"]),
            rate=int(found["default_samplerate"]),
            default_output=index == default_output,
            default_input=index == default_input,
        )
        for index, found in enumerate(sounddevice.query_devices())
    ]


def listed() -> list[SoundDevice]:
    """Return the devices of this machine, asked in a child process.

    Raises:
        NoPortAudioError: PortAudio is not installed.
        NoDevicesError: it does not start, or does not answer.
    """
    answer = _asked()
    if "failed" in answer:
        raise (NoPortAudioError if answer["failed"] == "portaudio" else NoDevicesError)(answer["detail"])
    return [SoundDevice(**found) for found in answer["devices"]]


def configuration_fault() -> str | None:
    """Return where a file of ALSA's, such as `.asoundrc`, is wrong, so that no device is found; None where none is."""
    try:
        fault = _asked().get("fault")
    except NoDevicesError:
        return None
    return str(fault) if fault else None


def _asked() -> dict[str, Any]:
    """Have a child process look for the devices, and return its answer.

    Raises:
        NoDevicesError: it does not answer.
    """
    child = Child(spawned(__name__))
    try:
        answer = child.receive(_SECONDS)
    except ChildLostError as error:
        child.kill()
        raise NoDevicesError(str(error)) from error
    child.end()
    return answer


_SLIP = re.compile(r"\(_snd_config_load_with_include\) [^:\n]*:(\d+):\d+:(.+)")
_IN_FILE = re.compile(r"\(config_file_open\) (.+) may be old or corrupted")


def slip_in(said: str) -> str | None:
    """Return the file, the line and the fault that ALSA complains of, from what it writes to standard error."""
    slip, file = _SLIP.search(said), _IN_FILE.search(said)
    return f"{file[1]}:{slip[1]}: {slip[2].strip()}" if slip and file else None


@contextmanager
def _kept_errors() -> Iterator[Callable[[], str]]:
    """Keep what libraries write to standard error meanwhile; give what returns it."""
    before = os.dup(2)
    with TemporaryFile() as kept:
        os.dup2(kept.fileno(), 2)
        try:
            yield lambda: os.pread(kept.fileno(), 100_000, 0).decode(errors="replace")
        finally:
            os.dup2(before, 2)
            os.close(before)


def first_opened(
    devices: Sequence[SoundDevice],
    side: Side,
    name: str,
    rates: Callable[[SoundDevice], Iterable[int]],
    opened: Callable[[SoundDevice, int, int], Opened],
    channels_wanted: int = 1,
) -> Opened:
    """Return what `opened` makes of a device, a rate and a number of channels: the first that it makes.

    It raises `sounddevice.PortAudioError` where a device cannot be opened so. `rates` gives the rates to try, in order.
    Of channels it is given as many as are wanted, where the device has so many.

    Raises:
        NoDevicesError: there is none; says what the first one answered.
    """
    import sounddevice

    refusals: list[str] = []
    for device in ranked(devices, side, name):
        for rate, channels in _shapes(rates(device), device.channels(side), channels_wanted):
            try:
                return opened(device, rate, channels)
            except sounddevice.PortAudioError as error:
                refusals.append(f"{device.name}: {error.args[0]}")
                if error.args[1:2] not in ((_INVALID_CHANNELS,), (_INVALID_RATE,)):
                    break
    if refusals:
        raise NoDevicesError(refusals[0])
    from narrator.base.sentences import to_user  # a process that finds its device needs no words

    raise NoDevicesError(to_user(f"devices.no_{side}"))


def _shapes(rates: Iterable[int], most: int, wanted: int) -> Iterator[tuple[int, int]]:
    """Yield rates and numbers of channels to try: as many channels as are wanted, two, or all."""
    for rate in dict.fromkeys(rates):
        for channels in dict.fromkeys((min(wanted, most), min(max(wanted, 2), most), most)):
            yield rate, channels


def main() -> None:
    """Answer with the devices."""
    reply = replies("devices")
    answer: dict[str, Any]
    with _kept_errors() as said:
        try:
            answer = {"devices": [asdict(device) for device in present()]}
        except NoPortAudioError as error:
            answer = {"failed": "portaudio", "detail": str(error)}
        except NoDevicesError as error:
            answer = {"failed": "device", "detail": str(error)}
        answer["fault"] = slip_in(said())
    reply(answer)


if __name__ == "__main__":
    main()
