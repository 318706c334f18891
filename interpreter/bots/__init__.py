"""Players that need nobody at the keyboard. They use the game and what their seat may see."""

from __future__ import annotations

from brasswright.interpreter.bots.bot import Bot
from brasswright.interpreter.bots.chance import random_move, random_way
from brasswright.interpreter.bots.seating import GROUP, KINDS, choose, named, others
from brasswright.interpreter.errors import BotError

__all__ = [
    "GROUP",
    "KINDS",
    "Bot",
    "BotError",
    "choose",
    "named",
    "others",
    "random_move",
    "random_way",
]
