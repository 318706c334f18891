"""Overlays put together at random from the parts of a game, and rules of the shipped games with
damage and huge numbers: refused with messages, or played; in time, and nothing else is read.

`test_rules_fuzz` does this to the rules of the workshop, token by token.
"""

from __future__ import annotations

import itertools
import re
import resource
import time
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.hostile import ANY_TEXT, SOAK, brass, lay_out, nothing_read_in, spoilt
from tests.prompting import STONES
from tests.test_rules_fuzz import damaged, use

from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.paths import inner_paths

BUDGET = settings(
    max_examples=1200 if SOAK else 12,
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=list(HealthCheck),
)
SECONDS = 30.0
"""Of one text; a few on a quiet machine."""
_number = itertools.count()


pytestmark = pytest.mark.usefixtures("apart")


@cache
def paths(ruleset: str) -> list[str]:
    """Every name that an amendment could be about."""
    book = merge(find(ruleset))
    found = list(book.parts())
    for name, part in book.parts().items():
        found += inner_paths(name, part)
    return [*found, *book.parameters, "Site.alpha", "Stone.one.cost", "Tile.pottery.1.cost"]


NUMBERS = st.one_of(
    st.integers(0, 40),
    st.sampled_from([10**9, 2**31, 2**63, 10**18, 99_999, 10**4000]),
).map(str)
WORDS = st.sampled_from(
    [
        "me",
        "players",
        "sites",
        "stones",
        "true",
        "none",
        "money",
        "hand",
        "p",
        "s",
        "stone",
        "site",
        "turns",
        "era",
        "rail",
        "me.coins",
        "me.hand",
        "s.owner",
        "site.owner",
        "ground",
        "deck",
        "spaces",
        "tiles",
        "links",
        "start_money",
        "connected",
        "free()",
    ]
)
EXPRESSIONS: st.SearchStrategy[str] = st.recursive(
    st.one_of(NUMBERS, WORDS),
    lambda inner: st.one_of(
        st.tuples(
            inner,
            st.sampled_from(["+", "-", "*", "/", "==", "<", ">=", "and", "or", "in", ".."]),
            inner,
        ).map(" ".join),
        st.tuples(
            st.sampled_from(["size", "count", "sum", "not ", "all", "every", "sorted", "empty"]),
            inner,
        ).map(lambda pair: f"{pair[0]}({pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"sum(a in {pair[0]} give {pair[1]})"),
        st.tuples(inner, inner, inner).map(lambda three: "(if {} then {} else {})".format(*three)),
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.tuples(inner, inner).map(lambda pair: f"{{{pair[0]}: {pair[1]}}}"),
    ),
    max_leaves=6,
)
TEXTS = ANY_TEXT.map(lambda text: '"' + text.replace('"', "'").replace("\n", " ") + '"')
STATEMENTS = st.one_of(
    st.just("nothing"),
    st.tuples(EXPRESSIONS, TEXTS).map(lambda pair: f"require {pair[0]} else {pair[1]}"),
    EXPRESSIONS.map(lambda e: f"me.coins += {e}"),
    EXPRESSIONS.map(lambda e: f"turns = {e}"),
    EXPRESSIONS.map(lambda e: f"repeat {e}: nothing"),
    EXPRESSIONS.map(lambda e: f"repeat while {e} at most {e}: nothing"),
    EXPRESSIONS.map(lambda e: f"for x in {e}: turns += 1"),
    EXPRESSIONS.map(lambda e: f"choose x from {e}"),
    TEXTS.map(lambda text: f"log {text}"),
    st.just("play turn"),
    st.just("act"),
    st.just("shuffle ground"),
)


@st.composite
def amendments(draw: st.DrawFn, ruleset: str) -> str:
    path = draw(st.one_of(st.sampled_from(paths(ruleset)), ANY_TEXT))
    part, step = path.partition(".")[0], f"fuzz{next(_number)}"
    e, statement, text = draw(EXPRESSIONS), draw(STATEMENTS), draw(TEXTS)
    return draw(
        st.sampled_from(
            [
                f"set {path} = {e}",
                f"drop step {path} because {text}",
                f"drop action {part} because {text}",
                f"replace step {path}: {statement}",
                f"replace define {part}() -> Number: {e}",
                f"after step {path} add step {step}: {statement}",
                f"before step {path} add step {step}: {statement}",
                f"exception {step} to {path} when {e}: {statement}",
                f"alternative {step} to {path}: {statement}",
                f"forbid {part} when {e} because {text}",
                f"action {step} {text} during turn: {statement}",
                f"rule {step}(): {statement}",
                f"parameter {step}: 0..{draw(NUMBERS)} = {e} {text}",
                f"define {step}(n: Number) -> Number: {step}(n) + {e}",
                f"extend table {part}:\n  id  cost\n  {step}  {draw(NUMBERS)}",
                f"show {step} {text} for x in {e}:\n  {text} x",
                f"invariant {step}: {e} else {text}",
                f"check {e} else {text}",
                f"kind K{step}:\n  n: 0..{draw(NUMBERS)}\n  state:\n    a: 0..{draw(NUMBERS)}",
                f"state:\n  {step}: pile of Stone secret\n  m{step}: 0..{draw(NUMBERS)}",
            ]
        )
    )


@BUDGET
@given(st.data())
def test_overlays_of_random_amendments(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    ruleset = data.draw(st.sampled_from([STONES, STONES, "birmingham"]))
    name = "birmingham" if ruleset == "birmingham" else "stones"
    lines = data.draw(st.lists(amendments(ruleset), min_size=1, max_size=3))
    text = f'overlay evil "Evil" amends {name}\n' + "\n".join(lines) + "\n"
    place = lay_out(tmp_path_factory.getbasetemp() / f"rules{next(_number)}")
    path = place.parent / "overlays" / "evil.rules"
    path.write_bytes(data.draw(spoilt(text)))
    begun = time.process_time()
    with nothing_read_in(place.parent.parent / "elsewhere"):
        answer = brass("diff", ruleset, str(path))
        if answer.status == 0 or data.draw(st.booleans()):
            brass(
                "play",
                ruleset,
                "--with",
                str(path),
                "--seat",
                "Ada=human",
                "--seat",
                "Ben=random",
                "--seed",
                "7",
                stdin="board\nmoves\ntake\nhouse\nhand\nlog all\nhelp\nstatus",
            )
    assert time.process_time() - begun < SECONDS, text


HUGE = ("99999", "1000000000", "-1", "0", "9" * 30, "9" * 400, "2147483648", "18446744073709551616")


def huge(text: str, random: Random) -> str:
    """The text with one of its numbers made very large, or nothing."""
    numbers = list(re.finditer(r"(?<![\w.@-])\d+", text))
    if not numbers:
        return text
    found = random.choice(numbers)
    return text[: found.start()] + random.choice(HUGE) + text[found.end() :]


@pytest.mark.parametrize("batch", range(8 if SOAK else 1))
@pytest.mark.parametrize("ruleset", ["birmingham", "lancashire", "brass-2007", STONES])
def test_shipped_rules_with_damage(ruleset: str, batch: int) -> None:
    random = Random(f"{batch} {Path(ruleset).name}")
    layers = find(ruleset)
    for _ in range(20 if SOAK else 2):
        where = random.randrange(len(layers))
        layer = layers[where]
        name = random.choice(list(layer.files))
        changed = random.choice((damaged, huge))(layer.files[name], random)
        files = {**layer.files, name: changed}
        changed_layer = LayerText(layer.name, layer.title, layer.manifest, files)
        begun = time.process_time()
        use((*layers[:where], changed_layer, *layers[where + 1 :]), random)
        assert time.process_time() - begun < SECONDS


def test_it_all_took_no_more_room_than_a_game() -> None:
    """What was refused was refused before it could grow."""
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 2_500_000
