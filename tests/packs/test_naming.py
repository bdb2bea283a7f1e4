"""Respellings reach the voice and never a caption, and words agree with what a line names."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hamlet import COMMON, HAMLET
from hypothesis import given
from hypothesis import strategies as st

from narrator.base.diagnostics import MarkupError
from narrator.base.resources import games
from narrator.packs.markup import TextPart, compiled, runs
from narrator.packs.naming import Cast, Pronunciation, agreed, offered, readings
from narrator.packs.pack import load_pack
from narrator.packs.pack_check import load_checked
from narrator.packs.wording import Wording
from narrator.packs.words import Words
from narrator.recording.takes import all_lines
from narrator.rules.core.answers import NOBODY, Choices, Kind
from narrator.rules.core.effects import Ask, Fact, Form, Say, Term
from narrator.rules.core.vocabulary import Line
from narrator.table.games.registry import engine_facts

FRENCH: Words = load_pack(HAMLET, common=COMMON).words["fr"]
NAMES = ("Siobhán", "Bob", "", "Loup")


def respelt(pronunciations: dict[str, str], *respellings: str, seed: int = 0) -> Wording:
    words = FRENCH.model_copy(update={"pronunciations": pronunciations})
    return Wording(words, NAMES, seed, respellings)


def heard(wording: Wording, line: str, **facts: Fact) -> str:
    spoken = runs(wording.spoken(Say(line=line, args=tuple(facts.items()))))
    return " ".join("".join(text.said for text in run) for run in spoken if isinstance(run, tuple))


def written(wording: Wording, line: str, **facts: Fact) -> str:
    return wording.caption(Say(line=line, args=tuple(facts.items())))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Le hameau dort", "Le ammo dort"),
        ("L'hameau-ci", "L'ammo-ci"),
        ("hameaux", ""),
        ("Hameau", ""),
        ("un hameau, deux hameau.", "un ammo, deux ammo."),
        ("le Loup-Garou", "le lougarou"),
        ("le Loup", "le lou"),
        ("", ""),
    ],
)
def test_whole_words_are_respelt_the_longer_ones_first(text: str, said: str) -> None:
    assert Pronunciation({"hameau": "ammo", "Loup": "lou", "Loup-Garou": "lougarou"}).spoken(text) == said


@given(st.dictionaries(st.text(min_size=1), st.text()), st.text())
def test_any_respellings_can_be_applied_and_those_used_are_known(respellings: dict[str, str], text: str) -> None:
    pronunciation = Pronunciation(respellings)
    said = pronunciation.spoken(text)
    assert pronunciation.used(text) <= respellings.keys()
    assert not said or pronunciation.used(text)


def test_a_word_of_a_line_is_respelt_to_the_voice_alone() -> None:
    wordings = [respelt({"hameau": "ammo"}, seed=seed) for seed in range(20)]
    facts = {"seats": Fact(Form.SEAT, (2,))}
    assert {written(wording, "dawn.dead", **facts) for wording in wordings} == {
        "Le hameau perd Bob.",
        "Bob : une place vide ce matin.",
        "Le jour se lève sans Bob.",
    }
    assert "Le ammo perd Bob." in {heard(wording, "dawn.dead", **facts) for wording in wordings}


def test_a_card_and_a_camp_are_respelt_too() -> None:
    wording = respelt({"Voyante": "Voua yante", "Loups": "lou"})
    facts = {"seat": Fact(Form.SEAT, 2), "shown": Fact(Form.CARD, "voyante")}
    assert heard(wording, "dead.card", **facts) == "Bob montre sa carte : Voua yante. Elle voit une carte."
    assert written(wording, "dead.card", **facts) == "Bob montre sa carte : Voyante. Elle voit une carte."
    hand = Fact(Form.HAND, (("loup", 2), ("voyante", 1)))
    assert heard(wording, "composition", cards=hand) == "Autour du feu : 2 lou et une Voua yante."


def test_a_name_is_said_as_its_seat_wants_it_and_written_as_it_is() -> None:
    wording = respelt({"Loup": "lou"}, "Chivone", "", "Troisième")
    facts = {"seat": Fact(Form.SEAT, 1), "shown": Fact(Form.CAMP, "wolves")}
    assert heard(wording, "dead.camp", **facts) == "Chivone était avec les Loups."
    assert written(wording, "dead.camp", **facts) == "Siobhán était avec les Loups."
    assert wording.shown("seer.look", (("seat", Term(Form.SEAT, 1)), ("card", Term(Form.CARD, "loup")))) == (
        "Siobhán : un Loup."
    )


def test_a_seat_without_a_name_or_a_respelling_is_said_as_ever() -> None:
    wording = respelt({"Loup": "lou"}, "Chivone", "", "Troisième")
    said = [
        heard(wording, "dead.camp", seat=Fact(Form.SEAT, seat), shown=Fact(Form.CAMP, "village")) for seat in (2, 3)
    ]
    assert said == ["Bob était avec le hameau.", "le numéro 3 était avec le hameau."]
    by_word = heard(wording, "dead.camp", seat=Fact(Form.SEAT, 4), shown=Fact(Form.CAMP, "village"))
    assert by_word == "lou était avec le hameau."


def test_a_text_that_is_said_as_it_is_written_equals_one_without_a_respelling() -> None:
    (*_, last) = respelt({"hameau": "ammo"}).spoken(Say(line="nightfall"))
    assert isinstance(last, TextPart)
    assert last == TextPart(last.text)


FRENCH_NUMBERS = ("0", "1")


def french(text: str, *, prompt: bool = False) -> Wording:
    """Return the words of the hamlet with this text in the one line, or the one prompt, that is looked at."""
    lines, prompts = dict(FRENCH.lines), dict(FRENCH.prompts)
    if prompt:
        prompts["ready"] = text
    else:
        lines["looked.at"] = (text,)
    words = FRENCH.model_copy(update={"lines": lines, "prompts": prompts, "singular": FRENCH_NUMBERS})
    return Wording(words, ("Anna", "Bob"))


def said(text: str, **args: Fact) -> str:
    wording = french(text)
    return wording.caption(Say(line="looked.at", args=tuple(args.items())))


@pytest.mark.parametrize(
    ("seats", "words"),
    [((1,), "La place que voici : Anna."), ((1, 2), "Les places que voici : Anna et Bob.")],
)
def test_words_agree_with_how_many_seats_there_are(seats: tuple[int, ...], words: str) -> None:
    assert said("{seats|la place|les places} que voici : {seats}.", seats=Fact(Form.SEAT, seats)) == words


@pytest.mark.parametrize(
    ("count", "french_words"), [(0, "0 diamant."), (1, "1 diamant."), (2, "2 diamants."), (21, "21 diamants.")]
)
def test_nothing_is_one_in_french(count: int, french_words: str) -> None:
    assert said("{count} {count|diamant|diamants}.", count=Fact(Form.NUMBER, count)) == french_words


@pytest.mark.parametrize(("count", "english"), [(0, "0 diamonds"), (1, "1 diamond"), (2, "2 diamonds")])
def test_nothing_is_many_in_english(count: int, english: str) -> None:
    assert agreed(f"{count} {{count|diamond|diamonds}}", {"count": count}, {1}) == english


def test_none_may_have_words_of_its_own() -> None:
    text = "{count|Pas un diamant.|Un diamant.|{count} diamants.}"
    counts = (Fact(Form.NUMBER, number) for number in (0, 1, 7))
    assert [said(text, count=count) for count in counts] == ["Pas un diamant.", "Un diamant.", "7 diamants."]


def test_a_hand_is_as_many_as_it_has_cards() -> None:
    text = "{cards|La carte|Les cartes} : {cards}."
    assert said(text, cards=Fact(Form.HAND, (("loup", 1),))) == "La carte : un Loup."
    assert said(text, cards=Fact(Form.HAND, (("loup", 3),))) == "Les cartes : 3 Loups."


def test_words_that_agree_are_said_in_one_breath_with_those_around_them() -> None:
    wording = french("La victoire va {seats|à la place|aux places} que voici : {seats}.")
    utterance = wording.spoken(Say(line="looked.at", args=(("seats", Fact(Form.SEAT, (1,))),)))
    assert utterance == (TextPart("La victoire va à la place que voici : "), TextPart("Anna"), TextPart("."))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True))
def test_a_voice_has_every_reading_prepared(seats: list[int]) -> None:
    wording = french("[slow]{seats|{seats} gagne|{seats} gagnent}.[/slow]")
    line = Line("looked.at", (("seats", Form.SEAT),))
    prepared = set(wording.phrases([line], Cast(9)))
    assert set(wording.spoken(Say(line=line.id, args=(("seats", Fact(Form.SEAT, tuple(seats))),)))) <= prepared


@given(st.dictionaries(st.sampled_from(["seats", "count"]), st.integers(0, 40), min_size=2))
def test_whatever_a_line_reads_was_among_its_readings(counts: dict[str, int]) -> None:
    text = "{seats|a|b} {count|c|d|e} {seats|[slow]{seats}[/slow]|f}"
    assert agreed(text, counts, {0, 1}) in set(readings(text, {0, 1}))


@pytest.mark.parametrize("text", ["{seats|one}", "{seats|a|b|c|d}"])
def test_an_agreement_has_two_wordings_or_three(text: str) -> None:
    with pytest.raises(MarkupError, match=r"write \{seats\|one\|many\}"):
        list(readings(text))


def test_an_agreement_inside_an_agreement_is_no_markup() -> None:
    with pytest.raises(MarkupError):
        [compiled(reading) for reading in readings("{seats|a|{count|b|c}}")]


def test_a_prompt_offers_nobody_only_where_nobody_may_be_answered() -> None:
    wording = french("Quelle place ?{nobody? Ou personne.}", prompt=True)
    must = Ask(question="ready", choices=Choices(kind=Kind.SEATS, seats=(1,)), living=())
    may = replace(must, choices=Choices(kind=Kind.SEATS, seats=(1,), words=(NOBODY,)))
    assert wording.prompt(must) == "Quelle place ?"
    assert wording.prompt(may) == "Quelle place ? Ou personne."


def test_a_prompt_has_examples_of_what_is_typed_only_where_it_is_typed() -> None:
    wording = french("Qui ? Quelqu'un{typed?, égalité 2 5}{nobody?, ou personne}.", prompt=True)
    asked = Ask(question="ready", choices=Choices(kind=Kind.BALLOT, seats=(1,), words=(NOBODY,)), living=())
    assert wording.prompt(asked) == "Qui ? Quelqu'un, égalité 2 5, ou personne."
    assert wording.prompt(asked, typed=False) == "Qui ? Quelqu'un, ou personne."


def test_a_prompt_depends_on_answers_that_exist() -> None:
    assert offered("a{keep? b}", {"keep"}) == "a b"
    with pytest.raises(MarkupError, match="perhaps is no answer"):
        list(readings("a{perhaps? b}"))


@pytest.mark.parametrize(
    ("count", "line", "said"),
    [
        (6, "{count|un loup dort|{count} loups dorment}", "si loups dorment"),
        (8, "{count|une carte|{count} cartes}", "hui cartes"),
        (10, "{count|une ombre|{count} ombres}", "diz ombres"),
        (10, "{count|une ombre|{count} Ombres}", "diz Ombres"),
        (2, "{count|une hackeuse|{count} hackeuses}", "2 hackeuses"),
        (22, "{count|un écho|{count} échos}", "vingte-deuze échos"),
        (7, "{count|une ombre|{count} ombres}", "7 ombres"),
        (6, "Vous êtes {count} autour du feu", "Vous êtes 6 autour du feu"),
        (6, "Il en faut {count}. Demain", "Il en faut 6. Demain"),
        (6, "À {count}, levez-vous", "À 6, levez-vous"),
        (6, "Au nombre de {count} [1s] demain", "Au nombre de 6 demain"),
    ],
)
def test_a_number_is_bound_to_what_it_counts_and_to_nothing_else(count: int, line: str, said: str) -> None:
    words = load_pack(games()["thiercelieux"]).words["fr"]
    wording = Wording(words.model_copy(update={"lines": {"counted": (line,)}}))
    assert heard(wording, "counted", count=Fact(Form.NUMBER, count)) == said
    assert str(count) in written(wording, "counted", count=Fact(Form.NUMBER, count))


UNBOUND = {"à", "autour", "près"}
"""What follows a number in our lines and is not what it counts."""
SHORTENED = {6, 8, 10, 18, 26, 28, 36, 38}
BOUND = {2, 3, 6, 10, 20, 22, 23, 26, 32, 33, 36}
"""What is said otherwise before a consonant; and before a vowel, where it ends with a sound that it has not alone."""


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_in_every_line_each_number_up_to_forty_is_said_as_what_it_counts_wants_it(game: Path) -> None:
    pack = load_checked(game, engine_facts, ["fr"])
    words = pack.words["fr"]
    seen = set()
    for utterance in Wording(words).utterances(all_lines(pack), Cast(2, tuple(words.cards), (), 40)):
        for at, part in enumerate(utterance):
            if not (isinstance(part, TextPart) and part.text.isdecimal()):
                continue
            after = "".join(text.text if isinstance(text, TextPart) else "." for text in utterance[at + 1 : at + 3])
            noun = re.match(r" (\w+)", after)
            changed: set[int] = set()
            if noun is not None and noun[1] not in UNBOUND:
                seen.add(int(part.text))
                changed = BOUND if noun[1][0].lower() in "aeiouyéèêœâîô" else SHORTENED
            assert (part.said != part.text) is (int(part.text) in changed), (part, after)
    assert seen >= set(range(2, 41))
