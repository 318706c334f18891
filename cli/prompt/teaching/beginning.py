"""Beginning a game with lessons: at the table, or when the program is started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.cli.prompt.another import lay_table, sit_down
from brasswright.cli.prompt.session import HUMAN, Session
from brasswright.cli.prompt.setting_up import choose_ruleset
from brasswright.cli.prompt.teaching.lessons import Tutorial, taught, tutorial_of
from brasswright.cli.prompt.teaching.teacher import Teacher

if TYPE_CHECKING:
    from brasswright.cli.prompt.console import Console
    from brasswright.cli.settings import Settings
    from brasswright.interpreter.game import Game

COMPUTER = "random"
"""What the seats of the opponents are called in records: they can go on without a teacher."""


def first_game(tutorial: Tutorial) -> Game:
    """The game that the lessons are about; who learns may take back anything."""
    from brasswright.interpreter.opening import new_game
    from brasswright.interpreter.revealing import SANDBOX

    game = new_game(tutorial.ruleset, tutorial.players, tutorial.seed)
    game.undo_policy = SANDBOX
    return game


def seats_of(tutorial: Tutorial) -> dict[str, str]:
    """The learner is a person, all others are not."""
    return {tutorial.learner: HUMAN, **dict.fromkeys(tutorial.opponents, COMPUTER)}


def begin(session: Session, ruleset: str) -> None:
    """Leave the game at the table, safe in its file, and begin one with lessons."""
    tutorial = tutorial_of(ruleset)
    game = first_game(tutorial)
    sit_down(session, game, seats_of(tutorial))
    session.teacher = Teacher(tutorial, game)


def sit_down_to_learn(
    console: Console, settings: Settings | None = None, ruleset: str | None = None
) -> Session:
    """A new table with a game with lessons; which one is asked for if it is not said.

    Raises KeyboardInterrupt or EOFError to leave, RulesError, BrasswrightError.
    """
    editions = taught()
    if not ruleset:
        many = console.interactive and len(editions) > 1
        ruleset = choose_ruleset(console, editions).name if many else editions[0].name
    tutorial = tutorial_of(ruleset)
    game = first_game(tutorial)
    seats = seats_of(tutorial)
    if console.interactive:
        session = lay_table(game, console, seats, settings)
    else:
        session = Session(game, console, seats, None, settings)
    session.teacher = Teacher(tutorial, game)
    return session
