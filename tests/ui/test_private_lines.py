"""The lines of a window: what is shown again stands once, below all others; of many, the last ones stand."""

from __future__ import annotations

from narrator.ui.even_light import LINES, PrivateLines


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


def test_what_is_said_to_an_entry_replaces_what_was_said_to_the_one_before() -> None:
    lines = PrivateLines()
    lines.add("Qui ?")
    lines.reply(["Cette place n'existe pas."])
    lines.reply(["Répondez par une place.", "Tout se fait en silence."])
    assert [*lines] == ["Qui ?", "Répondez par une place.", "Tout se fait en silence."]
    lines.add("Qui encore ?")
    lines.reply(["Noté."])
    assert [*lines] == ["Qui ?", "Qui encore ?", "Noté."]


def test_a_reply_that_is_shown_for_good_is_not_taken_away_by_the_next_one() -> None:
    lines = PrivateLines()
    lines.reply(["Qui ?"])
    lines.add("Qui ?")
    lines.reply(["Noté."])
    assert [*lines] == ["Qui ?", "Noté."]
    lines.reply(["Qui ?"])
    lines.reply(["Effacé."])
    assert [*lines] == ["Qui ?", "Effacé."]
