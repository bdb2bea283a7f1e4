"""How words are said, and the tags that say so in a line: `[slow]...[/slow]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from narrator.story.diagnostics import Code, MarkupError


@dataclass(frozen=True, slots=True)
class Style:
    """How words are said. `pace` is a factor of the voice's own speed, `gain` is in dB; `strong` ones are leant on."""

    pace: float = 1.0
    gain: float = 0.0
    whisper: bool = False
    strong: bool = False

    def within(self, outer: Style) -> Style:
        """Return this style inside another one: paces multiply, gains add up, and both stay where words are heard."""
        return Style(
            pace=round(min(MOST_PACE, max(LEAST_PACE, outer.pace * self.pace)), 3),
            gain=round(max(LEAST_GAIN, outer.gain + self.gain), 3),
            whisper=outer.whisper or self.whisper,
            strong=outer.strong or self.strong,
        )


PLAIN = Style()

LEAST_PACE, MOST_PACE, LEAST_GAIN = 0.5, 2.0, -18.0
"""Beyond these, words are no longer understood beside a fire."""

TAGS: Mapping[str, Style] = {
    "slow": Style(pace=0.82),
    "fast": Style(pace=1.2),
    "soft": Style(gain=-6.0),
    "whisper": Style(gain=-3.0, whisper=True),
    "strong": Style(strong=True),
    "more": Style(),
}
"""What each pair of tags does to the words between them; what stands in `more` is left out of a line told in brief."""


class OpenTags:
    """The tags that are open at one place of a line, the innermost last."""

    def __init__(self) -> None:
        self._open: list[tuple[str, Style]] = []

    @property
    def style(self) -> Style:
        """Return how the words here are said."""
        return self._open[-1][1] if self._open else PLAIN

    def open(self, tag: str) -> None:
        """Begin a stretch.

        Raises:
            MarkupError: there is no such tag.
        """
        if tag not in TAGS:
            raise no_tag(f"[{tag}]")
        self._open.append((tag, TAGS[tag].within(self.style)))

    def close(self, tag: str) -> None:
        """End a stretch.

        Raises:
            MarkupError: this tag is not open here, or another one was opened after it.
        """
        if tag not in TAGS:
            raise no_tag(f"[/{tag}]")
        opened = [name for name, _ in self._open]
        if tag not in opened:
            remedy = f"open it with [{tag}], or take it out"
            raise MarkupError(Code.UNOPENED, f"[/{tag}] closes what was not opened", remedy)
        if opened[-1] != tag:
            problem = f"[/{tag}] crosses [{opened[-1]}], which is still open"
            raise MarkupError(Code.CROSSING, problem, f"write [/{opened[-1]}] before it")
        self._open.pop()

    def end(self) -> None:
        """End the line.

        Raises:
            MarkupError: a tag is still open.
        """
        if self._open:
            tag, _ = self._open[-1]
            raise MarkupError(Code.UNCLOSED, f"[{tag}] is never closed", f"write [/{tag}] where its words end")


def no_tag(brackets: str) -> MarkupError:
    """Return the error for words in square brackets that are no tag."""
    word = brackets.strip("[/] ").split(maxsplit=1)[0]
    close = get_close_matches(word.lower(), [*TAGS, "suspense"], n=1)
    match close:
        case ["suspense"]:
            remedy = "write [suspense], or [suspense 2s]; nothing closes it"
        case [tag]:
            remedy = f"write [{tag}] and [/{tag}] around the words"
        case _:
            remedy = f"write one of {', '.join(f'[{tag}]' for tag in TAGS)}, [suspense]"
    return MarkupError(Code.TAG, f"there is no {brackets}", remedy)
