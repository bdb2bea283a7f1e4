"""A renderer gives the sound of every phrase, made once; whatever fails, it says so and the game goes on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import children
import numpy as np
import pytest
from booths import nothing, same
from hypothesis import given
from hypothesis import strategies as st

from narrator.base.resources import PIP
from narrator.packs.markup import Style
from narrator.sound.dsp.loudness import loudness
from narrator.sound.dsp.samples import RATE, Samples
from narrator.voice.cache import Cache
from narrator.voice.performance import Phrase
from narrator.voice.profile import Band, Chain, Voice, load_voice
from narrator.voice.renderer import Memory, Renderer
from narrator.voice.synthesisers.synthesiser import Synthesiser, SynthesiserError, engine_of
from narrator.voice.voice_files import VoiceError

WORKER = "narrator.voice.synthesisers.pyttsx3_worker"
LINES = tuple(map(Phrase, ("La nuit descend sur le hameau.", "Le village perd", "Élise", "Fermez les yeux.")))
NIGHT, LOSES, NAME, EYES = LINES


class Booth:
    """Where real engines speak: it counts what they are asked, and may let one fail."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.failing: set[str] = set()
        """Voices, by the name of their files, whose engine has broken down."""
        self.unsayable: set[str] = set()

    def engine(self, voice: Voice) -> Synthesiser:
        return Watched(engine_of(voice), voice.name, self)


class Watched:
    """An engine in a booth."""

    def __init__(self, engine: Synthesiser, name: str, booth: Booth) -> None:
        self._engine, self._name, self._booth = engine, name, booth
        self.close = engine.close

    @property
    def identity(self) -> str:
        return self._engine.identity

    def ready(self) -> None:
        if self._name in self._booth.failing:
            raise SynthesiserError("the engine has broken down")
        self._engine.ready()

    def render(self, text: str, pace: float, strong: bool) -> Samples:
        self._booth.asked.append(text)
        if self._name in self._booth.failing or text in self._booth.unsayable:
            raise SynthesiserError("the engine has broken down")
        return self._engine.render(text, pace, strong)


class Table:
    """A game's renderers: all of them use one cache, and tell one list."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: list[str] = []
        self.booth = Booth()
        self.open: list[Renderer] = []

    def renderer(self, voice: str | Voice = "conteur", memory: int = 2**20, folder: Path | None = None) -> Renderer:
        cache = Cache(folder or self.folder)
        described = load_voice(voice) if isinstance(voice, str) else voice
        self.open.append(Renderer(described, cache, self.told.append, self.booth.engine, memory))
        return self.open[-1]

    def newly_asked(self) -> list[str]:
        asked, self.booth.asked = self.booth.asked, []
        return asked


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    table = Table(tmp_path / "cache")
    yield table
    for renderer in table.open:
        renderer.close()
    assert children.running(WORKER) == []


def test_a_phrase_comes_without_silence_around_it_equally_loud_and_without_a_click(table: Table) -> None:
    renderer = table.renderer()
    for phrase in LINES:
        sound = renderer.render(phrase)
        assert np.flatnonzero(np.abs(sound) > 0.003)[0] < 0.02 * RATE
        assert loudness(sound) == pytest.approx(-20, abs=1)
        assert np.abs(sound).max() < 10 ** (-1 / 20)
        assert abs(float(sound[0])) < 0.001 > abs(float(sound[-1]))
    assert 1 < len(renderer.render(NIGHT)) / RATE < 4 * len(renderer.render(NAME)) / RATE
    assert table.told == []


def test_a_phrase_is_rendered_once_and_sounds_the_same_in_every_game(table: Table) -> None:
    renderer = table.renderer()
    first = renderer.render(NIGHT)
    again, next_game = renderer.render(NIGHT), table.renderer().render(NIGHT)
    assert same(first, again)
    assert same(first, next_game)
    assert table.newly_asked() == [NIGHT.text]


def test_what_no_longer_fits_into_memory_comes_from_the_cache(table: Table) -> None:
    renderer = table.renderer(memory=1)
    sounds = [renderer.render(phrase) for phrase in LINES]
    assert all(same(renderer.render(phrase), sound) for phrase, sound in zip(LINES, sounds, strict=True))
    assert len(table.newly_asked()) == len(LINES)


def test_whoever_writes_into_a_sound_does_not_change_the_next_one(table: Table) -> None:
    renderer = table.renderer()
    sound = renderer.render(NAME)
    before = sound.copy()
    sound[:] = 0
    assert same(renderer.render(NAME), before)


def test_a_new_game_renders_only_what_has_changed(table: Table) -> None:
    table.renderer().prepare(LINES, nothing)
    assert sorted(table.newly_asked()) == sorted(phrase.text for phrase in LINES)
    table.renderer().prepare([NIGHT, LOSES, Phrase("Bob"), EYES], nothing)
    assert table.newly_asked() == ["Bob"]


@pytest.mark.parametrize("style", [Style(pace=0.8), Style(gain=-6.0), Style(whisper=True), Style(strong=True)])
def test_another_style_is_another_sound(style: Style, table: Table) -> None:
    renderer = table.renderer()
    plain, styled = renderer.render(NIGHT), renderer.render(Phrase(NIGHT.text, style))
    assert table.newly_asked() == [NIGHT.text, NIGHT.text]
    assert not same(plain, styled)


@pytest.mark.parametrize("change", [{"rate": 170}, {"chain": Chain(equaliser=(Band(at=500, gain=9),))}])
def test_another_voice_is_another_sound(change: dict[str, object], table: Table) -> None:
    plain = table.renderer().render(NIGHT)
    other = table.renderer(load_voice("conteur").model_copy(update=change)).render(NIGHT)
    assert table.newly_asked() == [NIGHT.text, NIGHT.text]
    assert not same(plain, other)


def test_other_words_about_a_voice_are_not(table: Table) -> None:
    table.renderer().render(NIGHT)
    table.renderer(load_voice("conteur").model_copy(update={"about": "another"})).render(NIGHT)
    assert table.newly_asked() == [NIGHT.text]


def test_before_a_game_each_phrase_is_rendered_once_and_progress_is_told(table: Table) -> None:
    renderer, steps = table.renderer(), list[tuple[int, int]]()
    renderer.render(NAME)
    table.newly_asked()
    assert [renderer.cached(phrase) for phrase in LINES] == [False, False, True, False]
    renderer.prepare([*LINES, *LINES], lambda *step: steps.append(step))
    assert steps == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert table.newly_asked() == [NIGHT.text, LOSES.text, EYES.text]
    assert all(renderer.cached(phrase) for phrase in LINES)
    steps.clear()
    table.renderer().prepare(LINES, lambda *step: steps.append(step))
    assert steps == [(0, 0)]


def test_what_was_rendered_before_an_interruption_is_kept(table: Table) -> None:
    def interrupted(done: int, total: int) -> None:  # noqa: ARG001 - as it is called
        if done == 2:
            raise KeyboardInterrupt

    renderer = table.renderer()
    with pytest.raises(KeyboardInterrupt):
        renderer.prepare(LINES, interrupted)
    assert [renderer.cached(phrase) for phrase in LINES[:2]] == [True, True]
    table.newly_asked()
    for again in (renderer, table.renderer()):
        again.prepare(LINES, nothing)
    assert sorted(table.newly_asked()) == sorted([NAME.text, EYES.text])


def test_a_worker_that_is_killed_meanwhile_is_not_noticed(table: Table) -> None:
    def kill(done: int, total: int) -> None:  # noqa: ARG001 - as it is called
        if done == 1:
            (worker,) = children.running(WORKER)
            os.kill(worker, signal.SIGKILL)

    renderer = table.renderer()
    renderer.prepare(LINES, kill)
    assert all(renderer.cached(phrase) for phrase in LINES)
    assert table.told == []


def test_where_an_engine_fails_a_stand_in_speaks_and_this_is_told_once(table: Table) -> None:
    renderer = table.renderer(load_voice("berceuse").model_copy(update={"voice": "roa/klingon"}))
    sounds = [renderer.render(phrase) for phrase in LINES]
    assert all(same(sound, table.renderer().render(phrase)) for phrase, sound in zip(LINES, sounds, strict=True))
    (sentence,) = table.told
    assert "berceuse" in sentence
    assert "conteur" in sentence
    assert "klingon" in sentence


def test_a_voice_of_piper_that_is_not_there_is_replaced_with_advice(table: Table) -> None:
    renderer = table.renderer("conteuse")
    assert renderer.ready()
    (sentence,) = table.told
    assert "conteuse" in sentence
    assert "conteur" in sentence.replace("conteuse", "")
    assert "narrator voices fetch" in sentence or f"{PIP} install" in sentence


def test_an_engine_that_breaks_down_in_the_game_does_not_leave_two_voices(table: Table) -> None:
    renderer = table.renderer("berceuse")
    before = [renderer.render(phrase) for phrase in (NIGHT, NAME)]
    table.booth.failing.add("berceuse")
    assert same(renderer.render(NIGHT), before[0])  # at hand: nobody knows yet
    renderer.render(EYES)
    after = [renderer.render(phrase) for phrase in (NIGHT, NAME)]
    assert not any(same(one, other) for one, other in zip(before, after, strict=True))
    table.booth.failing.clear()
    assert same(renderer.render(NAME), after[1])
    (sentence,) = table.told
    assert "conteur" in sentence


def test_an_engine_that_breaks_down_before_the_game_leaves_all_to_its_stand_in(table: Table) -> None:
    def break_down(done: int, total: int) -> None:  # noqa: ARG001 - as it is called
        if done == 1:
            table.booth.failing.add("berceuse")

    renderer = table.renderer("berceuse")
    renderer.prepare(LINES, break_down)
    assert all(renderer.cached(phrase) for phrase in LINES)
    (sentence,) = table.told
    assert "conteur" in sentence


def test_without_any_engine_nothing_is_said_and_a_sentence_says_why(table: Table) -> None:
    table.booth.failing |= {"berceuse", "conteur"}
    renderer = table.renderer("berceuse")
    assert not renderer.ready()
    renderer.prepare(LINES, nothing)
    assert [len(renderer.render(phrase)) for phrase in LINES] == [0] * len(LINES)
    assert not renderer.cached(NIGHT)
    assert len(table.told) == 2
    assert table.told[1].startswith(load_voice("fr").advice.engine.split("{")[0])


def test_without_an_engine_what_is_in_the_cache_is_still_said(table: Table) -> None:
    sound = table.renderer().render(NIGHT)
    table.booth.failing.add("conteur")
    renderer = table.renderer()
    assert not renderer.ready()
    assert same(renderer.render(NIGHT), sound)
    assert len(renderer.render(EYES)) == 0


def test_a_phrase_that_no_engine_can_say_is_left_out_with_a_sentence_and_not_tried_again(table: Table) -> None:
    table.booth.unsayable.add(LOSES.text)
    renderer = table.renderer()
    renderer.prepare(LINES, nothing)
    assert len(renderer.render(LOSES)) == 0
    assert table.newly_asked().count(LOSES.text) == 1
    assert all(len(renderer.render(phrase)) for phrase in (NIGHT, NAME, EYES))
    (sentence,) = table.told
    assert LOSES.text in sentence


def test_an_engine_that_fails_at_one_phrase_after_another_is_given_up(table: Table) -> None:
    table.booth.unsayable |= {phrase.text for phrase in LINES}
    renderer = table.renderer()
    assert [len(renderer.render(phrase)) for phrase in LINES] == [0] * len(LINES)
    assert table.newly_asked() == [phrase.text for phrase in LINES[:3]]
    assert table.told[-1].startswith(load_voice("fr").advice.engine.split("{")[0])


def test_an_engine_that_spoke_and_breaks_down_is_begun_again_in_a_while_and_nobody_is_told_to_install_it(
    table: Table,
) -> None:
    renderer = table.renderer()
    assert len(renderer.render(NIGHT))
    table.booth.failing.add("conteur")
    assert [len(renderer.render(phrase)) for phrase in (LOSES, NAME, EYES)] == [0, 0, 0]
    assert [sentence for sentence in table.told if "again in a while" in sentence] == table.told
    table.booth.failing.clear()
    for _ in range(20):
        renderer.render(LOSES)
    assert all(len(renderer.render(phrase)) for phrase in LINES)
    assert len(table.told) == 1


def test_an_engine_that_stays_broken_is_told_of_once_and_not_begun_at_every_phrase(table: Table) -> None:
    renderer = table.renderer()
    renderer.render(NIGHT)
    table.booth.failing.add("conteur")
    table.newly_asked()
    for number in range(60):
        assert len(renderer.render(Phrase(f"Night {number}."))) == 0
    assert len(table.newly_asked()) <= 4
    assert len(table.told) == 1
    renderer.close()
    table.booth.failing.clear()
    for number in range(60):
        assert len(renderer.render(Phrase(f"Night {number}."))) == 0, "it is closed"


def test_what_cannot_be_kept_is_told_once_and_spoken_all_the_same(table: Table, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    renderer = table.renderer(folder=tmp_path / "file" / "cache")
    renderer.prepare(LINES, nothing)
    assert all(len(renderer.render(phrase)) for phrase in LINES)
    assert len(table.newly_asked()) == len(LINES)
    (sentence,) = table.told
    assert "Not a directory" in sentence


def test_nothing_to_pronounce_is_no_sound_and_no_failure(table: Table) -> None:
    assert len(table.renderer().render(Phrase("..."))) == 0
    assert table.told == []


def test_a_voice_whose_stand_in_there_is_not_is_refused_before_the_game(table: Table) -> None:
    with pytest.raises(VoiceError, match="nobody"):
        table.renderer(load_voice("berceuse").model_copy(update={"instead": "nobody"}))


def test_a_closed_renderer_still_gives_what_is_at_hand(table: Table) -> None:
    renderer = table.renderer()
    sound = renderer.render(NIGHT)
    renderer.close()
    renderer.close()
    assert children.running(WORKER) == []
    assert same(renderer.render(NIGHT), sound)
    assert len(renderer.render(EYES)) == 0


puts = st.lists(st.tuples(st.integers(0, 8), st.binary(max_size=40)), max_size=40)


@given(puts)
def test_below_its_limit_it_is_a_dictionary(sounds: list[tuple[int, bytes]]) -> None:
    memory = Memory(40 * 40)
    for word, sound in sounds:
        memory.put(bytes([word]), sound)
    kept = dict(sounds)
    assert [memory.get(bytes([word])) for word in range(9)] == [kept.get(word) for word in range(9)]


@given(puts, st.integers(0, 100))
def test_it_keeps_no_more_than_its_limit_and_always_the_last(sounds: list[tuple[int, bytes]], limit: int) -> None:
    memory = Memory(limit)
    kept: dict[int, bytes] = {}
    for word, sound in sounds:
        memory.put(bytes([word]), sound)
        kept[word] = sound
        assert memory.get(bytes([word])) == sound
        there = {other: found for other in range(9) if (found := memory.get(bytes([other]))) is not None}
        assert memory.get(bytes([word])) == sound  # used last again
        assert there.items() <= kept.items()
        assert sum(map(len, there.values())) <= max(limit, len(sound))


def test_what_was_not_asked_for_longest_goes_first() -> None:
    memory = Memory(30)
    for word in (b"one", b"two", b"three"):
        memory.put(word, bytes(10))
    memory.get(b"one")
    memory.put(b"four", bytes(10))
    assert memory.get(b"two") is None
    assert [memory.get(word) for word in (b"one", b"three", b"four")] == [bytes(10)] * 3
