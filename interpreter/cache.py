"""What was made from rule text, kept on disk for the next start.

The folder is the user's own, but what lies there is believed only if this program wrote it for
this user: everything is sealed with a key that is kept elsewhere and that nobody else can read.
Whatever is not whole, not sealed so or made by another version is made again.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

OFF = "BRASSWRIGHT_NO_CACHE"
"""Environment variable: when set, nothing is kept and nothing kept is used."""
SEAL = 32
"""Length of the key, and of the seal in front of what is kept."""
MOST_KEPT = 400
"""Most files that are kept; those that were not used for the longest time go first."""


def load(kind: str, *made_from: str) -> bytes | None:
    """What was made from these texts before; None if there is nothing to be believed."""
    key = None if os.environ.get(OFF) else _key()
    if key is None:
        return None
    path = _path(kind, made_from)
    try:
        content = path.read_bytes()
        os.utime(path)
    except OSError:
        return None
    seal, body = content[:SEAL], content[SEAL:]
    return body if _seal(key, kind, made_from, body) == seal else None


def keep(kind: str, body: bytes, *made_from: str) -> None:
    """Keep what was made from these texts."""
    key = None if os.environ.get(OFF) else _key()
    if key is not None:
        _write(_path(kind, made_from), _seal(key, kind, made_from, body) + body)
        _make_room()


def _make_room() -> None:
    """Of too many files, let a quarter go."""
    try:
        files = list(os.scandir(_folder()))
        if len(files) > MOST_KEPT:
            files.sort(key=lambda file: file.stat().st_mtime)
            for file in files[: len(files) - MOST_KEPT * 3 // 4]:
                os.unlink(file.path)
    except OSError:
        return  # another process is at it


def _path(kind: str, made_from: tuple[str, ...]) -> Path:
    return _folder() / f"{kind}-{_fingerprint(made_from)[:40]}"


def _fingerprint(made_from: tuple[str, ...]) -> str:
    """A digest of texts, and of the program that makes things from them."""
    digest = hashlib.blake2b(_maker(), digest_size=SEAL)
    for part in made_from:
        digest.update(len(part).to_bytes(8, "big") + part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _seal(key: bytes, kind: str, made_from: tuple[str, ...], body: bytes) -> bytes:
    digest = hashlib.blake2b(kind.encode(), key=key, digest_size=SEAL)
    digest.update(_fingerprint(made_from).encode() + body)
    return digest.digest()


@cache
def _maker() -> bytes:
    """A digest of this version of the program: its files as they stand, and Python's version."""
    top = Path(__file__).parent
    parts = [sys.version, str(top)]
    for folder in (top, top.parent / "grammar"):
        for place, _, names in os.walk(folder):
            for name in sorted(names):
                if name.endswith((".py", ".lark", ".json")):
                    status = os.stat(os.path.join(place, name))
                    parts.append(f"{place} {name} {status.st_size} {status.st_mtime_ns}")
    return hashlib.blake2b("\n".join(sorted(parts)).encode("utf-8", "surrogatepass")).digest()


@cache
def _folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("brasswright", appauthor=False) / "rules"


@cache
def _key() -> bytes | None:
    """This user's key, made when there is none; None where none can be kept."""
    from platformdirs import user_state_path

    path = user_state_path("brasswright", appauthor=False) / "seal"
    try:
        key = path.read_bytes()
    except OSError:
        key = b""
    if len(key) == SEAL and _is_private(path):
        return key
    # Of two processes that make one at once the later wins, and what the other sealed is lost.
    key = os.urandom(SEAL)
    return key if _write(path, key) else None


def _is_private(path: Path) -> bool:
    """Whether only this user can have read or written the file, as far as can be told."""
    if os.name != "posix":
        return True
    status = path.stat()
    return status.st_uid == os.geteuid() and not status.st_mode & 0o077


def _write(path: Path, content: bytes) -> bool:
    """Write a whole file that nobody else can read; False where that can't be done."""
    import tempfile

    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError:
        return False  # nothing is lost but time
    return True
