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

from brasswright.cli.output import printable
from brasswright.interpreter.language import ENGLISH, SOURCE, Language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brasswright.interpreter.game import Game
    from brasswright.interpreter.layers.finder import RulesetInfo
    from brasswright.interpreter.layers.layer import LayerText

OWN = Path(__file__).parent / "languages"
VARIABLE = "BRASSWRIGHT_LANGUAGE"
"""Environment variable: the language, unless `--lang` says another."""

_PLACE = re.compile(r"\b[A-Z]{2,}\b")
_WORD = re.compile(r"\b[a-z]+\b")
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
    return _spoken.say(source, **{name: _shown(value) for name, value in values.items()})


def _shown(value: object) -> object:
    """What fills a hole may come from anywhere: it must not drive the terminal."""
    return value if isinstance(value, int) else printable(str(value))


def series(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return _spoken.series(items)


def form(usage: str) -> str:
    """How a command is typed: its words, and what goes after them, in the language spoken."""
    if _spoken.is_source:
        return usage
    words = _WORD.sub(lambda word: _spoken.typed(word[0])[0], usage)
    return _PLACE.sub(lambda place: say(place[0]), words)


def meant(typed: str, *words: str) -> str:
    """Which of these words of a command was typed, in the language spoken or in English.

    What is none of them comes back as it is, in small letters.
    """
    from brasswright.interpreter.notation import plain

    said = plain(typed)
    for word in words:
        if said in map(plain, (word, *_spoken.typed(word))):
            return word
    return typed.casefold()


def title_of(titled: RulesetInfo | LayerText) -> str:
    """The title of a ruleset or overlay that is on disk."""
    if _spoken.is_source:
        return titled.title
    from brasswright.interpreter.errors import BrasswrightError
    from brasswright.interpreter.language_files import open_language
    from brasswright.interpreter.layers.finder import find
    from brasswright.interpreter.layers.layer import LayerText

    try:
        layers = (titled,) if isinstance(titled, LayerText) else find(titled.name)[-1:]
        return open_language(_spoken.code, layers).text(titled.title)
    except BrasswrightError:
        return titled.title


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
