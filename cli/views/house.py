"""What a house may change, as it is in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.cli.output import folded
from brasswright.cli.views.reference import parameters_text
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.layers.overlaying import amendments_of, split

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook


def house_text(rulebook: Rulebook, words: str, width: int) -> str:
    """The overlays, and the parameters whose lines contain the words. Raises NotUnderstood."""
    entries = parameters_text(rulebook, width, words.split())
    if words and not entries:
        raise NotUnderstood(f"no value that a house may set contains `{words}`")
    edition, overlays = split(rulebook.layers)
    lines = [f"{edition[-1].title}, values that a house may set:", entries]
    if words:
        return entries
    for layer in overlays:
        lines.append(f"with {layer.name}: {layer.title}")
        if layer.name == "house":
            lines += [f"    {amendment}" for amendment in amendments_of(layer)]
    lines.append(
        "`house set NAME VALUE`, `house drop PART` (`rules` names them), `house use FILE or NAME` "
        "and `house save FILE` change and keep them."
    )
    return "\n".join(folded(line, width) for line in lines)
