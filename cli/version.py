"""The version of the program."""

from __future__ import annotations


def version() -> str:
    """As it was installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("brasswright")
    except PackageNotFoundError:
        return "unknown"
