"""Every rule id of the digest is cited by the rules, and no rule cites an id that is not there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook

DATA = Path(__file__).parent / "data"


def listed(name: str) -> tuple[str, ...]:
    return tuple((DATA / f"{name}_ids.txt").read_text(encoding="utf-8").split())


BIRMINGHAM = listed("birmingham")
LANCASHIRE = listed("lancashire")


@cache
def rulebook() -> Rulebook:
    return merge(find("birmingham"))


def test_the_list_has_no_id_twice() -> None:
    assert len(set(BIRMINGHAM)) == len(BIRMINGHAM) == 148


@pytest.mark.parametrize("id", BIRMINGHAM)
def test_every_rule_is_cited(id: str) -> None:
    assert rulebook().cited_by(id)


def test_no_citation_names_an_unknown_rule() -> None:
    unknown = set(rulebook().cited()) - set(BIRMINGHAM) - set(LANCASHIRE)
    assert not unknown


def test_notes_point_at_parts_that_are_there() -> None:
    parts = rulebook().parts()
    assert [note.see for note in rulebook().notes if note.see not in parts] == []
