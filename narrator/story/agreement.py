"""Words that agree with what a line names: `{seats|one|many}`, `{count|none|one|many}`; in prompts `{nobody?words}`.

They are chosen before a line is compiled, and may have markup of their own. What is chosen depends on nothing but how
many the line's own argument names, on whether the open question takes the answer, or whether it is typed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import product

from narrator.core.answers import Token
from narrator.story.diagnostics import Code, MarkupError

ANSWER_IDS = {token: "nobody" if token is Token.NOBODY else token.value for token in Token}
"""The answers that are words, each with the id that it has in the words files and on pages."""

TYPED = "typed"
"""The condition of words that are an example of what is typed: a surface that is touched shows none."""

CONDITIONS = (*ANSWER_IDS.values(), TYPED)
"""All on which words of a prompt may depend."""

COUNTS = (0, 1, 2)
"""So many, so that each wording is chosen for one of them: none, one, and all that are more."""

WORDS = r"(?:[^{}]|\{[^{}|?]*\})*"
"""Words with placeholders in them, and no agreement inside an agreement."""

AGREEMENT = re.compile(rf"\{{(?P<name>[a-z_]+)\|(?P<ways>{WORDS})\}}")
OFFER = re.compile(rf"\{{(?P<answer>[a-z_]+)\?(?P<words>{WORDS})\}}")


def counted(text: str) -> tuple[str, ...]:
    """Return the names that words of this line agree with, each once."""
    return tuple(dict.fromkeys(found["name"] for found in AGREEMENT.finditer(text)))


def offers(text: str) -> tuple[str, ...]:
    """Return the conditions on which words of this prompt depend, each once."""
    return tuple(dict.fromkeys(found["answer"] for found in OFFER.finditer(text)))


def agreed(text: str, counts: Mapping[str, int], singular: Collection[int]) -> str:
    """Return a line with the words for so many of each name. `singular` are the numbers that take those for one.

    Raises:
        MarkupError: there are not two wordings, or three.
    """

    def chosen(found: re.Match[str]) -> str:
        ways = found["ways"].split("|")
        if len(ways) not in (2, 3):
            remedy = f"write {{{found['name']}|one|many}} or {{{found['name']}|none|one|many}}"
            raise MarkupError(Code.AGREEMENT, f"{found[0]} has not two wordings, or three", remedy)
        count = counts[found["name"]]
        if len(ways) == len(COUNTS) and not count:
            return ways[0]
        return ways[-2] if count in singular else ways[-1]

    return AGREEMENT.sub(chosen, text)


def offered(text: str, answers: Collection[str]) -> str:
    """Return a prompt with the words for those answers that its question takes, and other conditions that hold."""
    return OFFER.sub(lambda found: found["words"] if found["answer"] in answers else "", text)


def readings(text: str, singular: Collection[int] = (1,)) -> Iterator[str]:
    """Yield, once each, what a line or a prompt can read, whatever it names and whatever may be answered.

    Raises:
        MarkupError: an agreement has not two wordings, or three.
    """
    names, answers = counted(text), offers(text)
    for_counts = (dict(zip(names, counts, strict=True)) for counts in product(COUNTS, repeat=len(names)))
    read = (agreed(text, counts, singular) for counts in for_counts)
    for answer in answers:
        if answer not in CONDITIONS:
            remedy = f"write one of {', '.join(sorted(CONDITIONS))}"
            raise MarkupError(Code.OFFER, f"{answer} is no answer", remedy)
    taken = [{answer for answer, take in zip(answers, takes, strict=True) if take} for takes in _each(len(answers))]
    yield from dict.fromkeys(offered(reading, answered) for reading in read for answered in taken)


def _each(answers: int) -> Iterator[tuple[bool, ...]]:
    return product((True, False), repeat=answers)
