"""Files on disk: written as a whole, and by one process at a time.

Whatever happens meanwhile, either the old file is there afterwards or the new one, and a file that
somebody has claimed is left alone. Locks are those of POSIX; where there are none, nothing is
claimed and all else holds.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import IO

PIECE = ".brass-new"
"""How the name of a file ends that is being written; one that was left behind is removed."""
PATIENCE = 0.3
"""Seconds to wait for another process that is only just writing."""
PAUSE = 0.02


class InUse(OSError):
    """Another process has claimed the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EWOULDBLOCK, "another process is writing to it", str(path))


class Claim:
    """The right of this process to write to a file, for as long as somebody holds this."""

    def __init__(self, handle: int) -> None:
        self.status = os.fstat(handle)
        weakref.finalize(self, os.close, handle)
        _claims[self.status.st_dev, self.status.st_ino] = self

    def is_of(self, status: os.stat_result) -> bool:
        """Whether it is about the file with this status, or one that took its place."""
        return os.path.samestat(self.status, status)


_claims: weakref.WeakValueDictionary[tuple[int, int], Claim] = weakref.WeakValueDictionary()


def claim(path: Path) -> Claim | None:
    """Claim a file; None if there is none, or nothing that can be claimed. Raises InUse."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                return None
            held = _claims.get((status.st_dev, status.st_ino))
            if held is not None:
                return held
            handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        except OSError:
            return None
        try:
            locked = lock(handle)
            same = os.path.samestat(os.fstat(handle), status)
        except BaseException:
            os.close(handle)
            raise
        if locked and same:
            return Claim(handle)
        os.close(handle)
        if locked is None:
            return None
        if time.monotonic() > until:
            raise InUse(path)
        time.sleep(PAUSE)


def lock(file: int | IO[bytes], wait: bool = False) -> bool | None:
    """Lock a file that is open: whether nobody else has; None where there are no locks."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def write_whole(path: Path, content: str | bytes) -> Claim | None:
    """Replace a file by another in one step; the claim to it. Raises OSError, which names it."""
    if isinstance(content, str):
        content = content.encode()
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device or a pipe takes what comes
            return None
        # A link goes on pointing to where the file is.
        return _replace(Path(os.path.realpath(path)), content)
    except OSError as error:
        if isinstance(error, InUse):
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def _replace(path: Path, content: bytes) -> Claim | None:
    before = claim(path)
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    _remove_pieces(path.parent)
    handle, name, locked = _piece(path)
    try:
        try:
            if mode is not None:
                with suppress(OSError):
                    os.chmod(name, stat.S_IMODE(mode))
            write_all(handle, content)
            os.fsync(handle)
        except BaseException:
            os.close(handle)
            raise
        claimed = Claim(handle) if locked else None
        if not locked:
            os.close(handle)
        del before
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)
    return claimed


def _piece(path: Path) -> tuple[int, str, bool]:
    """A new file beside another, and whether it is locked."""
    while True:
        name = f"{path.parent}/.{path.name[:100]}.{secrets.token_hex(4)}{PIECE}"
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
        handle = os.open(name, flags | getattr(os, "O_BINARY", 0), 0o666)
        locked = bool(lock(handle, wait=True))
        if not locked or os.fstat(handle).st_nlink:
            return handle, name, locked
        os.close(handle)  # somebody took it for one that was left behind


def _remove_pieces(folder: Path) -> None:
    """Remove what a process left behind that was killed while it wrote: nobody has it locked."""
    with suppress(OSError):
        for name in os.listdir(folder):
            if not (name.startswith(".") and name.endswith(PIECE)):
                continue
            handle = os.open(folder / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
            try:
                if lock(handle):
                    os.unlink(folder / name)
            finally:
                os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Let the new name of a file outlast a loss of power, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_all(handle: int, content: bytes) -> None:
    """Write everything, in as many goes as it takes. Raises OSError."""
    while content:
        content = content[os.write(handle, content) :]


def append(path: Path, text: str, size: int, lasting: bool = True) -> int:
    """Add to the end of a file of so many bytes; its new size. Raises OSError, adding nothing.

    What is `lasting` outlives a loss of power.
    """
    content = text.encode()
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
    try:
        write_all(handle, content)
        if lasting:
            os.fsync(handle)
    except BaseException:
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise
    finally:
        os.close(handle)
    return size + len(content)
