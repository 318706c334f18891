"""The keys of a full terminal: Tab and Enter for words, F-keys for help and settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import CompleteEvent, Completion, get_common_complete_suffix
from prompt_toolkit.filters import completion_is_selected, has_completions
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.switches import HELP_KEY, SWITCHES, Switch, turn
from brasswright.cli.settings import Settings
from brasswright.interpreter.matching import Fit, fit


class RefusedWord(Completion):
    """A word that is shown with the reason why it can't be played."""


def bindings(asking: Callable[[], Asking], settings: Callable[[], Settings]) -> KeyBindings:
    """What the keys do beside editing the line."""
    keys = KeyBindings()
    keys.add("tab")(complete_at_once)
    keys.add("s-tab")(lambda event: _step(event.current_buffer, -1))
    keys.add("c-space")(lambda event: _open(event.current_buffer, _offered(event.current_buffer)))
    keys.add("enter", filter=completion_is_selected)(take_selected)
    keys.add("escape", filter=has_completions, eager=True)(
        lambda event: event.current_buffer.cancel_completion()
    )

    @keys.add(HELP_KEY)
    def _(event: KeyPressEvent) -> None:
        say, text = asking().help, event.current_buffer.text
        if say is not None:
            run_in_terminal(lambda: say(text))

    for switch in SWITCHES:
        _bind(keys, switch, settings)
    return keys


def _bind(keys: KeyBindings, switch: Switch, settings: Callable[[], Settings]) -> None:
    @keys.add(switch.key)
    def _(event: KeyPressEvent) -> None:
        turn(settings(), switch)
        event.app.invalidate()


def complete_at_once(event: KeyPressEvent) -> None:
    """Tab: a single word is written out; of several, what they share, and they are listed.

    Done before the next key is looked at, so that Tab and a quick Enter work together.
    """
    buffer = event.current_buffer
    state = buffer.complete_state
    if state is not None and state.complete_index is not None:
        _step(buffer, 1)
        return
    words = _offered(buffer)
    legal = _legal(words)
    if len(legal) == 1 and _may_be_written(buffer, legal[0], words):
        buffer.complete_state = None
        buffer.apply_completion(legal[0])
        if not legal[0].text.endswith("/"):
            buffer.insert_text(" ")
        return
    shared = get_common_complete_suffix(buffer.document, legal)
    if shared:
        buffer.insert_text(shared)
        _open(buffer, _offered(buffer))
    elif state is not None:
        _step(buffer, 1)
    else:
        _open(buffer, words)


def take_selected(event: KeyPressEvent) -> None:
    """Enter on a word picked from the list takes the word; the next Enter plays the line."""
    buffer = event.current_buffer
    buffer.complete_state = None
    if not buffer.text.endswith(("/", " ")):
        buffer.insert_text(" ")


def _step(buffer: Buffer, by: int) -> None:
    """Select the next word of the list, or the one before it; refused ones are passed over."""
    if buffer.complete_state is None:
        _open(buffer, _offered(buffer))
    state = buffer.complete_state
    legal = [i for i, word in enumerate(state.completions) if _is_legal(word)] if state else []
    if state is None or not legal:
        return
    now = state.complete_index
    if now is None:
        buffer.go_to_completion(legal[0] if by > 0 else legal[-1])
        return
    further = [i for i in legal if (i > now if by > 0 else i < now)]
    buffer.go_to_completion((further or legal)[0 if by > 0 else -1])


def _open(buffer: Buffer, words: Sequence[Completion]) -> None:
    """Show the list, nothing of it being selected."""
    buffer.complete_state = CompletionState(buffer.document, list(words)) if words else None


def _offered(buffer: Buffer) -> list[Completion]:
    return list(buffer.completer.get_completions(buffer.document, CompleteEvent(True)))


def _legal(words: Sequence[Completion]) -> list[Completion]:
    return [word for word in words if _is_legal(word)]


def _is_legal(word: Completion) -> bool:
    return not isinstance(word, RefusedWord)


def _may_be_written(buffer: Buffer, legal: Completion, words: Sequence[Completion]) -> bool:
    """Is what was typed its beginning? What is but like it is shown, and never written.

    A part from within will do, as long as it is not meant for something that is refused.
    """
    start = buffer.cursor_position + legal.start_position
    how = fit(buffer.text[start : buffer.cursor_position], (legal.text,))
    return how is not None and (how <= Fit.WORD or (how == Fit.INSIDE and len(words) == 1))
