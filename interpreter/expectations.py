"""Does a game do what one step of a scenario says? Everything that is not as it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from brasswright.interpreter.describe import lookup
from brasswright.interpreter.errors import (
    Ambiguous,
    BrasswrightError,
    NotUnderstood,
    PositionError,
    Refused,
)
from brasswright.interpreter.syntax import nodes

if TYPE_CHECKING:
    from brasswright.interpreter.game import Game
    from brasswright.interpreter.moves import Refusal

Step = Mapping[str, Any]


def problems(game: Game, step: Step) -> Iterator[str]:
    """Take the step in the game, and tell everything that is not as the step says."""
    try:
        if "move" in step:
            yield from _EXPECTATIONS[step.get("expect", "legal")](game, step)
        if "moves" in step:
            yield from _listed(game, step["moves"])
        if "view" in step:
            yield from _viewed(game, step["view"])
        if "outcome" in step:
            yield from _ended(game, step["outcome"])
        for path, wanted in step.get("then", {}).items():
            found = _found(game, path)
            if not _same(game, path, wanted, found):
                yield f"{path} is {_shown(found)}, not {_shown(wanted)}"
    except BrasswrightError as error:
        yield f"{type(error).__name__}: {error}"


def holds(game: Game, viewer: str, wanted: Mapping[str, Any]) -> bool:
    """Does the player see these values at these paths?"""
    view = game.view(viewer)
    return all(_same(game, path, value, _inside(view, path)) for path, value in wanted.items())


# -- moves -------------------------------------------------------------------------------------


def _played(game: Game, step: Step) -> Iterator[str]:
    try:
        game.push(step["move"])
    except Refused as error:
        yield f"refused by {_named(error.refusal)}: {error.refusal.reason}"


def _refused(game: Game, step: Step) -> Iterator[str]:
    before = game.digest()
    refusal = game.why_not(step["move"])
    if refusal is None:
        yield "it is legal"
        return
    if "by" in step and step["by"] not in (refusal.part, *refusal.cites):
        yield f"refused by {_named(refusal)}, not by {step['by']}: {refusal.reason}"
    if "lacking" in step:
        amount, what = refusal.lacking or (0, "nothing")
        if step["lacking"] != f"{amount} {what}":
            yield f"lacking {amount} {what}, not {step['lacking']}"
    try:
        game.push(step["move"])
        yield "it is played, although the answer to `why not` is a refusal"
    except Refused:
        if game.digest() != before:
            yield "the refusal left a trace in the position"


def _not_unique(game: Game, step: Step) -> Iterator[str]:
    with suppress(Ambiguous):
        yield f"it is understood as `{game.parse(step['move'])}`"


def _not_understood(game: Game, step: Step) -> Iterator[str]:
    with suppress(NotUnderstood):
        yield f"it is understood as `{game.parse(step['move'])}`"


_EXPECTATIONS: Mapping[str, Callable[[Game, Step], Iterator[str]]] = {
    "legal": _played,
    "refused": _refused,
    "ambiguous": _not_unique,
    "not-understood": _not_understood,
}


def _named(refusal: Refusal) -> str:
    return " ".join([refusal.part, *(f"@{cite}" for cite in refusal.cites)])


def _listed(game: Game, wanted: Step) -> Iterator[str]:
    moves = {str(move): _words(str(move)) for move in game.legal_moves}
    for line in wanted.get("includes", ()):
        if not any(_says(words, _words(line)) for words in moves.values()):
            yield f"no legal move is `{line}`"
    for line in wanted.get("excludes", ()):
        for move, words in moves.items():
            if _says(words, _words(line)):
                yield f"`{move}` is legal"
    if "count" in wanted:
        beginning = _words(wanted.get("of", ""))
        number = sum(words[: len(beginning)] == beginning for words in moves.values())
        if number != wanted["count"]:
            yield f"{number} moves are legal, not {wanted['count']}"


def _words(text: str) -> list[str]:
    """The words of a move; the order of the members of a list makes no difference."""
    return [",".join(sorted(word.split(","))) for word in text.split()]


def _says(move: Sequence[str], words: Sequence[str]) -> bool:
    """Do the words stand in the move, in this order?"""
    rest = iter(move)
    return all(word in rest for word in words)


# -- values ------------------------------------------------------------------------------------


def _found(game: Game, path: str) -> object:
    """The value at a path; `*` in the place of a row is all rows, as a list."""
    plural, star, field = path.partition(".*.")
    if not star:
        return lookup(game, path)
    rows = game.view(game.players[0]).get(plural)
    if not isinstance(rows, Mapping):
        raise PositionError(f"`{path}` leads nowhere")
    return [lookup(game, f"{plural}.{row}.{field}") for row in rows]


def _same(game: Game, path: str, wanted: object, found: object) -> bool:
    """Equal as far as a scenario can tell: `none` is nothing; bags and sets have no order."""
    if isinstance(wanted, list):
        members = _members(found)
        if members is None:
            return False
        expected = [None if member == "none" else member for member in wanted]
        if _is_ordered(game, path):
            return expected == members
        return Counter(map(_key, expected)) == Counter(map(_key, members))
    if wanted in (None, "none"):
        return found in (None, "none")
    return isinstance(wanted, bool) == isinstance(found, bool) and wanted == found


def _key(member: object) -> object:
    """What tells members apart: `yes` is not 1."""
    plain = isinstance(member, str | int) and not isinstance(member, bool)
    return member if plain else _shown(member)


def _members(found: object) -> list[object] | None:
    if isinstance(found, Counter):
        return list(found.elements())
    if isinstance(found, (list, tuple, set, frozenset)):
        return list(found)
    return None


def _is_ordered(game: Game, path: str) -> bool:
    """Is the order of the members at this path part of the value?

    It is for lists, for piles, and for a field of all players.
    """
    if ".*." in path:
        return path.startswith("players.*.")
    rulebook = game.rulebook
    name = path.rpartition(".")[2]
    fields = [
        *rulebook.state,
        *(field for kind in rulebook.kinds.values() for field in kind.fields),
    ]
    return any(
        field.name == name
        and isinstance(field.type, nodes.TypeMany)
        and field.type.many in ("list", "pile")
        for field in fields
    )


def _viewed(game: Game, wanted: Step) -> Iterator[str]:
    view = game.view(wanted["of"])
    for path, shown in wanted["shows"].items():
        found = _inside(view, path)
        if not _same(game, path, shown, found):
            yield f"{wanted['of']} sees {path} as {_shown(found)}, not {_shown(shown)}"


def _inside(view: object, path: str) -> object:
    """What is at a path of nested mappings, whose keys may hold dots themselves."""
    if path == "":
        return view
    if isinstance(view, Mapping):
        for key in sorted(map(str, view), key=len, reverse=True):
            if path == key or path.startswith(f"{key}."):
                return _inside(view[key], path[len(key) + 1 :])
    return "not there"


def _ended(game: Game, wanted: Step) -> Iterator[str]:
    outcome = game.outcome()
    if outcome is None:
        yield "the game has not ended"
        return
    if "winners" in wanted and sorted(wanted["winners"]) != sorted(outcome.winners):
        yield f"{_shown(outcome.winners)} won, not {_shown(wanted['winners'])}"
    places = {standing.player: standing.place for standing in outcome}
    for player, place in wanted.get("places", {}).items():
        if places.get(player) != place:
            yield f"{player} came {places.get(player)}, not {place}"


def _shown(value: object) -> str:
    members = _members(value)
    if members is not None:
        return f"[{', '.join(map(_shown, members))}]"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
