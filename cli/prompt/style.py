"""How a full terminal looks. The colours are told apart by colour-blind people (Okabe and Ito).

Whatever a colour says, a letter, a line or the weight of the type says too.
"""

from __future__ import annotations

from prompt_toolkit.styles import Style

BLUE, GREEN, ORANGE, PURPLE = "#0072b2", "#009e73", "#d55e00", "#cc79a7"

_ALWAYS = {
    "prompt": "bold",
    "line.verb": "bold",
    "line.command": "bold",
    "line.table": "bold",
    "line.word": "italic",
    "line.unknown": "underline",
}

COLOURED = Style.from_dict(
    {
        **_ALWAYS,
        "line.verb": f"bold {BLUE}",
        "line.command": f"bold {GREEN}",
        "line.table": f"bold {GREEN}",
        "line.word": f"italic {PURPLE}",
        "line.value": BLUE,
        "line.unknown": f"underline {ORANGE}",
        "bottom-toolbar": "noreverse bg:#303030 #d0d0d0",
        "completion-menu.completion.refused": "#707070",
        "completion-menu.meta.completion": "bg:#303030 #a0a0a0",
    }
)
PLAIN = Style.from_dict(_ALWAYS)
