"""What is recognised is one of the expected phrases, whole, or nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from functools import partial
from math import inf, log
from pathlib import Path

import numpy as np
import pytest
from benchmarks import held_out
from hearings import MODEL, said

from models.build import lexicon
from models.build.sound import stretched
from models.build.vocabulary import vocabulary
from narrator.ear import vosk_recogniser as module
from narrator.ear.messages import Open, RecogniserError
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import Pcm
from narrator.ear.vosk_recogniser import (
    ANYTHING,
    OTHERS,
    UNSAID,
    Decoder,
    ModelWords,
    Phrases,
    Recognition,
    VoskQuestion,
    VoskRecogniser,
)
from narrator.sound.dsp.samples import HEARING_RATE
from narrator.table.language.phrasebook import phrasebook_of

pytest.importorskip("vosk", reason="the package vosk is missing")

COMMANDS = ("oui", "non", "suite", "répète", "joueur trois", "joueur treize", "égalité", "égalité deux et cinq")


@pytest.fixture(scope="module")
def ears() -> VoskRecogniser:
    ears = VoskRecogniser(MODEL)
    ears.thresholds = Thresholds(besides=0.2, around=0.29)
    return ears


@pytest.fixture
def question(ears: VoskRecogniser) -> VoskQuestion:
    return ears.question(Open("", COMMANDS, ()))


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Return a model that a test may spoil."""
    return shutil.copytree(MODEL, tmp_path / "model")


def readings(question: VoskQuestion, sound: Pcm, voice: float = 0.0, span: float = inf) -> tuple[Recognition, ...]:
    """Return what an utterance may be, in which somebody is heard for so long."""
    for at in range(0, len(sound), 512):
        question.take(sound[at : at + 512])
    found = question.readings(voice, span)
    question.drop()
    return found


def hear(question: VoskQuestion, sound: Pcm) -> str | None:
    return readings(question, sound)[0].phrase


@pytest.mark.parametrize("voice", ["fr+f5", "fr+m8", "fr-ch"])
def test_every_phrase_is_recognised_with_its_accents(question: VoskQuestion, voice: str) -> None:
    assert [hear(question, said(phrase, voice, 0.2, 0.3)) for phrase in COMMANDS] == list(COMMANDS)


@pytest.mark.parametrize(
    "talk", ["un écureuil a vidé la mangeoire", "oui oui", "non joueur trois", "joueur", "deux et cinq", "trois joueur"]
)
def test_what_is_no_whole_phrase_is_none(question: VoskQuestion, talk: str) -> None:
    assert hear(question, said(talk, before=0.2, after=0.3)) is None


@pytest.mark.parametrize(
    ("voice", "span", "text"),
    [
        (0.6, 0.7, "joueur trois"),
        (1.5, 1.5, "joueur trois [unk]"),
        (0.2, 0.2, "joueur trois [unk]"),
        (0.2, 0.6, "joueur trois"),
    ],
)
def test_words_that_do_not_last_about_as_long_as_the_voice_are_no_answer(
    question: VoskQuestion, voice: float, span: float, text: str
) -> None:
    reading, *_ = readings(question, said("joueur trois", before=0.2, after=0.3), voice, span)
    assert reading.text == text
    assert (reading.phrase is None) == (text != "joueur trois")


@pytest.mark.parametrize(("decoys", "heard"), [((), True), (("c'est",), False)])
def test_words_that_are_hardly_certain_must_last_as_long_as_the_voice(
    ears: VoskRecogniser, decoys: tuple[str, ...], heard: bool
) -> None:
    question = ears.question(Open("", ("sept",), decoys))  # which may sound the same
    likeliest, *_ = readings(question, said("sept", before=0.2, after=0.3), voice=0.52)
    assert (likeliest.phrase is not None) is heard


def test_what_it_may_have_been_is_told_with_how_likely_it_is(ears: VoskRecogniser) -> None:
    question = ears.question(Open("", ("sept", "c'est"), ()))
    found = readings(question, said("sept", before=0.2, after=0.3))
    assert {reading.phrase for reading in found} >= {"sept", "c'est"}
    assert found[0].behind == 0.0
    assert [reading.behind for reading in found] == sorted(reading.behind for reading in found)


class Undecided:
    """A recogniser of Vosk that hears `six`, or a tenth as likely `dix`, each 0.4 s long. It counts its calls."""

    def __init__(self) -> None:
        self.taken = self.ended = 0

    def AcceptWaveform(self, _pcm: bytes) -> bool:  # noqa: N802 - as Vosk has it
        self.taken += 1
        return False

    def FinalResult(self) -> str:  # noqa: N802 - as Vosk has it
        self.ended += 1
        heard = (("six", 50.0), ("dix", 50.0 - log(10)))
        return json.dumps(
            {
                "alternatives": [
                    {"confidence": sure, "text": text, "result": [{"word": text, "start": 0.0, "end": 0.4}]}
                    for text, sure in heard
                ]
            }
        )


@pytest.mark.parametrize(("voice", "answers"), [(0.5, 2), (0.7, 0)])
def test_what_is_as_long_as_the_likeliest_stays_its_rival(ears: VoskRecogniser, voice: float, answers: int) -> None:
    phrases = ears.question(Open("", ("six", "dix"), ())).phrases
    question = VoskQuestion(phrases, Undecided, Thresholds(besides=0.2))
    assert sum(reading.phrase is not None for reading in question.readings(voice, inf)) == answers


def test_silence_after_what_was_read_is_not_decoded(ears: VoskRecogniser) -> None:
    phrases, vosk = ears.question(Open("", ("six", "dix"), ())).phrases, Undecided()
    question = VoskQuestion(phrases, lambda: vosk, Thresholds())
    for _ in range(2):
        question.take(np.zeros(HEARING_RATE, np.int16))
        question.readings(0.5, 0.5)
    assert (vosk.taken, vosk.ended) == (1, 1)
    question.readings(0.6, 0.7)
    assert (vosk.taken, vosk.ended) == (3, 2)


def test_what_was_read_and_went_on_is_forgotten_with_the_rest(question: VoskQuestion) -> None:
    question.take(said("joueur", before=0.2, after=0.3))
    question.readings(0.4, 0.4)
    question.take(said("treize", before=0.05, after=0.1))
    question.drop()
    assert hear(question, said("oui", before=0.2, after=0.3)) == "oui"


NUMBERS = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"]
TIES = tuple(f"égalité {first} et {second}" for first in NUMBERS for second in NUMBERS if first != second)


def heard_of_a_tie(disordered: float) -> list[Recognition]:
    """What voices like people's may have said of a tie, all of them together."""
    ears = VoskRecogniser(MODEL)
    ears.thresholds = Thresholds(disordered=disordered)
    question, heard = ears.question(Open("", TIES, ())), list[Recognition]()
    for clip in held_out.clips():
        if clip.text == "égalité deux et cinq":
            sound = np.concatenate([np.zeros(HEARING_RATE // 5), clip.sound, np.zeros(HEARING_RATE // 3)]).astype(
                np.int16
            )
            heard += readings(question, sound)
    return heard


@pytest.mark.thorough
def test_words_in_an_order_that_no_phrase_has_are_heard_less_readily() -> None:
    free, strict = heard_of_a_tie(0.0), heard_of_a_tie(4.6)
    assert sum(one.phrase is None for one in strict) < 0.5 * sum(one.phrase is None for one in free)
    assert sum(one.phrase is not None for one in strict) >= sum(one.phrase is not None for one in free) > 0


@pytest.mark.parametrize(("misfit", "alike"), [(inf, "loup-garou"), (15.0, None)])
def test_what_any_sounds_fit_much_better_is_no_answer(misfit: float, alike: str | None) -> None:
    ears = VoskRecogniser(MODEL)
    ears.thresholds = Thresholds(misfit=misfit)
    question = ears.question(Open("", ("loup-garou",), ()))
    assert hear(question, said("loup-garou", before=0.2, after=0.3)) == "loup-garou"
    assert hear(question, said("loup-gâteau", before=0.2, after=0.3)) == alike


def test_what_is_said_slowly_misses_no_more_of_its_sounds() -> None:
    phrase = "alors égalité onze et douze"
    spoken = next(clip.sound for clip in held_out.clips() if (clip.voice, clip.text) == ("am_puck", phrase))
    slow = stretched(spoken.astype(np.float32), (0, len(spoken)), (0, 2 * len(spoken)))
    question = VoskRecogniser(MODEL).question(Open("", (phrase,), ()))
    assert hear(question, np.pad(slow, (HEARING_RATE // 5, HEARING_RATE // 3)).astype(np.int16)) == phrase


def test_one_utterance_leaves_nothing_behind_for_the_next(question: VoskQuestion) -> None:
    question.take(said("joueur", before=0.2, after=0.0))
    question.drop()
    assert hear(question, said("oui", before=0.2, after=0.3)) == "oui"


def test_a_phrase_is_complete_unless_a_longer_one_begins_so(question: VoskQuestion) -> None:
    seen = {}
    for text in ("joueur trois", "joueur", "égalité"):
        seen[text] = readings(question, said(text, before=0.2, after=0.4))[0].complete
    assert seen == {"joueur trois": True, "joueur": False, "égalité": False}


def test_an_utterance_that_goes_on_is_read_whole(question: VoskQuestion) -> None:
    question.take(said("joueur", before=0.2, after=0.3))
    assert question.readings(0.4, 0.4)[0].text == "joueur"
    question.take(said("trois", before=0.05, after=0.3))
    assert question.readings(0.9, 1.2)[0].text == "joueur trois"
    question.drop()
    assert hear(question, said("oui", before=0.2, after=0.3)) == "oui"


def test_decoys_are_heard_and_are_no_phrases(ears: VoskRecogniser) -> None:
    question = ears.question(Open("", ("oui", "trois"), ("toi", "maintenant")))
    reading, *_ = readings(question, said("maintenant", before=0.2, after=0.3))
    assert (reading.text, reading.phrase) == ("maintenant", None)


def test_a_word_of_a_phrase_is_no_decoy(ears: VoskRecogniser) -> None:
    assert hear(ears.question(Open("", ("oui", "maintenant"), ("maintenant",))), said("maintenant")) == "maintenant"


def test_the_same_question_asked_again_has_the_same_recogniser_and_few_are_kept(ears: VoskRecogniser) -> None:
    first = ears.question(Open("", ("oui", "non"), ()))
    for number in ("un", "deux", "trois", "quatre"):
        ears.question(Open("", (number,), ()))
    assert ears.question(Open("", ("oui", "non"), ())) is first
    for number in ("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit"):
        ears.question(Open("", (number,), ()))
    assert ears.question(Open("", ("oui", "non"), ())) is not first


def test_words_that_the_model_does_not_know_are_told_and_their_phrases_left_out(ears: VoskRecogniser) -> None:
    assert ears.unknown(["alice", "Élodie", "hélicoptère", "joueur trois", "Xylophone"]) == ("hélicoptère", "Xylophone")
    question = ears.question(Open("", ("oui", "joueur hélicoptère"), ()))
    assert question.phrases.unheard == ("joueur hélicoptère",)
    assert hear(question, said("oui", before=0.2, after=0.3)) == "oui"


def is_empty(model: Path) -> None:
    shutil.rmtree(model)
    model.mkdir()


def cannot_listen(model: Path) -> None:
    (model / "graph" / "HCLr.fst").unlink()


def has_no_other_speech(model: Path) -> None:
    spell_other_speech(model, b"[foo]")


def is_cut_short(model: Path) -> None:
    with (model / "am" / "final.mdl").open("r+b") as network:
        network.truncate(5000)


def spell_other_speech(model: Path, word: bytes) -> None:
    words = model / "graph" / "Gr.fst"
    words.write_bytes(words.read_bytes().replace(b"[unk]", word))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (is_empty, "narrator models fetch"),
        (cannot_listen, r"no model in .* that listens for phrases"),
        (has_no_other_speech, r"no word for other speech, \[unk\]"),
        (is_cut_short, "narrator models verify"),
    ],
)
def test_a_model_that_is_of_no_use_is_refused_with_advice(model: Path, spoil: Callable[[Path], None], why: str) -> None:
    spoil(model)
    with pytest.raises(RecogniserError, match=why) as refused:
        VoskRecogniser(model)
    assert refused.value.kind == "model"


def test_a_model_that_spells_its_word_for_other_speech_in_another_way_hears_as_well(model: Path) -> None:
    spell_other_speech(model, b"<unk>")
    question = VoskRecogniser(model).question(Open("", ("oui", "non"), ()))
    assert hear(question, said("oui", before=0.2, after=0.3)) == "oui"
    assert hear(question, said("hélicoptère orange", before=0.2, after=0.3)) is None
    assert "[unk]" in readings(question, said("hélicoptère orange", before=0.2, after=0.3))[0].text


def test_a_model_for_which_there_is_no_memory_is_refused_before_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "meminfo"
    told.write_text("MemTotal:       512000 kB\nMemAvailable:    50000 kB\n")
    free = module.available_memory(told)
    assert free == 51_200_000
    monkeypatch.setattr(module, "available_memory", lambda: free)
    with pytest.raises(RecogniserError, match=r"takes 80 MB of memory, and 51 MB are free") as refused:
        VoskRecogniser(MODEL)
    assert refused.value.kind == "model"


def test_where_the_system_tells_of_no_memory_a_model_is_loaded(tmp_path: Path) -> None:
    assert module.available_memory(tmp_path / "nothing") is None


def test_no_decoy_sounds_like_a_word_of_a_game() -> None:
    sounds = {word: set(map(tuple, ways)) for word, ways in lexicon.read().items()}
    games = ("commands", "answers", "numbers", "seats", "roles", "camps", "names")
    words = {word for section in games for word in vocabulary().sections[section]}
    alike = {
        (decoy, word)
        for decoy in phrasebook_of("fr").decoys
        for word in words - {decoy}
        if sounds.get(decoy, set()) & sounds[word]
    }
    assert alike == set()


class Model:
    """A model that knows some words."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = set(known)

    def vosk_model_find_word(self, word: str) -> int:
        return 7 if word in self._known else -1


def test_what_may_only_go_on_politely_is_complete() -> None:
    words = ModelWords(Model(["oui", "merci", "s'il", "te", "plaît", "deux", "et", "trois", "non"]))
    said = ("oui", "oui merci", "deux", "deux s'il te plaît", "deux et trois", "non merci")
    phrases = Phrases(said, words, ("merci", "s'il te plaît"))
    assert [phrases.complete(text) for text in ("oui", "oui merci", "deux", "deux et trois")] == [
        True,
        True,
        False,
        True,
    ]
    assert not phrases.complete("non")
    assert not Phrases(said, words).complete("oui")


def test_an_answer_that_may_only_go_on_as_talk_is_complete() -> None:
    words = ModelWords(Model(["oui", "non", "mais", "coupable"]))
    talk = ("oui", "non", "mais", "oui mais", "non coupable")
    phrases = Phrases(("oui", "non", "oui mais", "mais", "non coupable"), words, talk=talk)
    assert [phrases.complete(text) for text in ("oui", "non")] == [True, True]
    guilty = Phrases(("coupable", "non", "non coupable"), words, talk=talk)
    assert not guilty.complete("non")  # it may go on as an answer would


def test_a_phrase_is_spelled_as_the_model_spells_it() -> None:
    words = ModelWords(Model(["ange", "l'", "gardien", "dix", "sept", "l'agent", "dix-huit", "l'ange-gardien"]))
    assert words.spelled("L’ange gardien") == "l' ange gardien"
    assert words.spelled("l'agent dix-sept") == "l'agent dix sept"
    assert words.spelled("dix-huit") == "dix-huit"
    assert words.spelled("l'ange-gardien") == "l'ange-gardien"
    assert words.spelled("l'abbé") is None
    assert words.spelled("dix-neuf") is None


@pytest.mark.parametrize("name", [ANYTHING, UNSAID, *OTHERS, "<eps>", f"anna {ANYTHING}"])
def test_what_stands_for_sounds_cannot_be_said_whoever_is_called_so(name: str) -> None:
    words = ModelWords(Model({"anna", "<eps>", ANYTHING, UNSAID, *OTHERS, *map(str.casefold, OTHERS)}))
    assert words.spelled(name) is None


def test_what_is_heard_is_told_as_it_was_asked_for() -> None:
    phrases = Phrases(("L'ange", "dix-sept", "oui"), ModelWords(Model(["ange", "l'", "dix", "sept", "oui", "dix"])))
    assert phrases.spelled == ("l' ange", "dix sept", "oui")
    assert [phrases.whole(text) for text in phrases.spelled] == ["L'ange", "dix-sept", "oui"]
    assert phrases.whole("dix") is None


vosk = pytest.importorskip("vosk", reason="the package vosk is missing")

PHRASES = ("oui", "non", "suite", "joueur trois", "[unk]")


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    vosk.SetLogLevel(-1)
    return Decoder(partial(recogniser, vosk.Model(str(MODEL))))


def recogniser(model: object) -> object:
    made = vosk.KaldiRecognizer(model, HEARING_RATE, json.dumps(PHRASES, ensure_ascii=False))
    made.SetWords(True)
    made.SetMaxAlternatives(10)
    return made


def likeliest(decoder: Decoder) -> str:
    return " ".join(word.text for word in decoder.end()[0].words)


def test_what_was_said_comes_with_how_long_each_word_lasts(decoder: Decoder) -> None:
    decoder.take(said("joueur trois", before=0.2, after=0.3))
    first, *others = decoder.end()
    assert [word.text for word in first.words] == ["joueur", "trois"]
    assert all(0.1 < word.seconds < 0.6 for word in first.words)
    assert all(other.log_likelihood <= first.log_likelihood for other in others)


def test_a_pause_that_vosk_takes_for_an_end_does_not_tear_an_utterance(decoder: Decoder) -> None:
    for sound in (said("joueur", before=0.2, after=1.6), said("trois", before=0.1, after=0.3)):
        decoder.take(sound)
    assert likeliest(decoder) == "joueur trois"


def test_what_was_dropped_is_no_part_of_the_next(decoder: Decoder) -> None:
    decoder.take(said("joueur", before=0.2, after=1.6))
    decoder.drop()
    decoder.take(said("oui", before=0.2, after=0.3))
    assert likeliest(decoder) == "oui"


def test_both_parts_of_an_utterance_count_for_how_likely_it_is(decoder: Decoder) -> None:
    decoder.take(said("suite", before=0.2, after=0.3))
    alone = decoder.end()[0].log_likelihood
    for _ in range(2):
        decoder.take(said("suite", before=0.2, after=1.6))
    assert decoder.end()[0].log_likelihood > 1.5 * alone


def test_silence_is_one_alternative_without_words(decoder: Decoder) -> None:
    decoder.take(np.zeros(HEARING_RATE, np.int16))
    assert [one.words for one in decoder.end()] == [()]


def test_a_recogniser_that_has_heard_much_is_made_anew_and_hears_as_well(
    decoder: Decoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_UTTERANCES", 2)
    heard = []
    for _ in range(5):
        decoder.take(said("suite", before=0.2, after=0.3))
        heard.append(likeliest(decoder))
    assert heard == ["suite"] * 5


class Made:
    """A recogniser of Vosk that hears nothing, and counts the utterances that it ended."""

    def __init__(self) -> None:
        self.ended = 0

    def FinalResult(self) -> str:  # noqa: N802 - Vosk's name
        self.ended += 1
        return "{}"


def test_no_recogniser_hears_more_than_five_hundred_utterances() -> None:
    made: list[Made] = []

    def make() -> Made:
        made.append(Made())
        return made[-1]

    decoder = Decoder(make)
    for number in range(1200):
        if number % 2:
            decoder.drop()
        else:
            decoder.end()
    assert [recogniser.ended for recogniser in made] == [500, 500, 200]
