"""The microphone that a person is recorded with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from narrator.app.equipment import log
from narrator.app.settings import load_settings
from narrator.audio.process.capture import opened
from narrator.audio.recorder import Recorder, RecorderError
from narrator.audio.sound_devices import NoDevicesError
from narrator.dsp.samples import RATE
from narrator.story.sentences import to_user
from narrator.user_error import UserError


@contextmanager
def microphone(device: str | None) -> Iterator[Recorder]:
    """Open the microphone of that name, or a part of it; else the one that is kept for every game.

    Raises:
        UserError: it cannot be opened, or is lost meanwhile.
    """
    try:
        with closing(Recorder(opened(device or load_settings(log).input or "", RATE))) as recorder:
            yield recorder
    except (NoDevicesError, RecorderError) as error:
        raise UserError(to_user("devices.deaf", detail=error)) from error
