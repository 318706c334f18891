"""Pictures of a game for people who would rather look: the board as SVG, a game as one page."""
