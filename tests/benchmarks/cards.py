"""`make bench ARGS=cards`: what each card of Thiercelieux's extensions costs, and where it was tried.

The chapter that makes its power and how long that is, how many texts its words have in French, the scenes it is dealt
in, with how many other cards of the extensions it meets there, and random games of twelve in which one Villageois holds
it instead: who wins them, and how many are played a second.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from benchmarks.engine import games_a_second
from narrator.base.resources import pack_path
from narrator.evening.rehearsal.rehearsal import simulate
from narrator.packs.pack import load_pack
from narrator.packs.rules import VillageRules
from narrator.rules.core.secrets import Secret
from narrator.rules.village import powers
from narrator.rules.village.phases.epilogue import LOVERS, NOBODY
from narrator.rules.village.table import VILLAGE, WOLVES
from narrator.table.games.founding import found
from narrator.table.games.village_engine import VillageGame, village_rules
from narrator.table.setup.composition import Hand, suggested
from narrator.table.setup.setup_answers import SetupAnswers

SCENES = Path(__file__).parents[1] / "transcripts" / "thiercelieux"
PLAYERS, GAMES = 12, 400

_TABLE = re.compile(r"^table (.*)$", re.MULTILINE)


def cards() -> int:
    """Print the table."""
    pack = load_pack(pack_path("thiercelieux"))
    rules, words = village_rules(pack.rules), pack.words["fr"]
    extensions = [card for card, rule in rules.cards.items() if rule.extension]
    dealt = [_dealt(scene, extensions) for scene in SCENES.glob("*.scene")]
    hand = suggested(rules, PLAYERS, "full")
    print("| card | power | chapter | texts | scenes | other cards met | wolves, village, alone, % | games a second |")
    print("|---|---|---|---|---|---|---|---|")
    for card in extensions:
        power = rules.cards[card].powers[-1]  # a wolf has that of the hunters, too
        scenes = [there for there in dealt if card in there]
        met = set().union(*scenes) - {card}
        random = _random_games(rules, _with(hand, card, rules))
        texts = sum(len(variants) for line, variants in words.lines.items() if line.split(".")[0] == power)
        print(f"| {card} | `{power}` | {_code(power)} | {texts} | {len(scenes)} | {len(met)} | {random} |", flush=True)
    print(f"| none of them | | | | {sum(not there for there in dealt)} | | {_random_games(rules, hand)} |")
    return 0


def _dealt(scene: Path, extensions: list[str]) -> set[str]:
    """Return which cards of the extensions a scene deals."""
    table = _TABLE.search(scene.read_text(encoding="utf-8"))
    return set() if table is None else set(re.split(r"[^\w-]+", table[1])) & set(extensions)


def _with(hand: Hand, card: str, rules: VillageRules) -> Hand:
    """Return a composition in which as many of a card as there must be take the place of the plainest."""
    number = rules.cards[card].box or 1
    return (*((held, n - number * (held == rules.filler)) for held, n in hand), (card, number))


def _random_games(rules: VillageRules, hand: Hand) -> str:
    """Return what random games of this composition come to: who wins, in per cent, and how many there are a second."""
    setup, chance = found(rules, SetupAnswers(players=PLAYERS), hand, Secret(b"bench")), Random(1)
    games = (VillageGame(replace(setup, key=Secret(str(number).encode()))) for number in range(GAMES))
    ends = Counter(simulate(game, chance)[0] for game in games)
    alone = ends.total() - ends[VILLAGE] - ends[WOLVES] - ends[LOVERS] - ends[NOBODY]
    shares = ", ".join(f"{100 * won / GAMES:.0f}" for won in (ends[WOLVES], ends[VILLAGE], alone))
    return f"{shares} | {games_a_second(setup):.0f}"


def _code(power: str) -> str:
    """Return the chapter that makes a power, and how long it is."""
    (name,) = (name for name, value in vars(powers).items() if value is powers.POWERS[power])
    made = re.compile(rf"^{name} = ", re.MULTILINE)
    texts = {file.name: file.read_text(encoding="utf-8") for file in Path(powers.__path__[0]).glob("*.py")}
    (found,) = (f"`{file}`, {len(text.splitlines())}" for file, text in texts.items() if made.search(text))
    return found
