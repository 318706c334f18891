"""Many games of greedy bots: nothing that must hold is ever broken. Set BRASSWRIGHT_SOAK for it."""

from __future__ import annotations

import json
import os

import pytest

from brasswright.cli.main import main

GAMES = 100


@pytest.mark.skipif("BRASSWRIGHT_SOAK" not in os.environ, reason="takes minutes")
@pytest.mark.parametrize("edition", ["birmingham", "lancashire", "brass-2007"])
def test_greedy_games_break_nothing(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ",".join(["greedy"] * 4)
    assert main(["simulate", edition, "--seats", seats, "--games", str(GAMES), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["breaches"]) == (GAMES, [])
