"""The commands of the prompt; `help` and Tab are made from this registry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session

Run = Callable[["Session", str], None]
Offer = Callable[["Session", str], Sequence[tuple[str, str]]]
Enter = Callable[..., Callable[[Run], Run]]


@dataclass(frozen=True, slots=True)
class Command:
    """One command: how it is typed, what it does, what Tab offers after it."""

    name: str
    usage: str
    summary: str
    topic: str
    run: Run
    looks: bool
    """It changes nothing, so it may be used in the middle of a question."""
    offers: Offer | None
    """Names and notes for the words that may follow; None for a move or nothing."""
    takes_move: bool
    files_after: tuple[str, ...]
    """Words after which a file may be named; "" is the command itself."""


COMMANDS: dict[str, Command] = {}
ALIASES: dict[str, str] = {}


def commands_about(topic: str) -> Enter:
    """What enters functions into the registry, under the first word of their usage."""

    def command(
        usage: str,
        summary: str,
        *,
        looks: bool = False,
        offers: Offer | None = None,
        takes_move: bool = False,
        files_after: tuple[str, ...] = (),
        aliases: Sequence[str] = (),
    ) -> Callable[[Run], Run]:
        def enter(run: Run) -> Run:
            name = usage.split()[0]
            COMMANDS[name] = Command(
                name, usage, summary, topic, run, looks, offers, takes_move, files_after
            )
            ALIASES.update(dict.fromkeys(aliases, name))
            return run

        return enter

    return command


def by_topic() -> dict[str, list[Command]]:
    """The commands under the headings that `help` lists them under."""
    found: dict[str, list[Command]] = {}
    for each in COMMANDS.values():
        found.setdefault(each.topic, []).append(each)
    return found


def names() -> tuple[str, ...]:
    """What may be typed for a command, other names included."""
    return (*COMMANDS, *ALIASES)


def named(name: str) -> Command:
    """The command of that name or other name."""
    return COMMANDS[ALIASES.get(name, name)]
