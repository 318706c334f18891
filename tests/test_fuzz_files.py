"""Files that mean harm: each is used, or refused in plain words, and nothing else is read."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.hostile import (
    ANY_TEXT,
    DATA,
    SOAK,
    TRICKS,
    altered,
    brass,
    lay_out,
    nothing_read_in,
    spoilt,
    yaml_files,
)
from tests.prompting import STONES

import brasswright as bw
from brasswright.interpreter.record import _digest

BUDGET = settings(
    max_examples=600 if SOAK else 20,
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=list(HealthCheck),
)
SMALL = settings(BUDGET, max_examples=200 if SOAK else 4)
_number = itertools.count()


pytestmark = pytest.mark.usefixtures("apart")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("files")


def ours(folder: Path) -> Path:
    return lay_out(folder / str(next(_number)))


def outside(ours: Path) -> Path:
    return ours.parent.parent / "elsewhere"


# -- rulesets ------------------------------------------------------------------------------

MANIFEST = {
    "name": "ours",
    "title": "Ours",
    "extends": ["birmingham"],
    "playable": True,
    "cites": ["B", "OURS"],
    "rulebooks": {"OURS": "Our rulebook"},
    "files": ["more.rules", "link.rules"],
    "overlays": ["free_scouting"],
}
MORE = 'parameter sheep: 0..9 = 3 "Sheep." @OURS-1\n'


@BUDGET
@given(st.data())
def test_manifests(folder: Path, data: st.DataObject) -> None:
    place = ours(folder)
    (place / "more.rules").write_text(MORE)
    whole = {**MANIFEST, "files": ["more.rules"]} if data.draw(st.booleans()) else MANIFEST
    (place / "ruleset.yaml").write_bytes(data.draw(yaml_files(whole)))
    with nothing_read_in(outside(place)):
        brass("rules", str(place), "sheep")
        brass("check", str(place))


HOUSE = {
    "title": "Ours",
    "amends": ["birmingham"],
    "start_money": 20,
    "track": [0, 0, 1, 2],
    "loans": {30: 3, 20: 2},
    "second_rail_cost": 8,
}


@BUDGET
@given(yaml_files(HOUSE))
def test_house_files(folder: Path, content: bytes) -> None:
    path = ours(folder).parent / "overlays" / "evil.yaml"
    path.write_bytes(content)
    with nothing_read_in(path.parent.parent.parent / "elsewhere"):
        brass("diff", "birmingham", str(path))


@pytest.mark.parametrize("linked", ["languages", "languages/xx.yaml", "tutorial.yaml"])
def test_links_out_of_a_ruleset(folder: Path, linked: str) -> None:
    """Translations and lessons lie in the folder of the rules, like the rules themselves."""
    place = ours(folder)
    manifest = "name: ours\ntitle: Ours\nextends: []\nfiles: [game.rules]\n"
    (place / "ruleset.yaml").write_text(manifest)
    (place / "game.rules").write_text((Path(STONES) / "game.rules").read_text())
    (outside(place) / "xx.yaml").write_text("texts: {}\n")
    (place / "languages").rmdir()
    link = place / linked
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(outside(place) / ("" if linked == "languages" else "xx.yaml"))
    with nothing_read_in(outside(place)):
        if linked == "tutorial.yaml":
            answer = brass("tutorial", str(place))
        else:
            answer = brass("play", str(place), "--lang", "xx", "--seat", "Ada=random")
    assert answer.status == 1
    assert "is a link that leaves its folder" in answer.err


# -- scenarios, translations, lessons --------------------------------------------------------

SCENARIOS = {
    "ruleset": STONES,
    "players": 2,
    "seed": 7,
    "position": {"turn": "A", "players": {"A": {"coins": 4, "hand": ["one", "two"]}}},
    "scenarios": [
        {
            "id": "place",
            "title": "A stone is placed",
            "cites": ["S-1"],
            "free": True,
            "position": {"sites": {"alpha": {"stone": "three", "owner": "B"}}, "ground": "rest"},
            "steps": [
                {"move": "place one at beta", "then": {"sites.beta.owner": "A", "turns": 0}},
                {"move": "place two at alpha", "expect": "refused", "by": "place.site"},
                {"moves": {"of": "place", "includes": ["place one at beta"], "count": 2}},
                {"view": {"of": "A", "shows": {"players.B.hand": {"hidden": 2}}}},
                {"outcome": {"winners": ["A"], "places": {"B": 2}}},
            ],
        }
    ],
}


@BUDGET
@given(yaml_files(SCENARIOS))
def test_scenarios(folder: Path, content: bytes) -> None:
    path = ours(folder).parent / "evil.yaml"
    path.write_bytes(content)
    brass("scenario", str(path))
    brass("moves", "--scenario", "place", str(path))


@BUDGET
@given(altered(SCENARIOS["scenarios"][0]))  # type: ignore[index]
def test_scenarios_that_are_right_but_for_a_value(folder: Path, scenario: Any) -> None:
    path = ours(folder).parent / "evil.yaml"
    path.write_text(json.dumps({**SCENARIOS, "scenarios": [scenario]}))
    brass("scenario", str(path), "--json")


LANGUAGE = {
    "names": {"one": "uno", "two": "dos"},
    "words": {"place": "poner|colocar", "at": "en", "one": "uno"},
    "texts": {"{site} is taken": "{site} es de otro", "Place a stone": "Poner"},
    "units": {"coins": ["moneda", "monedas"]},
    "fillers": ["la"],
    "kept": ["alpha"],
    "lessons": {"A": "B"},
}


@BUDGET
@given(yaml_files(LANGUAGE))
def test_translations(folder: Path, content: bytes) -> None:
    place = ours(folder)
    manifest = "name: ours\ntitle: Ours\nextends: []\nfiles: [game.rules]\n"
    (place / "ruleset.yaml").write_text(manifest)
    (place / "game.rules").write_text((Path(STONES) / "game.rules").read_text())
    (place / "languages" / "xx.yaml").write_bytes(content)
    with nothing_read_in(outside(place)):
        lines = "poner uno en alpha\nplace two at alpha\nhelp\nmoves\nboard\nhand\nstatus\nlog"
        brass(
            "play",
            str(place),
            "--seat",
            "Ada=human",
            "--seat",
            "Ben=random",
            "--lang",
            "xx",
            "--seed",
            "7",
            stdin=lines,
        )
        brass("check", str(place))
        brass("translate", str(place), "xx")


LESSONS = {
    "title": "A first game",
    "seed": 7,
    "learner": "Ada",
    "opponents": {"Ben": ["place one at alpha", "take"]},
    "lessons": [
        {"title": "Begin", "say": "Hello.\nYou.", "try": "take", "here": "Now.", "show": "hand"},
        {"when": {"legal": "place", "state": {"players.Ada.coins": 4}}, "say": "Place one."},
        {"title": "End", "when": {"after": "take"}, "say": "Well done.", "last": True},
    ],
}


@SMALL
@given(yaml_files(LESSONS))
def test_lessons(folder: Path, content: bytes) -> None:
    place = ours(folder)
    manifest = "name: ours\ntitle: Ours\nextends: []\nfiles: [game.rules]\n"
    (place / "ruleset.yaml").write_text(manifest)
    (place / "game.rules").write_text((Path(STONES) / "game.rules").read_text())
    (place / "tutorial.yaml").write_bytes(content)
    with nothing_read_in(outside(place)):
        brass("tutorial", str(place), stdin="try\nlesson\nhint\ntry\ntry\nskip\nboard")


# -- settings ------------------------------------------------------------------------------

SETTING = st.sampled_from(
    [
        "language",
        "colour",
        "undo",
        "auto",
        "confirm",
        "after_move",
        "layout",
        "menu",
        "keys",
        "games",
    ]
)
VALUE = st.one_of(
    st.sampled_from(
        [
            "true",
            "1",
            '"x"',
            "[1]",
            "{a = 1}",
            "1979-99-99",
            "9" * 5000,
            "nan",
            "0x" + "f" * 4000,
            "[" * 400,
            "a.b",
            "'''",
            '"""\n',
            "1e400",
            "inf",
            '"\\u001b[31m"',
            '"\\U0000d800"',
        ]
    ),
    DATA.map(lambda value: json.dumps(value)[:3000]),
)
TOML = st.lists(
    st.one_of(
        st.tuples(st.one_of(SETTING, ANY_TEXT), VALUE).map(" = ".join),
        st.sampled_from(["[auto]", "[[games]]", "a." * 900 + "b = 1", "#", "# \u2028auto = true"]),
    ),
    max_size=5,
).map("\n".join)


@BUDGET
@given(st.data())
def test_settings(folder: Path, data: st.DataObject) -> None:
    path = ours(folder).parent / "config.toml"
    path.write_bytes(data.draw(spoilt(data.draw(TOML))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRASSWRIGHT_CONFIG", str(path))
        brass("config")
        brass("config", "--json")
        brass("config", data.draw(SETTING), data.draw(st.sampled_from(["true", "never", *TRICKS])))
        brass("play", STONES, "--seat", "Ada=human", stdin="set\nsave\ntake")


@pytest.mark.parametrize(
    "place", ["~nosuchperson/config.toml", "/dev/zero", "\x1b[31m", "x" * 5000]
)
def test_places_of_settings(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRASSWRIGHT_CONFIG", place)
    brass("config")
    brass("play", STONES, "--seat", "Ada=human", stdin="take")


# -- records -------------------------------------------------------------------------------


def sealed(lines: list[str]) -> str:
    """The head of a record with a right digest, whatever is in it."""
    body = "".join(f"{line}\n" for line in lines)
    return f"{body}play: {_digest(body.encode('utf-8', 'replace').decode())}\n"


def head() -> list[str]:
    game = bw.new_game(STONES, players=["Ada", "Ben"], seed=7)
    return game.record.text().split("play: ")[0].splitlines()


@BUDGET
@given(st.data())
def test_heads_of_records(folder: Path, data: st.DataObject) -> None:
    """Whoever can write a digest can write any rules into a record."""
    lines = head()
    for _ in range(data.draw(st.integers(1, 2))):
        layer = next((i for i, line in enumerate(lines) if line.startswith("layer: ")), 0)
        file = next((i for i, line in enumerate(lines) if line.startswith("file: ")), 0)
        match data.draw(
            st.sampled_from(["seed", "seat", "undo", "layer", "file", "rule", "order"])
        ):
            case "layer" if layer:
                about = data.draw(altered(json.loads(lines[layer].removeprefix("layer: "))))
                lines[layer] = f"layer: {json.dumps(about)}"
            case "file" if file:
                lines[file] = f"file: {json.dumps(data.draw(ANY_TEXT))}"
            case "rule" if file:
                place = data.draw(st.integers(file, len(lines) - 1))
                lines[place] += data.draw(ANY_TEXT)
            case "order":
                place = data.draw(st.integers(1, len(lines) - 1))
                lines.insert(place, lines.pop())
            case word:
                extra = data.draw(ANY_TEXT)
                lines.insert(1, f"{word}: {extra} {data.draw(ANY_TEXT)}")
    path = ours(folder) / "evil.brass"
    path.write_text(sealed(lines), encoding="utf-8", errors="replace")
    with nothing_read_in(outside(path.parent)):
        brass("replay", str(path), "--log")
        brass("play", "--resume", str(path), stdin="take\nboard\nstatus\nlog\nrules\nhouse\nhelp")


def test_a_record_that_is_a_pipe(folder: Path) -> None:
    path = ours(folder) / "evil.brass"
    os.mkfifo(path)
    assert "is a pipe" in brass("replay", str(path)).err
    assert "is a pipe" in brass("play", STONES, "--players", "1", stdin=f"load {path}").err


# -- batches -------------------------------------------------------------------------------


@SMALL
@given(st.data())
def test_batches(folder: Path, data: st.DataObject) -> None:
    path = ours(folder) / "rows.jsonl"
    if not hasattr(test_batches, "rows"):
        brass(
            "simulate",
            STONES,
            "--games",
            "2",
            "--workers",
            "1",
            "--seats",
            "random,random",
            "--out",
            str(path),
        )
        test_batches.rows = path.read_text().splitlines()  # type: ignore[attr-defined]
    lines = list(test_batches.rows)  # type: ignore[attr-defined]
    place = data.draw(st.integers(0, len(lines) - 1))
    lines[place] = json.dumps(data.draw(altered(json.loads(lines[place]))))
    path.write_bytes(data.draw(spoilt("".join(f"{line}\n" for line in lines))))
    brass(
        "simulate",
        STONES,
        "--games",
        "3",
        "--workers",
        "1",
        "--seats",
        "random,random",
        "--out",
        str(path),
    )
    brass("report", str(path), "--html", str(path.with_suffix(".html")))
