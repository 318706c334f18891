"""The lines at the bottom of the screen: where the game stands, and what the keys do."""

from __future__ import annotations

from collections.abc import Sequence

from brasswright.cli.language import say
from brasswright.cli.prompt.session import PART, Session, in_lines, with_overlays
from brasswright.cli.prompt.switches import legend

APART = "  "


def toolbar(session: Session) -> str:
    """The status in as many lines as it needs, then the keys for which there is room."""
    game = session.game
    parts = session.status().split(PART)
    if game.turn is not None and game.turn not in session.status():
        parts.append(say("{who} decides", who=game.turn))
    parts += [with_overlays(game.rulebook)] if with_overlays(game.rulebook) else []
    room = session.console.width - 2
    lines = in_lines(parts, room)
    keys = _fitting(legend(session.settings), room)
    if len(lines[-1]) + len(PART) + len(keys) <= room:
        lines[-1] += f"{PART}{keys}"
    else:
        lines.append(keys)
    return "\n".join(f" {line[:room]}" for line in lines)


def _fitting(parts: Sequence[str], room: int) -> str:
    """As many of the parts as fit, the last ones left out first."""
    number = len(parts)
    while number > 1 and len(APART.join(parts[:number])) > room:
        number -= 1
    return APART.join(parts[:number])
