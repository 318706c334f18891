"""How the tree is kept: imports run one way, the engine knows no game, files stay small."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.syntax import nodes

ROOT = Path(__file__).parent.parent
PACKAGES = ("cli", "grammar", "interpreter", "rulesets")
ENGINE = ("cli", "grammar", "interpreter")
LONGEST = 450
LONGEST_TEST = 600

RANKS = {
    "grammar": 0,
    "interpreter.cache": 0,
    "interpreter.source": 0,
    "interpreter.suggest": 0,
    "interpreter.diagnostics": 0,
    "interpreter.errors": 0,
    "interpreter.moves": 0,
    "interpreter.syntax": 1,
    "interpreter.layers": 2,
    "interpreter.checking": 3,
    "interpreter.compiling": 4,
    "interpreter.running": 4,
    "interpreter": 5,
    "interpreter.native": 5,
    "cli": 6,
}
"""Where a module stands: it imports from its own rank and from those below."""


def python_files() -> list[Path]:
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return sorted(path for path in found if "__pycache__" not in path.parts)


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def rank(module: str) -> int:
    """The rank of the longest name that a module's begins with."""
    while module not in RANKS:
        module = module.rpartition(".")[0]
        if not module:
            return max(RANKS.values())
    return RANKS[module]


# -- imports -------------------------------------------------------------------------------


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and module of every import that is carried out, inside functions too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        else:
            yield from imports(node)


@pytest.mark.parametrize("path", python_files(), ids=module_of)
def test_imports_run_one_way(path: Path) -> None:
    module = module_of(path)
    for line, imported in imports(ast.parse(path.read_text(encoding="utf-8"))):
        name = imported.removeprefix("brasswright.")
        if name == imported or name == "__version__":
            continue
        assert rank(name) <= rank(module), f"{path}:{line} imports {imported}"


def test_the_engine_does_not_import_the_command_line() -> None:
    for path in (ROOT / "interpreter").rglob("*.py"):
        names = [name for _, name in imports(ast.parse(path.read_text(encoding="utf-8")))]
        assert not [name for name in names if name.startswith("brasswright.cli")], path


# -- words of the games --------------------------------------------------------------------

WRITTEN = {
    *("coal", "iron", "beer", "barrel", "brewery", "cotton", "mill", "pottery", "manufacturer"),
    *("canal", "canals", "rail", "rails", "railway", "railways", "merchant", "merchants"),
    *("shipyard", "ironworks", "overbuild", "overbuilt", "overbuilding", "distant"),
    *("birmingham", "lancashire", "introductory", "roxley", "wallace"),
}
ORDINARY = {
    *("blank", "cash", "level", "link", "links", "location", "market", "mine", "none", "offer"),
    *("place", "port", "points", "space", "spaces", "stone", "town", "wild", "works", "free"),
    *("industry", "income", "victory", "develop", "bonus", "warehouse", "virtual", "nothing"),
    *("goods", "north", "south", "bury", "slip"),
}
"""Parts of names in the rulesets that are also ordinary words of programs or board games."""


@cache
def rulebook(name: str) -> Rulebook:
    return merge(find(name))


def names_of(name: str) -> Iterator[str]:
    """The words that a ruleset's own names are made of."""
    book = rulebook(name)
    yield name
    for enum in book.enums.values():
        yield from enum.values
    for rows in book.tables.values():
        yield from (row.id for row in rows if row.id)
        for row in rows:
            title = row.cells.get("title")
            if isinstance(title, nodes.CellText):
                yield title.text


@cache
def game_words() -> frozenset[str]:
    found = set(WRITTEN)
    for ruleset in ("birmingham", "lancashire"):
        for name in names_of(ruleset):
            words = re.findall(r"[a-z]+", name.lower())
            found |= {word for word in words if len(word) > 3}
    return frozenset(found - set(ORDINARY))


def texts() -> list[Path]:
    kinds = ("*.py", "*.lark", "*.json", "*.html", "*.css", "*.js", "*.c")
    return sorted(p for part in ENGINE for kind in kinds for p in (ROOT / part).rglob(kind))


@pytest.mark.parametrize("path", texts(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_word_of_a_game_is_known_outside_the_rulesets(path: Path) -> None:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        words = set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", line).lower()))
        found += [f"{path.name}:{number}: {word}" for word in sorted(words & game_words())]
    assert not found


def test_the_list_of_words_is_worth_its_name() -> None:
    for word in ("worcester", "brewery", "manufacturer", "preston", "cotton", "coalbrookdale"):
        assert word in game_words()
    assert len(game_words()) > 80


# -- packages and files --------------------------------------------------------------------


def test_every_package_is_packed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = set(project["tool"]["setuptools"]["packages"])
    inits = [ROOT / package for package in PACKAGES]
    inits += [path.parent for package in PACKAGES for path in (ROOT / package).rglob("__init__.py")]
    tree = {".".join(("brasswright", *path.relative_to(ROOT).parts)) for path in inits}
    assert packed == {"brasswright", *tree}


def test_every_folder_with_code_is_a_package() -> None:
    for path in python_files():
        assert (path.parent / "__init__.py").exists(), path


def all_python() -> list[Path]:
    return [*python_files(), *sorted((ROOT / "tests").rglob("*.py")), ROOT / "__init__.py"]


@pytest.mark.parametrize("path", all_python(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_holds_one_idea(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") < (LONGEST_TEST if "tests" in path.parts else LONGEST)
    if text:
        assert ast.get_docstring(ast.parse(text)), "a module says what it is for"


def test_no_machine_is_known() -> None:
    """No path of one machine, nothing left to do."""
    wrong = re.compile(r"/(work|farm|root|home/\w+)/|\bTODO\b|\bFIXME\b")
    files = [*texts(), *(ROOT / "rulesets").rglob("*.rules"), ROOT / "Makefile"]
    for path in files:
        assert not wrong.search(path.read_text(encoding="utf-8")), path
