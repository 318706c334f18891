"""One layer of rules as text: what is found on disk, and what a record keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from brasswright.interpreter.diagnostics import UNSEEN


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
    folder: Path | None = field(default=None, compare=False)
    """Where it was read from; None when it comes out of a record."""

    @property
    def is_overlay(self) -> bool:
        """Is it a single file that amends, rather than a ruleset with a manifest?"""
        return "amends" in self.manifest

    @property
    def below(self) -> tuple[str, ...]:
        """Names of the layers that it extends or is meant for."""
        return tuple(self.manifest.get("amends" if self.is_overlay else "extends", ()))

    def as_data(self) -> dict[str, Any]:
        """The layer as plain data, for a record."""
        return {
            "name": self.name,
            "title": self.title,
            "manifest": dict(self.manifest),
            "files": dict(self.files),
        }

    def shown(self, file: str) -> str:
        """What a file is called in messages."""
        folder = self.place or ("" if self.is_overlay else self.name)
        return f"{folder}/{file}" if folder else file


def same_name(first: str, second: str) -> bool:
    """Are two names of layers equal? Rule text writes `_` where a file name may write `-`."""
    return first.replace("-", "_") == second.replace("-", "_")


_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def overlay_name(name: str) -> str:
    """The name of a layer as rule text writes it."""
    word = re.sub(r"[^a-z0-9_]", "_", name.lower())
    return word if _WORD.fullmatch(word) else f"house_{word}"


_NAME = re.compile(r"[a-z0-9_-]{1,64}")
_TITLE = re.compile(r"[^\n\t]{1,400}")
_FILE = re.compile(r"[^/\\\0-\x1f]{1,200}")


def layer_from_data(data: object) -> LayerText:
    """The layer that `as_data` was made from. Raises ValueError for anything else."""
    match data:
        case {
            "name": str(name),
            "title": str(title),
            "manifest": dict(manifest),
            "files": dict(files),
        }:
            names = manifest.get("amends", manifest.get("extends", []))
            fine = (
                _NAME.fullmatch(name)
                and _TITLE.fullmatch(title)
                and not UNSEEN.search(title)
                and isinstance(names, list)
                and all(isinstance(other, str) for other in names)
                and _is_manifest(manifest)
                and all(isinstance(f, str) and _FILE.fullmatch(f) for f in files)
                and not UNSEEN.search("".join(files))
                and all(isinstance(text, str) for text in files.values())
            )
            if fine:
                return LayerText(name, title, manifest, files)
    raise ValueError("this is no layer of rules")


def _is_manifest(manifest: Mapping[str, Any]) -> bool:
    """Is it of the form that the schema of manifests asks for, as far as anything reads it?"""
    lists = [manifest.get(key, []) for key in ("extends", "amends", "cites", "files", "overlays")]
    rulebooks = manifest.get("rulebooks", {})
    if not (isinstance(rulebooks, dict) and all(isinstance(each, list) for each in lists)):
        return False
    words = [word for each in (*lists, rulebooks.values()) for word in each]
    json.dumps(manifest, ensure_ascii=False).encode()  # half a letter is a ValueError
    return all(isinstance(word, str) and not UNSEEN.search(word) for word in words)


def digest(layers: Sequence[LayerText]) -> str:
    """A fingerprint of the names and texts of layers."""
    content = [
        [layer.name, layer.title, layer.manifest, [[n, t] for n, t in layer.files.items()]]
        for layer in layers
    ]
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
