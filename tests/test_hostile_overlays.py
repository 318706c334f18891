"""House rules that mean harm: refused in two seconds, and nothing outside their folder is read."""

from __future__ import annotations

import builtins
import io
import os
import time
from pathlib import Path
from typing import Any

import pytest

import brasswright as bw
from brasswright.interpreter.cache import OFF
from brasswright.interpreter.checking.checker import diagnose
from brasswright.interpreter.diagnostics import Diagnostic, render
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.finder import SHIPPED, find
from brasswright.interpreter.layers.merge import merge

HEAD = 'overlay evil "Evil" amends birmingham\n'
SECRET = "nobody must read this"
SECONDS = 8.0
"""Two on a quiet machine; more where others are at work too."""


@pytest.fixture(autouse=True)
def keep_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OFF, "1")


def refused(ruleset: str, *overlays: str | Path) -> tuple[Diagnostic, ...]:
    """The mistakes for which a game can't be opened, found in time."""
    merge(find("birmingham"))  # what is read once is not what is measured
    begun = time.process_time()
    with pytest.raises(RulesError) as caught:
        opened_or_refused(ruleset, [str(overlay) for overlay in overlays])
    assert time.process_time() - begun < SECONDS
    told = render(caught.value.diagnostics)
    assert SECRET not in told
    assert not set(told) & {chr(code) for code in (*range(10), *range(11, 32), 127)}
    return caught.value.diagnostics


def opened_or_refused(ruleset: str, overlays: list[str]) -> None:
    mistakes = diagnose(merge(find(ruleset, overlays)))
    if any(mistake.severity == "error" for mistake in mistakes):
        raise RulesError(mistakes)


# -- too much ----------------------------------------------------------------------------------


def lines(form: str, number: int) -> str:
    return HEAD + "".join(form.format(n) for n in range(number))


TOO_MUCH = {
    "50 MB": (HEAD + "# " + "x" * 50_000_000 + "\n", "too-large"),
    "a million rules": (lines("rule r{}(): nothing\n", 1_000_000), "too-large"),
    "many rules": (lines("rule r{}(): nothing\n", 80_000), "too-large"),
    "a long name": (HEAD + "rule " + "a" * 1_000_000 + "(): nothing\n", "too-large"),
    "deep brackets": (HEAD + "set x = " + "(" * 9000 + "1" + ")" * 9000 + "\n", "too-large"),
    "deeper than can be": (HEAD + "set x = " + "[" * 900 + "1" + "]" * 900 + "\n", "too-deep"),
    "deep blocks": (
        HEAD
        + "rule r():\n"
        + "".join(f"{'  ' * n}if true:\n" for n in range(1, 100))
        + "  " * 100
        + "nothing\n",
        "too-deep",
    ),
    "a long chain": (HEAD + "set x = " + " + ".join(["1"] * 1000) + "\n", "too-deep"),
    "many amendments": (lines("set start_money = {}\n", 5_000), "amended-twice"),
    "many drops": (HEAD + 'drop row Tile.pottery.9 because "x"\n' * 3_000, "unknown-path"),
    "many names that are wrong": (lines("set nonsense{} = 1\n", 3_000), "unknown-path"),
    "many unknown words": (
        HEAD + "rule r():\n" + "".join(f"  let a{n} = zork{n}\n" for n in range(8_000)),
        "unknown-name",
    ),
    "many steps": (lines("after step build.card add step s{}: nothing\n", 900), "too-many-steps"),
    "many exceptions": (
        lines("exception e{} to build.card when era == rail: nothing\n", 900),
        "too-many-steps",
    ),
    "many alternatives": (
        lines("alternative e{} to build.card: nothing\n", 900),
        "too-many-steps",
    ),
    "much forbidden": (
        lines('forbid build when tile.level == {} because "x"\n', 900),
        "too-many-steps",
    ),
    "many rows": (
        HEAD
        + "extend table Tile:\n  id  industry\n"
        + "".join(f"  t.{n}  coal_mine\n" for n in range(8_000)),
        "too-many-rows",
    ),
    "a long list": (HEAD + f"set track = [{', '.join(['1'] * 24_000)}]\n", "too-large"),
    "endless sums": (
        HEAD
        + "replace define kept_out() -> Number:\n  "
        + "sum(a in 0..9999 give sum(b in 0..9999 give sum(c in 0..9999 give 1)))\n",
        "too-much-work",
    ),
}


@pytest.mark.parametrize("case", TOO_MUCH)
def test_too_much_is_refused_in_time(tmp_path: Path, case: str) -> None:
    text, code = TOO_MUCH[case]
    path = tmp_path / "evil.rules"
    path.write_text(text, encoding="utf-8")
    assert code in [mistake.code for mistake in refused("birmingham", path)]


# -- names and characters ----------------------------------------------------------------------

CHARACTERS = {
    "in a name": HEAD + "rule a\x1b[31mb(): nothing\n",
    "in the name of the overlay": 'overlay ev\x07il "Evil" amends birmingham\n',
    "in a title": 'overlay evil "\x1b]0;x\x07" amends birmingham\n',
    "in a reason": HEAD + 'forbid build when era == rail because "\x1b[2J"\n',
    "a null": HEAD + "set start_money = 2\x000\n",
    "backwards": HEAD + 'drop action pass because "\u202egnihton"\nset x\u202e = 1\n',
}


@pytest.mark.parametrize("case", CHARACTERS)
def test_characters_that_drive_a_terminal_are_refused(tmp_path: Path, case: str) -> None:
    path = tmp_path / "evil.rules"
    path.write_text(CHARACTERS[case], encoding="utf-8")
    refused("birmingham", path)


# -- YAML that is clever -----------------------------------------------------------------------

YAML = {
    "aliases": ("a: &a [x, x]\nb: [*a, *a]\n", "yaml"),
    "a bomb": (
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(
            f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n"
            for a, b in zip("abcdefg", "bcdefgh", strict=True)
        ),
        "yaml",
    ),
    "a tag that runs": ("start_money: !!python/object/apply:os.system ['exit']\n", "yaml"),
    "a tag that reads": ("start_money: !include /etc/hostname\n", "yaml"),
    "merge keys": ("a: &a {b: 1}\nc: {<<: *a}\n", "yaml"),
    "deep lists": ("start_money: " + "[" * 40_000 + "]" * 40_000 + "\n", "yaml"),
    "deep mappings": ("loans: " + "{a: " * 9000 + "1" + "}" * 9000 + "\n", "yaml"),
    "many keys": ("".join(f"k{n}: 1\n" for n in range(9_000)), "unknown-path"),
    "too many keys": ("".join(f"k{n}: 1\n" for n in range(90_000)), "too-large"),
    "a way out": ("amends: [../../secret]\nstart_money: 20\n", "wrong-value"),
    "rule text in a value": ('start_money: "20\\ndrop action pass because 1"\n', "wrong-value"),
    "rule text in a key": ("? |-\n  start_money = 1\n  drop action pass\n: 20\n", "unknown-key"),
    "rule text in a title": ('title: "x\\" amends y\\nset start_money = 9"\n', "wrong-value"),
}


@pytest.mark.parametrize("case", YAML)
def test_clever_yaml_is_refused(tmp_path: Path, case: str) -> None:
    text, code = YAML[case]
    path = tmp_path / "evil.yaml"
    path.write_text(text, encoding="utf-8")
    assert code in [mistake.code for mistake in refused("birmingham", path)]


# -- ways out of the folder --------------------------------------------------------------------


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Every file that is opened for reading, links followed."""
    found: list[Path] = []
    real = io.open

    def noting(file: Any, *arguments: Any, **options: Any) -> Any:
        if isinstance(file, str | os.PathLike):
            found.append(Path(file).resolve())
        return real(file, *arguments, **options)

    monkeypatch.setattr(builtins, "open", noting)
    monkeypatch.setattr(io, "open", noting)
    return found


def read_outside(opened: list[Path], *folders: Path) -> list[Path]:
    """The rule texts and settings that were read elsewhere."""
    allowed = [folder.resolve() for folder in (SHIPPED, *folders)]
    return [
        path
        for path in opened
        if path.suffix in (".rules", ".yaml", ".txt", "")
        and not any(path.is_relative_to(folder) for folder in allowed)
    ]


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "elsewhere" / "secret.rules"
    path.parent.mkdir()
    path.write_text(f'overlay secret "{SECRET}" amends birmingham\n', encoding="utf-8")
    return path


def edition(folder: Path, extends: str = "birmingham", files: str = "") -> Path:
    """A ruleset of a house, with a folder for overlays beside it."""
    (folder / "ours").mkdir(parents=True)
    (folder / "overlays").mkdir()
    text = f"name: ours\ntitle: Ours\nextends: [{extends}]\nfiles: [{files}]\n"
    (folder / "ours" / "ruleset.yaml").write_text(text, encoding="utf-8")
    return folder / "ours"


@pytest.mark.parametrize(
    "name", ["../../secret", "/etc/hostname", "se\0cret", "..", "secret.rules", "~/secret", "$HOME"]
)
def test_names_that_are_no_names(tmp_path: Path, opened: list[Path], name: str) -> None:
    """P41"""
    refused(name)
    refused("birmingham", name)
    assert not read_outside(opened, tmp_path)


def test_an_overlay_that_is_a_link_out(tmp_path: Path, secret: Path, opened: list[Path]) -> None:
    """P41"""
    ours = edition(tmp_path / "house")
    link = tmp_path / "house" / "overlays" / "evil.rules"
    link.symlink_to(secret)
    for overlay in ("evil", str(link)):
        assert [m.code for m in refused(str(ours), overlay)] == ["outside"]
    assert not read_outside(opened, tmp_path / "house")


@pytest.mark.parametrize("file", ["../elsewhere/secret.rules", "/etc/hostname", "..", "a/b.rules"])
def test_files_of_a_manifest_stay_in_its_folder(
    tmp_path: Path, secret: Path, opened: list[Path], file: str
) -> None:
    assert secret.exists()
    ours = edition(tmp_path / "house", files=file)
    assert [m.code for m in refused(str(ours))] == ["wrong-value"]
    assert not read_outside(opened, tmp_path / "house")


def test_a_file_of_a_manifest_that_is_a_link_out(
    tmp_path: Path, secret: Path, opened: list[Path]
) -> None:
    ours = edition(tmp_path / "house", files="evil.rules")
    (ours / "evil.rules").symlink_to(secret)
    assert [m.code for m in refused(str(ours))] == ["outside"]
    assert not read_outside(opened, tmp_path / "house")


@pytest.mark.parametrize("extends", ["../elsewhere", "/etc", "..", '"a\\0b"'])
def test_what_is_extended_is_a_name(tmp_path: Path, opened: list[Path], extends: str) -> None:
    ours = edition(tmp_path / "house", extends)
    assert [m.code for m in refused(str(ours))] in (["wrong-value"], ["yaml"])
    assert not read_outside(opened, tmp_path / "house")


@pytest.mark.parametrize("amends", ["../../secret", "/etc/hostname", "a.b"])
def test_what_an_overlay_amends_is_a_name(tmp_path: Path, amends: str) -> None:
    path = tmp_path / "evil.rules"
    path.write_text(f'overlay evil "Evil" amends {amends}\n', encoding="utf-8")
    refused("birmingham", path)


# -- circles -----------------------------------------------------------------------------------


def test_rulesets_that_extend_each_other_in_a_circle(tmp_path: Path) -> None:
    """P40"""
    for name, below in (("a", "b"), ("b", "c"), ("c", "a"), ("self", "self")):
        (tmp_path / name).mkdir()
        text = f"name: {name}\ntitle: {name}\nextends: [{below}]\n"
        (tmp_path / name / "ruleset.yaml").write_text(text, encoding="utf-8")
    (mistake,) = refused(str(tmp_path / "a"))
    assert mistake.code == "cycle"
    assert "a → b → c → a" in mistake.message
    (mistake,) = refused(str(tmp_path / "self"))
    assert "self → self" in mistake.message


def test_overlays_that_amend_each_other_are_laid_in_the_order_given(tmp_path: Path) -> None:
    """P40"""
    for name, other in (("a", "b"), ("b", "a")):
        text = f'overlay {name} "{name}" amends birmingham, {other}\nset start_money = 2{other}\n'
        (tmp_path / f"{name}.rules").write_text(text.replace("2a", "21").replace("2b", "22"))
    paths = [str(tmp_path / "a.rules"), str(tmp_path / "b.rules")]
    game = bw.new_game("birmingham", ["Ada", "Ben"], seed=1, overlays=paths)
    assert game.view("Ada")["players"]["Ada"]["money"] == 21
