"""`switch`: a game of another edition, or of the same under overlays, without leaving."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from brasswright.cli.language import form, meant, say, title_of
from brasswright.cli.prompt.another import sit_down
from brasswright.cli.prompt.session import Complaint, Session
from brasswright.cli.prompt.setting_up import choose_ruleset, choose_seats
from brasswright.cli.prompt.words import pick
from brasswright.cli.rulesets import playable
from brasswright.cli.views.table import list_text
from brasswright.interpreter.layers.overlaying import split

WITH, SEED = "with", "seed"


def edition_names(session: Session, rest: str) -> Sequence[tuple[str, str]]:
    """The editions, and after `with` the overlays that are meant for the one named."""
    from brasswright.interpreter.layers.finder import available

    words = rest.split(" ")
    if len(words) < 3 or meant(words[1], WITH) != WITH:
        return [(info.name, title_of(info)) for info in playable()]
    before = " ".join(words[:-1])
    edition = pick(words[0], [info.name for info in playable()])
    return [
        (f"{before} {info.name}", title_of(info))
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
            session.console.write(say("Dropped; the game goes on."))
            return
        overlays, seed = [], session.game.seed
    else:
        names = [(info.name, title_of(info)) for info in editions]
        session.console.write(list_text(names, session.console.width))
        return
    edition = pick(edition, [info.name for info in editions]) or edition
    rulebook = open_rulebook(edition, overlays)
    seats = session.seats
    low, high = rulebook.seats
    if rulebook.playable and not low <= len(seats) <= high and session.console.interactive:
        many = say("{low} to {high}", low=low, high=high) if low < high else str(low)
        message = "{title} is for {many} players, not {n}."
        title = title_of(split(rulebook.layers)[0][-1])
        session.console.write(say(message, title=title, many=many, n=len(seats)))
        try:
            seats = choose_seats(session.console, low, high, seats)
        except KeyboardInterrupt:
            session.console.write(say("Dropped; the game goes on."))
            return
    sit_down(session, game_of(rulebook, list(seats), seed), seats)


def _asked_for(text: str, seed: int) -> tuple[str, list[str], int]:
    """Edition, overlays and seed, as they were typed."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    words = [*words[:1], *(_joining(word) for word in words[1:])]
    if SEED in words[1:]:
        place = words.index(SEED, 1)
        number = "".join(words[place + 1 :])
        if not number.isdecimal() or not number.isascii() or len(number) > 19:
            message = "`{words}`: a number goes there, at the end of the line"
            raise Complaint(say(message, words=f"{form(SEED)} {number}"))
        words, seed = words[:place], int(number)
    edition, *rest = words or [""]
    if rest and rest[0] != WITH:
        usage = f"{form('switch')} {edition} {form(f'{WITH} OVERLAY…')}"
        raise Complaint(say("`{word}`? It is `{form}`", word=rest[0], form=usage))
    overlays = [name for word in rest[1:] for name in word.split(",") if name]
    if rest and not overlays:
        raise Complaint(say("{word} which overlays?", word=form(WITH)))
    return edition, overlays, seed


def _joining(word: str) -> str:
    """What a word says that stands between names; a name is left as it is."""
    said = meant(word, WITH, SEED)
    return said if said in (WITH, SEED) else word
