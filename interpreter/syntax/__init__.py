"""Rule text to syntax tree."""
