"""Whatever is typed, the prompt stands: random and hostile lines from a seed."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from tests.prompting import STONES

import brasswright as bw
from brasswright.cli.prompt import registry
from brasswright.cli.prompt.completion import complete
from brasswright.cli.prompt.console import Asking, PipedConsole
from brasswright.cli.prompt.loop import play
from brasswright.cli.prompt.session import Session

LINES = 150
LEAVING = ("quit", "exit", "q", "save", "load")
HOSTILE = (
    "\0", "\x1b[31m", "\a", "\b", "\u202e", "\ufeff", "\u0130", "\u0661", "\u00b2", "\U0001f600",
    "\t", "\r", "\x7f", "'", '"', "`", "{}", "%s", "\\", "/", "../..", "*", "--", "-", ".", ",",
    "a--", "--b", "a--b--c--d--e", "|", "=", "#", "-1", "99999999999999999999", "and", "done",
)  # fmt: skip


class Typist(PipedConsole):
    """Types random lines and keeps what the prompt complains about."""

    def __init__(self, seed: int, interactive: bool) -> None:
        super().__init__(io.StringIO(""))
        self.interactive = interactive  # type: ignore[misc]
        self.chance = Random(seed)
        self.session: Session | None = None
        self.typed = 0
        self.line = ""
        self.complaints: list[tuple[str, str]] = []

    def read(self, asking: Asking) -> str:
        assert self.session is not None
        if self.typed == LINES:
            raise EOFError
        self.typed += 1
        self.line = self._line(self.session).replace("\n", " ")
        if self.chance.random() < 0.2:
            complete(self.session, self.line[:200])
            asking.complete(self.line[:50])
        if self.interactive and self.chance.random() < 0.02:
            raise KeyboardInterrupt
        return self.line

    def write(self, text: str) -> None:
        pass

    def complain(self, text: str) -> None:
        self.complaints.append((self.line, text))

    def _line(self, session: Session) -> str:
        chance, game = self.chance, session.game
        names = [
            row for kind in game.compiled.program.domains.by_name.values() for row in kind.rows
        ]
        commands = [c for c in registry.names() if c not in LEAVING]
        kind = chance.random()
        if kind < 0.4 and game.turn is not None:
            words = chance.choice(list(game.legal_moves)).text.split()
            if chance.random() < 0.5:
                self._spoil(words, [*names, *HOSTILE])
            return " ".join(words)
        if kind < 0.6:
            verbs = [verb for verb, _ in game.verbs()] or ["x"]
            words = [chance.choice([*names, *HOSTILE]) for _ in range(chance.randint(0, 6))]
            return " ".join([chance.choice(verbs), *words])
        if kind < 0.85:
            words = [
                chance.choice([*names, *HOSTILE, *commands]) for _ in range(chance.randint(0, 4))
            ]
            return " ".join([chance.choice(commands)[: chance.randint(1, 9)], *words])
        if kind < 0.9:
            return "".join(chr(chance.randint(0, 0x2FF)) for _ in range(chance.randint(0, 60)))
        if kind < 0.95:
            return chance.choice([*names, *commands]) * chance.randint(1, 3000)
        return " ".join([chance.choice(names)] * chance.randint(1, 200))

    def _spoil(self, words: list[str], others: list[str]) -> None:
        place = self.chance.randrange(len(words))
        match self.chance.randint(0, 4):
            case 0:
                words[place] = words[place][: self.chance.randint(0, len(words[place]))]
            case 1:
                words.insert(place, self.chance.choice(others))
            case 2:
                del words[place]
            case 3:
                words[place] = self.chance.choice(others)
            case _:
                self.chance.shuffle(words)


@pytest.mark.parametrize("interactive", [False, True])
@pytest.mark.parametrize(("ruleset", "seed"), [("birmingham", 1), ("lancashire", 2), (STONES, 3)])
def test_no_line_is_a_fault(
    ruleset: str, seed: int, interactive: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)  # where files go that it happens to name
    game = bw.new_game(ruleset, players=["Ada", "Ben", "Cy"], seed=seed)
    console = Typist(seed, interactive)
    console.session = Session(game, console)
    play(console.session)
    assert console.typed == LINES
    for line, said in console.complaints:
        assert "fault of the program" not in said, line
        assert "Traceback" not in said, line
        assert "rules go wrong" not in said, line
        assert len(said) < 2500, line
    assert console.session.game.broken_invariants() == ()
    again = console.session.game.record.game()
    assert again.digest() == console.session.game.digest()
