"""Where a box speaks with people between games: a voice that renders as it goes, ears, and the pieces that answer."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.app.equipment import log
from narrator.app.prepared_game import PreparedGame
from narrator.app.prompt_voice import PromptVoice, begins
from narrator.box.box_devices import BoxDevices
from narrator.core.effects import Term
from narrator.downloads.manifest import ManifestError
from narrator.downloads.models import find_model
from narrator.inbox.inbox import Beat, Clock, Lost
from narrator.language.phrasebook import is_spoken
from narrator.listening.prompt_ears import EARS, PromptEars
from narrator.session.ports import CaptionsOnly, Mouth, Pace, instantly
from narrator.setup.abilities import PresentEquipment
from narrator.setup.prompt_inputs import LivePromptInputs
from narrator.setup.spoken_prompt import PromptPorts, SpokenPrompt
from narrator.speech.mouth import SpokenMouth
from narrator.story.markup import TextPart
from narrator.story.wording import Wording

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
        self.words = prepared.pack.words[prepared.language]
        self.wording = Wording(self.words)
        self._prepared, self._equipment = prepared, equipment
        self._prompt_inputs = LivePromptInputs(clock, beat)
        self._voice = voice
        self._tried = False
        self._ears = PromptEars(self._prompt_inputs.put, self._signal)
        pace = Pace(prepared.equipment.pace or Pace.NORMAL.value)
        silent = CaptionsOnly(clock, instantly if pace is Pace.INSTANT else self.wording.seconds)
        self._mouth: Mouth = silent
        if voice is not None:
            equipment.callback(voice.close)
            voice.changed = self._prompt_inputs.put
            self._mouth = voice.mouth(silent)
        self.prompt = SpokenPrompt(
            PromptPorts(
                say=self.say,
                clock=clock,
                prompt_inputs=self._prompt_inputs,
                ears=self._ears,
                volume=self._mouth.volume,
                keypad=lambda: self.present.keyed,
                remains=self._remains,
            ),
            self.words,
            self.wording,
        )

    @property
    def prompt_inputs(self) -> LivePromptInputs:
        """Return where all arrives that people give."""
        return self._prompt_inputs

    @property
    def sounds(self) -> bool:
        """Whether there is a voice that can be heard now."""
        table = None if self._voice is None else self._voice.table
        return table is not None and isinstance(self._mouth, SpokenMouth) and table.sound.missing is None

    @property
    def hears(self) -> bool:
        """Whether there are ears."""
        return self._ears.there

    @property
    def present(self) -> PresentEquipment:
        """Return what is there now."""
        sound, ears, screen = self.sounds, self.hears, self._prepared.phone is not None
        if self.box_devices is None:
            return PresentEquipment(sound=sound, ears=ears, screen=screen)
        return self.box_devices.present(sound=sound, ears=ears, screen=screen)

    def take(self, box_devices: BoxDevices) -> None:
        """Let these pieces answer."""
        self.box_devices = box_devices
        box_devices.at_prompt(self._prompt_inputs, lambda: self.prompt.counted)

    def say(self, text: str) -> None:
        """Say something, and write it down: it is for everybody."""
        print(text, flush=True)
        self._mouth.speak((TextPart(text),))

    def tell(self, line: str, **terms: Term) -> None:
        """Say a line."""
        self.say(self.wording.line(line, **terms))

    def rendered(self, line: str) -> Samples | None:
        """Return the sound of a line, for later; None where there is no voice."""
        return self._voice.rendered(self.wording.line(line)) if self._voice is not None and self.sounds else None

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
            table.sound.listen(False)
            return
        from narrator.listening.listener import Listener

        listener = self._equipment.enter_context(Listener(model, prepared.language, self._ears.told))
        self._ears.use(listener)
        self._voice.heard = listener.heard

    def _remains(self, lost: Lost) -> bool:
        """Whether anything can still answer."""
        present = self.present
        return replace(present, ears=present.ears and lost.device != EARS).sets_up

    def _signal(self) -> None:
        from narrator.soundscape.earcons import earcon

        if self._voice is not None and self._voice.table is not None:
            begins(self._voice.table.sound, earcon("listen"))
