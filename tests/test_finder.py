"""Finding rulesets and overlays: names, paths, chains, and everything that must be refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from brasswright.interpreter.diagnostics import Diagnostic, render
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers import finder
from brasswright.interpreter.layers.finder import SHIPPED, available, find
from brasswright.interpreter.layers.house import house_schema
from brasswright.interpreter.layers.layer import layer_from_data
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.syntax import nodes


def write(root: Path, name: str, manifest: str = "", **files: str) -> Path:
    """A ruleset's folder; `files` are named without their ending."""
    folder = root / name
    folder.mkdir()
    listed = ", ".join(f"{file}.rules" for file in files)
    (folder / "ruleset.yaml").write_text(
        f"name: {name}\ntitle: The {name}\nfiles: [{listed}]\n{manifest}"
    )
    for file, text in files.items():
        (folder / f"{file}.rules").write_text(text)
    return folder


def refused(name: str | Path, *overlays: str | Path) -> Diagnostic:
    """The one reason why something is not found."""
    with pytest.raises(RulesError) as caught:
        find(str(name), [str(overlay) for overlay in overlays])
    (found,) = caught.value.diagnostics
    return found


def found(name: str | Path, *overlays: str | Path) -> list[str]:
    """The names of the layers, lowest first."""
    return [layer.name for layer in find(str(name), [str(overlay) for overlay in overlays])]


# -- what is shipped -----------------------------------------------------------------------


def test_shipped_rulesets_by_name() -> None:
    assert found("birmingham") == ["brass", "birmingham"]
    assert found("brass") == ["brass"]


def test_available_lists_rulesets_then_overlays() -> None:
    infos = {info.name: info for info in available()}
    assert (infos["birmingham"].kind, infos["birmingham"].playable) == ("edition", True)
    assert infos["birmingham"].seats == (2, 4)
    assert not infos["brass"].playable
    kinds = [info.kind for info in available()]
    assert kinds == sorted(kinds)


def test_everything_that_is_shipped_can_be_found_by_its_name() -> None:
    names = {path.parent.name for path in SHIPPED.glob("*/ruleset.yaml")}
    names |= {path.stem for path in SHIPPED.glob("overlays/*.rules")}
    assert {info.name for info in available()} == names


def test_a_name_that_is_unknown_suggests() -> None:
    mistake = refused("birmingam")
    assert mistake.code == "unknown-ruleset"
    assert "did you mean `birmingham`?" in mistake.help
    assert refused("birmingham", "nothing-like-it").message == (
        "there is no overlay called `nothing-like-it`"
    )


@pytest.mark.parametrize(
    "name", ["", ".", "..", "Brass", "bra ss", "brass\n", "brass\0", "é", "a" * 65]
)
def test_names_are_plain(name: str) -> None:
    assert refused(name).code in ("ruleset-name", "unknown-ruleset")


@pytest.mark.parametrize(
    "name", ["../brass/..", "/nowhere", "a/../../b", "x.rules", "x.yaml", "~/x", "/", "\0/x"]
)
def test_paths_that_lead_nowhere(name: str) -> None:
    assert refused(name).code == "unknown-ruleset"


# -- chains --------------------------------------------------------------------------------


def test_a_folder_by_path_and_its_neighbours_by_name(tmp_path: Path) -> None:
    write(tmp_path, "low", words="enum Mark: cross\n")
    top = write(tmp_path, "top", "extends: [low]\n", more="extend Mark: nought\n")
    layers = find(str(top))
    assert [layer.name for layer in layers] == ["low", "top"]
    assert layers[1].files == {"more.rules": "extend Mark: nought\n"}
    assert layers[1].title == "The top"
    assert layers[1].manifest["extends"] == ["low"]
    assert merge(layers).enums["Mark"].values == ("cross", "nought")
    assert found(top / "ruleset.yaml") == ["low", "top"]


def test_messages_name_the_path_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "top", words="enum Mark cross\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RulesError) as caught:
        merge(find("./top"))
    assert str(caught.value.diagnostics[0].span).startswith("top/words.rules:1:")
    monkeypatch.chdir(tmp_path / "top")
    assert found("./") == ["top"]
    assert found("../top") == ["top"]


def test_a_ruleset_elsewhere_extends_a_shipped_one(tmp_path: Path) -> None:
    folder = write(tmp_path, "mine", "extends: [birmingham]\n", house="set start_money = 20\n")
    assert found(folder) == ["brass", "birmingham", "mine"]


def test_a_diamond_is_applied_once(tmp_path: Path) -> None:
    write(tmp_path, "base")
    write(tmp_path, "left", "extends: [base]\n")
    write(tmp_path, "right", "extends: [base]\n")
    top = write(tmp_path, "top", "extends: [left, right]\n")
    assert found(top) == ["base", "left", "right", "top"]


def test_a_circle_is_shown_as_a_chain(tmp_path: Path) -> None:
    write(tmp_path, "b", "extends: [c]\n")
    write(tmp_path, "c", "extends: [a]\n")
    mistake = refused(write(tmp_path, "a", "extends: [b]\n"))
    assert mistake.code == "cycle"
    assert "a → b → c → a" in mistake.message
    assert str(mistake.span).endswith("c/ruleset.yaml:4:11")


def test_a_ruleset_that_extends_itself(tmp_path: Path) -> None:
    assert "a → a" in refused(write(tmp_path, "a", "extends: [a]\n")).message


def test_what_is_extended_must_be_there(tmp_path: Path) -> None:
    write(tmp_path, "base")
    mistake = refused(write(tmp_path, "top", "extends: [bsae]\n"))
    assert mistake.code == "unknown-ruleset"
    assert mistake.help == ("did you mean `base`?",)
    assert str(mistake.span).endswith("top/ruleset.yaml:4:11")


def test_a_long_chain_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "MOST_LAYERS", 5)
    write(tmp_path, "r0")
    for number in range(1, 8):
        write(tmp_path, f"r{number}", f"extends: [r{number - 1}]\n")
    assert refused(tmp_path / "r7").code == "too-many-layers"


# -- overlays ------------------------------------------------------------------------------

HOUSE = 'overlay house "House rules" amends base\nset start = 2\n'
WORDS = 'parameter start: 0..9 = 1 "Start."\n'


def test_overlays_by_path_and_by_name(tmp_path: Path) -> None:
    base = write(tmp_path, "base", words=WORDS)
    (tmp_path / "overlays").mkdir()
    (tmp_path / "overlays" / "two-step.rules").write_text(
        'overlay two_step "Two" amends base\nset start = 3\n'
    )
    (tmp_path / "house.rules").write_text(HOUSE)
    layers = find(str(base), [str(tmp_path / "house.rules")])
    assert [layer.name for layer in layers] == ["base", "house"]
    assert layers[1].title == "House rules"
    assert layers[1].manifest == {"amends": ["base"]}
    assert layers[1].is_overlay
    assert found(base, "two-step") == ["base", "two-step"]
    assert found(base, "two_step") == ["base", "two-step"]
    assert found(base, "two-step", tmp_path / "house.rules") == ["base", "two-step", "house"]


def test_an_overlay_given_twice_is_applied_once(tmp_path: Path) -> None:
    base = write(tmp_path, "base", words=WORDS)
    (tmp_path / "house.rules").write_text(HOUSE)
    assert found(base, tmp_path / "house.rules", tmp_path / "house.rules") == ["base", "house"]


def test_an_overlay_in_place_of_a_ruleset_brings_what_it_amends(tmp_path: Path) -> None:
    house = tmp_path / "house.rules"
    house.write_text('overlay house "House" amends birmingham\nset start_money = 20\n')
    assert found(house) == ["brass", "birmingham", "house"]


def test_a_ruleset_may_include_an_overlay(tmp_path: Path) -> None:
    write(tmp_path, "base", words=WORDS)
    (tmp_path / "overlays").mkdir()
    (tmp_path / "overlays" / "house.rules").write_text(HOUSE)
    top = write(tmp_path, "top", "extends: [base, house]\n")
    assert found(top) == ["base", "house", "top"]
    assert merge(find(str(top))).name == "top"


def test_an_overlay_begins_with_its_header(tmp_path: Path) -> None:
    base = write(tmp_path, "base")
    (tmp_path / "house.rules").write_text("set start = 2\n")
    assert refused(base, tmp_path / "house.rules").code == "overlay-header"


def test_a_ruleset_is_no_overlay(tmp_path: Path) -> None:
    assert refused("birmingham", "brass").code == "unknown-ruleset"


# -- safety --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file",
    [
        "../secret.rules",
        "/etc/passwd",
        "a/b.rules",
        "..",
        "C:x.rules",
        ".rules",
        "x.txt",
        "a b.rules",
    ],
)
def test_files_are_plain_names_in_the_folder(tmp_path: Path, file: str) -> None:
    (tmp_path / "secret.rules").write_text("enum A: b\n")
    folder = tmp_path / "top"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(f'name: top\ntitle: T\nfiles: ["{file}"]\n')
    assert refused(folder).code == "wrong-value"


@pytest.mark.parametrize("name", ["../base", "/base", "Base", ".", ".."])
def test_what_is_extended_is_a_plain_name(tmp_path: Path, name: str) -> None:
    assert refused(write(tmp_path, "top", f'extends: ["{name}"]\n')).code == "wrong-value"


def test_a_link_that_leaves_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret\n")
    folder = write(tmp_path, "top", words="enum A: b\n")
    (folder / "words.rules").unlink()
    (folder / "words.rules").symlink_to(tmp_path / "secret.txt")
    mistake = refused(folder)
    assert mistake.code == "outside"
    assert "secret" not in mistake.message


def test_a_manifest_that_is_a_link_out_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, "top")
    (folder / "ruleset.yaml").rename(tmp_path / "other.yaml")
    (folder / "ruleset.yaml").symlink_to(tmp_path / "other.yaml")
    assert refused(folder).code == "outside"


def test_a_link_within_the_folder_is_fine(tmp_path: Path) -> None:
    folder = write(tmp_path, "top", words="enum A: b\n")
    (folder / "words.rules").rename(folder / "old.rules")
    (folder / "words.rules").symlink_to("old.rules")
    assert found(folder) == ["top"]


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, "top", words="")
    (folder / "words.rules").unlink()
    (folder / "words.rules").symlink_to("words.rules")
    assert refused(folder).code == "unreadable"


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, "top", words="")
    (folder / "words.rules").unlink()
    (folder / "words.rules").mkdir()
    assert refused(folder).code == "unreadable"
    if hasattr(os, "mkfifo"):
        (folder / "words.rules").rmdir()
        os.mkfifo(folder / "words.rules")
        assert refused(folder).code == "unreadable"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path, "top", words="")
    (folder / "words.rules").unlink()
    assert "words.rules` can't be read" in refused(folder).message


def test_large_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "LARGEST_FILE", 100)
    folder = write(tmp_path, "top", words="#" * 101)
    assert refused(folder).code == "too-large"
    (folder / "words.rules").write_text("#" * 100)
    assert found(folder) == ["top"]
    (folder / "ruleset.yaml").write_text("#" * 100_001)
    assert refused(folder).code == "too-large"


def test_only_utf8_is_text(tmp_path: Path) -> None:
    folder = write(tmp_path, "top", words="")
    (folder / "words.rules").write_bytes(b"enum A: b # \xff\n")
    assert refused(folder).code == "not-text"
    (folder / "words.rules").write_bytes(b"\xef\xbb\xbfenum A: b\r\n")
    assert find(str(folder))[0].files["words.rules"] == "enum A: b\n"


# -- manifests -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("manifest", "code", "line", "column"),
    [
        ("", "wrong-value", 1, 1),
        ("- a\n", "wrong-value", 1, 1),
        ("title: T\n", "missing-key", 1, 1),
        ("name: top\ntitle: T\nextend: [a]\n", "unknown-key", 3, 1),
        ("name: top\ntitle: T\nname: top\n", "yaml", 3, 1),
        ("name: top\ntitle: T\nplayable: maybe\n", "wrong-value", 3, 11),
        ("name: top\ntitle: T\nfiles: words.rules\n", "wrong-value", 3, 8),
        ("name: top\ntitle: T\nfiles:\n  - words.rules\n  - words.rules\n", "wrong-value", 4, 3),
        ("name: top\ntitle: 3\n", "wrong-value", 2, 8),
        ("name: Top\ntitle: T\n", "wrong-value", 1, 7),
        ("name: top\ntitle: T\ncites: [b]\n", "wrong-value", 3, 9),
        ("name: top\ntitle: T\nrulebooks: {b: x}\n", "wrong-value", 3, 13),
        ("name: &a top\ntitle: T\n", "yaml", 1, 7),
        ("name: top\ntitle: *a\n", "yaml", 2, 8),
        ("name: !!python/object:os.system top\ntitle: T\n", "yaml", 1, 7),
        ("name: !!str top\ntitle: T\n", "yaml", 1, 7),
        ("name: top\ntitle: [\n", "yaml", 3, 1),
        ("name: top\n\ttitle: T\n", "yaml", 2, 1),
        ("name: top\n---\nname: top\n", "yaml", 2, 1),
        ("? [a]\n: b\n", "yaml", 1, 3),
        ("name: top\ntitle: \x07\n", "yaml", 2, 8),
        ("[" * 5000, "yaml", 1, 21),
        ("name: top\ntitle: T\nplayable: " + "9" * 5000 + "\n", "yaml", 3, 11),
    ],
)
def test_a_bad_manifest_is_a_mistake_at_a_line(
    tmp_path: Path, manifest: str, code: str, line: int, column: int
) -> None:
    folder = tmp_path / "top"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(manifest)
    with pytest.raises(RulesError) as caught:
        find(str(folder))
    mistake = caught.value.diagnostics[0]
    assert (mistake.code, mistake.span.line, mistake.span.column) == (code, line, column)
    assert str(mistake.span).startswith(f"{folder}/ruleset.yaml:")
    assert render(caught.value.diagnostics)


def test_an_unknown_key_suggests(tmp_path: Path) -> None:
    mistake = refused(write(tmp_path, "top", "extend: [a]\n"))
    assert mistake.message == "there is no key `extend` here"
    assert mistake.help == ("did you mean `extends`?",)


def test_all_mistakes_of_a_manifest_come_together(tmp_path: Path) -> None:
    folder = write(tmp_path, "top", "extend: [a]\nplayable: 3\ncites: B\n")
    with pytest.raises(RulesError) as caught:
        find(str(folder))
    assert len(caught.value.diagnostics) == 3


def test_dates_and_numbers_stay_what_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "top"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text("name: top\ntitle: 2018-01-01\n")
    assert find(str(folder))[0].title == "2018-01-01"


def test_the_folder_and_the_manifest_agree(tmp_path: Path) -> None:
    write(tmp_path, "base")
    (tmp_path / "base").rename(tmp_path / "other")
    mistake = refused(write(tmp_path, "top", "extends: [other]\n"))
    assert mistake.code == "ruleset-name"


# -- house files ---------------------------------------------------------------------------


def house(tmp_path: Path, text: str) -> Path:
    """A house file for the ruleset `base`."""
    path = tmp_path / "evening.yaml"
    path.write_text(text)
    return path


MORE = (
    'parameter start: 0..9 = 1 "Start."\n'
    'parameter quick: Bool = false "Quick?"\n'
    "enum Mark: cross, nought\n"
    'parameter marks: list of Mark = [cross] "Marks."\n'
    'parameter lent: map Number to Number = {1: 1} "Lent."\n'
    'seats 2..3\nparameter aside: 0..9 by seats = {2: 1, 3: 2} "Aside."\n'
)


def test_a_house_file_sets_parameters(tmp_path: Path) -> None:
    base = write(tmp_path, "base", words=MORE)
    text = "# ours\nstart: 4\nquick: yes\n\nmarks: [nought, cross]\nlent: {10: 1, 20: -2}\n"
    layers = find(str(base), [str(house(tmp_path, text))])
    assert [layer.name for layer in layers] == ["base", "evening"]
    book = merge(layers)
    assert book.parameters["start"].default == nodes.Number(4)
    assert book.parameters["quick"].default == nodes.Truth(True)
    assert book.parameters["marks"].default == nodes.ListLiteral(
        (nodes.Name("nought"), nodes.Name("cross"))
    )
    assert book.parameters["lent"].default == nodes.MapLiteral(
        (
            (nodes.Number(10), nodes.Number(1)),
            (nodes.Number(20), nodes.Unary("-", nodes.Number(2))),
        )
    )
    assert [event.span.line for event in book.history["marks"]] == [4, 5]


def test_a_house_file_with_title_and_ruleset(tmp_path: Path) -> None:
    write(tmp_path, "base", words=MORE)
    path = house(tmp_path, "title: An evening\namends: [base]\nstart: 4\n")
    layers = find(str(path))
    assert [layer.name for layer in layers] == ["base", "evening"]
    assert layers[1].title == "An evening"
    assert merge(layers).parameters["start"].default == nodes.Number(4)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("start: 1.5\n", "wrong-value", 1),
        ("a b: 1\n", "unknown-key", 1),
        ("start: 4\nlent: {a b: 1}\n", "wrong-value", 2),
        ('start: "4\\nset quick = true"\n', "wrong-value", 1),
        ("- start\n", "wrong-value", 1),
        ("start: 4\nstart: 5\n", "yaml", 2),
        ("amends: []\n", "wrong-value", 1),
    ],
)
def test_a_bad_house_file_is_a_mistake_at_a_line(
    tmp_path: Path, text: str, code: str, line: int
) -> None:
    mistake = refused(write(tmp_path, "base", words=MORE), house(tmp_path, text))
    assert (mistake.code, mistake.span.line) == (code, line)


def test_a_house_file_sets_only_what_there_is(tmp_path: Path) -> None:
    base = write(tmp_path, "base", words=MORE)
    with pytest.raises(RulesError) as caught:
        merge(find(str(base), [str(house(tmp_path, "quick: yes\nstrat: 4\n"))]))
    (mistake,) = caught.value.diagnostics
    assert mistake.help == ("did you mean `start`?",)
    assert str(mistake.span).endswith("evening.yaml:2:1")


def test_a_house_file_alone_says_what_it_amends(tmp_path: Path) -> None:
    assert refused(house(tmp_path, "start: 4\n")).code == "missing-key"


def test_the_schema_of_house_files_follows_from_the_parameters(tmp_path: Path) -> None:
    schema = house_schema(merge(find(str(write(tmp_path, "base", words=MORE)))))
    properties = schema["properties"]
    assert properties["start"] == {
        "description": "Start.",
        "type": "integer",
        "minimum": 0,
        "maximum": 9,
        "default": 1,
    }
    assert properties["quick"]["type"] == "boolean"
    assert properties["lent"]["default"] == {"1": 1}
    assert properties["aside"]["anyOf"][1]["required"] == ["2", "3"]
    assert properties["amends"]["default"] == ["base"]
    assert properties["marks"]["items"] == {"enum": ["cross", "nought"]}
    Draft202012Validator.check_schema(schema)


# -- layers in records ---------------------------------------------------------------------


def test_layers_survive_as_plain_data() -> None:
    layers = find("birmingham")
    again = [layer_from_data(json.loads(json.dumps(layer.as_data()))) for layer in layers]
    assert tuple(again) == layers
    assert merge(again).digest == merge(layers).digest


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"name": "../x", "title": "", "manifest": {}, "files": {}},
        {"name": "x", "title": "", "manifest": {"extends": "a"}, "files": {}},
        {"name": "x", "title": "", "manifest": {"amends": [3]}, "files": {}},
        {"name": "x", "title": "", "manifest": {}, "files": {"a/b": ""}},
        {"name": "x", "title": "", "manifest": {}, "files": {"a": 3}},
    ],
)
def test_what_is_no_layer_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="no layer"):
        layer_from_data(data)
