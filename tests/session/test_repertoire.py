"""What a voice prepares before a game: enough for whatever is said by day and by night."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from players import option_texts
from tables import GAMES, NIGHT_GAMES, runs

from narrator.core.modes import Mode
from narrator.core.secrets import Secret
from narrator.resources import folder
from narrator.session.composing import CompositionError
from narrator.session.engine import Asked
from narrator.session.engines import engine_of
from narrator.session.options import OptionError
from narrator.session.rehearsal import Guesser, rehearse
from narrator.session.room import CaptionsOnly
from narrator.session.virtual import VirtualClock
from narrator.story.markup import Text, Utterance
from narrator.story.pack import load_pack
from narrator.story.wording import Wording
from narrator.voice.recital import by_night_in

PACKS = {game: load_pack(folder("scripts") / game, ["fr"]) for game in GAMES}


class Listener(CaptionsOnly):
    """A mouth that keeps what it said to open and to closed eyes."""

    def __init__(self, clock: VirtualClock, wording: Wording) -> None:
        super().__init__(clock, wording.seconds)
        self.by_day: set[Text] = set()
        self.by_night: set[Text] = set()
        self._heard = self.by_day

    def scene(self, scene: str, take: int) -> None:  # noqa: ARG002 - how it sounds does not matter here
        """Change the scene."""
        self._heard = self.by_night if by_night_in(scene) else self.by_day

    def speak(self, utterance: Utterance) -> None:
        """Keep what is said."""
        self._heard |= {segment for segment in utterance if isinstance(segment, Text)}
        super().speak(utterance)


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_said_by_day_and_by_night_was_prepared_for_it(name: str) -> None:
    pack = PACKS[name]

    @settings(max_examples=runs(30), deadline=None)
    @given(st.data(), st.integers(0, 2**32), st.sampled_from([*Mode, None]))
    def prepared(data: st.DataObject, seed: int, led: Mode | None) -> None:
        counting, mode = led is None, led or Mode.JOUEUR
        players = data.draw(st.integers(pack.rules.players.least, pack.rules.players.most), label="players")
        texts = data.draw(option_texts()) if name in NIGHT_GAMES else {}
        names = tuple(f"joueuse {seat}" for seat in range(1, players + 1))
        wording = Wording(pack.words["fr"], names, seed)
        asked = Asked(
            players=players,
            mode=mode,
            names=names,
            seed=seed,
            settings={option: value.split(",") for option, value in texts.items()},
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
        assert mouth.by_day <= set(repertoire.by_day(wording))
        assert mouth.by_night <= set(repertoire.by_night(wording))
        assert bool(mouth.by_night) == (name in NIGHT_GAMES)

    prepared()
