"""Words that the rules refuse at this place of a phrase, each with the best reason there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.deciding import legal_verbs
from brasswright.interpreter.errors import BrasswrightError
from brasswright.interpreter.matching import Fit, fit_either
from brasswright.interpreter.moves import Completion, Refusal
from brasswright.interpreter.phrases import Tokens
from brasswright.interpreter.running.query import Answer, TypedQuery
from brasswright.interpreter.saying import (
    Cut,
    Said,
    cuts,
    introduced,
    may_be_name,
    readings,
    said,
    unsaid,
    word_of,
)

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game

SHOWN = 10
"""Most refused words; a long list of what can't be done helps nobody."""
OF_ONE_RULE = 3
"""Most of them with the same rule against them, when nothing is begun and there are many."""

Reason = Callable[[int], tuple[int, tuple[object, ...], int]]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A word that may be refused."""

    word: str
    fit: Fit
    place: int = 0
    """Of the rule that refuses it, in the text of the action."""


def refused_verbs(game: Game, cut: Cut) -> tuple[Completion, ...]:
    """The verbs that no move may begin with now."""
    legal = {name for name, _ in legal_verbs(game)}
    found = []
    for name, _ in game.verbs():
        word = game.names.word(name)
        how = fit_either(cut.begun, (word,), name)
        if name not in legal and how is not None:
            found.append(_Candidate(word, how))
    return _told(game, "", found, cut)


def refused_words(
    game: Game, text: str, legal: Sequence[Completion], sites: Collection[int]
) -> tuple[Completion, ...]:
    """The words that may not follow where `legal` ones, which answer the choices `sites`, may.

    If nothing at all may follow and the phrase is no move, its last word, with the reason.
    """
    first, *wider = cuts(text)
    found = _refused(game, text, first, legal, sites)
    if first.begun and not (found or legal):
        more = (_refused(game, text, cut, legal, sites) for cut in wider if may_be_name(game, cut))
        found = next(filter(None, more), ())
    if legal or first.begun or len({each.note for each in found}) > 1:
        return found
    return _nothing_follows(game, text) or found


def _nothing_follows(game: Game, text: str) -> tuple[Completion, ...]:
    """It is what was typed already that is refused, whatever follows."""
    first = cuts(text)[0]
    for ending, _, _ in readings(game, first):
        refusal = _refusal(game, " ".join(ending.words))
        if refusal is not None:
            last = first.words[-1]
            replaces = len(text) - text.rindex(last)
            return (Completion(last, refusal.reason, replaces=replaces, refused=True),)
    return ()


def _refused(
    game: Game, text: str, cut: Cut, legal: Sequence[Completion], sites: Collection[int]
) -> tuple[Completion, ...]:
    """The refused words under the first reading of what was typed that leads to any."""
    before = text[: len(text) - len(cut.begun)]
    names = {each.text for each in legal}
    worst = Fit.WORD if legal else Fit.INSIDE
    for ending, phrase, tokens in readings(game, cut):
        query = _Met(game, tokens, ending, game.reader.progress(phrase.verb.stage))
        for _ in game.position.ways(phrase.verb, query, explaining=True):
            query.legal = query.legal or query.meant
        groups = [query.inside()] if legal or not cut.begun else [query.inside(), query.outer()]
        for group in groups:
            group = [each for each in group if not sites or each.site in sites]
            words: dict[str, _Candidate] = {}
            for each in group:
                word, how = each.offered(ending), each.fit(ending)
                if word not in names and how is not None and how <= worst:
                    words.setdefault(word, _Candidate(word, how, query.place(each)))
            found = _told(game, before, words.values(), ending)
            if found:
                return found
        if query.legal:
            break
    return ()


def _told(
    game: Game, before: str, words: Collection[_Candidate], cut: Cut
) -> tuple[Completion, ...]:
    """Those of the words that are indeed refused, with the reasons: best fit first, and of equal
    ones those that a rule further in the text of the action refuses.
    """
    found: list[Completion] = []
    by_rule: Counter[int] = Counter()
    many = not cut.begun and len(words) > SHOWN
    for each in sorted(words, key=lambda each: (each.fit, -each.place)):
        if many and by_rule[each.place] == OF_ONE_RULE:
            continue
        refusal = _refusal(game, f"{before}{each.word}")
        if refusal is None:
            continue
        by_rule[each.place] += 1
        found.append(Completion(each.word, refusal.reason, replaces=len(cut.begun), refused=True))
        if len(found) == SHOWN:
            break
    return tuple(found)


def _refusal(game: Game, phrase: str) -> Refusal | None:
    try:
        return game.why_not(phrase)
    except BrasswrightError:
        return None


class _Met(TypedQuery):
    """Gathers what could be said next in the ways that are refused."""

    def __init__(self, game: Game, tokens: Tokens, cut: Cut, places: Mapping[int, int]) -> None:
        super().__init__(tokens)
        self._places = places
        self._game = game
        self._tokens = tokens
        self._cut = cut
        self.legal = False
        """Whether what was typed leads to a legal move in this reading."""
        self._met: dict[tuple[int, Answer], int] = {}
        """What could be said next, with the furthest place at which that is refused."""
        self._inside: dict[int, set[Answer]] = {}
        """By choice, all that could be named."""

    def inside(self) -> list[Said]:
        """What could be named and is refused. What a verb is about is said before the rest."""
        found = [said(self._game, site, answer) for site, answer in self._met]
        word = min((each.word != "" for each in found), default=False)
        return [each for each in found if (each.word != "") == word]

    def outer(self) -> list[Said]:
        """What the choices that were come to are not about at all."""
        program = self._game.compiled.program
        found: list[Said] = []
        for site, inside in self._inside.items():
            asked = program.choices[site]
            if isinstance(asked, ir.ChooseStatement) and asked.domain:
                rows = range(1, len(program.domain(asked.domain).rows))
                found += [said(self._game, site, row) for row in rows if row not in inside]
        return sorted(found, key=lambda each: each.word != "")

    # -- met on the way ----------------------------------------------------------------------

    def place(self, each: Said) -> int:
        """How far in the text of the action the rule stands that refuses it."""
        return self._met.get((each.site, each.answer), -1)

    def _note(self, matched: float, number: int, values: tuple[object, ...], lacking: int) -> None:
        first = self._first_unsaid()
        if first is not None:
            self._meet(first, number)

    def _meet(self, what: tuple[int, Answer], number: int) -> None:
        self._met[what] = max(self._met.get(what, -1), self._places.get(number, -1))

    def refuse_candidate(
        self, choice: int, row: Answer, number: int, values: tuple[object, ...], lacking: int
    ) -> None:
        if self._explicit(choice) is not None or not introduced(self._game, self._cut, choice):
            return
        first = self._first_unsaid()
        if first is None or (word_of(self._game, first[0]) and not word_of(self._game, choice)):
            first = (choice, row)
        self._meet(first, number)

    def outside(self, choice: int, inside: Sequence[Answer], reason: Reason) -> None:
        if self._explicit(choice) is None and introduced(self._game, self._cut, choice):
            self._inside.setdefault(choice, set()).update(inside)

    def outside_many(self, choice: int, found: Sequence[Answer], reason: Reason) -> None:
        rows = [row for answer in found if isinstance(answer, tuple) for row in answer]
        self.outside(choice, rows, reason)

    def _first_unsaid(self) -> tuple[int, Answer] | None:
        left = unsaid(self._game, self._tokens, self)
        return next((one for one in left if introduced(self._game, self._cut, one[0])), None)
