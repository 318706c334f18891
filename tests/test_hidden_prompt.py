"""What a seat can't see changes nothing that is printed at its prompt, whatever it types (P45).

Two kinds of twins: a position and one in which all that is hidden from the viewer was dealt anew;
and two whole games of different seeds in which one seat has seen the same all along.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from tests.hostile import brass
from tests.prompting import STONES, Script
from tests.test_hidden import dealt_anew, twin_of

import brasswright as bw
from brasswright.cli.language import speak
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.commands import every_command
from brasswright.cli.prompt.completion import complete, sensible
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.helping import help_with
from brasswright.cli.prompt.highlighting import pieces
from brasswright.cli.prompt.loop import _do, _hand_over, _tell
from brasswright.cli.prompt.session import Session
from brasswright.cli.prompt.toolbar import toolbar
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.cache import OFF
from brasswright.interpreter.game import Game

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
GAMES: list[tuple[str, list[str], int, str]] = [
    ("birmingham", [], 2, "en"),
    ("birmingham", ["hidden_discards"], 4, "es"),
    ("lancashire", [], 3, "en"),
    ("brass-2007", [], 4, "en"),
]
EVERY = 8 if SOAK else 90
"""So many moves lie between the positions that are looked at."""
SEEDS = range(46, 46 + (2 if SOAK else 1))
PLAYERS = ("Ada", "Ben", "Cy", "Dee")
every_command()
ELSEWHERE = {"quit", "load", "switch", "tutorial", "save", "view"}
"""What leads away from the position. `view` is looked at in `test_export_hidden`."""
ABOUT_MOVES = {"moves", "why", "preview", "hint", "try", "auto", "help"}
"""Commands that speak of the moves of whoever decides: typed only by that player."""
HALVES = ("build", "network", "sell", "develop", "loan", "scout", "pass")


def typed(session: Session, deciding: bool) -> list[str]:
    """Every command and table with everything that Tab offers after it, and moves by the dozen."""
    game = session.game
    names = [name for name, _ in game.shows]
    lines = [f"{name} {who}".strip() for name in names for who in ("", *game.players)]
    for name in registry.COMMANDS:
        if name in ELSEWHERE or (name in ABOUT_MOVES and not deciding):
            continue
        lines.append(name)
        if name not in ("rules", "cite", "help", "house", "set", "why", "preview"):
            offered = complete(session, f"{name} ")
            lines += [f"{name} {word.text}" for word in offered[:: max(len(offered) // 5, 1)]]
    lines += ["log all", "board wide", "show hand Ben", "undo to 1", "redo all", "nonsense", "b"]
    if deciding:
        moves = [move.text for move in game.legal_moves]
        some = moves[:: max(len(moves) // 4, 1)]
        lines += [f"preview {move}" for move in some]
        lines += [f"{word} {half}" for word in ("why", "preview", "moves") for half in HALVES]
        lines += [*some[1:2], "undo", *some[2:3], "log 3", "undo", *HALVES]
    return lines


def printed(game: Game, viewer: str, kinds: Sequence[str]) -> tuple[str, list[object]]:
    """All that a person at that seat is shown; the game is left as it was."""
    script = Script([])
    session = Session(game.copy(), script, dict(zip(game.players, kinds, strict=True)))
    session.at_keyboard = viewer
    assert session.viewer == viewer
    deciding = game.turn == viewer
    offered: list[object] = [toolbar(session)]
    _tell(session, None)
    for line in typed(session, deciding):
        before = session.game
        script.lines = ["1", "2", "cancel", "no", "cancel"]
        script.all.append(f"> {line}")
        _do(session, line)
        session.game, session.at_keyboard = before, viewer
        session.outcome_shown = True
        if session.game.turn != game.turn or len(session.game.moves_played) != 0:
            session.take_up(game.copy(), None)
            session.at_keyboard = viewer
    if deciding:
        for half in ("", *HALVES, *(f"{half} " for half in HALVES), "why ", "preview build "):
            offered.append(complete(session, half))
            offered.append((pieces(session, half), sensible(session, half)))
            help_with(session, half)
    return script.text, offered


def games(ruleset: str, overlays: list[str], seats: int, seed: int) -> Iterator[Game]:
    """Positions of a random game."""
    random = Random(seed)
    game = bw.new_game(ruleset, players=PLAYERS[:seats], seed=seed, overlays=overlays)
    while game.turn:
        if len(game.moves_played) % EVERY == EVERY // 2:
            yield game
        game.push(random_move(game, random))
    if SOAK:
        yield game


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("ruleset", "overlays", "seats", "language"), GAMES)
def test_nothing_hidden_is_printed(
    ruleset: str, overlays: list[str], seats: int, language: str, seed: int
) -> None:
    random = Random(seed)
    changed = 0
    for game in games(ruleset, overlays, seats, seed):
        try:
            game.speak(language)
            speak(language)
            decides = game.players.index(game.turn) if game.turn else 0
            for seat in {decides, random.randrange(seats) if SOAK else decides}:
                viewer = game.players[seat]
                twin, differs = twin_of(game, viewer, random)
                changed += differs
                kinds = random.choice(
                    [
                        ["human"] * seats,
                        ["human" if p == viewer else "greedy" for p in game.players],
                    ]
                )
                one, two = printed(game, viewer, kinds), printed(twin, viewer, kinds)
                assert one[0].splitlines() == two[0].splitlines()
                assert one[1] == two[1]
        finally:
            speak("en")
    assert changed > 0


def test_the_test_would_notice() -> None:
    """Another player's prompt does change."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=1)
    twin, differs = dealt_anew(game, 1, Random(1))
    assert differs
    assert printed(game, "Ben", ["human"] * 2) != printed(twin, "Ben", ["human"] * 2)


@pytest.mark.parametrize(("ruleset", "overlays", "seats", "language"), GAMES)
def test_nothing_is_told_while_the_keyboard_changes_hands(
    ruleset: str, overlays: list[str], seats: int, language: str
) -> None:
    """What stands there before the next person has said to be there is for everybody."""
    random = Random(9)
    for game in games(ruleset, overlays, seats, 9):
        if not game.turn:
            continue
        told = []
        for each in (game, dealt_anew(game, 0, random)[0]):
            script = Script(["hand"])
            session = Session(each.copy(), script)
            session.secrets_on_screen = True
            assert _hand_over(session) == "hand"
            told.append((script.text, script.prompts))
        assert told[0] == told[1]


# -- whole games -----------------------------------------------------------------------------

COURSE = ("take", "done", "place one at beta", "place one at alpha", "dig", "take", "done", "dig")
LINES = """
hand
hand Ben
players
board
map
moves
why place three at alpha
why place two at alpha
preview place two at gamma
hint
log all
since
status
undo
undo turn
redo
save again.brass
house
set
show hand
view page.html
take
done
undo
log all
switch
load again.brass
hand
"""


def course(seed: int) -> Game | None:
    game = bw.new_game(STONES, players=["Ada", "Ben"], seed=seed)
    try:
        for move in COURSE:
            game.push(move)
    except bw.BrasswrightError:
        return None
    return game


def twins() -> tuple[Game, Game]:
    """Two games in which Ada has seen the same from the first move on, and Ben has not."""
    seen: dict[str, Game] = {}
    for seed in range(400):
        game = course(seed)
        if game is None or game.turn != "Ada":
            continue
        key = repr((game.view("Ada"), game.log, list(game.legal_moves)))
        other = seen.setdefault(key, game)
        if other.show("hand", "Ben") != game.show("hand", "Ben"):
            return other, game
    raise AssertionError("no two games are alike enough")


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A folder for each of the twins, with its record in it."""
    for name in ("DATA", "STATE", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name))
    monkeypatch.setenv(OFF, "1")
    folders = []
    for number, game in enumerate(twins()):
        folders.append(tmp_path / str(number))
        folders[-1].mkdir()
        game.record.save(folders[-1] / "game.brass")
    return folders


def without_seed(text: str) -> str:
    """Whoever sees the seed knows it all; it is said where a game begins."""
    return re.sub(r"seed \d+", "seed", text)


def outputs(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str, stdin: str = "") -> str:
    monkeypatch.chdir(folder)
    answer = brass(*words, stdin=stdin)
    return without_seed(f"{answer.status}\n{answer.out}\n{answer.err}")


def test_a_whole_evening_at_the_prompt(
    records: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("play", "--resume", "game.brass", "--seat", "Ada=human", "--seat", "Ben=human")
    one, two = (outputs(each, monkeypatch, *words, stdin=LINES) for each in records)
    assert one.splitlines() == two.splitlines()
    assert "fault of the program" not in one
    pages = [(each / "page.html").read_text() for each in records]
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    "words",
    [
        ("moves", "game.brass"),
        ("moves", "game.brass", "--json"),
        ("why", "game.brass", "place", "three", "at", "alpha"),
        ("why", "game.brass", "place", "two", "at", "alpha", "--json"),
        ("replay", "game.brass", "--log"),
        ("export", "game.brass", "--html", "-"),
        ("export", "game.brass", "--html", "-", "--for", "Ada"),
    ],
)
def test_verbs_about_a_record(
    records: list[Path], monkeypatch: pytest.MonkeyPatch, words: Sequence[str]
) -> None:
    """The decision is Ada's, and what is printed is for her or for all."""
    one, two = (outputs(each, monkeypatch, *words) for each in records)
    assert one == two


def test_these_tests_would_notice(records: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("export", "game.brass", "--html", "-", "--for", "Ben")
    one, two = (outputs(each, monkeypatch, *words) for each in records)
    assert one != two


def test_the_next_person_is_asked_alone() -> None:
    """A question between two people offers nothing."""
    assert Asking("press Enter").complete("") == ()
