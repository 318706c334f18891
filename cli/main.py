"""The command `brass`: one verb a module, imported when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from brasswright.cli import output

FINE, FAILED, MISUSED = 0, 1, 2

VERBS = {
    "play": "play at the prompt",
    "tutorial": "learn a game at the prompt, against a computer player",
    "rulesets": "list the editions and overlays",
    "rules": "print the rules in force",
    "check": "look for mistakes in rule text",
    "diff": "show what differs between two rulesets",
    "cites": "list the sections of the rulebooks and the rules that carry them out",
    "translate": "print what a language lacks, as a file to fill in",
    "schema": "print the JSON Schema of house files",
    "scenario": "run scenario files",
    "moves": "list the legal moves at the end of a record",
    "why": "say whether a move is legal at the end of a record, and why not",
    "replay": "play a record again and verify it",
    "export": "write the board as SVG, or the whole game as one page",
    "report": "draw what a batch of games shows: one page, and pictures",
    "perft": "count move sequences",
    "compile": "print the Python that rule text becomes",
    "simulate": "let bots play many games, and sum them up",
    "compare": "let bots play the same deals under several rulesets, and say what differs",
    "config": "show or change settings",
}


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and where to look."""

    def error(self, message: str) -> NoReturn:
        output.complain(f"{message}\n  `{self.prog} --help` says what goes here")
        raise SystemExit(MISUSED)


class Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"brass {version('brasswright')}")
        except PackageNotFoundError:
            print("brass, not installed")
        raise SystemExit(FINE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams()
    try:
        return _run(words)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else FAILED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader has gone (`brass rules … | head`); nothing more can be said to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        return _failed(error)


def _prepare_streams() -> None:
    """Whatever stands at the other end: a letter that it lacks is shown as `?`.

    A stream that was closed before the start (`<&-`) is empty, or takes everything.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if os.name == "nt" and sys.stdout.isatty():
        os.system("")  # makes a Windows console carry out escape codes


def _run(words: Sequence[str]) -> int:
    if words and not words[0].startswith("-") and words[0] not in VERBS:
        return _unknown_verb(words[0])
    verb = words[0] if words and words[0] in VERBS else "play"
    if words and words[0] not in VERBS:
        _overview().parse_args(words)
    # Mixed: an option may stand before, between or after the names.
    options = _parser(verb).parse_intermixed_args(words[1:])
    status: int = _module(verb).run(options)
    sys.stdout.flush()
    return status


def _overview() -> Parser:
    """What `brass --help` is about: the verbs, and the options that stand before any."""
    parser = Parser(
        prog="brass",
        description="Plays board games written in rule text. Without a verb: opens the prompt.",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print the version and leave")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", parser_class=Parser)
    for name, summary in VERBS.items():
        verbs.add_parser(name, help=summary)
    return parser


def _parser(verb: str) -> Parser:
    """The parser of what may follow a verb."""
    summary = VERBS[verb]
    parser = Parser(prog=f"brass {verb}", description=f"{summary[0].upper()}{summary[1:]}.")
    _module(verb).add_arguments(parser)
    return parser


def _module(verb: str) -> ModuleType:
    return importlib.import_module(f"brasswright.cli.{verb}")


def _unknown_verb(word: str) -> int:
    from brasswright.cli.messages import suggestion
    from brasswright.interpreter.suggest import closest

    meant = suggestion(closest(word, list(VERBS)))
    output.complain(f"there is no verb `{word}`; {meant or '`brass --help` lists them'}")
    return MISUSED


def _failed(error: Exception) -> int:
    """A message instead of a traceback, whatever happened."""
    from brasswright.cli.messages import fault_text, message_of
    from brasswright.interpreter.errors import BrasswrightError

    if os.environ.get("BRASS_TRACEBACK"):
        raise error
    if isinstance(error, BrasswrightError):
        output.complain(message_of(error))
    elif isinstance(error, OSError):
        name = error.filename or "what is printed can't be written"
        output.complain(f"{name}: {error.strerror or error}")
    else:
        output.complain(f"{fault_text(error)}\n  BRASS_TRACEBACK=1 shows where it happened")
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
