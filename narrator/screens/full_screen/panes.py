"""The panes of the full screen: each draws its part of a snapshot, and again only where that part has changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from narrator.base.sentences import wrapped
from narrator.screens.even_light import FIELD, even_field, sign
from narrator.screens.full_screen.drawing import (
    DAY,
    NIGHT,
    OFFICE,
    Palette,
    drawn_circle,
    drawn_panel,
    drawn_seats,
    seat_rows,
)
from narrator.screens.full_screen.model import Snapshot
from narrator.screens.public_lines import PublicLine, PublicLineKind

MARK = "> "
CURSOR = "█"
LEVEL, FULL, EMPTY = 8, "█", "░"
"""The microphone's level: its cells, and how those are drawn that it reaches and those that it does not."""


def broken(text: Text, width: int) -> list[Text]:
    """Return a text as lines of at most so many cells, none of which begins with a sign; one at least."""
    lines, end = list[Text](), 0
    for paragraph in text.plain.splitlines():
        for line in wrapped(paragraph, max(1, width)):
            begin = text.plain.index(line, end)
            end = begin + len(line)
            lines.append(text[begin:end])
    return lines or [Text()]


class Pane(Widget):
    """A part of the screen. It holds the last snapshot alone, and so nothing that may no longer be seen."""

    def __init__(self, snapshot: Snapshot, id_: str) -> None:
        super().__init__(id=id_)
        self.snapshot = snapshot

    def show(self, snapshot: Snapshot) -> None:
        before, self.snapshot = self.snapshot, snapshot
        if self.part(before) != self.part(snapshot):
            self.refresh()

    def part(self, snapshot: Snapshot) -> object:
        """Return what this pane draws of a snapshot."""
        raise NotImplementedError

    @property
    def colours(self) -> Palette:
        return NIGHT if self.snapshot.dark else DAY


class HeadingPane(Pane):
    """The game, which night or day it is, who holds the office."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.title, snapshot.phase, snapshot.office, snapshot.paused, snapshot.dark

    def render(self) -> RenderableType:
        snapshot, colours = self.snapshot, self.colours
        grid = Table.grid(expand=True)
        grid.add_column()
        grid.add_column(justify="right")
        right = f"{OFFICE} {snapshot.office_name}" if snapshot.office is not None and snapshot.office_name else ""
        left = Text.assemble(
            (snapshot.title, colours.soft), "  ", (snapshot.phase.rstrip("."), f"bold {colours.accent}")
        )
        if snapshot.paused:
            left.append("  ▌▌", style=f"bold {colours.strong}")
        grid.add_row(left, Text(right, style=colours.soft))
        return grid


class CirclePane(Pane):
    """Who sits where, who lives, who may be answered now."""

    def part(self, snapshot: Snapshot) -> object:
        clock = None if snapshot.countdown is None else snapshot.countdown.clock
        return snapshot.names, snapshot.dead, snapshot.office, snapshot.legal, clock, snapshot.dark

    def render(self) -> RenderableType:
        return drawn_circle(self.snapshot, self.size.width, self.size.height, self.colours)


class CaptionsPane(Pane):
    """What is said, the last at the bottom, with the word that is being said."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.said, snapshot.dark

    def render(self) -> RenderableType:
        width, height = self.size
        rows: list[Text] = []
        for index, said in enumerate(reversed(self.snapshot.said)):
            lines = broken(self._text(said, last=index == 0), width)
            if rows and len(rows) + len(lines) + 1 > height:
                break
            rows = [*lines, Text(), *rows] if rows else lines
        rows = rows[-height:]
        return Text("\n", no_wrap=True, end="").join([Text()] * (height - len(rows)) + rows)

    def _text(self, said: PublicLine, *, last: bool) -> Text:
        colours = self.colours
        if said.kind is PublicLineKind.NOTICE:
            return Text(said.text, style=f"italic {colours.soft}", end="")
        text = Text(said.text, style=colours.text if last else colours.soft, end="")
        if said.mark is not None:
            text.stylize(f"bold reverse {colours.accent}", *said.mark)
        return text


class QuestionPane(Pane):
    """What is asked of everybody, and what may be answered."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.prompt, snapshot.hint, snapshot.call, snapshot.dark

    def render(self) -> RenderableType:
        """Draw it; where nothing is asked, who is called."""
        colours = self.colours
        if not self.snapshot.prompt and self.snapshot.call:
            return Text(sign(self.snapshot.call, self.size.width), style=f"bold {colours.strong}", justify="center")
        width = self.size.width
        return Group(
            *broken(Text(self.snapshot.prompt, style=f"bold {colours.strong}"), width),
            *broken(Text(self.snapshot.hint, style=colours.soft), width),
        )


class TypedPane(Pane):
    """The line that is being typed."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.typed, snapshot.dark

    def render(self) -> RenderableType:
        colours = self.colours
        room = max(1, self.size.width - len(MARK) - 1)
        return Text.assemble(
            (MARK, colours.soft),
            (self.snapshot.typed[-room:], f"bold {colours.strong}"),
            (CURSOR, colours.faint),
            end="",
        )


class KeyedPane(Pane):
    """The line that is being typed on the private panel: a field whose every cell is lit, whatever is typed."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.panel and snapshot.panel.typed

    def render(self) -> RenderableType:
        typed = "" if self.snapshot.panel is None else self.snapshot.panel.typed
        shown, shade = even_field(typed, max(1, min(FIELD, self.size.width - len(MARK) - 1)))
        return Text.assemble(
            (MARK, NIGHT.soft), (shown, f"bold {NIGHT.strong}"), (CURSOR, NIGHT.faint), (shade, NIGHT.faint), end=""
        )


class FootPane(Pane):
    """What the microphone hears and what was understood; which keys there are."""

    def __init__(self, snapshot: Snapshot, id_: str, keys: Sequence[str], quoted: str) -> None:
        super().__init__(snapshot, id_)
        self._keys, self._quoted = keys, quoted

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.ear, snapshot.dark

    def render(self) -> RenderableType:
        colours, ear = self.colours, self.snapshot.ear
        text = Text(no_wrap=True, overflow="ellipsis", end="")
        if ear is not None:
            reached = round(ear.level * LEVEL)
            text.append(FULL * reached, style=colours.accent).append(EMPTY * (LEVEL - reached), style=colours.faint)
            understood = f" {self._quoted.format(text=ear.understood)}" if ear.understood else ""
            text.append(f"{understood}  ", style=colours.text)
        for key in self._keys:
            if len(text) + len(key) <= self.size.width:
                text.append(key + "  ", style=colours.soft)
        return text


class PrivatePane(Pane):
    """The lines of the private panel."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.panel and (snapshot.panel.lines, snapshot.panel.asked)

    def render(self) -> RenderableType:
        return "" if self.snapshot.panel is None else drawn_panel(self.snapshot.panel, *self.size)


class PurposePane(Pane):
    """The heading of the private panel, and who is called."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.panel and (snapshot.panel.heading, snapshot.call)

    def render(self) -> RenderableType:
        heading = "" if self.snapshot.panel is None else self.snapshot.panel.heading
        return Text(f"{sign(self.snapshot.call, self.size.width)}\n{heading}", style=f"bold {NIGHT.text}", end="")


class SeatsPane(Pane):
    """All seats, the same in every window."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.names, snapshot.dead

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - only the width counts
        return len(seat_rows(self.snapshot, width))

    def render(self) -> RenderableType:
        return drawn_seats(self.snapshot, self.size.width)


class AdvicePane(Pane):
    """How a night answer is given."""

    def part(self, snapshot: Snapshot) -> object:
        return snapshot.advice

    def render(self) -> RenderableType:
        return Text(self.snapshot.advice, style=NIGHT.soft)
