"""`make bench ARGS="ear"`, or another of the commands below: figures, bars."""

from __future__ import annotations

import sys

import click


@click.group()
def bench() -> None:
    """Measure, and print ratios."""


@bench.command("adaptation")
def bench_adaptation() -> None:
    """What the ear gains where sixty sayings of a speaker adapt its network."""
    from benchmarks.adaptation import adaptation

    sys.exit(adaptation())


@bench.command("engine")
def bench_engine() -> None:
    """Games a second, replay, an answer from key to disk, start-up, and how they grow with the seats."""
    from benchmarks.engine import engine

    sys.exit(engine())


@bench.command("ear")
@click.option("--model", default="", help="The folder of a model; by default the one that comes with narrator.")
@click.option("--recordings", default="", help="A folder of recorded speech and noise.")
@click.option("--clips", type=click.IntRange(min=1), default=30, show_default=True, help="Phrases for each figure.")
@click.option("--minutes", type=click.FloatRange(min=0.1), default=10.0, show_default=True, help="Of noise and talk.")
@click.option("--quick", is_flag=True, help="Only what bars are set for.")
@click.option("--picture", default="", help="Where the trade-off of the rejection rule goes: an SVG.")
@click.option("--hours", type=click.IntRange(min=0), default=0, help="Of table talk, and nothing else.")
def bench_ear(model: str, recordings: str, clips: int, minutes: float, quick: bool, picture: str, hours: int) -> None:
    """What is heard of synthetic speech in noise: voices of espeak, and voices like people's."""
    from benchmarks.ear import ear

    sys.exit(ear(model, recordings, clips, minutes, quick, picture, hours))


@bench.command("confusions")
@click.option("--model", default="", help="The folder of a model; by default the one that comes with narrator.")
@click.option("--recordings", default="", help="A folder of recorded speech and noise.")
@click.option("--picture", default="", help="Where the picture of what is taken for what goes: an SVG.")
def bench_confusions(model: str, recordings: str, picture: str) -> None:
    """How well each of the voices like people's is understood, and which numbers are taken for which."""
    from benchmarks.confusions import confusions

    sys.exit(confusions(model, recordings, picture))


@bench.command("conversation")
@click.option("--answers", type=click.IntRange(min=1), default=24, show_default=True, help="For each figure.")
@click.option("--minutes", type=click.FloatRange(min=0), default=6.0, show_default=True, help="Of narration alone.")
@click.option("--only", default="", help="Part of the name of a table, or of the rows of talk; else all.")
@click.option("--plain", is_flag=True, help="Without the package that takes the narrator's voice out.")
def bench_conversation(answers: int, minutes: float, only: str, plain: bool) -> None:
    """How soon after the narrator's last word somebody is heard, with the narrator's own voice in the room."""
    from benchmarks.conversation import conversation

    sys.exit(conversation(answers, minutes, only, plain))


@bench.command("evenings")
def bench_evenings() -> None:
    """What three evenings of one circle say in the same words."""
    from benchmarks.evenings import evenings

    sys.exit(evenings())


@bench.command("first-night")
@click.option(
    "--set", "options", multiple=True, metavar="OPTION=VALUE", help="An option of the game, such as words=few."
)
@click.option("--pace", type=click.Choice(["slow", "normal", "fast"]), default="normal", show_default=True)
def bench_first_night(options: tuple[str, ...], pace: str) -> None:
    """How long the deal and each night are with 5, 6, 8 and 18 players, and where the first night's seconds go."""
    from benchmarks.first_night import first_night

    sys.exit(first_night(options, pace))


@bench.command("interrupting")
@click.option("--minutes", type=click.FloatRange(min=1), default=60.0, show_default=True, help="Of narration alone.")
@click.option("--clips", type=click.IntRange(min=1), default=60, show_default=True, help="Words for each figure.")
def bench_interrupting(minutes: float, clips: int) -> None:
    """How well two words are understood while the narrator speaks, and how often he interrupts himself."""
    from benchmarks.interrupting import interrupting

    sys.exit(interrupting(minutes, clips))


@bench.command("loudness")
@click.argument("voices", nargs=-1)
@click.option("--game", default="thiercelieux", show_default=True, help="Whose lines are spoken.")
@click.option("--lines", type=click.IntRange(min=1), default=40, show_default=True, help="At most so many of them.")
def bench_loudness(voices: tuple[str, ...], game: str, lines: int) -> None:
    """The loudness and the peaks of every voice, or of VOICES; status 1 where they are not as they should be."""
    from benchmarks.loudness import measure

    sys.exit(measure(voices, game, lines))


@bench.command("many-games")
@click.option("--games", type=click.IntRange(min=5), default=50, show_default=True, help="Of one evening.")
def bench_many_games(games: int) -> None:
    """What the full screen keeps in memory of each game of an evening."""
    from benchmarks.many_games import many_games

    sys.exit(many_games(games))


@bench.command("people")
@click.option("--model", default="", help="The folder of a model; by default the one that comes with narrator.")
def bench_people(model: str) -> None:
    """What a game understands of four people whom no model was trained on; Ubuntu has their recordings."""
    from benchmarks.people import people

    sys.exit(people(model))


@bench.command("phone")
def bench_phone() -> None:
    """From a touch on the phone to its answer, stored and acknowledged."""
    from benchmarks.phone import phone

    sys.exit(phone())


@bench.command("hops")
def bench_hops() -> None:
    """How many functions carry a typed answer to the disk, and a line from its id to its samples."""
    from benchmarks.hops import hops

    sys.exit(hops())


@bench.command("cards")
def bench_cards() -> None:
    """What each card of the extensions costs, and where it was tried."""
    from benchmarks.cards import cards

    sys.exit(cards())


@bench.command("recordings")
@click.option("--most", type=click.IntRange(min=20), default=300, show_default=True, help="Recordings of each voice.")
def bench_recordings(most: int) -> None:
    """Every recorded voice: size, loudness, peaks, lengths, DNSMOS, and what an ear hears of it."""
    from benchmarks.recorded_voices import recorded_voices

    sys.exit(recorded_voices(most))


@bench.command("size")
def bench_size() -> None:
    """How many packages narrator brings, and how much of a disk they take."""
    from benchmarks.size import size

    sys.exit(size())


@bench.command("names")
@click.option("--lang", "language", default="fr", show_default=True, help="The language whose day voice is measured.")
@click.option("--held", type=click.IntRange(min=2), default=60, show_default=True, help="Names that are held out.")
@click.option("--quick", is_flag=True, help="Without the control.")
def bench_names(language: str, held: int, quick: bool) -> None:
    """How well composed first names are understood, and what one costs."""
    from benchmarks.names import names

    sys.exit(names(language, held, quick))


@bench.command("readings")
@click.option("--voice", "only", multiple=True, help="Names of this voice only; may be given several times.")
@click.option("--worst", type=click.IntRange(min=0), default=40, show_default=True, help="Names that are listed.")
def bench_readings(only: tuple[str, ...], worst: int) -> None:
    """What a recogniser writes of every recorded first name; it goes on where it was."""
    from benchmarks.readings import readings

    sys.exit(readings(only, worst))


@bench.command("start")
def bench_start() -> None:
    """What a box computes and reads until its first word, part by part."""
    from benchmarks.start import start

    sys.exit(start())


@bench.command("waiting")
def bench_waiting() -> None:
    """What a game costs while it waits for an answer, with sound and ears and without."""
    from benchmarks.waiting import waiting

    sys.exit(waiting())


@bench.command("thresholds")
@click.option("--model", default="", help="The folder of a model; by default the one that comes with narrator.")
@click.option("--clips", type=click.IntRange(min=1), default=20, show_default=True, help="Sayings to each question.")
@click.option("--minutes", type=click.FloatRange(min=0.1), default=16.0, show_default=True, help="Of talk.")
@click.option("--recordings", default="", help="A folder of recorded speech; by default what NARRATOR_AUDIO names.")
@click.option("--only", multiple=True, help="A constant to be tried; may be said again. By default all are.")
def bench_thresholds(model: str, clips: int, minutes: float, recordings: str, only: tuple[str, ...]) -> None:
    """What each constant by which the ear rejects gives and costs."""
    from benchmarks.trade_offs import CONSTANTS, thresholds

    if unknown := [name for name in only if name not in CONSTANTS]:
        raise click.BadParameter(f"{unknown[0]!r} is none of {', '.join(CONSTANTS)}.", param_hint="--only")
    sys.exit(thresholds(model, recordings, clips, minutes, only))


@bench.command("voice")
@click.option(
    "--minutes", type=click.FloatRange(min=0.0), default=0.5, show_default=True, help="Of play, for underruns."
)
def bench_voice(minutes: float) -> None:
    """How soon a line is heard, what preparing and mixing cost, and whether the loudspeaker ever runs dry."""
    from benchmarks.voice import voice

    sys.exit(voice(minutes))


@bench.command("votes")
def bench_votes() -> None:
    """Of votes by voice, how many are said back, asked back and wrong; status 1 where too many stand wrongly."""
    from benchmarks.votes import votes

    sys.exit(votes())


if __name__ == "__main__":
    bench(prog_name="make bench ARGS=")
