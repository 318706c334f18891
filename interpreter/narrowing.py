"""Which of several legal moves is meant: one question at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.moves import Decision, Move, Option
from brasswright.interpreter.noting import Effect, Notes
from brasswright.interpreter.running.query import STOP_SITE, Answer

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

MOST_MOVES = 5000
"""Moves that notes are gathered from; more would make people wait."""

Key = tuple[int, Answer] | None
"""A choice by its number and an answer to it; None = not asked."""


@dataclass(slots=True)
class Question:
    """One open choice, and the moves that each answer leaves."""

    decision: Decision
    moves: dict[str, list[Move]] = field(default_factory=dict)
    """By the name of the option."""


@dataclass(slots=True)
class _Way:
    move: Move
    sites: tuple[int, ...]
    effect: Effect

    def key(self, place: int) -> Key:
        if place >= len(self.sites):
            return None
        return self.sites[place], self.move.path[place]  # type: ignore[return-value]


def narrowing(game: Game, moves: Sequence[Move]) -> Question:
    """What to ask next to find out which of several legal moves of the stage at hand is meant.

    What the verb is about is asked before how it is done, whatever is decided first.
    """
    notes = Notes(game)
    ways = [
        _Way(move, tuple(query.sites), notes.effect(query))
        for move in moves[:MOST_MOVES]
        for query in notes.way(move)
    ]
    place = _place(game, ways)
    left: dict[Key, list[_Way]] = {}
    for way in ways:
        left.setdefault(way.key(place), []).append(way)
    known = [a for a in ways[0].effect.answers if all(a in way.effect.answers for way in ways)]
    options = [
        _option(game, notes, key, [way.effect for way in group], known)
        for key, group in left.items()
    ]
    word, question = _asked(game, next(key for key in left if key is not None))
    decision = Decision(game.turn or "", word, question, tuple(options))
    found = [[way.move for way in ways] for ways in left.values()]
    return Question(decision, {o.name: m for o, m in zip(options, found, strict=True)})


def _place(game: Game, ways: Sequence[_Way]) -> int:
    """The place in the ways of the choice to ask about."""
    longest = max(len(way.sites) for way in ways)
    places = [p for p in range(longest) if len({way.key(p) for way in ways}) > 1]
    for place in places:
        sites = {way.sites[place] if place < len(way.sites) else None for way in ways}
        if len(sites) == 1 and _is_positional(game, ways[0].sites[place]):
            return place
    return places[0]


def _is_positional(game: Game, site: int) -> bool:
    asked = game.compiled.program.choices[site] if site != STOP_SITE else None
    return isinstance(asked, ir.ChooseStatement) and asked.words[0] == ""


def _option(
    game: Game, notes: Notes, key: Key, effects: Sequence[Effect], known: Sequence[str]
) -> Option:
    if key is None:
        return Option("", "", notes.text(effects, known))
    site, answer = key
    name = game.names.answer_word(site, answer)
    title, about, said = name, "", [*known, name]
    asked = game.compiled.program.choices[site]
    if isinstance(asked, ir.ChooseStatement):
        title = game.names.answer_title(site, answer)
        said.append(f"{game.names.word(asked.words[0])} {name}")
        if asked.domain and isinstance(answer, int):
            about = notes.about(asked.domain, answer)
    note = ", ".join(filter(None, [about, notes.text(effects, said)]))
    return Option(name, title, note, game.names.answer(site, answer))


def _asked(game: Game, key: tuple[int, Answer]) -> tuple[str, str]:
    asked = game.compiled.program.choices[key[0]]
    if isinstance(asked, ir.OptionsStatement):
        return "", game.names.term(asked.part.rpartition(".")[2])
    word = game.names.word(asked.words[0])
    if asked.many and asked.domain:
        things = game.names.term(game.compiled.program.domain(asked.domain).plural)
        return word, f"{asked.many} {things}"
    return word, game.names.term(asked.name)
