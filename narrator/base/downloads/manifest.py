"""A manifest: what can be fetched, from where, how large it is, under which licence, and how it is recognised.

What is known about a file before it is fetched is its pin: its size, or the most it may have, and a digest. Addresses
are https, or plain http on this machine itself.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.base.yaml_source import data_of

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


def host(address: str) -> str:
    """Return the name of the machine that an address leads to, empty where it has none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def trusted(address: str) -> bool:
    """Say whether what comes from there was not changed on its way: encrypted, or not on any way at all."""
    try:
        parts = urlsplit(address)
        named = bool(parts.hostname) and parts.port != 0 and not parts.username
    except ValueError:
        return False
    return named and (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in THIS_MACHINE))


def follows(origin: str, target: str) -> bool:
    """Say whether a redirection may be followed: from https to https, from this machine to itself or to https."""
    if urlsplit(origin).scheme == "https":
        return trusted(target) and urlsplit(target).scheme == "https"
    return trusted(target)


Size = Annotated[int, Field(ge=0)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Md5 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


class Pin(BaseModel):
    """Either `size`, exact, or `at_most`, in bytes; and `sha256`, or `md5` where nothing better was published.

    A sha256 proves that the bytes are those that were meant. An md5 finds damage, but a forger can match it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: Size | None = None
    at_most: Size | None = None
    sha256: Sha256 | None = None
    md5: Md5 | None = None

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        if (self.size is None) == (self.at_most is None):
            raise ValueError("say either size (exact) or at_most, in bytes")
        return self

    @property
    def limit(self) -> int:
        """How many bytes it has at most."""
        return self.size if self.size is not None else self.at_most or 0

    def fits(self, size: int) -> bool:
        """Say whether a file of so many bytes may be the one."""
        return size <= self.limit if self.size is None else size == self.size

    def fault(self, file: Path) -> str | None:
        """Read a whole file; return in a few words what is wrong with it, nothing where it is as it should be.

        Raises:
            OSError: it cannot be read.
        """
        size = file.stat().st_size
        if not self.fits(size):
            return to_user("pin.too_large" if self.size is None else "pin.size", size=size, wanted=self.limit)
        for kind, digest in (("sha256", self.sha256), ("md5", self.md5)):
            if digest is not None and (found := digest_of(file, kind)) != digest:
                return to_user("pin.digest", kind=kind, found=found[:12], wanted=digest[:12])
        return None


def digest_of(file: Path, kind: str = "sha256") -> str:
    """Return the digest of a file's bytes, in hexadecimal.

    Raises:
        OSError: it cannot be read.
    """
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, lambda: hashlib.new(kind, usedforsecurity=kind != "md5")).hexdigest()


def megabytes(size: int) -> str:
    """Return a number of bytes as people read it, in the language of the user's system."""
    unit, one = ("megabytes", 1e6) if size >= 100_000 else ("kilobytes", 1e3)
    whole, _, tenth = f"{size / one:.1f}".partition(".")
    return to_user(f"size.{unit}", whole=whole, tenth=tenth)


_PART = r"[A-Za-z0-9_][A-Za-z0-9_.+-]*"  # begins with no dot: neither hidden nor a way upwards

Name = Annotated[str, StringConstraints(pattern=rf"^{_PART}$", max_length=100)]
Inside = Annotated[str, StringConstraints(pattern=rf"^{_PART}(/{_PART})*$", max_length=200)]
"""A path in the folder of what was fetched, with `/`."""

Sentence = Annotated[str, StringConstraints(min_length=1)]

Told = Sentence | Mapping[str, Sentence]
"""What people read: a sentence, or one for each language; the first is for all others."""


class ManifestError(UserError):
    """A manifest does not say what it must; the message names the file."""


def _trusted(address: str) -> str:
    if not trusted(address):
        raise ValueError(f"{address!r} is not an https address")
    return address


Address = Annotated[str, AfterValidator(_trusted)]


class _Published(Pin):
    """What somebody has published: whoever knows its digest knows its size."""

    @model_validator(mode="after")
    def _sized(self) -> Self:
        if self.size is None and (self.sha256 or self.md5):
            raise ValueError("what has a digest has a size, too: say size instead of at_most")
        return self


class File(_Published):
    """A file of a download: where it belongs, and its own address where it does not come in an archive.

    What need not be there is `optional`.
    """

    path: Inside
    address: Address | None = None
    optional: bool = False


class Archive(_Published):
    """A zip file with everything in it under one `folder`."""

    address: Address
    folder: Name


class Download(BaseModel):
    """What is fetched, checked and used as a whole: a voice or a model, with its files.

    `licence` holds for all its files, `source` is whom to thank, `about` what it is, `note` what else to know of it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]
    about: Told
    licence: Sentence
    source: Sentence
    note: Told | None = None
    archive: Archive | None = None
    files: tuple[File, ...]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if doubled := [path for path, count in Counter(file.path for file in self.files).items() if count > 1]:
            raise ValueError(f"{doubled[0]} is listed twice")
        if not any(not file.optional for file in self.files):
            raise ValueError("it has no file that must be there")
        if any((file.address is None) != (self.archive is not None) for file in self.files):
            raise ValueError("either the archive has an address, or every file has its own")
        return self

    @property
    def size(self) -> int:
        """How many bytes are fetched at most."""
        return self.archive.limit if self.archive else sum(file.limit for file in self.files)

    @property
    def room(self) -> int:
        """How many bytes the disk must have for it while it is fetched: the archive and what is in it."""
        return (self.archive.limit if self.archive else 0) + sum(file.limit for file in self.files)

    def described(self, language: str) -> tuple[str, str]:
        """Return what it is and what else to know of it, in a language; empty where there is no more."""
        return _in(language, self.about), "" if self.note is None else _in(language, self.note)

    def cautions(self) -> tuple[str, ...]:
        """Say, in sentences, which files cannot be proved genuine: those without a sha256."""
        told = []
        weak = [file.path for file in self.files if file.md5 and not file.sha256]
        loose = [file.path for file in self.files if not file.md5 and not file.sha256]
        through = self.archive is not None and self.archive.sha256 is not None
        if self.archive and not through:
            told.append(to_user("download.weak_archive" if self.archive.md5 else "download.loose_archive"))
        if weak and not through:
            told.append(to_user("download.weak", names=", ".join(weak)))
        if loose and through:
            told.append(to_user("download.through", names=", ".join(loose)))
        elif loose:
            told.append(to_user("download.loose", names=", ".join(loose)))
        return tuple(told)


def _in(language: str, told: Told) -> str:
    if isinstance(told, str):
        return told
    return told.get(language) or next(iter(told.values()), "")


class _Manifest(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    downloads: tuple[Download, ...]


def read(file: Path) -> tuple[Download, ...]:
    """Read a manifest.

    Raises:
        ManifestError: it is missing, or does not say what it must.
    """
    try:
        manifest = _Manifest.model_validate(data_of(file))
    except (OSError, ValueError) as error:
        raise ManifestError(f"{file}: {error}") from error
    names = Counter(download.name for download in manifest.downloads)
    if doubled := [name for name, count in names.items() if count > 1]:
        raise ManifestError(f"{file}: {doubled[0]} is listed twice")
    return manifest.downloads
