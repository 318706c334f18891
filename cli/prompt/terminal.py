"""The prompt in a full terminal. The only module that imports prompt_toolkit."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import (
    CompleteEvent,
    Completer,
    Completion,
    get_common_complete_suffix,
)
from prompt_toolkit.document import Document
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import Output
from prompt_toolkit.shortcuts import CompleteStyle, clear
from prompt_toolkit.styles import Style

from brasswright.cli import output
from brasswright.cli.prompt.console import Asking

STYLE = Style.from_dict(
    {
        "prompt": "bold",
        "bottom-toolbar": "noreverse bg:#303030 #d0d0d0",
        "completion-menu.meta.completion": "bg:#303030 #a0a0a0",
    }
)


class AskedCompleter(Completer):
    """Completes from the words that the question at hand offers."""

    def __init__(self) -> None:
        self.asking = Asking("")

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        for word in self.asking.complete(document.text_before_cursor):
            yield Completion(word.text, start_position=-word.replaces, display_meta=word.note)


def complete_at_once(event: KeyPressEvent) -> None:
    """Tab: a single word is written out; of several, what they share, and they are listed.

    Done before the next key is looked at, so that Tab and a quick Enter work together.
    """
    buffer = event.current_buffer
    if buffer.complete_state is not None:
        buffer.complete_next()
        return
    words = _offered(buffer)
    if len(words) == 1:
        buffer.apply_completion(words[0])
        if not words[0].text.endswith("/"):
            buffer.insert_text(" ")
        return
    shared = get_common_complete_suffix(buffer.document, words)
    if shared:
        buffer.insert_text(shared)
        words = _offered(buffer)
    if words:
        buffer.complete_state = CompletionState(buffer.document, words)


def take_selected(event: KeyPressEvent) -> None:
    """Enter on a word picked from the list takes the word; the next Enter plays the line."""
    buffer = event.current_buffer
    buffer.complete_state = None
    if not buffer.text.endswith(("/", " ")):
        buffer.insert_text(" ")


def _offered(buffer: Buffer) -> list[Completion]:
    return list(buffer.completer.get_completions(buffer.document, CompleteEvent(True)))


class TerminalConsole:
    """A terminal with line editing, completion, history and a toolbar."""

    interactive = True

    def __init__(
        self,
        keys: Input | None = None,
        screen: Output | None = None,
        history: History | None = None,
    ) -> None:
        self._completer = AskedCompleter()
        self._keys = keys
        self._screen = screen
        self._prompts = self._new_prompts(history or _kept_history())

    def _new_prompts(self, history: History) -> PromptSession[str]:
        return PromptSession(
            history=history,
            completer=self._completer,
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            style=STYLE,
            key_bindings=self._bindings(),
            input=self._keys,
            output=self._screen,
        )

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        bindings.add("tab")(complete_at_once)
        bindings.add("enter", filter=completion_is_selected)(take_selected)
        return bindings

    @property
    def width(self) -> int:
        return output.width()

    def read(self, asking: Asking) -> str:
        self._completer.asking = asking
        self._prompts.bottom_toolbar = asking.toolbar
        return self._prompts.prompt(FormattedText([("class:prompt", asking.prompt)]))

    def half_typed(self) -> bool:
        return bool(self._prompts.default_buffer.text.strip())

    def write(self, text: str) -> None:
        print(output.folded(text, self.width), flush=True)

    def complain(self, text: str) -> None:
        text = output.folded(output.printable(text), self.width)
        if output.colour_wanted(sys.stdout):
            text = f"\x1b[31m{text}\x1b[0m"
        print(text, flush=True)

    def change_hands(self, wipe: bool) -> None:
        if wipe:
            clear()
            # The lines scrolled out of sight hold the last player's hand as well.
            print("\x1b[3J", end="", flush=True)
        # What was typed, a `why` perhaps, tells of a hand too.
        self._prompts = self._new_prompts(InMemoryHistory())


def _kept_history() -> History:
    try:
        from platformdirs import user_state_path

        folder = user_state_path("brasswright", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        return FileHistory(str(folder / "history"))
    except OSError:
        return InMemoryHistory()
