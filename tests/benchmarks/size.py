"""`make bench ARGS=size`: how many packages narrator brings, and how much of a disk they take."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from benchmarks.figures import heading, row

_MEGABYTE = 1_000_000


def size() -> int:
    """Print a row for all packages, and one for each that takes a megabyte or more; the largest first."""
    found = {name: _megabytes(name) for name in sorted(_needed("narrator") - {"narrator"})}
    heading("")
    row("packages, those that they need included", str(len(found)))
    row("all of them, without .pyc", f"{sum(found.values()):.0f} MB")
    for name, megabytes in sorted(found.items(), key=lambda entry: -entry[1]):
        if megabytes >= 1:
            row(name, f"{megabytes:.1f} MB")
    return 0


def _needed(name: str, extras: frozenset[str] = frozenset(), known: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return a package and all that it needs here with these extras; what is not installed is left out."""
    try:
        required = distribution(name).requires or []
    except PackageNotFoundError:
        return known
    known |= {canonicalize_name(name)}
    for requirement in map(Requirement, required):
        marker = requirement.marker
        wanted = marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))
        if wanted and (canonicalize_name(requirement.name) not in known or requirement.extras):
            known = _needed(requirement.name, frozenset(requirement.extras), known)
    return known


def _megabytes(name: str) -> float:
    files = distribution(name).files or []
    paths = (Path(file.locate()) for file in files if file.suffix != ".pyc")
    return sum(path.stat().st_size for path in paths if path.is_file()) / _MEGABYTE
