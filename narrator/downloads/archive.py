"""Unpacking a zip file as a manifest says: only the files that it names come out, and each is checked.

A zip file can lie about everything: it can name files outside its folder, be links or devices, hold a million
entries, or unpack to a thousand times its size. So the manifest says what may be in it, and how large that may be.
"""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from narrator.downloads.manifest import Archive, File, megabytes
from narrator.downloads.transfer import DownloadError, no_place
from narrator.story.sentences import to_user

ENTRIES = 1000
"""More than any archive of ours has; each costs memory before it can be looked at."""

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, IndexError, OverflowError)
"""What zipfile raises where an archive is not what it should be: an entry without a name, or at no place at all."""

DIRECTORY = 1 << 20
"""Bytes of the list of entries at most."""

_END = struct.Struct("<4s4H2LH")  # PKWARE's application note, 4.3.16: the end of the central directory
_LOCATOR = 20
_LONGEST_COMMENT = 0xFFFF
_BLOCK = 1 << 16


def unpack(packed: Path, archive: Archive, files: tuple[File, ...], into: Path) -> None:
    """Unpack the files of a manifest into an existing, empty folder, and check each.

    Raises:
        DownloadError: the archive is damaged, holds something that the manifest does not know, or lacks something.
    """
    try:
        _count(packed)
        with zipfile.ZipFile(packed) as opened:
            wanted = _entries(opened, archive, files)
            for file in files:
                if file.path in wanted:
                    _extract(opened, wanted[file.path], file, into)
                elif not file.optional:
                    raise DownloadError(to_user("download.missing_inside", path=file.path))
    except DAMAGED as error:
        raise DownloadError(to_user("download.broken", detail=error)) from error


def _count(packed: Path) -> None:
    """Look at the end of the file alone: how many entries there are, and how much memory their list takes."""
    with packed.open("rb") as stream:
        stream.seek(max(0, packed.stat().st_size - _LOCATOR - _END.size - _LONGEST_COMMENT))
        tail = stream.read()
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) - at < _END.size:
        raise DownloadError(to_user("download.no_zip"))
    _, _, _, _, entries, length, _, _ = _END.unpack_from(tail, at)
    # A locator of the 64-bit form (4.3.15) would stand before it, and lead to other numbers.
    if entries > ENTRIES or length > DIRECTORY or tail[max(0, at - _LOCATOR) : at].startswith(b"PK\6\7"):
        raise DownloadError(to_user("download.crowded"))


def _entries(opened: zipfile.ZipFile, archive: Archive, files: tuple[File, ...]) -> dict[str, zipfile.ZipInfo]:
    """Return what is to be unpacked by its path, after a look at every entry."""
    known = {file.path: file for file in files}
    folders = {f"{archive.folder}/"} | {
        f"{archive.folder}/{parent}/" for path in known for parent in PurePosixPath(path).parents
    }
    found: dict[str, zipfile.ZipInfo] = {}
    for entry in opened.infolist():
        _harmless(entry)
        if entry.is_dir() and entry.filename in folders:
            continue
        path = entry.filename.removeprefix(f"{archive.folder}/")
        if path == entry.filename or path not in known:
            raise DownloadError(to_user("download.stranger_inside", name=repr(entry.filename)))
        if path in found:
            raise DownloadError(to_user("download.twice_inside", name=repr(entry.filename)))
        if not known[path].fits(entry.file_size):
            sizes = {"size": entry.file_size, "limit": known[path].limit}
            raise DownloadError(to_user("download.size_inside", path=path, **sizes))
        found[path] = entry
    return found


def _harmless(entry: zipfile.ZipInfo) -> None:
    """Refuse what could write elsewhere, and what is neither a file nor a folder."""
    name = entry.orig_filename
    parts = name.removesuffix("/").split("/")
    if "\\" in name or "\0" in name or ":" in name or any(part in {"", ".", ".."} for part in parts):
        raise DownloadError(to_user("download.unsafe_inside", name=repr(name)))
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in {0, stat.S_IFDIR if entry.is_dir() else stat.S_IFREG}:
        raise DownloadError(to_user("download.link_inside", name=repr(name)))
    if entry.flag_bits & 1:
        raise DownloadError(to_user("download.encrypted_inside", name=repr(name)))
    if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise DownloadError(to_user("download.packed_inside", name=repr(name)))


def _extract(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, file: File, into: Path) -> None:
    target = into / file.path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as unpacked:
            left = file.limit
            for block in _blocks(opened, entry, left + 1):
                left -= len(block)
                if left < 0:  # the list of entries may lie about the size, too
                    size = megabytes(file.limit)
                    raise DownloadError(to_user("download.larger_inside", path=file.path, size=size))
                unpacked.write(block)
            unpacked.flush()
            os.fsync(unpacked.fileno())
        fault = file.fault(target)
    except OSError as error:
        raise no_place(target, error) from error
    if fault:
        raise DownloadError(to_user("download.fault_inside", path=file.path, detail=fault))


def _blocks(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, at_most: int) -> Iterator[bytes]:
    """Yield what an entry unpacks to, each block no larger than need be."""
    try:
        with opened.open(entry) as source:
            while block := source.read(min(_BLOCK, at_most)):
                yield block
    except OSError as error:  # it leads to where there is nothing
        raise zipfile.BadZipFile(f"{entry.filename} is not where its list says") from error
