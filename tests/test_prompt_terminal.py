"""The full terminal: keys in, lines out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from brasswright.cli.prompt.console import Asking, Word
from brasswright.cli.prompt.terminal import TerminalConsole

WORDS = ("alpha", "beta", "board")
TAB, ENTER, CTRL_C, CTRL_D, UP = "\t", "\r", "\x03", "\x04", "\x1b[A"


def offer(text: str) -> list[Word]:
    last = text.rpartition(" ")[2]
    return [Word(w, "a note", len(last)) for w in WORDS if w.startswith(last)]


ASKING = Asking("A > ", offer, lambda: "a toolbar", remembered=True)


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as made:
        yield made


@pytest.fixture
def console(keys: PipeInput) -> TerminalConsole:
    return TerminalConsole(keys, DummyOutput(), InMemoryHistory())


def test_enter_runs_the_line(keys: PipeInput, console: TerminalConsole) -> None:
    keys.send_text(f"place alpha{ENTER}")
    assert console.read(ASKING) == "place alpha"


def test_tab_completes_a_single_word_and_enter_runs_it(
    keys: PipeInput, console: TerminalConsole
) -> None:
    keys.send_text(f"place al{TAB}{ENTER}")
    assert console.read(ASKING) == "place alpha "


def test_tab_cycles_and_enter_takes_the_word_before_it_runs_the_line(
    keys: PipeInput, console: TerminalConsole
) -> None:
    keys.send_text(f"place b{TAB}{TAB}{TAB}{ENTER}now{ENTER}")
    assert console.read(ASKING) == "place board now"


def test_ctrl_c_drops_a_half_typed_line(keys: PipeInput, console: TerminalConsole) -> None:
    keys.send_text(f"place al{CTRL_C}")
    with pytest.raises(KeyboardInterrupt):
        console.read(ASKING)
    assert console.half_typed()
    keys.send_text(CTRL_C)
    with pytest.raises(KeyboardInterrupt):
        console.read(ASKING)
    assert not console.half_typed()


def test_ctrl_d_ends_the_input(keys: PipeInput, console: TerminalConsole) -> None:
    keys.send_text(CTRL_D)
    with pytest.raises(EOFError):
        console.read(ASKING)


def test_up_brings_back_the_last_line_but_not_for_the_next_person(
    keys: PipeInput, console: TerminalConsole
) -> None:
    keys.send_text(f"hand{ENTER}")
    console.read(ASKING)
    keys.send_text(f"{UP}{ENTER}")
    assert console.read(ASKING) == "hand"
    console.change_hands(wipe=False)
    keys.send_text(f"{UP}{ENTER}")
    assert console.read(ASKING) == ""
