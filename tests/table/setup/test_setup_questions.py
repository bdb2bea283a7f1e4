"""A set-up for people who see no screen: said, keyed and pressed answers lead to the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar, cast

import pytest
from hearings import FAR_BEHIND, recognised
from shipped import shipped

from narrator.ear import listener
from narrator.ear.messages import KnownWords, SoundLevel
from narrator.ear.table_ears import SetupEars
from narrator.evening.rehearsal.virtual_table import VirtualClock, VirtualInbox
from narrator.packs.markup import Utterance, caption
from narrator.packs.pack import Pack
from narrator.packs.wording import PACE, Wording
from narrator.rules.core.answers import NO, YES, Answer, Number, Text
from narrator.rules.core.effects import Ask, Scene
from narrator.rules.core.play import Mode, Play
from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.table import Deal
from narrator.screens.screens import NoScreen
from narrator.table.games.deck_advice import offered_decks
from narrator.table.games.engine import TableSetup
from narrator.table.games.registry import engine_of
from narrator.table.games.village_engine import village_rules
from narrator.table.inbox.entry import Changed, Entry, Lost, Order, Pressed
from narrator.table.inbox.inbox import Inbox
from narrator.table.language.offered_answers import OfferReader
from narrator.table.language.table_words import TableWords
from narrator.table.session.counting import Counting
from narrator.table.session.narration import Quit, Stranded
from narrator.table.session.ports import Ports
from narrator.table.session.public_questions import StartOverError
from narrator.table.setup.circle import Circle as Sitting
from narrator.table.setup.dialog import FEWEST, LARGEST, Dialog
from narrator.table.setup.setup_answers import EVERYTHING, Abilities, PresentEquipment, SetupAnswers, abilities_of
from narrator.table.setup.setup_questions import Asker

T = TypeVar("T")

PACKS = {name: shipped(name) for name in ("thiercelieux", "mafia", "mafeking", "infiltres")}
CUBA = shipped("cuba")


@dataclass(frozen=True)
class Said:
    """Something that is said: to the open question, if to no other, and clearly, if not otherwise."""

    text: str
    context: str | None = None
    certain: bool = True


@dataclass(frozen=True)
class Keyed:
    """A line that is keyed."""

    line: str


Given = Said | Keyed | SoundLevel | Entry | None
"""What somebody gives, or how loud it is; None for silence."""


class Listener:
    """A listener that knows every word, and keeps what it is to listen for."""

    def __init__(self, circle: Circle) -> None:
        self._circle = circle
        self.context = ""
        self.phrases: tuple[str, ...] = ()

    def open(self, context: str, phrases: Sequence[str]) -> None:
        self.context, self.phrases = context, tuple(phrases)

    def shut(self) -> None:
        self.context = ""

    def follow(self, on: bool) -> None:
        """Nobody's talk is followed."""

    def check(self, words: Sequence[str]) -> None:
        self._circle.ears.told(KnownWords(tuple(words), ()))

    def heard(self, frame: int, pcm: bytes) -> None:
        """Nothing is heard here: what people say is told."""

    def close(self) -> None:
        """End."""


class CircleInbox(VirtualInbox):
    """An inbox that asks the circle for what it gives, whenever it is waited for."""

    def __init__(self, circle: Circle) -> None:
        super().__init__(circle.clock, lambda _ask: ())
        self._circle = circle
        self.came: list[tuple[Entry, int]] = []

    def get(self, until: float | None) -> Entry | None:
        while True:
            while self.came:
                entry, slot = self.came.pop(0)
                if slot == self.moment.slot:
                    return entry
            if not self._circle.gives(until):
                return None

    def open_early(self, ask: Ask) -> None:
        Inbox.open_early(self, ask)

    def answered(self) -> bool:
        return bool(self.came)


@dataclass
class Circle:
    """People around a speaker, in virtual time. `answer` is asked whenever they are waited for, once all is said."""

    answer: Callable[[], Given]
    language: str = "fr"
    keypad: bool = True
    clock: VirtualClock = field(default_factory=VirtualClock)
    heard: list[str] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    pressing: Callable[[object], bool] | None = None
    """Whether the button is pressed while an answer is counted: it is, in the middle of its beat."""
    early: dict[str, Given] = field(default_factory=dict)
    """What is given in the middle of a line, once."""
    between: list[Given] = field(default_factory=list)
    """What is given after counted answers, just before the next."""
    louder: int = 0
    patience: list[float | None] = field(default_factory=list)
    """Until when it was waited, each time that nothing was counted."""

    def __post_init__(self) -> None:
        self.inbox = CircleInbox(self)
        self.counting = Counting(self.clock)
        self.ears = SetupEars(
            lambda entry, slot: self.inbox.came.append((entry, slot)), lambda: self.inbox.moment.slot, self.clock.now
        )
        self.listener = Listener(self)

    def ask(self, asked: Callable[[Dialog], Play[T]], pack: Pack = PACKS["mafia"], can: Abilities = EVERYTHING) -> T:
        words = pack.words[self.language]
        self.reader = OfferReader(TableWords.of(words, 0))
        self.ears.use(cast(listener.Listener, self.listener), TableWords.of(words, 0))
        ports = Ports(
            self.clock,
            self.inbox,
            self,
            NoScreen(),
            talk=self.ears.talk,
            keyed=lambda: self.keypad,
            counting=self.counting,
        )
        self.inbox.followers[:] = [self.ears.moment]
        asker = Asker(ports, aloud=True, can=lambda: can)
        return asker.ask(words, asked(asker.dialog(pack.rules, words)))

    def players(self) -> int:
        return self.ask(Dialog.players).players

    def mode(self) -> Mode:
        return self.ask(lambda dialog: dialog.mode(Mode.JOUEUR))

    # --- its mouth ----------------------------------------------------------------------------------------------

    def speak(self, utterance: Utterance) -> None:
        """Say something, as long as it takes, or half of it where somebody gives something then."""
        text = caption(utterance)
        self.at.append(self.clock.now())
        self.heard.append(text)
        seconds = len(text) / PACE
        if text in self.early:
            self.give(self.early.pop(text))
            seconds /= 2
        self.clock.sleep(seconds)

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        """There is no ambience."""

    def cover(self, on: bool) -> None:
        """There is nothing to cover."""

    def volume(self, steps: int) -> bool:
        self.louder += steps
        return True

    # --- its people ---------------------------------------------------------------------------------------------

    def gives(self, until: float | None) -> bool:
        """Give what somebody gives; False where nobody does until then."""
        counted = self.counting.current
        if counted is not None or self.counting.due is not None:
            assert until is not None, "a count goes on by itself"
            if self.pressing is not None and counted is not None and self.pressing(counted):
                self.give(Pressed(counted))
            elif self.between:
                self.clock.advance(until - 0.1)
                self.give(self.between.pop(0))
            if not self.inbox.came:
                self.clock.advance(until)
            return bool(self.inbox.came)
        self.patience.append(until)
        given = self.answer()
        if until is not None and isinstance(given, Pressed):
            self.clock.advance(min(until, self.clock.now() + 0.5))
        self.give(given)
        if given is None and until is not None:
            self.clock.advance(until)
        return given is not None

    def give(self, given: Given) -> None:
        match given:
            case None:
                pass
            case Said(text=text, context=context, certain=certain):
                context = self.listener.context if context is None else context
                texts = (text,) if certain else ("[unk]", text)
                self.ears.told(recognised(context, *texts, behind=FAR_BEHIND))
            case SoundLevel():
                self.ears.told(given)
            case Keyed(line=line):
                self.inbox.came.append((self.reader.read(line, self.inbox.moment), self.inbox.moment.slot))
            case _:
                self.inbox.came.append((given, self.inbox.moment.slot))


def script(*answers: str | int | Given) -> Callable[[], Given]:
    """Answer with these, one at each wait: a text is said, a number is keyed, anything else comes as it is."""
    rest: Iterator[str | int | Given] = iter(answers)

    def answer() -> Given:
        match next(rest):
            case str(text):
                return Said(text)
            case int(number):
                return Keyed(str(number))
            case given:
                return given

    return answer


def founded(circle: Circle, pack: Pack, can: Abilities = EVERYTHING, *, settles: bool = True) -> TableSetup:
    """Ask who plays and for all settings, and found the game."""
    engine, wording = engine_of(pack.rules.engine), Wording(pack.words[circle.language])

    def questions(dialog: Dialog) -> Play[SetupAnswers]:
        asked, _ = yield from dialog.opening(SetupAnswers(seed=7))
        return (yield from engine.dialog(dialog, asked, settles=settles))

    asked = circle.ask(questions, pack, can)
    return engine.plan(pack.rules, asked, wording, lambda _sentence: None).found(Secret(b"key")).setup


# --- by voice -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PACKS)
def test_a_night_game_is_founded_by_voice(name: str) -> None:
    said = (
        "euh nous sommes douze",
        "oui",
        "personne",
        "oui",
        "de vraies cartes",
        "oui",
        "oui",
        "les cartes",
        "oui",
        "non merci",
    )
    circle = Circle(script(*said))
    setup = founded(circle, PACKS[name])
    assert isinstance(setup, VillageSetup)
    assert (setup.players, setup.mode, setup.deal, setup.names) == (12, Mode.JOUEUR, Deal.CARDS, ())
    assert not setup.options.call_the_dead
    assert sum(count for _, count in setup.hand) >= 12
    assert not [text for text in circle.heard if text.startswith("J'entends")]
    assert "12." in circle.heard


def test_the_box_is_founded_by_voice() -> None:
    circle = Circle(script("huit", "oui", "le parrain", "oui", "les cartes", "oui", "trois", "oui", "oui"))
    setup = founded(circle, CUBA)
    assert (setup.players, setup.mode) == (8, Mode.MENEUR)
    assert circle.heard[-1].startswith("Dans la boîte")


def test_a_game_is_founded_in_english() -> None:
    setup = founded(Circle(script("we are nine please", "yes"), language="en"), PACKS["mafia"], settles=False)
    assert (setup.players, setup.mode) == (9, Mode.JOUEUR)


def test_a_deck_that_is_declined_gives_way_to_the_next() -> None:
    pack = PACKS["thiercelieux"]
    count = len(offered_decks(village_rules(pack.rules), SetupAnswers(players=8)))
    circle = Circle(script(8, 1, 1, *[2] * count, 1, 2, 1))
    assert isinstance(founded(circle, pack), VillageSetup)
    proposed = [text for text in circle.heard if text.startswith("En jeu")]
    assert len({*proposed[:count]}) == count
    assert proposed[count] == proposed[0], "after the last the first comes again"
    first = circle.heard.index(proposed[0])
    assert circle.heard[first - 1] == "Peu d'appels : les nuits passent vite."


def test_an_answer_to_another_question_is_none() -> None:
    circle = Circle(script(Said("huit", "past"), Said("oui", "past"), 9))
    assert circle.players() == 9


def test_what_was_asked_without_a_loudspeaker_is_asked_again_once_there_is_one() -> None:
    circle = Circle(script(Changed("sound.back"), 8))
    assert circle.players() == 8
    asked, back, again = circle.heard
    assert asked == again
    assert back == Wording(PACKS["mafia"].words["fr"]).line("sound.back")


@pytest.mark.parametrize("text", ["au revoir", "annule", "huit", "plus fort"])
def test_what_is_not_certain_does_nothing(text: str) -> None:
    circle = Circle(script(Said(text, certain=False), 8))
    assert circle.players() == 8
    assert circle.louder == 0
    assert not [heard for heard in circle.heard if heard.startswith("J'entends")]


def test_a_number_in_the_enumeration_stands_for_its_answer() -> None:
    circle = Circle(script("numéro deux", "oui"))
    assert circle.mode() is Mode.MENEUR


def test_a_question_is_said_again_on_demand_and_after_silence_but_not_for_ever() -> None:
    circle = Circle(script("répète", None, None, None, 8))
    circle.players()
    assert circle.heard.count("Combien êtes-vous autour du cercle ?") == 1 + 1 + 3
    assert circle.patience[-1] is None
    assert None not in circle.patience[:-1]


# --- by keypad ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PACKS)
def test_a_night_game_is_founded_by_keypad(name: str) -> None:
    setup = founded(Circle(script(10, 2, 1, 1, 2, 2)), PACKS[name])
    assert isinstance(setup, VillageSetup)
    assert (setup.players, setup.mode, setup.deal) == (10, Mode.MENEUR, Deal.NARRATOR)
    assert not setup.options.call_the_dead


def test_the_box_is_founded_by_keypad() -> None:
    circle = Circle(script(6, 1, 2, 5, 2))
    setup = founded(circle, CUBA)
    assert (setup.players, setup.mode) == (6, Mode.JOUEUR)
    assert not [text for text in circle.heard if text.startswith("J'entends")], "what is keyed is not read back"


def test_a_number_of_players_that_cannot_be_is_refused_with_the_limits() -> None:
    circle = Circle(script(3, 17, 16))
    assert circle.players() == 16
    assert circle.heard.count("Ce jeu est fait pour 6 à 16 joueurs. On peut y jouer de 5 à 16.") == 2


def test_keys_that_are_no_answer_repeat_and_take_back() -> None:
    circle = Circle(script(Keyed("*"), Keyed("/"), Keyed("-")))
    with pytest.raises(StartOverError):
        circle.players()
    assert circle.heard.count("Combien êtes-vous autour du cercle ?") == 3


def test_zero_takes_leave_and_is_confirmed() -> None:
    circle = Circle(script(0, 2, 0, 1))
    with pytest.raises(Quit):
        circle.players()


SEVEN = Sitting(7, ("Ada", "Bruno", "Clara", "David", "Emma", "Gwen", "Hugo"))


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("les mêmes", SEVEN.names),
        ("comme la dernière fois", SEVEN.names),
        ("suite", SEVEN.names),
        ("sans gwen", ("Ada", "Bruno", "Clara", "David", "Emma", "Hugo")),
        ("oui sans gwen", ("Ada", "Bruno", "Clara", "David", "Emma", "Hugo")),
    ],
)
def test_who_plays_again_may_be_said(said: str, names: tuple[str, ...]) -> None:
    assert Circle(script(said, None)).ask(lambda dialog: dialog.as_before(SEVEN)).names == names


@pytest.mark.parametrize("said", ["neuf", "à neuf", "oui à neuf", "oui mais à neuf", "on est neuf", 9])
def test_how_many_play_this_time_may_be_said_and_keyed(said: str | int) -> None:
    assert Circle(script(said, None)).ask(lambda dialog: dialog.as_before(SEVEN)) == Sitting(9)


def test_something_else_may_be_said() -> None:
    assert Circle(script("autre chose", None)).ask(lambda dialog: dialog.as_before(SEVEN)) == Sitting(0)


# --- by one button --------------------------------------------------------------------------------------------


def by_button(*wanted: str) -> Circle:
    """Press once where nothing is counted, then at these answers in turn; a yes whenever one is asked for."""
    rest = [*wanted]

    def pressing(counted: object) -> bool:
        if rest and counted == _meant(rest[0]):
            rest.pop(0)
            return True
        return False

    return Circle(lambda: Pressed(None), pressing=pressing, keypad=False)


def _meant(wanted: str) -> Answer:
    return {"oui": YES, "non": NO}.get(wanted) or (Number(int(wanted)) if wanted.isdecimal() else Text(wanted))


@pytest.mark.parametrize("name", PACKS)
def test_a_night_game_is_founded_by_one_button(name: str) -> None:
    can = abilities_of(PresentEquipment(button=True))
    victim_told = () if name == "mafia" else ("oui",)  # where a card might save the victim, and nothing can show him
    setup = founded(by_button("11", "oui", "cards", "non", *victim_told), PACKS[name], can)
    assert isinstance(setup, VillageSetup)
    assert (setup.players, setup.mode, setup.deal) == (11, Mode.JOUEUR, Deal.CARDS)
    assert setup.options.tell_victim == bool(victim_told)
    assert not setup.options.call_the_dead


def test_the_box_is_founded_by_one_button() -> None:
    can = abilities_of(PresentEquipment(button=True))
    setup = founded(by_button("7", "cards", "4", "non"), CUBA, can)
    assert (setup.players, setup.mode) == (7, Mode.JOUEUR)


def test_a_count_goes_on_in_an_even_rhythm_twice_over() -> None:
    circle = Circle(script(Pressed(None), 8), keypad=False)
    circle.players()
    counted = [at for at, text in zip(circle.at, circle.heard, strict=True) if text.removesuffix(".").isdecimal()]
    beats = {round(after - before, 6) for before, after in pairwise(counted)}
    assert (len(counted), len(beats)) == (2 * len(range(FEWEST, LARGEST + 1)), 1)


def test_answers_that_are_words_are_counted_without_being_asked_for() -> None:
    circle = by_button("meneur")
    assert circle.mode() is Mode.MENEUR
    assert "1 : personne, et tout le cercle joue." in circle.heard


def test_what_was_said_back_counts_where_nobody_objects() -> None:
    circle = Circle(script("huit", None))
    assert circle.players() == 8
    assert circle.heard[-1] == "8."


# --- ending ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [("au revoir", "oui"), ("au revoir", "au revoir"), (Order.QUIT,)])
def test_whoever_takes_leave_ends_the_set_up_and_a_voice_is_asked_first(given: tuple[str | Given, ...]) -> None:
    with pytest.raises(Quit):
        Circle(script(*given)).players()


def test_a_long_press_begins_again() -> None:
    with pytest.raises(StartOverError):
        Circle(script(Order.UNDO)).players()


def test_without_anything_that_answers_the_set_up_ends() -> None:
    with pytest.raises(Stranded):
        Circle(script(Lost("keypad"))).players()


# --- what the equipment cannot do -----------------------------------------------------------------------------


def test_what_the_equipment_cannot_do_is_said_and_not_offered() -> None:
    circle = by_button("5", "oui")
    founded(circle, PACKS["mafia"], abilities_of(PresentEquipment(button=True)), settles=False)
    assert [text for text in circle.heard if "bouton seul" in text or "sans lumière" in text]
    assert "Qui mène ?" not in circle.heard
    assert "Qui distribue les cartes ?" not in circle.heard


def test_who_takes_real_cards_and_has_no_letters_learns_the_number_of_his_card() -> None:
    circle = Circle(script(8))
    founded(circle, PACKS["mafia"], abilities_of(PresentEquipment(keypad=True)), settles=False)
    assert "1, Mafioso." in circle.heard


def test_everything_that_may_be_said_is_spelled_for_the_recogniser() -> None:
    circle = Circle(script("huit", "oui"))
    circle.players()
    assert {"oui", "non", "au revoir", "répète"} <= {*circle.listener.phrases}


# --- interrupting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [Keyed("2"), Order.NEXT])
def test_what_is_given_while_a_question_is_said_leaves_its_answers_unsaid(given: Given) -> None:
    circle = Circle(script(), early={"Qui mène ?": given})
    assert circle.mode() is (Mode.JOUEUR if given is Order.NEXT else Mode.MENEUR)
    assert circle.heard == ["Qui mène ?"]


@pytest.mark.parametrize("given", [Keyed("2"), Said("meneur")])
def test_what_is_given_while_an_answer_is_counted_ends_the_count(given: Given) -> None:
    first = "1 : personne, et tout le cercle joue."
    circle = Circle(script("oui"), early={first: given})
    assert circle.mode() is Mode.MENEUR
    assert circle.heard[:2] == ["Qui mène ?", first]
    assert not [text for text in circle.heard if text.startswith("2 :")]


def test_after_a_press_in_the_middle_of_a_question_a_voice_may_answer_too() -> None:
    asked = "Combien êtes-vous autour du cercle ?"
    circle = Circle(script("huit", "oui"), early={asked: Pressed(None)})
    assert circle.players() == 8
    assert circle.heard.count(asked) == 1


def test_somebody_who_begins_to_talk_between_two_counted_answers_is_heard_out() -> None:
    talking = SoundLevel(-20.0, speaking=True)
    circle = Circle(script("oui"), between=[talking, talking, Said("meneur")])
    assert circle.mode() is Mode.MENEUR
    assert not [text for text in circle.heard if text.startswith("2 :")]


def test_talk_that_does_not_end_holds_up_a_count_for_some_seconds_and_no_longer() -> None:
    calm, talk = Circle(script(2)), Circle(script(2), between=[SoundLevel(-20.0, speaking=True)] * 100)
    for circle in (calm, talk):
        assert circle.mode() is Mode.MENEUR
    assert calm.heard == talk.heard
    assert calm.at[2] < talk.at[2] < calm.at[2] + 5.0
