"""The decoding graph, in the form that takes grammars at run time: `graph/HCLr.fst` and `graph/Gr.fst`.

HCLr leads from transition ids to words. A sound does not depend on its neighbours here and has one transition id to
enter it, so the graph is written down directly, as a tree of pronunciations. Gr says which words may follow each other
where no grammar is given: any word, at the same cost.
"""

import math
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from models.build.lexicon import Lexicon, Pronunciation
from models.build.phones import (
    ANY,
    GARBAGE,
    KINDS,
    PHONE_COUNT,
    PLACES,
    SILENCE,
    entering,
    kaldi_phone,
    stay_probability,
    staying,
)
from narrator.ear.vosk_recogniser import ANYTHING, UNKNOWN, UNSAID

EPSILON: Final = "<eps>"
_TOOLS: Final = ("fstcompile", "fstarcsort", "fstconvert", "fstsymbols")
_LOOKAHEAD: Final = "*/libfstlookahead.so.*"
"""Under /usr/lib: what Debian's `fstconvert` must be given to know the type `olabel_lookahead`."""


class ToolsMissingError(Exception):
    """OpenFst's command-line tools are not installed."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Natural logarithms, beside the score of the sounds."""

    word: float = 1.5
    """Of every word: higher, and fewer words are made out of noise."""

    unknown: float = 12.0
    """Of each `[unk]`: that of seven words or so, or it would take the place of a phrase of several words."""


def _cost(probability: float) -> float:
    return -math.log(probability)


_UNKNOWN_WORD: Final = 12.0
"""The cost of `[unk]` beside other words, where no grammar is given: it is never heard then."""

_EVEN: Final = _cost(0.5)
"""Of silence after a word, and of none."""


@dataclass(slots=True)
class _Tree:
    """Arcs (from, to, transition id, word, cost), and the states that stand for a beginning of a word."""

    arcs: list[tuple[int, int, int, int, float]] = field(default_factory=list)
    states: int = 0
    reached: dict[tuple[int, int], int] = field(default_factory=dict)

    def state(self) -> int:
        self.states += 1
        return self.states - 1

    def arc(self, source: int, target: int, transition: int, word: int, cost: float) -> None:
        self.arcs.append((source, target, transition, word, cost))

    def enter(self, source: int, phone: int, word: int, cost: float, target: int | None = None) -> int:
        """Go into a phone, and stay there at will: Kaldi's alignment wants the self-loops after the way in."""
        going = _cost(1 - stay_probability(phone)) + cost
        if target is None:
            target = self.state()
            self.arc(target, target, staying(phone), 0, _cost(stay_probability(phone)))
        self.arc(source, target, entering(phone), word, going)
        return target


def _placed(sounds: Pronunciation) -> list[int]:
    """The Kaldi phones of a word."""
    if len(sounds) == 1:
        return [kaldi_phone(sounds[0], "S")]
    places = ["B", *"I" * (len(sounds) - 2), "E"]
    return [kaldi_phone(sound, place) for sound, place in zip(sounds, places, strict=True)]


def _tree(lexicon: Lexicon, numbers: dict[str, int], costs: Costs) -> str:
    """HCL as text for `fstcompile`."""
    tree = _Tree()
    start, between = tree.state(), tree.state()
    pause = tree.enter(start, SILENCE, 0, _EVEN)
    tree.arc(pause, between, 0, 0, 0.0)
    tree.arc(start, between, 0, 0, _EVEN)

    def end(state: int) -> None:
        tree.arc(state, between, 0, 0, _EVEN)
        tree.enter(state, SILENCE, 0, _EVEN, pause)

    for word, pronunciations in lexicon.items():
        for sounds in pronunciations:
            state = between
            *beginning, last = _placed(sounds)
            for phone in beginning:
                key = (state, phone)
                if key not in tree.reached:
                    tree.reached[key] = tree.enter(state, phone, 0, 0.0)
                state = tree.reached[key]
            key = (state, last)  # a last phone has a number of its own, so this is no beginning of another word
            known = tree.reached.get(key)
            tree.reached[key] = tree.enter(state, last, numbers[word], costs.word, known)
            if known is None:
                end(tree.reached[key])
    _unknown(tree, between, numbers[UNKNOWN], costs.unknown, end)
    end(tree.enter(between, kaldi_phone(ANY, "S"), numbers[ANYTHING], 0.0))
    ordered = sorted(tree.arcs, key=lambda arc: arc[0] != start)  # the first arc names the start
    lines = [f"{a} {b} {transition} {word} {cost:.5f}\n" for a, b, transition, word, cost in ordered]
    return "".join(lines) + f"{between} 0\n"


def _unknown(tree: _Tree, source: int, word: int, cost: float, end: Callable[[int], None]) -> None:
    """[unk]: four steps of garbage or more (120 ms), which carry no cost of their own."""
    state = tree.state()
    tree.arc(source, state, 0, word, cost)
    for place in "BIIE":
        phone = kaldi_phone(GARBAGE, place)
        entered = tree.state()
        tree.arc(state, entered, entering(phone), 0, 0.0)
        state = entered
    tree.arc(state, state, staying(kaldi_phone(GARBAGE, "E")), 0, 0.0)
    end(state)


def _loop(numbers: dict[str, int]) -> str:
    """G as text: one state, every word at the same cost, `[unk]` at so much that it comes in grammars only."""
    cost = math.log(len(numbers))
    lines = [
        f"0 0 {number} {number} {cost + (_UNKNOWN_WORD if word == UNKNOWN else 0.0):.5f}\n"
        for word, number in numbers.items()
        if number and word not in (UNSAID, ANYTHING)
    ]
    return "".join(lines) + f"0 {cost:.5f}\n"


class Tools:
    """OpenFst's command-line tools (Debian: libfst-tools), run in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        missing = [tool for tool in _TOOLS if shutil.which(tool) is None]
        libraries = sorted(Path("/usr/lib").glob(_LOOKAHEAD))
        if missing or not libraries:
            lacking = ", ".join(missing) or "libfstlookahead"
            raise ToolsMissingError(f"{lacking} not found: install libfst-tools (sudo apt install libfst-tools)")
        self._folder = folder
        self._environment = {**os.environ, "LC_ALL": "C", "LD_PRELOAD": str(libraries[0])}

    def pipe(self, data: bytes, *commands: str) -> bytes:
        """What comes out of the commands, each fed with the output of the one before."""
        for command in commands:
            data = subprocess.run(
                command.split(), input=data, stdout=subprocess.PIPE, check=True, cwd=self._folder, env=self._environment
            ).stdout
        return data


def graph(lexicon: Lexicon, costs: Costs) -> dict[str, bytes]:
    """The files of the folder `graph`, by their paths in it. Raises `ToolsMissingError`."""
    numbers = {word: number for number, word in enumerate([EPSILON, *lexicon, UNKNOWN, ANYTHING])}
    with tempfile.TemporaryDirectory() as private:
        folder = Path(private)
        tools = Tools(folder)
        words_to_sounds = tools.pipe(
            _tree(lexicon, numbers, costs).encode(),
            "fstcompile",
            "fstarcsort --sort_type=olabel",
            "fstconvert --fst_type=olabel_lookahead --save_relabel_opairs=renumbered",
        )
        # The conversion gives the words other numbers, which everything else must use too.
        pairs = (line.split() for line in (folder / "renumbered").read_text().splitlines())
        renumbered = {0: 0, **{int(old): int(new) for old, new in pairs}}
        numbers = {word: renumbered[number] for word, number in numbers.items()}
        numbers[UNSAID] = max(numbers.values()) + 1
        table = "".join(f"{word} {number}\n" for word, number in sorted(numbers.items(), key=lambda pair: pair[1]))
        (folder / "words.txt").write_text(table, "utf-8")
        followers = tools.pipe(
            _loop(numbers).encode(),
            "fstcompile",
            "fstarcsort --sort_type=ilabel",
            "fstsymbols --isymbols=words.txt --osymbols=words.txt",
            "fstconvert --fst_type=const",
        )
    boundaries = f"{SILENCE} nonword\n" + "".join(
        f"{kaldi_phone(sound, place)} {name}\n" for sound in KINDS for place, name in PLACES.items()
    )
    return {
        "HCLr.fst": words_to_sounds,
        "Gr.fst": followers,
        "words.txt": table.encode(),
        "disambig_tid.int": f"{2 * PHONE_COUNT + 1}\n".encode(),  # must be there; no such symbol is used
        "phones/word_boundary.int": boundaries.encode(),
    }
