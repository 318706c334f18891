"""What `help WORD` says about a move, a table or a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.cli.prompt import registry
from brasswright.cli.prompt.words import unknown
from brasswright.interpreter.moves import Move
from brasswright.interpreter.phrases import usage

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session


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
        return f"{meant.name} [WORD…]: {tables[meant.name]}"
    found = registry.named(meant.name)
    others = [other for other, name in registry.ALIASES.items() if name == found.name]
    also = f"\n  Also: {', '.join(others)}" if others else ""
    return f"{found.usage}: {found.summary}{also}"


def _about_move(session: Session, verb: str, title: str) -> str:
    lines = [f"{verb}: {title}"]
    position = session.game.position
    known = next((v for v in position.verbs() if v.name == verb), None)
    if known is not None:
        form = usage(session.game.reader.phrases, known)
        lines += [f"  {form}", "  What you leave out is asked for, if it is not the only choice."]
    example: Move | None = next(session.game.generate_moves(verb), None)
    if example is None:
        lines.append("  None is legal now: `why` before a move says why.")
    elif example.choices:
        lines.append(f"  For example: {example.text}")
    lines.append(f"  `moves {verb}` lists what is legal, `rules {verb}` prints its rules.")
    return "\n".join(lines)
