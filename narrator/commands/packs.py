"""`narrator questions`, `cards`, `check`, `pack export | add`: packs are looked into and handed on.

Nothing in the file of a pack is believed: it is read into memory within limits, only files with plain names come out of
it, and the pack is checked before it stands among the games.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from narrator.base import whole_files
from narrator.base.diagnostics import Diagnostic
from narrator.base.downloads.transfer import DAMAGED
from narrator.base.resources import RULES_FILE, chosen_language, games, languages, name_of, pack_path, user_folder
from narrator.base.sentences import PROGRAM, sentences, sentences_in, to_user
from narrator.base.user_error import UserError
from narrator.base.whole_files import NotRegularError, open_regular
from narrator.base.yaml_source import read
from narrator.evening.app.choosing.last_evening import own_deck
from narrator.evening.app.settings import log
from narrator.packs import pack_check
from narrator.packs.naming import ANSWER_IDS, offered
from narrator.packs.pack import languages as pack_languages
from narrator.packs.pack import load_pack
from narrator.packs.pack_check import load_checked
from narrator.packs.renaming import still_named
from narrator.packs.wording import Wording
from narrator.rules.core.secrets import Secret
from narrator.rules.village.phases.dealing import TooManyCardsError, stand_ins
from narrator.screens.clean_text import clean
from narrator.table.games.deck_advice import card_list
from narrator.table.games.founding import found
from narrator.table.games.registry import engine_facts
from narrator.table.games.village_engine import village_rules
from narrator.table.language.phrasebook import phrasebook_faults
from narrator.table.setup.composition import check, hand_faults, read_roles
from narrator.table.setup.setup_answers import SetupAnswers

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""How a pack may be called."""

FILE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}\.yaml")
"""How its files may be called."""

MOST_FILES, LARGEST, LARGEST_FILE = 60, 4_000_000, 1_000_000
"""The most files of a pack, and the most bytes of all of them and of one."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file: the same pack is the same file."""

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The ways to pack that are taken."""


def export_pack(game: str, file: Path) -> None:
    """Write a pack into a file that does not exist yet, whole or not at all.

    Raises:
        UserError: it could not be taken elsewhere, or there is none.
        OSError: it cannot be read or written.
    """
    folder = pack_path(game)
    if not NAME.fullmatch(folder.name):
        raise UserError(to_user("pack.name", name=folder.name))
    _refuse_faults(folder.name, pack_check.check(folder, engine_facts, grammar=False))
    contents = io.BytesIO()
    with zipfile.ZipFile(contents, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.glob("*.yaml")):
            if not FILE.fullmatch(path.name) or not path.is_file():
                raise UserError(to_user("pack.strange", file=folder, name=path.name))
            entry = zipfile.ZipInfo(f"{folder.name}/{path.name}", LONG_AGO)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, path.read_bytes())
    _unpacked(folder, contents.getvalue())  # whoever gets it can take it
    with whole_files.asked(file, fresh=True) as place, whole_files.naming(file):
        place.write_bytes(contents.getvalue())
    print(to_user("pack.exported", file=file, name=folder.name))


def add_pack(file: Path) -> None:
    """Take a pack out of a file, if it can be played; where not, nothing is taken.

    Raises:
        UserError: it is no such file, or the pack has faults.
        OSError: it cannot be read, or the pack cannot be written.
    """
    try:
        with open_regular(file) as opened:
            contents = opened.read(LARGEST + 1)
    except NotRegularError:
        raise UserError(to_user("pack.no_pack", file=file)) from None
    name, files = _unpacked(file, contents)
    target = user_folder() / "packs" / name
    if name in games() or os.path.lexists(target):
        raise UserError(to_user("pack.exists", name=name))
    with new_folder(target) as begun:
        for file_name, content in files.items():
            (begun / file_name).write_bytes(content)
        _refuse_faults(name, pack_check.check(begun, engine_facts, grammar=False))
    spoken = sorted(Path(file_name).stem for file_name in files if Path(file_name).stem in languages())
    in_language = "" if chosen_language() in spoken or not spoken else f" --lang {spoken[0]}"
    print(to_user("pack.added", name=name, place=target, in_language=in_language))


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Give a folder to write a pack into; at the end it is in its place and on the disk, and not at all after an error.

    Raises:
        UserError: another narrator has put one there meanwhile.
        OSError: it cannot be written; `filename` is where it was to be.
    """
    with whole_files.naming(target):
        whole_files.make_folder(user_folder())
        target.parent.mkdir(exist_ok=True)
        # Beside the packs, not among them: until it is whole it is no game.
        with tempfile.TemporaryDirectory(dir=user_folder(), prefix=".pack-") as place:
            begun = Path(place) / target.name
            begun.mkdir()
            yield begun
            for file in (*begun.iterdir(), begun):
                whole_files.flush(file)
            try:
                begun.rename(target)
            except OSError as error:
                if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
                    raise UserError(to_user("pack.exists", name=target.name)) from None
                raise
            whole_files.flush_folder(target.parent)


def _unpacked(file: Path, contents: bytes) -> tuple[str, dict[str, bytes]]:
    """Return the name of a pack, and its files by their names.

    Raises:
        UserError: it is no such file, too large, or has something else in it.
    """
    if len(contents) > LARGEST:
        raise UserError(to_user("pack.too_large", file=file))
    try:
        with zipfile.ZipFile(io.BytesIO(contents)) as archive:
            return _read(file, archive)
    except DAMAGED:
        raise UserError(to_user("pack.no_pack", file=file)) from None


def _read(file: Path, archive: zipfile.ZipFile) -> tuple[str, dict[str, bytes]]:
    entries = archive.infolist()
    if len(entries) > MOST_FILES:
        raise UserError(to_user("pack.too_large", file=file))
    found: dict[str, bytes] = {}
    packs = set[str]()
    for entry in entries:
        name, _, inside = entry.filename.partition("/")
        kind = stat.S_IFMT(entry.external_attr >> 16)
        folder = not inside and entry.is_dir() and kind in (0, stat.S_IFDIR)
        plain = FILE.fullmatch(inside) and kind in (0, stat.S_IFREG) and entry.compress_type in METHODS
        if not NAME.fullmatch(name) or not (folder or plain) or inside.lower() in {known.lower() for known in found}:
            raise UserError(to_user("pack.strange", file=file, name=clean(entry.filename)))
        packs.add(name)
        if folder:
            continue
        with archive.open(entry) as opened:
            content = opened.read(LARGEST_FILE + 1)  # whatever its header says of its size
        found[inside] = content
        if len(content) > LARGEST_FILE or sum(map(len, found.values())) > LARGEST:
            raise UserError(to_user("pack.too_large", file=file))
    if len(packs) != 1 or RULES_FILE not in found:
        raise UserError(to_user("pack.no_pack", file=file))
    return packs.pop(), found


def _refuse_faults(name: str, faults: list[Diagnostic]) -> None:
    """Refuse a pack that cannot be played, having told why."""
    for fault in faults:
        print(str(fault).replace(fault.file, f"{name}/{Path(fault.file).name}"), file=sys.stderr)
    if faults:
        raise UserError(to_user("pack.unfit", name=name))


LEGAL = "questions.yaml"
"""Where a language says which answers a question takes. The English stands with the questions."""
FORM = re.compile(r":[a-z_]+(?=\})")
"""The form of a placeholder, which nobody needs to know who reads the words of a question."""


def list_cards(game: str, language: str) -> None:
    """Print what each card does, as set-up tells it."""
    pack = load_checked(pack_path(game), engine_facts, [language])
    wording = Wording(pack.words[language])
    for line in card_list(village_rules(pack.rules)):
        print(wording.caption(line))


def show_stand_ins(game: str, players: int, roles: str | None, language: str) -> None:
    """Print which playing cards to take out of a pack of 32, and what each stands for."""
    pack = load_checked(pack_path(game), engine_facts, [language])
    wording = Wording(pack.words[language])
    rules = village_rules(pack.rules)
    hand, office = read_roles(rules, players, own_deck(name_of(pack.path), roles), wording.typed)
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


def list_questions(game: str, own: str) -> None:
    """Print the questions of a game: id, secret or not, kind, legal answers as files write them, and their words.

    Where the game has no words in one's `own` language, it is told in another one. Of legal answers it is told in
    English where a language has no words for them; words that nobody has written yet are left out.
    """
    place = pack_path(game)
    spoken = pack_languages(place)
    language = own if own in spoken else next(iter(spoken), None)
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
    _tell_other_name(path, place)
    _tell_old_names(place)
    _tell_unrecorded(place)
    return 0


def _tell_other_name(path: str, place: Path) -> None:
    """Say where the rules of a pack that goes by the name of its folder give it another one."""
    called, name = load_pack(place, []).rules.game, place.resolve().name
    if called != name and path in games():
        print(to_user("packs.other_game", file=place / RULES_FILE, text=called, name=name), file=sys.stderr)


def _tell_old_names(place: Path) -> None:
    """Say where the words of a sound pack call a card by another game's name for it."""
    pack = load_pack(place)
    ours = [load_pack(path) for path in games().values() if path != place]
    for language, words in pack.words.items():
        document = read(place / f"{language}.yaml", [])  # what is shared names no card of a game
        own = document.data if document is not None and isinstance(document.data, dict) else {}
        said = {**words.lines, **{id_: (text,) for id_, text in words.prompts.items()}}
        sections = (section for name in ("lines", "prompts") if isinstance(section := own.get(name), dict))
        texts = {id_: said[id_] for section in sections for id_ in section}
        texts |= {f"cards.{card}.reminder": (its.reminder,) for card, its in words.cards.items()}
        all_own = [name for its in words.cards.values() for name in (its.bare, its.many)]
        for card, its in words.cards.items():
            others = [other.words[language].cards.get(card) for other in ours if language in other.words]
            old = {name for other in others if other for name in (other.bare, other.many)}
            for id_ in still_named(texts, old, all_own):
                print(to_user("packs.old_name", place=f"{language}: {id_}", name=card, text=its.bare), file=sys.stderr)


def _tell_unrecorded(place: Path) -> None:
    """Say which lines of a sound pack are missing from the recorded voices, and what to do about it."""
    from narrator.recording.takes import lines_to_compose
    from narrator.voice.recordings import RecordingsError

    try:
        for language, missing in lines_to_compose(load_pack(place)):
            lines = {"count": len(missing), "text": ", ".join(missing)}
            print(to_user("packs.unrecorded", place=language, name=place.name, **lines))
    except RecordingsError as error:
        print(error, file=sys.stderr)
