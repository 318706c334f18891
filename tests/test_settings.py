"""Settings: where they are kept, what counts most, mistakes, and changing them."""

from __future__ import annotations

import io
import json
import os
from functools import partial
from pathlib import Path

import pytest
from tests.conftest import Run
from tests.prompting import Script, Sitting, stones

from brasswright.cli import output, settings
from brasswright.cli.main import main
from brasswright.cli.prompt import keeping
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.in_force import put_in_force
from brasswright.cli.prompt.session import Session
from brasswright.cli.settings import Settings, declared
from brasswright.cli.settings_file import PLACE, settings_in_force, settings_path


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a person who has set nothing yet."""
    path = tmp_path / "config.toml"
    for name in [name for name in os.environ if name.startswith(settings.VARIABLE)]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv(PLACE, str(path))
    return path


@pytest.fixture
def brass(brass: Run) -> Run:
    """`brass config WORDS`."""
    return partial(brass, "config")


# -- where, and what counts most -----------------------------------------------------------


def test_the_file_is_where_the_platform_keeps_such_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PLACE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = settings_path()
    assert (path.name, path.parent.name) == ("config.toml", "brasswright")
    assert path.is_relative_to(tmp_path) or os.name != "posix"


def test_an_option_counts_more_than_the_environment_and_that_more_than_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def undo(option: str | None = None) -> tuple[str, str]:
        found, mistakes = settings_in_force({"undo": option, "seed": 7})
        assert mistakes == ()
        return found.undo, found.origin("undo").partition(" ")[0]

    assert undo() == ("strict", "default")
    file.write_text('undo = "friendly"\n')
    assert undo() == ("friendly", "file")
    monkeypatch.setenv("BRASSWRIGHT_UNDO", "sandbox")
    assert undo() == ("sandbox", "environment")
    assert undo("strict") == ("strict", "option")


def test_no_color_is_a_wish_for_no_colour(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('colour = "auto"\n')
    monkeypatch.setenv("NO_COLOR", "1")
    found, _ = settings_in_force({})
    assert (found.colour, found.origin("colour")) == ("never", "environment NO_COLOR")
    monkeypatch.setenv("NO_COLOR", "")
    found, _ = settings_in_force({})
    assert found.colour == "auto"


# -- brass config --------------------------------------------------------------------------


def test_every_setting_is_documented(brass: Run, file: Path) -> None:
    status, said, wrong = brass()
    assert (status, wrong) == (0, "")
    assert str(file) in said
    for name in declared():
        assert f"\n{name} = {settings.written(settings.default_of(name))}  (default)\n" in said
        about = settings.about(name)
        assert about[1:] in said
        assert all(word in said for word in settings.values_of(name) if word not in ("yes", "no"))


def test_one_setting_and_where_it_comes_from(brass: Run, file: Path) -> None:
    file.write_text('menu = "typing"\n')
    assert brass("menu") == (
        0,
        'menu = "typing"  (file config.toml)\n    When the list of words opens: tab or typing.\n',
        "",
    )


def test_as_json(brass: Run, file: Path) -> None:
    file.write_text("auto = true\n")
    status, said, _ = brass("--json")
    data = json.loads(said)
    assert status == 0
    assert data["file"] == str(file)
    assert list(data["settings"]) == list(declared())
    assert data["settings"]["auto"]["value"] is True
    assert data["settings"]["auto"]["from"] == "file config.toml"
    assert data["settings"]["undo"]["values"] == ["strict", "friendly", "sandbox"]


def test_the_path(brass: Run, file: Path) -> None:
    assert brass("--path") == (0, f"{file}\n", "")


@pytest.mark.parametrize(
    ("name", "typed", "line"),
    [
        ("colour", "never", 'colour = "never"'),
        ("colour", "NEVER", 'colour = "never"'),
        ("auto", "yes", "auto = true"),
        ("auto", "off", "auto = false"),
        ("games", 'C:\\My "games"', 'games = "C:\\\\My \\"games\\""'),
        ("language", "es", 'language = "es"'),
    ],
)
def test_setting_makes_the_file(brass: Run, file: Path, name: str, typed: str, line: str) -> None:
    status, said, wrong = brass(name, typed)
    assert (status, wrong) == (0, "")
    assert said.endswith(f"Saved in {file}\n")
    assert file.read_text() == f"{line}\n"


def test_setting_leaves_all_other_lines_as_they_are(brass: Run, file: Path) -> None:
    before = "# Mine.\n\nundo = 'friendly'   # as at home\n  auto=true\n# menu = 1\n[later]\nx=3\n"
    file.write_text(before)
    assert brass("undo", "sandbox")[0] == 0
    after = before.replace("undo = 'friendly' ", 'undo = "sandbox" ')
    assert file.read_text() == after
    assert brass("menu", "typing")[0] == 0
    after = after.replace("[later]", 'menu = "typing"\n\n[later]')
    assert file.read_text() == after
    assert brass("undo", "--unset")[0] == 0
    assert file.read_text() == after.replace('undo = "sandbox"   # as at home\n', "")
    assert [path.name for path in file.parent.iterdir()] == ["config.toml"]


def test_a_value_over_several_lines_is_not_mangled(brass: Run, file: Path) -> None:
    before = 'games = """\nundo = 1\n"""\n'
    file.write_text(before)
    status, _, wrong = brass("undo", "friendly")
    assert status == 1
    assert "in a way that only you can change" in wrong
    assert file.read_text() == before


def test_what_cannot_be_set(brass: Run, file: Path) -> None:
    assert brass("colour", "nevr") == (
        2,
        "",
        'brass: `colour` is "auto" or "never", not "nevr"; did you mean `never`?\n',
    )
    assert brass("color", "never")[2] == (
        "brass: there is no setting `color`; did you mean `colour`?\n"
    )
    assert brass("auto", "perhaps")[2] == 'brass: `auto` is true or false, not "perhaps"\n'
    assert brass("--unset")[0] == 2
    assert not file.exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything may be written")
def test_a_folder_that_cannot_be_written(brass: Run, file: Path) -> None:
    file.parent.chmod(0o500)
    status, _, wrong = brass("auto", "yes")
    file.parent.chmod(0o700)
    assert status == 1
    assert "Permission denied" in wrong


# -- mistakes in the file ------------------------------------------------------------------

MISTAKES = [
    (
        'undo = "friendly"\ncolor = "never"\n',
        'there is no setting `color`\n --> {file}:2:1\n  |\n2 | color = "never"\n  | ^^^^^\n'
        "  = help: did you mean `colour`?",
    ),
    (
        '# two\nmenu = "typin"  # hm\n',
        '`menu` is "tab" or "typing", not "typin"\n --> {file}:2:8\n  |\n2 | menu = "typin"  # hm\n'
        '  |        ^^^^^^^\n  = help: did you mean `"typing"`?',
    ),
    (
        'auto = "yes"\n',
        '`auto` is true or false, not "yes"\n --> {file}:1:8\n  |\n1 | auto = "yes"\n'
        "  |        ^^^^^\n  = help: did you mean `auto = true`?",
    ),
    (
        "games = 7\n",
        "`games` is a text in quotes, not 7\n --> {file}:1:9\n  |\n1 | games = 7\n  |         ^",
    ),
    (
        "\ncolour = never\n",
        "this is no line of settings: invalid value\n --> {file}:2:10\n  |\n2 | colour = never\n"
        '  |          ^^^^^\n  = help: did you mean `colour = "never"`?',
    ),
    ("auto true\n", "this is no line of settings: expected '=' after a key"),
    ("auto = true\nauto = false\n", "this is no line of settings: cannot overwrite a value"),
    ("[window]\nwidth = 3\n", "there is no setting `window`\n --> {file}:1:2"),
    ("\x00\x01", "this is no line of settings"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistakes_are_told_with_their_line_and_have_no_effect(
    brass: Run, file: Path, text: str, message: str
) -> None:
    file.write_text(text)
    status, said, wrong = brass()
    assert status == 1
    assert f"warning[settings]: {message.format(file=file)}" in wrong
    assert 'menu = "tab"  (default)' in said


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe", b"x" * 200_000, b"a = [" * 5000, b'colour = "never', b"\xef\xbb\xbfauto = true"],
    ids=["letters", "length", "depth", "end", "mark"],
)
def test_whatever_is_in_the_file_there_are_settings(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    found, mistakes = settings_in_force({})
    assert found == Settings(auto=content.startswith(b"\xef"))
    assert bool(mistakes) != content.startswith(b"\xef")


def test_a_folder_in_its_place(file: Path, brass: Run) -> None:
    file.mkdir()
    found, mistakes = settings_in_force({})
    assert found == Settings()
    assert "the settings can't be read: Is a directory" in mistakes[0].message
    assert brass("auto", "yes")[0] == 1


def test_a_mistake_in_the_environment_names_the_variable(
    brass: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRASSWRIGHT_UNDO", "strikt")
    _, _, wrong = brass()
    assert '`undo` is "strict", "friendly" or "sandbox", not "strikt"' in wrong
    assert " --> BRASSWRIGHT_UNDO:1:1" in wrong


def test_a_broken_file_is_not_written_over(brass: Run, file: Path) -> None:
    file.write_text("colour = never\n")
    status, _, wrong = brass("colour", "never")
    assert status == 1
    assert wrong.endswith("brass: mend the file first, then set it again\n")
    assert file.read_text() == "colour = never\n"


def test_a_game_begins_with_a_warning(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    file.write_text('undo = "friendly"\ncolor = "never"\n')
    assert main(["play", "birmingham", "--seat", "A=random", "--seat", "B=human"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Brass: Birmingham (2018)")
    assert said.err.startswith("warning[settings]: there is no setting `color`")


# -- at the prompt -------------------------------------------------------------------------


def test_set_shows_and_changes_settings_until_people_leave() -> None:
    sitting = Sitting("set", "set after_move map", "set auto y", "set menu = typing", "set undo")
    assert sitting.complaints == []
    assert 'menu = "tab"  (default)' in sitting.text
    assert 'after_move = "map"  (set here)' in sitting.text
    assert "To keep it: brass config after_move map" in sitting.text
    assert "To keep it: brass config auto yes" in sitting.text
    assert 'undo = "strict"  (default)' in sitting.text
    now = sitting.session.settings
    assert (now.after_move, now.auto, now.menu, now.undo) == ("map", True, "typing", "strict")


def test_what_cannot_be_set_at_the_prompt() -> None:
    sitting = Sitting("set colour nevr", "set color never", "set auto perhaps")
    assert sitting.complaints == [
        '`colour` is "auto" or "never", not "nevr"; did you mean `never`?',
        "there is no setting `color`; did you mean `colour`?",
        '`auto` is true or false, not "perhaps"',
    ]
    assert sitting.session.settings == Settings()


def test_settings_may_be_looked_at_in_the_middle_of_a_question() -> None:
    sitting = Sitting("place", "set undo", "cancel")
    assert 'undo = "strict"  (default)' in sitting.text
    assert sitting.complaints == []


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("set ", list(declared())),
        ("set co", ["colour", "confirm"]),
        ("set undo ", ["undo strict", "undo friendly", "undo sandbox"]),
        ("set undo f", ["undo friendly"]),
        ("set auto ", ["auto yes", "auto no"]),
    ],
)
def test_tab_after_set(typed: str, offered: list[str]) -> None:
    session = Session(stones(), Script([]))
    words = complete(session, typed)
    assert [typed[: len(typed) - word.replaces] + word.text for word in words] == [
        f"set {each}" for each in offered
    ]


def test_colour_and_the_folder_of_games_follow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    try:
        put_in_force(Settings(colour="never", games=str(tmp_path / "mine")))
        assert not output.colour_wanted(Terminal())  # type: ignore[arg-type]
        assert keeping.games_folder() == tmp_path / "mine"
        assert (tmp_path / "mine").is_dir()
    finally:
        put_in_force(Settings())
    assert output.colour_wanted(Terminal())  # type: ignore[arg-type]
    assert keeping.games_folder() == tmp_path / "data" / "brasswright" / "games"
