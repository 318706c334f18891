"""Rulebooks that were merged before: known by name at once, put together when somebody looks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from brasswright.interpreter import cache
from brasswright.interpreter.layers.layer import LayerText, digest
from brasswright.interpreter.layers.rulebook import Rulebook

KIND = "merged"
HEAD = ("name", "title", "playable", "cites", "rulebooks", "seats")
"""What is kept of a rulebook, besides that its layers can be merged."""
_FIELDS = frozenset(field.name for field in fields(Rulebook))


class KeptRulebook(Rulebook):
    """A rulebook whose parts are merged when one of them is first asked for."""

    def __getattribute__(self, name: str) -> Any:
        if name in _FIELDS:
            known = object.__getattribute__(self, "__dict__")
            if name not in known:
                from brasswright.interpreter.layers.merge import merge

                known.update(vars(merge(known["layers"])))
        return object.__getattribute__(self, name)


def merged(layers: Sequence[LayerText]) -> Rulebook:
    """The layers as one rulebook. Raises RulesError, unless it is known that they merge."""
    fingerprint = digest(layers)
    made_from = (fingerprint, *(layer.place for layer in layers))
    head = cache.load(KIND, *made_from)
    if head is not None:
        return _known(json.loads(head), tuple(layers), fingerprint)
    from brasswright.interpreter.layers.merge import merge

    rulebook = merge(layers)
    kept = {name: getattr(rulebook, name) for name in HEAD}
    cache.keep(KIND, json.dumps(kept).encode(), *made_from)
    return rulebook


def _known(head: dict[str, Any], layers: tuple[LayerText, ...], fingerprint: str) -> Rulebook:
    rulebook = KeptRulebook.__new__(KeptRulebook)
    head["seats"] = tuple(head["seats"])
    head["cites"] = None if head["cites"] is None else tuple(head["cites"])
    vars(rulebook).update(head, layers=layers, digest=fingerprint)
    return rulebook
