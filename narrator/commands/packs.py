"""`narrator questions`, `cards`, `check` and `new-pack`: look into a pack, check it, make one."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import yaml

from narrator.app.equipment import log
from narrator.commands.pack_files import NAME, new_folder
from narrator.core.secrets import Secret
from narrator.games.founding import found
from narrator.games.registry import engine_facts
from narrator.games.village_engine import village_rules
from narrator.language.phrasebook import phrasebook_faults
from narrator.resources import RULES_FILE, games, languages, locale_language, pack_path, user_folder
from narrator.setup.composition import check, hand_faults, read_roles
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.checks import pack_check
from narrator.story.checks.grammar import grammar_of
from narrator.story.checks.pack_check import load_checked
from narrator.story.naming import ANSWER_IDS, offered, spelled
from narrator.story.pack import Pack, load_pack
from narrator.story.pack import languages as pack_languages
from narrator.story.renaming import Renamed, carried_through, renamed, still_named
from narrator.story.sentences import PROGRAM, sentences, sentences_in, to_user
from narrator.story.wording import Wording
from narrator.user_error import UserError
from narrator.village.phases.dealing import TooManyCardsError, stand_ins

LEGAL = "questions.yaml"
"""Where a language says which answers a question takes. The English stands with the questions."""
FORM = re.compile(r":[a-z_]+(?=\})")
"""The form of a placeholder, which nobody needs to know who reads the words of a question."""

COMMENT = """\
# {name}: a pack of your own, begun from {source}.
#
# This file picks named powers, their order, counts and options; it holds no word and no condition.
# The words are beside it, one file a language: a line that you delete falls back to the shared one, if there is one.
# After every change: narrator check {name}
# To hear it go by:   narrator rehearse {name} --players {players} --answers random --trace trace.jsonl
# To play it:         narrator play {name} --players {players}
"""


def show_cards(game: str, players: int, roles: str | None, language: str) -> None:
    """Print which playing cards to take out of a pack of 32, and what each stands for."""
    pack = load_checked(pack_path(game), engine_facts, [language])
    wording = Wording(pack.words[language])
    rules = village_rules(pack.rules)
    hand, office = read_roles(rules, players, roles, wording.typed)
    check(hand_faults(rules, players, hand), wording, log)
    setup = found(rules, SetupAnswers(players=players), hand, Secret(b""), office=office)
    try:
        mapping = stand_ins(setup)
    except TooManyCardsError as error:
        raise UserError(to_user("cards.too_many", count=error.count)) from None
    called = {card: wording.card(card, "bare" if len(playing) == 1 else "many") for card, playing in mapping}
    width = max(map(len, called.values()))
    for card, playing in mapping:
        print(f"{called[card]:{width}}  {', '.join(wording.playing(code) for code in playing)}")


def list_questions(game: str, language: str | None) -> None:
    """Print the questions of a game: id, secret or not, kind, legal answers as files write them, and their words.

    Without a `language` all is in the system's, or in another where the game has none in that. Of legal answers it is
    told in English where a language has no words for them; words that nobody has written yet are left out.
    """
    place, own = pack_path(game), locale_language()
    spoken = pack_languages(place)
    language = language or (own if own in spoken else next(iter(spoken), None))
    pack = load_pack(place, [language] if language else [])
    prompts = pack.words[language].prompts if language else {}
    questions = engine_facts(pack.rules.engine).vocabulary(pack.rules.in_play).questions
    width = max(len(name) for name in questions)
    folder = languages().get(language or own)
    told = {} if folder is None else sentences_in(folder / LEGAL)
    said = sentences(PROGRAM, language or own)
    whom = {True: said["questions.secret"], False: said["questions.public"]}
    room = max(map(len, whom.values()))
    for name, question in sorted(questions.items()):
        legal = told.get(name) or told.get(name.rpartition(".")[2], question.legal)
        print(f"{name:{width}}  {whom[question.secret]:{room}}  {question.kind.name.lower():8}  {legal}")
        if name in prompts:
            print(f"{'':{width}}  {FORM.sub('', offered(prompts[name], ANSWER_IDS.values()))}")


def check_pack(path: str) -> int:
    """Print the diagnostics of a pack; status 1 where there are any."""
    place = pack_path(path)
    faults = pack_check.check(place, engine_facts)
    known = languages()
    for language in pack_languages(place):
        faults += phrasebook_faults(known[language]) if language in known else []
    for fault in faults:
        print(fault)
    if faults:
        print(to_user("packs.faults", count=len(faults)), file=sys.stderr)
        return 1
    print(to_user("packs.sound"))
    _tell_old_names(place)
    _tell_unrecorded(place)
    return 0


def _tell_old_names(place: Path) -> None:
    """Say where the words of a sound pack call a card by another game's name for it."""
    pack = load_pack(place)
    ours = [load_pack(path) for path in games().values() if path != place]
    for language, words in pack.words.items():
        # What is shared names no card of a game. BaseLoader: an id or a text may look like a date.
        own = yaml.load((place / f"{language}.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)
        said = {**words.lines, **{id_: (text,) for id_, text in words.prompts.items()}}
        texts = {id_: said[id_] for section in ("lines", "prompts") for id_ in own.get(section) or {}}
        texts |= {f"cards.{card}.reminder": (its.reminder,) for card, its in words.cards.items()}
        all_own = [name for its in words.cards.values() for name in (its.bare, its.many)]
        for card, its in words.cards.items():
            others = [other.words[language].cards.get(card) for other in ours if language in other.words]
            old = {name for other in others if other for name in (other.bare, other.many)}
            for id_ in still_named(texts, old, all_own):
                print(to_user("packs.old_name", place=f"{language}: {id_}", name=card, text=its.bare), file=sys.stderr)


def _tell_unrecorded(place: Path) -> None:
    """Say which lines of a sound pack are missing from the recorded voices, and what to do about it."""
    from narrator.recording.takes import lines_of_another_voice
    from narrator.speech.recordings import RecordingsError

    try:
        for language, missing in lines_of_another_voice(load_pack(place)):
            lines = {"count": len(missing), "text": ", ".join(missing)}
            print(to_user("packs.unrecorded", place=language, name=place.name, **lines))
    except RecordingsError as error:
        print(error, file=sys.stderr)


def new_pack(name: str, source: str, renames: Sequence[str] = ()) -> None:
    """Make a pack of one's own from another: a copy in the player's data folder, with a comment on what to do.

    Each of the `renames`, as `voyante=critique`, gives a card another name in the language in which it is called so.
    """
    origin = pack_path(source)
    pack = load_pack(origin)
    rules, carried = pack.rules, _renames(pack, renames)
    if not NAME.fullmatch(name):
        raise UserError(to_user("pack.name", name=name))
    target = user_folder() / "packs" / name
    if name in games() or os.path.lexists(target):
        raise UserError(to_user("pack.exists", name=name))
    with new_folder(target) as begun:
        for file in sorted(origin.glob("*.yaml")):
            if file.name == RULES_FILE:
                _write_rules(file, begun, name, source, rules.players.least)
            else:
                _write_words(file, begun, target, carried.get(file.stem, []))
    print(target)


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
            found.setdefault(language, []).append(renamed(card, new.strip(), grammar_of(language).articles))
    return found


def _write_words(file: Path, begun: Path, target: Path, names: Sequence[Renamed]) -> None:
    """Write words under their new names; tell the lines of the target that somebody must read again."""
    grammar = grammar_of(file.stem)
    lines = file.read_text(encoding="utf-8").split("\n")
    again: set[int] = set()
    for name in names:
        told = [*carried_through(lines, name, grammar.articles, grammar.elides)]
        lines = [line for line, _ in told]
        again |= {place for place, (_, doubtful) in enumerate(told) if doubtful}
    (begun / file.name).write_text("\n".join(lines), encoding="utf-8")
    for number in sorted(again):
        sentence = to_user("packs.read_again", file=target / file.name, number=number + 1, text=lines[number].strip())
        print(sentence, file=sys.stderr)


def _write_rules(file: Path, begun: Path, name: str, source: str, players: int) -> None:
    """Write the rules under their new name, below the comment."""
    text = re.sub(r"^(?:#.*\n)+", "", file.read_text(encoding="utf-8"))
    text = re.sub(r"^game: .*$", f"game: {name}", text, count=1, flags=re.MULTILINE)
    comment = COMMENT.format(name=name, source=source, players=players)
    (begun / file.name).write_text(comment + text, encoding="utf-8")
