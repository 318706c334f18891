"""Every verb of the command line on a real edition: text, JSON, exit statuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Run
from tests.prompting import STONES

import brasswright as bw
from brasswright.cli.main import main

LOAN = str(Path(__file__).parent / "scenarios" / "loan.yaml")


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Ada has 3 coins and dug once; it is Ben's turn."""
    game = bw.new_game(STONES, players=["Ada", "Ben"], seed=7)
    game.attach(tmp_path / "evening.brass")
    game.push("take and done")
    return str(tmp_path / "evening.brass")


def data(out: str) -> Any:
    return json.loads(out)


def test_rules_by_name_by_id_and_as_a_whole(brass: Run) -> None:
    status, out, _ = brass("rules", "birmingham", "loan.floor")
    assert status == 0
    assert out.startswith("step floor @B-LOAN-02:\n  require level(me.income)")
    assert "# declared by brass, brass/actions.rules:" in out
    status, out, _ = brass("rules", "birmingham", "b-loan-02")
    assert (status, "step floor @B-LOAN-02:" in out) == (0, True)
    status, out, _ = brass("rules", "birmingham", "parameters")
    assert (status, "start_money = 17 £" in out) == (0, True)
    status, out, _ = brass("rules", "birmingham")
    assert (status, "action scout" in out, "@L-" in out) == (0, True, False)
    status, out, _ = brass("rules", "birmingham", "loan", "--json")
    assert (status, data(out)[0]["path"], data(out)[0]["kind"]) == (0, "loan", "action")
    status, out, error = brass("rules", "birmingham", "laon")
    assert (status, out, error) == (1, "", "brass: there is no rule `laon`; did you mean `loan`?\n")


def test_check_is_quiet_about_sound_rules_and_loud_about_others(brass: Run, tmp_path: Path) -> None:
    assert brass("check", "birmingham", "brass") == (
        0, "birmingham: all is well\nbrass: all is well\n", "",
    )  # fmt: skip
    house = tmp_path / "house.rules"
    house.write_text('overlay house "House" amends birmingham\nset startng_money = 20\n')
    status, out, _ = brass("check", "birmingham", "--with", str(house))
    assert status == 1
    assert "house.rules:2:" in out
    assert "did you mean `start_money`?" in out
    assert out.endswith("birmingham: 1 error\n")
    status, out, _ = brass("check", "birmingham", "--with", str(house), "--json")
    [found] = data(out)["birmingham"]
    assert (status, found["severity"], found["line"]) == (1, "error", 2)


def test_diff_is_0_for_the_same_and_1_for_others(brass: Run) -> None:
    assert brass("diff", "birmingham", "birmingham") == (0, "", "")
    status, out, _ = brass("diff", "birmingham", "lancashire")
    assert (status, "~ start_money: 17 → 30" in out) == (1, True)
    assert out.count("\n") <= 80
    status, out, _ = brass("diff", "birmingham", "lancashire", "--all")
    assert (status, "~ parameter start_money: 17 → 30" in out) == (1, True)
    status, out, _ = brass("diff", "birmingham", "lancashire", "--json")
    assert (status, bool(data(out)["changes"])) == (1, True)


def test_scenarios_pass_fail_and_can_not_be_read(brass: Run, tmp_path: Path) -> None:
    status, out, _ = brass("scenario", LOAN)
    assert status == 0
    assert out.endswith(" scenarios, 0 failed\n")
    status, out, _ = brass("scenario", LOAN, "--json")
    assert (status, all(report["ok"] for report in data(out))) == (0, True)
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        "ruleset: birmingham\nplayers: 2\nscenarios:\n"
        "  - id: one\n    title: A loan of 31\n    cites: [B-LOAN-01]\n"
        "    steps:\n      - {move: loan 31}\n"
    )
    status, out, _ = brass("scenario", str(wrong))
    assert (status, ", 1 failed" in out) == (1, True)
    status, _, error = brass("scenario", str(tmp_path / "none.yaml"))
    assert (status, "none.yaml" in error) == (1, True)


def test_moves_and_why_at_the_end_of_a_record_or_in_a_scenario(brass: Run, record: str) -> None:
    status, out, _ = brass("moves", record, "alpha")
    assert (status, out) == (0, "place one at alpha\nplace two at alpha\n")
    status, out, _ = brass("moves", record, "--json")
    assert (data(out)["turn"], data(out)["stage"], len(data(out)["moves"])) == ("Ben", "", 10)
    assert brass("why", record, "place", "one", "alpha") == (0, "Legal.\n", "")
    status, out, _ = brass("why", record, "place three alpha")
    assert status == 1
    assert out == (
        "Refused: it costs 3 and Ben has 2 (lacking 1 coin).\n  Rule: place.pay, stones\n"
    )
    status, out, _ = brass("why", record, "place three alpha", "--json")
    assert (status, data(out)["refusal"]["rule"]) == (1, "place.pay")
    status, _, error = brass("why", record, "plaec one")
    assert (status, "did you mean `place`?" in error) == (1, True)
    status, out, _ = brass("moves", LOAN, "loan")
    assert (status, "loan 30 using dudley\n" in out) == (0, True)
    assert brass("moves", LOAN, "--scenario", "nowhere")[0] == 1


def test_replay_tells_how_a_game_went_and_finds_what_was_changed(brass: Run, record: str) -> None:
    status, out, _ = brass("replay", record, "--log")
    assert status == 0
    assert out.endswith("Stones · Ada, Ben · 2 moves\nNot finished: turn 2 · Ben, 2 coins\n")
    assert "Ada: take\n" in out
    status, out, _ = brass("replay", record, "--json")
    assert (status, data(out)["moves"], data(out)["outcome"]) == (0, 2, None)
    path = Path(record)
    path.write_text(path.read_text().replace("1 Ada: take", "1 Ada: dig"))
    status, out, error = brass("replay", record)
    assert (status, out, "has been changed" in error) == (1, "", True)


def test_perft_counts(brass: Run) -> None:
    status, out, _ = brass("perft", STONES, "--players", "1", "--depth", "2", "--json")
    # 4 sites for 2 stones that can be paid, taking, digging
    assert (status, data(out)["counts"][0]) == (0, 10)
    assert brass("perft", "birmingham", "--depth", "-1")[0] == 2
    assert brass("perft", "birmingham", "--players", "9")[0] == 1


def test_compile_shows_code_beside_its_rules(brass: Run) -> None:
    status, out, _ = brass("compile", "birmingham", "--show", "network")
    lines = out.splitlines()
    assert status == 0
    assert lines[0].startswith("# brass/actions.rules:")
    assert 'action network "Build a link"' in lines[0]
    assert lines[1] == "def go0_network(C, J, Q):"
    beer = next(line for line in lines if "birmingham/network.rules:" in line)
    assert beer.strip().endswith("do use_beer(other.ends)")
    assert [line for line in lines if line.startswith("def ")] == [
        "def go0_network(C, J, Q):",
        "def go1_network(C, J, Q):",
    ]
    explained = brass("compile", "birmingham", "--show", "network.touching", "--explaining")[1]
    assert "Q.refuse(" in explained
    assert "Q.refuse(" not in out


def test_compile_says_what_is_wrong(brass: Run) -> None:
    status, _, error = brass("compile", "birmingham", "--show", "netwrk")
    assert (status, "no part is called `netwrk`; did you mean `network`" in error) == (1, True)
    status, _, error = brass("compile", "birmingham", "--players", "7")
    assert (status, error) == (2, "brass: Brass: Birmingham (2018) is for 2 to 4 players\n")


def test_options_may_stand_before_between_and_after_the_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    option = ["--with", "short_game"]
    lines = [
        ["rules", *option, "birmingham", "loan.floor"],
        ["rules", "birmingham", *option, "loan.floor"],
        ["rules", "birmingham", "loan.floor", *option],
    ]
    said = []
    for line in lines:
        assert main(line) == 0
        said.append(capsys.readouterr().out)
    assert said[0].startswith("step floor")
    assert said[0] == said[1] == said[2]
