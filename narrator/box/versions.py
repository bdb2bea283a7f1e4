"""The versions of narrator on a box, each in an environment of its own: one runs, one is kept to go back to.

`versions.sh`, which the service calls too, knows how to change from one to another and back, whenever the power goes;
here a version is made. One that is made is believed only once the file `complete` is in it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from narrator import whole_files
from narrator.user_error import UserError

PLACE = Path("/opt/narrator")
"""Where `make pi` puts them."""

COMPLETE = "complete"
PATIENCE = 900.0
"""Seconds to wait for a new version to speak: enough for three starts."""

_OURS = "narrator "
"""How pip begins a line about what narrator itself lacks."""


class VersionError(UserError):
    """A version cannot be made here; the message says why."""


@dataclass(frozen=True)
class Versions:
    """The versions in a folder that `make pi` has made."""

    place: Path = PLACE

    @property
    def running(self) -> str:
        """Return the name of the version that runs; empty where `make pi` has made none."""
        return self._led_to("venv")

    @property
    def before(self) -> str:
        """Return the name of the version that ran before and is kept; empty where there is none."""
        return self._led_to("before")

    @property
    def on_trial(self) -> bool:
        """Say whether the version that runs has not spoken yet."""
        return (self.place / "trial").exists()

    @property
    def coming(self) -> Path:
        """Return the folder into which a wheel is brought."""
        return self.place / "coming"

    def has(self, name: str) -> bool:
        """Say whether a version is here, whole."""
        return (self._folder(name) / COMPLETE).exists()

    def make(self, name: str, wheel: Path, beside: Path | None) -> None:
        """Make a version of the one that runs, with another narrator in it; nothing of what runs is changed.

        What the new one needs and the old one has not is taken from the folder `beside`, or from the network, and is
        known by its digest in the new one's own lock.

        Raises:
            VersionError: it does not fit this machine, or lacks what it needs.
            OSError: the disk is full, or fails.
        """
        self.tidy()
        fresh = self._folder(name)
        shutil.rmtree(fresh, ignore_errors=True)
        with ExitStack() as failing:
            failing.callback(shutil.rmtree, fresh, ignore_errors=True)  # games may need the room
            # Its files are the old one's while both have them: pip puts others in their places, and writes into none.
            shutil.copytree(
                self._folder(self.running),
                fresh,
                symlinks=True,
                copy_function=os.link,
                ignore=shutil.ignore_patterns(COMPLETE),
            )
            done = self._pip(name, "install", "--no-index", "--no-deps", "--force-reinstall", str(wheel))
            if done.returncode:
                raise VersionError(done.stderr.strip()[-300:])
            if wants := self._wants(name):
                self._complete(name, beside, wants)
            said = subprocess.run([fresh / "bin/narrator", "--version"], capture_output=True, text=True, check=False)
            if said.returncode:
                raise VersionError(said.stderr.strip()[-300:])
            os.sync()
            whole_files.make(fresh / COMPLETE, b"")
            failing.pop_all()

    def take(self, name: str) -> None:
        """Have a version run from the next start of the service, on trial; the one that runs now is kept.

        Raises:
            VersionError: it cannot be changed to.
        """
        done = subprocess.run(
            ["sh", str(self.place / "versions.sh"), "take", name], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise VersionError(done.stderr.strip())

    def settled(self, sleep: Callable[[float], None] = time.sleep, now: Callable[[], float] = time.monotonic) -> bool:
        """Wait until the trial of a version is over, whatever its result; False if it took too long."""
        end = now() + PATIENCE
        while self.on_trial and now() < end:
            sleep(1)
        return not self.on_trial

    def tidy(self) -> None:
        """Remove every version but the one that runs and the one that is kept."""
        for version in (self.place / "versions").iterdir():
            if version.name not in (self.running, self.before):
                shutil.rmtree(version)

    def _folder(self, name: str) -> Path:
        return self.place / "versions" / name

    def _led_to(self, link: str) -> str:
        path = self.place / link
        return path.readlink().name if path.is_symlink() else ""

    def _wants(self, name: str) -> list[str]:
        """Return what the narrator of a version needs and does not find there."""
        said = self._pip(name, "check").stdout.splitlines()
        return [line for line in said if line.startswith(_OURS)]

    def _complete(self, name: str, beside: Path | None, wants: list[str]) -> None:
        """Install what the new narrator's lock names, where it `wants` something."""
        locks = self._folder(name).glob("lib/python*/site-packages/narrator/_data/requirements-play.txt")
        lock = next(locks, None)
        if lock is None:
            raise VersionError("; ".join(wants))
        locked = ("install", "--require-hashes", "--no-build-isolation", "-r", str(lock))
        carried = () if beside is None else (("--no-index", "--find-links", str(beside)),)
        for source in (*carried, ()):
            if self._pip(name, *locked, *source).returncode == 0 and not self._wants(name):
                return
        raise VersionError("; ".join(wants))

    def _pip(self, name: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a version's own pip."""
        python = self._folder(name) / "bin/python"
        quietly = ("--disable-pip-version-check", "--no-input", "--no-cache-dir", *words)
        return subprocess.run([python, "-m", "pip", *quietly], capture_output=True, text=True, check=False)
