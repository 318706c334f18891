"""The exact message for each mistake in rules: layers, checks, house files, games that go wrong.

Each file under `tests/golden/rules` is a bad example and what is said about it. The example is
an overlay on the small game `relay`, or several files, each under a line `=== path`, with a last
line `=== brass …` that says what is done with them. With BRASSWRIGHT_REWRITE_GOLDEN set, the
messages are written anew.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from brasswright.cli.check import diagnose
from brasswright.interpreter import scenario, selfplay
from brasswright.interpreter.diagnostics import Diagnostic, render
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
FILES = sorted((GOLDEN / "rules").glob("*.txt"))
RULER = "-" * 20 + "\n"
HEADER = 'overlay house "House" amends relay\n'
COMMAND = "brass check ./relay --with house.rules"
REWRITE = "BRASSWRIGHT_REWRITE_GOLDEN"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_mistake_has_its_message(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example, _, expected = path.read_text(encoding="utf-8").partition(RULER)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "tests" / "rulesets" / "relay", tmp_path / "relay")
    command = written(example)
    found = carried_out(command, monkeypatch)
    told = render(found) + "\n"
    assert path.stem in [mistake.code for mistake in found], told
    if os.environ.get(REWRITE):
        path.write_text(example + RULER + told, encoding="utf-8")
        return
    assert told == expected


def sections(example: str) -> Iterator[tuple[str, str]]:
    """Each `=== heading` with the lines below it; what comes first is the overlay itself."""
    first, *rest = re.split(r"^=== ", example, flags=re.M)
    if first:
        yield "house.rules", HEADER + first
    for section in rest:
        heading, _, text = section.partition("\n")
        yield heading, text


def written(example: str) -> str:
    """Write the files of an example; the command that it ends with."""
    command = COMMAND
    for heading, text in sections(example):
        word, *words = heading.split()
        path = Path(word)
        if word == "brass":
            command = heading
        elif word == "repeat":
            house = Path("house.rules")
            before = house.read_text(encoding="utf-8") if house.exists() else HEADER
            lines = "".join(text.replace("{n}", str(n)) for n in range(int(words[0])))
            house.write_text(before + lines, encoding="utf-8")
        elif word == "link":
            Path(words[0]).parent.mkdir()
            Path(words[0]).symlink_to(words[1])
        elif word == "layers":
            for n in range(1, int(words[0]) + 1):
                Path(f"r{n}").mkdir()
                manifest = f"name: r{n}\ntitle: Layer {n}\nextends: [r{n + 1}]\n"
                Path(f"r{n}/ruleset.yaml").write_text(manifest, encoding="utf-8")
        else:
            path.parent.mkdir(exist_ok=True)
            hexed = "hex" in words
            path.write_bytes(bytes.fromhex(text) if hexed else text.encode())
    return command.replace("relay", "./relay") if " relay" in command else command


def carried_out(command: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Diagnostic, ...]:
    """What a command finds to be wrong."""
    _, verb, name, *options = shlex.split(command)
    pairs = list(zip(options[::2], options[1::2], strict=True))
    overlays = [value for option, value in pairs if option == "--with"]
    games = next((int(value) for option, value in pairs if option == "--play"), 1)
    language = next((value for option, value in pairs if option == "--lang"), "")
    if "--seconds" in options:
        monkeypatch.setattr(selfplay, "SECONDS", 0.0)
    try:
        if verb == "scenario":
            scenario.load(Path(name))
        elif verb == "merge":
            text = Path(name).read_text(encoding="utf-8")
            merge([LayerText("house", "House", {"amends": ["house"]}, {name: text})])
        else:
            return diagnose(name, overlays, games, language)
    except RulesError as error:
        return error.diagnostics
    return ()


# -- all of them -------------------------------------------------------------------------------

SAYERS = {"Diagnostic", "Mistake", "error", "warning", "report", "complain", "wrong"}
SAYERS |= {"_fail", "_error", "_tell"}
"""Functions whose first argument is the code of a mistake."""
CODE = re.compile(r"[a-z]+(-[a-z]+)*")


def codes(path: Path) -> Iterator[str]:
    """The codes of mistakes that a module can tell."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            named = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
            for argument in [*node.args[:1], *named] if name in SAYERS else ():
                if isinstance(argument, ast.Constant) and CODE.fullmatch(str(argument.value)):
                    yield argument.value


def test_every_mistake_has_a_bad_example() -> None:
    told = {code for path in (ROOT / "interpreter").rglob("*.py") for code in codes(path)}
    shown = {
        code
        for path in GOLDEN.rglob("*.txt")
        for code in re.findall(
            r"^(?:error|warning)\[([a-z-]+)\]", path.read_text(encoding="utf-8"), re.M
        )
    }
    assert sorted(told - shown) == []
    assert sorted({path.stem for path in FILES} - told) == []
