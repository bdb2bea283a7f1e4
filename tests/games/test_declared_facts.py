"""What is true of a line or a question is declared with it, and what a game does agrees with it."""

from __future__ import annotations

from random import Random

import pytest
from questions import EVERY_OPTION, GAMES, OPTIONS, pack

from narrator.core.effects import Ask, Say, Scene, Show
from narrator.core.modes import Mode
from narrator.core.play import Walk, choices_of
from narrator.core.secrets import Secret
from narrator.core.vocabulary import Eyes
from narrator.cuba import catalogue as cuba
from narrator.games.engine import SetupAnswers
from narrator.games.registry import CUBA, VILLAGE, engine_of
from narrator.rehearsal.random_table import among
from narrator.rehearsal.rehearsal import Guesser
from narrator.story.wording import Wording
from narrator.village import catalogue as village
from narrator.village.powers import POWERS

DECLARED = {VILLAGE: village.vocabulary(sorted(POWERS)), CUBA: cuba.vocabulary()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_a_game_does_what_its_lines_and_questions_declare(game: str, seed: int) -> None:
    """Eyes are closed when a closed line is said, and open when another is; offers are taken up as often as not."""
    rules = pack(game).rules
    known, layers = DECLARED[rules.engine], OPTIONS.get(game, EVERY_OPTION)
    wanted = SetupAnswers(
        players=GAMES[game],
        mode=Mode.MENEUR if seed % 3 == 0 else Mode.JOUEUR,
        deal="cards" if seed % 2 == 0 else "narrator",
        settings=layers[seed % len(layers)],
    )
    plan = engine_of(rules.engine).plan(rules, wanted, Wording(pack(game).words["fr"]), lambda _sentence: None)
    founded, chance = plan.found(Secret(bytes([seed]))), Random(seed)
    people, walk = Guesser(founded.things(chance), chance), Walk(founded.setup)
    closed = False
    while True:
        for effect in walk.run():
            match effect:
                case Scene():
                    closed = effect.closed
                case Say():
                    assert known.lines[effect.line].eyes in (Eyes.EITHER, Eyes.CLOSED if closed else Eyes.OPEN), (
                        effect.line
                    )
                case Show():
                    assert known.lines[effect.line].word == effect.word, effect.line
                case Ask():
                    assert known.questions[effect.question].aloud == effect.aloud, effect.question
                case _:
                    pass
        if (ask := walk.pending) is None:
            break
        taken_up = ask.offer and not ask.tacit and chance.random() < 0.5
        walk.answer(among(choices_of(ask), chance) if taken_up else people.answer(ask))
