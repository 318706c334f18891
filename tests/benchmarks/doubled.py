"""A board twice as big as that of an edition, as an overlay: every place and line there is twice.

What lies at the edge of the map is there once, so both halves meet there; and a card of a place is
good for both of its kind, so a game is as long as on the board of the edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cases import FIRST

from brasswright.interpreter.layers.finder import find

NAME = "doubled"
MORE = "_too"


def doubled(folder: Path) -> Path:
    """The file of the overlay, written into a folder."""
    layer = find(FIRST)[-1]
    places = _rows(layer.files["places.rules"])
    links = _rows(layer.files["links.rules"])
    ids = {row[0] for row in places[1:]}
    lines = [f'overlay {NAME} "Everything twice" amends {FIRST}', ""]
    lines += ["extend table Place:", *_again(places, ids), "", "extend table Link:"]
    lines += [*_again(links, ids), ""]
    cards = [row[0] for row in _rows(layer.files["cards.rules"])[1:]]
    lines += [f"set Card.{id}.towns = {{{id}, {id}{MORE}}}" for id in cards if id in ids]
    file = folder / f"{NAME}.rules"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def _rows(text: str) -> list[list[str]]:
    """The head and the rows of the first table in a text."""
    _, _, below = text.partition("\ntable ")
    lines = below.splitlines()[1:]
    return [re.split(r" {2,}", line.strip()) for line in lines if line.startswith("  ")]


def _again(rows: list[list[str]], ids: set[str]) -> Iterator[str]:
    """The rows once more, under other names."""
    head, *others = rows
    yield "  " + "  ".join(head)
    for first, *rest in others:
        ends = first.split("--")
        name = "--".join(end + MORE if end in ids else end for end in ends)
        if name != first:
            title = [word[:-1] + ' too"' if word.endswith('"') else word for word in rest]
            yield "  " + "  ".join([name, *title])
