"""`narrator pack export | add`: a pack as one file, to hand on or to install.

Nothing in such a file is believed: it is read into memory within limits, only files with plain names come out of it,
and the pack is checked before it stands among the games.
"""

from __future__ import annotations

import io
import os
import re
import stat
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narrator import whole_files
from narrator.downloads.transfer import DAMAGED
from narrator.games.registry import engine_facts
from narrator.regular_files import NotRegularError, open_regular
from narrator.resources import RULES_FILE, games, pack_path, user_folder
from narrator.story.checks.pack_check import check
from narrator.story.diagnostics import Diagnostic
from narrator.story.sentences import to_user
from narrator.user_error import UserError

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""How a pack may be called."""

FILE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}\.yaml")
"""How its files may be called."""

MOST_FILES, LARGEST, LARGEST_FILE = 60, 4_000_000, 1_000_000
"""The most files of a pack, and the most bytes of all of them and of one."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the same pack is the same file."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The ways to pack that are taken."""


def export_pack(game: str, file: Path) -> None:
    """Write a pack into a file that does not exist yet, whole or not at all.

    Raises:
        UserError: it could not be taken elsewhere, or there is none.
        OSError: it cannot be read or written.
    """
    folder = pack_path(game)
    contents = packed(folder)
    written = file.open("xb")
    try:
        with written:
            written.write(contents)
    except OSError:
        file.unlink()
        raise
    print(to_user("pack.exported", file=file, name=folder.name))


def packed(folder: Path) -> bytes:
    """Return a pack as the bytes of a file.

    Raises:
        UserError: it could not be taken elsewhere.
        OSError: it cannot be read.
    """
    if not NAME.fullmatch(folder.name):
        raise UserError(to_user("pack.name", name=folder.name))
    _refuse_faults(folder.name, check(folder, engine_facts, grammar=False))
    contents = io.BytesIO()
    with zipfile.ZipFile(contents, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.glob("*.yaml")):
            if not FILE.fullmatch(path.name) or not path.is_file():
                raise UserError(to_user("pack.strange", file=folder, name=path.name))
            entry = zipfile.ZipInfo(f"{folder.name}/{path.name}", LONG_AGO)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, path.read_bytes())
    _unpacked(folder, contents.getvalue())  # whoever gets it can take it
    return contents.getvalue()


def add_pack(file: Path) -> None:
    """Take a pack out of a file, if it can be played; where not, nothing is taken.

    Raises:
        UserError: it is no such file, or the pack has faults.
        OSError: it cannot be read, or the pack cannot be written.
    """
    try:
        with open_regular(file) as opened:
            contents = opened.read(LARGEST + 1)
    except NotRegularError:
        raise UserError(to_user("pack.no_pack", file=file)) from None
    name, files = _unpacked(file, contents)
    target = user_folder() / "packs" / name
    if name in games() or os.path.lexists(target):
        raise UserError(to_user("pack.exists", name=name))
    with new_folder(target) as begun:
        for file_name, content in files.items():
            (begun / file_name).write_bytes(content)
        _refuse_faults(name, check(begun, engine_facts, grammar=False))
    print(to_user("pack.added", name=name, place=target))


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Give a folder to write a pack into; it stands in its place at the end, and not at all if there was an error.

    Raises:
        OSError: it cannot be written.
    """
    whole_files.make_folder(user_folder())
    target.parent.mkdir(exist_ok=True)
    # Beside the packs, not among them: until it is whole it is no game.
    with tempfile.TemporaryDirectory(dir=user_folder(), prefix=".pack-") as place:
        begun = Path(place) / target.name
        begun.mkdir()
        yield begun
        begun.rename(target)


def _unpacked(file: Path, contents: bytes) -> tuple[str, dict[str, bytes]]:
    """Return the name of a pack, and its files by their names.

    Raises:
        UserError: it is no such file, too large, or has something else in it.
    """
    if len(contents) > LARGEST:
        raise UserError(to_user("pack.too_large", file=file))
    try:
        with zipfile.ZipFile(io.BytesIO(contents)) as archive:
            return _read(file, archive)
    except DAMAGED:
        raise UserError(to_user("pack.no_pack", file=file)) from None


def _read(file: Path, archive: zipfile.ZipFile) -> tuple[str, dict[str, bytes]]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise UserError(to_user("pack.too_large", file=file))
    found: dict[str, bytes] = {}
    packs = set[str]()
    for entry in entries:
        name, _, inside = entry.filename.partition("/")
        kind = stat.S_IFMT(entry.external_attr >> 16)
        folder = not inside and entry.is_dir() and kind in (0, stat.S_IFDIR)
        plain = FILE.fullmatch(inside) and kind in (0, stat.S_IFREG) and entry.compress_type in METHODS
        if not NAME.fullmatch(name) or not (folder or plain) or inside.lower() in {known.lower() for known in found}:
            raise UserError(to_user("pack.strange", file=file, name=entry.filename))
        packs.add(name)
        if folder:
            continue
        with archive.open(entry) as opened:
            content = opened.read(LARGEST_FILE + 1)  # whatever its header says of its size
        found[inside] = content
        if len(content) > LARGEST_FILE or sum(map(len, found.values())) > LARGEST:
            raise UserError(to_user("pack.too_large", file=file))
    if len(packs) != 1 or RULES_FILE not in found:
        raise UserError(to_user("pack.no_pack", file=file))
    return packs.pop(), found


def _refuse_faults(name: str, faults: list[Diagnostic]) -> None:
    """Refuse a pack that cannot be played, having told why."""
    for fault in faults:
        print(str(fault).replace(fault.file, f"{name}/{Path(fault.file).name}"), file=sys.stderr)
    if faults:
        raise UserError(to_user("pack.unfit", name=name))
