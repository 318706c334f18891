"""The words that may come next in a phrase: legal ones best fit first, then refused ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.deciding import MOST_WAYS, legal_verbs
from brasswright.interpreter.errors import Ambiguous, BrasswrightError
from brasswright.interpreter.matching import Fit, fit_either
from brasswright.interpreter.moves import Completion
from brasswright.interpreter.notation import plain
from brasswright.interpreter.noting import Effect, Notes
from brasswright.interpreter.phrases import Phrase, Tokens
from brasswright.interpreter.refusing import refused_verbs, refused_words
from brasswright.interpreter.running.query import STOP_SITE, Answer, TypedQuery
from brasswright.interpreter.saying import (
    Cut,
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


@dataclass(slots=True)
class _Offer:
    """One word to be offered, and what the ways in which it is said come to."""

    text: str
    fit: Fit
    replaces: int
    note: str = ""
    site: int = STOP_SITE
    """The choice that it answers."""
    row: int = 0
    effects: list[Effect] = field(default_factory=list)


def complete(game: Game, text: str, refused: bool = False) -> tuple[Completion, ...]:
    """The words that may follow; each leads to a legal move.

    With `refused`, also words that the rules refuse here, after the others, with the reason.
    """
    before, rest = game.reader.last_stage(text)
    if before:
        return _complete_after(game, before, rest, refused)
    if not game.position.verbs():
        return ()
    first, *wider = cuts(text)
    if not first.words:
        found = _in_order(_verbs(game, first))
        verbs = game.position.verbs()
        if first.begun and not found and len(verbs) == 1:
            return complete(game, f"{verbs[0].name} {text}", refused)
        return (*found, *refused_verbs(game, first)) if refused else found
    offers = _offered(game, first)
    if not offers and not first.begun and _is_whole(game, text):
        return ()
    if first.begun or not offers:
        named = (cut for cut in wider if may_be_name(game, cut))
        more = next(filter(None, (_offered(game, cut) for cut in named)), [])
        offers = [*more, *(offer for offer in offers if not more or offer.fit < Fit.LETTERS)]
    found = _in_order(offers)
    sites = {offer.site for offer in offers}
    return (*found, *refused_words(game, text, found, sites)) if refused else found


def _is_whole(game: Game, text: str) -> bool:
    """Is it a move, with nothing left to be said?"""
    try:
        game.parse(text)
    except Ambiguous:
        return True
    except BrasswrightError:
        return False
    return True


def _complete_after(game: Game, before: str, rest: str, refused: bool) -> tuple[Completion, ...]:
    """What may follow in a phrase whose earlier stages are typed already."""
    trial = _after(game, before)
    if trial is None:
        return ()
    [verb] = trial.position.verbs()
    found = complete(trial, f"{verb.name} {rest.lstrip()}", refused)
    return found or complete(trial, rest, refused)


def _after(game: Game, before: str) -> Game | None:
    """A copy at the stop that the stages lead to; None where there is none.

    Nothing is drawn: what a draw turns up is known when it has been made.
    """
    trial = game.copy()
    try:
        move = game.parse(before)
    except BrasswrightError:
        return None
    for stage in (replace(move, following=()), *move.following):
        verbs = trial.position.verbs()
        verb = next((verb for verb in verbs if verb.name == stage.verb), verbs[0])
        trial.position.step(verb, stage.path)  # type: ignore[arg-type]
        if trial.position.after_draw or not trial.position.at_stop:
            return None
    return trial


def _verbs(game: Game, cut: Cut) -> list[_Offer]:
    found = []
    for name, title in legal_verbs(game):
        word = game.names.word(name)
        how = fit_either(cut.begun, (word,), name)
        if how is not None:
            found.append(_Offer(word, how, len(cut.begun), title))
    return found


def _in_order(offers: Iterable[_Offer]) -> tuple[Completion, ...]:
    """Each word once: best fit first, else in the order of the rules."""
    once: dict[str, Completion] = {}
    for offer in sorted(offers, key=lambda offer: offer.fit):
        once.setdefault(offer.text, Completion(offer.text, offer.note, replaces=offer.replaces))
    return tuple(once.values())


def _offered(game: Game, cut: Cut) -> list[_Offer]:
    """The words under the first reading of what was typed that leads anywhere."""
    for ending, phrase, tokens in readings(game, cut):
        found = _Offers(game, tokens, ending).of(phrase)
        if found:
            return found
    return []


class _Offers:
    """Gathers the words that the ways of a phrase leave to be said."""

    def __init__(self, game: Game, tokens: Tokens, cut: Cut) -> None:
        self._game = game
        self._tokens = tokens
        self._cut = cut
        self._fits: dict[tuple[int, Answer], tuple[str, Fit | None]] = {}
        self._next: dict[str, _Offer] = {}
        """What may be said next."""
        self._later: dict[str, _Offer] = {}
        """What may be said after that; it counts when nothing of the other fits as well."""
        self._typed: set[str] = set()
        """What need not be told any more."""

    def of(self, phrase: Phrase) -> list[_Offer]:
        """The words that may come next, with notes."""
        position, notes = self._game.position, Notes(self._game)
        query = TypedQuery(self._tokens)
        for number, _ in enumerate(position.ways(phrase.verb, query)):
            if query.meant and not (position.at_stop and query.path[0] == 0):
                self._gather(query, notes)
            if number >= MOST_WAYS:
                break
        offers = self._chosen()
        for offer in offers:
            word = self._game.names.word(word_of(self._game, offer.site))
            known = [offer.text, f"{word} {offer.text}", *self._typed]
            about = self._about(notes, offer)
            offer.note = ", ".join(filter(None, [about, notes.text(offer.effects, known)]))
        return offers

    def _about(self, notes: Notes, offer: _Offer) -> str:
        """What everybody can see at the row that the offered word stands for."""
        asked = self._game.compiled.program.choices[offer.site]
        if not isinstance(asked, ir.ChooseStatement) or not asked.domain:
            return ""
        return notes.about(asked.domain, offer.row)

    def _chosen(self) -> list[_Offer]:
        groups = [list(self._next.values()), list(self._later.values())]
        for group in groups:
            if any(offer.fit < Fit.LETTERS for offer in group):
                return group
        return next(filter(None, groups), [])

    def _gather(self, query: TypedQuery, notes: Notes) -> None:
        effect: Effect | None = None
        first: int | None = None
        for site, answer in unsaid(self._game, self._tokens, query):
            if not introduced(self._game, self._cut, site):
                continue
            if first is None:
                first = site
            next_one = site == first or bool(self._cut.pending)
            if not next_one and not self._cut.begun:
                break
            text, how = self._fit(site, answer)
            if how is None:
                continue
            if effect is None:
                effect = notes.effect(query)
                self._typed.update(self._typed_whole(query))
            found = self._next if next_one else self._later
            if text not in found:
                row = answer if isinstance(answer, int) else 0
                found[text] = _Offer(text, how, len(self._cut.begun), site=site, row=row)
            found[text].fit = min(found[text].fit, how)
            found[text].effects.append(effect)

    def _typed_whole(self, query: TypedQuery) -> Iterator[str]:
        """The answers that were typed with their whole names, and so need no telling."""
        names = self._game.names
        for answer, site, used in zip(query.path, query.sites, query.used, strict=True):
            if used >= 0:
                value = names.answer_word(site, answer)
                if plain(self._tokens[used].text) in (plain(value), names.answer(site, answer)):
                    yield f"{names.word(word_of(self._game, site))} {value}"

    def _fit(self, site: int, answer: Answer) -> tuple[str, Fit | None]:
        """How an answer is said, and how well that fits."""
        if (site, answer) not in self._fits:
            each = said(self._game, site, answer)
            self._fits[site, answer] = each.offered(self._cut), each.fit(self._cut)
        return self._fits[site, answer]
