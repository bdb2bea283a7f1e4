"""An evening of the box through the session: options, headers, files of answers, resume, undo, the next parrain."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
import yaml
from havana import TOKENS, at
from shipped import shipped
from typed_answers import decided, in_turn

from narrator.commands.rehearsing import RehearsalOptions, run
from narrator.evening.recap.tale import tale
from narrator.evening.rehearsal.rehearsal import Guesser, RehearsalError
from narrator.evening.rehearsal.virtual_table import Keyed, VirtualClock, VirtualInbox
from narrator.packs.wording import Wording
from narrator.rules.core.answers import DONE, Answer, Card, Choices, Diamonds, Kind, Leave, Number, Refusal, Token
from narrator.rules.core.effects import Ask, Form, Say, Term
from narrator.rules.core.play import Mode, Play, Walk, Wordiness
from narrator.rules.core.secrets import Secret
from narrator.screens.screens import NoScreen
from narrator.table.games.cuba_engine import CubaEngine, CubaGame, CubaOptions, cuba_options
from narrator.table.games.options import OptionError
from narrator.table.games.registry import engine_of, restored
from narrator.table.inbox.entry import Misread, Order, Reply
from narrator.table.journal.answer_data import decode, encode, plain, read
from narrator.table.journal.journal import Journal
from narrator.table.language.table_words import TableWords
from narrator.table.language.typed import Reader
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly
from narrator.table.session.ports import Ports
from narrator.table.session.replay import replay
from narrator.table.setup.composition import CompositionError
from narrator.table.setup.dialog import Dialog
from narrator.table.setup.setup_answers import SetupAnswers

PACK = shipped("cuba")
WORDING = Wording(PACK.words["fr"])
KEY = Secret(b"")


def planned(players: int = 8, **settings: str) -> CubaGame:
    """Plan an evening as the command line would."""
    asked = SetupAnswers(players=players, settings={name: (value,) for name, value in settings.items()})
    return CubaEngine().plan(PACK.rules, asked, WORDING, lambda _: None)


# --- options and headers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [("nettoyeur", "parrain"), ("cleaner", "godfather")])
def test_options_are_read_over_the_table_of_the_pack(names: tuple[str, str]) -> None:
    assert planned(8).found(KEY).setup.jokers == 1
    setup = planned(8, jokers="0", **dict(zip(names, ("yes", "3"), strict=True))).found(KEY).setup
    assert (setup.jokers, setup.parrain, dict(setup.tokens)["nettoyeur"]) == (0, 3, 1)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("jokers", "ten", "jokers=a number"),
        ("jokers", "10", "jokers=a number"),
        ("words", "many", "words=few | normal | rich"),
        ("nettoyeur", "maybe", "nettoyeur=yes | no"),
        ("parrain", "0", "parrain=the number of a player"),
        ("parrain", "9", "there are 8 players"),
        ("godfather", "0", "godfather=the number of a player"),
        ("godmother", "1", "choose among jokers, cleaner, godfather"),
        ("reveal", "camp", "no option 'reveal'"),
    ],
)
def test_an_option_that_cannot_be_is_refused_with_what_can(name: str, value: str, said: str) -> None:
    with pytest.raises(OptionError, match=said.replace("|", r"\|")):
        planned(8, **{name: value})


def test_a_nettoyeur_without_a_fidele_to_replace_is_refused() -> None:
    rules = PACK.rules.model_copy(update={"tokens": {players: {"agent": 1} for players in TOKENS}})
    with pytest.raises(OptionError, match="fidèle"):
        CubaEngine().plan(rules, SetupAnswers(players=8, settings={"nettoyeur": ("yes",)}), WORDING, lambda _: None)


def test_cards_are_not_dealt_in_a_game_without_a_deal() -> None:
    with pytest.raises(CompositionError, match="nobody deals"):
        CubaEngine().plan(PACK.rules, SetupAnswers(players=8, cards="fidele"), WORDING, lambda _: None)


def test_a_table_of_thirteen_is_refused_and_one_of_five_warned() -> None:
    warned: list[str] = []
    with pytest.raises(CompositionError, match="12"):
        CubaEngine().plan(PACK.rules, SetupAnswers(players=13), WORDING, warned.append)
    CubaEngine().plan(PACK.rules, SetupAnswers(players=5), WORDING, warned.append)
    assert len(warned) == 1


@pytest.mark.parametrize("players", TOKENS)
def test_a_header_gives_the_set_up_back(players: int) -> None:
    wanted = SetupAnswers(players=players, mode=Mode.MENEUR, names=tuple("ABCDEFGHIJKL"[:players]), seed=5)
    game = CubaEngine().plan(PACK.rules, wanted, WORDING, lambda _: None).found(KEY)
    header = json.loads(json.dumps({**game.header(), "engine": "cuba"}))
    assert restored(header).setup == game.setup


def asked(*typed: str, settles: bool = False) -> tuple[CubaGame, list[str]]:
    """Answer the questions before a game."""
    words, told = PACK.words["fr"], list[str]()
    dialog = Dialog(PACK.rules, words)

    def questions() -> Play[SetupAnswers]:
        asked, _ = yield from dialog.opening(SetupAnswers(seed=7))
        return (yield from CubaEngine().dialog(dialog, asked, settles=settles))

    answers = decided(questions(), words, in_turn(*typed), told)
    return CubaEngine().plan(PACK.rules, answers, WORDING, told.append), told


def test_the_questions_before_a_game_make_its_set_up() -> None:
    plan, told = asked("13", "8 m", "meneur", "", "9", "3", "oui", "2", "riche", "", "", settles=True)
    setup = plan.found(KEY).setup
    assert (setup.players, setup.mode, setup.parrain, setup.seed) == (8, Mode.MENEUR, 3, 7)
    assert dict(setup.tokens) == {"fidele": 2, "agent": 1, "chauffeur": 1, "nettoyeur": 1}
    assert setup.jokers == 2
    assert setup.words is Wordiness.RICH
    assert told[-1] == WORDING.line(
        "setup.box",
        cards=Term(Form.HAND, setup.tokens),
        number=Term(Form.NUMBER, 15),
        count=Term(Form.NUMBER, 2),
        seat=Term(Form.NUMBER, 3),
    )
    assert told[0] == "Ce jeu est fait pour 6 à 12 joueurs. On peut y jouer de 5 à 12."


def test_enter_takes_what_is_usual_before_a_game() -> None:
    plan, _ = asked("6")
    setup = plan.found(KEY).setup
    assert (setup.mode, setup.parrain, "nettoyeur" in dict(setup.tokens)) == (Mode.JOUEUR, 1, False)


# --- answers ------------------------------------------------------------------------------------------------

POCKET = Choices(kind=Kind.TAKE, numbers=(1, 15), cards=("fidele", "street", "cheat"), words=(DONE,))


@pytest.mark.parametrize("answer", [Diamonds(1), Diamonds(15), Card("street"), Card("fidele")])
def test_a_take_is_the_same_after_the_journal_and_after_a_file(answer: Answer) -> None:
    assert decode(json.loads(json.dumps(encode(answer)))) == answer
    loaded = yaml.load(yaml.safe_dump(plain(answer)), Loader=yaml.BaseLoader)
    assert read(loaded, POCKET) == answer


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        ({"diamonds": "3"}, Diamonds(3)),
        ("3", Diamonds(3)),
        ("Fidèle", Card("fidele")),
        ("street", Card("street")),
        ("done", DONE),
        ({"diamonds": "many"}, Refusal.UNREADABLE),
        ({"diamonds": "3", "tie": "4"}, Refusal.UNREADABLE),
        ("dragon", Refusal.CARD),
    ],
)
def test_a_file_may_write_a_take_so(value: object, answer: object) -> None:
    assert read(value, POCKET) == answer


@pytest.mark.parametrize(
    ("typed", "entry"),
    [
        ("3", Reply(Diamonds(3))),
        ("3 diamants", Reply(Diamonds(3))),
        ("1 Diamant", Reply(Diamonds(1))),
        ("12 diamonds", Reply(Diamonds(12))),
        ("fidèle", Reply(Card("fidele"))),
        ("FIDELE", Reply(Card("fidele"))),
        ("enfant des rues", Reply(Card("street"))),
        ("enfant", Reply(Card("street"))),
        ("triche", Reply(Card("cheat"))),
        ("", Order.NEXT),
        ("départ 4", Reply(Leave(4))),
        ("rubis", Misread(Refusal.UNREADABLE)),
    ],
)
def test_a_take_may_be_typed_so(typed: str, entry: object) -> None:
    reader = Reader(TableWords.of(PACK.words["fr"], 8))
    inbox = VirtualInbox(VirtualClock(), lambda _: ())
    inbox.open(Ask(question="cuba.reveal", choices=POCKET, living=(), about=2))
    assert reader.read(typed, inbox.moment) == entry


# --- rehearsals ---------------------------------------------------------------------------------------------

ENQUIRY = """
cuba.accused: [3, 4]
cuba.pockets: [{diamonds: 5}, {diamonds: 4}]
cuba.reveal: [fidele, {diamonds: 5}, {diamonds: 4}, agent, chauffeur, fidele, street]
"""


def rehearsed(folder: Path, answers: str, players: int = 8, *settings: str, games: int = 1) -> int:
    """Rehearse with a file of answers, or at random."""
    file = folder / "answers.yaml"
    file.write_text(answers, encoding="utf-8")
    return run(
        RehearsalOptions(
            game="cuba",
            players=players,
            cards=None,
            center=None,
            roles=None,
            mode="joueur",
            deal="narrator",
            settings=settings,
            answers="random" if answers == "random" else str(file),
            seed=1,
            language="fr",
        ),
        games,
        str(folder / "trace.jsonl") if games == 1 else None,
    )


def test_answers_alone_drive_a_rehearsal_to_its_outcome(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rehearsed(tmp_path, "cuba.hidden: [2]\ncuba.returned: [4]" + ENQUIRY) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Who won: players 1, 2, 7"


@pytest.mark.parametrize("hidden", ["[2]", "[2, 2]"])
def test_a_recount_needs_no_new_word_about_what_stays_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], hidden: str
) -> None:
    assert rehearsed(tmp_path, f"cuba.hidden: {hidden}\ncuba.returned: [13, 4]" + ENQUIRY) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Who won: players 1, 2, 7"


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("cuba.hidden: [6]", "cuba.hidden: '6' is not legal"),
        ("cuba.hidden: [2]\ncuba.returned: [4]", "cuba.accused: the file has no answer"),
        ("cuba.hidden: [2]\ncuba.returned: [3]" + ENQUIRY, "cuba.accused: no answer is left"),
        ("cuba.hidden: [2]\ncuba.returned: [5]" + ENQUIRY, "cuba.pockets: no answer is left for it about player 4"),
        (
            "cuba.hidden: [2]\ncuba.returned: [4]" + ENQUIRY.replace("[fidele,", "[{diamonds: 1},"),
            "cuba.reveal: no answer is left for it about player 2",
        ),
    ],
)
def test_answers_that_do_not_fit_are_refused_by_name(tmp_path: Path, answers: str, said: str) -> None:
    with pytest.raises(RehearsalError, match=re.escape(said)):
        rehearsed(tmp_path, answers)


def test_the_parrains_counts_are_for_him_alone_in_the_trace(tmp_path: Path) -> None:
    rehearsed(tmp_path, "cuba.hidden: [2]\ncuba.returned: [4]" + ENQUIRY, 8)
    lines = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text(encoding="utf-8").splitlines()]
    counts = [line for line in lines if line.get("question") in ("cuba.hidden", "cuba.returned")]
    assert len(counts) == 4
    assert {line["to"] for line in counts} == {1}


def test_random_tables_tell_the_truth_about_their_pockets() -> None:
    for players in TOKENS:
        plan = planned(players, nettoyeur="yes")
        for seed in range(20):
            game, chance = plan.found(KEY, prologue=False), Random(seed)
            table, walk = Guesser(game.things(chance), chance), Walk(game.setup)
            effects = walk.run()
            while walk.pending is not None:
                walk.answer(table.answer(walk.pending))
                effects += walk.run()
            said = {effect.line for effect in effects if isinstance(effect, Say)}
            assert not said & {"count.again", "count.short", "pockets.recount", "reveal.again"}


# --- the driver ---------------------------------------------------------------------------------------------


class Stopped(Exception):  # noqa: N818 - the power goes; that is no error of anybody
    """The power goes."""


def drive(plan: CubaGame, journal: Journal, seed: int, stop: int | None = None) -> str | None:
    """Play on at a virtual table from where the journal stands; `stop` cuts the power after so many questions."""
    game = plan.found(KEY)
    asked = 0
    guesser = Guesser(game.things(Random(seed)), Random(seed))

    def table(ask: Ask) -> list[Keyed]:
        nonlocal asked
        asked += 1
        if stop is not None and asked > stop:
            raise Stopped
        return [(2.0, guesser.answer(ask))]

    clock = VirtualClock()
    inbox = VirtualInbox(clock, table)
    ports = Ports(clock, inbox, CaptionsOnly(clock, WORDING.seconds), NoScreen(), opener=inbox)
    driver = Driver(game.setup, journal, WORDING, ports, players=game.setup.players, led=False)
    return driver.run()


@pytest.mark.parametrize("stop", range(1, 30))
def test_a_game_that_lost_power_goes_on_with_the_same_answers(stop: int) -> None:
    plan = planned(7)
    with Journal.create(None, plan.found(KEY).header()) as journal:
        try:
            drive(plan, journal, 4, stop)
        except Stopped:
            before = journal.record().answers
            assert drive(plan, journal, 4) is not None
            assert journal.record().answers[: len(before)] == before
        record = journal.record()
        assert replay(plan.found(KEY).setup, record.answers).walk.outcome == record.outcome


def test_undo_takes_the_last_accusation_back() -> None:
    plan = planned(8)
    setup = plan.found(KEY, prologue=False).setup
    undone = False
    script: dict[str, list[Answer]] = {
        "cuba.hidden": [Number(2)],
        "cuba.box": [DONE] * 7,
        "cuba.returned": [Number(4)],
        "cuba.accused": [at(5), at(3)],
    }

    def table(ask: Ask) -> list[Keyed]:
        nonlocal undone
        if ask.question == "cuba.pockets":
            if undone:
                raise Stopped
            undone = True
            return [(1.0, Order.UNDO)]
        return [(1.0, script[ask.question].pop(0))]

    clock = VirtualClock()
    inbox = VirtualInbox(clock, table)
    ports = Ports(clock, inbox, CaptionsOnly(clock, WORDING.seconds), NoScreen(), opener=inbox)
    with Journal.create(None, {}) as journal:
        with pytest.raises(Stopped):
            Driver(setup, journal, WORDING, ports, players=8, led=False).run()
        assert [answer for question, answer in journal.record().answers if question == "cuba.accused"] == [at(3)]


# --- after the game -----------------------------------------------------------------------------------------


def test_whom_the_winners_named_is_the_next_parrain() -> None:
    game = planned(8, parrain="2").found(KEY)
    assert game.again([("again", Token.YES), ("cuba.parrain", at(5))], KEY).setup.parrain == 5
    assert game.again([("again", Token.YES)], KEY).setup.parrain == 2
    assert game.again([], KEY).setup.seed == game.setup.seed + 1


@pytest.mark.parametrize("language", PACK.words)
def test_the_tale_names_what_was_hidden_and_who_won(language: str) -> None:
    game = planned(6).found(KEY, prologue=False)
    answers: list[tuple[str | None, Answer]] = [
        ("cuba.hidden", Number(5)),
        *[("cuba.box", DONE)] * 5,
        ("cuba.returned", Number(1)),
        ("cuba.accused", at(3)),
        ("cuba.pockets", Card("agent")),
        *[("cuba.reveal", take) for take in (Diamonds(4), DONE, Card("chauffeur"), Card("fidele"), Diamonds(5))],
    ]
    words = Wording(PACK.words[language], names=("Ana", "Bo", "Cleo", "Dov", "Eli", "Flo"))
    effects = [step.effect for step in replay(game.setup, answers).steps]
    told = "\n".join(tale(effects, words))
    for part in ("5", "9", "Cleo", "Dov", words.card("chauffeur")):
        assert part in told
    (said,) = [effect for effect in effects if isinstance(effect, Say) and effect.line == "outcome.seats"]
    won = words.caption(said)
    assert "Cleo" in won
    assert [line.strip() for line in told.splitlines()[-2:]] == [won, words.line("why.agent")]


def test_the_engine_goes_by_its_name() -> None:
    assert isinstance(engine_of("cuba"), CubaEngine)
    assert cuba_options({}, {"jokers": ("2",)}) == CubaOptions(jokers=2)


@pytest.mark.parametrize("option", ["jokers", "parrain"])
def test_a_number_of_thousands_of_digits_is_refused_in_one_sentence(option: str) -> None:
    with pytest.raises(OptionError, match=option):
        cuba_options({option: ("9" * 5000,)})
