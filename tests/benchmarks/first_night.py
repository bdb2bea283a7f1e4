"""`make bench ARGS=first-night`: from the command to the first night, and every night, by a virtual clock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from benchmarks.figures import heading, row
from benchmarks.newcomers import to_the_first_night
from narrator.base.resources import pack_path
from narrator.evening.rehearsal.rehearsal import Guesser, NightLengths, rehearse
from narrator.packs.pack_check import load_checked
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer
from narrator.rules.core.effects import Ask, Effect, News, Pause, Say, Scene, Topic, Window
from narrator.rules.core.play import Mode
from narrator.rules.core.secrets import Secret
from narrator.rules.village.table import Deal
from narrator.table.games.options import settings
from narrator.table.games.registry import engine_facts, engine_of
from narrator.table.session.ports import Pace
from narrator.table.setup.setup_answers import SetupAnswers

NAMES = ("Alice", "Bruno", "Chloé", "David", "Élise", "Farid", "Gwen", "Hugo", "Inès", "Jules", "Karim", "Léa")
MORE = ("Manon", "Noé", "Olga", "Paul", "Rose", "Samir")
TARGETS = {5: "", 6: "", 8: "245", 18: "300"}
"""Seconds in which the first night of so many players is to be over."""

A_SEAT, NIGHT, CALL = 12, 25, 36
"""Seconds for a seat of the deal; and for a night from the second on: for itself, and for each call in it."""


class NightWatch:
    """Adds up where the seconds of the first night go: to words or to a window, call by call; and times the deal."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.asked: float | None = None
        self.before = 0.0
        self.nights = NightLengths()
        self.dealing: list[float] = []  # when each seat was called, and the last one over
        self._what, self._since = "", 0.0
        self._watching, self._call = False, ""

    def effect(self, effect: Effect, at: float) -> None:
        """Count what was before this effect, if it was in the first night."""
        if self._watching:
            self.seconds[self._what] += at - self._since
        self._since = at
        self.nights.effect(effect, at)
        match effect:
            case Ask() if self.asked is None:
                self.asked = at
            case Say(line="round.seat" | "round.end") if not self._watching and not self.nights.calls:
                self.dealing.append(at)
            case News(topic=Topic.NIGHTFALL, number=1):
                self._watching, self._what, self.before = True, "nightfall", at
            case News(topic=Topic.DAYBREAK):
                self._watching = False
            case Say(line=line):
                self._call = line.split(".")[0]
                self._what = f"{self._call}: words"
            case Window(call=call):
                self._what = f"{self._call if call == 'round' else call}: silence"
            case Pause() | Scene():
                self._what = "pauses and scenes"
            case _:
                pass

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Take no time."""


def night(players: int, options: Sequence[str], pace: Pace = Pace.NORMAL, *, led: bool = False) -> NightWatch:
    """Watch a first evening of Thiercelieux, which tells what the cards do; with real cards where it is `led`."""
    names, pack = (*NAMES, *MORE)[:players], load_checked(pack_path("thiercelieux"), engine_facts, ["fr"])
    wording, watch = Wording(pack.words["fr"], names), NightWatch()
    mode, deal = (Mode.MENEUR, Deal.CARDS) if led else (Mode.JOUEUR, Deal.NARRATOR)
    chosen = settings(("drum=yes", "introduction=cards", *options))
    asked = SetupAnswers(
        players=players, mode=mode, deal=deal, roles=None, cards=None, center=None,
        names=names, seed=0, settings=chosen,
    )  # fmt: skip
    plan = engine_of(pack.rules.engine).plan(pack.rules, asked, wording, print)
    game, chance = plan.found(Secret(b"night"), prologue=True), Random(0)
    rehearse(game.setup, wording, Guesser(game.things(chance), chance), watcher=watch, pace=pace)
    return watch


def first_night(options: Sequence[str], pace: str) -> int:
    """Print what leads to the first night, how long the nights of some tables are, and what the first is made of."""
    heading("seconds, target")
    waited, busy, answers = to_the_first_night()
    row("from the command to the first question", f"{waited:.1f}", "3")
    row("  of it on a processor", f"{busy:.2f}")
    row("answers from there to the first night", f"{answers}")
    for players, target in TARGETS.items():
        watch = night(players, options, Pace[pace.upper()])
        seconds, nights = watch.seconds, watch.nights
        dealt = (watch.dealing[-1] - watch.dealing[0]) / players
        row(f"{players} players: from the first word to the first question", f"{watch.asked:.0f}", "10")
        row(
            f"{players} players: from the first word to nightfall", f"{watch.before:.0f}", "240" if players == 8 else ""
        )
        if players == 8:
            led = night(players, options, Pace[pace.upper()], led=True)
            row("  with a leader and real cards", f"{led.before:.0f}", "210")
        row(f"{players} players: the deal, a seat", f"{dealt:.1f}", f"{A_SEAT}")
        row(f"{players} players: night 1", f"{sum(seconds.values()):.0f}", target)
        later = zip(nights.seconds[1:], nights.calls[1:], strict=False)
        for number, (took, calls) in enumerate(later, 2):
            row(f"{players} players: night {number}, calls: {calls}", f"{took:.0f}", f"{NIGHT + CALL * calls}")
        for what, spent in sorted(seconds.items(), key=lambda it: -it[1]):
            if spent >= 0.5:
                row(f"  {what}", f"{spent:.0f}", "")
    return 0
