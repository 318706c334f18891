"""What may be taken back, by the policy of the table (P43), in every edition; and redoing it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.prompting import Script, Sitting, stones

import brasswright as bw
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.session import Session
from brasswright.cli.settings import Settings
from brasswright.interpreter.describe import describe
from brasswright.interpreter.errors import BrasswrightError, RecordError
from brasswright.interpreter.game import Game
from brasswright.interpreter.record import load_record, read_record
from brasswright.interpreter.revealing import POLICIES

STRICT, FRIENDLY, SANDBOX = POLICIES
HANDS = {
    "birmingham": ["stafford", "dudley", "coventry"],
    "lancashire": ["bolton", "bury", "wigan"],
    "brass-2007": ["bolton", "bury", "wigan"],
}
EDITIONS = list(HANDS)
SEATS = ("Ada", "Ben", "Cy")


def table(edition: str, policy: str, **position: Any) -> Game:
    """A game in which Ada has the first of two actions, with three cards in her hand."""
    game = bw.new_game(edition, players=SEATS, seed=3)
    game.undo_policy = policy
    players: Mapping[str, Any] = {"Ada": {"hand": HANDS[edition]}, **position.pop("players", {})}
    described = {"turn": "Ada", "round": 2, "order": list(SEATS), "players": players}
    describe(game, {**described, **position})
    return game


def everything(game: Game) -> Any:
    return game.digest(), game.view("Ada"), game.status("Ada"), [str(m) for m in game.legal_moves]


# -- (c): a loan -----------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("policy", POLICIES)
def test_a_loan_can_be_taken_back_and_all_is_as_before(edition: str, policy: str) -> None:
    game = table(edition, policy)
    before = everything(game)
    sitting = Sitting("", f"loan 30 {HANDS[edition][0]}", "undo", game=game)
    assert sitting.complaints == []
    assert f"Taken back: loan 30 using {HANDS[edition][0]}" in sitting.text
    assert everything(game) == before


# -- (a): cards were drawn -------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["birmingham", "lancashire"])
@pytest.mark.parametrize("policy", [STRICT, FRIENDLY])
def test_a_turn_after_which_cards_were_drawn_stays(edition: str, policy: str) -> None:
    """A hand of one card after two actions is filled with seven."""
    game = table(edition, policy)
    one, two, _ = HANDS[edition]
    for line in ("undo", "undo turn", "undo to 0", "undo to 1"):
        sitting = Sitting("", f"pass {one}", f"pass {two}", "", line, game=game.copy())
        assert sitting.complaints == ["no undo: 7 cards were drawn since"]
        assert len(sitting.played) == 2


@pytest.mark.parametrize("edition", ["birmingham", "lancashire"])
def test_in_a_sandbox_it_goes_back_past_a_draw_and_into_another_turn(edition: str) -> None:
    game = table(edition, SANDBOX)
    before = everything(game)
    one, two, _ = HANDS[edition]
    sitting = Sitting("", f"pass {one}", f"pass {two}", "", "undo turn", "", game=game)
    assert sitting.complaints == []
    assert everything(game) == before
    assert game.turn == "Ada"


# -- (b): a tile was revealed ----------------------------------------------------------------

MILL: Mapping[str, Any] = {
    "spaces": {
        "preston.2": {"tile": "cotton_mill.1", "owner": "Ada"},
        "preston.1": {"tile": "port.1", "owner": "Ben"},
    },
    "distant": ["slip.2", "rest"],
}
SALE = "sell preston.2 with bury distant"


@pytest.mark.parametrize("edition", ["lancashire", "brass-2007"])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_sale_for_which_a_tile_was_revealed_stays_but_in_a_sandbox(
    edition: str, policy: str
) -> None:
    game = table(edition, policy, **MILL)
    before = everything(game)
    sitting = Sitting("", SALE, "undo", game=game)
    if policy == SANDBOX:
        assert sitting.complaints == []
        assert everything(game) == before
    else:
        assert sitting.complaints == ["no undo: 1 distant market tile was revealed since"]
        assert len(sitting.played) == 1


# -- other people's turns --------------------------------------------------------------------

THREE_ACTIONS = {"Ada": {"hand": [*HANDS["lancashire"], "port"], "actions": 3}}

NO_DECK: Mapping[str, Any] = {
    "era": "rail",
    "deck": [],
    "players": {"Ben": {"discards": "rest"}, "Ada": {"hand": ["stafford", "dudley"]}},
}
"""Nothing is drawn when turns end."""


def test_strict_undo_never_goes_back_into_another_turn() -> None:
    game = table("birmingham", STRICT, **NO_DECK)
    sitting = Sitting("", "pass stafford", "pass dudley", "", "undo", "undo turn", game=game)
    assert sitting.complaints == [
        "no undo: that was Ada's move, and the turn has passed on",
        "no undo: that was Ada's move, and the turn has passed on",
    ]
    assert game.turn == "Ben"


def test_friendly_undo_goes_back_into_another_turn_as_long_as_nothing_came_to_light() -> None:
    game = table("birmingham", FRIENDLY, **NO_DECK)
    before = everything(game)
    sitting = Sitting("", "pass stafford", "pass dudley", "", "undo", "", game=game)
    assert sitting.complaints == []
    assert (game.turn, sitting.played) == ("Ada", ["pass using stafford"])
    assert sitting.text.count("Taken back: pass using dudley") == 2  # Ada is told as well
    sitting = Sitting("", "pass dudley", "", "undo turn", game=game)
    assert everything(game) == before


def test_the_moves_of_bots_are_taken_back_with_the_move_before_them() -> None:
    """A hand stays as it is in 2007 until the round ends, so two bots may have played."""
    game = bw.new_game("brass-2007", players=SEATS, seed=3)
    game.undo_policy = FRIENDLY
    assert game.turn == "Ben"
    before = everything(game)
    move = str(next(iter(game.generate_moves("pass"))))
    seats = {"Ada": "human", "Ben": "human", "Cy": "random"}
    sitting = Sitting("", move, "", "undo", "", game=game, seats=seats)
    assert [player for player in game.players_played if player == "Cy"] == []
    assert sitting.complaints == []
    assert everything(game) == before
    assert "Taken back: Cy: " in sitting.text


def test_nothing_is_taken_back_when_only_bots_have_played() -> None:
    game = bw.new_game("brass-2007", players=SEATS, seed=3)
    game.undo_policy = SANDBOX
    seats = {"Ada": "human", "Ben": "random", "Cy": "random"}
    sitting = Sitting("undo", "undo turn", "undo to 0", game=game, seats=seats)
    assert set(game.players_played) == {"Ben", "Cy"}
    assert sitting.complaints == ["nobody at the table has played yet"] * 3


# -- a turn, or to a number ------------------------------------------------------------------


def test_undo_turn_goes_back_as_far_as_the_policy_allows() -> None:
    """In Stones, taking a coin may be repeated in three stages; digging shows a stone."""
    sitting = Sitting("take", "take", "undo turn", game=stones("Ada", "Ben"))
    assert sitting.played == []
    game = table("lancashire", STRICT, **{**MILL, "players": THREE_ACTIONS})
    sitting = Sitting("", SALE, "loan 30 wigan", "undo turn", game=game)
    assert sitting.played == ["sell preston.2 using bury distant"]
    told = "The turn began earlier, but no further undo: 1 distant market tile was revealed since"
    assert told in sitting.text


def test_undo_to_a_number_of_the_log() -> None:
    game = stones("Ada", "Ben", seed=7)
    game.undo_policy = FRIENDLY
    lines = ["", "take and done", "", "take and done", "", "place one alpha", ""]
    sitting = Sitting(*lines, "undo to 2", "", "log", game=game)
    assert sitting.played == ["take", "done"]
    assert game.turn == "Ben"
    assert sitting.complaints == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("undo to 9", "`undo to 9` takes nothing back: the last move is number 2"),
        ("undo to 2", "`undo to 2` takes nothing back: the last move is number 2"),
        ("undo to 9999999", "there is no move 9999999"),
        ("undo to", "`undo to`? It is `undo`, `undo turn` or `undo to NUMBER`"),
        ("undo two", "`undo two`? It is `undo`, `undo turn` or `undo to NUMBER`"),
        ("undo to -1", "`undo to -1`? It is `undo`, `undo turn` or `undo to NUMBER`"),
        ("redo", "nothing was taken back"),
        ("redo tomorrow", "`redo tomorrow`? It is `redo`, `redo turn` or `redo all`"),
        ("undo to 0", "no undo: 1 stone was drawn since; `undo to 1` is as far as it goes"),
    ],
)
def test_what_can_not_be_taken_back_is_told(line: str, said: str) -> None:
    sitting = Sitting("dig", "place one alpha", line)
    assert sitting.played == ["dig", "place one at alpha"]
    assert sitting.complaints == [said]


def test_tab_offers_the_last_moves_with_their_numbers() -> None:
    session = Sitting("take", "take", "take", "dig").session
    assert [word.text for word in complete(session, "undo ")] == ["turn", "to"]
    offered = [(word.text, word.note) for word in complete(session, "undo to ")]
    assert offered == [
        ("to 3", "Ada: take"),
        ("to 2", "Ada: take"),
        ("to 1", "Ada: take"),
        ("to 0", "the game begins"),
    ]


# -- redo ------------------------------------------------------------------------------------


def test_redo_plays_step_by_step_what_undo_turn_took_back() -> None:
    lines = ["take", "take", "take", "undo turn"]
    assert Sitting(*lines, "redo").played == ["take"]
    assert Sitting(*lines, "redo", "redo").played == ["take"] * 2
    assert Sitting(*lines, "redo turn").played == ["take"] * 3
    assert Sitting(*lines, "redo all").played == ["take"] * 3
    # the same move typed goes on with what can be redone, another one ends it
    assert Sitting(*lines, "take", "redo").played == ["take"] * 2
    sitting = Sitting(*lines, "dig", "redo")
    assert sitting.played == ["dig"]
    assert sitting.complaints == ["nothing was taken back"]


def test_redo_plays_the_moves_of_bots_too() -> None:
    game = stones("Ada", "Ben")
    game.undo_policy = SANDBOX
    seats = {"Ada": "human", "Ben": "random"}
    lines = ["place one alpha", "dig"]
    first = Sitting(*lines, game=game, seats=seats)
    assert first.complaints == []
    played, digest = first.played, game.digest()
    again = Sitting("undo turn", "undo turn", "redo all", game=game, seats=seats)
    assert again.complaints == []
    assert again.played == played
    assert game.digest() == digest


# -- the record and the log say so -----------------------------------------------------------


def test_the_policy_is_kept_and_the_log_says_what_it_is_and_what_was_taken_back(
    tmp_path: Path,
) -> None:
    path = tmp_path / "evening.brass"
    game = stones("Ada", "Ben")
    game.undo_policy = SANDBOX
    sitting = Sitting("", "dig", "", "undo", "", "take and done", game=game, path=path)
    assert "· undo sandbox" in sitting.text
    assert "the game begins\n    undo: sandbox, anything may be taken back" in sitting.text
    text = path.read_text(encoding="utf-8")
    assert "\nundo: sandbox\n" in text
    assert text.count("\ntake back = ") == 1
    again = load_record(path).game()
    assert again.undo_policy == SANDBOX
    assert again.digest() == game.digest()
    assert again.log == game.log
    assert again.log[0].taken_back == ("Ada: dig",)
    told = Sitting("", "log all", game=again)
    assert "    taken back: Ada: dig" in told.text
    again.record.save(tmp_path / "again.brass")
    assert (tmp_path / "again.brass").read_text(encoding="utf-8") == text


def test_a_record_that_says_nothing_is_strict_and_reads_as_it_always_did(tmp_path: Path) -> None:
    game = stones("Ada", "Ben")
    game.push("dig")
    text = game.record.text()
    assert "\nundo:" not in text
    assert text.startswith("brasswright record, format 1\n")
    assert read_record(text.encode(), "old").game().undo_policy == STRICT


def test_a_record_with_an_unknown_policy_is_refused(tmp_path: Path) -> None:
    game = stones()
    game.undo_policy = FRIENDLY
    content = game.record.text()
    assert "\nundo: friendly\n" in content
    path = tmp_path / "odd.brass"
    path.write_text(content.replace("undo: friendly", "undo: reckless"), encoding="utf-8")
    with pytest.raises(RecordError, match="has been changed"):
        load_record(path)


def test_the_policy_is_chosen_before_the_first_move() -> None:
    game = stones()
    game.push("dig")
    with pytest.raises(BrasswrightError, match="before the first move"):
        game.undo_policy = SANDBOX
    with pytest.raises(BrasswrightError, match="undo is strict, friendly, sandbox, not wild"):
        stones().undo_policy = "wild"


def test_another_game_at_the_table_goes_by_the_settings() -> None:

    settings = Settings(undo=SANDBOX)
    session = Session(bw.new_game("birmingham", seed=8), Script([]), settings=settings)
    carry_out(session, "switch lancashire")
    assert session.game.undo_policy == SANDBOX
