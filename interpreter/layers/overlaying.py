"""Overlays on the layers of a game: which there are, and one written in memory."""

from __future__ import annotations

from collections.abc import Sequence

from brasswright.interpreter.layers.layer import LayerText, overlay_name
from brasswright.interpreter.layers.manifest import HEADER

Layers = Sequence[LayerText]


def split(layers: Layers) -> tuple[tuple[LayerText, ...], tuple[LayerText, ...]]:
    """The layers of the edition, and the overlays that are laid on it."""
    top = max((i for i, layer in enumerate(layers) if not layer.is_overlay), default=-1)
    return tuple(layers[: top + 1]), tuple(layers[top + 1 :])


def amended(below: Layers) -> list[str]:
    """What an overlay says that it amends to lie on top of these layers."""
    edition, overlays = split(below)
    return [overlay_name(layer.name) for layer in (*edition[-1:], *overlays)]


def written(name: str, title: str, below: Layers, amendments: Sequence[str]) -> LayerText:
    """An overlay made of single amendments, to lie on top of these layers."""
    from brasswright.interpreter.syntax.expression_text import quoted

    amends = amended(below)
    head = f"overlay {overlay_name(name)} {quoted(title)} amends {', '.join(amends)}"
    text = "\n".join([head, "", *amendments])
    return LayerText(name, title, {"amends": amends}, {f"{name}.rules": f"{text}\n"})


def amendments_of(overlay: LayerText) -> tuple[str, ...]:
    """What an overlay does, each declaration with all its lines; without the header."""
    text = "\n".join(HEADER.sub("", content, count=1) for content in overlay.files.values())
    found: list[str] = []
    for line in text.splitlines():
        if line[:1] in ("", " ", "\t", "#") and found:
            found[-1] += f"\n{line}"
        elif line.strip():
            found.append(line)
    return tuple(item.rstrip() for item in found)
