"""The packages of `.ci/requirements-*.txt`, each with its version and its digests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

FOLDER = Path(__file__).resolve().parents[2] / ".ci"
LAYERS = ("build", "play", "pi", "dev")


@dataclass(frozen=True)
class Locked:
    """One package: how it is asked for, in which version, and the SHA-256 of every file of it that may be taken."""

    requirement: Requirement
    name: str
    version: str
    digests: frozenset[str]


def locked(layer: str) -> list[Locked]:
    text = (FOLDER / f"requirements-{layer}.txt").read_text(encoding="utf-8")
    return [_package(block) for block in re.findall(r"^[^#\s].*(?:\n .*)*", text, re.MULTILINE)]


def _package(block: str) -> Locked:
    first, *rest = re.split(r" \\\n +", block)
    assert all(line.startswith("--hash=sha256:") for line in rest), first
    requirement = Requirement(first)
    (pinned,) = requirement.specifier
    assert pinned.operator == "==", first
    return Locked(requirement, requirement.name, pinned.version, frozenset(line.split(":")[1] for line in rest))
