"""What people may set: each setting with its values and what it is for."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any


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


def declared() -> dict[str, Field[Any]]:
    """The settings by name, in order."""
    return {each.name: each for each in fields(Settings)}


def default_of(name: str) -> Any:
    """The value that a setting has when nothing is said."""
    value = declared()[name].default
    assert value is not MISSING
    return value
