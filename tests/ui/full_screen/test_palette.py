"""The colours of the full screen: they can be read, and what is red in the dark is red on a text console too."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from rich.color import Color, ColorSystem

from narrator.ui.full_screen.drawing import DAY, NIGHT, Palette

BLACK_OR_RED = {0, 1, 9}
"""Numbers among the sixteen colours of a console."""


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, ground: str) -> float:
    """Return the contrast of two colours, the lighter one first."""
    return (brightness(colour) + 0.05) / (brightness(ground) + 0.05)


@pytest.mark.parametrize("palette", [DAY, NIGHT])
def test_what_is_said_and_asked_can_be_read(palette: Palette) -> None:
    assert all(contrast(colour, palette.ground) >= 4.5 for colour in (palette.text, palette.strong, palette.accent))
    assert contrast(palette.soft, palette.ground) >= 4.0


def test_the_night_is_black_and_red_on_a_console_of_sixteen_colours() -> None:
    numbers = {Color.parse(colour).downgrade(ColorSystem.STANDARD).number for colour in astuple(NIGHT)}
    assert numbers <= BLACK_OR_RED


def test_nothing_at_night_is_brighter_than_half_of_the_text_of_the_day() -> None:
    assert max(map(brightness, astuple(NIGHT))) < brightness(DAY.text) / 2
