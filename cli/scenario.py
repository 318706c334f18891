"""`brass scenario`: run scenario files and report each step."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from brasswright.cli import output
from brasswright.cli.backend import add_backend
from brasswright.cli.layering import add_overlays
from brasswright.cli.main import FAILED, FINE
from brasswright.cli.messages import message_of
from brasswright.interpreter.errors import BrasswrightError

if TYPE_CHECKING:
    from brasswright.interpreter.scenario import ScenarioReport


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow the verb."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE or FOLDER")
    add_overlays(parser)
    add_backend(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--quiet", action="store_true", help="print failing scenarios only")


def run(options: argparse.Namespace) -> int:
    """Run all of them; 1 if any fails or can't be read."""
    from brasswright.interpreter.scenario import load
    from brasswright.interpreter.scenario import run as run_scenario

    reports: list[ScenarioReport] = []
    unreadable = 0
    for path in scenario_files(options.paths):
        try:
            scenarios = load(path)
        except (BrasswrightError, OSError) as error:
            unreadable += 1
            output.complain(_cannot_read(path, error))
            continue
        for scenario in scenarios:
            report = run_scenario(scenario, options.overlays, options.backend)
            reports.append(report)
            if not options.json and not (options.quiet and report.ok):
                print(report_text(report))
    failed = sum(not report.ok for report in reports)
    if options.json:
        output.print_json([report.as_data() for report in reports])
    else:
        print(_summary(len(reports), failed, unreadable))
    return FAILED if failed or unreadable or not reports else FINE


def scenario_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The files named, and all YAML files of the folders named."""
    for path in paths:
        if path.is_dir():
            files = (file for file in path.rglob("*") if file.suffix in (".yaml", ".yml"))
            yield from sorted(file for file in files if file.is_file())
        else:
            yield path


def report_text(report: ScenarioReport) -> str:
    """One line; when it failed, every step up to the one at which it did."""
    lines = [f"{'ok    ' if report.ok else 'FAILED'}  {report.id}: {report.title}"]
    if not report.ok:
        for step in report.steps:
            lines.append(f"    {'ok    ' if step.ok else 'FAILED'}  line {step.line}: {step.text}")
            lines += [f"            {problem}" for problem in step.problems]
        lines[0] += f" ({output.printable(report.file)}:{report.line})"
    return "\n".join(lines)


def _cannot_read(path: Path, error: Exception) -> str:
    if isinstance(error, BrasswrightError):
        return message_of(error)
    return f"{path} can't be read: {getattr(error, 'strerror', None) or error}"


def _summary(number: int, failed: int, unreadable: int) -> str:
    said = f"{number} scenario{'s' if number != 1 else ''}, {failed} failed"
    return f"{said}, {unreadable} files can't be read" if unreadable else said
