"""A game at the table: who sits where, what has been shown to whom, where it is saved."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli.prompt.console import Console, interrupts_held
from brasswright.cli.prompt.words import Vocabulary
from brasswright.cli.settings import Settings
from brasswright.cli.views.standings import standings_text
from brasswright.interpreter.errors import BrasswrightError, NotUnderstood
from brasswright.interpreter.layers.overlaying import split
from brasswright.interpreter.noting import move_note
from brasswright.interpreter.phrases import DONE

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.layers.rulebook import Rulebook
    from brasswright.interpreter.moves import LogEntry, Move

HUMAN = "human"
PART = " · "
"""What stands between the parts of a status line; the first part says when it is."""


class Complaint(Exception):
    """A line that can't be carried out; the message says why."""


class Leave(Exception):
    """The people want to leave the table."""


@dataclass(frozen=True, slots=True)
class Told:
    """Where the game stood when the people were last told of it."""

    moves: int
    turn: str | None
    stage: str
    moment: str


class Session:
    """What the commands work on. It never touches the terminal but through its console."""

    def __init__(
        self,
        game: Game,
        console: Console,
        seats: Mapping[str, str] | None = None,
        path: Path | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.console = console
        self.settings = settings or Settings()
        self.seats = dict(seats or {})
        """The kind of every player, "human" or the name of a bot; else as the game knows it."""
        self.secrets_on_screen = False
        """Whether one person of several has been at the keyboard."""
        self.path: Path | None = None
        """The record that every move is written to at once."""
        self.undone: list[Move] = []
        self.next_line = ""
        """What was typed instead of an answer; it is carried out next."""
        self.take_up(game, path)

    def take_up(self, game: Game, path: Path | None) -> None:
        """Sit down at this game; every move from now on is saved at `path`. Raises OSError."""
        kept = dict(zip(game.players, game.seat_kinds, strict=True))
        seats = {player: self.seats.get(player, kept[player]) for player in game.players}
        game.seat_kinds = tuple(seats.values())
        if path is not None:
            game.attach(path)
        self.game = game
        self.seats = seats
        self.path = path
        self.undone.clear()
        self.at_keyboard: str | None = None
        self.shown = 0
        self.left_at: dict[str, int] = {}
        self.outcome_shown = False
        self.told: Told | None = None
        self.comes_to: dict[int, str] = {}
        """By the number of a move: what it cost and brought."""

    # -- who sees what -----------------------------------------------------------------

    @property
    def humans(self) -> list[str]:
        return [player for player in self.game.players if self.seats[player] == HUMAN]

    @property
    def hot_seat(self) -> bool:
        """Whether several people share the keyboard, so that hands must be kept apart."""
        return self.console.interactive and len(self.humans) > 1

    @property
    def viewer(self) -> str | None:
        """Through whose eyes everything is shown."""
        if self.hot_seat:
            return self.at_keyboard
        if len(self.humans) == 1:
            return self.humans[0]
        return self.game.turn if self.game.turn in self.humans else None

    @property
    def bot_to_move(self) -> bool:
        return self.game.turn is not None and self.seats[self.game.turn] != HUMAN

    @property
    def must_hand_over(self) -> bool:
        """Whether the decision is another person's than the one who sits at the keyboard."""
        turn = self.game.turn
        return self.hot_seat and turn in self.humans and turn != self.at_keyboard

    # -- moves -------------------------------------------------------------------------

    def push(self, move: Move) -> None:
        """Play a move and show what came of it."""
        with interrupts_held():
            self._push(move)
            self.undone.clear()
        self.show_news()

    def _push(self, move: Move) -> None:
        """Play a move stage by stage, noting what each comes to. Nothing is played if one fails."""
        before = len(self.game.moves_played)
        try:
            for stage in (replace(move, following=()), *move.following):
                note = move_note(self.game, stage)
                self.game.push(stage)
                self.comes_to[len(self.game.moves_played)] = note
        except BrasswrightError:
            while len(self.game.moves_played) > before:
                self.game.pop()
            raise

    def play_bots(self) -> None:
        """Let the computer players move until a person must, or the game is over."""
        while self.bot_to_move:
            from brasswright.interpreter.bots import random_move

            game = self.game
            # A stream for each move: a resumed game goes on as it would have gone.
            chance = random.Random(f"{game.seed}:{len(game.moves_played)}")
            self.push(random_move(game, chance))

    def take_back(self) -> Move:
        """Undo the last move, if the people at the table may."""
        if not self.game.moves_played:
            raise Complaint("nothing has been played yet")
        reason = self.game.take_back_refusal()
        if reason is not None:
            raise Complaint(f"no undo: {reason}")
        with interrupts_held():
            move = self.game.pop()
            self.undone.append(move)
        self.shown = min(self.shown, len(self.game.log))
        self.outcome_shown = False
        return move

    def play_again(self) -> None:
        """Undo the last undo."""
        if not self.undone:
            raise Complaint("nothing was taken back")
        again = self.undone[:-1]
        self.push(self.undone[-1])
        self.undone[:] = again

    def go_on_unsaved(self, reason: str) -> None:
        """The record can't be written: say so, and play on without it."""
        path = self.path
        shown, comes_to = self.shown, self.comes_to
        self.take_up(self.game.record.game(), None)
        self.shown, self.comes_to = shown, comes_to
        self.console.complain(
            f"{path} can't be written: {reason}. The game goes on; `save FILE` keeps it elsewhere"
        )
        self.show_news()

    # -- showing -----------------------------------------------------------------------

    def skip_news(self) -> None:
        """What has happened so far needs no showing: the game was kept and is taken up again."""
        self.shown = len(self.game.log)
        self.left_at = dict.fromkeys(self.game.players, self.shown)

    def moment(self) -> str:
        """When it is: the first part of the rules' status line."""
        return self.game.status(self.viewer).partition(PART)[0]

    def status(self) -> str:
        """The rules' line about the moment; its first part only when the game is over."""
        over = self.game.turn is None
        return f"{self.moment()}, game over" if over else self.game.status(self.viewer)

    def show_news(self) -> None:
        """Show the log entries that have not been shown."""
        self.write_log(self.shown)
        self.shown = len(self.game.log)
        outcome = self.game.outcome()
        if outcome is not None and not self.outcome_shown:
            self.console.write("\n" + standings_text(outcome, self.console.width))
            self.outcome_shown = True

    def begins_a_line(self, text: str) -> bool:
        """Whether the first word is a command or one of the moves, so that it answers nothing."""
        from brasswright.cli.prompt import registry

        word, _, rest = text.partition(" ")
        try:
            meant = self.vocabulary(registry.names()).meant(word, alone=not rest)
        except NotUnderstood:
            return False
        return meant is not None and (bool(rest) or word.casefold() == meant.name)

    def vocabulary(self, commands: tuple[str, ...]) -> Vocabulary:
        """The first words that mean something now."""
        return Vocabulary(
            verbs=tuple(name for name, _ in self.game.verbs()),
            commands=commands,
            tables=tuple(name for name, _ in self.game.shows),
        )

    def write_log(self, start: int, numbered: bool = False) -> None:
        """Write the log from an entry on, with a heading wherever its time begins."""
        log = self.game.log
        for place, entry in enumerate(log[start:], start):
            before = log[max(place - 2, 0) : place]
            moments = [earlier.heading.partition(PART)[0] for earlier in before]
            if (
                moments
                and moments[-1]
                and (len(set(moments)) > 1 or place in (1, start * numbered))
            ):
                self.console.write(f"— {moments[-1]} —")
            note = self.comes_to.get(entry.number, "")
            text = entry_text(entry, note, self.console.width)
            if numbered:
                self.console.write(f"{entry.number:4} {text}")
            elif entry.text != DONE or entry.notes or not self.console.interactive:
                self.console.write(text)


def in_lines(parts: Sequence[str], width: int) -> list[str]:
    """The parts of a status line, in as many lines as they need."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(PART) + len(part) <= width:
            lines[-1] += f"{PART}{part}"
        else:
            lines.append(part)
    return lines


def with_overlays(rulebook: Rulebook) -> str:
    """`with one, two`: the overlays in force; "" when there are none."""
    _, overlays = split(rulebook.layers)
    return f"with {', '.join(layer.name for layer in overlays)}" if overlays else ""


def entry_text(entry: LogEntry, note: str = "", width: int = 80) -> str:
    """A line of the log, with what followed under it."""
    who = f"{entry.player}: " if entry.player else ""
    said = f"{who}{entry.text}"
    if note:
        apart = "  " if len(said) + len(note) + 4 <= width else "\n    "
        said = f"{said}{apart}({note})"
    return "\n".join([said, *(f"    {line}" for line in entry.notes)])
