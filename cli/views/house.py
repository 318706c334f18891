"""What a house may change, as it is in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brasswright.cli.language import say, title_of
from brasswright.cli.output import folded
from brasswright.cli.views.reference import parameters_text
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.layers.overlaying import amendments_of, split

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook


def house_text(rulebook: Rulebook, words: str, width: int) -> str:
    """Parameters, named rules and overlays in force; with words, what contains all of them.

    Raises NotUnderstood when nothing does.
    """
    entries = parameters_text(rulebook, width, words.split())
    if words:
        found = [*([entries] if entries else []), *_named(rulebook, words.split())]
        if not found:
            message = "no value and no rule that a house may change contains `{words}`"
            raise NotUnderstood(say(message, words=words))
        return "\n".join(folded(line, width) for line in found)
    edition, overlays = split(rulebook.layers)
    heading = say("{title}, values that a house may set:", title=title_of(edition[-1]))
    lines = [heading, entries]
    lines += [say("Rules that a house may drop, by name:"), *_groups(rulebook)]
    for layer in overlays:
        lines.append(say("with {name}: {title}", name=layer.name, title=title_of(layer)))
        if layer.name == "house":
            lines += [f"    {amendment}" for amendment in amendments_of(layer)]
    how = (
        "`house set NAME VALUE`, `house drop NAME`, `house use FILE or NAME` and "
        "`house save FILE` change and keep them."
    )
    lines.append(say(how))
    return "\n".join(folded(line, width) for line in lines)


def _droppable(rulebook: Rulebook) -> list[str]:
    """Paths of the actions, rules and phases in force, and of their steps."""
    whole = [*rulebook.actions, *rulebook.phases, *rulebook.rules]
    found = [path for path in rulebook.parts() if path.partition(".")[0] in whole]
    return sorted(found, key=lambda path: whole.index(path.partition(".")[0]))


def _named(rulebook: Rulebook, words: list[str]) -> list[str]:
    typed = [word.casefold() for word in words]
    return [path for path in _droppable(rulebook) if all(word in path for word in typed)]


def _groups(rulebook: Rulebook) -> list[str]:
    """One line for each action, rule and phase: `name: step, step`."""
    steps: dict[str, list[str]] = {}
    for path in _droppable(rulebook):
        name, _, step = path.partition(".")
        steps.setdefault(name, []).extend([step] if step else [])
    return [
        f"  {name}: {', '.join(found)}" if found else f"  {name}" for name, found in steps.items()
    ]
