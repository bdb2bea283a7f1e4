"""Everything that a game may have to say, so that its voice can be made ready before the first word.

With it stand the lines that a session says or shows by itself, whatever the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from narrator.core.answers import SILENT, Kind, Refusal, Token
from narrator.core.effects import Form, Purpose
from narrator.core.vocabulary import Eyes, Line, lines, told, unspoken
from narrator.games.options import KINDS, READERS, values_of
from narrator.story.markup import Utterance
from narrator.story.naming import Cast
from narrator.story.wording import Wording
from narrator.village.phases.victory import ALONE, LOVERS, NOBODY
from narrator.village.powers.loners import MARTYR_OUTCOME


def whenever(*said: Line) -> tuple[Line, ...]:
    """Return lines that may be said to open and to closed eyes."""
    return tuple(replace(line, eyes=Eyes.EITHER) for line in said)


SPOKEN = whenever(
    *lines("resume.hello", "resume.night", "resume.day", "resume.before"),
    *lines("resume.living", "resume.dead", seats=Form.SEAT),
    *lines("resume.office", seat=Form.SEAT),
    *lines("pause.on", "pause.off"),
    *lines("undo.day", "undo.ask_night", "undo.night", "undo.dusk", "undo.nothing"),
    *lines("debate.warning", "debate.over", "debate.relaunch"),
    *lines("heard.seats", "heard.tie", seats=Form.SEAT),
    *lines("heard.clear_tie", seat=Form.SEAT, seats=Form.SEAT),
    *lines("heard.card", card=Form.CARD),
    *lines("heard.number", number=Form.NUMBER),
    *lines("heard.either_seat", one=Form.SEAT, other=Form.SEAT),
    *lines("heard.either_card", one=Form.CARD, other=Form.CARD),
    *lines("heard.either_number", one=Form.NUMBER, other=Form.NUMBER),
    *lines("heard.leave", "heard.denounce", seat=Form.SEAT),
    *lines(*(f"heard.{word.value}" for word in Token if word is not SILENT)),
    *lines("heard.farewell", "heard.dropped", "heard.unchanged", "heard.again", "heard.keypad"),
    *lines("ear.lost", "ear.back"),
    *lines("ear.number", seat=Form.SEAT, number=Form.NUMBER),
    *lines("ear.alias", seat=Form.SEAT, alias=Form.TEXT),
    *lines("keyboard.lost", "sound.lost", "sound.back", "sound.moved", "phone.lost", "goodbye"),
    *lines("phone.paired", "phone.taken"),
    *lines("storage.full", "storage.failing", "storage.read_only"),
    *lines("keypad.lost", "keypad.back", "button.lost", "button.back"),
)
"""Spoken aloud, and captioned."""

COUNTED = whenever(
    *lines("count.seat", uncalled=True, seat=Form.SEAT),
    *lines("count.card", card=Form.CARD),
    *lines("count.number", number=Form.NUMBER),
    *lines(*(f"count.{word.value}" for word in Token if word is not SILENT)),
    *lines("count.tie", "count.tied", "count.clear"),
    *lines(*(f"count.{purpose.value}" for purpose in Purpose)),
    *lines("count.how"),
)
"""Spoken where one button answers, or only a light shows."""

FILLED = (Refusal.COUNT, Refusal.COUNTS, Refusal.NUMBER, Refusal.SEATS, Refusal.TOTAL)
"""The refusals that tell something of the question."""

SHOWN = (
    *unspoken(*(refusal.value for refusal in Refusal if refusal not in FILLED)),
    *unspoken(Refusal.COUNT.value, number=Form.NUMBER),
    *unspoken(Refusal.COUNTS.value, Refusal.NUMBER.value, least=Form.NUMBER, most=Form.NUMBER),
    *unspoken(Refusal.TOTAL.value, number=Form.NUMBER, count=Form.NUMBER),
    *unspoken(Refusal.SEATS.value, seats=Form.SEAT),
    *unspoken(
        *(f"help.{kind.name.lower()}" for kind in Kind),
        "help.commands",
        "help.night",
        "help.several",
        "help.nobody",
        "help.keep",
        "help.denounce",
        "help.words",
    ),
    *unspoken("screen.cards", "screen.understood", "screen.taken_back", text=Form.TEXT),
    *unspoken("screen.window", "screen.kept", "screen.cleared", "screen.closed", "screen.confirm", "screen.feign"),
    *unspoken("screen.noted", text=Form.TEXT),
    *unspoken("screen.now", number=Form.NUMBER),
    *unspoken("state.night", "state.day", number=Form.NUMBER),
    *unspoken("state.holds", seat=Form.SEAT, card=Form.CARD),
    *unspoken("state.untold", seats=Form.SEAT),
    *unspoken(
        "session.private_needed", "session.resume_how", "session.paused", "session.not_yet", "session.unknown_command"
    ),
    *unspoken("leave.noted", "undo.behind"),
    *unspoken("leave.again", seat=Form.SEAT),
    *told("story.opening", "story.epilogue"),
    *told("story.night", "story.day", number=Form.NUMBER),
    *told("story.office", seat=Form.SEAT),
    *unspoken(
        "volume.up", "volume.down", "volume.none", "orders.by_day", "sound.preparing", "heard.confirm", "heard.which"
    ),
    *unspoken("ear.no_microphone", "ear.no_model", "ear.offer", "ear.declined", "ear.failed", "ear.listens"),
    *unspoken("ear.none", detail=Form.TEXT),
    *unspoken("phone.where", "phone.story", address=Form.TEXT),
    *unspoken("phone.code", "phone.fresh", code=Form.TEXT),
    *unspoken("phone.awaited"),
    *unspoken("phone.none"),
    *unspoken("hands.no_evdev", "hands.no_gpiozero", "hands.denied", "keypad.none", "light.no_keypad"),
    *unspoken("hands.busy", "keypad.keyboards", names=Form.TEXT),
    *unspoken("keypad.unnamed", text=Form.TEXT, names=Form.TEXT),
    *unspoken("button.none", "button.unknown", "button.on_keypad", "light.unknown", text=Form.TEXT),
    *unspoken("pins.none", detail=Form.TEXT),
    *unspoken("pins.broken", detail=Form.TEXT),
    *unspoken("pins.refused", text=Form.TEXT, detail=Form.TEXT),
)
"""Shown on a screen, never spoken."""

TYPED = (
    *unspoken("setup.game", "setup.mode", "setup.deal", "setup.composition", text=Form.TEXT),
    *unspoken("setup.resume.today", "setup.resume.yesterday"),
    *unspoken("setup.resume.days", number=Form.NUMBER),
    *unspoken(
        "setup.players",
        "setup.mode.meneur",
        "setup.names",
        "setup.names.wanted",
        "setup.play",
        "setup.play_here",
        "setup.right",
        "setup.help",
        "setup.help_text",
        "setup.rest",
    ),
    *unspoken("setup.as_before", "setup.resume", game=Form.TEXT, text=Form.TEXT),
    *unspoken("setup.as_before.phone", "setup.as_before.quiet", "setup.as_before.led", "setup.as_before.cards"),
    *unspoken("setup.meant", text=Form.TEXT),
    *unspoken("setup.circle", number=Form.NUMBER, text=Form.TEXT),
    *unspoken("setup.offered", number=Form.NUMBER, game=Form.TEXT, text=Form.TEXT),
    *unspoken("setup.unrecorded", name=Form.TEXT, seat=Form.SEAT, like=Form.TEXT),
    *unspoken("setup.unrecorded_at_all", name=Form.TEXT, seat=Form.SEAT),
    *unspoken("setup.proposal", number=Form.NUMBER, cards=Form.HAND),
    *unspoken("setup.deck", number=Form.NUMBER, text=Form.TEXT, cards=Form.HAND),
    *unspoken("setup.deck.short", "setup.deck.balanced", "setup.deck.wild"),
    *unspoken("setup.deck.odds", count=Form.NUMBER, text=Form.TEXT, number=Form.NUMBER),
    *unspoken("setup.share.camp", text=Form.TEXT, number=Form.NUMBER),
    *unspoken(*(f"setup.share.{outcome}" for outcome in (LOVERS, NOBODY, MARTYR_OUTCOME, *ALONE)), number=Form.NUMBER),
    *unspoken("setup.kept", "compose.no_name", text=Form.TEXT),
    *unspoken("compose.many_hunters", number=Form.NUMBER),
    *unspoken("compose.experienced", card=Form.CARD),
    *unspoken("setup.play.play", "setup.play.phone", "setup.play.settle", "setup.deal.narrator", "setup.deal.cards"),
    *unspoken(*(f"setup.{option}" for option in READERS), text=Form.TEXT),
    *unspoken(*(f"setup.{option}.{value}" for option, kind in KINDS.items() for value in values_of(kind))),
    *unspoken(*(f"setup.elect.{value}" for value in ("start", "day:1", "day:2", "never"))),
    *unspoken("compose.number_name", text=Form.TEXT),
    *unspoken("compose.same_name", text=Form.TEXT, number=Form.NUMBER, count=Form.NUMBER),
)
"""Shown before the game where answers are typed. Of a line that names an answer, what is typed for it."""

SET_UP = (
    *unspoken("setup.again"),
    *unspoken("setup.seats", circle=True, number=Form.NUMBER),
    *unspoken("setup.hand", cards=Form.HAND),
    *unspoken(
        "compose.players", circle=True, number=Form.NUMBER, count=Form.NUMBER, least=Form.NUMBER, most=Form.NUMBER
    ),
    *unspoken("compose.players_unusual", circle=True, number=Form.NUMBER, count=Form.NUMBER),
    *unspoken("compose.total", number=Form.NUMBER, count=Form.NUMBER),
    *unspoken("compose.unknown", text=Form.TEXT),
    *unspoken("compose.crowded", count=Form.NUMBER),
    *unspoken("compose.no_hunters", "compose.no_hunted", "compose.too_many_hunters"),
    *unspoken("storage.none.full", "storage.none.failing", "storage.none.read_only", "storage.unfinished"),
    *unspoken("damage.lost", "damage.declined", "damage.mended"),
    *unspoken("damage.found", game=Form.TEXT, count=Form.NUMBER),
    *unspoken("damage.from.before", "damage.from.last"),
    *unspoken("damage.from.night", "damage.from.day", "damage.from.debate", "damage.from.vote", number=Form.NUMBER),
    *unspoken("damage.ask"),
    *unspoken("compose.alone", card=Form.CARD),
    *unspoken("compose.box", "compose.no_stand_in", card=Form.CARD, number=Form.NUMBER),
    *unspoken("compose.together", card=Form.CARD, number=Form.NUMBER, count=Form.NUMBER),
    *unspoken("compose.stand_in", card=Form.CARD, number=Form.NUMBER, cards=Form.HAND),
)
"""Shown before the game, and said by a box."""

BOX = (
    *unspoken(
        "box.hello",
        "box.refused",
        "box.broken",
        "box.unheard",
        "box.over",
        "box.end",
        "box.prepare",
        "box.still",
        "box.another",
        "box.kept",
        "box.kept.tonight",
        "box.keeping.lost",
        "box.keeping.back",
    ),
    *unspoken(*(f"box.how.{piece}" for piece in ("voice", "keypad", "button", "end"))),
    *unspoken(*(f"box.no.{piece}" for piece in ("sound", "ears", "remote", "hands"))),
    *unspoken(*(f"box.no.{wanted}" for wanted in ("night", "lead", "deal", "light_dealer"))),
    *unspoken(
        *(f"box.resume.{when}" for when in ("today", "yesterday", "once")),
        circle=True,
        game=Form.TEXT,
        count=Form.NUMBER,
    ),
    *unspoken("box.resume.days", circle=True, game=Form.TEXT, count=Form.NUMBER, number=Form.NUMBER),
    *unspoken("box.heard", "box.chosen", text=Form.TEXT),
    *unspoken("box.offered", number=Form.NUMBER, text=Form.TEXT),
    *unspoken("box.game", "box.players", "box.mode", "box.deal", "box.right", "box.play", "box.as_before"),
    *unspoken("box.call_the_dead", "box.tell_victim", "box.double_elimination"),
    *unspoken("box.mode.joueur", "box.mode.meneur", "box.deal.narrator", "box.deal.cards"),
    *unspoken("box.players.ways", circle=True, number=Form.NUMBER),
    *unspoken("box.numbers"),
    *unspoken("box.number", number=Form.NUMBER, card=Form.CARD),
)
"""Said by a speaker without a screen before a game, when no voice is prepared yet.

Of a line that names an answer, the first wording is said; all of them are understood.
"""

LINES = (*SPOKEN, *COUNTED, *SHOWN, *TYPED, *SET_UP, *BOX)


@dataclass(frozen=True)
class Repertoire:
    """The lines of one game, and all that they may name; where it is `counting`, all that can be counted too."""

    lines: tuple[Line, ...]
    cast: Cast
    counting: bool = False

    def by_day(self, wording: Wording) -> Iterator[Utterance]:
        """Yield lines that hold, together, every text that may be said to open eyes."""
        return wording.utterances(self._said_to(Eyes.OPEN), self.cast)

    def by_night(self, wording: Wording) -> Iterator[Utterance]:
        """Yield lines that hold, together, every text that may be said to closed eyes."""
        return wording.utterances(self._said_to(Eyes.CLOSED), self.cast)

    def _said_to(self, eyes: Eyes) -> Iterator[Line]:
        session = (*SPOKEN, *COUNTED) if self.counting else SPOKEN
        return (line for line in (*self.lines, *session) if line.eyes in (eyes, Eyes.EITHER))
