"""Where a box plays: captions into the log, a voice, ears, and the pieces that it has in hand. Nobody looks at it."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from narrator.commands.equipment import log
from narrator.commands.evening import Evening, RefusedError, reader_for
from narrator.commands.furnishing import Stage
from narrator.commands.keeping import Keeping
from narrator.commands.laying import Laying
from narrator.commands.outfit import Outfit, counting
from narrator.commands.rounds import Ending, House
from narrator.screen.plain import PlainScreen
from narrator.session.abilities import CARDS, Kit, abilities_of
from narrator.session.engine import Founded, TableSetup
from narrator.session.mouths import Progress
from narrator.session.pulse import Pulses
from narrator.session.room import Room
from narrator.session.spoken_screen import Attentive, SpokenScreen
from narrator.story.markup import Text
from narrator.story.wording import Wording
from narrator.village.setup import VillageSetup

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.voice.samples import Samples

STILL = 15.0
"""Seconds after which a voice that is being made ready says that it is."""


@dataclass
class BoxTable:
    """The table of a box, for one game after another, as its equipment is when each of them was decided.

    `still` is the sound of a line that says that more time is needed. `failed` is the line that says why a game was
    refused.
    """

    pulses: Pulses
    keeping: Keeping
    outfit: Outfit | None = None
    kit: Kit = field(default_factory=Kit)
    still: Samples | None = None
    failed: str = ""

    def house(self) -> House:
        """Return it as a place to play in."""
        return House(self.check, self.furnish, self.put_away, lambda error: log(str(error)))

    def check(self, evening: Evening, setup: TableSetup) -> None:
        """Refuse an old game that this equipment cannot play; of a new one, such a thing was never offered.

        Raises:
            RefusedError: the text says why.
        """
        can = abilities_of(self.kit)
        deal = setup.deal.value if isinstance(setup, VillageSetup) else CARDS
        why = can.modes[setup.mode] or can.dealt[deal]
        if why:
            self.failed = why
            raise RefusedError(evening.wording(setup).line(why))

    def furnish(self, evening: Evening, game: Founded, wording: Wording, equipment: ExitStack) -> tuple[Room, Stage]:
        """Make the room of a game: captions into the log, a voice, ears, and the pieces of the box."""
        laying = Laying(evening, game, wording, equipment, pulses=self.pulses, late=True)
        captions = PlainScreen(sys.stdout, None, led=False)
        screen = SpokenScreen(captions, laying.say if laying.sounds else None)
        counted = laying.counting = counting(self.kit, laying.clock)
        if self.outfit is not None:
            self.outfit.at_game(laying.inbox, reader_for(evening, game.setup), counted)
        room = laying.room(screen, progress=self._patience(laying), code_spoken=False)
        room.ears = Attentive(*(ears for ears in (room.ears, screen) if ears is not None))
        room.keyed = lambda: self.kit.keyed or self.kit.screen
        if self.outfit is not None:
            room.light = self.outfit.light(self.kit, game.setup.players, equipment)
        for sentence in laying.told:
            log(sentence)
        return room, lambda _driver, play: play()

    def _patience(self, laying: Laying) -> Progress:
        """Return what is told how far the voice is: from time to time it says that it is still there."""
        last = laying.clock.now()

        def progress(_done: int, _all: int) -> None:
            nonlocal last
            self.pulses.engine.beat()
            if self.still is not None and laying.clock.now() >= last + STILL:
                laying.begin(self.still)
                last = laying.clock.now()

        return progress

    def put_away(self, room: Room, wording: Wording, ending: Ending) -> None:
        """Say that the game is kept, and goodbye to those who take leave; who stops the service hears nothing."""
        if ending is Ending.INTERRUPTED:
            return
        kept = "box.kept.tonight" if self.keeping.away and not self.keeping.returns else "box.kept"
        for line in (kept, "goodbye") if ending is Ending.PUT_AWAY else (kept,):
            text = wording.line(line)
            room.screen.caption(text)
            room.mouth.speak((Text(text),))
