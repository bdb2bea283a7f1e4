"""`narrator games`, `narrator cards` and `narrator new-pack`."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from narrator.core.secrets import Secret
from narrator.games.founding import SetupChoices, found
from narrator.games.options import OptionError
from narrator.games.registry import engine_facts
from narrator.games.village_engine import village_rules
from narrator.resources import RULES_FILE, UnknownGameError, games, pack_path, user_folder
from narrator.setup.composition import CompositionError, check, findings
from narrator.setup.questions import composition
from narrator.story.checks.grammar import grammar_of
from narrator.story.checks.pack_check import load_checked
from narrator.story.diagnostics import PackError
from narrator.story.naming import spelled
from narrator.story.pack import Pack, load_pack
from narrator.story.renaming import Renamed, carried_through, renamed
from narrator.story.sentences import to_user
from narrator.story.wording import Wording
from narrator.village.stand_ins import TooManyCardsError, stand_ins

COMMENT = """\
# {name}: a pack of your own, begun from {source}.
#
# This file picks named powers, their order, counts and options; it holds no word and no condition.
# The words are beside it, one file a language: a line that you delete falls back to the shared one, if there is one.
# After every change: narrator check {name}
# To hear it go by:   narrator rehearse {name} --players {players} --answers random --trace trace.jsonl
# To play it:         narrator play {name} --players {players}
"""


def show_cards(game: str, players: int, roles: str | None, language: str) -> int:
    """Print which playing cards to take out of a pack of 32, and what each stands for."""
    try:
        pack = load_checked(pack_path(game), engine_facts, [language])
        wording = Wording(pack.words[language])
        rules = village_rules(pack.rules)
        hand, office = composition(rules, players, roles, wording.typed)
        check(findings(rules, players, hand), wording, partial(print, file=sys.stderr))
        setup = found(rules, SetupChoices(players=players, hand=hand, office=office), Secret(b""))
        mapping = stand_ins(setup)
    except (UnknownGameError, PackError, CompositionError, OptionError, TooManyCardsError) as error:
        print(error, file=sys.stderr)
        return 2
    called = {card: wording.card(card, "bare" if len(playing) == 1 else "many") for card, playing in mapping}
    width = max(map(len, called.values()))
    for card, playing in mapping:
        print(f"{called[card]:{width}}  {', '.join(wording.playing(code) for code in playing)}")
    return 0


def new_pack(name: str, source: str, renames: Sequence[str] = ()) -> int:
    """Make a pack of one's own from another: a copy in the player's data folder, with a comment on what to do.

    Each of the `renames`, as `voyante=critique`, gives a card another name in the language in which it is called so.
    """
    try:
        origin = pack_path(source)
        pack = load_pack(origin)
        rules, carried = pack.rules, _renames(pack, renames)
    except (UnknownGameError, PackError, UnknownCardError) as error:
        print(error, file=sys.stderr)
        return 2
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        print(f"{name!r} is no name for a pack: write small letters, digits and hyphens", file=sys.stderr)
        return 2
    target = user_folder() / "packs" / name
    if name in games() or target.exists():
        print(f"there is a game {name!r} already: choose another name", file=sys.stderr)
        return 2
    try:
        target.mkdir(parents=True)
        for file in sorted(origin.glob("*.yaml")):
            if file.name == RULES_FILE:
                _write_rules(file, target, name, source, rules.players.least)
            else:
                _write_words(file, target / file.name, file.stem, carried.get(file.stem, []))
    except OSError as error:
        print(f"the pack cannot be written: {error} (NARRATOR_HOME may name another folder)", file=sys.stderr)
        return 2
    print(target)
    return 0


class UnknownCardError(Exception):
    """A card that is to have another name is none of the game; the text says which there are."""


def _renames(pack: Pack, renames: Sequence[str]) -> dict[str, list[Renamed]]:
    """Return which cards have other names, by language.

    Raises:
        UnknownCardError: no card is called so in any language.
    """
    found: dict[str, list[Renamed]] = {}
    for rename in renames:
        old, _, new = rename.partition("=")
        called = [
            (language, card)
            for language, words in pack.words.items()
            for card in words.cards.values()
            if spelled(old) == spelled(card.bare)
        ]
        if not called or not new.strip():
            names = ", ".join(card.bare for words in pack.words.values() for card in words.cards.values())
            raise UnknownCardError(to_user("packs.no_card", name=rename, names=names))
        for language, card in called:
            found.setdefault(language, []).append(renamed(card, new.strip(), grammar_of(language).articles))
    return found


def _write_words(file: Path, target: Path, language: str, names: Sequence[Renamed]) -> None:
    """Write words under their new names; tell the lines that somebody must read again."""
    grammar = grammar_of(language)
    lines = file.read_text(encoding="utf-8").split("\n")
    again: set[int] = set()
    for name in names:
        told = [*carried_through(lines, name, grammar.articles, grammar.elides)]
        lines = [line for line, _ in told]
        again |= {place for place, (_, doubtful) in enumerate(told) if doubtful}
    target.write_text("\n".join(lines), encoding="utf-8")
    for place in sorted(again):
        print(to_user("packs.read_again", file=target, number=place + 1, text=lines[place].strip()), file=sys.stderr)


def _write_rules(file: Path, target: Path, name: str, source: str, players: int) -> None:
    """Write the rules under their new name, below the comment."""
    text = re.sub(r"^(?:#.*\n)+", "", file.read_text(encoding="utf-8"))
    text = re.sub(r"^game: .*$", f"game: {name}", text, count=1, flags=re.MULTILINE)
    comment = COMMENT.format(name=name, source=source, players=players)
    (target / file.name).write_text(comment + text, encoding="utf-8")
