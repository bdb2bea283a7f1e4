"""Going back in a game: its answers, the place where it is told on, and who is known to hold what."""

from __future__ import annotations

from rooms import wording
from sittings import Script, Sitting
from tables import table

from narrator.core.answers import DONE, NO, NOBODY, seat
from narrator.session.answer_store import AnswerStore
from narrator.session.known_cards import Holdings
from narrator.session.private_game import PrivateGame
from narrator.session.replay import Cursor, replay, undo_by_day

SETUP = table("loup-garou voyante sorcière villageois*3", values={"elect": "never"})
NIGHT: Script = {"seer.target": [seat(3)], "wolves.victim": [seat(4)], "witch.heal": [NO], "witch.poison": [NOBODY]}


def test_a_game_goes_back_with_its_answers_its_place_and_its_cards() -> None:
    sitting = Sitting(SETUP, {**NIGHT, "debate.end": [DONE], "vote.result": [seat(2), seat(5)]})
    sitting.play()
    journal = sitting.journal
    answers, before = AnswerStore(SETUP, journal, journal.record()), journal.record().answers
    played, holdings = answers.replayed(), Holdings()
    cursor = Cursor(played.walk, played.steps, len(played.steps))
    holdings.stand(played.steps)
    target = undo_by_day(played)
    assert target is not None
    told = PrivateGame(cursor, answers, holdings, wording(SETUP)).go_back(target)
    assert journal.record().answers == answers.given == before[: target.answers] != before
    assert told == replay(SETUP, before).steps[: target.step]
    assert cursor.at == target.step - 1
    known = Holdings()
    known.stand(told)
    assert [*holdings.told()] == [*known.told()]
