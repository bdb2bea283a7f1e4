"""Motifs and the curve of an evening, which tell no more than the words do; lines that break off, ends of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rooms import Keyed, Senses, wording
from shipped import shipped
from sittings import Script, Sitting
from tables import NIGHT_GAMES, table

from narrator.evening.rehearsal.rehearsal import Guesser, rehearse
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import Suspense, TextPart, Utterance
from narrator.packs.wording import Wording
from narrator.rules.core.answers import NOBODY, SILENT
from narrator.rules.core.effects import Effect, Motif, News, Say, Scene, Topic
from narrator.rules.core.play import Mode
from narrator.rules.core.secrets import Secret
from narrator.sound.soundscape.instruments import FIGURES
from narrator.table.games.registry import engine_of
from narrator.table.inbox.entry import Changed, Lost, Order
from narrator.table.inbox.moment import Facts
from narrator.table.session.narration import (
    LOOK,
    LOWEST,
    MOTIF,
    OPENLY,
    SLOWEST,
    CaptionsOnly,
    GameTime,
    InterruptibleClock,
    Stranded,
    Telling,
    instantly,
    telling,
)
from narrator.table.session.ports import Pace
from narrator.table.setup.setup_answers import SetupAnswers

SETUP = table("loup-garou voyante villageois*4", values={"elect": "never"})


class Listener(CaptionsOnly):
    """A mouth and a watcher that keep which line was said how."""

    def __init__(self, clock: VirtualClock, wording: Wording) -> None:
        super().__init__(clock, wording.seconds)
        self.said: list[tuple[Say, Utterance]] = []
        self.scenes: list[tuple[bool, int, float]] = []
        self._line: Say
        self._dead = 0

    def speak(self, utterance: Utterance) -> None:
        self.said.append((self._line, utterance))

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:  # noqa: ARG002 - one is like another
        self.scenes.append((scene.closed, self._dead, gain))

    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - when does not matter here
        if isinstance(effect, Say):
            self._line = effect
        elif isinstance(effect, News) and effect.topic is Topic.DEATH:
            self._dead += 1

    def answered(self, ask: object, answer: object, at: float) -> None:
        """Answers do not matter here."""


def evening(game: str, seed: int, *, motifs: bool, pace: Pace = Pace.NORMAL) -> list[tuple[Say, Utterance]]:
    return played_out(game, seed, motifs=motifs, pace=pace)[0].said


def played_out(game: str, seed: int, *, motifs: bool = False, pace: Pace = Pace.NORMAL) -> tuple[Listener, Wording]:
    """Play one random game; return who listened, and the words."""
    pack, clock = shipped(game), VirtualClock()
    wording = Wording(pack.words["fr"])
    asked = SetupAnswers(players=pack.rules.players.most, mode=Mode.JOUEUR, names=(), seed=seed, settings={})
    founded = engine_of(pack.rules.engine).plan(pack.rules, asked, wording, lambda _: None).found(Secret(bytes([seed])))
    chance, mouth = Random(seed), Listener(clock, wording)
    table = Guesser(founded.things(chance), chance)
    rehearse(founded.setup, wording, table, clock=clock, mouth=mouth, watcher=mouth, motifs=motifs, pace=pace)
    return mouth, wording


def played(utterance: Utterance) -> list[tuple[int, str, float]]:
    """Return the figures of a line with their places and their seconds."""
    return [
        (place, segment.figure, segment.seconds)
        for place, segment in enumerate(utterance)
        if isinstance(segment, Suspense) and segment.figure
    ]


def test_every_motif_can_be_played() -> None:
    assert {motif.value for motif in Motif} <= set(FIGURES)


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_a_call_begins_with_the_motif_of_its_camp_and_all_are_equally_long(game: str) -> None:
    calls = [(say, how) for say, how in evening(game, 1, motifs=True) if say.line.endswith(".wake")]
    assert {say.line for say, _ in calls} > {"wolves.wake"}
    for say, utterance in calls:
        motif = Motif.HUNTERS if say.line == "wolves.wake" else Motif.HELPERS
        ((place, figure, seconds),) = played(utterance)
        assert (place, figure) == (0, motif.value)
        assert MOTIF <= seconds <= MOTIF * SLOWEST


def test_a_dawn_ends_with_the_motif_of_its_kind_once_its_words_have_told_it() -> None:
    kinds = set()
    for seed in range(6):
        for say, utterance in evening("thiercelieux", seed, motifs=True):
            if say.line in ("dawn.dead", "dawn.nobody"):
                dead = len(dict(say.args)["seats"].value) if say.args else 0  # type: ignore[arg-type]
                kind = (Motif.SPARED, Motif.TOLL, Motif.TOLLS)[min(dead, 2)]
                [(place, motif, seconds)] = played(utterance)
                assert (place, motif) == (len(utterance) - 1, kind.value)
                assert MOTIF <= seconds <= SLOWEST * MOTIF
                kinds.add(kind)
            elif not say.line.endswith(".wake"):
                assert played(utterance) == []
    assert kinds == {Motif.SPARED, Motif.TOLL, Motif.TOLLS}


def test_without_ambience_the_same_words_are_said_and_no_motif_is_played() -> None:
    bare, with_motifs = (evening("thiercelieux", 2, motifs=motifs) for motifs in (False, True))
    assert [(say, [part for part in how if not played((part,))]) for say, how in with_motifs] == [
        (say, [*how]) for say, how in bare
    ]


def test_a_motif_keeps_the_pace() -> None:
    fast = [figure for _, how in evening("mafia", 3, motifs=True, pace=Pace.FAST) for figure in played(how)]
    assert min(seconds for _, _, seconds in fast) == MOTIF * Pace.FAST.factor


@pytest.mark.parametrize("game", NIGHT_GAMES)
def test_the_more_have_died_the_lower_a_night_is_and_days_are_as_loud_as_ever(game: str) -> None:
    mouth, _ = played_out(game, 4)
    assert {gain for closed, _, gain in mouth.scenes if not closed} == {0.0}
    nights = [(dead, gain) for closed, dead, gain in mouth.scenes if closed]
    assert nights == sorted(nights, key=lambda night: (night[0], -night[1]))
    assert nights[0] == (0, 0.0)
    assert LOWEST <= nights[-1][1] < 0


@pytest.mark.parametrize("line", ["wolves.wake", "dawn"])
def test_the_more_have_died_the_longer_the_pauses_of_nights_and_days_are(line: str) -> None:
    mouth, wording = played_out("thiercelieux", 4)
    said = [(pauses(utterance), pauses(wording.spoken(say))) for say, utterance in mouth.said if say.line == line]
    slower = [sum(told) / sum(written) for told, written in said]
    assert slower == sorted(slower)
    assert slower[0] == 1.0 < slower[-1] <= SLOWEST


def pauses(utterance: Utterance) -> list[float]:
    """Return the seconds between the words of a line."""
    return [segment.seconds for segment in utterance if not isinstance(segment, TextPart)]


near = partial(pytest.approx, abs=0.06)
"""He looks for a pause twenty times a second."""


def sat(*keys: tuple[float, Order]) -> Sitting:
    """Return a night at which these orders were keyed, and whose narrator breaks off as at a real table."""
    sitting = seated(*keys)
    assert sitting.play() == "debate.end"
    return sitting


def seated(*keys: tuple[float, Order]) -> Sitting:
    """Return such a night before its first line."""
    sitting = Sitting(SETUP, {"seer.target": [SILENT], "wolves.victim": [NOBODY], "debate.end": []})
    patience = InterruptibleClock(sitting.clock, sitting.entries.breaking)
    sitting.senses = Senses(sitting.clock, CaptionsOnly(patience, wording(SETUP).seconds))
    sitting.ports.mouth = sitting.ports.screen = sitting.senses
    for at, order in keys:
        sitting.key(at, order)
    return sitting


def heard(sitting: Sitting, since: float, count: int) -> list[str]:
    """Return what was said from a time on, which entries have in rounded milliseconds."""
    return [entry.partition("voice: ")[2] for entry in sitting.public(since - 0.001) if " voice: " in entry][:count]


@pytest.mark.parametrize("line", ["nightfall", "seer.wake", "dawn"])
def test_a_line_breaks_off_at_once_and_is_said_again_once_the_pause_is_over(line: str) -> None:
    calm = sat()
    begun = calm.when(line)
    paused = sat((begun + 0.5, Order.PAUSE), (begun + 30.0, Order.RESUME))
    assert paused.when("pause.on") == near(begun + 0.5)
    said = heard(paused, begun, 4)
    assert said[0] == said[3] == heard(calm, begun, 1)[0]
    following = next(at for at, _ in calm.said if at > begun) - begun
    after = paused.said[paused.lines().index("pause.off") + 1][0]
    again = float(paused.public(paused.when("pause.off") + 0.01)[0].split()[0])
    assert after - again == near(following)


def test_a_second_word_for_a_pause_changes_nothing_and_afterwards_the_game_goes_on_as_if_there_had_been_none() -> None:
    calm = sat()
    begun = calm.when("nightfall")
    paused = sat((begun + 0.5, Order.PAUSE), (begun + 0.7, Order.PAUSE), (begun + 30.0, Order.RESUME))
    assert paused.when("pause.off") == near(begun + 30.0)
    assert [line for line in paused.lines() if not line.startswith("pause.")] == calm.lines()
    assert paused.lines().count("pause.on") == paused.lines().count("pause.off") == 1


def test_a_window_is_no_shorter_for_a_pause_in_the_call_before_it() -> None:
    calm = sat()
    begun = calm.when("seer.wake")
    paused = sat((begun + 0.5, Order.PAUSE), (begun + 30.0, Order.RESUME))
    lasting = [sitting.closed("seer") - sitting.opened("seer") for sitting in (calm, paused)]
    assert lasting[1] == near(lasting[0])


@pytest.mark.parametrize("line", ["nightfall", "seer.wake", "dawn"])
def test_a_goodbye_is_heard_while_a_line_is_said_and_nothing_is_said_after_it(line: str) -> None:
    begun = sat().when(line)
    sitting = seated((begun + 0.5, Order.QUIT))
    sitting.put_away()
    assert sitting.clock.now() == near(begun + 0.5)
    assert sitting.lines()[-1] == line


tables = st.integers(4, 40).flatmap(lambda players: st.tuples(st.just(players), st.integers(0, players - 1)))


def night(players: int, dead: int, cards: bool = False) -> Telling:
    """Return how a night is told after so many deaths."""
    facts = Facts(players, night=2, asleep=True)
    for seat in range(players, players - dead, -1):
        facts = facts.after(News(topic=Topic.DEATH, seat=seat))
        if cards:
            facts = facts.after(News(topic=Topic.CARD, seat=seat, card="voyante"))
    return telling(facts, closed=True)


@given(tables)
def test_with_every_death_a_night_is_at_least_as_low_and_as_slow(table: tuple[int, int]) -> None:
    players, dead = table
    before, after = night(players, dead), night(players, dead + 1)
    assert LOWEST <= after.gain <= before.gain <= 0
    assert 1 <= before.pauses <= after.pauses <= SLOWEST


@given(st.integers(4, 40))
def test_the_first_night_is_told_as_the_day_and_the_last_is_the_darkest(players: int) -> None:
    assert night(players, 0) == OPENLY
    assert night(players, players - 1) == Telling(LOWEST, SLOWEST)
    assert night(players, 1) != OPENLY


@given(tables)
def test_which_cards_the_dead_showed_changes_nothing(table: tuple[int, int]) -> None:
    assert night(*table) == night(*table, cards=True)


@given(tables)
def test_a_day_is_as_slow_as_a_night_after_as_many_deaths_and_as_loud_as_the_first(table: tuple[int, int]) -> None:
    players, dead = table
    by_day = telling(Facts(players, dead=dict.fromkeys(range(1, dead + 1))), closed=False)
    assert by_day == Telling(OPENLY.gain, night(players, dead).pauses)


QUIET: Script = {"seer.target": [SILENT], "wolves.victim": [NOBODY]}


def test_quitting_puts_the_game_away_with_everything_that_was_answered() -> None:
    sitting = Sitting(SETUP, {**QUIET, "debate.end": [Order.QUIT]})
    sitting.put_away()
    assert sitting.resume({"debate.end": []}).play(resumed=True) == "debate.end"


def test_the_game_may_be_put_away_during_a_pause() -> None:
    sitting = Sitting(SETUP, {**QUIET, "debate.end": [[(1.0, Order.PAUSE), (9.0, Order.QUIT)]]})
    sitting.put_away()


@pytest.mark.parametrize("device", ["keyboard", "keypad", "button"])
@pytest.mark.parametrize("before", [[], [(1.0, Order.PAUSE)]], ids=["at once", "paused"])
def test_the_loss_of_the_last_piece_that_answers_is_announced(device: str, before: list[Keyed]) -> None:
    sitting = Sitting(SETUP, {**QUIET, "debate.end": [[*before, (9.0, Lost(device))]]})
    with pytest.raises(Stranded):
        sitting.play()
    assert sitting.lines()[-1] == f"{device}.lost"


def test_the_loss_of_a_keypad_beside_other_keys_is_announced_and_the_game_goes_on() -> None:
    keyed: list[Keyed] = [(2.0, Changed("keypad.lost")), (5.0, Changed("keypad.back")), (9.0, Order.QUIT)]
    sitting = Sitting(SETUP, {**QUIET, "debate.end": [keyed]})
    sitting.put_away()
    assert [line for line in sitting.lines() if line.startswith("keypad")] == ["keypad.lost", "keypad.back"]


WORDS = (TextPart("la nuit tombe"),)


@pytest.mark.parametrize(("seconds", "taken"), [(lambda words: 2.0 * len(words), 2.0), (instantly, 0.0)])
def test_words_take_their_time(seconds: Callable[[Utterance], float], taken: float) -> None:
    clock = VirtualClock()
    CaptionsOnly(clock, seconds).speak(WORDS)
    assert clock.now() == taken


def test_there_is_no_volume_to_set() -> None:
    assert not CaptionsOnly(VirtualClock(), instantly).volume(1)


@pytest.mark.parametrize(("happens", "ends"), [(0.0, 0.0), (1.0, 1.0), (5.0, 2.0)])
def test_a_sleep_ends_when_something_happens_or_when_its_time_is_over(happens: float, ends: float) -> None:
    clock = VirtualClock()
    InterruptibleClock(clock, lambda: clock.now() >= happens).sleep(2.0)
    assert clock.now() == pytest.approx(ends, abs=LOOK)


@given(times=st.tuples(st.floats(0, 1e5), st.floats(0, 1e4)))
def test_a_game_time_has_come_when_the_clock_is_there(times: tuple[float, float]) -> None:
    """A clock that stops just there must not be asked for ever, an instant short of it."""
    due, stood = times
    clock = VirtualClock()
    time = GameTime(clock)
    time.stood = stood
    clock.advance(time.clock_time(due))
    assert due <= time.now() <= due + 1e-9
