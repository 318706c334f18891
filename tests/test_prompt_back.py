"""Looking back, forced moves, asking before a move, what a move costs (P42, P45)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.prompting import CTRL_C, Script, Sitting, stones
from tests.test_hidden import dealt_anew
from tests.workshop import act

import brasswright as bw
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.settings import Settings
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.describe import describe
from brasswright.interpreter.game import Game

SEATS = ("Ada", "Ben", "Cy")
BOTS = {"Ada": "human", "Ben": "random"}
EVENING = [
    "build cotton at worcester with worcester",
    "network worcester--gloucester with walsall",
    "sell worcester with worcester barrel 1 develop manufacturer",
]
"""Three moves of Ada's in the game of the README: one in round 1, two in round 2."""
PASSES = ["pass dudley", "pass wolverhampton"]
"""Ada's third turn, after which Ben has his."""


def evening(*lines: str, **options: Any) -> Sitting:
    game = bw.new_game("birmingham", seed=8)
    return Sitting(*EVENING, *lines, game=game, seats=BOTS, **options)


def after(sitting: Sitting, line: str) -> list[str]:
    """What was written since the last prompt but one, for a sitting that ended with that line."""
    session = sitting.session
    begin = len(sitting.console.all)
    carry_out(session, line)
    return "\n".join(sitting.console.all[begin:]).splitlines()


def set_to(**values: Any) -> Settings:
    settings = Settings()
    for name, value in values.items():
        settings.change(name, value, "test")
    return settings


def at_table(game: Game, lines: Iterable[str], settings: Settings, **seats: str) -> Script:
    console = Script(lines)
    play(Session(game, console, seats or None, settings=settings))
    return console


# -- the log ---------------------------------------------------------------------------------


def test_the_log_of_a_round_has_its_moves_with_costs_and_a_heading() -> None:
    assert after(evening(), "log round 1") == [
        "— canal era, round 1 —",
        "   1 Ada: build cotton_mill.1 at worcester.1 using worcester  (-£12)",
        "   2 Ben: loan 30 using iron_works  (+£30, -3 income spaces)",
        "    turn order: Ben and Ada",
        "    Ben: income -£3",
        "    Ada: income £0",
    ]


def test_the_log_of_a_round_goes_by_the_words_of_its_heading() -> None:
    sitting = evening(*PASSES)
    whole = after(sitting, "log all")
    assert whole[0] == "   0 the game begins"
    assert after(sitting, "log round canal 2") == after(sitting, "log round 2")
    second = after(sitting, "log round 2")
    begin, end = (whole.index(f"— canal era, round {number} —") for number in (2, 3))
    assert second == whole[begin:end]
    assert [line[:9] for line in second[1:6]] == [
        "   3 Ben:", "   4 Ben:", "   5 Ben:", "   6 Ada:", "   7 Ada:"
    ]  # fmt: skip
    assert after(sitting, "log round 3") == whole[end:]


def test_the_log_of_a_turn() -> None:
    sitting = Sitting(*EVENING[:2], game=bw.new_game("birmingham", seed=8), seats=BOTS)
    assert after(sitting, "log turn") == [
        "— canal era, round 2 —",
        "   6 Ada: network gloucester--worcester using walsall  (-£3)",
    ]
    begun = Sitting(EVENING[0], game=bw.new_game("birmingham", seed=8), seats=BOTS)
    with pytest.raises(Complaint, match="nothing has been played in this turn; `since` tells"):
        after(begun, "log turn")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("log round 9", "nothing was played in round 9; it is canal era, round 3"),
        ("log round rail 1", "nothing was played in round rail 1; it is canal era, round 3"),
        ("log xyz", "`log xyz`: a number of moves, `all`, `round N` or `turn` goes there"),
        ("log 1 2", "`log 1 2`: a number of moves, `all`, `round N` or `turn` goes there"),
        ("log turn 2", "`log turn 2`: a number of moves, `all`, `round N` or `turn` goes there"),
    ],
)  # fmt: skip
def test_a_log_that_can_not_be_shown_is_told(line: str, said: str) -> None:
    with pytest.raises(Complaint) as complaint:
        after(evening(), line)
    assert str(complaint.value) == said


def test_the_turn_before_the_first_move_is_none() -> None:
    for line in ("log turn", "since"):
        with pytest.raises(Complaint, match="nothing has been played yet"):
            carry_out(Session(stones("Ada"), Script([])), line)


def test_tab_offers_the_rounds_that_were() -> None:
    session = evening().session
    assert [word.text for word in complete(session, "log ")] == ["all", "round", "turn"]
    assert [word.text for word in complete(session, "log round ")] == [
        "round canal era 3",
        "round canal era 2",
        "round canal era 1",
    ]


def test_costs_are_told_after_a_game_was_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "evening.brass"
    whole = after(evening(path=path), "log all")
    again = Sitting(game=bw.load_record(path).game(), seats=BOTS)
    assert after(again, "log all") == whole


# -- since -----------------------------------------------------------------------------------


def test_since_tells_what_the_others_did_after_the_own_last_move() -> None:
    told = after(evening(*PASSES), "since")
    assert told[0] == "— canal era, round 3 —"
    assert [line[:9] for line in told[1:4]] == ["  10 Ben:", "  11 Ben:", "  12 Ben:"]
    assert told[4:] == ["    turn order: Ada and Ben", "    Ada: income £3", "    Ben: income -£3"]
    with pytest.raises(Complaint, match="nothing has happened since your last move"):
        after(Sitting(*EVENING[:2], game=bw.new_game("birmingham", seed=8), seats=BOTS), "since")


def test_since_in_a_hot_seat_is_for_the_person_at_the_keyboard() -> None:
    lines = ["", "take and done", "", "take and done", "", "dig", ""]
    sitting = Sitting(*lines, game=stones("Ada", "Ben"))
    assert sitting.session.viewer == "Ben"
    assert after(sitting, "since") == ["— turn 3 —", "   5 Ada: dig"]


# -- cite ------------------------------------------------------------------------------------


def test_cite_names_the_parts_with_their_places() -> None:
    told = after(evening(), "cite b-card-03")
    assert told[0] == "B-CARD-03: Brass: Birmingham, Roxley Games, 2018"
    assert told[-1] == "`rules B-CARD-03` prints them."
    places = {line.split()[0]: line.split()[1] for line in told[1:-1]}
    assert set(places) == {"Card", "card_network", "build.card_fits", "build.in_network"}
    name, _, line = places["build.in_network"].partition(":")
    assert name == "brass/build.rules"
    text = (Path(bw.__file__).parent / "rulesets" / name).read_text(encoding="utf-8")
    assert "step in_network" in text.splitlines()[int(line) - 1]


def test_cite_tells_a_note_with_what_it_is_about() -> None:
    told = " ".join(" ".join(after(evening(), "cite @B-FARM-01")).split())
    assert "note birmingham/notes.rules:" in told
    assert "A farm brewery is a place like any other" in told
    assert "(see build.site)" in told


def test_an_unknown_id_is_refused_with_what_was_meant_and_tab_completes_ids() -> None:
    sitting = evening("cite B-BUILD-7", "cite", "cite nothing-at-all")
    said = "there is no rule `B-BUILD-7`; did you mean `B-BUILD-07`"
    assert sitting.complaints[0].startswith(said)
    assert sitting.complaints[1].startswith("cite which rule? For example `cite B-")
    assert sitting.complaints[2] == "there is no rule `nothing-at-all`"
    offered = {word.text: word.note for word in complete(sitting.session, "cite b-loan")}
    assert set(offered) == {"B-LOAN-01", "B-LOAN-02", "B-LOAN-03"}
    assert "loan.floor" in offered["B-LOAN-02"]


# -- auto ------------------------------------------------------------------------------------


def last_card() -> Game:
    """Ada has one card, no money, and the lowest income: all she can do is pass."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=3)
    players = {
        "Ada": {"hand": ["stafford"], "money": 0, "income": 0, "actions": 1},
        "Ben": {"hand": ["dudley", "coventry"], "discards": "rest"},
    }
    described = {"turn": "Ada", "era": "rail", "order": ["Ada", "Ben"], "deck": []}
    describe(game, {**described, "players": players})
    return game


def test_with_auto_the_only_move_is_played_and_told() -> None:
    without = last_card()
    at_table(without, [""], Settings())
    assert without.moves_played == ()
    game = last_card()
    console = at_table(game, ["", "status"], set_to(auto=True))
    assert [move.text for move in game.moves_played] == ["pass using stafford"]
    assert "Only one move: pass using stafford" in console.text
    assert game.turn == "Ben"


def test_auto_can_be_switched_on_at_the_prompt() -> None:
    game = last_card()
    console = at_table(game, ["", "auto maybe", "auto on"], Settings())
    assert console.complaints == ["`auto maybe`? It is `auto on` or `auto off`"]
    assert "auto is on (play by itself where only one move is legal)" in console.text
    assert [move.text for move in game.moves_played] == ["pass using stafford"]


def test_auto_never_chooses() -> None:
    """With two cards, either may be given up by passing, so neither is."""
    game = bw.new_game("birmingham", players=["Ada", "Ben"], seed=3)
    players = {
        "Ada": {"hand": ["stafford", "cannock"], "money": 0, "income": 0, "actions": 1},
        "Ben": {"hand": ["dudley", "coventry"], "discards": "rest"},
    }
    described = {"turn": "Ada", "era": "rail", "order": ["Ada", "Ben"], "deck": []}
    describe(game, {**described, "players": players})
    assert [str(move) for move in game.legal_moves] == ["pass using stafford", "pass using cannock"]
    at_table(game, [""], set_to(auto=True))
    assert game.moves_played == ()


def test_undo_goes_back_to_a_decision_and_stays_there_with_auto() -> None:
    """What was played by itself is taken back with the move before it, and not played at once."""
    game = last_card()
    game.undo_policy = "friendly"
    lines = ["", "pass dudley", "undo", "status"]
    console = at_table(game, lines, set_to(auto=True))
    assert [move.text for move in game.moves_played] == ["pass using stafford"]
    assert game.turn == "Ben"
    assert console.complaints == []


# -- confirm ---------------------------------------------------------------------------------


def test_confirm_shows_what_a_move_costs_and_asks() -> None:
    game = bw.new_game("birmingham", seed=8)
    lines = ["develop iron walsall", "perhaps", "n", "develop iron walsall", "y"]
    console = at_table(game, lines, set_to(confirm=True), **BOTS)
    shown = "develop iron_works.1 using walsall\n  costs £2\n  takes 1 from Iron market (8 cubes)"
    assert console.all.count(shown) == 2
    assert console.prompts[1:4] == ["Play it? (yes or no) > "] * 2 + ["Ada > "]
    assert console.text.count("Not played.") == 1
    assert game.moves_played[0].text == "develop iron_works.1 using walsall"


def test_ctrl_c_at_the_question_is_a_no_and_a_pipe_is_never_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = bw.new_game("birmingham", seed=8)
    console = at_table(game, ["loan walsall", CTRL_C, "status"], set_to(confirm=True), **BOTS)
    assert game.moves_played == ()
    assert "Not played." in console.text
    console = Script(["loan walsall"])
    console.interactive = False
    play(Session(game, console, BOTS, settings=set_to(confirm=True)))
    assert game.moves_played[0].text == "loan 30 using walsall"


# -- preview ---------------------------------------------------------------------------------

SPACES = {
    "dudley.1": {"tile": "coal_mine.1", "owner": "Ben", "cubes": 2},
    "birmingham.3": {"tile": "iron_works.1", "owner": "Ben", "cubes": 1},
}


def described_game(**position: Any) -> Game:
    game = bw.new_game("birmingham", players=SEATS, seed=3)
    ada = {"hand": ["dudley", "birmingham", "coventry", "stafford"], "money": 30}
    describe(game, {"turn": "Ada", "round": 2, "players": {"Ada": ada}, **position})
    return game


def test_preview_tells_the_cost_in_all_and_where_each_cube_comes_from() -> None:
    """Iron works 1 cost £5 and a coal; two of its four cubes find room at £1 each (B-MKT-02)."""
    links = {"birmingham--dudley": {"owner": "Ben"}}
    game = described_game(spaces={"dudley.1": SPACES["dudley.1"]}, links=links)
    sitting = Sitting("", "preview b iron birm with birm", game=game)
    shown = next(text for text in sitting.console.all if text.startswith("build "))
    assert shown.splitlines() == [
        "build iron_works.1 at birmingham.3 using birmingham coal dudley.1",
        "  costs £3 (£5 - £1 - £1)",
        "  takes 1 from Dudley 1 (Coal Mine 1, Ben, 2 cubes)",
        "  puts 2 into Iron market (8 cubes)",
        "  Ada: hand -birmingham, discards +birmingham, mat -iron_works.1, money 30 → 27,",
        "      spent 0 → 5",
        "  Birmingham 3: tile +iron_works.1, owner +Ada, cubes 0 → 2",
        "  Dudley 1: cubes 2 → 1",
        "  Iron market: cubes 8 → 10",
    ]


def test_preview_tells_what_is_paid_for_and_what_the_market_takes() -> None:
    """Manufacturer 1 costs £8 and a coal, which the market sells for £1 (B-COAL-06)."""
    game = described_game(links={"birmingham--oxford": {"owner": "Ben"}})
    sitting = Sitting("", "preview b manuf birmingham with birmingham", "1", game=game)
    assert "  costs £9 (£8 + £1)\n  takes 1 from Coal market (13 cubes)\n" in sitting.text


def test_preview_of_a_loan_and_of_several_stages() -> None:
    sitting = Sitting("", "preview loan stafford", game=described_game())
    assert "  brings £30, costs 3 income spaces\n" in sitting.text
    sitting = Sitting("preview take and take and done")
    assert "  brings 2 coins (1 coin + 1 coin)\n" in sitting.text


def test_what_each_answer_of_a_question_costs_is_told_once_where_it_is_the_same() -> None:
    """The rules of the workshop show no coins in their line; a unit is enough for telling them."""
    game = act("""
        choose 2 things from me.hand said ""
        me.coins -= 3
    """)
    sitting = Sitting("", "try", "cancel", game=game)
    asked = sitting.text.partition("which 2 items?")[2].splitlines()
    assert asked[0] == "  (-c3)"
    assert all(len(line.split()) == 2 for line in asked[1:4]), "number and name"


# -- after a move ----------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["board", "map"])
def test_the_view_that_was_asked_for_is_shown_after_each_own_move(view: str) -> None:
    game = bw.new_game("birmingham", seed=8)
    console = at_table(game, ["loan walsall", "status", view], set_to(after_move=view), **BOTS)
    played = [number for number, text in enumerate(console.all) if text.startswith("Ada: loan")]
    [seen] = [number for number, text in enumerate(console.all) if "Stoke-on-Trent" in text][:-1]
    assert played[0] < seen, "the last one is what `map` or `board` shows"
    between = console.all[played[0] + 1 : seen]
    assert any(text.startswith("Ben: ") for text in between), "the computer has moved by then"
    quiet = at_table(bw.new_game("birmingham", seed=8), ["loan walsall"], Settings(), **BOTS)
    assert "Stoke-on-Trent" not in quiet.text


def test_a_record_that_can_not_be_written_stops_no_bot(tmp_path: Path) -> None:
    path = tmp_path / "kept.brass"
    console = Script(["take and done", "status"])
    session = Session(stones("Ada", "Ben"), console, {"Ada": "random", "Ben": "human"}, path)
    path.unlink()
    path.mkdir()
    play(session)
    assert session.path is None
    assert session.game.players_played[0] == "Ada"
    assert len(console.complaints) == 1
    assert f"{path} can't be written: Is a directory. The game goes on" in console.complaints[0]


# -- P42: Ctrl-C in the middle of a turn -----------------------------------------------------


def test_ctrl_c_in_a_dialogue_pays_nothing_and_keeps_the_first_action() -> None:
    game = described_game(players={
        "Ada": {"hand": ["dudley", "birmingham", "coventry", "stafford"], "actions": 2}
    })  # fmt: skip
    sitting = Sitting("", "loan stafford", "pass", CTRL_C, CTRL_C, "status", "pass dud", game=game)
    assert sitting.played == ["loan 30 using stafford", "pass using dudley"]
    assert "Dropped; nothing was played." in sitting.text
    assert "To leave, type quit or press Ctrl-D" in sitting.text
    assert sitting.complaints == []


def test_undo_in_a_dialogue_drops_the_question_and_no_move() -> None:
    game = described_game(players={
        "Ada": {"hand": ["dudley", "birmingham", "coventry", "stafford"], "actions": 2}
    })  # fmt: skip
    sitting = Sitting("", "loan stafford", "pass", "undo", "status", game=game)
    assert sitting.played == ["loan 30 using stafford"]
    assert "Dropped; nothing was played." in sitting.text
    assert "Taken back" not in sitting.text


# -- P45: only one's own secrets -------------------------------------------------------------

LEFT_OUT = {"view"}
"""It opens a browser; test_export_hidden.py sees to what it writes."""


def looked_at(game: Game, *left_out: str) -> list[str]:
    """All that Ada sees at a table of three when she looks at everything."""
    moves = list(game.legal_moves)
    tables = [name for name, _ in game.shows]
    lines = [
        *(name for name, found in registry.COMMANDS.items() if found.looks),
        *tables, *(f"show {name}" for name in tables), *(f"rules {name}" for name in tables[:3]),
        "log all", "log round 1", "log turn", "since", "cite B-SETUP-07", "moves", "board", "map",
        *(f"moves {verb}" for verb, _ in game.verbs()),
        *(f"why {verb}" for verb, _ in game.verbs()),
        *(f"preview {move}" for move in moves[::40]),
    ]  # fmt: skip
    console = Script([])
    session = Session(game, console, dict.fromkeys(SEATS, "human"))
    session.at_keyboard = game.turn
    for line in lines:
        if line.split()[0] not in {*LEFT_OUT, *left_out}:
            try:
                carry_out(session, line)
            except (Complaint, bw.BrasswrightError) as error:
                console.complain(str(error))
    return console.all


@pytest.mark.parametrize(
    ("ruleset", "overlays"),
    [("birmingham", ()), ("lancashire", ()), ("brass-2007", ("hidden_discards",))],
)
def test_at_a_hot_seat_nothing_shown_depends_on_what_others_hold(
    ruleset: str, overlays: tuple[str, ...]
) -> None:
    random = Random(9)
    game = bw.new_game(ruleset, players=SEATS, seed=9, overlays=overlays)
    for number in (9, 60):
        while len(game.moves_played) < number or game.turn != "Ada" or game.stage:
            game.push(random_move(game, random))
        # What she saw go into a hand is dealt anew too, and a hint may go by that.
        mixed, differs = dealt_anew(game, game.seat("Ada"), random)
        assert differs
        assert looked_at(game.copy(), "hint") == looked_at(mixed, "hint")
        other = game.sample("Ada", random)
        assert other.digest() != game.digest()
        assert looked_at(game.copy()) == looked_at(other)


# -- the command line ------------------------------------------------------------------------


def brass(*words: str, lines: Iterable[str] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brasswright.cli.main", *words],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
        env=dict(os.environ),
    )


def test_undo_is_chosen_on_the_command_line_and_kept_in_the_record(tmp_path: Path) -> None:
    record = str(tmp_path / "a.brass")
    seated = ["--seat", "Ada=human", "--seat", "Ben=random", "--seed", "8"]
    words = ["play", "birmingham", *seated, "--undo", "sandbox", "--save", record]
    done = brass(*words, lines=[*EVENING, "undo turn"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "undo: sandbox, anything may be taken back" in done.stdout
    again = brass("play", "--resume", record, lines=["undo turn", "log all"])
    assert (again.returncode, again.stderr) == (0, "")
    assert "· undo sandbox" in again.stdout
    assert "taken back: Ada: build cotton_mill.1 at worcester.1 using worcester" in again.stdout
    assert brass("play", "--resume", record, "--undo", "strict").returncode == 2
    assert brass("play", "birmingham", "--undo", "wild").returncode == 2


def test_without_a_word_a_game_is_strict() -> None:
    done = brass("play", "birmingham", "--players", "2", "--seed", "8", lines=["log"])
    assert "undo" not in done.stdout
