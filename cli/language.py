"""What the command line itself says, in the language that was asked for.

The text in the program is the English one, and what a catalogue says instead of it is in
`cli/languages/`. One language is spoken at a time, by the whole process.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.interpreter.language import ENGLISH, SOURCE, Language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brasswright.interpreter.game import Game

OWN = Path(__file__).parent / "languages"
VARIABLE = "BRASSWRIGHT_LANGUAGE"
"""Environment variable: the language, unless `--lang` says another."""

_PLACE = re.compile(r"\b[A-Z]{2,}\b")
_spoken = ENGLISH


def speak(code: str) -> None:
    """Say everything in this language from now on; in English what is not translated.

    Raises RulesError if the translations can't be used.
    """
    global _spoken
    _spoken = ENGLISH if code == SOURCE else _read(code)


def _read(code: str) -> Language:
    from brasswright.interpreter.language_files import OWN as INTERPRETER
    from brasswright.interpreter.language_files import read_catalogue
    from brasswright.interpreter.layers.finder import language_source

    places = [
        (INTERPRETER, f"interpreter/languages/{code}.yaml"),
        (OWN, f"cli/languages/{code}.yaml"),
    ]
    sources = [language_source(folder, code, shown) for folder, shown in places]
    return Language(code, [read_catalogue(source) for source in sources if source is not None])


def say(source: str, /, **values: object) -> str:
    """A text in the language that is spoken, its holes filled."""
    return _spoken.say(source, **values)


def series(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return _spoken.series(items)


def form(usage: str) -> str:
    """How a command is typed, with its name and what goes after it in the language spoken."""
    name, *rest = usage.split(" ")
    said = _spoken.typed(name)[0]
    return " ".join([said, *(_PLACE.sub(lambda place: say(place[0]), word) for word in rest)])


def other_words() -> dict[str, str]:
    """By what is typed in this language: the word of the prompt that it stands for."""
    return {typed: word for word, every in _spoken.words.items() for typed in every}


# -- on the command line -------------------------------------------------------------------


def add_language(parser: argparse.ArgumentParser) -> None:
    """The option that chooses a language."""
    parser.add_argument("--lang", metavar="CODE", help="the language of names and messages: en, es")


def wanted(options: argparse.Namespace) -> str | None:
    """The language asked for by the option or the variable; None if neither says one."""
    return getattr(options, "lang", None) or os.environ.get(VARIABLE) or None


def speak_with(options: argparse.Namespace, game: Game | None = None) -> None:
    """Let the program and a game speak the language asked for. Raises BrasswrightError."""
    code = wanted(options) or SOURCE
    speak(code)
    if game is not None:
        game.speak(code)
