"""What helps to learn: good moves, and a first game with lessons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.cli.language import say, series, title_of
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.prompt.words import pick

if TYPE_CHECKING:
    from brasswright.cli.prompt.teaching.teacher import Teacher

command = commands_about("Learning")

FEW = 3
REASONS = 3


@command("hint", "a few moves that look good, and why", looks=True)
def hint(session: Session, rest: str) -> None:
    from brasswright.interpreter.bots.planner import advice
    from brasswright.interpreter.noting import move_note

    game = session.game
    if game.turn is None:
        raise Complaint(say("the game is over"))
    if session.viewer != game.turn:
        raise Complaint(say("it is {name}'s turn", name=game.turn))
    ideas = advice(game, FEW)
    heading = "What looks good (rough numbers, only to compare; `rules worth` tells how):"
    session.console.write(say(heading))
    common = set.intersection(*(set(idea.reasons) for idea in ideas)) if len(ideas) > 1 else set()
    for idea in ideas:
        told = [reason for reason in idea.reasons if reason not in common][:REASONS]
        why = _in_words(told)
        gain = say("worth {n}", n=f"{idea.gain:+}")
        note = ", ".join(filter(None, [move_note(game, idea.move), gain]))
        text = f"  {game.say(idea.move)}  ({note})"
        apart = "  " if len(text) + len(why) + 2 <= session.console.width else "\n      "
        session.console.write(f"{text}{apart}{why}".rstrip())


def _in_words(reasons: Sequence[tuple[str, int]]) -> str:
    """What there is more of and what less: the numbers are the estimate's own, and say little."""
    more = [name for name, change in reasons if change > 0]
    less = [name for name, change in reasons if change < 0]
    told = [say("more {names}", names=series(more))] if more else []
    told += [say("less {names}", names=series(less))] if less else []
    return ", ".join(told)


def taught_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    from brasswright.cli.prompt.teaching.lessons import taught

    return [(edition.name, title_of(edition)) for edition in taught()]


@command("tutorial [EDITION]", "a first game with lessons", offers=taught_names)
def tutorial(session: Session, rest: str) -> None:
    from brasswright.cli.prompt.teaching.beginning import begin
    from brasswright.cli.prompt.teaching.lessons import taught

    names = [edition.name for edition in taught()]
    own = session.game.rulebook.layers[-1].name
    name = pick(rest, names) if rest else own if own in names else names[0] if names else ""
    if not name:
        raise Complaint(
            say("`{word}`: there are lessons for {names}", word=rest, names=series(names))
        )
    begin(session, name)


@command("try", "play the move that the lesson suggests", aliases=["ok"])
def try_(session: Session, rest: str) -> None:
    from brasswright.cli.prompt.lines import carry_out

    teacher = session.teacher
    if teacher is None or teacher.suggested is None:
        raise Complaint(say("nothing is suggested now; `hint` tells what looks good"))
    carry_out(session, teacher.suggested.text)


@command("lesson", "tell the lesson again", looks=True)
def lesson(session: Session, rest: str) -> None:
    _teacher(session, over=True).tell_again(session)


@command("skip", "no more lessons; the game goes on")
def skip(session: Session, rest: str) -> None:
    _teacher(session).skip()
    session.console.write(say("No more lessons. The game goes on; `hint` still helps."))


def _teacher(session: Session, over: bool = False) -> Teacher:
    """Who teaches here, or has taught if `over` is fine."""
    teacher = session.teacher
    if teacher is None or (teacher.over and not over) or not teacher.teaches(session.game):
        raise Complaint(say("there are no lessons now; `tutorial` begins them"))
    return teacher
