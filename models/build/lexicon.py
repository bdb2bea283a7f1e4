"""How every word sounds: `lexicon.txt`, a word and a pronunciation a line, made with espeak and read without it.

    python -m models.build.lexicon

writes it anew: each word alone, what `words.yaml` adds, and what words become between others (liaisons, dropped
sounds), as found by aligning some thousands of spoken phrases with their words.
"""

import collections
import difflib
from pathlib import Path
from typing import Final

import numpy as np

PATH: Final = Path(__file__).parent / "lexicon.txt"

Pronunciation = tuple[str, ...]
Lexicon = dict[str, list[Pronunciation]]

_PHRASES: Final = 12000
_SEEN: Final = 4
"""How often a variant must have been heard to be taken, and in what share of the word's occurrences."""
_SHARE: Final = 0.05
_VARIANTS: Final = 3


def read(path: Path = PATH) -> Lexicon:
    """Every word with its pronunciations, the commonest first, in the order of the file."""
    lexicon: Lexicon = {}
    for line in path.read_text("utf-8").splitlines():
        word, _, sounds = line.partition("\t")
        lexicon.setdefault(word, []).append(tuple(sounds.split()))
    return lexicon


def attached(words: list[Pronunciation], heard: list[str]) -> list[Pronunciation]:
    """What was heard, shared out among the words that were meant; a sound too many goes to the word before it."""
    meant = [(index, sound) for index, word in enumerate(words) for sound in word]
    shares: list[list[str]] = [[] for _ in words]
    matcher = difflib.SequenceMatcher(None, [sound for _, sound in meant], heard, autojunk=False)
    for _, start, end, first, last in matcher.get_opcodes():
        for place in range(first, last):
            # A sound in place of another belongs where that one does.
            index = min(start + place - first, max(start, end - 1))
            owner = meant[min(index, len(meant) - 1)][0] if start < end else meant[max(0, start - 1)][0]
            shares[owner].append(heard[place])
    return [tuple(share) for share in shares]


def make() -> Lexicon:
    """Pronounce every word of the vocabulary, alone and in phrases."""
    from models.build.espeak import Manner
    from models.build.speech import phones_in
    from models.build.vocabulary import pick, vocabulary
    from models.build.voices import ACCENTS

    known, rng = vocabulary(), np.random.default_rng(7)
    lexicon: Lexicon = {}
    for word in known.words:
        spelled = [] if word.endswith("'") else known.spelled.get(word, [word])
        alone = [tuple(phones_in(text, Manner())) for text in spelled]
        told = [tuple(told.split()) for told in known.pronounced.get(word, [])]
        lexicon[word] = list(dict.fromkeys([*alone, *told]))
    variants: dict[str, collections.Counter[Pronunciation]] = collections.defaultdict(collections.Counter)
    for _ in range(_PHRASES):
        words = known.phrase(rng)
        if len(words) > 1 and not any(word in known.spelled for word in words):
            said = phones_in(known.written(words, rng), Manner(pick(rng, ACCENTS)))
            for word, share in zip(words, attached([lexicon[word][0] for word in words], said), strict=True):
                variants[word][share] += 1
    for word, counts in variants.items():
        if word in known.pronounced:
            continue
        enough = max(_SEEN, _SHARE * counts.total())
        known_as = lexicon[word]
        for heard, count in counts.most_common(_VARIANTS + 1):
            if count >= enough and heard and heard not in known_as and abs(len(heard) - len(known_as[0])) < 2:
                known_as.append(heard)
    return lexicon


def main() -> None:
    """Write the lexicon anew."""
    lines = [f"{word}\t{' '.join(sounds)}\n" for word, known in make().items() for sounds in known]
    PATH.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
