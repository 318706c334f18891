"""The loop at the table, with a small game and a console that is a list of lines."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.prompting import CTRL_C, HALF_CTRL_C, Script, Sitting, stones

from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import PipedConsole
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session


def test_a_move_in_words_is_played_and_shown_with_its_cost() -> None:
    sitting = Sitting("place one at alpha")
    assert sitting.played == ["place one at alpha"]
    assert "Ada: place one at alpha  (-1 coin)" in sitting.text


def test_any_letter_case_short_forms_and_any_order() -> None:
    sitting = Sitting("PLA One Alpha", "tak", "done", "place beta two", "dig")
    assert sitting.played == [
        "place one at alpha", "take", "done", "place two at beta", "dig",
    ]  # fmt: skip


# -- P35: unknown or mistyped words ----------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("plaec one at alpha", "did you mean `place`"),
        ("place one at alpah", "nothing here is called `alpah`; did you mean `alpha`"),
        ("place one at xyzzy", "after `place one at` may come `alpha`, `beta`, `gamma`"),
        ("preview place one at xyzzy", "may come `alpha`"),
        ("why place one at xyzzy", "may come `alpha`"),
        ("hello there", "`hello` is no action here"),
        ("show nothing", "there is no table `nothing`"),
        ("help nothing", "there is no command `nothing`"),
        ("rules xyzzy", "there is no rule `xyzzy`"),
        ("log some", "a number of moves"),
        ("log 99999999999999999999", "a number of moves"),
        ("why", "why what?"),
        ("preview", "preview what?"),
        ("load", "load what?"),
        ("undo", "nothing has been played"),
        ("redo", "nothing was taken back"),
        ("moves xyz", "no legal move contains `xyz`"),
        ("board xyz", "nothing contains `xyz`"),
        ("place three at alpha", "it costs 3 and Ada has 2 (lacking 1 coin)"),
        ("take one", "`one` is too much"),
        ("dig " + "x" * 5000, "that line is too long: 5004 letters"),
        ("p", "`p` may be short for `place` or `preview`"),
    ],
)
def test_a_mistake_is_one_message_and_changes_nothing(line: str, said: str) -> None:
    sitting = Sitting(line)
    assert sitting.played == []
    [complaint] = sitting.complaints
    assert said in complaint
    assert len(complaint.splitlines()) <= 2
    assert "Traceback" not in sitting.text


def test_why_alone_is_about_what_was_refused_last() -> None:
    sitting = Sitting("place three at alpha", "why", "place one at alpha", "why")
    refused, about, what = sitting.complaints[0], sitting.text, sitting.complaints[-1]
    assert refused.startswith("Refused: it costs 3")
    assert about.count("it costs 3 and Ada has 2") == 2
    assert what.startswith("why what?"), "the position is another one now"


def test_a_last_word_that_only_introduces_is_as_good_as_not_typed() -> None:
    sitting = Sitting("place one at", "alpha")
    assert sitting.complaints == []
    assert "place one at … which site?" in sitting.text
    assert sitting.played == ["place one at alpha"]


def test_an_empty_line_and_a_comment_do_nothing() -> None:
    sitting = Sitting("", "   ", "# a remark")
    assert sitting.complaints == []
    assert sitting.played == []


# -- dialogue --------------------------------------------------------------------------


def test_an_open_choice_is_asked_for_with_notes() -> None:
    sitting = Sitting("place alpha", "2")
    assert sitting.played == ["place two at alpha"]
    assert "place at alpha … which stone?\n  1 one  -1 coin\n  2 two  -2 coins" in sitting.text


def test_what_a_move_is_about_is_asked_first() -> None:
    sitting = Sitting("place", "one", "gam")
    assert sitting.played == ["place one at gamma"]
    assert sitting.text.index("which stone?") < sitting.text.index("at … which site?")


def test_answers_by_name_wrong_answers_and_looking_in_between() -> None:
    sitting = Sitting("place alpha", "board", "oen", "o")
    assert sitting.played == ["place one at alpha"]
    assert "Sites\n" in sitting.text
    assert sitting.complaints == ["`oen` is not one of these; did you mean `one`?"]


@pytest.mark.parametrize("answer", ["cancel", "CANCEL", CTRL_C, HALF_CTRL_C])
def test_a_question_can_be_dropped(answer: str) -> None:
    sitting = Sitting("dig", "place alpha", answer, "place two beta")
    assert sitting.played == ["dig", "place two at beta"]
    assert "Dropped; nothing was played." in sitting.text


@pytest.mark.parametrize("instead", ["place two at gamma", "place two g"])
def test_another_move_instead_of_an_answer_drops_the_question(instead: str) -> None:
    sitting = Sitting("place alpha", instead)
    assert sitting.played == ["place two at gamma"]
    assert "Dropped" in sitting.text


def test_leaving_in_the_middle_of_a_question() -> None:
    assert Sitting("take", "done", "place alpha", "quit").text.endswith("Goodbye.")
    assert Sitting("take", "done", "place alpha").text.endswith("Goodbye.")


# -- stops -----------------------------------------------------------------------------


def test_at_a_stop_it_is_said_how_to_go_on_and_how_to_leave() -> None:
    sitting = Sitting("take", "dig", "take", "done", "dig")
    assert sitting.played == ["take", "take", "done", "dig"]
    assert "Go on with take (Tab lists how), or type done; undo takes it back." in sitting.text
    assert sitting.complaints == ["`take` is not finished: go on with it, or say `done`"]
    assert "Ada, take > " in sitting.console.prompts


def test_a_phrase_may_span_stages() -> None:
    assert Sitting("take and take and done").played == ["take", "take", "done"]
    assert Sitting("take and dig").played == []


# -- commands --------------------------------------------------------------------------


def test_looking_commands() -> None:
    sitting = Sitting(
        "moves alpha", "why place three alpha", "why place one alpha", "preview dig", "board",
        "hand", "show", "show sites alpha", "status", "log", "help", "help moves", "help place",
        "help dig", "help hand", "rules", "rules place", "rules place.pay",
    )  # fmt: skip
    assert sitting.complaints == []
    assert "  place one at alpha | beta" not in sitting.text
    assert "  place one at alpha\n  place two at alpha" in sitting.text
    assert "Rule: place.pay, stones" in sitting.text
    assert "Legal." in sitting.text
    assert "Ada hand 3 hidden" not in sitting.text
    assert "moves [WORD…]: count the legal moves" in sitting.text
    assert "place STONE at SITE" in sitting.text
    assert "For example: place one at alpha" in sitting.text
    assert sitting.played == []


def test_many_moves_are_counted_and_listed_in_few_lines() -> None:
    session = Session(game := stones(), Script(["moves", "moves place"]))
    game.push("take")
    game.push("take")
    game.push("done")
    play(session)
    text = session.console.text  # type: ignore[attr-defined]
    assert "  place        12  Place a stone\n  take          1  Take coins" in text
    assert "  at alpha | beta | gamma | delta, with each of\n    place one\n    place two" in text


def test_board_shows_what_lies_open_and_hands_by_themselves() -> None:
    sitting = Sitting("board")
    assert "alpha  nobody" in sitting.text
    assert "Your hand" not in sitting.text


def test_undo_and_redo() -> None:
    sitting = Sitting("place one alpha", "undo", "redo")
    assert sitting.played == ["place one at alpha"]
    assert "Taken back: place one at alpha" in sitting.text
    assert sitting.text.count("Ada: place one at alpha") == 2


def test_undo_goes_back_behind_nothing_hidden_and_no_other_turn() -> None:
    sitting = Sitting("dig", "undo")
    assert sitting.complaints == ["no undo: 1 stone was drawn since"]
    sitting = Sitting("", "place one alpha", "", "undo", game=stones("Ada", "Ben"))
    assert sitting.complaints == ["no undo: that was Ada's move, and the turn has passed on"]


def test_the_outcome_is_shown_and_the_prompt_stays() -> None:
    lines = ["take and take and done"] * 3
    lines += ["place one alpha", "place two beta", "place three gamma", *["dig"] * 3]
    sitting = Sitting(*lines, "place delta", "1", "dig", "board", "undo", "quit")
    assert sitting.text.count("The game is over: Ada wins.") == 1
    assert "`dig` is not a move or command; `help` lists what can be typed" in sitting.complaints
    assert any(bar.startswith(" turn 10, game over\n") for bar in sitting.console.toolbars)
    assert sitting.game.turn == "Ada"


# -- saving ----------------------------------------------------------------------------


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "evening.brass"
    sitting = Sitting(
        f"save {file}", "dig", f"save {file}", f"save {file} replace", "dig", "save",
        f"load '{file}'",
    )  # fmt: skip
    assert sitting.played == ["dig"]
    assert "exists already" in sitting.complaints[0]
    assert "not kept anywhere" in sitting.complaints[1]
    assert f"Loaded {file}: 1 moves played" in sitting.text


def test_a_damaged_or_missing_file_leaves_the_game_alone(tmp_path: Path) -> None:
    good, cut, changed = (tmp_path / f"{name}.brass" for name in ("good", "cut", "changed"))
    game = stones()
    game.attach(good)
    game.push("place one alpha")
    content = good.read_text()
    cut.write_text(content[: len(content) // 2])
    changed.write_text(content.replace("place one at alpha", "place two at alpha"))
    sitting = Sitting(
        "dig", f"load {cut}", f"load {changed}", f"load {tmp_path}/none.brass", "load a\0b",
        f"load {tmp_path}", f"save {tmp_path}/no/x", f"save {tmp_path}", "load " + "x" * 900,
    )  # fmt: skip
    assert sitting.played == ["dig"]
    assert len(sitting.complaints) == 8
    said = ("cut off", "has been changed", "can't be read", "null character", "can't be read",
            "can't be written", "is no file", "can't be read")  # fmt: skip
    for complaint, part in zip(sitting.complaints, said, strict=True):
        assert part in complaint
    assert str(cut) in sitting.complaints[0]
    assert cut.read_text() == content[: len(content) // 2]


def test_leaving_says_where_the_game_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for last in ([], ["quit"], ["exit"]):
        path = tmp_path / f"kept{len(last)}{last}.brass"
        sitting = Sitting("dig", *last, path=path)
        assert "Go on with: brass play --resume" in sitting.text
        assert str(path) in sitting.text
        assert path.read_text().count("\n1 Ada: dig = ") == 1


def test_a_game_that_can_not_be_written_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "kept.brass"
    game = stones()
    console = Script(["dig", "take and done"])
    session = Session(game, console, None, path)
    path.unlink()
    path.mkdir()
    play(session)
    assert [move.text for move in session.game.moves_played] == ["dig", "take", "done"]
    assert console.complaints == [
        f"{path} can't be written: Is a directory. The game goes on; `save FILE` keeps it elsewhere"
    ]
    assert session.path is None


# -- Ctrl-C and faults -----------------------------------------------------------------


def test_ctrl_c_keeps_the_game_and_gives_a_hint_on_an_empty_line() -> None:
    sitting = Sitting("dig", HALF_CTRL_C, "dig")
    assert "Ctrl-D" not in sitting.text
    sitting = Sitting("dig", CTRL_C, "dig")
    assert "To leave, type quit or press Ctrl-D" in sitting.text
    assert sitting.played == ["dig", "dig"]


def test_a_fault_is_named_as_one_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    console = Script(["dig", "place one alpha", "place one beta"])
    session = Session(stones(), console)
    parse = session.game.parse

    def failing(words: str) -> object:
        if "alpha" in words:
            raise KeyError("broken")
        return parse(words)

    monkeypatch.setattr(session.game, "parse", failing)
    play(session)
    assert "a fault of the program, not yours: KeyError: 'broken'" in console.complaints[0]
    assert "Traceback" not in console.text
    assert [m.text for m in session.game.moves_played] == ["dig", "place one at beta"]


# -- hot seat --------------------------------------------------------------------------


def test_hands_are_hidden_until_the_next_player_is_ready() -> None:
    sitting = Sitting("", "hand", "place one alpha", game=stones("Ada", "Ben"))
    console = sitting.console
    assert "three     3" in console.text
    assert console.prompts[0].strip().startswith("Ada is next. Ada, press Enter")
    assert console.prompts[-1].strip().startswith("Ben is next. Ben, press Enter")
    on_screen = "\n".join(console.screen)
    assert "three     3" not in on_screen
    assert "Ada: place one at alpha" in on_screen
    assert sitting.session.viewer is None


def test_the_next_player_sees_only_their_own_hand() -> None:
    sitting = Sitting("", "place one alpha", "", "hand", game=stones("Ada", "Ben"))
    on_screen = "\n".join(sitting.console.screen)
    assert "one       1" in on_screen
    sitting = Sitting("", "place one alpha", "", "preview dig", game=stones("Ada", "Ben"))
    assert "Ada hand" not in sitting.text


def test_a_line_typed_at_the_ready_question_is_carried_out() -> None:
    sitting = Sitting("place one alpha", "quit", game=stones("Ada", "Ben"))
    assert len(sitting.played) == 1


def test_one_person_among_bots_is_not_asked_and_sees_what_they_did() -> None:
    seats = {"Ada": "human", "Ben": "random"}
    sitting = Sitting("hand", "dig", game=stones("Ada", "Ben"), seats=seats)
    assert set(sitting.console.prompts) == {"Ada > "}
    assert sitting.game.turn == "Ada"
    assert "\nBen: " in sitting.text
    assert sitting.game.seat_kinds == ("human", "random")


# -- pipe (P36) ------------------------------------------------------------------------


def run_pipe(text: str, capsys: pytest.CaptureFixture[str]) -> tuple[bool, str, str]:
    session = Session(stones(), PipedConsole(io.StringIO(text)))
    well = play(session)
    captured = capsys.readouterr()
    return well, captured.out, captured.err


def test_a_pipe_goes_on_after_an_error_and_names_its_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    well, out, err = run_pipe("# start\ndig\n\nnonsense\ndig\n", capsys)
    assert not well
    assert err.startswith("input line 4: ")
    assert out.count("Ada: dig") == 2
    assert "\x1b" not in out + err


def test_a_pipe_asks_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    well, out, err = run_pipe("place alpha\n1\n", capsys)
    assert not well
    assert "input line 1: that fits 2 moves: say which stone" in err
    assert "\n  place one at alpha" in err
    assert "input line 2: " in err
    assert "which stone?" not in out


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n", "dig\nboard\nmoves"])
def test_the_end_of_input_ends_the_program(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    well, _, err = run_pipe(text, capsys)
    assert well
    assert err == ""


# -- completion ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("pl", ["place"]),
        ("", ["place", "take", "dig", "sites", "board", "quit"]),
        ("place ", ["one", "two"]),
        ("place o", ["one"]),
        ("place one ", ["at alpha", "at delta"]),
        ("place one at ", ["alpha", "delta"]),
        ("place one at g", ["gamma"]),
        ("why place o", ["one"]),
        ("take and ", ["take", "done"]),
        ("show ", ["sites", "hand"]),
        ("help u", ["undo"]),
        ("rules di", ["dig"]),
        ("mo", ["moves"]),
        ("quit ", []),
        ("xyz ", []),
    ],
)
def test_tab_offers_what_is_legal_now(typed: str, offered: list[str]) -> None:
    session = Session(stones(), Script([]))
    words = [word.text for word in complete(session, typed) if not word.refused]
    assert set(offered) <= set(words)
    assert offered or not words
    assert "three" not in words


def test_tab_shows_notes_and_replaces_the_unfinished_word() -> None:
    session = Session(stones(), Script([]))
    [word] = complete(session, "place tw")
    assert (word.text, word.note, word.replaces) == ("two", "-2 coins", 2)


def test_tab_completes_file_names(tmp_path: Path) -> None:
    (tmp_path / "evening.brass").write_text("")
    session = Session(stones(), Script([]))
    [word] = complete(session, f"load {tmp_path}/ev")
    assert (word.text, word.replaces) == ("evening.brass", 2)
