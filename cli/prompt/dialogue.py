"""Questions for what a player's words leave open, one choice at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.cli.messages import suggestion
from brasswright.cli.prompt.console import Asking, Word
from brasswright.cli.prompt.words import fits
from brasswright.cli.views.table import list_text
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.moves import Decision, Move, Option

if TYPE_CHECKING:
    from collections.abc import Callable

    from brasswright.cli.prompt.session import Session

CANCEL = "cancel"


class Dropped(Exception):
    """The player doesn't want to answer."""


def narrow(session: Session, moves: Sequence[Move], look: Callable[[str], bool]) -> Move:
    """Ask until one move is left. `look` carries out a command that only looks, if it is one."""
    left = list(moves)
    while len(left) > 1:
        place = _first_difference(left)
        decision = _decision_at(session, left[0], place)
        values = list(dict.fromkeys(_answer(move, place) for move in left))
        if any("," in value for value in values):
            chosen = _ask_for_several(session, decision, values, look)
        else:
            chosen = _ask(session, decision.question, _options(decision, values), look)
        left = [move for move in left if _answer(move, place) == chosen]
    return left[0]


def _answer(move: Move, place: int) -> str:
    """What was answered there; a named branch is a word without a value."""
    if place >= len(move.choices):
        return ""
    choice = move.choices[place]
    return choice.value or choice.word


def _first_difference(moves: Sequence[Move]) -> int:
    longest = max(len(move.choices) for move in moves)
    for place in range(longest):
        if len({_answer(move, place) for move in moves}) > 1:
            return place
    raise AssertionError("moves that differ in no choice")


def _decision_at(session: Session, move: Move, place: int) -> Decision:
    """The rules' own question at that place, or a plain one if it can't be had."""
    prefix = (move.verb, *(_answer(move, earlier) for earlier in range(place)))
    try:
        return session.game.decision(prefix)
    except BrasswrightError:
        word = move.choices[place].word if place < len(move.choices) else ""
        return Decision(player="", word=word, question=f"{move.verb} {word}".strip(), options=())


def _options(decision: Decision, values: Sequence[str]) -> list[Option]:
    known = {option.name: option for option in decision.options}
    return [known.get(value) or Option(value, value or "(none)") for value in values]


def _ask_for_several(
    session: Session,
    decision: Decision,
    values: Sequence[str],
    look: Callable[[str], bool],
) -> str:
    """Ask for the members of a comma-joined answer one after the other."""
    left = {value: Counter(value.split(",")) for value in values}
    chosen: Counter[str] = Counter()
    while len(left) > 1:
        names = sorted({name for members in left.values() for name in members - chosen})
        question = decision.question
        if chosen:
            question += f" (so far {', '.join(sorted(chosen.elements()))})"
        chosen[_ask(session, question, _options(decision, names), look)] += 1
        left = {value: members for value, members in left.items() if not chosen - members}
        exact = [value for value, members in left.items() if members == chosen]
        if exact:
            return exact[0]
    return next(iter(left))


def _ask(
    session: Session, question: str, options: Sequence[Option], look: Callable[[str], bool]
) -> str:
    console = session.console
    _show(session, question, options)
    asking = Asking(
        prompt="number or name, or cancel > ",
        complete=lambda text: _completions(text, options),
        toolbar=lambda: question,
    )
    while True:
        answer = console.read(asking).strip()
        if not answer:
            continue
        if answer.casefold() == CANCEL:
            raise Dropped
        found = matching(answer, options)
        if len(found) == 1:
            return found[0].name
        if found:
            fitting = ", ".join(option.name for option in found)
            console.complain(f"`{answer}` fits several: {fitting}")
        elif look(answer):
            _show(session, question, options)
        else:
            console.complain(_no_such_answer(answer, options))


def _show(session: Session, question: str, options: Sequence[Option]) -> None:
    size = len(str(len(options)))
    numbered = not all(option.name.isdecimal() for option in options)
    pairs = []
    for number, option in enumerate(options, start=1):
        title = option.title if option.title != option.name else ""
        remark = " · ".join(filter(None, [title, option.note]))
        name = option.name or "(none)"
        pairs.append((f"{number:{size}} {name}" if numbered else name, remark))
    text = f"{question.rstrip('?')}?"
    session.console.write(f"{text}\n{list_text(pairs, session.console.width)}")


def matching(answer: str, options: Sequence[Option]) -> list[Option]:
    """The options meant by a number, a name, or the beginning of a name or of its words."""
    typed = " ".join(answer.casefold().split())
    exact = [o for o in options if typed in (o.name.casefold(), o.title.casefold())]
    if exact:
        return exact[:1]
    if typed.isdecimal() and 1 <= int(typed) <= len(options):
        return [options[int(typed) - 1]]
    begun = [o for o in options if fits(typed, o.name) or fits(typed, o.title)]
    if begun:
        return begun
    return [
        o for o in options if all(any(fits(w, part) for part in _parts(o)) for w in typed.split())
    ]


def _parts(option: Option) -> list[str]:
    text = f"{option.name} {option.title}".replace("--", " ").replace("_", " ")
    return text.replace(".", " ").split()


def _completions(text: str, options: Sequence[Option]) -> list[Word]:
    return [
        Word(option.name, option.note, replaces=len(text))
        for option in matching(text, options) or (options if not text.strip() else ())
        if option.name
    ]


def _no_such_answer(answer: str, options: Sequence[Option]) -> str:
    from brasswright.interpreter.suggest import closest

    meant = suggestion(closest(answer, [option.name for option in options]))
    said = f"`{answer}` is not one of these"
    return f"{said}; {meant}" if meant else f"{said}; `{CANCEL}` drops the question"
