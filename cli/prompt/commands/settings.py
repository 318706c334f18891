"""How the program behaves, changed while playing."""

from __future__ import annotations

from collections.abc import Sequence

from brasswright.cli import settings
from brasswright.cli.language import say
from brasswright.cli.prompt.in_force import put_in_force
from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.prompt.words import pick, unknown

command = commands_about("Settings")


def setting_words(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """Tab after `set`: names with their values, after a name what it may be."""
    first, space, _ = rest.partition(" ")
    name = pick(first, list(settings.declared())) if space else None
    if name is not None:
        now = _typed(getattr(session.settings, name))
        return [
            (f"{first} {settings.said(name, word)}", say("as it is") if word == now else "")
            for word in settings.values_of(name)
        ]
    return [
        (
            name,
            f"{_typed(getattr(session.settings, name)) or say('empty')}; "
            f"{say(settings.about(name))}",
        )
        for name in settings.declared()
    ]


@command(
    "set [NAME [VALUE]]",
    "how the program behaves: show the settings, or change one until you leave",
    looks=True,
    offers=setting_words,
)
def set_(session: Session, rest: str) -> None:
    if not rest:
        session.console.write(settings.described(session.settings))
        session.console.write(say("`set NAME VALUE` changes one until you leave."))
        return
    typed, _, text = rest.partition(" ")
    name = pick(typed, list(settings.declared()))
    if name is None:
        raise unknown("setting", typed, list(settings.declared()))
    value = _value(name, text.strip().removeprefix("=").strip())
    if value is not None:
        if name == "language":
            session.game.speak(str(value))
            session.comes_to.clear()
        session.settings.change(name, value, settings.HERE)
        put_in_force(session.settings)
    session.console.write(settings.described(session.settings, iter([name])))
    if value is not None:
        line = f"brass config {name} {_typed(value) or '--unset'}"
        session.console.write(say("To keep it: {command}", command=line))


def _value(name: str, text: str) -> object:
    """The value that was typed, a beginning of its word being enough; None if there is none."""
    if not text:
        return None
    words = settings.values_of(name)
    try:
        return settings.understood(name, pick(text, words) or text)
    except ValueError as mistake:
        from brasswright.cli.messages import suggestion
        from brasswright.interpreter.suggest import closest

        meant = closest(text, words)
        raise Complaint(f"{mistake}{f'; {suggestion(meant)}' if meant else ''}") from None


def _typed(value: object) -> str:
    """A value as people type it."""
    if isinstance(value, bool):
        return settings.YES[0] if value else settings.NO[0]
    text = str(value)
    return f'"{text}"' if " " in text else text
