"""What is heard of a rehearsed game is exact to the frame, and the clock moves by nothing else; presses are votes."""

from __future__ import annotations

from random import Random
from typing import cast

import numpy as np
import pytest
from booths import Paper, game, words
from hypothesis import given
from hypothesis import strategies as st

from narrator.commands.rendering import Studio
from narrator.evening.rehearsal.rehearsal import Guesser, rehearse
from narrator.evening.rehearsal.virtual_table import VirtualButton, VirtualClock
from narrator.packs.markup import TextPart, Utterance, caption
from narrator.rules.core.answers import NOBODY, Tie, seat
from narrator.rules.core.effects import Ask, Scene
from narrator.rules.village.windows import ballot
from narrator.sound.audio.messages import Ambience, Cover, PlayScene, Speak, VolumeLevel
from narrator.sound.audio.mixer import Mixer
from narrator.sound.dsp.samples import RATE, VOLUME_STEP, Samples, frames, from_pcm
from narrator.table.inbox.entry import Pressed
from narrator.table.session.counting import Counting
from narrator.table.session.presses import Sign


def tone(utterance: Utterance, *, by_night: bool, level: float = 0.0) -> Samples:  # noqa: ARG001 - as it is called
    """Say an utterance: as many frames as its letters, by night five more, times a hundred and one."""
    length = 101 * (len(caption(utterance)) + 5 * by_night)
    return (0.25 * np.sin(np.arange(length) / 9)).astype(np.float32)


class Session:
    """A studio, its clock, and all that came out."""

    def __init__(self, mixer: Mixer | Paper, began: float = 0.0) -> None:
        self.clock = VirtualClock()
        self.clock.sleep(began)
        self.blocks: list[Samples] = []
        self.captions: list[tuple[int, str, bool]] = []
        self.studio = Studio(self.clock, cast(Mixer, mixer), tone, self.blocks.append, seed=3, captioned=self._caption)

    def _caption(self, frame: int, utterance: Utterance, by_night: bool) -> None:
        self.captions.append((frame, caption(utterance), by_night))

    @property
    def heard(self) -> Samples:
        return np.concatenate([np.zeros(0, np.float32), *self.blocks])


def line(words: str) -> Utterance:
    return (TextPart(words),)


def bare() -> Mixer:
    return Mixer(lambda *_: pytest.fail("there is no scene"))


def test_speaking_takes_exactly_the_samples_spoken() -> None:
    session = Session(bare())
    said = [line("Un"), line("La nuit tombe."), line("")]
    for utterance in said:
        session.studio.speak(utterance)
    expected = np.concatenate([tone(utterance, by_night=False) for utterance in said])
    assert session.clock.now() == len(expected) / RATE
    assert len(session.heard) == len(expected)
    assert np.abs(session.heard - expected).max() <= 1 / 32768


@given(st.lists(st.one_of(st.floats(0, 3), st.text("ab ", max_size=9)), max_size=12), st.floats(0, 5000))
def test_the_sound_is_never_a_frame_longer_or_shorter_than_the_clock(told: list[float | str], began: float) -> None:
    session = Session(Paper(), began)
    for what in told:
        if isinstance(what, str):
            session.studio.speak(line(what))
        else:
            session.clock.sleep(what)
    session.studio.catch_up()
    assert len(session.heard) == frames(session.clock.now()) - frames(began)
    assert session.studio.at == frames(session.clock.now())


@given(st.lists(st.tuples(st.floats(0, 3), st.text("ab", min_size=1, max_size=9)), min_size=1, max_size=6))
def test_captions_tell_the_frame_at_which_their_words_begin(told: list[tuple[float, str]]) -> None:
    session = Session(bare(), began=2.0)
    for seconds, text in told:
        session.clock.sleep(seconds)
        session.studio.speak(line(text))
    assert [text for _, text, _ in session.captions] == [text for _, text in told]
    for frame, text, _ in session.captions:
        said = tone(line(text), by_night=False)
        assert np.abs(session.heard[frame : frame + len(said)] - said).max() <= 1 / 32768


def test_orders_come_at_the_frame_of_the_clock_with_the_public_seed() -> None:
    paper = Paper()
    session = Session(paper)
    session.studio.scene(Scene(scene="night", closed=True), 4)
    session.clock.sleep(1.5)
    session.studio.cover(True)
    session.studio.speak(line("Chut"))
    session.studio.cover(False)
    spoken = len(tone(line("Chut"), by_night=True))
    (_, speak) = paper.orders.pop(2)
    assert isinstance(speak, Speak)
    assert len(from_pcm(speak.pcm)) == spoken
    assert paper.orders == [
        (0, PlayScene("night", 3, 4)),
        (frames(1.5), Cover(True)),
        (frames(1.5) + spoken, Cover(False)),
    ]


def test_words_are_spoken_and_captioned_by_day_or_by_night_as_the_scene_is() -> None:
    session = Session(Paper())
    session.studio.speak(line("Un"))
    session.studio.scene(Scene(scene="wolves", closed=True), 1)
    session.studio.speak(line("Un"))
    assert [(frame, by_night) for frame, _, by_night in session.captions] == [(0, False), (202, True)]
    assert session.studio.at == 202 + 101 * (len("Un") + 5)


def test_softer_is_softer_and_never_silent() -> None:
    paper, session = Paper(), Session(bare())
    studio = Session(paper).studio
    assert [studio.volume(steps) for steps in (-1, -9, 1, 9)] == [True] * 4
    assert [order for _, order in paper.orders] == [
        VolumeLevel(1 - VOLUME_STEP),
        VolumeLevel(VOLUME_STEP),
        VolumeLevel(2 * VOLUME_STEP),
        VolumeLevel(1.0),
    ]
    session.studio.volume(-2)
    session.studio.speak(line("La nuit"))
    assert np.abs(session.heard).max() == pytest.approx((1 - 2 * VOLUME_STEP) * 0.25, abs=0.001)


def test_a_night_is_told_lower_whatever_was_chosen_and_what_covers_is_as_loud_as_ever() -> None:
    paper = Paper()
    studio = Session(paper).studio
    studio.volume(-1)
    studio.scene(Scene(scene="night", closed=True), 1, -3.0)
    studio.cover(True)
    studio.cover(False)
    studio.scene(Scene(scene="dawn"), 2)
    levels = [order.gain for _, order in paper.orders if isinstance(order, VolumeLevel)]
    lower = (1 - VOLUME_STEP) * 10 ** (-3 / 20)
    assert levels == pytest.approx([1 - VOLUME_STEP, lower, 1 - VOLUME_STEP, lower, 1 - VOLUME_STEP])


def sounded() -> Session:
    """Return a whole rehearsed game, heard, its ambience switched off."""
    mixer = bare()
    mixer.take(Ambience(False))
    session, played, chance = Session(mixer), game("cuba", 7), Random(1)
    table = Guesser(played.things(chance), chance)
    rehearse(played.setup, words("cuba"), table, clock=session.clock, mouth=session.studio)
    session.studio.catch_up()
    return session


def test_a_whole_game_is_heard_to_the_frame_and_sounds_the_same_again() -> None:
    one, other = sounded(), sounded()
    assert one.heard.tobytes() == other.heard.tobytes()
    assert one.captions == other.captions
    assert len(one.heard) == frames(one.clock.now()) > 60 * RATE
    spoken = np.zeros(len(one.heard), bool)
    for frame, text, by_night in one.captions:
        length = len(tone(line(text), by_night=by_night))
        assert not spoken[frame : frame + length].any(), f"{text!r} begins before the line before it has ended"
        spoken[frame : frame + length] = True
        assert one.heard[frame + 1]
    assert not one.heard[~spoken].any()


def test_who_is_clearly_out_is_pressed_in_a_count_of_its_own() -> None:
    clock = VirtualClock()
    counting = Counting(clock)
    button = VirtualButton(counting)
    asked = Ask(question="vote.result", choices=ballot((3, 5, 6), NOBODY, most=2), living=(3, 5, 6))
    button.want(asked, Tie((3, 5), clear=6), clock.now())
    assert button.press(clock.now()) == (0.0, Pressed(None)), "the first press begins the count"

    def pressed(item: object | None) -> bool:
        """Whether the button is pressed while this is heard; nothing is heard between two counts."""
        counting.hear(item)
        clock.sleep(1)
        return button.press(clock.now()) is not None

    assert [pressed(item) for item in (seat(3), Sign.TIE)] == [False, True]
    assert [pressed(item) for item in (None, seat(3), seat(5), seat(6))] == [False, True, True, False]
    assert [pressed(item) for item in (None, seat(6))] == [False, True]
