"""What `help WORD` says about a move, a table or a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.cli.language import form, say
from brasswright.cli.messages import message_of
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.words import unknown
from brasswright.interpreter.deciding import legal_verbs
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.moves import Move
from brasswright.interpreter.notation import AND
from brasswright.interpreter.phrases import goes_on, usage

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session


def help_with(session: Session, line: str) -> None:
    """Say what helps with a line that is being typed: about its first word, or all there is."""
    word = line.split()[0] if line.split() else ""
    try:
        session.console.write(help_for(session, word) if word else _in_short(session))
    except NotUnderstood as mistake:
        session.console.complain(message_of(mistake, session.game.say))


def _in_short(session: Session) -> str:
    verbs = ", ".join(session.game.names.word(name) for name, _ in legal_verbs(session.game))
    lines = [
        say("Moves now: {verbs}. What their words leave open is asked for.", verbs=verbs),
        say(
            "Tab lists what may come next, and in brackets what may not. "
            "Ctrl-R finds a line of before, the right arrow takes the grey one."
        ),
        say("`help` lists all tables and commands, `help WORD` tells more about one."),
    ]
    return "\n".join(lines if verbs else lines[1:])


def help_for(session: Session, words: str) -> str:
    """A few lines about the word. Raises NotUnderstood if it means nothing."""
    verbs, tables = dict(session.game.verbs()), dict(session.game.shows)
    word = words.split()[0]
    meant = session.vocabulary(registry.names()).meant(word, alone=True)
    if meant is None:
        raise unknown("command", word, [*registry.COMMANDS, *verbs, *tables])
    if meant.sort == "verb":
        return _about_move(session, meant.name, verbs[meant.name])
    if meant.sort == "table":
        name = session.game.names.word(meant.name)
        return f"{name} [{say('WORD')}…]: {tables[meant.name]}"
    found = registry.named(meant.name)
    others = [other for other, name in registry.ALIASES.items() if name == found.name]
    others += [found.name] if form(found.name) != found.name else []
    also = f"\n{say('  Also: {names}', names=', '.join(others))}" if others else ""
    return f"{form(found.usage)}: {say(found.summary)}{also}"


def _about_move(session: Session, verb: str, title: str) -> str:
    word = session.game.names.word(verb)
    lines = [f"{word}: {title}"]
    position = session.game.position
    known = next((v for v in position.verbs() if v.name == verb), None)
    if known is not None:
        form = usage(session.game.reader.phrases, known)
        left_out = "  What you leave out is asked for, if it is not the only choice."
        lines += [f"  {form}", say(left_out)]
        if goes_on(session.game.compiled.program, known):
            several = "  Where one action may do several of these, `{joining}` joins them."
            lines.append(say(several, joining=session.game.names.word(AND)))
    example: Move | None = next(session.game.generate_moves(verb), None)
    if example is None:
        lines.append(say("  None is legal now: `why` before a move says why."))
    elif example.choices:
        lines.append(say("  For example: {move}", move=session.game.say(example)))
    more = "  `moves {word}` lists what is legal, `rules {verb}` prints its rules."
    lines.append(say(more, word=word, verb=verb))
    return "\n".join(lines)
