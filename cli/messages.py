"""Mistakes and refusals in one or two lines, for the person at the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from brasswright.cli.language import say
from brasswright.interpreter.errors import Ambiguous, BrasswrightError, NotUnderstood, RulesError

if TYPE_CHECKING:
    from brasswright.interpreter.moves import Move, Refusal

    Saying = Callable[[Move], str]
    """How a move is said."""

LISTED = 6
CITED = 3


def message_of(error: BrasswrightError, in_words: Saying = str) -> str:
    """What to say about an error that was raised on purpose; moves are said `in_words`."""
    refusal = getattr(error, "refusal", None)
    if refusal is not None:
        return refusal_text(refusal)
    if isinstance(error, NotUnderstood):
        return not_understood_text(error)
    if isinstance(error, Ambiguous):
        return ambiguous_text(error, in_words)
    if isinstance(error, RulesError):
        from brasswright.interpreter.diagnostics import render

        return render(error.diagnostics).rstrip()
    return str(error)


def suggestion(words: Sequence[str]) -> str:
    """`Did you mean …?`, or nothing."""
    if not words:
        return ""
    return say("did you mean {words}?", words=either(f"`{word}`" for word in words))


def either(words: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return say("{most} or {last}", most=", ".join(listed[:-1]), last=listed[-1])


def not_understood_text(error: NotUnderstood) -> str:
    """The message, with the words that were probably meant."""
    message = str(error)
    wanting = [word for word in error.suggestions if f"`{word}`" not in message]
    if not wanting:
        return message
    return f"{message.rstrip('.')}; {suggestion(wanting)}"


def ambiguous_text(error: Ambiguous, in_words: Saying = str) -> str:
    """What the words leave open, and some of the ways to say it."""
    lines = [str(error)]
    moves = error.moves
    lines += [f"  {in_words(move)}" for move in moves[:LISTED]]
    if len(moves) > LISTED:
        lines.append(say("  … {n} more", n=len(moves) - LISTED))
    return "\n".join(lines)


def refusal_text(refusal: Refusal) -> str:
    """The reason, what is missing, and the rule that says so."""
    reason = refusal.reason.rstrip(".")
    if refusal.lacking is not None:
        missing = refusal.missing or " ".join(map(str, refusal.lacking))
        reason += say(" (lacking {missing})", missing=missing)
    cites = [*refusal.cites[:CITED], *(["…"] if len(refusal.cites) > CITED else [])]
    source = ", ".join(filter(None, [refusal.part, *cites, refusal.layer]))
    text = say("Refused: {reason}.", reason=reason)
    return f"{text}\n{say('  Rule: {source}', source=source)}" if source else text


def refusal_full_text(refusal: Refusal) -> str:
    """The same, with the refusals met on other ways to the same end."""
    lines = [refusal_text(refusal)]
    for other in refusal.others[:LISTED]:
        message = "  Otherwise: {reason}. ({rule})"
        lines.append(say(message, reason=other.reason.rstrip("."), rule=other.part))
    return "\n".join(lines)


def refusal_data(refusal: Refusal) -> dict[str, Any]:
    """A refusal as plain data."""
    return {
        "rule": refusal.part,
        "reason": refusal.reason,
        "cites": list(refusal.cites),
        "layer": refusal.layer,
        "lacking": list(refusal.lacking) if refusal.lacking else None,
        "at": str(refusal.span),
        "others": [{"rule": other.part, "reason": other.reason} for other in refusal.others],
    }


def fault_text(error: BaseException) -> str:
    """An error that nobody foresaw, named as what it is."""
    where = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        where = f" at {code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    said = f": {error}" if str(error) else ""
    message = "a fault of the program, not yours: {what}"
    return say(message, what=f"{type(error).__name__}{said}{where}")
