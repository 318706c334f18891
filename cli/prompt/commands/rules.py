"""The rules in force, and what can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.cli.language import form, say
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.helping import help_for
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.views.table import list_text, names_text

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook

command = commands_about("Rules")


def rule_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    return [
        (form("parameters"), say("all values a house may set")),
        *((name, "") for name in session.game.rulebook.parts()),
    ]


@command(
    "rules [NAME | ID | WORD]",
    "the rules in force: their names, one part, or what is about a word",
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


def rule_ids(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """The ids of the printed rulebooks, each with what cites it."""
    from brasswright.cli.views.citing import printed_ids

    return printed_ids(session.game.rulebook)


@command("cite ID", "which parts carry out a rule of the books", looks=True, offers=rule_ids)
def cite(session: Session, rest: str) -> None:
    from brasswright.cli.views.citing import cited_text, printed_ids

    rulebook: Rulebook = session.game.rulebook
    if not rest:
        example = next((name for name, _ in printed_ids(rulebook)), "an id")
        raise Complaint(say("cite which rule? For example `cite {example}`", example=example))
    session.console.write(cited_text(rulebook, rest, session.console.width))
    session.console.write(say("`rules {cite}` prints them.", cite=rest.removeprefix("@").upper()))


@command(
    "help [COMMAND]",
    "explain the commands",
    looks=True,
    offers=lambda session, rest: [(c.name, say(c.summary)) for c in registry.COMMANDS.values()],
    aliases=["?"],
)
def help_(session: Session, rest: str) -> None:
    width = session.console.width
    verbs = dict(session.game.verbs())
    if rest:
        session.console.write(help_for(session, rest))
        return
    write, word = session.console.write, session.game.names.word
    if verbs:
        write(say("Moves now: type one in words; what they leave open is asked for."))
        write(list_text([(word(name), title) for name, title in verbs.items()], width))
    write(say("Tables:"))
    write(names_text([word(name) for name, _ in session.game.shows], width))
    for topic, found in registry.by_topic().items():
        write(f"{say(topic)}:")
        write(list_text([(form(c.usage), say(c.summary)) for c in found], width))
    write(say("`help WORD` tells more about each. Any letter case and short forms will do."))
    write(say("Tab lists what is legal, Ctrl-C drops a line, Ctrl-D leaves."))
