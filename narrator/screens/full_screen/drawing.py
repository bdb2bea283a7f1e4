"""How the table is drawn in letters: its colours, the circle of seats, the private panel.

Colours are warm by day, and red in the dark, so that eyes stay used to it. The panel is laid out so that every window
gives the same light, whatever it says: a frieze of shaded cells below the lines has as many cells less as there are
letters above it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, cos, pi, sin, sqrt
from typing import TypeAlias

from rich.style import Style
from rich.text import Text

from narrator.screens.even_light import SHARE, cells, even_rows, lit, private_rows, row_of
from narrator.screens.full_screen.model import Panel, Snapshot


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


def drawn_circle(snapshot: Snapshot, width: int, height: int, colours: Palette) -> Text:
    """Draw the circle, and in its middle the table, with the time of the debate where one is held."""
    canvas = Canvas(width, height)
    _draw_table(canvas, colours)
    spread = height >= 2 * ceil(len(snapshot.names) / 2)
    for place in places(len(snapshot.names), width, height):
        for row, written in enumerate(_written(snapshot, place, colours, spread=spread)):
            left = place.left + (place.width - len(written) if place.leftward else 0)
            canvas.write(place.row + row, left, written)
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
        if 0 <= row < len(self._rows):
            for column, cell in enumerate(cells, start=left):
                if 0 <= column < len(self._rows[row]):
                    self._rows[row][column] = cell

    @property
    def text(self) -> Text:
        rows = []
        for row in self._rows:
            alike = groupby(row, lambda cell: cell[1])
            rows.append(Text.assemble(*(("".join(letter for letter, _ in cells), style) for style, cells in alike)))
        return Text("\n", no_wrap=True, end="").join(rows)


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


LONGEST = 12
"""The letters of a first name that find room."""
ROWS = 3
"""Rows of shaded cells below an empty panel, if there is room."""


def lines_of(panel: Panel, width: int, height: int, light: int) -> list[str]:
    """Return the lines that find room and light, wrapped, with a blank one between two where there is room for that.

    The open question always does, whatever is said to its answers; then the last lines do.
    """
    texts = [private_rows(text, width) for text in panel.lines]
    newest = [*reversed(range(len(texts)))]
    asked = [index for index in newest if panel.lines[index] == panel.asked]
    kept: dict[int, list[str]] = {}
    for index in dict.fromkeys((*asked, *newest)):
        rows = texts[index][:height]
        while sum(map(lit, rows)) > light:
            rows = rows[:-1]
        if rows != texts[index] and len(kept) > len(asked):
            break
        kept[index] = rows
        height, light = height - len(rows), light - sum(map(lit, rows))
    texts = [kept[index] for index in sorted(kept)]
    airy = [line for lines in texts for line in (*lines, "")][:-1]
    close = [line for lines in texts for line in lines]
    return airy if len(airy) <= height + len(close) else close


def drawn_panel(panel: Panel, width: int, height: int) -> Text:
    """Draw the lines of a panel, and below them, or beside them on a small one, what they leave of the light."""
    light = min(ROWS * width, int(SHARE * height * width))
    text = Text(no_wrap=True, end="")
    for index, (row, shade) in enumerate(even_rows(lines_of(panel, width, height, light), width, height, light)):
        text.append("\n" * bool(index))
        if not shade:
            text.append(row.center(width).rstrip(), style=f"bold {NIGHT.text}")
        elif not row:
            text.append(shade.center(width), style=NIGHT.soft)
        else:
            text.append(row, style=f"bold {NIGHT.text}")
            text.append(row_of("", shade, width - cells(row)), style=NIGHT.soft)
    return text


def seat_rows(snapshot: Snapshot, width: int) -> list[list[int]]:
    """Return all seats, as many to a row as there is room for."""
    a_row = max(1, width // _column(snapshot))
    seats = range(1, len(snapshot.names) + 1)
    return [list(seats[at : at + a_row]) for at in range(0, len(seats), a_row)]


def drawn_seats(snapshot: Snapshot, width: int) -> Text:
    """Write all seats with their numbers: the same ones in every window."""
    column = _column(snapshot)
    rows = []
    for row in seat_rows(snapshot, width):
        text = Text()
        for seat in row:
            name = snapshot.names[seat - 1][:LONGEST]
            text.append(f"{seat:>2} ", style=NIGHT.faint if seat in snapshot.dead else NIGHT.soft)
            text.append(name, style=f"{NIGHT.faint} strike" if seat in snapshot.dead else NIGHT.soft)
            text.append(" " * (column - 3 - len(name)))
        rows.append(text)
    return Text("\n", no_wrap=True, end="").join(rows)


def _column(snapshot: Snapshot) -> int:
    return min(max(map(len, snapshot.names), default=0), LONGEST) + 5
