"""`narrator box`: a speaker in the middle of the circle, which sets games up, plays them, and says goodbye.

Nobody looks at it: what is written goes to a log, and is for everybody. Its first words wait for as little as they can:
all else is loaded while they are said.

systemd is told that it is ready, what it is doing, and that it lives while its pulses are fresh. The protocol is that
of sd_notify(3): lines in one datagram to the socket that NOTIFY_SOCKET names, of which a leading `@` stands for the
abstract namespace. Where there is no such socket, nothing is told to anybody.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from narrator.base.diagnostics import MarkupError
from narrator.base.processes.liveness import STARTING, Pulse, Pulses
from narrator.base.resources import SHARED_WORDS, chosen_language, languages, told_in
from narrator.base.sentences import sentences_in
from narrator.evening.app.interruption import interrupted_by, printed_late
from narrator.evening.app.ports.prompt_voice import PromptVoice
from narrator.evening.app.settings import Equipment, Settings, load_settings, log, speaking
from narrator.evening.box.game_storage import Keeping, of_this_machine
from narrator.packs.markup import Utterance, caption, compiled
from narrator.table.inbox.inbox import WallClock

_logger = logging.getLogger(__name__)

GOODBYE = 42
"""The exit status after somebody said goodbye: the service then switches the machine off."""

STORED = 0

_LOOK_AGAIN = 1.0  # seconds, where a pulse is missing
_MICROSECONDS = 1e6
_PATIENCE = 1.0  # seconds for a full socket


class Watchdog:
    """Tells systemd of a service. Use it in a `with` statement: entered, the service is ready; left, it is stopping.

    In between it is fed at half the time that systemd grants, and only while every pulse is fresh. Once one is not, the
    service is ended and started again, unless the pulse comes back before.
    """

    def __init__(
        self,
        *pulses: Pulse,
        environment: Mapping[str, str] = os.environ,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pulses = pulses
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._interval = _half(environment)
        self._now = now
        self._fed: float | None = None
        self._status = ""
        self._missing: list[str] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._feed, name="watchdog", daemon=True)

    def status(self, text: str) -> None:
        """Tell what the service does, for `systemctl status`: one line, and nothing that is not for everybody."""
        self._status = " ".join(text.split())
        self._tell(f"STATUS={self._status}")

    def turn(self) -> float:
        """Feed it where it is time and every pulse is fresh; return the seconds until it is to be looked at again."""
        if self._interval is None:
            return threading.TIMEOUT_MAX
        now = self._now()
        if self._fed is not None and now < self._fed + self._interval:
            return self._fed + self._interval - now
        missing = [pulse.name for pulse in self._pulses if not pulse.fresh]
        if missing != self._missing:
            self._missing = missing
            self._tell(f"STATUS={'No sign of life: ' + ', '.join(missing) if missing else self._status}")
        if missing:
            return min(_LOOK_AGAIN, self._interval)
        self._tell("WATCHDOG=1")
        self._fed = now
        return self._interval

    def __enter__(self) -> Watchdog:
        self._tell("READY=1")
        if self._address and self._interval is not None:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self._tell("STOPPING=1")

    def _feed(self) -> None:
        while not self._over.wait(self.turn()):
            pass

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        # Whoever listened may be gone: that ends no game.
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as teller:
                teller.settimeout(_PATIENCE)
                # Unconnected, it would pass for writable while the other socket is full, and be tried again at once.
                teller.connect(self._address)
                teller.send(state.encode())
        except OSError as error:
            _logger.warning("systemd is not told: %s", error)


def _address(named: str) -> bytes:
    """Return the socket's address; nothing where none is named, or one of another kind."""
    if named.startswith("@"):
        return b"\0" + os.fsencode(named[1:])
    return os.fsencode(named) if named.startswith("/") else b""


def _half(environment: Mapping[str, str]) -> float | None:
    """Return half the seconds that systemd waits for a sign; None where it does not wait, or not for this process."""
    granted = environment.get("WATCHDOG_USEC", "")
    if not granted.isdecimal() or not int(granted):
        return None
    if environment.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    return int(granted) / _MICROSECONDS / 2


@dataclass(frozen=True)
class BoxOptions:
    """How the box is to be: what the command line says, over the settings."""

    language: str
    """Empty for that of the settings, else of the program."""
    equipment: Equipment
    keypad: str | None = None
    button: str | None = None
    light: str | None = None

    def settings(self) -> Settings:
        """Return the settings as they are kept now, under what the command line says."""
        named = {name: value for name in ("keypad", "button", "light") if (value := getattr(self, name)) is not None}
        return replace(load_settings(log), **named)

    def voice(self, settings: Settings, pulses: Pulses, hello: Utterance | None = None) -> PromptVoice | None:
        """Begin to open the voice of the set-up, which says `hello` first; None where there is to be none."""
        if not self.equipment.sound:
            return None
        listens = self.equipment.ears and settings.ears
        how = speaking(self.equipment, settings, self.language)
        return PromptVoice(how, pulses, listens=listens, hello=hello)


@dataclass(frozen=True)
class Upkeep:
    """What a box lives by, from power-on to its end: what is put away last, signs of life, a place for its games."""

    equipment: ExitStack
    pulses: Pulses
    watchdog: Watchdog
    keeping: Keeping


def box(options: BoxOptions) -> int:
    """Be the box until somebody says goodbye, or the service is stopped."""
    pulses = Pulses()
    pulses.engine.grant(STARTING)
    try:
        # Ready is told as soon as the process stands: from then on it is the watchdog that ends a start that hangs.
        with (
            interrupted_by(signal.SIGTERM),
            printed_late(),
            Watchdog(pulses.engine, pulses.sound) as watchdog,
            ExitStack() as equipment,
        ):
            watchdog.status("starting")
            keeping = of_this_machine()
            keeping.begin(WallClock(partial(pulses.engine.grant, STARTING)))
            settings = options.settings()
            options = replace(options, language=options.language or settings.lang or chosen_language())
            equipment.enter_context(told_in(options.language))
            first = hello(options.language)
            voice = options.voice(settings, pulses, first)
            if voice is not None:
                equipment.callback(voice.close)
            said = voice is not None and voice.greets()
            if said and first is not None:
                print(caption(first), flush=True)
            pulses.engine.grant(STARTING)
            from narrator.evening.box.speaker import Box  # loaded only now, while hello is being said

            return Box(options, settings, voice, Upkeep(equipment, pulses, watchdog, keeping), not said).live()
    except KeyboardInterrupt:
        return STORED


def hello(language: str) -> Utterance | None:
    """Return the first words; None where this language has none.

    They are read without the schema of words and without a game: those take as long as all else before the first word.
    """
    text = sentences_in(languages()[language] / SHARED_WORDS).get("box.hello", "")
    try:
        return compiled(text).filled(lambda _: ()) or None
    except MarkupError:
        return None
