"""What each amendment does, by the table in the language's description."""

from __future__ import annotations

import pytest
from tests.layering import BASE, mistake, mistakes, names, on_base, overlay, ruleset

from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.syntax import nodes

# -- set -----------------------------------------------------------------------------------


def test_set_gives_a_parameter_another_value() -> None:
    book = on_base("set start = 5")
    assert book.parameters["start"].default == nodes.Number(5)
    assert book.parameters["start"].cites == ("X-SETUP-01",)
    declared, changed = book.history["start"]
    assert (declared.layer, declared.what) == ("base", "declared")
    assert (changed.layer, changed.what) == ("house", "set")
    assert isinstance(changed.before, nodes.ParameterDeclaration)
    assert changed.before.default == nodes.Number(17)


def test_set_with_a_citation_replaces_the_citation() -> None:
    assert on_base("set start = 5 @Y-SETUP-09").parameters["start"].cites == ("Y-SETUP-09",)


def test_set_widens_a_type() -> None:
    wider = on_base("set Coins = -50..999").types["Coins"]
    assert wider.type == nodes.TypeRange(nodes.Unary("-", nodes.Number(50)), nodes.Number(999))
    assert wider.unit == "c"


def test_set_gives_a_list_other_values() -> None:
    values = on_base("set track = [4, -5]").lists["track"].values
    assert values == (nodes.CellNumbers((4,)), nodes.CellNumbers((-5,)))


@pytest.mark.parametrize(
    ("text", "column", "cell"),
    [
        ("set alpha.cost = 14", "cost", nodes.CellNumbers((14,))),
        ("set Site.alpha.cost = 14", "cost", nodes.CellNumbers((14,))),
        ("set alpha.takes = {nought}", "takes", nodes.CellWords(("nought",))),
        ("set alpha.near = {}", "near", nodes.CellExpression(nodes.SetLiteral(()))),
        ('set alpha.title = "A"', "title", nodes.CellText("A")),
        ("set alpha.yields.3 = 9", "yields.3", nodes.CellNumbers((9,))),
        ("set alpha.yields = {2: 1, 3: 9}", "yields.3", nodes.CellNumbers((9,))),
        ("set alpha.yields = 9", "yields.3", nodes.CellNumbers((9,))),
        ("set alpha.cost = 2 + 3", "cost", None),
    ],
)
def test_set_changes_a_cell(text: str, column: str, cell: nodes.Cell | None) -> None:
    before = merge([BASE]).tables["Site"]
    after = on_base(text).tables["Site"]
    if cell is None:
        assert isinstance(after[0].cells[column], nodes.CellExpression)
    else:
        assert after[0].cells[column] == cell
    assert after[1] == before[1]


def test_a_changed_cell_has_a_history_of_its_own() -> None:
    book = on_base("set alpha.cost = 14")
    (changed,) = book.history["Site.alpha.cost"]
    assert (changed.layer, changed.what) == ("house", "set")
    assert changed.before == nodes.CellNumbers((3,))
    assert [event.layer for event in book.provenance("Site.beta.cost")] == ["base"]


def test_set_that_hits_nothing_suggests() -> None:
    found = mistake("set strat = 5")
    assert found.code == "unknown-path"
    assert "did you mean `start`?" in found.help
    assert "did you mean `alpha.cost`?" in mistake("set alpha.cots = 5").help
    assert "did you mean `alpha.cost`?" in mistake("set alhpa.cost = 5").help


def test_set_of_what_has_no_value() -> None:
    found = mistake("set claim = 5")
    assert found.code == "wrong-part"
    assert found.help == ("write `replace action claim`",)
    assert mistake("set Coins = 5").code == "wrong-value"


def test_rows_of_one_name_need_the_kind() -> None:
    text = "kind Card:\n  cost: 0..9\ntable Card:\n  id     cost\n  alpha  1\n"
    extended = ruleset("more", text, ["base"])
    house = overlay('overlay house "House" amends more\nset Card.alpha.cost = 2\n')
    book = merge([BASE, extended, house])
    assert book.tables["Card"][0].cells["cost"] == nodes.CellNumbers((2,))
    assert book.tables["Site"][0].cells["cost"] == nodes.CellNumbers((3,))


# -- replace -------------------------------------------------------------------------------


def test_replace_a_step_keeps_its_name_and_place() -> None:
    book = on_base("replace step claim.cost: turns += 1")
    assert names(book.actions["claim"]) == ["site", "mark", "fits", "cost"]
    step = book.parts()["claim.cost"]
    assert isinstance(step, nodes.Step)
    assert isinstance(step.body[0], nodes.Assign)
    assert step.span.layer == "house"
    assert book.parts()["claim.site"].span.layer == "base"


def test_replace_a_step_ends_the_steps_inside() -> None:
    book = on_base("replace step claim.mark: let mark = cross")
    assert "claim.fits" not in book.parts()
    assert [e.what for e in book.history["claim.fits"]] == [
        "declared",
        "replaced with `claim.mark`",
    ]


def test_replace_a_nested_step() -> None:
    book = on_base("replace step claim.fits: nothing")
    assert names(book.actions["claim"]) == ["site", "mark", "fits", "cost"]
    step = book.parts()["claim.fits"]
    assert isinstance(step, nodes.Step)
    assert step.body == (nodes.DoNothing(),)


def test_replace_a_define_and_a_rule() -> None:
    book = on_base(
        "replace define price(s: Site) -> Coins @Y-PRICE-02: 1\n"
        "replace rule pay(s: Site): me.coins -= 1"
    )
    assert book.defines["price"].body == nodes.Number(1)
    assert book.defines["price"].cites == ("Y-PRICE-02",)
    assert names(book.rules["pay"]) == []
    assert book.rules["pay"].cites == ("X-PAY-01",)
    assert book.cited_by("Y-PRICE-02") == ("price",)
    assert book.cited_by("X-PRICE-01") == ()


def test_replace_an_action_keeps_its_title_and_phase() -> None:
    claim = on_base("replace action claim: turns += 1").actions["claim"]
    assert (claim.title, claim.during) == ("Claim a site", "turn")
    assert names(claim) == []


def test_replace_the_ranking() -> None:
    ranking = on_base('replace ranking ranking @Y-WIN-01:\n  least p.coins "coins"').ranking
    assert ranking is not None
    assert [rank.most for rank in ranking.ranks] == [False]
    assert ranking.cites == ("Y-WIN-01",)


def test_replace_an_option() -> None:
    option = on_base("replace option sell.far: turns += 3").parts()["sell.far"]
    assert isinstance(option, nodes.Option)
    assert option.span.layer == "house"


def test_replace_the_wrong_sort_of_thing() -> None:
    found = mistake("replace rule claim: nothing")
    assert found.code == "wrong-part"
    assert found.message == "`claim` is of the sort `action`, not `rule`"
    assert found.labels[0][0].layer == "base"


def test_a_define_needs_an_expression() -> None:
    assert mistake("replace define price: turns += 1").code == "wrong-body"


def test_a_signature_where_none_can_be() -> None:
    assert mistake("replace step claim.cost(x: Site): nothing").code == "wrong-signature"
    assert mistake("replace rule pay(s: Site) -> Coins: nothing").code == "wrong-signature"


def test_a_row_has_neither_body_nor_steps() -> None:
    assert mistake("replace row alpha: nothing").code == "wrong-part"
    assert mistake("before row alpha add step x: nothing").code == "wrong-part"
    assert mistake("before define price add step x: nothing").code == "wrong-part"


# -- drop ----------------------------------------------------------------------------------


def test_drop_a_step_keeps_its_name_for_questions() -> None:
    book = on_base('drop step claim.fits because "anything goes"')
    assert names(book.actions["claim"]) == ["site", "mark", "cost"]
    assert book.dropped["claim.fits"].because == "anything goes"
    assert book.history["claim.fits"][-1].because == "anything goes"
    assert isinstance(book.history["claim.fits"][-1].before, nodes.Step)


def test_drop_the_only_step_of_a_body() -> None:
    book = on_base('drop step turn.begin because "no need"')
    assert book.phases["turn"].body == (nodes.DoNothing(),)


def test_drop_an_option_and_an_action() -> None:
    book = on_base('drop option sell.far because "too far"')
    assert names(book.actions["sell"]) == ["what", "near"]
    book = on_base('drop action sell because "no trade"')
    assert "sell" not in book.actions
    assert set(book.dropped) == {"sell"}
    assert book.history["sell.near"][-1].what == "dropped with `sell`"


def test_the_last_option_stays() -> None:
    text = 'drop option sell.far because "x"\ndrop option sell.near because "x"'
    assert mistake(text).code == "last-option"


def test_amending_what_was_dropped_shows_where_it_went() -> None:
    first = overlay('overlay first "First" amends base\ndrop step claim.fits because "x"\n')
    second = overlay('overlay second "Second" amends first\nreplace step claim.fits: nothing\n')
    (found,) = mistakes(BASE, first, second)
    assert found.code == "unknown-path"
    assert found.labels[0][0].layer == "first"
    assert found.labels[0][1] == "`claim.fits` was dropped here by `first`"


def test_drop_a_row_that_is_mentioned() -> None:
    found = mistake('drop row beta because "flooded"')
    assert found.code == "still-mentioned"
    assert [label for _, label in found.labels] == ["`Site.alpha` still mentions it"]


def test_drop_rows_that_mention_each_other() -> None:
    book = on_base(
        'drop row beta because "flooded"\ndrop row alpha because "flooded"\nset start = 1'
    )
    assert book.tables["Site"] == ()
    assert set(book.dropped) == {"Site.alpha", "Site.beta"}


def test_drop_a_row_and_change_what_mentions_it() -> None:
    book = on_base('drop row beta because "flooded"\nset alpha.near = {}')
    assert [row.id for row in book.tables["Site"]] == ["alpha"]


def test_setting_a_cell_of_a_dropped_row_shows_where_it_went() -> None:
    found = mistake(
        'drop row beta because "x"\ndrop row alpha because "x"\nset alpha.cost = 1',
    )
    assert found.labels[0][1] == "`Site.alpha` was dropped here by `house`"


# -- before, after -------------------------------------------------------------------------


def test_before_and_after_a_step() -> None:
    book = on_base(
        "before step claim.mark add step first: nothing\n"
        "before step claim.mark add step second: nothing\n"
        "after step claim.mark add step third: nothing\n"
        "after step claim.mark add step fourth: nothing"
    )
    assert names(book.actions["claim"]) == [
        "site", "first", "second", "mark", "fits", "third", "fourth", "cost",
    ]  # fmt: skip


def test_what_is_added_after_an_added_step_stays_with_it() -> None:
    book = on_base(
        "after step claim.mark add step third: nothing\n"
        "after step claim.third add step with_third: nothing\n"
        "after step claim.mark add step fourth: nothing"
    )
    assert names(book.actions["claim"])[3:] == ["third", "with_third", "fourth", "cost"]


def test_additions_of_several_layers_stand_in_their_order() -> None:
    first = overlay('overlay a "A" amends base\nafter step claim.mark add step one: nothing\n')
    second = overlay('overlay b "B" amends base\nafter step claim.mark add step two: nothing\n')
    assert names(merge([BASE, first, second]).actions["claim"])[3:5] == ["one", "two"]
    assert names(merge([BASE, second, first]).actions["claim"])[3:5] == ["two", "one"]


def test_before_and_after_a_rule_are_its_start_and_end() -> None:
    book = on_base(
        "before rule pay add step a: nothing\n"
        "before rule pay add step b: nothing\n"
        "after rule pay add step y: nothing\n"
        "after rule pay add step z: nothing"
    )
    assert names(book.rules["pay"]) == ["a", "b", "enough", "take", "y", "z"]
    assert book.history["pay.a"][0].what == "declared"
    assert book.history["pay"][-1].what == "added step z after it"


def test_before_and_after_an_option_and_a_nested_step() -> None:
    book = on_base(
        "after option sell.near add step more: nothing\n"
        "before step claim.fits add step tight: nothing"
    )
    assert names(book.actions["sell"]) == ["what", "near", "more", "far"]
    assert names(book.actions["claim"]) == ["site", "mark", "tight", "fits", "cost"]


def test_an_added_step_needs_a_name_of_its_own() -> None:
    found = mistake("after step claim.site add step cost: nothing")
    assert found.code == "declared-twice"
    assert {found.span.layer, found.labels[0][0].layer} == {"house", "base"}


# -- exceptions and alternatives -----------------------------------------------------------


def test_an_exception_is_attached_to_its_step() -> None:
    book = on_base("exception free to claim.cost when turns == 0: nothing")
    step = book.parts()["claim.cost"]
    assert isinstance(step, nodes.Step)
    assert [exception.name for exception in step.exceptions] == ["free"]
    assert book.history["claim.cost"][-1].what == "exception free"
    assert isinstance(book.parts()["claim.free"], nodes.ExceptionTo)


def test_the_exception_of_the_latest_layer_is_last() -> None:
    first = overlay(
        'overlay a "A" amends base\nexception one to pay.enough when turns == 1: nothing\n'
    )
    second = overlay(
        'overlay b "B" amends base\nexception two to pay.enough when turns == 2: nothing\n'
    )
    step = merge([BASE, first, second]).parts()["pay.enough"]
    assert isinstance(step, nodes.Step)
    assert [exception.name for exception in step.exceptions] == ["one", "two"]
    assert [exception.span.layer for exception in step.exceptions] == ["a", "b"]


def test_an_alternative_may_have_steps_that_later_layers_amend() -> None:
    first = overlay(
        'overlay a "A" amends base\n'
        "alternative free to claim.cost:\n  step why: nothing\n  step then: nothing\n"
    )
    second = overlay('overlay b "B" amends a\ndrop step claim.why because "no reason"\n')
    book = merge([BASE, first, second])
    assert names(book.actions["claim"]) == ["site", "mark", "fits", "cost", "free", "then"]


def test_a_replaced_step_keeps_its_exceptions() -> None:
    first = overlay(
        'overlay a "A" amends base\nexception one to pay.enough when turns == 1: nothing\n'
    )
    second = overlay('overlay b "B" amends a\nreplace step pay.enough: nothing\n')
    assert names(merge([BASE, first, second]).rules["pay"]) == ["enough", "one", "take"]


def test_an_exception_can_be_dropped_and_replaced() -> None:
    first = overlay(
        'overlay a "A" amends base\nexception one to pay.enough when turns == 1: nothing\n'
    )
    gone = overlay('overlay b "B" amends a\ndrop step pay.one because "strict"\n')
    assert names(merge([BASE, first, gone]).rules["pay"]) == ["enough", "take"]
    other = overlay('overlay b "B" amends a\nreplace step pay.one: turns += 1\n')
    exception = merge([BASE, first, other]).parts()["pay.one"]
    assert isinstance(exception, nodes.ExceptionTo)
    assert isinstance(exception.body[0], nodes.Assign)


def test_a_rule_as_a_whole_has_no_exceptions() -> None:
    found = mistake("exception one to pay when turns == 1: nothing")
    assert found.code == "wrong-part"
    assert found.help == ("it has the steps `pay.enough`, `pay.take`",)


# -- forbid --------------------------------------------------------------------------------


def test_forbid_without_names_comes_first() -> None:
    book = on_base('forbid claim when turns == 3 because "too late"')
    assert names(book.actions["claim"])[0] == "forbid_1"
    step = book.parts()["claim.forbid_1"]
    assert isinstance(step, nodes.Step)
    (refusal,) = step.body
    assert isinstance(refusal, nodes.Require)
    assert isinstance(refusal.test, nodes.Unary)
    assert refusal.test.operator == "not"
    assert refusal.reason == nodes.Template(("too late",))


def test_forbid_stands_after_the_last_name_it_needs() -> None:
    book = on_base(
        'forbid claim when site.cost > 3 because "dear"\n'
        'forbid claim when site.cost > 3 and mark == cross because "cross"\n'
        'forbid claim when exists(site2 in sites where site2 == site) because "odd"'
    )
    claim = book.actions["claim"]
    assert names(claim) == [
        "site", "forbid_3", "forbid_1", "mark", "forbid_2", "fits", "cost",
    ]  # fmt: skip
    mark = book.parts()["claim.mark"]
    assert isinstance(mark, nodes.Step)
    assert isinstance(mark.body[0], nodes.Choose)
    assert isinstance(mark.body[1], nodes.Step)
    assert mark.body[1].name == "forbid_2"


def test_forbid_stands_after_the_join_of_two_ways() -> None:
    book = on_base(
        "alternative given to claim.mark:\n  let mark = cross\n"
        'forbid claim when mark == cross because "no crosses"'
    )
    assert names(book.actions["claim"]) == ["site", "mark", "fits", "given", "forbid_1", "cost"]


def test_forbid_speaks_of_a_name_that_one_way_binds() -> None:
    book = on_base(
        'forbid claim when mark == cross because "no crosses"\n'
        "alternative later to claim.mark: nothing"
    )
    assert names(book.actions["claim"]) == ["site", "mark", "forbid_1", "fits", "later", "cost"]


def test_forbid_a_rule_and_an_option() -> None:
    book = on_base(
        'forbid pay when s.cost > 3 because "dear"\nforbid sell.far when turns > 3 because "late"'
    )
    assert names(book.rules["pay"]) == ["forbid_1", "enough", "take"]
    assert names(book.actions["sell"]) == ["what", "near", "far", "forbid_1"]


def test_forbid_on_every_branch() -> None:
    text = """
action pick during turn:
  step way:
    choose one:
      option left:
        choose thing from sites said "l"
        turns += 1
      option right:
        choose thing from sites said "r"
        turns += 1
"""
    book = on_base(text + 'forbid pick when thing.cost > 3 because "dear"')
    assert names(book.actions["pick"]) == ["way", "left", "forbid_1", "right", "forbid_1_2"]


def test_forbid_where_no_point_knows_all() -> None:
    text = """
action pick during turn:
  step way:
    choose one:
      option left: choose this from sites said "l"
      option right: choose that from sites said "r"
"""
    found = mistake(text + 'forbid pick when this == that because "no"')
    assert found.code == "forbid-nowhere"


def test_a_later_layer_may_drop_a_forbid() -> None:
    first = overlay('overlay a "A" amends base\nforbid claim because "peace"\n')
    second = overlay('overlay b "B" amends a\ndrop step claim.forbid_1 because "war"\n')
    book = merge([BASE, first, second])
    assert "claim.forbid_1" not in book.parts()
    assert book.dropped["claim.forbid_1"].because == "war"
    assert [e.what for e in book.history["claim.forbid_1"]] == ["declared", "dropped"]


# -- extend --------------------------------------------------------------------------------


def test_extend_an_enum_a_kind_and_a_table() -> None:
    book = on_base(
        "extend Mark: square\n"
        "extend Site:\n  deep: Bool\n"
        "extend table Site @Y-SITE-01:\n"
        "  id     cost  takes   deep\n"
        "  gamma  5     square  yes\n"
    )
    assert book.enums["Mark"].values == ("cross", "nought", "square")
    assert [field.name for field in book.kinds["Site"].fields] == [
        "cost", "takes", "near", "yields", "deep",
    ]  # fmt: skip
    rows = book.tables["Site"]
    assert [row.id for row in rows] == ["alpha", "beta", "gamma"]
    assert "deep" not in rows[0].cells
    assert rows[2].cells["deep"] == nodes.CellWords(("yes",))
    assert rows[2].cites == ("Y-SITE-01",)
    assert book.history["Mark.square"][0].layer == "house"
    assert book.history["Site.deep"][0].layer == "house"
    assert book.history["Site.gamma"][0].layer == "house"


def test_extend_what_is_there_already() -> None:
    assert mistake("extend Mark: cross").code == "declared-twice"
    assert mistake("extend Site:\n  cost: 0..3").code == "declared-twice"
    found = mistake("extend table Site:\n  id     cost\n  alpha  5\n")
    assert found.code == "declared-twice"
    assert found.message == "`Site.alpha` is declared twice"


def test_extend_what_is_not_there() -> None:
    assert mistake("extend Marc: square").help == ("did you mean `Mark`?",)
    assert mistake("extend Site: square").code == "wrong-part"
    assert mistake("extend table Sitr:\n  id\n  x\n").help == ("did you mean `Site`?",)


def test_columns_and_lengths_of_rows() -> None:
    found = mistake("extend table Site:\n  id     cots\n  gamma  5\n")
    assert (found.code, found.help) == ("unknown-column", ("did you mean `cost`?",))
    assert mistake("extend table Site:\n  id     cost\n  gamma\n").code == "row-length"
    assert mistake("extend table Site:\n  id     cost\n  gamma  1  2\n").code == "row-length"


def test_the_last_column_runs_on_where_it_holds_many() -> None:
    text = (
        "kind Board:\n  wide: 0..9\n  spaces: sets of Mark\n"
        "table Board:\n  id  wide  spaces\n  a   1     cross|nought  cross\n  b   2\n"
        "  c   3     nought\n"
    )
    rows = on_base(text).tables["Board"]
    assert [
        [cell.words for cell in row.last if isinstance(cell, nodes.CellWords)] for row in rows
    ] == [
        [("cross", "nought"), ("cross",)],
        [],
        [("nought",)],
    ]
    assert rows[2].cells["spaces"] == nodes.CellWords(("nought",))
    changed = on_base(text + "set a.spaces = [{nought}, {cross}]\n")
    assert changed.tables["Board"][0].last == (
        nodes.CellWords(("nought",)),
        nodes.CellWords(("cross",)),
    )


def test_joined_rows_are_found_in_any_order_of_their_ends() -> None:
    text = (
        "kind Link joins Site:\n  wide: 0..9\ntable Link:\n  id           wide\n  alpha--beta  1\n"
    )
    book = on_base(text + "set beta--alpha.wide = 2\n")
    assert book.tables["Link"][0].cells["wide"] == nodes.CellNumbers((2,))
    found = mistake(text + 'drop row alpha because "x"')
    assert [label for _, label in found.labels] == ["`Link.alpha--beta` still mentions it"]


# -- names that hit nothing ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("replace step claim.cots: nothing", "did you mean `claim.cost`?"),
        ("replace step clam.cost: nothing", "did you mean `claim.cost`?"),
        ('drop rule pya because "x"', "did you mean `pay`?"),
        ("before step claim.sit add step x: nothing", "did you mean `claim.site`?"),
        ("exception x to claim.cst when turns == 1: nothing", "did you mean `claim.cost`?"),
        ("alternative x to claim.cst: nothing", "did you mean `claim.cost`?"),
        ('forbid clam because "x"', "did you mean `claim`?"),
        ('drop row alhpa because "x"', "did you mean `alpha`?"),
        ('note @X-Y-01 "x" see clam', "did you mean `claim`?"),
    ],
)
def test_a_path_that_hits_nothing_is_a_mistake_with_a_suggestion(text: str, help: str) -> None:
    found = mistake(text)
    assert found.code == "unknown-path"
    assert help in found.help
    assert found.span.layer == "house"
