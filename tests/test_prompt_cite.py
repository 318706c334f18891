"""`cite`: the parts and notes that are about a rule of the book, and where they are."""

from __future__ import annotations

from pathlib import Path

from tests.evenings import after, evening

import brasswright as bw
from brasswright.cli.prompt.completion import complete


def test_cite_names_the_parts_with_their_places() -> None:
    told = after(evening(), "cite b-card-03")
    assert told[0] == "B-CARD-03: Brass: Birmingham, Roxley Games, 2018"
    assert told[-1] == "`rules B-CARD-03` prints them."
    places = {line.split()[0]: line.split()[1] for line in told[1:-1]}
    assert set(places) == {"Card", "card_network", "build.card_fits", "build.in_network"}
    name, _, line = places["build.in_network"].partition(":")
    assert name == "brass/build.rules"
    text = (Path(bw.__file__).parent / "rulesets" / name).read_text(encoding="utf-8")
    assert "step in_network" in text.splitlines()[int(line) - 1]


def test_cite_tells_a_note_with_what_it_is_about() -> None:
    told = " ".join(" ".join(after(evening(), "cite @B-FARM-01")).split())
    assert "note birmingham/notes.rules:" in told
    assert "A farm brewery is a place like any other" in told
    assert "(see build.site)" in told


def test_an_unknown_id_is_refused_with_what_was_meant_and_tab_completes_ids() -> None:
    sitting = evening("cite B-BUILD-7", "cite", "cite nothing-at-all")
    said = "there is no rule `B-BUILD-7`; did you mean `B-BUILD-07`"
    assert sitting.complaints[0].startswith(said)
    assert sitting.complaints[1].startswith("cite which rule? For example `cite B-")
    assert sitting.complaints[2] == "there is no rule `nothing-at-all`"
    offered = {word.text: word.note for word in complete(sitting.session, "cite b-loan")}
    assert set(offered) == {"B-LOAN-01", "B-LOAN-02", "B-LOAN-03"}
    assert "loan.floor" in offered["B-LOAN-02"]
