"""From rule text to a game: syntax, layers, checking, compiling, running."""
