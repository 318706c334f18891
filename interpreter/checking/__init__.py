"""Names, types and effects of a merged rulebook."""
