"""The lessons of each edition: played as suggested, with detours, skipped, taken up again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.prompting import Script, Sitting

import brasswright as bw
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.lines import carry_out
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session
from brasswright.cli.prompt.setting_up import LessonsWanted, choose_ruleset
from brasswright.cli.prompt.teaching.beginning import sit_down_to_learn
from brasswright.cli.prompt.teaching.lessons import read_tutorial, taught, tutorial_of
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import BrasswrightError, RulesError

EDITIONS = ["birmingham", "lancashire"]
VERBS = {
    "birmingham": {"build", "network", "develop", "sell", "loan", "scout", "pass"},
    "lancashire": {"build", "network", "develop", "sell", "loan", "pass"},
}
LONGEST = 8
"""Lines of one lesson."""


@pytest.fixture(autouse=True)
def _kept_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


class Learner(Script):
    """Takes every suggestion, or now and then goes another way, until the era is over."""

    def __init__(self, detours: float = 0.0, seed: int = 0) -> None:
        super().__init__([])
        self.session: Session | None = None
        self._detours = detours
        self._random = Random(seed)

    def read(self, asking: Asking) -> str:
        session = self.session
        assert session is not None
        assert session.teacher is not None
        if session.teacher.over:
            raise EOFError
        assert session.teacher.suggested is not None
        assert session.game.parse(session.teacher.suggested.text) == session.teacher.suggested
        if self._random.random() < self._detours:
            return random_move(session.game, self._random).text
        return "try"


def taught_with(console: Script, ruleset: str) -> Session:
    session = sit_down_to_learn(console, None, ruleset)
    if isinstance(console, Learner):
        console.session = session
    play(session)
    return session


@cache
def followed(ruleset: str) -> tuple[Session, Learner]:
    """All suggestions taken."""
    console = Learner()
    return taught_with(console, ruleset), console


def test_every_edition_is_taught() -> None:
    assert [edition.name for edition in taught()] == ["birmingham", "brass-2007", "lancashire"]


# -- as suggested --------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_who_takes_every_suggestion_ends_the_era_ahead(ruleset: str) -> None:
    session, console = followed(ruleset)
    game = session.game
    assert console.complaints == []
    assert session.moment() == "rail era, round 1"
    points = {player: game.view()["players"][player]["points"] for player in game.players}
    assert points["Ada"] >= 30
    assert points["Ada"] > points["Ben"]
    assert "Ada: 30 VP in all" in console.text or "Ada: 40 VP in all" in console.text


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_lesson_is_told_and_every_action_is_in_one(ruleset: str) -> None:
    session, console = followed(ruleset)
    assert session.teacher is not None
    assert session.teacher.left == []
    own = {
        move.verb
        for player, move in zip(session.game.players_played, session.game.moves_played, strict=True)
        if player == "Ada"
    }
    game = bw.new_game(ruleset, ["Ada", "Ben"], 8)
    assert {verb for verb, _ in game.verbs()} == VERBS[ruleset]
    assert VERBS[ruleset] - {"pass", "done"} <= own
    assert "pass: it costs a card" in console.text.replace("\n", " ")


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_the_moves_in_the_file_are_the_ones_that_are_played(ruleset: str) -> None:
    session, _ = followed(ruleset)
    game = bw.new_game(ruleset, ["Ada", "Ben"], session.game.seed)
    tutorial = tutorial_of(ruleset)
    scripts = {
        "Ada": [lesson.tries for lesson in tutorial.lessons if lesson.tries],
        "Ben": list(tutorial.opponents["Ben"]),
    }
    while game.turn and scripts[game.turn]:
        game.push(scripts[game.turn].pop(0))
    assert not scripts["Ada"]
    assert not scripts["Ben"]
    assert game.moves_played == session.game.moves_played[: len(game.moves_played)]


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_no_lesson_is_long_and_each_action_has_its_first_lesson_in_time(ruleset: str) -> None:
    _, console = followed(ruleset)
    told = [text for text in console.all if text.startswith("\n— ")]
    assert len(told) >= 14
    for text in told:
        lines = [line for line in text.split("\n") if line and not line.startswith("To look")]
        last = "canal era is over" in lines[0]
        assert len(lines) - 1 <= LONGEST + last, text
        assert max(map(len, lines)) <= 76
    order = [text.split("\n")[1].strip("— ") for text in told]
    for earlier, later in [("Build", "Network"), ("Network", "Sell"), ("Sell", "Develop")]:
        assert order.index(earlier) < order.index(later)


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_what_a_lesson_tells_to_look_at_can_be_typed(ruleset: str) -> None:
    looks = {line for lesson in tutorial_of(ruleset).lessons for line in lesson.look}
    game = bw.new_game(ruleset, ["Ada", "Ben"], 8)
    sitting = Sitting(*looks, game=game, seats={"Ada": "human", "Ben": "random"})
    assert sitting.complaints == []


def test_the_last_lesson_is_told_again_too() -> None:
    session, console = followed("birmingham")
    told = console.text.count("— The canal era is over —")
    carry_out(session, "lesson")
    assert console.text.count("— The canal era is over —") == told + 1


def test_the_end_of_the_era_is_explained_with_its_numbers() -> None:
    _, console = followed("lancashire")
    text = console.text.replace("\n", " ")
    assert "Ada: 12 VP for links" in text
    assert "Ada: 18 VP for tiles" in text
    assert "The lines above say what was scored: canals first, then flipped tiles." in text
    assert "In the rail era a rail costs £5 and a coal" in text


def test_the_edition_of_2007_has_the_lessons_of_lancashire_and_a_third_player() -> None:
    assert tutorial_of("brass-2007").lessons == tutorial_of("lancashire").lessons
    session, console = followed("brass-2007")
    assert console.complaints == []
    assert session.game.players == ("Ada", "Ben", "Cy")
    assert session.moment() == "rail era, round 1"
    for title in ("Build", "Network", "Sell", "Loan", "Income", "The canal era is over"):
        assert f"— {title} —" in console.text


# -- another way ---------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", EDITIONS)
@pytest.mark.parametrize("seed", range(4))
def test_detours_break_nothing(ruleset: str, seed: int) -> None:
    console = Learner(detours=0.25 + 0.25 * seed, seed=seed)
    session = taught_with(console, ruleset)
    assert console.complaints == []
    assert session.moment() == "rail era, round 1"
    assert "— The canal era is over —" in console.text


def test_what_is_told_of_a_move_is_left_out_when_it_is_not_possible() -> None:
    console = Script(["loan with worcester"])
    taught_with(console, "birmingham")
    assert "A merchant in Gloucester buys cotton, and" in console.text, "and may be reached first"
    console = Script(["build brewery at derby with brewery", "try", "try"])
    session = taught_with(console, "birmingham")
    assert "— Network —" in console.text
    assert "A merchant in Gloucester" not in console.text, "that canal would not touch Derby"
    assert session.game.moves_played[3].verb == "network", "another one is suggested"
    assert "— Sell —" not in console.text, "there is nothing to sell yet"
    assert console.complaints == []


def test_what_is_told_of_the_position_is_left_out_where_it_is_not_so() -> None:
    console = Script([*["try"] * 9, "pass with port", *["try"] * 3])
    taught_with(console, "lancashire")
    assert console.complaints == []
    assert "Your £12 would buy one mill and then nothing." in console.text
    assert "— Develop —" in console.text
    assert "Suggested: develop cotton_mill.1" in console.text
    assert "Your own iron is free" not in console.text, "Ada has no iron works here"


def test_moves_in_words_and_looking_go_on_as_ever() -> None:
    lines = ["hand", "build cotton worc with worc", "hint", "", "lesson", "network worc glou", "1"]
    console = Script(lines)
    session = taught_with(console, "birmingham")
    assert console.complaints == []
    played = [move.text for move in session.game.moves_played]
    assert played[0] == "build cotton_mill.1 at worcester.1 using worcester"
    assert played[-1].startswith("network gloucester--worcester")
    assert console.text.count("— Network —") == 2, "`lesson` tells it again"
    assert "— Sell —" in console.text


def test_taking_back_brings_back_the_suggestion() -> None:
    console = Script(["try", "try", "undo", "try"])
    session = taught_with(console, "birmingham")
    assert console.complaints == []
    mine = [move.text for move in session.game.moves_played[-1:]]
    assert mine == ["network gloucester--worcester using walsall"]
    assert console.text.count("Suggested: network gloucester--worcester using walsall") == 2
    assert console.text.count("— Network —") == 1


def test_lessons_of_a_way_that_was_taken_back_are_told_again_on_another() -> None:
    lines = ["try", "try", "undo", "network worcester--gloucester with dudley", "undo", "redo"]
    console = Script(lines)
    session = taught_with(console, "birmingham")
    assert console.complaints == []
    assert console.text.count("— Sell —") == 2, "once for each card paid, not again for redo"
    assert "— Loan —" not in console.text, "selling comes first"
    assert session.teacher is not None
    assert session.teacher.suggested is not None
    assert session.teacher.suggested.verb == "sell"


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_who_learns_may_take_back_anything(ruleset: str) -> None:
    console = Script(["try", "undo", "lesson"])
    session = taught_with(console, ruleset)
    assert console.complaints == []
    assert session.game.moves_played == (), "although cards were drawn, and Ben has played"
    assert console.text.count("— Build —") == 2


def test_skipping_ends_the_lessons_and_the_game_goes_on() -> None:
    console = Script(
        ["skip", "skip", "try", "build cotton at worcester with worcester", "loan with dudley"]
    )
    session = taught_with(console, "birmingham")
    assert "No more lessons. The game goes on" in console.text
    assert console.complaints == [
        "there are no lessons now; `tutorial` begins them",
        "nothing is suggested now; `hint` tells what looks good",
    ]
    assert len(session.game.moves_played) == 5, "Ben has played on"
    assert "— Network —" not in console.text


# -- beginning -----------------------------------------------------------------------------


def test_the_game_at_the_table_is_kept() -> None:
    game = bw.new_game("birmingham", ["Ada", "Ben"], 3)
    seats = {"Ada": "human", "Ben": "random"}
    sitting = Sitting("pass", "1", "tutorial lanc", "try", game=game, seats=seats)
    assert "The game so far is saved in" in sitting.text
    assert sitting.game.rulebook.name == "lancashire"
    assert sitting.played[0] == "build cotton_mill.1 at manchester.1 using manchester"


def test_the_edition_at_the_table_is_taught_if_none_is_named() -> None:
    game = bw.new_game("lancashire", ["Ada", "Ben"], 3)
    assert Sitting("tutorial", game=game).game.seed == tutorial_of("lancashire").seed
    [complaint] = Sitting("tutorial chess").complaints
    assert complaint == "`chess`: there are lessons for birmingham, brass-2007 and lancashire"


def test_which_edition_is_asked_for_at_the_start() -> None:
    console = Script(["chess", "3"])
    session = sit_down_to_learn(console)
    assert session.game.rulebook.name == "lancashire"
    assert console.complaints == ["`chess` is not one of these"]
    with pytest.raises(BrasswrightError, match="birmingham, brass-2007 and lancashire have"):
        sit_down_to_learn(Script([]), None, "brass")


def test_a_game_taken_up_again_goes_on_without_lessons() -> None:
    session = taught_with(Script(["try", "try"]), "birmingham")
    assert session.path is not None
    game = bw.load_record(session.path).game()
    assert game.seat_kinds == ("human", "random")
    sitting = Sitting("lesson", "loan with dudley", game=game, seats={})
    assert sitting.complaints == ["there are no lessons now; `tutorial` begins them"]


def test_another_game_is_not_taught() -> None:
    console = Script(["switch lancashire seed 3", "hand", "lesson"])
    session = taught_with(console, "birmingham")
    assert session.teacher is not None
    assert session.teacher.suggested is None
    assert console.complaints == ["there are no lessons now; `tutorial` begins them"]


def test_lessons_may_be_asked_for_instead_of_a_game() -> None:
    console = Script(["tut"])
    with pytest.raises(LessonsWanted):
        choose_ruleset(console, taught(), lessons=True)
    assert "New to this? Type tutorial." in console.text
    assert choose_ruleset(Script(["tut", "1"]), taught()).name == "birmingham"


# -- the file ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title: A\nseed: 1\nlearner: Ada\nopponents: {Ben: []}\n", "lessons"),
        (
            "title: A\nseed: 1\nlearner: Ada\nopponents: {Ben: []}\nlessons:\n  - say: Hello\n",
            "lessons.0",
        ),
        (
            "title: A\nseed: 1\nlearner: Ada\nopponents: {Ben: []}\n"
            "lessons:\n  - {try: pass, wehn: {after: sell}}\n",
            "wehn",
        ),
        ("title: A\nseed: 1\nlearner: Ada\nopponents: {Ben: []}\nlessons: {}\n", "lessons"),
        ("title: [\n", "expected"),
    ],
)
def test_a_file_with_mistakes_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "tutorial.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(RulesError) as caught:
        read_tutorial(file, "toy")
    assert said in str(caught.value)


def test_lessons_may_be_those_of_a_ruleset_that_has_some(tmp_path: Path) -> None:
    file = tmp_path / "tutorial.yaml"
    begun = "title: A\nseed: 1\nlearner: Ada\nopponents: {Ben: []}\nlessons: "
    file.write_text(f"{begun}lancashire\n", "utf-8")
    assert read_tutorial(file, "toy").lessons == tutorial_of("lancashire").lessons
    for name in ("brass-2007", "brass"):
        file.write_text(f"{begun}{name}\n", "utf-8")
        with pytest.raises(BrasswrightError, match=f"{name} has no lessons"):
            read_tutorial(file, "toy")


def test_the_lessons_go_on_in_another_language() -> None:
    console = Learner()
    session = sit_down_to_learn(console, None, "birmingham")
    session.game.speak("es")
    console.session = session
    play(session)
    assert console.complaints == []
    assert session.teacher is not None
    assert session.teacher.left == []
    assert "enlazar gloucester--worcester con walsall" in console.text
