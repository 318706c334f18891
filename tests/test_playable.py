"""Can a rulebook be played? What is refused before a game, what is doubtful, and what only
playing shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import brasswright as bw
from brasswright.cli.main import main
from brasswright.interpreter.checking.checker import diagnose
from brasswright.interpreter.diagnostics import Diagnostic, render
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.selfplay import ENOUGH, try_out

LISTED = ("birmingham", "lancashire", "brass-2007")


def house(text: str, edition: str = "birmingham") -> Rulebook:
    text = f'overlay house "A house rule" amends {edition}\n{text}\n'
    layer = LayerText("house", "", {"amends": [edition]}, {"house.rules": text})
    return merge((*find(edition), layer))


def opened(path: Path, players: int = 4) -> tuple[Diagnostic, ...]:
    """The mistakes for which a game under an overlay is refused."""
    with pytest.raises(RulesError) as caught:
        bw.new_game("birmingham", ["Ada", "Ben", "Cy", "Dot"][:players], overlays=[str(path)])
    return caught.value.diagnostics


# -- a misspelt name is never a silent game of other rules (P38) -------------------------------

MISSPELT = {
    "a parameter": ("house.yaml", "hand_size: 8\nstartng_money: 20\n", 2, "start_money"),
    "a set parameter": ("house.rules", "set startng_money = 20\n", 2, "start_money"),
    "an industry": (
        "house.rules",
        'forbid build when tile.industry == potery because "x"\n',
        2,
        "pottery",
    ),
    "a place": ("house.rules", "set wallsall.spaces = [{pottery}]\n", 2, "walsall.spaces"),
    "a step": ("house.rules", 'drop step build.one_per_plaec because "x"\n', 2, "one_per_place"),
    "a column": ("house.rules", "set pottery.1.csot = 3\n", 2, "pottery.1.cost"),
}


@pytest.mark.parametrize("case", MISSPELT)
def test_a_misspelt_name_is_refused_with_its_line(tmp_path: Path, case: str) -> None:
    """P38"""
    name, text, line, meant = MISSPELT[case]
    head = "" if name.endswith(".yaml") else 'overlay house "A house" amends birmingham\n'
    (tmp_path / name).write_text(head + text, encoding="utf-8")
    mistake = opened(tmp_path / name)[0]
    assert mistake.span.line == line
    assert str(mistake.span).startswith(str(tmp_path / name))
    assert any(meant in help for help in mistake.help)


@pytest.mark.parametrize("word", ["amends", "extends"])
def test_a_misspelt_edition_is_refused(tmp_path: Path, word: str) -> None:
    """P38"""
    if word == "amends":
        path = tmp_path / "house.rules"
        path.write_text('overlay house "A house" amends birmingam\n', encoding="utf-8")
    else:
        path = tmp_path / "house"
        path.mkdir()
        text = "name: house\ntitle: House\nextends: [birmingam]\n"
        (path / "ruleset.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        find(str(path))
    assert caught.value.diagnostics[0].help == ("did you mean `birmingham`?",)


# -- impossible house rules (P39) --------------------------------------------------------------

IMPOSSIBLE = {
    "hands of 20 cards": (
        "set hand_size = 20",
        "4 hands of 20 cards and 4 kept out need 84, and the deck has 64",
    ),
    "a market without spaces": (
        "set coal_market.prices = []",
        "Coal market: a market must have spaces",
    ),
    "a negative cost": (
        "set pottery.1.cost = -5",
        "`pottery.1.cost` is -5, which is not within 0..9999",
    ),
    "a negative cost in a wider range": (
        "set Pounds = -99..999\nset pottery.1.cost = -5",
        "Pottery 1: a tile costs less than nothing",
    ),
    "a start beyond the track": (
        "set start_income = 131",
        "`start_income` is 131, which is not within 0..99",
    ),
    "a level of 31": (
        f"set track = [{', '.join(['0'] * 99)}, 31]",
        "`track` is 31, which is not within -10..30",
    ),
    "a link to nowhere": (
        "extend table Link:\n  id  eras\n  dudley--narnia  canal",
        "there is no Place `narnia`",
    ),
    "no actions": (
        "set actions_per_turn = 0",
        "`actions_per_turn` is 0, which is not within 1..9",
    ),
    "no eras": ("set eras_played = []", "eras_played names no era"),
    "a short track": ("set track = [0, 1, 2]", "the track has 3 spaces, not 100"),
    "more cubes than spaces": (
        "set coal_market.start = 20",
        "Coal market: a market begins with more cubes than it has spaces",
    ),
    "nobody to play": ("seats 5..6", "no number of players is left that every layer allows"),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_an_impossible_rule_is_refused_before_a_game(tmp_path: Path, case: str) -> None:
    """P39"""
    text, message = IMPOSSIBLE[case]
    path = tmp_path / "house.rules"
    path.write_text(f'overlay house "A house" amends birmingham\n{text}\n', encoding="utf-8")
    mistakes = opened(path)
    assert message in [mistake.message for mistake in mistakes]
    assert "house.rules" in render(mistakes)


def test_a_failing_check_names_the_changes_that_it_is_about() -> None:
    with pytest.raises(RulesError) as caught:
        raise RulesError(diagnose(house("set start_money = 40\nset hand_size = 20")))
    for mistake in caught.value.diagnostics:
        assert [(str(span), told) for span, told in mistake.labels] == [
            ("house.rules:3:1", "`hand_size` was set here")
        ]


# -- doubtful, and worse, by the text alone ----------------------------------------------------

DOUBTFUL = {
    "never-usable": (
        "extend Industry: salt\nextend table Tile:\n"
        "  id      industry  level  copies  eras\n"
        "  salt.1  salt      1      1       canal",
        "no `Space.accepts` has the industry of `salt.1`: nobody can use it",
    ),
    "never-usable of eras": (
        "set birmingham--oxford.eras = {}",
        "the eras of `birmingham--oxford` can never have what is needed: nobody can use it",
    ),
    "never-usable of spaces": (
        "extend Industry: salt\nset walsall.spaces = [{salt}]",
        "the accepts of `walsall.1` can never have what is needed: nobody can use it",
    ),
    "place-apart": (
        "extend table Place:\n  id        town  spaces\n  atlantis  yes   coal_mine",
        "no Link leads to `atlantis`",
    ),
    "place-apart of several": (
        "extend table Place:\n  id        town  spaces\n  atlantis  yes   coal_mine\n"
        "  avalon  yes  pottery\n"
        "extend table Link:\n  id  eras\n  atlantis--avalon  canal",
        "no Link leads from the other places to `atlantis` and `avalon`",
    ),
    "nothing-to-choose": (
        "set loans = {}",
        "there is never anything to choose here, so `loan.amount` can't be done",
    ),
    "never-played": ("phase siesta: nothing", "no phase plays `siesta`"),
    "never-offered": (
        "phase siesta: nothing\naction doze during siesta: nothing",
        "`doze` is never offered: `siesta` waits for no action",
    ),
    "never-filled": (
        "state:\n  hat: pile of Card\naction dip during turn:\n  draw card from hat to me.hand",
        "pieces are taken from `hat`, and none ever come into it",
    ),
    "list-too-short": (
        "list fees: Pounds =\n  1 2 3\naction dip during turn: me.money += fees[me.income]",
        "`fees` has 3 items, and `Player.income` runs from 0 to 99",
    ),
    "list-too-short through a define": (
        "list fees: Pounds =\n  1 2 3\ndefine fee(n: Number) -> Pounds: fees[n]\n"
        "action dip during turn: me.money += fee(me.actions)",
        "`fees` has 3 items, and `Player.actions` runs from 0 to 9",
    ),
    "empty-list": (
        "extend Market:\n  fees: list of Pounds\n"
        "action dip during turn: me.money += iron_market.fees[0]",
        "an item of `fees` is taken here, and `coal_market` and `iron_market` have none",
    ),
}


@pytest.mark.parametrize("case", DOUBTFUL)
def test_what_is_doubtful_is_told(case: str) -> None:
    text, message = DOUBTFUL[case]
    found = diagnose(house(text))
    assert (case.partition(" ")[0], "warning", message) in [
        (d.code, d.severity, d.message) for d in found
    ], render(found)


WRONG = {
    "no-action": (
        "phase rest: act\nafter phase turn add step pause: play rest",
        "a player must act here, and no action is declared `during rest`",
    ),
    "never-fits": (
        "before step set_up.players add step rich:\n  for p in players: p.points = 12000",
        "`Player.points` holds 0 to 9999, and here it is given 12000",
    ),
    "list-too-short": (
        "list fees: Pounds =\n  1 2 3\naction dip during turn: me.money += fees[3]",
        "item 3 of `fees` is read here; it has items 0 to 2",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told(case: str) -> None:
    text, message = WRONG[case]
    found = diagnose(house(text))
    assert (case, "error", message) in [(d.code, d.severity, d.message) for d in found], render(
        found
    )


GUARDED = {
    "an index that is compared before": (
        "list fees: Pounds =\n  1 2 3\n"
        "action dip during turn:\n  if me.income < 3: me.money += fees[me.income]"
    ),
    "a calculated index": (
        "list fees: Pounds =\n  1 2 3\n"
        "action dip during turn: me.money += fees[smaller(2, me.income)]"
    ),
    "all that lies there, should anything": (
        "state:\n  hat: pile of Card\nafter step open_era.shuffle add step hats:\n"
        "  move all from hat to deck"
    ),
}


@pytest.mark.parametrize("case", GUARDED)
def test_what_is_guarded_is_no_doubt(case: str) -> None:
    found = diagnose(house(GUARDED[case]))
    assert not found, render(found)


@pytest.mark.parametrize("name", LISTED)
def test_editions_have_no_doubts(name: str) -> None:
    book = merge(find(name))
    assert not (*book.warnings, *diagnose(book))


# -- what only playing shows -------------------------------------------------------------------

PLAYED = {
    "no-start": (
        'drop step set_up.cards because "x"',
        "with 2 players and seed 1 the game can't begin: the pile is empty",
    ),
    "no-way-on": (
        "replace rule spend_card(): nothing",
        "a loop went round more than 99 times",
    ),
    "no-way-on without anything to do": (
        "\n".join(
            f'drop action {name} because "x"'
            for name in ("pass", "loan", "scout", "develop", "network")
        ),
        "there is nothing that may be done here",
    ),
    "invariant-broken": (
        "replace step network.lay: do lay_link(link, link_cost())",
        "`paid` does not hold: a move left £3 unpaid",
    ),
    "trap-met": (
        "exception bailout to loan.floor when me.money < 17: nothing",
        "a move would run into this: there is no largest of nothing",
    ),
}


@pytest.mark.parametrize("case", PLAYED)
def test_what_goes_wrong_in_a_game_is_found(case: str) -> None:
    text, message = PLAYED[case]
    book = house(text)
    assert not [d for d in diagnose(book) if d.severity == "error"]
    found = try_out(book, games=3, players=(2,), seconds=60)
    assert [d.code for d in found][:1] == [case.partition(" ")[0]], render(found)
    assert message in found[0].message
    assert ".rules" in str(found[0].span)


ENDLESS = """
seats 1..1
kind Player:
  state:
    turns: 0..1
phase game:
  repeat while true at most 30000:
    for p in players:
      as p: play turn
phase turn: act
action wait "Wait" during turn: me.turns = 1 - me.turns
action dance "Dance" during turn:
  require me.turns > 1 else "never"
"""


def test_a_game_that_does_not_end_is_endless() -> None:
    manifest = {"name": "endless", "title": "Endless", "files": ["game.rules"]}
    book = merge([LayerText("endless", "Endless", manifest, {"game.rules": ENDLESS})])
    (found,) = try_out(book, games=1, seconds=60)
    assert (found.code, found.severity) == ("endless", "error")
    (found,) = try_out(book, games=1, seconds=0.01)
    assert (found.code, found.severity) == ("not-finished", "warning")


def test_an_action_that_nobody_could_ever_take_is_told_after_enough_games() -> None:
    text = ENDLESS.replace("at most 30000", "at most 9").replace(
        "while true", "while every(p in players give p.turns == 0)"
    )
    manifest = {"name": "short", "title": "Short", "files": ["game.rules"]}
    book = merge([LayerText("short", "Short", manifest, {"game.rules": text})])
    assert try_out(book, games=ENOUGH - 1) == ()
    (found,) = try_out(book, games=ENOUGH)
    assert (found.code, found.severity) == ("never-legal", "warning")
    assert found.message == f"in {ENOUGH} random games nobody could ever `dance`"


# -- `brass check` -----------------------------------------------------------------------------


def checked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["check", *words])
    return status, capsys.readouterr().out


def test_check_plays_a_game_unless_told_not_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "house.rules"
    text = 'overlay house "A house" amends birmingham\nreplace rule spend_card(): nothing\n'
    path.write_text(text, encoding="utf-8")
    status, told = checked(capsys, "birmingham", "--with", str(path))
    assert status == 1
    assert "error[no-way-on]" in told
    assert checked(capsys, "birmingham", "--with", str(path), "--play", "0") == (
        0,
        "birmingham: all is well\n",
    )
    status, told = checked(capsys, "birmingham", "--with", str(path), "--json")
    assert json.loads(told)["birmingham"][0]["code"] == "no-way-on"
