"""A box's evening, from power-on to goodbye: set-up, games, and the next one.

Between games it has ports of its own: a voice that renders as it goes, ears, and the box's devices.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from narrator.base.downloads.manifest import ManifestError
from narrator.base.downloads.store import find_model
from narrator.base.processes.liveness import STARTING
from narrator.base.user_error import UserError
from narrator.ear.table_ears import SetupEars
from narrator.evening.app.choosing.conversation import Conversation, PlayOptions, joined
from narrator.evening.app.choosing.last_evening import keep_evening
from narrator.evening.app.game_series import GameEnd, play_on, resume
from narrator.evening.app.ports.prompt_voice import PromptVoice, begins
from narrator.evening.app.prepared_game import PreparedGame, planned, serve_phone
from narrator.evening.app.settings import Settings, log
from narrator.evening.box.box_ports import BoxDevices, BoxTable
from narrator.evening.box.service import GOODBYE, STORED, BoxOptions, Upkeep
from narrator.packs.markup import caption
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Term
from narrator.screens.phone.addresses import on_a_network
from narrator.screens.screens import PromptScreen
from narrator.table.games.engine import Founded
from narrator.table.games.founding import fresh_key
from narrator.table.inbox.entry import Changed, Order
from narrator.table.inbox.inbox import Beat, Clock, LiveInbox, WallClock
from narrator.table.journal.journal_file import StorageError, beforehand
from narrator.table.language.offered_answers import OfferReader
from narrator.table.language.phrasebook import is_spoken
from narrator.table.language.table_words import TableWords
from narrator.table.session.counting import Counting
from narrator.table.session.narration import CaptionsOnly, InterruptibleClock, Quit, Stranded, instantly
from narrator.table.session.ports import Mouth, Pace, Ports
from narrator.table.session.public_questions import StartOverError
from narrator.table.session.reminders import REMINDER
from narrator.table.setup.setup_answers import PresentEquipment, abilities_of
from narrator.table.setup.setup_questions import Asker
from narrator.voice.table_sound import SpokenMouth

if TYPE_CHECKING:  # sound and a phone are loaded only where they are wanted
    from narrator.evening.app.ports.phone import PhoneOfTheEvening
    from narrator.sound.dsp.samples import Samples


SECONDS_TO_HEAR = 4.0
"""How long it waits to be told whether there is a microphone, having said hello."""


SECONDS_TO_BE_JOINED = 30.0
"""How long it waits for a network, having said hello: after power-on Wi-Fi comes later than its voice."""


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

    def show(self, phone: PhoneOfTheEvening) -> None:
        """Let the table's phone show all that is asked, and answer."""
        phone.lay_setup(self.asker, self._prepared.pack.words[self._prepared.language])

    def tell(self, line: str, **terms: Term) -> None:
        """Say a line, and write it down: it is for everybody."""
        utterance = self.wording.utterance(line, **terms)
        self.asker.ports.screen.caption(caption(utterance))
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
        from narrator.sound.soundscape.source import earcon

        if self._voice is not None and self._voice.table is not None:
            begins(partial(self._voice.table.sound.sign, earcon()))


class AnewError(Exception):
    """The stored games are reachable again, and other games are offered than before: set-up starts over."""


class EndOfLinesError(Exception):
    """Standard input has ended, and nothing else can answer."""


@dataclass
class Box:
    """A box, from power-on to goodbye."""

    options: BoxOptions
    settings: Settings
    voice: PromptVoice | None
    upkeep: Upkeep
    hello: bool
    """Whether hello is still to be said."""

    def __post_init__(self) -> None:
        self._clock = WallClock(self.upkeep.pulses.engine.beat)
        self._table = BoxTable(self.upkeep.pulses, self.upkeep.keeping)
        self._greeted = self._forgetful = False
        self._asking = False
        equipment = replace(self.options.equipment, remote=None)
        self._choice = Conversation(PlayOptions(language=self.options.language), equipment, self.settings)

    def live(self) -> int:
        """Speak, set up, play, and again; return the exit status."""
        watchdog, keeping = self.upkeep.watchdog, self.upkeep.keeping
        ending = GameEnd.STRANDED
        while True:
            if keeping.settle():
                self._settings_again()
            try:
                decided = self._set_up(ending)
            except (Stranded, AnewError):
                continue
            if isinstance(decided, int):
                return decided
            watchdog.status("playing")
            ending = self._play(decided)
            match ending:
                case GameEnd.PUT_AWAY:
                    keeping.settle()  # the machine is switched off next
                    return GOODBYE
                case GameEnd.INTERRUPTED:
                    return STORED

    # --- between games ------------------------------------------------------------------------------------------

    def _set_up(self, ending: GameEnd) -> Founded | str | int:
        """Speak with people; return the game that is to be played, the id of an old one, or an exit status."""
        if not self._greeted:
            self.upkeep.pulses.engine.grant(STARTING)
        voice, self.voice = self.voice or self.options.voice(self.settings, self.upkeep.pulses), None
        with ExitStack() as talk:
            ports = SetupPorts(self._choice.prepared, voice, self._clock, self._beat, talk)
            self._asking = True
            if (phone := self._choice.prepared.phone) is not None:
                ports.show(phone)
            if not self._greeted:
                self._greet(ports)
                self._greeted = True
            self.upkeep.watchdog.status("set-up")  # a new version that has come so far stays: see pi/versions.sh
            self._meet(ports)
            if self._forgetful is not self.upkeep.keeping.away:
                self._forgetful = not self._forgetful
                ports.tell("box.keeping.lost" if self._forgetful else "box.keeping.back")
            if self._table.failed:
                ports.tell(self._table.failed)
                self._table.failed = ""
            try:
                decided = self._decide(ports, ending)
            except EndOfLinesError:
                ports.tell("goodbye")
                return STORED
            if decided is None:
                ports.tell("goodbye")
                return GOODBYE
            self._table.present = ports.present
            if ports.sounds:
                ports.tell("box.prepare")
                self._table.still = ports.rendered("box.still")
            return decided

    def _greet(self, ports: SetupPorts) -> None:
        """Say what it is, then one sentence for each piece that is missing, and how those that are there answer."""
        if self.hello:
            ports.tell("box.hello")
        box_devices = self._meet(ports)
        self._open_page(ports)
        if self._choice.prepared.equipment.sound and not ports.sounds:
            ports.tell("box.no.sound")
        for reason in box_devices.reasons(self.settings):
            ports.tell(reason.line, **reason.terms)
        if ports.sounds and self._choice.prepared.listens and not ports.hears:
            ports.tell("box.no.ears")
        present = ports.present
        for there, line in (
            (present.ears, "box.how.voice"),
            (present.keypad, "box.how.keypad"),
            (present.keyboard and not present.keypad, "box.how.keyboard"),
            (present.button, "box.how.button"),
            (present.ears or present.button, "box.how.end"),
        ):
            if there and not ports.inbox.waits():  # whoever answers already knows how
                ports.tell(line)

    def _meet(self, ports: SetupPorts) -> BoxDevices:
        """Let everything that there is answer here."""
        if self._table.box_devices is None:
            self._table.box_devices = BoxDevices(self.settings, self._clock, self.upkeep.equipment)
        ports.take(self._table.box_devices)
        ports.listen()
        return self._table.box_devices

    def _decide(self, ports: SetupPorts, ending: GameEnd) -> Founded | str | None:
        """Return the game that is to be played, or the id of the one to go on with; None where somebody took leave.

        `ending` is how the game before ended.
        """
        another, other = ending is GameEnd.OVER, ending is GameEnd.OTHER
        while True:
            try:
                self._await_an_answerer(ports)
                if another and not self._another(ports):
                    return None
                another = False
                decided = self._choice.decide(ports.asker, other=other)
                if isinstance(decided, str):
                    return decided
                prepared, asked = decided
                asked = joined(ports.asker, prepared, asked)
                keep_evening(prepared, asked)
                return planned(prepared, asked).found(fresh_key())
            except Quit:
                return None
            except StartOverError:
                ports.tell("box.over")
            except StorageError as error:
                log(str(error))
                ports.tell(beforehand(error, resuming=True))
            except (UserError, OSError) as error:
                log(str(error))
                ports.tell("box.refused")

    def _another(self, ports: SetupPorts) -> bool:
        """Ask whether another game is wanted."""
        pack = self._choice.prepared.pack
        words = pack.words[self.options.language]
        return ports.asker.ask(words, ports.asker.dialog(pack.rules, words).yes("setup.another", default=True))

    def _await_an_answerer(self, ports: SetupPorts) -> None:
        """Wait until something is connected that can answer at night too.

        Raises:
            Quit: somebody said goodbye.
            EndOfLinesError: the only thing to answer with was a pipe, which has ended.
            AnewError: games are stored elsewhere from now on.
        """
        told = ""
        while not ((present := ports.present).answers_by_night and present.sets_up):
            ended = ports.box_devices is not None and ports.box_devices.ended
            if ended and not present.answers_by_night and not present.sets_up:
                raise EndOfLinesError
            if (why := "box.no.night" if present.ears else "box.no.hands") != told:
                ports.tell(why)
                told = why
            if ports.inbox.get(None) is Order.QUIT:
                raise Quit
        self._await_the_page(ports)

    def _await_the_page(self, ports: SetupPorts) -> None:
        """Say the code of the table's phone, again and again, as long as nothing else can answer.

        Raises:
            Quit: somebody said goodbye.
        """
        phone = self._choice.prepared.phone
        while phone is not None and phone.awaited_code and not (ports.present.by_hand or ports.present.ears):
            match ports.inbox.get(self._clock.now() + REMINDER):
                case Order.QUIT:
                    raise Quit
                case Changed(line=str(line)) if line:
                    ports.tell(line)
                case None:
                    ports.tell("phone.code", code=Term(Form.TEXT, phone.awaited_code))

    # --- a game -------------------------------------------------------------------------------------------------

    def _play(self, decided: Founded | str) -> GameEnd:
        try:
            if isinstance(decided, str):
                return resume(decided, self._choice.prepared.equipment, self._table.host(), self._share)
            return play_on(self._choice.prepared, decided, self._table.host())
        except StorageError as error:
            log(str(error))
            self._table.failed = beforehand(error, resuming=isinstance(decided, str))
            return GameEnd.STRANDED
        except (UserError, OSError) as error:
            log(str(error))
            self._table.failed = self._table.failed or ("box.broken" if isinstance(decided, str) else "box.refused")
            return GameEnd.STRANDED  # what there is of it is kept, and the next set-up begins

    def _share(self, prepared: PreparedGame) -> None:
        prepared.phone, prepared.settings = self._choice.prepared.phone, self.settings
        self._choice.prepared = prepared

    # --- its parts ----------------------------------------------------------------------------------------------

    def _beat(self) -> None:
        """Give a sign of life while waiting, and see whether games can be stored again."""
        self.upkeep.pulses.engine.beat()
        if self._asking and self.upkeep.keeping.returns:
            self._asking = False
            raise AnewError

    def _settings_again(self) -> None:
        """Read the settings where they are now, and offer the games there; what was opened by others is closed."""
        self.settings = self.options.settings()
        self._choice.forget_refusals(self.settings)
        if self.voice is not None:
            self.voice.close()
            self.voice = None
        if self._table.box_devices is not None:
            self._table.box_devices.open(self.settings)

    def _open_page(self, ports: SetupPorts) -> None:
        where = self.options.equipment.remote
        if where is None and not (where := self.settings.remote):
            return
        if where == "on":
            where, until = "", self._clock.now() + SECONDS_TO_BE_JOINED
            while not on_a_network() and self._clock.now() < until:
                self._clock.sleep(1.0)
        try:
            self._choice.prepared.phone = serve_phone(where)
        except UserError as error:
            log(str(error))
            ports.tell("box.no.remote")
            return
        ports.show(phone := self._choice.prepared.phone)
        ports.tell("phone.where", address=Term(Form.TEXT, "  ".join(phone.addresses)))
        ports.tell("phone.code", code=Term(Form.TEXT, phone.awaited_code))
