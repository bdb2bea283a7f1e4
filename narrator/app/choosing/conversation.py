"""The questions at a terminal before a game: resume an unfinished one, repeat the last evening, or set one up."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date

from narrator.app.choosing.game_list import games_in
from narrator.app.choosing.last_evening import LastEvening, keep_decks, last_evening, told, with_decks
from narrator.app.choosing.unfinished import described, whole
from narrator.app.prepared_game import PreparedGame, open_evening, serve_phone
from narrator.app.settings import Equipment, load_settings, log
from narrator.core.effects import Form, Term
from narrator.core.play import Mode, Play
from narrator.devices.keyboard import lines_of, listen_to_lines
from narrator.games.engine import GamePlan
from narrator.games.founding import fresh_key
from narrator.games.options import settings
from narrator.games.saved_games import Condition, next_seed, path_of, unfinished
from narrator.inbox.entry import Order
from narrator.inbox.inbox import LiveInbox, WallClock
from narrator.journal.journal import JournalError, writable
from narrator.language.offered_answers import OfferReader, titles
from narrator.resources import FIRST, FRENCH, UnknownGameError, languages, pack_path
from narrator.session.captions_only import CaptionsOnly, instantly
from narrator.session.ports import Pace, Ports
from narrator.setup.circle import Circle
from narrator.setup.dialog import Dialog
from narrator.setup.setup_answers import SetupAnswers
from narrator.setup.setup_questions import Asker, StartOverError
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
from narrator.story.sentences import PROGRAM, sentences, to_user
from narrator.story.wording import Wording
from narrator.ui.plain import PromptScreen
from narrator.user_error import UserError
from narrator.village.game import VillageSetup
from narrator.village.table import Deal

EVERY_NETWORK = ""
"""Where a phone's page listens when nobody says where."""


@dataclass(frozen=True)
class PlayOptions:
    """What is to be played, as written on the command line. None stands for what is not decided."""

    game: str | None = None
    players: int | None = None
    names: str | None = None
    mode: str | None = None
    deal: str | None = None
    roles: str | None = None
    language: str = FRENCH
    seed: int | None = None
    settings: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether nothing is decided yet."""
        return self == PlayOptions(language=self.language)

    def given(self) -> SetupAnswers:
        """Return what is decided besides who plays."""
        return SetupAnswers(
            mode=None if self.mode is None else Mode(self.mode),
            deal=Deal.NARRATOR if self.deal is None else Deal(self.deal),
            roles=self.roles,
            seed=_seed(self.seed),
            settings=settings(self.settings),
        )


Decided = tuple[PreparedGame, SetupAnswers]
"""A game with its equipment, and how it is to be played."""


class Conversation:
    """The questions of one evening that the command line leaves open."""

    def __init__(self, asker: Asker, options: PlayOptions, equipment: Equipment) -> None:
        """Serve the phone at once if one is wanted: if it cannot be had, that is said before anything is asked.

        Raises:
            UserError: it cannot be served.
        """
        self._asker = asker
        self._options = options
        self._equipment = equipment
        self._usual: LastEvening | None = None
        """The evening whose names and settings are offered again."""
        self._listed = games_in(options.language)
        self._words = self._listed[FIRST]
        self._dialog = asker.dialog(load_pack(pack_path(FIRST), [options.language]).rules, self._words)
        self._phone = None if equipment.remote is None else serve_phone(equipment.remote)

    def decide(self) -> str | Decided:
        """Ask; return the id of an unfinished game to resume, or what is to be played.

        Raises:
            Quit: somebody said goodbye, or the input has ended.
            UserError: it is not possible.
            OSError: what is kept on this machine cannot be read or written.
        """
        return self._asker.going_back(self._decide)

    def _decide(self) -> str | Decided:
        before: str | Decided | None = None
        self._usual = None
        if not load_settings(lambda _told: None).lang:
            for other in languages().keys() - {self._options.language}:
                how = Term(Form.TEXT, sentences(PROGRAM, other)["language.how"])
                self._asker.ask(self._words, self._dialog.tell("setup.language", text=how))
        if self._options.open:
            before = self._resumed() or self._as_before()
        return before or self._anew()

    def _resumed(self) -> str | None:
        """Offer what was not finished: the latest game, and damaged ones before it; return the one to go on with."""
        for game in unfinished():
            if not game.playable:
                self._asker.ask(self._words, self._dialog.tell("damage.lost"))
                print(game.why, file=sys.stderr)
                continue
            if not writable(path_of(game.id)):
                self._asker.ask(self._words, self._dialog.tell("storage.unfinished"))
                return None
            if game.condition is Condition.SOUND:
                title = self._listed[str(pack)].title if (pack := game.header.get("pack")) in self._listed else game.id
                text = described(game, self._dialog.wording, date.today())
                terms = {"game": Term(Form.TEXT, title), "text": Term(Form.TEXT, text)}
                goes_on = self._asker.ask(self._words, self._dialog.yes("setup.resume", default=True, **terms))
                return game.id if goes_on else None
            try:
                if whole(game.id, self._asker):
                    return game.id
            except (JournalError, PackError, UnknownGameError) as error:
                print(error, file=sys.stderr)
        return None

    def _as_before(self) -> Decided | None:
        """Offer the last evening again, with the same players or others, where it is known and still possible."""
        last = last_evening()
        if last is None or last.language != self._options.language:
            return None
        if self._equipment != Equipment():
            last = last.model_copy(update={"equipment": self._equipment})
        asked = last.answers(_seed(None))
        try:
            prepared = open_evening(last.game, last.language, replace(last.equipment, remote=None))
            game = planned(prepared, asked).found(fresh_key())
        except (UserError, OSError):
            return None
        words = prepared.pack.words[last.language]
        terms = {"game": Term(Form.TEXT, words.title), "text": Term(Form.TEXT, told(last, game, Wording(words)))}
        circle = Circle(last.players, last.names, last.respellings)
        dialog = self._asker.dialog(prepared.pack.rules, words)
        chosen = self._asker.ask(words, dialog.as_before(circle, **terms))
        if not chosen.players:
            self._usual = last if chosen.names else None
            return None
        self._equipped(prepared, last.equipment)
        prepared.respellings = last.respellings
        if chosen != circle:
            asked = self._with_others(prepared, replace(asked, players=chosen.players, names=chosen.names))
            self._respell(prepared, dialog, chosen)
        return prepared, asked

    def _with_others(self, prepared: PreparedGame, asked: SetupAnswers) -> SetupAnswers:
        """Return what these players play: with the cards and settings of the last evening, where these still fit.

        Raises:
            UserError: nothing does.
        """
        words, without_cards = prepared.pack.words[prepared.language], replace(asked, roles=None)
        for fitting in (asked, without_cards, replace(without_cards, settings={})):
            with suppress(UserError):
                setup = planned(prepared, fitting, lambda _told: None).found(fresh_key()).setup
                if isinstance(setup, VillageSetup):
                    cards = Term(Form.HAND, setup.hand)
                    self._asker.ask(words, self._dialog.tell("setup.hand", cards=cards))
                return fitting
        raise UserError(to_user("packs.no_composition", name=prepared.pack.rules.game, count=asked.players))

    def _anew(self) -> Decided:
        """Ask which game, who plays and how, unless the command line says so."""
        game = self._options.game or self._asker.ask(self._words, self._which())
        prepared = open_evening(game, self._options.language, replace(self._equipment, remote=None))
        words = prepared.pack.words[self._options.language]
        dialog = self._asker.dialog(prepared.pack.rules, words, phone=self._equipment.remote is None)
        given = with_decks(self._options.given(), prepared)
        if self._usual is not None:
            settings = self._usual.settings if game == self._usual.game else {}
            given = replace(given, names=self._usual.names, settings=settings)
        asked = self._asker.ask(words, prepared.engine.dialog(dialog, given))
        if asked.decks != given.decks:
            keep_decks(prepared, asked.decks.own)
        equipment = replace(self._equipment, remote=EVERY_NETWORK) if dialog.with_phone else self._equipment
        try:
            self._equipped(prepared, equipment)
        except UserError as error:
            log(str(error))
            raise StartOverError from None  # the phone was the last answer
        self._respell(prepared, dialog, Circle(asked.players, asked.names, dialog.respellings))
        return prepared, asked

    def _respell(self, prepared: PreparedGame, dialog: Dialog, circle: Circle) -> None:
        """Ask how those names are to be said that its voice has not recorded."""
        prepared.respellings = circle.respellings
        unknown = prepared.unrecorded_names(circle.names)
        said = self._asker.ask(prepared.pack.words[prepared.language], dialog.sayable(unknown))
        prepared.respellings = {**circle.respellings, **said}

    def _which(self) -> Play[str]:
        """Show the games by number, and ask for one."""
        for place, words in enumerate(self._listed.values(), start=1):
            game, text = Term(Form.TEXT, words.title), Term(Form.TEXT, words.summary)
            yield from self._dialog.tell("setup.offered", number=Term(Form.NUMBER, place), game=game, text=text)
        offers = titles({name: words.title for name, words in self._listed.items()}, self._options.language)
        values = {name: name for name in self._listed}
        return (yield from self._dialog.choose("setup.game", values, FIRST, offers=offers))

    def _equipped(self, prepared: PreparedGame, equipment: Equipment) -> PreparedGame:
        """Give a game its equipment. However often something is taken back, one page is served."""
        prepared.equipment = equipment
        if equipment.remote is not None:
            self._phone = prepared.phone = self._phone or serve_phone(equipment.remote)
        return prepared


def planned(prepared: PreparedGame, asked: SetupAnswers, warn: Callable[[str], None] = log) -> GamePlan:
    """Return the game that was decided; of what is unusual about it, `warn`."""
    wording = Wording(prepared.pack.words[prepared.language])
    return prepared.engine.plan(prepared.pack.rules, asked, wording, warn)


@contextmanager
def asking() -> Iterator[Asker]:
    """Let typed lines answer the questions before a game; the end of the input says goodbye."""
    clock = WallClock()
    inbox = LiveInbox(clock)
    stop = listen_to_lines(lines_of(sys.stdin.fileno()), OfferReader(), inbox, end=lambda: Order.QUIT)
    mouth, screen = CaptionsOnly(clock, instantly), PromptScreen(sys.stdout, "> ")
    try:
        yield Asker(Ports(clock, inbox, mouth, screen, Pace.INSTANT))
    finally:
        stop()


def _seed(seed: int | None) -> int:
    return next_seed() if seed is None else seed
