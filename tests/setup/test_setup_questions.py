"""A set-up for people who see no screen: said, keyed and pressed answers lead to the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from narrator.core.modes import Mode
from narrator.core.secrets import Secret
from narrator.games.engine import TableSetup
from narrator.games.registry import engine_of
from narrator.inbox.inbox import Changed, Lost, Order
from narrator.language.offered_answers import Expected, Offer
from narrator.language.spelling import Known, everything
from narrator.rehearsal.virtual_table import VirtualClock
from narrator.resources import pack_path
from narrator.setup.abilities import EVERYTHING, Abilities, PresentEquipment, abilities_of
from narrator.setup.prompt_inputs import Given, PressInput, SaidInput, TypedInput
from narrator.setup.questions import Dialog, EndOfInputError
from narrator.setup.spoken_prompt import FarewellError, PromptPorts, SpokenPrompt, StartOverError
from narrator.story.pack import Pack, load_pack
from narrator.story.wording import PACE, Wording
from narrator.village.setup import Deal, VillageSetup

PACKS = {name: load_pack(pack_path(name), ["fr", "en"]) for name in ("thiercelieux", "mafia", "mafeking", "infiltres")}
CUBA = load_pack(pack_path("cuba"), ["fr", "en"])

Answer = Callable[["Circle"], Given | None]
"""Who answers, once everything has been said; None for silence."""


@dataclass
class Circle:
    """People around a speaker, in virtual time. `answer` is asked whenever they are waited for."""

    answer: Answer
    language: str = "fr"
    keypad: bool = True
    clock: VirtualClock = field(default_factory=VirtualClock)
    heard: list[str] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    pressing: Callable[[Offer], bool] | None = None
    """Whether the button is pressed while an offer is counted: it is, in the middle of its beat."""
    context: str = ""
    expecting: Callable[[Known], Expected] | None = None
    louder: int = 0
    patience: list[float | None] = field(default_factory=list)
    """Until when it was waited, each time that nothing was counted."""
    waiting: Given | None = None

    def prompt(self, pack: Pack) -> SpokenPrompt:
        """Return a prompt in this circle."""
        self.words = pack.words[self.language]
        prompt_ports = PromptPorts(
            say=self.say,
            clock=self.clock,
            prompt_inputs=self,
            ears=self,
            volume=self.turn,
            keypad=lambda: self.keypad,
            remains=lambda _lost: False,
        )
        self.asked = SpokenPrompt(prompt_ports, self.words, Wording(self.words))
        return self.asked

    def dialog(self, pack: Pack, can: Abilities = EVERYTHING) -> Dialog:
        """Return the questions of a game in this circle."""
        prompt = self.prompt(pack)
        return Dialog(pack.rules, self.words, Wording(self.words), prompt, self.say, aloud=True, can=can)

    # --- what a prompt has of a room ----------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Say something, as long as it takes."""
        self.at.append(self.clock.now())
        self.heard.append(text)
        self.clock.sleep(len(text) / PACE)

    def turn(self, steps: int) -> None:
        """Turn the volume."""
        self.louder += steps

    def open(self, context: str, expecting: Callable[[Known], Expected]) -> None:
        """Open the ears."""
        self.context, self.expecting = context, expecting

    def shut(self) -> None:
        """Shut them."""
        self.context = ""

    def waits(self) -> bool:
        """Whether something waits."""
        return self.waiting is not None

    def clear(self) -> None:
        """Forget it."""
        self.waiting = None

    def get(self, until: float | None) -> Given | None:
        """Return what somebody answers."""
        if self.waiting is not None:
            waiting, self.waiting = self.waiting, None
            return waiting
        counted = self.asked.counted
        if counted is not None:
            return self._pressed(counted, until)
        self.patience.append(until)
        given = self.answer(self)
        if given is None and until is not None:
            self.clock.advance(until)
        return given

    def _pressed(self, counted: Offer, until: float | None) -> Given | None:
        assert until is not None, "a count goes on by itself"
        if self.pressing is not None and self.pressing(counted):
            return PressInput(counted)
        self.clock.advance(until)
        return None


def script(*answers: object) -> Answer:
    """Answer with these, one at each wait: a text is said, a number is keyed, anything else comes as it is."""
    rest: Iterator[object] = iter(answers)

    def answer(circle: Circle) -> Given | None:
        match next(rest):
            case str(text):
                return SaidInput(circle.context, text)
            case int(number):
                return TypedInput(str(number))
            case given:
                return given  # type: ignore[return-value]  # as the test wrote it

    return answer


def founded(circle: Circle, pack: Pack, can: Abilities = EVERYTHING) -> TableSetup:
    """Ask everything, and found the game."""
    engine = engine_of(pack.rules.engine)
    return engine.dialog(pack.rules, circle.dialog(pack, can), 7).found(Secret(b"key")).setup


# --- by voice -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PACKS)
def test_a_night_game_is_founded_by_voice(name: str) -> None:
    said = ("euh nous sommes douze", "oui", "personne", "oui", "de vraies cartes", "oui", "oui", "non merci")
    circle = Circle(script(*said))
    setup = founded(circle, PACKS[name])
    assert isinstance(setup, VillageSetup)
    assert (setup.players, setup.mode, setup.deal, setup.names) == (12, Mode.JOUEUR, Deal.CARDS, ())
    assert not setup.options.call_the_dead
    assert sum(count for _, count in setup.hand) >= 12
    assert "J'entends : 12. C'est bien cela ? Oui, ou non." in circle.heard


def test_the_box_is_founded_by_voice() -> None:
    circle = Circle(script("huit", "oui", "le parrain", "oui", "trois", "oui", "oui", "oui"))
    setup = founded(circle, CUBA)
    assert (setup.players, setup.mode) == (8, Mode.MENEUR)
    assert circle.heard[-3].startswith("Dans la boîte")


def test_a_game_is_founded_in_english() -> None:
    said = ("we are nine please", "yes", "nobody", "yes", "you do", "yes", "yes", "yes")
    setup = founded(Circle(script(*said), language="en"), PACKS["mafia"])
    assert (setup.players, setup.mode) == (9, Mode.JOUEUR)


def test_what_was_misheard_is_said_again() -> None:
    circle = Circle(script("treize", "non", "seize", "oui"))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 16)
    assert "D'accord, je n'ai rien noté. Redites." in circle.heard


def test_a_composition_that_is_declined_gives_way_to_the_next() -> None:
    circle = Circle(script(8, 1, 2, 2, 2, 1, 1))
    setup = founded(circle, PACKS["thiercelieux"])
    assert isinstance(setup, VillageSetup)
    proposed = [text for text in circle.heard if text.startswith("En jeu")]
    assert len(proposed) == len({*proposed[:2]}) + 1
    assert proposed[2] == proposed[0], "after the last the first comes again"


def test_an_answer_to_another_question_is_none() -> None:
    circle = Circle(script(SaidInput("past", "huit"), SaidInput("past", "oui"), 9))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 9)


def test_what_was_asked_without_a_loudspeaker_is_asked_again_once_there_is_one() -> None:
    circle = Circle(script(Changed("sound.back"), 8))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 8)
    asked, back, again = circle.heard
    assert asked == again
    assert back == Wording(circle.words).line("sound.back")


def test_words_of_an_answer_that_make_none_are_asked_again_and_then_turned_to_the_keypad() -> None:
    circle = Circle(script("huit huit", "huit sept huit", 8))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 8)
    assert [text for text in circle.heard if text.startswith("Je ")] == [
        "Je n'ai pas compris. Redites, en deux mots.",
        "Je comprends mal. Répondez au clavier.",
    ]


def test_without_a_keypad_nobody_is_sent_to_it() -> None:
    circle = Circle(script("huit huit", "huit sept huit", "huit", "oui"), keypad=False)
    assert circle.dialog(PACKS["mafia"]).players() == ((), 8)
    assert not [text for text in circle.heard if "clavier" in text]


@pytest.mark.parametrize("text", ["au revoir", "annule", "huit", "plus fort"])
def test_what_is_not_certain_does_nothing(text: str) -> None:
    doubtful = [lambda circle: SaidInput(circle.context, text, certain=False)]
    sure = script(8)
    circle = Circle(lambda circle: (doubtful.pop() if doubtful else sure)(circle))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 8)
    assert circle.louder == 0
    assert not [heard for heard in circle.heard if heard.startswith("J'entends")]


def test_table_talk_is_no_misunderstanding() -> None:
    circle = Circle(script("tu crois", "je pense que", 8))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 8)
    assert not [text for text in circle.heard if text.startswith("Je ")]


def test_a_number_in_the_enumeration_stands_for_its_answer() -> None:
    circle = Circle(script("numéro deux", "oui"))
    assert circle.dialog(PACKS["mafia"]).mode() is Mode.MENEUR


def test_a_question_is_said_again_on_demand_and_after_silence_but_not_for_ever() -> None:
    circle = Circle(script("répète", None, None, None, 8))
    circle.dialog(PACKS["mafia"]).players()
    assert circle.heard.count("Combien êtes-vous autour du cercle ?") == 1 + 1 + 3
    assert circle.patience[-1] is None
    assert None not in circle.patience[:-1]


def test_louder_is_served_at_once() -> None:
    circle = Circle(script("plus fort", "plus fort", "moins fort", 8))
    circle.dialog(PACKS["mafia"]).players()
    assert circle.louder == 1


# --- by keypad ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PACKS)
def test_a_night_game_is_founded_by_keypad(name: str) -> None:
    setup = founded(Circle(script(10, 2, 1, 1, 2)), PACKS[name])
    assert isinstance(setup, VillageSetup)
    assert (setup.players, setup.mode, setup.deal) == (10, Mode.MENEUR, Deal.NARRATOR)
    assert not setup.options.call_the_dead


def test_the_box_is_founded_by_keypad() -> None:
    circle = Circle(script(6, 1, 5, 2, 1))
    setup = founded(circle, CUBA)
    assert (setup.players, setup.mode) == (6, Mode.JOUEUR)
    assert not [text for text in circle.heard if text.startswith("J'entends")], "what is keyed is not read back"


def test_a_number_of_players_that_cannot_be_is_refused_with_the_limits() -> None:
    circle = Circle(script(3, 17, 16))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 16)
    assert circle.heard.count("Ce jeu demande au moins 5 places, et au plus 16.") == 2


def test_keys_that_are_no_answer_repeat_and_take_back() -> None:
    circle = Circle(script(TypedInput("*"), TypedInput("/"), TypedInput("-")))
    with pytest.raises(StartOverError):
        circle.dialog(PACKS["mafia"]).players()
    assert circle.heard.count("Combien êtes-vous autour du cercle ?") == 3


def test_zero_takes_leave_and_is_confirmed() -> None:
    circle = Circle(script(0, 2, 0, 1))
    with pytest.raises(FarewellError):
        circle.dialog(PACKS["mafia"]).players()


# --- by one button --------------------------------------------------------------------------------------------


def by_button(*wanted: str) -> Circle:
    """Press once where nothing is counted, then at these answers in turn; a yes whenever one is asked for."""
    rest = [*wanted]

    def pressing(counted: Offer) -> bool:
        if rest and counted.line == rest[0]:
            rest.pop(0)
            return True
        return False

    return Circle(lambda _circle: PressInput(None), pressing=pressing, keypad=False)


@pytest.mark.parametrize("name", PACKS)
def test_a_night_game_is_founded_by_one_button(name: str) -> None:
    can = abilities_of(PresentEquipment(button=True))
    victim_told = () if name == "mafia" else ("oui",)  # where a card might save the victim, and nothing can show him
    setup = founded(by_button("11", "oui", "oui", *victim_told, "non"), PACKS[name], can)
    assert isinstance(setup, VillageSetup)
    assert (setup.players, setup.mode, setup.deal) == (11, Mode.JOUEUR, Deal.CARDS)
    assert setup.options.tell_victim == bool(victim_told)
    assert not setup.options.call_the_dead


def test_the_box_is_founded_by_one_button() -> None:
    can = abilities_of(PresentEquipment(button=True))
    setup = founded(by_button("7", "oui", "4", "oui", "non", "oui"), CUBA, can)
    assert (setup.players, setup.mode) == (7, Mode.JOUEUR)


def test_a_count_goes_on_in_an_even_rhythm_twice_over() -> None:
    circle = Circle(script(PressInput(None), 8), keypad=False)
    circle.dialog(PACKS["mafia"]).players()
    counted = [at for at, text in zip(circle.at, circle.heard, strict=True) if text.removesuffix(".").isdecimal()]
    beats = {round(after - before, 6) for before, after in pairwise(counted)}
    assert (len(counted), len(beats)) == (2 * 12, 1)


def test_answers_that_are_words_are_counted_without_being_asked_for() -> None:
    circle = by_button("meneur", "oui")
    assert circle.dialog(PACKS["mafia"]).mode() is Mode.MENEUR
    assert "1 : personne, et tout le cercle joue." in circle.heard


def test_a_press_at_a_wrong_answer_is_taken_back_by_a_no() -> None:
    circle = by_button("9", "non", "8", "oui")
    assert circle.dialog(PACKS["mafia"]).players() == ((), 8)


# --- ending ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [("au revoir", "oui"), ("au revoir", "au revoir"), (Order.QUIT,)])
def test_whoever_takes_leave_ends_the_set_up_and_a_voice_is_asked_first(given: tuple[object, ...]) -> None:
    with pytest.raises(FarewellError):
        Circle(script(*given)).dialog(PACKS["mafia"]).players()


def test_leave_that_was_misheard_is_not_taken() -> None:
    circle = Circle(script("au revoir", "non", 8))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 8)
    assert circle.heard.count("Combien êtes-vous autour du cercle ?") == 2


def test_a_long_press_begins_again() -> None:
    with pytest.raises(StartOverError):
        Circle(script(Order.UNDO)).dialog(PACKS["mafia"]).players()


def test_a_long_press_at_what_is_read_back_takes_that_back_alone() -> None:
    circle = Circle(script("treize", Order.UNDO, "seize", "oui"))
    assert circle.dialog(PACKS["mafia"]).players() == ((), 16)


def test_without_anything_that_answers_the_set_up_ends() -> None:
    with pytest.raises(EndOfInputError):
        Circle(script(Lost("keypad"))).dialog(PACKS["mafia"]).players()


# --- what the equipment cannot do -----------------------------------------------------------------------------


def test_what_the_equipment_cannot_do_is_said_and_not_offered() -> None:
    circle = by_button("5", "oui", "oui", "oui")
    founded(circle, PACKS["mafia"], abilities_of(PresentEquipment(button=True)))
    assert [text for text in circle.heard if "bouton seul" in text or "sans lumière" in text]
    assert "Qui mène ?" not in circle.heard
    assert "Qui distribue les cartes ?" not in circle.heard


def test_who_takes_real_cards_and_has_no_letters_learns_the_number_of_his_card() -> None:
    circle = Circle(script(8, 1, 1, 1))
    founded(circle, PACKS["mafia"], abilities_of(PresentEquipment(keypad=True)))
    assert "1, Mafioso." in circle.heard


def test_everything_that_may_be_said_is_spelled_for_the_recogniser() -> None:
    circle = Circle(script("huit", "oui"))
    circle.dialog(PACKS["mafia"]).players()
    assert circle.expecting is not None
    phrases = circle.expecting(everything).phrases
    assert {"oui", "non", "au revoir", "répète"} <= {*phrases}
