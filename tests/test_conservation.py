"""Nothing comes from nowhere or is lost: what each edition says of it, and the books of its games.

Where a position shows it, the rules themselves say so: cards, tiles, links, cubes, barrels and
money each have their invariants, and every one of them notices. What only a move shows, since cubes
and money come from where there is no end of them, is reckoned by `tests/accounts.py`.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.accounts import Accounts
from tests.everything import everything
from tests.prompting import STONES, Sitting, stones

import brasswright as bw
from brasswright.cli.main import main
from brasswright.interpreter import bots
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.describe import describe
from brasswright.interpreter.game import Game
from brasswright.interpreter.opening import open_rulebook
from brasswright.interpreter.running.kernel import add_to_bag, take_from_bag

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
GAMES = 60 if SOAK else 1
NAMES = ("Ada", "Ben", "Cy", "Dot")

SHARED = {
    "cards": {"cards_kept"},
    "tiles": {"tiles_kept", "owned", "accepted"},
    "links": {"links_kept", "lines"},
    "cubes": {"markets_fit", "bare", "flipped_empty", "cubes_fit", "emptied"},
    "money": {"paid", "solvent", "broke"},
    "turns": {"ordered"},
}
BIRMINGHAM = {
    "cubes": SHARED["cubes"] | {"sold_dry"},
    "barrels": {"barrels", "breweries", "brewed"},
    "merchant tiles": {"offers_kept"},
}
LANCASHIRE = {
    "cubes": SHARED["cubes"] | {"dry"},
    "tiles": SHARED["tiles"] | {"launched"},
    "distant market": {"slips_kept", "marker"},
}
DECLARED: dict[str, dict[str, set[str]]] = {
    "birmingham": SHARED | BIRMINGHAM,
    "lancashire": SHARED | LANCASHIRE,
    "brass-2007": SHARED | LANCASHIRE,
}
"""By edition: what its invariants are about."""


@pytest.mark.parametrize("edition", DECLARED)
def test_every_edition_says_of_everything_that_it_is_kept(edition: str) -> None:
    declared = set(open_rulebook(edition).invariants)
    assert declared == set().union(*DECLARED[edition].values())


# -- each of them notices ------------------------------------------------------------------

FIFTEEN = [
    "barrow_in_furness--lancaster", "birkenhead--ellesmere_port", "blackburn--bolton",
    "blackburn--burnley", "blackburn--preston", "blackburn--wigan", "blackpool--preston",
    "bolton--bury", "bolton--manchester", "bolton--wigan", "burnley--bury", "burnley--colne",
    "bury--manchester", "bury--rochdale", "colne--yorkshire",
]  # fmt: skip
"""Rails of Lancashire; a player has fourteen tiles."""

BROKEN: dict[str, dict[str, Any]] = {
    "paid": {"bill": 3},
    "solvent": {"players": {"Ada": {"debt": 1}, "Ben": {"debt": 1}}},
    "broke": {"players": {"Ada": {"debt": 1, "money": 1}}},
    "markets_fit": {"markets": {"coal_market": {"cubes": 9}}},
    "owned": {"spaces": {"wigan.1": {"owner": "Ada"}}},
    "accepted": {"spaces": {"wigan.1": {"tile": "shipyard.1", "owner": "Ada", "flipped": True}}},
    "bare": {"spaces": {"wigan.1": {"cubes": 2}}},
    "flipped_empty": {
        "spaces": {"wigan.1": {"tile": "coal_mine.1", "owner": "Ada", "cubes": 1, "flipped": True}}
    },
    "cubes_fit": {"spaces": {"wigan.1": {"tile": "coal_mine.1", "owner": "Ada", "cubes": 4}}},
    "emptied": {"spaces": {"wigan.1": {"tile": "coal_mine.1", "owner": "Ada"}}},
    "links_kept": {"era": "rail", "links": {link: {"owner": "Ada"} for link in FIFTEEN}},
    "lines": {"links": {"blackburn--bolton": {"owner": "Ada"}}},
    "ordered": {"order": ["Ada"]},
    "dry": {"spaces": {"bolton.1": {"tile": "cotton_mill.1", "owner": "Ada", "cubes": 1}}},
    "launched": {"spaces": {"barrow_in_furness.1": {"tile": "shipyard.1", "owner": "Ada"}}},
    "marker": {"demand": 20},
}


def broken(game: Game) -> set[str]:
    return {each.partition(":")[0] for each in game.broken_invariants()}


@pytest.mark.parametrize("edition", ["lancashire", "brass-2007"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_position_breaks_the_invariant(edition: str, name: str) -> None:
    """Those of Birmingham are in `test_checks.py`."""
    game = bw.new_game(edition, players=NAMES[:3], seed=1)
    assert game.broken_invariants() == ()
    describe(game, {"turn": "Ada", "order": list(game.players), **BROKEN[name]}, free=True)
    assert name in broken(game)


@pytest.mark.parametrize(
    ("edition", "name", "kind", "zone", "piece"),
    [
        ("birmingham", "cards_kept", "Player", "discards", 3),
        ("lancashire", "cards_kept", "Player", "discards", 3),
        ("brass-2007", "cards_kept", "", "pile", 3),
        *((edition, "tiles_kept", "Player", "box", 3) for edition in DECLARED),
        *((edition, "tiles_kept", "Player", "mat", 3) for edition in DECLARED),
        *((edition, "slips_kept", "", "turned_up", 2) for edition in ("lancashire", "brass-2007")),
        ("birmingham", "cards_kept", "", "wilds", 3),
    ],
)
def test_a_piece_too_many_and_one_that_is_lost_are_noticed(
    edition: str, name: str, kind: str, zone: str, piece: int
) -> None:
    """Pieces are only moved, in a described position too; so they are put there by force."""
    game = bw.new_game(edition, players=NAMES[:3], seed=1)
    domains = game.compiled.program.domains
    field: Any = domains.by_name[kind].fields[zone] if kind else domains.game[zone]
    cell = game.compiled.layout.column(field).cell(1 if kind else 0)
    cells, journal = game.position.cells, game.position.journal
    add_to_bag(cells, journal, cell, piece)
    assert broken(game) == {name}
    take_from_bag(cells, journal, cell, piece)
    assert broken(game) == set()


@pytest.mark.parametrize(
    ("edition", "name", "pile"),
    [
        *((edition, "cards_kept", "deck") for edition in DECLARED),
        *((edition, "slips_kept", "distant") for edition in ("lancashire", "brass-2007")),
    ],
)
def test_a_pile_that_loses_a_piece_is_noticed(edition: str, name: str, pile: str) -> None:
    game = bw.new_game(edition, players=NAMES[:3], seed=1)
    field: Any = game.compiled.program.domains.game[pile]
    game.position.cells[game.compiled.layout.column(field).cell()] -= (
        1  # a pile begins with its length
    )
    assert broken(game) == {name}


def test_a_merchant_tile_that_is_lost_is_noticed() -> None:
    game = bw.new_game("birmingham", players=NAMES[:3], seed=1)
    field: Any = game.compiled.program.domains.by_name["Merchant"].fields["offer"]
    slots = range(game.compiled.layout.column(field).cell(1), len(game.position.cells))
    game.position.cells[next(cell for cell in slots if game.position.cells[cell])] = 0
    assert "offers_kept" in broken(game)


# -- on request, in play -------------------------------------------------------------------

POOR = """overlay poor "Nobody is rich" amends stones
invariant poor: every(p in players give p.coins < 4) else "somebody has 4 coins or more"
"""
RICH = "this must always hold and does not: poor: somebody has 4 coins or more"


def poor(tmp_path: Path) -> str:
    (tmp_path / "poor.rules").write_text(POOR, encoding="utf-8")
    return str(tmp_path / "poor.rules")


def test_the_prompt_says_whether_all_holds(tmp_path: Path) -> None:
    game = bw.new_game("birmingham", seed=1)
    assert (
        "All holds that the rules say must always hold: 20 invariants."
        in Sitting("", "check", game=game).text
    )
    assert "must always hold: 0 invariants." in Sitting("check", game=stones()).text
    game = bw.new_game(STONES, players=["Ada"], seed=1, overlays=[poor(tmp_path)])
    sitting = Sitting(
        "take and done", "check", "take and done", "check", "undo turn", "check", game=game
    )
    assert sitting.complaints == [RICH]
    assert sitting.text.count("must always hold: 1 invariant.") == 2


def test_it_is_asked_after_every_move_where_that_is_wanted(tmp_path: Path) -> None:
    game = bw.new_game(STONES, players=["Ada"], seed=1, overlays=[poor(tmp_path)])
    lines = ["check always", "take and done", "take and done", "check never", "take and done"]
    sitting = Sitting(*lines, "check now", game=game)
    assert sitting.complaints[:-1] == [RICH]
    assert sitting.complaints[-1] == "`check now`? It is `check`, `check always` or `check never`"
    assert sitting.played == ["take", "done"] * 3


@pytest.mark.parametrize(("words", "status"), [([], 0), (["--check"], 1)])
def test_a_game_from_a_pipe_fails_if_something_does_not_hold(
    words: list[str],
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("take and done\n" * 2))
    words = ["play", STONES, "--seat", "Ada", "--seed", "1", "--with", poor(tmp_path), *words]
    assert main(words) == status
    said = capsys.readouterr().err
    assert said == ("" if not status else f"input line 2: {RICH}\n")


# -- the books -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, GAMES + 1))
@pytest.mark.parametrize("kind", ["random", "greedy"])
@pytest.mark.parametrize(
    ("edition", "seats"), [("birmingham", 3), ("lancashire", 2), ("brass-2007", 3)]
)
def test_every_pound_cube_and_barrel_is_accounted_for(
    edition: str, seats: int, kind: str, seed: int
) -> None:
    """Within a round; what a round brings at its end is the subject of scenarios."""
    game = bw.new_game(edition, players=NAMES[:seats], seed=seed)
    accounts, random = Accounts(game), Random(f"{edition}, {kind}, {seed}")
    reckoned = 0
    before = everything(game)
    while game.turn is not None:
        mover, stage = game.turn, game.stage
        # Greedy players build much, random ones all sorts of things.
        greedy = kind == "greedy" and random.random() < 0.9
        game.push(bots.choose("greedy", game) if greedy else random_move(game, random))
        after = everything(game)
        if "give_up" not in (stage, game.stage) and game.turn and in_one_round(before, after):
            accounts.check(before, after, mover, game.moves_played[-1], stage)
            reckoned += 1
        assert game.broken_invariants() == ()
        before = after
    assert reckoned > 40


def in_one_round(before: dict[str, Any], after: dict[str, Any]) -> bool:
    return all(after[name] == before[name] for name in ("era", "round"))
