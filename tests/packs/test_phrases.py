"""What a voice can prepare before a game: every text that the game can say, and each name once a style."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from players import option_texts
from shipped import shipped
from tables import GAMES, NIGHT_GAMES, runs, sampled

from narrator.evening.rehearsal.rehearsal import Guesser, rehearse
from narrator.packs.markup import TextPart, Utterance
from narrator.packs.naming import Cast
from narrator.packs.pack import Pack
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Say
from narrator.rules.core.play import Mode
from narrator.rules.core.secrets import Secret
from narrator.rules.core.vocabulary import Line
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.dealing import stand_ins
from narrator.rules.village.table import VILLAGE, WOLVES
from narrator.table.games.engine import TableSetup
from narrator.table.games.options import OptionError
from narrator.table.games.registry import engine_of
from narrator.table.games.repertoire import is_spoken, session_lines
from narrator.table.setup.composition import CompositionError
from narrator.table.setup.setup_answers import SetupAnswers

LANGUAGES = ("en", "fr")
PACKS: dict[str, Pack] = {game: shipped(game) for game in GAMES}


def lines_of(game: str) -> list[Line]:
    rules = PACKS[game].rules
    facts = engine_of(rules.engine).facts()
    powers = sorted(rules.in_play & (facts.powers | set(facts.openings)))
    return [*facts.vocabulary(powers).lines.values(), *(line for line in session_lines() if is_spoken(line.id))]


def cast_of(setup: TableSetup) -> Cast:
    match setup:
        case VillageSetup():
            pack_of_cards = [stand_ins(setup)] if setup.options.playing_cards else []
            playing = tuple(code for stands in pack_of_cards for _, codes in stands for code in codes)
            total = sum(count for _, count in setup.hand)
            return Cast(setup.players, tuple(card for card, _ in setup.hand), (VILLAGE, WOLVES), total, playing)
        case CubaSetup():
            tokens = tuple(PACKS["cuba"].words["fr"].cards)
            return Cast(setup.players, tokens, (), max(setup.diamonds, setup.players))
        case _:
            raise AssertionError(f"a set-up of no game: {setup}")


class Listening(Wording):
    """Words that remember which texts a voice was given, but for those that somebody wrote in the game.

    What is only shown below a line, no voice is given.
    """

    heard: set[TextPart]
    unsaid: frozenset[str]

    def spoken(self, say: Say) -> Utterance:
        utterance = super().spoken(say)
        if say.line not in self.unsaid and not any(fact.form is Form.TEXT for _, fact in say.args):
            self.heard |= {segment for segment in utterance if isinstance(segment, TextPart)}
        return utterance


@pytest.mark.parametrize("name", sampled(GAMES))
def test_whatever_a_game_says_was_among_its_phrases(name: str) -> None:
    pack = PACKS[name]

    @settings(max_examples=runs(200, tenths=0.6), deadline=None)
    @given(st.data(), st.integers(0, 2**32), st.sampled_from(Mode), st.booleans())
    def prepared(data: st.DataObject, seed: int, mode: Mode, named: bool) -> None:
        words = pack.words[data.draw(st.sampled_from(LANGUAGES), label="language")]
        players = data.draw(st.integers(pack.rules.players.least, pack.rules.players.most), label="players")
        texts = data.draw(option_texts()) if name in NIGHT_GAMES else {}
        names = tuple(f"joueuse {seat}" for seat in range(1, players + 1)) if named else ()
        wording = Listening(words, names, seed, tuple(f"zoueuze {seat}" for seat in range(1, len(names), 2)))
        wording.heard = set()
        wording.unsaid = frozenset(line.id for line in lines_of(name) if not line.spoken)
        chosen = {option: value.split(",") for option, value in texts.items()}
        asked = SetupAnswers(players=players, mode=mode, names=names, seed=seed, settings=chosen)
        try:
            plan = engine_of(pack.rules.engine).plan(pack.rules, asked, wording, lambda _: None)
            founded = plan.found(Secret(seed.to_bytes(8, "big")))
        except (CompositionError, OptionError):
            assume(False)
            return
        chance = Random(seed)
        rehearse(founded.setup, wording, Guesser(founded.things(chance), chance))
        phrases = set(wording.phrases(lines_of(name), cast_of(founded.setup)))
        assert wording.heard
        assert wording.heard <= phrases

    prepared()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sampled(GAMES))
def test_a_name_more_is_a_rendering_more_for_each_style_it_is_said_in(name: str, language: str) -> None:
    lines = lines_of(name)
    cards, camps = tuple(PACKS[name].words[language].cards), tuple(PACKS[name].words[language].camps)

    def renderings(players: int) -> set[tuple[object, str]]:
        names = tuple(f"N{seat}" for seat in range(1, players + 1))
        wording = Wording(PACKS[name].words[language], names)
        return {(text.style, text.said) for text in wording.phrases(lines, Cast(players, cards, camps, 30))}

    few, more = renderings(8), renderings(9)
    styles = {style for style, said in more if said == "N9"}
    assert more - few == {(style, "N9") for style in styles}
    assert few <= more
    assert 1 <= len(styles) <= 3
    assert len(renderings(20)) == len(few) + 12 * len(styles)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NIGHT_GAMES)
def test_a_count_and_what_it_counts_are_said_apart(name: str, language: str) -> None:
    lines = [line for line in lines_of(name) if line.id == "composition"]
    cards = PACKS[name].rules.card_names
    wording = Wording(PACKS[name].words[language])

    def texts(most: int) -> set[str]:
        return {text.text for text in wording.phrases(lines, Cast(12, cards, (), most))}

    assert texts(13) - texts(12) == {"13"}
    assert {wording.card(card, "many") for card in cards} <= texts(12)


def test_lines_that_are_never_spoken_are_not_prepared() -> None:
    words = PACKS["thiercelieux"].words["fr"]
    private = [line for line in lines_of("thiercelieux") if not line.spoken]
    assert private
    assert list(Wording(words).phrases(private, Cast(8, ("voyante",), (WOLVES,), 8, ("KS",)))) == []
