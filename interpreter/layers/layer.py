"""One layer of rules as text: what is found on disk, and what a record keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class LayerText:
    """A ruleset or overlay, whole: enough to build the same rulebook again.

    `manifest` is the content of `ruleset.yaml`; an overlay has `{"amends": […]}` instead.
    `files` is in the order in which the files are read.
    """

    name: str
    title: str
    manifest: Mapping[str, Any]
    files: Mapping[str, str]
    place: str = field(default="", compare=False)
    """The folder as it was given, for messages; shipped text and records have none."""

    @property
    def is_overlay(self) -> bool:
        """Is it a single file that amends, rather than a ruleset with a manifest?"""
        return "amends" in self.manifest

    @property
    def below(self) -> tuple[str, ...]:
        """Names of the layers that it extends or is meant for."""
        return tuple(self.manifest.get("amends" if self.is_overlay else "extends", ()))

    def shown(self, file: str) -> str:
        """What a file is called in messages."""
        folder = self.place or ("" if self.is_overlay else self.name)
        return f"{folder}/{file}" if folder else file


def same_name(first: str, second: str) -> bool:
    """Are two names of layers equal? Rule text writes `_` where a file name may write `-`."""
    return first.replace("-", "_") == second.replace("-", "_")
