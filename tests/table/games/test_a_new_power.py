"""A power that nobody knew before, with line ids of its own, is spoken as all others are: the facts come with it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import pytest
from booths import Booth, Paper, nothing

from narrator.base.resources import pack_path
from narrator.commands.rendering import Studio
from narrator.evening.rehearsal.rehearsal import Guesser, rehearse
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.packs.markup import Utterance, caption
from narrator.packs.pack import Pack, load_pack
from narrator.packs.rules import Opening
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Say
from narrator.rules.core.play import Play
from narrator.rules.core.secrets import Secret
from narrator.rules.core.vocabulary import Eyes, lines
from narrator.rules.village.powers import POWERS
from narrator.rules.village.powers.power import Power
from narrator.rules.village.state import VillageState
from narrator.rules.village.windows import Counted
from narrator.sound.audio.mixer import Mixer
from narrator.table.games.founding import OPENINGS
from narrator.table.games.registry import engine_of
from narrator.table.setup.setup_answers import SetupAnswers
from narrator.voice.cache import Cache
from narrator.voice.profile import load_voice
from narrator.voice.recital import Recital

WAKE, BOW, SLEEP = "Que le mime s'éveille.", "Il salue la lune.", "Rideau."

RULES = (
    ("filler:", "  mime: {camp: village, powers: [mime], box: 1}\nfiller:"),
    ("every_night: [seer,", "every_night: [mime, seer,"),
    ("windows:", "windows:\n  mime: [5]\n#"),
)
WORDS = (
    ("camps:", '  mime: {name: "le Mime", bare: "Mime", many: "Mimes", reminder: "Il salue."}\ncamps:'),
    ("lines:", f'lines:\n  mime.wake: "{WAKE}"\n  mime.bow: "{BOW}"\n  mime.sleep: "{SLEEP}"'),
)


def bow(state: VillageState) -> Play[None]:
    """Have the mime bow, behind his call's first word."""
    yield state.say("mime.bow")


MIME = Power(
    id="mime",
    slots=(Counted.NOTHING,),
    opening=bow,
    lines=lines("mime.wake", "mime.bow", "mime.sleep", eyes=Eyes.CLOSED),
)


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pack:
    """Return a pack with a mime, in an engine that has his power."""
    monkeypatch.setitem(POWERS, "mime", MIME)
    monkeypatch.setitem(OPENINGS, "mime", Opening(1, "mime", called=True))
    folder = tmp_path / "mimes"
    folder.mkdir()
    for name, changes in (("game.yaml", RULES), ("fr.yaml", WORDS)):
        text = (pack_path("thiercelieux") / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(f"\n{old}") == 1 or text.count(old) == 1
            text = text.replace(old, new, 1)
        (folder / name).write_text(text, encoding="utf-8")
    return load_pack(folder, ("fr",))


@pytest.mark.thorough
def test_its_call_has_the_voice_of_the_night_and_the_dawn_that_of_the_day(pack: Pack, tmp_path: Path) -> None:
    wording = Wording(pack.words["fr"])
    asked = SetupAnswers(players=8, cards="loup-garou,loup-garou,mime" + ",villageois" * 5)
    game = engine_of("village").plan(pack.rules, asked, wording, pytest.fail).found(Secret(b"mime"))
    booth, clock, repertoire = Booth(), VirtualClock(), game.repertoire()
    voices: dict[str, set[bool]] = {}

    def said(_frame: int, utterance: Utterance, by_night: bool) -> None:
        voices.setdefault(caption(utterance), set()).add(by_night)

    with Recital(load_voice("conteur"), Cache(tmp_path / "cache"), pytest.fail, seed=0, engine=booth.engine) as recital:
        recital.prepare(repertoire.by_day(wording), repertoire.by_night(wording), nothing)
        assert {who for who, text in booth.newly_asked() if text == BOW} == {"veilleur"}
        studio = Studio(clock, cast(Mixer, Paper()), recital, lambda _: None, seed=0, captioned=said)
        rehearse(game.setup, wording, Guesser(game.things(Random(1)), Random(1)), clock=clock, mouth=studio)
        assert booth.newly_asked() == [], "all was prepared, for the voice that said it"

    dawns = {caption(wording.spoken(Say(line="dawn", occurrence=day))) for day in range(9)}
    assert all(voices[line] == {True} for line in (WAKE, BOW, SLEEP))
    assert [by_night for line, by_night in voices.items() if line in dawns] == [{False}] * len(dawns & voices.keys())
    assert dawns & voices.keys()
