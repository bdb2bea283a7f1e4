"""The ports of a box between games: a voice that renders as it goes, ears, and the box's devices."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from narrator.app.ports.prompt_voice import PromptVoice, begins
from narrator.app.prepared_game import PreparedGame
from narrator.app.settings import log
from narrator.box.box_ports import BoxDevices
from narrator.core.effects import Term
from narrator.downloads.manifest import ManifestError
from narrator.downloads.store import find_model
from narrator.inbox.inbox import Beat, Clock, LiveInbox
from narrator.language.offered_answers import OfferReader
from narrator.language.phrasebook import is_spoken
from narrator.language.table_words import TableWords
from narrator.listening.table_ears import SetupEars
from narrator.session.captions_only import CaptionsOnly, InterruptibleClock, instantly
from narrator.session.counting import Counting
from narrator.session.ports import Mouth, Pace, Ports
from narrator.setup.setup_answers import PresentEquipment, abilities_of
from narrator.setup.setup_questions import Asker
from narrator.speech.mouth import SpokenMouth
from narrator.story.wording import Wording
from narrator.ui.plain import PromptScreen

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.dsp.samples import Samples


SECONDS_TO_HEAR = 4.0
"""How long it waits to be told whether there is a microphone, having said hello."""


class SetupPorts:
    """One conversation. Everything it opens is put away with `equipment`, so that a game can have it."""

    box_devices: BoxDevices | None = None
    """What is there in hand, once that was looked for."""

    def __init__(
        self, prepared: PreparedGame, voice: PromptVoice | None, clock: Clock, beat: Beat, equipment: ExitStack
    ) -> None:
        """Wait for the voice, which is closed with all else; without one there are captions alone.

        Raises:
            VoiceError: there is no such voice.
        """
        self._words = TableWords.of(prepared.pack.words[prepared.language], 0)
        self.wording = Wording(prepared.pack.words[prepared.language])
        self._prepared, self._equipment = prepared, equipment
        self.inbox = LiveInbox(clock, beat)
        self._voice = voice
        self._tried = False
        self._ears = SetupEars(self.inbox.put, lambda: self.inbox.moment.slot, clock.now, signal=self._signal)
        self._counting = Counting(clock)
        pace = prepared.pace
        patience = InterruptibleClock(clock, self.inbox.answered)
        silent = CaptionsOnly(patience, instantly if pace is Pace.INSTANT else self.wording.seconds)
        self._mouth: Mouth = silent
        if voice is not None:
            equipment.callback(voice.close)
            voice.changed = self.inbox.put
            self._mouth = voice.mouth(silent)
            if voice.table is not None:
                voice.table.sound.interrupted = self.inbox.answered
        ports = Ports(
            clock=clock,
            inbox=self.inbox,
            mouth=self._mouth,
            screen=PromptScreen(sys.stdout, ""),
            pace=pace,
            talk=self._ears.talk,
            keyed=lambda: self.present.keyed,
            counting=self._counting,
        )
        self.inbox.followers.append(self._ears.moment)
        self.asker = Asker(ports, aloud=True, can=lambda: abilities_of(self.present))

    @property
    def sounds(self) -> bool:
        """Whether there is a voice that can be heard now."""
        table = None if self._voice is None else self._voice.table
        return table is not None and isinstance(self._mouth, SpokenMouth) and table.sound.missing is None

    @property
    def hears(self) -> bool:
        return self._ears.there

    @property
    def present(self) -> PresentEquipment:
        sound, ears, screen = self.sounds, self.hears, self._prepared.phone is not None
        if self.box_devices is None:
            return PresentEquipment(sound=sound, ears=ears, screen=screen)
        return self.box_devices.present(sound=sound, ears=ears, screen=screen)

    def take(self, box_devices: BoxDevices) -> None:
        """Let these pieces answer."""
        self.box_devices = box_devices
        box_devices.to(self.inbox, OfferReader(self._words), self._counting)

    def tell(self, line: str, **terms: Term) -> None:
        """Say a line, and write it down: it is for everybody."""
        utterance = self.wording.utterance(line, **terms)
        print(self.wording.caption(utterance), flush=True)
        self._mouth.speak(utterance)

    def rendered(self, line: str) -> Samples | None:
        """Return the sound of a line, for later; None where there is no voice."""
        return self._voice.rendered(self.wording.utterance(line)) if self._voice is not None and self.sounds else None

    def listen(self) -> None:
        """Begin to listen, where there is a microphone and a model; the model is loaded meanwhile."""
        table, prepared = None if self._voice is None else self._voice.table, self._prepared
        if self._voice is None or table is None or not prepared.listens or self._tried:
            return
        self._tried = True
        try:
            model = find_model(prepared.language, prepared.model)
        except ManifestError as error:
            log(str(error))
            return
        if model is None or not is_spoken(prepared.language) or not table.changes.hears(SECONDS_TO_HEAR):
            table.ear().listen(False)
            return
        table.ear().load(model, prepared.language, self._ears.told)
        self._ears.use(table.ear(), self._words)

    def _signal(self) -> None:
        from narrator.soundscape.source import earcon

        if self._voice is not None and self._voice.table is not None:
            begins(partial(self._voice.table.sound.sign, earcon()))
