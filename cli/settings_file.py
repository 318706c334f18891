"""The file in which settings are kept, and the order in which file, environment and options count.

The file is read without trust: whatever is wrong in it is told with its line, and has no effect.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from brasswright.cli.paths import expanded, read_at_most
from brasswright.cli.settings import (
    OPTION,
    VARIABLE,
    Settings,
    check,
    declared,
    understood,
    written,
)
from brasswright.interpreter.diagnostics import Diagnostic
from brasswright.interpreter.source import Source, Span

PLACE = f"{VARIABLE}CONFIG"
"""Environment variable: another file instead of the usual one."""
LARGEST = 20_000
DEEPEST = 20
"""Most levels of nesting."""
_KEY = r'^[ \t]*(?:{0}|"{0}"|\'{0}\')[ \t]*='
_AT_LINE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_BARE = re.compile(r"\s*([A-Za-z_][\w-]*)\s*=\s*([A-Za-z_][\w-]*)\s*(#.*)?")


class Unreadable(Exception):
    """A file of settings that can't be changed as it is."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


def settings_path() -> Path:
    """Where the settings are kept on this platform, or where the environment says."""
    if os.environ.get(PLACE):
        return expanded(os.environ[PLACE])
    from platformdirs import user_config_path

    return user_config_path("brasswright", appauthor=False) / "config.toml"


def settings_in_force(options: Mapping[str, Any]) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """The settings, and what is wrong with what was said about them.

    An option counts more than the environment, and that more than the file; an option that is
    None was not given. What can't be is left out, so there are always settings to go on with.
    """
    settings = Settings()
    path = settings_path()
    found, mistakes = _of_file(path)
    for name, value in found.items():
        settings.change(name, value, f"file {path.name}")
    for name, variable, value, mistake in _of_environment():
        if mistake is not None:
            mistakes.append(mistake)
        else:
            settings.change(name, value, f"environment {variable}")
    for name, value in options.items():
        if value is not None and name in declared():
            settings.change(name, value, OPTION)
    return settings, tuple(mistakes)


def keep(name: str, value: Any | None) -> Path:
    """Write a setting into the file, all other lines as they are; None takes it out.

    Raises Unreadable if the file is no list of settings, OSError if it can't be written.
    """
    path = settings_path()
    text = _text(path)
    before, mistakes = _table(Source(str(path), text, ""))
    if mistakes:
        raise Unreadable("mend the file first, then set it again", tuple(mistakes))
    changed = _with_line(text, name, value)
    wanted = {key: old for key, old in before.items() if key != name}
    if value is not None:
        wanted[name] = value
    after, mistakes = _table(Source(str(path), changed, ""))
    if mistakes or after != wanted:
        raise Unreadable(f"`{name}` stands in {path} in a way that only you can change")
    _replace(path.resolve(), changed)
    return path


# -- what is said --------------------------------------------------------------------------


def _of_file(path: Path) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The settings in a file that can be, and what is wrong with the others."""
    try:
        text = _text(path)
    except (OSError, Unreadable) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        nowhere = Span(Source(str(path), "", ""), 0, 0)
        return {}, [_warning(f"the settings can't be read: {reason}", nowhere)]
    if not text:
        return {}, []
    source = Source(str(path), text, "")
    table, mistakes = _table(source)
    found: dict[str, Any] = {}
    for name, value in table.items():
        if name not in declared():
            mistakes.append(_unknown(name, _span_of_key(source, name)))
            continue
        try:
            check(name, value)
        except ValueError as mistake:
            mistakes.append(_wrong_value(name, value, mistake, _span_of_value(source, name)))
        else:
            found[name] = value
    return found, mistakes


def _of_environment() -> Iterator[tuple[str, str, Any, Diagnostic | None]]:
    """Setting, variable and value of each variable that sets one, or what is wrong with it."""
    if os.environ.get("NO_COLOR"):
        yield "colour", "NO_COLOR", "never", None
    for name in declared():
        variable = f"{VARIABLE}{name.upper()}"
        said = os.environ.get(variable)
        if said and not (name == "colour" and os.environ.get("NO_COLOR")):
            try:
                yield name, variable, understood(name, said), None
            except ValueError as mistake:
                span = Span(Source(variable, said, ""), 0, len(said))
                yield name, variable, None, _wrong_value(name, said, mistake, span)


def _text(path: Path) -> str:
    """The text of the file; "" if there is none. Raises OSError or Unreadable."""
    try:
        content = read_at_most(path, LARGEST)
    except FileNotFoundError:
        return ""
    if len(content) > LARGEST:
        raise Unreadable("the file is too long for settings")
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Unreadable("it is no text in UTF-8") from None


def _table(source: Source) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The file as a table; empty, with a message, where it is no TOML."""
    import tomllib

    try:
        table = tomllib.loads(source.text)
    except (ValueError, RecursionError) as error:
        # A number that is too long for Python is a ValueError, but none of TOML.
        known = isinstance(error, tomllib.TOMLDecodeError)
        return {}, [_no_toml(source, str(error) if known else "a value is too large")]
    if _is_deep(table):
        return {}, [
            _warning("this is no list of settings: it is nested too deep", Span(source, 0, 0))
        ]
    return table, []


def _is_deep(table: dict[str, Any]) -> bool:
    """Is there so much inside one another that it could not even be compared?"""
    level: list[Any] = [table]
    for _ in range(DEEPEST):
        inside = (v for each in level for v in (each.values() if isinstance(each, dict) else each))
        level = [value for value in inside if isinstance(value, dict | list)]
    return bool(level)


# -- what is wrong with it -----------------------------------------------------------------


def _warning(message: str, span: Span, help: tuple[str, ...] = ()) -> Diagnostic:
    return Diagnostic("settings", message, span, severity="warning", help=help)


def _no_toml(source: Source, error: str) -> Diagnostic:
    """A line that TOML does not take, and how the setting in it is written."""
    found = _AT_LINE.search(error)
    end = len(source.text.rstrip())
    line, column = source.position(end)
    if found is not None and found[1]:
        line, column = int(found[1]), int(found[2])
    text = source.line(line)
    start = min(source.offset(line) + column - 1, len(source.text))
    help = ['a line is `name = "value"`, or `name = true`; none of the file counts until then']
    bare = _BARE.fullmatch(text)
    if bare is not None and bare[1] in declared():
        name, word = bare[1], bare[2]
        start = source.offset(line) + text.index(word, text.index("="))
        try:
            help.insert(0, f"did you mean `{name} = {written(understood(name, word))}`?")
        except ValueError as mistake:
            help.insert(0, str(mistake))
    width = len(re.match(r"[\w-]*", source.text[start:])[0])  # type: ignore[index]
    reason = _AT_LINE.sub("", error).rstrip(".")
    message = f"this is no line of settings: {reason[:1].lower()}{reason[1:]}"
    return _warning(message, Span(source, start, start + max(width, 1)), tuple(help))


def _unknown(name: str, span: Span) -> Diagnostic:
    from brasswright.interpreter.suggest import closest

    meant = closest(name, declared())
    help = [f"did you mean `{each}`?" for each in meant] or ["`brass config` lists all settings"]
    return _warning(f"there is no setting `{name}`", span, tuple(help))


def _wrong_value(name: str, value: object, mistake: ValueError, span: Span) -> Diagnostic:
    from brasswright.cli.settings import values_of
    from brasswright.interpreter.suggest import closest

    help = []
    if isinstance(value, str):
        try:
            help.append(f"did you mean `{name} = {written(understood(name, value))}`?")
        except ValueError:
            meant = closest(value, values_of(name))[:1]
            help += [f"did you mean `{written(understood(name, word))}`?" for word in meant]
    return _warning(str(mistake), span, tuple(help))


def _span_of_key(source: Source, name: str) -> Span:
    quoted = re.escape(name)
    found = re.search(_KEY.format(quoted), source.text, re.MULTILINE)
    found = found or re.search(rf"^[ \t]*\[+[ \t]*{quoted}", source.text, re.MULTILINE)
    if found is None:
        return Span(source, 0, 0)
    start = source.text.index(name, found.start())
    return Span(source, start, start + len(name))


def _span_of_value(source: Source, name: str) -> Span:
    found = re.search(_KEY.format(re.escape(name)), source.text, re.MULTILINE)
    if found is None:
        return _span_of_key(source, name)
    end = source.text.find("\n", found.end())
    rest = source.text[found.end() : end if end >= 0 else None]
    value = re.sub(r"\s+#[^\"']*$", "", rest)
    start = found.end() + len(value) - len(value.lstrip())
    return Span(source, start, found.end() + len(value.rstrip()))


# -- writing -------------------------------------------------------------------------------


def _with_line(text: str, name: str, value: Any | None) -> str:
    """The text with the line of a setting changed, put in or taken out."""
    lines = text.splitlines()
    line = [] if value is None else [f"{name} = {written(value)}"]
    tables = [place for place, old in enumerate(lines) if old.lstrip().startswith("[")]
    head = tables[0] if tables else len(lines)
    for place in range(head):
        if re.match(_KEY.format(re.escape(name)), lines[place]):
            remark = re.search(r"\s+#[^\"']*$", lines[place])
            if line and remark is not None:
                line[0] += remark[0]
            lines[place : place + 1] = line
            break
    else:
        lines[head:head] = [*line, *([""] if line and tables else [])]
    return "".join(f"{each}\n" for each in lines)


def _replace(path: Path, text: str) -> None:
    """Write a whole file so that it is either the old or the new one, whatever happens."""
    from brasswright.interpreter.whole_files import write_whole

    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
