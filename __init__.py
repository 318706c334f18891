"""Brasswright: a declarative rules interpreter for the Brass family of board games."""
