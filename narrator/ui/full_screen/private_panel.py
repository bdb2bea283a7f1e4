"""The private panel: its text, laid out so that every window gives the same light, whatever it says.

A frieze of shaded cells below the lines has as many cells less as there are letters above it.
"""

from __future__ import annotations

from rich.text import Text

from narrator.ui.even_light import SHARE, cells, even_rows, lit, private_rows, row_of
from narrator.ui.full_screen.palette import NIGHT
from narrator.ui.full_screen.snapshot import Panel, Snapshot

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
        rows = _fitting(texts[index], height, light)
        if rows != texts[index] and len(kept) > len(asked):
            break
        kept[index] = rows
        height, light = height - len(rows), light - sum(map(lit, rows))
    texts = [kept[index] for index in sorted(kept)]
    airy = [line for lines in texts for line in (*lines, "")][:-1]
    close = [line for lines in texts for line in lines]
    return airy if len(airy) <= height + len(close) else close


def drawn(panel: Panel, width: int, height: int) -> Text:
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


def _fitting(rows: list[str], height: int, light: int) -> list[str]:
    """Return as many of the first rows as there is room and light for."""
    rows = rows[:height]
    while sum(map(lit, rows)) > light:
        rows = rows[:-1]
    return rows


def seat_rows(snapshot: Snapshot, width: int) -> list[list[int]]:
    """Return all seats, as many to a row as there is room for."""
    a_row = max(1, width // _column(snapshot))
    seats = range(1, len(snapshot.names) + 1)
    return [list(seats[at : at + a_row]) for at in range(0, len(seats), a_row)]


def seats(snapshot: Snapshot, width: int) -> Text:
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
    """Return how wide a column of seats is, with its gap."""
    return min(max(map(len, snapshot.names), default=0), LONGEST) + 5
