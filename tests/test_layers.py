"""Layers on top of each other: order, conflicts, histories, citations, and what is refused."""

from __future__ import annotations

import pytest
from tests.layering import BASE, GAME, mistake, mistakes, names, on_base, overlay, ruleset

from brasswright.interpreter.layers.finder import find
from brasswright.interpreter.layers.merge import digest, merge
from brasswright.interpreter.syntax import nodes

A = 'overlay a "A" amends base\n'
B = 'overlay b "B" amends base\n'

# -- declarations --------------------------------------------------------------------------


def test_a_layer_alone() -> None:
    book = merge([BASE])
    assert (book.name, book.title, book.playable) == ("base", "Base", True)
    assert book.seats == (2, 4)
    assert list(book.types) == ["Coins"]
    assert list(book.kinds) == ["Site", "Player"]
    assert list(book.actions) == ["claim", "sell"]
    assert list(book.phases) == ["game", "turn"]
    assert [field.name for field in book.state] == ["turns"]
    assert [row.id for row in book.tables["Site"]] == ["alpha", "beta"]
    assert book.tables["Site"][0].cells["takes"] == nodes.CellWords(("cross", "nought"))
    assert book.ranking is not None
    assert book.dropped == {}
    assert book.warnings == ()


def test_parts_are_listed_by_path() -> None:
    paths = list(merge([BASE]).parts())
    assert "claim" in paths
    assert "claim.fits" in paths  # a step within a step has a path of two names
    assert "sell.far" in paths
    assert "ranking" in paths
    assert "claim.mark.fits" not in paths


def test_citations_lead_to_paths() -> None:
    book = merge([BASE])
    assert book.cited_by("X-CLAIM-01") == ("claim",)
    assert book.cited_by("X-CLAIM-02") == ("claim.site",)
    assert book.cited_by("X-PAY-02") == ("pay.enough",)
    assert book.cited_by("X-SITE-01") == ("Site",)
    assert book.cited_by("X-NOTE-01") == ("claim",)
    assert book.cited_by("X-WIN-01") == ("ranking",)
    assert book.cited_by("X-SETUP-01") == ("start",)
    assert book.cited_by("X-NONE-01") == ()
    assert "X-TRACK-01" in book.cited()


def test_only_the_prefixes_of_the_edition_are_printed() -> None:
    book = merge([BASE, ruleset("more", "", ["base"], cites=["Y"], rulebooks={"Y": "A book"})])
    assert book.printed(("X-SETUP-01", "Y-SETUP-02")) == ("Y-SETUP-02",)
    assert book.rulebooks == {"Y": "A book"}
    assert merge([BASE]).printed(("X-SETUP-01",)) == ("X-SETUP-01",)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("action claim during turn: nothing", "claim"),
        ("define claim() -> Number: 1", "claim"),
        ("parameter start: Coins = 3", "start"),
        ("state:\n  turns: 0..3", "turns"),
        ("state:\n  claim: 0..3", "claim"),
        ("kind Site:\n  x: 0..3", "Site"),
        ("table Site:\n  id\n  gamma", "table Site"),
        ('ranking:\n  most p.coins "c"', "ranking"),
    ],
)
def test_a_name_is_declared_once(text: str, path: str) -> None:
    found = mistake(text)
    assert found.code == "declared-twice"
    assert found.message == f"`{path}` is declared twice"
    assert found.span.layer == "house"
    assert found.labels[0][0].layer == "base"


def test_a_declared_name_leads_to_the_amendment() -> None:
    assert mistake("action claim during turn: nothing").help == (
        "to change it, write `replace action claim`",
    )
    assert mistake("parameter start: Coins = 3").help == (
        "to change its value, write `set start = …`",
    )


def test_step_names_differ_within_a_part() -> None:
    text = (
        "action a during turn:\n  step x: nothing\n  if turns == 1:\n    step x: nothing\n"
        "action b during turn:\n  step x: nothing"
    )
    found = mistake(text)
    assert (found.code, found.message) == ("declared-twice", "`a.x` is declared twice")


def test_fields_of_a_kind_differ() -> None:
    assert mistake("kind K:\n  x: 0..3\n  x: 0..4").message == "`K.x` is declared twice"


def test_the_last_status_wins_and_views_replace() -> None:
    show = 'status "{turns}"\nshow sites "Sites" for s in sites:\n  "cost" s.cost\n'
    first = ruleset("first", GAME + show)
    again = 'status "now {turns}"\nshow sites "All" for s in sites:\n  "c" s.cost\n'
    book = merge([first, overlay('overlay o "O" amends first\n' + again)])
    assert book.status is not None
    assert book.status.span.layer == "o"
    assert book.shows["sites"].title == "All"


# -- the stack -----------------------------------------------------------------------------


def test_seats_are_what_every_layer_allows() -> None:
    assert on_base("seats 3..6").seats == (3, 4)
    found = mistake("seats 5..6")
    assert found.code == "no-seats"
    assert found.labels[0][1] == "`base` allows 2 to 4"


def test_an_overlay_is_meant_for_a_ruleset_in_the_stack() -> None:
    (found,) = mistakes(BASE, overlay('overlay o "O" amends other\nset start = 1\n'))
    assert found.code == "not-meant-for"
    assert found.message == "`o` is meant for `other`, and this is `base`"


def test_an_overlay_for_a_ruleset_below_the_edition() -> None:
    edition = ruleset("edition", "", ["base"])
    assert merge([BASE, edition, overlay(A + "set start = 1\n")]).seats == (2, 4)


def test_an_overlay_for_several_rulesets_needs_one_of_them() -> None:
    text = 'overlay o "O" amends other, base\nset start = 1\n'
    assert merge([BASE, overlay(text)]).parameters["start"].default == nodes.Number(1)


def test_only_overlays_have_a_header() -> None:
    (found,) = mistakes(ruleset("base", A + GAME))
    assert found.code == "overlay-header"


def test_without_a_ruleset_there_is_nothing() -> None:
    assert mistakes(overlay(A))[0].code == "no-ruleset"


def test_a_layer_is_there_once() -> None:
    assert "layer-twice" in {found.code for found in mistakes(BASE, BASE)}


def test_declarations_come_before_amendments_within_a_layer() -> None:
    book = on_base(
        "set bonus = 2\nafter step more.x add step y: nothing\nset gamma.cost = 7\n"
        "parameter bonus: Coins = 1\nrule more():\n  step x: nothing\n"
        "extend table Site:\n  id     cost\n  gamma  5\n"
    )
    assert book.parameters["bonus"].default == nodes.Number(2)
    assert names(book.rules["more"]) == ["x", "y"]
    assert book.tables["Site"][2].cells["cost"] == nodes.CellNumbers((7,))


def test_mistakes_of_reading_come_first_and_all_together() -> None:
    found = mistakes(BASE, overlay(A + "set = 3\nset strat = 3\n"), overlay(B + "set = 4\n"))
    assert {mistake.span.layer for mistake in found} == {"a", "b"}
    assert "unknown-path" not in {mistake.code for mistake in found}


def test_all_mistakes_of_merging_come_together() -> None:
    found = mistakes(BASE, overlay(A + "set strat = 3\nset alpha.cots = 3\n"))
    assert [mistake.code for mistake in found] == ["unknown-path", "unknown-path"]


def test_long_texts_end_soon() -> None:
    many = "".join(f"before step claim.cost add step s{n}: nothing\n" for n in range(1001))
    assert mistakes(BASE, overlay(A + many))[-1].code == "too-many-amendments"
    wrong = "".join(f"set x{n} = 1\n" for n in range(200))
    assert len(mistakes(BASE, overlay(A + wrong))) == 100


# -- conflicts -----------------------------------------------------------------------------

REPLACE = "replace step claim.cost: nothing\n"
DROP = 'drop step claim.cost because "x"\n'


@pytest.mark.parametrize(
    ("first", "second", "path"),
    [
        (REPLACE, REPLACE, "claim.cost"),
        (REPLACE, DROP, "claim.cost"),
        (DROP, DROP, "claim.cost"),
        ("set start = 1\n", "set start = 2\n", "start"),
        ("set alpha.cost = 1\n", "set alpha.cost = 2\n", "Site.alpha.cost"),
        ("set Coins = 0..9\n", "set Coins = 0..8\n", "Coins"),
        # what one layer changed inside is lost with what the other replaces around it
        ("replace step claim.fits: nothing\n", "replace step claim.mark: nothing\n", "claim.mark"),
        ("after step claim.fits add step x: nothing\n", "replace action claim: nothing\n", "claim"),
        ("exception x to claim.cost when turns == 1: nothing\n", DROP, "claim.cost"),
        ("set alpha.cost = 1\n", 'drop row alpha because "x"\n', "Site.alpha"),
    ],
)
def test_two_equal_layers_may_not_change_one_part(first: str, second: str, path: str) -> None:
    found = mistakes(BASE, overlay(A + first), overlay(B + second))
    conflict = found[0]
    if conflict.code == "unknown-path":  # dropped by the first: said at the place
        assert conflict.labels[0][0].layer == "a"
        return
    assert conflict.code == "conflict"
    assert f"`{path}`" in conflict.message
    assert conflict.span.layer == "b"
    assert [span.layer for span, _ in conflict.labels] == ["a"]
    assert conflict.span.line == 2
    assert conflict.labels[0][0].line == 2


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (REPLACE, "replace step claim.fits: nothing\n"),
        ("set start = 1\n", "set alpha.cost = 2\n"),
        ("set beta.cost = 1\n", "set alpha.cost = 2\n"),
        ("set alpha.takes = {cross}\n", "set alpha.cost = 2\n"),
        ("exception x to claim.cost when turns == 1: nothing\n", REPLACE),
        (
            "exception x to claim.cost when turns == 1: nothing\n",
            "exception y to claim.cost when turns == 2: nothing\n",
        ),
        ("extend Mark: square\n", "extend Mark: ring\n"),
        ("after step claim.cost add step x: nothing\n", REPLACE),
        ('forbid claim because "x"\n', 'forbid claim because "y"\n'),
    ],
)
def test_layers_that_change_different_things_agree(first: str, second: str) -> None:
    merge([BASE, overlay(A + first), overlay(B + second)])
    merge([BASE, overlay(B + second), overlay(A + first)])


def test_a_layer_that_amends_the_other_is_not_equal() -> None:
    above = overlay('overlay b "B" amends a\n' + REPLACE)
    book = merge([BASE, overlay(A + REPLACE), above])
    assert [event.layer for event in book.history["claim.cost"]] == ["base", "a", "b"]


def test_an_overlay_stands_above_all_of_the_edition() -> None:
    edition = ruleset("edition", "set start = 3", ["base"])
    book = merge([BASE, edition, overlay(A + "set start = 1\n")])
    assert [event.layer for event in book.history["start"]] == ["base", "edition", "a"]


def test_two_rulesets_side_by_side_conflict_and_the_one_above_settles() -> None:
    left = ruleset("left", "set start = 3", ["base"])
    right = ruleset("right", "set start = 4", ["base"])
    (found,) = mistakes(BASE, left, right, ruleset("top", "", ["left", "right"]))
    assert found.code == "conflict"
    top = ruleset("top", "set start = 5", ["left", "right"])
    assert merge([BASE, left, right, top]).parameters["start"].default == nodes.Number(5)


def test_an_included_overlay_is_below_the_edition() -> None:
    edition = ruleset("edition", "set start = 3", ["base", "a"])
    book = merge([BASE, overlay(A + "set start = 1\n"), edition])
    assert book.name == "edition"
    assert book.parameters["start"].default == nodes.Number(3)


def test_one_layer_changes_a_part_once() -> None:
    found = mistake("set start = 1\nset start = 2")
    assert found.code == "amended-twice"
    assert (found.span.line, found.labels[0][0].line) == (3, 2)


def test_two_layers_that_add_one_name() -> None:
    text = "action extra during turn: nothing\n"
    (found,) = mistakes(BASE, overlay(A + text), overlay(B + text))
    assert found.code == "declared-twice"
    assert {found.span.layer, found.labels[0][0].layer} == {"a", "b"}


# -- history, digest -----------------------------------------------------------------------


def test_history_tells_every_change_in_order() -> None:
    first = overlay(A + 'drop step claim.fits because "anything"\nset start = 1\n')
    second = overlay('overlay b "B" amends a\nset start = 2\nextend Mark: square\n')
    book = merge([BASE, first, second])
    told = [(event.layer, event.what) for event in book.history["start"]]
    assert told == [("base", "declared"), ("a", "set"), ("b", "set")]
    assert [event.span.layer for event in book.history["start"]] == ["base", "a", "b"]
    assert [(e.layer, e.what) for e in book.history["Mark"]] == [
        ("base", "declared"),
        ("b", "extended"),
    ]
    assert book.history["claim.fits"][-1].because == "anything"
    assert [e.layer for e in book.provenance("claim.site")] == ["base"]
    assert book.provenance("nothing.like.it") == ()


def test_the_digest_is_of_names_and_texts() -> None:
    book = merge([BASE])
    assert book.digest == digest([BASE])
    assert len(book.digest) == 64
    assert digest([ruleset("base", GAME + "\n")]) != digest([BASE])
    assert digest([ruleset("other", GAME)]) != digest([BASE])
    assert digest([ruleset("base", GAME)]) == digest([BASE])
    assert digest([BASE, overlay(A)]) != digest([BASE])


# -- the shipped editions ------------------------------------------------------------------


def test_an_edition_of_two_layers() -> None:
    book = merge(find("birmingham"))
    assert [layer.name for layer in book.layers] == ["brass", "birmingham"]
    assert book.name == "birmingham"
    assert book.seats == (2, 4)
    assert book.cites == ("B",)
    assert {event.layer for event in book.history["discard"]} == {"brass", "birmingham"}
