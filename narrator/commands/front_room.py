"""Where a box speaks with people between games: a voice that renders as it goes, ears, and the pieces that answer."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.commands.equipment import log
from narrator.commands.evening import Evening
from narrator.commands.front_voice import FrontVoice, begins
from narrator.commands.outfit import Outfit
from narrator.core.effects import Term
from narrator.downloads.manifest import ManifestError
from narrator.downloads.models import find_model
from narrator.inputs.givens import LiveGivens
from narrator.inputs.inbox import Beat, Clock, Lost
from narrator.session.abilities import Kit
from narrator.session.mouths import SpokenMouth
from narrator.session.prompt_ears import EARS, PromptEars
from narrator.session.room import CaptionsOnly, Mouth, Pace, instantly
from narrator.session.spoken_prompt import Parlour, SpokenPrompt
from narrator.story.markup import Text
from narrator.story.wording import Wording

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.voice.samples import Samples

SECONDS_TO_HEAR = 4.0
"""How long it waits to be told whether there is a microphone, having said hello."""


class FrontRoom:
    """One conversation. Everything it opens is put away with `equipment`, so that a game can have it."""

    outfit: Outfit | None = None
    """What is there in hand, once that was looked for."""

    def __init__(
        self, evening: Evening, voice: FrontVoice | None, clock: Clock, beat: Beat, equipment: ExitStack
    ) -> None:
        """Wait for the voice, which is closed with all else; without one there are captions alone.

        Raises:
            VoiceError: there is no such voice.
        """
        self.words = evening.pack.words[evening.language]
        self.wording = Wording(self.words)
        self._evening, self._equipment = evening, equipment
        self._givens = LiveGivens(clock, beat)
        self._voice = voice
        self._tried = False
        self._ears = PromptEars(self._givens.put, self._signal)
        pace = Pace(evening.equipment.pace or Pace.NORMAL.value)
        silent = CaptionsOnly(clock, instantly if pace is Pace.INSTANT else self.wording.seconds)
        self._mouth: Mouth = silent
        if voice is not None:
            equipment.callback(voice.close)
            voice.changed = self._givens.put
            self._mouth = voice.mouth(silent)
        self.prompt = SpokenPrompt(
            Parlour(
                say=self.say,
                clock=clock,
                givens=self._givens,
                ears=self._ears,
                volume=self._mouth.volume,
                keypad=lambda: self.kit.keyed,
                remains=self._remains,
            ),
            self.words,
            self.wording,
        )

    @property
    def givens(self) -> LiveGivens:
        """Return where all arrives that people give."""
        return self._givens

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
    def kit(self) -> Kit:
        """Return what is there now."""
        sound, ears, screen = self.sounds, self.hears, self._evening.phone is not None
        if self.outfit is None:
            return Kit(sound=sound, ears=ears, screen=screen)
        return self.outfit.kit(sound=sound, ears=ears, screen=screen)

    def take(self, outfit: Outfit) -> None:
        """Let these pieces answer."""
        self.outfit = outfit
        outfit.at_prompt(self._givens, lambda: self.prompt.counted)

    def say(self, text: str) -> None:
        """Say something, and write it down: it is for everybody."""
        print(text, flush=True)
        self._mouth.speak((Text(text),))

    def tell(self, line: str, **terms: Term) -> None:
        """Say a line."""
        self.say(self.wording.line(line, **terms))

    def rendered(self, line: str) -> Samples | None:
        """Return the sound of a line, for later; None where there is no voice."""
        return self._voice.rendered(self.wording.line(line)) if self._voice is not None and self.sounds else None

    def listen(self) -> None:
        """Begin to listen, where there is a microphone and a model; the model is loaded meanwhile."""
        table, evening = None if self._voice is None else self._voice.table, self._evening
        if self._voice is None or table is None or not evening.listens or self._tried:
            return
        self._tried = True
        try:
            model = find_model(evening.language, evening.model)
        except ManifestError as error:
            log(str(error))
            return
        if model is None or not table.changes.hears(SECONDS_TO_HEAR):
            table.sound.listen(False)
            return
        from narrator.voice.ear.listener import Listener

        listener = self._equipment.enter_context(Listener(model, evening.language, self._ears.told))
        self._ears.use(listener)
        self._voice.heard = listener.heard

    def _remains(self, lost: Lost) -> bool:
        """Whether anything can still answer."""
        kit = self.kit
        return replace(kit, ears=kit.ears and lost.device != EARS).sets_up

    def _signal(self) -> None:
        from narrator.voice.ambience.earcons import earcon

        if self._voice is not None and self._voice.table is not None:
            begins(self._voice.table.sound, earcon("listen"))
