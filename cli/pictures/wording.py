"""What stands in every page whatever the game, in the language that is spoken."""

from __future__ import annotations

from brasswright.cli.language import say


def wording() -> dict[str, str]:
    """The texts of the frame, by the names that it has for them."""
    return {
        "skip": say("Skip to the moves"),
        "players": say("Players"),
        "moves": say("Moves"),
        "move": say("Move"),
        "first_move": say("First move"),
        "back_move": say("One move back"),
        "next_move": say("One move on"),
        "last_move": say("Last move"),
        "play": say("Play"),
        "pause": say("Pause"),
        "keys": say(
            "Keys: arrows go a move back or on, Home and End to the first and last, space plays."
        ),
        "stands": say("Where the game stands:"),
        "used_rules": say("Rules that this move went through"),
        "board_name": say("Board"),
        "larger": say("Larger"),
        "picture": say("Board, as a picture"),
        "other_side": say("shows its other side"),
        "log_name": say("Log"),
        "skip_log": say("Skip the log"),
        "tables_name": say("On the table"),
        "rules_name": say("The rules of these moves"),
        "made": say("Made by Brasswright. Whole in this file: it needs no network."),
        "no_script": say("Without scripts this page shows the game where it opens."),
    }
