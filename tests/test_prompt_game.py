"""A whole edition at the prompt: pipes, saves, undo, secrets, short forms (cases P36 to P45)."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.prompting import CTRL_C, Script, Sitting

import brasswright as bw
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import PipedConsole
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.interpreter.describe import describe
from brasswright.interpreter.errors import Ambiguous
from brasswright.interpreter.game import Game
from brasswright.interpreter.views import EVERYTHING, view

HAND = [
    "dudley",
    "birmingham",
    "coventry",
    "iron_works",
    "coal_mine",
    "pottery",
    "stafford",
    "stone",
]


def edition(position: Mapping[str, Any] | None = None, *players: str) -> Game:
    """A game in which Ada is to move, with a known hand."""
    game = bw.new_game("birmingham", players=players or ("Ada", "Ben", "Cy"), seed=3)
    described: dict[str, Any] = {"turn": "Ada", "round": 2, "players": {"Ada": {"hand": HAND}}}
    describe(game, {**described, **(position or {})})
    return game


def brass(
    *words: str, lines: Iterable[str] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brasswright.cli.main", *words],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )


def piped(game: Game, lines: Iterable[str], capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """What a pipe with these lines prints, and the complaints."""
    play(Session(game, PipedConsole(io.StringIO("\n".join(lines)))))
    captured = capsys.readouterr()
    return captured.out, captured.err


# -- P36, P44: pipes, and the same seed ------------------------------------------------------

VALID = ["hand", "moves loan", "loan 30 using wals", "board", "log", "status", "b coal dud dud",
         "market", "why pass", "players"]  # fmt: skip
SEATED = ["play", "birmingham", "--seat", "Ada", "--seat", "Ben=random", "--seed", "7"]


def test_valid_lines_from_a_pipe_end_with_0_and_the_same_seed_gives_the_same(
    tmp_path: Path,
) -> None:
    records = [tmp_path / "one.brass", tmp_path / "two.brass"]
    done = [
        brass(*SEATED, "--save", str(record), lines=VALID, PYTHONHASHSEED=seed)
        for record, seed in zip(records, ("1", "2"), strict=True)
    ]
    first, second = done
    assert (first.returncode, first.stderr) == (0, "")
    assert "\x1b" not in first.stdout
    assert "Ada: loan 30 using walsall  (+£30, -3 income spaces)" in first.stdout
    assert second.stdout == first.stdout
    assert records[0].read_text() == records[1].read_text()


def test_nonsense_in_a_pipe_names_its_line_goes_on_and_ends_with_1() -> None:
    lines = [*VALID[:3], "nonsense", *VALID[4:]]
    done = brass(*SEATED, lines=lines)
    assert done.returncode == 1
    assert done.stderr.startswith("input line 4: `nonsense` is no action here")
    assert len(done.stderr.splitlines()) == 1
    assert "Ada: build coal_mine.1 at dudley.1 using dudley" in done.stdout


def test_an_empty_pipe_ends_with_0() -> None:
    done = brass(*SEATED)
    assert (done.returncode, done.stderr) == (0, "")


def test_hostile_bytes_in_a_pipe_are_no_fault() -> None:
    lines = b"\x00\xff\xfe build \x1b[2J\n" + b"build " * 5000 + b"\n" + b"\r\n\tb coal\x07\n"
    done = subprocess.run(
        [sys.executable, "-m", "brasswright.cli.main", *SEATED],
        input=lines,
        capture_output=True,
        timeout=60,
    )
    said = done.stderr.decode()
    assert done.returncode == 1
    assert "fault" not in said
    assert "Traceback" not in said
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) < 300


# -- P37: a corrupted save -------------------------------------------------------------------


def test_a_corrupted_save_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    good, half, other = (tmp_path / f"{name}.brass" for name in ("good", "half", "other"))
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=7)
    game.attach(good)
    game.push("loan 30 using walsall")
    content = good.read_text()
    half.write_text(content[: len(content) // 2])
    other.write_text(
        content.replace(
            '  iron_works.1    "Iron Works 1"    iron_works    1      1       5',
            '  iron_works.1    "Iron Works 1"    iron_works    1      1       -5',
        )
    )
    assert other.read_text() != content
    sitting = Sitting(
        "", "pass coal", f"load {half}", f"load {other}", game=bw.new_game("birmingham", seed=7)
    )
    assert [f"{half}" in sitting.complaints[-2], f"{other}" in sitting.complaints[-1]] == [True] * 2
    assert "cut off" in sitting.complaints[-2]
    assert "has been changed" in sitting.complaints[-1]
    assert half.read_text() == content[: len(content) // 2]


# -- P42: Ctrl-C in the middle of a turn -----------------------------------------------------


def test_ctrl_c_drops_the_half_made_action_and_keeps_the_first() -> None:
    spaces = {
        "coventry.2": {"tile": "coal_mine.1", "owner": "Ben", "cubes": 2},
        "dudley.1": {"tile": "coal_mine.1", "owner": "Cy", "cubes": 2},
    }
    links = {"birmingham--coventry": {"owner": "Ada"}, "birmingham--dudley": {"owner": "Ada"}}
    game = edition({"spaces": spaces, "links": links})
    money = game.view("Ada")["players"]["Ada"]["money"]
    sitting = Sitting(
        "", "loan 30 stone", "b iron birm with birm", CTRL_C, CTRL_C, "status", game=game
    )
    assert sitting.played == ["loan 30 using stone"]
    assert "build iron_works.1 at birmingham.3 using birmingham coal … which mine?" in sitting.text
    # £5 for the tile, and two of its cubes find room in the market at £1 each
    note = "-£3, Iron market +2"
    assert f"1 dudley.1    Coal Mine 1, Cy, 2 cubes, {note}" in sitting.text
    assert "Dropped; nothing was played." in sitting.text
    assert "To leave, type quit or press Ctrl-D" in sitting.text
    assert game.view("Ada")["players"]["Ada"]["money"] == money + 30
    assert sitting.complaints == []


# -- P43: undo -------------------------------------------------------------------------------


def test_undo_takes_a_loan_back_but_no_turn_after_which_cards_were_drawn() -> None:
    game = edition()
    before = game.digest()
    Sitting("", "loan 30 stone", "undo", game=game)
    assert game.digest() == before
    alone = bw.new_game("birmingham", players=["Ada", "Ben"], seed=7)
    first = alone.turn
    assert first is not None
    sitting = Sitting("", "pass iron", "", "undo", game=alone)
    assert len(sitting.complaints) == 1
    assert sitting.complaints[0].startswith("no undo: ")
    assert len(sitting.played) == 1


def test_undo_after_the_own_turn_of_one_person_says_what_forbids_it() -> None:
    seats = {"Ada": "human", "Ben": "random"}
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=7)
    sitting = Sitting("pass iron", "undo", game=game, seats=seats)
    assert sitting.complaints[0].startswith("no undo: ")


# -- P45: secrets ----------------------------------------------------------------------------


def test_nothing_shown_depends_on_what_others_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """Two games that differ in hidden things only look the same to Ada, whatever she types."""
    game = edition()
    everything = view(game.compiled, game.names, game.position.cells, EVERYTHING)["players"]
    hands = {name: everything[name]["hand"] for name in ("Ben", "Cy")}
    other = edition({"players": {
        "Ada": {"hand": HAND}, "Ben": {"hand": hands["Cy"]}, "Cy": {"hand": hands["Ben"]},
    }})  # fmt: skip
    assert other.digest() != game.digest()
    tables = [name for name, _ in game.shows]
    lines = [
        *registry.COMMANDS, *tables, *(f"show {name}" for name in tables), "moves", "board",
        "log all", "why build coal at dudley", "preview loan 30 using stone",
        "preview network birm oxf with stone", "help build", "rules deck", "why scout",
        "hand", "cards",
    ]  # fmt: skip
    lines = [line for line in lines if line not in ("quit", "save", "load", "undo", "redo")]
    assert piped(game, lines, capsys) == piped(other, lines, capsys)


# -- what can be typed -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("b coal dudley coal", "build coal_mine.1 at dudley.1 using coal_mine"),
        ("build coal at dudley with dudley", "build coal_mine.1 at dudley.1 using dudley"),
        ("BUILD Coal Mine at Dudley using Dudley", "build coal_mine.1 at dudley.1 using dudley"),
        ("build dudley coal using coal mine", "build coal_mine.1 at dudley.1 using coal_mine"),
        ("n birm oxf with stone", "network birmingham--oxford using stone"),
        ("n stone birm oxf", "network birmingham--oxford using stone"),
        ("network Birmingham to Oxford using Stone", "network birmingham--oxford using stone"),
        ("network oxford--birmingham stone", "network birmingham--oxford using stone"),
        (
            "n Birmingham\N{EN DASH}Oxford using stone",
            "network birmingham--oxford using stone",
        ),
        ("n birmingham-oxford stone", "network birmingham--oxford using stone"),
        ("n burton on trent derby stone", "network burton_on_trent--derby using stone"),
        ("n kidd worc with stone", "network kidderminster--worcester--farm_south using stone"),
        ("loan stone", "loan 30 using stone"),
        ("pass dud", "pass using dudley"),
        ("dev cotton iron_w", "develop cotton_mill.1 using iron_works"),
        ("scout dud birm cov", "scout dudley,birmingham,coventry"),
        ("scout dudley, birmingham, coventry", "scout dudley,birmingham,coventry"),
    ],
)
def test_short_forms(typed: str, move: str) -> None:
    assert edition().parse(typed) == edition().parse(move)


@pytest.mark.parametrize(
    ("typed", "question", "options"),
    [
        ("b coal dudley", "at dudley.1 using … which card?", ["dudley", "coal_mine"]),
        ("n birm", "network … which link?", ["birmingham--coventry", "birmingham--oxford"]),
        ("loan", "loan 30 using … which card?", HAND),
        ("scout", "scout … which 3 cards?", HAND),
        ("develop", "develop … which tile?", ["cotton_mill.1", "iron_works.1"]),
    ],
)  # fmt: skip
def test_what_words_leave_open_is_asked_with_what_it_costs(
    typed: str, question: str, options: list[str]
) -> None:
    sitting = Sitting("", typed, "cancel", game=edition())
    assert question in sitting.text
    asked = sitting.text.partition(question)[2]
    assert all(f" {option}" in asked for option in options)


def test_what_was_typed_of_several_is_not_asked_again() -> None:
    sitting = Sitting("", "scout dudley", "birmingham", "coventry", game=edition())
    assert sitting.played == ["scout dudley,birmingham,coventry"]
    asked = sitting.text.partition("scout … which 3 cards? (so far dudley)\n")[2]
    assert "  1 dudley\n" not in asked


def test_goods_go_by_the_name_of_the_tile_and_a_refusal_names_the_place() -> None:
    spaces = {"birmingham.1": {"tile": "cotton_mill.1", "owner": "Ada"}}
    links = {"birmingham--oxford": {"owner": "Ben"}}
    merchants = {
        "oxford.1": {"offer": "any", "barrel": 1},
        "oxford.2": {"offer": "blank", "barrel": 0},
    }
    game = edition({"spaces": spaces, "links": links, "merchants": merchants})
    assert game.parse("sell cotton stone").text == (
        "sell birmingham.1 using stone to oxford.1 barrel 1"
    )
    with pytest.raises(Ambiguous):
        game.parse("sell cotton")


def test_completions_say_what_they_cost() -> None:
    session = Session(edition(), Script([]))
    notes = {word.text: word.note for word in complete(session, "develop ")}
    assert notes["iron_works.1"] == "-£2, Iron market -1"
    words = complete(session, "build iron ")
    assert [word.text for word in words if not word.refused] == []
    notes = {word.text: word.note for word in complete(session, "n birm oxf ")}
    assert notes["using stone"] == "-£3"


def test_completion_does_not_grow_out_of_hand_on_full_hands() -> None:
    game = edition(None, "Ada", "Ben", "Cy", "Dee")
    session = Session(game, Script([]))
    for typed in ("", "build ", "network ", "develop ", "scout ", "n birm oxf ", "why b"):
        quickest = min(_seconds(session, typed) for _ in range(5))
        assert quickest < 2, typed  # some hundredths on a quiet machine


def _seconds(session: Session, typed: str) -> float:
    began = time.perf_counter()
    complete(session, typed)
    return time.perf_counter() - began


def test_the_board_fits_80_columns() -> None:
    looks = ("board", "show board", "hand", "mat", "players", "moves", "help")
    sitting = Sitting("", *looks, game=edition())
    assert max(len(line) for line in sitting.text.splitlines()) <= 80
    assert "Birmingham             cotton/manuf | manuf | iron | manuf" in sitting.text
