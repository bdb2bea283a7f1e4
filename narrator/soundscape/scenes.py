"""The scenes: which sources sound together, how loud, and how far away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from narrator.soundscape.chance import Chance
from narrator.soundscape.source import Source
from narrator.soundscape.sources.bells import Bells
from narrator.soundscape.sources.birds import DAWN, DAY, JOY, NIGHTINGALE, Bird, Birds
from narrator.soundscape.sources.crickets import Crickets
from narrator.soundscape.sources.fire import Fire
from narrator.soundscape.sources.heart import Heart
from narrator.soundscape.sources.howl import Howls
from narrator.soundscape.sources.owl import Owl
from narrator.soundscape.sources.sea import Sea
from narrator.soundscape.sources.strings import Strings
from narrator.soundscape.sources.wind import Wind

KNEE = 0.12
"""Up to here a sample of a scene stays as it is: some 18 dB under full scale."""

PEAK = 0.2
"""What no sample of a scene exceeds, many crackles at once included: 14 dB under full scale."""


class SceneError(LookupError):
    """There is no scene of that name."""


@dataclass(frozen=True)
class Layer:
    """A source in a scene: what makes it, its gain in decibels, and the share of its power that the valley returns."""

    make: Callable[[Chance], Source]
    gain: float = 0.0
    far: float = 0.0


@dataclass(frozen=True)
class Setting:
    """A scene: how loud it is over a minute, in LUFS, and what sounds in it."""

    loudness: float
    layers: tuple[Layer, ...]


def _wind(leaves: float, gusts: float) -> Callable[[Chance], Source]:
    return lambda chance: Wind(chance, leaves, gusts)


def _fire(life: float) -> Callable[[Chance], Source]:
    return lambda chance: Fire(chance, life)


def _bells(*notes: float, swing: float, ring: float, rest: float) -> Callable[[Chance], Source]:
    return lambda chance: Bells(chance, notes, swing, ring, rest)


def _strings(root: float, beat: float) -> Callable[[Chance], Source]:
    return lambda chance: Strings(chance, root, beat)


def _birds(flock: tuple[Bird, ...]) -> Callable[[Chance], Source]:
    return lambda chance: Birds(chance, flock)


def _pack(chance: Chance) -> Source:
    return Howls(chance, chorus=True)


def _tropics(chance: Chance) -> Source:
    return Crickets(chance, trees=True)


SCENES: dict[str, Setting] = {
    # The night-and-day games: a village among woods.
    "evening": Setting(-40, (Layer(_fire(1.0), 2), Layer(_wind(0.4, 0.5), -4), Layer(Crickets, -3))),
    "night": Setting(-40, (Layer(_wind(0.8, 0.6), 0), Layer(Crickets, 1), Layer(Owl, -7, 0.75))),
    "wolves": Setting(-39, (Layer(_wind(0.7, 0.75), 0), Layer(Crickets, -4), Layer(Howls, 1, 0.85))),
    "dawn": Setting(-41, (Layer(_wind(0.9, 0.3), -4), Layer(_birds(DAWN), 5, 0.35))),
    "day": Setting(-42, (Layer(_wind(1.0, 0.4), -2), Layer(_birds(DAY), 3, 0.45))),
    "debate": Setting(-44, (Layer(_wind(0.6, 0.3), -6), Layer(_fire(0.4), -4), Layer(_birds(DAY), 0, 0.5))),
    "verdict": Setting(-41, (Layer(_wind(0.2, 0.8), -1), Layer(Heart, -1, 0.2))),
    "victory.village": Setting(
        -40,
        (
            Layer(_wind(0.9, 0.3), -5),
            Layer(_birds(JOY), 5, 0.35),
            Layer(_bells(2, 6, 9, swing=2.4, ring=26, rest=30), -4, 0.55),
        ),
    ),
    "victory.wolves": Setting(-39, (Layer(_wind(0.5, 0.9), 0), Layer(_pack, -3, 0.8))),
    "victory.lovers": Setting(
        -40,
        (
            Layer(_wind(0.6, 0.4), -5),
            Layer(Crickets, -1),
            Layer(_birds(NIGHTINGALE), 4, 0.6),
            Layer(_strings(root=0, beat=0.95), 1, 0.3),
        ),
    ),
    "victory.nobody": Setting(
        -40, (Layer(_wind(0.1, 1.0), 0), Layer(_bells(-5, swing=5.2, ring=3600, rest=0), 4, 0.75))
    ),
    # Mafia de Cuba: Havana, by the sea.
    "count": Setting(-40, (Layer(Sea, -2), Layer(_tropics, -2), Layer(Heart, -4, 0.2))),
    "box": Setting(-40, (Layer(Sea, -1), Layer(_tropics, -2))),
    "enquiry": Setting(-43, (Layer(Sea, -5), Layer(_tropics, -5))),
    "reveal": Setting(-41, (Layer(Sea, -4), Layer(Heart, 0, 0.2))),
    # Also the end of a game that has no scene of its own for its outcome.
    "victory": Setting(-40, (Layer(Sea, -5), Layer(_strings(root=-5, beat=0.62), 1, 0.15))),
}

SCENES |= {  # who wins alone at the village
    "victory.angel": SCENES["victory.village"],
    "victory.piper": SCENES["victory.lovers"],
    "victory.whitewolf": SCENES["victory.wolves"],
    "victory.sectarian": SCENES["victory"],
}


def resolved(scene: str) -> str:
    """Return the name in `SCENES` that stands for a scene: its own, or what is before its last dot (`victory.x`).

    Raises:
        SceneError: neither is known.
    """
    name = scene
    while name not in SCENES:
        name, dot, _ = name.rpartition(".")
        if not dot:
            raise SceneError(f"There is no scene {scene!r}; known are: {', '.join(sorted(SCENES))}.")
    return name
