"""Nothing gets out of an archive but what the manifest names, as large as it says; everything else is refused."""

from __future__ import annotations

import stat
import struct
import zipfile
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from servers import with_a_name_of_no_letters, with_a_nameless_entry, with_an_entry_at_no_place

from narrator.downloads.manifest import Archive, File
from narrator.downloads.transfer import ENTRIES, DownloadError, unpack

MODEL = b"weights" * 1000
WANTED = (
    File(path="am/final.mdl", size=len(MODEL), sha256=sha256(MODEL).hexdigest()),
    File(path="conf/model.conf", at_most=100),
    File(path="README", at_most=100, optional=True),
)
GOOD: dict[str, bytes] = {"m/am/final.mdl": MODEL, "m/conf/model.conf": b"--beam=10"}


def packed(entries: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return stream.getvalue()


def unpacked(place: Path, archive: bytes, files: tuple[File, ...] = WANTED) -> dict[str, bytes]:
    """Unpack, and return all that came out."""
    file, into = place / "m.zip", place / "into"
    file.write_bytes(archive)
    into.mkdir()
    unpack(file, Archive(address="https://e.example/m.zip", folder="m", at_most=10**9), files, into)
    return {found.relative_to(into).as_posix(): found.read_bytes() for found in into.rglob("*") if found.is_file()}


def test_the_files_of_the_manifest_come_out_without_their_folder(tmp_path: Path) -> None:
    folders = {"m/": b"", "m/am/": b"", "m/conf/": b""}
    out = unpacked(tmp_path, packed({**folders, **GOOD, "m/README": b"read me"}))
    assert out == {"am/final.mdl": MODEL, "conf/model.conf": b"--beam=10", "README": b"read me"}


def test_what_is_optional_may_be_missing_and_nothing_else(tmp_path: Path) -> None:
    assert set(unpacked(tmp_path, packed(GOOD))) == {"am/final.mdl", "conf/model.conf"}
    (tmp_path / "again").mkdir()
    with pytest.raises(DownloadError, match=r"conf/model\.conf is missing in the archive"):
        unpacked(tmp_path / "again", packed({"m/am/final.mdl": MODEL}))


@pytest.mark.parametrize(
    "name",
    ["../evil", "m/../../evil", "/etc/evil", "m//am/final.mdl", "m/./am/final.mdl", "m\\..\\evil", "C:evil", "m/x:y"],
)
def test_a_path_that_leads_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DownloadError, match="unsafe path"):
        unpacked(tmp_path, packed({**GOOD, name: b"evil"}))
    assert not list(tmp_path.parent.rglob("evil*"))


@pytest.mark.parametrize(
    "name", ["m/setup.py", "evil", "other/am/final.mdl", "m/am/final.mdl/x", "m/unknown/", "M/README"]
)
def test_what_the_manifest_does_not_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DownloadError, match="is not in the manifest: refused"):
        unpacked(tmp_path, packed({**GOOD, name: b""}))


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFDIR])
def test_links_and_devices_are_refused(tmp_path: Path, kind: int) -> None:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        entry = zipfile.ZipInfo("m/README")
        entry.create_system = 3  # Unix
        entry.external_attr = (kind | 0o644) << 16
        archive.writestr(entry, b"/etc/passwd")
        for name, content in GOOD.items():
            archive.writestr(name, content)
    with pytest.raises(DownloadError, match="a link or a device, 'm/README'"):
        unpacked(tmp_path, stream.getvalue())


def test_the_same_file_twice_is_refused(tmp_path: Path) -> None:
    """Two names of one length, made one: no tool would write such an archive."""
    twice = packed({**GOOD, "m/conf/model.cong": b"--beam=99"}).replace(b"model.cong", b"model.conf")
    with pytest.raises(DownloadError, match=r"'m/conf/model\.conf' twice: refused"):
        unpacked(tmp_path, twice)


def test_a_file_larger_than_the_manifest_allows_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """A hundred megabytes of zeros, a hundred kilobytes packed."""
    bomb = packed({**GOOD, "m/conf/model.conf": bytes(100_000_000)})
    assert len(bomb) < 200_000
    with pytest.raises(DownloadError, match=r"conf/model\.conf has 100000000 bytes in the archive, not 100"):
        unpacked(tmp_path, bomb)


def test_an_archive_that_lies_about_the_size_of_a_file_gains_nothing(tmp_path: Path) -> None:
    """Both of its lists say 100 bytes; a million would come out."""
    lie = packed({"m/am/final.mdl": MODEL, "m/conf/model.conf": bytes(1_000_000)})
    lie = lie.replace(struct.pack("<L", 1_000_000), struct.pack("<L", 100))
    with pytest.raises(DownloadError):
        unpacked(tmp_path, lie)
    assert sum(file.stat().st_size for file in (tmp_path / "into").rglob("*") if file.is_file()) <= len(MODEL) + 100


def test_an_archive_with_too_many_entries_is_refused_before_it_is_listed(tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="more entries than any of ours"):
        unpacked(tmp_path, packed({f"m/{number}": b"" for number in range(ENTRIES + 1)}))


def test_an_archive_with_a_second_list_of_entries_is_refused(tmp_path: Path) -> None:
    """The 64-bit form, which would hide how many there are."""
    good = packed(GOOD)
    with pytest.raises(DownloadError, match="more entries than any of ours"):
        unpacked(tmp_path, good[:-22] + b"PK\6\7" + bytes(16) + good[-22:])


def test_a_pinned_file_with_other_content_is_refused(tmp_path: Path) -> None:
    other = packed({**GOOD, "m/am/final.mdl": MODEL[::-1]})
    with pytest.raises(DownloadError, match=r"am/final\.mdl is damaged, or not what was meant: its sha256 is"):
        unpacked(tmp_path, other)


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_the_usual_packing_is_taken(tmp_path: Path, packing: int) -> None:
    with pytest.raises(DownloadError, match="packed in an unusual way"):
        unpacked(tmp_path, packed(GOOD, packing))


def test_an_encrypted_entry_is_refused(tmp_path: Path) -> None:
    locked = bytearray(packed({"m/am/final.mdl": MODEL}))
    locked[6] |= 1
    locked[locked.index(b"PK\1\2") + 8] |= 1
    with pytest.raises(DownloadError, match="encrypted"):
        unpacked(tmp_path, bytes(locked))


@pytest.mark.parametrize(
    "wrong",
    [b"", b"PK", b"<html>not found</html>", packed(GOOD)[:-30], packed(GOOD)[100:]],
    ids=["nothing", "two letters", "a page", "without its end", "without its beginning"],
)
def test_what_is_no_archive_or_half_of_one_is_refused(tmp_path: Path, wrong: bytes) -> None:
    with pytest.raises(DownloadError, match=r"not a zip archive|damaged"):
        unpacked(tmp_path, wrong)


@pytest.mark.parametrize("changed", [with_a_nameless_entry, with_an_entry_at_no_place, with_a_name_of_no_letters])
def test_a_list_of_entries_that_makes_no_sense_is_refused(tmp_path: Path, changed: Callable[[bytes], bytes]) -> None:
    files = (File(path="README", at_most=100),)
    with pytest.raises(DownloadError):
        unpacked(tmp_path, changed(packed({"m/README": b"read me"})), files)


def test_damage_inside_is_found_where_nothing_is_pinned(tmp_path: Path) -> None:
    good = packed(GOOD, zipfile.ZIP_STORED)
    with pytest.raises(DownloadError, match="damaged"):
        unpacked(tmp_path, good.replace(b"--beam=10", b"--beam=99"))
