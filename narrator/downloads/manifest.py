"""A manifest: what can be fetched, from where, how large it is, under which licence, and how it is recognised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Annotated, Any, Self

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, ValidationError, model_validator

from narrator.downloads.address import trusted
from narrator.downloads.pin import Pin
from narrator.story.sentences import to_user
from narrator.user_error import UserError

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


class _Loader(yaml.BaseLoader):
    """Every scalar is a string, which the schema types; a key that comes twice is an error."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = Counter(key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode))
        if doubled := [key for key, count in keys.items() if count > 1]:
            raise yaml.constructor.ConstructorError(None, None, f"{doubled[0]} comes twice", node.start_mark)
        return super().construct_mapping(node, deep)


def read(file: Path) -> tuple[Download, ...]:
    """Read a manifest.

    Raises:
        ManifestError: it is missing, or does not say what it must.
    """
    try:
        manifest = _Manifest.model_validate(yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError, RecursionError) as error:
        raise ManifestError(f"{file}: {error}") from error
    names = Counter(download.name for download in manifest.downloads)
    if doubled := [name for name, count in names.items() if count > 1]:
        raise ManifestError(f"{file}: {doubled[0]} is listed twice")
    return manifest.downloads
