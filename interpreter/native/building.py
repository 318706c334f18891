"""From the C of a rulebook to a library: built by the system's compiler, or by that of `ziglang`.

What was built is kept with everything else that is made from rule text, under the digest of the
source, the compiler and the options. Without a compiler there is no native backend, and that is
said.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

from brasswright.interpreter import cache as kept
from brasswright.interpreter.errors import BrasswrightError

COMPILER = "BRASSWRIGHT_CC"
"""Environment variable: the compiler to use; empty = none."""
OPTIONS = (
    "-std=gnu11",
    "-O2",
    *(() if sys.platform == "win32" else ("-fPIC",)),
    "-shared",
    "-fvisibility=hidden",
    "-fno-strict-aliasing",
    "-fwrapv",
    "-w",
)
SANITIZERS = (
    "-g",
    "-O1",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
    "-DSTACK_ROOM=4000000",
)
ZIG = ("-m", "ziglang", "cc", "-mcpu=baseline")
"""Unless told, zig builds for the processor at hand, and what is kept may be used by another."""
LONGEST = 300
"""Seconds that a build may take."""


class NoNative(BrasswrightError):
    """There is no native backend for these rules here; the message says why."""


@cache
def compiler() -> tuple[str, ...]:
    """The command of a C compiler. Raises NoNative if there is none."""
    wanted = os.environ.get(COMPILER)
    if wanted is not None:
        found = shutil.which(wanted) if wanted else None
        if found is None:
            raise NoNative(f"no native backend: {COMPILER} names no compiler")
        return (found,)
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            return (found,)
    if importlib.util.find_spec("ziglang") is not None:
        return (sys.executable, *ZIG)
    raise NoNative(
        "no native backend: there is no C compiler here (the extra `native` installs one)"
    )


def library(source: str, more: Sequence[str] = (), keep: bool = True) -> ctypes.CDLL:
    """The library that C makes, built now or before; unless `keep`, only now. Raises NoNative."""
    command = compiler()
    options = (*OPTIONS, *more)
    made_from = (source, _identity(command), " ".join(options))
    with TemporaryDirectory(prefix="brasswright", ignore_cleanup_errors=True) as folder:
        target = Path(folder) / f"rules{_ending()}"
        content = kept.load("native", *made_from) if keep else None
        if content is None:
            _build(command, options, source, Path(folder), target)
            if keep:
                kept.keep("native", target.read_bytes(), *made_from)
        else:
            target.write_bytes(content)
        try:
            return ctypes.CDLL(str(target))
        except OSError as error:
            raise NoNative(f"no native backend: what was built can't be loaded ({error})") from None


def _build(
    command: Sequence[str], options: Sequence[str], source: str, folder: Path, target: Path
) -> None:
    file = folder / "rules.c"
    file.write_text(source, "utf-8")
    try:
        done = subprocess.run(
            [*command, *options, "-o", str(target), str(file)],
            capture_output=True,
            text=True,
            timeout=LONGEST,
            env=_environment(folder),
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NoNative(f"no native backend: the compiler took over {LONGEST} seconds") from None
    except OSError as error:
        raise NoNative(f"no native backend: the compiler can't be run ({error})") from None
    if done.returncode:
        first = next((line for line in done.stderr.splitlines() if "error" in line), "")
        raise NoNative(f"no native backend: the compiler says: {first or 'nothing'}")


def _environment(folder: Path) -> dict[str, str]:
    """Where zig keeps what it makes for itself: it needs a place, and other compilers don't care.

    The pieces of C's library take long to make, so they stay where this user's things are kept.
    """
    pieces = user_cache_path("brasswright", appauthor=False) / "zig"
    try:
        pieces.mkdir(mode=0o700, parents=True, exist_ok=True)
        usable = os.access(pieces, os.W_OK)
    except OSError:
        usable = False
    own = {
        "ZIG_LOCAL_CACHE_DIR": str(folder),
        "ZIG_GLOBAL_CACHE_DIR": str(pieces if usable else folder),
    }
    return {**own, **os.environ}


def _identity(command: Sequence[str]) -> str:
    """Which compiler it is: its file and when that was changed, or its release."""
    if command[1:] == ZIG:
        return f"{' '.join(command)} {version('ziglang')}"
    file = Path(command[0]).resolve()
    try:
        state = file.stat()
    except OSError:
        return " ".join(command)
    return f"{' '.join(command)} {file} {state.st_size} {state.st_mtime_ns}"


def _ending() -> str:
    return {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
