"""What came to light, and so why a move can't be taken back: the policies of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.language import Language
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.moves import LogEntry, Move
from brasswright.interpreter.notation import Names
from brasswright.interpreter.running.kernel import REVEALED
from brasswright.interpreter.running.position import Position

STRICT, FRIENDLY, SANDBOX = "strict", "friendly", "sandbox"
POLICIES = {
    STRICT: "moves of the turn at hand may be taken back, as long as nothing hidden came to light",
    FRIENDLY: "moves of others may be taken back too, as long as nothing hidden came to light",
    SANDBOX: "anything may be taken back",
}
"""What may be taken back at a table, and how that is said."""

EVERYBODY = 1
"""In the cell of who learned something: all did, and nobody more than the others."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was played, and what is needed to take it back."""

    move: Move
    player: int
    mark: int
    """Length of the journal before it."""


def take_back_refusal(
    policy: str,
    rulebook: Rulebook,
    names: Names,
    position: Position,
    played: Sequence[Played],
    to: int,
) -> str | None:
    """Why the moves after the first `to` can't be taken back; None if they can."""
    if policy == SANDBOX:
        return None
    for number in range(len(played), to, -1):
        last = played[number - 1]
        learned = _learned(position, played, number)
        if learned:
            deed = "revealed" if learned == EVERYBODY else "drawn"
            return turned_up(rulebook, names.language, position, last.mark, deed)
        passed_on = position.player and position.player != last.player
        if policy == STRICT and passed_on:
            who = names.players[last.player]
            message = "that was {who}'s move, and the turn has passed on"
            return names.language.say(message, who=who)
    return None


def _learned(position: Position, played: Sequence[Played], number: int) -> int:
    """Who learned something by a move. The next move began by clearing the cell that says so."""
    if number == len(played):
        return position.cells[REVEALED]
    cell, old = position.journal[played[number].mark]
    assert cell == REVEALED
    assert isinstance(old, int)
    return old


def check_policy(policy: str, before: str, begun: bool) -> None:
    """Raise BrasswrightError unless a table may have this policy from now on."""
    if policy not in POLICIES:
        raise BrasswrightError(f"undo is {', '.join(POLICIES)}, not {policy}")
    if begun and policy != before:
        raise BrasswrightError("what may be taken back is chosen before the first move")


def saying(entry: LogEntry, policy: str, language: Language) -> LogEntry:
    """The first entry of the log, saying what may be taken back if that is more than usual."""
    told = {
        name: language.say("undo: {policy}, {about}", policy=name, about=language.text(about))
        for name, about in POLICIES.items()
    }
    notes = tuple(note for note in entry.notes if note not in told.values())
    return replace(entry, notes=notes if policy == STRICT else (*notes, told[policy]))


def saying_taken_back(entry: LogEntry, gone: LogEntry) -> LogEntry:
    """An entry of the log, saying which moves after it were taken back: the last one now."""
    said = (*entry.taken_back, *gone.taken_back, f"{gone.player}: {gone.text}")
    return replace(entry, taken_back=said)


def turned_up(
    rulebook: Rulebook, language: Language, position: Position, mark: int, deed: str
) -> str:
    """What came off hidden piles since the journal was that long: `2 cards were drawn since`."""
    lengths: dict[int, list[object]] = {}
    for cell, old in position.journal[mark:]:
        lengths.setdefault(cell, []).append(old)
    drawn: dict[str, int] = {}
    for column in position.compiled.layout.columns.values():
        if column.shape != "pile" or not column.field.secret:
            continue
        kind = str(getattr(column.field.type, "domain", ""))
        title = rulebook.kinds[kind].title or kind.lower()
        for cell in range(column.base, column.cell(column.rows) + 1, column.stride):
            values = [*lengths.get(cell, ()), position.cells[cell]]
            number = sum(1 for old, new in pairwise(values) if new < old)
            drawn[title] = drawn.get(title, 0) + number
    told = [f"{n} {language.many(n, title)}" for title, n in drawn.items() if n]
    if not told:
        return language.text(f"something hidden was {deed} since")
    message = f"{{what}} {{n|was|were}} {deed} since"
    return language.say(message, what=language.series(told), n=sum(drawn.values()))
