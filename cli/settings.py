"""What people may set: each setting with its values and what it is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any

from brasswright.cli.language import say

YES, NO = ("yes", "on", "true"), ("no", "off", "false")
DEFAULT, OPTION, HERE = "default", "option", "set here"
"""Where a value may come from, besides the file and the environment."""
VARIABLE = "BRASSWRIGHT_"
"""What the environment variable of a setting begins with; its name in capitals follows."""


def _setting(default: Any, about: str, *values: str) -> Any:
    return field(default=default, metadata={"about": about, "values": values})


@dataclass(slots=True)
class Settings:
    """How the program behaves for one person; never how a game is played."""

    language: str = _setting("en", "language of names and messages, such as en or es")
    colour: str = _setting("auto", "colours at the terminal", "auto", "never")
    undo: str = _setting(
        "strict",
        "what may be taken back in games that begin",
        "strict",
        "friendly",
        "sandbox",
    )
    auto: bool = _setting(False, "play by itself where only one move is legal")
    confirm: bool = _setting(False, "show what a move costs, and ask, before it is played")
    after_move: str = _setting("nothing", "what is shown after a move", "nothing", "map", "board")
    layout: str = _setting(
        "auto", "how the map and the tables are laid out", "auto", "compact", "wide"
    )
    menu: str = _setting("tab", "when the list of words opens", "tab", "typing")
    keys: str = _setting("emacs", "how the line is edited", "emacs", "vi")
    games: str = _setting("", "folder where games are kept; empty for the usual one")

    origins: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    """By setting: where its value comes from. What is not in it has its default."""

    def origin(self, name: str) -> str:
        """Where the value of a setting comes from."""
        return self.origins.get(name, DEFAULT)

    def change(self, name: str, value: Any, origin: str) -> None:
        """Give a setting a value that `check` or `understood` has passed."""
        setattr(self, name, value)
        self.origins[name] = origin


def declared() -> dict[str, Field[Any]]:
    """The settings by name, in order."""
    return {each.name: each for each in fields(Settings) if "about" in each.metadata}


def default_of(name: str) -> Any:
    """The value that a setting has when nothing is said."""
    value = declared()[name].default
    assert value is not MISSING
    return value


def about(name: str) -> str:
    """What a setting is for."""
    text: str = declared()[name].metadata["about"]
    return text


def values_of(name: str) -> tuple[str, ...]:
    """The words that may be typed for a setting; none when any text will do."""
    if isinstance(default_of(name), bool):
        return (YES[0], NO[0])
    values: tuple[str, ...] = declared()[name].metadata["values"]
    return values


def check(name: str, value: object) -> None:
    """Raise ValueError, saying what was expected, if a setting can't have this value."""
    if isinstance(default_of(name), bool):
        fine = isinstance(value, bool)
    else:
        fine = isinstance(value, str) and value.isprintable()
        fine = fine and (not values_of(name) or value in values_of(name))
    if not fine:
        message = "`{name}` is {expected}, not {value}"
        raise ValueError(say(message, name=name, expected=_expected(name), value=written(value)))


def understood(name: str, text: str) -> Any:
    """The value that was typed for a setting. Raises ValueError, saying what was expected."""
    typed = text.strip()
    if len(typed) > 1 and typed[0] == typed[-1] and typed[0] in "\"'":
        typed = typed[1:-1]
    from brasswright.interpreter.notation import plain

    value: object = typed
    meant = {word: word for word in (*YES, *NO, *values_of(name))}
    meant |= {plain(said(name, word)): word for word in values_of(name)}
    word = meant.get(plain(typed))
    if isinstance(default_of(name), bool) and word in (*YES, *NO):
        value = word in YES
    elif word in values_of(name):
        value = word
    check(name, value)
    return value


def said(name: str, value: str) -> str:
    """A word for a setting in the language spoken: yes and no; all others are names."""
    return say(value) if isinstance(default_of(name), bool) else value


def written(value: object) -> str:
    """A value as the file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return str(value)


def described(settings: Settings, names: Iterator[str] | None = None) -> str:
    """Settings with the value in force, where it comes from, what it may be and is for."""
    blocks = []
    for name in names or iter(declared()):
        purpose = say(about(name))
        words = values_of(name)
        may_be = f": {_either(words)}" if words and not isinstance(default_of(name), bool) else ""
        blocks.append(
            f"{name} = {written(getattr(settings, name))}  ({_origin(settings.origin(name))})\n"
            f"    {purpose[0].upper()}{purpose[1:]}{may_be}."
        )
    return "\n".join(blocks)


def _expected(name: str) -> str:
    if isinstance(default_of(name), bool):
        return say("true or false")
    words = values_of(name)
    return _either([f'"{word}"' for word in words]) if words else say("a text in quotes")


def _either(words: tuple[str, ...] | list[str]) -> str:
    return say("{most} or {last}", most=", ".join(words[:-1]), last=words[-1])


def _origin(text: str) -> str:
    """Where a value comes from, as it is told."""
    kind, _, name = text.partition(" ")
    if kind == "file":
        return say("file {name}", name=name)
    return say("environment {name}", name=name) if kind == "environment" else say(text)
