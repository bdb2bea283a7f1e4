"""The one loop: windows and slots, entries, orders at any prompt, pauses, departures, timers, lost equipment."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

import pytest
from rooms import Keyed, Typed
from sittings import Keying, Script, Sitting
from tables import table

from narrator.rules.core.answers import (
    DONE,
    NO,
    NOBODY,
    SILENT,
    YES,
    Answer,
    Card,
    Leave,
    Number,
    Refusal,
    Seats,
    Text,
    seat,
)
from narrator.rules.core.effects import Ask, Effect, Holders, News, Say, Scene, Topic, Window
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.table import Deal
from narrator.table.inbox.entry import (
    Changed,
    Doubted,
    Entry,
    Farewell,
    Misheard,
    Misread,
    Order,
    Pressed,
    Reminder,
    Reply,
    StateTyped,
)
from narrator.table.language.spoken import Hearing, hearing_at
from narrator.table.session.narration import Quit
from narrator.table.session.open_window import LATE, MARGIN
from narrator.table.session.ports import Pace
from narrator.table.session.replay import replay
from narrator.table.session.table_orders import Orders

near = partial(pytest.approx, abs=0.01)
"""Times are noted to the millisecond."""

CARDS = "loup-garou voyante sorcière villageois*3"
QUIET: Script = {"seer.target": [SILENT], "wolves.victim": [NOBODY], "witch.poison": [NOBODY], "debate.end": []}
"""A night in which nothing happens; the game then waits at the debate."""

FEIGN = "Personne à cet appel, ou rien à demander : fais comme si, attends un peu, puis Entrée."


def laid(cards: str = CARDS, mode: str = "joueur", **options: str) -> VillageSetup:
    """Lay a table without an election, so that the first question of the day is the end of the debate."""
    return table(cards, mode=mode, values={"elect": "never", **options})


def night(setup: VillageSetup, script: Script | None = None, *, confirms: tuple[float, ...] = ()) -> Sitting:
    """Play to the debate of the first day."""
    sitting = Sitting(setup, {**QUIET, **(script or {})}, confirms=confirms)
    assert sitting.play() == "debate.end"
    return sitting


def told_by_night(sitting: Sitting, power: str) -> list[list[str]]:
    """Return what stood on the private screen in each of these calls, some seconds long."""
    return [
        [text for since, _, text in sitting.senses.secret if opened <= since < opened + 8]
        for opened, call in sitting.windows
        if call == power
    ]


def debate(setup: VillageSetup, *keyed: Keyed, until: float = 50.0) -> Sitting:
    """Play to the debate of the first day, key this there, and put the game away so many seconds later."""
    sitting = Sitting(setup, {**QUIET, "debate.end": [[*keyed, (until, Order.QUIT)]]})
    sitting.put_away()
    return sitting


# --- watchers -----------------------------------------------------------------------------------------------


@dataclass
class Notes:
    """A watcher that notes what it is told, and when."""

    told: list[tuple[object, ...]] = field(default_factory=list)

    def effect(self, effect: Effect, at: float) -> None:
        self.told.append((type(effect), at))

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        self.told.append((ask.question, answer, at))


def test_every_watcher_is_told_of_every_effect_and_of_every_answer_by_day_and_in_secret() -> None:
    sitting, one, two = Sitting(laid(), QUIET), Notes(), Notes()
    sitting.ports.watchers += [one, two]
    sitting.play()
    assert one.told == two.told
    assert {entry[0] for entry in one.told} >= {Say, Scene, Window, Ask, "seer.target", "witch.poison"}


# --- windows ------------------------------------------------------------------------------------------------

TOO_LATE = "Trop tard."
SEAT = "Deux chiffres par numéro, comme 03, puis Entrée : on n'entend alors aucune différence."
MEDLEY: list[Keyed] = [
    (1.0, seat(9)),
    (2.0, Misread(Refusal.UNREADABLE)),
    (3.0, seat(3)),
    (4.0, Order.UNDO),
    (5.0, seat(4)),
]


@pytest.mark.parametrize(
    "keyed", [[], [(0.5, seat(3))], [(14.7, seat(3))], MEDLEY], ids=["never", "now", "late", "all"]
)
def test_a_window_lasts_as_long_as_its_slots_whatever_is_keyed(keyed: list[Keyed]) -> None:
    sitting = night(laid(), {"seer.target": [keyed]})
    assert sitting.closed("seer") - sitting.opened("seer") == near(23.0)
    assert sitting.when("seer.sleep") == near(sitting.closed("seer"))


def test_a_slot_begins_at_its_time_and_not_before() -> None:
    sitting = night(laid(), {"wolves.victim": [seat(4)], "witch.heal": [YES]})
    opened = sitting.opened("witch")
    times = [at - opened for at, question in sitting.asked if question.startswith("witch.")]
    assert times == near([0.0, 12.0])


def test_what_is_keyed_after_the_slot_of_a_question_is_told_to_be_late_and_the_question_is_gone() -> None:
    sitting = night(laid(), {"seer.target": [[(1.0, Misread(Refusal.UNREADABLE)), (16.0, seat(3))]]})
    told = [(round(at - sitting.opened("seer")), text) for at, _, text in sitting.senses.secret]
    assert [entry for entry in told if entry[1] == TOO_LATE][:2] == [(15, TOO_LATE), (16, TOO_LATE)]
    assert ("seer.target", SILENT) in sitting.answers


def test_whoever_is_late_at_the_end_of_a_window_is_told_so_before_it_closes() -> None:
    sitting = night(laid(), {"wolves.victim": [[(21.0, seat(99)), (21.5, seat(3))]]})
    ends = sitting.closed("wolves") - LATE
    told = [(at, text) for at, _, text in sitting.senses.secret if ends - 0.01 <= at < sitting.closed("wolves")]
    assert [text for _, text in told] == [TOO_LATE] * 2
    assert [at - ends for at, _ in told] == near([0.0, 0.3])
    assert ("wolves.victim", SILENT) in sitting.answers


def test_an_enter_too_many_is_told_what_is_noted_and_nothing_once_its_slot_is_over() -> None:
    enter = Misread(Refusal.EMPTY)
    sitting = night(laid(), {"seer.target": [[(1.0, seat(4)), (3.0, enter), (3.1, enter), (16.0, Order.NEXT)]]})
    told = [(round(at - sitting.opened("seer")), text) for at, _, text in sitting.senses.secret]
    assert [at for at, text in told if text == "Noté : le numéro 4."] == [1, 3, 15]
    assert [at for at, _ in told if 0 < at <= 23] == [1, 3, 15, 15, 15], "besides, the card that is seen"


def test_the_witch_sees_the_victim_and_may_save_it_at_once() -> None:
    sitting = night(laid(), {"wolves.victim": [seat(4)], "witch.heal": [[(0.5, YES)]]})
    shown = [text for at, _, text in sitting.senses.secret if at == sitting.opened("witch")]
    assert ["numéro 4" in shown[0], *shown[1:]] == [True, "Verser la potion de guérison ? oui ou non"]
    assert ("witch.heal", YES) in sitting.answers


@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.FAST])
def test_the_pace_stretches_windows(pace: Pace) -> None:
    sitting = Sitting(laid(), QUIET, pace=pace)
    sitting.play()
    assert sitting.closed("wolves") - sitting.opened("wolves") == near(22.0 * pace.factor)


def test_at_instant_pace_nothing_is_waited_for_but_answers() -> None:
    sitting = Sitting(laid("loup-garou voyante villageois*3"), QUIET, pace=Pace.INSTANT)
    assert sitting.play() == "debate.end"
    assert sitting.closed("seer") - sitting.opened("seer") == near(2.0), "the two seconds of its answer"


def test_the_last_valid_entry_of_a_slot_is_the_answer() -> None:
    sitting = night(laid(), {"seer.target": [[(1.0, seat(3)), (2.0, seat(4)), (3.0, seat(2)), (4.0, seat(9))]]})
    assert ("seer.target", seat(4)) in sitting.answers


def test_an_entry_that_comes_too_late_is_silence() -> None:
    sitting = night(laid(), {"seer.target": [[(15.0, seat(3))]]})
    assert ("seer.target", SILENT) in sitting.answers


def test_what_is_refused_is_told_on_the_private_screen_alone() -> None:
    sitting = night(laid(), {"seer.target": [[(1.0, seat(2)), (2.0, Misread(Refusal.AMBIGUOUS)), (3.0, seat(3))]]})
    told = sitting.private("seer")
    assert [text.split(".")[0] for text in told[2:5]] == [
        "Pas soi-même : il faut quelqu'un d'autre",
        "Plusieurs noms commencent ainsi : il faut le nom entier, ou un numéro",
        "Noté : le numéro 3",
    ]
    assert sitting.hushed("seer")


def test_an_undo_in_a_slot_clears_that_slot_alone_without_a_sound() -> None:
    script: Script = {
        "wolves.victim": [seat(4)],
        "witch.heal": [YES],
        "witch.poison": [[(1.0, seat(5)), (2.0, Order.UNDO)]],
    }
    sitting = night(laid(), script)
    assert ("witch.heal", YES) in sitting.answers
    assert ("witch.poison", SILENT) in sitting.answers
    assert "Effacé. Tu peux répondre à nouveau." in sitting.private("witch")
    assert sitting.hushed("witch")


def test_a_slot_whose_reply_was_shown_is_closed_and_later_entries_are_told_to_be_late() -> None:
    calm = night(laid(), {"seer.target": [seat(3)]})
    hasty = night(laid(), {"seer.target": [[(2.0, seat(3)), (17.0, Order.UNDO), (18.0, seat(4)), (19.0, seat(9))]]})
    assert hasty.private("seer") == [*calm.private("seer"), *[TOO_LATE] * 3]
    assert hasty.answers == calm.answers


def test_a_private_reply_is_shown_to_its_role_in_its_slot() -> None:
    sitting = night(laid(), {"seer.target": [seat(3)]})
    ((at, line, to),) = sitting.shown[-2:-1]
    assert (line, to) == ("seer.look", Holders("voyante"))
    assert at - sitting.opened("seer") == near(15.0)


# --- a leader -----------------------------------------------------------------------------------------------


def test_a_leaders_confirmation_ends_a_window_but_never_before_its_floor() -> None:
    sitting = night(laid(mode="meneur"), confirms=(9.0,) * 6 + (30.0, 3.0, 12.0))
    lengths = [sitting.closed(call) - sitting.opened(call) for call in ("seer", "wolves", "witch")]
    assert lengths == near([30.0 + MARGIN, 8.0, 12.0 + MARGIN])


def test_the_windows_of_the_dead_await_the_leader_too() -> None:
    setup = table("loup-garou voleur villageois*3", "voyante villageois", mode="meneur", values={"elect": "never"})
    sitting = night(setup, {"thief.card": [SILENT]}, confirms=(9.0,) * 5 + (9.0, 33.0))
    assert sitting.closed("seer") - sitting.opened("seer") == near(33.0 + MARGIN)


@pytest.mark.parametrize("passes", [Order.NEXT, [(1.0, Typed(""))]], ids=["next", "an empty line"])
def test_a_leader_who_goes_on_without_an_answer_leaves_it_at_silence(passes: Keying) -> None:
    sitting = night(laid(mode="meneur"), {"seer.target": [passes]})
    assert ("seer.target", SILENT) in sitting.answers
    assert not [text for text in sitting.private("seer") if text.startswith("Compris :")]


# --- songs --------------------------------------------------------------------------------------------------


def sung(keyed: str, after: float) -> Sitting:
    """Play a night of a table without a girl, in which this is typed so long into the hunters' call of 47 s."""
    cards = "infiltré*2 leader-louange croyant*5"
    setup = table(cards, game="infiltres", values={"elect": "never", "words": "few"})
    script: Script = {"wolves.victim": [[(1.0, seat(5))]], "hymn": [[]], "debate.end": []}
    calm, sitting = Sitting(setup, script), Sitting(setup, script)
    calm.play()
    sitting.key(calm.opened("wolves") + after, Typed(keyed))
    sitting.play()
    return sitting


@pytest.mark.parametrize("after", [1.5, 25.0, 26.5, 27.0, 30.0, 40.5, 41.5, 46.0])
def test_a_song_is_heard_all_through_the_call_of_the_hunters(after: float) -> None:
    sitting = sung("cantique", after)
    assert "hymn.sung" in sitting.lines()
    assert sitting.when("hymn.sung") - sitting.opened("wolves") == near(after + MARGIN)


@pytest.mark.parametrize("late", ["1", "oui", "5", ""])
def test_what_comes_late_for_the_victim_is_no_song_and_nothing_asks_for_one_before_its_time(late: str) -> None:
    sitting = sung(late, 30.0)
    assert "hymn.sung" not in sitting.lines()
    told, calm = ([text for text in it.private("wolves") if text != TOO_LATE] for it in (sitting, sung("3", 100.0)))
    assert told == calm


# --- orders in a window and by day --------------------------------------------------------------------------

ORDERS = [Order.HELP, Order.REPEAT, Order.STATE, Order.LOUDER, Order.SOFTER, Order.RESUME, Order.NEXT]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("call", ["seer", "witch"])
def test_nothing_is_spoken_in_a_window_whatever_is_ordered(order: Order, call: str) -> None:
    setup = table("loup-garou voyante villageois*2 voleur", "sorcière villageois", values={"elect": "never"})
    script = {**QUIET, "thief.card": [SILENT]}
    quiet, loud = Sitting(setup, script), Sitting(setup, script)
    quiet.play()
    loud.key(quiet.opened(call) + 3.0, order)
    loud.play()
    assert loud.senses.public == quiet.senses.public
    assert loud.answers == quiet.answers


SERVED: list[Entry] = [*(order for order in Order if order is not Order.QUIT), StateTyped(), Reminder("sorcière")]


@pytest.mark.parametrize("entry", SERVED, ids=str)
def test_whatever_is_entered_in_a_window_shows_nothing_of_cards_that_its_call_does_not_learn(entry: Entry) -> None:
    deals = "loup-garou voyante sorcière villageois*3", "sorcière voyante villageois*3 loup-garou"
    script: Script = {"seer.target": [[(1.0, entry), (3.0, Order.RESUME)]]}
    told, *others = (night(laid(cards), script).private("seer") for cards in deals)
    assert others == [told]


def test_who_tells_the_card_in_his_hand_sees_which_ones_there_are_and_each_sees_the_same() -> None:
    sitting = Sitting(
        replace(laid(), deal=Deal.CARDS), {"deal.done": [DONE], "deal.card": [Card("voyante"), Card("villageois")]}
    )
    sitting.play()
    told = [text for _, _, text in sitting.senses.secret if text.startswith("Au choix")]
    assert told == ["Au choix : Loup-Garou, Villageois, Voyante, Sorcière."] * 2


@pytest.mark.parametrize("reveal", ["camp", "nothing"])
@pytest.mark.parametrize("keyed", ["villageois", "petite-fille"])
def test_who_keys_his_card_unseen_sees_nothing_of_the_cards_that_others_keyed_so(reveal: str, keyed: str) -> None:
    setup = table("loup-garou*2 petite-fille villageois*6", mode="meneur", deal="cards", elect="never", reveal=reveal)
    night: Script = {"girl.seat": [SILENT], "wolves.seats": [Seats((1, 2))], "wolves.victim": [NOBODY, NOBODY]}
    script: Script = {**night, "girl.caught": [NO, NO], "vote.result": [seat(9), seat(8)]}

    def shown(before: str) -> list[str]:
        sitting = Sitting(setup, {**script, "death.card": [Card(before), [(2.0, Typed(keyed))]]})
        assert sitting.play() == "wolves.victim"
        at = [opened for opened, call in sitting.windows if call == "death"][1]
        return [text for since, _, text in sitting.senses.secret if at <= since < at + 8]

    among_villagers = shown("villageois")
    assert among_villagers == shown("petite-fille")
    assert "Au choix : Loup-Garou, Villageois, Petite Fille." in among_villagers


def test_the_state_in_a_window_tells_a_leader_who_holds_what() -> None:
    told = night(laid(mode="meneur"), {"seer.target": [[(1.0, StateTyped())]]}).private("seer")
    assert "Le numéro 1 : un Loup-Garou." in told


def test_a_leader_sees_what_was_understood_and_what_was_taken_back() -> None:
    keyed: list[Keyed] = [(1.0, Typed("4")), (2.0, Order.UNDO)]
    told = night(laid(mode="meneur"), {"seer.target": [keyed, [(1.0, Typed("5"))]]}).private("seer")
    question = "Quelle carte percer ? Quelqu'un, ou personne."
    cleared = told.index("Effacé : le numéro 4. Tu peux répondre à nouveau.")
    assert told.index("Compris : le numéro 4.") < cleared < cleared + 1 == len(told) - 1 - told[::-1].index(question)
    assert "Compris : le numéro 5." in told[cleared:]


def test_a_leader_whose_call_nobody_answers_is_told_to_take_his_time_all_the_same() -> None:
    setup = table("loup-garou salvateur villageois*5", mode="meneur", elect="never", call_the_dead="yes")
    sitting = Sitting(setup, {"defender.target": [NOBODY], "wolves.victim": [seat(2)], "vote.result": [NOBODY]})
    assert sitting.play() == "wolves.victim"
    alive, dead = told_by_night(sitting, "defender")
    assert alive == ["Qui garder ? Quelqu'un, ou personne.", "Compris : personne.", "Entrée pour continuer."]
    assert dead == [FEIGN]


def test_a_leader_who_lets_the_lovers_look_has_no_gestures_to_feign() -> None:
    setup = table("loup-garou cupidon villageois*5", mode="meneur", elect="never")
    told = night(setup, {"cupid.lovers": [Seats((3, 4))]})
    assert told.private("lovers") == ["Entrée pour continuer."]


@pytest.mark.parametrize(
    ("cards", "power", "script"),
    [
        ("loup-garou juge-bègue villageois*5", "judge", {"judge.second": [YES], "vote.result": [NOBODY, NOBODY]}),
        ("loup-garou ancien renard villageois*5", "fox", {"fox.target": [NOBODY], "vote.result": [seat(2)]}),
    ],
    ids=["it is spent", "its card can do nothing any more"],
)
def test_a_leader_feigns_the_call_of_a_power_that_is_gone(cards: str, power: str, script: Script) -> None:
    setup = table(cards, mode="meneur", elect="never")
    sitting = Sitting(setup, {**QUIET, "wolves.victim": [NOBODY], **script, "debate.end": [DONE]})
    assert sitting.play() == "wolves.victim"
    assert [told[-1] for told in told_by_night(sitting, power)] == ["Entrée pour continuer.", FEIGN]


@pytest.mark.parametrize(("centre", "told"), [(("voleur", "sorcière"), FEIGN), ((), "Entrée pour continuer.")])
def test_a_leader_who_finds_nobody_at_a_first_call_feigns_the_rest_of_it(centre: tuple[str, ...], told: str) -> None:
    held = "loup-garou*2 villageois*5" if centre else "loup-garou*2 sorcière villageois*4"
    setup = table(held, centre, mode="meneur", deal="cards", elect="never")
    found: Script = {"wolves.seats": [Seats((1, 2))], "witch.seat": [NOBODY if centre else seat(3)]}
    script: Script = {"deal.done": [DONE], "thief.seat": [NOBODY], "wolves.count": [Number(2)], **found}
    sitting = night(setup, {**script, "witch.heal": [NO]})
    assert sitting.private("witch")[-1] == told


@pytest.mark.parametrize("goes_on", [2.0, 30.0], ids=["before the window may close", "after"])
def test_a_leader_who_goes_on_and_takes_it_back_at_once_is_asked_again(goes_on: float) -> None:
    keyed: list[Keyed] = [(1.0, seat(4)), (goes_on, Order.NEXT), (goes_on + 0.1, Order.UNDO)]
    sitting = Sitting(laid(mode="meneur"), {"seer.target": [keyed, seat(3)]}, confirms=[*[20.0] * 6, 60.0])
    assert sitting.play() == "wolves.victim"
    assert [answer for question, answer in sitting.answers if question == "seer.target"] == [seat(3)]


def test_a_no_is_told_to_be_taken_back_too() -> None:
    script: Script = {
        "wolves.victim": [seat(4)],
        "witch.heal": [NO, YES],
        "witch.poison": [[(1.0, Order.UNDO)], NOBODY],
    }
    told = night(laid(mode="meneur"), script).private("witch")
    cleared = told.index("Effacé : non. Tu peux répondre à nouveau.")
    heal, poison = "Verser la potion de guérison ? oui ou non", "Verser le poison ? Quelqu'un, ou personne."
    assert told.index(poison) < cleared < len(told) - 1 - told[::-1].index(heal)


def test_a_leader_sees_that_a_yes_a_no_and_nobody_were_understood() -> None:
    script: Script = {"seer.target": [[(1.0, Typed("."))]], "wolves.victim": [seat(4)]}
    sitting = night(laid(mode="meneur"), {**script, "witch.heal": [[(1.0, Typed("o"))]], "witch.poison": [NOBODY]})
    assert "Compris : personne." in sitting.private("seer")
    witch = [text for text in sitting.private("witch") if text.startswith("Compris :")]
    assert witch == ["Compris : oui.", "Compris : personne."]


def test_a_leader_sees_which_number_was_understood_and_how_many_seats_are_missing() -> None:
    setup = table("loup-garou*2 villageois*6", ("voleur",), mode="meneur", deal="cards", elect="never")
    seats: list[Keyed] = [(1.0, Typed("1")), (2.0, Typed("1 2"))]
    script: Script = {"deal.done": [DONE], "thief.seat": [NOBODY], "wolves.count": [[(1.0, Typed("2"))]]}
    told = night(setup, {**script, "wolves.seats": [seats], "wolves.victim": [NOBODY]}).private("wolves")
    assert "Compris : 2." in told
    assert told.index("Il faut ici 2 joueurs, avec un espace entre leurs numéros.") < told.index(
        "Compris : le numéro 1 et le numéro 2."
    )


def test_where_nobody_leads_a_window_says_what_is_noted() -> None:
    told = night(laid(), {"seer.target": [seat(4)]}).private("seer")
    assert "Noté : le numéro 4." in told
    assert not [text for text in told if text.startswith("Compris :")], "that a slot is over is told by nothing"


def test_help_and_repeat_in_a_window_stand_on_the_private_screen() -> None:
    told = night(laid(), {"seer.target": [Order.HELP]}).private("seer")
    assert any("numéro ou un prénom" in text for text in told)
    assert any("Une nouvelle réponse remplace" in text for text in told)
    told = night(laid(), {"seer.target": [Order.REPEAT]}).private("seer")
    assert told == [*["Quelle carte percer ? Quelqu'un, ou personne.", SEAT] * 2, TOO_LATE]


def test_help_by_day_is_shown_and_the_question_stands() -> None:
    sitting = debate(laid(), (2.0, Order.HELP))
    notices = [entry.partition(" ")[2] for entry in sitting.senses.public][-3:]
    assert notices[0].startswith("notice: Entrée, le mot suite")
    assert notices[1].startswith("notice: À tout moment : aide")
    assert notices[2] == "prompt: Entrée pour finir le débat et voter."


def test_repeat_by_day_says_again_what_led_to_the_question() -> None:
    sitting = debate(laid(), (2.0, Order.REPEAT))
    assert sitting.lines()[-2:] == ["debate.open", "debate.open"]


def test_the_state_is_public_facts_alone_where_nobody_leads() -> None:
    sitting = debate(laid(), (2.0, Order.STATE))
    told = " ".join(sitting.senses.public[-3:])
    assert "C'est le jour" in told
    assert "Loup-Garou" not in told
    assert sitting.lines()[-1] == "debate.open", "it is shown, not spoken"


def test_the_state_tells_a_leader_who_holds_what_and_nobody_else() -> None:
    sitting = debate(laid(mode="meneur"), (2.0, StateTyped()))
    assert not any("Loup-Garou." in entry for entry in sitting.senses.public if "notice" in entry)
    assert [text for _, _, text in sitting.senses.secret][-6] == "Le numéro 1 : un Loup-Garou."


FROM_AFAR = [entry for entry in SERVED if entry not in (StateTyped(), Order.NEXT)]  # the latter ends his call


def shown_to_a_leader(entry: Entry, cards: str) -> tuple[list[str], list[str]]:
    """Return what the private screen shows where somebody says this, or keys it on a phone, by night and by day."""
    by_night = night(laid(cards, mode="meneur"), {"seer.target": [[(1.0, entry), (2.0, Order.RESUME)]]}).private("seer")
    by_day = debate(laid(cards, mode="meneur"), (2.0, entry), (3.0, Order.RESUME))
    since = asked_at(by_day, "debate.end")
    return by_night, [text for at, _, text in by_day.senses.secret if at >= since]


def shows_a_leader_alike(entry: Entry) -> bool:
    deals = "loup-garou voyante sorcière villageois*3", "sorcière voyante villageois*3 loup-garou"
    one, other = (shown_to_a_leader(entry, cards) for cards in deals)
    return one == other


@pytest.mark.parametrize("entry", FROM_AFAR, ids=str)
def test_what_anybody_may_say_or_key_on_a_phone_shows_no_card_to_those_around_a_leader(entry: Entry) -> None:
    assert shows_a_leader_alike(entry)


def test_cards_that_are_shown_to_whoever_asks_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    serve = Orders.serve
    monkeypatch.setattr(Orders, "serve", lambda self, _order: serve(self, StateTyped()))
    assert not shows_a_leader_alike(Order.STATE)


def test_a_player_who_leads_since_he_died_is_told_what_everybody_knows() -> None:
    setup = table("loup-garou voyante villageois*6", values={"relay": "yes", "elect": "never"})
    nights: Script = {"seer.target": [SILENT] * 2, "wolves.victim": [seat(4), NOBODY], "relay.wanted": [YES]}
    days: Script = {"debate.end": [DONE, [(2.0, StateTyped()), (50.0, Order.QUIT)]], "vote.result": [NOBODY]}
    sitting = Sitting(setup, {**nights, **days})
    sitting.put_away()
    assert sitting.lines()[-1] == "debate.open"
    assert not [text for _, _, text in sitting.senses.secret if text.startswith("Le numéro 1 :")]


def test_where_there_is_no_sound_the_volume_cannot_be_set() -> None:
    sitting = debate(laid(), (2.0, Order.LOUDER))
    assert sitting.senses.public[-1].endswith("notice: Il n'y a pas de son à régler.")


def test_a_refusal_by_day_is_shown_with_the_question_and_changes_nothing() -> None:
    sitting = debate(laid(), (2.0, seat(3)))
    assert [entry.partition(" ")[2].partition(":")[0] for entry in sitting.senses.public[-2:]] == ["notice", "prompt"]
    assert sitting.answers[-1][0] == "muster"


def test_a_thousand_wrong_entries_are_refused_once() -> None:
    sitting = debate(laid(), *((2.0 + number / 1000, Misread(Refusal.WORD)) for number in range(1000)))
    assert sum("Ce mot ne répond pas" in told for told in sitting.senses.public) == 1


def test_the_same_slip_after_a_quiet_is_refused_again() -> None:
    sitting = debate(laid(), (2.0, Misread(Refusal.WORD)), (4.0, Misread(Refusal.WORD)))
    assert sum("Ce mot ne répond pas" in told for told in sitting.senses.public) == 2


def test_a_thousand_wrong_entries_in_a_window_are_refused_once_and_the_answer_behind_them_counts() -> None:
    sleeve = [(1.0 + number / 1000, seat(2)) for number in range(1000)]
    sitting = night(laid(), {"seer.target": [[*sleeve, (3.0, seat(3)), (3.1, seat(2))]]})
    told = sitting.private("seer")
    assert sum(text.startswith("Pas soi-même") for text in told) == 2
    assert ("seer.target", seat(3)) in sitting.answers


def test_a_thousand_entries_in_a_pause_of_a_window_are_told_once_how_it_goes_on() -> None:
    sleeve = [(2.0 + number / 1000, seat(2)) for number in range(1000)]
    sitting = night(laid(), {"seer.target": [[(1.0, Order.PAUSE), *sleeve, (9.0, Order.RESUME), (10.0, seat(3))]]})
    assert sum(text.startswith("La partie est en pau") for text in sitting.private("seer")) == 1
    assert ("seer.target", seat(3)) in sitting.answers


# --- time by day --------------------------------------------------------------------------------------------


def asked_at(sitting: Sitting, question: str) -> float:
    return next(at for at, asked in sitting.asked if asked == question)


def test_a_question_that_stands_is_repeated_after_a_minute_and_then_more_rarely() -> None:
    sitting = debate(laid(debate="0"), until=1200.0)
    asked = asked_at(sitting, "debate.end")
    times = [at - asked for at, line in sitting.said if line == "debate.open"][1:]
    assert times == pytest.approx([60.0, 180.0, 420.0, 660.0, 900.0, 1140.0], abs=0.01)


def test_the_debates_timer_warns_then_says_that_it_is_over_then_the_question_comes_again() -> None:
    sitting = debate(laid(), until=390.0)
    asked = asked_at(sitting, "debate.end")
    after = [(line, at - asked) for at, line in sitting.said if at > asked]
    assert [line for line, _ in after] == ["debate.warning", "debate.over", "debate.open"]
    assert [at for _, at in after] == near([240.0, 300.0, 360.0])


def test_a_debate_that_is_ended_in_time_is_not_timed_any_more() -> None:
    sitting = Sitting(laid(), {**QUIET, "debate.end": [[(250.0, DONE)]], "vote.result": [[(500.0, Order.QUIT)]]})
    sitting.put_away()
    assert sitting.lines().count("debate.warning") == 1
    assert "debate.over" not in sitting.lines()


# --- pauses -------------------------------------------------------------------------------------------------


def test_a_pause_moves_the_end_of_a_window_by_its_own_length() -> None:
    keyed: list[Keyed] = [(5.0, Order.PAUSE), (105.0, Order.RESUME), (107.0, seat(3))]
    sitting = night(laid(), {"seer.target": [keyed]})
    off = sitting.when("pause.off")
    assert off - sitting.opened("seer") == near(105.0)
    spoken = next(at for at, _, _ in sitting.shown if at > off) - off - 7.0
    assert sitting.closed("seer") - off == near(15.0 + spoken)
    assert ("seer.target", seat(3)) in sitting.answers


def test_what_is_keyed_during_a_pause_is_no_answer() -> None:
    keyed: list[Keyed] = [(5.0, Order.PAUSE), (20.0, seat(3)), (25.0, Order.UNDO), (30.0, Order.RESUME)]
    sitting = night(laid(), {"seer.target": [keyed]})
    assert ("seer.target", SILENT) in sitting.answers


@pytest.mark.parametrize("entry", [Order.RESUME, Order.NEXT, Typed(""), Pressed(None)], ids=repr)
def test_a_pause_ends_at_a_word_at_the_next_key_at_enter_or_at_the_button(entry: Order | Typed | Pressed) -> None:
    sitting = night(laid(), {"seer.target": [[(5.0, Order.PAUSE), (30.0, entry), (38.0, seat(4))]]})
    assert sitting.lines().count("pause.off") == 1
    assert ("seer.target", seat(4)) in sitting.answers


PAUSED = "La partie est en pause. Pour continuer : Entrée seule, ou reprends."
IN_A_PAUSE = ["aide", "état", "annule", "pause", "un instant", "répète", "3", "xyzzy"]


@pytest.mark.parametrize("line", IN_A_PAUSE)
def test_a_line_in_a_pause_by_day_is_told_how_to_go_on_without_a_word(line: str) -> None:
    sitting = debate(laid(), (1.0, Order.PAUSE), (20.0, Typed(line)), (30.0, Order.RESUME))
    paused = sitting.public(sitting.when("pause.on") + 10.0, sitting.when("pause.off") - 0.01)
    assert paused[-1].endswith(f"notice: {PAUSED}")
    assert not [entry for entry in paused if "voice:" in entry]
    assert sitting.lines().count("pause.off") == 1
    assert "debate.end" not in dict(sitting.answers)


@pytest.mark.parametrize(("line", "part"), [("aide", "À tout moment : aide"), ("état", "C'est le jour")])
def test_help_and_the_state_are_shown_in_a_pause(line: str, part: str) -> None:
    sitting = debate(laid(), (1.0, Order.PAUSE), (20.0, Typed(line)), (30.0, Order.RESUME))
    paused = sitting.public(sitting.when("pause.on") + 10.0, sitting.when("pause.off") - 0.01)
    assert any(part in entry for entry in paused)


@pytest.mark.parametrize("line", IN_A_PAUSE)
@pytest.mark.parametrize("cards", [CARDS, "loup-garou villageois*5 voleur; voyante sorcière"], ids=["alive", "nobody"])
def test_a_line_in_a_pause_of_a_window_is_told_so_where_only_the_called_one_looks(line: str, cards: str) -> None:
    setup = laid(cards) if ";" not in cards else table(*cards.split("; "), values={"elect": "never"})
    script: Script = {**QUIET, "thief.card": [SILENT]}
    first, calm, busy = (Sitting(setup, script) for _ in range(3))
    first.play()
    at = first.opened("seer")
    for sitting in (calm, busy):
        sitting.key(at + 1.0, Order.PAUSE)
        sitting.key(at + 40.0, Order.RESUME)
    busy.key(at + 20.0, Typed(line))
    calm.play()
    busy.play()
    assert busy.senses.public == calm.senses.public
    assert busy.answers == calm.answers
    assert busy.private("seer").count(PAUSED) == calm.private("seer").count(PAUSED) + 1


def test_between_two_calls_nobody_sees_that_a_late_answer_came_in_a_pause() -> None:
    first, public = night(laid()), []
    begun = first.when("seer.wake")
    for late in ([], [seat(3)], [Typed("xyzzy")]):
        sitting = Sitting(laid(), QUIET)
        for at, key in [(0.1, Order.PAUSE), *((20.0, key) for key in late), (40.0, Order.RESUME)]:
            sitting.key(begun + at, key)
        sitting.play()
        assert sitting.when("pause.on") < sitting.opened("seer")
        public.append(sitting.public(until=sitting.when("dawn")))
    assert public[0] == public[1] == public[2]


@pytest.mark.parametrize("entry", [Misheard(), Doubted((seat(3),)), Farewell(), Reply(seat(3), spoken=True)], ids=repr)
def test_what_people_talk_in_a_pause_is_told_nothing(entry: Entry) -> None:
    calm = debate(laid(), (1.0, Order.PAUSE), (30.0, Order.RESUME))
    talking = debate(laid(), (1.0, Order.PAUSE), (20.0, entry), (30.0, Order.RESUME))
    assert talking.senses.public == calm.senses.public


# --- turns to speak -----------------------------------------------------------------------------------------


def turns(*keyed: Sequence[Keyed], until: float = 400.0, **options: str) -> tuple[list[float], Sitting]:
    """Play a debate with turns of a minute, keying this in each turn; return how long each lasted."""
    script: Script = {**QUIET, "debate.turn": list(keyed), "debate.end": [[(until, Order.QUIT)]]}
    sitting = Sitting(laid(turns="60", **options), script)
    sitting.put_away()
    asked = [at for at, question in sitting.asked if question == "debate.turn"]
    after = [next(since for since, line in sitting.said if since >= at and line.startswith("debate.")) for at in asked]
    return [then - at for at, then in zip(asked, after, strict=True)], sitting


def test_a_turn_ends_by_itself_after_its_time_and_the_next_is_called() -> None:
    lengths, sitting = turns([], [], [], [], [], [], debate="0")
    assert lengths == near([60.0] * 6)
    lines = sitting.lines()[sitting.lines().index("debate.open") :]
    assert lines[:8] == ["debate.open", *["debate.turn"] * 6, "debate.floor"]
    assert [answer for question, answer in sitting.answers if question == "debate.turn"] == [DONE] * 6


def test_enter_ends_a_turn_early_and_nothing_is_said_in_the_others() -> None:
    lengths, _ = turns([(10.0, Order.NEXT)], [(20.0, DONE)], [], [], [], [])
    assert lengths == near([10.0, 20.0, 60.0, 60.0, 60.0, 60.0])


def test_a_debate_that_is_over_ends_all_turns() -> None:
    lengths, sitting = turns([], [], until=10.0, debate="100")
    assert lengths == near([60.0, 40.0])
    assert [answer for question, answer in sitting.answers if question == "debate.turn"] == [DONE, NOBODY]
    lines = sitting.lines()
    assert lines[lines.index("debate.open") :] == ["debate.open", "debate.turn", "debate.turn", "debate.over"]
    assert ("debate.end", DONE) not in sitting.answers, "that the vote begins is never silence"


def test_what_is_left_after_the_turns_is_for_all() -> None:
    _, sitting = turns(*[[(10.0, DONE)]] * 6, until=239.0, debate="300")
    asked = asked_at(sitting, "debate.end")
    ((line, warned),) = [(line, at - asked) for at, line in sitting.said if at > asked]
    assert line == "debate.warning"
    assert warned == near(180.0)


def test_somebodys_leaving_stops_a_turn_that_goes_on_where_it_was() -> None:
    leaves: list[Keyed] = [(20.0, Leave(5))]
    _, sitting = turns(leaves, [], [], [], [], [], debate="0")
    called = [at for at, line in sitting.said if line == "debate.turn"]
    again = [at for at, question in sitting.asked if question == "debate.turn"][1]
    assert 30.0 < called[1] - again < 40.0, "less what it took to read the leaving back"
    assert len(called) == 5, "who has left does not speak"


def test_who_speaks_and_leaves_hands_his_turn_to_the_next_whole() -> None:
    lengths, _ = turns([], [(20.0, Leave(2))], [], [], [], [], debate="0")
    assert lengths[2:] == near([60.0] * 4)


def test_a_pause_lengthens_a_turn_by_its_own_length() -> None:
    lengths, sitting = turns([(20.0, Order.PAUSE), (80.0, Order.RESUME)], [], [], [], [], [], debate="0")
    off = sitting.when("pause.off")
    assert off - asked_at(sitting, "debate.turn") == near(80.0)
    called = [at for at, line in sitting.said if line == "debate.turn"]
    assert called[1] - off > 40.0
    assert lengths[1:] == near([60.0] * 5)


# --- departures ---------------------------------------------------------------------------------------------


def test_a_departure_by_day_is_heard_at_once_and_the_question_put_again() -> None:
    sitting = Sitting(laid(), {**QUIET, "debate.end": [Leave(5)]})
    assert sitting.play() == "debate.end"
    assert sitting.lines()[-3:] == ["left.dead", "dead.card", "dead.silent"]
    assert ("debate.end", Leave(5)) in sitting.answers


@pytest.mark.parametrize("call", ["seer", "wolves", "witch"])
def test_a_departure_at_night_is_heard_at_dawn_whoever_is_called(call: str) -> None:
    setup = table("loup-garou voleur villageois*4", "voyante sorcière", values={"elect": "never"})
    script = {**QUIET, "thief.card": [SILENT]}
    calm = Sitting(setup, script)
    calm.play()
    sitting = Sitting(setup, {**script, "wolves.victim": [NOBODY, NOBODY]})
    sitting.key_twice(calm.opened(call) + 1.0, Leave(5))
    assert sitting.play() == "debate.end"
    assert sitting.public(until=calm.when("dawn")) == calm.public(until=calm.when("dawn"))
    lines = sitting.lines()
    assert lines[lines.index("dawn") :] == [
        "dawn",
        "dawn.nobody",
        "left.dead",
        "dead.card",
        "dead.silent",
        "debate.open",
    ]


def test_a_departure_keyed_while_the_narrator_speaks_is_not_lost() -> None:
    calm = night(laid())
    sitting = Sitting(laid(), {**QUIET, "seer.target": [SILENT, SILENT]})
    sitting.key_twice(calm.when("seer.wake") + 1.0, Leave(5))
    sitting.play()
    assert "left.dead" in sitting.lines()


@pytest.mark.parametrize("keyed", ["in a window", "while the narrator speaks"])
def test_a_departure_at_night_that_is_entered_once_is_asked_for_again_and_no_more(keyed: str) -> None:
    calm = night(laid())
    sitting = Sitting(laid(), {**QUIET, "seer.target": [[]]})
    sitting.key(calm.opened("seer") + 1.0 if keyed == "in a window" else calm.when("seer.wake") + 1.0, Leave(5))
    sitting.play()
    told = [text for _, _, text in sitting.senses.secret]
    assert sitting.public() == calm.public()
    assert any("Le numéro 5 quitte la partie ? Pour le confirmer" in text for text in told)
    assert Leave(5) not in [answer for _, answer in sitting.answers]


@pytest.mark.parametrize("times", [1, 2])
def test_a_departure_while_nothing_is_asked_counts_once_it_was_entered_again(times: int) -> None:
    sitting = Sitting(laid(), {**QUIET, "debate.end": [Leave(2)]})
    assert sitting.play() == "debate.end"
    resumed = sitting.resume({"debate.end": [[(2.0, Order.QUIT)]]})
    for _ in range(times):
        resumed.key(resumed.clock.now() + 0.1, Leave(5))
    with suppress(Quit):
        resumed.play(resumed=True)
    asked = "notice: Le numéro 5 quitte la partie ? Pour le confirmer"
    assert sum(asked in told for told in resumed.public()) == 1
    assert (Leave(5) in [answer for _, answer in resumed.answers]) == (times == 2)


def test_two_different_departures_in_one_window_confirm_neither() -> None:
    calm = night(laid())
    sitting = Sitting(laid(), {**QUIET, "seer.target": [[]]})
    sitting.key(calm.opened("seer") + 1.0, Leave(5))
    sitting.key(calm.opened("seer") + 2.0, Leave(4))
    sitting.play()
    assert not [answer for _, answer in sitting.answers if isinstance(answer, Leave)]


@pytest.mark.parametrize("number", [5, 9])
def test_a_departure_of_nobody_who_plays_is_refused_by_day(number: int) -> None:
    sitting = Sitting(laid(), {**QUIET, "debate.end": [Leave(5)]})
    assert sitting.play() == "debate.end"
    gone = sitting.resume({"debate.end": [[(2.0, Leave(number)), (9.0, Order.QUIT)]]})
    gone.put_away(resumed=True)
    assert gone.senses.public[-2].partition(" ")[2].startswith("notice: Ce joueur est éliminé")


# --- what is typed too early --------------------------------------------------------------------------------


@pytest.mark.parametrize(("script", "waits", "told"), [(QUIET, "debate.end", 1), ({}, "seer.target", 0)])
def test_what_is_typed_too_early_is_told_so_by_day_and_never_by_night(script: Script, waits: str, told: int) -> None:
    setup = table("loup-garou voyante villageois*4", values={"elect": "never"})
    sitting = Sitting(setup, {**script, "debate.end": []})
    assert sitting.play() == waits
    (early,) = sitting.early
    early()
    assert sum("notice: Trop tôt" in text for text in sitting.public()) == told


class Late(Sitting):
    """A sitting at which each seat types something after its window, while the next one is called."""

    def effect(self, effect: Effect, at: float) -> None:
        super().effect(effect, at)
        if isinstance(effect, Say) and effect.line == "round.seat":
            (early,) = self.early
            early()


@pytest.mark.parametrize("deal", ["narrator", "cards"])
def test_what_is_typed_too_late_in_a_round_before_the_first_night_is_told_to_nobody(deal: str) -> None:
    setup = table(CARDS, deal=deal, values={"elect": "never"})
    script: Script = {"deal.done": [DONE], "deal.card": [SILENT] * 6, "seer.target": []}
    quiet, late = Sitting(setup, script), Late(setup, script)
    assert late.play() == quiet.play()
    assert late.lines().count("round.seat") >= 6
    assert late.senses.public == quiet.senses.public


class Heeded(Sitting):
    """A sitting that notes in which moment lines are said and questions asked."""

    def __post_init__(self) -> None:
        self.moments: dict[str, set[Hearing]] = {}
        super().__post_init__()

    @property
    def heeded(self) -> Hearing:
        return hearing_at(self.entries.moment)

    def effect(self, effect: Effect, at: float) -> None:
        super().effect(effect, at)
        if isinstance(effect, Say | Ask):
            told = effect.line if isinstance(effect, Say) else effect.question
            self.moments.setdefault(told, set()).add(self.heeded)


def test_a_round_before_the_first_night_is_night_for_all_ears_and_the_election_after_it_is_not() -> None:
    sitting = Heeded(table(CARDS, values={"elect": "start"}), {"captain.elected": []})
    assert sitting.play() == "captain.elected"
    assert {line: sitting.moments[line] for line in ("deal.round", "round.seat", "captain.elected")} == {
        "deal.round": {Hearing.NIGHT},
        "round.seat": {Hearing.NIGHT},
        "captain.elected": {Hearing.DAY},
    }


def test_so_is_a_practice_night_until_something_is_asked_of_all() -> None:
    setup = table(CARDS, prologue=True, values={"elect": "never"})
    sitting = Heeded(setup, {"practice.wanted": [YES], "practice.entry": [SILENT] * 9, "ready": []})
    assert sitting.play() == "ready"
    assert {line: sitting.moments[line] for line in ("practice.open", "practice.call", "practice.entry")} == {
        "practice.open": {Hearing.DAY},
        "practice.call": {Hearing.NIGHT},
        "practice.entry": {Hearing.NIGHT},
    }
    assert sitting.heeded is Hearing.DAY, "`ready` may be said aloud"


# --- the end of an evening ----------------------------------------------------------------------------------


def test_whether_the_same_players_go_on_is_known_at_the_end() -> None:
    script: Script = {**QUIET, "debate.end": [DONE], "vote.result": [seat(1)], "again": [YES]}
    sitting = Sitting(laid(), script)
    assert sitting.play() == "village"
    assert sitting.driver.again
    assert sitting.journal.record().outcome == "village"


def test_why_the_game_ended_is_shown_once_the_outcome_was_said() -> None:
    script: Script = {**QUIET, "debate.end": [DONE], "vote.result": [seat(1)], "again": [NO]}
    sitting = Sitting(laid(), script)
    sitting.play()
    told = [entry.partition(" ")[2] for entry in sitting.public()]
    (said,) = [place for place, entry in enumerate(told) if entry.startswith("voice:") and "a gagné." in entry]
    assert told[said + 1] == "notice: Plus aucun loup n'est en jeu."


def test_an_empty_line_where_an_answer_is_needed_is_told_what_is_wanted() -> None:
    sitting = Sitting(laid(), {**QUIET, "debate.end": [DONE], "vote.result": [[(2.0, Order.NEXT), (9.0, Order.QUIT)]]})
    sitting.put_away()
    shown = [entry.partition(" ")[2] for entry in sitting.public()][-2:]
    assert shown[0].startswith("notice: Un numéro ou un prénom, puis Entrée.")
    assert shown[1].startswith("prompt: Qui a le plus de voix ?")


# --- said after stored, and sound ---------------------------------------------------------------------------


class Noting(Sitting):
    """A sitting that notes each effect as it begins: itself, when, and how many answers are stored then."""

    def __post_init__(self) -> None:
        self.noted: list[tuple[Effect, float, int]] = []
        super().__post_init__()

    def effect(self, effect: Effect, at: float) -> None:
        super().effect(effect, at)
        self.noted.append((effect, self.clock.now(), len(self.answers)))


def test_nothing_is_heard_before_the_answer_that_it_follows_is_stored() -> None:
    script: Script = {
        "seer.target": [seat(3), seat(4)],
        "wolves.victim": [seat(4), NOBODY],
        "witch.heal": [NO],
        "witch.poison": [NOBODY, seat(6)],
        "debate.end": [DONE, DONE],
        "vote.result": [seat(5), seat(1)],
        "again": [NO],
    }
    sitting = Noting(laid(), script)
    assert sitting.play() == "village"
    given, due = 0, []
    for step in replay(sitting.setup, sitting.answers).steps:
        given += step.given is not None
        if isinstance(step.effect, Say):
            due.append(given)
    assert [stored for effect, _, stored in sitting.noted if isinstance(effect, Say)] == due


@pytest.mark.parametrize("confirmed", [9.0, 30.0])
def test_a_night_begins_when_the_window_before_it_ends_however_early_a_leader_has_answered(confirmed: float) -> None:
    setup = table("boer sergent-major messager fusilier*4", game="mafeking", mode="meneur", values={"elect": "never"})
    script: Script = {
        "seer.target": [seat(3)],
        "wolves.victim": [seat(2)],
        "debate.end": [DONE],
        "vote.result": [NOBODY],
        "message.text": [Text("le 1 ment")],
        "death.card": [Card("sergent-major")],
    }
    sitting = Noting(setup, script, confirms=[confirmed] * 20)
    sitting.play()
    assert sitting.closed("message") == pytest.approx(sitting.opened("message") + confirmed + MARGIN, abs=0.001)
    nights = [at for effect, at, _ in sitting.noted if isinstance(effect, News) and effect.topic is Topic.NIGHTFALL]
    assert nights[1] == pytest.approx(sitting.closed("message"), abs=0.001)


def test_what_becomes_of_the_equipment_is_said_and_the_game_goes_on() -> None:
    lost = Changed("sound.lost", "the loudspeaker is gone: plug it in again")
    sitting = Sitting(laid(), {**QUIET, "seer.target": [[(1.0, lost), (3.0, seat(1))]]})
    assert sitting.play() == "debate.end"
    told = [entry.partition(" ")[2] for entry in sitting.senses.public]
    at = told.index("caption: Le son est perdu. Le récit continue à l'écran.")
    assert told[at + 2] == "notice: the loudspeaker is gone: plug it in again"
    assert ("seer.target", seat(1)) in sitting.answers


def test_what_is_only_shown_of_the_equipment_is_not_said() -> None:
    sitting = debate(laid(), (2.0, Changed("", "The new code: 1 2 3, 4 5 6.")))
    assert sitting.senses.public[-1].endswith("notice: The new code: 1 2 3, 4 5 6.")
    assert sitting.lines()[-1] == "debate.open"


def test_what_nobody_could_read_on_a_screen_is_said_too() -> None:
    code = "The new code: 1 2 3, 4 5 6."
    sitting = debate(laid(), (2.0, Changed("", code, aloud=True)))
    assert [entry.partition(" ")[2] for entry in sitting.senses.public[-2:]] == [f"notice: {code}", f"voice: {code}"]


def test_a_typed_line_goes_all_the_way_to_the_journal() -> None:
    sitting = night(laid(), {"seer.target": [[(1.0, Typed("04"))]]})
    assert ("seer.target", seat(4)) in sitting.answers
