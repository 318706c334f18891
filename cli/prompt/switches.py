"""Settings that a key turns while a line is being typed, and how the toolbar names them."""

from __future__ import annotations

from dataclasses import dataclass

from brasswright.cli import settings
from brasswright.cli.language import say
from brasswright.cli.settings import Settings

HELP_KEY = "f1"
HERE = "set here"
"""Where a value comes from that holds until people leave."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A key, the setting that it turns, and what that is called in few words."""

    key: str
    setting: str
    called: str


SWITCHES = (
    Switch("f2", "auto", "Auto"),
    Switch("f3", "after_move", "After moves"),
    Switch("f4", "menu", "Menu"),
)


def turn(kept: Settings, switch: Switch) -> None:
    """Give the setting its next value, after the last the first."""
    now = getattr(kept, switch.setting)
    values: tuple[object, ...] = (False, True)
    if not isinstance(now, bool):
        values = settings.values_of(switch.setting)
    kept.change(switch.setting, values[(values.index(now) + 1) % len(values)], HERE)


def legend(kept: Settings) -> list[str]:
    """What the keys do, with the state of each: `[F2] Auto: off`."""
    found = [f"[{HELP_KEY.upper()}] {say('Help')}"]
    for switch in SWITCHES:
        value = getattr(kept, switch.setting)
        state = ("on" if value else "off") if isinstance(value, bool) else value
        found.append(f"[{switch.key.upper()}] {say(switch.called)}: {say(state)}")
    return found
