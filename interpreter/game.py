"""The game that callers play: legal moves, push, pop, why not. Modelled on python-chess."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brasswright.interpreter import completing, deciding, revealing, views
from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.drawing import Drawing, draw
from brasswright.interpreter.errors import (
    Ambiguous,
    BrasswrightError,
    NotUnderstood,
    Refused,
)
from brasswright.interpreter.invariants import broken
from brasswright.interpreter.language import ENGLISH, Language
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.legal_moves import LegalMoves
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
from brasswright.interpreter.revealing import STRICT, Played
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import NoSuchWay, Position, Verb
from brasswright.interpreter.sampling import Past, deal_anew
from brasswright.interpreter.standings import standings
from brasswright.interpreter.telling import told, told_anew

if TYPE_CHECKING:
    from random import Random

    from brasswright.interpreter.record import Journal, Record


class Game:
    """A game in progress. Made by `new_game`, or by a record."""

    def __init__(
        self,
        rulebook: Rulebook,
        compiled: Compiled,
        players: Sequence[str],
        seed: int,
        language: Language = ENGLISH,
    ) -> None:
        self.rulebook = rulebook
        self.compiled = compiled
        self.players = tuple(players)
        self.seed = seed
        self.names = Names(compiled.program, players, compiled.module.texts, language)
        self.position = Position(compiled, compiled.start(seed))
        self._reader = Reader(self.names, rulebook)
        self._played: list[Played] = []
        self._history: list[Move | None] = []
        self._undo_policy = STRICT
        self._log: list[LogEntry] = []
        self._cell_names: views.CellNames | None = None
        self._journal: Journal | None = None
        self._past = Past()
        self.seat_kinds: tuple[str, ...] = tuple("human" for _ in players)
        """Who sits at each seat: "human" or the name of a bot. Kept in the record."""
        self.position.start()
        self._log.append(told(self, 0, "", None, self.position.journal))

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
        text = self.names.language.text
        found = tuple((v.name, text(v.title)) for v in self.position.verbs())
        return (*found, (DONE, text("Done"))) if self.position.at_stop else found

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the stage at hand; lazy."""
        return LegalMoves(self)

    def generate_moves(self, verb: str | None = None) -> Iterator[Move]:
        """Every legal move here, or those of one verb, each once, in a fixed order."""
        for each in self.position.verbs():
            if verb is not None and verb not in (each.name, DONE):
                continue
            for way in self.position.listed(each):
                move = self._reader.to_move(each, Way(*way))
                if verb is None or move.verb == verb:
                    yield move

    def decision(self, prefix: Sequence[str] = ()) -> Decision:
        """What is to be decided after some answers (verb first), and the possible answers."""
        return deciding.decision(self, prefix)

    def complete(self, text: str, refused: bool = False) -> tuple[Completion, ...]:
        """What may follow a phrase whose last word may be unfinished; only what is legal.

        With `refused`, then what is refused, with the reasons.
        """
        return completing.complete(self, text, refused)

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

    # -- in which language -------------------------------------------------------------------

    @property
    def language(self) -> str:
        """The code of the language that everything is said and read in."""
        return self.names.language.code

    def speak(self, code: str) -> None:
        """Say and read everything in a language from now on; what was said is said anew.

        Rules and record stay as they are. Raises BrasswrightError for a language that is not
        known, RulesError for translations that can't be used.
        """
        if code == self.language:
            return
        from brasswright.interpreter.language_files import open_language

        self.names.speak(open_language(code, self.rulebook.layers))
        self._log = list(told_anew(self))

    def say(self, move: Move) -> str:
        """A move in the words of the language; `move.text` is what records keep."""
        return self.names.said(move)

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
        self._history.append(played)
        segment = self.position.journal[mark:]
        entry = told(self, len(self._played), self.names.players[player], played, segment)
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
            raise NotUnderstood(self.names.language.text("the game is over"))
        raise NotUnderstood(self.names.language.say("`{word}` is no action here", word=move.verb))

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
        message = "`{move}` is no move here"
        return NotUnderstood(self.names.language.say(message, move=self.say(move)))

    def pop(self) -> Move:
        """Take back the last move: the exact inverse of push, but for what the log says of it."""
        if not self._played:
            raise BrasswrightError("no move has been played")
        last = self._played.pop()
        self.position.pop(last.mark)
        gone = self._log.pop()
        if self._undo_policy == STRICT:
            self._history.pop()
        else:
            self._history.append(None)
            self._log[-1] = revealing.saying_taken_back(self._log[-1], gone)
        if self._journal is not None:
            self._journal.add(self, self.names.players[last.player], taken_back=True)
        return last.move

    @property
    def history(self) -> tuple[Move | None, ...]:
        """The moves, and None where the last was taken back; in a strict game what stands."""
        return tuple(self._history)

    @property
    def undo_policy(self) -> str:
        """What may be taken back at the table; it is chosen before the first move."""
        return self._undo_policy

    @undo_policy.setter
    def undo_policy(self, policy: str) -> None:
        revealing.check_policy(policy, self._undo_policy, begun=bool(self._history))
        self._undo_policy = policy
        self._log[0] = revealing.saying(self._log[0], policy, self.names.language)

    @property
    def record(self) -> Record:
        """The game as a record, to be saved or played again."""
        from brasswright.interpreter.record import Record

        return Record.of(self)

    def attach(self, path: Path | str) -> None:
        """Keep a record at `path`; moves are on disk when `push` returns. Raises OSError."""
        from brasswright.interpreter.record import Journal

        self._journal = Journal(self, Path(path))

    def detach(self) -> None:
        """Keep no record from now on; what has been written stays."""
        self._journal = None

    def take_back_refusal(self, to: int | None = None) -> str | None:
        """May the game go back to where `to` moves were played? None, or why not.

        Without `to`, it is about the last move. It depends on the policy of the table.
        """
        if not self._played:
            return self.names.language.text("no move has been played")
        to = len(self._played) - 1 if to is None else to
        about = (self.rulebook, self.names, self.position, self._played, to)
        return revealing.take_back_refusal(self._undo_policy, *about)

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

    # -- looking -----------------------------------------------------------------------------

    def preview(self, move: Move | str) -> tuple[Change, ...]:
        """What a move would change, as the player who makes it sees it.

        What follows from it (hands filled, tiles turned) is not looked into.
        """
        position, viewer = self.rehearsed(move).position, self.position.player
        return views.changes(self.cell_names, self.names, position.cells, position.journal, viewer)

    def rehearsed(self, move: Move | str) -> Game:
        """A copy in which a move is made, and nothing that follows from it."""
        if isinstance(move, str):
            move = self.parse(move)
        trial = self.copy()
        for stage in (Move(move.verb, move.choices, move.path), *move.following):
            verb = trial._verb(stage)
            try:
                trial.position.step(verb, stage.path or trial._path(verb, stage))  # type: ignore[arg-type]
            except NoSuchWay:
                raise self._illegal(move) from None
            except Trap as trap:
                raise Refused(self._reader.trap_refusal(trial.position, trap)) from None
        return trial

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
            message = "nobody here is called {name}"
            raise NotUnderstood(self.names.language.say(message, name=viewer))
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
        text = self.names.language.text
        return tuple((s.name, text(s.title)) for s in self.compiled.program.shows.values())

    def show(self, name: str, viewer: str | None = None, of: str | None = None) -> Table:
        """One of these tables, as that player sees it; one about a player may be of another."""
        seat, about = self.seat(viewer), self.seat(of)
        try:
            return views.show(self.compiled, self.names, self.position.cells, name, seat, about)
        except Trap as trap:
            raise BrasswrightError(self.compiled.told(trap)) from None

    @property
    def drawings(self) -> tuple[tuple[str, str], ...]:
        """(name, title) of the maps that the rules declare."""
        text = self.names.language.text
        return tuple((m.name, text(m.title)) for m in self.compiled.program.maps.values())

    def drawing(self, viewer: str | None = None, name: str | None = None) -> Drawing | None:
        """One of these maps, or else the first, as that player sees it; None if there is none."""
        seat = self.seat(viewer)
        maps = self.compiled.program.maps
        name = next(iter(maps), "") if name is None else name
        if name not in maps:
            return None
        try:
            return draw(self.compiled, self.names, self.position.cells, name, seat)
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
        backend = self.position.backend
        if backend is not None and backend.sound(self.position.cells):
            return ()
        return broken(self.compiled, self.names, self.position.cells)

    def digest(self) -> str:
        """A digest of the whole position, hidden things included."""
        return self.position.digest()

    def copy(self) -> Game:
        """The same game, to play on apart. Its moves so far can't be taken back."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other._past = self._past.and_then(self.position.journal)
        other.position = self.position.copy()
        other._played, other._history, other._journal = [], [], None
        other._log = list(self._log)
        return other

    def sample(self, viewer: str | None, chance: Random) -> Game:
        """A copy as the game may be for all that player can know: what is hidden is dealt anew.

        What the viewer sees and knows stays as it is, how the game goes on does not.
        """
        other = self.copy()
        other._past = deal_anew(other, self.seat(viewer), other._past, chance)
        return other
