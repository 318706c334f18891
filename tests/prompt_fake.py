"""A tiny game with the interface of a real one: stones from hidden hands go to sites.

Each player in turn puts a stone of their hand on a free site (`place STONE at SITE`), which
costs the stone's number in coins, or takes one coin (`wait`). The game is over when no site
is free; most stones win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from brasswright.cli.prompt.console import Asking
from brasswright.interpreter.errors import Ambiguous, NotUnderstood, RecordError, Refused
from brasswright.interpreter.moves import (
    Change,
    Choice,
    Completion,
    Decision,
    LogEntry,
    Move,
    Option,
    Outcome,
    Refusal,
    Standing,
    Table,
)

SITES = ("alpha", "beta", "gamma", "delta")
STONES = ("one", "two", "three")


class FakeRulebook:
    name = "stones"
    title = "Stones"

    def parts(self) -> dict[str, object]:
        return {"place": None, "wait": None}


class FakeRecord:
    def __init__(self, game: FakeGame) -> None:
        self._players, self._moves = game.players, [m.text for m in game.moves_played]

    def save(self, path: Path) -> None:
        path.write_text("\n".join([" ".join(self._players), *self._moves]) + "\n")

    def game(self) -> FakeGame:
        game = FakeGame(self._players)
        for text in self._moves:
            game.push(text)
        return game


def load_record(path: Path) -> FakeRecord:
    lines = Path(path).read_text().splitlines()
    if not lines:
        raise RecordError(f"{path} is no record of a game")
    game = FakeGame(lines[0].split())
    for number, line in enumerate(lines[1:], start=2):
        try:
            game.push(line)
        except (NotUnderstood, Refused, Ambiguous):
            raise RecordError(f"{path}:{number}: this can't have been played") from None
    return FakeRecord(game)


class FakeGame:
    """Conforms to the calls that the prompt makes."""

    def __init__(self, players: Sequence[str] = ("Ada", "Ben"), seed: int = 7) -> None:
        self.rulebook = FakeRulebook()
        self.players = tuple(players)
        self.seed = seed
        self.moves_played: tuple[Move, ...] = ()
        self.attached: Path | None = None
        self.broken = False

    # -- the position, worked out from the moves -----------------------------------------

    def _owner(self) -> dict[str, str]:
        owner = {}
        for number, move in enumerate(self.moves_played):
            if move.verb == "place":
                owner[move.choices[1].value] = self.players[number % len(self.players)]
        return owner

    def _coins(self, player: str) -> int:
        coins = 2
        for number, move in enumerate(self.moves_played):
            if self.players[number % len(self.players)] == player:
                coins += 1 if move.verb == "wait" else -_cost(move)
        return coins

    def hand(self, player: str) -> tuple[str, ...]:
        return STONES if player == self.players[0] else STONES[:2]

    @property
    def turn(self) -> str | None:
        if len(self._owner()) == len(SITES):
            return None
        return self.players[len(self.moves_played) % len(self.players)]

    @property
    def stage(self) -> str:
        return ""

    def verbs(self) -> tuple[tuple[str, str], ...]:
        return () if self.turn is None else (("place", "Place a stone"), ("wait", "Wait"))

    @property
    def legal_moves(self) -> Iterator[Move]:
        return iter([m for m in self._all_moves() if self._refusal(m) is None])

    def _all_moves(self) -> list[Move]:
        if self.turn is None:
            return []
        places = [
            Move("place", (Choice("", stone), Choice("at", site)))
            for stone in self.hand(self.turn)
            for site in SITES
        ]
        return [*places, Move("wait", ())]

    def _refusal(self, move: Move) -> Refusal | None:
        if move.verb == "wait":
            return None
        site, cost = move.choices[1].value, _cost(move)
        if site in self._owner():
            return Refusal("place.free", f"{site} is taken", ("X-PLACE-01",), "stones")
        coins = self._coins(self.turn or "")
        if cost > coins:
            reason = f"it costs {cost} and {self.turn} has {coins}"
            return Refusal("place.pay", reason, (), "stones", (cost - coins, "coins"))
        return None

    def parse(self, text: str) -> Move:
        if self.broken:
            raise KeyError("broken")
        words = text.casefold().replace(" at ", " ").split()
        known = {"place", "wait", *STONES, *SITES}
        for word in words:
            if not any(name.startswith(word) for name in known):
                raise NotUnderstood(f"there is no `{word}`", ("alpha",))
        fitting = [m for m in self._all_moves() if all(_says(m, word) for word in words)]
        if not fitting:
            raise NotUnderstood(f"`{text}` is no move")
        legal = [m for m in fitting if self._refusal(m) is None]
        if len(legal) > 1:
            raise Ambiguous(f"`{text}` leaves a choice open", "", legal)
        if not legal:
            refusal = self._refusal(fitting[0])
            assert refusal is not None
            raise Refused(refusal)
        return legal[0]

    def why_not(self, text: str) -> Refusal | None:
        try:
            self.parse(text)
        except Refused as refused:
            return refused.refusal
        return None

    def decision(self, prefix: Sequence[str] = ()) -> Decision:
        player = self.turn or ""
        if not prefix:
            return Decision(player, "verb", "What do you do", ())
        if len(prefix) == 1:
            options = [Option(s, s.title(), f"costs {STONES.index(s) + 1}") for s in STONES]
            return Decision(player, "", "Which stone", tuple(options))
        return Decision(player, "at", "Which site", tuple(Option(s, s.title()) for s in SITES))

    def complete(self, text: str) -> tuple[Completion, ...]:
        words = text.split()
        last = words.pop() if words and not text.endswith(" ") else ""
        fitting = [m for m in self.legal_moves if all(_says(m, word) for word in words)]
        found = {w: _note(w) for m in fitting for w in m.text.split() if w not in words}
        return tuple(Completion(w, note) for w, note in found.items() if w.startswith(last))

    # -- playing ---------------------------------------------------------------------------

    def push(self, move: Move | str) -> LogEntry:
        if isinstance(move, str):
            move = self.parse(move)
        self.moves_played += (move,)
        if self.attached:
            self.record.save(self.attached)
        return self.log[-1]

    def pop(self) -> Move:
        *before, last = self.moves_played
        self.moves_played = tuple(before)
        return last

    def take_back_refusal(self) -> str | None:
        return "Ben has seen it" if len(self.moves_played) > 2 else None

    def preview(self, move: Move | str) -> tuple[Change, ...]:
        assert isinstance(move, Move)
        coins = self._coins(self.turn or "")
        after = coins + (1 if move.verb == "wait" else -_cost(move))
        return (Change(f"{self.turn}.coins", str(coins), str(after)),)

    @property
    def log(self) -> tuple[LogEntry, ...]:
        start = LogEntry(0, "", "A new game.", "start")
        moves = [
            LogEntry(number, self.players[(number - 1) % len(self.players)], move.text, "play")
            for number, move in enumerate(self.moves_played, start=1)
        ]
        return (start, *moves)

    # -- looking ---------------------------------------------------------------------------

    def status(self, viewer: str | None = None) -> str:
        return f"move {len(self.moves_played) + 1} · {self.turn}"

    @property
    def shows(self) -> tuple[tuple[str, str], ...]:
        return (("sites", "Sites"), ("hands", "Hands"))

    def show(self, name: str, viewer: str | None) -> Table:
        if name == "sites":
            owner = self._owner()
            rows = tuple((site, owner.get(site, "-")) for site in SITES)
            return Table(name, "Sites", ("site", "owner"), rows)
        hands = tuple(
            (p, " ".join(self.hand(p)) if p == viewer else f"{len(self.hand(p))} hidden")
            for p in self.players
        )
        return Table(name, "Hands", ("player", "stones"), hands)

    def outcome(self) -> Outcome | None:
        if self.turn is not None:
            return None
        counts = {p: list(self._owner().values()).count(p) for p in self.players}
        ranked = sorted(counts.items(), key=lambda item: -item[1])
        return Outcome(
            tuple(Standing(1 + place, p, (("stones", n),)) for place, (p, n) in enumerate(ranked))
        )

    def attach(self, path: Path) -> None:
        self.attached = path
        self.record.save(path)

    @property
    def record(self) -> FakeRecord:
        return FakeRecord(self)


def _cost(move: Move) -> int:
    return STONES.index(move.choices[0].value) + 1


def _note(word: str) -> str:
    return f"costs {STONES.index(word) + 1}" if word in STONES else ""


def _says(move: Move, word: str) -> bool:
    return any(part.startswith(word) for part in move.text.split())


# -- a person at the keyboard ------------------------------------------------------------

CTRL_C, HALF_CTRL_C = "^C", "half^C"


class Script:
    """A console of a person who types these lines and then Ctrl-D."""

    interactive = True
    width = 80

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        self.screen: list[str] = []
        self.all: list[str] = []
        self.prompts: list[str] = []
        self._half = False

    def read(self, asking: Asking) -> str:
        self.prompts.append(asking.prompt)
        if asking.toolbar is not None:
            asking.toolbar()
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if line in (CTRL_C, HALF_CTRL_C):
            self._half = line == HALF_CTRL_C
            raise KeyboardInterrupt
        return line

    def half_typed(self) -> bool:
        return self._half

    def write(self, text: str) -> None:
        self.screen.append(text)
        self.all.append(text)

    def complain(self, text: str) -> None:
        self.write(f"! {text}")

    def change_hands(self, wipe: bool) -> None:
        if wipe:
            self.screen.clear()

    @property
    def text(self) -> str:
        return "\n".join(self.all)

    @property
    def complaints(self) -> list[str]:
        return [text[2:] for text in self.all if text.startswith("! ")]
