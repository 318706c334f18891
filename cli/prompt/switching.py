"""`switch`: a game of another edition, or of the same under overlays, without leaving."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from brasswright.cli.prompt.another import sit_down
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.prompt.setting_up import choose_ruleset, choose_seats
from brasswright.cli.prompt.words import pick
from brasswright.cli.rulesets import playable
from brasswright.cli.views.table import list_text

WITH, SEED = "with", "seed"


def edition_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """The editions, and after `with` the overlays that are meant for the one named."""
    from brasswright.interpreter.layers.finder import available

    named, word, listed = rest.partition(f" {WITH} ")
    if not word:
        return [(info.name, info.title) for info in playable()]
    before = f"{named}{word}{listed.rpartition(' ')[0]}".rstrip()
    edition = pick(named.strip(), [info.name for info in playable()])
    return [
        (f"{before} {info.name}", info.title)
        for info in available()
        if info.kind == "overlay" and edition in info.amends
    ]


def switch(session: Session, rest: str) -> None:
    """Begin a game of the edition named, or ask which."""
    from brasswright.interpreter.opening import game_of, open_rulebook

    editions = playable()
    if rest:
        edition, overlays, seed = _asked_for(rest, session.game.seed)
    elif session.console.interactive:
        try:
            edition = choose_ruleset(session.console, editions).name
        except KeyboardInterrupt:
            session.console.write("Dropped; the game goes on.")
            return
        overlays, seed = [], session.game.seed
    else:
        names = [(info.name, info.title) for info in editions]
        session.console.write(list_text(names, session.console.width))
        return
    edition = pick(edition, [info.name for info in editions]) or edition
    rulebook = open_rulebook(edition, overlays)
    seats = session.seats
    low, high = rulebook.seats
    if rulebook.playable and not low <= len(seats) <= high and session.console.interactive:
        many = f"{low} to {high}" if low < high else str(low)
        session.console.write(f"{rulebook.title} is for {many} players, not {len(seats)}.")
        try:
            seats = choose_seats(session.console, low, high)
        except KeyboardInterrupt:
            session.console.write("Dropped; the game goes on.")
            return
    sit_down(session, game_of(rulebook, list(seats), seed), seats)


def _asked_for(text: str, seed: int) -> tuple[str, list[str], int]:
    """Edition, overlays and seed, as they were typed."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    if SEED in words[1:]:
        place = words.index(SEED, 1)
        number = "".join(words[place + 1 :])
        if not number.isdecimal() or not number.isascii() or len(number) > 19:
            raise Complaint(f"`{SEED} {number}`: a number goes there, at the end of the line")
        words, seed = words[:place], int(number)
    edition, *rest = words or [""]
    if rest and rest[0] != WITH:
        raise Complaint(f"`{rest[0]}`? It is `switch {edition} {WITH} OVERLAY…`")
    overlays = [name for word in rest[1:] for name in word.split(",") if name]
    if rest and not overlays:
        raise Complaint(f"{WITH} which overlays?")
    return edition, overlays, seed
