"""Layers for tests, written as texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.manifest import read_header
from brasswright.interpreter.layers.merge import merge
from brasswright.interpreter.layers.rulebook import Rulebook
from brasswright.interpreter.layers.tree import named_nodes
from brasswright.interpreter.source import Source
from brasswright.interpreter.syntax import nodes

GAME = """
seats 2..4
type Coins: 0..99 "c"
enum Mark: cross, nought
kind Site:
  cost: Coins
  takes: set of Mark
  near: set of Site
  yields: 0..9 by seats
kind Player:
  state:
    coins: Coins
state:
  turns: 0..9
parameter start: Coins = 17 "Coins to begin with." @X-SETUP-01
list track: Number @X-TRACK-01 =
  1 2 3
table Site @X-SITE-01:
  id     title    cost  takes         near  yields.2  yields.3
  alpha  "Alpha"  3     cross|nought  beta  1         2
  beta   "Beta"   4     cross         -     3         4
define price(s: Site) -> Coins @X-PRICE-01: s.cost
rule pay(s: Site) @X-PAY-01:
  step enough @X-PAY-02: require me.coins >= price(s) else "too dear"
  step take: me.coins -= price(s)
action claim "Claim a site" during turn @X-CLAIM-01:
  step site @X-CLAIM-02:
    choose site from sites said "at"
  step mark:
    choose mark from site.takes said "as"
    step fits: require mark in site.takes else "no"
  step cost: do pay(site)
action sell during turn:
  step what:
    choose one:
      option near: turns += 1
      option far: turns += 2
phase game:
  step prepare: turns = 0
  step go: play turn
phase turn:
  step begin: nothing
ranking @X-WIN-01:
  most p.coins "coins"
note @X-NOTE-01 "nothing forbids it" see claim
"""


def ruleset(name: str, text: str, extends: Sequence[str] = (), **more: Any) -> LayerText:
    """A ruleset of one file."""
    manifest = {"name": name, "title": name.title(), "extends": list(extends), **more}
    return LayerText(name, name.title(), manifest, {"all.rules": text})


def overlay(text: str) -> LayerText:
    """An overlay, with its header line in the text."""
    name, title, amends = read_header(Source("overlay", text, ""))
    return LayerText(name, title, {"amends": amends}, {f"{name}.rules": text})


BASE = ruleset("base", GAME)


def on_base(text: str) -> Rulebook:
    """The game with one overlay on it."""
    return merge([BASE, overlay(f'overlay house "House" amends base\n{text}\n')])


def mistakes(*layers: LayerText) -> tuple[Diagnostic, ...]:
    """What is wrong with layers."""
    with pytest.raises(RulesError) as caught:
        merge(layers)
    return caught.value.diagnostics


def mistake(text: str) -> Diagnostic:
    """The only thing that is wrong with an overlay on the game."""
    (found,) = mistakes(BASE, overlay(f'overlay house "House" amends base\n{text}\n'))
    return found


def names(part: nodes.Node) -> list[str]:
    """The names of all steps and the like in a part, in the order of the text."""
    return [step.name for step in named_nodes(part)]
