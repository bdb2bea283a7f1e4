"""The lines of a window: what is shown again stands once, below all others; of many, the last ones stand."""

from __future__ import annotations

from narrator.ui.private_lines import LINES, PrivateLines


def shown(*texts: str, most: int | None = LINES) -> list[str]:
    """Return the lines that stand once these were shown."""
    lines = PrivateLines(most)
    for text in texts:
        lines.add(text)
    return [*lines]


def test_what_is_shown_again_stands_once_below_all_others() -> None:
    assert shown("Qui ?", "Noté.", "Qui ?") == ["Noté.", "Qui ?"]


def test_of_many_the_last_ones_stand_and_all_where_there_is_room() -> None:
    many = [str(number) for number in range(LINES + 3)]
    assert shown(*many) == many[3:]
    assert shown(*many, most=None) == many
