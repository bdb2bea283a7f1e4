"""The ports that every game gets, whatever its screen: clock, inbox, sound, ears, voice, phone page."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from narrator.app.ports.ears import AskUser, EarSetup
from narrator.app.ports.prompt_voice import begins
from narrator.app.prepared_game import PreparedGame
from narrator.app.progress import Bar
from narrator.games.engine import Founded
from narrator.inbox.clock import WallClock
from narrator.inbox.inbox import LiveInbox
from narrator.inbox.watched import WatchedInbox
from narrator.listening.table_ears import TableEars
from narrator.processes.liveness import Pulses
from narrator.session.captions_only import CaptionsOnly, InterruptibleClock, instantly
from narrator.session.counting import Counting
from narrator.session.lane import Inline, Lane, LaneThread
from narrator.session.ports import Mouth, Pace, Ports, Screen
from narrator.speech.mouth import Progress, SpokenMouth, mouth
from narrator.speech.table_sound import open_sound
from narrator.story.markup import TextPart
from narrator.story.wording import Wording
from narrator.ui.full_screen.word_timing import Times, estimated
from narrator.ui.screens import CleanScreen

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.dsp.samples import Samples


class CommonPorts:
    """The table of one game before its first word. Sound is opened and ears begin at once, for both take their time.

    `ask` offers what is missing for ears, where somebody can be asked; `pulses` get the signs of life. A loudspeaker
    that may come `late` is waited for while the game goes on.
    """

    def __init__(
        self,
        prepared: PreparedGame,
        game: Founded,
        wording: Wording,
        equipment: ExitStack,
        *,
        ask: AskUser | None = None,
        pulses: Pulses | None = None,
        late: bool = False,
    ) -> None:
        pulses = pulses or Pulses()
        self.clock = WallClock(pulses.engine.beat)
        self.inbox = LiveInbox(self.clock, pulses.engine.beat)
        self.pace = Pace(prepared.equipment.pace or Pace.NORMAL.value)
        self.ears: TableEars | None = None
        self.mouth: Mouth | None = None
        self.times: Times = estimated
        self.counting: Counting | None = None
        """What counts aloud in this game; set before `ports` is called."""
        self.display, self._secret = (self._lane(name, equipment) for name in ("display", "secret"))
        """Where screens are drawn that take their time, and where what is secret is shown and stored."""
        self.told: list[str] = []
        """What is to be shown once there is a screen."""
        self._prepared, self._game, self._wording = prepared, game, wording
        self._ear_setup = EarSetup(prepared, game.setup, wording, self.told.append)
        self._sound = None
        if prepared.equipment.sound and self.pace is not Pace.INSTANT:
            opened = open_sound(
                prepared.speaking,
                equipment,
                lambda changed: self.inbox.put(changed, self.inbox.turn),
                self._ear_setup.heard,
                pulses,
            )
            self._sound = opened.voiced(self.told.append, late=late)
        if self._sound is not None and prepared.listens:
            self._ear_setup.begin(self._sound, self.inbox, equipment, ask)
        else:
            self._ear_setup.check()

    def _lane(self, name: str, equipment: ExitStack) -> Lane:
        """Return a lane of its own; where nothing has a length, nobody need wait for anything."""
        if self.pace is Pace.INSTANT:
            return Inline()
        lane = LaneThread(name)
        equipment.callback(lane.close)
        return lane

    def begin(self, samples: Samples) -> None:
        """Play something that was rendered before, while this voice is still being made ready."""
        if self._sound is not None:
            begins(partial(self._sound.sound.begin, samples))

    @property
    def sounds(self) -> bool:
        """Whether there is a loudspeaker."""
        return self._sound is not None

    def say(self, text: str) -> None:
        """Say a text that is no line of the game, once there is a voice."""
        if self.mouth is not None:
            self.mouth.speak((TextPart(text),))

    def ports(self, screen: Screen, *, progress: Progress | None = None, code_spoken: bool = True) -> Ports:
        """Make ready all that may be said, and return the ports.

        `progress` is told how far it is; by default a bar shows it. A screen that says what it is shown says the code
        of the phone too: then it need not be spoken.
        """
        prepared, wording, setup = self._prepared, self._wording, self._game.setup
        speaking = self._mouth(Bar(wording.line("sound.preparing")) if progress is None else progress)
        self.mouth = speaking
        ports = Ports(
            clock=self.clock,
            inbox=self.inbox,
            mouth=speaking,
            screen=screen,
            pace=self.pace,
            motifs=self._prepared.speaking.ambience and isinstance(speaking, SpokenMouth),
            lane=self._secret,
            display=self.display,
            interrupted=self.inbox.answered,
            take_pause=self.inbox.take_pause,
            take_quit=self.inbox.take_quit,
            tell_early=partial(setattr, self.inbox, "early"),
        )
        self.ears, ports.first = self._ear_setup.ready()
        if self.counting is not None:
            ports.counting = self.counting
            ports.first = (*ports.first, *self.counting.introduction)
        if self.ears is not None:
            ports.ears, ports.talk = self.ears, self.ears.talk
            ports.inbox = WatchedInbox(ports.inbox, self.ears, early=False)
        if prepared.phone is not None:
            prepared.phone.furnish(ports, setup, prepared.pack.words[prepared.language], wording, self.inbox)
        ports.screen = CleanScreen(ports.screen)
        if prepared.phone is not None:
            prepared.phone.introduce(ports, wording, spoken=code_spoken and isinstance(speaking, SpokenMouth))
        return ports

    def _mouth(self, progress: Progress) -> Mouth:
        wording = self._wording
        patience = InterruptibleClock(self.clock, self.inbox.interrupting)
        silent = CaptionsOnly(patience, instantly if self.pace is Pace.INSTANT else wording.seconds)
        if self._sound is None:
            return silent
        self._sound.sound.interrupted = self.inbox.interrupting
        repertoire = replace(self._game.repertoire(), counting=self.counting is not None)
        speaking = mouth(self._sound, repertoire, wording, silent, progress)
        if isinstance(speaking, SpokenMouth):
            self.times = speaking.times
        return speaking
