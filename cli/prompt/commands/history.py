"""What has happened so far."""

from __future__ import annotations

from brasswright.cli.prompt.registry import commands_about
from brasswright.cli.prompt.session import Complaint, Session

command = commands_about("Looking back")
LISTED_ENTRIES = 20


@command("log [NUMBER | all]", "the last moves", looks=True)
def log(session: Session, rest: str) -> None:
    most = LISTED_ENTRIES
    if rest.casefold() == "all":
        most = len(session.game.log)
    elif rest:
        if not rest.isdecimal() or len(rest) > 6:
            raise Complaint(f"`log {rest}`: a number of moves or `all` goes there")
        most = int(rest)
    session.write_log(max(len(session.game.log) - most, 0), numbered=True)
