"""Compiled rules kept on disk, so that a game opens without merging, checking and compiling.

Code that is read back runs as the compiler's own does: it sees the kernel and a dozen builtins.
It is only read back if the cache vouches for it, as is everything else here.
"""

from __future__ import annotations

import io
import marshal
import pickle
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from brasswright.interpreter import cache
from brasswright.interpreter.compiling.compiled import Compiled, load
from brasswright.interpreter.layers.layer import LayerText, digest

KIND = "compiled"
HOMES = (
    "checking.domains",
    "checking.program",
    "checking.types",
    "compiling.compiled",
    "compiling.layout",
    "compiling.points",
    "compiling.rule_lines",
    "source",
)
"""Below `brasswright.interpreter`: where the classes are that compiled rules consist of."""


def kept_rules(layers: Sequence[LayerText], seats: int) -> Compiled | None:
    """The layers compiled for that many players, if they are kept."""
    kept = cache.load(KIND, *_made_from(layers, seats))
    if kept is None:
        return None
    length = int.from_bytes(kept[:4], "big")
    try:
        code = marshal.loads(kept[4 : 4 + length])
        program, layout, module = _Reader(io.BytesIO(kept[4 + length :])).load()
    except Exception:  # whatever is wrong with what is kept, the rules can be compiled
        return None
    return load(program, layout, replace(module, code=code))


def keep_rules(compiled: Compiled, layers: Sequence[LayerText], seats: int) -> None:
    """Keep compiled rules for the next time."""
    code = marshal.dumps(compiled.module.code)
    data = (compiled.program, compiled.layout, replace(compiled.module, code=_NO_CODE))
    try:
        body = pickle.dumps(data, protocol=5)
    except (pickle.PicklingError, RecursionError):
        return
    cache.keep(KIND, len(code).to_bytes(4, "big") + code + body, *_made_from(layers, seats))


_NO_CODE: Any = None
"""Stands for the code of a module, which is written apart from the rest."""


def _made_from(layers: Sequence[LayerText], seats: int) -> tuple[str, ...]:
    return digest(layers), str(seats), *(layer.place for layer in layers)


class _Reader(pickle.Unpickler):
    """Makes what compiled rules consist of; refuses to know anything else."""

    def find_class(self, module: str, name: str) -> Any:
        home = module.removeprefix("brasswright.interpreter.")
        if home.startswith(HOMES) and home != module:
            found = getattr(import_module(module), name)
            if isinstance(found, type) and found.__module__ == module:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of compiled rules")
