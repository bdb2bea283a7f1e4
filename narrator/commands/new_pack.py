"""`narrator new-pack`: a pack of one's own, begun from another, from a list of cards as people publish them."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from narrator.base.diagnostics import PackError
from narrator.base.resources import FIRST, RULES_FILE, chosen_language, games, pack_path, user_folder
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.commands.packs import NAME, new_folder
from narrator.evening.app.settings import log
from narrator.packs.grammar import grammar_of
from narrator.packs.naming import spelled
from narrator.packs.pack import NO_WORDS, Pack, load_pack
from narrator.packs.renaming import Renamed, carried_through, renamed
from narrator.packs.rules import Composition, Hunters, Players, VillageRules
from narrator.packs.wording import Wording
from narrator.rules.village.table import WOLVES
from narrator.table.games.deck_advice import games_with_card
from narrator.table.games.village_engine import village_rules
from narrator.table.setup.composition import (
    CompositionError,
    Hand,
    Names,
    UnknownCardError,
    check,
    hand_faults,
    is_card,
    is_office,
    listed,
    read_roles,
    suggested,
    together_of,
    undealt,
)

DECK = "deck"
"""The composition of a pack that is made from a list of cards."""

LONGEST_LIST = 10_000
"""The most letters of a list of cards."""


def new_pack(
    name: str,
    source: str | None = None,
    renames: Sequence[str] = (),
    language: str | None = None,
    cards: str | None = None,
) -> None:
    """Make a pack of one's own from another: a copy in the player's data folder, with a comment on what to do.

    With a `language` it has words in that one alone.

    Each of the `renames`, as `voyante=critique`, gives a card another name in the language in which it is called so.

    With `cards`, a list such as `2 Werewolves, 1 Seer, 4 Villagers`, these are its only composition, for so many
    players; without a `source` it begins from the game that has most of them.
    """
    source = source or (FIRST if cards is None else _source_of(cards))
    origin = pack_path(source)
    pack = load_pack(origin, None if language is None else [language])
    carried = _renames(pack, renames)
    if not NAME.fullmatch(name):
        raise UserError(to_user("pack.name", name=name))
    target = user_folder() / "packs" / name
    if name in games() or os.path.lexists(target):
        raise UserError(to_user("pack.exists", name=name))
    deck = None if cards is None else _fitted_deck(load_pack(origin), cards)
    with new_folder(target) as begun:
        for file in sorted(origin.glob("*.yaml")):
            if file.name == RULES_FILE:
                _write_rules(file, begun, name, source, pack.rules.players.least, deck)
            elif file.stem in pack.words:
                _write_words(file, begun, target, carried.get(file.stem, []), others=deck is not None)
            elif file.name in NO_WORDS and deck is None:
                _write_words(file, begun, target, [])
    print(target)


# --- from a list of cards ---------------------------------------------------------------------------------------------


def _source_of(text: str) -> str:
    """Return the game that has the most cards of a list; of those with as many the usual one, or else the largest."""
    packs = _night_packs()

    def known(name: str) -> tuple[int, bool, int]:
        cards = village_rules(packs[name].rules).cards
        return sum(_is_known(packs[name], item) for item in listed(text)), name == FIRST, len(cards)

    return max(sorted(packs), key=known)


def _night_packs() -> dict[str, Pack]:
    """Return the games with cards of which a list can be made, by name; those that cannot be read are left out."""
    found = {}
    for name, path in games().items():
        with suppress(PackError):
            found[name] = load_pack(path)
    return {name: pack for name, pack in found.items() if isinstance(pack.rules, VillageRules)}


def _is_known(pack: Pack, item: str) -> bool:
    rules, names = village_rules(pack.rules), _names(pack)
    return is_card(rules, item, names) or is_office(rules, item, names)


def _names(pack: Pack) -> Names:
    """Return what cards are called in any language of a pack."""
    return Wording(next(iter(pack.words.values()))).typed


def _listed_hand(pack: Pack, text: str) -> tuple[Hand, bool]:
    """Read a list of cards as people publish it, and whether the office is on it.

    Raises:
        CompositionError: a card is not known, or there is none.
    """
    rules, names, items = village_rules(pack.rules), _names(pack), listed(text)
    office = any(is_office(rules, item, names) for item in items)
    if len(items) == office:
        raise CompositionError(to_user("packs.no_list"))
    return read_roles(rules, 0, text, names)[0], office


def _fitted_deck(pack: Pack, text: str) -> VillageRules:
    """Return the rules of a pack with the cards of a list as its only composition.

    Raises:
        CompositionError: a card is not known, or these cannot be dealt; the sentence says why.
    """
    rules = village_rules(pack.rules)
    wording = Wording(pack.words.get(chosen_language()) or next(iter(pack.words.values())))
    try:
        hand, office = _listed_hand(pack, text)
    except UnknownCardError as error:
        elsewhere = games_with_card(error.name, rules.game)
        raise UnknownCardError(rules, error.name, lambda card: wording.card(card, "bare"), elsewhere) from None
    players = sum(count for _, count in hand) - undealt(rules, hand)
    check(hand_faults(rules, players, hand), wording, log)
    counts = dict(hand)
    hunter = next(card for card in (rules.hunters.card, *counts) if card in counts and rules.cards[card].camp == WOLVES)
    adds = [
        card
        for card, count in hand
        if card not in (hunter, rules.filler)
        for _ in range(1 if together_of(rules, card) else count)
    ]
    fitted = rules.model_copy(
        update={
            "players": Players(least=players, most=players, hard_least=players, hard_most=players),
            "hunters": Hunters(card=hunter, table=((players, players, counts[hunter]),)),
            "compositions": {DECK: Composition(adds=tuple(adds), office=office)},
            "decks": {},
        }
    )
    if suggested(fitted, players, DECK) != hand:
        raise CompositionError(to_user("packs.not_dealt", name=wording.card(rules.filler, "many")))
    return fitted


def _with_deck(text: str, rules: VillageRules) -> str:
    """Return the text of rules with the players, the hunters and the only composition of these."""
    (deck,) = rules.compositions.values()
    ((least, _, hunters),) = rules.hunters.table
    office = "true" if deck.office else "false"
    for card, count in Counter(deck.adds).items() | {(rules.hunters.card, hunters)}:
        if 0 < rules.cards[card].box < count:  # who lists more cards than a box holds has them
            text = re.sub(rf"^(  {re.escape(card)}: .*\bbox: )\d+", rf"\g<1>{count}", text, flags=re.MULTILINE)
    text = _without(_without(_without(_without(text, "players"), "hunters"), "compositions"), "decks")
    return f"""{text.rstrip()}
players: {{least: {least}, most: {least}, hard_least: {least}, hard_most: {least}}}
hunters: {{card: {rules.hunters.card}, table: [[{least}, {least}, {hunters}]]}}
compositions:
  {DECK}: {{adds: [{", ".join(deck.adds)}], office: {office}}}
"""


def _without(text: str, section: str) -> str:
    """Return the text of a file of YAML without one of its sections."""
    return re.sub(rf"^{section}:.*\n(?:[ \t].*\n)*", "", text, flags=re.MULTILINE)


# --- names, words, rules ----------------------------------------------------------------------------------------------


def _renames(pack: Pack, renames: Sequence[str]) -> dict[str, list[Renamed]]:
    """Return which cards have other names, by language.

    Raises:
        UserError: no card is called so in any language.
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
            raise UserError(to_user("packs.no_card", name=rename, names=names))
        for language, card in called:
            grammar = grammar_of(language)
            found.setdefault(language, []).append(renamed(card, new.strip(), grammar.articles, grammar.plural_of))
    return found


def _write_words(file: Path, begun: Path, target: Path, names: Sequence[Renamed], *, others: bool = False) -> None:
    """Write words under their new names; tell the lines of the target that somebody must read again.

    Where the compositions are `others`, their names are left out.
    """
    grammar = grammar_of(file.stem)
    text = file.read_text(encoding="utf-8")
    lines = (_without(text, "compositions") if others else text).split("\n")
    again: set[int] = set()
    for name in names:
        told = [*carried_through(lines, name, grammar.articles, grammar.elides)]
        lines = [line for line, _ in told]
        again |= {place for place, (_, doubtful) in enumerate(told) if doubtful}
    (begun / file.name).write_text("\n".join(lines), encoding="utf-8")
    for number in sorted(again):
        sentence = to_user("packs.read_again", file=target / file.name, number=number + 1, text=lines[number].strip())
        print(sentence, file=sys.stderr)


def _write_rules(file: Path, begun: Path, name: str, source: str, players: int, deck: VillageRules | None) -> None:
    """Write the rules under their new name, below the comment, or those of a deck."""
    text = re.sub(r"^(?:#.*\n)+", "", file.read_text(encoding="utf-8"))
    text = re.sub(r"^game: .*$", f"game: {name}", text, count=1, flags=re.MULTILINE)
    if deck is not None:
        text, players = _with_deck(text, deck), deck.players.least
    comment = to_user("packs.comment", name=name, source=source, players=players)
    (begun / file.name).write_text(comment + text, encoding="utf-8")
