"""What hostile people put into files and lines, and what must hold whatever they do.

Everything runs in this process, through the command `brass` as it is typed.
"""

from __future__ import annotations

import copy
import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from brasswright.cli.main import main

SOAK = bool(os.environ.get("BRASSWRIGHT_SOAK"))
TRICKS = (
    "\x1b[31m",
    "\x1b]0;x\x07",
    "\x9b2J",
    "\u202e",
    "\u2066",
    "\u2028",
    "\u0085",
    "\0",
    "\r",
    "\x7f",
    "\ud800",
    "\ufeff",
    "\u0130",
    "\u0661",
    "\u00b2",
    "\U0001f600",
    "\U000e0001",
    "e\u0301" * 9,
    "{}",
    "{me}",
    "{n|a|b}",
    "{0.__class__}",
    "%s",
    "\\",
    "'",
    '"',
    "`",
    "|",
    "#",
    "- a",
    "a: b",
    "..",
    "../../elsewhere/secret.rules",
    "../elsewhere",
    "~nosuchperson/x",
    "$HOME",
    "-",
    "--",
    "=",
    "on",
    "null",
    "1e999",
    "0x1F",
    "1:30",
    ".inf",
    "9" * 40,
    "9" * 5000,
    "-1",
    "x" * 3000,
    "a--b",
    "alpha.1",
    "[" * 90,
    "((((((((((",
    "<script>",
    "]]>",
    "&amp;",
)
"""Text that somebody once forgot to expect."""
_DRIVES = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\U000e0001]")
_LONGEST = 400_000


@dataclass(frozen=True)
class Answer:
    """What a command came to."""

    status: int
    out: str
    err: str


def brass(*words: str, stdin: str = "") -> Answer:
    """Run the command in this process; nothing may be wrong with how it ends."""
    before = sys.stdin, sys.stdout, sys.stderr
    given = io.BytesIO(stdin.encode("utf-8", "surrogatepass"))
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(given, encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8", write_through=True)
    try:
        status = main(words)
        answer = Answer(status, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    stands(answer)
    return answer


def stands(answer: Answer) -> None:
    """A plain answer: no fault, nothing that drives a terminal, not endless."""
    assert answer.status in (0, 1, 2), answer
    for text in (answer.out, answer.err):
        assert "fault of the program" not in text, text[-2000:]
        assert "Traceback" not in text
        assert "object at 0x" not in text
        found = _DRIVES.search(text)
        assert found is None, (found, text[max(0, found.start() - 200) : found.end() + 50])
        assert len(text) < _LONGEST


# -- what is read --------------------------------------------------------------------------

_opened: list[Path] | None = None


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and _opened is not None and isinstance(arguments[0], str | bytes):
        _opened.append(Path(os.path.realpath(os.fsdecode(arguments[0]))))


sys.addaudithook(_note)


@contextmanager
def nothing_read_in(folder: Path) -> Iterator[None]:
    """No file of the folder may be opened meanwhile, by whatever way."""
    global _opened
    _opened = []
    try:
        yield
        assert not [path for path in _opened if path.is_relative_to(folder.resolve())]
    finally:
        _opened = None


def lay_out(folder: Path) -> Path:
    """A ruleset of a house in a folder, and beside that a secret that it must not reach."""
    ours, elsewhere = folder / "house" / "ours", folder / "elsewhere"
    for each in (ours / "languages", folder / "house" / "overlays", elsewhere):
        each.mkdir(parents=True)
    (elsewhere / "secret.rules").write_text('overlay secret "Secret" amends birmingham\n')
    (elsewhere / "ruleset.yaml").write_text("name: elsewhere\ntitle: Elsewhere\n")
    (ours / "link.rules").symlink_to(elsewhere / "secret.rules")
    return ours


# -- strategies ----------------------------------------------------------------------------

ANY_TEXT = st.one_of(
    st.sampled_from(TRICKS),
    st.text(max_size=12),
    st.tuples(st.text("abc _-", max_size=5), st.sampled_from(TRICKS)).map("".join),
)
PLAIN: st.SearchStrategy[Any] = st.one_of(
    ANY_TEXT,
    st.integers(-3, 40),
    st.sampled_from([10**9, -(10**18), 10**4000, 2**63, 1.0, 1e300, float("inf"), float("nan")]),
    st.booleans(),
    st.none(),
)
DATA = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(ANY_TEXT, inner, max_size=3)
    ),
    max_leaves=8,
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _places(value[key], (*path, key))


@st.composite
def altered(draw: st.DrawFn, whole: Any) -> Any:
    """Plain data in which a few values and keys are others."""
    whole = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(list(_places(whole))[1:] or [("x",)]))
        inside = whole
        for step in way:
            inside = inside[step]
        match draw(st.sampled_from(["other", "other", "text", "gone", "key", "more"])):
            case "other":
                inside[last] = draw(DATA)
            case "text":
                inside[last] = f"{inside[last]}{draw(ANY_TEXT)}"
            case "gone" if len(inside) > 1:
                del inside[last]
            case "key" if isinstance(inside, dict):
                inside[draw(ANY_TEXT)] = inside[last]
            case _ if isinstance(inside, list):
                inside.append(draw(DATA))
    return whole


_BYTES = st.sampled_from(
    [
        b"\0",
        b"\xff\xfe",
        b"\xc3",
        b"\xef\xbb\xbf",
        b"\r\n",
        b"\r",
        b"\t",
        b"\x1b[2J",
        b"\xc2\x9b",
        b"&a ",
        b"*a ",
        b"!!python/name:os.system ",
        b"!x ",
        b"<<: ",
        b"? ",
        b"- " * 60,
        b"[" * 3000,
        b"{a: " * 200,
        b"---\n",
        b"...\n",
        b"%YAML 9.9\n",
        b'"',
        b"'",
        b"|\n",
        b"y" * 6000,
        b"\n" * 300,
        b": ",
        b"#",
    ]
)


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> bytes:
    """The bytes of a text, now and then with something put in or cut out."""
    content = text.encode("utf-8", "surrogatepass")
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2]))):
        place = draw(st.integers(0, len(content)))
        cut = draw(st.sampled_from([0, 0, 1, 5]))
        content = content[:place] + draw(_BYTES) + content[place + cut :]
    return content


@st.composite
def yaml_files(draw: st.DrawFn, whole: Any) -> bytes:
    """A YAML file like a right one, with wrong values in it and wrong bytes."""
    value = draw(altered(whole))
    flow = draw(st.sampled_from([None, True, False]))
    return draw(spoilt(_dumped(value, flow)))


def _dumped(value: Any, flow: bool | None) -> str:
    allow = flow is not True  # characters as they are, or else by number
    return str(yaml.dump(value, default_flow_style=flow, allow_unicode=allow, sort_keys=False))


def lines_of(words: Sequence[str]) -> st.SearchStrategy[str]:
    """A few typed lines of these words and of hostile ones, as they come out of a pipe."""
    piece = st.one_of(st.sampled_from(list(words)), st.sampled_from(list(words)), ANY_TEXT)
    line = st.lists(piece, min_size=1, max_size=6).map(" ".join)
    return st.lists(line, max_size=8).map("\n".join)
