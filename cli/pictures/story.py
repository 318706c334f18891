"""The log of a game and the rules that its moves went through, as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from brasswright.cli.language import say
from brasswright.cli.pictures.replay import Step
from brasswright.cli.views.reference import part_text

if TYPE_CHECKING:
    from brasswright.interpreter.layers.rulebook import Rulebook

TEXT_WIDTH = 96
_SIGN = re.compile(r"-(?=[^\w\s]?\d)")


def log_html(steps: Sequence[Step], rulebook: Rulebook) -> str:
    """Every move under the moment it was made in, with the ids of the rules it went through."""
    blocks = []
    for moment, inside in groupby(steps, key=lambda step: step.began):
        entries = "\n".join(_entry(step, rulebook) for step in inside)
        blocks.append(f"<h3>{escape(moment)}</h3>\n<ol>\n{entries}\n</ol>")
    return "\n".join(blocks)


def _entry(step: Step, rulebook: Rulebook) -> str:
    who = f"<b>{escape(step.entry.player)}</b> " if step.entry.player else ""
    note = _note(step)
    gone = (say("taken back: {move}", move=text) for text in step.entry.taken_back)
    more = "".join(f"<li>{escape(note)}</li>" for note in (*step.entry.notes, *gone))
    follows = f"<ul>{more}</ul>" if more else ""
    cited = _ids(rulebook, step.parts)
    return (
        f'<li id="entry-{step.number}"><a href="#move-{step.number}">'
        f'<span class="count">{step.number}</span> {who}{escape(step.entry.text)}</a>'
        f"{note}{follows}{cited}</li>"
    )


def _note(step: Step) -> str:
    return f' <span class="note">({escape(_minus(step.note))})</span>' if step.note else ""


def _minus(text: str) -> str:
    """The text with a sign before numbers that no line ends at and that is read as what it is."""
    return _SIGN.sub("\N{MINUS SIGN}", text)


def sentence(step: Step, last: int) -> str:
    """A step in words, for screen readers."""
    who = f"{step.entry.player}: " if step.entry.player else ""
    note = f" ({_minus(step.note)})" if step.note else ""
    follows = "".join(f"; {note}" for note in step.entry.notes)
    return f"{_when(step, last)}. {who}{step.entry.text}{note}{follows}"


def _when(step: Step, last: int) -> str:
    count = say("Move {n} of {last}", n=step.number, last=last)
    return f"{count} · {step.began}" if step.began else count


def sentence_html(step: Step, last: int) -> str:
    """The same, laid out."""
    who = f"<b>{escape(step.entry.player)}</b> " if step.entry.player else ""
    note = _note(step)
    follows = "".join(f"<span>{escape(note)}</span>" for note in step.entry.notes)
    below = f'<span class="follows">{follows}</span>' if follows else ""
    return (
        f'<span class="when">{escape(_when(step, last))}</span> '
        f'<span class="what">{who}{escape(step.entry.text)}{note}</span> {below}'
    )


def used_html(step: Step, rulebook: Rulebook) -> str:
    """Links to the rules that a move went through."""
    if not step.parts:
        return f"<p>{escape(say('No rule asked anything here.'))}</p>"
    items = "".join(
        f'<li><a href="#rule-{escape(path)}">{escape(path)}</a>{_ids(rulebook, (path,))}</li>'
        for path in step.parts
    )
    return f"<ul>{items}</ul>"


def rules_html(steps: Sequence[Step], rulebook: Rulebook) -> str:
    """The text of every rule that some move went through."""
    paths = sorted({path for step in steps for path in step.parts})
    return "\n".join(
        f'<details id="rule-{escape(path)}"><summary>{escape(path)}{_ids(rulebook, (path,))}'
        f'</summary><div class="scroll" role="group" aria-label="{escape(path)}">'
        f'<pre lang="en">{escape(part_text(rulebook, path, TEXT_WIDTH))}</pre></div></details>'
        for path in paths
    )


def _ids(rulebook: Rulebook, paths: Sequence[str]) -> str:
    """The ids that these parts cite; a line may end between two of them, not within one."""
    cites = " <wbr>".join(map(escape, dict.fromkeys(cites_of(rulebook, paths))))
    return f' <small class="ids">{cites}</small>' if cites else ""


def cites_of(rulebook: Rulebook, paths: Sequence[str]) -> Iterator[str]:
    """The ids that these parts cite, of the rulebooks that these rules print."""
    for path in paths:
        for cite in getattr(rulebook.parts()[path], "cites", ()):
            if rulebook.cites is None or cite.partition("-")[0] in rulebook.cites:
                yield cite
