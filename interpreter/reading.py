"""Typed phrases read against the stage at hand: the moves meant, or why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.errors import Ambiguous, NotUnderstood, Refused
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.moves import Move, Refusal
from brasswright.interpreter.notation import AND, Names, Token, plain
from brasswright.interpreter.phrases import DONE, Phrase, PhraseReader
from brasswright.interpreter.progress import progress
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import STOP_SITE, Answer, Met, TypedQuery

MOST_WAYS = 20_000
MOST_WORDS = 60
MOST_LETTERS = 5000
_SPACED = re.compile(r"(?<=\s)(\S+)\s")


@dataclass(frozen=True)
class Way:
    """One way through a stage: its answers and the choices they answer."""

    path: tuple[Answer, ...]
    sites: tuple[int, ...]
    used: tuple[int, ...] = ()
    """For each answer, the typed token it used, or -1."""


class Reader:
    """Reads phrases for one game."""

    def __init__(self, names: Names, rulebook: Rulebook) -> None:
        self.names = names
        self.program = names.program
        self.rulebook = rulebook
        self.phrases = PhraseReader(names)
        self._progress: dict[str, dict[int, int]] = {}

    # -- moves meant -----------------------------------------------------------------------

    def move(self, position: Position, text: str) -> Move:
        """The one legal move that the text means.

        Raises NotUnderstood, Ambiguous or Refused. A text with `and` may span several stages;
        it is legal or refused as a whole.
        """
        segments = self._segments(text)
        first = self._stage_move(position, segments[0])
        if len(segments) == 1:
            return first
        trial = position.copy()
        following: list[Move] = []
        last = first
        for segment in segments[1:]:
            trial.step(self._verb_of(trial, last), last.path)  # type: ignore[arg-type]
            if trial.after_draw:
                raise self._not_understood(
                    "`{move}` turns up something hidden: say the rest when it is known", last
                )
            if not trial.at_stop:
                raise self._not_understood("there is nothing to go on with after `{move}`", last)
            last = self._stage_move(trial, segment)
            following.append(last)
        return Move(first.verb, first.choices, first.path, tuple(following))

    def _not_understood(self, message: str, move: Move) -> NotUnderstood:
        return NotUnderstood(self.names.language.say(message, move=self.names.said(move)))

    def _verb_of(self, position: Position, move: Move) -> Verb:
        verbs = position.verbs()
        return next((v for v in verbs if v.name == move.verb), verbs[0])

    def _stage_move(self, position: Position, words: Sequence[str]) -> Move:
        phrase = self._phrase(position, words)
        otherwise: list[Move] = []
        for tokens in phrase.readings:
            ways = list(self.ways(position, phrase, tokens))
            base = [way for way in ways if self._is_base(way)]
            if base:
                return self._only(phrase, base)
            otherwise += [self.to_move(phrase.verb, way) for way in ways]
        refusal = self.refusal(position, phrase)
        if otherwise:
            # What was not asked for is never played silently, but it is worth knowing.
            also = self.names.language.say(
                "{reason}; it would be legal as `{move}`",
                reason=refusal.reason,
                move=self.names.said(otherwise[0]),
            )
            refusal = replace(refusal, reason=also)
        raise Refused(refusal)

    def _phrase(self, position: Position, words: Sequence[str]) -> Phrase:
        """What the words say; what a last `at` would introduce is just not said yet."""
        try:
            return self.phrases.phrase(position, words)
        except NotUnderstood:
            asked = [a for verb in position.verbs() for a in self.phrases.asked_by(verb)]
            if len(words) < 2 or plain(words[-1]) not in self.phrases.introducing(asked):
                raise
            return self.phrases.phrase(position, words[:-1])

    def _only(self, phrase: Phrase, ways: list[Way]) -> Move:
        moves = [self.to_move(phrase.verb, way) for way in ways]
        if len(moves) == 1:
            return moves[0]
        word, name = self._open_choice(ways)
        message = "that fits {n} moves: say which {name}"
        if word:
            message += ", with `{word} …`"
        said = self.names.word(word)
        message = self.names.language.say(message, n=len(moves), name=name, word=said)
        raise Ambiguous(message, word, moves)

    def _open_choice(self, ways: list[Way]) -> tuple[str, str]:
        """The word and the name of the first choice in which the ways differ."""
        first = ways[0]
        for place, site in enumerate(first.sites):
            answers = {w.path[place] if place < len(w.path) else None for w in ways}
            if len(answers) > 1 and site != STOP_SITE:
                asked = self.program.choices[site]
                if isinstance(asked, ir.ChooseStatement):
                    return asked.words[0], self.names.term(asked.name)
                return "", self.names.term(asked.part.rpartition(".")[2])
        return "", self.names.term("one")

    def _is_base(self, way: Way) -> bool:
        """Does it take the silent base wherever there is one and nothing else was typed?"""
        for answer, site, used in zip(way.path, way.sites, way.used, strict=True):
            if site == STOP_SITE or used >= 0:
                continue
            asked = self.program.choices[site]
            if isinstance(asked, ir.OptionsStatement) and not asked.options[0][0] and answer != 0:
                return False
        return True

    def to_move(self, verb: Verb, way: Way) -> Move:
        """A way as a move in words."""
        if way.sites and way.sites[0] == STOP_SITE and way.path[0] == 0:
            return Move(DONE, self.names.choices(way.path, way.sites), way.path)
        return Move(verb.name, self.names.choices(way.path, way.sites), way.path)

    def ways(self, position: Position, phrase: Phrase, tokens: Sequence[Token]) -> Iterator[Way]:
        """The ways of a stage that use every token."""
        query = TypedQuery(tokens)
        count = 0
        for _ in position.ways(phrase.verb, query):
            if not query.meant or (position.at_stop and _is_done(query) != phrase.done):
                continue
            yield Way(tuple(query.path), tuple(query.sites), tuple(query.used))
            count += 1
            if count >= MOST_WAYS:
                return

    # -- refusals --------------------------------------------------------------------------

    def refusal(self, position: Position, phrase: Phrase) -> Refusal:
        """Why the phrase means no legal move."""
        best: TypedQuery | None = None
        for tokens in (*phrase.strict, *phrase.readings):
            if self._is_unusual(tokens, phrase.readings):
                continue
            query = TypedQuery(tokens)
            position.trap = None
            for _ in position.ways(phrase.verb, query, explaining=True):
                pass
            query.refusals.sort(reverse=True, key=lambda met: met[0])
            # A reading further down must use more of what was typed to be believed.
            if query.refusals and (
                best is None or query.refusals[0][0][0] > best.refusals[0][0][0]
            ):
                best = query
            if position.trap is not None:
                return self.trap_refusal(position, position.trap)
        if best is None:
            words = " ".join(token.text for token in phrase.readings[0])
            message = "`{words}` says nothing that goes with `{verb}` here"
            verb = self.names.word(phrase.verb.name)
            raise NotUnderstood(self.names.language.say(message, words=words, verb=verb))
        found: list[Refusal] = []
        for _, number, values, lacking, _path in self._furthest_first(
            phrase.verb.stage, best.refusals
        ):
            refusal = self.told(number, values, lacking)
            if all(refusal.part != other.part for other in found):
                found.append(refusal)
            if len(found) == 4:
                break
        first, *others = found
        return Refusal(
            first.part,
            first.reason,
            first.cites,
            first.layer,
            first.lacking,
            first.span,
            tuple(others),
            first.missing,
        )

    def progress(self, action: str) -> Mapping[int, int]:
        """How far in the text of an action each refusal stands, by the number of its reason."""
        if action not in self._progress:
            self._progress[action] = progress(self.program, action)
        return self._progress[action]

    def _furthest_first(self, action: str, met: list[Met]) -> list[Met]:
        """The refusals as ranked, but first the one that an open choice got furthest to.

        Of several answers that were not typed, one that fails later in the text of the action is
        nearer to what was meant: with another card, say, it fails at once.
        """
        place = self.progress(action)
        firsts: dict[tuple[Answer, ...], Met] = {}
        for each in met:
            if each[0][:3] != met[0][0][:3]:
                break
            firsts.setdefault(each[4], each)
        best = max(firsts.values(), key=lambda each: place.get(each[1], -1))
        return [best, *(each for each in met if each is not best)]

    @staticmethod
    def _is_unusual(tokens: tuple[Token, ...], readings: tuple[tuple[Token, ...], ...]) -> bool:
        """Is there a reading of the same words whose first one is the positional answer?"""
        if not tokens or tokens[0].word is not None:
            return False
        return (replace(tokens[0], word=""), *tokens[1:]) in readings

    def told(self, number: int, values: Sequence[object], lacking: int) -> Refusal:
        """A refusal met by its number, in words."""
        reason = self.program.reasons[number]
        text = self.names.language.text("this can't be chosen")
        if reason.text is not None:
            text = self.names.text(reason.text, values)
        missing = (lacking, reason.unit) if reason.lacking is not None and lacking > 0 else None
        unit = self.names.language.unit(lacking, reason.unit)
        return Refusal(
            reason.part,
            text,
            self.rulebook.printed(reason.cites),
            reason.span.layer,
            missing,
            reason.span,
            missing=f"{lacking} {unit}" if missing else "",
        )

    def trap_refusal(self, position: Position, trap: Trap) -> Refusal:
        """A mistake in the rules, told as a refusal that names the line."""
        return Refusal("trap", position.compiled.told(trap))

    # -- words -----------------------------------------------------------------------------

    def last_stage(self, text: str) -> tuple[str, str]:
        """A text at its last `and`: what is before, and what has been said of the last stage."""
        for match in reversed(list(_SPACED.finditer(text))):
            before = text[: match.start()]
            if before.strip() and self.names.means(AND, match.group(1)):
                return before, text[match.end() :]
        return "", text

    def _segments(self, text: str) -> list[list[str]]:
        words = text.replace(", ", ",").split()
        if len(words) > MOST_WORDS or len(text) > MOST_LETTERS:
            raise NotUnderstood(self.names.language.text("that is too long for a move"))
        segments: list[list[str]] = [[]]
        for word in words:
            if self.names.means(AND, word):
                segments.append([])
            else:
                segments[-1].append(word)
        segments = [s for s in segments if s]
        if not segments:
            raise NotUnderstood(self.names.language.text("that says nothing"))
        return segments


def _is_done(query: TypedQuery) -> bool:
    return bool(query.sites) and query.sites[0] == STOP_SITE and query.path[0] == 0
