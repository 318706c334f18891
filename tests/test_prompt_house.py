"""`switch` and `house`: other editions and other rules without leaving the prompt."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.prompting import CTRL_C, Sitting

import brasswright as bw
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import PipedConsole
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.interpreter.game import Game

SEATS = {"Ada": "human", "Ben": "random"}


@pytest.fixture(autouse=True)
def kept_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept meanwhile; files are typed relative to a folder beside it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "data" / "brasswright" / "games"


def birmingham(*players: str) -> Game:
    # With seed 8, Ada moves first and holds Walsall.
    return bw.new_game("birmingham", players=players or ("Ada", "Ben"), seed=8)


def sitting(*lines: str, path: Path | None = None) -> Sitting:
    return Sitting(*lines, game=birmingham(), seats=SEATS, path=path)


def in_force(table: Sitting) -> list[str]:
    return [layer.name for layer in table.game.rulebook.layers if layer.is_overlay]


def money(table: Sitting) -> int:
    found = table.game.view("Ada")["players"]["Ada"]["money"]
    assert isinstance(found, int)
    return found


def from_a_pipe(*lines: str) -> Session:
    session = Session(birmingham(), PipedConsole(io.StringIO("\n".join(lines))), SEATS)
    play(session)
    return session


# -- switch --------------------------------------------------------------------------------


def test_switch_begins_another_edition_with_the_same_seats() -> None:
    table = sitting("switch lancashire")
    assert table.game.rulebook.name == "lancashire"
    assert (table.game.players, table.session.seats, table.game.seed) == (("Ada", "Ben"), SEATS, 8)
    assert "Brass: Lancashire (2018) · Ada, Ben (random) · seed 8" in table.text
    assert table.complaints == []


def test_switch_saves_the_game_at_hand_and_says_where(kept_games: Path) -> None:
    path = kept_games / "mine.brass"
    kept_games.mkdir(parents=True)
    table = sitting("loan walsall", "switch lanc with short_game", "load mine.brass", path=path)
    assert f"The game so far is saved in {path}\n`load mine.brass` goes on with it." in table.text
    assert table.played[0] == "loan 30 using walsall"
    assert table.game.rulebook.name == "birmingham"


def test_switch_keeps_a_game_that_no_file_has(kept_games: Path) -> None:
    table = sitting("loan walsall", "switch lancashire")
    (kept,) = kept_games.glob("birmingham-*.brass")
    assert f"saved in {kept}" in table.text
    assert bw.load_record(kept).game().moves_played[0].text == "loan 30 using walsall"


def test_switch_to_an_edition_for_other_numbers_asks_who_plays() -> None:
    table = sitting("switch brass-2007", "Ada Ben=random Cy=random", "status")
    assert "Brass (2007) is for 3 to 4 players, not 2." in table.text
    assert table.session.seats == {"Ada": "human", "Ben": "random", "Cy": "random"}
    assert sitting("switch brass-2007", CTRL_C).game.rulebook.name == "birmingham"
    assert from_a_pipe("switch brass-2007").game.rulebook.name == "birmingham"


def test_switch_alone_offers_the_editions() -> None:
    assert sitting("switch", "lancashire").game.rulebook.name == "lancashire"
    assert sitting("switch", CTRL_C).game.rulebook.name == "birmingham"


def test_switch_with_overlays_and_a_seed() -> None:
    table = sitting("switch birmingham with short_game, no_scout seed 9", "status")
    assert in_force(table) == ["short_game", "no_scout"]
    assert table.game.seed == 9
    assert "with short_game, no_scout" in table.console.toolbars[-1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("switch chess", "there is no ruleset called `chess`"),
        ("switch ../../etc", "neither a folder"),
        ("switch lancashire with no_scout", "meant for `birmingham`"),
        ("switch lancashire seed x", "a number goes there"),
        ("switch lancashire short_game", "`switch lancashire with OVERLAY…`"),
        ("switch lancashire with", "which overlays?"),
    ],
)
def test_a_switch_that_cannot_be_changes_nothing(typed: str, said: str) -> None:
    table = sitting("loan walsall", typed)
    assert said in table.complaints[0]
    assert table.played[0] == "loan 30 using walsall"


# -- house ---------------------------------------------------------------------------------


def test_house_lists_values_with_range_unit_and_sentence() -> None:
    table = sitting("house")
    assert "start_money = 17 £  (Pounds (0..9999), set by brass)" in table.text
    assert "    Money each player begins with." in table.text
    assert sitting("house barrels").text.count(" = ") == 2


def test_house_set_before_the_first_move_begins_anew_with_the_same_seed() -> None:
    table = sitting("house set start_money 25", "house")
    assert money(table) == 25
    assert (
        table.game.view("Ada")["players"]["Ada"]["hand"]
        == (birmingham().view("Ada")["players"]["Ada"]["hand"])
    )
    assert "with house: The rules of this house\n    set start_money = 25" in table.text
    assert "with house" in table.console.toolbars[-1]


def test_the_last_of_several_values_counts() -> None:
    table = sitting("house set start_money 25", "house set start_money = 30")
    assert (money(table), in_force(table)) == (30, ["house"])


def test_house_drop_takes_a_part_out() -> None:
    table = sitting("house drop scout because nobody likes it", "rules scout", "scout")
    assert "dropped by house, because nobody likes it" in table.text
    assert "scout" not in dict(table.game.verbs())


def test_house_use_lays_an_overlay_under_what_was_set() -> None:
    table = sitting("house set start_money 25", "house use rich_start")
    assert in_force(table) == ["rich_start", "house"]
    assert money(table) == 25


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("house set start_money 99999", "out-of-range"),
        ("house set startmoney 3", "did you mean `start_money`?"),
        ("house set start_money", "to what?"),
        ("house set start_money [", "never closed"),
        ("house drop build.cardd", "did you mean `build.card`"),
        ("house drop start_money", "not dropped"),
        ("house use rich", "conflict"),
        ("house use lancashire", "there is no overlay"),
        ("house drop", "`house drop PART"),
        ("house nonsense", "no value and no rule that a house may change contains `nonsense`"),
    ],
)
def test_what_can_not_be_in_force_is_refused_with_diagnostics(typed: str, said: str) -> None:
    before = "house use short_game"
    if said == "conflict":
        Path("dear.rules").write_text(
            'overlay dear "Dear" amends birmingham\nset start_money = 40\n', encoding="utf-8"
        )
        before = "house use dear.rules"
    table = sitting(before, typed)
    assert said in table.complaints[0]
    assert len(in_force(table)) == 1


def test_a_game_in_progress_keeps_its_rules_unless_it_is_begun_again() -> None:
    lines = ("loan walsall", "house set start_money 25")
    refused = sitting(*lines, "no")
    assert "never changes its rules" in refused.text
    assert (refused.played[0], in_force(refused)) == ("loan 30 using walsall", [])
    assert in_force(sitting(*lines, CTRL_C)) == []
    for begun in (sitting(*lines, "yes"), sitting("loan walsall", f"{lines[1]} again")):
        assert (money(begun), in_force(begun), begun.game.seed) == (25, ["house"], 8)
        assert "The game so far is saved in " in begun.text


def test_in_a_pipe_the_refusal_says_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    from_a_pipe("loan walsall", "house set start_money 25")
    assert "`house set start_money 25 again` starts the same seed again" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["ours.rules", "ours.yaml"])
def test_what_house_saves_can_be_played_with(file: str) -> None:
    Path("dear.rules").write_text(
        'overlay dear "Dear" amends birmingham\nset start_money = 40\n', encoding="utf-8"
    )
    lines = ["house use dear.rules", "house set loans {10: 1, 30: 2}", "house set start_money 25"]
    table = sitting(*lines, f"house save {file}", f"house save {file}")
    assert f"brass play birmingham --with dear.rules --with {file}" in table.text
    assert f"`house save {file} replace` writes over it" in table.complaints[0]
    game = bw.new_game("birmingham", ["Ada", "Ben"], 8, overlays=["dear.rules", file])
    assert game.view("Ada")["players"]["Ada"]["money"] == 25
    assert "loan 10 using walsall" in game.legal_moves


def test_house_saves_no_dropped_rule_as_yaml_and_nothing_as_nothing() -> None:
    table = sitting("house save a.rules", "house drop scout", "house save a.yaml", "house save a")
    assert "nothing has been set" in table.complaints[0]
    assert "a .yaml file holds values only" in table.complaints[1]
    assert "ends in .rules or .yaml" in table.complaints[2]
    assert list(Path().iterdir()) == []


def test_a_record_goes_on_under_the_rules_of_the_house(kept_games: Path) -> None:
    kept_games.mkdir(parents=True)
    path = kept_games / "a.brass"
    sitting("house set start_money 25", "loan walsall", path=path)
    game = bw.load_record(path).game()
    assert [layer.name for layer in game.rulebook.layers][-1] == "house"
    assert game.moves_played[0].text == "loan 30 using walsall"


def test_tab_offers_editions_overlays_and_values() -> None:
    session = Session(birmingham(), PipedConsole(io.StringIO("")), SEATS)
    Path("ours.rules").touch()

    def offered(text: str) -> set[str]:
        return {word.text for word in complete(session, text)}

    assert offered("switch lan") == {"lancashire"}
    assert "birmingham with short_game" in offered("switch birmingham with ")
    assert offered("house ") == {"set", "drop", "use", "save"}
    assert offered("house set start_m") == {"set start_money"}
    assert {"use short_game", "ours.rules"} <= offered("house use ")
    assert "drop build.card" in offered("house drop build.c")


def test_the_toolbar_has_as_many_lines_as_it_needs() -> None:
    game = bw.new_game("lancashire", players=["Ada", "Ben"], seed=8, overlays=["short_game"])
    table = Sitting("", game=game, seats=SEATS)
    lines = table.console.toolbars[-1].splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) < 80
    assert lines[2].startswith(" [F1] Help  [F2] Auto: off")
    assert "distant market +3" in lines[1]
    assert "with short_game" in lines[1]


def test_house_names_the_rules_that_it_may_drop() -> None:
    table = sitting("house")
    assert "Rules that a house may drop, by name:" in table.text
    assert "loan: card, amount, floor, take" in table.text
    assert "loan.floor" in sitting("house floor").text
