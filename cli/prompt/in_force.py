"""Settings that reach beyond one game at the table: language, colour, where games are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.cli import language, output
from brasswright.cli.prompt import keeping

if TYPE_CHECKING:
    from brasswright.cli.settings import Settings


def put_in_force(settings: Settings) -> None:
    """Let messages, output and kept games go by these settings from now on.

    Raises RulesError if there is a mistake in the translations.
    """
    language.speak(settings.language)
    output.allow_colour(settings.colour != "never")
    keeping.keep_games_in(settings.games)
