"""The panes of the full screen: each draws its part of a sight, and again only where that part has changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from narrator.screen.even_light import FIELD, even_field
from narrator.screen.table import circle, panel
from narrator.screen.table.palette import DAY, NIGHT, Palette
from narrator.screen.table.sight import Kind, Said, Sight

MARK = "> "
CURSOR = "█"
LEVEL, FULL, EMPTY = 8, "█", "░"
"""The microphone's level: its cells, and how those are drawn that it reaches and those that it does not."""


class Pane(Widget):
    """A part of the screen. It holds the last sight, and so nothing that is not to be seen now."""

    def __init__(self, sight: Sight, id_: str) -> None:
        super().__init__(id=id_)
        self.sight = sight

    def show(self, sight: Sight) -> None:
        """Draw this sight."""
        before, self.sight = self.sight, sight
        if self.part(before) != self.part(sight):
            self.refresh()

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        raise NotImplementedError

    @property
    def colours(self) -> Palette:
        """Return the colours of the hour."""
        return NIGHT if self.sight.dark else DAY


class Heading(Pane):
    """The game, which night or day it is, who holds the office."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.title, sight.phase, sight.office, sight.paused, sight.dark

    def render(self) -> RenderableType:
        """Draw it."""
        sight, colours = self.sight, self.colours
        grid = Table.grid(expand=True)
        grid.add_column()
        grid.add_column(justify="right")
        right = f"{circle.OFFICE} {sight.office_name}" if sight.office is not None and sight.office_name else ""
        left = Text.assemble((sight.title, colours.soft), "  ", (sight.phase.rstrip("."), f"bold {colours.accent}"))
        if sight.paused:
            left.append("  ▌▌", style=f"bold {colours.strong}")
        grid.add_row(left, Text(right, style=colours.soft))
        return grid


class Circle(Pane):
    """Who sits where, who lives, who may be answered now."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        clock = None if sight.countdown is None else sight.countdown.clock
        return sight.names, sight.dead, sight.office, sight.legal, clock, sight.dark

    def render(self) -> RenderableType:
        """Draw it."""
        return circle.drawn(self.sight, self.size.width, self.size.height, self.colours)


class Captions(Pane):
    """What is said, the last at the bottom, with the word that is being said."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.said, sight.dark

    def render(self) -> RenderableType:
        """Draw the last lines that find room."""
        width, height = self.size
        rows: list[Text] = []
        for index, said in enumerate(reversed(self.sight.said)):
            wrapped = list(self._text(said, last=index == 0).wrap(self.app.console, max(1, width)))
            if rows and len(rows) + len(wrapped) + 1 > height:
                break
            rows = [*wrapped, Text(), *rows] if rows else wrapped
        rows = rows[-height:]
        return Text("\n", no_wrap=True, end="").join([Text()] * (height - len(rows)) + rows)

    def _text(self, said: Said, *, last: bool) -> Text:
        colours = self.colours
        if said.kind is Kind.NOTICE:
            return Text(said.text, style=f"italic {colours.soft}", end="")
        text = Text(said.text, style=colours.text if last else colours.soft, end="")
        if said.mark is not None:
            text.stylize(f"bold reverse {colours.accent}", *said.mark)
        return text


class Question(Pane):
    """What is asked of everybody, and what may be answered."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.prompt, sight.hint, sight.dark

    def render(self) -> RenderableType:
        """Draw it."""
        colours = self.colours
        return Group(
            Text(self.sight.prompt, style=f"bold {colours.strong}"),
            Text(self.sight.hint, style=colours.soft),
        )


class Typed(Pane):
    """The line that is being typed."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.typed, sight.dark

    def render(self) -> RenderableType:
        """Draw its end, where it is longer than the pane."""
        colours = self.colours
        room = max(1, self.size.width - len(MARK) - 1)
        return Text.assemble(
            (MARK, colours.soft), (self.sight.typed[-room:], f"bold {colours.strong}"), (CURSOR, colours.faint), end=""
        )


class Keyed(Pane):
    """The line that is being typed on the private panel: a field whose every cell is lit, whatever is typed."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.panel and sight.panel.typed

    def render(self) -> RenderableType:
        """Draw it."""
        typed = "" if self.sight.panel is None else self.sight.panel.typed
        shown, shade = even_field(typed, max(1, min(FIELD, self.size.width - len(MARK) - 1)))
        return Text.assemble(
            (MARK, NIGHT.soft), (shown, f"bold {NIGHT.strong}"), (CURSOR, NIGHT.faint), (shade, NIGHT.faint), end=""
        )


class Foot(Pane):
    """What the microphone hears and what was understood; which keys there are."""

    def __init__(self, sight: Sight, id_: str, keys: Sequence[str]) -> None:
        super().__init__(sight, id_)
        self._keys = keys

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.ear, sight.dark

    def render(self) -> RenderableType:
        """Draw it."""
        colours, ear = self.colours, self.sight.ear
        text = Text(no_wrap=True, overflow="ellipsis", end="")
        if ear is not None:
            reached = round(ear.level * LEVEL)
            text.append(FULL * reached, style=colours.accent).append(EMPTY * (LEVEL - reached), style=colours.faint)
            text.append(f" « {ear.understood} »  " if ear.understood else "  ", style=colours.text)
        for key in self._keys:
            if len(text) + len(key) <= self.size.width:
                text.append(key + "  ", style=colours.soft)
        return text


class Private(Pane):
    """The lines of the private panel."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.panel and (sight.panel.heading, sight.panel.lines)

    def render(self) -> RenderableType:
        """Draw it."""
        return "" if self.sight.panel is None else panel.drawn(self.sight.panel, *self.size)


class Purpose(Pane):
    """The heading of the private panel."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.panel and sight.panel.heading

    def render(self) -> RenderableType:
        """Draw it."""
        heading = "" if self.sight.panel is None else self.sight.panel.heading
        return Text(heading, style=f"bold {NIGHT.text}", end="")


class Seats(Pane):
    """All seats, the same in every window."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.names, sight.dead

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - only the width counts
        """Return the rows that the seats take."""
        return len(panel.seat_rows(self.sight, width))

    def render(self) -> RenderableType:
        """Draw it."""
        return panel.seats(self.sight, self.size.width)


class Advice(Pane):
    """How a night answer is given."""

    def part(self, sight: Sight) -> object:
        """Return what this pane draws of a sight."""
        return sight.advice

    def render(self) -> RenderableType:
        """Draw it."""
        return Text(self.sight.advice, style=NIGHT.soft)
