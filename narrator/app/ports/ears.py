"""Opening the ears of a game: microphone, model, listener; or one sentence about what is missing."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from narrator.app.equipment import log
from narrator.app.ports.prompt_voice import begins
from narrator.app.prepared_game import PreparedGame
from narrator.app.settings import keep_settings
from narrator.core.effects import Form, Say, Term
from narrator.core.folding import folded
from narrator.devices.input_lines import RawLines
from narrator.downloads.manifest import ManifestError
from narrator.downloads.store import MODELS, find_model, missing
from narrator.games.engine import TableSetup
from narrator.inbox.clock import WallClock
from narrator.inbox.inbox import LiveInbox
from narrator.language.phrasebook import UnspokenError, is_spoken
from narrator.listening.recogniser import RecogniserError
from narrator.listening.table_ears import TableEars
from narrator.session.announcements import unheard
from narrator.speech.table_sound import TableSound
from narrator.story.wording import Wording
from narrator.user_error import UserError

_logger = logging.getLogger(__name__)

SECONDS_TO_HEAR = 8.0
"""How long a game waits to be told whether there is a microphone."""

AskUser = Callable[[str], str]
"""Puts a question to whoever sits before the terminal; returns what is typed."""


class EarSetup:
    """What begins to listen before the first word: it loads its model while the voice is made ready."""

    def __init__(
        self, prepared: PreparedGame, setup: TableSetup, wording: Wording, tell: Callable[[str], object]
    ) -> None:
        """`tell` shows a sentence."""
        self._prepared = prepared
        self._setup = setup
        self._wording = wording
        self._tell = tell
        self._table: TableSound | None = None
        self.ears: TableEars | None = None

    def heard(self, frame: int, pcm: bytes) -> None:
        """Take what the microphone heard."""
        if self.ears is not None:
            self.ears.heard(frame, pcm)

    def begin(self, table: TableSound, inbox: LiveInbox, equipment: ExitStack, ask: AskUser | None) -> None:
        """Begin to listen, if nothing is missing; `ask` offers to fetch a model, if somebody can be asked."""
        table.sound.listen(True)
        if not table.changes.hears(SECONDS_TO_HEAR):
            self._tell(self._wording.line("ear.no_microphone"))
            self.check()
            return
        model = self._model(ask)
        if model is None:
            table.sound.listen(False)
            return
        from narrator.listening.listener import Listener  # it brings NumPy in: only where something is listened to

        self._table = table
        self.ears = ears = TableEars(
            inbox.put, lambda: inbox.turn, WallClock().now, signal=self._signal, attend=table.sound.attend
        )
        listener = equipment.enter_context(Listener(model, self._prepared.language, ears.told))
        ears.learn(listener, self._prepared.spoken_tongue(self._setup))

    def check(self) -> None:
        """Say so if the model that was asked for is not there: who mistyped it wants to know, heard or not."""
        language, asked = self._prepared.language, self._prepared.model
        try:
            if asked is not None and find_model(language, asked) is None:
                self._deaf(missing(language, asked, language))
        except ManifestError as error:
            self._deaf(str(error))

    def ready(self) -> tuple[TableEars | None, tuple[Say, ...]]:
        """Wait until the ears are ready; return them, and what to say about names that they do not know."""
        if self.ears is None or self._table is None:
            return None, ()
        try:
            names = self.ears.learned()
        except RecogniserError as error:
            self._table.sound.listen(False)
            self._deaf(str(error))
            return None, ()
        self._table.changes.heeding = True
        self._tell(self._wording.line("ear.listens"))
        return self.ears, tuple(unheard(name.seat, name.alias) for name in names)

    def _signal(self) -> None:
        from narrator.soundscape.tone import earcon

        if self._table is not None:
            begins(partial(self._table.sound.begin, earcon()))

    def _model(self, ask: AskUser | None) -> Path | None:
        """Return the model that was asked for, the one of the language, or one that is fetched now."""
        prepared, asked = self._prepared, self._prepared.model
        if not is_spoken(prepared.language):
            self._deaf(str(UnspokenError(prepared.language)))
            return None
        try:
            model = find_model(prepared.language, asked)
            to_fetch = asked is None or any(known.name == asked for known in MODELS.known())
        except ManifestError as error:
            self._deaf(str(error))
            return None
        if model is not None:
            _logger.info("model %s", model)
            return model
        if not to_fetch:
            self._deaf(missing(prepared.language, asked, prepared.language))
        elif ask is None or prepared.settings.model_offered:
            self._tell(self._wording.line("ear.no_model"))
        else:
            return self._offered(ask, asked)
        return None

    def _offered(self, ask: AskUser, asked: str | None) -> Path | None:
        """Offer to fetch a model, once; return it if it came."""
        from narrator.app.fetching import fetch_model

        language = self._prepared.language
        yes = {folded(word) for word in self._prepared.pack.words[language].answers["yes"]}
        if folded(ask(self._wording.line("ear.offer")).strip()) not in yes:
            self._tell(self._wording.line("ear.declined"))
            with contextlib.suppress(UserError):  # then it will be offered again
                keep_settings(replace(self._prepared.settings, model_offered=True))
            return None
        try:
            came = fetch_model(asked, language) == 0
        except UserError as error:
            log(str(error))
            came = False
        if not came:
            self._tell(self._wording.line("ear.failed"))
            return None
        return find_model(language, asked)

    def _deaf(self, why: str) -> None:
        self._tell(self._wording.line("ear.none", detail=Term(Form.TEXT, why)))


def at_the_terminal(question: str) -> str:
    """Put a question on the terminal; the end of the input is an empty line."""
    print(question, end="\n> ", flush=True)
    return RawLines(sys.stdin.fileno()).readline()
