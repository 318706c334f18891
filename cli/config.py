"""`brass config`: every setting, with its value and what it is for; and changing them."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from brasswright.cli import output, settings
from brasswright.cli.language import say, speak
from brasswright.cli.main import FAILED, FINE, MISUSED
from brasswright.cli.settings_file import Unreadable, keep, settings_in_force, settings_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from brasswright.interpreter.diagnostics import Diagnostic


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="one setting only")
    parser.add_argument("value", nargs="?", metavar="VALUE", help="set it, and keep it")
    parser.add_argument("--unset", action="store_true", help="back to the default")
    parser.add_argument("--path", action="store_true", help="print where the file is")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    """Print the settings, or change one; 1 if the file is wrong in some way."""
    if options.path:
        print(settings_path())
        return FINE
    in_force, mistakes = settings_in_force({})
    speak(in_force.language)
    name = options.name
    if name is not None and name not in settings.declared():
        return _misused(_no_setting(name))
    if options.unset and (name is None or options.value is not None):
        return _misused(say("`brass config NAME --unset` takes one name"))
    if options.value is not None or options.unset:
        return _change(name, options.value)
    if options.json:
        output.print_json(_as_data(in_force, [name] if name else list(settings.declared())))
    elif name is not None:
        print(_shown(settings.described(in_force, iter([name]))))
    else:
        print(_shown(f"{_about_the_file()}\n{settings.described(in_force)}"))
    tell(mistakes)
    return FAILED if mistakes else FINE


def tell(mistakes: Sequence[Diagnostic]) -> None:
    """Say on the error stream what is wrong with the settings; they count for nothing."""
    if mistakes:
        from brasswright.interpreter.diagnostics import render

        sys.stdout.flush()
        print(render(mistakes), file=sys.stderr, flush=True)


def _change(name: str, text: str | None) -> int:
    try:
        value = None if text is None else settings.understood(name, text)
    except ValueError as mistake:
        return _misused(f"{mistake}{_meant(name, text or '')}")
    try:
        path = keep(name, value)
    except Unreadable as error:
        tell(error.diagnostics)
        output.complain(str(error))
        return FAILED
    in_force, _ = settings_in_force({})
    print(_shown(settings.described(in_force, iter([name]))))
    message = "Saved in {path}" if text is not None else "Taken out of {path}"
    print(say(message, path=path))
    return FINE


def _about_the_file() -> str:
    path = settings_path()
    message = "Settings are kept in {path}"
    if not path.exists():
        message = "Settings would be kept in {path}"
    how = (
        "`brass config NAME VALUE` changes one; {variable}NAME in the environment "
        "counts more than the file."
    )
    return f"# {say(message, path=path)}\n# {say(how, variable=settings.VARIABLE)}\n"


def _shown(text: str) -> str:
    return output.folded(text, output.width()) if sys.stdout.isatty() else text


def _as_data(in_force: settings.Settings, names: Sequence[str]) -> dict[str, Any]:
    return {
        "file": str(settings_path()),
        "settings": {
            name: {
                "value": getattr(in_force, name),
                "from": in_force.origin(name),
                "default": settings.default_of(name),
                "values": _values(name),
                "about": settings.about(name),
            }
            for name in names
        },
    }


def _values(name: str) -> list[Any]:
    is_switch = isinstance(settings.default_of(name), bool)
    return [True, False] if is_switch else list(settings.values_of(name))


def _misused(message: str) -> int:
    output.complain(message)
    return MISUSED


def _no_setting(name: str) -> str:
    from brasswright.cli.messages import suggestion
    from brasswright.interpreter.suggest import closest

    meant = suggestion(closest(name, settings.declared()))
    told = say("there is no {what} `{word}`", what=say("setting"), word=name)
    return f"{told}; {meant or say('`brass config` lists them')}"


def _meant(name: str, text: str) -> str:
    from brasswright.cli.messages import suggestion
    from brasswright.interpreter.suggest import closest

    meant = closest(text, settings.values_of(name))
    return f"; {suggestion(meant)}" if meant else ""
