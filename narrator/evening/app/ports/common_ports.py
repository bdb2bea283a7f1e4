"""The ports that every game gets, whatever its screen: clock, inbox, sound, ears, voice, phone page.

And what screens tell besides effects: the short name of a call, and when the story may be read.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.base.downloads.manifest import ManifestError
from narrator.base.downloads.store import MODELS, find_model, missing
from narrator.base.processes.liveness import Pulses
from narrator.base.user_error import UserError
from narrator.devices.keyboard import RawLines
from narrator.ear.messages import RecogniserError
from narrator.ear.table_ears import TableEars
from narrator.evening.app.fetching import Bar, fetch_model
from narrator.evening.app.ports.prompt_voice import begins
from narrator.evening.app.prepared_game import PreparedGame
from narrator.evening.app.settings import keep_settings, log
from narrator.packs.markup import TextPart
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask, Effect, Form, Motif, Say, Term
from narrator.rules.core.folding import folded
from narrator.rules.village.catalogue import vocabulary
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.powers import POWERS
from narrator.screens.full_screen.word_timing import Times, estimated
from narrator.screens.screens import CleanScreen
from narrator.table.games.engine import Founded, TableSetup
from narrator.table.games.repertoire import UNCALLED
from narrator.table.inbox.inbox import LiveInbox, WallClock
from narrator.table.language.phrasebook import UnspokenError, is_spoken
from narrator.table.session.announcements import unheard
from narrator.table.session.counting import Counting
from narrator.table.session.lane import Inline, Lane, LaneThread
from narrator.table.session.narration import CaptionsOnly, InterruptibleClock, instantly
from narrator.table.session.ports import Mouth, Pace, Ports, Screen
from narrator.voice.table_sound import Progress, SpokenMouth, TableSound, mouth, open_sound

if TYPE_CHECKING:
    from narrator.sound.dsp.samples import Samples

_logger = logging.getLogger(__name__)

SECONDS_TO_HEAR = 8.0
"""How long a game waits to be told whether there is a microphone."""

AskUser = Callable[[str], str]
"""Puts a question to whoever sits before the terminal; returns what is typed."""


class EarSetup:
    """What begins to listen before the first word: it loads its model while the voice is made ready."""

    def __init__(
        self, prepared: PreparedGame, setup: TableSetup, wording: Wording, tell: Callable[[str], object]
    ) -> None:
        """`tell` shows a sentence."""
        self._prepared = prepared
        self._setup = setup
        self._wording = wording
        self._tell = tell
        self._table: TableSound | None = None
        self.ears: TableEars | None = None

    def begin(self, table: TableSound, inbox: LiveInbox, ask: AskUser | None) -> None:
        """Begin to listen, if nothing is missing; `ask` offers to fetch a model, if somebody can be asked."""
        table.ear().listen(True)
        if not table.changes.hears(SECONDS_TO_HEAR):
            self._tell(self._wording.line("ear.no_microphone"))
            self.check()
            return
        model = self._model(ask)
        if model is None:
            table.ear().listen(False)
            return
        self._table = table
        self.ears = ears = TableEars(
            inbox.put, lambda: inbox.moment.slot, WallClock().now, signal=self._signal, attend=table.sound.attend
        )
        table.ear().load(model, self._prepared.language, ears.told)
        ears.learn(table.ear(), self._prepared.spoken_tongue(self._setup))

    def check(self) -> None:
        """Say so if the model that was asked for is not there: who mistyped it wants to know, heard or not."""
        language, asked = self._prepared.language, self._prepared.model
        try:
            if asked is not None and find_model(language, asked) is None:
                self._deaf(missing(language, asked, language))
        except ManifestError as error:
            self._deaf(str(error))

    def ready(self) -> tuple[TableEars | None, tuple[Say, ...]]:
        """Wait until the ears are ready; return them, and what to say about names that they do not know."""
        if self.ears is None or self._table is None:
            return None, ()
        try:
            names = self.ears.learned()
        except RecogniserError as error:
            self._table.ear().listen(False)
            self._deaf(str(error))
            return None, ()
        self._table.changes.heeding = True
        self._tell(self._wording.line("ear.listens"))
        return self.ears, tuple(unheard(name.seat, name.alias) for name in names)

    def _signal(self) -> None:
        from narrator.sound.soundscape.source import earcon

        if self._table is not None:
            begins(partial(self._table.sound.sign, earcon()))

    def _model(self, ask: AskUser | None) -> Path | None:
        """Return the model that was asked for, the one of the language, or one that is fetched now."""
        prepared, asked = self._prepared, self._prepared.model
        if not is_spoken(prepared.language):
            self._deaf(str(UnspokenError(prepared.language)))
            return None
        try:
            model = find_model(prepared.language, asked)
            to_fetch = asked is None or any(known.name == asked for known in MODELS.known())
        except ManifestError as error:
            self._deaf(str(error))
            return None
        if model is not None:
            _logger.info("model %s", model)
            return model
        if not to_fetch:
            self._deaf(missing(prepared.language, asked, prepared.language))
        elif ask is None or prepared.settings.model_offered:
            self._tell(self._wording.line("ear.no_model"))
        else:
            return self._offered(ask, asked)
        return None

    def _offered(self, ask: AskUser, asked: str | None) -> Path | None:
        """Offer to fetch a model, once; return it if it came."""
        language = self._prepared.language
        yes = {folded(word) for word in self._prepared.pack.words[language].answers["yes"]}
        if folded(ask(self._wording.line("ear.offer")).strip()) not in yes:
            self._tell(self._wording.line("ear.declined"))
            with contextlib.suppress(UserError):  # then it will be offered again
                keep_settings(replace(self._prepared.settings, model_offered=True))
            return None
        try:
            came = fetch_model(asked, language) == 0
        except UserError as error:
            log(str(error))
            came = False
        if not came:
            self._tell(self._wording.line("ear.failed"))
            return None
        return find_model(language, asked)

    def _deaf(self, why: str) -> None:
        self._tell(self._wording.line("ear.none", detail=Term(Form.TEXT, why)))


def at_the_terminal(question: str) -> str:
    """Put a question on the terminal; the end of the input is an empty line."""
    print(question, end="\n> ", flush=True)
    return RawLines(sys.stdin.fileno()).readline()


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
        self.pace = prepared.pace
        self.ears: TableEars | None = None
        self.mouth: Mouth | None = None
        self.times: Times = estimated
        self.counting: Counting | None = None
        """What counts aloud in this game; set before `ports` is called."""
        self._secret, self._disk = (self._lane(name, equipment) for name in ("secret", "disk"))
        self.told: list[str] = []
        """What is to be shown once there is a screen."""
        self._prepared, self._game, self._wording = prepared, game, wording
        self._ear_setup = EarSetup(prepared, game.setup, wording, self.told.append)
        self._sound = None
        if prepared.equipment.sound and self.pace is not Pace.INSTANT:
            opened = open_sound(
                prepared.speaking,
                equipment,
                self.inbox.put,
                pulses,
            )
            self._sound = opened.voiced(self.told.append, late=late)
        if self._sound is not None and prepared.listens:
            self._ear_setup.begin(self._sound, self.inbox, ask)
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
            disk=self._disk,
            named=CallNames(setup, prepared.pack.words[prepared.language], wording),
        )
        self.ears, ports.first = self._ear_setup.ready()
        if self.counting is not None:
            ports.counting = self.counting
            ports.first = (*ports.first, *self.counting.introduction)
        if self.ears is not None:
            ports.talk = self.ears.talk
            self.inbox.followers.append(self.ears.moment)
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


CALLS = (Motif.HUNTERS, Motif.HELPERS)
"""The motifs that are heard before the first word of a call and nowhere else."""

_UNCALLED = {UNCALLED, *(line.id for line in vocabulary(POWERS).lines.values() if line.uncalled)}


class CallNames:
    """The names of one game's calls: the seat that is called, or the card whose power is, or how its calls begin.

    They depend on the line alone, which everybody hears, and on the composition, which everybody knows.
    """

    def __init__(self, setup: TableSetup, words: Words, wording: Wording) -> None:
        self._setup = setup
        self._words = words
        self._wording = wording

    def __call__(self, say: Say) -> str | None:
        """Return who is called by a line; None where it is nobody."""
        if say.line in _UNCALLED:
            return None
        for _, fact in say.args:
            if fact.form is Form.SEAT and isinstance(fact.value, int):
                # A number alone is said to be one.
                name = self._setup.names[fact.value - 1] if fact.value <= len(self._setup.names) else ""
                terms = {"seat": Term(Form.SEAT, fact.value)}
                return f"{fact.value} {name}" if name else self._wording.read("{seat:addressed}", terms)
        if say.before not in CALLS:
            return None
        power = say.line.partition(".")[0]
        card = self._setup.card_with(power) if isinstance(self._setup, VillageSetup) else None
        if card is not None:
            return self._words.label(card)
        return self._beginning(say)

    def _beginning(self, say: Say) -> str:
        """Return the words with which all variants of a call begin: whom it calls, and not what these are to do."""
        texts = (self._wording.read(text, {}) for text in self._words.lines[say.line])
        begun = [re.split(r"[.!?…,]", text, maxsplit=1)[0].split() for text in texts]
        alike = takewhile(lambda words: len({*words}) == 1, zip(*begun, strict=False))
        return " ".join(words[0] for words in alike) or " ".join(begun[0])


class StoryWatcher:
    """Has the story told when it is asked whether to play again, and taken back where the end was.

    `over` says whether the outcome is a public fact, `tell` is called with True when the story may be read from then
    on, and with False when not any more.
    """

    def __init__(self, over: Callable[[], bool], tell: Callable[[bool], None]) -> None:
        self._over = over
        self._tell = tell
        self._told = False

    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - it is told when it is, not at a time
        over = self._over()
        told = over and (self._told or (isinstance(effect, Ask) and effect.encore))
        if told != self._told:
            self._told = told
            self._tell(told)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """An answer was stored: what follows from it is an effect."""
