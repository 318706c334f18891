"""What the documents show is true: transcripts are run, rule text is checked, names exist.

With BRASSWRIGHT_REWRITE_DOCUMENTS set, transcripts that no longer hold are written anew.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from tests.documents import ROOT, Block, Exchange, blocks, fits, sessions

from brasswright.interpreter.bots import random_move
from brasswright.interpreter.checking.checker import diagnose
from brasswright.interpreter.diagnostics import Diagnostic, render
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.opening import compiled_rules, game_of

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
LANGUAGE = ROOT / "docs" / "language.md"
REWRITE = "BRASSWRIGHT_REWRITE_DOCUMENTS"


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=named)


# -- transcripts ---------------------------------------------------------------------------

MARK = "log -"
"""Typed after every line of a transcript: its complaint shows where an answer ends."""


@every_document
def test_transcripts_are_what_really_happens(path: Path, tmp_path: Path) -> None:
    for block in blocks(path):
        for word in block.info:
            if word.startswith("file="):
                file = tmp_path / word.removeprefix("file=")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")
    wrong: list[str] = []
    written: dict[str, list[str]] = {}
    for session in sessions(path):
        for exchange, answer in zip(session, answers(session, tmp_path), strict=True):
            shown = written.setdefault(exchange.block.text, [])
            if fits(exchange.answer, answer):
                shown += [exchange.shown, *exchange.answer]
                continue
            shown += [exchange.shown, *answer]
            wrong.append(f"{named(path)}:{exchange.block.line}: {exchange.shown}")
            wrong += [f"    {line}" for line in answer]
    if os.environ.get(REWRITE):
        text = path.read_text(encoding="utf-8")
        for old, new in written.items():
            text = text.replace(old, "".join(f"{line}\n" for line in new), 1)
        path.write_text(text, encoding="utf-8")
        return
    assert not wrong, "\n".join(["this happens instead:", *wrong])


def answers(session: Sequence[Exchange], folder: Path) -> list[list[str]]:
    """What each line of a transcript is answered with, run through a pipe."""
    words = shlex.split(session[0].typed)
    assert words[0] == "brass", f"a transcript can't run `{words[0]}`"
    typed = "".join(f"{line}\n{MARK}\n" for line in ["", *(e.typed for e in session[1:])])
    run = subprocess.run(
        [sys.executable, "-m", "brasswright.cli.main", *words[1:]],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env={**os.environ, "COLUMNS": "80", "XDG_DATA_HOME": str(folder / "data")},
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    found: list[list[str]] = [[]]
    for line in run.stdout.splitlines():
        number = re.match(r"input line (\d+): ", line)
        if number is not None and int(number[1]) % 2 == 0:
            found.append([])
        else:
            found[-1].append(line.removeprefix(number[0] if number else ""))
    found += [[] for _ in session[len(found) :]]
    return found[: len(session)]


@every_document
def test_examples_of_python_hold(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    parser, known = doctest.DocTestParser(), {"__name__": "document"}
    for block in blocks(path):
        if block.language == "pycon":
            example = parser.get_doctest(block.text, known, named(path), str(path), block.line)
            said: list[str] = []
            runner.run(example, out=said.append, clear_globs=False)
            known = example.globs
            assert not runner.summarize(verbose=False).failed, "".join(said)


# -- rule text -----------------------------------------------------------------------------

GAME = "".join(block.text for block in blocks(LANGUAGE) if block.info[:2] == ("rules", "game"))
"""The pieces of the game that the reference is built on."""


def layers(overlay: str = "") -> list[LayerText]:
    """The game of the reference, with an overlay on it."""
    manifest = {"name": "ferries", "title": "Ferries", "files": ["ferries.rules"]}
    found = [LayerText("ferries", "Ferries", manifest, {"ferries.rules": GAME})]
    if overlay:
        if not overlay.startswith("overlay "):
            overlay = f'overlay example "An example" amends ferries\n{overlay}'
        found.append(LayerText("example", "", {"amends": ["ferries"]}, {"example.rules": overlay}))
    return found


def mistakes(overlay: str = "") -> tuple[Diagnostic, ...]:
    """All that is wrong or doubtful about the game with an overlay."""
    try:
        return diagnose(merge(layers(overlay)))
    except RulesError as error:
        return error.diagnostics


def play_to_the_end(overlay: str = "") -> None:
    book = merge(layers(overlay))
    for seats in range(book.seats[0], book.seats[1] + 1):
        game, random = game_of(book, list("ABCD"[:seats]), seed=1), Random(1)
        while game.turn is not None:
            game.push(random_move(game, random))
            assert not game.broken_invariants()


def test_the_game_of_the_reference_is_sound() -> None:
    assert not mistakes(), render(mistakes())
    play_to_the_end()


def of_language(kind: str) -> list[object]:
    return [
        pytest.param(block, id=f"line{block.line}")
        for block in blocks(LANGUAGE)
        if block.info[:2] == ("rules", kind)
    ]


@pytest.mark.parametrize("block", of_language("overlay"))
def test_the_overlays_of_the_reference_can_be_played(block: Block) -> None:
    found = [m for m in mistakes(block.text) if m.severity == "error"]
    assert not found, render(found)
    play_to_the_end(block.text)


@pytest.mark.parametrize("block", of_language("wrong"))
def test_the_mistakes_of_the_reference_are_found(block: Block) -> None:
    assert block.info[2] in [m.code for m in mistakes(block.text)], render(mistakes(block.text))


def expressions() -> list[tuple[int, str, str]]:
    """(line, expression, value) of all lines `expression   # value`."""
    found = []
    for block in blocks(LANGUAGE):
        if block.info[:2] == ("rules", "expressions"):
            for number, line in enumerate(block.text.splitlines(), start=block.line + 1):
                expression, _, value = line.partition("  #")
                found.append((number, expression.strip(), value.strip()))
    return found


@pytest.mark.parametrize(
    ("expression", "value"), [pytest.param(e, v, id=f"line{n}") for n, e, v in expressions()]
)
def test_the_expressions_of_the_reference_have_their_values(expression: str, value: str) -> None:
    written = expression.replace('"', '\\"')
    game = game_of(merge(layers(f'status "{{({written})}}"\n')), ["Ada", "Ben"], seed=1)
    assert game.status("Ada") == value


def test_every_word_of_the_language_is_in_the_reference() -> None:
    from brasswright.interpreter.checking.functions import FUNCTIONS
    from brasswright.interpreter.syntax.words import KEYWORDS

    shown = "\n".join(block.text for block in blocks(LANGUAGE) if block.language == "rules")
    words = set(re.findall(r"[a-z]+", shown))
    assert sorted({*KEYWORDS, *FUNCTIONS} - words) == []


def test_the_python_in_the_architecture_is_what_is_generated() -> None:
    rules, python = (
        "\n".join(b.text for b in blocks(ROOT / "ARCHITECTURE.md") if b.info == info)
        for info in (("rules", "compiled"), ("python", "generated"))
    )
    manifest = {"name": "example", "title": "Example", "files": ["example.rules"]}
    book = merge([LayerText("example", "Example", manifest, {"example.rules": rules})])
    made = compiled_rules(book, book.seats[0]).module.text
    for function in python.split("\n\n"):
        assert function.strip() in made, f"{function}\nis not in\n{made}"


# -- names ---------------------------------------------------------------------------------


@every_document
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{named(path)} links to {target}"


def test_every_module_has_its_line_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named_there = set(re.findall(r"`(\w+/[\w/]+\.(?:py|lark|json))`", text))
    found = {
        file.relative_to(ROOT).as_posix()
        for folder in ("grammar", "interpreter", "cli")
        for pattern in ("*.py", "*.lark", "*.json")
        for file in (ROOT / folder).rglob(pattern)
        if file.name != "__init__.py"
    }
    assert sorted(found - named_there) == []
    assert sorted(n for n in named_there if not (ROOT / n).exists()) == []


def test_make_targets_that_are_named_exist() -> None:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for path in DOCUMENTS:
        named_there = set(re.findall(r"`make ([a-z]+)", path.read_text(encoding="utf-8")))
        assert named_there <= made, named(path)
