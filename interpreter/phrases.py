"""Typed words at the stage at hand: the verb, and what the words after it may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from brasswright.interpreter.checking import program as ir
from brasswright.interpreter.checking.effects import walk
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.notation import Names, Token, plain
from brasswright.interpreter.running.kernel import pieces
from brasswright.interpreter.running.position import Position, Verb
from brasswright.interpreter.suggest import closest

DONE = "done"
BETWEEN_ENDS = {"to", "-", "--", "\N{EN DASH}"}
MOST_INTRODUCED = 6

Asked = ir.ChooseStatement | ir.OptionsStatement
Tokens = tuple[Token, ...]


@dataclass(frozen=True)
class Phrase:
    """A typed phrase for one stage: its verb and the readings of its words, likely ones first."""

    verb: Verb
    done: bool
    readings: tuple[Tokens, ...]
    strict: tuple[Tokens, ...] = ()
    """The readings without loose meanings: these tell best why a phrase is refused."""


class PhraseReader:
    """Finds out what typed words may be, in one game."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.program = names.program
        self._asked: dict[str, tuple[Asked, ...]] = {}

    @property
    def between_ends(self) -> set[str]:
        """What people put between the ends of a link."""
        return BETWEEN_ENDS.union(*map(self.names.words, BETWEEN_ENDS))

    def phrase(self, position: Position, words: Sequence[str]) -> Phrase:
        """The verb and the readings of the words after it. Raises NotUnderstood."""
        verbs = position.verbs()
        if not verbs:
            raise NotUnderstood(self.say("the game is over"))
        first, rest = words[0], list(words[1:])
        if position.at_stop and self.names.begins(DONE, first) and not rest:
            return Phrase(verbs[0], True, ((),))
        named = [v for v in verbs if self.names.means(v.name, first)]
        named = named or [v for v in verbs if self.names.begins(v.name, first)]
        if len(named) > 1:
            either = self.say(" or ").join(f"`{self.names.word(v.name)}`" for v in named)
            raise NotUnderstood(self.say("`{word}` may be {either}", word=first, either=either))
        if named:
            return self._phrase(position, named[0], rest)
        if len(verbs) == 1:
            # There is one thing to do, so its name may be left out.
            try:
                return self._phrase(position, verbs[0], words)
            except NotUnderstood:
                if not any(self.names.begins(name, first) for name in self.program.actions):
                    raise
        raise NotUnderstood(self._no_verb(position, first, verbs), self._meant(first, verbs))

    def _phrase(self, position: Position, verb: Verb, words: Sequence[str]) -> Phrase:
        readings = self.readings(position, verb, words)
        try:
            strict = self.readings(position, verb, words, loosely=False)
        except NotUnderstood:
            strict = ()
        return Phrase(verb, False, readings, strict)

    def say(self, source: str, /, **values: object) -> str:
        """A message in the language of the game."""
        return self.names.language.say(source, **values)

    def _no_verb(self, position: Position, word: str, verbs: Sequence[Verb]) -> str:
        verb = self.names.word(verbs[0].name)
        if position.at_stop:
            done = self.names.word(DONE)
            return self.say(
                "`{verb}` is not finished: go on with it, or say `{done}`", verb=verb, done=done
            )
        if len(verbs) == 1:
            return self.say(
                "`{word}` is no answer here: the decision now is `{verb}`", word=word, verb=verb
            )
        return self.say("`{word}` is no action here", word=word)

    def _meant(self, word: str, verbs: Sequence[Verb]) -> tuple[str, ...]:
        known = [said for v in verbs for said in (self.names.word(v.name), v.name)]
        return closest(plain(word), list(dict.fromkeys(known))) if len(verbs) > 1 else ()

    # -- what an action asks ---------------------------------------------------------------

    def asked_by(self, verb: Verb) -> tuple[Asked, ...]:
        """Every choice that an action may ask, in the rules it calls too."""
        if verb.stage not in self._asked:
            found: list[Asked] = []
            if verb.stage in self.program.actions:
                self._gather(self.program.actions[verb.stage].body, found, set())
            else:
                found += [c for c in self.program.choices if c.part.rpartition(".")[2] == verb.name]
            self._asked[verb.stage] = tuple(found)
        return self._asked[verb.stage]

    def _gather(self, block: ir.Block, found: list[Asked], rules: set[str]) -> None:
        for s in walk(block):
            if isinstance(s, ir.ChooseStatement | ir.OptionsStatement):
                found.append(s)
            elif isinstance(s, ir.CallStatement) and s.rule not in rules:
                rules.add(s.rule)
                self._gather(self.program.rules[s.rule].body, found, rules)

    def introducing(self, asked: Sequence[Asked]) -> dict[str, str]:
        """What may be typed for the words that introduce answers, and what it stands for."""
        chosen = [a for a in asked if isinstance(a, ir.ChooseStatement)]
        return self.names.introducing(w for a in chosen for w in a.words if w)

    # -- readings --------------------------------------------------------------------------

    def readings(
        self, position: Position, verb: Verb, words: Sequence[str], loosely: bool = True
    ) -> tuple[Tokens, ...]:
        """What the words may be: each choice's word introduces a value, or is one itself.

        Raises NotUnderstood when a word means nothing in any reading.
        """
        asked = self.asked_by(verb)
        found: list[Tokens] = []
        mistakes: list[_NoMeaning] = []
        for joined in self._joinings(asked, words):
            reader = _WordReader(self, position if loosely else None, asked, joined)
            for explicit in reader.patterns():
                try:
                    tokens = reader.tokens(explicit)
                except _NoMeaning as mistake:
                    mistakes.append(mistake)
                    continue
                for reading in (*reader.usual(tokens), tokens):
                    if reading not in found:
                        found.append(reading)
        if not found:
            raise mistakes[0].reader.not_understood(mistakes[0].token)
        found += self._as_one(asked, found[0])
        return tuple(found)

    def _as_one(self, asked: Sequence[Asked], tokens: Tokens) -> list[Tokens]:
        """For choices of several things at once: the bare words, or the last of them, as one."""
        bare = [t for t in tokens if not t.word]
        found: list[Tokens] = []
        for a in asked:
            if not isinstance(a, ir.ChooseStatement) or not a.many:
                continue
            for number in dict.fromkeys((len(bare), a.many)):
                last = bare[-number:]
                if len(last) > 1 and all(t.rows(a.number) for t in last):
                    one = Token(self.names, ",".join(t.text for t in last))
                    rest = tuple(t for t in tokens if all(t is not other for other in last))
                    found.append((*rest, one))
        return found

    # -- names of several words ------------------------------------------------------------

    def _joinings(self, asked: Sequence[Asked], words: Sequence[str]) -> Iterator[list[str]]:
        """The words with names of several words joined, and the ends of links: `alpha beta`.

        A word that introduces another, and what it introduces, are no ends; only then may they
        be. Where ends overlap, those further to the left are joined first, then to the right.
        """
        chosen = [a for a in asked if isinstance(a, ir.ChooseStatement)]
        domains = {a.domain for a in chosen if a.domain}
        joined = self._join_names(domains, list(words))
        links = [d for d in domains if self.program.domain(d).joins]
        if not links:
            yield joined
            return
        introducing = self.introducing(asked)
        marks = [plain(w) in introducing for w in joined]
        apart = [mark or before for mark, before in zip(marks, [False, *marks], strict=False)]
        nothing = [False] * len(joined)
        tried: list[list[str]] = []
        for kept in (apart, nothing):
            left = self._join_ends(links, joined, kept)
            right = self._join_ends(links, joined[::-1], kept[::-1])[::-1]
            for each in (left, right):
                if each not in tried:
                    tried.append(each)
                    yield each

    def _join_names(self, domains: set[str], words: list[str]) -> list[str]:
        joined: list[str] = []
        place = 0
        while place < len(words):
            for length in (4, 3, 2):
                name = plain("_".join(words[place : place + length]))
                if place + length <= len(words) and any(
                    name in self.names.known(domain) for domain in domains
                ):
                    joined.append(name)
                    place += length
                    break
            else:
                joined.append(words[place])
                place += 1
        return joined

    def _join_ends(
        self, links: Sequence[str], words: list[str], apart: Sequence[bool]
    ) -> list[str]:
        """Join what may be ends of one link, but no words that are to stay apart."""
        joined: list[str] = []
        place = 0
        while place < len(words):
            for length in (4, 3, 2):
                if place + length > len(words) or any(apart[place : place + length]):
                    continue
                between = [w for w in words[place : place + length] if w not in self.between_ends]
                name = "--".join(between)
                if len(between) > 1 and self._is_link(links, between, name):
                    joined.append(name)
                    place += length
                    break
            else:
                word = words[place]
                dashed = word.replace("-", "--")
                is_pair = "-" in word and "--" not in plain(word)
                joined.append(dashed if is_pair and self._is_link(links, [word], dashed) else word)
                place += 1
        return joined

    def _is_link(self, links: Sequence[str], ends: Sequence[str], name: str) -> bool:
        return not any("--" in plain(end) for end in ends) and any(
            self.names.matching(domain, name) for domain in links
        )


class _NoMeaning(Exception):
    """A word means nothing in a reading; another reading may do better."""

    def __init__(self, reader: _WordReader, token: Token) -> None:
        super().__init__(token.text)
        self.reader = reader
        self.token = token


class _WordReader:
    """Reads one sequence of words as tokens for the choices of one verb."""

    def __init__(
        self,
        reader: PhraseReader,
        position: Position | None,
        asked: Sequence[Asked],
        words: Sequence[str],
    ) -> None:
        self.names = reader.names
        self.program = reader.program
        self.position = position
        """Where to look for loose meanings; None to do without."""
        self.asked = asked
        self.introducing = reader.introducing(asked)
        """By what is typed: the word of the rules that introduces the next."""
        self.words = [word for word in words if not self._is_filler(word)]

        self.positional = [a for a in asked if isinstance(a, ir.ChooseStatement) and "" in a.words]

    def _is_filler(self, word: str) -> bool:
        """Is it a word between the words that count, and the beginning of a name by chance only?

        What kind of thing an answer is (`the alpha card`) says nothing new either.
        """
        typed = plain(word)
        kinds = {a.domain for a in self.asked if isinstance(a, ir.ChooseStatement) and a.domain}
        said = {plain(each) for kind in kinds for each in (kind, *self.names.words(kind))}
        if typed not in self.names.fillers | said or typed in self.introducing:
            return False
        names = (name for kind in kinds for name in self.names.known(kind))
        return typed not in names

    def patterns(self) -> Iterator[set[int]]:
        """Which words introduce the next: all that may first, but what is said first is a value."""
        places = [i for i, w in enumerate(self.words[:-1]) if plain(w) in self.introducing]
        likely: list[tuple[bool, ...]] = [
            (False, True) if place == 0 and self._is_positional(self.words[0]) else (True, False)
            for place in places
        ]
        # Of very many only the first are doubted.
        likely[MOST_INTRODUCED:] = [(True,)] * len(likely[MOST_INTRODUCED:])
        for pattern in product(*likely):
            yield {place for place, yes in zip(places, pattern, strict=True) if yes}

    def usual(self, tokens: Tokens) -> list[Tokens]:
        """The same words, the first of them being the positional answer, if it can be."""
        if not tokens or tokens[0].word is not None:
            return []
        first = replace(tokens[0], word="")
        return [(first, *tokens[1:])] if self._means(self.positional, first) else []

    def _is_positional(self, word: str) -> bool:
        return self._means(self.positional, Token(self.names, word, ""))

    def tokens(self, explicit: set[int]) -> Tokens:
        """The words as tokens. Raises _NoMeaning for one that means nothing."""
        found: list[Token] = []
        given = {self.introducing[plain(self.words[place])] for place in explicit}
        place = 0
        while place < len(self.words):
            if place in explicit:
                word = self.introducing[plain(self.words[place])]
                token = Token(self.names, self.words[place + 1], word)
                place += 1
            else:
                token = self._bare(self.words[place], given)
            place += 1
            if self._means(self.asked, token):
                found.append(token)
            else:
                raise _NoMeaning(self, token)
        return tuple(found)

    def _bare(self, text: str, given: set[str]) -> Token:
        """A bare word; one that can only answer one kind of choice is as good as introduced.

        A choice whose word was typed has its answer already, unless it is asked repeatedly.
        """
        token = Token(self.names, text, None, self._loose_meanings(text))
        meant: set[tuple[str, ...]] = set()
        for a in self.asked:
            if isinstance(a, ir.OptionsStatement):
                if self._means([a], token):
                    return token
            elif (a.any or not given & set(a.words)) and self._means([a], token):
                meant.add(a.words)
        if len(meant) != 1:
            return token
        return Token(self.names, text, meant.pop()[0], token.loosely)

    def _loose_meanings(self, text: str) -> Mapping[str, tuple[int, ...]]:
        """Rows that a word means for want of a better meaning, as what the verb is about.

        A link goes by one of its ends, a place by what lies there.
        """
        if self.position is None or self._is_positional(text):
            return {}
        found: dict[str, tuple[int, ...]] = {}
        for a in self.positional:
            if a.domain and not a.many:
                rows = {*self.names.with_end(a.domain, text), *self._holding(a.domain, text)}
                if rows:
                    found[a.domain] = tuple(sorted(rows))
        return found

    def _holding(self, domain: str, text: str) -> Iterator[int]:
        assert self.position is not None
        for column in self.position.compiled.layout.columns.values():
            if column.field.domain != domain or column.shape != "slot" or column.field.secret:
                continue
            wanted = self.names.matching(getattr(column.field.type, "domain", ""), text)
            for row in range(1, column.rows + 1):
                inside = pieces(self.position.cells, "slot", column.cell(row), column.kinds)
                if any(piece in wanted for piece in inside):
                    yield row

    @staticmethod
    def _means(asked: Sequence[Asked], token: Token) -> bool:
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

    def not_understood(self, token: Token) -> NotUnderstood:
        """What is said of a word that means nothing, with what was probably meant."""
        say = self.names.language.say
        if not self.asked:
            message = "`{word}` is too much: nothing has to be said there"
            return NotUnderstood(say(message, word=token.text))
        known = set(self.introducing)
        for a in self.asked:
            if isinstance(a, ir.ChooseStatement) and a.domain:
                names = self.names.known(a.domain)
                known |= {name for end in names for name in end.split("--")} | names
            elif isinstance(a, ir.OptionsStatement):
                known |= {self.names.word(word) for word, _, _ in a.options if word}
        like = closest(plain(token.text), sorted(known))
        meant = [a for a in like if not any(a != b and a.startswith(b) for b in like)]
        return NotUnderstood(say("nothing here is called `{word}`", word=token.text), meant)


def goes_on(program: ir.Program, verb: Verb) -> bool:
    """May a move of that verb do several things, one after the other?"""
    action = program.actions.get(verb.stage)
    return action is not None and any(isinstance(s, ir.StopsStatement) for s in walk(action.body))


def usage(reader: PhraseReader, verb: Verb) -> str:
    """How a move of that verb is typed: `place STONE at SITE [from SITE]`."""
    names = reader.names
    positional: list[str] = []
    said: list[str] = []
    in_options: set[int] = set()
    for asked in reader.asked_by(verb):
        if isinstance(asked, ir.OptionsStatement):
            forms = []
            for word, _, body in asked.options:
                inner = [each for each in _chosen(body) if word and not each.words[0]]
                in_options |= {each.number for each in inner}
                forms.append(" ".join([names.word(word), *(_value(names, each) for each in inner)]))
            ways = " | ".join(filter(None, forms))
            said.append(ways if all(forms) else f"[{ways}]")
        elif asked.number not in in_options:
            form = f"{names.word(asked.words[0])} {_value(names, asked)}".strip()
            form = f"[{form}]" if asked.any or asked.otherwise is not None else form
            where = said if asked.words[0] else positional
            if form not in where:
                where.append(form)
    said.sort(key=lambda form: form.startswith("["))
    return " ".join([names.word(verb.name), *positional, *said])


def _chosen(block: ir.Block) -> Iterator[ir.ChooseStatement]:
    return (s for s in walk(block) if isinstance(s, ir.ChooseStatement))


def _value(names: Names, asked: ir.ChooseStatement) -> str:
    value = names.word(asked.domain or asked.name).upper()
    return f"{value} {value} …" if asked.many else value
