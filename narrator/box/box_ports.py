"""The ports of a game on a box: captions into the log, a voice, ears, and the devices of the box. No screen."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from narrator.app.equipment import log
from narrator.app.game_series import GameEnd, Runner, TableHost
from narrator.app.ports.call_names import CallNames
from narrator.app.ports.common_ports import CommonPorts
from narrator.app.prepared_game import PreparedGame, reader_for
from narrator.box.box_devices import BoxDevices, counting
from narrator.box.game_storage import Keeping
from narrator.games.engine import Founded, TableSetup
from narrator.language.typed import LineSource
from narrator.processes.liveness import Pulses
from narrator.session.ports import Ports
from narrator.setup.abilities import PresentEquipment, abilities_of
from narrator.speech.mouth import Progress
from narrator.story.wording import Wording
from narrator.ui.call_sign import LightAtCalls
from narrator.ui.plain import PlainScreen
from narrator.ui.spoken_screen import SeveralEars, SpokenScreen
from narrator.user_error import UserError
from narrator.village.setup import VillageSetup
from narrator.village.table import Deal

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.dsp.samples import Samples

STILL = 15.0
"""Seconds after which a voice that is still being made ready says so."""


@dataclass
class BoxTable:
    """The table of a box, for one game after another, as its equipment is when each of them was decided.

    `still` is the sound of a line that says that more time is needed. `failed` is the line that says why a game was
    refused.
    """

    pulses: Pulses
    keeping: Keeping
    box_devices: BoxDevices | None = None
    present: PresentEquipment = field(default_factory=PresentEquipment)
    still: Samples | None = None
    failed: str = ""

    def host(self) -> TableHost:
        """Return it as a place to play in."""
        return TableHost(self.check, self.furnish, self.put_away)

    def check(self, prepared: PreparedGame, setup: TableSetup) -> None:
        """Refuse an old game that this equipment cannot play; a new one would not have been offered.

        Raises:
            UserError: the text says why.
        """
        can = abilities_of(self.present)
        deal = setup.deal if isinstance(setup, VillageSetup) else Deal.CARDS
        why = can.modes[setup.mode] or can.dealt[deal]
        if why:
            self.failed = why
            raise UserError(prepared.wording(setup).line(why))

    def furnish(
        self, prepared: PreparedGame, game: Founded, wording: Wording, equipment: ExitStack
    ) -> tuple[Ports, Runner]:
        """Make the ports of a game: captions into the log, a voice, ears, and the devices of the box."""
        common_ports = CommonPorts(prepared, game, wording, equipment, pulses=self.pulses, late=True)
        captions = PlainScreen(sys.stdout, None, led=False)
        screen = SpokenScreen(captions, common_ports.say if common_ports.sounds else None)
        counted = common_ports.counting = counting(self.present, common_ports.clock)
        if self.box_devices is not None:
            self.box_devices.to(common_ports.inbox, reader_for(prepared, game.setup, LineSource.PAD), counted)
        ports = common_ports.ports(screen, progress=self._patience(common_ports), code_spoken=False)
        ports.ears = SeveralEars(*(ears for ears in (ports.ears, screen) if ears is not None))
        ports.keyed = lambda: self.present.keyed or self.present.screen
        if self.box_devices is not None:
            light = self.box_devices.light(self.present, game.setup.players, equipment)
            if light is not None:
                ports.light = light
                named = CallNames(game.setup, prepared.pack.words[prepared.language], wording)
                ports.watchers.append(LightAtCalls(named, light.call))
        for sentence in common_ports.told:
            log(sentence)
        return ports, lambda _driver, play: play()

    def _patience(self, common_ports: CommonPorts) -> Progress:
        """Return what is told how far the voice is: from time to time it says that it is still there."""
        last = common_ports.clock.now()

        def progress(_done: int, _all: int) -> None:
            nonlocal last
            self.pulses.engine.beat()
            if self.still is not None and common_ports.clock.now() >= last + STILL:
                common_ports.begin(self.still)
                last = common_ports.clock.now()

        return progress

    def put_away(self, ports: Ports, wording: Wording, ending: GameEnd, kept: bool) -> None:
        """Say that the game is `kept`, and answer a goodbye; whoever stops the service hears nothing."""
        if ending is GameEnd.INTERRUPTED:
            return
        lines = ["goodbye"] if ending is GameEnd.PUT_AWAY else []
        if kept:
            tonight = self.keeping.away and not self.keeping.returns
            lines.insert(0, "box.kept.tonight" if tonight else "box.kept")
        for line in lines:
            utterance = wording.utterance(line)
            ports.screen.caption(wording.caption(utterance))
            ports.mouth.speak(utterance)
