"""The rules in force, and what can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.cli.prompt import registry
from brasswright.cli.prompt.helping import help_for
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Session
from brasswright.cli.views.table import list_text, names_text

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook

command = commands_about("Rules")


def rule_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    return [
        ("parameters", "all values a house may set"),
        *((name, "") for name in session.game.rulebook.parts()),
    ]


@command(
    "rules [NAME | ID]",
    "the rules in force: their names, or one part",
    looks=True,
    offers=rule_names,
)
def rules(session: Session, rest: str) -> None:
    from brasswright.cli.views.reference import contents_text, reference_text

    rulebook: Rulebook = session.game.rulebook
    if rest:
        session.console.write(reference_text(rulebook, rest, session.console.width))
    else:
        session.console.write(contents_text(rulebook, session.console.width))


@command(
    "help [COMMAND]",
    "explain the commands",
    looks=True,
    offers=lambda session, rest: [(c.name, c.summary) for c in registry.COMMANDS.values()],
    aliases=["?"],
)
def help_(session: Session, rest: str) -> None:
    width = session.console.width
    verbs = dict(session.game.verbs())
    if rest:
        session.console.write(help_for(session, rest))
        return
    write = session.console.write
    if verbs:
        write("Moves now: type one in words; what they leave open is asked for.")
        write(list_text(list(verbs.items()), width))
    write("Tables:")
    write(names_text([name for name, _ in session.game.shows], width))
    for topic, found in registry.by_topic().items():
        write(f"{topic}:")
        write(list_text([(c.usage, c.summary) for c in found], width))
    write(
        "`help WORD` tells more about each. Any letter case and short forms will do.\n"
        "Tab lists what is legal, Ctrl-C drops a line, Ctrl-D leaves."
    )
