"""A private screen gives the same light whatever it says, in every state, on every terminal, whatever is typed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from papers import HEADING, Paper
from shipped import shipped
from tables import sampled

from narrator.base.resources import games
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Everyone, Form, Term
from narrator.screens.even_light import (
    LINES,
    PrivateLines,
    cells,
    end_of,
    even_field,
    even_rows,
    lit,
    private_rows,
    row_of,
)
from narrator.screens.full_screen.drawing import drawn_panel
from narrator.screens.full_screen.model import Panel
from narrator.screens.private_page import LIT_BLANK
from narrator.screens.terminal import TerminalScreen
from narrator.table.games.registry import engine_facts
from narrator.table.games.repertoire import session_lines
from narrator.table.inbox.moment import Moment

SIZES = [(80, 24), (40, 12), (132, 43), (60, 10), (80, 8), (20, 8)]
TALES = ("story.", "setup.", "session.", "doctor.")
"""What is shown when no game is on."""


def words_of(game: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each language of a game, with its heading and all that may stand on a private screen in it."""
    rules = shipped(game).rules
    common = session_lines() if game == "thiercelieux" else ()  # which all games share
    declared = (*common, *engine_facts(rules.engine).vocabulary(rules.in_play).lines.values())
    private = {line.id for line in declared if not line.spoken and not line.id.startswith(TALES)}
    for language, words in shipped(game).words.items():
        texts = [text for id_ in sorted(private & words.lines.keys()) for text in words.lines[id_]]
        yield language, Wording(words).line("screen.window"), [*texts, *words.prompts.values()]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    columns, rows = request.param
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    return columns, rows


class Light(int):
    """Letters on a screen, about: a lit blank gives the light of several."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and abs(int(self) - int(other)) <= LIT_BLANK

    __hash__ = int.__hash__


class Private:
    """A private screen whose light can be measured."""

    def __init__(self, heading: str = HEADING) -> None:
        self.paper = Paper()
        self.screen = TerminalScreen(self.paper.terminal, Moment)
        self.screen.open_window(heading)

    @property
    def light(self) -> Light:
        self.screen.look()
        return Light(self.paper.light)


@pytest.mark.parametrize("game", sampled(sorted(games())))
def test_every_private_line_of_every_game_gives_the_light_of_a_window_for_nobody(
    game: str, size: tuple[int, int]
) -> None:
    for _language, heading, texts in words_of(game):
        window = Private(heading)
        nobody = window.light
        assert nobody > 0
        for text in texts:
            window.screen.open_window(heading)
            window.screen.private(Everyone(), text)
            assert window.light == nobody, (size, text)
            window.screen.close_window()


@pytest.mark.thorough
@pytest.mark.parametrize("game", sampled(sorted(games())))
def test_a_night_of_private_lines_one_after_another_gives_the_same_light(game: str, size: tuple[int, int]) -> None:
    for _language, heading, texts in words_of(game):
        window = Private(heading)
        nobody = window.light
        for text in texts:
            window.screen.private(Everyone(), text)
            assert window.light == nobody, (size, text)


@pytest.mark.parametrize("game", sampled(sorted(games())))
@pytest.mark.parametrize("size", [(80, 24), (80, 8), (40, 12)], indirect=True, ids=str)
def test_the_last_private_line_can_be_read_from_its_first_word(game: str, size: tuple[int, int]) -> None:
    for _language, heading, texts in words_of(game):
        window = Private(heading)
        for text in texts:
            window.screen.open_window(heading)
            window.screen.private(Everyone(), text)
            window.screen.look()
            shown = window.paper.shown.split()
            assert text.split()[0] in shown, (size, text)
            assert text.split()[-1] in shown, (size, text)


@given(st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=40))
def test_what_is_typed_in_a_window_changes_no_light(typed: str) -> None:
    window = Private()
    before = window.light
    for letter in typed:
        window.screen.type(letter)
        assert window.light == before
    window.screen.enter()
    assert window.light == before


def test_a_glance_gives_as_much_light_as_a_window(size: tuple[int, int]) -> None:
    window = Private()
    before = window.light
    window.screen.close_window()
    window.screen.private(Everyone(), "Le numéro 1 : un Loup-Garou.")
    assert window.light == before, size


ROWS = st.lists(st.text("abç é", max_size=20).map(str.strip), max_size=12)


@given(ROWS, st.integers(20, 60), st.integers(1, 10), st.floats(0.0, 1.0))
def test_rows_are_as_many_as_wide_and_as_bright_as_they_should_be(
    rows: list[str], width: int, height: int, share: float
) -> None:
    light = int(width * height * share)
    written = [row_of(*row, width) for row in even_rows(rows, width, height, light)]
    assert len(written) == height
    assert all(len(row) <= width for row in written)
    assert sum(map(lit, written)) == light


@given(st.lists(st.text("abcdefgé ?", min_size=1, max_size=200), max_size=12).map(tuple), st.integers(1, 12))
def test_the_panel_of_the_full_screen_is_as_bright_however_full_it_is(lines: tuple[str, ...], height: int) -> None:
    full, empty = (lit(drawn_panel(Panel(HEADING, shown), 62, height).plain) for shown in (lines, ()))
    assert full == empty


def test_a_field_shows_the_end_of_what_is_too_long_for_it() -> None:
    assert even_field("une très longue ligne", 8) == ("ue·ligne", "")
    assert even_field("5", 4) == ("5", "░░░")


@given(st.text(), st.integers(0, 30))
def test_the_end_of_a_text_is_as_much_of_it_as_there_is_room_for(text: str, width: int) -> None:
    end = end_of(text, width)
    assert text.endswith(end)
    assert cells(end) <= width
    assert end == text or cells(text[len(text) - len(end) - 1 :]) > width


@pytest.mark.parametrize("game", sampled(sorted(games())))
def test_a_card_stands_first_and_large_and_every_card_gives_the_same_light(game: str, size: tuple[int, int]) -> None:
    for language, words in shipped(game).words.items():
        wording, window = Wording(words), Private()
        nobody = window.light
        for card in words.cards:
            headline = wording.headline((("card", Term(Form.CARD, card)),))
            window.screen.open_window(HEADING)
            for text in (headline, wording.card(card, "reminder")):
                window.screen.private(Everyone(), text)
                assert window.light == nobody, (size, language, text)
            window.screen.close_window()


def test_a_headline_is_spaced_out_where_there_is_room_and_a_sentence_never_is() -> None:
    assert private_rows("PETITE FILLE", 40) == ["P E T I T E   F I L L E"]
    assert private_rows("PETITE FILLE", 12) == ["PETITE FILLE"]
    assert private_rows("Petite Fille", 40) == ["Petite Fille"]


def test_two_cards_that_are_told_at_once_have_no_headline() -> None:
    wording = Wording(shipped("thiercelieux").words["fr"])
    cards = (("card", Term(Form.CARD, "voyante")), ("other", Term(Form.CARD, "chasseur")))
    assert wording.headline(cards) == ""
    assert wording.headline(cards[:1]) == "VOYANTE"


def shown(*texts: str) -> list[str]:
    lines = PrivateLines()
    for text in texts:
        lines.add(text)
    return [*lines]


def test_what_is_shown_again_stands_once_below_all_others() -> None:
    assert shown("Qui ?", "Noté.", "Qui ?") == ["Noté.", "Qui ?"]


def test_of_many_the_last_ones_stand() -> None:
    many = [str(number) for number in range(LINES + 3)]
    assert shown(*many) == many[3:]


def test_what_is_said_to_an_entry_replaces_what_was_said_to_the_one_before() -> None:
    lines = PrivateLines()
    lines.add("Qui ?")
    lines.reply(["Personne de ce nom."])
    lines.reply(["Répondez par une place.", "Tout se fait en silence."])
    assert [*lines] == ["Qui ?", "Répondez par une place.", "Tout se fait en silence."]
    lines.add("Qui encore ?")
    lines.reply(["Noté."])
    assert [*lines] == ["Qui ?", "Qui encore ?", "Noté."]


def test_what_is_over_goes_with_what_was_said_to_entries() -> None:
    lines = PrivateLines()
    lines.add("Voici la victime.")
    lines.add("Qui ?")
    lines.reply(["Personne de ce nom."])
    lines.reply(["Trop tard."], over=["Qui ?"])
    assert [*lines] == ["Voici la victime.", "Trop tard."]


def test_a_reply_that_is_shown_for_good_is_not_taken_away_by_the_next_one() -> None:
    lines = PrivateLines()
    lines.reply(["Qui ?"])
    lines.add("Qui ?")
    lines.reply(["Noté."])
    assert [*lines] == ["Qui ?", "Noté."]
    lines.reply(["Qui ?"])
    lines.reply(["Effacé."])
    assert [*lines] == ["Qui ?", "Effacé."]
