"""`brass report`: what a batch of games shows, as one page and as pictures."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from brasswright.cli import output
from brasswright.cli.main import FAILED, FINE, MISUSED


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("rows", metavar="FILE", type=Path, help="what `brass simulate --out` wrote")
    parser.add_argument("--html", metavar="FILE", type=Path, help="one page with every chart")
    parser.add_argument("--png", metavar="FOLDER", type=Path, help="a picture of each chart")
    parser.add_argument("--replace", action="store_true", help="write over files that there are")
    parser.epilog = "Without --html and --png both are written, named after the file."


def run(options: argparse.Namespace) -> int:
    """Write what was asked for; nothing is written when something is wrong."""
    if find_spec("matplotlib") is None:
        output.complain("charts need matplotlib: pip install 'brasswright[report]'")
        return FAILED
    if options.html is None and options.png is None:
        options.html = options.rows.with_suffix(".html")
        options.png = options.rows.with_suffix("")
    wrong = _misused(options)
    if wrong:
        output.complain(wrong)
        return MISUSED
    from brasswright.cli.reporting.batch import read
    from brasswright.cli.reporting.page import sections

    batch = read(options.rows)
    shown = sections(batch)
    if options.html is not None:
        from brasswright.cli.reporting.page import page

        options.html.write_text(page(batch, shown), encoding="utf-8", newline="\n")
        print(f"Written: {options.html}")
    if options.png is not None:
        from brasswright.cli.reporting.drawing import png

        options.png.mkdir(parents=True, exist_ok=True)
        charts = [chart for section in shown for chart in section.charts]
        for chart in charts:
            (options.png / chart.file).write_bytes(png(chart.draw, chart.size, chart.title))
        print(f"Written: {len(charts)} pictures in {options.png}")
    return FINE


def _misused(options: argparse.Namespace) -> str:
    """What is wrong with the words themselves; "" for nothing."""
    if not options.rows.exists():
        return f"{options.rows}: there is no such file"
    if options.replace:
        return ""
    if options.html is not None and options.html.exists():
        return f"{options.html} exists already; `--replace` writes over it"
    if options.png is not None and options.png.is_dir() and any(options.png.iterdir()):
        return f"{options.png} exists already; `--replace` writes over its pictures"
    return ""
