"""A small game for batches: quick to play, and with numbers that can be told in advance."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from brasswright.interpreter.laboratory.plan import Plan, Variant

WORKSHOP = str(Path(__file__).parent / "rulesets" / "workshop")
COUNTED = """
    overlay counted "Counted" amends workshop

    action work "Work for a coin" during turn:
      me.coins += 1
      tally wages "worked" for me
      tally wages "coins in turn {turns / 6 * 6}" for me by me.coins

    show course "Coins" as chart for p in players:
      "player" p
      "coins" Number(p.coins)
    show work "Turns" as chart for s in sites where s.size == 9:
      "site" s
      "turns" turns
"""
"""Twelve turns, six for each of two players; who works has a coin more."""


def overlay_file(folder: Path, text: str, name: str = "counted") -> str:
    """A file of rule text; its path."""
    file = folder / f"{name}.rules"
    file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return str(file)


def plan(folder: Path, *seats: str, more: str = "", seed: int = 1) -> Plan:
    """A batch of the workshop in which working is counted."""
    text = dedent(COUNTED) + dedent(more)
    return Plan((Variant.of(WORKSHOP, [overlay_file(folder, text)]),), seats, seed)
