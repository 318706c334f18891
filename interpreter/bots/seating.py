"""Which bots there are, and letting one of them choose a move in a game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from threading import Thread
from typing import Any

from brasswright.interpreter.bots.bot import Bot
from brasswright.interpreter.bots.chance import RandomBot, SensibleBot
from brasswright.interpreter.bots.greedy import GreedyBot
from brasswright.interpreter.bots.planner import PlannerBot
from brasswright.interpreter.errors import BotError
from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Move
from brasswright.interpreter.suggest import closest

BUILT_IN: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "sensible": SensibleBot,
    "greedy": GreedyBot,
    "planner": PlannerBot,
}
KINDS = tuple(BUILT_IN)
"""The bots that come with the program, the weakest first."""
GROUP = "brasswright.bots"
"""Entry points of this group are bots of other packages."""
PATIENCE = 60.0
"""Seconds that a bot of somebody else's may take for a move."""
LONGEST = 60
"""Letters of a name that are quoted back."""
LONGER = 1000
"""Letters of a move; longer texts are none."""


def named(kind: str) -> Bot:
    """The bot of that name: a built-in one, an entry point, or `module:Class`.

    Modules are looked for in the current folder too. Raises BotError.
    """
    if kind in BUILT_IN:
        return BUILT_IN[kind]()
    found = _imported(kind) if ":" in kind else _entry_point(kind)
    try:
        bot = found() if isinstance(found, type) else found
    except Exception as error:
        raise BotError(f"the bot {kind} can't be made: {_told(error)}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BotError(f"{kind} is no bot: it has no `choose(game, chance)`")
    return bot  # type: ignore[no-any-return]


@cache
def _seated(kind: str) -> Bot:
    return named(kind)


def others() -> tuple[str, ...]:
    """The names of the bots of other packages."""
    from importlib.metadata import entry_points

    return tuple(sorted(found.name for found in entry_points(group=GROUP)))


def choose(kind: str, game: Game, bot: Bot | None = None) -> Move:
    """The move that a bot of that kind makes for the player whose decision it is.

    There is a stream of chance for each move of a game, so one that is resumed goes on as it
    would have gone. Bots other than the built-in ones see a copy in which what is hidden was
    dealt anew; whatever they do there, the game stays as it is. Raises BotError.
    """
    bot = bot or _seated(kind)
    chance = Random(f"{game.seed}:{len(game.moves_played)}")
    if kind in BUILT_IN:
        return bot.choose(game, chance)
    player, copy = game.turn, game.sample(game.turn, chance)
    answer = _in_time(kind, bot, copy, chance)
    long = isinstance(answer, str) and len(answer) > LONGER
    if not isinstance(answer, Move | str) or long:
        raise BotError(f"the bot {kind} of {player} chose no move but {str(answer)[:LONGEST]!r}")
    try:
        move = game.parse(answer) if isinstance(answer, str) else answer
        game.rehearsed(move)
    except Exception as error:  # it may be made of anything
        message = f"the bot {kind} of {player} wants `{_said(answer)}`, which is no move here"
        raise BotError(f"{message}: {error}") from error
    return move


def _said(answer: Move | str) -> str:
    """What a bot answered, as far as it can be said."""
    try:
        return (answer if isinstance(answer, str) else answer.text)[:LONGEST]
    except Exception:
        return "something else"


def _in_time(kind: str, bot: Bot, game: Game, chance: Random) -> Any:
    """What a bot answers. One that never does is left behind in its thread."""
    found: list[Any] = []
    failed: list[BaseException] = []
    player = game.turn

    def ask() -> None:
        try:
            found.append(bot.choose(game, chance))
        except BaseException as error:  # one that wants to end the program too
            failed.append(error)

    asked = Thread(target=ask, name=f"bot {kind}", daemon=True)
    asked.start()
    asked.join(PATIENCE)
    if failed:
        message = f"the bot {kind} of {player} failed: {_told(failed[0])}"
        raise BotError(message) from failed[0]
    if asked.is_alive():
        raise BotError(f"the bot {kind} of {player} took more than {PATIENCE:g} seconds for a move")
    return found[0] if found else None


def _imported(kind: str) -> Any:
    module, _, name = kind.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return getattr(import_module(module), name)
    except AttributeError:
        raise BotError(f"{module} has no {name}, so there is no bot {kind[:LONGEST]}") from None
    except ModuleNotFoundError as error:
        if error.name and error.name == module.partition(".")[0]:
            message = f"there is no {module}.py in this folder and no module called so"
            raise BotError(f"{message}: no bot {kind[:LONGEST]}") from None
        raise BotError(f"the bot {kind[:LONGEST]} can't be read: {_told(error)}") from error
    except (Exception, SystemExit) as error:  # a module may want to end the program
        raise BotError(f"the bot {kind[:LONGEST]} can't be read: {_told(error)}") from error


def _entry_point(kind: str) -> Any:
    from importlib.metadata import entry_points

    for found in entry_points(group=GROUP, name=kind):
        try:
            return found.load()
        except Exception as error:
            raise BotError(f"the bot {kind} can't be read: {_told(error)}") from error
    known = (*KINDS, *others())
    near = closest(kind, known)
    meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    raise BotError(f"no bot is called {kind[:LONGEST]}; {meant}")


def _told(error: BaseException) -> str:
    """What went wrong in somebody's Python, and where, in one line."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code if trace is not None else None
    line = f" (line {trace.tb_lineno} of {code.co_filename})" if trace and code else ""
    return f"{type(error).__name__}: {error}{line}"
