"""A game at the table: who sits where, what has been shown to whom, where it is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli.language import other_words, say, speak
from brasswright.cli.messages import message_of
from brasswright.cli.prompt.console import Console, interrupts_held
from brasswright.cli.prompt.words import Vocabulary
from brasswright.cli.settings import DEFAULT, HERE, OPTION, Settings
from brasswright.cli.views.standings import standings_text
from brasswright.interpreter.errors import BrasswrightError, NotUnderstood
from brasswright.interpreter.language import SOURCE
from brasswright.interpreter.layers.overlaying import split
from brasswright.interpreter.noting import move_note
from brasswright.interpreter.phrases import DONE
from brasswright.interpreter.record import NotKept

if TYPE_CHECKING:
    from brasswright.cli.prompt.teaching.teacher import Teacher
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.layers.rulebook import Rulebook
    from brasswright.interpreter.moves import LogEntry, Move

HUMAN = "human"
MOST_TAKEN_BACK = 3
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
        self.teacher: Teacher | None = None
        """Who tells the lessons of a tutorial and plays the opponents in it."""
        self.checking = False
        """Whether after every move all is asked that must always hold."""
        self.all_held = True
        """Whether it held whenever it was asked."""
        self.take_up(game, path)

    def take_up(self, game: Game, path: Path | None) -> None:
        """Sit down at this game; every move from now on is saved at `path`.

        Raises OSError, and BrasswrightError where the language of the table is not known.
        """
        from brasswright.cli.prompt.keeping import note_played

        self._speak_as_wanted(game)
        kept = dict(zip(game.players, game.seat_kinds, strict=True))
        seats = {player: self.seats.get(player, kept[player]) for player in game.players}
        game.seat_kinds = tuple(seats.values())
        if path is not None:
            game.attach(path)
            note_played(path)
        self.game = game
        self.seats = seats
        self.path = path
        self.undone.clear()
        self.refused = ""
        """What was typed last and is no legal move here: `why` alone is about it."""
        self.at_keyboard: str | None = None
        self.shown = 0
        self.left_at: dict[str, int] = {}
        self.outcome_shown = False
        self.told: Told | None = None
        self.comes_to: dict[int, str] = {}
        """By the number of a move: what it cost and brought."""
        self.automatic: set[int] = set()
        """Numbers of moves that were played because a person had no other."""
        self.tidings: list[str] = []
        """What the next person at the keyboard is to be told as well."""

    def _speak_as_wanted(self, game: Game) -> None:
        """Let the game speak the language that was set; a mistake in a file stops no game."""
        try:
            game.speak(self.settings.language)
        except BrasswrightError as error:
            if self.settings.origin("language") in (OPTION, HERE):
                raise
            self.console.complain(message_of(error))
            self.settings.change("language", SOURCE, DEFAULT)
            speak(SOURCE)

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
        """Play a move and show what came of it. Other moves taken back can't be redone then."""
        with interrupts_held():
            self._push(move)
            self.refused = ""
            for stage in (replace(move, following=()), *move.following):
                if self.undone and self.undone[-1] == stage:
                    self.undone.pop()
                else:
                    self.undone.clear()
        self.show_news()
        if self.checking:
            self.complain_of_broken()

    def _push(self, move: Move) -> None:
        """Play a move stage by stage, noting what each comes to. Nothing is played if one fails."""
        before = len(self.game.moves_played)
        failure: NotKept | None = None
        try:
            for stage in (replace(move, following=()), *move.following):
                note = move_note(self.game, stage)
                try:
                    self.game.push(stage)
                except NotKept as error:  # it is played, and the rest of it must be too
                    failure = error
                    self.game.detach()
                self.comes_to[len(self.game.moves_played)] = note
        except BrasswrightError:
            while len(self.game.moves_played) > before:
                self.game.pop()
            raise
        if failure is not None:
            raise failure

    def play_bots(self) -> None:
        """Let the computer players move until a person must, or the game is over."""
        while self.bot_to_move:
            from brasswright.interpreter import bots

            game = self.game
            kind = self.seats[game.turn or ""]
            taught = self.teacher.opponent_move(game) if self.teacher is not None else None
            self.push(taught or bots.choose(kind, game))

    def play_only_move(self) -> bool:
        """Where a person has a single legal move, play it and say so; whether it was played.

        Not while something can be redone: whoever goes back wants to stay there.
        """
        game = self.game
        if game.turn not in self.humans or self.undone:
            return False
        moves = list(islice(game.legal_moves, 2))
        if len(moves) != 1:
            return False
        self.console.write(say("Only one move: {move}", move=game.say(moves[0])))
        self.push(moves[0])
        self.automatic.add(len(game.moves_played))
        return True

    def complain_of_broken(self) -> bool:
        """Complain of what must always hold and does not; whether there is anything."""
        broken = self.game.broken_invariants()
        for each in broken:
            self.console.complain(say("this must always hold and does not: {what}", what=each))
        self.all_held = self.all_held and not broken
        return bool(broken)

    def taken_back(self) -> None:
        """Moves were taken back: what was shown or noted of them counts no more."""
        last = len(self.game.moves_played)
        self.shown = min(self.shown, len(self.game.log))
        self.left_at = {who: min(at, len(self.game.log)) for who, at in self.left_at.items()}
        self.automatic = {number for number in self.automatic if number <= last}
        self.outcome_shown = False

    def go_on_unsaved(self, reason: str) -> None:
        """The record can't be written: say so, and play on without it."""
        path, self.path = self.path, None
        self.game.detach()
        message = (
            "{path} can't be written: {reason}. The game goes on; `save FILE` keeps it elsewhere"
        )
        self.console.complain(say(message, path=path, reason=reason))
        self.show_news()

    def note_costs(self) -> None:
        """Find out what the moves cost that were played before the game was taken up."""
        played = self.game.moves_played
        if all(number in self.comes_to for number in range(1, len(played) + 1)):
            return
        from brasswright.interpreter.opening import game_of

        game, notes = game_of(self.game.rulebook, self.game.players, self.game.seed), {}
        game.names.speak(self.game.names.language)
        game.speak(self.settings.language)
        try:
            for number, move in enumerate(played, start=1):
                notes[number] = move_note(game, move)
                game.push(move)
        except BrasswrightError:
            return  # the game did not begin where its seed says: a position was laid out
        if game.digest() == self.game.digest():
            self.comes_to = notes

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
        if over:
            return say("{moment}, game over", moment=self.moment())
        return self.game.status(self.viewer)

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
        vocabulary = self.vocabulary(registry.names())
        try:
            meant = vocabulary.meant(word, alone=not rest)
        except NotUnderstood:
            return False
        return meant is not None and (bool(rest) or vocabulary.is_whole(word))

    def vocabulary(self, commands: tuple[str, ...]) -> Vocabulary:
        """The first words that mean something now."""
        verbs = tuple(name for name, _ in self.game.verbs())
        tables = tuple(name for name, _ in self.game.shows)
        words = self.game.names.words
        spoken = {said: name for name in (*tables, *verbs) for said in words(name)}
        return Vocabulary(verbs, commands, tables, {**other_words(), **spoken})

    def write_log(self, start: int, numbered: bool = False) -> None:
        """Write the log from an entry on, with a heading wherever its time begins."""
        self.write_entries(range(start, len(self.game.log)), numbered)

    def write_entries(self, places: Sequence[int], numbered: bool = False) -> None:
        """Write some entries of the log, in order."""
        log = self.game.log
        before = -1
        for place in places:
            entry = log[place]
            moment = moment_of(log[place - 1]) if place else ""
            begins = place == 1 or (place > 1 and moment != moment_of(log[place - 2]))
            if moment and (begins or (numbered and place != before + 1)):
                self.console.write(f"— {moment} —")
            before = place
            note = self.comes_to.get(entry.number, "")
            text = entry_text(entry, note, self.console.width)
            if numbered:
                self.console.write(f"{entry.number:4} {text}")
            elif not self._is_done(entry) or entry.notes or not self.console.interactive:
                self.console.write(text)

    def _is_done(self, entry: LogEntry) -> bool:
        return entry.text == self.game.names.word(DONE)


def moment_of(entry: LogEntry) -> str:
    """The moment after an entry of the log, which is when the next one happened."""
    return entry.heading.partition(PART)[0]


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
    names = ", ".join(layer.name for layer in overlays)
    return say("with {overlays}", overlays=names) if overlays else ""


def entry_text(entry: LogEntry, note: str = "", width: int = 80) -> str:
    """A line of the log, with what followed under it."""
    who = f"{entry.player}: " if entry.player else ""
    said = f"{who}{entry.text}"
    if note:
        apart = "  " if len(said) + len(note) + 4 <= width else "\n    "
        said = f"{said}{apart}({note})"
    gone = entry.taken_back
    last = gone[-MOST_TAKEN_BACK:]
    notes = [*entry.notes, *(say("taken back: {move}", move=move) for move in last)]
    if len(gone) > len(last):
        notes.append(say("and {n} moves before", n=len(gone) - len(last)))
    return "\n".join([said, *(f"    {line}" for line in notes)])
