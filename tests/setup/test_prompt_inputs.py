"""Where the answers to a set-up arrive, and the lines of standard input that are read only when they are awaited."""

from __future__ import annotations

from queue import SimpleQueue

from narrator.devices.connected import ConnectedDevices
from narrator.devices.standard_input import EveningLines
from narrator.inbox.inbox import Changed, Entry, Lost, Order, WallClock
from narrator.setup.prompt_inputs import LivePromptInputs, PressInput, TypedInput

SECONDS = 30.0


def test_what_came_for_another_question_is_forgotten_but_not_a_farewell_nor_a_loss() -> None:
    prompt_inputs = LivePromptInputs(WallClock())
    for given in (TypedInput("8"), Order.QUIT, PressInput(None), Order.UNDO, Lost("keypad"), Changed("keypad.back")):
        prompt_inputs.put(given)
    prompt_inputs.clear()
    assert [prompt_inputs.get(None) for _ in range(3)] == [Order.QUIT, Lost("keypad"), Changed("keypad.back")]
    assert not prompt_inputs.waits()


def test_silence_ends_at_its_time() -> None:
    clock = WallClock()
    prompt_inputs = LivePromptInputs(clock)
    assert prompt_inputs.get(clock.now()) is None
    prompt_inputs.put(TypedInput("8"))
    assert prompt_inputs.waits()
    assert prompt_inputs.get(clock.now()) == TypedInput("8")


class Pipe:
    """Lines that a test writes; it counts how many were asked for."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[None] = SimpleQueue()
        self.lines: SimpleQueue[str] = SimpleQueue()

    def readline(self) -> str:
        """Return the next line."""
        self.asked.put(None)
        return self.lines.get(timeout=SECONDS)


class Desk:
    """Takes lines."""

    turn, open = 7, True

    def __init__(self) -> None:
        self.taken: SimpleQueue[tuple[str, int]] = SimpleQueue()

    def line(self, text: str, turn: int) -> None:
        """Take a line."""
        self.taken.put((text, turn))


def test_a_line_is_read_when_one_is_awaited_and_goes_to_the_desk_of_that_moment() -> None:
    pipe, first, second = Pipe(), Desk(), Desk()
    told: SimpleQueue[Entry] = SimpleQueue()
    lines = EveningLines(pipe, ConnectedDevices(told.put))
    lines.receiver = first
    lines.start()
    assert pipe.asked.empty(), "nobody awaits anything yet"
    lines.awaited.set()
    pipe.lines.put("huit\n")
    assert first.taken.get(timeout=SECONDS) == ("huit", 7)
    lines.receiver = second
    lines.awaited.set()
    pipe.lines.put("oui\n")
    assert second.taken.get(timeout=SECONDS) == ("oui", 7)
    assert pipe.asked.qsize() == 2
    lines.awaited.set()
    pipe.lines.put("")
    assert told.get(timeout=SECONDS) == Lost("keyboard")
    assert not lines.there
