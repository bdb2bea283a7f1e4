"""Saving the victim and striking somebody, each once a game: the witch (sorcière, médecin) and the minister (ministre).

The witch heals and poisons; the minister protects the designated player and has somebody imprisoned. The holder
is shown the victim even when both are spent. Both may be used in one night, on anybody, oneself included. Striking the
player already attacked is allowed and takes him once. Saving cancels the attack, nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from narrator.rules.core.answers import NO, NOBODY, SILENT, YES, Choices, Kind, Seats
from narrator.rules.core.effects import Form
from narrator.rules.core.play import Play
from narrator.rules.core.table_state import put
from narrator.rules.core.vocabulary import Eyes, Question, lines, told, unspoken
from narrator.rules.village import declassify
from narrator.rules.village.powers.power import Power, nothing
from narrator.rules.village.state import SEVERAL, VillageState, seat_term, several
from narrator.rules.village.table import CauseOfDeath
from narrator.rules.village.windows import Counted, secret_seat

SAVE, STRIKE = range(2)

WHOM = "attack.saved"
"""The prompt where a seat is asked for: several may be attacked."""


def remedy(state: VillageState, *, power: str, save: str, strike: str) -> Play[None]:
    """Show the victim, and ask in the same slot to save it; then to strike: each of the two that is left and has a use.

    `save` and `strike` name them, as the questions of the power do.
    """
    saving, striking = f"{power}.{save}", f"{power}.{strike}"
    if not state.holders(power):
        return
    me = state.private(power)
    victims = state.tonight.victims
    if not victims:
        yield state.show(f"{power}.no_victim", to=me, slot=SAVE, word=NOBODY)
    for victim in victims:
        yield state.show(f"{power}.victim", to=me, slot=SAVE, seat=seat_term(victim))
    if victims and saving not in state.spent:
        if len(victims) > 1:
            yield state.show(SEVERAL, to=me, slot=SAVE)
        question = state.ask(saving, _savings(state, victims), to=me, slot=SAVE)
        saved = yield from put(state, replace(question, prompt=WHOM) if several(state.setup) else question)
        if isinstance(saved, Seats) or saved is YES:
            (healed,) = saved.seats if isinstance(saved, Seats) else victims
            state.spent.add(saving)
            state.tonight.healed.add(healed)
            state.secret_history.done("epilogue.healed", healed)
            yield state.deed("story.healed", seat=seat_term(healed))
    if striking not in state.spent:
        # Beside the big bad wolf she may not undo her own remedy; the white wolf changes nothing of the rule.
        spared = state.tonight.healed if "bigwolf" in state.setup.powers else ()
        targets = secret_seat(state.others(*spared))
        struck = yield from put(state, state.ask(striking, targets, to=me, slot=STRIKE))
        if isinstance(struck, Seats):
            (seat,) = struck.seats
            state.spent.add(striking)
            state.tonight.fallen.setdefault(seat, CauseOfDeath.POISON)
            state.secret_history.done("epilogue.poisoned", seat)
            yield state.deed("story.poisoned", seat=seat_term(seat))


def _savings(state: VillageState, victims: tuple[int, ...]) -> Choices:
    """Return yes or no, about the only one who can be attacked; or whom of several, where more than one could be.

    No is nobody, however many are attacked; yes is somebody where one alone is.
    """
    if not several(state.setup):
        return Choices(kind=Kind.YES_NO, words=(YES, NO, SILENT))
    words = (YES, NO) if len(victims) == 1 else (NO,)
    return Choices(kind=Kind.SEATS, seats=victims, words=(NOBODY, SILENT, *words))


def tell_victim(state: VillageState) -> Play[None]:
    """Say whom the hunters attack, where the table wants that: whether or not a remedy is left, or its holder lives."""
    if not state.options.tell_victim:
        return
    victim = declassify.victim(state)
    if victim is None:
        yield state.say("victim.nobody")
    else:
        yield state.say("victim.heard", seat=victim)


def _saving(power: str, save: str, strike: str) -> Power:
    saved = "yes | no (where several attack: a seat of the attacked | none)"
    return Power(
        id=power,
        slots=(Counted.SAVE, Counted.SEAT),
        opening=tell_victim,
        quiet=nothing,
        act=partial(remedy, power=power, save=save, strike=strike),
        lines=(
            *lines(f"{power}.wake", f"{power}.sleep", nightly=True, eyes=Eyes.CLOSED),
            *lines("victim.heard", eyes=Eyes.CLOSED, uncalled=True, seat=Form.SEAT),
            *lines("victim.nobody", eyes=Eyes.CLOSED),
            *unspoken(f"{power}.no_victim", word=NOBODY),
            *unspoken(f"{power}.victim", seat=Form.SEAT),
            *told("story.healed", "story.poisoned", seat=Form.SEAT),
            *lines("epilogue.healed", "epilogue.poisoned", seats=Form.SEAT),
        ),
        questions=(
            Question(f"{power}.{save}", Kind.YES_NO, saved, secret=True, other=Kind.SEATS, prompts=(WHOM,)),
            Question(f"{power}.{strike}", Kind.SEATS, "a living seat | none", secret=True),
        ),
    )


WITCH = _saving("witch", save="heal", strike="poison")
MINISTER = _saving("minister", save="protect", strike="imprison")
