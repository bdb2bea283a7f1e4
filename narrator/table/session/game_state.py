"""How a game stands, from what was told so far: the public moment, the scene, a leader's cards."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.rules.core.effects import Deed, Effect, Say, Scene, Term, Window
from narrator.table.inbox.moment import Facts, Moment
from narrator.table.journal.journal import Place
from narrator.table.session.known_cards import Holdings
from narrator.table.session.ports import Ports
from narrator.table.session.replay import Step


class GameState:
    """The state of one game: the moment of its inbox, and `holdings`, for a leader's eyes alone.

    `scene` is the present one, `place` its number and how many slots of its windows are over. `leads`: somebody leads
    from the beginning.
    """

    def __init__(self, ports: Ports, players: int, *, leads: bool) -> None:
        self.holdings = Holdings()
        self.scene: Scene | None = None
        self.place = Place()
        self._ports = ports
        self._players = players
        self._leads = leads

    @property
    def moment(self) -> Moment:
        return self._ports.inbox.moment

    @property
    def facts(self) -> Facts:
        return self._ports.inbox.moment.facts

    def stand(self, steps: Sequence[Step]) -> None:
        """Know what these steps told, and nothing else: they were heard."""
        self.scene, self.place = None, Place()
        self.holdings.stand(())
        for step in steps:
            self._note_aside(step.effect)
            if isinstance(step.effect, Window):
                self._end_slots(step.effect)
        told = [step.effect for step in steps]
        self._ports.inbox.change(lambda moment: moment.standing(Facts(self._players), told))

    def note(self, effect: Effect) -> None:
        self._note_aside(effect)
        called = self._ports.named(effect) if isinstance(effect, Say) else None
        self._ports.inbox.change(lambda moment: moment.after(effect, called))

    def close_window(self) -> None:
        if self.moment.window is not None:
            self._end_slots(self.moment.window)
        self._ports.inbox.change(Moment.closing)

    def _end_slots(self, window: Window) -> None:
        self.place = Place(self.place.cue, self.place.slots + len(window.slots))

    def _note_aside(self, effect: Effect) -> None:
        match effect:
            case Scene():
                self.scene, self.place = effect, Place(self.place.cue + 1)
            case Deed():
                self.holdings.note(effect)

    def holds(self) -> tuple[tuple[Term, Term], ...]:
        """Return who holds what, as (seat, card), where somebody leads from the beginning: for his eyes alone."""
        return self.holdings.told() if self._leads else ()
