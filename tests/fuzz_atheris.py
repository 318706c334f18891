"""Bytes that a coverage-guided fuzzer comes up with, for all that reads a text. Not run by pytest:

    pip install atheris
    python -m tests.fuzz_atheris TARGET -max_total_time=60

Every reader may raise what it says that it raises, and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import atheris

with atheris.instrument_imports(include=["brasswright", "yaml", "tomllib"]):
    from brasswright.cli.settings_file import _table
    from brasswright.interpreter.errors import BrasswrightError, RecordError, RulesError
    from brasswright.interpreter.layers.house import house_text
    from brasswright.interpreter.layers.manifest import read_manifest
    from brasswright.interpreter.layers.yaml_text import read_yaml
    from brasswright.interpreter.record import FIRST, _digest, read_record
    from brasswright.interpreter.scenario import read
    from brasswright.interpreter.source import Source
    from brasswright.interpreter.syntax.parser import parse

Target = Callable[[bytes], object]


def _source(content: bytes) -> Source:
    return Source("evil", content.decode("utf-8", "replace"), "evil")


def rules(content: bytes) -> None:
    """Rule text never raises."""
    parse(_source(content))


def house(content: bytes) -> None:
    """A house file becomes rule text, which is read."""
    try:
        text = house_text(read_yaml(_source(content)), "evil", "birmingham")
    except RulesError:
        return
    parse(Source("evil", text, "evil"))


def manifests(content: bytes) -> None:
    """A manifest."""
    try:
        read_manifest(_source(content))
    except RulesError:
        return


def scenarios(content: bytes) -> None:
    """A scenario file, read and not played."""
    try:
        read(_source(content))
    except RulesError:
        return


def settings(content: bytes) -> None:
    """A file of settings."""
    _table(_source(content))


def records(content: bytes) -> None:
    """The head of a record, with a right digest; its rules are not used."""
    body = f"{FIRST} 1\n{content.decode('utf-8', 'replace')}\n"
    try:
        read_record(f"{body}play: {_digest(body)}\n".encode(), "evil")
    except (RecordError, BrasswrightError):
        return


TARGETS: dict[str, Target] = {
    each.__name__: each for each in (rules, house, manifests, scenarios, settings, records)
}

if __name__ == "__main__":
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
