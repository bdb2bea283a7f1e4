"""The phone of an evening: its page's server, what the terminal says of it, its place among the ports."""

from __future__ import annotations

import atexit
import shutil
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from narrator.base.resources import user_folder
from narrator.base.sentences import to_user, unbroken
from narrator.evening.app.ports.common_ports import StoryWatcher
from narrator.evening.app.ports.phone_texts import prints_of
from narrator.packs.markup import TextPart
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.rules.core.effects import Form, Term
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.table import NightBy
from narrator.screens.phone.addresses import listen, poster
from narrator.screens.phone.host import PAIRED, SILENT, TAKEN, PageHost, check_packages
from narrator.screens.phone.hotspot import for_the_page
from narrator.screens.phone.messages import Greeting
from narrator.screens.phone.pads import LARGEST
from narrator.screens.phone.phone import Phone
from narrator.screens.phone.pockets import PlayersPhones, Prints
from narrator.screens.phone.seats import ASKED, MORE_NIGHTS, NIGHTS, Refusal, SeatCode, SeatPhones
from narrator.screens.phone.static_files import STORY
from narrator.screens.screens import Screens
from narrator.table.games.engine import TableSetup
from narrator.table.inbox.entry import Changed, Lost, Order, SeatAsked
from narrator.table.inbox.inbox import NEWS, LiveInbox
from narrator.table.inbox.moment import Moment
from narrator.table.session.driver import Driver
from narrator.table.session.narration import Quit
from narrator.table.session.ports import Ports
from narrator.table.setup.circle import name_faults
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers
from narrator.table.setup.setup_questions import Asker

BELOW = 3
"""Rows of a terminal for what is asked below a code."""


class PhoneOfTheEvening:
    """The phone of an evening, whatever games are played in it: its page is served as long as the program runs."""

    def __init__(self, where: str) -> None:
        """Serve the page where the command line says: at an address, or, for nothing, in the local networks.

        Where there is none, this machine opens one.

        Raises:
            MissingPackagesError: it cannot be served.
            NoAddressError: there is no such place.
        """
        check_packages()
        self._wording: Wording | None = None
        self._notice: Callable[[str], object] = lambda _text: None
        self._inbox: LiveInbox | None = None
        self._phone: Phone | None = None
        self._introduced = self._awaited = self._aloud = self._gathered = False
        self._gathering: Words | None = None  # in which players are asked to join
        self._listed = list[str]()  # who has joined, as it was shown last
        self._over: Callable[[], bool] = lambda: False
        self._story: Callable[[], str] = str
        self._unsaid = deque[Changed | Order | SeatAsked]()
        self._pockets: PlayersPhones | None = None
        self.chosen: Mapping[str, Sequence[str]] = {}
        """What the table has said of votes and nights on its phones, as settings: it is asked once an evening."""
        self._told = threading.Event()  # whether the code for a player's phone, or who has one, is to be shown anew
        self._hotspot = for_the_page(where)
        self._host = PageHost(listen(where), self._fresh, self._lose, self._paired, self._hush)
        self._seats = SeatPhones(user_folder() / "phones.json", self._stir, self._tell_of_seat)
        atexit.register(self._host.close)

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(self._host.addresses)

    def furnish(self, ports: Ports, setup: TableSetup, words: Words, wording: Wording, inbox: LiveInbox) -> None:
        """Lay the phone on the table of a game: it is told what the other screens are, and fills the same inbox.

        The address and the code are shown on the screen that is there already, and nowhere else. Who has the table is
        said aloud.
        """
        greeting = Greeting(words, setup.players, setup.names)
        phone = self._lay(ports, greeting, wording, inbox)
        ports.opener = phone
        self._over, story = (lambda: False), StoryWatcher(lambda: self._over(), lambda told: self._offer(wording, told))
        ports.watchers += [phone, story]
        ports.acknowledger = phone
        self._host.tell_story(None)
        if isinstance(setup, VillageSetup) and setup.options.phones:
            nights = _nights() if setup.options.night is NightBy.PHONES else 0
            self._begin_seats(nights, setup.players, setup.names)
            prints = prints_of(setup, wording)
            ports.pockets = self._lay_pockets(prints, greeting, inbox, ghosts=setup.options.ghosts)

    def lay_setup(self, asker: Asker, words: Words) -> None:
        """Let the table's phone answer what is asked before a game; a screen shows what admits it, a box says it."""
        inbox, wording = asker.ports.inbox, Wording(words)
        assert isinstance(inbox, LiveInbox)  # a table that is rehearsed has no phone
        self._lay(asker.ports, Greeting(words, 0), wording, inbox)
        self._introduced = self._aloud = asker.aloud
        if self._host.free and not asker.aloud:
            self._show(asker.ports, wording)

    @property
    def awaited_code(self) -> str:
        """Return the code that gives a page the table, as it is said; empty where one has it."""
        return _spelled(self._host.code) if self._host.free else ""

    def _lay(self, ports: Ports, greeting: Greeting, wording: Wording, inbox: LiveInbox) -> Phone:
        """Show on the phone all that the screen is shown, and let it fill the inbox."""
        local = ports.screen
        phone = Phone(self._host.send, self._host.admit, greeting, ports.clock, ports.pace.factor, inbox.moment)
        ports.screen = Screens(local, phone)
        inbox.followers.append(phone.moment)
        inbox.unsaid = self._unsaid
        ports.phone = lambda: self._give_away(ports, wording)
        self._notice = local.notice
        self._inbox, self._wording = inbox, wording
        self._host.fill(inbox)
        self._phone, self._pockets, self._host.seating = phone, None, False
        return phone

    def _lay_pockets(
        self, prints: Prints, greeting: Greeting, inbox: LiveInbox, *, ghosts: bool = False
    ) -> PlayersPhones:
        """Let each player hold a phone of his own."""
        self._host.seat(self._seats)
        self._host.seating = True
        pockets = PlayersPhones(self._seats, prints, greeting, self._host.send, inbox.put, inbox.moment, ghosts=ghosts)
        self._host.voted, self._host.touched = pockets.vote, pockets.touch
        inbox.followers.append(pockets.moment)
        self._pockets = pockets
        return pockets

    def gather(
        self, asker: Asker, dialog: Dialog, words: Words, asked: SetupAnswers, night: NightBy | None
    ) -> tuple[str, ...]:
        """Let the phones of players in before their game is founded; return their first names by seat, if any.

        Where no names were said, each player types his own; who has no phone is asked for afterwards. `night` is None
        where it may yet be wanted on their phones: codes are made for it where this terminal shows them whole.

        Raises:
            Quit: somebody said goodbye.
            StartOverError: something was taken back.
        """
        inbox, wording = asker.ports.inbox, Wording(words, asked.names)
        assert isinstance(inbox, LiveInbox)  # a table that is rehearsed has no phone
        greeting = Greeting(words, asked.players, asked.names)
        if self._inbox is not inbox:
            self._lay(asker.ports, greeting, wording, inbox)
        elif self._phone is not None:
            self._phone.greet(greeting)
        wanted = night is NightBy.PHONES or (night is None and asked.players <= LARGEST and self._shows_nights())
        self._begin_seats(
            _nights() if wanted else 0,
            asked.players,
            asked.names,
            lambda names: unbroken(" ".join(wording.line(its.line, **its.terms) for its in name_faults(names))),
        )
        self._lay_pockets(Prints((), {}), greeting, inbox)
        self._gathering, self._listed = words, []
        inbox.followers.append(self._go_on)
        self._aloud = asker.aloud
        self._notice(self._where(wording))
        self._offer_seats()
        try:
            self._show_joined(wording)
            if not self._all_seated:
                asker.ask(words, dialog.joining(_spelled(self._seats.digits or "")))
        finally:
            inbox.followers.remove(self._go_on)
            self._gathering = None
            self._seats.offer(False)
            self._told.clear()
        self._gathered = True
        return self._seats.named()

    def all_answer(self, *, at_night: bool = False) -> bool:
        """Whether every seat has a phone that is not silent; `at_night` one on which it could be called, too."""
        return self._seats.all_answer(at_night=at_night)

    def _begin_seats(self, nights: int, players: int, names: Sequence[str], refusal: Refusal | None = None) -> None:
        self._seats.nights = nights
        self._seats.begin(players, names, refusal)

    def _offer_seats(self) -> None:
        """Draw a code for the next player's phone; where none can be shown, many may type one."""
        scanned = not self._aloud and self._code_drawn(self._seats.nights)
        if not scanned:
            _print_poster(*self._network())
        self._seats.offer(True, typed=not scanned)

    def _shows_nights(self) -> bool:
        """Whether this terminal shows the whole of a code for nights, and what is asked below it."""
        return 0 < self._code_drawn(NIGHTS).count("\n") <= shutil.get_terminal_size().lines - BELOW

    def _code_drawn(self, nights: int) -> str:
        """Return how a player's code looks that holds so many bytes for nights; empty where it cannot be shown."""
        return _drawn(f"{self._host.addresses[0]}#{SeatCode(nights).fragment}")

    def _go_on(self, moment: Moment) -> None:
        """Show who has joined so far; once all have, whoever waits for them goes on."""
        if self._gathering is None or self._inbox is None:
            return
        self._wording = Wording(self._gathering, self._seats.named())
        self._show_joined(self._wording)
        if self._all_seated and moment.asked is not None:
            self._inbox.put(Order.NEXT, moment.slot)

    def attend(self, driver: Driver, story: Callable[[], str]) -> None:
        """Let the phone look at the public facts of the game that is about to be told; at its end, at its `story`."""
        self._over, self._story = (lambda: driver.facts.outcome is not None), story

    def introduce(self, ports: Ports, wording: Wording, *, spoken: bool) -> None:
        """Show where the page is, and show and say its code, unless a page has it: once an evening, never on a page."""
        self._aloud = spoken and self._pockets is None
        if not self._introduced and self._host.free:
            self._show(ports, wording)
        self._introduced = True

    def await_page(self, ports: Ports, wording: Wording) -> None:
        """Wait, once an evening, until a page has the table or somebody goes on: what is told next moves the code away.

        Whatever else comes is served by the game, but for a fresh code, which is shown at once.

        Raises:
            Quit: somebody said goodbye.
        """
        if not self._awaits(wording):
            return
        later = list[Changed | Order | SeatAsked]()
        ports.inbox.open(None)
        self._show_joined(wording)
        while not self._all_seated:
            match ports.inbox.get(None):
                case Order.QUIT:
                    raise Quit
                case Order.NEXT:
                    break
                case Lost() as lost:
                    if self._inbox is not None:
                        self._inbox.put(lost)
                    break
                case Changed(line="", advice=advice):
                    self._notice(advice)
                case Changed() as changed:
                    later.append(changed)
                    if changed.line == PAIRED and self._pockets is None:
                        break
                case _:
                    pass  # it belongs to nothing
            self._show_joined(wording)
        ports.inbox.close()
        self._unsaid.extendleft(reversed(later))

    def _awaits(self, wording: Wording) -> bool:
        """Tell what admits a phone that is still wanted; return whether one is."""
        if self._pockets is None and self._host.free and not self._awaited:
            self._notice(wording.line("phone.awaited"))
        elif self._pockets is None or self._gathered:
            self._gathered = False
            return False
        elif len(self._seats.seated) < self._seats.players:
            self._offer_seats()
        self._awaited = True
        return True

    def _give_away(self, ports: Ports, wording: Wording) -> None:
        """Take the table from the page that has it, and show what admits another."""
        if self._pockets is None:
            self._host.renew()
            self._show(ports, wording)
        elif self._gathering is None:
            self._offer_seats()
            self._show_joined(wording)
            if self._seats.digits:
                self._notice(wording.line("box.join", code=Term(Form.TEXT, _spelled(self._seats.digits))))
            if self._host.free:
                self._show(ports, wording)

    @property
    def _all_seated(self) -> bool:
        """Whether every seat has a phone, in a game whose players may have one."""
        return self._pockets is not None and len(self._seats.seated) == self._seats.players

    def _show_joined(self, wording: Wording) -> None:
        """Show the code for the next player's phone, and who has one, where that is new."""
        code = self._seats.code
        if self._pockets is not None and self._told.is_set() and code is not None:
            self._told.clear()
            there, players = self._seats.seated, range(1, self._seats.players + 1)
            lists = {"seats.there": there, "seats.missing": tuple(seat for seat in players if seat not in there)}
            told = [wording.line(line, seats=Term(Form.SEAT, seats)) for line, seats in lists.items() if seats]
            if not self._seats.digits:
                sentence = " ".join((wording.line("setup.join"), *told))
                codes, network = self._network()
                _print_poster([*codes, f"{self._host.addresses[0]}#{code.fragment}"], [*network, sentence])
            elif told != self._listed:
                self._notice(" ".join(told))
                self._listed = told

    def _stir(self) -> None:
        """Have the server and all pages told who has a phone, and the table shown it where it waits for that."""
        self._host.put_seats()
        if self._pockets is not None:
            self._pockets.show()
        self._told.set()
        if self._inbox is not None:
            self._go_on(self._inbox.moment)
            self._inbox.put(NEWS)

    def _tell_of_seat(self, line: str, seat: int) -> None:
        """Show the table by day what became of a seat's phone, or ask it whether a phone may have the seat."""
        if line == ASKED:
            self._announce(SeatAsked(seat, partial(self._seats.decide, seat)))
        elif self._wording is not None:
            self._announce(Changed("", self._wording.line(line, seats=Term(Form.SEAT, (seat,)))))

    def _show(self, ports: Ports, wording: Wording) -> None:
        """Show the page's address and code; the long secret only as a QR code on a terminal, never on a pipe.

        The code is said as well where nobody could read it.
        """
        where = self._where(wording)
        if self._pockets is None:
            codes, told = self._network()
            _print_poster([*codes, f"{self._host.addresses[0]}#{self._host.link}"], [*told, where])
        else:
            self._notice(where)
        code = _with_code(wording, "phone.code", self._host.code)
        self._notice(code)
        if self._aloud:
            ports.mouth.speak((TextPart(code),))

    def _network(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return what has a phone join this machine's own network, as codes and in words: for a terminal alone."""
        its = self._hotspot
        if its is None or not sys.stdout.isatty():
            return (), ()
        return (its.code,), (to_user("hotspot.join", name=its.name, password=its.password),)

    def _where(self, wording: Wording) -> str:
        return wording.line("phone.where", address=Term(Form.TEXT, "  ".join(self._host.addresses)))

    def _offer(self, wording: Wording, told: bool) -> None:
        """Serve the story of the game and show where, on the terminal and on every page; or take it back."""
        self._host.tell_story(self._story() if told else None)
        if self._phone is not None:
            self._phone.offer_story(told)
        if told:
            address = f"{self._host.addresses[0]}{STORY}"
            _print_poster([address], [wording.line("phone.story", address=Term(Form.TEXT, address))])

    def _paired(self, given: bool) -> None:
        """Have it announced who has the table: in this game, or at the beginning of the next one."""
        self._announce(Changed(PAIRED if given else TAKEN))

    def _fresh(self, code: str) -> None:
        """Have a code shown that takes the place of one that was burnt."""
        if self._wording is not None:
            self._announce(Changed("", _with_code(self._wording, "phone.fresh", code), self._aloud))

    def _hush(self, silent: bool) -> None:
        """Have it announced that the table's page is silent, with the code for another, and the game paused.

        Where it is back before that was said, nothing is; nor does a game stand still that is over.
        """
        if not silent:
            for unsaid in [*self._unsaid]:
                if unsaid is Order.PAUSE or (isinstance(unsaid, Changed) and unsaid.line == SILENT):
                    self._unsaid.remove(unsaid)
        elif self._wording is not None:
            code = _with_code(self._wording, "phone.code", self._host.code)
            self._announce(Changed(SILENT, code, self._aloud), *(() if self._over() else (Order.PAUSE,)))

    def _announce(self, *changed: Changed | Order | SeatAsked) -> None:
        self._unsaid.extend(changed)
        if self._inbox is not None:
            self._inbox.put(NEWS)

    def _lose(self) -> None:
        """Announce that the page is gone; the game goes on without it."""
        if self._inbox is not None:
            self._inbox.put(Changed("phone.lost"))


def _nights() -> int:
    """Return how many bytes for nights a code can hold that this terminal has room for."""
    columns, rows = shutil.get_terminal_size()
    return MORE_NIGHTS if columns >= 104 and rows >= 54 else NIGHTS


def _print_poster(addresses: Sequence[str], sentences: Sequence[str]) -> None:
    """Print sentences, if any, on a terminal under the QR codes of addresses."""
    if sentences:
        print(_drawn(*addresses) + "\n".join(sentences), flush=True)


def _drawn(*addresses: str) -> str:
    """Return the QR codes of addresses where a terminal can show them; else nothing."""
    if not sys.stdout.isatty():
        return ""
    columns = shutil.get_terminal_size().columns
    return poster(addresses, "", letters=sys.stdout.encoding or "ascii", columns=columns)


def _spelled(code: str) -> str:
    """Return a code, digit by digit, in two halves."""
    half = len(code) // 2
    return ", ".join(filter(None, (" ".join(code[:half]), " ".join(code[half:]))))


def _with_code(wording: Wording, line: str, code: str) -> str:
    return wording.line(line, code=Term(Form.TEXT, _spelled(code)))
