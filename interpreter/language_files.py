"""Languages on disk: catalogues beside the rule text and beside the program, read and checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from brasswright.interpreter import cache
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.errors import BrasswrightError, RulesError
from brasswright.interpreter.language import (
    ENGLISH,
    SOURCE,
    Catalogue,
    Gap,
    Language,
    pieces_of,
)
from brasswright.interpreter.layers.document import Document
from brasswright.interpreter.layers.finder import (
    LANGUAGES,
    SHIPPED,
    language_folder,
    language_source,
)
from brasswright.interpreter.layers.layer import LayerText
from brasswright.interpreter.source import Source
from brasswright.interpreter.suggest import closest
from brasswright.interpreter.syntax import texts

OWN = Path(__file__).parent / LANGUAGES
"""Translations of what the interpreter itself says."""
KIND = "language"
_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")


def open_language(code: str, layers: Sequence[LayerText]) -> Language:
    """A language for a game under these layers; a later layer's translations win.

    Raises RulesError for a catalogue that is wrong, BrasswrightError for a language that neither
    the rules nor the program know.
    """
    if code == SOURCE:
        return ENGLISH
    sources = catalogue_sources(code, layers) if _CODE.fullmatch(code) else ()
    if not sources:
        known = languages(layers)
        meant = closest(code, known)
        help = f"did you mean `{meant[0]}`?" if meant else f"there are {', '.join(known)}"
        raise BrasswrightError(f"there is no language `{code}` here; {help}")
    return Language(code, [read_catalogue(source) for source in sources])


def languages(layers: Sequence[LayerText] = ()) -> tuple[str, ...]:
    """The languages that the program, or some layer of the rules, is translated into."""
    folders = dict.fromkeys([OWN, *map(language_folder, layers)])
    found = {file.stem for folder in folders for file in folder.glob("*.yaml")}
    return (SOURCE, *sorted(code for code in found if _CODE.fullmatch(code) and code != SOURCE))


def catalogue_sources(code: str, layers: Sequence[LayerText]) -> tuple[Source, ...]:
    """The files of a language: the interpreter's own, then those of the layers, each once."""
    own = language_source(OWN, code, f"interpreter/{LANGUAGES}/{code}.yaml")
    found = {OWN: own} | {language_folder(layer): layer_source(layer, code) for layer in layers}
    return tuple(source for source in found.values() if source is not None)


def layer_source(layer: LayerText, code: str) -> Source | None:
    """A layer's file for a language, if there is one."""
    folder = language_folder(layer)
    return language_source(folder, code, f"{_shown(folder)}/{code}.yaml", layer.name)


def _shown(folder: Path) -> str:
    """A folder as it is called in messages: shipped ones from the folder of all rulesets on."""
    return str(folder.relative_to(SHIPPED)) if folder.is_relative_to(SHIPPED) else str(folder)


def mistakes(layers: Sequence[LayerText]) -> tuple[Diagnostic, ...]:
    """Everything wrong with the translations of these layers, in any language."""
    found: list[Diagnostic] = []
    for code in languages(layers):
        try:
            for source in catalogue_sources(code, layers):
                read_document(source)
        except RulesError as error:
            found += error.diagnostics
    return tuple(found)


# -- one file ------------------------------------------------------------------------------


@lru_cache
def schema() -> dict[str, Any]:
    """The JSON Schema of catalogues."""
    text = (files("brasswright.grammar") / "schemas" / "language.json").read_text("utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def read_document(source: Source) -> Document:
    """A file of translations, checked. Raises RulesError with all mistakes."""
    from brasswright.interpreter.layers.yaml_text import read_yaml, schema_mistakes

    document = read_yaml(source)
    if document.value is None:
        return Document(source, {})
    mistakes = schema_mistakes(document, schema()) or list(_wrong_holes(document))
    if mistakes:
        raise RulesError(mistakes)
    return document


def read_catalogue(source: Source) -> Catalogue:
    """The translations in a file. Raises RulesError with all mistakes."""
    kept = cache.load(KIND, source.text)
    if kept is not None:
        return Catalogue(**json.loads(kept))
    content = {section: _filled(there) for section, there in read_document(source).value.items()}
    content["words"] = {id: typed.split("|") for id, typed in content.get("words", {}).items()}
    cache.keep(KIND, json.dumps(content).encode(), source.text)
    return Catalogue(**content)


def _filled(section: Any) -> Any:
    """A section without what is not translated yet."""
    if isinstance(section, dict):
        return {text: said for text, said in section.items() if said and all(said)}
    return section


def _wrong_holes(document: Document) -> Iterator[Diagnostic]:
    """Translations whose holes are not those of the text."""
    for section in ("names", "texts"):
        for source, translation in document.value.get(section, {}).items():
            if not translation:
                continue
            span = document.span((section, source))
            yield from (
                Diagnostic("hole", message, span) for message in _wrong(source, translation)
            )


def _wrong(source: str, translation: str) -> Iterator[str]:
    for text in (source, translation):
        _, mistakes = texts.split(f'"{text}"')
        if mistakes:
            yield f"{mistakes[0].message}: {mistakes[0].help}"
            return
    wanted = {piece.name for piece in pieces_of(source) if isinstance(piece, Gap)}
    there = {piece.name for piece in pieces_of(translation) if isinstance(piece, Gap)}
    for name in sorted(there - wanted):
        yield f"the text has no hole `{{{name}}}`"
    for name in sorted(wanted - there):
        yield f"the translation leaves out the hole `{{{name}}}`"
