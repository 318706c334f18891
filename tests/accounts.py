"""The books of a game: every pound, cube and barrel that a move takes or brings is accounted for.

The supply and the bank are endless, so no position by itself shows that something was lost. This
reckons each move of an action once more, from what lay on the table before and lies there after,
by the printed rules and not by the rules text.
"""

from __future__ import annotations

from typing import Any

from brasswright.interpreter.game import Game
from brasswright.interpreter.moves import Move

ACTIONS = {"build", "network", "develop", "sell", "loan", "scout", "pass", "done"}
FIRST, SECOND = {"canal": 3, "rail": 5}, 10
"""Pounds for a line. @B-LINK-04 @B-LINK-05 @L-LINK-02 @L-LINK-03"""
LENT = {True: (30,), False: (10, 20, 30)}
"""Pounds that are lent, by whether beer is brewed. @B-LOAN-01 @L-LOAN-01"""
BARRELS = {"canal": 1, "rail": 2}
"""What a brewery comes with. @B-BUILD-09"""
MADE = {"coal": "coal_mine", "iron": "iron_works", "beer": "brewery"}
Position = dict[str, Any]


class Accounts:
    """The printed tables of an edition, and the books of its moves."""

    def __init__(self, game: Game) -> None:
        domains = game.compiled.program.domains.by_name
        self.tiles = _rows(domains["Tile"], domains["Industry"])
        self.markets = _rows(domains["Market"], domains["Industry"])
        self.places = _rows(domains["Place"], domains["Industry"])
        self.brewing = "Merchant" in domains

    def check(self, before: Position, after: Position, mover: str, move: Move, stage: str) -> None:
        """Reckon a move that ended in the round in which it was made."""
        verb, second = move.verb, stage == "network"
        assert verb in ACTIONS, verb
        built = [name for name in after["spaces"] if _built(before, after, name)]
        assert len(built) == (verb == "build")
        laid = [
            name
            for name, link in after["links"].items()
            if link["owner"] != before["links"][name]["owner"]
        ]
        assert len(laid) == (verb == "network")
        assert all(after["links"][name]["owner"] == mover for name in laid)
        tile = self.tiles[after["spaces"][built[0]]["tile"]] if built else {}
        cost = tile.get("cost", 0) + sum(SECOND if second else FIRST[after["era"]] for _ in laid)
        gained = 0
        for kind, needed in self._needed(before, after, verb, tile, laid, mover).items():
            paid, earned = self._cubes(before, after, kind, needed, built)
            cost, gained = cost + paid, gained + earned
        if self.brewing:
            gained += self._beer(before, after, built, verb, second)
        if verb == "loan":
            lent = [int(c.value) for c in move.choices if c.value.isdecimal()]
            assert lent[0] in LENT[self.brewing]
            gained += lent[0]
        for name, had in before["players"].items():
            has = after["players"][name]
            spent, brought = (cost, gained) if name == mover else (0, 0)
            assert has["spent"] - had["spent"] == spent, (name, verb)
            assert has["money"] - had["money"] == brought - spent, (name, verb)

    def _needed(
        self,
        before: Position,
        after: Position,
        verb: str,
        tile: dict[str, Any],
        laid: list[str],
        mover: str,
    ) -> dict[str, int]:
        """Cubes that the move takes. @B-COAL-01 @B-LINK-05 @B-DEV-02 @L-LINK-03 @L-DEV-02"""
        boxes = [len(each["players"][mover]["box"]) for each in (before, after)]
        developed = boxes[1] - boxes[0] if verb == "develop" else 0
        rails = len(laid) if after["era"] == "rail" else 0
        coal, iron = tile.get("coal", 0) + rails, tile.get("iron", 0) + developed
        return {"coal": coal, "iron": iron}

    def _cubes(
        self, before: Position, after: Position, kind: str, needed: int, built: list[str]
    ) -> tuple[int, int]:
        """What the cubes cost that came from the market, and what those brought that went there."""
        row = self.markets[f"{kind}_market"]
        prices = row["prices"]
        had, has = (each["markets"][f"{kind}_market"]["cubes"] for each in (before, after))
        came, gone, sold = self._new_tile(before, after, kind, built, lambda t: t["cubes"])
        taken = self._lying(before, kind) - gone + came - sold - self._lying(after, kind)
        bought = had + sold - has
        beyond = needed - taken - bought
        assert min(taken, bought, beyond) >= 0, (kind, needed, taken, bought)
        left = had - bought
        assert beyond == 0 or left == 0, "bought beyond the market while it held cubes"
        empty = len(prices) - had
        paid = sum(prices[empty : empty + bought]) + beyond * row["beyond"]
        room = len(prices) - left
        return paid, sum(prices[room - sold : room])

    def _beer(
        self, before: Position, after: Position, built: list[str], verb: str, second: bool
    ) -> int:
        """Barrels are drunk for sales and second rails alone; the pounds that merchants bring."""
        sold = [
            self.tiles[space["tile"]]["beer"]
            for name, space in after["spaces"].items()
            if space["flipped"] and not before["spaces"][name]["flipped"]
            if self.tiles[space["tile"]]["sold"]
        ]
        needed = sum(sold) + (verb == "network" and second)
        came, gone, _ = self._new_tile(
            before, after, "beer", built, lambda _: BARRELS[after["era"]]
        )
        brewed = self._lying(before, "beer") - gone + came - self._lying(after, "beer")
        drunk = [
            name.rpartition(".")[0]
            for name, merchant in before["merchants"].items()
            for _ in range(merchant["barrel"] - after["merchants"][name]["barrel"])
        ]
        assert brewed >= 0
        assert brewed + len(drunk) == needed
        assert not drunk or verb == "sell"
        return sum(self.places[place]["bonus_money"] for place in drunk)

    def _new_tile(
        self, before: Position, after: Position, kind: str, built: list[str], full: Any
    ) -> tuple[int, int, int]:
        """Of a kind: what a new tile came with, what the old one held, what went to the market."""
        came = gone = sold = 0
        for name in built:
            old, new = before["spaces"][name], after["spaces"][name]
            if old["tile"] and self.tiles[old["tile"]]["industry"] == MADE[kind]:
                gone = old["cubes"]
            if self.tiles[new["tile"]]["industry"] == MADE[kind]:
                came = full(self.tiles[new["tile"]])
                sold = came - new["cubes"]
        return came, gone, sold

    def _lying(self, position: Position, kind: str) -> int:
        """Cubes of a kind on all tiles."""
        return sum(
            space["cubes"]
            for space in position["spaces"].values()
            if space["tile"] and self.tiles[space["tile"]]["industry"] == MADE[kind]
        )


def _rows(domain: Any, industries: Any) -> dict[str, dict[str, Any]]:
    """A table of the rules by row: its constant fields, an enum's member by name."""
    found: dict[str, dict[str, Any]] = {}
    for place, row in enumerate(domain.rows[1:], start=1):
        about = found[row] = {}
        for name, field in domain.fields.items():
            if hasattr(field, "values"):
                about[name] = field.values[place]
        if "industry" in about:
            about["industry"] = industries.rows[about["industry"]]
    return found


def _built(before: Position, after: Position, name: str) -> bool:
    """Does another tile lie there than before? One that was taken off is none."""
    tile = after["spaces"][name]["tile"]
    return tile is not None and tile != before["spaces"][name]["tile"]
