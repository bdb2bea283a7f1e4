"""A speaker in the middle of the circle, from power-on to goodbye: set-up, games, and the next one."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from narrator.commands.box import FAILED, GOODBYE, STORED, Upkeep, Wish, new_voice
from narrator.commands.box_table import BoxTable
from narrator.commands.equipment import log
from narrator.commands.evening import Evening, RefusedError, open_evening, serve_phone
from narrator.commands.front_room import FrontRoom
from narrator.commands.front_voice import FrontVoice
from narrator.commands.mending import whole
from narrator.commands.outfit import Outfit
from narrator.commands.playing import REFUSALS
from narrator.commands.rounds import Ending, play_on, resume
from narrator.commands.unfinished import offer
from narrator.core.effects import Form, Term
from narrator.inputs.givens import Anew, LiveGivens
from narrator.inputs.inbox import Order, WallClock
from narrator.inputs.offers import titles
from narrator.resources import FIRST, UnknownGameError, games
from narrator.session.abilities import abilities_of
from narrator.session.engine import Founded
from narrator.session.founding import fresh_key
from narrator.session.games import Condition, Kept, path_of, unfinished
from narrator.session.journal import JournalError, writable
from narrator.session.pulse import STARTING
from narrator.session.settings import Settings
from narrator.session.settingup import Dialog, EndOfInputError
from narrator.session.spoken_prompt import AnewError, FarewellError, StartOverError
from narrator.session.storage import StorageError, beforehand
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
from narrator.story.wording import Wording


class EndOfLinesError(Exception):
    """Standard input has ended, and nothing else can answer."""


@dataclass
class Box:
    """What lasts from power-on to goodbye."""

    wish: Wish
    settings: Settings
    voice: FrontVoice | None
    upkeep: Upkeep
    hello: bool
    """Whether hello is still to be said."""

    def __post_init__(self) -> None:
        self._clock = WallClock(self.upkeep.pulses.engine.beat)
        self._table = BoxTable(self.upkeep.pulses, self.upkeep.keeping)
        self._greeted = self._forgetful = False
        self._asking: LiveGivens | None = None
        self._evening = self._open(FIRST)
        self._refused_to_resume: set[str] = set()

    def live(self) -> int:
        """Speak, set up, play, and again; return the exit status."""
        watchdog, keeping = self.upkeep.watchdog, self.upkeep.keeping
        ending = Ending.STRANDED
        while True:
            watchdog.status("set-up")
            if keeping.settle():
                self._settings_again()
            try:
                decided = self._set_up(another=ending is Ending.OVER)
            except (EndOfInputError, AnewError):
                continue
            if isinstance(decided, int):
                return decided
            watchdog.status("playing")
            ending = self._play(decided)
            match ending:
                case Ending.PUT_AWAY:
                    keeping.settle()  # the machine is switched off next
                    return GOODBYE
                case Ending.INTERRUPTED:
                    return STORED
                case Ending.FAILED:
                    return FAILED

    # --- between games ------------------------------------------------------------------------------------------

    def _set_up(self, *, another: bool) -> Founded | str | int:
        """Speak with people; return the game that is to be played, the id of an old one, or an exit status."""
        if not self._greeted:
            self.upkeep.pulses.engine.grant(STARTING)
        voice, self.voice = self.voice or self._new_voice(), None
        with ExitStack() as talk:
            room = FrontRoom(self._evening, voice, self._clock, self._beat, talk)
            self._asking = room.givens
            if not self._greeted:
                self._greet(room)
                self._greeted = True
            self._meet(room)
            if self._forgetful is not self.upkeep.keeping.away:
                self._forgetful = not self._forgetful
                room.tell("box.keeping.lost" if self._forgetful else "box.keeping.back")
            if self._table.failed:
                room.tell(self._table.failed)
                self._table.failed = ""
            try:
                decided = self._decide(room, another=another)
            except EndOfLinesError:
                room.tell("goodbye")
                return STORED
            if decided is None:
                room.tell("goodbye")
                return GOODBYE
            if room.sounds:
                room.tell("box.prepare")
                self._table.still = room.rendered("box.still")
            return decided

    def _greet(self, room: FrontRoom) -> None:
        """Say what it is, then one sentence for each piece that is missing, and how those that are there answer."""
        if self.hello:
            room.tell("box.hello")
        outfit = self._meet(room)
        self._open_page(room)
        if self._evening.equipment.sound and not room.sounds:
            room.tell("box.no.sound")
        for reason in outfit.reasons(self.settings):
            room.tell(reason.line, **reason.terms)
        if room.sounds and self._evening.listens and not room.hears:
            room.tell("box.no.ears")
        kit = room.kit
        for there, line in (
            (kit.ears, "box.how.voice"),
            (kit.keyed, "box.how.keypad"),
            (kit.button, "box.how.button"),
            (kit.ears or kit.button, "box.how.end"),
        ):
            if there and not room.givens.waits():  # whoever answers already knows how
                room.tell(line)

    def _meet(self, room: FrontRoom) -> Outfit:
        """Let everything that there is answer in this room."""
        if self._table.outfit is None:
            self._table.outfit = Outfit(self.settings, self._clock, self.upkeep.equipment)
        room.take(self._table.outfit)
        room.listen()
        return self._table.outfit

    def _decide(self, room: FrontRoom, *, another: bool) -> Founded | str | None:
        """Return the game that is to be played, or the id of the one to go on with; None where somebody took leave."""
        while True:
            try:
                self._await_hands(room)
                if another and not self._dialog(room).yes("setup.another", default=True):
                    return None
                another = False
                return self._old(room) or self._new(room)
            except FarewellError:
                return None
            except StartOverError:
                room.tell("box.over")
            except StorageError as error:
                log(str(error))
                room.tell(beforehand(error, resuming=True))
            except REFUSALS as error:
                log(str(error))
                room.tell("box.refused")

    def _await_hands(self, room: FrontRoom) -> None:
        """Wait for something that can answer by night too.

        Raises:
            FarewellError: somebody took leave.
            EndOfLinesError: a pipe has ended that was all there was to answer with.
            AnewError: games are to be kept elsewhere from now on.
        """
        told = ""
        while not ((kit := room.kit).hands and kit.sets_up):
            if not kit.hands and not kit.sets_up and room.outfit is not None and room.outfit.ended:
                raise EndOfLinesError
            if (why := "box.no.night" if kit.ears else "box.no.hands") != told:
                room.tell(why)
                told = why
            match room.givens.get(None):
                case Order.QUIT:
                    raise FarewellError
                case Anew():
                    raise AnewError

    def _old(self, room: FrontRoom) -> str | None:
        """Offer what was not finished, once: the latest game, and damaged ones before it."""
        for game in unfinished():
            new = game.id not in self._refused_to_resume
            self._refused_to_resume.add(game.id)
            if game.condition is Condition.SOUND:
                return game.id if new and self._resumes(room, game) else None
            if new and self._mended(room, game):
                return game.id
        return None

    def _resumes(self, room: FrontRoom, game: Kept) -> bool:
        """Offer a sound game, where it can go on."""
        if not writable(path_of(game.id)):
            room.tell("storage.unfinished")
            return False
        if (offered := offer(game, self._titles, date.today())) is None:
            return False
        line, terms = offered
        return self._dialog(room).yes(line, default=True, **terms)

    def _mended(self, room: FrontRoom, game: Kept) -> bool:
        """Tell of a damaged game, and offer to go on from what is left of it."""
        try:
            if game.condition is not Condition.LOST:
                return whole(game.id, lambda _pack, _language: self._dialog(room))
            log(game.why)
        except (JournalError, PackError, UnknownGameError) as error:
            log(str(error))
        room.tell("damage.lost")
        return False

    def _new(self, room: FrontRoom) -> Founded:
        """Ask what is to be played."""
        names = self._titles
        chosen = self._dialog(room).choose("setup.game", {name: name for name in names}, FIRST, offers=titles(names))
        self._evening = self._open(chosen)
        dialog = self._dialog(room)
        return self._evening.engine.dialog(self._evening.pack.rules, dialog, secrets.randbits(32)).found(fresh_key())

    def _dialog(self, room: FrontRoom) -> Dialog:
        """Return the questions of the game that was chosen; what is said is said by the same voice."""
        words = self._evening.pack.words[self.wish.language]
        self._table.kit = room.kit
        can = abilities_of(self._table.kit)
        return Dialog(self._evening.pack.rules, words, Wording(words), room.prompt, room.say, aloud=True, can=can)

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The titles of the games that can be played in this language, by name; the usual one first."""
        found = {}
        for name, path in sorted(games().items(), key=lambda game: game[0] != FIRST):
            try:
                found[name] = load_pack(path, [self.wish.language]).words[self.wish.language].title
            except PackError as error:
                log(f"{name} is left out: {error}")
        return found

    # --- a game -------------------------------------------------------------------------------------------------

    def _play(self, decided: Founded | str) -> Ending:
        try:
            if isinstance(decided, str):
                return resume(decided, self._evening.equipment, self._table.house(), self._share)
            return play_on(self._evening, decided, self._table.house())
        except StorageError as error:
            log(str(error))
            self._table.failed = beforehand(error, resuming=isinstance(decided, str))
            return Ending.STRANDED
        except REFUSALS as error:
            log(str(error))
            self._table.failed = self._table.failed or ("box.broken" if isinstance(decided, str) else "box.refused")
            return Ending.STRANDED  # what there is of it is kept, and the next set-up begins

    def _share(self, evening: Evening) -> None:
        """Give the evening of an old game what this one has."""
        evening.phone, evening.settings = self._evening.phone, self.settings
        self._evening = evening

    # --- its parts ----------------------------------------------------------------------------------------------

    def _new_voice(self) -> FrontVoice | None:
        return new_voice(self.wish, self.settings, self.upkeep.pulses)

    def _beat(self) -> None:
        """Give a sign of life while something is awaited, and see whether the games can be kept again."""
        self.upkeep.pulses.engine.beat()
        if self._asking is not None and self.upkeep.keeping.returns:
            self._asking.put(Anew())
            self._asking = None

    def _settings_again(self) -> None:
        """Read the settings where they are now, and offer the games there; what was opened by others is closed."""
        self._refused_to_resume.clear()
        self.settings = self._evening.settings = self.wish.settings()
        if self.voice is not None:
            self.voice.close()
            self.voice = None
        if self._table.outfit is not None:
            self._table.outfit.open(self.settings)

    def _open(self, game: str) -> Evening:
        """Read a game; the page of the phone, which lasts, goes with it."""
        evening = open_evening(game, self.wish.language, replace(self.wish.equipment, remote=None))
        evening.settings = self.settings
        before = getattr(self, "_evening", None)
        evening.phone = None if before is None else before.phone
        return evening

    def _open_page(self, room: FrontRoom) -> None:
        """Serve the page of a phone, where it is wished for."""
        where = self.wish.equipment.remote if self.wish.equipment.remote is not None else self.settings.remote
        if not where and self.wish.equipment.remote is None:
            return
        try:
            self._evening.phone = serve_phone("" if where == "on" else where)
        except RefusedError as error:
            log(str(error))
            room.tell("box.no.remote")
            return
        addresses = "  ".join(self._evening.phone.addresses)
        room.tell("phone.where", address=Term(Form.TEXT, addresses))
