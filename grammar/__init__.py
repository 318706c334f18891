"""The grammar files and schemas, read by name."""

from importlib.resources import files


def read(name: str) -> str:
    """The text of a grammar or schema file, by its path inside this folder."""
    return files(__name__).joinpath(*name.split("/")).read_text(encoding="utf-8")
