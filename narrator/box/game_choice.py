"""What a box plays next: an unfinished game, the last evening again, or a game that is set up anew.

It is asked through the ports of a box between games: a voice that renders as it goes, ears, and the box's devices.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from typing import TYPE_CHECKING

from narrator.app.choosing.game_list import games_in
from narrator.app.choosing.last_evening import keep_evening, last_evening
from narrator.app.choosing.unfinished import offer, whole
from narrator.app.ports.prompt_voice import PromptVoice, begins
from narrator.app.prepared_game import PreparedGame, open_evening
from narrator.app.settings import Settings, log
from narrator.box.box_ports import BoxDevices
from narrator.box.service import BoxOptions
from narrator.core.effects import Form, Term
from narrator.core.play import Play
from narrator.downloads.manifest import ManifestError
from narrator.downloads.store import find_model
from narrator.games.engine import Founded, GamePlan, TableSetup
from narrator.games.founding import fresh_key
from narrator.games.saved_games import Condition, SavedGame, next_seed, path_of, unfinished
from narrator.games.village_dialog import explained
from narrator.games.village_engine import village_rules
from narrator.inbox.inbox import Beat, Clock, LiveInbox
from narrator.journal.journal import JournalError, writable
from narrator.language.offered_answers import OfferReader, titles
from narrator.language.phrasebook import is_spoken
from narrator.language.table_words import TableWords
from narrator.listening.table_ears import SetupEars
from narrator.resources import FIRST, UnknownGameError
from narrator.session.captions_only import CaptionsOnly, InterruptibleClock, instantly
from narrator.session.counting import Counting
from narrator.session.ports import Mouth, Pace, Ports
from narrator.setup.dialog import Dialog, said
from narrator.setup.setup_answers import PresentEquipment, SetupAnswers, abilities_of
from narrator.setup.setup_questions import Asker
from narrator.speech.mouth import SpokenMouth
from narrator.story.diagnostics import PackError
from narrator.story.wording import Wording
from narrator.story.words import Words
from narrator.ui.plain import PromptScreen
from narrator.user_error import UserError
from narrator.village.game import VillageSetup

if TYPE_CHECKING:  # sound is loaded only where it is wanted
    from narrator.dsp.samples import Samples


SECONDS_TO_HEAR = 4.0
"""How long it waits to be told whether there is a microphone, having said hello."""


class SetupPorts:
    """One conversation. Everything it opens is put away with `equipment`, so that a game can have it."""

    box_devices: BoxDevices | None = None
    """What is there in hand, once that was looked for."""

    def __init__(
        self, prepared: PreparedGame, voice: PromptVoice | None, clock: Clock, beat: Beat, equipment: ExitStack
    ) -> None:
        """Wait for the voice, which is closed with all else; without one there are captions alone.

        Raises:
            VoiceError: there is no such voice.
        """
        self._words = TableWords.of(prepared.pack.words[prepared.language], 0)
        self.wording = Wording(prepared.pack.words[prepared.language])
        self._prepared, self._equipment = prepared, equipment
        self.inbox = LiveInbox(clock, beat)
        self._voice = voice
        self._tried = False
        self._ears = SetupEars(self.inbox.put, lambda: self.inbox.moment.slot, clock.now, signal=self._signal)
        self._counting = Counting(clock)
        pace = Pace(prepared.equipment.pace or Pace.NORMAL.value)
        patience = InterruptibleClock(clock, self.inbox.answered)
        silent = CaptionsOnly(patience, instantly if pace is Pace.INSTANT else self.wording.seconds)
        self._mouth: Mouth = silent
        if voice is not None:
            equipment.callback(voice.close)
            voice.changed = self.inbox.put
            self._mouth = voice.mouth(silent)
            if voice.table is not None:
                voice.table.sound.interrupted = self.inbox.answered
        ports = Ports(
            clock=clock,
            inbox=self.inbox,
            mouth=self._mouth,
            screen=PromptScreen(sys.stdout, ""),
            pace=pace,
            talk=self._ears.talk,
            keyed=lambda: self.present.keyed,
            counting=self._counting,
        )
        self.asker = Asker(ports, ears=self._ears.hear, aloud=True, can=lambda: abilities_of(self.present))

    @property
    def sounds(self) -> bool:
        """Whether there is a voice that can be heard now."""
        table = None if self._voice is None else self._voice.table
        return table is not None and isinstance(self._mouth, SpokenMouth) and table.sound.missing is None

    @property
    def hears(self) -> bool:
        return self._ears.there

    @property
    def present(self) -> PresentEquipment:
        sound, ears, screen = self.sounds, self.hears, self._prepared.phone is not None
        if self.box_devices is None:
            return PresentEquipment(sound=sound, ears=ears, screen=screen)
        return self.box_devices.present(sound=sound, ears=ears, screen=screen)

    def take(self, box_devices: BoxDevices) -> None:
        """Let these pieces answer."""
        self.box_devices = box_devices
        box_devices.to(self.inbox, OfferReader(self._words), self._counting)

    def tell(self, line: str, **terms: Term) -> None:
        """Say a line, and write it down: it is for everybody."""
        utterance = self.wording.utterance(line, **terms)
        print(self.wording.caption(utterance), flush=True)
        self._mouth.speak(utterance)

    def rendered(self, line: str) -> Samples | None:
        """Return the sound of a line, for later; None where there is no voice."""
        return self._voice.rendered(self.wording.utterance(line)) if self._voice is not None and self.sounds else None

    def listen(self) -> None:
        """Begin to listen, where there is a microphone and a model; the model is loaded meanwhile."""
        table, prepared = None if self._voice is None else self._voice.table, self._prepared
        if self._voice is None or table is None or not prepared.listens or self._tried:
            return
        self._tried = True
        try:
            model = find_model(prepared.language, prepared.model)
        except ManifestError as error:
            log(str(error))
            return
        if model is None or not is_spoken(prepared.language) or not table.changes.hears(SECONDS_TO_HEAR):
            table.ear().listen(False)
            return
        table.ear().load(model, prepared.language, self._ears.told)
        self._ears.use(table.ear(), self._words)

    def _signal(self) -> None:
        from narrator.soundscape.tone import earcon

        if self._voice is not None and self._voice.table is not None:
            begins(partial(self._voice.table.sound.sign, earcon()))


class GameChoice:
    """The questions about what to play next, asked by ear and keys.

    `prepared` is the game that was chosen last, with the equipment and the phone's page, which last all evening.
    """

    def __init__(self, options: BoxOptions, settings: Settings) -> None:
        self._language = options.language
        self._equipment = replace(options.equipment, remote=None)
        self._last = last_evening()
        self._refused_to_resume: set[str] = set()
        self.prepared = open_evening(FIRST, self._language, self._equipment)
        self.prepared.settings = settings

    def choose(self, ports: SetupPorts) -> Founded | str:
        """Return the game that is to be played, or the id of the one to resume."""
        if (old := self._old(ports)) is not None:
            return old
        asked = self._as_before(ports) or self._asked(ports)
        plan = self._plan(asked)
        keep_evening(self.prepared, asked)
        return plan.found(fresh_key())

    def forget_refusals(self) -> None:
        """Offer all unfinished games again."""
        self._refused_to_resume.clear()

    def _old(self, ports: SetupPorts) -> str | None:
        """Offer what was not finished, once: the latest game, and damaged ones before it."""
        for game in self._unfinished():
            new = game.id not in self._refused_to_resume
            self._refused_to_resume.add(game.id)
            if game.condition is Condition.SOUND:
                return game.id if new and self._resumes(ports, game) else None
            if new and self._mended(ports, game):
                return game.id
        return None

    def _unfinished(self) -> Iterator[SavedGame]:
        try:
            yield from unfinished()
        except OSError as error:  # that no game can be kept is said as one begins
            log(str(error))

    def _resumes(self, ports: SetupPorts, game: SavedGame) -> bool:
        """Offer a sound game, where it can go on."""
        if not writable(path_of(game.id)):
            ports.tell("storage.unfinished")
            return False
        if (offered := offer(game, self._titles, date.today())) is None:
            return False
        line, terms = offered
        return self.yes(ports, line, **terms)

    def _mended(self, ports: SetupPorts, game: SavedGame) -> bool:
        try:
            if game.playable:
                return whole(game.id, ports.asker, self._words)
            log(game.why)
        except (JournalError, PackError, UnknownGameError) as error:
            log(str(error))
        ports.tell("damage.lost")
        return False

    def _as_before(self, ports: SetupPorts) -> SetupAnswers | None:
        """Offer the last evening once, where it is known, and possible with this equipment."""
        last, self._last = self._last, None
        if last is None or last.language != self._language:
            return None
        can, asked = abilities_of(ports.present), last.answers(next_seed())
        if can.modes[last.mode] or can.dealt.get(last.deal):
            return None
        usual = self.prepared
        try:
            self.prepared = self._open(last.game)
            setup = self._plan(asked).found(fresh_key()).setup
        except (UserError, OSError) as error:
            log(str(error))
            self.prepared = usual
            return None
        if not ports.asker.ask(self._words, self._again(ports, asked, setup)):
            self.prepared = usual
            return None
        self.prepared.respellings = last.respellings
        return asked

    def _again(self, ports: SetupPorts, asked: SetupAnswers, setup: TableSetup) -> Play[bool]:
        """Say what was played, and ask whether to play it again; if so, explain once more what it takes."""
        dialog = self._dialog(ports)
        yield said("box.chosen", text=Term(Form.TEXT, self._words.title))
        yield said("setup.seats", number=Term(Form.NUMBER, setup.players))
        if isinstance(setup, VillageSetup):
            yield said("setup.hand", cards=Term(Form.HAND, setup.hand))
        again = yield from dialog.yes("setup.as_before", default=True)
        if again and isinstance(setup, VillageSetup):
            yield from explained(village_rules(self.prepared.pack.rules), dialog, asked, setup.hand)
        return again

    def _asked(self, ports: SetupPorts) -> SetupAnswers:
        names = self._titles
        offers = titles(names, self._language)
        choice = self._dialog(ports).choose("setup.game", {name: name for name in names}, FIRST, offers=offers)
        self.prepared = self._open(ports.asker.ask(self._words, choice))
        usual = SetupAnswers(seed=next_seed())
        return ports.asker.ask(self._words, self.prepared.engine.dialog(self._dialog(ports), usual))

    def _plan(self, asked: SetupAnswers) -> GamePlan:
        return self.prepared.engine.plan(self.prepared.pack.rules, asked, Wording(self._words), log)

    def yes(self, ports: SetupPorts, line: str, **terms: Term) -> bool:
        return ports.asker.ask(self._words, self._dialog(ports).yes(line, default=True, **terms))

    def _dialog(self, ports: SetupPorts) -> Dialog:
        """Return the questions of the game that was chosen; what is said is said by the same voice."""
        return ports.asker.dialog(self.prepared.pack.rules, self._words)

    @property
    def _words(self) -> Words:
        return self.prepared.pack.words[self._language]

    @cached_property
    def _titles(self) -> dict[str, str]:
        """The titles of the games that can be played in this language, by name; the usual one first."""
        return {name: words.title for name, words in games_in(self._language).items()}

    def _open(self, game: str) -> PreparedGame:
        """Read a game; the settings and the page of the phone, which last, go with it."""
        prepared = open_evening(game, self._language, self._equipment)
        prepared.settings, prepared.phone = self.prepared.settings, self.prepared.phone
        return prepared
