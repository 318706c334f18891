"""Are the lines of a file of rows what a batch writes? The file may come from anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any

MOST = 2**53
"""Larger numbers are no counts, and charts could not hold them."""


def is_head(head: object) -> bool:
    """Is this what `Plan.head` says of a batch?"""
    match head:
        case {
            "engine": str(),
            "variants": [_, *_] as variants,
            "seats": [_, *_] as seats,
            "seed": int(),
        }:
            return _are_texts(seats) and all(map(_is_variant, variants))
    return False


def _is_variant(variant: object) -> bool:
    match variant:
        case {"ruleset": str(), "overlays": list(overlays), "digest": str()}:
            return _are_texts(overlays)
    return False


def is_row(row: object, head: Mapping[str, Any]) -> bool:
    """Is this the row of a player, or the line of a game that was given up, in such a batch?"""
    if not isinstance(row, dict):
        return False
    match row:
        case {"variant": int(variant), "game": int(), "seed": int()}:
            if not 0 <= variant < len(head["variants"]):
                return False
            return isinstance(row["breach"], str) if "breach" in row else _is_of_player(row, head)
    return False


def _is_of_player(row: Mapping[str, Any], head: Mapping[str, Any]) -> bool:
    numbers = [row.get(name) for name in ("deal", "seat", "place", "points", "moves")]
    match row:
        case {
            "player": str(player),
            "bot": str(bot),
            "winner": bool(),
            "ranking": dict(ranking),
            "actions": dict(actions),
            "order": list(order),
            "course": list(course),
            "tallies": dict(tallies),
        }:
            return (
                player in ascii_uppercase[: len(head["seats"])]
                and bot in head["seats"]
                and all(map(_is_number, (*numbers, *order)))
                and all(map(_are_counts, (ranking, actions, *tallies.values())))
                and all(map(_is_moment, course))
            )
    return False


def _is_moment(moment: object) -> bool:
    match moment:
        case [str(), dict(found)]:
            return _are_counts(found)
    return False


def _are_counts(found: object) -> bool:
    return isinstance(found, dict) and all(map(_is_number, found.values()))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and -MOST < value < MOST


def _are_texts(values: list[object]) -> bool:
    return all(isinstance(value, str) for value in values)
