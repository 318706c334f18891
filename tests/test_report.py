"""`brass report`: the numbers behind the charts, the page, and what is said when it can't be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import util
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

from tests.report_rows import game, harbour, head, under_two_rules, write

from brasswright.cli.main import main
from brasswright.cli.reporting.batch import Batch, read
from brasswright.cli.reporting.page import sections
from brasswright.cli.reporting.sections import Chart, Section


def shown(batch: Batch) -> dict[str, Section]:
    return {section.title: section for section in sections(batch)}


def chart(batch: Batch, name: str) -> Chart:
    return next(c for s in sections(batch) for c in s.charts if c.name == name)


def numbers(batch: Batch, name: str) -> list[tuple[str, ...]]:
    """The rows of the table of a chart, its headings first."""
    table = chart(batch, name).table
    return [table.headings, *table.rows]


@pytest.fixture
def three(tmp_path: Path) -> Batch:
    return read(harbour(tmp_path / "games.jsonl"))


@pytest.fixture
def compared(tmp_path: Path) -> Batch:
    return read(under_two_rules(tmp_path / "games.jsonl"))


# -- numbers -------------------------------------------------------------------------------


def test_there_is_a_section_for_everything(three: Batch) -> None:
    assert list(shown(three)) == [
        *("Fame", "Fame by source", "Caught and lost", "In the course of the game"),
        *("On the table", "Actions", "Length of the games"),
    ]


def test_points_by_seat(three: Batch) -> None:
    """10, 11 and 12 at the first seat: mean 11, t(2) = 4.303 times 1 / sqrt(3) is 2.5."""
    headings, first, second = numbers(three, "points-by-seat")
    assert headings == (
        "seat",
        "played",
        "mean",
        "median",
        "middle half",
        "nine of ten",
        "came first",
    )
    assert first[:5] == ("seat 1", "3", "11.0 ± 2.5", "11.0", "10.5 to 11.5")
    assert first[6] == "100% (44% to 100%)"
    assert second[:4] == ("seat 2", "3", "4.0 ± 0.0", "4.0")
    assert second[6] == "0% (0% to 56%)"
    assert "The highest mean is 11.0, seat 1." in chart(three, "points-by-seat").told


def test_points_by_bot_when_there_are_several(three: Batch, compared: Batch) -> None:
    assert [row[0] for row in numbers(three, "points-by-bot")] == ["bot", "greedy", "random"]
    names = [c.name for s in sections(compared) for c in s.charts]
    assert "points-by-bot" not in names
    assert "points-by-rules" in names


def test_sources_are_what_adds_up_to_the_points(three: Batch) -> None:
    """In the order of the seasons, not of the alphabet; and their spread."""
    assert numbers(three, "fame-by-source-and-seat") == [
        ("source", "seat 1", "seat 2"),
        ("fish, spring", "4.0", "4.0"),
        ("fish, autumn", "7.0", "0"),
        ("together", "11.0", "4.0"),
    ]
    assert numbers(three, "fame-spread")[1:] == [
        ("fish, spring", "4.0", "4.0", "4.0 to 4.0", "4.0 to 4.0"),
        ("fish, autumn", "3.5", "3.0", "0 to 6.8", "0 to 7.8"),
    ]


def test_what_does_not_add_up_is_counted_only(tmp_path: Path) -> None:
    wrong = game(0, (9, 4), tallies=({"fame": {"fish": 8}}, {"fame": {"fish": 4}}))
    batch = read(write(tmp_path / "games.jsonl", head(), wrong))
    assert "Fame by source" not in shown(batch)
    assert numbers(batch, "fame") == [("", "fame"), ("fish", "6.00")]


def test_counts_of_one_sort_stand_side_by_side(three: Batch) -> None:
    """Means over both players: two cod by one of two in spring; 0, 1 and 2 in autumn."""
    assert numbers(three, "caught-lost") == [
        ("", "caught", "lost"),
        ("cod, spring", "1.00", "0.00"),
        ("cod, autumn", "0.50", "0.50"),
        ("eel, spring", "0.50", "0.00"),
        ("eel, autumn", "0.00", "0.00"),
    ]


def test_courses_are_means_at_each_moment(three: Batch) -> None:
    assert numbers(three, "course-gold") == [
        ("", "greedy", "random"),
        ("spring 1", "5.0", "5.0"),
        ("spring 2", "6.0", "3.0"),
        ("autumn 1", "9.0", "2.0"),
        ("end", "1.0", "0"),
    ]
    assert numbers(three, "course-price of a sack")[:2] == [("", "salt"), ("spring 1", "2.0")]


def test_length_is_of_the_whole_game(three: Batch) -> None:
    rows = numbers(three, "length")
    assert rows[1] == ("harbour", "3", "22.0", "22.0", "22.0 to 22.0", "22.0 to 22.0", "3.0")


def test_actions_are_told_apart_by_bot(three: Batch) -> None:
    assert numbers(three, "actions") == [
        ("action", "greedy", "random"),
        ("fish", "3.00", "1.00"),
        ("set sail", "0.00", "2.00"),
    ]


def test_differences_come_with_intervals_in_order_of_size(compared: Batch) -> None:
    """2, 2, 3 and 3 more: 2.5, and t(3) = 3.182 times 0.577 / 2 is 0.92."""
    first, *_ = sections(compared)
    assert first.title == "harbour+storms instead of harbour"
    assert first.note.startswith("4 games under each, of 4 deals, the same for both;")
    assert numbers(compared, "differences-1-points") == [
        ("", "difference", "clear"),
        ("points", "+2.50 ± 0.92", "yes"),
    ]
    rows = numbers(compared, "differences-1")
    assert rows[0] == ("", "difference", "clear", "effect", "harbour", "harbour+storms")
    assert rows[1] == ("caught: cod, spring", "+1.00 ± 0.00", "yes", "always", "1.00", "2.00")
    assert ("points", "+2.50 ± 0.92", "yes", "+4.33", "8.00", "10.50") in rows
    assert "win" not in {row[0] for row in rows}


def test_of_one_deal_nothing_is_said_to_be_sure(tmp_path: Path) -> None:
    batch = read(under_two_rules(tmp_path / "games.jsonl", extra=[2]))
    first, *_ = sections(batch)
    assert first.note.startswith("1 game under each, of 1 deal,")
    assert [c.name for c in first.charts] == ["differences-1-points"]
    assert numbers(batch, "differences-1-points")[1] == ("points", "+2.00", "")
    assert not [c.told for s in sections(batch) for c in s.charts if "inf" in c.told]


def test_compared_rules_are_told_apart_everywhere(compared: Batch) -> None:
    assert numbers(compared, "course-gold")[0] == ("", "harbour", "+storms")
    names = [row[0] for row in numbers(compared, "points-by-seat")]
    assert names[1:3] == ["seat 1 · harbour", "seat 1 · +storms"]
    counted = [row[0] for row in numbers(compared, "caught")]
    assert counted[1:] == ["cod, spring · harbour", "cod, spring · +storms"]


# -- the file ------------------------------------------------------------------------------


def test_a_game_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    file = harbour(tmp_path / "games.jsonl")
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-40], encoding="utf-8")
    assert read(file).games == 2


def test_a_game_that_was_stopped_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    breach = {"variant": 0, "game": 1, "seed": 101, "breach": "a cod was <lost>", "record": ""}
    file = write(tmp_path / "games.jsonl", head(), game(0, (9, 4)), [breach], game(2, (3, 4)))
    batch = read(file)
    assert (batch.games, len(batch.breaches)) == (2, 1)
    assert main(["report", str(file), "--html", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Game 1 (seed 101) was stopped: a cod was &lt;lost&gt;" in page


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "is no file of `brass simulate` or `brass compare`"),
        ("[game]\n", "is no file of `brass simulate` or `brass compare`"),
        ("HEAD", "has no whole game yet"),
        ("HEAD{}\n", "is damaged: line 2 is no row"),
        ("HEADROW0ROW1", "is damaged: a game ends early before line 3"),
    ],
)
def test_what_is_no_file_of_rows_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, complaint: str
) -> None:
    file = tmp_path / "games.jsonl"
    lines = write(file, head(), game(0, (9, 4)), game(1, (9, 4))).read_text().splitlines(True)
    for name, line in (("HEAD", lines[0]), ("ROW0", lines[1]), ("ROW1", lines[3])):
        content = content.replace(name, line)
    file.write_text(content, encoding="utf-8")
    assert main(["report", str(file)]) == 1
    said = capsys.readouterr()
    assert said.err == f"brass: {file} {complaint}\n"
    assert not file.with_suffix(".html").exists()


# -- the verb ------------------------------------------------------------------------------


def test_a_page_and_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    batch = read(harbour(Path("games.jsonl")))
    assert main(["report", "games.jsonl"]) == 0
    names = {c.file for s in sections(batch) for c in s.charts}
    pictures = {path.name: path.read_bytes() for path in Path("games").iterdir()}
    assert pictures.keys() == names
    assert "course-price-of-a-sack.png" in names
    assert all(data.startswith(b"\x89PNG") and len(data) > 5000 for data in pictures.values())
    said = capsys.readouterr().out
    assert said == f"Written: games.html\nWritten: {len(names)} pictures in games\n"
    again = Path("games.html").read_bytes()
    assert main(["report", "games.jsonl"]) == 2
    assert "games.html exists already; `--replace`" in capsys.readouterr().err
    assert main(["report", "games.jsonl", "--replace"]) == 0
    assert Path("games.html").read_bytes() == again, "the same page from the same rows"


def test_only_what_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    harbour(Path("games.jsonl"))
    assert main(["report", "games.jsonl", "--html", "page.html"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"games.jsonl", "page.html"}


def test_the_page_is_whole_in_itself(tmp_path: Path) -> None:
    """Each chart is there with words and numbers; names are text, whatever is in them."""
    file = tmp_path / "games.jsonl"
    bots = ("<b>bold</b>", "random")
    write(file, head(bots=bots), game(0, (9, 4), bots=bots))
    assert main(["report", str(file), "--html", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    charts = [c for s in sections(read(file)) for c in s.charts]
    images = re.findall(r'<img alt="([^"]+)"[^>]* src="data:image/svg\+xml;base64,', page)
    assert len(images) == page.count("<img ") == page.count("<table>") == len(charts)
    assert "<b>" not in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    assert not re.search(r'(src|href)="(?!data:|#)', page)


def test_a_missing_file_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl: there is no such file" in capsys.readouterr().err


def test_without_matplotlib_it_is_said_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = util.find_spec
    monkeypatch.setattr(
        "brasswright.cli.report.find_spec",
        lambda name, *rest: None if name == "matplotlib" else found(name, *rest),
    )
    assert main(["report", str(harbour(tmp_path / "games.jsonl"))]) == 1
    message = "brass: charts need matplotlib: pip install 'brasswright[report]'\n"
    assert capsys.readouterr().err == message


# -- real games ----------------------------------------------------------------------------


def test_games_that_were_really_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules of an edition count finds its way into the page."""
    monkeypatch.chdir(tmp_path)
    batch = ["--seats", "random,random", "--games", "4", "--workers", "1", "--out", "games.jsonl"]
    assert main(["simulate", "lancashire", *batch]) == 0
    assert main(["report", "games.jsonl", "--html", "page.html"]) == 0
    found = read(Path("games.jsonl"))
    titles = list(shown(found))
    assert {"Victory points", "Points by source", "In the course of the game"} <= set(titles)
    counted = {row[0] for name in ("built", "flipped", "lost") for row in _rows_with(found, name)}
    assert {"cotton mill, canal", "coal mine, rail", "port, rail"} <= counted
    moments = [row[0] for row in numbers(found, "course-income")[1:]]
    assert (moments[0], moments[-1]) == ("canal era, round 1", "end")


def _rows_with(batch: Batch, group: str) -> Sequence[tuple[str, ...]]:
    tables = [c.table for s in sections(batch) for c in s.charts]
    return next(table.rows for table in tables if group in table.headings)
