"""`brass play`: a game at the prompt, from a pipe, or by bots alone."""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.layering import add_overlays
from brasswright.cli.main import FAILED, FINE, MISUSED
from brasswright.cli.prompt.console import Console, open_console
from brasswright.cli.prompt.setting_up import (
    Misused,
    check_kinds,
    choose_ruleset,
    choose_seats,
    read_seats,
    seats_for,
)

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.record import Record

BIGGEST_SEED = 2**31


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
        help="one player: human or random; once for each",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same game")
    add_overlays(parser)
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
    console = open_console()
    try:
        session = open_session(options, console)
    except Misused as misused:
        output.complain(str(misused))
        return MISUSED
    except (EOFError, KeyboardInterrupt):
        return FINE
    from brasswright.cli.prompt.loop import play

    try:
        all_well = play(session)
    except (Exception, KeyboardInterrupt):
        if session.path is not None:
            output.complain(f"the game is saved in {session.path}")
        raise
    return FINE if all_well or console.interactive else FAILED


def open_session(options: argparse.Namespace, console: Console) -> Session:
    """The game that was asked for, with people and bots seated and a file to keep it in."""
    from brasswright.cli.prompt.keeping import fresh_path
    from brasswright.cli.prompt.session import Session

    seats = read_seats(options.seat)
    if options.resume is not None:
        return _resume(options, console, seats)
    if options.players is not None:
        seats = seats_for(options.players)
    game = _new_game(options, console, seats)
    if options.save:
        path = Path(options.save).expanduser()
        if path.exists():
            raise Misused(f"{path} exists already; `--resume {path}` goes on with it")
        return Session(game, console, seats, path)
    keep = console.interactive and "human" in seats.values()
    return Session(game, console, seats, fresh_path(game) if keep else None)


def _new_game(options: argparse.Namespace, console: Console, seats: dict[str, str]) -> Game:
    import brasswright as bw
    from brasswright.cli.rulesets import playable

    if options.ruleset:
        name = options.ruleset
        known = [info for info in playable() if info.name == name]
        low, high = known[0].seats if known else (1, 26)
    else:
        editions = playable()
        if not console.interactive:
            raise Misused(f"which ruleset? {', '.join(e.name for e in editions)}")
        info = editions[0] if len(editions) == 1 else choose_ruleset(console, editions)
        name = info.name
        low, high = info.seats
    if not seats and console.interactive and low != high:
        seats.update(choose_seats(console, low, high))
    elif not seats:
        seats.update(seats_for(low))
    if not low <= len(seats) <= high:
        raise Misused(f"{name} is for {low} to {high} players, not {len(seats)}")
    seed = options.seed if options.seed is not None else random.randrange(BIGGEST_SEED)
    return bw.new_game(name, players=list(seats), seed=seed, overlays=options.overlays)


def _resume(options: argparse.Namespace, console: Console, seats: dict[str, str]) -> Session:
    from brasswright.cli.prompt.keeping import newest_path
    from brasswright.cli.prompt.session import Session

    given = [name for name in ("ruleset", "players", "seed", "save") if getattr(options, name)]
    if given or options.overlays:
        raise Misused("--resume goes on with a game as it began: only --seat may be added")
    path = Path(options.resume).expanduser() if options.resume else newest_path()
    if path is None:
        raise Misused("no game is kept yet")
    record, cut_off = _whole_or_mended(path)
    game = record.game()
    strangers = [name for name in seats if name not in game.players]
    if strangers:
        raise Misused(f"{strangers[0]} does not play in {path}: {', '.join(game.players)} do")
    check_kinds(path, game, seats)
    session = Session(game, console, seats, path)
    session.skip_news()
    moves = len(game.moves_played)
    console.write(f"{path}: going on after {moves} move{'s' if moves != 1 else ''}")
    if cut_off:
        console.write("Its last line was cut off and has been left out; all before it is whole.")
    return session


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
