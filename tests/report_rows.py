"""Files of rows for tests of reports: small games of a made-up ruleset, counted by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]
MOMENTS = ("spring 1", "spring 2", "autumn 1", "end")


def head(overlays: Sequence[str] = ("",), bots: Sequence[str] = ("greedy", "random")) -> Row:
    """The first line: a ruleset, once with each of these overlays; "" for none."""
    variants = [
        {"ruleset": "harbour", "overlays": [o] if o else [], "digest": f"{n}" * 64}
        for n, o in enumerate(overlays, start=1)
    ]
    return {"format": 1, "engine": "9.9", "variants": variants, "seats": list(bots), "seed": 5}


def game(
    number: int,
    points: Sequence[int],
    variant: int = 0,
    bots: Sequence[str] = ("greedy", "random"),
    tallies: Sequence[Mapping[str, Mapping[str, int]]] = ({}, {}),
    courses: Sequence[Sequence[Mapping[str, int]]] = ((), ()),
    actions: Sequence[Mapping[str, int]] = ({"fish": 3}, {"fish": 1, "set_sail": 2}),
    moves: Sequence[int] = (10, 12),
) -> list[Row]:
    """A game of its own deal, `A` at seat 1."""
    return [
        {
            "variant": variant,
            "game": number,
            "deal": number,
            "seed": 100 + number,
            "players": len(points),
            "player": "ABCD"[n],
            "bot": bots[n],
            "seat": n + 1,
            "place": 1 + sum(other > mine for other in points),
            "winner": mine == max(points),
            "points": mine,
            "ranking": {"fame": mine},
            "moves": moves[n],
            "actions": dict(actions[n]),
            "order": [],
            "course": [[m, dict(f)] for m, f in zip(MOMENTS, courses[n], strict=False)],
            "tallies": {group: dict(counted) for group, counted in tallies[n].items()},
        }
        for n, mine in enumerate(points)
    ]


def write(path: Path, first: Row, *games: Sequence[Row]) -> Path:
    """A file as `brass simulate --out` writes it."""
    lines = [{"batch": first}, *(row for rows in games for row in rows)]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def harbour(path: Path) -> Path:
    """Three games of two players that have everything a report shows."""
    games = [
        game(
            number,
            (10 + number, 4),
            tallies=(
                {
                    "fame": {"fish, spring": 4, "fish, autumn": 6 + number},
                    "caught": {"cod, spring": 2, "cod, autumn": number},
                },
                {
                    "fame": {"fish, spring": 4},
                    "caught": {"eel, spring": 1},
                    "lost": {"cod, autumn": 1},
                },
            ),
            courses=(
                [
                    {"gold": 5, "salt, price of a sack": 2},
                    {"gold": 5 + number},
                    {"gold": 9},
                    {"gold": 1},
                ],
                [{"gold": 5, "salt, price of a sack": 2}, {"gold": 3}, {"gold": 2}, {"gold": 0}],
            ),
        )
        for number in range(3)
    ]
    return write(path, head(), *games)


def under_two_rules(path: Path, extra: Sequence[int] = (2, 2, 3, 3)) -> Path:
    """The same deals under two rules; the second bring each player so many points more."""
    bots = ("greedy", "greedy")
    games = []
    for number, more in enumerate(extra):
        for variant in (0, 1):
            points = (10 + variant * more, 6 + variant * more)
            caught = [{"caught": {"cod, spring": 1 + variant}}] * 2
            shown = [[{"gold": 5}, {"gold": 6 + variant}]] * 2
            games.append(game(number, points, variant, bots, caught, shown))
    return write(path, head(("", "storms"), bots), *games)
