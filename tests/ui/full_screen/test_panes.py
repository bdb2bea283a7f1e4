"""How the panes of the full screen break lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from narrator.ui.full_screen.panes import broken

SAID = "On touche l'épaule : le numéro 1. Des gestes ? Rien n'y comptera. « Oui » ; non !"


@given(st.integers(12, 90))
def test_no_line_begins_with_a_sign_and_nothing_is_lost(width: int) -> None:
    lines = [line.plain for line in broken(Text(SAID), width)]
    assert max(map(len, lines)) <= width
    assert not any(line.startswith((":", ";", "?", "!", "»")) for line in lines)
    assert " ".join(lines) == SAID


def test_a_word_that_is_marked_stays_marked_in_its_line() -> None:
    text = Text(SAID)
    begin = SAID.index("comptera")
    text.stylize("bold", begin, begin + len("comptera"))
    marked = [line.plain[span.start : span.end] for line in broken(text, 20) for span in line.spans]
    assert marked == ["comptera"]


def test_an_empty_text_is_an_empty_line() -> None:
    assert [line.plain for line in broken(Text(""), 20)] == [""]
