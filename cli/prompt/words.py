"""Which word a player meant by the first word of a line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from brasswright.cli.language import say
from brasswright.cli.messages import either
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.notation import plain

Sort = Literal["verb", "command", "table", "words"]


@dataclass(frozen=True, slots=True)
class Meant:
    """What a line's first word stands for; "words" is left to the rules to make sense of."""

    sort: Sort
    name: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The first words that mean something now."""

    verbs: tuple[str, ...]
    commands: tuple[str, ...]
    tables: tuple[str, ...]
    spoken: Mapping[str, str] = field(default_factory=dict)
    """By what is typed in another language: the word that it stands for."""

    def all(self) -> tuple[str, ...]:
        every = (*self.verbs, *self.commands, *self.tables)
        return tuple(dict.fromkeys((*every, *(s for s, w in self.spoken.items() if w in every))))

    def is_whole(self, word: str) -> bool:
        """Is it the whole of such a word, no beginning?"""
        return any(plain(word) == plain(each) for each in self.all())

    def meant(self, word: str, alone: bool) -> Meant | None:
        """The meaning of a word in any letter case, or of a beginning that fits one name only.

        A whole name always wins; of beginnings, one of the game's verbs does when more words
        follow, since only a move or a search goes on. None when nothing fits.
        """
        typed = word.casefold()
        sorts: tuple[tuple[Sort, tuple[str, ...]], ...] = (
            ("verb", self.verbs),
            ("command", self.commands),
            ("table", self.tables),
        )
        called = {(sort, name): [name] for sort, names in sorts for name in names}
        for said, name in self.spoken.items():
            for sort, _ in sorts:
                if (sort, name) in called:
                    called[sort, name].append(said)
        for meant, names in called.items():
            if any(plain(name) == plain(typed) for name in names):
                return Meant(*meant)
        begun = [
            Meant(*meant) for meant, names in called.items() if any(fits(typed, n) for n in names)
        ]
        if len({meant.name for meant in begun}) > 1:
            verbs = [meant for meant in begun if meant.sort == "verb"]
            if not alone and len(verbs) == 1:
                return verbs[0]
            names_begun = [f"`{meant.name}`" for meant in begun]
            message = "`{word}` may be short for {names}"
            raise NotUnderstood(say(message, word=word, names=either(names_begun)))
        return begun[0] if begun else None


def fits(typed: str, name: str) -> bool:
    """Whether the word typed is a beginning of the name, or its plural."""
    typed, name = plain(typed), plain(name)
    return bool(typed) and (name.startswith(typed) or typed == f"{name}s")


def pick(typed: str, names: Collection[str]) -> str | None:
    """The name that equals what was typed, or the only one that begins so."""
    for name in names:
        if name.casefold() == typed.casefold():
            return name
    begun = [name for name in names if fits(typed, name)]
    return begun[0] if len(begun) == 1 else None


def unknown(what: str, word: str, names: Sequence[str]) -> NotUnderstood:
    """The error for a word that names nothing, with what was probably meant."""
    from brasswright.interpreter.suggest import closest

    message = say("there is no {what} `{word}`", what=say(what), word=word)
    return NotUnderstood(message, closest(word, names))
