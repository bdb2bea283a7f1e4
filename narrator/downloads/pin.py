"""What is known about a file before it is fetched: its size, or the most it may have, and a digest."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from narrator.story.sentences import to_user

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
