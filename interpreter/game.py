"""The game that callers play: legal moves, push, pop, why not. Modelled on python-chess."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brasswright.interpreter import completing, views
from brasswright.interpreter.compiling.module import Compiled
from brasswright.interpreter.errors import (
    Ambiguous,
    BrasswrightError,
    NotUnderstood,
    Refused,
)
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.moves import (
    Change,
    Completion,
    Decision,
    LogEntry,
    Move,
    Outcome,
    Refusal,
    Table,
)
from brasswright.interpreter.notation import Names
from brasswright.interpreter.phrases import DONE
from brasswright.interpreter.reading import Reader, Way
from brasswright.interpreter.revealing import turned_up
from brasswright.interpreter.running.kernel import LOGGED, REVEALED, Trap
from brasswright.interpreter.running.kernel import Journal as Segment
from brasswright.interpreter.running.position import NoSuchWay, Position, Verb
from brasswright.interpreter.running.query import Query
from brasswright.interpreter.standings import standings

if TYPE_CHECKING:
    from brasswright.interpreter.record import Journal, Record


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was played, and what is needed to take it back."""

    move: Move
    player: int
    mark: int
    """Length of the journal before it."""


class LegalMoves:
    """The legal moves of the stage at hand, found as they are asked for."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __iter__(self) -> Iterator[Move]:
        yield from self._game.generate_moves()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                self._game.parse(move)
            except BrasswrightError:
                return False
            return True
        return any(move == legal for legal in self)


class Game:
    """A game in progress. Made by `new_game`, or by a record."""

    def __init__(
        self, rulebook: Rulebook, compiled: Compiled, players: Sequence[str], seed: int
    ) -> None:
        self.rulebook = rulebook
        self.compiled = compiled
        self.players = tuple(players)
        self.seed = seed
        self.names = Names(compiled.program, players, compiled.module.texts)
        self.position = Position(compiled, compiled.start(seed))
        self._reader = Reader(self.names, rulebook)
        self._played: list[Played] = []
        self._log: list[LogEntry] = []
        self._cell_names: views.CellNames | None = None
        self._journal: Journal | None = None
        self.seat_kinds: tuple[str, ...] = tuple("human" for _ in players)
        """Who sits at each seat: "human" or the name of a bot. Kept in the record."""
        self.position.start()
        self._log.append(self._entry(0, "", "the game begins", self.position.journal))

    # -- whose turn, what may be done --------------------------------------------------------

    @property
    def turn(self) -> str | None:
        """The player whose decision it is; None at the end of the game."""
        player = self.position.player
        return self.names.players[player] if player else None

    @property
    def stage(self) -> str:
        """The verb going on at a stop, the name of a decision out of turn; "" at the menu."""
        if self.position.at_stop:
            return self.position.verbs()[0].name
        if self.position.cells[1] in self.compiled.flow.choices:
            return self.position.verbs()[0].name
        return ""

    def verbs(self) -> tuple[tuple[str, str], ...]:
        """(name, title) of what a move may begin with here, legal or not."""
        found = tuple((v.name, v.title) for v in self.position.verbs())
        return (*found, (DONE, "Done")) if self.position.at_stop else found

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the stage at hand; lazy."""
        return LegalMoves(self)

    def generate_moves(self, verb: str | None = None) -> Iterator[Move]:
        """Every legal move here, or those of one verb, each once, in a fixed order."""
        for each in self.position.verbs():
            if verb is not None and verb not in (each.name, DONE):
                continue
            query = Query()
            found = [
                Way(tuple(query.path), tuple(query.sites)) for _ in self.position.ways(each, query)
            ]
            for way in found:
                move = self._reader.to_move(each, way)
                if verb is None or move.verb == verb:
                    yield move

    def decision(self, prefix: Sequence[str] = ()) -> Decision:
        """What is to be decided after some answers (verb first), and the possible answers."""
        return completing.decision(self, prefix)

    def complete(self, text: str) -> tuple[Completion, ...]:
        """What may follow a phrase whose last word may be unfinished; only what is legal."""
        return completing.complete(self, text)

    # -- reading -----------------------------------------------------------------------------

    def parse(self, text: str) -> Move:
        """The legal move that a phrase means.

        Raises NotUnderstood, Ambiguous (with the moves it may mean) or Refused.
        """
        return self._reader.move(self.position, text)

    def why_not(self, text: str) -> Refusal | None:
        """Which rule refuses a move; None if it (or something that it may mean) is legal."""
        try:
            self.parse(text)
        except Refused as refused:
            return refused.refusal
        except Ambiguous:
            return None
        return None

    @property
    def reader(self) -> Reader:
        """How phrases are read here."""
        return self._reader

    # -- playing -----------------------------------------------------------------------------

    def push(self, move: Move | str) -> LogEntry:
        """Play a move, and all that follows from it without a decision.

        Raises NotUnderstood, Ambiguous or Refused; the game then is as it was.
        """
        if isinstance(move, str):
            move = self.parse(move)
        before = len(self._played)
        try:
            entry = self._push_one(Move(move.verb, move.choices, move.path))
            for following in move.following:
                entry = self._push_one(following)
        except BrasswrightError:
            while len(self._played) > before:
                self.pop()
            raise
        return entry

    def _push_one(self, move: Move) -> LogEntry:
        verb = self._verb(move)
        path: tuple[Any, ...] = move.path or self._path(verb, move)
        player, mark = self.position.player, len(self.position.journal)
        try:
            self.position.push(verb, path)
        except NoSuchWay:
            raise self._illegal(move) from None
        except Trap as trap:
            raise Refused(self._reader.trap_refusal(self.position, trap)) from None
        played = Move(move.verb, move.choices, tuple(path))
        self._played.append(Played(played, player, mark))
        segment = self.position.journal[mark:]
        entry = self._entry(len(self._played), self.names.players[player], played.text, segment)
        self._log.append(entry)
        if self._journal is not None:
            self._journal.add(self, self.names.players[player])
        return entry

    def _verb(self, move: Move) -> Verb:
        verbs = self.position.verbs()
        for verb in verbs:
            if verb.name == move.verb or (move.verb == DONE and self.position.at_stop):
                return verb
        if not verbs:
            raise NotUnderstood("the game is over")
        raise NotUnderstood(f"`{move.verb}` is no action here")

    def _path(self, verb: Verb, move: Move) -> tuple[Any, ...]:
        for legal in self.generate_moves(move.verb):
            if legal == move:
                return legal.path
        raise self._illegal(move)

    def _illegal(self, move: Move) -> BrasswrightError:
        try:
            self.parse(move.text)
        except BrasswrightError as error:
            return error
        return NotUnderstood(f"`{move.text}` is no move here")

    def pop(self) -> Move:
        """Take back the last move: the exact inverse of push."""
        if not self._played:
            raise BrasswrightError("no move has been played")
        last = self._played.pop()
        self.position.pop(last.mark)
        self._log.pop()
        if self._journal is not None:
            self._journal.add(self, self.names.players[last.player], taken_back=True)
        return last.move

    @property
    def record(self) -> Record:
        """The game as a record, to be saved or played again."""
        from brasswright.interpreter.record import Record

        return Record.of(self)

    def attach(self, path: Path | str) -> None:
        """Keep a record at `path` from now on: every move is on disk when `push` returns.

        Raises OSError.
        """
        from brasswright.interpreter.record import Journal

        self._journal = Journal(self, Path(path))

    def take_back_refusal(self) -> str | None:
        """May the last move be taken back at the table? None, or why not.

        Not when something hidden came to light since, nor when it is another player's turn.
        """
        if not self._played:
            return "no move has been played"
        last = self._played[-1]
        if self.position.cells[REVEALED]:
            return f"{turned_up(self.rulebook, self.position, last.mark)} drawn since"
        if self.position.player and self.position.player != last.player:
            who = self.names.players[last.player]
            return f"that was {who}'s move, and the turn has passed on"
        return None

    @property
    def moves_played(self) -> tuple[Move, ...]:
        """Every move so far, in order."""
        return tuple(played.move for played in self._played)

    @property
    def players_played(self) -> tuple[str, ...]:
        """Who played each of them."""
        return tuple(self.names.players[played.player] for played in self._played)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """What happened, in words."""
        return tuple(self._log)

    def _entry(self, number: int, player: str, text: str, segment: Segment) -> LogEntry:
        notes = []
        for cell, logged in segment:
            if cell == LOGGED:
                assert isinstance(logged, tuple)
                which, values = logged
                notes.append(self.names.text(self.compiled.program.logs[which], values))
        for forced in self.position.forced if number else ():
            choices = self.names.choices(forced.path, forced.sites)
            who = self.names.players[forced.player]
            notes.append(f"{who}: {Move(forced.verb, choices).text} (the only answer)")
        return LogEntry(number, player, text, self.status(), tuple(notes))

    # -- looking -----------------------------------------------------------------------------

    def preview(self, move: Move | str) -> tuple[Change, ...]:
        """What a move would change, as the player who makes it sees it.

        What follows from it (hands filled, tiles turned) is not looked into.
        """
        if isinstance(move, str):
            move = self.parse(move)
        trial = self.copy()
        position = trial.position
        for stage in (move, *move.following):
            verb = trial._verb(stage)
            try:
                position.step(verb, stage.path or trial._path(verb, stage))  # type: ignore[arg-type]
            except NoSuchWay:
                raise self._illegal(move) from None
            except Trap as trap:
                raise Refused(self._reader.trap_refusal(position, trap)) from None
        viewer = self.position.player
        return views.changes(self.cell_names, self.names, position.cells, position.journal, viewer)

    @property
    def cell_names(self) -> views.CellNames:
        """What each cell of the position is."""
        if self._cell_names is None:
            self._cell_names = views.CellNames(self.compiled)
        return self._cell_names

    def seat(self, viewer: str | None) -> int:
        """The row of a player by name; 0 for nobody. Raises NotUnderstood for a stranger."""
        if viewer is None:
            return 0
        if viewer not in self.players:
            raise NotUnderstood(f"nobody here is called {viewer}")
        return self.players.index(viewer) + 1

    def status(self, viewer: str | None = None) -> str:
        """The rules' own line about the moment."""
        status = self.compiled.program.status
        if status is None:
            return ""
        cells = list(self.position.cells)
        if viewer is not None:
            cells[0] = self.seat(viewer)
        try:
            return self.names.text(status, self.compiled.names["status"](cells))
        except Trap as trap:
            return self.compiled.told(trap)

    @property
    def shows(self) -> tuple[tuple[str, str], ...]:
        """(name, title) of the tables that the rules declare."""
        return tuple((s.name, s.title) for s in self.compiled.program.shows.values())

    def show(self, name: str, viewer: str | None = None) -> Table:
        """One of these tables, as that player sees it."""
        seat = self.seat(viewer)
        try:
            return views.show(self.compiled, self.names, self.position.cells, name, seat)
        except Trap as trap:
            raise BrasswrightError(self.compiled.told(trap)) from None

    def view(self, viewer: str | None = None) -> Mapping[str, Any]:
        """The whole position as plain data, as that player sees it."""
        seat = self.seat(viewer)
        return views.view(self.compiled, self.names, self.position.cells, seat)

    def outcome(self) -> Outcome | None:
        """Who came where, and by what; None while the game goes on."""
        if self.turn is not None:
            return None
        try:
            return Outcome(standings(self.compiled, self.names, self.position.cells))
        except Trap as trap:
            raise BrasswrightError(self.compiled.told(trap)) from None

    def broken_invariants(self) -> tuple[str, ...]:
        """What the rules say must hold and does not; empty in a sound position."""
        cells, found = self.position.cells, []
        for number, invariant in enumerate(self.compiled.program.invariants):
            try:
                if not self.compiled.names[f"invariant_{number}"](cells):
                    values = self.compiled.names[f"broken_{number}"](cells)
                    text = self.names.text(invariant.reason, values)
                    found.append(f"{invariant.name}: {text}")
            except Trap as trap:
                found.append(f"{invariant.name}: {self.compiled.told(trap)}")
        return tuple(found)

    def digest(self) -> str:
        """A digest of the whole position, hidden things included."""
        cells = self.position.cells
        try:
            content = array("q", cells).tobytes()
        except OverflowError:  # sets of more than 62 rows
            content = repr(cells).encode()
        return hashlib.sha256(content).hexdigest()

    def copy(self) -> Game:
        """The same game, to play on apart. Its moves so far can't be taken back."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.position = self.position.copy()
        other._played = []
        other._journal = None
        other._log = list(self._log)
        return other
