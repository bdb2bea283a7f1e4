"""Tables that no pack of the house has: powers of all night games together, as a pack of one's own may take them."""

from __future__ import annotations

from collections import Counter
from random import Random

from players import Players, game
from sampled_worlds import Sample, dealt_anew
from tables import NIGHT_GAMES, hunter_cards, rules_of, runs

from narrator.rules.core.answers import DONE, HYMN, NOBODY, SILENT, seat
from narrator.rules.core.effects import News, Topic
from narrator.rules.core.play import Mode, Walk
from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.powers import POWERS
from narrator.rules.village.table import Deal, Judgement, Options, Parity, Reveal, Role

BASE = "thiercelieux"
RULES = [rules_of(BASE), *(rules_of(name) for name in NIGHT_GAMES if name != BASE)]
ROLES = {card: Role(card=card, camp=it.camp, powers=it.powers) for rules in RULES for card, it in rules.cards.items()}
FIRST = tuple(dict.fromkeys(call for rules in RULES for call in rules.calls.first_night))
WINDOWS = {call: slots for rules in RULES for call, slots in rules.windows.items()} | {"wolves": (14.0, 8.0, 8.0)}
ALONE = [card for card, it in ROLES.items() if it.powers and all(POWERS[power].alone for power in it.powers[-1:])]
"""The cards of which there is one, whatever they do."""

SWAPPING = ("thief", "double")
"""Powers that want cards in the centre."""


def _every_night() -> tuple[str, ...]:
    """Return the calls of all games: those before the hunters' call stay before it, the others behind."""
    calls = [rules.calls.every_night for rules in RULES]
    before = [call for ones in calls for call in ones[: ones.index("wolves")]]
    behind = [call for ones in calls for call in ones[ones.index("wolves") :]]
    return tuple(dict.fromkeys((*before, *behind)))


def mixed(chance: Random) -> list[str]:
    """Return cards of which no two have the same power, besides the hunters'."""
    players = chance.randint(5, 11)
    hand, powers = [], set(SWAPPING)
    for card in chance.sample(ALONE, chance.randint(2, players - 3)):
        own = {*ROLES[card].powers} - {"wolves"}
        if powers.isdisjoint(own):
            powers |= own
            hand.append(card)
    hand += chance.choices(hunter_cards(BASE), k=chance.randint(1, 2))
    return [*hand, *["villageois"] * (players - len(hand))]


def laid(cards: list[str], options: Options, mode: Mode, deal: Deal = Deal.NARRATOR) -> VillageSetup:
    return VillageSetup(
        game=BASE,
        players=len(cards),
        roles=tuple(ROLES.values()),
        hand=tuple((card, count) for card in ROLES if (count := Counter(cards)[card])),
        calls_first=FIRST,
        calls_every=_every_night(),
        windows=WINDOWS,
        options=options,
        mode=mode,
        deal=deal,
        office="capitaine",
        fixed=Secret((tuple(cards), ())),
        prologue=False,
    )


def any_options(chance: Random) -> Options:
    """Return options that touch what the powers do."""
    return Options(
        reveal=chance.choice(list(Reveal)),
        elect=chance.choice(("start", "day:1", "never")),
        day=chance.choice((Judgement.VOTE, Judgement.VOTE, Judgement.TRIALS)),
        count_votes=chance.random() < 0.3,
        parity=chance.choice(list(Parity)),
    )


def test_games_with_powers_of_all_packs_end() -> None:
    for seed in range(runs(5000, tenths=0.5)):
        chance = Random(seed)
        mode, deal = chance.choice(list(Mode)), chance.choice(list(Deal))
        setup = laid(chance.sample(hand := mixed(chance), len(hand)), any_options(chance), mode, deal)
        _, _, walk = game(setup, Players(setup, seed, leaving=chance.choice((0.0, 0.05))))
        assert walk.outcome


def test_nothing_secret_is_heard_at_tables_with_powers_of_all_packs() -> None:
    for seed in range(runs(300, tenths=0.3)):
        chance = Random(seed)
        hand, options, mode, sample = mixed(chance), any_options(chance), chance.choice(list(Mode)), Sample(seed)
        for _ in range(40):
            sample.play(laid(dealt_anew(hand, chance), options, mode), chance, nights=3)


def test_the_rust_waits_where_a_song_ends_the_night() -> None:
    """Nothing of that night is announced, and nothing saves from the rust."""
    hand = ["infiltré", "infiltré", "chevalier", "leader-louange", "villageois", "villageois", "villageois"]
    setup = laid(hand, Options(elect="never", debate=0), Mode.JOUEUR)
    answers = iter((seat(3), SILENT, NOBODY, HYMN, NOBODY, NOBODY))
    walk, heard = Walk(setup), list[int]()
    for _ in range(3 * len(hand)):
        effects = walk.run()
        heard += [it.seat for it in effects if isinstance(it, News) and it.topic is Topic.DEATH and it.seat]
        assert walk.pending is not None
        offer = walk.pending.offer
        answer = DONE if offer else next(answers, None)
        if answer is None:
            break
        walk.answer(answer)
    assert heard == [3, 1]
