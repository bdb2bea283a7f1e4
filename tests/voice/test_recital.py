"""A whole game is spoken from what was prepared: nothing is rendered twice, and every sample is where it should be."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import cast

import children
import numpy as np
import pytest
from booths import Booth, Paper, game, nothing, same, tone, words, write_recordings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shipped import shipped
from tables import runs

from narrator.commands.rendering import Studio
from narrator.evening.rehearsal.rehearsal import Guesser, rehearse
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import PLAIN, TAGS, Silence, Style, Suspense, TextPart, Utterance, caption
from narrator.packs.markup import runs as runs_of
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Form, Term
from narrator.sound.audio.mixer import Mixer
from narrator.sound.dsp.loudness import TARGET, loudness
from narrator.sound.dsp.samples import RATE, Samples, frames
from narrator.table.games.engine import Founded
from narrator.table.inbox.moment import Facts
from narrator.table.session.narration import telling
from narrator.voice.cache import Cache
from narrator.voice.performance import Phrase
from narrator.voice.processing import gain
from narrator.voice.profile import Manner, Voice, load_voice
from narrator.voice.recital import BREATH, SOFTEST, LineSpeaker, Recital, recordings_of, with_numbers
from narrator.voice.recordings import Spoken
from narrator.voice.voice_files import VoiceError

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma", "Farid", "Gaëlle", "Hugo")
DAY_AND_NIGHT = ("conteur", "veilleur")
"""Who speaks then, of the voice of espeak."""


class Theatre:
    """Recitals that use one cache and one booth."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.booth = Booth()
        self.told: list[str] = []

    def recital(self, voice: str | Voice = "conteur", seed: int = 0) -> Recital:
        described = load_voice(voice) if isinstance(voice, str) else voice
        return Recital(described, Cache(self.folder), self.told.append, seed=seed, engine=self.booth.engine)

    def rendered(self, played: Founded, wording: Wording, recital: Recital | None = None) -> list[tuple[str, str]]:
        self.booth.newly_asked()
        repertoire = played.repertoire()
        (recital or self.recital()).prepare(repertoire.by_day(wording), repertoire.by_night(wording), nothing)
        return self.booth.newly_asked()


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Theatre:
    theatre = Theatre(tmp_path_factory.mktemp("season"))
    theatre.rendered(game(names=NAMES), words(names=NAMES))
    return theatre


@pytest.fixture
def theatre(tmp_path: Path) -> Theatre:
    return Theatre(tmp_path)


def play(played: Founded, wording: Wording, recital: Recital, chance: Random) -> int:
    clock = VirtualClock()
    studio = Studio(clock, cast(Mixer, Paper()), recital, lambda _: None, seed=0)
    rehearse(played.setup, wording, Guesser(played.things(chance), chance), clock=clock, mouth=studio)
    return studio.at


# --- what is rendered, and when -----------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "players"), [("thiercelieux", 8), ("cuba", 7)])
def test_what_was_prepared_leaves_nothing_to_render_in_the_whole_game(season: Theatre, name: str, players: int) -> None:
    recital = season.recital()
    names = NAMES[:players]
    for seed in (1, 2):
        played, wording = game(name, players, names, seed), words(name, names, seed)
        season.rendered(played, wording, recital)
        assert play(played, wording, recital, Random(seed)) > 60 * RATE
        assert season.booth.newly_asked() == []


@pytest.mark.thorough
def test_the_next_game_of_the_same_people_has_nothing_to_render(season: Theatre) -> None:
    for seed in (5, 6):
        assert season.rendered(game(names=NAMES, seed=seed), words(names=NAMES, seed=seed)) == []


@pytest.mark.parametrize("new", [1, 3, 8])
def test_so_many_new_names_cost_so_many_renderings_a_voice_and_style(season: Theatre, new: int) -> None:
    names = tuple(f"{name} {new}" for name in NAMES[:new]) + NAMES[new:]
    asked = season.rendered(game(names=names), words(names=names))
    assert {text for _, text in asked} == set(names[:new])
    styles_by_day, styles_by_night = ({asked.count((who, name)) for name in names[:new]} for who in DAY_AND_NIGHT)
    assert (len(styles_by_day), len(styles_by_night)) == (1, 1)  # every name costs the same
    assert len(asked) == new * (styles_by_day.pop() + styles_by_night.pop()) <= 4 * new


def test_a_changed_word_renders_only_what_changed(season: Theatre) -> None:
    book = shipped("thiercelieux").words["fr"]
    first, *others = book.lines["seer.wake"]
    _, kept = first.split(".", 1)
    lines = {**book.lines, "seer.wake": (f"La Voyante frissonne.{kept}", *others)}
    changed = Wording(book.model_copy(update={"lines": lines}), NAMES)
    assert season.rendered(game(names=NAMES), changed) == [("veilleur", "La Voyante frissonne.")]


def test_what_was_prepared_needs_no_engine(theatre: Theatre) -> None:
    recital = theatre.recital()
    utterance: Utterance = (TextPart("Le village perd "), TextPart("Anne"), TextPart("."))
    recital.prepare([utterance], [], nothing)
    recital.close()
    assert theatre.booth.open == []
    first = recital(utterance, by_night=False)
    assert len(first) > RATE / 2
    assert same(first, theatre.recital()(utterance, by_night=False))
    assert theatre.booth.asked == [("conteur", "Le village perd"), ("conteur", "Anne")]


def test_a_long_line_is_heard_before_its_end_is_made(theatre: Theatre) -> None:
    first, second = (
        "Le village veut un Capitaine, et il le veut ce soir.",
        "À qui porte l'écharpe, le vote donne deux voix.",
    )
    line: Utterance = (TextPart(first), Silence(1.0), TextPart(second))
    parts = theatre.recital().parts(line, by_night=False)
    begins = next(parts)
    assert theatre.booth.newly_asked() == [("conteur", first)]
    whole = np.concatenate([begins, *parts])
    assert theatre.booth.newly_asked() == [("conteur", second)]
    assert same(whole, theatre.recital()(line, by_night=False))


# --- who speaks, and how ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("by_night", "who"), [(False, "conteur"), (True, "veilleur")])
def test_the_watchman_speaks_to_closed_eyes_and_the_storyteller_to_open_ones(
    theatre: Theatre, by_night: bool, who: str
) -> None:
    theatre.recital()((TextPart("Chut."),), by_night=by_night)
    assert theatre.booth.asked == [(who, "Chut.")]


def test_a_voice_without_a_watchman_speaks_in_its_own_manner_at_night(theatre: Theatre) -> None:
    night = Manner(pace=0.8, whisper=True)
    recital = theatre.recital(load_voice("conteur").model_copy(update={"night": night}))
    line: Utterance = (TextPart("Dormez, dormez tous."),)
    by_day, by_night = recital(line, by_night=False), recital(line, by_night=True)
    assert {who for who, _ in theatre.booth.asked} == {"conteur"}
    assert len(by_night) - frames(BREATH) > 1.2 * (len(by_day) - frames(BREATH))


@pytest.mark.usefixtures("spoke")
@pytest.mark.parametrize("speaks", ["conteur", "tones"])
@given(style=st.sampled_from(list(TAGS.values())), dead=st.integers(0, 9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_soft_in_a_late_night_is_as_loud_as_all_must_be_and_what_is_not_is_as_it_was(
    theatre: Theatre, speaks: str, style: Style, dead: int
) -> None:
    """Of a voice that is rendered and of one that is recorded."""
    level = telling(Facts(players=12, dead=dict.fromkeys(range(1, dead + 1))), closed=True).gain
    recital = theatre.recital(speaks)

    def loud(style: Style, level: float = 0.0, *, by_night: bool = True) -> float:
        line: Utterance = (TextPart("Le village perd", style), Silence(1.5), TextPart("Le village perd", style))
        return loudness(recital(line, by_night=by_night, level=level)) + level

    aloud = gain(style) + level
    assert loud(style, level) - loud(replace(style, gain=0.0)) == pytest.approx(
        max(aloud, SOFTEST - TARGET) - gain(replace(style, gain=0.0)), abs=0.1
    )
    by_day = loud(style, by_night=False) - loud(replace(style, gain=0.0), by_night=False)
    assert by_day == pytest.approx(style.gain, abs=0.1), "only to closed eyes"


def test_a_voice_that_nobody_has_is_refused(theatre: Theatre) -> None:
    with pytest.raises(VoiceError, match="personne"):
        theatre.recital(load_voice("conteur").model_copy(update={"night": "personne"}))


def test_a_drum_rolls_by_the_public_seed_alone(theatre: Theatre) -> None:
    line: Utterance = (TextPart("Ce matin"), Suspense(2.0), TextPart("Anne."))
    one, same_seed, other = (theatre.recital(seed=seed)(line, by_night=False) for seed in (7, 7, 8))
    assert same(one, same_seed)
    assert len(one) == len(other)
    assert not same(one, other)


def test_a_motif_is_heard_under_no_word_far_softer_than_all_of_them_and_changes_none(theatre: Theatre) -> None:
    words, motif = TextPart("Les loups s'éveillent."), Suspense(1.8, "hunters")
    recital = theatre.recital()
    plain, before, after = (recital(line, by_night=True) for line in ((words,), (motif, words), (words, motif)))
    length = frames(1.8)
    assert same(before[length:], plain)
    assert same(after[: len(plain) - frames(BREATH)], plain[: len(plain) - frames(BREATH)])
    assert same(before[:length], after[-length:])
    assert loudness(before[:length]) < loudness(plain[: -frames(BREATH)]) - 14


def test_real_voices_speak_the_day_and_the_night_and_leave_no_process(spoken_home: Path) -> None:
    with Recital(load_voice("conteur"), Cache(spoken_home / "cache"), pytest.fail, seed=0) as recital:
        assert recital.ready()
        by_day, by_night = (recital((TextPart("Fermez les yeux."),), by_night=at_night) for at_night in (False, True))
    assert not same(by_day, by_night)
    assert min(len(by_day), len(by_night)) > RATE
    assert children.running("narrator.voice.synthesisers.pyttsx3_worker") == []


# --- the timeline -------------------------------------------------------------------------------------------

SAID = ("Le village perd ", "Anne", ", ", " et ", "Bruno", ".", "Fermez les yeux. ", "…")
STYLES = (PLAIN, Style(pace=0.8), Style(gain=-6.0), Style(strong=True))
segments = st.one_of(
    st.builds(TextPart, st.sampled_from(SAID), st.sampled_from(STYLES)),
    st.builds(Silence, st.sampled_from((0.2, 1.0, 1.51))),
    st.builds(Suspense, st.just(1.2)),
)


@pytest.fixture(scope="module")
def humming(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recital]:
    with Theatre(tmp_path_factory.mktemp("humming")).recital() as recital:
        yield recital


@settings(max_examples=runs(300))
@given(line=st.lists(segments, max_size=8).map(tuple), by_night=st.booleans())
def test_the_timeline_is_that_of_the_samples(humming: Recital, line: Utterance, by_night: bool) -> None:
    samples, timeline = humming(line, by_night=by_night), [*humming.timeline(line, by_night=by_night)]
    assert [text for _, _, text in timeline] == [caption(run) for run in runs_of(line) if isinstance(run, tuple)]
    written = [segment for segment in line if isinstance(segment, Silence | Suspense)]
    spoken = sum(end - begin for begin, end, _ in timeline)
    pauses = sum(frames(segment.seconds) for segment in written)
    assert len(samples) - spoken - pauses == breath_after(line)
    for begin, end, text in timeline:
        assert heard(samples[begin:end]) == any(sign.isalnum() for sign in text)
    if not any(isinstance(segment, Suspense) for segment in written):
        outside = samples.copy()
        for begin, end, _ in timeline:
            outside[begin:end] = 0
        assert not heard(outside)


@settings(max_examples=runs(200))
@given(pauses=st.lists(st.floats(0.05, 3.0), min_size=1, max_size=4))
def test_a_written_pause_is_silent_to_the_sample(humming: Recital, pauses: list[float]) -> None:
    line: list[TextPart | Silence] = [TextPart("Anne")]
    for pause in pauses:
        line += [Silence(pause), TextPart("Anne")]
    samples, timeline = humming(tuple(line), by_night=False), [*humming.timeline(tuple(line), by_night=False)]
    name = len(humming((TextPart("Anne"),), by_night=False)) - frames(BREATH)
    assert [end - begin for begin, end, _ in timeline] == [name] * len(timeline)
    for pause, (before, after) in zip(pauses, pairwise(timeline), strict=True):
        assert after[0] - before[1] == frames(pause)
        assert not heard(samples[before[1] : after[0]])


def breath_after(line: Utterance) -> int:
    """Return how many frames of breath follow a line: some where it ends with words."""
    said = [segment for segment in line if not isinstance(segment, TextPart) or any(c.isalnum() for c in segment.text)]
    return frames(BREATH) if said and isinstance(said[-1], TextPart) else 0


def heard(samples: Samples) -> bool:
    return bool(np.any(samples))


LOSES, ANNE, ZORAN = Phrase("Le village perd"), Phrase("Anne", closing=True), Phrase("Zoran", closing=True)
VOICE = "language: fr\nengine: recorded\nvoice: tones\ninstead: conteur\n"


class Spoke:
    """A voice of tones in the player's folder, and what is told of it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.booth = Booth()
        self.told: list[str] = []
        self.file = home / "voices" / "tones.recordings"
        write_recordings(self.file, [Spoken("Le village perd"), Spoken("Anne", closing=True)])
        (home / "voices" / "tones.yaml").write_text(VOICE, encoding="utf-8")

    def speaker(self) -> LineSpeaker:
        return LineSpeaker(load_voice("tones"), Cache(self.home / "cache"), self.told.append, self.booth.engine)


@pytest.fixture
def spoke(home: Path) -> Spoke:
    return Spoke(home)


def test_what_is_recorded_needs_no_engine(spoke: Spoke) -> None:
    speaker = spoke.speaker()
    assert speaker.ready()
    speaker.prepare([(LOSES, ANNE)], nothing)
    rendered = speaker.rendered((LOSES, ANNE))
    assert abs(rendered(LOSES).size - tone(Spoken("Le village perd")).size) < 50
    assert rendered(ANNE).any()
    assert spoke.booth.open == []
    assert spoke.booth.asked == []


def test_a_line_with_a_name_that_is_not_recorded_is_spoken_whole_by_the_other_voice(spoke: Spoke) -> None:
    speaker = spoke.speaker()
    speaker.prepare([(LOSES, ANNE), (LOSES, ZORAN)], nothing)
    assert spoke.booth.asked == [("conteur", "Le village perd"), ("conteur", "Zoran")]
    whole, other = speaker.rendered((LOSES, ANNE)), speaker.rendered((LOSES, ZORAN))
    assert not np.array_equal(whole(LOSES), other(LOSES))
    speaker.close()
    assert spoke.booth.open == []


def test_a_voice_whose_name_begins_alike_lends_no_recordings(spoke: Spoke) -> None:
    write_recordings(spoke.home / "voices" / "tones2.recordings", [Spoken("Zoran", closing=True)])
    more = write_recordings(spoke.home / "voices" / "tones.mafia.recordings", [Spoken("Zoran")])
    assert recordings_of(load_voice("tones")) == (more, spoke.file)


def test_a_style_changes_how_loud_a_recording_is(spoke: Spoke) -> None:
    speaker = spoke.speaker()
    soft = Phrase("Le village perd", Style(gain=-6.0))
    plain, softer = speaker.rendered([LOSES])(LOSES), speaker.rendered([soft])(soft)
    assert np.allclose(softer, plain * 10 ** (-6 / 20), atol=1e-4)


@pytest.mark.parametrize("style", [Style(), Style(gain=-6.0), Style(strong=True)])
def test_a_long_recording_comes_in_chunks_that_are_the_whole_and_one_at_once_where_it_is_loud(
    spoke: Spoke, style: Style
) -> None:
    spoken = Spoken("Le village perd, et il perd pour longtemps, cette nuit encore.", strong=style.strong)
    write_recordings(spoke.file, [spoken])
    phrase = Phrase(spoken.text, style)
    rendered = spoke.speaker().rendered([phrase])
    chunks = [*rendered.chunks(phrase)]
    assert len(chunks) == (1 if style.strong else 2)
    assert np.array_equal(np.concatenate(chunks), rendered(phrase))
    assert max(np.abs(np.diff(np.concatenate(chunks)))) < 2 * max(np.abs(np.diff(chunks[-1])))


def test_one_name_may_be_said_in_two_ways_in_one_line(spoke: Spoke) -> None:
    write_recordings(spoke.home / "voices" / "tones.more.recordings", [Spoken("Anne")])
    inside = Phrase("Anne")
    rendered = spoke.speaker().rendered((inside, ANNE))
    assert not np.array_equal(rendered(inside), rendered(ANNE))


@pytest.mark.parametrize("damage", ["missing", "damaged", "recording", "blocks"])
def test_without_its_recordings_another_voice_speaks_and_that_is_told_once(spoke: Spoke, damage: str) -> None:
    if damage == "missing":
        spoke.file.unlink()
    elif damage == "damaged":
        spoke.file.write_bytes(b"nothing of use")
    else:
        damage_table(spoke.file, damage)
    speaker = spoke.speaker()
    assert speaker.ready()
    assert speaker.rendered([LOSES])(LOSES).any()
    assert speaker.rendered([ANNE])(ANNE).any()
    assert spoke.booth.asked == [("conteur", "Le village perd"), ("conteur", "Anne")]
    (told,) = spoke.told
    assert "conteur" in told


def test_damage_that_is_found_while_a_game_is_prepared_is_told_and_the_other_voice_prepares_it(spoke: Spoke) -> None:
    damage_table(spoke.file, "recording")
    spoke.speaker().prepare([[LOSES], [ANNE]], lambda _done, _all: None)
    assert spoke.booth.asked == [("conteur", "Le village perd"), ("conteur", "Anne")]
    assert len(spoke.told) == 1


def damage_table(file: Path, table: str) -> None:
    """Overwrite the page of a database with which a table begins."""
    with closing(sqlite3.connect(file)) as rows:
        ((size,),) = rows.execute("PRAGMA page_size")
        ((page,),) = rows.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)


@pytest.mark.parametrize(("said", "numbered"), [("", True), ("Soan", False)])
def test_a_voice_that_cannot_say_a_name_says_the_number_of_the_seat(spoke: Spoke, said: str, numbered: bool) -> None:
    write_recordings(spoke.home / "voices" / "tones.names.recordings", [Spoken("Anne"), Spoken("Soan")])
    wording = Wording(shipped("thiercelieux").words["fr"], ("Anne", "Zoran"), 0, ("", said))
    seats = Term(Form.SEAT, (1, 2))
    anne, _, zoran = with_numbers(wording, load_voice("tones")).value(seats, "")
    assert (anne.said, anne.text, zoran.text) == ("Anne", "Anne", "Zoran")
    assert zoran.said == ("le numéro 2" if numbered else "Soan")


def test_every_recording_begins_and_ends_at_zero(spoke: Spoke) -> None:
    sound = spoke.speaker().rendered([LOSES])(LOSES)
    assert abs(sound[0]) < 1e-4
    assert abs(sound[-1]) < 1e-3
