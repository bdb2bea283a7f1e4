"""The colours of the table: warm by day, red in the dark, so that eyes stay used to it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`. `faint` is for frames and what need not be read."""

    ground: str
    text: str
    strong: str
    soft: str
    faint: str
    accent: str


DAY = Palette(ground="#14171c", text="#e8e2d4", strong="#ffffff", soft="#a39d8f", faint="#4c4a46", accent="#f2b85c")
NIGHT = Palette(ground="#0b0000", text="#e53b2c", strong="#ff6048", soft="#d42a1e", faint="#701010", accent="#ff6048")
