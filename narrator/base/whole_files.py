"""Files on a disk: written whole or not at all, opened for their owner alone, read no further than they may be.

A whole file is written apart, flushed, put into its place, and its folder is flushed: only then is it said to be there.
Whenever the power goes, no half-written one is ever believed.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO


def make(path: Path, content: bytes) -> None:
    """Make a file, of mode 0600, that nobody else has made.

    Raises:
        FileExistsError: there is one.
        OSError: it cannot be made.
    """
    with _new(path, content) as begun:
        _settle(begun, path)


def replace(path: Path, content: bytes) -> None:
    """Make a file, of mode 0600, or put another content in its place, or leave it as it is.

    Raises:
        OSError: it cannot be written.
    """
    with _new(path, content) as begun:
        begun.replace(path)


PRIVATE, COMMON = 0o600, 0o666
"""Who may read a file that somebody asked for: its owner alone, or whoever the umask lets."""


@contextmanager
def asked(path: Path, mode: int = COMMON, *, fresh: bool = False) -> Iterator[Path]:
    """Give the place where to write a file that somebody asked for by its name: at the end it is there, whole.

    Where the block ends by an error, what was there before stays as it was, and nothing is left of the new one. A file
    that was there is replaced and, unless it shall be private, keeps its mode; `fresh` refuses it. A pipe or a device
    is given as it is; a pipe from which nobody reads is refused.

    Raises:
        OSError: it cannot be written; `filename` is what was asked for.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not fresh and (not place.is_file() or path.is_relative_to("/dev")):
        with naming(path):
            handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            yield path
        finally:
            os.close(handle)
        return
    with naming(path):
        if fresh and os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        begun = _unnamed(place)
        os.close(os.open(begun, os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_WRONLY | os.O_CLOEXEC, mode))
    try:
        yield begun
        with naming(path):
            if mode == COMMON and place.exists():
                with suppress(PermissionError):  # a file system of one mode for all
                    begun.chmod(stat.S_IMODE(place.stat().st_mode))
            flush(begun)
            if fresh:
                _settle(begun, place)
            else:
                begun.replace(place)
    finally:
        begun.unlink(missing_ok=True)
    flush_folder(place.parent)


def write_asked(path: Path, text: str, mode: int = COMMON) -> None:
    """Write a text file that somebody asked for by its name, whole or not at all.

    Raises:
        OSError: it cannot be written; `filename` is what was asked for.
    """
    with asked(path, mode) as place, naming(path):
        place.write_text(text, encoding="utf-8")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Have what the system refuses meanwhile name the file that somebody asked for.

    Raises:
        OSError: the system refused something.
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def write(handle: int, content: bytes, at: int) -> None:
    """Write all of it into a file that is open.

    Raises:
        OSError: not all of it was written.
    """
    while content:
        written = os.pwrite(handle, content, at)
        content, at = content[written:], at + written


def make_folder(folder: Path) -> None:
    """Make a folder for its owner alone, with those above it: all that are made have mode 0700, whatever the umask is.

    Raises:
        OSError: it cannot be made.
    """
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing or [folder]):
        try:
            place.mkdir(mode=0o700, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, "a file stands where its folder should be") from None
    for place in missing:
        flush_folder(place.parent)


def flush(path: Path) -> None:
    """Have the content of a file on the disk itself.

    Raises:
        OSError: it cannot be read, or the disk fails.
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def flush_folder(folder: Path) -> None:
    """Have the names in a folder on the disk itself, where its file system knows how to.

    Raises:
        OSError: it cannot be read, or the disk fails.
    """
    try:
        flush(folder)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems flush no folders
            raise


def flush_tree(folder: Path) -> None:
    """Have the names in a folder and in those under it on the disk itself; their files are flushed by who writes them.

    Raises:
        OSError: one cannot be read, or the disk fails.
    """
    for place in (*(found for found in folder.rglob("*") if found.is_dir()), folder):
        flush_folder(place)


@contextmanager
def _new(path: Path, content: bytes) -> Iterator[Path]:
    """Give a file that is to be put into its place, which then is there for good; nothing else is left of it."""
    begun = _begun(path, content)
    try:
        yield begun
    finally:
        begun.unlink(missing_ok=True)
    flush_folder(path.parent)


def _begun(path: Path, content: bytes) -> Path:
    """Write a file that is not in its place yet, and flush it.

    Nobody can have made one of its name before, or a link, in a folder that several users share.
    """
    begun = _unnamed(path)
    handle = os.open(begun, os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    try:
        try:
            write(handle, content, 0)
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError:
        with suppress(OSError):
            begun.unlink()
        raise
    return begun


def _unnamed(path: Path) -> Path:
    """Return where to write what is to be put into its place: beside it, where nobody has written."""
    return path.with_suffix(f".{os.urandom(8).hex()}.new")


def _settle(begun: Path, path: Path) -> None:
    """Give a file its name, which nobody else has."""
    try:
        os.link(begun, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(f"there is {path.name} already") from None
        begun.rename(path)


def open_private(path: Path) -> TextIO:
    """Open a file to go on at its end. It gets mode 0600, also where it was there.

    A pipe is open at once, whether anybody reads it yet or not.

    Raises:
        OSError: it cannot be written.
    """
    how = os.O_RDWR if path.is_fifo() else os.O_WRONLY
    descriptor = os.open(path, how | os.O_CREAT | os.O_CLOEXEC | os.O_APPEND | os.O_NOCTTY, 0o600)
    try:
        make_private(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "a", encoding="utf-8")


def make_private(descriptor: int) -> bool:
    """Give an open file mode 0600, and return whether it is one. A device or a pipe keeps its own mode.

    Raises:
        OSError: it is another user's, who could read it all the same; root's as well.
    """
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        return False
    if found.st_uid != os.geteuid():
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
    os.fchmod(descriptor, 0o600)
    return True


LARGEST = 4_000_000
"""The most bytes of a file of texts that are read, where nothing else is said."""


class NotRegularError(OSError):
    """It is a folder, a pipe, a device or a socket."""


def content_of(path: Path, largest: int = LARGEST) -> bytes:
    """Return what a file of texts holds.

    Raises:
        NotRegularError: it is no regular file.
        OSError: it cannot be read, or has more than `largest` bytes.
    """
    with open_regular(path) as opened:
        content = opened.read(largest + 1)
    if len(content) > largest:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def open_regular(path: Path) -> BinaryIO:
    """Open a file to read it.

    Raises:
        NotRegularError: it is no regular file.
        OSError: it cannot be read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotRegularError(errno.EINVAL, "not a regular file", str(path))
    return os.fdopen(handle, "rb")
