"""From what was asked for on the command line, or in a short talk, to a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from brasswright.cli.language import say, title_of
from brasswright.cli.messages import either
from brasswright.cli.prompt.console import Asking, Console, Word
from brasswright.cli.prompt.session import HUMAN
from brasswright.cli.prompt.words import fits, pick
from brasswright.cli.views.table import list_text

if TYPE_CHECKING:
    from pathlib import Path

    from brasswright.interpreter.game import Game
    from brasswright.interpreter.layers.finder import RulesetInfo

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST = 60
"""Letters of an answer that are quoted back."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")


TUTORIAL = "tutorial"
"""What may be answered instead of a game: first, lessons."""


class LessonsWanted(Exception):
    """The person asks for lessons instead of a game."""


class Misused(Exception):
    """The command line asks for something that can't be; the message says what."""


def read_seats(texts: Sequence[str]) -> dict[str, str]:
    """`["Ada=human", "Ben=random"]` as a mapping; a name alone is a person."""
    seats: dict[str, str] = {}
    for text in texts:
        name, equals, kind = text.partition("=")
        if not _NAME.fullmatch(name):
            message = "`{name}` can't be a player's name: a letter, then letters and digits"
            raise Misused(say(message, name=name[:LONGEST]))
        if any(name.casefold() == other.casefold() for other in seats):
            raise Misused(say("two players are called {name}", name=name))
        seats[name] = _kind(kind) if equals else HUMAN
    return seats


def _kind(text: str) -> str:
    """Who sits at a seat, as it was typed: a person, or a bot that is there."""
    if text.casefold() == HUMAN:
        return HUMAN
    from brasswright.interpreter.bots import KINDS, BotError, named, others

    if text.casefold() in KINDS:
        return text.casefold()
    if ":" not in text and text not in others():
        known = either((HUMAN, *KINDS, *others(), "MODULE:CLASS"))
        message = "`{kind}` is no kind of player: {known}"
        raise Misused(say(message, kind=text[:LONGEST], known=known))
    try:
        named(text)
    except BotError as error:
        raise Misused(str(error)) from None
    return text


def check_kinds(path: Path, game: Game, seats: Mapping[str, str]) -> None:
    """Can every seat of a kept game be filled? Raises Misused.

    A file brings no code into the game: whose bot is `module:Class` must be said again.
    """
    for player, kind in zip(game.players, game.seat_kinds, strict=True):
        if kind == HUMAN or player in seats:
            continue
        from brasswright.interpreter.bots import KINDS, others

        if kind in KINDS or kind in others():
            continue
        known = either((HUMAN, *KINDS, *others()))
        if ":" in kind:
            message = (
                "in {path}, {player} is played by `{kind}`, which is not part of the game; "
                "--seat {player}={kind} lets it play on, --seat {player}={known} another"
            )
        else:
            message = (
                "in {path}, {player} is played by `{kind}`, which is not known here; "
                "--seat {player}={known} says who goes on"
            )
        raise Misused(say(message, path=path, player=player, kind=kind, known=known))


def seats_for(number: int) -> dict[str, str]:
    """That many people, called by letters."""
    if not 1 <= number <= len(LETTERS):
        raise Misused(say("{n} players are not possible", n=number))
    return dict.fromkeys(LETTERS[:number], HUMAN)


def choose_ruleset(
    console: Console, editions: Sequence[RulesetInfo], lessons: bool = False
) -> RulesetInfo:
    """Offer the playable rulesets, perhaps lessons too.

    Raises KeyboardInterrupt or EOFError to leave, LessonsWanted.
    """
    console.write(say("Which game?"))
    console.write(_menu(editions, console.width))
    if lessons:
        console.write(say("New to this? Type tutorial."))
    by_name: Mapping[str, RulesetInfo] = {edition.name: edition for edition in editions}
    asking = Asking(
        prompt=say("number or name (Enter for 1) > "),
        complete=lambda text: [
            Word(e.name, title_of(e), len(text)) for e in editions if not text or fits(text, e.name)
        ],
    )
    while True:
        answer = console.read(asking).strip()
        if not answer:
            return editions[0]
        if lessons and len(answer) > 1 and fits(answer, TUTORIAL):
            raise LessonsWanted
        if answer.isdecimal() and 1 <= int(answer) <= len(editions):
            return editions[int(answer) - 1]
        name = pick(answer, by_name)
        if name is not None:
            return by_name[name]
        console.complain(say("`{answer}` is not one of these", answer=answer[:LONGEST]))


def choose_seats(
    console: Console, low: int, high: int, sitting: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Ask who plays; those who sit there already are offered, as many as fit."""
    numbers = str(low) if low == high else say("{low} to {high}", low=low, high=high)
    usual = _usual(low, high, sitting or {LETTERS[0]: HUMAN})
    message = (
        "Who plays? Type {numbers} names; NAME=KIND is a computer player, "
        "from weak to strong: random, sensible, greedy, planner."
    )
    console.write(say(message, numbers=numbers))
    while True:
        asking = Asking(prompt=say("names (Enter for {usual}) > ", usual=usual))
        answer = console.read(asking).strip() or usual
        try:
            seats = read_seats(answer.replace(",", " ").split())
        except Misused as misused:
            console.complain(str(misused))
            continue
        if low <= len(seats) <= high:
            return seats
        message = "{n} players? This game has {numbers}"
        console.complain(say(message, n=len(seats), numbers=numbers))


def _usual(low: int, high: int, sitting: Mapping[str, str]) -> str:
    seats = dict(list(sitting.items())[:high])
    for letter in LETTERS[len(seats) :]:
        if len(seats) < low:
            seats.setdefault(letter, "random")
    return " ".join(name if kind == HUMAN else f"{name}={kind}" for name, kind in seats.items())


def _menu(editions: Sequence[RulesetInfo], width: int) -> str:
    return list_text([(f"{i} {e.name}", title_of(e)) for i, e in enumerate(editions, 1)], width)
