"""Lines out of a pipe and words on the command line that mean harm: answered in plain words.

`test_prompt_fuzz` types at the table itself; here everything goes through the program, so that what
it prints is seen too, and files are saved, loaded and looked at.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.hostile import ANY_TEXT, SOAK, TRICKS, brass, lines_of
from tests.prompting import STONES

import brasswright as bw
from brasswright.cli.main import VERBS
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.commands import every_command
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import LONGEST, PipedConsole
from brasswright.cli.prompt.session import Session
from brasswright.interpreter.cache import OFF

BUDGET = settings(
    max_examples=600 if SOAK else 15,
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=list(HealthCheck),
)
every_command()
FILES = (
    "a.brass",
    "deep/er/b.brass",
    "house.yaml",
    "page.html",
    ".",
    "..",
    "../c",
    "pipe",
    "replace",
)
WORDS = (
    *(name for name in registry.names() if name not in ("quit", "exit", "q")),
    *("place", "take", "dig", "one", "two", "alpha", "beta", "at", "done", "Ada", "Ben", "hand"),
    *("on", "off", "all", "turn", "to", "round", "3", "set", "drop", "use", "seed", "with"),
    *("language", "es", "auto", "undo", "games", "layout", "after_move", "wide", "parameters"),
    *FILES,
)
_number = itertools.count()


@pytest.fixture(scope="module", autouse=True)
def deep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder so deep that `..` stays within what is thrown away."""
    home, before = tmp_path_factory.mktemp("home"), Path.cwd()
    folder = home.joinpath(*"abcdefgh")
    (folder / "deep" / "er").mkdir(parents=True)
    os.mkfifo(folder / "pipe")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATA", "STATE", "CONFIG", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name))
        patch.setenv("HOME", str(home))
        patch.setenv(OFF, "1")
        os.chdir(folder)
        yield folder
        os.chdir(before)


@BUDGET
@given(lines_of(WORDS), st.booleans())
def test_lines_out_of_a_pipe(lines: str, alone: bool) -> None:
    seats = ["Ada=human", "Ben=random" if alone else "Ben=human"]
    brass("play", STONES, "--seat", seats[0], "--seat", seats[1], "--seed", "7", stdin=lines)


@BUDGET
@given(st.lists(st.one_of(st.sampled_from(WORDS), ANY_TEXT), min_size=1, max_size=4).map(" ".join))
def test_completing_any_line(line: str) -> None:
    game = bw.new_game(STONES, players=["Ada", "Ben"], seed=7)
    for word in complete(Session(game, PipedConsole()), line[:400]):
        assert word.replaces <= len(line)


def test_a_line_without_an_end_takes_no_room() -> None:
    answer = brass("play", STONES, "--players", "1", stdin="x" * 5_000_000 + "\ntake\n")
    assert f"that line is too long: {LONGEST} letters" in answer.err
    assert "A: take" in answer.out


@pytest.mark.parametrize(
    "word", ["save", "load", "view", "house use", "house save", "cite", "show", "log", "why"]
)
def test_tricks_after_a_command(word: str) -> None:
    tricks = TRICKS if SOAK else TRICKS[::5]
    lines = [f"{word} {trick}\n{word} a{trick}b replace" for trick in tricks]
    brass("play", STONES, "--players", "1", stdin="\n".join(lines))


# -- the command line ----------------------------------------------------------------------

OPTIONS = (
    "--seat",
    "--players",
    "--seed",
    "--undo",
    "--lang",
    "--with",
    "--json",
    "--log",
    "--for",
    "--at",
    "--everything",
    "--html",
    "--svg",
    "--scenario",
    "--show",
    "--depth",
    "--help",
    "--resume",
    "--save",
    "--games",
    "--seats",
    "--workers",
    "--unset",
    "--out",
    "--csv",
    "--quiet",
)
VALUES = (
    "birmingham",
    STONES,
    "stones.brass",
    "es",
    "B-CARD-03",
    "pay",
    "Ada=human",
    "Ben=random",
    "1",
    "2",
    "0",
    "strict",
    "take",
    "-",
    "page.html",
    "undo",
    "Ada",
    "random,random",
    "free_scouting",
)
ARGUMENT = ANY_TEXT.filter(lambda text: "\0" not in text and not text.startswith("/"))
SLOW = ("simulate", "compare", "check", "perft")
"""They play games; what they read is read by others too."""


@BUDGET
@given(
    st.sampled_from([verb for verb in VERBS if verb not in SLOW]),
    st.lists(st.one_of(st.sampled_from(OPTIONS), st.sampled_from(VALUES), ARGUMENT), max_size=5),
)
def test_words_on_the_command_line(verb: str, words: list[str]) -> None:
    game = bw.new_game(STONES, players=["Ada", "Ben"], seed=7)
    game.record.save("stones.brass")
    brass(verb, *words, stdin="take\nboard")


@BUDGET
@given(ARGUMENT, ARGUMENT)
def test_seats(name: str, kind: str) -> None:
    brass("play", STONES, "--seat", f"{name}={kind}")
    brass("play", STONES, "--seat", f"Ada={kind}", "--seat", "Ben=random", stdin="take")
    brass("simulate", STONES, "--games", "1", "--workers", "1", "--seats", f"{kind},random")


BOTS = """
import brasswright as bw
import brasswright.interpreter.moves

class Bot:
    def choose(self, game, chance):
        {body}
"""
BODIES = (
    'return "\\x1b[31mpass \\u202e"',
    'raise ValueError("\\x1b[2J\\x9b31m")',
    "raise SystemExit(7)",
    "return None",
    'return "x" * 10**7',
    "return list(game.legal_moves)",
    "game.players = (); return next(iter(game.legal_moves))",
    "return (lambda f: f(f))(lambda f: f(f))",
    "return bw.interpreter.moves.Move('take', (), (object(),))",
    "return bw.interpreter.moves.Move(7, None, None)",
    "game.position.cells[:] = []; return 'take'",
)


@pytest.mark.parametrize("body", BODIES)
def test_bots_that_mean_harm(body: str) -> None:
    name = f"evil{next(_number)}"
    Path(f"{name}.py").write_text(BOTS.format(body=body))
    answer = brass(
        "play",
        STONES,
        "--seat",
        "Ada=human",
        "--seat",
        f"Ben={name}:Bot",
        "--seed",
        "7",
        stdin="take\ndone\nstatus",
    )
    assert "the bot" in answer.err or "Ben: " in answer.out


@pytest.mark.parametrize(
    "name", ["\x1b[31m", "a\u202eb", "..", "os:system", ":", "a:", ".a:b", "os.path:x"]
)
def test_names_of_bots(name: str) -> None:
    assert brass("play", STONES, "--seat", f"Ada={name}").status == 2
