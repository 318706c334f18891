"""Typed phrases read against the stage at hand: the moves meant, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.errors import Ambiguous, NotUnderstood, Refused
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.moves import Move, Refusal
from brasswright.interpreter.notation import FILLERS, Names, Token, plain
from brasswright.interpreter.running.kernel import Trap
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.running.query import STOP_SITE, Answer, TypedQuery
from brasswright.interpreter.suggest import closest

DONE = "done"
AND = "and"
MOST_WAYS = 20_000
MOST_WORDS = 60


@dataclass(frozen=True)
class Way:
    """One way through a stage: its answers and the choices they answer."""

    path: tuple[Answer, ...]
    sites: tuple[int, ...]
    used: tuple[int, ...] = ()
    """For each answer, the typed token it used, or -1."""


@dataclass(frozen=True)
class Phrase:
    """A typed phrase for one stage: its verb and the readings of its words."""

    verb: Verb
    done: bool
    readings: tuple[tuple[Token, ...], ...]


class Reader:
    """Reads phrases for one game."""

    def __init__(self, names: Names, rulebook: Rulebook) -> None:
        self.names = names
        self.program = names.program
        self.rulebook = rulebook
        self._words: dict[str, tuple[ir.ChooseStatement | ir.OptionsStatement, ...]] = {}

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
            self._push(trial, last)
            if not trial.at_stop:
                raise NotUnderstood(f"there is nothing to go on with after `{last.text}`")
            last = self._stage_move(trial, segment)
            following.append(last)
        self._push(trial, last)
        return Move(first.verb, first.choices, first.path, tuple(following))

    def _push(self, trial: Position, move: Move) -> None:
        """Play a stage; a stop is stood at even when there is nothing left to do there."""
        verb = self._verb_of(trial, move)
        trial.push(verb, move.path, hold=True)  # type: ignore[arg-type]

    def _verb_of(self, position: Position, move: Move) -> Verb:
        verbs = position.verbs()
        return next((v for v in verbs if v.name == move.verb), verbs[0])

    def _stage_move(self, position: Position, words: Sequence[str]) -> Move:
        phrase = self.phrase(position, words)
        for tokens in phrase.readings:
            ways = list(self.ways(position, phrase, tokens))
            if ways:
                return self._only(phrase, ways)
        raise Refused(self.refusal(position, phrase))

    def _only(self, phrase: Phrase, ways: list[Way]) -> Move:
        ways = [way for way in ways if self._is_base(way)] or ways
        moves = [self.to_move(phrase.verb, way) for way in ways]
        if len(moves) == 1:
            return moves[0]
        word = self._open_word(ways)
        shown = word or "this"
        raise Ambiguous(f"that fits {len(moves)} moves: say which {shown}", word, moves)

    def _open_word(self, ways: list[Way]) -> str:
        """The word of the first choice in which the ways differ."""
        first = ways[0]
        for place, site in enumerate(first.sites):
            answers = {w.path[place] if place < len(w.path) else None for w in ways}
            if len(answers) > 1 and site != STOP_SITE:
                asked = self.program.choices[site]
                if isinstance(asked, ir.ChooseStatement):
                    return asked.words[0] or asked.name
                return asked.part.rpartition(".")[2]
        return ""

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
        for tokens in phrase.readings:
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
            raise NotUnderstood(f"`{words}` says nothing that goes with `{phrase.verb.name}` here")
        found: list[Refusal] = []
        for _, number, values, lacking, _path in best.refusals:
            refusal = self.told(number, values, lacking)
            if all(refusal.reason != other.reason for other in found):
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
        )

    @staticmethod
    def _is_unusual(tokens: tuple[Token, ...], readings: tuple[tuple[Token, ...], ...]) -> bool:
        """Is there a reading of the same words whose first one is the positional answer?"""
        if not tokens or tokens[0].word is not None:
            return False
        return (replace(tokens[0], word=""), *tokens[1:]) in readings

    def told(self, number: int, values: Sequence[object], lacking: int) -> Refusal:
        """A refusal met by its number, in words."""
        reason = self.program.reasons[number]
        text = "this can't be chosen"
        if reason.text is not None:
            text = self.names.text(reason.text, values)
        missing = (lacking, reason.unit) if reason.lacking is not None and lacking > 0 else None
        return Refusal(
            reason.part,
            text,
            self.rulebook.printed(reason.cites),
            reason.span.layer,
            missing,
            reason.span,
        )

    def trap_refusal(self, position: Position, trap: Trap) -> Refusal:
        """A mistake in the rules, told as a refusal that names the line."""
        where = ""
        frame = trap.__traceback__
        name = position.compiled.module.rules.name
        while frame is not None:
            if frame.tb_frame.f_code.co_filename == name:
                where = position.compiled.module.rules.where(frame.tb_lineno)
            frame = frame.tb_next
        return Refusal("trap", f"the rules go wrong here: {trap} ({where})")

    # -- words -----------------------------------------------------------------------------

    def _segments(self, text: str) -> list[list[str]]:
        words = text.replace(", ", ",").split()
        if len(words) > MOST_WORDS:
            raise NotUnderstood("that is too long for a move")
        segments: list[list[str]] = [[]]
        for word in words:
            if word.lower() == AND:
                segments.append([])
            else:
                segments[-1].append(word)
        segments = [s for s in segments if s]
        if not segments:
            raise NotUnderstood("that says nothing")
        return segments

    def phrase(self, position: Position, words: Sequence[str]) -> Phrase:
        """The verb and the readings of the words after it."""
        verbs = position.verbs()
        if not verbs:
            raise NotUnderstood("the game is over")
        first, rest = words[0], list(words[1:])
        if position.at_stop:
            if DONE.startswith(plain(first)) and not rest:
                return Phrase(verbs[0], True, ((),))
            if not verbs[0].name.startswith(plain(first)):
                rest = list(words)
            return Phrase(verbs[0], False, self.readings(verbs[0], rest))
        named = [v for v in verbs if v.name == plain(first)]
        named = named or [v for v in verbs if v.name.startswith(plain(first))]
        if len(named) > 1:
            either = " or ".join(f"`{v.name}`" for v in named)
            raise NotUnderstood(f"`{first}` may be {either}")
        if not named:
            known = [v.name for v in verbs]
            raise NotUnderstood(f"`{first}` is no action here", closest(plain(first), known))
        return Phrase(named[0], False, self.readings(named[0], rest))

    def asked_by(self, verb: Verb) -> tuple[ir.ChooseStatement | ir.OptionsStatement, ...]:
        """Every choice that an action may ask, in the rules it calls too."""
        if verb.stage not in self._words:
            found: list[ir.ChooseStatement | ir.OptionsStatement] = []
            if verb.stage in self.program.actions:
                self._gather(self.program.actions[verb.stage].body, found, set())
            else:
                found += [c for c in self.program.choices if c.part.rpartition(".")[2] == verb.name]
            self._words[verb.stage] = tuple(found)
        return self._words[verb.stage]

    def _gather(
        self,
        block: ir.Block,
        found: list[ir.ChooseStatement | ir.OptionsStatement],
        rules: set[str],
    ) -> None:
        for s in walk(block):
            if isinstance(s, ir.ChooseStatement | ir.OptionsStatement):
                found.append(s)
            elif isinstance(s, ir.CallStatement) and s.rule not in rules:
                rules.add(s.rule)
                self._gather(self.program.rules[s.rule].body, found, rules)

    def readings(self, verb: Verb, words: Sequence[str]) -> tuple[tuple[Token, ...], ...]:
        """What the words may be: each choice's word introduces a value, or is one itself.

        Raises NotUnderstood when a word means nothing in any reading.
        """
        asked = self.asked_by(verb)
        joined = self._join(asked, list(words))
        introducing = {w for a in asked if isinstance(a, ir.ChooseStatement) for w in a.words if w}
        places = [i for i, word in enumerate(joined[:-1]) if plain(word) in introducing][:6]
        found: list[tuple[Token, ...]] = []
        mistakes: list[NotUnderstood] = []
        for pattern in product((True, False), repeat=len(places)):
            explicit = {place for place, yes in zip(places, pattern, strict=True) if yes}
            try:
                tokens = self._tokens(asked, joined, explicit, introducing)
            except NotUnderstood as mistake:
                mistakes.append(mistake)
                continue
            for reading in (*self._usual(asked, tokens), tokens):
                if reading not in found:
                    found.append(reading)
        if not found:
            raise mistakes[0]
        found += self._as_one(asked, found[0])
        return tuple(found)

    def _usual(
        self, asked: Sequence[ir.ChooseStatement | ir.OptionsStatement], tokens: tuple[Token, ...]
    ) -> list[tuple[Token, ...]]:
        """The same words, the first of them being the positional answer, if it can be."""
        if not tokens or tokens[0].word is not None:
            return []
        first = Token(self.names, tokens[0].text, "")
        positional = [a for a in asked if isinstance(a, ir.ChooseStatement) and "" in a.words]
        return [(first, *tokens[1:])] if self._means(positional, first) else []

    def _as_one(
        self, asked: Sequence[ir.Stmt], tokens: tuple[Token, ...]
    ) -> list[tuple[Token, ...]]:
        """For choices of several things at once: the bare words as one list."""
        bare = [t for t in tokens if not t.word]
        if len(bare) < 2 or not any(isinstance(a, ir.ChooseStatement) and a.many for a in asked):
            return []
        one = Token(self.names, ",".join(t.text for t in bare))
        return [(one, *(t for t in tokens if t.word))]

    def _join(self, asked: Sequence[ir.Stmt], words: list[str]) -> list[str]:
        """Names written with spaces become one word."""
        domains = {a.domain for a in asked if isinstance(a, ir.ChooseStatement) and a.domain}
        joined: list[str] = []
        place = 0
        while place < len(words):
            for length in (4, 3, 2):
                name = plain("_".join(words[place : place + length]))
                if len(words) - place >= length and any(
                    self._is_name(domain, name) for domain in domains
                ):
                    joined.append(name)
                    place += length
                    break
            else:
                link = "--".join(words[place : place + 2])
                if link.count("--") == 1 and any(self._is_link(d, link) for d in domains):
                    joined.append(link)
                    place += 2
                else:
                    joined.append(words[place])
                    place += 1
        return joined

    def _is_link(self, domain: str, name: str) -> bool:
        joins = self.program.domain(domain).joins
        return bool(joins) and bool(self.names.matching(domain, name))

    def _is_name(self, domain: str, name: str) -> bool:
        rows = (
            plain(self.names.row(domain, r))
            for r in range(1, len(self.program.domain(domain).rows))
        )
        return any(row in (name, f"{name}.1") or row.rpartition(".")[0] == name for row in rows)

    def _tokens(
        self,
        asked: Sequence[ir.ChooseStatement | ir.OptionsStatement],
        words: Sequence[str],
        explicit: set[int],
        introducing: set[str],
    ) -> tuple[Token, ...]:
        tokens: list[Token] = []
        place = 0
        while place < len(words):
            word: str | None = None
            text = words[place]
            if place in explicit:
                word, text = plain(text), words[place + 1]
                place += 1
            place += 1
            token = Token(self.names, text, word)
            if word is None:
                token = self._fixed(asked, token, {plain(words[i]) for i in explicit})
            if token.word is None and plain(text) in FILLERS and not self._means(asked, token):
                continue
            if not self._means(asked, token):
                raise self._unknown(asked, token, introducing)
            tokens.append(token)
        return tuple(tokens)

    def _fixed(
        self,
        asked: Sequence[ir.ChooseStatement | ir.OptionsStatement],
        token: Token,
        given: set[str],
    ) -> Token:
        """A bare word that can only answer one kind of choice is as good as one introduced.

        A choice whose word was typed has its answer already, unless it is asked repeatedly.
        """
        meant: set[tuple[str, ...]] = set()
        for a in asked:
            if isinstance(a, ir.OptionsStatement):
                if self._means([a], token):
                    return token
            elif (a.any or not given & set(a.words)) and self._means([a], token):
                meant.add(a.words)
        if len(meant) != 1:
            return token
        return Token(self.names, token.text, meant.pop()[0])

    @staticmethod
    def _means(asked: Sequence[ir.ChooseStatement | ir.OptionsStatement], token: Token) -> bool:
        for a in asked:
            if token.word is not None and not token.introduces(a.number):
                continue
            if isinstance(a, ir.OptionsStatement):
                if any(token.matches(a.number, i) for i in range(len(a.options))):
                    return True
            elif a.many:
                if all(Token(token.names, t).rows(a.number) for t in token.text.split(",")):
                    return True
            elif token.rows(a.number):
                return True
        return False

    def _unknown(
        self, asked: Sequence[ir.Stmt], token: Token, introducing: set[str]
    ) -> NotUnderstood:
        known: list[str] = [*introducing]
        for a in asked:
            if isinstance(a, ir.ChooseStatement) and a.domain:
                domain = self.program.domain(a.domain)
                known += [self.names.row(a.domain, r) for r in range(1, len(domain.rows))]
                known += [name.rpartition(".")[0] for name in known if "." in name]
            elif isinstance(a, ir.OptionsStatement):
                known += [word for word, _, _ in a.options if word]
        meant = closest(plain(token.text), sorted(set(known)))
        return NotUnderstood(f"nothing here is called `{token.text}`", meant)


def _is_done(query: TypedQuery) -> bool:
    return bool(query.sites) and query.sites[0] == STOP_SITE and query.path[0] == 0
