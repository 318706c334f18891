"""Answers to the choices of a stage, and what is gathered while it runs.

A compiled stage asks `pick` at each choice and gets, one after the other, the answers that this
run is about: all of them, those of a script, those that typed words allow, in random order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from random import Random
from time import monotonic
from typing import Protocol

from brasswright.interpreter.running.kernel import LONGEST, Firsts, Trap

Answer = int | tuple[int, ...]
STOP_SITE = -1
"""Number of the choice at a stop: 0 = done, 1 = once more."""


NEVER = float("nan")
"""A number of ways that equals none, not even itself: no choice is left early."""


class Query:
    """Every answer, in order."""

    __slots__ = ("opens", "path", "resume", "sites", "skip", "until", "ways")

    def __init__(self) -> None:
        self.until = monotonic() + LONGEST
        """When to give up: rules that search on and on must not hang a game."""
        self.path: list[Answer] = []
        """The answers so far."""
        self.sites: list[int] = []
        """The numbers of the choices that they answer."""
        self.opens: list[Sequence[Answer]] = []
        """What could have been answered."""
        self.resume: tuple[Answer, ...] = ()
        """After a trap: the way that led there. What comes before it was looked at already."""
        self.skip = 1000
        """Choices deeper than this are not gone on with."""
        self.ways: float = 0
        """How many ways were found. A choice is left when an answer finds none and the others
        would come to the same: that is told by this not having changed."""

    def leave(self, depth: int) -> None:
        """A choice at that depth is left before all its answers were tried."""
        del self.path[depth:], self.sites[depth:], self.opens[depth:]

    def hurry(self) -> None:
        """Raise Trap when it has taken too long."""
        if monotonic() > self.until:
            raise Trap(f"the rules have been at this for {LONGEST} seconds")

    def restart(self) -> bool:
        """The way being tried leads into a trap: the stage begins again, to go on after it.

        False to give up.
        """
        self.resume = tuple(self.path)
        self.ways = NEVER  # what was looked at already finds no way again
        self.path.clear()
        self.sites.clear()
        self.opens.clear()
        return bool(self.resume)

    def passed(self, answer: Answer) -> bool:
        """Was an answer to the next choice looked at before the stage began again?"""
        depth = len(self.path)
        if tuple(self.path) != self.resume[:depth] or answer != self.resume[depth]:
            return True
        if depth + 1 < len(self.resume):
            return False
        self.resume = ()
        return True

    def answers(self, number: int, candidates: Sequence[Answer]) -> Sequence[Answer]:
        """Which candidates to try, in order."""
        return candidates

    def pick(
        self, number: int, candidates: Sequence[Answer], fits: Sequence[Answer] | None = None
    ) -> Iterator[Answer]:
        """The answers to try for a choice; `path` holds each while it is being tried.

        `fits` are those that the rules don't refuse at once, when that was looked at.
        """
        self.hurry()
        path, sites, opens = self.path, self.sites, self.opens
        depth = len(path)
        tried = self.answers(number, candidates)
        if fits is not None:
            tried = fits if tried is candidates else [a for a in tried if a in fits]
        for answer in tried:
            if self.resume and self.passed(answer):
                continue
            path.append(answer)
            sites.append(number)
            opens.append(candidates)
            yield answer
            path.pop()
            sites.pop()
            opens.pop()
            if self.skip <= depth:
                if self.skip == depth:
                    self.skip = 1000
                else:
                    return

    def pick_any(self, number: int, candidates: Sequence[Answer]) -> Iterator[Answer]:
        """As `pick`, when the order of picks repeated at once is immaterial: none is listed
        that is less than the one before and could have been taken before it."""
        if self.sites and self.sites[-1] == number:
            last, before = self.path[-1], self.opens[-1]
            candidates = [c for c in candidates if c >= last or c not in before]  # type: ignore[operator]
        return self.pick(number, candidates)

    def stop(self, point: int) -> Iterator[Answer]:
        """The choice at a stop."""
        return self.pick(STOP_SITE, (0, 1))

    # What the explaining twin reports; only a TypedQuery keeps it.

    def refuse(self, number: int, values: tuple[object, ...], lacking: int) -> None:
        """A rule refuses the way being tried."""

    def refuse_candidate(
        self, choice: int, row: Answer, number: int, values: tuple[object, ...], lacking: int
    ) -> None:
        """A candidate is none, for that reason."""

    def outside(
        self,
        choice: int,
        inside: Sequence[Answer],
        reason: Callable[[int], tuple[int, tuple[object, ...], int]],
    ) -> None:
        """All that could be named; what else was named gets the reason of the choice itself."""

    def outside_many(
        self,
        choice: int,
        found: Sequence[Answer],
        reason: Callable[[int], tuple[int, tuple[object, ...], int]],
    ) -> None:
        """All that could be taken at once; other names get the reason of the choice itself."""


class Script(Query):
    """One way: the answers are given; after the last of them everything is tried."""

    __slots__ = ("script",)

    def __init__(self, script: Sequence[Answer]) -> None:
        super().__init__()
        self.script = tuple(script)

    def answers(self, number: int, candidates: Sequence[Answer]) -> Sequence[Answer]:
        depth = len(self.path)
        if depth >= len(self.script):
            return candidates
        wanted = self.script[depth]
        return (wanted,) if wanted in candidates else ()

    def pick_any(self, number: int, candidates: Sequence[Answer]) -> Iterator[Answer]:
        """A script may name the picks in any order."""
        if len(self.path) < len(self.script):
            return self.pick(number, candidates)
        return super().pick_any(number, candidates)


class Sparing(Query):
    """Every answer, but of what is held and could be given for the same, only the first.

    Once there was a whole way with one of the answers to such a choice, others are not tried.
    Whoever goes through the ways counts them in `found`.
    """

    __slots__ = ("found", "held")

    def __init__(self, held: Set[int]) -> None:
        super().__init__()
        self.held = held
        """The numbers of the choices among what a player holds."""
        self.found = 0

    def pick(
        self, number: int, candidates: Sequence[Answer], fits: Sequence[Answer] | None = None
    ) -> Iterator[Answer]:
        self.hurry()
        path, sites, opens = self.path, self.sites, self.opens
        held, before = number in self.held, self.found
        for answer in candidates if fits is None else fits:
            if self.resume and self.passed(answer):
                continue
            path.append(answer)
            sites.append(number)
            opens.append(candidates)
            yield answer
            path.pop()
            sites.pop()
            opens.pop()
            if held and self.found != before:
                return


class Variants(Script):
    """One way, and those that differ from it only in what is given of what is held."""

    __slots__ = ("held",)

    def __init__(self, script: Sequence[Answer], held: Set[int]) -> None:
        super().__init__(script)
        self.held = held

    def answers(self, number: int, candidates: Sequence[Answer]) -> Sequence[Answer]:
        return candidates if number in self.held else super().answers(number, candidates)


class Shuffled(Query):
    """Every answer, in random order: the first whole way is a random move.

    Answers are drawn one by one, as they are needed.
    """

    __slots__ = ("asked", "blocked", "draw")

    MOST_TRAPS = 50
    PICKS = 32
    """The clock is looked at once in so many picks."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.draw = random.random
        self.asked = 0
        self.blocked: set[tuple[Answer, ...]] = set()
        """Ways that run into a trap: another order comes each time."""

    def renew(self) -> None:
        """Begin another stage, after one in which no way was found."""
        self.ways = 0
        if self.blocked:
            self.blocked = set()

    def restart(self) -> bool:
        found = super().restart()
        self.blocked.add(self.resume)
        self.resume = ()
        return found and len(self.blocked) < self.MOST_TRAPS

    def pick(
        self, number: int, candidates: Sequence[Answer], fits: Sequence[Answer] | None = None
    ) -> Iterator[Answer]:
        self.asked += 1
        if not self.asked % self.PICKS:
            self.hurry()
        path, sites, opens, draw = self.path, self.sites, self.opens, self.draw
        left = list(candidates if fits is None else fits)
        size = len(left)
        while size:
            place = int(draw() * size)
            answer = left[place]
            size -= 1
            left[place] = left[size]
            path.append(answer)
            if not self.blocked or tuple(path) not in self.blocked:
                sites.append(number)
                opens.append(candidates)
                yield answer
                sites.pop()
                opens.pop()
            path.pop()


class Typed(Protocol):
    """One typed word and what it may mean."""

    @property
    def word(self) -> str | None:
        """What introduces it; None = nothing, it stands bare."""
        ...

    def introduces(self, choice: int) -> bool:
        """Does its word stand before answers to that choice?"""
        ...

    def matches(self, choice: int, answer: Answer) -> bool:
        """May it mean that answer to that choice?"""
        ...

    def rows(self, choice: int) -> Sequence[int]:
        """All rows that it may mean there, candidates or not."""
        ...


def _equal(candidates: Sequence[Answer], answer: Answer) -> Sequence[Answer]:
    """What may be named to mean an answer: itself, and those that it stands for."""
    if isinstance(candidates, Firsts) and isinstance(answer, int):
        return candidates.equal(answer)
    return (answer,)


Met = tuple[tuple[float, int, int, int], int, tuple[object, ...], int, tuple[Answer, ...]]
"""A refusal met: rank, number of the reason, values of its text, what is lacking, the way."""


class TypedQuery(Query):
    """The ways that typed words allow. With the explaining twin, also the refusals met.

    A word given for a choice leaves only the answers it matches; a bare word does not narrow
    anything, but a way counts as meant only when every word was used for one of its answers.
    """

    __slots__ = ("_order", "refusals", "tokens", "used")

    KEPT = 200

    def __init__(self, tokens: Sequence[Typed], done: bool = False) -> None:
        super().__init__()
        self.ways = NEVER  # which word an answer uses decides what later ones may be
        self.tokens = tokens
        self.used: list[int] = []
        """For each answer of the path: the token it used, or -1."""
        self.refusals: list[Met] = []
        self._order = 0

    def restart(self) -> bool:
        self.used.clear()
        return super().restart()

    @property
    def matched(self) -> int:
        """How many typed words the way being tried has used."""
        return sum(1 for token in self.used if token >= 0)

    @property
    def meant(self) -> bool:
        """Were all words used?"""
        return self.matched == len(self.tokens)

    def pick(
        self, number: int, candidates: Sequence[Answer], fits: Sequence[Answer] | None = None
    ) -> Iterator[Answer]:
        self.hurry()
        explicit = self._explicit(number)
        for answer in candidates if fits is None else fits:
            named = _equal(candidates, answer)
            if explicit is not None:
                if not any(self.tokens[explicit].matches(number, row) for row in named):
                    continue
                token = explicit
            else:
                token = max(self._bare(number, row) for row in named)
            if self.resume and self.passed(answer):
                continue
            self.path.append(answer)
            self.sites.append(number)
            self.opens.append(candidates)
            self.used.append(token)
            yield answer
            self.used.pop()
            self.opens.pop()
            self.sites.pop()
            self.path.pop()

    def pick_any(self, number: int, candidates: Sequence[Answer]) -> Iterator[Answer]:
        if self._explicit(number) is not None:
            return self.pick(number, candidates)
        return super().pick_any(number, candidates)

    def _explicit(self, number: int) -> int | None:
        """The first unused word that was typed for this choice."""
        for i, token in enumerate(self.tokens):
            if token.word is not None and i not in self.used and token.introduces(number):
                return i
        return None

    def _bare(self, number: int, answer: Answer) -> int:
        for i, token in enumerate(self.tokens):
            if token.word is None and i not in self.used and token.matches(number, answer):
                return i
        return -1

    # -- refusals --------------------------------------------------------------------------

    def refuse(self, number: int, values: tuple[object, ...], lacking: int) -> None:
        self._note(float(self.matched), number, values, lacking)

    def refuse_candidate(
        self, choice: int, row: Answer, number: int, values: tuple[object, ...], lacking: int
    ) -> None:
        explicit = self._explicit(choice)
        if explicit is not None:
            if self.tokens[explicit].matches(choice, row):
                self._note(self.matched + 1.0, number, values, lacking)
            return
        named = self._bare(choice, row) >= 0
        self._note(float(self.matched + named), number, values, lacking)

    def outside(
        self,
        choice: int,
        inside: Sequence[Answer],
        reason: Callable[[int], tuple[int, tuple[object, ...], int]],
    ) -> None:
        explicit = self._explicit(choice)
        named = False
        for i, token in enumerate(self.tokens):
            if i in self.used or (token.word is not None and i != explicit):
                continue
            rows = token.rows(choice)
            if any(row in inside for row in rows):
                continue
            for row in rows[:1]:
                named = True
                self._note(self.matched + (1.0 if i == explicit else 0.5), *reason(row))
        if not inside and not named:
            self._note(float(self.matched), *reason(0))

    def outside_many(
        self,
        choice: int,
        found: Sequence[Answer],
        reason: Callable[[int], tuple[int, tuple[object, ...], int]],
    ) -> None:
        if not found:
            self._note(float(self.matched), *reason(0))
        for i, token in enumerate(self.tokens):
            named = token.introduces(choice) if token.word is not None else bool(token.rows(choice))
            if i in self.used or not named:
                continue
            if not any(token.matches(choice, answer) for answer in found):
                row = next(iter(token.rows(choice)), 0)
                self._note(self.matched + 1.0, *reason(row))

    def _note(self, matched: float, number: int, values: tuple[object, ...], lacking: int) -> None:
        # Of refusals that use as many words, one whose words answer the earlier choices is
        # likelier to be what was meant: what and where come before how.
        self._order += 1
        places = sum(place for place, token in enumerate(self.used) if token >= 0)
        rank = (matched, -places, len(self.path), -self._order)
        self.refusals.append((rank, number, values, lacking, tuple(self.path)))
        if len(self.refusals) > 4 * self.KEPT:
            self.refusals.sort(reverse=True)
            del self.refusals[self.KEPT :]
