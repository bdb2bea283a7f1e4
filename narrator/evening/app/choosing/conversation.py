"""The questions before a game: resume an unfinished one, repeat the last evening, or who plays and what then fits."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial

from narrator.base.diagnostics import PackError
from narrator.base.resources import FIRST, FRENCH, UnknownGameError, languages
from narrator.base.sentences import PROGRAM, sentences
from narrator.base.user_error import UserError
from narrator.devices.keyboard import lines_of, listen_to_lines
from narrator.evening.app.choosing.game_list import misfits, packs_for, packs_in
from narrator.evening.app.choosing.last_evening import (
    INTRODUCTION,
    LastEvening,
    keep_decks,
    last_evening,
    told,
    with_decks,
)
from narrator.evening.app.choosing.unfinished import offer, whole
from narrator.evening.app.prepared_game import PreparedGame, fitting, open_evening, planned, serve_phone
from narrator.evening.app.settings import Equipment, Settings, load_settings, log
from narrator.packs.rules import Rules, VillageRules
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Say, Term
from narrator.rules.core.play import Introduction, Mode, Play
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.night import fits_phones
from narrator.rules.village.table import Deal, Judgement
from narrator.screens.screens import PromptScreen
from narrator.table.games.engine import Founded, GameOffer
from narrator.table.games.founding import fresh_key
from narrator.table.games.options import options, settings
from narrator.table.games.registry import engine_of
from narrator.table.games.saved_games import Condition, SavedGame, next_seed, path_of, unfinished
from narrator.table.games.village_dialog import equipped, offered_unshown, on_phones
from narrator.table.games.village_engine import village_rules
from narrator.table.inbox.entry import Order
from narrator.table.inbox.inbox import LiveInbox, WallClock
from narrator.table.journal.journal import JournalError, writable
from narrator.table.language.offered_answers import OfferReader, titles
from narrator.table.session.narration import CaptionsOnly, instantly
from narrator.table.session.ports import Pace, Ports
from narrator.table.session.public_questions import LanguageChosenError, StartOverError
from narrator.table.setup.circle import Circle
from narrator.table.setup.composition import CompositionFault
from narrator.table.setup.dialog import Dialog, said
from narrator.table.setup.setup_answers import SetupAnswers
from narrator.table.setup.setup_questions import Asker

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


SUITS = ("setup.offered", "setup.offered_even", "setup.offered_uneven")
SUITS_ALOUD = ("box.suits", "box.suits_even", "box.suits_uneven")
"""The lines that say of a game how long it takes and, where that is known, that it is even or is not."""

Decided = tuple[PreparedGame, SetupAnswers]
"""A game with its equipment, and how it is to be played."""

LAST = "last"
"""What stands for the last evening among the games that were offered."""


class Conversation:
    """The questions before the games of one evening: at a terminal, and by ear and keys around a box.

    `prepared` is the game that was decided last; its phone and settings last all evening.
    """

    def __init__(self, options: PlayOptions, equipment: Equipment, settings: Settings | None = None) -> None:
        """Serve the phone at once if one is wanted: if it cannot be had, that is said before anything is asked.

        Raises:
            UserError: it cannot be served.
        """
        self._options, self._equipment = options, equipment
        self._settings = settings
        self._packs = packs_in(options.language)
        self._refused: set[str] = set()
        """The unfinished games that were offered already, and the last evening."""
        self._phoneless = False
        """Whether a phone was wanted and could not be had."""
        self.prepared = self._open(FIRST, replace(equipment, remote=None))
        if equipment.remote is not None:
            self.prepared.phone = serve_phone(equipment.remote)

    def decide(self, asker: Asker, *, other: bool = False) -> str | Decided:
        """Ask; return the id of an unfinished game to resume, or what is to be played.

        Where something `other` than the last game is wanted, its players are offered.

        Raises:
            Quit: somebody said goodbye, or the input has ended.
            StartOverError: something was taken back.
            UserError: it is not possible.
            OSError: what is kept on this machine cannot be read or written.
        """
        seen: set[str] = set()
        decided: str | Decided | LastEvening | None = None
        if not (other or asker.aloud or load_settings(lambda _told: None).lang):
            self._tell_languages(asker)
        if other:
            decided = last_evening()
        elif self._options.open:
            decided = self._resumed(asker, seen)
            if decided is None and LAST not in self._refused:
                decided = self._as_before(asker)
                seen.add(LAST)
        if decided is None or isinstance(decided, LastEvening):
            decided = self._anew(asker, decided)
        self._refused |= seen
        return decided

    def _tell_languages(self, asker: Asker) -> None:
        """Tell, each in its own words, how another language is chosen."""
        pack = self._packs[FIRST]
        words = pack.words[self._options.language]
        for other in languages().keys() - {self._options.language}:
            how = Term(Form.TEXT, sentences(PROGRAM, other)["language.how"])
            asker.ask(words, asker.dialog(pack.rules, words).tell("setup.language", text=how))

    def forget_refusals(self, settings: Settings) -> None:
        """Offer all unfinished games again: others are kept where the settings are from now on."""
        self._refused.clear()
        self._settings = self.prepared.settings = settings

    # --- what was played before ---------------------------------------------------------------------------------

    def _resumed(self, asker: Asker, seen: set[str]) -> str | None:
        """Offer what was not finished, once: the latest game, and damaged ones before it."""
        words = self._packs[FIRST].words[self._options.language]
        dialog = asker.dialog(self._packs[FIRST].rules, words)
        for game in self._unfinished(asker):
            new = game.id not in self._refused
            seen.add(game.id)
            try:
                if game.playable and not writable(path_of(game.id)):
                    if new:
                        asker.ask(words, dialog.tell("storage.unfinished"))
                    return None
                if game.playable and game.condition is Condition.SOUND:
                    offered = (
                        offer(game, self._titles, dialog.wording, date.today(), aloud=asker.aloud) if new else None
                    )
                    if offered is None:
                        return None
                    line, terms = offered
                    return game.id if asker.ask(words, dialog.yes(line, default=True, **terms)) else None
                if not new:
                    continue
                if game.playable:
                    if whole(game.id, asker, words if asker.aloud else None):
                        return game.id
                    continue
                log(game.why)
            except (JournalError, PackError, UnknownGameError) as error:
                log(str(error))
            asker.ask(words, dialog.tell("damage.lost"))
        return None

    def _unfinished(self, asker: Asker) -> Iterator[SavedGame]:
        try:
            yield from unfinished()
        except OSError as error:
            if not asker.aloud:
                raise
            log(str(error))  # that no game can be kept is said as one begins

    def _as_before(self, asker: Asker) -> Decided | LastEvening | None:
        """Offer the last evening again, with the same players or others, where it is known and still possible.

        Return it where only its names and settings are wanted.
        """
        last = last_evening()
        if last is None or last.language != self._options.language:
            return None
        if asker.aloud or self._equipment != Equipment():
            last = last.model_copy(update={"equipment": replace(self._equipment, remote=None)})
        asked = last.answers(_seed(None))
        try:
            prepared = self._open(last.game, replace(last.equipment, remote=None))
            game = planned(prepared, asked).found(fresh_key())
        except (UserError, OSError) as error:
            if asker.aloud:
                log(str(error))
            return None
        words = prepared.pack.words[last.language]
        rules = prepared.pack.rules
        dialog = asker.dialog(rules, words, seats=partial(self._misfits, rules))
        if dialog.can.modes[last.mode] or dialog.can.dealt.get(last.deal):
            return None
        circle = Circle(last.players, last.names, last.respellings, led=last.mode is Mode.MENEUR)
        chosen = asker.ask(words, _again(dialog, circle, last, game, Term(Form.TEXT, words.title)))
        if not chosen.players:
            return last if chosen.names else None
        prepared.respellings = chosen.respellings
        if chosen == circle:  # who has just heard what is in play, and plays again, is dealt at once
            asked = replace(asked, settings={**asked.settings, INTRODUCTION: (Introduction.NONE.value,)})
        else:
            asked = self._with_others(asker, prepared, asked, chosen)
        if isinstance(game.setup, VillageSetup):
            asked = asker.ask(words, equipped(village_rules(rules), dialog, asked))
        return self._equipped(prepared, last.equipment), asked

    def _with_others(self, asker: Asker, prepared: PreparedGame, asked: SetupAnswers, circle: Circle) -> SetupAnswers:
        """Return what these players play: with the cards and settings of the last evening, where these still fit.

        Raises:
            UserError: nothing does.
        """
        mode = Mode.MENEUR if circle.led else asked.mode
        asked = replace(asked, players=circle.players, names=circle.names, mode=mode)
        words = prepared.pack.words[prepared.language]
        dialog = asker.dialog(prepared.pack.rules, words)
        asked, game = fitting(prepared, asked)
        if isinstance(game.setup, VillageSetup):
            asker.ask(words, dialog.tell("setup.hand", cards=Term(Form.HAND, game.setup.hand)))
        return asked

    # --- something new ------------------------------------------------------------------------------------------

    def _anew(self, asker: Asker, usual: LastEvening | None) -> Decided:
        """Ask who plays, then which of the games that suit so many, unless the command line says so."""
        pack = self._packs[self._options.game or FIRST]
        words = pack.words[self._options.language]
        dialog = asker.dialog(pack.rules, words, seats=self._seats)
        given = replace(self._options.given(), names=() if usual is None else usual.names)
        asked, respellings = asker.ask(words, dialog.opening(given))
        unshown = dialog.shows_by_hand and asked.mode is not Mode.MENEUR
        offers = self._offers(asked.players, unshown=unshown)
        own = self._options.game
        if own is not None and own not in offers:
            asker.ask(words, dialog.faults(self._misfits(pack.rules, asked.players)))
        elif own is not None:
            offers = {own: offers[own]}
        game, besides = asker.ask(words, self._chosen(dialog, asked, offers))
        prepared = self._open(game, replace(self._equipment, remote=None))
        words = prepared.pack.words[self._options.language]
        asked = with_decks(replace(asked, roles=asked.roles or offers[game].roles), prepared)
        settings = dict(usual.settings) if usual is not None and game == usual.game else {}
        if (last := last_evening()) is None or last.game != game:
            settings[INTRODUCTION] = (Introduction.CARDS.value,)  # for who plays it for the first time
        asked = replace(asked, settings={**settings, **asked.settings})
        if "lead" in besides:
            asked = replace(asked, mode=Mode.MENEUR)
        decks = asked.decks
        dialog = asker.dialog(prepared.pack.rules, words)
        dialog.pace = prepared.pace.value
        remote = EVERY_NETWORK if "phone" in besides and not self._phoneless else self._equipment.remote
        dialog.phone = remote is not None or self.prepared.phone is not None
        asked = asker.ask(words, prepared.engine.dialog(dialog, asked, settles="settle" in besides))
        if asked.decks != decks:
            keep_decks(prepared, asked.decks.own)
        try:
            self._equipped(prepared, replace(self._equipment, pace=dialog.pace, remote=remote))
        except UserError as error:
            log(str(error))
            self._phoneless = True
            raise StartOverError from None  # whoever goes on now plays without one
        prepared.respellings = respellings
        return prepared, asked

    def _offers(self, players: int, *, unshown: bool = False) -> dict[str, GameOffer]:
        """Return the games that so many can play, the best first, and with what cards where secrets stay `unshown`."""
        found = {}
        for game, pack in packs_for(self._packs, players).items():
            offer = engine_of(pack.rules.engine).offer(pack, players)
            if offer is not None and unshown and isinstance(pack.rules, VillageRules):
                offer = offered_unshown(pack.rules, offer, players)
            if offer is not None:
                found[game] = offer
        return dict(sorted(found.items(), key=lambda its: its[1].faults))

    def _seats(self, players: int) -> list[CompositionFault]:
        """Tell where so many can play nothing, and what could be played by a few more."""
        limits = [pack.rules.players for pack in self._packs.values()]
        least, most = min(its.hard_least for its in limits), max(its.hard_most for its in limits)
        if players > most:
            return [CompositionFault("compose.crowd", {"number": Term(Form.NUMBER, most)}, error=True)]
        if players >= least:
            return []
        told = ", ".join(self._titles[game] for game in self._offers(least))
        numbers = {"number": Term(Form.NUMBER, least - players), "count": Term(Form.NUMBER, least)}
        return [CompositionFault("compose.missing", {**numbers, "text": Term(Form.TEXT, told)}, error=True)]

    def _misfits(self, rules: Rules, players: int) -> list[CompositionFault]:
        """Tell why so many cannot play a game, and what they can play, or what could be played by a few more."""
        faults = misfits(rules, self._options.language, players)
        return faults and (self._seats(players) or faults)

    def _chosen(
        self, dialog: Dialog, asked: SetupAnswers, offers: Mapping[str, GameOffer]
    ) -> Play[tuple[str, frozenset[str]]]:
        """Tell what suits so many, by number, and ask for a game."""
        best = next(iter(offers))
        told = [self._suits(dialog, place, game, suits) for place, (game, suits) in enumerate(offers.items(), start=1)]
        if not dialog.aloud:
            yield from told
        wording = Wording(self._packs[best].words[self._options.language])
        cards = wording.line("setup.hand", cards=Term(Form.HAND, offers[best].cards))
        led = asked.mode is Mode.MENEUR or dialog.can.modes[Mode.MENEUR]
        here = dialog.aloud or self._equipment.remote is not None
        others = (*(() if led else ("lead",)), *(() if here else ("phone",)), "settle")
        titled = titles({game: self._titles[game] for game in offers}, self._options.language)
        if dialog.aloud:  # there they are told as they are counted
            titled = tuple(replace(offer, counted=say) for offer, say in zip(titled, told, strict=True))
        return (yield from dialog.which(dict(zip(offers, titled, strict=True)), self._titles[best], cards, others))

    def _suits(self, dialog: Dialog, place: int, game: str, suits: GameOffer) -> Say:
        """Say of a game, by its number, how long it takes and how even it is."""
        words = self._packs[game].words[self._options.language]
        lines = SUITS_ALOUD if dialog.aloud else SUITS
        line = lines[0]
        terms = {"number": Term(Form.NUMBER, place), "count": Term(Form.NUMBER, suits.minutes)}
        if suits.leans:
            line, terms["camp"] = lines[2], Term(Form.TEXT, Wording(words).camp(suits.leans))
        elif suits.leans is not None and suits.roles is not None:  # what no rehearsal has tried is not told
            line = lines[1]
        if not dialog.aloud:
            terms["text"] = Term(Form.TEXT, words.summary)
        return said(line, game=Term(Form.TEXT, words.title), **terms)

    # --- its parts ----------------------------------------------------------------------------------------------

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {game: pack.words[self._options.language].title for game, pack in self._packs.items()}

    def _open(self, game: str, equipment: Equipment) -> PreparedGame:
        """Read a game; the page of the phone, which lasts, goes with it."""
        prepared = open_evening(game, self._options.language, equipment)
        prepared.settings = self._settings or prepared.settings
        return prepared

    def _equipped(self, prepared: PreparedGame, equipment: Equipment) -> PreparedGame:
        """Give a game its equipment. However often something is taken back, one page is served."""
        prepared.equipment, prepared.phone = equipment, self.prepared.phone
        if equipment.remote is not None and prepared.phone is None:
            prepared.phone = serve_phone(equipment.remote)
        self.prepared = prepared
        return prepared


def joined(asker: Asker, prepared: PreparedGame, asked: SetupAnswers) -> SetupAnswers:
    """Let the players' phones in where cards are dealt on them; return who plays, with the names that were typed there.

    Where all have one, and nobody has said so yet, it is asked whether they vote and play the night on them, too.

    Raises:
        Quit: somebody said goodbye.
        UserError: the game is not possible.
    """
    rules, words, phone = prepared.pack.rules, prepared.pack.words[prepared.language], prepared.phone
    if phone is None or not isinstance(rules, VillageRules) or asked.deal is not Deal.NARRATOR:
        return asked
    if not options(rules.options, asked.settings).phones:
        return asked
    asked = replace(asked, settings={**phone.chosen, **asked.settings})
    setup = planned(prepared, asked, lambda _told: None).setup
    assert isinstance(setup, VillageSetup)  # its rules are those of a village
    said = not asked.settings.keys().isdisjoint(("vote", "night")) or setup.options.day is not Judgement.VOTE
    nights = not (said or asker.aloud or prepared.pace is Pace.INSTANT) and fits_phones(setup)
    while True:
        dialog = asker.dialog(rules, words)
        with suppress(StartOverError, LanguageChosenError):  # here there is nothing to go back to
            names = phone.gather(asker, dialog, words, asked, None if nights else setup.options.night)
            names = asker.ask(words, dialog.names_left(names))
            if not said and phone.all_answer():
                nights = nights and phone.all_answer(at_night=True)
                phone.chosen = asker.ask(words, on_phones(dialog, nights=nights))
            return replace(asked, names=names, settings={**phone.chosen, **asked.settings})


def _again(dialog: Dialog, circle: Circle, last: LastEvening, game: Founded, title: Term) -> Play[Circle]:
    """Tell what was played, and ask whether and with whom to play it again; return who plays, 0 for another game."""
    setup = game.setup
    if dialog.aloud:
        yield said("box.chosen", text=title)
        yield said("setup.seats", number=Term(Form.NUMBER, setup.players))
        if isinstance(setup, VillageSetup):
            yield said("setup.hand", cards=Term(Form.HAND, setup.hand))
    terms = {} if dialog.aloud else {"game": title, "text": Term(Form.TEXT, told(last, game, dialog.wording))}
    return (yield from dialog.as_before(circle, **terms))


@contextmanager
def asking(*, phone: bool = False) -> Iterator[Asker]:
    """Let typed lines answer the questions before a game; the end of the input says goodbye.

    Where a `phone` answers them, too, no sign stands before what is typed: another line may follow it.
    """
    clock = WallClock()
    inbox = LiveInbox(clock)
    stop = listen_to_lines(lines_of(sys.stdin.fileno()), OfferReader(), inbox, end=lambda: Order.QUIT)
    mouth, screen = CaptionsOnly(clock, instantly), PromptScreen(sys.stdout, "" if phone else "> ")
    try:
        yield Asker(Ports(clock, inbox, mouth, screen, Pace.INSTANT))
    finally:
        stop()


def _seed(seed: int | None) -> int:
    return next_seed() if seed is None else seed
