"""The loudness and the peaks of every voice, line by line of a game."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from narrator.base.resources import pack_path
from narrator.commands.voices import lacking, speaking
from narrator.evening.rehearsal.rehearsal import Guesser
from narrator.packs.pack_check import load_checked
from narrator.packs.wording import Wording
from narrator.rules.core.effects import Say
from narrator.rules.core.play import Walk
from narrator.rules.core.secrets import Secret
from narrator.sound.dsp.loudness import CEILING, TARGET, loudness, true_peak
from narrator.sound.soundscape.instruments import figure
from narrator.table.games.registry import engine_facts, engine_of
from narrator.table.setup.setup_answers import SetupAnswers
from narrator.voice.performance import Phrase, Piece, assembled, phrases, script
from narrator.voice.processing import gain
from narrator.voice.profile import Voice, load_voice
from narrator.voice.voice_files import voices

TOLERANCE = 1.0
"""LU by which a line may be louder or softer than the target."""

COLUMNS = "lines  LUFS min    mean     max  true peak   phrases     min     max"

NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma", "Farid", "Gaëlle", "Hugo", "Inès", "Jules", "Karim", "Léa")


def measure(names: Sequence[str], game: str, most: int) -> int:
    """Print a table, a row a voice; status 1 where a line is too loud, too soft, or has too high a peak."""
    well = True
    print(f"{'':14} {COLUMNS}")
    for voice in map(load_voice, names or voices()):
        if missing := lacking(voice):
            print(f"{voice.name:14} {missing}")
            continue
        lines = spread(tuple(heard(game, voice.language)), most)
        well &= row(voice, lines)
    verdict = "yes" if well else "NO"
    print(f"lines: {TARGET:g} LUFS ± {TOLERANCE:g}, peaks up to {CEILING:g} dBTP: {verdict}")
    return 0 if well else 1


def row(voice: Voice, lines: Sequence[tuple[Piece, ...]]) -> bool:
    """Measure one voice and print its row; say whether all is as it should be.

    A line of a single phrase is measured as that phrase. It may be a name: silence around so short a sound moves the
    blocks of 0.4 s that loudness is measured in (ITU-R BS.1770), and its loudness by 1 LU with them.
    """
    with speaking(voice) as speaker:
        apart: dict[Phrase, float] = {}
        whole = []
        for line in lines:
            rendered = speaker.rendered(phrases(line))
            apart |= {phrase: loudness(rendered(phrase)) - gain(phrase.style) for phrase in phrases(line)}
            whole.append(assembled(line, rendered, partial(figure, seed=0)))
    loud = [loudness(said) for line, said in zip(lines, whole, strict=True) if len(phrases(line)) > 1]
    peak = max(true_peak(line) for line in whole)
    print(
        f"{voice.name:14} {len(loud):5} {min(loud):9.2f} {statistics.mean(loud):7.2f} {max(loud):7.2f} {peak:10.2f} "
        f"{len(apart):9} {min(apart.values()):7.2f} {max(apart.values()):7.2f}",
        flush=True,
    )
    return max(abs(one - TARGET) for one in (*loud, *apart.values())) <= TOLERANCE and peak <= CEILING + 0.01


def heard(game: str, language: str) -> Iterator[tuple[Piece, ...]]:
    """Yield the scripts of all that is said in a plain style, once each, in a game that answers itself.

    Raises:
        UnknownGameError: there is no such game.
        PackError: it has faults, or no words in this language.
    """
    pack = load_checked(pack_path(game), engine_facts, [language])
    wording = Wording(pack.words[language], NAMES)
    asked = SetupAnswers(players=len(NAMES), names=NAMES)
    founded = engine_of(pack.rules.engine).plan(pack.rules, asked, wording, print).found(Secret(b"loudness"))
    chance = Random(0)
    guesser, walk = Guesser(founded.things(chance), chance), Walk(founded.setup)
    told = set()
    while True:
        for effect in walk.run():
            pieces = script(wording.spoken(effect)) if isinstance(effect, Say) else ()
            gains = [gain(piece.style) for piece in pieces if isinstance(piece, Phrase)]
            if gains and not any(gains) and pieces not in told:
                told.add(pieces)
                yield pieces
        if walk.pending is None:
            return
        walk.answer(guesser.answer(walk.pending))


def spread(lines: Sequence[tuple[Piece, ...]], most: int) -> Sequence[tuple[Piece, ...]]:
    """Return at most so many lines, from all parts of the game."""
    return lines[:: -(-len(lines) // most)]
