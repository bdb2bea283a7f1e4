"""From line ids to words."""

from __future__ import annotations

import pytest
from hamlet import COMMON, HAMLET
from hypothesis import given
from hypothesis import strategies as st
from shipped import shipped

from narrator.packs.markup import Silence, TextPart, caption
from narrator.packs.naming import MissingWordsError
from narrator.packs.pack import load_pack
from narrator.packs.wording import PACE, Wording
from narrator.packs.words import Words
from narrator.rules.core.answers import ACQUITTED, GUILTY, KEEP, NOBODY, YES_NO, Choices, Kind, Refusal
from narrator.rules.core.effects import Aloud, Ask, Fact, Form, Say, Term, Verb
from narrator.rules.core.secrets import Secret

PACK = load_pack(HAMLET, common=COMMON)
FRENCH: Words = PACK.words["fr"]
NAMES = ("Anna", "Bob", "", "Chloé")


def say(line: str, occurrence: int = 0) -> Say:
    return Say(line=line, occurrence=occurrence)


def spoken(wording: Wording, line: str, **facts: Fact) -> str:
    return wording.caption(Say(line=line, args=tuple(facts.items())))


def question(question: str, about: int | None = None) -> Ask:
    return Ask(question=question, choices=Choices(kind=Kind.CONFIRM), living=(), about=about)


def test_a_line_is_spoken_with_its_pauses_and_captioned_without() -> None:
    wording = Wording(FRENCH, NAMES)
    utterances = {wording.spoken(say("nightfall", turn)) for turn in range(20)}
    assert (TextPart("La nuit tombe."), Silence(1.5), TextPart("Fermez les yeux.")) in utterances
    assert "La nuit tombe. Fermez les yeux." in {caption(utterance) for utterance in utterances}


@given(seed=st.integers(-(2**63), 2**63 - 1), occurrence=st.integers(0, 30))
def test_no_variant_follows_itself_and_the_same_seed_chooses_the_same(seed: int, occurrence: int) -> None:
    wording = Wording(FRENCH, seed=seed)
    now, next_ = (wording.spoken(say("nightfall", turn)) for turn in (occurrence, occurrence + 1))
    assert now != next_
    assert Wording(FRENCH, NAMES, seed).spoken(say("nightfall", occurrence)) == now


def test_every_variant_has_its_turn() -> None:
    wording = Wording(FRENCH)
    assert len({wording.spoken(say("nightfall", turn)) for turn in range(30)}) == 3


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((1,), "Anna"),
        ((1, 2), "Anna et Bob"),
        ((4, 1, 2), "Chloé, Anna et Bob"),
        ((3,), "le numéro 3"),
        ((9, 1), "le numéro 9 et Anna"),
    ],
)
def test_seats_are_called_by_name_or_number_in_their_order(seats: tuple[int, ...], words: str) -> None:
    said = {spoken(Wording(FRENCH, NAMES, seed), "dawn.dead", seats=Fact(Form.SEAT, seats)) for seed in range(20)}
    opening = words[0].upper() + words[1:]
    assert said == {
        f"Le hameau perd {words}.",
        f"{opening} : une place vide ce matin.",
        f"Le jour se lève sans {words}.",
    }


def test_a_card_comes_with_its_article_bare_in_the_plural_or_explained() -> None:
    wording = Wording(FRENCH, NAMES)
    forms = [wording.card("loup", form) for form in ("name", "bare", "many", "reminder")]
    assert forms == ["un Loup", "Loup", "Loups", "Chaque nuit, la meute choisit."]
    assert wording.card("loup") == "un Loup"


def test_a_dead_player_shows_a_card_or_a_camp() -> None:
    wording = Wording(FRENCH, NAMES)
    seat = Fact(Form.SEAT, 1)
    card = spoken(wording, "dead.card", seat=seat, shown=Fact(Form.CARD, "voyante"))
    assert card == "Anna montre sa carte : Voyante. Elle voit une carte."
    camp = spoken(wording, "dead.camp", seat=seat, shown=Fact(Form.CAMP, "wolves"))
    assert camp == "Anna était avec les Loups."


def test_a_hand_is_counted_but_for_single_cards() -> None:
    hand = Fact(Form.HAND, (("loup", 2), ("voyante", 1), ("paysan", 5)))
    assert spoken(Wording(FRENCH), "composition", cards=hand) == "Autour du feu : 2 Loups, une Voyante et 5 Paysans."
    english = Wording(PACK.words["en"])
    assert spoken(english, "composition", cards=hand) == "Around the fire: 2 Wolves, a Seer and 5 Peasants."


def test_a_number_is_written_in_digits() -> None:
    assert spoken(Wording(FRENCH), "welcome", count=Fact(Form.NUMBER, 12)) == "Bonsoir à vous, les 12."


def test_a_private_line_is_shown_without_pauses() -> None:
    wording = Wording(FRENCH, NAMES)
    terms = (("seat", Term(Form.SEAT, 2)), ("card", Term(Form.CARD, "loup")))
    assert wording.shown("seer.look", terms) == "Bob : un Loup."
    assert wording.line("seer.look", **dict(terms)) == "Bob : un Loup."
    assert wording.shown("dead.card", (("seat", Term(Form.SEAT, 2)), ("shown", Term(Form.CARD, "loup")))) == (
        "Bob montre sa carte : Loup. Chaque nuit, la meute choisit."
    )


def test_a_prompt_may_name_the_seat_that_it_is_about() -> None:
    wording = Wording(FRENCH, NAMES)
    assert wording.prompt(question("seer.target")) == "Quelle carte voir ? (siège)"
    assert wording.prompt(question("vote.count", about=1)) == "Les voix contre Anna ?"
    assert wording.prompt(question("vote.count", about=3)) == "Les voix contre le numéro 3 ?"


def test_speaking_takes_the_time_of_its_letters_and_its_silences() -> None:
    wording = Wording(FRENCH)
    utterance = (TextPart("x" * 28), Silence(1.5), TextPart("x" * 14))
    assert wording.seconds(utterance) == pytest.approx(28 / PACE + 1.5 + 14 / PACE)
    assert wording.seconds(()) == 0


@pytest.mark.parametrize(
    "attempt",
    [
        lambda wording: wording.line("no.such.line"),
        lambda wording: wording.prompt(question("no.such.question")),
        lambda wording: wording.card("no-such-card"),
        lambda wording: wording.line("dead.camp", seat=Term(Form.SEAT, 1), shown=Term(Form.CAMP, "owls")),
        lambda wording: wording.line("seer.look", seat=Term(Form.SEAT, 1)),
        lambda wording: wording.prompt(question("vote.count")),
    ],
)
def test_words_that_are_missing_are_named_with_their_language(attempt: object) -> None:
    assert callable(attempt)
    with pytest.raises(MissingWordsError, match=r"^fr: "):
        attempt(Wording(FRENCH))


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        (Choices(kind=Kind.SEATS, seats=(1, 2)), "Un numéro ou un prénom, puis Entrée."),
        (
            Choices(kind=Kind.SEATS, seats=(1, 2, 3), count=(2, 2), words=(NOBODY,)),
            "Un numéro ou un prénom, puis Entrée. Pour en désigner plusieurs : 3 7. "
            "Pour personne : ce mot, ou un point.",
        ),
        (Choices(kind=Kind.CARD, cards=("voyante",)), "Le nom de la carte, puis Entrée."),
        (
            Choices(kind=Kind.CARD, cards=("voyante",), words=(KEEP,)),
            "Le nom de la carte, puis Entrée. Pour conserver la vôtre : garder.",
        ),
        (YES_NO, "Oui ou non, puis Entrée. La première lettre suffit."),
        (
            Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED)),
            "L'une des réponses de la question, puis Entrée. "
            "Au pavé numérique : 1 pour la première, 2 pour la deuxième.",
        ),
    ],
)
def test_help_tells_what_a_question_takes_and_nothing_that_it_does_not(choices: Choices, told: str) -> None:
    asked = Ask(question="vote.result", choices=choices, living=(1, 2, 3))
    assert Wording(shipped("thiercelieux").words["fr"]).help(asked) == told


def test_help_in_a_debate_tells_the_word_to_denounce_with() -> None:
    choices = Choices(kind=Kind.SEATS, seats=(1, 2, 3), words=(NOBODY,))
    asked = Ask(question="denounce.target", choices=choices, living=(1, 2, 3), aloud=Aloud(verb=Verb.DENOUNCE))
    told = Wording(shipped("infiltres").words["fr"]).help(asked)
    assert told == "Le mot et le numéro, comme dénonce 4, puis Entrée. Pour finir le débat et voter : suite."


@pytest.mark.parametrize(
    ("seats", "sealed", "named"), [((2, 4), False, True), ((2, 4), True, False), ((1, 2, 3, 4, 5), False, False)]
)
def test_a_refused_seat_is_answered_with_those_that_can_be_named_where_they_are_few_and_public(
    seats: tuple[int, ...], sealed: bool, named: bool
) -> None:
    choices = Choices(kind=Kind.SEATS, seats=seats)
    ask = Ask(question="any", choices=Secret(choices) if sealed else choices, living=(1, 2, 3, 4, 5))
    told = Wording(shipped("thiercelieux").words["en"]).refusal(ask, Refusal.SEAT)
    assert ("number 2 and number 4" in told) is named


@pytest.mark.parametrize(
    ("count", "told"),
    [
        ((1, 1), "Il faut ici un seul joueur."),
        ((2, 2), "Il faut ici 2 joueurs, avec un espace entre leurs numéros."),
        ((1, 3), "Ce n'est pas le bon nombre de joueurs : il en faut 1 au moins, 3 au plus."),
    ],
)
def test_seats_that_are_too_many_or_too_few_are_refused_with_the_number_that_is_right(
    count: tuple[int, int], told: str
) -> None:
    ask = Ask(question="any", choices=Choices(kind=Kind.SEATS, seats=(1, 2, 4), count=count), living=(1, 2, 3, 4))
    assert Wording(shipped("thiercelieux").words["fr"]).refusal(ask, Refusal.COUNT).startswith(told)


@pytest.mark.parametrize("slot", [None, 0])
def test_a_refused_card_is_answered_by_day_with_those_that_there_are(slot: int | None) -> None:
    choices = Choices(kind=Kind.CARD, cards=("voyante", "loup-garou"))
    ask = Ask(question="any", choices=choices, living=(1, 2), slot=slot)
    told = Wording(shipped("thiercelieux").words["fr"]).refusal(ask, Refusal.CARD)
    assert told == "Cette carte n'est pas possible ici." + ("" if slot == 0 else " Au choix : Voyante, Loup-Garou.")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_by_night_every_refusal_is_told_without_anything_of_the_question(language: str) -> None:
    wording = Wording(shipped("thiercelieux").words[language])
    for refusal in {*Refusal} - {
        Refusal.COUNT,
        Refusal.COUNTS,
        Refusal.NUMBER,
        Refusal.SEATS,
        Refusal.TOTAL,
        Refusal.HELD,
    }:
        assert "{" not in wording.line(refusal.value)


@pytest.mark.parametrize("seed", range(4))
def test_a_call_ends_with_the_image_that_it_began_with(seed: int) -> None:
    lines = {
        "seer.wake": ("Une bougie s'allume.", "Une cloche tinte.", "Un chat s'étire."),
        "seer.sleep": ("La bougie s'éteint.", "La cloche se tait.", "Le chat s'endort."),
    }
    wording = Wording(FRENCH.model_copy(update={"lines": lines}), seed=seed)
    told = [
        tuple(
            lines[line].index(caption(wording.spoken(Say(line=line, occurrence=night))))
            for line in ("seer.wake", "seer.sleep")
        )
        for night in range(12)
    ]
    assert all(begins == ends for begins, ends in told)
    assert {begins for begins, _ in told} == {0, 1, 2}


def test_a_seat_without_a_name_is_spoken_to_without_an_article() -> None:
    lines = {"call": ("{seat:addressed}, ouvre la boîte. {seat} sourit.",)}
    words = FRENCH.model_copy(update={"lines": lines, "seat_addressed": "siège {number}"})
    term = Fact(Form.SEAT, 3)
    assert spoken(Wording(words), "call", seat=term) == "Siège 3, ouvre la boîte. Le numéro 3 sourit."
    assert spoken(Wording(words, ("Anna", "Bob", "Chloé")), "call", seat=term) == "Chloé, ouvre la boîte. Chloé sourit."
    without = words.model_copy(update={"seat_addressed": None})
    assert spoken(Wording(without), "call", seat=term) == "Le numéro 3, ouvre la boîte. Le numéro 3 sourit."
