"""`brass play`: a game at the prompt, from a pipe, or by bots alone."""

from __future__ import annotations

import argparse
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from brasswright.cli import output
from brasswright.cli.language import add_language, say
from brasswright.cli.layering import add_overlays
from brasswright.cli.main import FAILED, FINE, MISUSED
from brasswright.cli.paths import expanded
from brasswright.cli.prompt.console import Console, open_console
from brasswright.cli.prompt.setting_up import (
    LessonsWanted,
    Misused,
    check_kinds,
    choose_ruleset,
    choose_seats,
    read_seats,
    seats_for,
)

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session
    from brasswright.cli.settings import Settings
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.record import Record
    from brasswright.interpreter.whole_files import Claim

BIGGEST_SEED = 2**31
MOST_SEATS = 26


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument(
        "ruleset", nargs="?", metavar="RULESET", help="an edition by name, or its folder"
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--players", type=int, metavar="N", help="that many people, called A, B, …")
    who.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="NAME=KIND",
        help="one player, once for each: human, a bot (random, sensible, greedy, planner) "
        "or a bot of your own (MODULE:CLASS)",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same game")
    add_overlays(parser)
    add_language(parser)
    parser.add_argument(
        "--undo",
        choices=["strict", "friendly", "sandbox"],
        help="what may be taken back in this game",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="after every move ask whether all holds that must always hold",
    )
    parser.add_argument("--save", metavar="FILE", help="keep every move in this new file")
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="go on with the game in this file, or without FILE the one played last",
    )


def run(options: argparse.Namespace) -> int:
    """Play; 1 if a line from a pipe could not be carried out."""
    settings = settings_for(options)
    console = open_console()
    try:
        try:
            session = open_session(options, console, settings)
        except LessonsWanted:
            from brasswright.cli.prompt.teaching.beginning import sit_down_to_learn

            session = sit_down_to_learn(console, settings)
    except Misused as misused:
        output.complain(str(misused))
        return MISUSED
    except (EOFError, KeyboardInterrupt):
        return FINE
    session.checking = options.check
    return play_on(session)


def play_on(session: Session) -> int:
    """Play at the table that was laid; 1 if a line from a pipe could not be carried out."""
    from brasswright.cli.prompt.loop import play

    try:
        with _ended_in_order():
            all_well = play(session)
    except (Exception, KeyboardInterrupt, SystemExit):
        if session.path is not None:
            output.complain(say("the game is saved in {path}", path=session.path))
        raise
    return FINE if all_well or session.console.interactive else FAILED


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Let a signal to end leave as quitting does: the terminal is put back as it was."""

    def leave(number: int, frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    try:
        before = signal.signal(signal.SIGTERM, leave)
    except ValueError:  # not in the main thread: signals don't come here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def settings_for(options: argparse.Namespace) -> Settings:
    """What was set, in force from now on; what is wrong with it is told and does not count."""
    from brasswright.cli.config import tell
    from brasswright.cli.prompt.in_force import put_in_force
    from brasswright.cli.settings_file import settings_in_force

    said = {"undo": getattr(options, "undo", None), "language": getattr(options, "lang", None)}
    settings, mistakes = settings_in_force(said)
    tell(mistakes)
    put_in_force(settings)
    return settings


def open_session(
    options: argparse.Namespace, console: Console, settings: Settings | None = None
) -> Session:
    """The game that was asked for, with people and bots seated and a file to keep it in."""
    from brasswright.cli.prompt.another import lay_table
    from brasswright.cli.prompt.session import Session

    seats = read_seats(options.seat)
    if options.resume is not None:
        return _resume(options, console, seats, settings)
    if options.players is not None:
        seats = seats_for(options.players)
    game = _new_game(options, console, seats)
    if settings is not None:
        game.undo_policy = settings.undo
    if options.save:
        path = expanded(options.save)
        if path.exists():
            message = "{path} exists already; `--resume {path}` goes on with it"
            raise Misused(say(message, path=path))
        return Session(game, console, seats, path, settings)
    if console.interactive and "human" in seats.values():
        return lay_table(game, console, seats, settings)
    return Session(game, console, seats, None, settings)


def _new_game(options: argparse.Namespace, console: Console, seats: dict[str, str]) -> Game:
    from brasswright.interpreter.opening import game_of, open_rulebook

    if options.ruleset:
        name = options.ruleset
        rulebook = open_rulebook(name, options.overlays)
        low, high = rulebook.seats if rulebook.playable else (1, MOST_SEATS)
    else:
        from brasswright.cli.rulesets import playable

        editions = playable()
        if not console.interactive:
            names = ", ".join(e.name for e in editions)
            raise Misused(say("which ruleset? {names}", names=names))
        info = editions[0] if len(editions) == 1 else choose_ruleset(console, editions, True)
        name = info.name
        rulebook = open_rulebook(name, options.overlays)
        low, high = info.seats
    if not seats and console.interactive and low != high:
        seats.update(choose_seats(console, low, high))
    elif not seats:
        seats.update(seats_for(low))
    if not low <= len(seats) <= high:
        message = "{name} is for {low} to {high} players, not {n}"
        raise Misused(say(message, name=name, low=low, high=high, n=len(seats)))
    seed = options.seed if options.seed is not None else random.randrange(BIGGEST_SEED)
    return game_of(rulebook, list(seats), seed)


def _resume(
    options: argparse.Namespace,
    console: Console,
    seats: dict[str, str],
    settings: Settings | None,
) -> Session:
    from brasswright.cli.prompt.keeping import newest_path
    from brasswright.cli.prompt.session import Session

    asked_for = ("ruleset", "players", "seed", "undo", "save")
    given = [name for name in asked_for if getattr(options, name)]
    if given or options.overlays:
        message = "--resume goes on with a game as it began: only --seat may be added"
        raise Misused(say(message))
    path = expanded(options.resume) if options.resume else newest_path()
    if path is None:
        raise Misused(say("no game is kept yet"))
    held = _claimed(path)  # until the session has it: nobody may play on meanwhile
    record, cut_off = _whole_or_mended(path)
    game = record.game()
    strangers = [name for name in seats if name not in game.players]
    if strangers:
        message, names = "{name} does not play in {path}: {names} do", ", ".join(game.players)
        raise Misused(say(message, name=strangers[0], path=path, names=names))
    check_kinds(path, game, seats)
    session = Session(game, console, seats, path, settings)
    del held
    session.skip_news()
    moves = len(game.moves_played)
    message = "{path}: going on after {n} {n|move|moves}"
    console.write(say(message, path=path, n=moves))
    if cut_off:
        message = "Its last line was cut off and has been left out; all before it is whole."
        console.write(say(message))
    return session


def _claimed(path: Path) -> Claim | None:
    """The right to play on in a file. Raises RecordError if another process has it."""
    from brasswright.interpreter.errors import RecordError
    from brasswright.interpreter.whole_files import InUse, claim

    try:
        return claim(path)
    except InUse:
        message = (
            "{path}: this game is being played in another window; leave it there first. "
            "`load {path}` in a game of your own goes on with a copy"
        )
        raise RecordError(say(message, path=path)) from None


def _whole_or_mended(path: Path) -> tuple[Record, bool]:
    """The record in a file, without its last line if that is cut off, as after a crash."""
    import brasswright as bw
    from brasswright.interpreter.errors import RecordError

    try:
        return bw.load_record(path), False
    except RecordError:
        try:
            return bw.load_record(path, mend=True), True
        except RecordError:
            pass
        raise
