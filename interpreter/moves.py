"""Moves, choices, options and refusals: plain values that a game hands out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from brasswright.interpreter.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Choice:
    """One answered decision inside a move."""

    word: str
    """The word written before the value; "" for a positional value."""
    value: str
    """The value as it is typed: a row's name, a number, or names joined by commas."""
    part: str = field(default="", compare=False)
    """The step or option that asked."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move of a stage: a verb and its choices, in the order of the decisions.

    Two moves are equal when verb and choices are. A phrase that spans several stages is a
    move with `following`: what is to be played after it, in order.
    """

    verb: str
    choices: tuple[Choice, ...]
    path: tuple[object, ...] = field(default=(), compare=False, repr=False)
    """The answers as the compiled rules know them."""
    following: tuple[Move, ...] = ()

    @property
    def text(self) -> str:
        """The notation: `claim alpha.1 at beta.2 using gamma`."""
        return self.spelled("and")

    def spelled(self, joining: str) -> str:
        """The notation, with a word of another language between stages."""
        positional = [c.value for c in self.choices if c.word == ""]
        named = [f"{c.word} {c.value}".rstrip() for c in self.choices if c.word != ""]
        words = [self.verb, *positional, *named]
        for move in self.following:
            text = move.spelled(joining)
            words += [joining, text.partition(" ")[2] if move.verb == self.verb else text]
        return " ".join(filter(None, words))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal."""

    part: str
    """The rule that refuses, by its name: `build.in_network`."""
    reason: str
    """In the player's words."""
    cites: tuple[str, ...] = ()
    """Rule ids of the digest, without `@`."""
    layer: str = ""
    """The ruleset or overlay that put the rule there."""
    lacking: tuple[int, str] | None = None
    """What is missing: (1, "pounds"), (1, "connection")."""
    span: Span = NOWHERE
    others: tuple[Refusal, ...] = ()
    """Refusals met on other ways to the same end, most telling first."""
    missing: str = ""
    """What is missing, in the player's words."""

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer to a decision."""

    name: str
    """As it is typed."""
    title: str
    """As it is shown."""
    note: str = ""
    """What it costs and where things come from, when that is known: `£5, from alpha.1`."""
    source: str = ""
    """The rules' own name for it, which is understood as well; "" = `name` is that."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be decided next after some answers: a question and its possible answers."""

    player: str
    word: str
    """The word that introduces the answer; "" for a positional one, "verb" for an action."""
    question: str
    options: tuple[Option, ...]
    complete: bool = False
    """The answers so far are a whole move; there is nothing left to decide."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One word offered by Tab: what it would add, and a note."""

    text: str
    note: str = ""
    replaces: int = 0
    """How many letters before the cursor it takes the place of."""
    refused: bool = False
    """The rules refuse it here; the note is the reason."""


@dataclass(frozen=True, slots=True)
class Change:
    """One effect of a move, for previews and logs: `A.money` from 17 to 12."""

    what: str
    before: str
    after: str
    part: str = ""
    thing: str = ""
    """Whose field it is, which is what `what` begins with; "" = the game's own."""

    def __str__(self) -> str:
        return f"{self.what} {self.before} → {self.after}"


@dataclass(frozen=True, slots=True)
class Table:
    """A view declared by the rules (`show`), filled in for a viewer."""

    name: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    form: str = "table"
    """How it is best looked at: as a "table", or as a "track", each row a field in a line."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place at the end: shared places have equal `place`."""

    place: int
    player: str
    values: tuple[tuple[str, int], ...]
    """What was compared, in order: ("victory points", 87), ("income", 43), …"""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log of a game."""

    number: int
    """How many moves had been played, this one included; 0 for the set-up."""
    player: str
    text: str
    heading: str
    """The status line of the moment: `spring 3`."""
    notes: tuple[str, ...] = ()
    """What followed: forced choices made, changes, lines that the rules log."""
    taken_back: tuple[str, ...] = ()
    """Moves that came after it and were taken back, where that could show hidden things."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    standings: tuple[Standing, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(s.player for s in self.standings if s.place == 1)

    def __iter__(self) -> Iterator[Standing]:
        return iter(self.standings)
