"""`rules WORD`: the parts that are about a word; and `why not`, which people type for `why`."""

from __future__ import annotations

import pytest
from tests.prompting import Sitting

from brasswright.cli.views.reference import reference_text
from brasswright.interpreter.errors import NotUnderstood
from brasswright.interpreter.opening import open_rulebook


def test_a_topic_lists_the_parts_that_are_about_it() -> None:
    text = reference_text(open_rulebook("birmingham"), "overbuild", 80)
    assert text.startswith("About `overbuild`; `rules NAME` prints a part:\n")
    assert "  build.over " in text
    assert "only a higher level of the same" in text, "the reason for a refusal tells most"
    assert "B-OVER-04" in text
    assert "L-OVER" not in text, "ids of another edition are not told"


def test_what_ends_the_names_of_parts_is_a_topic_as_well() -> None:
    text = reference_text(open_rulebook("birmingham"), "coal", 80)
    assert text.startswith("step coal @B-COAL-01")
    assert "About `coal`" in text
    assert "use_coal.nearest" in text


def test_a_whole_name_is_that_part_alone() -> None:
    assert "About" not in reference_text(open_rulebook("birmingham"), "loan", 80)


def test_a_word_that_nothing_is_about_is_unknown() -> None:
    with pytest.raises(NotUnderstood, match="there is no rule `xyzzy`"):
        reference_text(open_rulebook("birmingham"), "xyzzy", 80)


def test_why_not_is_why() -> None:
    sitting = Sitting("why not place three at alpha", "WHY NOT place one at alpha", "why not")
    assert "Rule: place.pay, stones" in sitting.text
    assert "Legal." in sitting.text
    assert len(sitting.complaints) == 1
