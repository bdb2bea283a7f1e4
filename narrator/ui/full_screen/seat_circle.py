"""The circle of seats: where each stands on a screen of letters, clockwise from the top, and how it is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, cos, pi, sin, sqrt
from typing import TypeAlias

from rich.style import Style
from rich.text import Text

from narrator.ui.full_screen.palette import Palette
from narrator.ui.full_screen.snapshot import Snapshot

GAP = 4
"""Columns between the two halves where they come closest."""
LEAST = 4
"""Letters of what a dead player showed that are worth being written."""
TABLE, DOTS = 0.42, 15
"""How large the table is, as a share of the circle, and of how many dots a quarter."""
DEAD, OFFICE = "×", "◆"
"""Signs that the letters of a text console have."""


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """Where a seat is written: a row, and the columns from `left` to before `left + width`."""

    seat: int
    row: int
    left: int
    width: int
    leftward: bool
    """Whether it stands on the left half, written up to its right end."""


def places(players: int, width: int, height: int) -> tuple[SeatPlace, ...]:
    """Return where the seats stand in so many columns and rows, in the order of seats.

    No two overlap. There must be 20 columns and, for every four players, a row.
    """
    right, left = ceil(players / 2), players // 2
    ring = [*_half(range(1, right + 1), width, height, leftward=False)]
    ring += _half(range(players, right, -1), width, height, leftward=True) if left else ()
    return tuple(sorted(ring, key=lambda place: place.seat))


def _half(seats: range, width: int, height: int, *, leftward: bool) -> Iterator[SeatPlace]:
    """Yield the places of one half, from the top down: two to a row where there are more seats than rows."""
    middle = width // 2
    twice = len(seats) > height
    rows = ceil(len(seats) / 2) if twice else len(seats)
    for index, seat in enumerate(seats):
        line = index // 2 if twice else index
        row = round((line + 0.5) * height / rows - 0.5)
        inner = GAP // 2 + (0 if twice else round(_bulge(row, height) * (middle // 2 - GAP)))
        room = middle - inner
        if twice:
            room //= 2
            inner += room if index % 2 else 0
        yield SeatPlace(seat, row, middle - inner - room if leftward else middle + inner, room - 1, leftward)


def _bulge(row: int, height: int) -> float:
    """Return how far from the middle a row of the circle lies, from 0 to 1."""
    offset = (row + 0.5 - height / 2) / (height / 2)
    return sqrt(max(0.0, 1.0 - offset * offset))


def drawn(snapshot: Snapshot, width: int, height: int, colours: Palette) -> Text:
    """Draw the circle, and in its middle the table, with the time of the debate where one is held."""
    canvas = Canvas(width, height)
    _draw_table(canvas, colours)
    spread = height >= 2 * ceil(len(snapshot.names) / 2)
    for place in places(len(snapshot.names), width, height):
        for row, cells in enumerate(_written(snapshot, place, colours, spread=spread)):
            left = place.left + (place.width - len(cells) if place.leftward else 0)
            canvas.write(place.row + row, left, cells)
    if snapshot.countdown is not None:
        clock = _styled(snapshot.countdown.clock, Style(color=colours.accent, bold=True))
        canvas.write(height // 2, (width - len(clock)) // 2, clock)
    return canvas.text


Cell: TypeAlias = tuple[str, Style]


class Canvas:
    """Letters with their styles; what is written outside of it is lost."""

    def __init__(self, width: int, height: int) -> None:
        self.size = width, height
        self._rows: list[list[Cell]] = [[(" ", Style())] * width for _ in range(height)]

    def write(self, row: int, left: int, cells: Sequence[Cell]) -> None:
        """Write cells into a row, over what stands there."""
        if 0 <= row < len(self._rows):
            for column, cell in enumerate(cells, start=left):
                if 0 <= column < len(self._rows[row]):
                    self._rows[row][column] = cell

    @property
    def text(self) -> Text:
        """Return what was written, as lines."""
        return Text("\n", no_wrap=True, end="").join(map(_joined, self._rows))


def _joined(row: Sequence[Cell]) -> Text:
    """Join the cells of a row, those of one style together."""
    alike = groupby(row, lambda cell: cell[1])
    return Text.assemble(*(("".join(letter for letter, _ in cells), style) for style, cells in alike))


def _styled(text: str, style: Style) -> list[Cell]:
    return [(letter, style) for letter in text]


def _draw_table(canvas: Canvas, colours: Palette) -> None:
    """Draw the edge of the table: an ellipse of dots."""
    width, height = canvas.size
    dot = _styled("·", Style(color=colours.faint))
    for step in range(DOTS):
        angle = pi / 2 * step / (DOTS - 1)
        row = round((height - 1) / 2 * (1 - TABLE * sin(angle)))
        column = round((width - 1) / 2 * (1 - TABLE * cos(angle)))
        for mirrored in (row, height - 1 - row):
            canvas.write(mirrored, column, dot)
            canvas.write(mirrored, width - 1 - column, dot)


def _written(snapshot: Snapshot, place: SeatPlace, colours: Palette, *, spread: bool) -> list[list[Cell]]:
    """Write a seat: its number, whether it lives, who holds the office, its name; beside or below it what was shown."""
    seat, name = place.seat, snapshot.names[place.seat - 1]
    dead, legal = seat in snapshot.dead, seat in snapshot.legal
    sign = DEAD if dead else OFFICE if seat == snapshot.office else " "
    numbered = colours.faint if dead else colours.accent if legal else colours.soft
    named = colours.soft if dead else colours.strong if legal else colours.text
    cells = _styled(f"{seat:>2}{sign}", Style(color=numbered, bold=not dead))
    cells += _styled(_cut(name, place.width - len(cells)), Style(color=named, bold=legal, strike=dead))
    shown, style = snapshot.dead.get(seat, ""), Style(color=colours.soft, italic=True)
    if spread:
        return [cells, _styled(_cut(f" {shown}", place.width), style)]
    room = place.width - len(cells) - 1
    return [cells + _styled(" " + _cut(shown, room), style) if shown and room > LEAST else cells]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"
