"""A box whose games have a partition of their own: an empty one, one with a game, one that comes late or never."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from machine.emulator import CARD, PAD, STICK, disk_of
from machine.kernel import MissingError
from machine.power_cuts import SET_UP as MAFIA
from machine.power_cuts import made_disk
from machine.watched import Bench, Watched, switched_on

SET_UP = (
    *(("Combien êtes-vous", "8"), ("À quel jeu", "8"), ("À quel jeu", "1"), ("Qui mène", "1")),
    *(("vous convient", "1"), ("avant de commencer", "2"), ("cartes déjà retournées", "2"), ("le dire à tous", "2")),
)
"""Thiercelieux for eight, without a leader, whose cards and rules are settled: what is asked, and the keys."""

BEFORE_THE_NIGHT = (*(("Entrée quand le cercle est prêt", ""), ("Entrée quand chaque carte est vue", "")),)

CARDS = "11222257"
"""The number of the card that each seat has been dealt: of the deck that is offered first, without Cupidon."""

DISK = "games.disk"
"""What is on the partition that is empty at first, comes late then, and has a game on it."""

FORGETS = "je retiens tout de tête"
UNFINISHED = "Une partie d'aujourd'hui attend sa fin"


def first_words(bench: Bench) -> Iterator[str]:
    """Switch a box on whose partition is empty, and off when it speaks; yield what was seen, a row each."""
    with switched_on(bench, "first-words", _with_disk(made_disk(bench.work / "nothing.disk")), PARTITION="vda") as seen:
        yield from _first_words(seen)


def on_an_empty_partition(bench: Bench) -> Iterator[str]:
    """Set a game up, on a disk with nothing on it, whose keypad goes and comes; yield what was seen, a row each."""
    with switched_on(bench, "first-boot", _with_disk(made_disk(bench.work / DISK)), PARTITION="vda") as seen:
        yield from _first_words(seen)
        for number, (words, keys) in enumerate(SET_UP):
            yield seen.hears(words, f"question {number + 1} of the set-up")
            if not number:
                yield seen.has_heard("box.hello", "the first words are heard")
            elif number == 1:
                heard = seen.is_heard_longer_than(1)
                seen.box.unplug("pad")
                yield seen.hears("ne répond plus", "the keypad is pulled out, and that is told")
                seen.box.plug(PAD)
                yield seen.hears("Le pavé numérique répond", "the keypad is put back, and that is told")
                seen.is_heard_longer_than(heard)
            seen.box.key(keys + "\n")
        yield seen.hears("games: 1 on the disk, 0 in memory", "all is settled by the pad; the game is on the partition")


def first_night(bench: Bench) -> Iterator[str]:
    """Go on with the game of that disk, to its first night, by the pad alone; yield what was seen, a row each."""
    with switched_on(bench, "first-night", _with_disk(_played_on(bench.work)), PARTITION="vda") as seen:
        yield _goes_on(seen)
        for words, keys in BEFORE_THE_NIGHT:
            seen.box.hears(words)
            seen.box.key(keys + "\n")
        seen.box.hears("Numéro 1.")
        for seat, card in enumerate(CARDS[:-1], 2):
            seen.enters(card, f"Numéro {seat}.", "")
        yield seen.enters(CARDS[-1], "Loups-Garous", "each seat has told its card by the pad; the first night begins")
        yield seen.enters("3", "Sorcière", "the pad has named the prey; the power goes")


def late(bench: Bench) -> Iterator[str]:
    """Put a stick with that partition in while the box asks what is to be played; yield what was seen, a row each."""
    with switched_on(bench, "late", [*CARD, *disk_of(_played_on(bench.work), "stick")], PARTITION="sda") as seen:
        yield seen.hears("Je suis le narrateur", "the partition is not there, and is waited for; first words")
        yield seen.hears(FORGETS, "it tells that it keeps all in its head")
        yield seen.hears("À quel jeu", "asks for a game all the same")
        yield seen.has_heard("box.keeping.lost", "that it keeps all in its head is heard")
        seen.box.plug(STICK)
        yield seen.hears("the partition is mounted", "the partition is put in, and mounted")
        yield seen.hears("je n'oublie plus rien", "it tells that nothing is forgotten any more")
        yield _goes_on(seen)
        yield seen.has_heard("box.keeping.back", "that nothing is forgotten is heard")


def missing(bench: Bench) -> Iterator[str]:
    """Leave it away; yield what was seen, a row each."""
    with switched_on(bench, "missing", CARD, PARTITION="sda") as seen:
        yield seen.hears(FORGETS, "the partition never comes, and that is told")
        for words, keys in MAFIA:
            seen.box.hears(words)
            seen.box.key(keys + "\n")
        yield seen.hears("games: 0 on the disk, 1 in memory", "a game is set up by the pad, and kept in memory alone")
        yield seen.has_heard("box.keeping.lost", "that it keeps all in its head was heard")


def _goes_on(seen: Watched) -> str:
    """Take the game that is offered, by a key; return a row."""
    seen.box.hears(UNFINISHED)
    seen.box.key("1\n")
    return seen.hears("Le récit s'était arrêté", "the game that is kept there is offered, and goes on by a key")


def _first_words(seen: Watched) -> Iterator[str]:
    yield seen.hears("the box is started", "the box is started, with an empty partition")
    yield seen.hears("Je suis le narrateur", "first words")
    computed = seen.box.hears("million instructions").split(" ", 1)[1]
    yield f"| by then the machine has computed {computed} | | | |"


def _with_disk(disk: Path) -> list[str]:
    """Return a card, and a disk."""
    return [*CARD, *disk_of(disk, "games"), "-device", "virtio-blk-pci,drive=games"]


def _played_on(work: Path) -> Path:
    """Return the disk with the game that the power has ended.

    Raises:
        MissingError: no power has ended one.
    """
    disk = work / DISK
    if not disk.exists():
        raise MissingError("there is no game on a partition yet: it is the scene `empty` that begins one")
    return disk
