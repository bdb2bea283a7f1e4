"""What a voice prepares before a game: enough for whatever is said by day and by night."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from players import option_texts
from shipped import shipped
from tables import GAMES, NIGHT_GAMES, runs, sampled

from narrator.evening.rehearsal.rehearsal import Guesser, rehearse
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import TextPart, Utterance
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Scene
from narrator.rules.core.play import Mode
from narrator.rules.core.secrets import Secret
from narrator.table.games.options import OptionError
from narrator.table.games.registry import engine_of
from narrator.table.session.narration import CaptionsOnly
from narrator.table.setup.composition import CompositionError
from narrator.table.setup.setup_answers import SetupAnswers

PACKS = {game: shipped(game) for game in GAMES}


def texts(utterance: Utterance) -> set[TextPart]:
    """Return what of a line a voice prepares: how long a note is held before a name is none of it."""
    return {replace(part, hold=0.0) for part in utterance if isinstance(part, TextPart)}


class Listener(CaptionsOnly):
    """A mouth that keeps what it said to open and to closed eyes."""

    def __init__(self, clock: VirtualClock, wording: Wording) -> None:
        super().__init__(clock, wording.seconds)
        self.by_day: set[TextPart] = set()
        self.by_night: set[TextPart] = set()
        self._heard = self.by_day

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:  # noqa: ARG002 - how it sounds does not matter here
        self._heard = self.by_night if scene.closed else self.by_day

    def speak(self, utterance: Utterance) -> None:
        self._heard |= texts(utterance)
        super().speak(utterance)


@pytest.mark.parametrize("name", sampled(GAMES))
def test_whatever_is_said_by_day_and_by_night_was_prepared_for_it(name: str) -> None:
    pack = PACKS[name]

    @settings(max_examples=runs(30), deadline=None)
    @given(st.data(), st.integers(0, 2**32), st.sampled_from([*Mode, None]))
    def prepared(data: st.DataObject, seed: int, led: Mode | None) -> None:
        counting, mode = led is None, led or Mode.JOUEUR
        players = data.draw(st.integers(pack.rules.players.least, pack.rules.players.most), label="players")
        written = data.draw(option_texts()) if name in NIGHT_GAMES else {}
        names = tuple(f"joueuse {seat}" for seat in range(1, players + 1))
        wording = Wording(pack.words["fr"], names, seed)
        asked = SetupAnswers(
            players=players,
            mode=mode,
            names=names,
            seed=seed,
            settings={option: value.split(",") for option, value in written.items()},
        )
        try:
            plan = engine_of(pack.rules.engine).plan(pack.rules, asked, wording, lambda _: None)
            game = plan.found(Secret(seed.to_bytes(8, "big")))
        except (CompositionError, OptionError):
            assume(False)
            return
        chance, clock = Random(seed), VirtualClock()
        mouth = Listener(clock, wording)
        guesser = Guesser(game.things(chance), chance)
        rehearse(game.setup, wording, guesser, clock=clock, mouth=mouth, button=counting)
        repertoire = replace(game.repertoire(), counting=counting)
        assert mouth.by_day <= set().union(*map(texts, repertoire.by_day(wording)))
        assert mouth.by_night <= set().union(*map(texts, repertoire.by_night(wording)))
        assert bool(mouth.by_night) == (name in NIGHT_GAMES)

    prepared()
