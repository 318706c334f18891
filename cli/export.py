"""`brass export`: a game as pictures: the board as SVG, the whole game as one page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.language import add_language, say, speak_with
from brasswright.cli.main import FAILED, FINE, MISUSED
from brasswright.cli.moves import add_position, game_at

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

STANDARD_OUTPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    add_position(parser)
    add_language(parser)
    parser.add_argument("--svg", metavar="FILE", help="the board as SVG; - prints it")
    parser.add_argument(
        "--html", metavar="FILE", help="one page that plays the game move by move; - prints it"
    )
    parser.add_argument("--at", type=int, metavar="N", help="after N moves; the page opens there")
    seen = parser.add_mutually_exclusive_group()
    seen.add_argument(
        "--for", dest="player", metavar="PLAYER", help="with what this player may see"
    )
    seen.add_argument(
        "--everything", action="store_true", help="with all that is hidden, and marked so"
    )
    parser.add_argument("--replace", action="store_true", help="write over files that there are")


def run(options: argparse.Namespace) -> int:
    """Write what was asked for; nothing is written when something is wrong."""
    wrong = _misused(options)
    if wrong:
        output.complain(wrong)
        return MISUSED
    game = game_at(options.record, options.scenario)
    speak_with(options, game)
    wrong = _wrong(options, game)
    if wrong:
        output.complain(wrong)
        return FAILED
    # The page first: it goes back to the end of the game, the picture to one move of it.
    texts = {"html": _page(options, game), "svg": _picture(options, game)}
    for kind, text in texts.items():
        if text is not None:
            _write(getattr(options, kind), text)
    return FINE


def _misused(options: argparse.Namespace) -> str:
    """What is wrong with the words themselves; "" for nothing."""
    if options.svg is None and options.html is None:
        return "export what? `--svg FILE` for the board, `--html FILE` for the whole game"
    if options.svg == options.html:
        return "the board and the page need a file each"
    for name in (options.svg, options.html):
        if name not in (None, STANDARD_OUTPUT) and not options.replace and Path(name).exists():
            return f"{name} exists already; `--replace` writes over it"
    return ""


def _wrong(options: argparse.Namespace, game: Game) -> str:
    """What this game has none of; "" for nothing."""
    most = len(game.moves_played)
    if options.at is not None and not 0 <= options.at <= most:
        return f"--at {options.at}: {_moves(most)} played; say 0 to {most}"
    if options.player is not None:
        # Raises NotUnderstood for a stranger.
        options.player = _player(game, options.player)
    if options.svg is not None and not game.drawings:
        return f"{game.rulebook.name} declares no map that could be drawn"
    return ""


def _moves(number: int) -> str:
    return "1 move was" if number == 1 else f"{number} moves were"


def _player(game: Game, name: str) -> str:
    from brasswright.cli.prompt.words import unknown

    for player in game.players:
        if player.casefold() == name.casefold():
            return player
    raise unknown("player", name, game.players)


def _page(options: argparse.Namespace, game: Game) -> str | None:
    if options.html is None:
        return None
    from brasswright.cli.pictures.page import page
    from brasswright.cli.pictures.replay import Seer

    return page(game, Seer(options.player, options.everything), options.at)


def _picture(options: argparse.Namespace, game: Game) -> str | None:
    if options.svg is None:
        return None
    from brasswright.cli.pictures.marks import marks_of
    from brasswright.cli.pictures.replay import at
    from brasswright.cli.pictures.svg import picture

    if options.at is not None:
        at(game, options.at)
    drawing = game.drawing(options.player)
    assert drawing is not None
    stands = game.status(options.player) if game.turn else say("the game is over")
    caption = f"{game.rulebook.title} · {say('{n} moves', n=len(game.moves_played))} · {stands}"
    return picture(drawing, marks_of(game.players), caption)


def _write(name: str, text: str) -> None:
    """Write a file, and say so; or print the text."""
    if name == STANDARD_OUTPUT:
        sys.stdout.write(text)
        return
    from brasswright.interpreter.whole_files import write_whole

    write_whole(Path(name), text)
    print(say("Written: {path}", path=name))
