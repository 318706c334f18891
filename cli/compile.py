"""`brass compile`: the Python that rule text becomes, beside the text; or the C."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.layering import add_overlays, rulebook_of
from brasswright.cli.main import FAILED, FINE, MISUSED

if TYPE_CHECKING:
    from brasswright.interpreter.compiling.compiled import Compiled
    from brasswright.interpreter.compiling.listing import Shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument("--show", metavar="NAME", help="one part: a define, rule, action or phase")
    parser.add_argument("--players", type=int, metavar="N", help="as few as may play, if not said")
    parser.add_argument(
        "--explaining", action="store_true", help="the code that says why something is refused"
    )
    parser.add_argument("--c", action="store_true", help="the C of the native backend instead")
    add_overlays(parser)


def run(options: argparse.Namespace) -> int:
    """Print it."""
    from brasswright.cli.messages import suggestion
    from brasswright.interpreter.compiling.listing import listing, names
    from brasswright.interpreter.opening import compiled_rules
    from brasswright.interpreter.suggest import closest

    rulebook = rulebook_of(options.ruleset, options.overlays)
    least, most = rulebook.seats
    players = least if options.players is None else options.players
    if not least <= players <= most:
        output.complain(f"{rulebook.title or rulebook.name} is for {least} to {most} players")
        return MISUSED
    compiled = compiled_rules(rulebook, players)
    name = options.show.partition(".")[0] if options.show else None
    if options.c:
        found = _in_c(compiled, name)
    else:
        found = "\n".join(_beside(listing(compiled, name, options.explaining)))
    if found:
        print(found)
        return FINE
    known = names(compiled)
    if name in known:
        output.complain(f"no code of its own was made from `{name}`")
        return FAILED
    meant = suggestion(closest(options.show, known))
    output.complain(f"no part is called `{options.show}`; {meant or '`brass rules` lists them'}")
    return FAILED


def _in_c(compiled: Compiled, name: str | None) -> str:
    """The C of a part, or all of it with what it runs on. Raises BrasswrightError."""
    from brasswright.interpreter.compiling.listing import belongs
    from brasswright.interpreter.errors import BrasswrightError
    from brasswright.interpreter.native.shapes import Unsupported
    from brasswright.interpreter.native.source import c_functions, c_source

    try:
        if name is None:
            return c_source(compiled)
        return "\n".join(
            text for made, text in c_functions(compiled).items() if belongs(made, name)
        )
    except Unsupported as reason:
        raise BrasswrightError(f"no C can be made of these rules: {reason}") from None


def _beside(lines: Sequence[Shown]) -> Iterator[str]:
    """Each line of Python; above it, once, the rule text that it came from."""
    last = ""
    for number, line in enumerate(lines):
        indent = line.python[: len(line.python) - len(line.python.lstrip())]
        if not indent and number:
            yield ""
        if line.where and line.where != last:
            yield f"{indent}# {line.where}  {line.rule}"
        last = line.where
        yield line.python
