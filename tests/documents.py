"""Reading Markdown for tests: fenced blocks, and transcripts of what is typed and answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parent.parent
ELLIPSIS = "…"
"""A line of its own in an answer: any number of lines may stand there."""

_FENCE = re.compile(r"^```(?P<info>.*)$")
_SHELL = re.compile(r"^\$ (?P<command>.+)$")
_PROMPT = re.compile(r"^(?P<who>[A-Z]\w*(?:, \w+)?) > (?P<typed>.+)$")


@dataclass(frozen=True)
class Block:
    """A fenced block: what its fence says, the line it begins on, and its text."""

    info: tuple[str, ...]
    line: int
    text: str

    @property
    def language(self) -> str:
        return self.info[0] if self.info else ""


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a document, in order."""
    found: list[Block] = []
    inside: list[str] | None = None
    info: tuple[str, ...] = ()
    start = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        fence = _FENCE.match(line)
        if fence is None:
            if inside is not None:
                inside.append(line)
        elif inside is None:
            info, start, inside = tuple(fence["info"].split()), number, []
        else:
            found.append(Block(info, start, "".join(f"{text}\n" for text in inside)))
            inside = None
    return found


@dataclass(frozen=True)
class Exchange:
    """Something typed, at the shell or at a prompt, and what answered it."""

    block: Block
    shown: str
    """The line as the document has it."""
    typed: str
    at_prompt: bool
    answer: tuple[str, ...] = ()


def exchanges(block: Block) -> list[Exchange]:
    """What a transcript shows, in order."""
    found: list[Exchange] = []
    for line in block.text.splitlines():
        shell, prompt = _SHELL.match(line), _PROMPT.match(line)
        if shell is not None:
            found.append(Exchange(block, line, shell["command"], at_prompt=False))
        elif prompt is not None:
            found.append(Exchange(block, line, prompt["typed"], at_prompt=True))
        else:
            assert found, f"a transcript begins with something typed, not with `{line}`"
            found[-1] = replace(found[-1], answer=(*found[-1].answer, line))
    return found


def sessions(path: Path) -> Iterator[list[Exchange]]:
    """Each command of the shell in the transcripts of a document, with what was typed at its
    prompt, in this block and those after it."""
    current: list[Exchange] = []
    for block in blocks(path):
        for exchange in exchanges(block) if block.language == "console" else ():
            if not exchange.at_prompt and current:
                yield current
                current = []
            current.append(exchange)
    if current:
        yield current


def fits(expected: Sequence[str], found: Sequence[str]) -> bool:
    """Is the answer as shown, where `…` on a line of its own stands for any lines?"""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == ELLIPSIS else re.escape(line.rstrip()) + r"\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in found)) is not None
