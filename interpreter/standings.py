"""Who came where at the end of a game, by the ranking of the rules."""

from __future__ import annotations

from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.moves import Standing
from brasswright.interpreter.notation import Names
from brasswright.interpreter.running.kernel import Cells


def standings(compiled: Compiled, names: Names, cells: Cells) -> tuple[Standing, ...]:
    """All players, the best first; what is equal in every line of the ranking is shared.

    Raises Trap if the ranking can't be computed.
    """
    ranking = compiled.program.ranking
    ranked: list[tuple[tuple[int, ...], int]] = []
    for player in range(1, len(names.players)):
        lines = range(len(ranking))
        values = tuple(compiled.names[f"rank_{line}"](cells, player) for line in lines)
        ranked.append((values, player))

    def order(values: tuple[int, ...]) -> list[int]:
        return [-v if rank.most else v for rank, v in zip(ranking, values, strict=True)]

    ranked.sort(key=lambda pair: order(pair[0]))
    found = []
    for values, player in ranked:
        place = 1 + sum(1 for other, _ in ranked if order(other) < order(values))
        what = tuple(
            (names.language.text(rank.what), value)
            for rank, value in zip(ranking, values, strict=True)
        )
        found.append(Standing(place, names.players[player], what))
    return tuple(found)
