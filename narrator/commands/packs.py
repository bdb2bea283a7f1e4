"""`narrator games`, `narrator cards` and `narrator new-pack`."""

from __future__ import annotations

import re
import shutil
import sys
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
from narrator.story.checks.pack_check import load_checked
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
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


def new_pack(name: str, source: str) -> int:
    """Make a pack of one's own from another: a copy in the player's data folder, with a comment on what to do."""
    try:
        origin = pack_path(source)
        rules = load_pack(origin, []).rules
    except (UnknownGameError, PackError) as error:
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
                shutil.copyfile(file, target / file.name)
    except OSError as error:
        print(f"the pack cannot be written: {error} (NARRATOR_HOME may name another folder)", file=sys.stderr)
        return 2
    print(target)
    return 0


def _write_rules(file: Path, target: Path, name: str, source: str, players: int) -> None:
    """Write the rules under their new name, below the comment."""
    text = re.sub(r"^(?:#.*\n)+", "", file.read_text(encoding="utf-8"))
    text = re.sub(r"^game: .*$", f"game: {name}", text, count=1, flags=re.MULTILINE)
    comment = COMMENT.format(name=name, source=source, players=players)
    (target / file.name).write_text(comment + text, encoding="utf-8")
