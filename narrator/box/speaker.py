"""A box's evening, from power-on to goodbye: set-up, games, and the next one."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from narrator.app.choosing.conversation import REFUSALS
from narrator.app.choosing.game_list import games_in
from narrator.app.choosing.last_evening import keep_evening, last_evening
from narrator.app.choosing.mending import whole
from narrator.app.choosing.unfinished import offer
from narrator.app.equipment import log
from narrator.app.game_series import GameEnd, play_on, resume
from narrator.app.ports.prompt_voice import PromptVoice
from narrator.app.prepared_game import PreparedGame, RefusedError, open_evening, serve_phone
from narrator.app.settings import Settings
from narrator.box.box_devices import BoxDevices
from narrator.box.box_ports import BoxTable
from narrator.box.options import FAILED, GOODBYE, STORED, BoxOptions, Upkeep
from narrator.box.setup_ports import SetupPorts
from narrator.core.effects import Form, Term
from narrator.core.play import Play
from narrator.games.engine import Founded, GamePlan, TableSetup
from narrator.games.founding import fresh_key
from narrator.games.saved_games import Condition, SavedGame, next_seed, path_of, unfinished
from narrator.games.village_dialog import explained
from narrator.games.village_engine import village_rules
from narrator.inbox.inbox import Order, WallClock
from narrator.journal.journal import JournalError, writable
from narrator.journal.storage_error import StorageError, beforehand
from narrator.language.offered_answers import titles
from narrator.processes.liveness import STARTING
from narrator.resources import FIRST, UnknownGameError
from narrator.session.entry_wait import Quit, Stranded
from narrator.setup.abilities import abilities_of
from narrator.setup.questions import Dialog, said
from narrator.setup.setup_answers import SetupAnswers
from narrator.setup.setup_questions import StartOverError
from narrator.story.diagnostics import PackError
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.village.setup import VillageSetup


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
        self._last = last_evening()
        self._asking = False
        self._prepared = self._open(FIRST)
        self._refused_to_resume: set[str] = set()

    def live(self) -> int:
        """Speak, set up, play, and again; return the exit status."""
        watchdog, keeping = self.upkeep.watchdog, self.upkeep.keeping
        ending = GameEnd.STRANDED
        while True:
            if keeping.settle():
                self._settings_again()
            try:
                decided = self._set_up(another=ending is GameEnd.OVER)
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
                case GameEnd.FAILED:
                    return FAILED

    # --- between games ------------------------------------------------------------------------------------------

    def _set_up(self, *, another: bool) -> Founded | str | int:
        """Speak with people; return the game that is to be played, the id of an old one, or an exit status."""
        if not self._greeted:
            self.upkeep.pulses.engine.grant(STARTING)
        voice, self.voice = self.voice or self._new_voice(), None
        with ExitStack() as talk:
            ports = SetupPorts(self._prepared, voice, self._clock, self._beat, talk)
            self._asking = True
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
                decided = self._decide(ports, another=another)
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
        if self._prepared.equipment.sound and not ports.sounds:
            ports.tell("box.no.sound")
        for reason in box_devices.reasons(self.settings):
            ports.tell(reason.line, **reason.terms)
        if ports.sounds and self._prepared.listens and not ports.hears:
            ports.tell("box.no.ears")
        present = ports.present
        for there, line in (
            (present.ears, "box.how.voice"),
            (present.keyed, "box.how.keypad"),
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

    def _decide(self, ports: SetupPorts, *, another: bool) -> Founded | str | None:
        """Return the game that is to be played, or the id of the one to go on with; None where somebody took leave."""
        while True:
            try:
                self._await_an_answerer(ports)
                if another and not self._yes(ports, "setup.another"):
                    return None
                another = False
                return self._old(ports) or self._new(ports)
            except Quit:
                return None
            except StartOverError:
                ports.tell("box.over")
            except StorageError as error:
                log(str(error))
                ports.tell(beforehand(error, resuming=True))
            except REFUSALS as error:
                log(str(error))
                ports.tell("box.refused")

    def _await_an_answerer(self, ports: SetupPorts) -> None:
        """Wait until something is connected that can answer at night too.

        Raises:
            Quit: somebody said goodbye.
            EndOfLinesError: the only thing to answer with was a pipe, which has ended.
            AnewError: games are stored elsewhere from now on.
        """
        told = ""
        while not ((present := ports.present).answers_by_night and present.sets_up):
            if (
                not present.answers_by_night
                and not present.sets_up
                and ports.box_devices is not None
                and ports.box_devices.ended
            ):
                raise EndOfLinesError
            if (why := "box.no.night" if present.ears else "box.no.hands") != told:
                ports.tell(why)
                told = why
            if ports.inbox.get(None) is Order.QUIT:
                raise Quit

    def _old(self, ports: SetupPorts) -> str | None:
        """Offer what was not finished, once: the latest game, and damaged ones before it."""
        for game in unfinished():
            new = game.id not in self._refused_to_resume
            self._refused_to_resume.add(game.id)
            if game.condition is Condition.SOUND:
                return game.id if new and self._resumes(ports, game) else None
            if new and self._mended(ports, game):
                return game.id
        return None

    def _resumes(self, ports: SetupPorts, game: SavedGame) -> bool:
        """Offer a sound game, where it can go on."""
        if not writable(path_of(game.id)):
            ports.tell("storage.unfinished")
            return False
        if (offered := offer(game, self._titles, date.today())) is None:
            return False
        line, terms = offered
        return self._yes(ports, line, **terms)

    def _mended(self, ports: SetupPorts, game: SavedGame) -> bool:
        """Tell of a damaged game, and offer to go on from what is left of it."""
        try:
            if game.condition is not Condition.LOST:
                return whole(game.id, ports.asker, self._words)
            log(game.why)
        except (JournalError, PackError, UnknownGameError) as error:
            log(str(error))
        ports.tell("damage.lost")
        return False

    def _new(self, ports: SetupPorts) -> Founded:
        """Ask what is to be played: the last evening again, or something else."""
        asked = self._as_before(ports) or self._asked(ports)
        plan = self._plan(asked)
        keep_evening(self._prepared, asked)
        return plan.found(fresh_key())

    def _as_before(self, ports: SetupPorts) -> SetupAnswers | None:
        """Offer the last evening once, where it is known, and possible with this equipment."""
        last, self._last = self._last, None
        if last is None or last.language != self.options.language:
            return None
        can, asked = abilities_of(ports.present), last.answers(next_seed())
        if can.modes[last.mode] or can.dealt.get(last.deal):
            return None
        usual = self._prepared
        try:
            self._prepared = self._open(last.game)
            setup = self._plan(asked).found(fresh_key()).setup
        except REFUSALS as error:
            log(str(error))
            self._prepared = usual
            return None
        if not ports.asker.ask(self._words, self._again(ports, asked, setup)):
            self._prepared = usual
            return None
        self._prepared.respellings = last.respellings
        return asked

    def _again(self, ports: SetupPorts, asked: SetupAnswers, setup: TableSetup) -> Play[bool]:
        """Say what was played, and ask whether to play it again; if so, explain once more what it takes."""
        dialog = self._dialog(ports)
        yield said("box.chosen", text=Term(Form.TEXT, self._words.title))
        yield said("setup.seats", number=Term(Form.NUMBER, setup.players))
        if isinstance(setup, VillageSetup):
            yield said("setup.hand", cards=Term(Form.HAND, setup.hand))
        again = yield from dialog.yes("setup.as_before", default=True)
        if again and isinstance(setup, VillageSetup):
            yield from explained(village_rules(self._prepared.pack.rules), dialog, asked, setup.hand)
        return again

    def _asked(self, ports: SetupPorts) -> SetupAnswers:
        """Ask which game, who plays and who leads."""
        names = self._titles
        offers = titles(names, self.options.language)
        choice = self._dialog(ports).choose("setup.game", {name: name for name in names}, FIRST, offers=offers)
        self._prepared = self._open(ports.asker.ask(self._words, choice))
        usual = SetupAnswers(seed=next_seed())
        return ports.asker.ask(
            self._words, self._prepared.engine.dialog(self._prepared.pack.rules, self._dialog(ports), usual)
        )

    def _plan(self, asked: SetupAnswers) -> GamePlan:
        return self._prepared.engine.plan(self._prepared.pack.rules, asked, Wording(self._words), log)

    def _yes(self, ports: SetupPorts, line: str, **terms: Term) -> bool:
        return ports.asker.ask(self._words, self._dialog(ports).yes(line, default=True, **terms))

    def _dialog(self, ports: SetupPorts) -> Dialog:
        """Return the questions of the game that was chosen; what is said is said by the same voice."""
        return ports.asker.dialog(self._prepared.pack.rules, self._words)

    @property
    def _words(self) -> Words:
        return self._prepared.pack.words[self.options.language]

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The titles of the games that can be played in this language, by name; the usual one first."""
        return {name: words.title for name, words in games_in(self.options.language).items()}

    # --- a game -------------------------------------------------------------------------------------------------

    def _play(self, decided: Founded | str) -> GameEnd:
        try:
            if isinstance(decided, str):
                return resume(decided, self._prepared.equipment, self._table.host(), self._share)
            return play_on(self._prepared, decided, self._table.host())
        except StorageError as error:
            log(str(error))
            self._table.failed = beforehand(error, resuming=isinstance(decided, str))
            return GameEnd.STRANDED
        except REFUSALS as error:
            log(str(error))
            self._table.failed = self._table.failed or ("box.broken" if isinstance(decided, str) else "box.refused")
            return GameEnd.STRANDED  # what there is of it is kept, and the next set-up begins

    def _share(self, prepared: PreparedGame) -> None:
        """Give an old game the phone and the settings of this evening."""
        prepared.phone, prepared.settings = self._prepared.phone, self.settings
        self._prepared = prepared

    # --- its parts ----------------------------------------------------------------------------------------------

    def _new_voice(self) -> PromptVoice | None:
        return self.options.voice(self.settings, self.upkeep.pulses)

    def _beat(self) -> None:
        """Give a sign of life while waiting, and see whether games can be stored again."""
        self.upkeep.pulses.engine.beat()
        if self._asking and self.upkeep.keeping.returns:
            self._asking = False
            raise AnewError

    def _settings_again(self) -> None:
        """Read the settings where they are now, and offer the games there; what was opened by others is closed."""
        self._refused_to_resume.clear()
        self.settings = self._prepared.settings = self.options.settings()
        if self.voice is not None:
            self.voice.close()
            self.voice = None
        if self._table.box_devices is not None:
            self._table.box_devices.open(self.settings)

    def _open(self, game: str) -> PreparedGame:
        """Read a game; the page of the phone, which lasts, goes with it."""
        prepared = open_evening(game, self.options.language, replace(self.options.equipment, remote=None))
        prepared.settings = self.settings
        before = getattr(self, "_prepared", None)
        prepared.phone = None if before is None else before.phone
        return prepared

    def _open_page(self, ports: SetupPorts) -> None:
        """Serve the page of a phone, where it is wished for."""
        where = self.options.equipment.remote if self.options.equipment.remote is not None else self.settings.remote
        if not where and self.options.equipment.remote is None:
            return
        try:
            self._prepared.phone = serve_phone("" if where == "on" else where)
        except RefusedError as error:
            log(str(error))
            ports.tell("box.no.remote")
            return
        addresses = "  ".join(self._prepared.phone.addresses)
        ports.tell("phone.where", address=Term(Form.TEXT, addresses))
