"""The loop at the table, with a tiny game and a console that is a list of lines."""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path
from types import ModuleType

import pytest

from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import PipedConsole
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session


def _fake() -> ModuleType:
    path = Path(__file__).with_name("prompt_fake.py")
    spec = importlib.util.spec_from_file_location("prompt_fake", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fake = _fake()
CTRL_C, HALF_CTRL_C, Script = fake.CTRL_C, fake.HALF_CTRL_C, fake.Script

ONE_PERSON = {"Ada": "human", "Ben": "robot"}


def sit(*lines: str, game: object = None, seats: dict[str, str] | None = None) -> Session:
    """A session after these lines, with people on both seats of a pipe-like table."""
    console = Script(lines)
    session = Session(game or fake.FakeGame(), console, seats)
    play(session)
    return session


def alone(*lines: str) -> Session:
    """One person playing both letters from one chair: no handing over."""
    return sit(*lines, game=fake.FakeGame(["Ada"]))


def text(session: Session) -> str:
    console = session.console
    text: str = console.text  # type: ignore[attr-defined]
    return text


def complaints(session: Session) -> list[str]:
    console = session.console
    said: list[str] = console.complaints  # type: ignore[attr-defined]
    return said


def test_a_move_in_words_is_played_and_shown() -> None:
    session = alone("place one at alpha")
    assert [move.text for move in session.game.moves_played] == ["place one at alpha"]
    assert "Ada: place one at alpha" in text(session)


def test_any_letter_case_and_short_forms() -> None:
    session = alone("PLA One Alpha", "wai")
    assert [m.text for m in session.game.moves_played] == ["place one at alpha", "wait"]


# -- P35: unknown or mistyped words ----------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("plaec one at alpha", "did you mean `place`"),
        ("place one at atlantis", "atlantis"),
        ("show nothing", "there is no table `nothing`"),
        ("help nothing", "there is no command `nothing`"),
        ("log some", "a number of moves"),
        ("why", "why what?"),
        ("preview", "preview what?"),
        ("load", "load what?"),
        ("undo", "nothing has been played"),
        ("redo", "nothing was taken back"),
        ("moves xyz", "no legal move contains `xyz`"),
        ("place three at alpha", "it costs 3 and Ada has 2 (lacking 1 coins)"),
    ],
)
def test_a_mistake_is_one_message_and_changes_nothing(line: str, said: str) -> None:
    session = alone(line)
    assert session.game.moves_played == ()
    [complaint] = complaints(session)
    assert said in complaint
    assert len(complaint.splitlines()) <= 2
    assert "Traceback" not in text(session)


def test_an_empty_line_and_a_comment_do_nothing() -> None:
    session = alone("", "   ", "# a remark")
    assert complaints(session) == []


# -- dialogue --------------------------------------------------------------------------


def test_an_open_choice_is_asked_for_with_notes() -> None:
    session = alone("place alpha", "2")
    assert session.game.moves_played[0].text == "place two at alpha"
    assert "Which stone?" in text(session)
    assert "costs 2" in text(session)


def test_answers_by_name_wrong_answers_and_looking_in_between() -> None:
    session = alone("place alpha", "board", "oen", "one")
    assert session.game.moves_played[0].text == "place one at alpha"
    assert "Sites\n" in text(session)
    assert complaints(session) == ["`oen` is not one of these; did you mean `one`?"]


@pytest.mark.parametrize("answer", ["cancel", "CANCEL", CTRL_C, HALF_CTRL_C])
def test_a_question_can_be_dropped(answer: str) -> None:
    session = alone("wait", "place alpha", answer, "place two beta")
    assert [m.text for m in session.game.moves_played] == ["wait", "place two at beta"]
    assert "Dropped" in text(session)


def test_the_last_question_may_be_about_another_choice() -> None:
    session = alone("place one", "gam")
    assert session.game.moves_played[0].text == "place one at gamma"


# -- commands --------------------------------------------------------------------------


def test_looking_commands() -> None:
    session = alone(
        "moves alpha", "why place three alpha", "why place one alpha", "preview wait", "board",
        "hand", "show", "show sites alpha", "status", "log", "help", "help moves", "help place",
    )  # fmt: skip
    assert complaints(session) == []
    said = text(session)
    assert "  place one at alpha\n  place two at alpha" in said
    assert "Rule: place.pay, stones" in said
    assert "Legal." in said
    assert "Ada.coins 2 → 3" in said
    assert "moves [WORD…]: list the legal moves" in said
    assert "place: Place a stone" in said
    assert session.game.moves_played == ()


def test_undo_and_redo() -> None:
    session = alone("wait", "undo", "redo")
    assert [m.text for m in session.game.moves_played] == ["wait"]
    session = alone("wait", "wait", "wait", "undo")
    assert complaints(session) == ["that can't be taken back: Ben has seen it"]


def test_undo_shows_the_next_move_again() -> None:
    session = alone("wait", "undo", "place one alpha")
    assert "Ada: place one at alpha" in text(session)


def test_the_outcome_is_shown_and_the_prompt_stays() -> None:
    lines = [f"place one {site}" if n < 2 else "wait" for n, site in enumerate(fake.SITES)]
    session = alone(*lines, "place one gamma", "place one delta", "wait", "board", "quit")
    assert session.game.turn is None
    assert text(session).count("The game is over: Ada wins.") == 1
    assert complaints(session) == [
        "`wait` is not a move or command; `help` lists what can be typed"
    ]


# -- saving ----------------------------------------------------------------------------


def test_save_and_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brasswright.load_record", fake.load_record, raising=False)
    file = tmp_path / "evening.brass"
    session = alone(f"save {file}", "wait", f"save {file}", f"save {file} replace", "wait", "save",
                    f"load '{file}'")  # fmt: skip
    assert len(session.game.moves_played) == 1
    assert "exists already" in complaints(session)[0]
    assert "not kept anywhere" in complaints(session)[1]


def test_a_damaged_or_missing_file_leaves_the_game_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brasswright.load_record", fake.load_record, raising=False)
    bad = tmp_path / "bad.brass"
    bad.write_text("Ada Ben\nplace one at atlantis\n")
    session = alone(
        "wait", f"load {bad}", f"load {tmp_path}/none.brass", "load a\0b", f"save {tmp_path}/no/x"
    )
    assert len(session.game.moves_played) == 1
    assert f"{bad}:2" in complaints(session)[0]
    assert "can't be read" in complaints(session)[1]
    assert "null character" in complaints(session)[2]
    assert "can't be written" in complaints(session)[3]
    assert bad.read_text() == "Ada Ben\nplace one at atlantis\n"


def test_leaving_says_where_the_game_is(tmp_path: Path) -> None:
    for last in ([], ["quit"], ["exit"]):
        console = Script(["wait", *last])
        path = tmp_path / f"kept{len(last)}.brass"
        play(Session(fake.FakeGame(["Ada"]), console, None, path))
        assert f"brass play --resume {path}" in console.text
        assert path.read_text() == "Ada\nwait\n"


# -- Ctrl-C and faults -----------------------------------------------------------------


def test_ctrl_c_keeps_the_game_and_gives_a_hint_on_an_empty_line() -> None:
    session = alone("wait", HALF_CTRL_C, "wait")
    assert "Ctrl-D" not in text(session).partition("Ada: wait")[2]
    session = alone("wait", CTRL_C, "wait")
    assert "To leave, type quit or press Ctrl-D" in text(session)
    assert len(session.game.moves_played) == 2


def test_a_fault_is_named_as_one_and_the_game_goes_on() -> None:
    console = Script(["wait", "place one alpha", "place one alpha"])
    session = Session(fake.FakeGame(["Ada"]), console)
    parse = session.game.parse

    def failing(words: str) -> object:
        if "alpha" in words:
            raise KeyError("broken")
        return parse(words)

    session.game.parse = failing
    play(session)
    assert "a fault of the program, not yours: KeyError: 'broken'" in console.complaints[0]
    assert "Traceback" not in console.text
    assert [m.text for m in session.game.moves_played] == ["wait", "place one at alpha"]


# -- hot seat --------------------------------------------------------------------------


def test_hands_are_hidden_until_the_next_player_is_ready() -> None:
    console = Script(["", "hands", "place one alpha"])
    session = Session(fake.FakeGame(), console)
    play(session)
    assert "Ada     one two three" in console.text
    assert console.prompts[0].strip().startswith("Ada is next. Ada, press Enter")
    assert console.prompts[-1].strip().startswith("Ben is next. Ben, press Enter")
    on_screen = "\n".join(console.screen)
    assert "one two three" not in on_screen
    assert "Ada: place one at alpha" in on_screen
    assert session.viewer is None


def test_the_next_player_sees_only_their_own_hand() -> None:
    console = Script(["", "wait", "", "hands"])
    play(Session(fake.FakeGame(), console))
    on_screen = "\n".join(console.screen)
    assert "Ada     3 hidden" in on_screen
    assert "Ben     one two" in on_screen


def test_a_line_typed_at_the_ready_question_is_carried_out() -> None:
    console = Script(["wait", "quit"])
    session = Session(fake.FakeGame(), console)
    play(session)
    assert len(session.game.moves_played) == 1


def test_one_person_among_bots_is_not_asked() -> None:
    console = Script(["hands"])
    session = Session(fake.FakeGame(), console, ONE_PERSON)
    play(session)
    assert "one two three" in console.text
    assert console.prompts == ["Ada > ", "Ada > "]


# -- pipe (P36) ------------------------------------------------------------------------


def run_pipe(text: str, capsys: pytest.CaptureFixture[str]) -> tuple[bool, str, str]:
    session = Session(fake.FakeGame(["Ada"]), PipedConsole(io.StringIO(text)))
    well = play(session)
    captured = capsys.readouterr()
    return well, captured.out, captured.err


def test_a_pipe_goes_on_after_an_error_and_names_its_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    well, out, err = run_pipe("# start\nwait\n\nnonsense\nwait\n", capsys)
    assert not well
    assert err.startswith("input line 4: ")
    assert out.count("Ada: wait") == 2
    assert "\x1b" not in out + err


def test_a_pipe_asks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    well, out, err = run_pipe("place alpha\n1\n", capsys)
    assert not well
    assert "input line 1: `place alpha` leaves a choice open\n  place one at alpha" in err
    assert "input line 2: " in err
    assert "Which stone" not in out


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "wait\nboard\nmoves"])
def test_the_end_of_input_ends_the_program(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    well, _, err = run_pipe(text, capsys)
    assert well
    assert err == ""


# -- completion ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("pl", ["place"]),
        ("", ["place", "one", "at", "sites", "board", "quit"]),
        ("place o", ["one"]),
        ("place one at ", ["alpha", "delta"]),
        ("why place o", ["one"]),
        ("show ", ["sites", "hands"]),
        ("help u", ["undo"]),
        ("rules wa", ["wait"]),
        ("mo", ["moves"]),
        ("quit ", []),
    ],
)
def test_tab_offers_what_is_legal_now(typed: str, offered: list[str]) -> None:
    session = Session(fake.FakeGame(["Ada"]), Script([]))
    words = [word.text for word in complete(session, typed)]
    assert set(offered) <= set(words)
    assert offered or not words


def test_tab_shows_notes_and_replaces_the_unfinished_word() -> None:
    session = Session(fake.FakeGame(["Ada"]), Script([]))
    [word] = complete(session, "place tw")
    assert (word.text, word.note, word.replaces) == ("two", "costs 2", 2)


def test_tab_completes_file_names(tmp_path: Path) -> None:
    (tmp_path / "evening.brass").write_text("")
    session = Session(fake.FakeGame(["Ada"]), Script([]))
    [word] = complete(session, f"load {tmp_path}/ev")
    assert (word.text, word.replaces) == ("evening.brass", 2)
