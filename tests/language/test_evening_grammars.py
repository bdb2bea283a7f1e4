"""What is said to try the ear answers a question each, and is drawn alike for everybody."""

from __future__ import annotations

from shipped import shipped

from narrator.commands.ear import answered_by, evening_grammars, sayings
from narrator.inbox.entry import Order, Reminder, Reply

GRAMMARS = evening_grammars(shipped("thiercelieux").words["fr"], ("Alice", "Bruno", "Chloé"), lambda _word: True)


def test_every_saying_is_an_answer_and_none_comes_twice() -> None:
    said = list(sayings(GRAMMARS, 60, 1))
    assert len(set(said)) == 60
    assert all(answered_by(text, GRAMMARS) is not None for text in said)
    assert said == list(sayings(GRAMMARS, 60, 1))


def test_they_are_what_people_would_say_and_of_every_kind() -> None:
    said = list(sayings(GRAMMARS, 60, 1))
    polite = ("on accuse ", "je vote ", "euh ", "c'est ", "voilà ")
    assert not any(text.startswith(polite) or text.endswith((" merci", " voilà")) for text in said)
    assert {"oui", "non"} < set(said)
    kinds = {type(answered_by(text, GRAMMARS).read(text)) for text in said}  # type: ignore[union-attr] # it is one
    assert kinds == {Reply, Order, Reminder}


def test_there_are_no_more_sayings_than_phrases() -> None:
    few = {name: grammar for name, grammar in GRAMMARS.items() if name == "by night"}
    assert len(list(sayings(few, 500, 1))) <= len(few["by night"].phrases)


def test_table_talk_answers_nothing() -> None:
    assert answered_by("le bac part du quai", GRAMMARS) is None
    assert answered_by("alice", GRAMMARS) is GRAMMARS["a seat"]
