"""What must always hold, by the rules' own word, and does not."""

from __future__ import annotations

from brasswright.interpreter.compiling.compiled import Compiled
from brasswright.interpreter.notation import Names
from brasswright.interpreter.running.kernel import Cells, Trap


def broken(compiled: Compiled, names: Names, cells: Cells) -> tuple[str, ...]:
    """Name and reason of each invariant that a position breaks; empty when it is sound."""
    found = []
    for number, invariant in enumerate(compiled.program.invariants):
        try:
            if not compiled.names[f"invariant_{number}"](cells):
                text = names.text(invariant.reason, compiled.names[f"broken_{number}"](cells))
                found.append(f"{invariant.name}: {text}")
        except Trap as trap:
            found.append(f"{invariant.name}: {compiled.told(trap)}")
    return tuple(found)
