"""What is decided during one night, and forgotten at the next nightfall."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.village.table import CauseOfDeath

HUNTERS = "wolves"
"""The attack on which all hunters agree; the others are named after the power of who attacks alone."""


@dataclass(slots=True)
class Tonight:
    """One night, with effect at dawn.

    `attacks` are whom each attacker chose, in the order of the calls, and `guards` whom each protector covers, by their
    powers; `healed` are saved from any attack. Who has `fallen` dies whatever protects him. Who is `bitten` is to hunt
    in place of dying. `silenced` does not vote the next day, against `marked` two voices more are counted then, and a
    `second_vote` follows. Of those `sniffed` a leader knows whether one hunts, the narrator not yet. A `song` ends the
    night.
    """

    attacks: dict[str, int] = field(default_factory=dict)
    guards: dict[str, int] = field(default_factory=dict)
    healed: set[int] = field(default_factory=set)
    fallen: dict[int, CauseOfDeath] = field(default_factory=dict)
    bitten: int | None = None
    silenced: int | None = None
    marked: int | None = None
    second_vote: bool = False
    sniffed: tuple[int, ...] = ()
    song: bool = False

    @property
    def victims(self) -> tuple[int, ...]:
        """Return who is attacked, each once, in the order of the calls."""
        return tuple(dict.fromkeys(self.attacks.values()))
