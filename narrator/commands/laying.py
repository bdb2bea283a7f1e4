"""What is laid on every table, whatever is looked at there: time, an inbox, sound, ears, a voice, the phone's page."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.commands.evening import Evening
from narrator.commands.front_voice import begins
from narrator.commands.listening import Ask, Hearkening
from narrator.commands.progress import Bar
from narrator.inputs.attended import WatchedInbox
from narrator.inputs.inbox import LiveInbox, WallClock
from narrator.session.counting import Counting
from narrator.session.ears import TableEars
from narrator.session.engine import Founded
from narrator.session.lane import Inline, Lane, LaneThread
from narrator.session.marked_mouth import Spans, estimated
from narrator.session.mouths import Progress, SpokenMouth, mouth, open_sound
from narrator.session.pulse import Pulses
from narrator.session.room import CaptionsOnly, Mouth, Pace, Room, Screen, instantly
from narrator.session.screens import CleanScreen
from narrator.story.markup import Text, Utterance
from narrator.story.wording import Wording

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.voice.samples import Samples


class Laying:
    """The table of one game before its first word. Sound is opened and ears begin at once, for both take their time.

    `ask` offers what is missing for ears, where somebody can be asked; `pulses` get the signs of life. A loudspeaker
    that may come `late` is waited for while the game goes on.
    """

    def __init__(
        self,
        evening: Evening,
        game: Founded,
        wording: Wording,
        equipment: ExitStack,
        *,
        ask: Ask | None = None,
        pulses: Pulses | None = None,
        late: bool = False,
    ) -> None:
        pulses = pulses or Pulses()
        self.clock = WallClock(pulses.engine.beat)
        self.inbox = LiveInbox(self.clock, pulses.engine.beat)
        self.pace = Pace(evening.equipment.pace or Pace.NORMAL.value)
        self.ears: TableEars | None = None
        self.mouth: Mouth | None = None
        self.times: Callable[[Utterance, str], Spans] = estimated
        self.counting: Counting | None = None
        """What counts aloud in this game, told before its room is made."""
        self.display, self._secret = (self._lane(name, equipment) for name in ("display", "secret"))
        """Where screens are drawn that take their time, and where what is secret is shown and stored."""
        self.told: list[str] = []
        """What is to be shown once there is a screen."""
        self._evening, self._game, self._wording, self._equipment = evening, game, wording, equipment
        self._hearkening = Hearkening(evening, game.setup, wording, self.told.append)
        self._sound = None
        if evening.equipment.sound and self.pace is not Pace.INSTANT:
            self._sound = open_sound(
                evening.speaking,
                tell=self.told.append,
                changed=lambda changed: self.inbox.put(changed, self.inbox.turn),
                heard=self._hearkening.heard,
                equipment=equipment,
                pulses=pulses,
                late=late,
            )
        if self._sound is not None and evening.listens:
            self._hearkening.begin(self._sound, self.inbox, equipment, ask)

    def _lane(self, name: str, equipment: ExitStack) -> Lane:
        """Return a lane of its own; where nothing has a length, nobody need wait for anything."""
        if self.pace is Pace.INSTANT:
            return Inline()
        lane = LaneThread(name)
        equipment.callback(lane.close)
        return lane

    def begin(self, samples: Samples) -> None:
        """Let something be heard that was rendered before, while this voice is still being made ready."""
        if self._sound is not None:
            begins(self._sound.sound, samples)

    @property
    def sounds(self) -> bool:
        """Whether there is a loudspeaker."""
        return self._sound is not None

    def say(self, text: str) -> None:
        """Say what no line of the game says, once there is a voice."""
        if self.mouth is not None:
            self.mouth.speak((Text(text),))

    def room(self, screen: Screen, *, progress: Progress | None = None, code_spoken: bool = True) -> Room:
        """Make ready all that may be said, and return the room.

        `progress` is told how far it is; by default a bar shows it. A screen that says what it is shown says the code
        of the phone too: then it need not be spoken.
        """
        evening, wording, setup = self._evening, self._wording, self._game.setup
        speaking = self._mouth(Bar(wording.line("sound.preparing")) if progress is None else progress)
        self.mouth = speaking
        room = Room(
            clock=self.clock,
            inbox=self.inbox,
            mouth=speaking,
            screen=screen,
            pace=self.pace,
            lane=self._secret,
            display=self.display,
        )
        self.ears, room.first = self._hearkening.ready()
        if self.counting is not None:
            room.counting = self.counting
            room.first = (*room.first, *self.counting.introduction)
        if self.ears is not None:
            room.ears, room.talk = self.ears, self.ears.talk
            room.inbox = WatchedInbox(room.inbox, self.ears)
        if evening.phone is not None:
            evening.phone.furnish(room, setup, evening.pack.words[evening.language], wording, self.inbox)
        room.screen = CleanScreen(room.screen)
        if evening.phone is not None:
            evening.phone.introduce(room, wording, spoken=code_spoken and isinstance(speaking, SpokenMouth))
        return room

    def _mouth(self, progress: Progress) -> Mouth:
        wording = self._wording
        silent = CaptionsOnly(self.clock, instantly if self.pace is Pace.INSTANT else wording.seconds)
        if self._sound is None:
            return silent
        speaking = mouth(
            self._sound,
            replace(self._game.repertoire(), counting=self.counting is not None),
            wording,
            silent,
            ambience=self._evening.speaking.ambience,
            seed=self._game.setup.seed,
            tell=self.told.append,
            progress=progress,
            equipment=self._equipment,
        )
        if isinstance(speaking, SpokenMouth):
            self.times = speaking.times
        return speaking
