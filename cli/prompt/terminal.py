"""The prompt in a full terminal; with the modules beside it all that imports prompt_toolkit."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.enums import EditingMode
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import DummyHistory, FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.shortcuts import CompleteStyle, clear

from brasswright.cli import output
from brasswright.cli.prompt.console import Asking
from brasswright.cli.prompt.keys import RefusedWord, bindings
from brasswright.cli.prompt.lexer import LineLexer
from brasswright.cli.prompt.style import COLOURED, PLAIN
from brasswright.cli.settings import Settings

MOST_TRIED = 8
"""Lines of before that are looked at for one that makes sense now."""
ESCAPE_ALONE = 0.05
"""Seconds after which Esc is the key of that name and not the beginning of another."""


class AskedCompleter(Completer):
    """Completes from the words that the question at hand offers."""

    def __init__(self) -> None:
        self.asking = Asking("")

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        offered: set[tuple[str, int]] = set()
        for word in self.asking.complete(document.text_before_cursor):
            if (word.text, word.replaces) in offered:
                continue
            offered.add((word.text, word.replaces))
            if word.refused:
                yield RefusedWord(
                    word.text,
                    start_position=-word.replaces,
                    display=f"({word.text})",
                    display_meta=word.note,
                    style="class:completion-menu.completion.refused",
                )
            else:
                yield Completion(word.text, start_position=-word.replaces, display_meta=word.note)


class SensibleSuggest(AutoSuggest):
    """Suggests the last line of the same person that began so and could be carried out now."""

    def __init__(self, completer: AskedCompleter) -> None:
        self._completer = completer

    def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
        text = document.text
        if not text.strip():
            return None
        lines = [line for line in reversed(buffer.history.get_strings()) if line.startswith(text)]
        for line in list(dict.fromkeys(lines))[:MOST_TRIED]:
            if line != text and self._completer.asking.sensible(line):
                return Suggestion(line[len(text) :])
        return None


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
        self._settings = Settings()
        self._history: History = history or _kept_history()
        self._histories: dict[str, History] = {}
        """By person, where several share the keyboard."""
        self._forgetful = DummyHistory()
        self._pasted: list[str] = []
        """Lines that were pasted at once with the one that was read last."""
        self._prompts = self._new_prompts(self._history)

    def _new_prompts(self, history: History) -> PromptSession[str]:
        prompts: PromptSession[str] = PromptSession(
            history=history,
            completer=self._completer,
            complete_while_typing=Condition(lambda: self._settings.menu == "typing"),
            complete_style=CompleteStyle.COLUMN,
            lexer=LineLexer(lambda: self._completer.asking),
            auto_suggest=SensibleSuggest(self._completer),
            key_bindings=bindings(lambda: self._completer.asking, lambda: self._settings),
            enable_suspend=True,
            input=self._keys,
            output=self._screen,
        )
        prompts.app.ttimeoutlen = ESCAPE_ALONE
        return prompts

    @property
    def width(self) -> int:
        return output.width()

    def read(self, asking: Asking) -> str:
        self._completer.asking = asking
        self._settings = asking.settings or self._settings
        if asking.who:
            self._history = self._histories.setdefault(asking.who, InMemoryHistory())
        history = self._history if asking.remembered else self._forgetful
        if self._prompts.history is not history:
            self._prompts = self._new_prompts(history)
        self._suit_settings()
        self._prompts.bottom_toolbar = self._toolbar if asking.toolbar is not None else None
        if self._pasted:
            print(output.printable(f"{asking.prompt}{self._pasted[0]}"), flush=True)
            return self._pasted.pop(0)
        line = self._prompts.prompt(FormattedText([("class:prompt", asking.prompt)]))
        line, *pasted = line.splitlines() or [""]
        self._pasted = [each for each in pasted if each.strip()]
        return line

    def _suit_settings(self) -> None:
        prompts, coloured = self._prompts, output.colour_wanted(sys.stdout)
        coloured = coloured and self._settings.colour != "never"
        vi = self._settings.keys == "vi"
        prompts.editing_mode = EditingMode.VI if vi else EditingMode.EMACS
        prompts.style = COLOURED if coloured else PLAIN
        prompts.color_depth = None if coloured else ColorDepth.DEPTH_1_BIT

    def _toolbar(self) -> str:
        """The toolbar of the question, under the note of the word selected, or the only one."""
        asking, state = self._completer.asking, self._prompts.default_buffer.complete_state
        told = asking.toolbar() if asking.toolbar is not None else ""
        word = state.current_completion if state is not None else None
        if state is not None and len(state.completions) == 1:
            word = state.completions[0]
        if word is None or len(word.display_meta_text) < self.width // 2:
            return told
        note = output.folded(f"{word.text}: {word.display_meta_text}", self.width - 2)
        return "\n".join([*(f" {line}" for line in note.split("\n")), told])

    def half_typed(self) -> bool:
        return bool(self._prompts.default_buffer.text.strip())

    def write(self, text: str) -> None:
        print(output.folded(output.printable_in_colour(text), self.width), flush=True)

    def complain(self, text: str) -> None:
        text = output.folded(output.printable(text), self.width)
        if output.colour_wanted(sys.stdout) and self._settings.colour != "never":
            text = f"\x1b[31m{text}\x1b[0m"
        print(text, flush=True)

    def change_hands(self, wipe: bool) -> None:
        self._pasted.clear()
        if wipe:
            clear()
            # The lines scrolled out of sight hold the last player's hand as well.
            print("\x1b[3J", end="", flush=True)
        # What was typed, a `why` perhaps, tells of a hand too.
        self._history = InMemoryHistory()
        self._prompts = self._new_prompts(self._history)


class KeptHistory(FileHistory):
    """What was typed, in a file; where that can't be read or written the game goes on without."""

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        with suppress(OSError):
            super().store_string(string)


def _kept_history() -> History:
    try:
        from platformdirs import user_state_path

        folder = user_state_path("brasswright", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        return KeptHistory(str(folder / "history"))
    except OSError:
        return InMemoryHistory()
