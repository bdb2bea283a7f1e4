"""The markup of lines: `{seat}`, `{card:bare}`, `[1.5s]`, `[suspense]`, `[hold]` and tags like `[slow]...[/slow]`.

Tags say how words are said. A template is compiled once and filled many times. Filled, it is an utterance: text to
speak, in its style, and silences.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import groupby
from typing import TypeAlias

from narrator.base.diagnostics import Code, MarkupError
from narrator.base.sentences import to_user


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
            told = to_user("check.unopened", text=f"[/{tag}]")
            raise MarkupError(Code.UNOPENED, told, to_user("check.unopened.mend", text=f"[{tag}]"))
        if opened[-1] != tag:
            problem = to_user("check.crossing", text=f"[/{tag}]", name=f"[{opened[-1]}]")
            raise MarkupError(Code.CROSSING, problem, to_user("check.crossing.mend", text=f"[/{opened[-1]}]"))
        self._open.pop()

    def end(self) -> None:
        """End the line.

        Raises:
            MarkupError: a tag is still open.
        """
        if self._open:
            tag, _ = self._open[-1]
            remedy = to_user("check.tag_open.mend", text=f"[/{tag}]")
            raise MarkupError(Code.UNCLOSED, to_user("check.tag_open", text=f"[{tag}]"), remedy)


def no_tag(brackets: str) -> MarkupError:
    """Return the error for words in square brackets that are no tag."""
    word = brackets.strip("[/] ").split(maxsplit=1)[0]
    close = get_close_matches(word.lower(), [*TAGS, "suspense"], n=1)
    match close:
        case ["suspense"]:
            remedy = to_user("check.suspense")
        case [tag]:
            remedy = to_user("check.around", text=f"[{tag}]", name=f"[/{tag}]")
        case _:
            remedy = to_user("check.one_of", names=", ".join(f"[{tag}]" for tag in (*TAGS, "suspense")))
    return MarkupError(Code.TAG, to_user("check.no_tag", text=brackets), remedy)


LONGEST = 60.0
"""The longest written pause, in seconds: more is a slip of the pen."""

SUSPENSE = 2.5
"""How long a suspense lasts that does not say so, in seconds at normal pace."""

HOLD = 1.5
"""How long a note is held that does not say so, in seconds at normal pace."""


@dataclass(frozen=True, slots=True)
class TextPart:
    """Words to be spoken. `spoken` is what the voice says in their place where it must differ; never captioned.

    Before them a note is held for `hold` seconds at normal pace: they are waited for, in the middle of a sentence.
    """

    text: str
    style: Style = PLAIN
    spoken: str = ""
    hold: float = 0.0

    @property
    def said(self) -> str:
        """Return what the voice is given."""
        return self.spoken or self.text


@dataclass(frozen=True, slots=True)
class Silence:
    """A written pause, in seconds at normal pace."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Suspense:
    """A drum, and silence after it: before a death is told. In seconds at normal pace, both together.

    Where it names one, the `figure` is played instead.
    """

    seconds: float
    figure: str = ""


Segment: TypeAlias = TextPart | Silence | Suspense
Utterance: TypeAlias = tuple[Segment, ...]
"""A line to be said. Adjacent texts follow each other as they are, their spaces included: together they are captioned.

A value put into a line is a text of its own, as is each item of a list, and what stands between the items.
"""


@dataclass(frozen=True, slots=True)
class Placeholder:
    """Where a value goes, and how it is said. `form` follows the colon; with an `opening` one a sentence begins.

    Before it a note is held for `hold` seconds at normal pace.
    """

    name: str
    form: str = ""
    opening: bool = False
    style: Style = PLAIN
    hold: float = 0.0

    def __str__(self) -> str:
        return f"{{{self.name}:{self.form}}}" if self.form else f"{{{self.name}}}"


MARKUP = re.compile(
    r"\{(?P<name>[a-z_]+)(?::(?P<form>[a-z_]+))?\}"
    r"|\[(?P<hold>hold)(?: (?P<held>\d{1,3}(?:\.\d{1,3})?)s)?\]"
    r"|\[(?P<drum>suspense )?(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s\]|(?P<suspense>\[suspense\])"
    r"|\[(?P<close>/?)(?P<tag>[a-z]{2,})\]"
    r"|(?P<braces>\{[^{}\[\]]*\}|[{}])"
    r"|(?P<brackets>\[[^\[\]{}]*\]|[\[\]])"
)
MORE = re.compile(r"\[more\].*?\[/more\]")
LIKE_A_TAG = re.compile(r"\[ *(?:/ *)?[^\W\d_]{2}")
OPENING = re.compile(r"(?:\A|(?<!\.)[.!?])[^\w.…]*\Z")
"""What comes before the first word of a sentence. Dots that trail off do not end one."""


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled line."""

    parts: tuple[Segment | Placeholder, ...]

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        return tuple(part for part in self.parts if isinstance(part, Placeholder))

    def pronounced(self, spoken: Callable[[str], str]) -> Template:
        """Return this line with what a voice says for each of its words; `spoken` is empty where that is the word."""
        parts = (replace(part, spoken=spoken(part.text)) if isinstance(part, TextPart) else part for part in self.parts)
        return Template(tuple(parts))

    def filled(self, value: Callable[[Placeholder], Iterable[TextPart]]) -> Utterance:
        """Put words in every place; the first letter of every sentence becomes a capital."""
        segments: list[Segment] = []
        run: list[TextPart] = []
        for part in self.parts:
            match part:
                case TextPart():
                    run.append(part)
                case Placeholder():
                    words = list(value(part))
                    if part.style is not PLAIN:
                        words = [replace(text, style=part.style) for text in words]
                    if words and part.opening:
                        words[0] = opening(words[0])
                    if words and part.hold:
                        words[0] = replace(words[0], hold=part.hold)
                    run += words
                case Silence() | Suspense():
                    segments += [*_trimmed(run), part]
                    run.clear()
        return (*segments, *_trimmed(run))


def compiled(text: str) -> Template:
    """Compile the markup of one line.

    Raises:
        MarkupError: some of it means nothing.
    """
    parts: list[Segment | Placeholder] = []
    tags = OpenTags()
    before = ""
    end = 0
    hold = 0.0
    for found in MARKUP.finditer(text):
        literal = text[end : found.start()]
        end = found.end()
        if hold and (literal or not found["name"]):
            break
        before += literal
        _add(parts, literal, tags.style)
        if tag := found["tag"]:
            (tags.close if found["close"] else tags.open)(tag)
            continue
        if found["hold"]:
            hold = _seconds(found["held"] or str(HOLD), "hold")
            continue
        part = _part(found, before, tags.style)
        if isinstance(part, Placeholder):
            before = str(part)
            part, hold = replace(part, hold=hold), 0.0
        parts.append(part)
    if hold:
        raise MarkupError(Code.SILENCE, to_user("check.hold"), to_user("check.hold.mend"))
    tags.end()
    _add(parts, text[end:], tags.style)
    if parts and isinstance(parts[0], TextPart):
        parts[0] = TextPart(capitalised(parts[0].text), parts[0].style)
    return Template(tuple(parts))


def in_brief(text: str) -> str:
    """Return the markup of a line without what stands in `[more]...[/more]`."""
    return MORE.sub("", text)


def _add(parts: list[Segment | Placeholder], literal: str, style: Style) -> None:
    """Add words; tags that changed nothing do not part them."""
    if not literal:
        return
    if parts and isinstance(last := parts[-1], TextPart) and last.style == style:
        parts[-1] = TextPart(last.text + literal, style)
    else:
        parts.append(TextPart(literal, style))


def _part(found: re.Match[str], before: str, style: Style) -> Silence | Suspense | Placeholder:
    if name := found["name"]:
        return Placeholder(name, found["form"] or "", OPENING.search(before) is not None, style)
    if found["suspense"]:
        return Suspense(SUSPENSE)
    if seconds := found["seconds"]:
        length = _seconds(seconds, "suspense" if found["drum"] else "pause")
        return Suspense(length) if found["drum"] else Silence(length)
    if braces := found["braces"]:
        problem = to_user("check.braces" if len(braces) > 1 else "check.brace", text=braces)
        raise MarkupError(Code.BRACES, problem, to_user("check.braces.mend"))
    if LIKE_A_TAG.match(found["brackets"]):
        raise no_tag(found["brackets"])
    raise MarkupError(Code.SILENCE, to_user("check.pause", text=found["brackets"]), to_user("check.pause.mend"))


def _seconds(written: str, what: str) -> float:
    if not 0 < float(written) <= LONGEST:
        remedy = to_user("check.seconds.mend", number=f"{LONGEST:.0f}")
        raise MarkupError(Code.SILENCE, to_user(f"check.seconds.{what}", number=written), remedy)
    return float(written)


def capitalised(text: str) -> str:
    """Return the text with its first letter, and nothing else, as a capital."""
    return text[:1].upper() + text[1:]


def opening(text: TextPart) -> TextPart:
    """Return a value as the beginning of a sentence: with a capital to the eye, the same as ever to the ear."""
    written = capitalised(text.text)
    return text if written == text.text else replace(text, text=written, spoken=text.said)


def _trimmed(run: list[TextPart]) -> Iterator[TextPart]:
    """Yield adjacent texts without the spaces at their two ends; of empty ones nothing is left."""
    first, last = 0, len(run)
    while first < last and not run[first].said.strip():
        first += 1
    while first < last and not run[last - 1].said.strip():
        last -= 1
    for place in range(first, last):
        text = run[place]
        if place == first and text.text[:1].isspace():
            text = replace(text, text=text.text.lstrip(), spoken=text.spoken.lstrip())
        if place == last - 1 and text.text[-1:].isspace():
            text = replace(text, text=text.text.rstrip(), spoken=text.spoken.rstrip())
        if text.said:
            yield text


def runs(utterance: Utterance) -> Iterator[tuple[TextPart, ...] | Silence | Suspense]:
    """Yield an utterance with its adjacent texts together."""
    for spoken, group in groupby(utterance, lambda segment: isinstance(segment, TextPart)):
        if spoken:
            yield tuple(segment for segment in group if isinstance(segment, TextPart))
        else:
            yield from (segment for segment in group if not isinstance(segment, TextPart))


def caption(utterance: Utterance) -> str:
    """Return the words of an utterance; its pauses are dropped."""
    return " ".join("".join(text.text for text in run) for run in runs(utterance) if isinstance(run, tuple))


def paced(utterance: Utterance, factor: float) -> Utterance:
    """Return an utterance whose pauses, suspense and holds are so many times as long; its words stay as they are."""
    return tuple(_paced(segment, factor) for segment in utterance)


def _paced(segment: Segment, factor: float) -> Segment:
    if isinstance(segment, TextPart):
        return replace(segment, hold=segment.hold * factor) if segment.hold else segment
    return replace(segment, seconds=segment.seconds * factor)
