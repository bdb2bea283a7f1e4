"""The versions of narrator on a box, each in an environment of its own: one runs, one is kept to go back to.

`versions.sh`, which the service calls too, knows how to change from one to another and back, whenever the power goes;
here a version is found, as a wheel with its digest beside it, on a stick or at an https address, and made. One that is
made is believed only once the file `complete` is in it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from narrator.base import whole_files
from narrator.base.downloads.manifest import Pin, trusted
from narrator.base.downloads.transfer import DownloadError, Tell, carry, transfer
from narrator.base.sentences import reason, to_user
from narrator.base.user_error import UserError
from narrator.base.whole_files import NotRegularError, open_regular

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
        python = self._folder(name) / "bin/python"
        quietly = ("--disable-pip-version-check", "--no-input", "--no-cache-dir", *words)
        return subprocess.run([python, "-m", "pip", *quietly], capture_output=True, text=True, check=False)


WHEEL = re.compile(r"narrator-([0-9][0-9a-zA-Z.+!]*)-py3-none-any\.whl")
AT_MOST = 500_000_000
"""Bytes that a wheel may have."""

_DIGEST = re.compile(r"([0-9a-f]{64})( .*)?")
_NOTE = 300  # bytes that the note of a digest may have
_STICK = "narrator"
"""The folder of a stick in which a wheel lies, as models do."""


@dataclass(frozen=True)
class UpdateFile:
    """A wheel and its sha256: at `source`, a file or an address."""

    source: str
    sha256: str

    @property
    def wheel(self) -> str:
        """Return the file's name."""
        return self.source.rsplit("/", 1)[-1]

    @property
    def version(self) -> str:
        found = WHEEL.fullmatch(self.wheel)
        assert found is not None  # or it would not have been found
        return found[1]

    @property
    def beside(self) -> Path | None:
        """Return the folder that it lies in, perhaps with packages that it needs; None where it is far away."""
        return None if "://" in self.source else Path(self.source).parent

    def bring(self, folder: Path, tell: Tell) -> Path:
        """Bring the wheel into a folder, checked, and return where it is now.

        Raises:
            DownloadError: it cannot be brought, or is not what its digest says.
        """
        target, pin = folder / self.wheel, Pin(at_most=AT_MOST, sha256=self.sha256)
        if self.beside is None:
            transfer(self.source, pin, target, tell)
        else:
            carry(Path(self.source), pin, target, tell)
        return target


def found(where: str, folder: Path, sha256: str | None = None) -> UpdateFile:
    """Find a wheel: a file, the newest of a folder or of its folder `narrator`, or what is at an https address.

    Its digest is `sha256`, or what stands in the file beside it that is called like it, with `.sha256` after it.

    Raises:
        UserError, DownloadError: there is none, or its digest is not known.
    """
    if "://" in where:
        if not trusted(where):
            raise UserError(to_user("update.address", address=where))
        source = where
    else:
        source = str(_newest(Path(where)) if Path(where).is_dir() else Path(where).absolute())
        if not Path(source).is_file():
            raise UserError(to_user("update.nothing", where=where))
    if WHEEL.fullmatch(source.rsplit("/", 1)[-1]) is None:
        raise UserError(to_user("update.name", name=source.rsplit("/", 1)[-1]))
    digest = _DIGEST.fullmatch((_noted(source, folder) if sha256 is None else sha256).lower())
    if digest is None:
        raise UserError(to_user("update.no_digest", where=f"{source}.sha256" if sha256 is None else "--sha256"))
    return UpdateFile(source, digest[1])


@contextmanager
def on_a_stick() -> Iterator[Path]:
    """Give the folder of a stick that has a wheel; one that nothing has mounted is mounted read-only meanwhile.

    Raises:
        UserError: no stick has any.
    """
    for device, mounted in _sticks():
        if mounted:
            if _wheels(Path(mounted)):
                yield Path(mounted)
                return
            continue
        with TemporaryDirectory(prefix="narrator-stick-") as place:
            words = ["mount", "-o", "ro,nosuid,nodev,noexec", device, place]
            if subprocess.run(words, capture_output=True, check=False).returncode:
                continue
            try:
                if _wheels(Path(place)):
                    yield Path(place)
                    return
            finally:
                subprocess.run(["umount", place], capture_output=True, check=False)
    raise UserError(to_user("update.no_stick"))


def _sticks() -> Iterator[tuple[str, str]]:
    """Yield the devices that can be plugged in while a machine is on, and where each is mounted."""
    words = ["lsblk", "--paths", "--noheadings", "--raw", "--output", "NAME,HOTPLUG,MOUNTPOINT"]
    try:
        told = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    except OSError:
        return
    for line in told.splitlines():
        device, hotplug, *mounted = line.split(" ")
        if hotplug == "1":
            yield device, "".join(mounted).encode("ascii", "replace").decode("unicode_escape")


def _newest(folder: Path) -> Path:
    wheels = _wheels(folder)
    if not wheels:
        raise UserError(to_user("update.nothing", where=str(folder)))
    return max(wheels, key=_order).absolute()


def _wheels(folder: Path) -> list[Path]:
    places = (place for place in (folder, folder / _STICK) if place.is_dir() and not place.is_symlink())
    return [file for place in places for file in place.iterdir() if WHEEL.fullmatch(file.name) and file.is_file()]


def _order(wheel: Path) -> tuple[list[int], bool, str]:
    """Return by what versions are ordered: 0.3.0rc1 comes before 0.3.0, and 0.3.0.post1 after it."""
    version = wheel.name.split("-")[1]
    release = re.split("[^0-9.]", version)[0].rstrip(".")
    rest = version[len(release) :]
    return [*map(int, release.split("."))], not re.match(r"\.?(dev|a|b|rc)", rest), rest


def _noted(source: str, folder: Path) -> str:
    """Return the first line of the note of a digest; nothing where it is no text in UTF-8, or no file.

    Raises:
        UserError, DownloadError: there is none, or it cannot be read.
    """
    if "://" in source:
        note = folder / "digest"
        note.unlink(missing_ok=True)
        transfer(f"{source}.sha256", Pin(at_most=_NOTE), note, lambda _came: None)
    else:
        note = Path(f"{source}.sha256")
    try:
        with open_regular(note) as told:
            return told.read(_NOTE).decode("utf-8-sig").partition("\n")[0].rstrip()
    except (NotRegularError, UnicodeDecodeError):
        return ""
    except FileNotFoundError:
        raise UserError(to_user("update.digest", name=source.rsplit("/", 1)[-1])) from None
    except OSError as error:
        raise DownloadError(to_user("download.unread", path=note, detail=reason(error))) from error
