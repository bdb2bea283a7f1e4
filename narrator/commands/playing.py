"""`narrator play`, `narrator resume`, and `narrator` alone."""

from __future__ import annotations

import secrets
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from blessed import Terminal

from narrator.commands.packs import list_games
from narrator.commands.progress import Bar
from narrator.core.modes import Mode
from narrator.inputs.inbox import LiveInbox, WallClock
from narrator.inputs.keyboard import RawLines, listen_to_keys, listen_to_lines
from narrator.inputs.reading import Reader
from narrator.inputs.tongue import Tongue
from narrator.resources import UnknownGameError, games, name_of, pack_path
from narrator.screen.plain import PlainScreen, open_private
from narrator.screen.terminal import TerminalScreen
from narrator.session.composing import CompositionError
from narrator.session.driver import Driver
from narrator.session.engine import Asked, Engine, Founded, GamePlan, TableSetup
from narrator.session.engines import engine_facts, engine_of, restored
from narrator.session.founding import RULES_VERSION, fresh_key
from narrator.session.games import latest_unfinished, new_path, path_of
from narrator.session.hearing import Quit, Stranded
from narrator.session.journal import Journal, JournalError
from narrator.session.mouths import Speaking, check_voice, mouth
from narrator.session.options import OptionError, settings
from narrator.session.room import CaptionsOnly, Mouth, Pace, Room, instantly
from narrator.session.settings import Settings, load_settings
from narrator.session.settingup import Dialog, EndOfInputError, is_number, read_names, read_respellings
from narrator.story.check import load_checked
from narrator.story.diagnostics import PackError
from narrator.story.engine import UnknownEngineError
from narrator.story.pack import Pack, languages
from narrator.story.wording import Wording
from narrator.voice.profile import VoiceError

FIRST = "thiercelieux"
"""The game that is offered first."""

FRENCH, ENGLISH = "fr", "en"
REFUSED, STORED = 2, 0


@dataclass(frozen=True)
class Wish:
    """What is to be played, as it was written on the command line."""

    game: str
    players: int | None
    names: str | None
    mode: str
    deal: str
    roles: str | None
    language: str
    seed: int | None
    settings: tuple[str, ...]


@dataclass(frozen=True)
class Equipment:
    """What to play it with."""

    pace: str | None = None
    sound: bool = True
    private: str | None = None
    voice: str | None = None
    ambience: bool = True


@dataclass
class Evening:
    """A pack in one language, with the equipment: what stays when the same players play again.

    `respellings` are how first names are to be said.
    """

    pack: Pack
    language: str
    equipment: Equipment
    settings: Settings = field(default_factory=Settings)
    respellings: Mapping[str, str] = field(default_factory=dict)

    @property
    def engine(self) -> Engine:
        """Return what plays the pack."""
        return engine_of(self.pack.rules.engine)

    @property
    def speaking(self) -> Speaking:
        """Return how it is to be heard: as the command line says, else as the settings do."""
        kept = self.settings
        return Speaking(
            voice=self.equipment.voice or kept.voice.get(self.language, self.language),
            output=kept.output,
            input=kept.input,
            ambience=self.equipment.ambience and kept.ambience,
            sounds=kept.sounds,
        )

    def wording(self, setup: TableSetup) -> Wording:
        """Return the words for one game."""
        said = tuple(self.respellings.get(name, "") for name in setup.names)
        return Wording(self.pack.words[self.language], setup.names, setup.seed, said)


class RefusedError(Exception):
    """What was asked for is not possible; the text says why, and what to do."""


REFUSALS = (
    RefusedError,
    JournalError,
    UnknownGameError,
    UnknownEngineError,
    PackError,
    CompositionError,
    OptionError,
    VoiceError,
    OSError,
)
"""What ends a command with a sentence instead of a game."""


def begin(wish: Wish, equipment: Equipment) -> int:
    """Play a game from its first word; afterwards the same players may go on."""
    try:
        evening = _evening(wish.game, wish.language, equipment)
        evening.respellings = read_respellings(wish.names or "")
        return _play_on(evening, _decided(wish, evening).found(fresh_key()))
    except REFUSALS as error:
        print(_sentence(error), file=sys.stderr)
        return REFUSED


def go_on(game_id: str | None, equipment: Equipment) -> int:
    """Resume a game where it stood."""
    try:
        if game_id is None:
            unfinished = latest_unfinished()
            if unfinished is None:
                raise RefusedError("no game is unfinished: `narrator play` begins one")
            game_id = unfinished.id
        with Journal.reopen(path_of(game_id)) as journal:
            header = journal.header()
            game = restored(header)
            if journal.record().outcome is not None:
                raise RefusedError(f"the game {game_id} is over: `narrator story {game_id}` tells it")
            if equipment.pace is None:
                equipment = replace(equipment, pace=str(header.get("pace") or Pace.NORMAL.value))
            evening = _evening(str(header["pack"]), str(header["language"]), equipment)
            evening.respellings = _respelt(header.get("respellings"))
            ending = _play(evening, game, journal, resumed=True)
            answers = journal.record().answers
        if ending.again:
            return _play_on(evening, game.again(answers, fresh_key()))
        return ending.status
    except REFUSALS as error:
        print(_sentence(error), file=sys.stderr)
        return REFUSED


def converse() -> int:
    """Ask for everything that a game needs, and play it."""
    equipment = Equipment()
    lines = RawLines(sys.stdin.fileno())

    def prompt(question: str) -> str:
        print(_wrapped(question), end="\n> ", flush=True)
        line = lines.readline()
        if not line:
            raise EndOfInputError
        return line

    try:
        unfinished = latest_unfinished()
        names = list(games())
        evening = _evening(FIRST, FRENCH, equipment)
        dialog = _dialog(evening, prompt)
        if unfinished is not None:
            print(f"{unfinished.header['game']}, {unfinished.id}")
        if unfinished is not None and dialog.yes("setup.resume", default=True):
            return go_on(unfinished.id, equipment)
        list_games(FRENCH)
        evening = _evening(dialog.choose("setup.game", {name: name for name in names}, FIRST), FRENCH, equipment)
        dialog = _dialog(evening, prompt)
        planned = evening.engine.dialog(evening.pack.rules, dialog, _seed(None))
        evening.respellings = dialog.respellings
        return _play_on(evening, planned.found(fresh_key()))
    except EndOfInputError:
        return STORED
    except REFUSALS as error:
        print(_sentence(error), file=sys.stderr)
        return REFUSED


def _respelt(kept: object) -> dict[str, str]:
    """Read how names are said from a journal's header, where an older one has nothing."""
    return {str(name): str(said) for name, said in kept.items()} if isinstance(kept, dict) else {}


def _sentence(error: Exception) -> str:
    """Say what ended the command, and what to do where the system alone knows why."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}; NARRATOR_HOME=FOLDER keeps the games in another folder"
    return str(error)


def _evening(game: str, language: str, equipment: Equipment) -> Evening:
    path = pack_path(game)
    there = languages(path)
    if not there:
        raise RefusedError(f"{game} has no words: `narrator check {game}` says what to mend")
    if language not in there:
        raise RefusedError(f"{game} has no words in {language}: choose {', '.join(there)}")
    # English is read besides: its commands are understood in every game.
    pack = load_checked(path, engine_facts, {language, ENGLISH} & {*there})
    evening = Evening(pack, language, equipment, load_settings(lambda sentence: print(sentence, file=sys.stderr)))
    if equipment.sound:
        check_voice(evening.speaking.voice)
    return evening


def _dialog(evening: Evening, prompt: Callable[[str], str]) -> Dialog:
    words = evening.pack.words[evening.language]
    return Dialog(evening.pack.rules, words, Wording(words), prompt, lambda sentence: print(_wrapped(sentence)))


def _wrapped(text: str) -> str:
    """Break a text between words for the terminal; elsewhere a text is a line."""
    if not sys.stdout.isatty():
        return text
    return textwrap.fill(text, max(shutil.get_terminal_size().columns - 1, 20), break_on_hyphens=False)


def _decided(wish: Wish, evening: Evening) -> GamePlan:
    """Read the command line's choices; a number of players that is missing is an error with a sentence."""
    names = read_names(wish.names or "")
    players = len(names) or wish.players
    if not players:
        raise RefusedError("say how many play: --players 8, or --names Alice,Bruno,…")
    if wish.players not in (None, players):
        raise RefusedError(f"--names gives {len(names)} names and --players says {wish.players}: give one of the two")
    if any(map(is_number, names)):
        raise RefusedError("a first name that is a number would be taken for a seat: write it out")
    asked = Asked(
        players=players,
        mode=Mode(wish.mode),
        deal=wish.deal,
        roles=wish.roles,
        names=names,
        seed=_seed(wish.seed),
        settings=settings(wish.settings),
    )
    wording = Wording(evening.pack.words[evening.language])
    return evening.engine.plan(evening.pack.rules, asked, wording, lambda sentence: print(sentence, file=sys.stderr))


def _seed(seed: int | None) -> int:
    return secrets.randbits(32) if seed is None else seed


@dataclass(frozen=True)
class Ending:
    """How a game ended for the program: its exit status, and whether the same players go on."""

    status: int
    again: bool = False


def _play_on(evening: Evening, game: Founded) -> int:
    """Play, and again with the same seats and names for as long as the players like."""
    ending = Ending(STORED, again=True)
    while ending.again:
        header = {
            **game.header(),
            "engine": evening.pack.rules.engine,
            "pack": name_of(evening.pack.path),
            "pack_hash": evening.pack.pack_hash,
            "rules_version": RULES_VERSION,
            "language": evening.language,
            "pace": evening.equipment.pace,
            "respellings": dict(evening.respellings),
        }
        _refuse_without_private(evening, game.setup)
        with Journal.create(new_path(datetime.now()), header) as journal:
            ending = _play(evening, game, journal)
            game = game.again(journal.record().answers, fresh_key())
    return ending.status


def _refuse_without_private(evening: Evening, setup: TableSetup) -> None:
    """Refuse a game whose secrets would have nowhere to go.

    Raises:
        RefusedError: there is no private screen, and no file for what would stand on it.
        OSError: the file cannot be written.
    """
    if _on_terminal():
        return
    if evening.equipment.private is not None:
        open_private(Path(evening.equipment.private)).close()
    elif setup.mode is Mode.JOUEUR:
        raise RefusedError(evening.wording(setup).line("session.private_needed"))


def _on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _play(evening: Evening, game: Founded, journal: Journal, *, resumed: bool = False) -> Ending:
    """Play one game to its end, or until it is put away."""
    setup = game.setup
    _refuse_without_private(evening, setup)
    wording = evening.wording(setup)
    with ExitStack() as equipment:
        room = _room(evening, game, wording, equipment)
        try:
            driver = Driver(setup, journal, wording, room, players=setup.players, led=setup.mode is Mode.MENEUR)
            if resumed:
                driver.resume()
            driver.run()
        except (Quit, KeyboardInterrupt):
            room.screen.close_window()
            room.screen.notice(wording.line("goodbye"))
            room.screen.notice(wording.line("session.resume_how"))
            return Ending(STORED)
        except Stranded:
            room.screen.close_window()
            room.screen.notice(wording.line("session.resume_how"))
            return Ending(STORED)
    return Ending(STORED, again=driver.again)


def _room(evening: Evening, game: Founded, wording: Wording, equipment: ExitStack) -> Room:
    """Set up what there is: a terminal or a pipe, a voice or captions alone."""
    setup = game.setup
    clock = WallClock()
    inbox = LiveInbox(clock)
    pace = Pace(evening.equipment.pace or Pace.NORMAL.value)
    reader = reader_for(evening, setup)
    screen: TerminalScreen | PlainScreen
    if _on_terminal():
        terminal = Terminal()
        screen = TerminalScreen(terminal)
        equipment.enter_context(terminal.cbreak())
        equipment.callback(screen.close_window)
        equipment.callback(listen_to_keys(terminal, screen, reader, inbox))
    else:
        private = None
        if evening.equipment.private is not None:
            private = equipment.enter_context(open_private(Path(evening.equipment.private)))
        screen = PlainScreen(sys.stdout, private, led=setup.mode is Mode.MENEUR)
        listen_to_lines(RawLines(sys.stdin.fileno()), reader, inbox)
    silent = CaptionsOnly(clock, instantly if pace is Pace.INSTANT else wording.seconds)
    speaking: Mouth = silent
    if evening.equipment.sound and pace is not Pace.INSTANT:
        speaking = mouth(
            evening.speaking,
            game.repertoire(),
            wording,
            silent,
            seed=game.setup.seed,
            tell=screen.notice,
            progress=Bar(wording.line("sound.preparing")),
            changed=lambda changed: inbox.put(changed, inbox.turn),
            equipment=equipment,
        )
    return Room(clock=clock, inbox=inbox, mouth=speaking, screen=screen, pace=pace)


def reader_for(evening: Evening, setup: TableSetup) -> Reader:
    """Read in the game's language and in English; the game's language comes first where a word means two things."""
    own = evening.pack.words[evening.language]
    return Reader(Tongue.of(own, setup.players, setup.names, twin=evening.pack.words.get(ENGLISH)))
