"""`house`: the values and rules that a house may change, and changing them before a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from brasswright.cli.language import form, meant, say, title_of
from brasswright.cli.prompt.another import agrees, is_begun, sit_down
from brasswright.cli.prompt.keeping import free_path
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.prompt.words import pick
from brasswright.interpreter.whole_files import write_whole

if TYPE_CHECKING:
    from brasswright.interpreter.layers.layer import LayerText

HOUSE = "house"
"""The overlay that is written at the prompt."""
AGAIN, BECAUSE, REPLACE = "again", "because", "replace"
REASON = "this house plays without it"
DEEDS = {
    "set": "set NAME VALUE",
    "drop": "drop PART [because REASON]",
    "use": "use FILE or NAME",
    "save": "save FILE",
}


def house_words(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """What may follow `house`."""
    from brasswright.interpreter.layers.finder import available
    from brasswright.interpreter.layers.overlaying import split

    typed, space, _ = rest.partition(" ")
    deed = meant(typed, *DEEDS)
    rulebook = session.game.rulebook
    if not space:
        return [(form(name), form(usage)) for name, usage in DEEDS.items()]
    if deed == "set":
        return [(f"{typed} {n}", p.sentence or "") for n, p in rulebook.parameters.items()]
    if deed == "drop":
        return [(f"{typed} {path}", "") for path in rulebook.parts()]
    if deed == "use":
        edition = split(rulebook.layers)[0][-1].name
        infos = [info for info in available() if info.kind == "overlay" and edition in info.amends]
        return [(f"{typed} {info.name}", title_of(info)) for info in infos]
    return []


def house(session: Session, rest: str) -> None:
    """List what is in force, or change it."""
    from brasswright.cli.views.house import house_text

    word, _, object_ = rest.partition(" ")
    deed, object_ = meant(word, *DEEDS), object_.strip()
    if deed not in DEEDS:
        session.console.write(house_text(session.game.rulebook, rest, session.console.width))
        return
    if not object_:
        raise Complaint(f"`{form(f'{HOUSE} {DEEDS[deed]}')}`")
    if deed == "save":
        _save(session, object_)
        return
    object_, again = _without_again(object_)
    if deed == "use":
        layers = _with_overlay(session, object_)
    elif deed == "set":
        layers = _with_amendment(session, _set_line(object_))
    else:
        layers = _with_amendment(session, _drop_line(session, object_))
    _begin_under(session, layers, again, f"{form(HOUSE)} {rest}")


# -- from words to layers ------------------------------------------------------------------


def _without_again(text: str) -> tuple[str, bool]:
    before, _, last = text.rpartition(" ")
    return (before.strip(), True) if before and meant(last, AGAIN) == AGAIN else (text, False)


def _set_line(text: str) -> str:
    name, _, value = (
        text.replace("=", " ", 1).partition(" ") if "=" in text else text.partition(" ")
    )
    if not value.strip():
        usage = form(f"{HOUSE} {DEEDS['set']}")
        raise Complaint(say("set `{name}` to what? `{form}`", name=name, form=usage))
    return f"set {name} = {value.strip()}"


def _drop_line(session: Session, text: str) -> str:
    from brasswright.interpreter.layers.paths import word_for
    from brasswright.interpreter.syntax.expression_text import quoted

    path, _, why = text.strip().partition(" ")
    because, _, reason = why.strip().partition(" ")
    if because and meant(because, BECAUSE) != BECAUSE:
        path, reason = text.strip(), ""
    rulebook = session.game.rulebook
    word = word_for(rulebook.parts().get(path))
    if word is None and any(
        path in (row.id, f"{kind}.{row.id}")
        for kind, rows in rulebook.tables.items()
        for row in rows
    ):
        word = "row"
    if word is None:
        from brasswright.cli.prompt.words import unknown

        if path in rulebook.parts():
            message = "`{path}` can be set or replaced, but not dropped"
            raise Complaint(say(message, path=path))
        raise unknown("part", path, list(rulebook.parts()))
    reason = reason.strip().strip('"') or REASON
    return f"drop {word} {path} because {quoted(reason)}"


def _with_amendment(session: Session, line: str) -> tuple[LayerText, ...]:
    """The layers in force with one more line in the overlay of this house, which lies on top."""
    from brasswright.interpreter.layers.overlaying import amendments_of

    layers = session.game.rulebook.layers
    own = [layer for layer in layers if layer.name == HOUSE]
    about = line.partition("=")[0].partition(" because ")[0].split()
    kept = [
        amendment
        for layer in own
        for amendment in amendments_of(layer)
        if amendment.partition("=")[0].partition(" because ")[0].split() != about
    ]
    return _on_top(layers, [*kept, line])


def _on_top(layers: Sequence[LayerText], amendments: Sequence[str]) -> tuple[LayerText, ...]:
    from brasswright.interpreter.layers.overlaying import written

    below = tuple(layer for layer in layers if layer.name != HOUSE)
    return (*below, written(HOUSE, "The rules of this house", below, amendments))


def _with_overlay(session: Session, name: str) -> tuple[LayerText, ...]:
    from brasswright.interpreter.layers.finder import available, find_overlay
    from brasswright.interpreter.layers.overlaying import amendments_of

    layers = session.game.rulebook.layers
    names = [info.name for info in available() if info.kind == "overlay"]
    overlay = find_overlay(pick(name, names) or name, layers)
    own = [layer for layer in layers if layer.name == HOUSE]
    if not own or overlay.name == HOUSE:
        return (*layers, overlay)
    return _on_top((*layers, overlay), [a for layer in own for a in amendments_of(layer)])


# -- playing under them --------------------------------------------------------------------


def _begin_under(session: Session, layers: Sequence[LayerText], again: bool, typed: str) -> None:
    """Begin the game anew under these rules, with the same seats and seed."""
    from brasswright.cli.check import diagnose_rules
    from brasswright.interpreter.diagnostics import render
    from brasswright.interpreter.errors import RulesError
    from brasswright.interpreter.layers.merge import merge
    from brasswright.interpreter.opening import game_of

    rulebook = merge(layers)
    found = diagnose_rules(rulebook, games=1, players=(len(session.game.players),))
    if any(diagnostic.severity == "error" for diagnostic in found):
        raise RulesError(found)
    game = game_of(rulebook, session.game.players, session.game.seed)
    if found:
        session.console.write(render(found).rstrip())
    if is_begun(session) and not again:
        if not session.console.interactive:
            message = (
                "a game in progress never changes its rules; `{typed}` starts the same seed again"
            )
            raise Complaint(say(message, typed=f"{typed} {form(AGAIN)}"))
        session.console.write(say("A game in progress never changes its rules."))
        if not agrees(session, say("Start the same seed again under the new ones?")):
            session.console.write(say("The game goes on under the rules it was begun with."))
            return
    sit_down(session, game)


# -- keeping them --------------------------------------------------------------------------


def _save(session: Session, text: str) -> None:
    """Write what this house has set and dropped to a file that `--with` can load."""
    from brasswright.interpreter.layers.layer import overlay_name
    from brasswright.interpreter.layers.overlaying import amendments_of, split, written

    name, _, last = text.rpartition(" ")
    replace = bool(name) and meant(last, REPLACE) == REPLACE
    path = free_path(name if replace else text, replace, f"{HOUSE} save")
    layers = session.game.rulebook.layers
    below = tuple(layer for layer in layers if layer.name != HOUSE)
    own = [a for layer in layers if layer.name == HOUSE for a in amendments_of(layer)]
    if not own:
        message = "nothing has been set or dropped at this prompt: there is nothing to save"
        raise Complaint(say(message))
    title = "Rules of this house"
    if path.suffix == ".rules":
        content = "".join(written(overlay_name(path.stem), title, below, own).files.values())
    elif path.suffix == ".yaml":
        content = _yaml(session, title, below, own)
    else:
        raise Complaint(say("the name of a file of house rules ends in .rules or .yaml"))
    try:
        write_whole(path, content)
    except OSError as error:
        message = "{path} can't be written: {reason}"
        raise Complaint(say(message, path=path, reason=error.strerror)) from None
    edition, overlays = split(below)
    used = "".join(f" --with {_loaded_by(layer)}" for layer in overlays)
    play = f"brass play {edition[-1].name}{used} --with {path}"
    session.console.write(say("Saved in {path}", path=path))
    session.console.write(say("Play with it: {command}", command=play))


def _loaded_by(overlay: LayerText) -> str:
    """What has to be typed after `--with` to load an overlay: its name if it is a shipped one."""
    from brasswright.interpreter.layers.finder import available

    names = [info.name for info in available()]
    return overlay.name if overlay.name in names else overlay.shown(next(iter(overlay.files)))


def _yaml(
    session: Session, title: str, below: Sequence[LayerText], amendments: Sequence[str]
) -> str:
    from brasswright.interpreter.layers.house import house_file
    from brasswright.interpreter.layers.overlaying import amended

    parameters = session.game.rulebook.parameters
    names = [line.removeprefix("set ").partition("=")[0].strip() for line in amendments]
    for name, line in zip(names, amendments, strict=True):
        if name not in parameters:
            message = "a .yaml file holds values only, not `{line}`; choose .rules"
            raise Complaint(say(message, line=line))
    return house_file(session.game.rulebook, title, amended(below), names)
