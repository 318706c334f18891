"""Questions for what a player's words leave open, one choice at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from brasswright.cli.language import form, say
from brasswright.cli.messages import suggestion
from brasswright.cli.prompt.console import Asking, Word
from brasswright.cli.prompt.words import fits
from brasswright.cli.views.table import list_text
from brasswright.interpreter.matching import fit
from brasswright.interpreter.moves import Decision, Move, Option
from brasswright.interpreter.narrowing import narrowing
from brasswright.interpreter.notation import plain

if TYPE_CHECKING:
    from brasswright.cli.prompt.session import Session

CANCEL = "cancel"
UNDO = "undo"
"""Takes back the question, in the middle of one, and no move."""
Look = Callable[[str], bool]
"""Carries out a command that only looks, if the line is one."""


class Dropped(Exception):
    """The player doesn't want to answer; `line` is what was typed instead, if anything."""

    def __init__(self, line: str = "") -> None:
        super().__init__(line)
        self.line = line


def narrow(session: Session, moves: Sequence[Move], look: Look) -> Move:
    """Ask until one move is left."""
    left = list(moves)
    while len(left) > 1:
        question = narrowing(session.game, left)
        heading = _heading(session, question.decision, left)
        options = question.decision.options
        if any("," in option.name for option in options):
            name = _ask_for_several(session, heading, options, look)
        else:
            name = _ask(session, heading, options, look)
        left = question.moves[name]
    return left[0]


def _heading(session: Session, decision: Decision, moves: Sequence[Move]) -> str:
    """What is clear so far, and what is asked: `place one at … which site?`."""
    shared = reduce(lambda a, b: a & b, (Counter(move.choices) for move in moves))
    clear = tuple(choice for choice in moves[0].choices if choice in shared)
    so_far = session.game.say(Move(moves[0].verb, clear))
    if decision.word:
        so_far += f" {decision.word}"
    which = decision.question.rstrip("?")
    return say("{so_far} … which {question}?", so_far=so_far, question=which)


def _ask_for_several(session: Session, heading: str, options: Sequence[Option], look: Look) -> str:
    """Ask for the members of a comma-joined answer one after the other."""
    left = {option.name: Counter(option.name.split(",")) for option in options}
    notes = {option.name: option.note for option in options}
    chosen = reduce(lambda a, b: a & b, left.values())  # what was typed is in all of them
    while len(left) > 1:
        names = list(dict.fromkeys(n for members in left.values() for n in members - chosen))
        names_chosen = ", ".join(chosen.elements())
        shown = f"{heading} {say('(so far {names})', names=names_chosen)}" if chosen else heading
        asked = [Option(name, name, _shared_note(name, left, notes)) for name in names]
        chosen[_ask(session, shown, asked, look)] += 1
        left = {value: members for value, members in left.items() if not chosen - members}
        exact = [value for value, members in left.items() if members == chosen]
        if exact:
            return exact[0]
    return next(iter(left))


def _shared_note(name: str, answers: Mapping[str, Counter[str]], notes: Mapping[str, str]) -> str:
    """The note of all answers that the name is part of; "" if they differ."""
    found = {notes[value] for value, members in answers.items() if name in members}
    return found.pop() if len(found) == 1 else ""


def _ask(session: Session, heading: str, options: Sequence[Option], look: Look) -> str:
    console = session.console
    _show(session, heading, options)
    asking = Asking(
        prompt=say("number or name, or cancel > "),
        complete=lambda text: _completions(text, options),
        toolbar=lambda: heading,
    )
    while True:
        answer = console.read(asking).strip()
        if not answer:
            continue
        if answer.casefold() in (CANCEL, say(CANCEL), UNDO, form(UNDO)):
            raise Dropped
        found = matching(answer, options)
        if len(found) == 1:
            return found[0].name
        if found:
            fitting = ", ".join(option.name for option in found)
            message = "`{answer}` fits several: {names}"
            console.complain(say(message, answer=answer, names=fitting))
        elif look(answer):
            _show(session, heading, options)
        elif session.begins_a_line(answer):
            raise Dropped(answer)
        else:
            console.complain(_no_such_answer(answer, options))


def _show(session: Session, heading: str, options: Sequence[Option]) -> None:
    size = len(str(len(options)))
    numbered = not all(option.name.isdecimal() for option in options)
    notes = {option.note for option in options}
    shared = notes.pop() if len(notes) == 1 and len(options) > 1 else ""
    pairs = []
    for number, option in enumerate(options, start=1):
        title = option.title if _letters(option.title) != _letters(option.name) else ""
        remark = ", ".join(filter(None, [title, option.note if not shared else ""]))
        name = option.name or say("(none)")
        pairs.append((f"{number:{size}} {name}" if numbered else name, remark))
    heading += f"  ({shared})" if shared else ""
    session.console.write(f"{heading}\n{list_text(pairs, session.console.width)}")


def _letters(text: str) -> str:
    return "".join(c for c in plain(text) if c.isalnum())


def matching(answer: str, options: Sequence[Option]) -> list[Option]:
    """The options meant by a number, a name, or the beginning of a name or of its words."""
    typed = " ".join(answer.casefold().split())
    exact = [o for o in options if plain(typed) in map(plain, (o.name, o.title, o.source))]
    if exact:
        return exact[:1]
    if typed.isdecimal() and len(typed) < 6 and 1 <= int(typed) <= len(options):
        return [options[int(typed) - 1]]
    begun = [o for o in options if fits(typed, o.name) or fits(typed, o.title)]
    begun = begun or [o for o in options if fits(typed, o.source)]
    if begun:
        return begun
    words = typed.replace("--", " ").split()
    return [o for o in options if all(any(fits(w, part) for part in _parts(o)) for w in words)]


def _parts(option: Option) -> list[str]:
    text = f"{option.name} {option.title}".casefold().replace("--", " ").replace("_", " ")
    return text.replace(".", " ").replace("\N{EN DASH}", " ").split()


def _completions(text: str, options: Sequence[Option]) -> list[Word]:
    found = matching(text, options) if text.strip() else []
    return [
        Word(option.name, option.note, replaces=len(text))
        for option in found or _like(text, options)
        if option.name
    ]


def _like(text: str, options: Sequence[Option]) -> list[Option]:
    """The options that have what was typed inside, or its letters in order."""
    found = [(fit(text, (option.name, option.title)), option) for option in options]
    fitting = [(how, option) for how, option in found if how is not None]
    return [option for _, option in sorted(fitting, key=lambda each: each[0])]


def _no_such_answer(answer: str, options: Sequence[Option]) -> str:
    from brasswright.interpreter.suggest import closest

    meant = suggestion(closest(answer, [option.name for option in options]))
    said = say("`{answer}` is not one of these", answer=answer[:60])
    return f"{said}; {meant or say('`cancel` drops the question')}"
