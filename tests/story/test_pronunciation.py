"""Respellings reach the voice and never a caption."""

from __future__ import annotations

import pytest
from hamlet import COMMON, HAMLET
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.effects import Fact, Form, Say, Term
from narrator.story.markup import TextPart, runs
from narrator.story.naming import Pronunciation
from narrator.story.pack import load_pack
from narrator.story.wording import Wording
from narrator.story.words import Words

FRENCH: Words = load_pack(HAMLET, common=COMMON).words["fr"]
NAMES = ("Siobhán", "Bob", "", "Loup")


def respelt(pronunciations: dict[str, str], *respellings: str, seed: int = 0) -> Wording:
    words = FRENCH.model_copy(update={"pronunciations": pronunciations})
    return Wording(words, NAMES, seed, respellings)


def heard(wording: Wording, line: str, **facts: Fact) -> str:
    spoken = runs(wording.spoken(Say(line=line, args=tuple(facts.items()))))
    return " ".join("".join(text.said for text in run) for run in spoken if isinstance(run, tuple))


def written(wording: Wording, line: str, **facts: Fact) -> str:
    return wording.caption(wording.spoken(Say(line=line, args=tuple(facts.items()))))


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
