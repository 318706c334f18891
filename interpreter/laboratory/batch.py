"""A batch carried out: games played, kept and counted, until there are enough.

Everything is decided on the games in their order. So the file and the numbers are the same
whoever played, and however often the batch was interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from brasswright.interpreter.laboratory.batch_file import BatchFile, read_games
from brasswright.interpreter.laboratory.crews import Crew
from brasswright.interpreter.laboratory.plan import Plan
from brasswright.interpreter.laboratory.playing import Played
from brasswright.interpreter.laboratory.rows import Row
from brasswright.interpreter.whole_files import write_whole

RECORD_ENDING = ".brass"


class Counter(Protocol):
    """Learns from the games one after another, and may have seen enough."""

    def add(self, deal: int, rows: Sequence[Row]) -> None:
        """One more game; the games of a deal follow each other."""
        ...

    def enough(self) -> bool:
        """Asked where a deal is over."""
        ...


@dataclass
class Batch:
    """A batch to be carried out, and afterwards what is to be told of it besides its rows."""

    plan: Plan
    games: int
    """Most games that each variant plays."""
    counter: Counter
    out: Path | None = None
    """Where the rows are kept; None = only until the batch is over."""
    breaches: list[Row] = field(default_factory=list)
    resumed: int = 0
    """Games that were in the file already, those of all variants counted."""
    done: int = 0
    stopped: bool = False
    """Whether the counter had seen enough."""

    def run(
        self,
        crew: Crew,
        progress: Callable[[int], None] = lambda games: None,
        after: Callable[[Path], None] = lambda path: None,
    ) -> None:
        """Play what is missing. `progress` is told how many games are done, first those resumed.

        `after` is given the file of rows at the end, also when the batch is interrupted.
        """
        if self.out is not None:
            self._run(self.out, crew, progress, after)
            return
        with TemporaryDirectory(prefix="brass-") as folder:
            self._run(Path(folder) / "games.jsonl", crew, progress, after)

    def _run(
        self, path: Path, crew: Crew, progress: Callable[[int], None], after: Callable[[Path], None]
    ) -> None:
        total = self.games * len(self.plan.variants)
        with BatchFile(path, self.plan) as file:
            try:
                for lines in read_games(path, self.plan):
                    self.resumed = self._count(lines)
                progress(self.resumed)
                if self.stopped or self.done >= total:
                    return
                for played in crew.results(self.plan, range(self.done, total)):
                    lines = self._keep(file, played)
                    progress(self._count(lines))
                    if self.stopped:
                        return
            finally:
                after(path)

    def _keep(self, file: BatchFile, played: Played) -> list[Row]:
        if played.breach is None:
            file.add(played)
            return list(played.rows)
        name = ""
        if played.record:
            variant = f"-{played.breach['variant']}" if len(self.plan.variants) > 1 else ""
            stem = self.out.with_suffix("") if self.out else Path("breach")
            path = Path(f"{stem}-{played.breach['game']}{variant}{RECORD_ENDING}")
            write_whole(path, played.record)
            name = path.name
        line = {**played.breach, "record": name}
        file.add(Played((), line))
        return [line]

    def _count(self, lines: list[Row]) -> int:
        """One more game is there; how many that makes."""
        which = self.plan.game(self.done)
        self.done += 1
        if "breach" in lines[0]:
            self.breaches += lines
        else:
            self.counter.add(which.deal, lines)
        following = self.plan.game(self.done)
        if following.deal != which.deal and self.counter.enough():
            self.stopped = True
        return self.done
