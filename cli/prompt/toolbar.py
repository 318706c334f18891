"""The line at the bottom of the screen: where the game stands, and which keys help."""

from __future__ import annotations

from brasswright.cli.prompt.session import PART, Session, in_lines, with_overlays

HINT = "Tab, help"


def toolbar(session: Session) -> str:
    """The status line in as many lines as it needs, with a hint if there is room for it."""
    game = session.game
    parts = session.status().split(PART)
    if game.turn is not None and game.turn not in session.status():
        parts.append(f"{game.turn} decides")
    parts += [with_overlays(game.rulebook)] if with_overlays(game.rulebook) else []
    room = session.console.width - 2
    lines = in_lines(parts, room)
    if len(lines[-1]) + len(PART) + len(HINT) <= room:
        lines[-1] += f"{PART}{HINT}"
    return "\n".join(f" {line[:room]}" for line in lines)
