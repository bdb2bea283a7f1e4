"""`narrator rehearse`: answers from a file, a trace as the game goes, a status and a sentence where they do not fit."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from narrator.base.resources import ODDS_FILE, pack_path
from narrator.base.user_error import UserError
from narrator.cli import main
from narrator.commands.rehearsing import write_odds
from narrator.evening.app.choosing.last_evening import DECKS_FILE
from narrator.packs.pack import load_pack
from narrator.table.games.village_engine import village_rules
from narrator.table.setup.setup_answers import read_odds

CARDS = "loup-garou,loup-garou,voyante,sorciere,chasseur,cupidon,villageois,villageois"
EVENING = """
cupid.lovers: [silent]
seer.target: [1, 2]
wolves.victim: [7, none]
witch.heal: ['no']
witch.poison: [none, none]
captain.elected: [{tie: [3, 4]}]
captain.tie: [4]
vote.result: [1, 2]
"""


def rehearse(tmp_path: Path, answers: str, *more: str, cards: str | None = CARDS) -> Result:
    file = tmp_path / "answers.yaml"
    file.write_text(answers, encoding="utf-8")
    words = ["rehearse", "thiercelieux", "--players", "8", "--answers", str(file), "--trace", str(tmp_path / "trace")]
    return CliRunner().invoke(main, [*words, *(["--cards", cards] if cards else []), *more])


def test_ones_own_deck_is_found_by_its_name(home: Path) -> None:
    home.mkdir()
    (home / DECKS_FILE).write_text("mafia:\n  friday: mafioso=4\n", encoding="utf-8")
    for command, more in (("rehearse", ["--answers", "random"]), ("cards", [])):
        done = CliRunner().invoke(main, [command, "mafia", "--players", "8", "--roles", "Friday", *more])
        assert done.exit_code == 0, done.output


def test_the_deal_of_a_rehearsal_is_the_seeds(tmp_path: Path) -> None:
    def dealt(seed: int) -> list[Any]:
        words = ["--players", "8", "--answers", "random", "--seed", str(seed), "--trace", str(tmp_path / "trace")]
        assert CliRunner().invoke(main, ["rehearse", "thiercelieux", *words]).exit_code == 0
        return [entry for entry in trace(tmp_path) if entry["to"] == "story"]

    assert dealt(1) == dealt(1) != dealt(2)


def trace(tmp_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (tmp_path / "trace").read_text(encoding="utf-8").splitlines()]


def test_the_last_line_tells_who_won(tmp_path: Path) -> None:
    result = rehearse(tmp_path, EVENING)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "Who won: the village"


def test_a_trace_tells_deaths_to_all_without_cause_and_the_cause_to_the_story(tmp_path: Path) -> None:
    rehearse(tmp_path, EVENING)
    deaths = [entry for entry in trace(tmp_path) if entry["kind"] == "death"]
    assert [(entry["seat"], entry["to"]) for entry in deaths[:2]] == [(7, "all"), (7, "story")]
    assert "cause" not in deaths[0]
    assert deaths[1]["cause"] == "night"
    assert deaths[0]["day"] == 1


def test_every_line_of_a_trace_says_when_what_and_to_whom(tmp_path: Path) -> None:
    rehearse(tmp_path, EVENING)
    entries = trace(tmp_path)
    kinds = {"say", "pause", "scene", "show", "ask", "answer", "death", "outcome"}
    assert {entry["kind"] for entry in entries} == kinds
    assert [entry["at"] for entry in entries] == sorted(entry["at"] for entry in entries)
    assert {"all", "story", "voyante", "loup-garou", "cupidon", "sorcière", 1} <= {entry["to"] for entry in entries}


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (EVENING.replace("seer.target: [1, 2]", "seer.target: [1]"), "seer.target: no answer is left"),
        (EVENING.replace("seer.target: [1, 2]\n", ""), "seer.target: the file has no answer"),
        (EVENING.replace("wolves.victim: [7, none]", "wolves.victim: [2, none]"), "wolves.victim: '2' is not legal"),
        (EVENING.replace("seer.target: [1, 2]", "seer.target: [1, 2, 4]"), "seer.target: the game ended and"),
        (EVENING + "girl.caught: [none]\n", "girl.caught: the game ended and"),
        ("seer.target: 5", "seer.target: write its answers as a list"),
        ("- 5", "write a mapping from question id"),
        ("a: [", "cannot be read"),
        (EVENING.replace("[7, none]", "[{value: 7, after: soon}, none]"), "`after` is a number of seconds"),
    ],
    ids=["too few", "missing", "illegal", "left over", "never asked", "no list", "no mapping", "no yaml", "no time"],
)
def test_answers_that_do_not_fit_end_with_a_sentence(tmp_path: Path, answers: str, said: str) -> None:
    result = rehearse(tmp_path, answers)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "outcome" not in result.stdout


def test_the_trace_is_there_up_to_the_error(tmp_path: Path) -> None:
    rehearse(tmp_path, EVENING.replace("wolves.victim: [7, none]", "wolves.victim: [2, none]"))
    assert trace(tmp_path)[-1] | {"at": 0} == {
        "at": 0,
        "kind": "ask",
        "to": "loup-garou",
        "question": "wolves.victim",
        "night": 1,
    }


def test_an_answer_keyed_too_late_is_silence(tmp_path: Path) -> None:
    late = EVENING.replace("[7, none]", "[{value: 7, after: 30}, none]").replace("witch.heal: ['no']\n", "")
    result = rehearse(tmp_path, late)
    assert result.exit_code == 0, result.stderr
    answers = [
        entry["value"] for entry in trace(tmp_path) if entry.get("question") == "wolves.victim" and "value" in entry
    ]
    assert answers[0] == "silent"


@pytest.mark.parametrize(
    ("cards", "more", "said"),
    [
        ("loup-garou,voyante", (), "2 cards for 8 players"),
        (CARDS, ("--center", "voyante,villageois"), "leaves 0 in the centre"),
        (CARDS.replace("cupidon", "voleur"), (), "leaves 2 in the centre"),
        (CARDS.replace("cupidon", "fée"), (), "there is no card 'fée'"),
        (CARDS.replace("loup-garou", "villageois"), (), "Werewolf"),
        (CARDS, ("--set", "reveal=all"), "write reveal=role | camp | nothing"),
        (CARDS, ("--set", "moon=long"), "there is no option 'moon'"),
        (None, ("--center", "voyante,villageois"), "give --cards too"),
        (CARDS, ("--games", "3"), "--answers random"),
    ],
)
def test_a_table_that_cannot_be_laid_is_refused(
    tmp_path: Path, cards: str | None, more: tuple[str, ...], said: str
) -> None:
    result = rehearse(tmp_path, EVENING, *more, cards=cards)
    assert result.exit_code == 2
    assert said in result.stderr


def test_with_real_cards_a_rehearsal_tells_them_by_itself(tmp_path: Path) -> None:
    for mode in ("joueur", "meneur"):
        result = rehearse(tmp_path, EVENING, "--deal", "cards", "--mode", mode)
        assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "Who won: the village"), result.stderr


CENTRE = (
    *("--cards", "loup-garou,loup-garou,villageois,villageois,ange,voleur,villageois,villageois"),
    *("--center", "villageois,villageois", "--mode", "meneur", "--deal", "cards", "--set", "elect=never"),
)


def test_real_wolves_are_counted_as_they_wake_up_where_one_is_out_already(tmp_path: Path) -> None:
    result = rehearse(tmp_path, "vote.result: [1, 2]\nthief.card: [keep]\nwolves.victim: [3]", *CENTRE, cards=None)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "Who won: the village"), result.stderr
    told = {entry.get("question"): entry["value"] for entry in trace(tmp_path) if "value" in entry}
    assert (told["wolves.count"], told["wolves.seats"], told["wolves.victim"]) == (1, 2, 3)


def test_what_real_cards_tell_is_refused_aloud_where_the_file_contradicts_them(tmp_path: Path) -> None:
    result = rehearse(tmp_path, "vote.result: [3]\nthief.card: [keep]\nwolves.count: [1]", *CENTRE, cards=None)
    assert result.exit_code == 2
    assert "wolves.seats: '[1, 2]' is not legal" in result.stderr


def test_random_tables_of_real_cards_play_on_with_wolves_who_died_before_the_first_night() -> None:
    words = ["rehearse", "thiercelieux", "--players", "9", "--roles", "loup-garou=3,ange,voleur,voyante"]
    more = ["--mode", "meneur", "--deal", "cards", "--answers", "random", "--games", "40"]
    result = CliRunner().invoke(main, [*words, *more])
    assert result.exit_code == 0, result.exception


def test_hands_are_counted_by_the_file_with_real_cards_too(tmp_path: Path) -> None:
    answers = EVENING.replace("vote.result: [1, 2]", "vote.count: [8]")
    result = rehearse(tmp_path, answers, "--deal", "cards", "--set", "count_votes=yes")
    assert result.exit_code == 2
    assert "vote.count: no answer is left for it about player 2" in result.stderr


@pytest.mark.parametrize(
    ("song", "asked"), [("", ["silent", "silent"]), ("hymn: [silent, 'yes']\n", ["silent", "yes"])]
)
def test_nobody_sings_where_the_file_speaks_of_no_song(tmp_path: Path, song: str, asked: list[str]) -> None:
    nights = "wolves.victim: [silent, silent]\nvote.result: [1, 2]\n"
    (tmp_path / "answers.yaml").write_text(nights + song)
    cards = "infiltré,infiltré,leader-louange,croyant,croyant,croyant,croyant"
    more = ["--answers", str(tmp_path / "answers.yaml"), "--cards", cards, "--trace", str(tmp_path / "trace")]
    result = CliRunner().invoke(main, ["rehearse", "infiltres", "--players", "7", "--set", "elect=never", *more])
    assert result.exit_code == 0, result.stderr
    assert [e["value"] for e in trace(tmp_path) if e.get("question") == "hymn" and "value" in e] == asked
    assert result.stdout.splitlines()[-1] == "Who won: the Christians"


def test_two_deals_of_the_same_cards_sound_the_same_until_dawn(tmp_path: Path) -> None:
    quiet = "\n".join(f"{id_}: [silent]" for id_ in ("cupid.lovers", "seer.target", "wolves.victim", "witch.poison"))
    heard = []
    for cards, answers in (
        (CARDS, EVENING),
        ("villageois,cupidon,sorcière,villageois,loup-garou,voyante,chasseur,loup-garou", quiet),
    ):
        rehearse(tmp_path, answers, cards=cards)
        heard.append([entry for entry in trace(tmp_path) if entry["to"] == "all" and entry.get("night") == 1])
    assert heard[0] == heard[1] != []


def test_nights_are_told_with_their_length_and_are_shorter_where_the_dead_are_not_called() -> None:
    def nights(*more: str) -> list[tuple[int, int]]:
        words = ["rehearse", "thiercelieux", "--players", "8", "--answers", "random", "--seed", "1", *more]
        *lines, outcome = CliRunner().invoke(main, words).stdout.splitlines()
        assert outcome.startswith("Who won: ")
        found = [re.fullmatch(r"night (\d+): (\d+) s, calls: (\d+)", line) for line in lines]
        assert [match and match[1] for match in found] == [str(night) for night in range(1, len(lines) + 1)]
        return [(int(match[2]), int(match[3])) for match in found if match]

    (first, all_calls), *others = nights()
    (same, same_calls), *longer = nights("--set", "call_the_dead=yes")
    assert (first, all_calls) == (same, same_calls)
    assert others < longer


def test_many_random_games_print_the_shares_of_their_outcomes() -> None:
    words = ["rehearse", "thiercelieux", "--players", "9", "--answers", "random", "--games", "20", "--seed", "1"]
    lines = CliRunner().invoke(main, words).stdout.splitlines()
    assert sum(float(line.split()[0]) for line in lines if " %  " in line) == pytest.approx(100)
    assert lines[-1].startswith("20 games, ")


def test_the_same_answers_can_be_given_by_one_button(tmp_path: Path) -> None:
    keyed = rehearse(tmp_path, EVENING)
    deaths = [entry["seat"] for entry in trace(tmp_path) if entry["kind"] == "death" and entry["to"] == "all"]
    counted = rehearse(tmp_path, EVENING, "--counted")
    assert counted.exit_code == 0
    assert counted.stdout.splitlines()[-1] == keyed.stdout.splitlines()[-1]
    assert deaths == [entry["seat"] for entry in trace(tmp_path) if entry["kind"] == "death" and entry["to"] == "all"]
    assert "count.tied" in {entry.get("line") for entry in trace(tmp_path)}


@pytest.mark.parametrize("more", [("--mode", "meneur"), ("--games", "3")])
def test_what_one_button_cannot_do_is_refused(tmp_path: Path, more: tuple[str, ...]) -> None:
    result = rehearse(tmp_path, EVENING, "--counted", *more)
    assert result.exit_code == 2
    assert "--counted goes with" in result.stderr


@pytest.mark.parametrize(
    ("answers", "more", "said"),
    [
        (
            EVENING.replace("seer.target: [1, 2]", "seer.target: [1]"),
            (),
            "seer.target : il ne reste plus de réponse\n",
        ),
        (EVENING.replace("[7, none]", "[2, none]"), (), "wolves.victim : « 2 » n'est pas permis : "),
        (EVENING.replace("[7, none]", "[{value: 7, till: 2}, none]"), (), "écrivez {value: ..., after: 2}\n"),
        (EVENING, ("--games", "3"), "--games va avec --answers random"),
        (EVENING, ("--center", "voyante"), "--center : 1 au lieu de 0,"),
    ],
)
def test_where_the_system_speaks_french_so_does_what_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: str, more: tuple[str, ...], said: str
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    result = rehearse(tmp_path, answers, *more)
    assert result.exit_code == 2
    assert said in result.stderr


def test_the_same_games_are_told_in_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["rehearse", "thiercelieux", "--players", "9", "--answers", "random", "--games", "20", "--seed", "1"]
    english = CliRunner().invoke(main, words).stdout.splitlines()
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    french = CliRunner().invoke(main, words).stdout.splitlines()
    assert [line.partition(" %  ")[0] for line in french[:-1]] == [line.partition(" %  ")[0] for line in english[:-1]]
    assert french[-1].startswith("20 parties, ")
    assert {"le village", "les Loups-Garous"} <= {line.partition(" %  ")[2] for line in french}


def a_pack(place: Path) -> Path:
    """Return a copy of Mafia, whose games are the shortest, without its table."""
    pack = shutil.copytree(pack_path("mafia"), place / "mafia-2")
    (pack / ODDS_FILE).unlink(missing_ok=True)
    return pack


def test_a_table_is_written_beside_the_rules_and_is_the_same_the_next_time(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    write_odds(str(pack), 4)
    written = (pack / ODDS_FILE).read_text(encoding="utf-8")
    rules = village_rules(load_pack(pack, []).rules)
    table = read_odds(pack, rules)
    assert table is not None
    assert table.games == 4
    assert {players for deck in rules.decks for players in range(5, 17) if table.of(deck, players)} == {*range(5, 17)}
    write_odds(str(pack), 4)
    assert (pack / ODDS_FILE).read_text(encoding="utf-8") == written


def test_a_game_without_decks_is_refused_with_what_to_write() -> None:
    with pytest.raises(UserError) as refused:
        write_odds("cuba", 4)
    assert "no game of nights and days" in str(refused.value)
