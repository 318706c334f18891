"""Who teaches at the table: tells the lessons that fit, suggests a move, plays the opponents."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from brasswright.cli.language import form, say
from brasswright.cli.prompt.console import Word
from brasswright.cli.prompt.looking import show_table
from brasswright.interpreter.bots import random_move
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.expectations import holds
from brasswright.interpreter.judging import NoJudgement, best_move
from brasswright.interpreter.noting import move_note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brasswright.cli.prompt.session import Session
    from brasswright.cli.prompt.teaching.lessons import Lesson, Tutorial
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.moves import Move
    from brasswright.interpreter.notation import Names

WIDEST = 76
"""Longest line of a lesson: longer ones are hard to read."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What was told at one position of the game."""

    told: tuple[tuple[Lesson, bool], ...]
    """The lessons, and whether what each says of the position is true."""
    passed_over: tuple[Lesson, ...]
    """Lessons about a way that the learner has left."""
    suggested: Move | None


class Teacher:
    """Goes through the lessons of a tutorial in the game that they are about."""

    def __init__(self, tutorial: Tutorial, game: Game) -> None:
        self.tutorial = tutorial
        self.left = list(tutorial.lessons)
        """The lessons that have not been told."""
        self.over = False
        """The lessons are told or were skipped; the opponents still play."""
        self.suggested: Move | None = None
        self._digest = game.rulebook.digest
        self._told_at: tuple[Move, ...] | None = None
        self._moments: dict[tuple[Move, ...], Moment] = {}
        """By the moves that led there."""

    def teaches(self, game: Game) -> bool:
        """Is it the game that the lessons are about?"""
        return (game.rulebook.digest, game.seed, game.players) == (
            self._digest,
            self.tutorial.seed,
            self.tutorial.players,
        )

    # -- the opponents -----------------------------------------------------------------

    def opponent_move(self, game: Game) -> Move | None:
        """What the computer player whose turn it is does; None in a game of others."""
        player = game.turn
        if player is None or not self.teaches(game):
            return None
        script = self.tutorial.opponents.get(player, ())
        played = game.players_played.count(player)
        if played < len(script):
            try:
                return game.parse(script[played])
            except BrasswrightError:
                pass  # the learner went another way than the script
        return _sensible(game)

    # -- the learner -------------------------------------------------------------------

    def before_line(self, session: Session) -> None:
        """Tell what fits now, once for each position, and suggest a move."""
        game = session.game
        if self.over or not self.teaches(game) or game.turn != self.tutorial.learner:
            self.suggested = None
            return
        if game.moves_played == self._told_at:
            return
        self._told_at = game.moves_played
        known = self._moments.get(game.moves_played)
        if known is not None:  # moves were taken back
            self.suggested = known.suggested
            self._tell(session, ())
            return
        moment = self._moments[game.moves_played] = self._moment(game)
        self.suggested = moment.suggested
        self.over = any(lesson.last for lesson, _ in moment.told)
        self._tell(session, moment.told)

    def _moment(self, game: Game) -> Moment:
        """What is to be told and suggested now."""
        past = self._past(game)
        gone = [lesson for moment in past for lesson in moment.passed_over]
        gone += [lesson for moment in past for lesson, _ in moment.told]
        self.left = [lesson for lesson in self.tutorial.lessons if lesson not in gone]
        due, passed_over = self._due(game)
        tries = next((lesson.tries for lesson in due if lesson.tries), "")
        meant = _legal(game, tries)
        suggested = None
        if not any(lesson.last for lesson in due):
            suggested = meant or _sensible(game, tries.split()[0] if tries else None)
        told = tuple((lesson, self._is_so(lesson, game)) for lesson in due)
        return Moment(told, tuple(passed_over), suggested)

    def _past(self, game: Game) -> list[Moment]:
        """What was told on the way here; what led to moves that were taken back counts no more."""
        moves = game.moves_played
        return [moment for at, moment in self._moments.items() if at == moves[: len(at)]]

    def tell_again(self, session: Session) -> None:
        """Show the latest lesson once more."""
        told = [moment.told for moment in self._past(session.game) if moment.told]
        self._tell(session, told[-1] if told else ())

    def _tell(self, session: Session, lessons: Sequence[tuple[Lesson, bool]]) -> None:
        write, width = session.console.write, session.console.width
        names = session.game.names
        for lesson, is_so in lessons:
            head = [f"\n— {names.language.lesson(lesson.title)} —"] if lesson.title else []
            text = f"{lesson.say}\n{lesson.here}" if is_so else lesson.say
            lines = [_in_lines(line, width) for line in names.language.lesson(text).splitlines()]
            if lesson.look:
                looks = ", ".join(_as_typed(line, names) for line in lesson.look)
                lines.append(_in_lines(say("To look: {lines}", lines=looks), width))
            write("\n".join([*head, *lines]))
            if lesson.show:
                show_table(session, lesson.show, "")
        if self.suggested is not None:
            note = move_note(session.game, self.suggested)
            how = "; ".join(filter(None, [note, say("`try` plays it")]))
            move = session.game.say(self.suggested)
            said = say("Suggested: {move}  ({how})", move=move, how=how)
            if len(said) > min(width, WIDEST):
                said = "\n    (".join(said.rsplit("  (", 1))
            write("\n".join(_in_lines(line, width) for line in said.splitlines()))

    def offers(self, text: str, game: Game) -> list[Word]:
        """What Tab offers first on an empty line: playing what is suggested."""
        if text or self.suggested is None:
            return []
        return [Word("try", game.say(self.suggested))]

    def skip(self) -> None:
        """No more lessons."""
        self.over = True
        self.suggested = None

    # -- which lessons, which move -----------------------------------------------------

    def _due(self, game: Game) -> tuple[list[Lesson], list[Lesson]]:
        """The lessons to be told now and those to be passed over, taken from what is left."""
        due: list[Lesson] = []
        passed_over: list[Lesson] = []
        for lesson in list(self.left):
            if not self._fits(lesson, game):
                continue
            if lesson.tries:
                if any(other.tries for other in due) or game.stage:
                    continue
                if not lesson.say and not self._is_so(lesson, game):
                    self.left.remove(lesson)
                    passed_over.append(lesson)
                    continue
            self.left.remove(lesson)
            due.append(lesson)
        return due, passed_over

    def _fits(self, lesson: Lesson, game: Game) -> bool:
        when = lesson.when
        if when.stage and game.stage != when.stage:
            return False
        if when.state and not holds(game, self.tutorial.learner, when.state):
            return False
        if when.after and self._last_verb(game) != when.after:
            return False
        verb = when.legal or (lesson.tries.split()[0] if lesson.tries else "")
        return not verb or next(game.generate_moves(verb), None) is not None

    def _is_so(self, lesson: Lesson, game: Game) -> bool:
        """Is what the lesson says of the position true?"""
        is_meant = not lesson.tries or _legal(game, lesson.tries) is not None
        return is_meant and holds(game, self.tutorial.learner, lesson.given)

    def _last_verb(self, game: Game) -> str:
        pairs = zip(game.players_played, game.moves_played, strict=True)
        own = [move.verb for player, move in pairs if player == self.tutorial.learner]
        return own[-1] if own else ""


def _in_lines(text: str, width: int) -> str:
    lines = textwrap.wrap(text, min(width, WIDEST), break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


def _as_typed(line: str, names: Names) -> str:
    """A line that looks at something, in the words of the language spoken."""
    command, *words = line.split(" ")
    first = names.word(command)
    return " ".join([first if first != command else form(command), *map(names.word, words)])


def _legal(game: Game, text: str) -> Move | None:
    """The move, if the words mean one that is legal."""
    if not text:
        return None
    try:
        return game.parse(text)
    except BrasswrightError:
        return None


def _sensible(game: Game, verb: str | None = None) -> Move:
    """The move that looks best, of one verb if that has any."""
    try:
        return best_move(game, verb)
    except NoJudgement:
        chance = Random(f"{game.seed}:{len(game.moves_played)}")
        return random_move(game, chance)
