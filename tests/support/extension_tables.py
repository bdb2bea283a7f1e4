"""Tables with cards of the extensions, for the tests of their powers: in the middle of a game, or played to the end."""

from __future__ import annotations

from declared import assert_declared
from players import Players, game
from tables import dealt, extension_cards, runs, table

from narrator.core.answers import SILENT, Answer
from narrator.core.effects import Effect, News, Pause, Say, Scene, Topic, Window
from narrator.core.play import Play, Walk, choices_of
from narrator.village.catalogue import vocabulary
from narrator.village.game import VillageSetup
from narrator.village.phases.deaths import depart
from narrator.village.phases.victory import OUTCOMES
from narrator.village.powers import POWERS
from narrator.village.powers.loners import MARTYR_OUTCOME, PIPER_OUTCOME, SECTARIAN_OUTCOME, WHITEWOLF_OUTCOME
from narrator.village.state import VillageState

WORDS = vocabulary(POWERS)
ALONE = {MARTYR_OUTCOME, PIPER_OUTCOME, WHITEWOLF_OUTCOME, SECTARIAN_OUTCOME}
"""The outcomes of who wins alone."""


def standing(cards: str, **values: str) -> VillageState:
    """Return a game by day whose cards lie as they are named, by seat."""
    state = VillageState(table(cards, values=values), depart)
    state.cards = dict(enumerate(dealt(cards), start=1))
    state.departures_wait = False
    return state


def run(play: Play[object]) -> list[str]:
    """Run something that asks nothing; return the lines that are said."""
    return [effect.line for effect in play if isinstance(effect, Say)]


def played_to_its_end(setup: VillageSetup, players: Players) -> str:
    """Play a game, and return its outcome, once all of it has been looked at."""
    effects, _, walk = game(setup, players)
    assert_declared(setup, effects, WORDS)
    dead = [effect.seat for effect in effects if isinstance(effect, News) and effect.topic is Topic.DEATH]
    assert len(dead) == len(set(dead)), "nobody dies twice"
    assert walk.outcome in {*OUTCOMES, *ALONE}
    return walk.outcome or ""


def thousand_games(card: str) -> None:
    """Play games with a card in every mode and deal; a tenth of a tenth in a short run."""
    held = [card] * extension_cards("thiercelieux").count(card)
    hand = [*held, *dealt("loup-garou*2 voyante sorcière petite-fille villageois*4")]
    for number in range(runs(1000, tenths=0.4)):
        mode, deal = ("meneur", "joueur")[number % 2], ("narrator", "cards")[number // 2 % 2]
        setup = table(hand, mode=mode, deal=deal, key=number.to_bytes(2, "big"))
        played_to_its_end(setup, Players(setup, number))


def call(power: str, *answers: Answer, dealt_to: str, centre: str = "", night: int = 1) -> list[Effect]:
    """Return what is heard of a call: these secret answers come first in it, then silence, as everywhere else."""
    walk = Walk(table(dealt_to, centre, elect="never"))
    heard: list[Effect] = []
    falls, given, open_ = 0, list(answers), False
    while True:
        for effect in walk.run():
            falls += isinstance(effect, News) and effect.topic is Topic.NIGHTFALL
            if isinstance(effect, Say) and falls == night:
                open_ = open_ or effect.line == f"{power}.wake"
                if open_ and effect.line == f"{power}.sleep":
                    return [*heard, effect]
            if open_ and isinstance(effect, Say | Pause | Scene | Window):
                heard.append(effect)
        assert walk.pending is not None, f"{power} was not called"
        mine = open_ and given
        walk.answer(given.pop(0) if mine else next(iter(choices_of(walk.pending).words[-1:]), SILENT))
