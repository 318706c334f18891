"""Every rule id of the digests is cited by the rules, and no rule cites an id that is not there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook

DATA = Path(__file__).parent / "data"

RULEBOOKS = (
    ("birmingham",),
    ("birmingham", "introductory"),
    ("lancashire",),
    ("lancashire", "introductory"),
    ("lancashire", "virtual_link"),
    ("lancashire", "classic_deck"),
    ("lancashire", "community_2p"),
    ("brass-2007",),
)
"""Editions and overlays; the ids of a digest are cited by some of them together."""

REPLACED = {"L-BUILD-07", "L-END-01"}
"""Rules of 2018 that 2007 plays otherwise, so that nothing of them is left in its text."""
VARIANTS = {"L-INTRO-01", "L-2P-02"}
"""Rules of overlays alone."""


def listed(name: str) -> tuple[str, ...]:
    return tuple((DATA / f"{name}_ids.txt").read_text(encoding="utf-8").split())


BIRMINGHAM = listed("birmingham")
LANCASHIRE = listed("lancashire")
OF_2018 = tuple(id for id in LANCASHIRE if id.startswith("L-"))


@cache
def rulebook(name: str, *overlays: str) -> Rulebook:
    return merge(find(name, overlays))


def test_the_lists_have_no_id_twice() -> None:
    assert len(set(BIRMINGHAM)) == len(BIRMINGHAM) == 148
    assert len(set(LANCASHIRE)) == len(LANCASHIRE) == 140


@pytest.mark.parametrize("id", BIRMINGHAM)
def test_birmingham_cites_every_rule(id: str) -> None:
    assert rulebook("birmingham").cited_by(id)


@pytest.mark.parametrize("id", OF_2018)
def test_lancashire_cites_every_rule_of_2018(id: str) -> None:
    assert bool(rulebook("lancashire").cited_by(id)) == (id not in VARIANTS)


@pytest.mark.parametrize("id", LANCASHIRE)
def test_brass_2007_cites_every_rule_that_holds_in_it(id: str) -> None:
    assert bool(rulebook("brass-2007").cited_by(id)) == (id not in REPLACED | VARIANTS)


def test_the_overlays_cite_the_rules_of_the_variants() -> None:
    assert rulebook("lancashire", "introductory").cited_by("L-INTRO-01")
    assert rulebook("lancashire", "community_2p").cited_by("L-2P-02")


@pytest.mark.parametrize("layers", RULEBOOKS, ids="+".join)
def test_no_citation_names_an_unknown_rule(layers: tuple[str, ...]) -> None:
    assert not set(rulebook(*layers).cited()) - set(BIRMINGHAM) - set(LANCASHIRE)


@pytest.mark.parametrize("layers", RULEBOOKS, ids="+".join)
def test_notes_point_at_parts_that_are_there(layers: tuple[str, ...]) -> None:
    parts = rulebook(*layers).parts()
    assert [note.see for note in rulebook(*layers).notes if note.see not in parts] == []
