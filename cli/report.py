"""`brass report`: what a batch of games shows, as one page and as pictures."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from brasswright.cli import output
from brasswright.cli.language import add_language, say, speak_with
from brasswright.cli.main import FAILED, FINE, MISUSED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("rows", metavar="FILE", type=Path, help="what `brass simulate --out` wrote")
    parser.add_argument("--html", metavar="FILE", type=Path, help="one page with every chart")
    parser.add_argument("--png", metavar="FOLDER", type=Path, help="a picture of each chart")
    parser.add_argument("--replace", action="store_true", help="write over files that there are")
    add_language(parser)
    parser.epilog = "Without --html and --png both are written, named after the file."


def run(options: argparse.Namespace) -> int:
    """Write what was asked for; nothing is written when something is wrong."""
    speak_with(options)
    if find_spec("matplotlib") is None:
        output.complain(say("charts need matplotlib: pip install 'brasswright[report]'"))
        return FAILED
    wrong = _misused(options)
    if wrong:
        output.complain(wrong)
        return MISUSED
    from brasswright.cli.reporting.batch import read
    from brasswright.cli.reporting.page import sections
    from brasswright.interpreter.whole_files import write_whole

    batch = read(options.rows)
    shown = sections(batch)
    if options.html is not None:
        from brasswright.cli.reporting.page import page

        write_whole(options.html, page(batch, shown))
        print(say("Written: {path}", path=options.html))
    if options.png is not None:
        from brasswright.cli.reporting.drawing import png

        options.png.mkdir(parents=True, exist_ok=True)
        charts = [chart for section in shown for chart in section.charts]
        for chart in charts:
            write_whole(options.png / chart.file, png(chart.draw, chart.size, chart.title))
        print(say("Written: {n} pictures in {path}", n=len(charts), path=options.png))
    return FINE


def _misused(options: argparse.Namespace) -> str:
    """What is wrong with the words themselves; "" for nothing. Fills in what was left out."""
    if not options.rows.is_file():
        return say("{path}: there is no such file", path=options.rows)
    if options.html is None and options.png is None:
        options.html = options.rows.with_suffix(".html")
        options.png = options.rows.with_suffix("")
    if options.replace:
        return ""
    if options.html is not None and options.html.exists():
        return say("{path} exists already; `--replace` writes over it", path=options.html)
    if options.png is not None and options.png.is_dir() and any(options.png.iterdir()):
        message = "{path} exists already; `--replace` writes over its pictures"
        return say(message, path=options.png)
    return ""
