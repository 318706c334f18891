"""The keys of the full terminal: words, suggestions, settings; a turn by Tab and Enter alone."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from time import sleep

import pytest
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth, DummyOutput
from tests.test_completion_tables import EDITIONS, position, tables

from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import Asking, Word
from brasswright.cli.prompt.session import Session
from brasswright.cli.prompt.terminal import TerminalConsole
from brasswright.cli.settings import Settings

TAB, SHIFT_TAB, ENTER, ESCAPE, CTRL_SPACE, CTRL_R = "\t", "\x1b[Z", "\r", "\x1b", "\x00", "\x12"
RIGHT, UP, F1, F2, F3, F4 = "\x1b[C", "\x1b[A", "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS"
PAUSE = "…"
WORDS = ("alpha", "alpine", "beta", "zulu")
REFUSED = ("apple", "zebra")


def offer(text: str) -> list[Word]:
    """Some words, and two that are refused."""
    last = text.rpartition(" ")[2]
    legal = [Word(w, "a note", len(last)) for w in WORDS if w.startswith(last)]
    return [
        *legal,
        *(Word(w, "not today", len(last), refused=True) for w in REFUSED if w.startswith(last)),
    ]


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as made:
        yield made


@pytest.fixture
def console(keys: PipeInput) -> TerminalConsole:
    return TerminalConsole(keys, DummyOutput(), InMemoryHistory())


def send_later(console: TerminalConsole, keys: PipeInput, typed: str) -> None:
    """Send keys when a suggestion has come, or had the time to."""
    for _ in range(20):
        sleep(0.1)
        if console._prompts.default_buffer.suggestion is not None:
            break
    keys.send_text(typed)


def read(console: TerminalConsole, keys: PipeInput, typed: str, **asked: object) -> str:
    """The line that comes of the keys; at a pause those before it take effect."""
    first, pause, later = typed.partition(PAUSE)
    keys.send_text(first)
    if pause:
        Thread(target=send_later, args=(console, keys, later)).start()
    return console.read(Asking("> ", offer, **asked))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (f"b{TAB}{ENTER}", "beta "),
        (f"a{TAB}p{ENTER}", "alpp"),  # what alpha and alpine share, and no more
        (f"a{TAB}{TAB}{ENTER}{ENTER}", "alpha "),
        (f"a{TAB}{TAB}{TAB}{ENTER}x{ENTER}", "alpine x"),
        (f"{TAB}{ENTER}", ""),  # the list is open and nothing selected: Enter plays the line
        (f"{TAB}{SHIFT_TAB}{ENTER}{ENTER}", "zulu "),
        (f"{TAB}{TAB}{TAB}{SHIFT_TAB}{ENTER}{ENTER}", "alpha "),
        (f"{CTRL_SPACE}{ENTER}", ""),
        (f"{CTRL_SPACE}{TAB}{ENTER}{ENTER}", "alpha "),
        (f"a{CTRL_SPACE}{ESCAPE}b{ENTER}", "ab"),
        (f"{TAB}{TAB}{ESCAPE}{ENTER}", ""),
    ],
)
def test_words_are_taken_by_tab_and_enter(
    keys: PipeInput, console: TerminalConsole, typed: str, line: str
) -> None:
    assert read(console, keys, typed) == line


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (f"app{TAB}{ENTER}", "app"),
        (f"app{TAB}{TAB}{TAB}{ENTER}", "app"),
        (f"z{TAB}{TAB}{ENTER}", "zulu "),
        (f"{TAB}{TAB * 5}{ENTER}{ENTER}", "alpha "),  # round the four, past those refused
    ],
)
def test_tab_never_writes_a_refused_word(
    keys: PipeInput, console: TerminalConsole, typed: str, line: str
) -> None:
    assert read(console, keys, typed) == line


def test_what_is_only_like_a_word_is_shown_and_not_written(
    keys: PipeInput, console: TerminalConsole
) -> None:
    keys.send_text(f"bta{TAB}{ENTER}")
    asking = Asking("> ", lambda text: [Word("beta", "", len(text))])
    assert console.read(asking) == "bta"


def test_the_right_arrow_takes_the_grey_suggestion(
    keys: PipeInput, console: TerminalConsole
) -> None:
    read(console, keys, f"beta one{ENTER}", remembered=True)
    read(console, keys, f"beta two{ENTER}", remembered=True)
    assert read(console, keys, f"be{PAUSE}{RIGHT}{ENTER}", remembered=True) == "beta two"

    def sensible(line: str) -> bool:
        return line.endswith("one")

    typed = f"be{PAUSE}{RIGHT}{ENTER}"
    assert read(console, keys, typed, remembered=True, sensible=sensible) == "beta one"


def test_lines_of_one_person_are_not_for_another(keys: PipeInput, console: TerminalConsole) -> None:
    ada, ben = {"who": "Ada", "remembered": True}, {"who": "Ben", "remembered": True}
    console.change_hands(wipe=False)
    assert read(console, keys, f"why alpha{ENTER}", **ada) == "why alpha"
    console.change_hands(wipe=False)
    for asked in ({}, ben):
        assert read(console, keys, f"{UP}{ENTER}", **asked) == ""
        assert read(console, keys, f"wh{PAUSE}{RIGHT}{ENTER}", **asked) == "wh"
        assert read(console, keys, f"{CTRL_R}why{ENTER}{ENTER}", **asked) in ("", "wh")
    console.change_hands(wipe=False)
    assert read(console, keys, f"why{PAUSE}{RIGHT}{ENTER}", **ada) == "why alpha"


def test_answers_are_not_brought_back(keys: PipeInput, console: TerminalConsole) -> None:
    read(console, keys, f"alpha{ENTER}", remembered=True)
    read(console, keys, f"1{ENTER}")
    assert read(console, keys, f"{UP}{ENTER}", remembered=True) == "alpha"


@pytest.mark.parametrize("editing", ["emacs", "vi"])
def test_ctrl_r_searches(keys: PipeInput, console: TerminalConsole, editing: str) -> None:
    asked = {"remembered": True, "settings": Settings(keys=editing)}
    for line in ("alpha one", "beta two", "alpha three"):
        read(console, keys, f"{line}{ENTER}", **asked)
    assert read(console, keys, f"{CTRL_R}bet{ENTER}{ENTER}", **asked) == "beta two"


def test_the_list_opens_while_typing_if_wanted(keys: PipeInput, console: TerminalConsole) -> None:
    settings = Settings(menu="typing")
    assert read(console, keys, f"b{PAUSE}{ENTER}", settings=settings) == "b"
    assert read(console, keys, f"b{PAUSE}{TAB}{ENTER}", settings=settings) == "beta "
    assert read(console, keys, f"a{PAUSE}{ESCAPE}{ENTER}", settings=settings) == "a"


def test_vi_keys(keys: PipeInput, console: TerminalConsole) -> None:
    settings = Settings(keys="vi")
    assert read(console, keys, f"one two{ESCAPE}{PAUSE}0x{ENTER}", settings=settings) == "ne two"


def test_keys_turn_settings(keys: PipeInput, console: TerminalConsole) -> None:
    settings = Settings()
    read(console, keys, f"a{F2}{F3}{F4}b{ENTER}", settings=settings)
    assert (settings.auto, settings.after_move, settings.menu) == (True, "map", "typing")
    assert settings.origin("auto") == "set here"
    read(console, keys, f"{F2}{F3}{F3}{F4}{ENTER}", settings=settings)
    assert (settings.auto, settings.after_move, settings.menu) == (False, "nothing", "tab")


def test_f1_helps_and_leaves_the_line(keys: PipeInput, console: TerminalConsole) -> None:
    helped: list[str] = []
    assert read(console, keys, f"alp{F1}{ENTER}", help=helped.append) == "alp"
    assert helped == ["alp"]


@pytest.mark.parametrize(
    ("settings", "no_colour"), [(Settings(colour="never"), ""), (Settings(), "1")]
)
def test_no_colours_when_not_wanted(
    keys: PipeInput,
    console: TerminalConsole,
    settings: Settings,
    no_colour: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", no_colour)
    read(console, keys, ENTER, settings=settings)
    assert console._prompts.color_depth == ColorDepth.DEPTH_1_BIT


# -- a turn by Tab and Enter alone ------------------------------------------------------------


def pressed(session: Session, place: int) -> str:
    """The keys that write a move from nothing: the verb at that place, then the first words."""
    text, keys = "", ""
    while words := [word for word in complete(session, text) if not word.refused]:
        if not text:
            words = words[: len(session.game.complete(""))]
        number = place if not text else 0
        if len(words) == 1 and text:
            keys += TAB
        else:
            keys += TAB + TAB * (number + 1) + ENTER
        text = f"{text[: len(text) - words[number].replaces]}{words[number].text} "
        assert len(keys) < 500, text
    return keys + ENTER


def every_verb() -> list[tuple[str, int, int]]:
    """Every verb that is legal at the positions of the tables: file, case, place of the verb."""
    found: dict[tuple[str, str], tuple[str, int, int]] = {}
    for file in EDITIONS.values():
        for number in range(len(tables(file)["cases"])):
            for place, word in enumerate(position(file, number).complete("")):
                found[file, word.text] = (file, number, place)
    return list(found.values())


@pytest.mark.parametrize(("file", "number", "place"), every_verb())
def test_every_action_can_be_typed_with_tab_and_enter(
    keys: PipeInput, console: TerminalConsole, file: str, number: int, place: int
) -> None:
    session = Session(position(file, number), console)
    keys.send_text(pressed(session, place))
    line = console.read(Asking("> ", lambda text: complete(session, text)))
    verb = session.game.complete("")[place].text
    assert line.split()[0] == verb
    assert session.game.parse(line).verb == verb
