"""Finding rulesets and overlays on disk: by name among the shipped ones, or by path."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NoReturn

from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import RulesError
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.layers.manifest import FILE, LARGEST, read_header, read_manifest
from brasswright.interpreter.source import NOWHERE, Source, Span
from brasswright.interpreter.suggest import closest

SHIPPED = Path(__file__).resolve().parents[2] / "rulesets"
"""The folder of the rulesets that come with the package."""
OVERLAYS = "overlays"
"""The folder of overlays, beside the folders of rulesets."""
LANGUAGES = "languages"
"""The folder of translations, beside the rule text."""
LARGEST_FILE = 2_000_000
"""Longest file of rule text, in bytes."""
MOST_LAYERS = 40

_NAME = re.compile(r"[a-z0-9_-]{1,64}")
_SEATS = re.compile(r"^seats[ ]+(\d{1,3})\.\.(\d{1,3})", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """One line about a ruleset or overlay that can be found by name."""

    name: str
    title: str
    seats: tuple[int, int]
    """Least and most players; (0, 0) when the text does not say."""
    playable: bool
    kind: Literal["edition", "overlay"]
    amends: tuple[str, ...] = ()


def find(name_or_path: str, overlays: Sequence[str] = ()) -> tuple[LayerText, ...]:
    """The layers of a ruleset with overlays, the lowest first.

    An overlay in place of a ruleset brings the first ruleset that it amends. Raises RulesError.
    """
    search = _Search()
    found = _resolve(name_or_path, [SHIPPED], NOWHERE)
    beside = found.path.absolute().parent
    if found.is_overlay:
        beside = beside.parent if beside.name == OVERLAYS else beside
        below = _overlay(found, "").below[0]
        search.add(_resolve(below, _roots(beside), NOWHERE), NOWHERE)
    search.add(found, NOWHERE)
    for overlay in overlays:
        search.add(_resolve(overlay, _roots(beside), NOWHERE, overlay=True), NOWHERE)
    return tuple(search.layers)


def find_overlay(name_or_path: str, layers: Sequence[LayerText]) -> LayerText:
    """One more overlay for the layers of a game, found as `find` would find it with them."""
    editions = [layer for layer in layers if not layer.is_overlay]
    place = editions[-1].place if editions else ""
    roots = _roots(Path(place).absolute().parent if place else SHIPPED)
    found = _resolve(name_or_path, roots, NOWHERE, overlay=True)
    if not found.is_overlay:
        _fail("unknown-ruleset", f"`{name_or_path}` is a ruleset, no overlay", NOWHERE)
    return _overlay(found, editions[-1].name if editions else "")


def available() -> tuple[RulesetInfo, ...]:
    """The shipped rulesets, then the shipped overlays; what can't be read is left out."""
    return tuple(_available())


def _available() -> Iterator[RulesetInfo]:
    for name in _names(SHIPPED):
        try:
            layers = find(name)
        except RulesError:
            continue
        top = layers[-1]
        if top.is_overlay:
            seats, playable = _seats(layers[-1:]), False
            yield RulesetInfo(top.name, top.title, seats, playable, "overlay", top.below)
        else:
            playable = bool(top.manifest.get("playable", True))
            yield RulesetInfo(top.name, top.title, _seats(layers), playable, "edition", top.below)


def _seats(layers: Sequence[LayerText]) -> tuple[int, int]:
    found = [
        (int(low), int(high))
        for layer in layers
        for text in layer.files.values()
        for low, high in _SEATS.findall(text)
    ]
    if not found:
        return 0, 0
    return max(low for low, _ in found), min(high for _, high in found)


# -- translations --------------------------------------------------------------------------


def language_folder(layer: LayerText) -> Path:
    """Where the translations of a layer are; of one out of a record, those that are shipped."""
    folder = layer.folder or SHIPPED / (OVERLAYS if layer.is_overlay else layer.name)
    return folder / LANGUAGES


def language_source(folder: Path, code: str, shown: str, layer: str = "") -> Source | None:
    """The file of translations for one language in a folder, if there is one.

    Raises RulesError if it can't be read.
    """
    file = folder / f"{code}.yaml"
    # The folder of languages may be no way out of the one that it lies in.
    return read_source(file, folder.parent, shown, layer) if file.is_file() else None


def read_source(path: Path, inside: Path, shown: str, layer: str = "") -> Source:
    """A text file that must lie in a folder. Raises RulesError if it can't be read."""
    return _source(path, inside, shown, layer, LARGEST_FILE)


# -- from names and paths to files ---------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    """A ruleset's folder, or an overlay's file."""

    path: Path
    is_overlay: bool
    shown: str
    """What it is called in messages: as it was given, or its name."""
    name: str = ""
    """The name by which it was found; "" when it was given as a path."""


def _fail(code: str, message: str, span: Span = NOWHERE, help: Sequence[str] = ()) -> NoReturn:
    raise RulesError([Diagnostic(code, message, span, help=tuple(help))])


def _names(root: Path) -> list[str]:
    """The names of all rulesets in a folder, then of all overlays."""
    try:
        folders = sorted(p.name for p in root.iterdir() if (p / FILE).is_file())
        files = sorted(p.stem for p in (root / OVERLAYS).glob("*.rules"))
    except OSError:
        return []
    return folders + files


def _roots(beside: Path) -> list[Path]:
    """Where names are looked for: beside what mentions them, then among the shipped."""
    return [SHIPPED] if beside.resolve() == SHIPPED.resolve() else [beside, SHIPPED]


def _resolve(text: str, roots: Sequence[Path], span: Span, overlay: bool = False) -> _Found:
    """Find a ruleset or overlay; a path is taken as it is, a name only if it is a plain one."""
    if "/" in text or os.sep in text or text in (".", "..") or text.endswith((".rules", ".yaml")):
        return _at_path(text, span)
    if not _NAME.fullmatch(text):
        message = f"`{text}` can't be the name of a ruleset: small letters, digits, `_` and `-`"
        names = [name for root in roots for name in _names(root)]
        help = [f"did you mean `{name}`?" for name in closest(text.lower(), names)]
        _fail("ruleset-name", message, span, help)
    for root in roots:
        for name in dict.fromkeys((text, text.replace("_", "-"), text.replace("-", "_"))):
            file = root / OVERLAYS / f"{name}.rules"
            if (root / name / FILE).is_file() and not overlay:
                return _Found(root / name, False, "" if root == SHIPPED else str(root / name), name)
            if file.is_file():
                return _Found(file, True, "" if root == SHIPPED else str(file), name)
    names = [name for root in roots for name in _names(root)]
    help = [f"did you mean `{name}`?" for name in closest(text, names)]
    what = "overlay" if overlay else "ruleset"
    _fail("unknown-ruleset", f"there is no {what} called `{text}`", span, help)


def _at_path(text: str, span: Span) -> _Found:
    try:
        path = Path(text)
        if path.suffix in (".rules", ".yaml") and path.name != FILE and path.is_file():
            return _Found(path, True, text)
        folder = path.parent if path.name == FILE else path
        if (folder / FILE).is_file():
            # The name of the folder, also for `.` and `..`
            return _Found(folder.absolute() if not folder.name else folder, False, str(folder))
    except (OSError, ValueError):
        pass
    message = f"`{text}` is neither a folder with a `{FILE}` nor a file of rules"
    _fail("unknown-ruleset", message, span)


def _source(path: Path, inside: Path, shown: str, layer: str, limit: int) -> Source:
    """Read a text file that must lie in a folder."""
    span = Span(Source(shown, "", layer), 0, 0)
    try:
        real = path.resolve(strict=True)
        if not real.is_relative_to(inside.resolve(strict=True)):
            _fail("outside", f"`{shown}` is a link that leaves its folder", span)
        if not real.is_file():
            _fail("unreadable", f"`{shown}` is not a file", span)
        with real.open("rb") as file:
            content = file.read(limit + 1)
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
        _fail("unreadable", f"`{shown}` can't be read: {reason}", span)
    if len(content) > limit:
        _fail("too-large", f"`{shown}` is larger than {limit} bytes", span)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _fail("not-text", f"`{shown}` is not UTF-8 text (byte {error.start})", span)
    return Source(shown, text.replace("\r\n", "\n"), layer)


# -- from files to layers ------------------------------------------------------------------


@dataclass
class _Search:
    """The layers found so far, and the way on which the search is."""

    layers: list[LayerText] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)
    way: list[tuple[Path, str]] = field(default_factory=list)

    def add(self, found: _Found, span: Span) -> None:
        """Add a ruleset or overlay with everything it extends, each once."""
        path = found.path.resolve()
        on_the_way = [place for place, _ in self.way]
        if path in on_the_way:
            names = [name for _, name in self.way[on_the_way.index(path) :]]
            chain = " → ".join([*names, names[0]])
            _fail("cycle", f"these rulesets extend each other in a circle: {chain}", span)
        if path in self.seen:
            return
        if len(self.seen) >= MOST_LAYERS:
            _fail("too-many-layers", f"there are more than {MOST_LAYERS} layers", span)
        self.seen.add(path)
        if found.is_overlay:
            editions = [layer.name for layer in self.layers if not layer.is_overlay]
            self.layers.append(_overlay(found, editions[-1] if editions else ""))
        else:
            self.layers.append(self._ruleset(found, path))

    def _ruleset(self, found: _Found, path: Path) -> LayerText:
        folder, shown = found.path, found.shown or found.path.name
        source = _source(folder / FILE, folder, f"{shown}/{FILE}", folder.name, LARGEST)
        document = read_manifest(source)
        manifest = document.value
        name: str = manifest["name"]
        if found.name and name != found.name:
            message = f"the ruleset in the folder `{found.name}` is called `{name}`"
            _fail("ruleset-name", message, document.span(["name"]))
        self.way.append((path, name))
        for index, below in enumerate(manifest.get("extends", ())):
            span = document.span(["extends", index])
            self.add(_resolve(below, _roots(folder.parent), span), span)
        self.way.pop()
        files = {
            file: _source(folder / file, folder, f"{shown}/{file}", name, LARGEST_FILE).text
            for file in manifest.get("files", ())
        }
        return LayerText(name, manifest["title"], manifest, files, found.shown, folder)


def _overlay(found: _Found, on: str) -> LayerText:
    """Read an overlay that is laid on a ruleset, from rule text or a house file."""
    path = found.path
    shown = found.shown or path.name
    is_house = path.suffix == ".yaml"
    source = _source(path, path.parent, shown, path.stem, LARGEST if is_house else LARGEST_FILE)
    if is_house:
        from brasswright.interpreter.layers.house import house_text
        from brasswright.interpreter.layers.yaml_text import read_yaml

        text = house_text(read_yaml(source), path.stem, on)
        source = Source(shown, text, path.stem)
    name, title, amends = read_header(source)
    if name.replace("_", "-") == path.stem.replace("_", "-"):
        name = path.stem
    elif found.name:
        message = f"the overlay in `{path.name}` is called `{name}`"
        _fail("ruleset-name", message, Span(source, 0, 0))
    place = found.shown.removesuffix(path.name).rstrip("/")
    files = {path.name: source.text}
    return LayerText(name, title, {"amends": amends}, files, place, path.parent)
