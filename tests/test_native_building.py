"""The compiler that builds the native backend: the system's, or zig's from the extra `native`."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from brasswright.interpreter.native import building
from brasswright.interpreter.native.building import COMPILER, NoNative, compiler, library

FOUR = '__attribute__((visibility("default"))) int four(void) { return 4; }'
ZIGLANG = importlib.util.find_spec("ziglang") is not None


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(COMPILER, raising=False)
    compiler.cache_clear()
    yield
    compiler.cache_clear()


def without_compilers(monkeypatch: pytest.MonkeyPatch, ziglang: bool) -> None:
    spec = importlib.machinery.ModuleSpec("ziglang", None) if ziglang else None
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec)


def test_zig_is_taken_where_the_system_has_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it builds must run on any processor of the kind, as what is kept may be used there."""
    without_compilers(monkeypatch, ziglang=True)
    assert compiler() == (sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline")


def test_without_any_compiler_the_extra_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    without_compilers(monkeypatch, ziglang=False)
    with pytest.raises(NoNative, match=r"no C compiler here \(the extra `native` installs one\)"):
        compiler()


@pytest.mark.skipif(os.name != "posix", reason="a compiler that is a shell script")
@pytest.mark.parametrize("writable", [True, False])
def test_zig_has_a_place_for_its_pieces_even_without_a_home(
    writable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends with an error, or hangs, where it finds none; users may name another."""
    home = tmp_path / "home"
    home.mkdir() if writable else home.touch()
    monkeypatch.setattr(building, "user_cache_path", lambda *a, **b: home / "brasswright")
    monkeypatch.delenv("ZIG_GLOBAL_CACHE_DIR", raising=False)
    fake = tmp_path / "cc"
    fake.write_text('#!/bin/sh\necho "error: pieces in $ZIG_GLOBAL_CACHE_DIR" >&2\nexit 1\n')
    fake.chmod(0o755)
    monkeypatch.setenv(COMPILER, str(fake))

    def told() -> str:
        with pytest.raises(NoNative) as refused:
            library(FOUR, keep=False)
        return str(refused.value).partition("pieces in ")[2]

    place = Path(told())
    assert place.name
    assert (place == home / "brasswright" / "zig") == writable == place.exists()
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", "elsewhere")
    assert told() == "elsewhere"


@pytest.mark.skipif(os.name != "posix", reason="a compiler that is a shell script")
def test_a_compiler_that_never_ends_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "cc"
    fake.write_text("#!/bin/sh\nwhile :; do :; done\n")
    fake.chmod(0o755)
    monkeypatch.setenv(COMPILER, str(fake))
    monkeypatch.setattr(building, "LONGEST", 0.2)
    with pytest.raises(NoNative, match=r"the compiler took over 0\.2 seconds"):
        library(FOUR, keep=False)


@pytest.mark.skipif(not ZIGLANG, reason="the extra `native` is not installed")
def test_zig_builds_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert library(FOUR, keep=False).four() == 4
