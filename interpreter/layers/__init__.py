"""Layers of rule text merged into one rulebook."""
